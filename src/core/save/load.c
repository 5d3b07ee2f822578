#include "load.h"

#include <string.h>

#include "../grid/level.h"
#include "../map/history.h"
#include "../map/link.h"
#include "../map/recipe.h"
#include "../tables/landmark_builder.h"
#include "../search/queue.h"
#include "saved_path.h"

void loading_note(Loading *loading, astar_status status) {
  if (loading->status != ASTAR_OK || status == ASTAR_OK) return;
  bool is_own = status == ASTAR_NO_MEMORY || status == ASTAR_UNSUITED;
  loading->status = is_own ? status : ASTAR_DAMAGED;
}

bool loading_failed(const Loading *loading, const Reader *reader) {
  return reader->bad || loading->status != ASTAR_OK;
}

/* ---- finding by number ----------------------------------------------------------------------- */

astar_class *loading_class(Loading *loading, Reader *reader) {
  uint32_t number = read_count(reader);
  astar_class *cls = loading->map->classes;
  for (; number > 0 && cls != NULL; number--) cls = cls->next;
  reader_expect(reader, cls != NULL);
  return cls;
}

astar_player *loading_player(Loading *loading, Reader *reader, bool may_be_nobody) {
  uint8_t number = read_byte(reader);
  astar_player *player = loading->map->players;
  if (may_be_nobody && number == SAVE_NOBODY) return NULL;
  for (; number > 0 && player != NULL; number--) player = player->next;
  reader_expect(reader, player != NULL);
  return player;
}

static astar_influence *read_influence(Loading *loading, Reader *reader) {
  uint32_t number = read_count(reader);
  astar_influence *influence = loading->map->influences;
  for (; number > 0 && influence != NULL; number--) influence = influence->next;
  reader_expect(reader, influence != NULL);
  return influence;
}

astar_cell loading_cell(Loading *loading, Reader *reader) {
  astar_cell cell = read_cell(reader);
  reader_expect(reader, grid_has(&loading->map->grid, cell.x, cell.y));
  if (!reader->bad) reader_expect(reader, !grid_is_void(&loading->map->grid, cell.x, cell.y));
  return reader->bad ? (astar_cell){ 0, 0 } : cell;
}

/* ---- the land -------------------------------------------------------------------------------- */

/* However well they are packed, the cells of a map take so many bytes: a few bytes cannot ask for
** a lot of memory. */
static bool is_plausible(const astar_map_desc *desc, size_t size) {
  if (desc->width < 1 || desc->height < 1) return false;
  return (uint64_t)desc->height * (((uint64_t)desc->width + 129) / 130) * 2 <= size;
}

/* Ends with the map, which takes over the names. */
static void load_levels(Loading *loading, Reader *reader, astar_map_desc desc) {
  char names[ASTAR_MAX_LEVELS][ASTAR_NAME_MAX + 1];
  astar_level levels[ASTAR_MAX_LEVELS];
  astar_status why = ASTAR_DAMAGED;
  while (reader_left(reader) > 0 && desc.level_count < ASTAR_MAX_LEVELS) {
    int32_t number = desc.level_count++;
    read_name(reader, names[number]);
    levels[number].name = names[number];
    levels[number].rect.x = read_int(reader);
    levels[number].rect.y = read_int(reader);
    levels[number].rect.width = read_int(reader);
    levels[number].rect.height = read_int(reader);
  }
  desc.levels = levels;
  if (!reader->bad) loading->map = map_new_within(&desc, &loading->limit, &why);
  loading_note(loading, why);
}

static void load_size(Loading *loading, Reader *reader) {
  astar_map_desc desc = { .allocator = loading->allocator };
  desc.width = read_int(reader);
  desc.height = read_int(reader);
  desc.straight = read_int(reader);
  desc.diagonal = read_int(reader);
  desc.projection = (astar_projection)read_byte(reader);
  desc.origin_x = read_double(reader);
  desc.origin_y = read_double(reader);
  desc.cell_width = read_double(reader);
  desc.cell_height = read_double(reader);
  desc.grid = (astar_grid)read_byte(reader);
  reader_expect(reader, desc.grid == ASTAR_GRID_SQUARE || desc.diagonal == desc.straight);
  reader_expect(reader, is_plausible(&desc, loading->size));
  load_levels(loading, reader, desc);
}

