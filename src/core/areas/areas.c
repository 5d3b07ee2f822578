#include "areas.h"

#include <string.h>

#include "../field/field.h"
#include "choke.h"
#include "watershed.h"

/* ---- memory ---------------------------------------------------------------------------------- */

static void areas_release(astar_areas *areas) {
  Memory *memory = &areas->map->memory;
  for (size_t i = 0; areas->fields != NULL && i < areas->side_count; i++)
    astar_field_free(areas->fields[i]);
  memory_free(memory, areas->fields, areas->side_count * sizeof *areas->fields);
  memory_free(memory, areas->field_versions, areas->side_count * sizeof *areas->field_versions);
  memory_free(memory, areas->blocked, areas->blocked_count * sizeof *areas->blocked);
  division_free(&areas->division);
  memory_free(memory, areas, sizeof *areas);
}

void astar_areas_free(astar_areas *areas) {
  if (areas == NULL) return;
  *areas->at = areas->next;
  if (areas->next != NULL) areas->next->at = areas->at;
  areas_release(areas);
}

void areas_free_all(astar_map *map) {
  while (map->areas != NULL) astar_areas_free(map->areas);
}

/* ---- what is cut off ------------------------------------------------------------------------- */

/* Where the class can stand when cells are blocked: an array over cells. NULL: no memory. */
static uint8_t *areas_left_open(const astar_areas *areas, const Plane *plane) {
  const Grid *grid = &areas->map->grid;
  int32_t size = areas->query.cls->size;
  uint8_t *open = memory_raw(&areas->map->memory, grid->cells);
  if (open == NULL) return NULL;
  memcpy(open, plane->kind, grid->cells);
  for (size_t i = 0; i < areas->blocked_count; i++) {
    astar_cell at = grid_position(grid, areas->blocked[i]);
    for (int32_t y = at.y - size + 1; y <= at.y; y++)
      for (int32_t x = at.x - size + 1; x <= at.x; x++)
        if (grid_has(grid, x, y)) open[grid_cell(grid, x, y)] = 0;
  }
  return open;
}

/* Joins the cells that are connected, each lot below its first cell in reading order. */
static void areas_connect(Division *division, const uint8_t *open) {
  static const int before[] = { WEST, NORTH, NORTH_WEST, NORTH_EAST };
  uint32_t *of = division->of;
  for (size_t cell = 0; cell < division->grid->cells; cell++) {
    if (open[cell] == 0) continue;
    of[cell] = (uint32_t)cell;
    for (int i = 0; i < division_ways(division) / 2; i++) {
      Cell next = (Cell)cell + (Cell)direction_offset(division->grid, before[i]);
      if (open[next] == 0) continue;
      Cell a = division_root(of, (Cell)cell), b = division_root(of, next);
      of[a < b ? b : a] = a < b ? a : b;
    }
  }
}

static bool areas_find_parts(const astar_areas *areas, Division *division, const Plane *plane) {
  Memory *memory = &areas->map->memory;
  size_t cells = areas->map->grid.cells;
  uint8_t *open = areas_left_open(areas, plane);
  uint32_t *numbers = memory_raw(memory, cells * sizeof *numbers);
  bool done = open != NULL && numbers != NULL;
  if (done) areas_connect(division, open);
  if (done) done = division_number(division, NULL, numbers);
  memory_free(memory, open, cells);
  memory_free(memory, numbers, cells * sizeof *numbers);
  return done;
}

/* ---- sides ----------------------------------------------------------------------------------- */

/* The number of the side that comes to a cell first + 1; 0: none can. */
static uint32_t areas_nearest_side(const astar_areas *areas, size_t cell) {
  uint32_t least = FIELD_NONE, nearest = 0;
  for (uint32_t side = 0; side < areas->side_count; side++) {
    const astar_field *field = areas->fields[side];
    if (field == NULL || field->cost[cell] >= least) continue;
    least = field->cost[cell];
    nearest = side + 1;
  }
  return nearest;
}

static bool areas_find_sides(const astar_areas *areas, Division *division, const Plane *plane) {
  for (size_t side = 0; side < areas->side_count; side++)
    if (!division_add(division, NO_CELL, 0)) return false;
  for (size_t cell = 0; cell < areas->map->grid.cells; cell++) {
    if (plane->kind[cell] == 0) continue;
    uint32_t number = areas_nearest_side(areas, cell);
    division->of[cell] = number;
    if (number == 0) continue;
    DivisionArea *area = &division->areas[number - 1];
    if (area->size++ == 0) area->cell = (Cell)cell;
  }
  return true;
}

