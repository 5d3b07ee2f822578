/*
** Random worlds, and questions to them that every engine which is exact must answer as the oracle
** does, in status, cost and cells.
**
** What entering a cell costs is worked out here from terrain, class, size and influence, as the
** reference defines it. For a player, which may not have seen all, the cost is that of astar_map_cost.
*/
#ifndef ENGINES_H
#define ENGINES_H

#include "oracle.h"

enum { KINDS = 6, INFLUENCES = 2, GOALS_MAX = 6 };   /* kinds of terrain, the last one a wall */

typedef struct Tally {
  uint64_t worlds, queries, searches, cells;
  uint64_t by[ASTAR_ENGINE_NONE + 1];   /* by the engine that has answered */
  uint64_t fields, limits, lines, sizes[ASTAR_MAX_SIZE + 1];
} Tally;

typedef struct World {
  Tally *tally;
  astar_map *map;
  int32_t width, height, straight, diagonal;
  int32_t costs[KINDS + 1];         /* by terrain id, 0: cannot be entered */
  astar_class *cls;
  int32_t size, class_costs[KINDS + 1];
  astar_diagonal_rule rule;
  astar_player *player;             /* NULL: all is known */
  astar_unit *unit;                 /* NULL: nobody asks */
  astar_influence *influences[INFLUENCES];
  astar_weighted weighted[INFLUENCES];
  int32_t influence_count;
  Ground ground;                    /* with all layers */
  bool any_layer, uniform, only_worse;
  bool sloped;                      /* terrains have slopes; whether the class minds or not */
  bool minds_height;
  astar_slope slopes[KINDS + 1];
  int32_t climb, descend, drift;
  astar_link *links[GROUND_LINKS / 2];
  int32_t link_count;
} World;

static inline int32_t between(int32_t least, int32_t most) {
  return least + random_below(most - least + 1);
}

static inline bool chance(int32_t percent) {
  return random_below(100) < percent;
}

/* ---- making worlds --------------------------------------------------------------------------- */

static inline int32_t diagonal_cost(const World *world, int32_t cost) {
  int64_t s = world->straight, d = world->diagonal;
  return (int32_t)((cost * d + s / 2) / s);
}

/* The dearest straight cost whose diagonal cost fits. */
static inline int32_t dearest_cost(const World *world) {
  int32_t cost = ASTAR_MAX_COST;
  while (diagonal_cost(world, cost) > ASTAR_MAX_COST) cost--;
  return cost;
}

static inline void make_map(World *world, int32_t most) {
  static const int32_t ratios[][2] = { { 10, 14 }, { 10, 14 }, { 10, 14 }, { 5, 7 }, { 10, 10 },
    { 10, 20 }, { 10000, 14142 }, { 1, 1 }, { 1, 2 }, { 7, 11 }, { 2, 3 }, { 100, 199 },
    { 32767, 65534 }, { 32767, 32767 } };
  const int32_t *ratio = ratios[random_below((int32_t)(sizeof ratios / sizeof *ratios))];
  astar_map_desc desc = astar_map_default();
  astar_status why;
  int32_t least = chance(15) ? 1 : most / 2 + 1;
  world->width = desc.width = between(least, most);
  world->height = desc.height = between(least, most);
  world->straight = desc.straight = ratio[0];
  world->diagonal = desc.diagonal = ratio[1];
  world->map = astar_map_new(&desc, &why);
  if (world->map == NULL) exit(2);
}

static inline void make_terrain(World *world) {
  static const char *const names[] = { NULL, "plain", "road", "swamp", "wood", "dear", "wall" };
  int32_t s = world->straight, most = dearest_cost(world);
  const int32_t costs[KINDS + 1] = { 0, s, (s + 1) / 2, 3 * s + 1, 2 * s, most, 0 };
  int32_t walls = 10 * random_below(5), kinds = chance(50) ? 1 : chance(90) ? 4 : 5;
  for (int32_t id = 1; id <= KINDS; id++) {
    world->costs[id] = costs[id] > most ? most : costs[id];
    CHECK(astar_terrain_define(world->map, names[id], world->costs[id], id == KINDS, NULL) ==
          ASTAR_OK);
  }
  for (int32_t y = 0; y < world->height; y++)
    for (int32_t x = 0; x < world->width; x++)
      astar_map_set(world->map, x, y, chance(walls) ? KINDS : between(1, kinds));
}

