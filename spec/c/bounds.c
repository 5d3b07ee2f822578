/*
** Each argument at its bounds: the last value that is good is taken, the first that is not is
** INVALID and changes nothing; objects of another map are INVALID, and so is each call that would
** change a locked map.
*/
#include "astar_graph.h"
#include "check.h"

typedef struct World {
  astar_map *map;
  astar_class *cls;
  astar_player *red, *blue;
  astar_unit *unit;
  astar_influence *danger;
  astar_path *path;                 /* of the unit's cell and the next */
} World;

static astar_rect cell_rect(int32_t x, int32_t y) {
  return (astar_rect){ x, y, 1, 1 };
}

static World new_world(void) {
  astar_status why;
  World world = { .map = open_map(20, 12) };
  world.cls = astar_map_class(world.map);
  world.red = new_player(world.map, "red");
  world.blue = new_player(world.map, "blue");
  CHECK(astar_player_reveal(world.red) == ASTAR_OK);
  world.unit = new_unit(world.red, 3, 3, 2);
  world.danger = astar_influence_new(world.map, "danger", ASTAR_ONE, &why);
  world.path = astar_path_find(world.map, 3, 3, cell_rect(4, 3), NULL, &why);
  CHECK(why == ASTAR_OK);
  return world;
}

static void free_world(World *world) {
  astar_path_free(world->map, world->path);
  astar_map_free(world->map);
}

/* The call is INVALID, and has changed nothing. */
#define REFUSED(map, call)                                                                         \
  do {                                                                                             \
    uint64_t hash_before = astar_map_hash(map);                                                    \
    CHECK((call) == ASTAR_INVALID);                                                                \
    CHECK(astar_map_hash(map) == hash_before);                                                     \
  } while (0)

/* ---- maps ------------------------------------------------------------------------------------ */

static astar_status map_of(astar_map_desc desc) {
  astar_status why;
  astar_map *map = astar_map_new(&desc, &why);
  CHECK((map != NULL) == (why == ASTAR_OK));
  astar_map_free(map);
  return why;
}

#define MAP_WITH(field, value) (desc = good, desc.field = (value), map_of(desc))

TEST(descriptions_of_maps) {
  astar_map_desc good = astar_map_default(), desc;
  good.width = good.height = 3;
  CHECK(map_of(good) == ASTAR_OK);
  CHECK(MAP_WITH(width, 1) == ASTAR_OK && MAP_WITH(width, 0) == ASTAR_INVALID);
  CHECK(MAP_WITH(height, 1) == ASTAR_OK && MAP_WITH(height, 0) == ASTAR_INVALID);
  CHECK(MAP_WITH(width, ASTAR_MAX_CELLS / 3 + 1) == ASTAR_INVALID);
  CHECK(MAP_WITH(straight, 0) == ASTAR_INVALID);
  CHECK(MAP_WITH(straight, 14) == ASTAR_OK && MAP_WITH(straight, 15) == ASTAR_INVALID);
  CHECK(MAP_WITH(diagonal, 20) == ASTAR_OK && MAP_WITH(diagonal, 21) == ASTAR_INVALID);
  good.diagonal = 40000;
  CHECK(MAP_WITH(straight, 32767) == ASTAR_OK && MAP_WITH(straight, 32768) == ASTAR_INVALID);
  good.diagonal = 14;
  CHECK(MAP_WITH(origin_x, 1e299) == ASTAR_OK && MAP_WITH(origin_x, 1e300) == ASTAR_INVALID);
  CHECK(MAP_WITH(origin_x, -1e300) == ASTAR_INVALID && MAP_WITH(origin_y, 1e300) == ASTAR_INVALID);
  CHECK(MAP_WITH(origin_y, -1e299) == ASTAR_OK && MAP_WITH(origin_y, -1e300) == ASTAR_INVALID);
  CHECK(MAP_WITH(cell_width, 0) == ASTAR_INVALID && MAP_WITH(cell_width, 1e300) == ASTAR_INVALID);
  CHECK(MAP_WITH(cell_height, 0) == ASTAR_INVALID && MAP_WITH(cell_height, 1e300) == ASTAR_INVALID);
  CHECK(MAP_WITH(projection, ASTAR_ISOMETRIC) == ASTAR_OK);
  CHECK(MAP_WITH(projection, (astar_projection)2) == ASTAR_INVALID);
  CHECK(MAP_WITH(grid, ASTAR_GRID_FLAT_HEX) == ASTAR_OK);
  CHECK(MAP_WITH(grid, (astar_grid)3) == ASTAR_INVALID);
  good.grid = ASTAR_GRID_HEX;
  CHECK(MAP_WITH(projection, ASTAR_ISOMETRIC) == ASTAR_INVALID);
}

/* ---- terrains and classes -------------------------------------------------------------------- */