/* How many kinds the map has from the beginning. */
static int32_t void_kinds(const Loading *loading) {
  return loading->map->grid.levels != NULL ? TERRAIN_VOID : 0;
}

static astar_slope read_slope(Reader *reader) {
  astar_slope slope;
  slope.height = read_int(reader);
  slope.east = read_int(reader);
  slope.south = read_int(reader);
  return slope;
}

static void load_kinds(Loading *loading, Reader *reader) {
  char name[ASTAR_NAME_MAX + 1];
  for (int32_t count = 1; reader_left(reader) > 0 && !loading_failed(loading, reader); count++) {
    int32_t id = 0;
    read_name(reader, name);
    int32_t cost = read_int(reader);
    bool opaque = read_bool(reader);
    astar_slope slope = read_slope(reader);
    if (reader->bad) return;
    if (count <= void_kinds(loading)) {
      const Terrain *kind = &loading->map->grid.kinds[count];
      bool is_void = cost == 0 && opaque && slope_is_none(slope);
      reader_expect(reader, is_void && strcmp(kind->name, name) == 0);
      continue;
    }
    loading_note(loading, astar_terrain_define(loading->map, name, cost, opaque, &id));
    reader_expect(reader, id == count);
    if (reader->bad || loading->status != ASTAR_OK) return;
    loading_note(loading, astar_terrain_set_slope(loading->map, id, slope));
  }
}

/* Cells of no terrain are those of a map that has none. */
static void load_terrain(Loading *loading, Reader *reader) {
  Grid *grid = &loading->map->grid;
  read_cells(reader, grid, grid->terrain, (uint8_t)grid->kind_count);
  uint8_t fewest = UINT8_MAX;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      uint8_t terrain = grid->terrain[grid_cell(grid, x, y)];
      if (terrain < fewest) fewest = terrain;
    }
  reader_expect(reader, grid->kind_count == void_kinds(loading) || fewest > 0);
  reader_expect(reader, levels_hold(grid, grid->terrain));
}

static void load_class(Loading *loading, Reader *reader) {
  int32_t costs[ASTAR_MAX_TERRAINS + 1] = { 0 };
  astar_class_desc desc = { .costs = costs };
  astar_status why;
  desc.size = read_int(reader);
  desc.diagonal = (astar_diagonal_rule)read_byte(reader);
  desc.unknown = read_int(reader);
  desc.cost_count = read_byte(reader) + 1;
  for (int32_t id = 1; id < desc.cost_count; id++) costs[id] = read_int(reader);
  desc.climb = read_int(reader);
  desc.descend = read_int(reader);
  desc.drift = read_int(reader);
  if (reader->bad) return;
  class_add(loading->map, &desc, &why);
  loading_note(loading, why);
}

/* The next cell on the map, behind so many that are left out; NO_CELL: there is none. */
static Cell read_next_cell(Reader *reader, const Grid *grid, int32_t *last) {
  int32_t skipped = read_small(reader), rest = grid->width * grid->height - 1 - *last;
  reader_expect(reader, skipped >= 0 && skipped < rest);
  if (reader->bad) return NO_CELL;
  *last += skipped + 1;
  return grid_cell(grid, *last % grid->width, *last / grid->width);
}

/* ---- players --------------------------------------------------------------------------------- */

static void load_player(Loading *loading, Reader *reader) {
  char name[ASTAR_NAME_MAX + 1];
  astar_status why;
  read_name(reader, name);
  uint64_t shared_with = read_number(reader, 8);
  if (reader->bad) return;
  astar_player *player = astar_player_new(loading->map, name, &why);
  loading_note(loading, why);
  if (player == NULL) return;
  player->shared_with = shared_with;             /* bits are given in the order of the players */
  read_cells(reader, &loading->map->grid, player->known, (uint8_t)loading->map->grid.kind_count);
  reader_expect(reader, levels_hold(&loading->map->grid, player->known));
  size_t count = read_count(reader);
  reader_expect(reader, reader_left(reader) == 12 * count);
  loading->glimpses[loading->players++] = *reader;
  reader->at = reader->end;
}

static void cast_glimpses(Loading *loading, astar_player *player, Reader *glimpses) {
  while (reader_left(glimpses) > 0 && loading->status == ASTAR_OK) {
    astar_cell at = read_cell(glimpses);
    int32_t radius = read_int(glimpses);
    loading_note(loading, astar_player_see(player, at.x, at.y, radius, NULL, NULL));
  }
}