static inline void make_slopes(World *world) {
  int32_t s = world->straight < 10000 ? world->straight : 10000, steep = chance(50) ? 3 : 1;
  world->sloped = chance(40);
  world->drift = ASTAR_ONE;
  if (!world->sloped) return;
  bool streams = chance(60), climbs = chance(70);
  for (int32_t id = 1; id <= KINDS; id++) {
    astar_slope *slope = &world->slopes[id];
    if (climbs) slope->height = chance(30) ? 0 : between(-2, 4);
    if (streams && chance(60)) slope->east = between(-s, steep * s);
    if (streams && chance(60)) slope->south = between(-steep * s, s);
    CHECK(astar_terrain_set_slope(world->map, id, *slope) == ASTAR_OK);
  }
  world->climb = chance(20) ? 0 : between(-s / 2, s);
  world->descend = chance(20) ? 0 : between(-s, s / 2);
  if (chance(40)) world->drift = between(0, 3 * ASTAR_ONE);
}

static inline void make_class(World *world, int32_t size) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  memcpy(world->class_costs, world->costs, sizeof world->costs);
  if (chance(20)) world->class_costs[between(1, KINDS)] = between(0, dearest_cost(world));
  world->size = desc.size = size;
  world->rule = desc.diagonal = chance(60) ? ASTAR_DIAGONAL_NO_OBSTACLES
                                           : (astar_diagonal_rule)random_below(4);
  desc.costs = world->class_costs;
  desc.cost_count = KINDS + 1;
  desc.climb = world->climb;
  desc.descend = world->descend;
  desc.drift = world->drift;
  world->cls = astar_class_new(world->map, &desc, &why);
  CHECK(why == ASTAR_OK);
  int32_t first = 0;
  for (int32_t id = 1; id <= KINDS; id++) {
    if (world->class_costs[id] == 0) continue;
    if (first == 0) first = id;
    bool differs = world->slopes[id].height != world->slopes[first].height;
    world->minds_height |= differs && (world->climb != 0 || world->descend != 0);
  }
}

static inline void make_influences(World *world) {
  static const char *const names[] = { "danger", "scent" };
  astar_status why;
  world->influence_count = chance(60) ? 0 : between(1, INFLUENCES);
  bool only_worse = world->only_worse = chance(60);
  for (int32_t i = 0; i < world->influence_count; i++) {
    astar_influence *one = astar_influence_new(world->map, names[i], ASTAR_ONE, &why);
    for (int32_t n = between(0, 3); n > 0; n--)
      astar_influence_add(one, random_below(world->width), random_below(world->height),
                          between(only_worse ? 0 : -20, 60), random_below(4),
                          (astar_falloff)random_below(2));
    world->influences[i] = one;
    world->weighted[i] = (astar_weighted){ one, between(only_worse ? 0 : -1024, 3072) };
  }
}

static inline void make_units(World *world) {
  astar_status why;
  astar_unit_desc desc = astar_unit_default();
  astar_query query = astar_query_default();
  if (world->player == NULL) return;
  for (int32_t n = between(1, 7); n > 0; n--) {
    astar_path *path = NULL;
    desc.x = random_below(world->width);
    desc.y = random_below(world->height);
    desc.cls = chance(70) ? NULL : world->cls;
    astar_unit *unit = astar_unit_new(world->player, &desc, &why);
    if (unit == NULL) continue;
    astar_rect goal = { random_below(world->width), random_below(world->height), 1, 1 };
    query.unit = unit;
    if (chance(60)) astar_path_find(world->map, desc.x, desc.y, goal, &query, &path);
    if (path != NULL) astar_unit_follow_path(unit, path, NULL);
    astar_path_free(world->map, path);
    if (world->unit == NULL && desc.cls == world->cls) world->unit = unit;
  }
}

static inline void make_player(World *world) {
  world->player = new_player(world->map, "red");
  for (int32_t n = between(0, 3); n > 0; n--)
    astar_player_see(world->player, random_below(world->width), random_below(world->height),
                     random_below(8), NULL, NULL);
  if (chance(60)) astar_player_reveal(world->player);
}

/* Links of all kinds: some spare many steps, others none. */
static inline void make_links(World *world) {
  astar_status why;
  int32_t count = chance(80) ? between(1, 5) : between(6, GROUND_LINKS / 2);
  for (int32_t n = 0; n < count; n++) {
    astar_link_desc desc = astar_link_default();
    desc.from = (astar_cell){ random_below(world->width), random_below(world->height) };
    desc.to = (astar_cell){ random_below(world->width), random_below(world->height) };
    desc.cost = chance(50) ? between(1, 3 * world->straight) : between(1, ASTAR_MAX_COST);
    desc.one_way = chance(50);
    desc.closed = chance(15);
    desc.classes = &world->cls;
    desc.class_count = chance(30);
    astar_link *link = astar_link_new(world->map, &desc, &why);
    if (link != NULL) world->links[world->link_count++] = link;
  }
}