TEST(kinds_of_terrain) {
  World world = new_world();
  astar_map *map = world.map;
  char name[ASTAR_NAME_MAX + 2];
  memset(name, 'n', sizeof name);
  name[ASTAR_NAME_MAX + 1] = 0;
  REFUSED(map, astar_terrain_define(map, name, 10, false, NULL));
  name[ASTAR_NAME_MAX] = 0;
  CHECK(astar_terrain_define(map, name, 10, false, NULL) == ASTAR_OK);
  REFUSED(map, astar_terrain_define(map, "", 10, false, NULL));
  REFUSED(map, astar_terrain_define(map, "mud", -1, false, NULL));
  REFUSED(map, astar_terrain_define(map, "mud", ASTAR_MAX_COST + 1, false, NULL));
  REFUSED(map, astar_terrain_define(map, "mud", ASTAR_MAX_COST, false, NULL));
  CHECK(astar_terrain_define(map, "mud", 46810, false, NULL) == ASTAR_OK);
  REFUSED(map, astar_terrain_define(map, "mud", 46812, false, NULL));
  int32_t mud = astar_terrain_find(map, "mud");
  CHECK(astar_terrain_cost(map, mud) == 46810 && mud == astar_terrain_count(map));
  REFUSED(map, astar_map_set(map, 0, 0, 0));
  REFUSED(map, astar_map_set(map, 0, 0, mud + 1));
  REFUSED(map, astar_map_set(map, 20, 0, mud));
  REFUSED(map, astar_map_fill(map, (astar_rect){ 0, 0, 21, 1 }, mud));
  REFUSED(map, astar_map_fill(map, (astar_rect){ 0, 0, 1, 13 }, mud));
  REFUSED(map, astar_map_fill(map, (astar_rect){ 0, 0, 0, 1 }, mud));
  REFUSED(map, astar_map_fill(map, (astar_rect){ 0, 0, 1, 0 }, mud));
  REFUSED(map, astar_map_paint(map, (astar_rect){ 19, 0, 2, 1 }, (uint8_t[]){ 1, 1 }));
  REFUSED(map, astar_map_paint(map, (astar_rect){ 18, 0, 2, 1 }, (uint8_t[]){ 2, 0 }));
  CHECK(astar_map_paint(map, (astar_rect){ 18, 0, 2, 1 }, (uint8_t[]){ 2, 3 }) == ASTAR_OK);
  CHECK(astar_map_get(map, 18, 0) == 2 && astar_map_get(map, 19, 0) == 3);
  free_world(&world);
}

static astar_status class_of(astar_map *map, astar_class_desc desc) {
  astar_status why;
  CHECK((astar_class_new(map, &desc, &why) != NULL) == (why == ASTAR_OK));
  return why;
}

#define CLASS_WITH(field, value)                                                                   \
  class_of(map, (desc = good, desc.field = (value), desc))

TEST(classes) {
  World world = new_world();
  astar_map *map = world.map;
  astar_class_desc good = astar_class_default(), desc;
  int32_t costs[ASTAR_MAX_TERRAINS + 2] = { 0, 12, 0 };
  CHECK(CLASS_WITH(size, ASTAR_MAX_SIZE) == ASTAR_OK);
  REFUSED(map, CLASS_WITH(size, 0));
  REFUSED(map, CLASS_WITH(size, ASTAR_MAX_SIZE + 1));
  CHECK(CLASS_WITH(unknown, 0) == ASTAR_OK);
  REFUSED(map, CLASS_WITH(unknown, -2));
  REFUSED(map, CLASS_WITH(unknown, ASTAR_MAX_COST));
  REFUSED(map, CLASS_WITH(unknown, ASTAR_MAX_COST + 1));
  CHECK(CLASS_WITH(diagonal, ASTAR_DIAGONAL_NEVER) == ASTAR_OK);
  REFUSED(map, CLASS_WITH(diagonal, (astar_diagonal_rule)4));
  good.costs = costs;
  CHECK(CLASS_WITH(cost_count, ASTAR_MAX_TERRAINS + 1) == ASTAR_OK);
  REFUSED(map, CLASS_WITH(cost_count, ASTAR_MAX_TERRAINS + 2));
  costs[2] = -2;
  REFUSED(map, CLASS_WITH(cost_count, 3));
  CHECK(astar_class_cost(world.cls, 0) == 0 && astar_class_cost(world.cls, 5) == 0);
  CHECK(astar_class_cost(world.cls, BUSH) == 20);
  free_world(&world);
}

/* ---- influence maps, players, units ---------------------------------------------------------- */

static astar_status influence_of(astar_map *map, const char *name, int32_t weight) {
  astar_status why;
  CHECK((astar_influence_new(map, name, weight, &why) != NULL) == (why == ASTAR_OK));
  return why;
}

TEST(influence_maps) {
  World world = new_world();
  astar_map *map = world.map;
  astar_influence *danger = world.danger;
  char name[ASTAR_NAME_MAX + 2];
  memset(name, 'n', sizeof name);
  name[ASTAR_NAME_MAX + 1] = 0;
  CHECK(influence_of(map, "most", 64 * ASTAR_ONE) == ASTAR_OK);
  CHECK(influence_of(map, "least", -64 * ASTAR_ONE) == ASTAR_OK);
  REFUSED(map, influence_of(map, "more", 64 * ASTAR_ONE + 1));
  REFUSED(map, influence_of(map, "less", -64 * ASTAR_ONE - 1));
  REFUSED(map, influence_of(map, "", 0));
  REFUSED(map, influence_of(map, name, 0));
  REFUSED(map, influence_of(map, "danger", 0));
  CHECK(astar_influence_set(danger, 1, 1, ASTAR_MAX_COST) == ASTAR_OK);
  CHECK(astar_influence_set(danger, 1, 1, -ASTAR_MAX_COST) == ASTAR_OK);
  REFUSED(map, astar_influence_set(danger, 1, 1, ASTAR_MAX_COST + 1));
  REFUSED(map, astar_influence_set(danger, 1, 1, -ASTAR_MAX_COST - 1));
  REFUSED(map, astar_influence_set(danger, 20, 1, 5));
  CHECK(astar_influence_add(danger, 1, 1, ASTAR_MAX_COST, ASTAR_MAX_RADIUS, 0) == ASTAR_OK);
  REFUSED(map, astar_influence_add(danger, 1, 1, ASTAR_MAX_COST + 1, 2, 0));
  REFUSED(map, astar_influence_add(danger, 1, 1, -ASTAR_MAX_COST - 1, 2, 0));
  REFUSED(map, astar_influence_add(danger, 1, 1, 5, -1, 0));
  REFUSED(map, astar_influence_add(danger, 1, 1, 5, ASTAR_MAX_RADIUS + 1, 0));
  REFUSED(map, astar_influence_add(danger, 1, 1, 5, 2, (astar_falloff)2));
  REFUSED(map, astar_influence_add(danger, 1, 12, 5, 2, 0));
  REFUSED(map, astar_influence_decay(danger, -1));
  REFUSED(map, astar_influence_decay(danger, ASTAR_ONE + 1));
  REFUSED(map, astar_influence_spread(danger, -1));
  REFUSED(map, astar_influence_spread(danger, ASTAR_ONE + 1));
  CHECK(astar_influence_spread(danger, ASTAR_ONE) == ASTAR_OK);
  CHECK(astar_influence_decay(danger, 0) == ASTAR_OK && astar_influence_get(danger, 1, 1) == 0);
  free_world(&world);
}