/* All are there. */
static void finish_players(Loading *loading) {
  int32_t number = 0;
  if (loading->players < 64 && loading->fogless >> loading->players != 0)
    loading_note(loading, ASTAR_DAMAGED);
  for (astar_player *one = loading->map->players; one != NULL; one = one->next, number++) {
    uint64_t others = loading->players < 64 ? ((uint64_t)1 << loading->players) - 1 : UINT64_MAX;
    if (one->shared_with & ~(others & ~one->bit)) loading_note(loading, ASTAR_DAMAGED);
    cast_glimpses(loading, one, &loading->glimpses[number]);
    if (loading->fogless >> number & 1) loading_note(loading, astar_player_set_fog(one, false));
  }
}

static void load_fogless(Loading *loading, Reader *reader) {
  uint64_t numbers = read_number(reader, 8);
  reader_expect(reader, loading->fogless == 0 && numbers != 0);
  loading->fogless = numbers;
}

static void load_traffic(Loading *loading, Reader *reader) {
  const Grid *grid = &loading->map->grid;
  astar_player *player = loading_player(loading, reader, false);
  int32_t memory = read_within(reader, 1, ASTAR_MAX_TRAFFIC), last = -1;
  if (reader->bad) return;
  Traffic *traffic = &player->traffic;
  reader_expect(reader, traffic->memory == 0);
  loading_note(loading, astar_player_set_traffic(player, (uint32_t)memory));
  while (reader_left(reader) > 0 && !loading_failed(loading, reader)) {
    Cell cell = read_next_cell(reader, grid, &last);
    if (cell == NO_CELL) return;
    traffic->came[cell] = read_number(reader, 8);
    traffic->waits[cell] = read_byte(reader);
  }
}

/* ---- influence ------------------------------------------------------------------------------- */

static void read_block(Loading *loading, Reader *reader, astar_influence *influence,
                       int32_t block) {
  astar_rect rect = influence_block_rect(influence, block);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      int32_t value = read_small(reader);
      if (value != 0) loading_note(loading, astar_influence_set(influence, x, y, value));
    }
}

static void load_influence(Loading *loading, Reader *reader) {
  char name[ASTAR_NAME_MAX + 1];
  astar_status why;
  read_name(reader, name);
  int32_t weight = read_int(reader), after = -1;
  if (reader->bad) return;
  astar_influence *influence = astar_influence_new(loading->map, name, weight, &why);
  loading_note(loading, why);
  if (influence == NULL) return;
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  while (reader_left(reader) > 0 && !loading_failed(loading, reader)) {
    int32_t block = read_within(reader, after + 1, blocks - 1);
    if (!reader->bad) read_block(loading, reader, influence, block);
    after = block;
  }
}

/* One that was made before `user`. */
static void read_term(Loading *loading, Reader *reader, const astar_influence *user,
                      astar_weighted *term) {
  term->influence = read_influence(loading, reader);
  term->weight = read_int(reader);
  const astar_influence *after = term->influence;
  while (after != NULL && after != user) after = after->next;
  reader_expect(reader, after != NULL && term->influence != user);
}

static bool is_untouched(const astar_influence *influence) {
  return influence->recipe == NULL && influence->changes.written == 0;
}

static void load_recipe(Loading *loading, Reader *reader) {
  astar_weighted terms[RECIPE_TERMS];
  astar_influence *influence = read_influence(loading, reader);
  astar_recipe recipe = { .kind = (astar_recipe_kind)read_byte(reader), .terms = terms };
  recipe.plus = read_int(reader);
  recipe.least = read_int(reader);
  recipe.greatest = read_int(reader);
  recipe.scale = read_int(reader);
  recipe.radius = read_int(reader);
  const astar_class *cls = loading_class(loading, reader);
  if (recipe.kind == ASTAR_RECIPE_FLOW) recipe.cls = cls;
  else reader_expect(reader, cls == loading->map->classes);
  recipe.player = loading_player(loading, reader, true);
  recipe.term_count = read_byte(reader);
  reader_expect(reader, recipe.term_count <= RECIPE_TERMS);
  for (int32_t i = 0; i < recipe.term_count && !reader->bad; i++)
    read_term(loading, reader, influence, &terms[i]);
  if (recipe.kind == ASTAR_RECIPE_HISTORY) recipe.half_life = read_int(reader);
  if (loading_failed(loading, reader)) return;
  loading_note(loading, is_untouched(influence) ? recipe_attach(influence, &recipe)
                                             : ASTAR_DAMAGED);
}