/* Brings the costs of the sides up to date. */
static astar_status areas_follow_fields(astar_areas *areas) {
  for (size_t i = 0; i < areas->side_count; i++) {
    astar_field *field = areas->fields[i];
    astar_status status = field != NULL ? field_sync(field) : ASTAR_OK;
    if (status != ASTAR_OK) return status;
    if (field != NULL && field_overflows(field)) return ASTAR_LIMIT;
  }
  return ASTAR_OK;
}

static bool areas_fields_changed(const astar_areas *areas) {
  for (size_t i = 0; i < areas->side_count; i++)
    if (areas->fields[i] != NULL && areas->fields[i]->version != areas->field_versions[i])
      return true;
  return false;
}

/* ---- keeping up ------------------------------------------------------------------------------ */

/* Of each region the largest area is not cut off. `largest` is an array over cells, all 0. */
static void areas_compare(Division *division, const Regions *regions, uint32_t *largest) {
  const Grid *grid = division->grid;
  for (uint32_t i = 0; i < division->area_count; i++) {
    DivisionArea *area = &division->areas[i];
    area->region = regions_at(regions, area->cell, NULL);
    int32_t first = (int32_t)area->region - 1;
    uint32_t *most = &largest[grid_cell(grid, first % grid->width, first / grid->width)];
    area->cut_off = *most != 0;
    if (*most != 0 && division->areas[*most - 1].size >= area->size) continue;
    if (*most != 0) division->areas[*most - 1].cut_off = true;
    area->cut_off = false;
    *most = i + 1;
  }
}

static bool areas_find_regions(Division *division, Plane *plane) {
  size_t size = division->grid->cells * sizeof(uint32_t);
  const Regions *regions = plane_regions(plane);
  uint32_t *largest = regions != NULL ? memory_new(division->memory, size) : NULL;
  if (largest == NULL) return false;
  areas_compare(division, regions, largest);
  memory_free(division->memory, largest, size);
  return true;
}

static bool areas_divide(const astar_areas *areas, Division *division, Plane *plane) {
  bool done = false;
  switch (areas->kind) {
    case AREAS_GROUND: done = watershed_find(division, plane->kind, &areas->desc); break;
    case AREAS_CUT_OFF: done = areas_find_parts(areas, division, plane); break;
    case AREAS_SIDES: done = areas_find_sides(areas, division, plane); break;
  }
  return done && (areas->kind == AREAS_SIDES || areas_find_regions(division, plane)) &&
         chokes_find(division, &plane->exits);
}

/* Finds the division again, beside the one that there is. */
static astar_status areas_find(astar_areas *areas, Plane *plane) {
  Division division;
  bool done = plane_exits(plane) != NULL && division_init(&division, plane);
  if (!done) return ASTAR_NO_MEMORY;
  if (!areas_divide(areas, &division, plane)) {
    division_free(&division);
    return ASTAR_NO_MEMORY;
  }
  division_free(&areas->division);
  areas->division = division;
  areas->plane_id = plane->id;
  areas->plane_seen = changes_position(&plane->changes);
  areas->links_seen = areas->map->links.version;
  for (size_t i = 0; i < areas->side_count; i++)
    if (areas->fields[i] != NULL) areas->field_versions[i] = areas->fields[i]->version;
  areas->version++;
  return ASTAR_OK;
}

static bool areas_are_current(const astar_areas *areas, Plane *plane) {
  return areas->version > 0 && areas->plane_id == plane->id &&
         areas->plane_seen == changes_position(&plane->changes) &&
         areas->links_seen == areas->map->links.version && !areas_fields_changed(areas);
}

astar_status astar_areas_update(astar_areas *areas) {
  astar_status status;
  const astar_query *query = &areas->query;
  if (!query_is_whole(areas->map, query, areas->date)) return ASTAR_CANCELLED;
  areas->date.removals = areas->map->removals;
  Plane *plane = plane_get(areas->map, query->cls, query->player, &status);
  if (plane == NULL) return status;
  status = areas_follow_fields(areas);
  if (status != ASTAR_OK || areas_are_current(areas, plane)) return status;
  return areas_find(areas, plane);
}

/* ---- making ---------------------------------------------------------------------------------- */

