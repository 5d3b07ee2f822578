/*
** The model: a random world of all that a query can meet, questions about it, and what each step
** costs there, worked out cell by cell from the definitions of the reference.
**
** A world is made through the C interface. Beside it the model notes what the interface does not
** tell: what classes were made with, which players share, and what they know of links. It reads the
** state of a single cell or unit, such as a value, a known terrain or a path, from the library; it
** never asks what something costs.
*/
#ifndef WORLD_H
#define WORLD_H

#include "oracle.h"

/* Kinds of terrain. VOID lies between levels; elsewhere it is one more kind of wall. */
enum { UNSEEN = 0, VOID = 1, PLAIN, ROAD, SWAMP, WOOD, DEAR, BLOCK, KINDS = BLOCK };
enum { WALKERS = 4, PLAYERS = 3, INFLUENCES = 2, UNITS = 9, LINKS = GROUND_LINKS / 2, LEVELS = 3 };

/* A class as the model knows it. */
typedef struct Walker {
  astar_class *object;
  int32_t own[KINDS + 1];           /* ASTAR_TERRAIN_DEFAULT: the terrain's cost */
  int32_t unknown, size, climb, descend, drift;
  astar_diagonal_rule rule;
} Walker;

typedef struct Unit {
  astar_unit *object;
  int32_t walker, player;           /* numbers */
} Unit;

/* A link as a player last saw it. */
typedef struct KnownLink { bool known, closed; int32_t cost; } KnownLink;

typedef struct World {
  astar_map *map;
  astar_grid grid;
  int32_t width, height, straight, diagonal;
  int32_t costs[KINDS + 1];         /* 0: cannot be entered */
  int32_t kinds;                    /* up to which kind terrain is scattered */
  bool sloped, only_worse;
  astar_slope slopes[KINDS + 1];
  astar_level levels[LEVELS];
  int32_t level_count;              /* 0: there is no void */
  Walker walkers[WALKERS];          /* the first one is the map's default class */
  int32_t walker_count;
  astar_player *players[PLAYERS];
  bool shares[PLAYERS][PLAYERS];    /* the first with the second */
  int32_t player_count;
  astar_influence *influences[INFLUENCES];
  int32_t weights[INFLUENCES], influence_count;
  Unit units[UNITS];
  int32_t unit_count;
  astar_link *links[LINKS];
  KnownLink known[PLAYERS][LINKS];
  int32_t link_count;
} World;

/* What kind of world. */
typedef struct Wish {
  int32_t most;                     /* cells of the longest side */
  int32_t hexagons, levels, links;  /* how many of a hundred worlds have them */
  int32_t largest;                  /* size of a class */
} Wish;

static inline int32_t cells_of(const World *world) {
  return world->width * world->height;
}

/* A mark for each cell, none of which is set. */
static inline uint8_t *new_marks(const World *world) {
  return calloc((size_t)world->width * (size_t)world->height, 1);
}

static inline astar_cell cell_at(const World *world, int32_t cell) {
  return (astar_cell){ cell % world->width, cell / world->width };
}

