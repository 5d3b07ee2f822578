/* Free cells: the nearest one in which a unit could stand now, and putting a unit there. */
#include "../base/integer.h"
#include "../search/direct.h"
#include "../search/nearest_cell.h"
#include "unit.h"

typedef struct FreeCells {
  DirectQuery direct;
  astar_cell near;
  const astar_unit *leaves;         /* it is in nobody's way, its own least of all */
  bool counts_units;
} FreeCells;

/* Does a unit cover the cell of which the player knows, other than the one that asks or leaves? */
static bool is_covered(const FreeCells *cells, const astar_unit *other) {
  const astar_query *query = &cells->direct.query;
  if (other == NULL || other == query->unit || other == cells->leaves) return false;
  return query->player == NULL || astar_unit_visible(other, query->player);
}

static bool is_vacant(const FreeCells *cells, astar_cell at) {
  const View *view = &cells->direct.view;
  int32_t size = view->query->cls->size;
  for (int32_t i = 0; i < size * size; i++)
    if (is_covered(cells, occupancy_in(view->map, at, size, i))) return false;
  return true;
}

static bool is_free(const void *user, Cell cell) {
  const FreeCells *cells = user;
  const View *view = &cells->direct.view;
  astar_cell at = grid_position(&view->map->grid, cell);
  if (!grid_same_level(&view->map->grid, cells->near, at)) return false;
  return !cells->counts_units || is_vacant(cells, at);
}

/* The nearest one; -1, -1: there is none. */
static astar_cell free_cells_find(FreeCells *cells, bool counts_units) {
  const View *view = &cells->direct.view;
  NearestCell nearest = { .grid = &view->map->grid, .to = { cells->near.x, cells->near.y, 1, 1 },
                          .start = cells->near, .kind = view->kind, .user = cells,
                          .accepts = is_free, .x = -1, .y = -1 };
  cells->counts_units = counts_units;
  nearest_cell_find(&nearest);
  return (astar_cell){ nearest.x, nearest.y };
}

static bool free_query_is_valid(const astar_map *map, int32_t x, int32_t y,
                                const astar_query *query) {
  if (!map_has_cell(map, x, y)) return false;
  return query == NULL ||
         (map_accepts(map, query->within == 0, "query.within: not for free cells") &&
          map_accepts(map, !query->partial, "query.partial: not for free cells") &&
          map_accepts(map, query->extra_cost == NULL, "query.extra_cost: not for free cells"));
}

static astar_status free_cells_seek(FreeCells *cells, astar_map *map, const astar_query *query,
                                    astar_cell *cell) {
  astar_status status = direct_open(&cells->direct, map, query);
  if (status != ASTAR_OK) return status;
  *cell = free_cells_find(cells, cells->direct.query.occupancy);
  if (cell->x < 0) status = free_cells_find(cells, false).x < 0 ? ASTAR_UNREACHABLE
                                                                : ASTAR_CROWDED;
  direct_close(&cells->direct);
  return status;
}

astar_status astar_map_nearest_free(astar_map *map, int32_t x, int32_t y, const astar_query *query,
                                    astar_cell *cell) {
  FreeCells cells = { .near = { x, y } };
  *cell = (astar_cell){ -1, -1 };
  if (!free_query_is_valid(map, x, y, query)) return ASTAR_INVALID;
  return free_cells_seek(&cells, map, query, cell);
}

/* It is put there, so what counts is the map, and not what its player knows of it. */
astar_status astar_unit_evict(astar_unit *unit, astar_cell *cell) {
  astar_map *map = unit->cls->map;
  astar_query query = astar_query_default();
  query.cls = unit->cls;
  FreeCells cells = { .near = { unit->x, unit->y }, .leaves = unit };
  *cell = (astar_cell){ unit->x, unit->y };
  if (!map_is_open(map)) return ASTAR_INVALID;
  if (class_can_stand(unit->cls, unit->x, unit->y)) return ASTAR_OK;
  astar_status status = free_cells_seek(&cells, map, &query, cell);
  return status == ASTAR_OK ? astar_unit_place(unit, cell->x, cell->y) : status;
}