static astar_status recipe_of(astar_map *map, astar_recipe recipe) {
  astar_status why;
  astar_influence *influence = astar_influence_derive(map, "derived", ASTAR_ONE, &recipe, &why);
  CHECK((influence != NULL) == (why == ASTAR_OK));
  if (influence != NULL) astar_influence_remove(influence);
  return why;
}

#define RECIPE_WITH(field, value)                                                                  \
  recipe_of(map, (desc = good, desc.field = (value), desc))

/* Both are accepted, and nothing below and above them. */
#define RECIPE_BETWEEN(field, from, to)                                                            \
  do {                                                                                             \
    CHECK(RECIPE_WITH(field, from) == ASTAR_OK && RECIPE_WITH(field, to) == ASTAR_OK);             \
    REFUSED(map, RECIPE_WITH(field, (from) - 1));                                                  \
    REFUSED(map, RECIPE_WITH(field, (to) + 1));                                                    \
  } while (0)

static void recipes_of(World *world, astar_recipe_kind kind, int32_t terms) {
  astar_map *map = world->map;
  bool goes = kind == ASTAR_RECIPE_NEAR || kind == ASTAR_RECIPE_FLOW;
  astar_weighted parts[9];
  for (int i = 0; i < 9; i++) parts[i] = (astar_weighted){ world->danger, ASTAR_ONE };
  astar_recipe good = astar_recipe_default(kind), desc;
  good.terms = parts;
  good.term_count = 1;
  good.radius = goes;
  good.half_life = kind == ASTAR_RECIPE_HISTORY;
  RECIPE_BETWEEN(term_count, 1, terms);
  RECIPE_BETWEEN(radius, goes, goes ? 32 : 0);
  RECIPE_BETWEEN(half_life, good.half_life, good.half_life ? 65535 : 0);
  RECIPE_BETWEEN(scale, 1, kind == ASTAR_RECIPE_PRODUCT ? ASTAR_MAX_COST : 1);
  RECIPE_BETWEEN(plus, -ASTAR_MAX_COST, ASTAR_MAX_COST);
  RECIPE_BETWEEN(least, -ASTAR_MAX_COST, ASTAR_MAX_COST);
  RECIPE_BETWEEN(greatest, -ASTAR_MAX_COST, ASTAR_MAX_COST);
  good.least = good.greatest = 5;
  CHECK(recipe_of(map, good) == ASTAR_OK);
  REFUSED(map, RECIPE_WITH(least, 6));
  REFUSED(map, RECIPE_WITH(greatest, 4));
  CHECK((RECIPE_WITH(player, world->red) == ASTAR_OK) == (kind == ASTAR_RECIPE_FLOW));
  CHECK((RECIPE_WITH(cls, world->cls) == ASTAR_OK) == (kind == ASTAR_RECIPE_FLOW));
}

TEST(recipes) {
  World world = new_world(), other = new_world();
  astar_map *map = world.map;
  for (int kind = 0; kind <= ASTAR_RECIPE_HISTORY; kind++)
    recipes_of(&world, (astar_recipe_kind)kind, kind < ASTAR_RECIPE_SLOPE ? 8 : 1);
  astar_recipe good = astar_recipe_default(ASTAR_RECIPE_FLOW), desc;
  astar_weighted part = { world.danger, ASTAR_ONE };
  good.terms = &part;
  good.term_count = good.radius = 1;
  REFUSED(map, RECIPE_WITH(kind, (astar_recipe_kind)(ASTAR_RECIPE_HISTORY + 1)));
  REFUSED(map, RECIPE_WITH(kind, (astar_recipe_kind)-1));
  REFUSED(map, RECIPE_WITH(player, other.red));
  REFUSED(map, RECIPE_WITH(cls, other.cls));
  for (int sign = -1; sign <= 1; sign += 2) {
    part.weight = sign * 64 * ASTAR_ONE;
    CHECK(recipe_of(map, good) == ASTAR_OK);
    part.weight += sign;
    REFUSED(map, recipe_of(map, good));
  }
  part = (astar_weighted){ other.danger, ASTAR_ONE };
  REFUSED(map, recipe_of(map, good));
  free_world(&world);
  free_world(&other);
}