static inline bool is_in(astar_rect rect, int32_t x, int32_t y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/* -1: none; 0 where there are no levels. */
static inline int32_t level_of(const World *world, int32_t x, int32_t y) {
  for (int32_t i = 0; i < world->level_count; i++)
    if (is_in(world->levels[i].rect, x, y)) return i;
  return world->level_count > 0 ? -1 : 0;
}

static inline astar_cell some_cell(const World *world) {
  for (;;) {
    int32_t x = random_below(world->width), y = random_below(world->height);
    if (level_of(world, x, y) >= 0) return (astar_cell){ x, y };
  }
}

/* Up to so many cells wide and high, within a level. */
static inline astar_rect some_rect(const World *world, int32_t most) {
  astar_cell at = some_cell(world);
  astar_rect rect = { at.x, at.y, 1, 1 };
  int32_t level = level_of(world, at.x, at.y), width = between(1, most), height = between(1, most);
  while (rect.width < width && rect.x + rect.width < world->width &&
         level_of(world, rect.x + rect.width, rect.y) == level) rect.width++;
  while (rect.height < height && rect.y + rect.height < world->height &&
         level_of(world, rect.x, rect.y + rect.height) == level) rect.height++;
  return rect;
}

/* ---- making a world -------------------------------------------------------------------------- */

/* What a terrain of a straight cost costs diagonally. */
static inline int32_t diagonal_cost(const World *world, int64_t cost) {
  return (int32_t)((cost * world->diagonal + world->straight / 2) / world->straight);
}

/* The dearest straight cost whose diagonal cost fits. */
static inline int32_t dearest_cost(const World *world) {
  int32_t cost = ASTAR_MAX_COST;
  while (diagonal_cost(world, cost) > ASTAR_MAX_COST) cost--;
  return cost;
}

static inline int32_t some_cost(const World *world) {
  int32_t most = dearest_cost(world), cost = between(1, 4 * world->straight);
  if (chance(25)) return 0;
  return cost < most ? cost : most;
}

static inline void make_map(World *world, const Wish *wish) {
  static const int32_t ratios[][2] = { { 10, 14 }, { 10, 14 }, { 10, 14 }, { 5, 7 }, { 10, 10 },
    { 10, 20 }, { 10000, 14142 }, { 1, 1 }, { 1, 2 }, { 7, 11 }, { 2, 3 }, { 100, 199 },
    { 32767, 65534 }, { 32767, 32767 } };
  static const char *const names[] = { "ground", "cellar", "roof" };
  const int32_t *ratio = ratios[random_below((int32_t)(sizeof ratios / sizeof *ratios))];
  astar_map_desc desc = astar_map_default();
  astar_status why;
  int32_t least = chance(15) ? 1 : wish->most / 2 + 1;
  bool hexagons = chance(wish->hexagons);
  world->grid = hexagons ? chance(50) ? ASTAR_GRID_HEX : ASTAR_GRID_FLAT_HEX : ASTAR_GRID_SQUARE;
  desc.grid = world->grid;
  desc.width = between(least, wish->most);
  desc.height = between(least, wish->most);
  if (!hexagons && chance(wish->levels)) {
    world->level_count = between(2, LEVELS);
    for (int32_t i = 0; i < world->level_count; i++) {
      world->levels[i].name = names[i];
      world->levels[i].rect.width = between(2, larger(2, wish->most * 2 / 3));
      world->levels[i].rect.height = between(2, larger(2, wish->most * 2 / 3));
    }
    astar_levels_arrange(world->levels, world->level_count, &desc.width, &desc.height);
    desc.levels = world->levels;
    desc.level_count = world->level_count;
  }
  world->width = desc.width;
  world->height = desc.height;
  world->straight = desc.straight = ratio[0];
  world->diagonal = desc.diagonal = hexagons ? ratio[0] : ratio[1];
  world->map = astar_map_new(&desc, &why);
  if (world->map == NULL) exit(2);
}

static inline int32_t scattered(const World *world, int32_t walls) {
  return chance(walls) ? BLOCK : between(PLAIN, world->kinds);
}

/* Makes a column a wall, mostly with a gap. */
static inline void wall_off(const World *world, int32_t x) {
  for (int32_t y = 0; y < world->height; y++) astar_map_set(world->map, x, y, BLOCK);
  if (chance(90)) astar_map_set(world->map, x, random_below(world->height), PLAIN);
}

static inline void make_terrain(World *world) {
  static const char *const names[] = { NULL, "void", "plain", "road", "swamp", "wood", "dear",
                                       "wall" };
  int32_t s = world->straight, most = dearest_cost(world);
  const int32_t costs[KINDS + 1] = { 0, 0, s, (s + 1) / 2, 3 * s + 1, 2 * s, most, 0 };
  int32_t walls = 10 * random_below(5);
  world->kinds = chance(50) ? PLAIN : chance(90) ? WOOD : DEAR;
  for (int32_t id = 1; id <= KINDS; id++) {
    world->costs[id] = costs[id] > most ? most : costs[id];
    if (id == VOID && world->level_count > 0) continue;       /* it is there */
    CHECK(astar_terrain_define(world->map, names[id], world->costs[id], id == BLOCK || id == WOOD,
                               NULL) == ASTAR_OK);
  }
  for (int32_t i = 0; i < cells_of(world); i++)
    astar_map_set(world->map, i % world->width, i / world->width, scattered(world, walls));
  if (chance(25)) wall_off(world, random_below(world->width));
  else if (chance(10))
    for (int32_t x = 1; x < world->width; x += 2) wall_off(world, x);
}

static inline void make_slopes(World *world) {
  int32_t s = world->straight < 10000 ? world->straight : 10000, steep = chance(50) ? 3 : 1;
  world->sloped = world->grid == ASTAR_GRID_SQUARE && chance(35);
  if (!world->sloped) return;
  bool streams = chance(60), climbs = chance(70);
  for (int32_t id = PLAIN; id <= KINDS; id++) {
    astar_slope *slope = &world->slopes[id];
    if (climbs) slope->height = chance(30) ? 0 : between(-2, 5);
    if (streams && chance(60)) slope->east = between(-s, steep * s);
    if (streams && chance(60)) slope->south = between(-steep * s, s);
    CHECK(astar_terrain_set_slope(world->map, id, *slope) == ASTAR_OK);
  }
}

static inline void make_walker(World *world, int32_t size) {
  Walker *walker = &world->walkers[world->walker_count];
  astar_class_desc desc = astar_class_default();
  astar_status why;
  for (int32_t id = 0; id <= KINDS; id++)
    walker->own[id] = id > VOID && chance(20) ? some_cost(world) : ASTAR_TERRAIN_DEFAULT;
  walker->unknown = chance(50) ? world->straight : some_cost(world);
  walker->size = size;
  walker->drift = ASTAR_ONE;
  if (world->grid == ASTAR_GRID_SQUARE && chance(50))
    walker->rule = (astar_diagonal_rule)random_below(4);
  if (world->sloped) {
    int32_t s = world->straight < 10000 ? world->straight : 10000;
    walker->climb = chance(20) ? 0 : between(-s / 2, 2 * s);
    walker->descend = chance(20) ? 0 : between(-s, s);
    if (chance(40)) walker->drift = between(0, 3 * ASTAR_ONE);
  }
  desc.costs = walker->own;
  desc.cost_count = KINDS + 1;
  desc.unknown = walker->unknown;
  desc.size = size;
  desc.diagonal = walker->rule;
  desc.climb = walker->climb;
  desc.descend = walker->descend;
  desc.drift = walker->drift;
  walker->object = astar_class_new(world->map, &desc, &why);
  CHECK(why == ASTAR_OK);
  if (walker->object != NULL) world->walker_count++;
}

static inline void make_walkers(World *world, int32_t largest) {
  Walker *first = &world->walkers[world->walker_count++];
  *first = (Walker){ .object = astar_map_class(world->map), .unknown = world->straight, .size = 1,
                     .drift = ASTAR_ONE };
  for (int32_t id = 0; id <= KINDS; id++) first->own[id] = ASTAR_TERRAIN_DEFAULT;
  for (int32_t n = between(0, 3); n > 0; n--)
    make_walker(world, chance(70) ? 1 : between(2, largest < 2 ? 2 : largest));
}

/* Players that share with one another or not, and have seen parts of the map. */
static inline void make_players(World *world) {
  static const char *const names[] = { "red", "blue", "green" };
  for (int32_t i = 0; i < PLAYERS; i++) {
    world->players[i] = new_player(world->map, names[i]);
    world->shares[i][i] = true;
    for (int32_t n = between(0, 3); n > 0; n--) {
      astar_cell at = some_cell(world);
      CHECK(astar_player_see(world->players[i], at.x, at.y, random_below(8), NULL, NULL) ==
            ASTAR_OK);
    }
    if (chance(35)) CHECK(astar_player_reveal(world->players[i]) == ASTAR_OK);
  }
  world->player_count = PLAYERS;
  for (int32_t i = 0; i < PLAYERS; i++)
    for (int32_t with = 0; with < PLAYERS; with++)
      if (i != with && chance(15)) {
        world->shares[i][with] = true;
        astar_player_share(world->players[i], world->players[with], true);
      }
}

static inline void make_influences(World *world) {
  static const char *const names[] = { "danger", "scent" };
  astar_status why;
  world->only_worse = chance(60);
  for (int32_t i = 0; i < INFLUENCES && chance(60); i++) {
    world->weights[i] = between(world->only_worse ? 0 : -512, 2048);
    world->influences[i] = astar_influence_new(world->map, names[i], world->weights[i], &why);
    for (int32_t n = between(0, 3); n > 0; n--) {
      astar_cell at = some_cell(world);
      astar_influence_add(world->influences[i], at.x, at.y,
                          between(world->only_worse ? 0 : -20, 60), random_below(5),
                          (astar_falloff)random_below(2));
    }
    world->influence_count++;
  }
}

static inline void send_unit(World *world, const Unit *unit, astar_cell to) {
  astar_query query = astar_query_default();
  astar_cell at = astar_unit_cell(unit->object);
  astar_path *path = NULL;
  query.unit = unit->object;
  astar_status why;
  path = astar_path_find(world->map, at.x, at.y, (astar_rect){ to.x, to.y, 1, 1 }, &query, &why);
  if (path != NULL) astar_unit_follow_path(unit->object, path, NULL);
  astar_path_free(world->map, path);
}

/* What players see of links now, they know. */
static inline void look_at_links(World *world) {
  for (int32_t p = 0; p < world->player_count; p++)
    for (int32_t i = 0; i < world->link_count; i++) {
      astar_link_desc link = astar_link_description(world->links[i]);
      if (astar_player_knows(world->players[p], link.from.x, link.from.y) == ASTAR_VISIBLE ||
          astar_player_knows(world->players[p], link.to.x, link.to.y) == ASTAR_VISIBLE)
        world->known[p][i] = (KnownLink){ true, link.closed, link.cost };
    }
}

static inline void reveal_map(World *world, int32_t player) {
  CHECK(astar_player_reveal(world->players[player]) == ASTAR_OK);
  for (int32_t p = 0; p < world->player_count; p++)
    for (int32_t i = 0; i < world->link_count && world->shares[player][p]; i++) {
      astar_link_desc link = astar_link_description(world->links[i]);
      world->known[p][i] = (KnownLink){ true, link.closed, link.cost };
    }
}

/* Some stand, some have begun to walk. */
static inline void make_units(World *world) {
  for (int32_t i = 0; i < PLAYERS; i++)
    if (chance(30)) astar_player_set_traffic(world->players[i], (uint32_t)between(1, 12));
  for (int32_t n = between(1, UNITS); n > 0; n--) {
    Unit *unit = &world->units[world->unit_count];
    astar_unit_desc desc = astar_unit_default();
    astar_status why;
    astar_cell at = some_cell(world);
    unit->walker = random_below(world->walker_count);
    unit->player = random_below(PLAYERS);
    desc.x = at.x;
    desc.y = at.y;
    desc.cls = world->walkers[unit->walker].object;
    desc.speed = chance(10) ? 0 : 128 * between(1, 8);
    desc.sight = chance(30) ? random_below(4) : -1;
    desc.avoidance = chance(50) ? ASTAR_AVOIDANCE_YIELD : (astar_avoidance)random_below(4);
    unit->object = astar_unit_new(world->players[unit->player], &desc, &why);
    if (unit->object == NULL) continue;
    world->unit_count++;
    look_at_links(world);
    if (chance(60)) send_unit(world, unit, some_cell(world));
  }
  /* A unit that walks may see a link, or run into a wall beside it: the model would not notice. */
  for (int32_t n = world->link_count > 0 ? 0 : random_below(9); n > 0; n--)
    CHECK(astar_map_tick(world->map, NULL, NULL) == ASTAR_OK);
}

/* Links of all kinds: some spare many steps, others none. */
static inline void make_links(World *world) {
  int32_t count = chance(80) ? between(1, 5) : between(6, LINKS);
  for (int32_t n = 0; n < count; n++) {
    astar_link_desc desc = astar_link_default();
    astar_class *only = world->walkers[random_below(world->walker_count)].object;
    astar_status why;
    desc.from = some_cell(world);
    desc.to = some_cell(world);
    desc.cost = chance(60) ? between(1, 6 * world->straight) : between(1, ASTAR_MAX_COST);
    if (desc.cost > ASTAR_MAX_COST) desc.cost = ASTAR_MAX_COST;
    desc.one_way = chance(40);
    desc.closed = chance(20);
    desc.classes = &only;
    desc.class_count = chance(30);
    astar_link *link = astar_link_new(world->map, &desc, &why);
    if (link != NULL) world->links[world->link_count++] = link;
  }
  look_at_links(world);
  for (int32_t i = 0; i < PLAYERS; i++)
    if (chance(30)) reveal_map(world, i);
}

/* Edits behind the players' backs. */
static inline void hide_changes(World *world) {
  for (int32_t n = random_below(7); n > 0; n--) {
    astar_cell at = some_cell(world);
    astar_map_set(world->map, at.x, at.y, chance(50) ? BLOCK : between(PLAIN, world->kinds));
  }
}

static inline World world_new(const Wish *wish) {
  World world = { .map = NULL };
  Wish own = *wish;
  int32_t size = chance(70) || wish->largest < 4 ? 3 : between(4, wish->largest);
  if (size > 3) own.most = size + 18;
  make_map(&world, &own);
  make_terrain(&world);
  make_slopes(&world);
  make_walkers(&world, size < wish->largest ? size : wish->largest);
  if (size > 3 && world.walker_count < WALKERS) make_walker(&world, size);
  make_players(&world);
  hide_changes(&world);
  if (chance(60)) make_influences(&world);
  if (chance(wish->links)) make_links(&world);
  if (chance(50)) make_units(&world);
  return world;
}

static inline void world_free(World *world) {
  astar_map_free(world->map);
}

/* ---- changing it ----------------------------------------------------------------------------- */

static inline void edit_terrain(World *world) {
  astar_rect rect = some_rect(world, 3);
  int32_t swamp = between(1, 4 * world->straight), most = dearest_cost(world);
  if (chance(10)) {
    world->costs[SWAMP] = swamp < most ? swamp : most;
    CHECK(astar_terrain_define(world->map, "swamp", world->costs[SWAMP], false, NULL) == ASTAR_OK);
  } else {
    if (chance(60)) rect.width = rect.height = 1;
    astar_map_fill(world->map, rect, chance(40) ? BLOCK : between(PLAIN, KINDS));
  }
  look_at_links(world);
}

static inline void edit_link(World *world) {
  if (world->link_count == 0) return;
  astar_link *link = world->links[random_below(world->link_count)];
  if (chance(50)) CHECK(astar_link_set_open(link, chance(50)) == ASTAR_OK);
  else CHECK(astar_link_set_cost(link, between(1, 6 * world->straight) % ASTAR_MAX_COST + 1) ==
             ASTAR_OK);
  look_at_links(world);
}

static inline void edit_influence(World *world) {
  if (world->influence_count == 0) return;
  astar_influence *one = world->influences[random_below(world->influence_count)];
  astar_cell at = some_cell(world);
  int32_t kind = random_below(10);
  if (kind == 0) astar_influence_decay(one, 512 * random_below(3));
  else if (kind == 1) astar_influence_spread(one, 512);
  else if (kind < 5) astar_influence_set(one, at.x, at.y, between(world->only_worse ? 0 : -20, 60));
  else astar_influence_add(one, at.x, at.y, between(world->only_worse ? 0 : -20, 60),
                           random_below(3), ASTAR_FALLOFF_LINEAR);
}

static inline void let_see(World *world, int32_t player) {
  astar_cell at = some_cell(world);
  CHECK(astar_player_see(world->players[player], at.x, at.y, random_below(6), NULL, NULL) ==
        ASTAR_OK);
  look_at_links(world);
}

static inline void edit_world(World *world) {
  int32_t kind = random_below(10);
  if (kind < 5) edit_terrain(world);
  else if (kind < 7) edit_influence(world);
  else if (kind < 8) edit_link(world);
  else if (kind < 9) let_see(world, random_below(PLAYERS));
  else reveal_map(world, random_below(PLAYERS));
}

/* ---- questions ------------------------------------------------------------------------------- */

/* A query, and the unit or player that asks. The callback answers by a table, and may look at the terrain. */
typedef struct Question {
  astar_query query;
  const Walker *walker;
  int32_t player;                   /* -1: everything is known */
  const Unit *unit;                 /* NULL: nobody */
  astar_weighted weighted[INFLUENCES];
  int32_t width, *extra;            /* by cell; NULL: no callback */
  int32_t by_terrain[KINDS + 1];    /* is added to what is in the table */
} Question;

static int32_t answer_extra(void *user, int32_t x, int32_t y, int32_t terrain) {
  const Question *question = user;
  int32_t answer = question->extra[y * question->width + x];
  return answer < 0 ? answer : answer + question->by_terrain[terrain];
}

static inline void ask_as_unit(const World *world, Question *question) {
  question->unit = &world->units[random_below(world->unit_count)];
  question->walker = &world->walkers[question->unit->walker];
  question->player = question->unit->player;
  question->query.unit = question->unit->object;
  question->query.influence_count = -1;
  if (chance(20)) {                 /* as if it were of another class */
    question->walker = &world->walkers[random_below(world->walker_count)];
    question->query.cls = question->walker->object;
  }
  if (chance(20)) question->query.claims = false;
  if (chance(20)) question->query.occupancy = false;
  if (chance(30)) question->query.claim_radius = random_below(7);
  if (chance(30)) question->query.claim_ahead = random_below(10);
  if (chance(30)) question->query.claim_penalty = random_below(41);
}

static inline void weigh_influences(const World *world, Question *question) {
  question->query.influence_count = 0;
  question->query.influences = question->weighted;
  for (int32_t i = 0; i < world->influence_count && chance(80); i++) {
    int32_t weight = between(world->only_worse ? 0 : -1024, 3072);
    question->weighted[i] = (astar_weighted){ world->influences[i], weight };
    question->query.influence_count++;
  }
}

static inline void call_back(const World *world, Question *question) {
  question->width = world->width;
  question->extra = calloc((size_t)cells_of(world), sizeof *question->extra);
  for (int32_t i = 0; i < cells_of(world); i++)
    if (chance(30)) question->extra[i] = chance(50) ? ASTAR_EXTRA_BLOCKED : random_below(31);
  for (int32_t i = 0; i <= KINDS && chance(50); i++) question->by_terrain[i] = random_below(20);
  question->query.extra_cost = answer_extra;
  question->query.extra_user = question;
}

/* It must stay where it is until it is freed: the query points into it. */
static inline void make_question(const World *world, Question *question) {
  *question = (Question){ .query = astar_query_default(), .player = -1 };
  question->walker = &world->walkers[0];
  if (world->unit_count > 0 && chance(60)) ask_as_unit(world, question);
  else {
    if (chance(70)) question->walker = &world->walkers[random_below(world->walker_count)];
    if (question->walker != &world->walkers[0]) question->query.cls = question->walker->object;
    if (chance(40)) question->player = random_below(PLAYERS);
    if (question->player >= 0) question->query.player = world->players[question->player];
    question->query.influence_count = 0;
  }
  if (chance(40)) weigh_influences(world, question);
  if (chance(20)) question->query.traffic_cost = chance(50) ? between(1, 200) : between(200, 9000);
  if (chance(15)) call_back(world, question);
}

static inline void question_free(Question *question) {
  free(question->extra);
}

/* ---- what players know ----------------------------------------------------------------------- */

static inline int32_t known_terrain(const World *world, int32_t player, int32_t x, int32_t y) {
  return player < 0 ? astar_map_get(world->map, x, y)
                    : astar_player_terrain(world->players[player], x, y);
}

static inline int32_t cost_of(const World *world, const Walker *walker, int32_t terrain) {
  if (terrain == UNSEEN) return walker->unknown;
  int32_t own = walker->own[terrain];
  return own == ASTAR_TERRAIN_DEFAULT ? world->costs[terrain] : own;
}

static inline bool is_allied(const World *world, const Unit *unit, int32_t player) {
  return world->shares[unit->player][player];
}

static inline astar_rect footprint(const World *world, const Unit *unit) {
  astar_cell at = astar_unit_cell(unit->object);
  int32_t size = world->walkers[unit->walker].size;
  return (astar_rect){ at.x, at.y, size, size };
}

/* A foreign unit is visible where the player sees a cell that it covers. */
static inline bool is_visible(const World *world, const Unit *unit, int32_t player) {
  astar_rect rect = footprint(world, unit);
  for (int32_t i = 0; i < rect.width * rect.height; i++)
    if (astar_player_knows(world->players[player], rect.x + i % rect.width,
                           rect.y + i / rect.width) == ASTAR_VISIBLE) return true;
  return is_allied(world, unit, player);
}

/* ---- units in the way ------------------------------------------------------------------------ */

static inline bool stands(const Unit *unit) {
  return astar_unit_path(unit->object, NULL) == NULL;
}

/* Would a unit that stands make way for another one? */
static inline bool makes_way(const World *world, const Unit *unit, const Unit *for_whom) {
  return astar_unit_avoidance(unit->object) == ASTAR_AVOIDANCE_YIELD &&
         astar_unit_avoidance(for_whom->object) == ASTAR_AVOIDANCE_YIELD &&
         astar_unit_speed(unit->object) > 0 && is_allied(world, unit, for_whom->player) &&
         is_allied(world, for_whom, unit->player);
}

static inline bool is_within_radius(const World *world, const Question *question,
                                    const Unit *unit) {
  astar_cell at = astar_unit_cell(unit->object), asker = astar_unit_cell(question->unit->object);
  return level_of(world, at.x, at.y) == level_of(world, asker.x, asker.y) &&
         cells_apart(world->grid, at, asker) <= question->query.claim_radius;
}

static inline bool is_in_the_way(const World *world, const Question *question, const Unit *unit) {
  const Unit *asker = question->unit;
  if (unit == asker || !question->query.occupancy) return false;
  if (!is_visible(world, unit, asker->player)) return false;
  if (!stands(unit) && (question->query.claim_radius > 0 || !makes_way(world, unit, asker)))
    return rects_apart(world->grid, footprint(world, unit), footprint(world, asker)) <= 1;
  if (!stands(unit)) return false;
  return !makes_way(world, unit, asker) || is_within_radius(world, question, unit);
}

/* Would it make way for one that passes, but not for one that stays? */
static inline bool keeps_its_place(const World *world, const Question *question,
                                   const Unit *unit) {
  return unit != question->unit && question->query.occupancy && stands(unit) &&
         makes_way(world, unit, question->unit);
}

static inline void mark(const World *world, uint8_t *cells, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) cells[y * world->width + x] = 1;
}