/* ---- links ----------------------------------------------------------------------------------- */

static LinkState read_link_state(Reader *reader) {
  LinkState state = { .is_there = read_bool(reader) };
  state.is_open = read_bool(reader);
  state.cost = read_int(reader);
  return state;
}

static void load_link(Loading *loading, Reader *reader) {
  astar_link_desc desc = { 0 };
  astar_class *classes[LINK_CLASSES];
  uint32_t number = read_count(reader);
  desc.from = loading_cell(loading, reader);
  desc.to = loading_cell(loading, reader);
  desc.one_way = read_bool(reader);
  LinkState state = read_link_state(reader);
  desc.cost = state.cost;
  desc.class_count = read_int(reader);
  desc.classes = classes;
  reader_expect(reader, desc.class_count >= 0 && desc.class_count <= LINK_CLASSES);
  for (int32_t i = 0; i < desc.class_count && !reader->bad; i++)
    classes[i] = loading_class(loading, reader);
  astar_status why;
  if (loading_failed(loading, reader)) return;
  link_restore(loading->map, &desc, number, state, &why);
  loading_note(loading, why);
}

static void load_link_memory(Loading *loading, Reader *reader) {
  astar_player *player = loading_player(loading, reader, false);
  uint32_t number = read_count(reader);
  LinkState state = read_link_state(reader);
  if (!loading_failed(loading, reader)) loading_note(loading, link_remember(player, number, state));
}

/* ---- paths ----------------------------------------------------------------------------------- */

astar_path *loading_path(Loading *loading, Reader *reader) {
  const Grid *grid = &loading->map->grid;
  astar_path head;
  read_path_head(reader, &head);
  if (reader->bad) return NULL;
  head.bytes = path_bytes(head.waypoint_count);
  astar_path *path = memory_new(&loading->map->memory, head.bytes);
  loading_note(loading, path != NULL ? ASTAR_OK : ASTAR_NO_MEMORY);
  if (path == NULL) return NULL;
  *path = head;
  read_waypoints(reader, grid, path);
  for (int32_t i = 0; i < path->waypoint_count && !reader->bad; i++)
    reader_expect(reader, !grid_is_void(grid, path->waypoints[i].x, path->waypoints[i].y));
  if (!reader->bad) return path;
  path_free(&loading->map->memory, path);
  return NULL;
}

/* ---- queries --------------------------------------------------------------------------------- */

static void read_weights(Loading *loading, Reader *reader, astar_weighted *weights,
                         int32_t count) {
  for (int32_t i = 0; i < count && !reader->bad; i++) {
    weights[i].influence = read_influence(loading, reader);
    weights[i].weight = read_int(reader);
  }
}

static void read_rest_of_query(Reader *reader, astar_query *query) {
  query->claims = read_bool(reader);
  query->occupancy = read_bool(reader);
  query->claim_radius = read_int(reader);
  query->claim_ahead = read_int(reader);
  query->claim_penalty = read_int(reader);
  query->heuristic = (astar_heuristic)read_byte(reader);
  query->heuristic_weight = read_int(reader);
  query->engine = (astar_engine)read_byte(reader);
  query->within = read_int(reader);
  query->turn_cost = read_int(reader);
  query->traffic_cost = read_int(reader);
  int32_t ways = read_byte(reader);
  reader_expect(reader, ways < 4);
  query->partial = ways & 1;
  query->any_angle = ways >> 1 & 1;
  query->explain = read_bool(reader);
  query->budget = read_count(reader);
}

void loading_options(Loading *loading, Reader *reader, astar_query *query,
                         astar_weighted **weights) {
  int32_t count = read_within(reader, -1, INT32_MAX);
  *weights = NULL;
  reader_expect(reader, count <= 0 || (size_t)count <= reader_left(reader) / 8);
  if (reader->bad) return;
  if (count > 0) *weights = memory_raw(&loading->map->memory, (size_t)count * sizeof **weights);
  if (count > 0 && *weights == NULL) {
    loading_note(loading, ASTAR_NO_MEMORY);
    return;
  }
  query->influence_count = count;
  query->influences = *weights;
  read_weights(loading, reader, *weights, count);
  read_rest_of_query(reader, query);
}