TEST(players) {
  World world = new_world(), other = new_world();
  astar_map *map = world.map;
  astar_status why;
  CHECK(astar_player_new(map, "", &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_player_new(map, "red", &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_player_see(world.red, 2, 2, ASTAR_MAX_RADIUS, NULL, NULL) == ASTAR_OK);
  REFUSED(map, astar_player_see(world.red, 2, 2, ASTAR_MAX_RADIUS + 1, NULL, NULL));
  REFUSED(map, astar_player_see(world.red, 2, 2, -1, NULL, NULL));
  REFUSED(map, astar_player_see(world.red, -1, 2, 1, NULL, NULL));
  REFUSED(map, astar_player_share(world.red, world.red, true));
  REFUSED(map, astar_player_share(world.red, other.blue, true));
  CHECK(astar_player_share(world.red, world.blue, true) == ASTAR_OK);
  CHECK(astar_player_shares(world.red, world.blue) && !astar_player_shares(world.red, other.blue));
  CHECK(astar_unit_visible(world.unit, world.blue) && !astar_unit_visible(world.unit, other.red));
  free_world(&other);
  free_world(&world);
}

static astar_status unit_of(const World *world, astar_unit_desc desc) {
  astar_status why;
  CHECK((astar_unit_new(world->red, &desc, &why) != NULL) == (why == ASTAR_OK));
  return why;
}

#define UNIT_WITH(field, value)                                                                    \
  unit_of(&world, (desc = good, desc.x = at++, desc.field = (value), desc))

TEST(units) {
  World world = new_world(), other = new_world();
  astar_map *map = world.map;
  astar_unit *unit = world.unit;
  astar_unit_desc good = astar_unit_default(), desc;
  int32_t at = 0;
  CHECK(UNIT_WITH(speed, 64 * ASTAR_ONE) == ASTAR_OK && UNIT_WITH(speed, 0) == ASTAR_OK);
  REFUSED(map, UNIT_WITH(speed, 64 * ASTAR_ONE + 1));
  REFUSED(map, UNIT_WITH(speed, -1));
  CHECK(UNIT_WITH(sight, ASTAR_MAX_RADIUS) == ASTAR_OK && UNIT_WITH(sight, -1) == ASTAR_OK);
  REFUSED(map, UNIT_WITH(sight, ASTAR_MAX_RADIUS + 1));
  REFUSED(map, UNIT_WITH(sight, -2));
  REFUSED(map, UNIT_WITH(avoidance, (astar_avoidance)4));
  REFUSED(map, UNIT_WITH(priority, -1));
  REFUSED(map, UNIT_WITH(priority, ASTAR_MAX_UNIT_PRIORITY + 1));
  REFUSED(map, UNIT_WITH(cls, other.cls));
  REFUSED(map, UNIT_WITH(y, 12));
  REFUSED(map, astar_unit_set_speed(unit, -1));
  REFUSED(map, astar_unit_set_speed(unit, 64 * ASTAR_ONE + 1));
  REFUSED(map, astar_unit_set_sight(unit, -2));
  REFUSED(map, astar_unit_set_sight(unit, ASTAR_MAX_RADIUS + 1));
  REFUSED(map, astar_unit_set_avoidance(unit, (astar_avoidance)4));
  REFUSED(map, astar_unit_set_priority(unit, -1));
  REFUSED(map, astar_unit_set_priority(unit, ASTAR_MAX_UNIT_PRIORITY + 1));
  REFUSED(map, astar_unit_place(unit, 20, 0));
  CHECK(astar_unit_set_speed(unit, 64 * ASTAR_ONE) == ASTAR_OK);
  CHECK(astar_unit_set_sight(unit, ASTAR_MAX_RADIUS) == ASTAR_OK);
  CHECK(astar_unit_set_avoidance(unit, ASTAR_AVOIDANCE_YIELD) == ASTAR_OK);
  CHECK(astar_map_set_reroute_budget(map, 1) == ASTAR_OK);
  REFUSED(map, astar_map_set_reroute_budget(map, 0));
  free_world(&other);
  free_world(&world);
}

static int32_t near(const World *world, astar_surroundings where, int32_t room) {
  astar_unit *found[1];
  return astar_map_units_near(world->map, &where, found, room);
}

#define NEAR_WITH(field, value) near(&world, (where = good, where.field = (value), where), 1)

TEST(surroundings) {
  World world = new_world(), other = new_world();
  astar_surroundings good = { .place = { 2, 2, 1, 1 }, .radius = 1, .player = world.red }, where;
  CHECK(near(&world, good, 1) == 1 && near(&world, good, 0) == 1 && near(&world, good, -1) == -1);
  CHECK(NEAR_WITH(radius, 0) == 0 && NEAR_WITH(radius, -1) == -1);
  CHECK(NEAR_WITH(radius, INT32_MAX) == 1);
  CHECK(NEAR_WITH(place.x, 20) == -1 && NEAR_WITH(player, other.red) == -1);
  CHECK(NEAR_WITH(side, ASTAR_FRIENDS) == 1 && NEAR_WITH(side, ASTAR_ENEMIES) == 0);
  good.player = NULL;
  CHECK(near(&world, good, 1) == 1 && NEAR_WITH(side, ASTAR_ENEMIES) == -1);
  free_world(&other);
  free_world(&world);
}

/* ---- queries --------------------------------------------------------------------------------- */

/* What each way to ask says of a query; all must say the same. */
static astar_status answer(const World *world, astar_query query) {
  astar_status other;
  uint32_t region, size;
  bool is_dead_end;
  astar_cell cell = { 0, 0 };
  int32_t cost, index;
  astar_status why = astar_map_cost(world->map, 4, 4, false, &query, &cost);
  CHECK(why != ASTAR_INVALID || cost == 0);
  astar_ticket *ticket = astar_queue_request(world->map, 3, 3, cell_rect(5, 5), &query, 0, &other);
  CHECK((ticket != NULL) == (other == ASTAR_OK));
  astar_ticket_free(ticket);
  if (!query.trace) CHECK(other == why);
  CHECK(astar_map_region(world->map, 4, 4, &query, &region, &size) == why);
  CHECK(astar_map_clearance(world->map, 4, 4, &query, &size) == why);
  astar_areas *areas = astar_areas_new(world->map, NULL, &query, &other);
  CHECK(other == why && (areas != NULL) == (why == ASTAR_OK));
  astar_areas_free(areas);
  CHECK(find_dead_ends(world->map, &query) == why);
  CHECK(find_landmarks(world->map, &query) == why);
  CHECK(prepare_tables(world->map, &query, true) == why);
  uint32_t owed;
  CHECK(astar_map_pay_for_tables(world->map, &query, 1, &owed) == why);
  CHECK(astar_map_is_dead_end(world->map, cell_rect(1, 1), &query, &is_dead_end, &cell) == why);
  CHECK(astar_map_reachable(world->map, 3, 3, cell_rect(5, 5), &query) == why);
  astar_search *search = astar_search_new(world->map, 3, 3, cell_rect(5, 5), &query, &other);
  CHECK(other == why && (search != NULL) == (why == ASTAR_OK));
  if (search != NULL) astar_search_free(search);
  astar_field *field = astar_field_new(world->map, &cell, 1, &query, &other);
  CHECK(other == why && (field != NULL) == (why == ASTAR_OK));
  if (field != NULL) astar_field_free(field);
  other = astar_path_blocked(world->map, world->path, 0, &query, &index);
  CHECK(other == why && index == -1);
  return why;
}

#define QUERY_WITH(field, value) answer(&world, (query = good, query.field = (value), query))

TEST(numbers_in_queries) {
  World world = new_world();
  astar_map *map = world.map;
  astar_query good = astar_query_default(), query;
  CHECK(answer(&world, good) == ASTAR_OK);
  CHECK(QUERY_WITH(traffic_cost, ASTAR_MAX_COST) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(traffic_cost, -1));
  REFUSED(map, QUERY_WITH(traffic_cost, ASTAR_MAX_COST + 1));
  CHECK(QUERY_WITH(claim_ahead, 0) == ASTAR_OK);
  CHECK(QUERY_WITH(claim_ahead, ASTAR_MAX_CELLS) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(claim_ahead, -1));
  REFUSED(map, QUERY_WITH(claim_ahead, ASTAR_MAX_CELLS + 1));
  CHECK(QUERY_WITH(claim_radius, ASTAR_MAX_RADIUS) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(claim_radius, -1));
  REFUSED(map, QUERY_WITH(claim_radius, ASTAR_MAX_RADIUS + 1));
  CHECK(QUERY_WITH(claim_penalty, ASTAR_MAX_COST) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(claim_penalty, -2));
  REFUSED(map, QUERY_WITH(claim_penalty, ASTAR_MAX_COST + 1));
  CHECK(QUERY_WITH(heuristic_weight, 64 * ASTAR_ONE) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(heuristic_weight, ASTAR_ONE - 1));
  REFUSED(map, QUERY_WITH(heuristic_weight, 64 * ASTAR_ONE + 1));
  CHECK(QUERY_WITH(within, INT32_MAX) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(within, -1));
  CHECK(QUERY_WITH(turn_cost, ASTAR_MAX_COST) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(turn_cost, -1));
  REFUSED(map, QUERY_WITH(turn_cost, ASTAR_MAX_COST + 1));
  CHECK(QUERY_WITH(any_angle, true) == ASTAR_OK);
  CHECK(QUERY_WITH(heuristic, ASTAR_NO_HEURISTIC) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(heuristic, (astar_heuristic)5));
  CHECK(QUERY_WITH(engine, ASTAR_ENGINE_ANYA) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(engine, ASTAR_ENGINE_NONE));
  REFUSED(map, QUERY_WITH(influence_count, -2));
  CHECK(QUERY_WITH(trace, true) == ASTAR_OK);
  good.traffic_cost = 1;
  REFUSED(map, QUERY_WITH(any_angle, true));
  good.traffic_cost = 0;
  good.turn_cost = 1;
  REFUSED(map, QUERY_WITH(any_angle, true));
  CHECK(QUERY_WITH(trace, true) == ASTAR_OK);
  free_world(&world);
}

TEST(influence_maps_in_queries) {
  World world = new_world(), other = new_world();
  astar_weighted weights[] = { { world.danger, 64 * ASTAR_ONE },
                               { world.danger, -64 * ASTAR_ONE } };
  astar_query query = astar_query_default();
  query.influences = weights;
  query.influence_count = 2;
  CHECK(answer(&world, query) == ASTAR_OK);
  weights[0].weight++;
  REFUSED(world.map, answer(&world, query));
  weights[0].weight = 0;
  weights[1].weight--;
  REFUSED(world.map, answer(&world, query));
  weights[1] = (astar_weighted){ other.danger, 0 };
  REFUSED(world.map, answer(&world, query));
  free_world(&other);
  free_world(&world);
}

TEST(objects_of_another_map_in_queries) {
  World world = new_world(), other = new_world();
  astar_map *map = world.map;
  astar_query good = astar_query_default(), query;
  CHECK(QUERY_WITH(cls, world.cls) == ASTAR_OK && QUERY_WITH(player, world.red) == ASTAR_OK);
  CHECK(QUERY_WITH(unit, world.unit) == ASTAR_OK);
  REFUSED(map, QUERY_WITH(cls, other.cls));
  REFUSED(map, QUERY_WITH(player, other.red));
  REFUSED(map, QUERY_WITH(unit, other.unit));
  free_world(&other);
  free_world(&world);
}

/* ---- paths, searches, fields, tickets -------------------------------------------------------- */

TEST(places_in_paths) {
  World world = new_world();
  astar_query query = astar_query_default();
  astar_status why;
  astar_path *path, *still;
  query.explain = true;
  path = astar_path_find(world.map, 1, 1, cell_rect(4, 1), &query, &why);
  CHECK(why == ASTAR_OK);
  still = astar_path_find(world.map, 3, 3, cell_rect(3, 3), NULL, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_path_explain(path, 1, NULL).terrain == 10);
  CHECK(astar_path_explain(path, 3, NULL).terrain == 10);
  CHECK(astar_path_explain(path, 0, NULL).terrain == 0);
  CHECK(astar_path_explain(path, 4, NULL).terrain == 0);
  CHECK(astar_path_explain(world.path, 1, NULL).terrain == 0);
  CHECK(astar_path_influence(path, -1) == NULL && astar_path_influence(path, 0) == NULL);
  int32_t index;
  CHECK(astar_path_blocked(world.map, path, -1, NULL, &index) == ASTAR_INVALID && index == -1);
  CHECK(astar_path_blocked(world.map, path, 4, NULL, &index) == ASTAR_OK && index == -1);
  REFUSED(world.map, astar_unit_follow_path(world.unit, path, NULL));
  CHECK(astar_unit_follow_path(world.unit, still, NULL) == ASTAR_OK);
  CHECK(astar_unit_place(world.unit, 3, 4) == ASTAR_OK);
  REFUSED(world.map, astar_unit_follow_path(world.unit, still, NULL));
  CHECK(astar_unit_place(world.unit, 4, 3) == ASTAR_OK);
  REFUSED(world.map, astar_unit_follow_path(world.unit, still, NULL));
  astar_path_free(world.map, still);
  astar_path_free(world.map, path);
  free_world(&world);
}

TEST(places_in_fields) {
  World world = new_world();
  astar_status why;
  astar_cell at = { 0, 0 };
  uint32_t cost;
  astar_field *field = astar_field_new(world.map, &at, 1, NULL, &why);
  CHECK(astar_field_seek(field, &at, &cost) == ASTAR_OK && cost == 0);
  at = (astar_cell){ -1, 0 };
  CHECK(astar_field_seek(field, &at, &cost) == ASTAR_INVALID);
  at = (astar_cell){ 0, -1 };
  CHECK(astar_field_seek(field, &at, &cost) == ASTAR_INVALID);
  at = (astar_cell){ 0, 12 };
  CHECK(astar_field_seek(field, &at, &cost) == ASTAR_UNREACHABLE);
  CHECK(astar_field_cost(field, 20, 0, &cost) == ASTAR_INVALID);
  CHECK(astar_field_costs(field, (astar_rect){ 19, 11, 2, 1 }, &cost) == ASTAR_INVALID);
  CHECK(astar_field_costs(field, (astar_rect){ 0, 0, 1, 1 }, &cost) == ASTAR_OK && cost == 0);
  CHECK(astar_field_step(field, 0, 12, &at) == ASTAR_INVALID);
  size_t size;
  CHECK(astar_field_path_size(field, -1, 0, &size) == ASTAR_INVALID && size == 0);
  astar_field_free(field);
  at = (astar_cell){ 20, 0 };
  CHECK(astar_field_new(world.map, &at, 1, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_new(world.map, &at, 0, NULL, &why) == NULL && why == ASTAR_INVALID);
  free_world(&world);
}

/* Has the search no path of that number? */
static bool has_none_at(const astar_search *search, int32_t number) {
  static _Alignas(16) char memory[4096];
  int32_t index = 0;
  astar_cell goal = astar_search_goal(search, number, &index);
  return goal.x == -1 && goal.y == -1 && index == -1 &&
         astar_search_path_size(search, number) == 0 &&
         astar_search_path(search, number, memory) == NULL;
}

/* Has it found so many paths, the cheapest first, to the goals of these indices, where there is a
** list? */
static void check_found(astar_search *search, int32_t found, const int32_t *indices) {
  uint32_t before = 0;
  if (!CHECK(search != NULL)) return;
  CHECK(astar_search_step(search, 1000) == (found > 0 ? ASTAR_OK : ASTAR_UNREACHABLE));
  CHECK(astar_search_found(search) == found);
  for (int32_t number = 0; number < found; number++) {
    int32_t index;
    astar_path *path = malloc(astar_search_path_size(search, number));
    CHECK(astar_search_path(search, number, path) == path);
    astar_cell goal = astar_search_goal(search, number, &index);
    astar_cell end = astar_path_cell(path, INT32_MAX);
    CHECK(goal.x == end.x && goal.y == end.y && astar_path_cost(path) >= before);
    CHECK(index == (indices != NULL ? indices[number] : -1));
    before = astar_path_cost(path);
    free(path);
  }
  CHECK(has_none_at(search, -1) && has_none_at(search, found) && has_none_at(search, INT32_MAX));
}

TEST(every_search_is_read_by_the_numbers_of_its_paths) {
  World world = new_world();
  astar_status why;
  size_t count;
  astar_rect goal = { 3, 5, 2, 1 };
  astar_cell cells[] = { { 3, 5 }, { 3, 4 } };
  astar_target target = { .cells = cells, .cell_count = 2, .wanted = 3 };
  astar_search *all[] = {
    astar_search_new(world.map, 3, 3, goal, NULL, &why),
    astar_nearest_new(world.map, 3, 3, &target, NULL, &why),
    astar_alternatives_new(world.map, 3, 3, goal, NULL, NULL, &why),
    astar_breach_new(world.map, 3, 3, goal, NULL, NULL, &why),
  };
  for (int i = 0; i < 4; i++) {
    check_found(all[i], i == 1 ? 2 : 1, i == 1 ? (const int32_t[]){ 1, 0 } : NULL);
    astar_search_obstacles(all[i], &count);
    CHECK(count == 0);
    astar_search_free(all[i]);
  }
  free_world(&world);
}

TEST(a_search_without_a_path_has_no_numbers) {
  astar_status why;
  astar_rect goal = { 7, 3, 1, 1 };
  astar_cell cell = { 7, 3 };
  astar_target target = { .cells = &cell, .cell_count = 1, .wanted = 1 };
  astar_map *map = open_map(9, 9);
  astar_map_fill(map, (astar_rect){ 5, 0, 1, 9 }, WALL);
  astar_prices prices = astar_prices_default(map);
  prices.terrain = ASTAR_NEVER;
  check_found(astar_search_new(map, 3, 3, goal, NULL, &why), 0, NULL);
  check_found(astar_nearest_new(map, 3, 3, &target, NULL, &why), 0, NULL);
  check_found(astar_alternatives_new(map, 3, 3, goal, NULL, NULL, &why), 0, NULL);
  check_found(astar_breach_new(map, 3, 3, goal, &prices, NULL, &why), 0, NULL);
  astar_map_set(map, 5, 0, OPEN);
  astar_search *search = astar_search_new(map, 3, 3, goal, NULL, &why);
  CHECK(astar_search_step(search, 1) == ASTAR_RUNNING && astar_search_found(search) == 0);
  CHECK(has_none_at(search, 0));
  astar_map_free(map);
}

/* A path may end beside its goal. */
TEST(the_cell_of_the_goal_that_is_nearest_to_the_end) {
  astar_status why;
  astar_query query = astar_query_default();
  astar_map *map = open_map(9, 9);
  query.within = 2;
  astar_search *search = astar_search_new(map, 0, 8, (astar_rect){ 3, 2, 4, 3 }, &query, &why);
  CHECK(astar_search_step(search, 1000) == ASTAR_OK);
  astar_cell goal = astar_search_goal(search, 0, NULL);
  CHECK(goal.x == 3 && goal.y == 4);
  astar_search_free(search);
  astar_map_fill(map, (astar_rect){ 5, 0, 1, 9 }, WALL);
  query.within = 0;
  query.partial = true;
  search = astar_search_new(map, 3, 0, (astar_rect){ 6, 2, 3, 3 }, &query, &why);
  CHECK(astar_search_step(search, 1000) == ASTAR_PARTIAL && astar_search_found(search) == 1);
  goal = astar_search_goal(search, 0, NULL);
  CHECK(goal.x == 6 && goal.y == 2);
  astar_map_free(map);
}

static int32_t no_penalty(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)user;
  return x + y + terrain < 0;
}

static astar_status request(const World *world, int32_t x, astar_rect goal, astar_query query) {
  astar_status why;
  astar_ticket *ticket = astar_queue_request(world->map, x, 3, goal, &query, 0, &why);
  CHECK((ticket != NULL) == (why == ASTAR_OK));
  astar_ticket_free(ticket);
  return why;
}

TEST(requests) {
  World world = new_world();
  astar_query plain = astar_query_default(), query = plain;
  astar_rect goal = cell_rect(9, 9);
  uint32_t used = 5;
  CHECK(request(&world, 3, goal, plain) == ASTAR_OK);
  CHECK(request(&world, 20, goal, plain) == ASTAR_INVALID);
  CHECK(request(&world, ASTAR_AT_UNIT, goal, plain) == ASTAR_INVALID);
  CHECK(request(&world, 3, cell_rect(20, 9), plain) == ASTAR_INVALID);
  query.trace = true;
  CHECK(request(&world, 3, goal, query) == ASTAR_INVALID);
  query = plain;
  query.extra_cost = no_penalty;
  CHECK(request(&world, 3, goal, query) == ASTAR_INVALID);
  query = plain;
  query.unit = world.unit;
  CHECK(request(&world, ASTAR_AT_UNIT, goal, query) == ASTAR_OK);
  CHECK(astar_queue_work(world.map, 100, 0, &used) == ASTAR_INVALID && used == 0);
  CHECK(astar_queue_work(world.map, 100, 1, NULL) == ASTAR_OK);
  free_world(&world);
}

TEST(numbers_without_a_name) {
  CHECK(strcmp(astar_status_name(ASTAR_NEWER), "newer") == 0);
  CHECK(strcmp(astar_status_name(ASTAR_OLDER), "older") == 0);
  CHECK(strcmp(astar_status_name((astar_status)(ASTAR_OLDER + 1)), "unknown") == 0);
  CHECK(strcmp(astar_engine_name(ASTAR_ENGINE_NONE), "none") == 0);
  CHECK(strcmp(astar_engine_name((astar_engine)(ASTAR_ENGINE_NONE + 1)), "unknown") == 0);
}

/* ---- locked maps ----------------------------------------------------------------------------- */

static void change_land(World *world) {
  astar_map *map = world->map;
  astar_class_desc class_desc = astar_class_default();
  CHECK(astar_terrain_define(map, "mud", 30, false, NULL) == ASTAR_INVALID);
  CHECK(astar_map_set(map, 1, 1, WALL) == ASTAR_INVALID);
  CHECK(astar_map_fill(map, cell_rect(1, 1), WALL) == ASTAR_INVALID);
  CHECK(astar_map_paint(map, cell_rect(1, 1), (uint8_t[]){ WALL }) == ASTAR_INVALID);
  CHECK(astar_map_block_circle(map, 2, 2, 1, WALL, NULL) == ASTAR_INVALID);
  CHECK(class_of(map, class_desc) == ASTAR_INVALID);
  CHECK(influence_of(map, "new", 0) == ASTAR_INVALID);
  CHECK(astar_influence_set(world->danger, 1, 1, 5) == ASTAR_INVALID);
  CHECK(astar_influence_add(world->danger, 1, 1, 5, 1, 0) == ASTAR_INVALID);
  CHECK(astar_influence_decay(world->danger, 5) == ASTAR_INVALID);
  CHECK(astar_influence_spread(world->danger, 5) == ASTAR_INVALID);
  astar_influence_remove(world->danger);
  CHECK(astar_influence_next(map, NULL) == world->danger);
}

static void change_players(World *world) {
  astar_status why;
  CHECK(astar_player_new(world->map, "new", &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_player_see(world->blue, 1, 1, 1, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_player_end_sight(world->blue) == ASTAR_INVALID);
  CHECK(astar_player_reveal(world->blue) == ASTAR_INVALID);
  CHECK(astar_player_forget(world->red) == ASTAR_INVALID);
  CHECK(astar_player_share(world->red, world->blue, true) == ASTAR_INVALID);
  astar_player_remove(world->red);
  CHECK(astar_player_next(world->map, NULL) == world->red);
}

static void change_units(World *world) {
  CHECK(unit_of(world, astar_unit_default()) == ASTAR_INVALID);
  CHECK(astar_unit_set_speed(world->unit, 5) == ASTAR_INVALID);
  CHECK(astar_unit_set_sight(world->unit, 5) == ASTAR_INVALID);
  CHECK(astar_unit_set_avoidance(world->unit, ASTAR_AVOIDANCE_KEEP_RIGHT) == ASTAR_INVALID);
  CHECK(astar_unit_follow_path(world->unit, world->path, NULL) == ASTAR_INVALID);
  CHECK(astar_unit_place(world->unit, 9, 9) == ASTAR_INVALID);
  astar_unit_stop(world->unit);
  astar_unit_remove(world->unit);
  CHECK(astar_unit_at(world->map, 3, 3) == world->unit);
  CHECK(astar_map_tick(world->map, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_map_set_reroute_budget(world->map, 9) == ASTAR_INVALID);
  size_t size;
  CHECK(astar_map_save(world->map, NULL, 0, &size) == ASTAR_INVALID && size == 0);
}

static void ask_queue(World *world) {
  CHECK(request(world, 3, cell_rect(9, 9), astar_query_default()) == ASTAR_INVALID);
  CHECK(astar_queue_work(world->map, 100, 1, NULL) == ASTAR_INVALID);
  CHECK(find_landmarks(world->map, NULL) == ASTAR_INVALID);
  CHECK(prepare_tables(world->map, NULL, false) == ASTAR_INVALID);
  uint32_t owed;
  CHECK(astar_map_pay_for_tables(world->map, NULL, 1, &owed) == ASTAR_INVALID);
  CHECK(find_dead_ends(world->map, NULL) == ASTAR_INVALID);
}

/* Points may be anywhere; each place is taken once. */
TEST(assigned_places) {
  enum { COUNT = 130 };
  astar_cell from[COUNT], to[COUNT];
  int32_t place_of[COUNT];
  uint8_t taken[COUNT] = { 0 };
  World world = new_world();
  for (int i = 0; i < COUNT; i++) {
    from[i] = (astar_cell){ i % 3 == 0 ? INT32_MIN : i, i % 5 == 0 ? INT32_MAX : 3 };
    to[i] = (astar_cell){ i % 7 == 0 ? INT32_MAX : 2 * i, i % 2 == 0 ? INT32_MIN : i };
  }
  CHECK(astar_map_assign(world.map, from, to, -1, place_of) == ASTAR_INVALID);
  CHECK(astar_map_assign(world.map, from, to, 0, place_of) == ASTAR_OK);
  CHECK(astar_map_assign(world.map, from, to, COUNT, place_of) == ASTAR_OK);
  for (int i = 0; i < COUNT; i++) taken[place_of[i]]++;
  for (int i = 0; i < COUNT; i++) CHECK(taken[i] == 1);
  free_world(&world);
}

static int32_t change_all(void *user, int32_t x, int32_t y, int32_t terrain) {
  World *world = user;
  (void)x, (void)y, (void)terrain;
  CHECK(astar_map_locked(world->map));
  change_land(world);
  change_players(world);
  change_units(world);
  ask_queue(world);
  return 0;
}

/* The unit walks, so that stopping it would show. */
TEST(nothing_changes_a_locked_map) {
  World world = new_world();
  astar_query query = astar_query_default();
  astar_path *path;
  query.extra_cost = change_all;
  query.extra_user = &world;
  CHECK(astar_unit_follow_path(world.unit, world.path, NULL) == ASTAR_OK);
  CHECK(astar_influence_set(world.danger, 2, 2, 7) == ASTAR_OK);
  uint64_t hash = astar_map_hash(world.map);
  astar_status why;
  path = astar_path_find(world.map, 0, 0, cell_rect(2, 1), &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_map_hash(world.map) == hash && !astar_map_locked(world.map));
  astar_path_free(world.map, path);
  CHECK(astar_map_set(world.map, 1, 1, WALL) == ASTAR_OK && astar_map_hash(world.map) != hash);
  free_world(&world);
}

/* ---- what a description says where the caller says nothing ------------------------------ */

TEST(defaults_are_those_of_the_header) {
  World world = new_world();
  astar_map_desc map = astar_map_default();
  astar_class_desc cls = astar_class_default();
  astar_query query = astar_query_default();
  astar_unit_desc unit = astar_unit_default();
  astar_watch_desc watch = astar_watch_default();
  astar_alternatives_desc desc = astar_alternatives_default();
  astar_prices prices = astar_prices_default(world.map);
  astar_recipe recipe = astar_recipe_default(ASTAR_RECIPE_SUM);
  CHECK(map.straight == 10 && map.diagonal == 14 && map.cell_width == 1 && map.cell_height == 1);
  CHECK(map.origin_x == 0 && map.origin_y == 0 && map.level_count == 0);
  CHECK(cls.size == 1 && cls.unknown == -1 && cls.diagonal == ASTAR_DIAGONAL_NO_OBSTACLES);
  CHECK(cls.climb == 0 && cls.descend == 0 && cls.drift == ASTAR_ONE);
  CHECK(query.influence_count == -1 && query.claims && query.occupancy && !query.partial);
  CHECK(query.claim_radius == 10 && query.claim_ahead == 16 && query.claim_penalty == -1);
  CHECK(query.heuristic_weight == ASTAR_ONE && query.within == 0 && query.turn_cost == 0);
  CHECK(query.budget == 0 && query.traffic_cost == 0 && query.engine == ASTAR_ENGINE_AUTO);
  CHECK(unit.speed == ASTAR_ONE / 4 && unit.sight == -1 && unit.priority == 0);
  CHECK(watch.costlier == 102 && watch.better == 102 && watch.blocked && !watch.follow);
  CHECK(desc.wanted == 3 && desc.stretch == 1536 && desc.share == 512);
  CHECK(desc.apart == 3 && desc.plateau == 102);
  CHECK(prices.terrain == 1000 && prices.unseen == 1000);
  CHECK(prices.unit == 1000 && prices.link == 1000);
  CHECK(recipe.least == -ASTAR_MAX_COST && recipe.greatest == ASTAR_MAX_COST);
  CHECK(recipe.scale == 1 && recipe.plus == 0 && recipe.term_count == 0);
  CHECK(astar_areas_default().ratio == 717);
  for (int i = 0; i <= ASTAR_MEASURE_COVER; i++) {
    astar_position_term term = astar_position_term_default((astar_measure)i);
    CHECK(term.measure == (astar_measure)i && term.weight == ASTAR_ONE);
    CHECK(term.least == -ASTAR_MAX_MEASURED && term.greatest == ASTAR_MAX_MEASURED);
    CHECK(term.radius == (i >= ASTAR_MEASURE_SIGHT ? -1 : 4) && term.place_count == 0);
  }
  free_world(&world);
}

TEST(defaults_of_graphs) {
  astar_node_desc node = astar_node_default();
  astar_edge_desc edge = astar_edge_default();
  astar_graph_query query = astar_graph_query_default();
  astar_graph_field_desc field = astar_graph_field_default();
  CHECK(node.x == 0 && node.y == 0 && node.cost == 0);
  CHECK(edge.cost == 0);
  CHECK(query.player == -1 && query.unknown == 0 && query.extra_count == 0);
  CHECK(field.from == -1 && field.most == UINT32_MAX && field.goal_count == 0);
}

int main(void) { return run_tests(); }