static inline void mark_claims(const World *world, const Question *question, const Unit *unit,
                               uint8_t *cells) {
  int32_t index, size = world->walkers[unit->walker].size;
  const astar_path *path = astar_unit_path(unit->object, &index);
  if (unit == question->unit || path == NULL || !question->query.claims) return;
  if (!is_within_radius(world, question, unit)) return;
  if (!is_allied(world, unit, question->player)) return;
  for (int32_t i = index; i <= index + question->query.claim_ahead; i++) {
    if (i >= astar_path_length(path)) break;
    astar_cell at = astar_path_cell(path, i);
    mark(world, cells, (astar_rect){ at.x, at.y, size, size });
  }
}

/* Cells by what units make of them: each list has a number for every cell of the map. */
typedef struct Traces {
  uint8_t *taken, *claimed, *kept;
} Traces;

static inline Traces traces_new(const World *world, const Question *question) {
  Traces traces = { new_marks(world), new_marks(world), new_marks(world) };
  for (int32_t i = 0; i < world->unit_count && question->unit != NULL; i++) {
    const Unit *unit = &world->units[i];
    astar_rect rect = footprint(world, unit);
    if (is_in_the_way(world, question, unit)) mark(world, traces.taken, rect);
    if (keeps_its_place(world, question, unit)) mark(world, traces.kept, rect);
    mark_claims(world, question, unit, traces.claimed);
  }
  return traces;
}

