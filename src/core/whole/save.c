#include "save.h"

#include <string.h>

#include "../base/integer.h"
#include "../map/geometry.h"
#include "../map/history.h"
#include "../map/link.h"
#include "../map/recipe.h"
#include "../tables/survey.h"
#include "../search/direct.h"
#include "../search/queue.h"
#include "saved_path.h"

/* ---- ending what cannot be saved ------------------------------------------------------------- */

/* Landmarks rest on what cells cost when they were made; how many nodes a search expands depends on
** that. Which cells have changed since is saved. Where the costs themselves have, landmarks are
** made again, as the map that is loaded will make them. It cannot where the class has too many
** costs by now: then they are dropped in both. */
static astar_status renew_plane(astar_map *map, Plane *plane) {
  astar_status why;
  if (plane->landmarks == NULL && plane->dead_ends == NULL) return ASTAR_OK;
  if (plane_get(map, plane->cls, plane->player, &why) == NULL) {
    if (why == ASTAR_LIMIT) plane_drop_tables(plane);
    return why == ASTAR_LIMIT ? ASTAR_OK : why;
  }
  bool old = plane->landmarks != NULL && !landmarks_costs_hold(plane->landmarks);
  return !old || survey_at_once(plane) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Cost caches go, too: which layers a suspended search sees as they were when it began, and which
** as they are now, depends on what its cost cache knew by then. */
static astar_status save_prepare(astar_map *map) {
  astar_status status = ASTAR_OK;
  if (!map_is_open(map)) return ASTAR_INVALID;
  for (Plane *plane = map->planes; plane != NULL && status == ASTAR_OK; plane = plane->next)
    status = renew_plane(map, plane);
  bool settles = status == ASTAR_OK && (unit_hooks == NULL || unit_hooks->settle(map));
  if (!settles) return status == ASTAR_OK ? ASTAR_NO_MEMORY : status;
  queue_restart(map);
  cost_caches_free(map);
  return ASTAR_OK;
}

/* ---- sections -------------------------------------------------------------------------------- */

size_t section_begin(Writer *writer, const char *tag) {
  put_bytes(writer, tag, SAVE_TAG_BYTES);
  put_number(writer, 0, 4);
  return writer->size;
}

void section_end(Writer *writer, size_t begin) {
  Writer length = { writer->bytes, begin - 4, NULL };
  if (writer->bytes != NULL) put_number(&length, writer->size - begin, 4);
}

uint8_t number_of_player(const astar_map *map, const astar_player *player) {
  uint8_t number = 0;
  if (player == NULL) return SAVE_NOBODY;
  for (const astar_player *one = map->players; one != player; one = one->next) number++;
  return number;
}

static uint32_t number_of_influence(const astar_map *map, const astar_influence *influence) {
  uint32_t number = 0;
  for (const astar_influence *one = map->influences; one != influence; one = one->next) number++;
  return number;
}

/* ---- the land -------------------------------------------------------------------------------- */

static void put_levels(Writer *writer, const Grid *grid) {
  for (int32_t i = 0; i < grid->level_count; i++) {
    const astar_level *level = &grid->levels[i];
    put_name(writer, level->name);
    put_int(writer, level->rect.x);
    put_int(writer, level->rect.y);
    put_int(writer, level->rect.width);
    put_int(writer, level->rect.height);
  }
}

/* So that what has moved is where it was in the game. */
static void put_origin(Writer *writer, const astar_map *map) {
  const Frame *frame = writer->frame;
  double x = map->geometry.origin_x, y = map->geometry.origin_y;
  if (!frame_is_own(frame)) geometry_corner(map, -frame->dx, -frame->dy, &x, &y);
  put_double(writer, x);
  put_double(writer, y);
}

static void put_size(Writer *writer, const astar_map *map) {
  const Geometry *geometry = &map->geometry;
  const Frame *frame = writer->frame;
  size_t section = section_begin(writer, "SIZE");
  put_int(writer, frame->width);
  put_int(writer, frame->height);
  put_int(writer, map->grid.straight);
  put_int(writer, map->grid.diagonal);
  put_byte(writer, (uint8_t)geometry->projection);
  put_origin(writer, map);
  put_double(writer, geometry->cell_width);
  put_double(writer, geometry->cell_height);
  put_byte(writer, (uint8_t)map->grid.shape);
  put_levels(writer, &map->grid);
  section_end(writer, section);
}

static void put_kinds(Writer *writer, const Grid *grid) {
  size_t section = section_begin(writer, "KIND");
  for (int32_t id = 1; id <= grid->kind_count; id++) {
    put_name(writer, grid->kinds[id].name);
    put_int(writer, grid->kinds[id].cost);
    put_byte(writer, grid->kinds[id].opaque);
    put_int(writer, grid->kinds[id].slope.height);
    put_int(writer, grid->kinds[id].slope.east);
    put_int(writer, grid->kinds[id].slope.south);
  }
  section_end(writer, section);
}

static void put_terrain(Writer *writer, const Grid *grid) {
  size_t section = section_begin(writer, "CELL");
  put_cells(writer, grid, grid->terrain, writer->frame->fill);
  section_end(writer, section);
}

/* Ids from here on take the terrain's own cost. */
static int32_t own_costs_of(const astar_class *cls) {
  int32_t count = ASTAR_MAX_TERRAINS;
  while (count > 0 && cls->costs[count] == ASTAR_TERRAIN_DEFAULT) count--;
  return count;
}

static void put_class(Writer *writer, const astar_class *cls) {
  size_t section = section_begin(writer, "CLAS");
  put_int(writer, cls->size);
  put_byte(writer, (uint8_t)cls->diagonal);
  put_int(writer, cls->unknown);
  int32_t count = own_costs_of(cls);
  put_byte(writer, (uint8_t)count);
  for (int32_t id = 1; id <= count; id++) put_int(writer, cls->costs[id]);
  put_int(writer, cls->climb);
  put_int(writer, cls->descend);
  put_int(writer, cls->drift);
  section_end(writer, section);
}

/* ---- layers ---------------------------------------------------------------------------------- */

/* Bits by the numbers of players. */
static uint64_t shared_with(const astar_player *player) {
  uint64_t numbers = 0, bit = 1;
  for (const astar_player *one = player->map->players; one != NULL; one = one->next, bit <<= 1)
    if (player->shared_with & one->bit) numbers |= bit;
  return numbers;
}

/* Those without fog, if there are any. */
static void put_fogless(Writer *writer, const astar_map *map) {
  uint64_t numbers = 0, bit = 1;
  for (const astar_player *one = map->players; one != NULL; one = one->next, bit <<= 1)
    if (!astar_player_fog(one)) numbers |= bit;
  if (numbers == 0) return;
  size_t section = section_begin(writer, "NFOG");
  put_number(writer, numbers, 8);
  section_end(writer, section);
}

static bool is_glimpse_in(const Frame *frame, const Fov *glimpse) {
  return frame_has(frame, (astar_cell){ glimpse->x, glimpse->y });
}

static void put_glimpses(Writer *writer, const astar_player *player) {
  uint32_t count = 0;
  for (size_t i = 0; i < player->glimpse_count; i++)
    count += is_glimpse_in(writer->frame, &player->glimpses[i]);
  put_number(writer, count, 4);
  for (size_t i = 0; i < player->glimpse_count; i++) {
    const Fov *glimpse = &player->glimpses[i];
    if (!is_glimpse_in(writer->frame, glimpse)) continue;
    put_cell(writer, (astar_cell){ glimpse->x, glimpse->y });
    put_int(writer, glimpse->radius);
  }
}

static void put_player(Writer *writer, const astar_player *player) {
  size_t section = section_begin(writer, "PLAY");
  put_name(writer, player->name);
  put_number(writer, shared_with(player), 8);
  put_cells(writer, &player->map->grid, player->known, 0);
  put_glimpses(writer, player);
  section_end(writer, section);
}

/* Cells in which nothing was counted are left out: before each other one stands how many. */
static void put_traffic(Writer *writer, const astar_map *map, const astar_player *player) {
  const Traffic *traffic = &player->traffic;
  const Frame *frame = writer->frame;
  int32_t skipped = 0;
  if (traffic->memory == 0) return;
  size_t section = section_begin(writer, "FLOW");
  put_byte(writer, number_of_player(map, player));
  put_number(writer, traffic->memory, 4);
  for (int32_t i = 0; i < frame->width * frame->height; i++, skipped++) {
    Cell cell = frame_cell(frame, &map->grid, i % frame->width, i / frame->width);
    if (cell == NO_CELL || (traffic->came[cell] == 0 && traffic->waits[cell] == 0)) continue;
    put_small(writer, skipped);
    put_number(writer, traffic->came[cell], 8);
    put_byte(writer, traffic->waits[cell]);
    skipped = -1;
  }
  section_end(writer, section);
}

static int32_t value_in(const Frame *frame, const astar_influence *influence, int32_t x,
                        int32_t y) {
  Cell cell = frame_cell(frame, &influence->map->grid, x, y);
  return cell != NO_CELL ? influence->values[cell] : 0;
}

/* A block that holds nothing but zeros is left out. `rect`: its cells, of the frame. */
static void put_block(Writer *writer, const astar_influence *influence, int32_t block,
                      astar_rect rect) {
  int32_t any = 0;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      any |= value_in(writer->frame, influence, x, y);
  if (any == 0) return;
  put_int(writer, block);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      put_small(writer, value_in(writer->frame, influence, x, y));
}

static void put_blocks(Writer *writer, const astar_influence *influence) {
  const Frame *frame = writer->frame;
  const int32_t side = INFLUENCE_BLOCK;
  int32_t block = 0;
  for (int32_t y = 0; y < frame->height; y += side)
    for (int32_t x = 0; x < frame->width; x += side, block++) {
      if (frame_is_own(frame) && !influence->active[block]) continue;
      astar_rect rect = { x, y, integer_least(side, frame->width - x),
                          integer_least(side, frame->height - y) };
      put_block(writer, influence, block, rect);
    }
}

static void put_influence(Writer *writer, const astar_influence *influence) {
  size_t section = section_begin(writer, "INFL");
  put_name(writer, influence->name);
  put_int(writer, influence->weight);
  if (influence->recipe == NULL) put_blocks(writer, influence);
  section_end(writer, section);
}

static void put_recipe(Writer *writer, const astar_influence *influence) {
  if (influence->recipe == NULL) return;
  const astar_recipe *recipe = &influence->recipe->given;
  size_t section = section_begin(writer, "RECI");
  put_number(writer, number_of_influence(influence->map, influence), 4);
  put_byte(writer, (uint8_t)recipe->kind);
  put_int(writer, recipe->plus);
  put_int(writer, recipe->least);
  put_int(writer, recipe->greatest);
  put_int(writer, recipe->scale);
  put_int(writer, recipe->radius);
  put_int(writer, recipe->cls != NULL ? class_number(influence->map, recipe->cls) : 0);
  put_byte(writer, number_of_player(influence->map, recipe->player));
  put_byte(writer, (uint8_t)recipe->term_count);
  for (int32_t i = 0; i < recipe->term_count; i++) {
    put_number(writer, number_of_influence(influence->map, recipe->terms[i].influence), 4);
    put_int(writer, recipe->terms[i].weight);
  }
  if (recipe->kind == ASTAR_RECIPE_HISTORY) put_int(writer, recipe->half_life);
  section_end(writer, section);
}

/* Cells without a past are left out: before each other one stands how many. */
static void put_history(Writer *writer, const astar_influence *influence) {
  const Frame *frame = writer->frame;
  if (influence->recipe == NULL || influence->recipe->given.kind != ASTAR_RECIPE_HISTORY) return;
  size_t section = section_begin(writer, "PAST");
  put_number(writer, number_of_influence(influence->map, influence), 4);
  int32_t skipped = 0;
  for (int32_t i = 0; i < frame->width * frame->height; i++, skipped++) {
    Cell cell = frame_cell(frame, &influence->map->grid, i % frame->width, i / frame->width);
    Past past = cell != NO_CELL ? history_at(influence, cell) : (Past){ 0 };
    if (past.part == 0 && past.peak == 0) continue;
    put_small(writer, skipped);
    put_small(writer, past.part);
    put_small(writer, past.peak);
    put_number(writer, past.since, 4);
    skipped = -1;
  }
  section_end(writer, section);
}

/* ---- queries --------------------------------------------------------------------------------- */

void put_options(Writer *writer, const astar_map *map, const astar_query *query) {
  put_int(writer, query->influence_count);
  for (int32_t i = 0; i < query->influence_count; i++) {
    put_number(writer, number_of_influence(map, query->influences[i].influence), 4);
    put_int(writer, query->influences[i].weight);
  }
  put_byte(writer, query->claims);
  put_byte(writer, query->occupancy);
  put_int(writer, query->claim_radius);
  put_int(writer, query->claim_ahead);
  put_int(writer, query->claim_penalty);
  put_byte(writer, (uint8_t)query->heuristic);
  put_int(writer, query->heuristic_weight);
  put_byte(writer, (uint8_t)query->engine);
  put_int(writer, query->within);
  put_int(writer, query->turn_cost);
  put_int(writer, query->traffic);
  put_byte(writer, (uint8_t)(query->partial | query->any_angle << 1));
  put_byte(writer, query->explain);
  put_number(writer, query->budget, 4);
}

static void put_query(Writer *writer, const astar_map *map, const astar_query *query) {
  put_int(writer, class_number(map, query->cls));
  put_byte(writer, number_of_player(map, query->player));
  put_number(writer, query->unit != NULL ? unit_hooks->id(query->unit) : 0, 4);
  put_options(writer, map, query);
}

/* ---- links ----------------------------------------------------------------------------------- */

/* One that was removed is there as long as a player remembers it. */
static void put_link(Writer *writer, const astar_link *link) {
  if (!frame_has_link(writer->frame, link)) return;
  size_t section = section_begin(writer, "LINK");
  put_number(writer, link->number, 4);
  put_cell(writer, link->from);
  put_cell(writer, link->to);
  put_byte(writer, link->one_way);
  put_byte(writer, link->state.is_there);
  put_byte(writer, link->state.is_open);
  put_int(writer, link->state.cost);
  put_int(writer, link->class_count);
  for (int32_t i = 0; i < link->class_count; i++)
    put_int(writer, class_number(link->map, link->classes[i]));
  section_end(writer, section);
}

/* What a player remembers of a link. */
static void put_link_memory(Writer *writer, const astar_player *player, const astar_link *link) {
  LinkState state = link_as_known(link, player);
  if (!link_is_remembered_by(link, player) || !frame_has_link(writer->frame, link)) return;
  size_t section = section_begin(writer, "LMEM");
  put_byte(writer, number_of_player(player->map, player));
  put_number(writer, link->number, 4);
  put_byte(writer, state.is_there);
  put_byte(writer, state.is_open);
  put_int(writer, state.cost);
  section_end(writer, section);
}

static void put_links(Writer *writer, const astar_map *map) {
  for (const astar_link *link = map->links.first; link != NULL; link = link->next)
    put_link(writer, link);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    for (const astar_link *link = map->links.first; link != NULL; link = link->next)
      put_link_memory(writer, one, link);
}

static void put_time(Writer *writer, const astar_map *map) {
  size_t section = section_begin(writer, "TIME");
  put_number(writer, map->ticks, 4);
  put_number(writer, map->links.last_number, 4);
  section_end(writer, section);
}

/* ---- what was asked for ---------------------------------------------------------------------- */

static bool differs_for_landmarks(const Plane *plane, Cell cell) {
  return plane->landmarks->old_kind[cell] != plane->kind[cell];
}

static bool differs_for_dead_ends(const Plane *plane, Cell cell) {
  return (plane->dead_ends->area_of[cell] != 0) != (plane->kind[cell] != 0);
}

typedef bool (*differs_fn)(const Plane *plane, Cell cell);

static uint32_t count_changed(const Plane *plane, differs_fn differs) {
  const Grid *grid = &plane->cls->map->grid;
  uint32_t count = 0;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) count += differs(plane, grid_cell(grid, x, y));
  return count;
}