static inline World world_new(Tally *tally, int32_t size) {
  World world = { .tally = tally };
  make_map(&world, size == 1 ? 22 : size + 18);
  make_terrain(&world);
  make_slopes(&world);
  make_class(&world, size);
  make_influences(&world);
  if (chance(35)) make_links(&world);
  /* What the map tells of a cost below 1 is 1: of sloped ground that is not enough to know. */
  if (chance(35) && (world.only_worse || !world.sloped)) make_player(&world);
  if (chance(60)) make_units(&world);
  world.ground = ground_new(world.width, world.height);
  world.ground.rule = world.rule;
  world.ground.climb = world.climb;
  world.ground.descend = world.descend;
  size_t cells = (size_t)(world.width * world.height);
  if (world.sloped) world.ground.slopes = malloc(cells * sizeof *world.ground.slopes);
  tally->worlds++;
  tally->sizes[size]++;
  return world;
}

static inline void world_free(World *world) {
  ground_free(&world->ground);
  astar_map_free(world->map);
}

static inline void random_edits(World *world) {
  for (int32_t n = between(1, 6); n > 0; n--) {
    int32_t x = random_below(world->width), y = random_below(world->height);
    astar_link *link = world->link_count > 0 ? world->links[random_below(world->link_count)] : NULL;
    if (link != NULL && world->player == NULL && chance(30))
      chance(50) ? astar_link_set_open(link, chance(50))
                 : astar_link_set_cost(link, between(1, 4 * world->straight));
    else if (chance(70)) astar_map_set(world->map, x, y, between(1, KINDS));
    else if (world->influence_count > 0)
      astar_influence_set(world->influences[0], x, y, random_below(40));
  }
}

/* ---- what entering a cell costs -------------------------------------------------------------- */

static inline astar_query question(const World *world) {
  astar_query query = astar_query_default();
  query.influences = world->weighted;
  query.influence_count = world->influence_count;
  if (world->unit != NULL) query.unit = world->unit;
  else {
    query.cls = world->cls;
    query.player = world->player;
  }
  return query;
}

static inline int32_t rounded(int64_t value, int64_t weight) {
  int64_t product = value * weight;
  return (int32_t)((product + (product < 0 ? -512 : 512)) / 1024);
}

/* What the class makes of one cell, as the player knows it; *cost: 0 where it cannot be entered. */
static inline GroundSlope slope_at(const World *world, int32_t x, int32_t y, int32_t *cost) {
  int32_t terrain = world->player != NULL ? astar_player_terrain(world->player, x, y)
                                          : astar_map_get(world->map, x, y);
  *cost = terrain != 0 ? world->class_costs[terrain] : world->straight;
  astar_slope given = world->slopes[terrain];
  return (GroundSlope){ { 0 }, world->minds_height && terrain != 0,
                        world->minds_height ? given.height : 0,
                        rounded(given.east, world->drift), rounded(given.south, world->drift) };
}

/* Is one of two cells that cost the same the one whose slope counts? */
static inline bool slope_counts_before(const GroundSlope *a, const GroundSlope *b) {
  int32_t strong = abs(a->east) + abs(a->south), other = abs(b->east) + abs(b->south);
  if (a->seen != b->seen) return a->seen;
  if (a->height != b->height && a->seen) return a->height > b->height;
  if (strong != other) return strong > other;
  return a->east != b->east ? a->east > b->east : a->south > b->south;
}

/* For a unit at the cell: the slope of the dearest cell that it covers. */
static inline GroundSlope slope_under(const World *world, int32_t x, int32_t y) {
  int32_t dearest = 0;
  GroundSlope slope = { 0 };
  for (int32_t i = 0; i < world->size * world->size; i++) {
    int32_t cx = x + i % world->size, cy = y + i / world->size, cost;
    if (cx >= world->width || cy >= world->height) return slope;
    GroundSlope here = slope_at(world, cx, cy, &cost);
    bool counts = i == 0 || cost > dearest;
    if (counts || (cost == dearest && slope_counts_before(&here, &slope))) slope = here;
    if (cost > dearest) dearest = cost;
  }
  return slope;
}

enum { NO_SUM = INT32_MIN };

/* The largest terrain cost and influences over the cells that a unit covers, not raised to 1; or
** NO_SUM where it cannot be. */
static inline int32_t modelled_sum(const World *world, int32_t x, int32_t y, bool diagonal) {
  int32_t cost = 0, penalty[INFLUENCES] = { 0 };
  if (x + world->size > world->width || y + world->size > world->height) return NO_SUM;
  for (int32_t cy = y; cy < y + world->size; cy++)
    for (int32_t cx = x; cx < x + world->size; cx++) {
      int32_t terrain = world->class_costs[astar_map_get(world->map, cx, cy)];
      if (terrain == 0) return NO_SUM;
      if (terrain > cost) cost = terrain;
      for (int32_t i = 0; i < world->influence_count; i++) {
        int32_t value = rounded(astar_influence_get(world->influences[i], cx, cy),
                                world->weighted[i].weight);
        if ((cx == x && cy == y) || value > penalty[i]) penalty[i] = value;
      }
    }
  cost = diagonal ? diagonal_cost(world, cost) : cost;
  for (int32_t i = 0; i < world->influence_count; i++) cost += penalty[i];
  return cost;
}