static inline void traces_free(Traces *traces) {
  free(traces->taken);
  free(traces->claimed);
  free(traces->kept);
}

/* Does a unit of that size at a cell cover a marked one? */
static inline bool covers(const World *world, const uint8_t *cells, int32_t size, astar_cell at) {
  for (int32_t i = 0; i < size * size; i++) {
    int32_t x = at.x + i % size, y = at.y + i / size;
    if (x < world->width && y < world->height && cells[y * world->width + x]) return true;
  }
  return false;
}

/* ---- what it costs --------------------------------------------------------------------------- */

static inline int32_t rounded(int64_t value, int64_t weight) {
  int64_t product = value * weight;
  return (int32_t)((product + (product < 0 ? -512 : 512)) / 1024);
}

/* The largest value of an influence map over the cells that a unit covers, times its weight. */
static inline int32_t influence_over(const astar_influence *influence, int32_t weight, int32_t size,
                                     astar_cell at) {
  int32_t most = INT32_MIN;
  for (int32_t i = 0; i < size * size; i++) {
    int32_t value = rounded(astar_influence_get(influence, at.x + i % size, at.y + i / size),
                            weight);
    if (value > most) most = value;
  }
  return most;
}

/* What the layers of a question add for a unit at a cell. */
static inline int64_t penalty_at(const World *world, const Question *question,
                                 const Traces *traces, astar_cell at) {
  const astar_query *query = &question->query;
  int32_t size = question->walker->size;
  int64_t sum = 0;
  if (query->influence_count < 0)
    for (int32_t i = 0; i < world->influence_count; i++)
      sum += influence_over(world->influences[i], world->weights[i], size, at);
  for (int32_t i = 0; i < query->influence_count; i++)
    sum += influence_over(query->influences[i].influence, query->influences[i].weight, size, at);
  if (covers(world, traces->claimed, size, at))
    sum += query->claim_penalty >= 0 ? query->claim_penalty : world->straight;
  if (question->extra != NULL) {
    int32_t terrain = known_terrain(world, question->player, at.x, at.y);
    sum += question->extra[at.y * world->width + at.x] + question->by_terrain[terrain];
  }
  return sum;
}