void loading_free_weights(Loading *loading, const astar_query *query, astar_weighted *weights) {
  if (weights == NULL) return;
  memory_free(&loading->map->memory, weights, (size_t)query->influence_count * sizeof *weights);
}

static void load_time(Loading *loading, Reader *reader) {
  astar_map *map = loading->map;
  map->ticks = read_count(reader);
  uint32_t links = map->links.last_number;
  map->links.last_number = read_count(reader);
  reader_expect(reader, map->links.last_number >= links);
  if (!reader->bad) finish_players(loading);
  if (!reader->bad && unit_hooks != NULL) unit_hooks->time_is_set(map);
}

/* ---- what was asked for ---------------------------------------------------------------------- */

/* The kinds that cells had when a table was made; without `kinds`, whether they were blocked. */
static void read_changed(Reader *reader, const Plane *plane, bool kinds, uint8_t *kind) {
  const Grid *grid = &plane->cls->map->grid;
  uint32_t count = read_count(reader);
  int32_t last = -1;
  memcpy(kind, plane->kind, grid->cells);
  for (; count > 0 && !reader->bad; count--) {
    Cell cell = read_next_cell(reader, grid, &last);
    if (cell == NO_CELL) return;
    uint8_t was = kinds ? read_byte(reader) : kind[cell] == 0;
    reader_expect(reader, !kinds || was == 0 || plane->cls->straight_cost[was] != 0);
    kind[cell] = was;
  }
}

static bool load_landmarks(Reader *reader, Plane *plane, uint8_t *kind) {
  read_changed(reader, plane, true, kind);
  return reader->bad || landmark_builder_old_kinds(plane, kind);
}

static bool load_dead_ends(Reader *reader, Plane *plane, uint8_t *kind) {
  read_changed(reader, plane, false, kind);
  return reader->bad || plane_find_dead_ends(plane, kind);
}

static void load_tables(Loading *loading, Reader *reader, Plane *plane, uint8_t asked) {
  size_t cells = loading->map->grid.cells;
  uint8_t *kind = memory_raw(&loading->map->memory, cells);
  bool made = kind != NULL;
  if (made && asked & SAVE_PREPARED) made = load_landmarks(reader, plane, kind);
  if (made && asked & SAVE_DEAD_ENDS) made = load_dead_ends(reader, plane, kind);
  memory_free(&loading->map->memory, kind, cells);
  loading_note(loading, made ? ASTAR_OK : ASTAR_NO_MEMORY);
}

static void load_plane(Loading *loading, Reader *reader) {
  astar_status why;
  astar_class *cls = loading_class(loading, reader);
  astar_player *player = loading_player(loading, reader, true);
  uint8_t asked = read_byte(reader);
  reader_expect(reader, asked > 0 && asked <= (SAVE_PREPARED | SAVE_DEAD_ENDS));
  if (loading_failed(loading, reader)) return;
  Plane *plane = plane_get(loading->map, cls, player, &why);
  if (plane != NULL) load_tables(loading, reader, plane, asked);
  else if (why == ASTAR_LIMIT) reader->at = reader->end;
  else loading_note(loading, why);
}

static void load_payment(Loading *loading, Reader *reader) {
  astar_query query = { 0 };
  query.cls = loading_class(loading, reader);
  query.player = loading_player(loading, reader, true);
  uint32_t paid = (uint32_t)read_number(reader, 4);
  if (loading_failed(loading, reader)) return;
  loading_note(loading, table_budget_load(loading->map, &query, paid));
}