/* The cells that have changed since a table was made: before each one stands how many that have not
** are left out. With the kinds that they had, if these are given. In another frame the table is
** made again for the cells as they are. */
static void put_changed(Writer *writer, const Plane *plane, const uint8_t *old_kind,
                        differs_fn differs) {
  const Grid *grid = &plane->cls->map->grid;
  uint32_t count = frame_is_own(writer->frame) ? count_changed(plane, differs) : 0;
  int32_t skipped = 0;
  put_number(writer, count, 4);
  for (int32_t y = 0; y < grid->height && count > 0; y++)
    for (int32_t x = 0; x < grid->width && count > 0; x++, skipped++) {
      Cell cell = grid_cell(grid, x, y);
      if (!differs(plane, cell)) continue;
      put_small(writer, skipped);
      if (old_kind != NULL) put_byte(writer, old_kind[cell]);
      skipped = -1;
      count--;
    }
}

static void put_plane(Writer *writer, const astar_map *map, const Plane *plane) {
  uint8_t asked = (uint8_t)((plane->landmarks != NULL ? SAVE_PREPARED : 0) |
                            (plane->dead_ends != NULL ? SAVE_DEAD_ENDS : 0));
  if (asked == 0) return;
  size_t section = section_begin(writer, "PLAN");
  put_int(writer, class_number(map, plane->cls));
  put_byte(writer, number_of_player(map, plane->player));
  put_byte(writer, asked);
  if (plane->landmarks != NULL)
    put_changed(writer, plane, plane->landmarks->old_kind, differs_for_landmarks);
  if (plane->dead_ends != NULL) put_changed(writer, plane, NULL, differs_for_dead_ends);
  section_end(writer, section);
}