/* Does a class pay for height? Two kinds of terrain that it can enter must differ in it. */
static inline bool minds_height(const World *world, const Walker *walker) {
  int32_t first = 0;
  if (walker->climb == 0 && walker->descend == 0) return false;
  for (int32_t id = VOID; id <= KINDS; id++) {
    if (cost_of(world, walker, id) == 0) continue;
    if (first == 0) first = id;
    if (world->slopes[id].height != world->slopes[first].height) return true;
  }
  return false;
}

/* Is one of two cells that cost the same the one whose slope counts? */
static inline bool slope_counts_before(const Place *a, const Place *b) {
  int32_t strong = abs(a->east) + abs(a->south), other = abs(b->east) + abs(b->south);
  if (a->seen != b->seen) return a->seen;
  if (a->height != b->height && a->seen) return a->height > b->height;
  if (strong != other) return strong > other;
  return a->east != b->east ? a->east > b->east : a->south > b->south;
}

/* What a class makes of a place: the cost of the dearest cell that it covers, and that cell's
** slope. Where it cannot stand there is none. */
static inline Place place_on(const World *world, const Question *question, bool minds,
                             astar_cell at) {
  const Walker *walker = question->walker;
  Place place = { .open = at.x + walker->size <= world->width &&
                          at.y + walker->size <= world->height };
  for (int32_t i = 0; i < walker->size * walker->size && place.open; i++) {
    int32_t terrain = known_terrain(world, question->player, at.x + i % walker->size,
                                    at.y + i / walker->size);
    astar_slope slope = world->slopes[terrain];
    Place here = { .open = true, .terrain = cost_of(world, walker, terrain) };
    here.seen = minds && terrain != UNSEEN;
    here.height = here.seen ? slope.height : 0;
    here.east = rounded(slope.east, walker->drift);
    here.south = rounded(slope.south, walker->drift);
    if (here.terrain == 0) return (Place){ .open = false };
    bool counts = here.terrain > place.terrain ||
                  (here.terrain == place.terrain && slope_counts_before(&here, &place));
    if (i == 0 || counts) place = here;
  }
  return place;
}