/* The cost; 0: it is not entered. */
static inline int32_t modelled(const World *world, int32_t x, int32_t y, bool diagonal) {
  int32_t sum = modelled_sum(world, x, y, diagonal);
  return sum == NO_SUM ? 0 : sum < 1 ? 1 : sum;
}

static inline int32_t told(const World *world, int32_t x, int32_t y, bool diagonal) {
  astar_query query = question(world);
  astar_status why;
  int32_t cost = astar_map_cost(world->map, x, y, diagonal, &query, &why);
  CHECK(why == ASTAR_OK);
  return cost;
}

/* What leads from a cell to another, if the player knows the first and the second can be entered:
** the link's cost with what the layers add to a straight step. */
static inline void survey_exit(World *world, astar_cell from, astar_cell to, int32_t cost) {
  Ground *ground = &world->ground;
  astar_query bare = astar_query_default();
  astar_status why;
  int32_t end = to.y * world->width + to.x;
  bare.cls = world->cls;
  bare.player = world->player;
  bool known = world->player == NULL ||
               astar_player_knows(world->player, from.x, from.y) != ASTAR_UNSEEN;
  if (!known || ground->straight[end] == 0) return;
  int64_t sum = (int64_t)cost + ground->straight[end] -
                astar_map_cost(world->map, to.x, to.y, false, &bare, &why);
  ground->links[ground->link_count++] = (GroundLink){ from.y * world->width + from.x, end,
                                                      sum < 1 ? 1 : (uint64_t)sum };
}

static inline void survey_links(World *world) {
  world->ground.link_count = 0;
  for (int32_t i = 0; i < world->link_count; i++) {
    astar_link_desc link = astar_link_description(world->links[i]);
    if (link.closed) continue;
    survey_exit(world, link.from, link.to, link.cost);
    if (!link.one_way) survey_exit(world, link.to, link.from, link.cost);
  }
}

/* The slope of a cell; where it can be entered it must be level, and as another one, for the ground
** to be uniform. */
static inline void survey_slope(World *world, int32_t cell, int32_t other) {
  Ground *ground = &world->ground;
  int32_t x = cell % world->width, y = cell / world->width;
  bool told_all = world->player != NULL;
  GroundSlope slope = slope_under(world, x, y);
  slope.sum[0] = told_all ? ground->straight[cell] : modelled_sum(world, x, y, false);
  slope.sum[1] = told_all ? ground->diagonal[cell] : modelled_sum(world, x, y, true);
  ground->slopes[cell] = slope;
  bool level = slope.east == 0 && slope.south == 0;
  if (other >= 0) {
    const GroundSlope *same = &ground->slopes[other];
    level &= same->seen == slope.seen && (!slope.seen || same->height == slope.height);
  }
  if (ground->straight[cell] > 0) world->uniform &= level;
}

/* Fills the ground in; notes whether any layer applies, and whether the terrain costs the same
** everywhere. */
static inline void survey(World *world) {
  astar_query bare = astar_query_default();
  bool by_model = world->player == NULL;
  int32_t first = 0, first_open = -1;
  bare.cls = world->cls;
  bare.player = world->player;
  world->uniform = true;
  world->any_layer = world->unit != NULL;
  for (int32_t i = 0; i < world->width * world->height; i++) {
    int32_t x = i % world->width, y = i / world->width;
    astar_status why;
    world->ground.straight[i] = by_model ? modelled(world, x, y, false) : told(world, x, y, false);
    world->ground.diagonal[i] = by_model ? modelled(world, x, y, true) : told(world, x, y, true);
    if (by_model && chance(5)) CHECK(told(world, x, y, true) == world->ground.diagonal[i]);
    if (by_model && chance(5)) CHECK(told(world, x, y, false) == world->ground.straight[i]);
    int32_t plain = astar_map_cost(world->map, x, y, false, &bare, &why);
    if (world->sloped) survey_slope(world, i, first_open);
    if (plain > 0 && first_open < 0) first_open = i;
    if (plain > 0 && first == 0) first = plain;
    if (plain > 0 && plain != first) world->uniform = false;
    for (int32_t k = 0; k < world->influence_count; k++)
      world->any_layer |= astar_influence_get(world->influences[k], x, y) != 0 &&
                          world->weighted[k].weight != 0;
  }
  survey_links(world);
}

#endif
