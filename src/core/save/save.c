#include "save.h"

#include <string.h>

#include "../base/integer.h"
#include "../map/geometry.h"
#include "../map/history.h"
#include "../map/link.h"
#include "../map/recipe.h"
#include "../tables/landmark_builder.h"
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
  return !old || landmark_builder_do_all(plane) ? ASTAR_OK : ASTAR_NO_MEMORY;
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
  write_bytes(writer, tag, SAVE_TAG_BYTES);
  write_number(writer, 0, 4);
  return writer->size;
}

void section_end(Writer *writer, size_t begin) {
  Writer length = { writer->bytes, writer->room, begin - 4, NULL };
  write_number(&length, writer->size - begin, 4);
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

static void write_levels(Writer *writer, const Grid *grid) {
  for (int32_t i = 0; i < grid->level_count; i++) {
    const astar_level *level = &grid->levels[i];
    write_name(writer, level->name);
    write_int(writer, level->rect.x);
    write_int(writer, level->rect.y);
    write_int(writer, level->rect.width);
    write_int(writer, level->rect.height);
  }
}

/* So that what has moved is where it was in the game. */
static void write_origin(Writer *writer, const astar_map *map) {
  const Frame *frame = writer->frame;
  double x = map->geometry.origin_x, y = map->geometry.origin_y;
  if (!frame_is_own(frame)) geometry_corner(map, -frame->dx, -frame->dy, &x, &y);
  write_double(writer, x);
  write_double(writer, y);
}

static void write_size(Writer *writer, const astar_map *map) {
  const Geometry *geometry = &map->geometry;
  const Frame *frame = writer->frame;
  size_t section = section_begin(writer, "SIZE");
  write_int(writer, frame->width);
  write_int(writer, frame->height);
  write_int(writer, map->grid.straight);
  write_int(writer, map->grid.diagonal);
  write_byte(writer, (uint8_t)geometry->projection);
  write_origin(writer, map);
  write_double(writer, geometry->cell_width);
  write_double(writer, geometry->cell_height);
  write_byte(writer, (uint8_t)map->grid.shape);
  write_levels(writer, &map->grid);
  section_end(writer, section);
}

static void write_kinds(Writer *writer, const Grid *grid) {
  size_t section = section_begin(writer, "KIND");
  for (int32_t id = 1; id <= grid->kind_count; id++) {
    write_name(writer, grid->kinds[id].name);
    write_int(writer, grid->kinds[id].cost);
    write_byte(writer, grid->kinds[id].opaque);
    write_int(writer, grid->kinds[id].slope.height);
    write_int(writer, grid->kinds[id].slope.east);
    write_int(writer, grid->kinds[id].slope.south);
  }
  section_end(writer, section);
}

static void write_terrain(Writer *writer, const Grid *grid) {
  size_t section = section_begin(writer, "CELL");
  write_cells(writer, grid, grid->terrain, writer->frame->fill);
  section_end(writer, section);
}

/* Ids from here on take the terrain's own cost. */
static int32_t own_costs_of(const astar_class *cls) {
  int32_t count = ASTAR_MAX_TERRAINS;
  while (count > 0 && cls->costs[count] == ASTAR_TERRAIN_DEFAULT) count--;
  return count;
}

static void write_class(Writer *writer, const astar_class *cls) {
  size_t section = section_begin(writer, "CLAS");
  write_int(writer, cls->size);
  write_byte(writer, (uint8_t)cls->diagonal);
  write_int(writer, cls->unknown);
  int32_t count = own_costs_of(cls);
  write_byte(writer, (uint8_t)count);
  for (int32_t id = 1; id <= count; id++) write_int(writer, cls->costs[id]);
  write_int(writer, cls->climb);
  write_int(writer, cls->descend);
  write_int(writer, cls->drift);
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
static void write_fogless(Writer *writer, const astar_map *map) {
  uint64_t numbers = 0, bit = 1;
  for (const astar_player *one = map->players; one != NULL; one = one->next, bit <<= 1)
    if (!astar_player_fog(one)) numbers |= bit;
  if (numbers == 0) return;
  size_t section = section_begin(writer, "NFOG");
  write_number(writer, numbers, 8);
  section_end(writer, section);
}

static bool is_glimpse_in(const Frame *frame, const Fov *glimpse) {
  return frame_has(frame, (astar_cell){ glimpse->x, glimpse->y });
}

static void write_glimpses(Writer *writer, const astar_player *player) {
  uint32_t count = 0;
  for (size_t i = 0; i < player->glimpse_count; i++)
    count += is_glimpse_in(writer->frame, &player->glimpses[i]);
  write_number(writer, count, 4);
  for (size_t i = 0; i < player->glimpse_count; i++) {
    const Fov *glimpse = &player->glimpses[i];
    if (!is_glimpse_in(writer->frame, glimpse)) continue;
    write_cell(writer, (astar_cell){ glimpse->x, glimpse->y });
    write_int(writer, glimpse->radius);
  }
}

static void write_player(Writer *writer, const astar_player *player) {
  size_t section = section_begin(writer, "PLAY");
  write_name(writer, player->name);
  write_number(writer, shared_with(player), 8);
  write_cells(writer, &player->map->grid, player->known, 0);
  write_glimpses(writer, player);
  section_end(writer, section);
}

/* Cells in which nothing was counted are left out: before each other one stands how many. */
static void write_traffic(Writer *writer, const astar_map *map, const astar_player *player) {
  const Traffic *traffic = &player->traffic;
  const Frame *frame = writer->frame;
  int32_t skipped = 0;
  if (traffic->memory == 0) return;
  size_t section = section_begin(writer, "FLOW");
  write_byte(writer, number_of_player(map, player));
  write_number(writer, traffic->memory, 4);
  for (int32_t i = 0; i < frame->width * frame->height; i++, skipped++) {
    Cell cell = frame_cell(frame, &map->grid, i % frame->width, i / frame->width);
    if (cell == NO_CELL || (traffic->came[cell] == 0 && traffic->waits[cell] == 0)) continue;
    write_small(writer, skipped);
    write_number(writer, traffic->came[cell], 8);
    write_byte(writer, traffic->waits[cell]);
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
static void write_block(Writer *writer, const astar_influence *influence, int32_t block,
                        astar_rect rect) {
  int32_t any = 0;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      any |= value_in(writer->frame, influence, x, y);
  if (any == 0) return;
  write_int(writer, block);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      write_small(writer, value_in(writer->frame, influence, x, y));
}

static void write_blocks(Writer *writer, const astar_influence *influence) {
  const Frame *frame = writer->frame;
  const int32_t side = INFLUENCE_BLOCK;
  int32_t block = 0;
  for (int32_t y = 0; y < frame->height; y += side)
    for (int32_t x = 0; x < frame->width; x += side, block++) {
      if (frame_is_own(frame) && !influence->active[block]) continue;
      astar_rect rect = { x, y, integer_least(side, frame->width - x),
                          integer_least(side, frame->height - y) };
      write_block(writer, influence, block, rect);
    }
}

static void write_influence(Writer *writer, const astar_influence *influence) {
  size_t section = section_begin(writer, "INFL");
  write_name(writer, influence->name);
  write_int(writer, influence->weight);
  if (influence->recipe == NULL) write_blocks(writer, influence);
  section_end(writer, section);
}

static void write_recipe(Writer *writer, const astar_influence *influence) {
  if (influence->recipe == NULL) return;
  const astar_recipe *recipe = &influence->recipe->given;
  size_t section = section_begin(writer, "RECI");
  write_number(writer, number_of_influence(influence->map, influence), 4);
  write_byte(writer, (uint8_t)recipe->kind);
  write_int(writer, recipe->plus);
  write_int(writer, recipe->least);
  write_int(writer, recipe->greatest);
  write_int(writer, recipe->scale);
  write_int(writer, recipe->radius);
  write_int(writer, recipe->cls != NULL ? class_number(influence->map, recipe->cls) : 0);
  write_byte(writer, number_of_player(influence->map, recipe->player));
  write_byte(writer, (uint8_t)recipe->term_count);
  for (int32_t i = 0; i < recipe->term_count; i++) {
    write_number(writer, number_of_influence(influence->map, recipe->terms[i].influence), 4);
    write_int(writer, recipe->terms[i].weight);
  }
  if (recipe->kind == ASTAR_RECIPE_HISTORY) write_int(writer, recipe->half_life);
  section_end(writer, section);
}

/* Cells without a past are left out: before each other one stands how many. */
static void write_history(Writer *writer, const astar_influence *influence) {
  const Frame *frame = writer->frame;
  if (influence->recipe == NULL || influence->recipe->given.kind != ASTAR_RECIPE_HISTORY) return;
  size_t section = section_begin(writer, "PAST");
  write_number(writer, number_of_influence(influence->map, influence), 4);
  int32_t skipped = 0;
  for (int32_t i = 0; i < frame->width * frame->height; i++, skipped++) {
    Cell cell = frame_cell(frame, &influence->map->grid, i % frame->width, i / frame->width);
    Past past = cell != NO_CELL ? history_at(influence, cell) : (Past){ 0 };
    if (past.part == 0 && past.peak == 0) continue;
    write_small(writer, skipped);
    write_small(writer, past.part);
    write_small(writer, past.peak);
    write_number(writer, past.since, 4);
    skipped = -1;
  }
  section_end(writer, section);
}

/* ---- queries --------------------------------------------------------------------------------- */

void write_options(Writer *writer, const astar_map *map, const astar_query *query) {
  write_int(writer, query->influence_count);
  for (int32_t i = 0; i < query->influence_count; i++) {
    write_number(writer, number_of_influence(map, query->influences[i].influence), 4);
    write_int(writer, query->influences[i].weight);
  }
  write_byte(writer, query->claims);
  write_byte(writer, query->occupancy);
  write_int(writer, query->claim_radius);
  write_int(writer, query->claim_ahead);
  write_int(writer, query->claim_penalty);
  write_byte(writer, (uint8_t)query->heuristic);
  write_int(writer, query->heuristic_weight);
  write_byte(writer, (uint8_t)query->engine);
  write_int(writer, query->within);
  write_int(writer, query->turn_cost);
  write_int(writer, query->traffic_cost);
  write_byte(writer, (uint8_t)(query->partial | query->any_angle << 1));
  write_byte(writer, query->explain);
  write_number(writer, query->budget, 4);
}

static void write_query(Writer *writer, const astar_map *map, const astar_query *query) {
  write_int(writer, class_number(map, query->cls));
  write_byte(writer, number_of_player(map, query->player));
  write_number(writer, query->unit != NULL ? unit_hooks->id(query->unit) : 0, 4);
  write_options(writer, map, query);
}

/* ---- links ----------------------------------------------------------------------------------- */

/* One that was removed is there as long as a player remembers it. */
static void write_link(Writer *writer, const astar_link *link) {
  if (!frame_has_link(writer->frame, link)) return;
  size_t section = section_begin(writer, "LINK");
  write_number(writer, link->number, 4);
  write_cell(writer, link->from);
  write_cell(writer, link->to);
  write_byte(writer, link->one_way);
  write_byte(writer, link->state.is_there);
  write_byte(writer, link->state.is_open);
  write_int(writer, link->state.cost);
  write_int(writer, link->class_count);
  for (int32_t i = 0; i < link->class_count; i++)
    write_int(writer, class_number(link->map, link->classes[i]));
  section_end(writer, section);
}

/* What a player remembers of a link. */
static void write_link_memory(Writer *writer, const astar_player *player, const astar_link *link) {
  LinkState state = link_as_known(link, player);
  if (!link_is_remembered_by(link, player) || !frame_has_link(writer->frame, link)) return;
  size_t section = section_begin(writer, "LMEM");
  write_byte(writer, number_of_player(player->map, player));
  write_number(writer, link->number, 4);
  write_byte(writer, state.is_there);
  write_byte(writer, state.is_open);
  write_int(writer, state.cost);
  section_end(writer, section);
}

static void write_links(Writer *writer, const astar_map *map) {
  for (const astar_link *link = map->links.first; link != NULL; link = link->next)
    write_link(writer, link);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    for (const astar_link *link = map->links.first; link != NULL; link = link->next)
      write_link_memory(writer, one, link);
}

static void write_time(Writer *writer, const astar_map *map) {
  size_t section = section_begin(writer, "TIME");
  write_number(writer, map->ticks, 4);
  write_number(writer, map->links.last_number, 4);
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
static void write_changed(Writer *writer, const Plane *plane, const uint8_t *old_kind,
                          differs_fn differs) {
  const Grid *grid = &plane->cls->map->grid;
  uint32_t count = frame_is_own(writer->frame) ? count_changed(plane, differs) : 0;
  int32_t skipped = 0;
  write_number(writer, count, 4);
  for (int32_t y = 0; y < grid->height && count > 0; y++)
    for (int32_t x = 0; x < grid->width && count > 0; x++, skipped++) {
      Cell cell = grid_cell(grid, x, y);
      if (!differs(plane, cell)) continue;
      write_small(writer, skipped);
      if (old_kind != NULL) write_byte(writer, old_kind[cell]);
      skipped = -1;
      count--;
    }
}

static void write_plane(Writer *writer, const astar_map *map, const Plane *plane) {
  uint8_t asked = (uint8_t)((plane->landmarks != NULL ? SAVE_PREPARED : 0) |
                            (plane->dead_ends != NULL ? SAVE_DEAD_ENDS : 0));
  if (asked == 0) return;
  size_t section = section_begin(writer, "PLAN");
  write_int(writer, class_number(map, plane->cls));
  write_byte(writer, number_of_player(map, plane->player));
  write_byte(writer, asked);
  if (plane->landmarks != NULL)
    write_changed(writer, plane, plane->landmarks->old_kind, differs_for_landmarks);
  if (plane->dead_ends != NULL) write_changed(writer, plane, NULL, differs_for_dead_ends);
  section_end(writer, section);
}

/* By class and player, for their list is in the order in which they happened to be made. */
static void write_planes(Writer *writer, const astar_map *map) {
  for (const astar_class *cls = map->classes; cls != NULL; cls = cls->next) {
    const astar_player *player = NULL;
    do {
      for (const Plane *plane = map->planes; plane != NULL; plane = plane->next)
        if (plane->cls == cls && plane->player == player) write_plane(writer, map, plane);
      player = player == NULL ? map->players : player->next;
    } while (player != NULL);
  }
}

/* What was paid for tables on a large map; in another frame they have another price. */
static void write_payments(Writer *writer, const astar_map *map) {
  if (!frame_is_own(writer->frame)) return;
  for (const TableBudget *one = map->table_budgets; one != NULL; one = one->next) {
    if (one->paid == 0) continue;
    size_t section = section_begin(writer, "PAID");
    write_int(writer, class_number(map, one->cls));
    write_byte(writer, number_of_player(map, one->player));
    write_number(writer, one->paid, 4);
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
static void write_target(Writer *writer, const astar_target *target) {
  write_int(writer, target->wanted);
  if (target->wanted == 0) return;
  write_byte(writer, (uint8_t)target->terrain);
  write_byte(writer, target->unseen);
  write_int(writer, target->cell_count);
  for (int32_t i = 0; i < target->cell_count; i++) {
    bool has = target->cells[i].x >= 0 && frame_has(writer->frame, target->cells[i]);
    if (has) write_cell(writer, target->cells[i]);
    else write_int(writer, -1);
    if (!has) write_int(writer, -1);
  }
}

static void write_ticket(Writer *writer, const astar_ticket *ticket) {
  if (!save_has_ticket(writer->frame, ticket)) return;
  const Frame *frame = writer->frame;
  astar_rect goal = frame_part(frame, ticket->goal), first = { -frame->dx, -frame->dy, 1, 1 };
  if (ticket->target.wanted > 0) goal = first;
  size_t section = section_begin(writer, "ASKS");
  if (ticket->x == ASTAR_AT_UNIT) {
    write_int(writer, ticket->x);
    write_int(writer, ticket->y);
  } else {
    write_cell(writer, (astar_cell){ ticket->x, ticket->y });
  }
  write_cell(writer, (astar_cell){ goal.x, goal.y });
  write_int(writer, goal.width);
  write_int(writer, goal.height);
  write_int(writer, ticket->priority);
  write_query(writer, ticket->map, &ticket->query);
  write_target(writer, &ticket->target);
  section_end(writer, section);
}

/* In the order in which they were asked for. */
static void write_tickets(Writer *writer, const astar_map *map) {
  for (astar_ticket *ticket = astar_ticket_waiting(map, NULL); ticket != NULL;
       ticket = astar_ticket_waiting(map, ticket))
    write_ticket(writer, ticket);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void write_map(Writer *writer, const astar_map *map) {
  write_bytes(writer, SAVE_MAGIC, SAVE_MAGIC_BYTES);
  write_number(writer, SAVE_VERSION, 4);
  write_size(writer, map);
  write_kinds(writer, &map->grid);
  write_terrain(writer, &map->grid);
  for (const astar_class *cls = map->classes->next; cls != NULL; cls = cls->next)
    write_class(writer, cls);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    write_player(writer, one);
  write_fogless(writer, map);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    write_traffic(writer, map, one);
  for (const astar_influence *one = map->influences; one != NULL; one = one->next)
    write_influence(writer, one);
  for (const astar_influence *one = map->influences; one != NULL; one = one->next)
    write_recipe(writer, one);
  write_links(writer, map);
  if (unit_hooks != NULL) unit_hooks->save_units(writer, map);
  write_time(writer, map);
  for (const astar_influence *one = map->influences; one != NULL; one = one->next)
    write_history(writer, one);
  write_planes(writer, map);
  write_payments(writer, map);
  write_tickets(writer, map);
  if (unit_hooks != NULL) unit_hooks->save_watches(writer, map);
}

astar_status save_map(astar_map *map, const Frame *frame, void *memory, size_t room, size_t *size) {
  Writer writer = { memory, room, 0, frame };
  astar_status status = save_prepare(map);
  *size = 0;
  if (status != ASTAR_OK) return status;
  write_map(&writer, map);
  uint64_t sum = writer_sum(&writer);
  size_t section = section_begin(&writer, "END ");
  write_number(&writer, sum, 8);
  section_end(&writer, section);
  *size = writer.size;
  return ASTAR_OK;
}

astar_status astar_map_save(astar_map *map, void *memory, size_t room, size_t *size) {
  Frame frame = frame_of(&map->grid);
  return save_map(map, &frame, memory, room, size);
}