/* By class and player, for their list is in the order in which they happened to be made. */
static void put_planes(Writer *writer, const astar_map *map) {
  for (const astar_class *cls = map->classes; cls != NULL; cls = cls->next) {
    const astar_player *player = NULL;
    do {
      for (const Plane *plane = map->planes; plane != NULL; plane = plane->next)
        if (plane->cls == cls && plane->player == player) put_plane(writer, map, plane);
      player = player == NULL ? map->players : player->next;
    } while (player != NULL);
  }
}

/* What was paid for tables on a large map; in another frame they have another price. */
static void put_payments(Writer *writer, const astar_map *map) {
  if (!frame_is_own(writer->frame)) return;
  for (const TableBudget *one = map->table_budgets; one != NULL; one = one->next) {
    if (one->paid == 0) continue;
    size_t section = section_begin(writer, "PAID");
    put_int(writer, class_number(map, one->cls));
    put_byte(writer, number_of_player(map, one->player));
    put_number(writer, one->paid, 4);
    section_end(writer, section);
  }
}

bool save_has_ticket(const Frame *frame, const astar_ticket *ticket) {
  bool begins = ticket->x == ASTAR_AT_UNIT ||
                frame_has(frame, (astar_cell){ ticket->x, ticket->y });
  return begins && (ticket->target.wanted > 0 || frame_part(frame, ticket->goal).width > 0);
}