/* What was counted of units that came the other way, and a tenth of those that waited; 128 is all
** of what it costs. */
static inline int32_t traffic_from(const World *world, const Question *question, astar_cell at,
                                   int way) {
  int32_t came = 0, waits = 0, size = question->walker->size;
  for (int32_t i = 0; i < size * size; i++) {
    astar_traffic counted = astar_player_traffic_at(world->players[question->player],
                                                    at.x + i % size, at.y + i / size);
    if (counted.came[way] > came) came = counted.came[way];
    if (counted.waits > waits) waits = counted.waits;
  }
  return question->query.traffic_cost * (10 * came + waits) / 1280;
}

/* ---- grounds --------------------------------------------------------------------------------- */

typedef enum Part {
  BY_TERRAIN,                       /* as a player knows it, and nothing else */
  PAST_UNITS,                       /* and what the callback closes */
  WITH_UNITS,                       /* the terrain, and units that stand in the way */
  WITH_ALL                          /* and all that makes steps dearer or cheaper */
} Part;

/* A way over a link from one of its ends, if the class can stand at both. */
static inline void add_exit(const World *world, const Question *question, Ground *ground,
                            astar_cell from, astar_cell to, int32_t cost, uint32_t number) {
  int32_t end = to.y * world->width + to.x;
  const Place *place = &ground->places[end];
  if (question->player >= 0 &&
      astar_player_knows(world->players[question->player], from.x, from.y) == ASTAR_UNSEEN) return;
  if (!place->open || !place_on(world, question, false, from).open) return;
  int64_t more = (int64_t)at_least_one(place->sum[0]) - place->terrain;
  ground->links[ground->link_count++] = (GroundLink){ from.y * world->width + from.x, end,
                                                      at_least_one(cost + more), number };
}