/* Its list of cells is in a block of memory, which is for the caller to free; NULL: there is
** none. */
static astar_cell *read_target(Loading *loading, Reader *reader, astar_target *target) {
  *target = (astar_target){ .wanted = 0 };
  target->wanted = read_within(reader, 0, INT32_MAX);
  if (reader->bad || target->wanted == 0) return NULL;
  target->terrain = read_byte(reader);
  target->unseen = read_bool(reader);
  size_t count = (size_t)read_within(reader, 0, INT32_MAX);
  reader_expect(reader, count <= reader_left(reader) / 8);
  if (reader->bad || count == 0) return NULL;
  astar_cell *cells = memory_raw(&loading->map->memory, count * sizeof *cells);
  if (cells == NULL) loading_note(loading, ASTAR_NO_MEMORY);
  for (size_t i = 0; cells != NULL && i < count; i++) cells[i] = read_cell(reader);
  target->cells = cells;
  target->cell_count = (int32_t)count;
  return cells;
}

/* What a ticket for the nearest of many has instead of a goal and an estimate. */
static bool is_of_nearest(astar_rect goal, const astar_query *query) {
  return goal.x == 0 && goal.y == 0 && goal.width == 1 && goal.height == 1 &&
         query->heuristic == ASTAR_NO_HEURISTIC && query->heuristic_weight == ASTAR_ONE;
}

static void request_again(Loading *loading, astar_cell at, astar_rect goal,
                          const astar_target *target, const astar_query *query,
                          int32_t priority) {
  astar_status why;
  if (target->wanted == 0)
    astar_queue_request(loading->map, at.x, at.y, goal, query, priority, &why);
  else
    astar_queue_request_nearest(loading->map, at.x, at.y, target, query, priority, &why);
  loading_note(loading, why);
}

/* The unit that asks; NULL: id 0, nobody. */
static astar_unit *read_asker(Loading *loading, Reader *reader) {
  uint32_t id = read_count(reader);
  if (id == 0) return NULL;
  astar_unit *unit = unit_hooks != NULL ? unit_hooks->by_id(loading->map, id) : NULL;
  reader_expect(reader, unit != NULL);
  return unit;
}

static void load_ticket(Loading *loading, Reader *reader) {
  astar_weighted *weights;
  astar_target target;
  int32_t x = read_int(reader), y = read_int(reader);
  astar_rect goal;
  goal.x = read_int(reader);
  goal.y = read_int(reader);
  goal.width = read_int(reader);
  goal.height = read_int(reader);
  int32_t priority = read_int(reader);
  astar_query query = { 0 };
  query.cls = loading_class(loading, reader);
  query.player = loading_player(loading, reader, true);
  query.unit = read_asker(loading, reader);
  loading_options(loading, reader, &query, &weights);
  astar_cell *cells = read_target(loading, reader, &target);
  reader_expect(reader, target.wanted == 0 || is_of_nearest(goal, &query));
  if (!loading_failed(loading, reader))
    request_again(loading, (astar_cell){ x, y }, goal, &target, &query, priority);
  memory_free(&loading->map->memory, cells, (size_t)target.cell_count * sizeof *cells);
  loading_free_weights(loading, &query, weights);
}

/* ---- the past of influence ------------------------------------------------------------------- */

static uint16_t read_part(Reader *reader) {
  int32_t part = read_small(reader);
  reader_expect(reader, part >= 0 && part <= UINT16_MAX);
  return (uint16_t)part;
}

/* Behind the ticks. */
static void load_history(Loading *loading, Reader *reader) {
  const Grid *grid = &loading->map->grid;
  astar_influence *influence = read_influence(loading, reader);
  int32_t last = -1;
  if (reader->bad) return;
  const Recipe *recipe = influence->recipe;
  reader_expect(reader, recipe != NULL && recipe->given.kind == ASTAR_RECIPE_HISTORY);
  if (!reader->bad) history_resume(influence);
  while (reader_left(reader) > 0) {
    Cell cell = read_next_cell(reader, grid, &last);
    Past past = { .part = read_part(reader) };
    past.peak = read_part(reader);
    past.since = read_count(reader);
    if (cell == NO_CELL) return;
    Past none = history_at(influence, cell);
    reader_expect(reader, (none.part | none.peak) == 0 && (past.part > 0 || past.peak > 0) &&
                              past.since <= loading->map->ticks &&
                              (past.peak > 0 || past.since == 0));
    if (!reader->bad) history_put(influence, grid_position(grid, cell), past);
  }
}

/* ---- sections -------------------------------------------------------------------------------- */