/* How many of which goals are wanted, behind the query; 0: it is for a path. A cell that is outside
** the frame keeps its place in the list. */
static void put_target(Writer *writer, const astar_target *target) {
  put_int(writer, target->wanted);
  if (target->wanted == 0) return;
  put_byte(writer, (uint8_t)target->terrain);
  put_byte(writer, target->unseen);
  put_int(writer, target->cell_count);
  for (int32_t i = 0; i < target->cell_count; i++) {
    bool has = target->cells[i].x >= 0 && frame_has(writer->frame, target->cells[i]);
    if (has) put_cell(writer, target->cells[i]);
    else put_int(writer, -1);
    if (!has) put_int(writer, -1);
  }
}

static void put_ticket(Writer *writer, const astar_ticket *ticket) {
  if (!save_has_ticket(writer->frame, ticket)) return;
  const Frame *frame = writer->frame;
  astar_rect goal = frame_part(frame, ticket->goal), first = { -frame->dx, -frame->dy, 1, 1 };
  if (ticket->target.wanted > 0) goal = first;
  size_t section = section_begin(writer, "ASKS");
  if (ticket->x == ASTAR_AT_UNIT) {
    put_int(writer, ticket->x);
    put_int(writer, ticket->y);
  } else {
    put_cell(writer, (astar_cell){ ticket->x, ticket->y });
  }
  put_cell(writer, (astar_cell){ goal.x, goal.y });
  put_int(writer, goal.width);
  put_int(writer, goal.height);
  put_int(writer, ticket->priority);
  put_query(writer, ticket->map, &ticket->query);
  put_target(writer, &ticket->target);
  section_end(writer, section);
}