static inline bool takes(const astar_link_desc *link, const astar_class *cls) {
  for (int32_t i = 0; i < link->class_count; i++)
    if (link->classes[i] == cls) return true;
  return link->class_count == 0;
}

static inline void add_links(const World *world, const Question *question, Ground *ground) {
  ground->link_count = 0;
  for (int32_t i = 0; i < world->link_count; i++) {
    astar_link_desc link = astar_link_description(world->links[i]);
    KnownLink known = { true, link.closed, link.cost };
    if (question->player >= 0) known = world->known[question->player][i];
    if (!known.known || known.closed || !takes(&link, question->walker->object)) continue;
    uint32_t number = astar_link_number(world->links[i]);
    add_exit(world, question, ground, link.from, link.to, known.cost, number);
    if (!link.one_way) add_exit(world, question, ground, link.to, link.from, known.cost, number);
  }
}

/* What the steps of a question cost. Cells that are marked `closed` cannot be entered either. */
static inline Ground ground_of(const World *world, const Question *question, const Traces *traces,
                               Part part, const uint8_t *closed) {
  const Walker *walker = question->walker;
  Ground ground = ground_new(world->grid, world->width, world->height);
  bool minds = minds_height(world, walker);
  bool counts = part == WITH_ALL && question->player >= 0 && question->query.traffic_cost > 0;
  ground.rule = walker->rule;
  ground.turn = part == WITH_ALL ? question->query.turn_cost : 0;
  ground.climb = walker->climb;
  ground.descend = walker->descend;
  for (int32_t i = 0; i < cells_of(world); i++) {
    astar_cell at = cell_at(world, i);
    Place *place = &ground.places[i];
    *place = place_on(world, question, minds, at);
    for (int way = 0; way < WAYS && counts; way++)
      place->traffic[way] = traffic_from(world, question, at, way);
    if (!place->open) continue;
    if (part >= WITH_UNITS && covers(world, traces->taken, walker->size, at)) place->open = false;
    if (closed != NULL && closed[i]) place->open = false;
    if ((part == PAST_UNITS || part == WITH_ALL) && question->extra != NULL &&
        question->extra[i] == ASTAR_EXTRA_BLOCKED) place->open = false;
    place->sum[0] = place->terrain;
    place->sum[1] = diagonal_cost(world, place->terrain);
    if (!place->open || part != WITH_ALL) continue;
    int64_t more = penalty_at(world, question, traces, at);
    place->sum[0] += more;
    place->sum[1] += more;
  }
  add_links(world, question, &ground);
  return ground;
}

#endif
