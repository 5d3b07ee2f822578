#include "obstacles.h"

#include "../base/builtin.h"

/* ---- claimed --------------------------------------------------------------------------------- */

void claims_clear(Claims *claims) {
  cellset_clear(&claims->cells);
  claims->count = 0;
}

void claims_free(Claims *claims, astar_map *map) {
  cellset_free(&claims->cells, map);
  memory_free(&map->memory, claims->by, claims->capacity * sizeof *claims->by);
  *claims = (Claims){ 0 };
}

/* ---- taken ----------------------------------------------------------------------------------- */

void taken_put(Taken *taken, const astar_map *map, astar_rect rect, bool on) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell cell = grid_cell(&map->grid, x, y);
      uint64_t bit = (uint64_t)1 << (cell & 63);
      if (on) taken->cells.bits[cell >> 6] |= bit;
      else taken->cells.bits[cell >> 6] &= ~bit;
    }
}

void taken_drop_extras(Taken *taken, const astar_map *map) {
  CellSet *cells = &taken->cells;
  while (cells->count > taken->common_runs) {
    CellRun run = cells->runs[--cells->count];
    for (int32_t i = 0; i < run.count; i++) {
      Cell cell = run.first + (Cell)i;
      cells->bits[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    }
  }
  taken_put(taken, map, taken->own, true);
  taken->own = (astar_rect){ 0, 0, 0, 0 };
  taken->count = 0;
  cells->first = taken->common_first;
  cells->end = taken->common_end;
}

void taken_free(Taken *taken, astar_map *map) {
  cellset_free(&taken->cells, map);
  *taken = (Taken){ 0 };
}

const char *taken_validate(const Taken *taken, const astar_map *map) {
  const CellSet *cells = &taken->cells;
  size_t wanted = taken->count > 0 ? taken->count : taken->common, marked = 0;
  if (taken->count == 0 && taken->own.width > 0) return NULL;   /* a unit alone, in use */
  for (size_t word = 0; cells->bits != NULL && word < cellset_words(map); word++)
    marked += (size_t)ones_64(cells->bits[word]);
  return marked == wanted ? NULL : "other cells are taken than those of units";
}

const char *claims_validate(const Claims *claims, const astar_map *map) {
  if (claims->count > 0 && claims->cells.count == 0) return "units claim their ways, but no cells";
  return cellset_validate(&claims->cells, map);
}