/* In the order in which they were asked for. */
static void put_tickets(Writer *writer, const astar_map *map) {
  for (astar_ticket *ticket = astar_ticket_waiting(map, NULL); ticket != NULL;
       ticket = astar_ticket_waiting(map, ticket))
    put_ticket(writer, ticket);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void put_map(Writer *writer, const astar_map *map) {
  put_bytes(writer, SAVE_MAGIC, SAVE_MAGIC_BYTES);
  put_number(writer, SAVE_VERSION, 4);
  put_size(writer, map);
  put_kinds(writer, &map->grid);
  put_terrain(writer, &map->grid);
  for (const astar_class *cls = map->classes->next; cls != NULL; cls = cls->next)
    put_class(writer, cls);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    put_player(writer, one);
  put_fogless(writer, map);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    put_traffic(writer, map, one);
  for (const astar_influence *one = map->influences; one != NULL; one = one->next)
    put_influence(writer, one);
  for (const astar_influence *one = map->influences; one != NULL; one = one->next)
    put_recipe(writer, one);
  put_links(writer, map);
  if (unit_hooks != NULL) unit_hooks->save_units(writer, map);
  put_time(writer, map);
  for (const astar_influence *one = map->influences; one != NULL; one = one->next)
    put_history(writer, one);
  put_planes(writer, map);
  put_payments(writer, map);
  put_tickets(writer, map);
  if (unit_hooks != NULL) unit_hooks->save_watches(writer, map);
}

size_t save_write(const astar_map *map, const Frame *frame, void *memory) {
  Writer writer = { memory, 0, frame };
  put_map(&writer, map);
  uint64_t sum = memory != NULL ? astar_checksum(writer.bytes, writer.size) : 0;
  size_t section = section_begin(&writer, "END ");
  put_number(&writer, sum, 8);
  section_end(&writer, section);
  return writer.size;
}

size_t save_size(astar_map *map, const Frame *frame, astar_status *why) {
  *why = save_prepare(map);
  return *why == ASTAR_OK ? save_write(map, frame, NULL) : 0;
}

size_t astar_map_save_size(astar_map *map, astar_status *why) {
  Frame frame = frame_of(&map->grid);
  return save_size(map, &frame, why);
}

void astar_map_save(const astar_map *map, void *memory) {
  Frame frame = frame_of(&map->grid);
  save_write(map, &frame, memory);
}