static const Section land_sections[] = {
  { "SIZE", load_size, true },      { "KIND", load_kinds, true },
  { "CELL", load_terrain, true },   { "CLAS", load_class, false },
  { "PLAY", load_player, false },   { "NFOG", load_fogless, false },
  { "FLOW", load_traffic, false },
  { "INFL", load_influence, false }, { "RECI", load_recipe, false },
  { "LINK", load_link, false },     { "LMEM", load_link_memory, false },
  { NULL, NULL, false },
};

static const Section asked_sections[] = {
  { "TIME", load_time, true },
  { "PAST", load_history, false },
  { "PLAN", load_plane, false },    { "PAID", load_payment, false },
  { "ASKS", load_ticket, false },
  { NULL, NULL, false },
};

static const Section end_sections[] = { { "END ", NULL, true } };

/* A library of paths alone cannot make the units of a file. */
static void load_no_units(Loading *loading, Reader *reader) {
  reader->at = reader->end;
  loading_note(loading, ASTAR_UNSUITED);
}

static const Section no_unit_sections[] = {
  { "UNIT", load_no_units, false }, { "UNUM", load_no_units, false }, { NULL, NULL, false },
};

static const Section no_watch_sections[] = {
  { "WNUM", load_no_units, false }, { "WATC", load_no_units, false }, { NULL, NULL, false },
};

/* How far a file has been read: `at` is among the sections of list number `list`. */
typedef struct SectionCursor {
  const Section *at;
  int list;
} SectionCursor;

/* The lists, in the order in which they stand in a file. */
static const Section *section_list(int list) {
  switch (list) {
    case 0: return land_sections;
    case 1: return unit_hooks != NULL ? unit_hooks->unit_sections : no_unit_sections;
    case 2: return asked_sections;
    case 3: return unit_hooks != NULL ? unit_hooks->watch_sections : no_watch_sections;
    default: return end_sections;
  }
}

static void section_next(SectionCursor *cursor) {
  cursor->at++;
  while (cursor->at->tag == NULL) cursor->at = section_list(++cursor->list);
}

/* The next section, which the cursor is then at. */
static Reader section_open(Reader *reader, SectionCursor *cursor) {
  char tag[SAVE_TAG_BYTES];
  for (int i = 0; i < SAVE_TAG_BYTES; i++) tag[i] = (char)read_byte(reader);
  size_t length = read_count(reader);
  while (!cursor->at->once && memcmp(cursor->at->tag, tag, sizeof tag) != 0) section_next(cursor);
  reader_expect(reader, memcmp(cursor->at->tag, tag, sizeof tag) == 0 &&
                            length <= reader_left(reader));
  if (reader->bad) length = 0;
  Reader section = { reader->at, reader->at + length, reader->bad };
  reader->at += length;
  return section;
}

static void load_sections(Loading *loading, Reader *reader) {
  SectionCursor cursor = { section_list(0), 0 };
  while (loading->status == ASTAR_OK) {
    Reader section = section_open(reader, &cursor);
    if (cursor.at->load == NULL) {                /* the end */
      if (section.bad || reader_left(reader) > 0) loading_note(loading, ASTAR_DAMAGED);
      return;
    }
    if (!section.bad) cursor.at->load(loading, &section);
    if (section.bad || reader_left(&section) > 0) loading_note(loading, ASTAR_DAMAGED);
    if (cursor.at->once) section_next(&cursor);
  }
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* In every version of the format. */
static const Envelope map_envelope = { SAVE_MAGIC, SAVE_MAGIC_BYTES, 4, SAVE_END_BYTES,
                                       SAVE_VERSION };

astar_map *astar_map_load(const void *bytes, size_t size, astar_allocator allocator,
                          size_t memory, astar_status *why) {
  const uint8_t *first = bytes;
  *why = envelope_check(&map_envelope, first, size);
  if (*why != ASTAR_OK) return NULL;
  Loading loading = { .allocator = allocator, .limit = memory_limit(memory, size), .size = size };
  Reader reader = { first + SAVE_HEAD_BYTES, first + size, false };
  load_sections(&loading, &reader);
  if (loading.status == ASTAR_OK && links_validate(loading.map) != NULL)
    loading_note(&loading, ASTAR_DAMAGED);
  *why = memory_verdict(&loading.limit, loading.status);
  if (loading.map != NULL) loading.map->memory.limit = NULL;
  if (*why == ASTAR_OK) return loading.map;
  astar_map_free(loading.map);
  return NULL;
}