astar_areas_desc astar_areas_default(void) {
  return (astar_areas_desc){ .ratio = ASTAR_AREA_RATIO };
}

/* Areas of which nothing was found yet. NULL: see *why. */
static astar_areas *areas_open(astar_map *map, AreasKind kind, const astar_query *query,
                               astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  bool open = map_is_open(map) &&
              map_accepts(map, !grid_is_hex(&map->grid), "map: terrain analysis is for squares");
  *why = open ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  astar_areas *areas = memory_new(&map->memory, sizeof *areas);
  *why = areas != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
  if (areas == NULL) return NULL;
  areas->map = map;
  areas->kind = kind;
  areas->query = astar_query_default();
  areas->query.cls = resolved.cls;
  areas->query.player = resolved.player;
  areas->date = query_date(map, &areas->query);
  areas->at = &map->areas;
  areas->next = map->areas;
  if (areas->next != NULL) areas->next->at = &areas->next;
  map->areas = areas;
  return areas;
}

/* Finds them for the first time, where all before has worked. */
static astar_areas *areas_finish(astar_areas *areas, astar_status *why) {
  if (*why == ASTAR_OK) *why = astar_areas_update(areas);
  if (*why == ASTAR_OK) return areas;
  astar_areas_free(areas);
  return NULL;
}

astar_areas *astar_areas_new(astar_map *map, const astar_areas_desc *desc,
                             const astar_query *query, astar_status *why) {
  astar_areas_desc wanted = desc != NULL ? *desc : astar_areas_default();
  bool valid = map_accepts_between(map, wanted.ratio, 0, ASTAR_ONE,
                                   "ratio: not from 0 to ASTAR_ONE") &&
               map_accepts(map, wanted.width >= 0, "width: below 0");
  *why = ASTAR_INVALID;
  astar_areas *areas = valid ? areas_open(map, AREAS_GROUND, query, why) : NULL;
  if (areas == NULL) return NULL;
  areas->desc = wanted;
  return areas_finish(areas, why);
}

astar_areas *astar_areas_cut_off(astar_map *map, const astar_cell *cells, int32_t count,
                                 const astar_query *query, astar_status *why) {
  *why = ASTAR_INVALID;
  bool some = map_accepts(map, count >= 1, "count: no cells");
  if (!some || !map_has_cells(map, cells, count)) return NULL;
  astar_areas *areas = areas_open(map, AREAS_CUT_OFF, query, why);
  if (areas == NULL) return NULL;
  areas->blocked = memory_raw(&map->memory, (size_t)count * sizeof *areas->blocked);
  *why = areas->blocked != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
  areas->blocked_count = areas->blocked != NULL ? (size_t)count : 0;
  for (size_t i = 0; i < areas->blocked_count; i++)
    areas->blocked[i] = grid_cell(&map->grid, cells[i].x, cells[i].y);
  return areas_finish(areas, why);
}

static astar_status areas_add_fields(astar_areas *areas, const astar_side_cells *sides,
                                     size_t count) {
  Memory *memory = &areas->map->memory;
  astar_status status = ASTAR_OK;
  areas->side_count = count;
  areas->fields = memory_new(memory, count * sizeof *areas->fields);
  areas->field_versions = memory_new(memory, count * sizeof *areas->field_versions);
  if (areas->fields == NULL || areas->field_versions == NULL) return ASTAR_NO_MEMORY;
  for (size_t i = 0; i < count && status == ASTAR_OK; i++)
    if (sides[i].count > 0)
      areas->fields[i] = field_from(areas->map, sides[i].cells, sides[i].count, FIELD_NONE,
                                    &areas->query, &status);
  return status;
}

astar_areas *astar_areas_sides(astar_map *map, const astar_side_cells *sides, int32_t count,
                               const astar_query *query, astar_status *why) {
  *why = ASTAR_INVALID;
  if (!map_accepts_between(map, count, 1, ASTAR_MAX_SIDES, "count: not from 1 to ASTAR_MAX_SIDES"))
    return NULL;
  for (int32_t i = 0; i < count; i++)
    if (!map_has_cells(map, sides[i].cells, sides[i].count)) return NULL;
  astar_areas *areas = areas_open(map, AREAS_SIDES, query, why);
  if (areas == NULL) return NULL;
  *why = areas_add_fields(areas, sides, (size_t)count);
  return areas_finish(areas, why);
}
