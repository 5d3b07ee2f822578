/* What areas tell, as they were found last. */
#include "areas.h"

uint64_t astar_areas_version(const astar_areas *areas) {
  return areas->version;
}

int32_t astar_areas_count(const astar_areas *areas) {
  return (int32_t)areas->division.area_count;
}

int32_t astar_areas_choke_count(const astar_areas *areas) {
  return (int32_t)areas->division.choke_count;
}

int32_t astar_areas_at(const astar_areas *areas, int32_t x, int32_t y) {
  const Grid *grid = &areas->map->grid;
  return grid_has(grid, x, y) ? (int32_t)areas->division.of[grid_cell(grid, x, y)] - 1 : -1;
}

static astar_cell areas_place(const astar_areas *areas, Cell cell) {
  if (cell == NO_CELL) return (astar_cell){ -1, -1 };
  return grid_position(&areas->map->grid, cell);
}

static const DivisionArea *areas_number(const astar_areas *areas, int32_t number) {
  bool has = number >= 0 && (size_t)number < areas->division.area_count;
  return has ? &areas->division.areas[number] : NULL;
}

astar_area astar_areas_area(const astar_areas *areas, int32_t number) {
  const DivisionArea *area = areas_number(areas, number);
  if (area == NULL) return (astar_area){ 0 };
  astar_cell cell = areas_place(areas, area->cell);
  uint32_t id = (uint32_t)(cell.y * areas->map->grid.width + cell.x) + 1;
  if (areas->kind == AREAS_SIDES) id = (uint32_t)number + 1;
  return (astar_area){ id, cell, area->size, area->clearance, area->region, area->cut_off,
                       (int32_t)area->chokes };
}

int32_t astar_areas_choke_of(const astar_areas *areas, int32_t area, int32_t index) {
  const DivisionArea *at = areas_number(areas, area);
  bool has = at != NULL && index >= 0 && (uint32_t)index < at->chokes;
  return has ? (int32_t)areas->division.choke_of[at->first + (uint32_t)index] : -1;
}

static const Choke *areas_get_choke(const astar_areas *areas, int32_t number) {
  bool has = number >= 0 && (size_t)number < areas->division.choke_count;
  return has ? &areas->division.chokes[number] : NULL;
}

astar_choke astar_areas_choke(const astar_areas *areas, int32_t number) {
  const Choke *choke = areas_get_choke(areas, number);
  if (choke == NULL) return (astar_choke){ 0 };
  return (astar_choke){
    .areas = { (int32_t)choke->areas[0], (int32_t)choke->areas[1] },
    .width = (int32_t)choke->width,
    .middle = areas_place(areas, choke->middle),
    .ends = { areas_place(areas, choke->ends[0]), areas_place(areas, choke->ends[1]) },
    .link = choke->link, .one_way = choke->one_way, .splits = choke->splits,
    .sides = { choke->sides[0], choke->sides[1] },
  };
}

astar_cell astar_areas_choke_cell(const astar_areas *areas, int32_t choke, int32_t index) {
  const Choke *at = areas_get_choke(areas, choke);
  bool has = at != NULL && index >= 0 && (uint32_t)index < at->width;
  return areas_place(areas, has ? areas->division.cells[at->first + (uint32_t)index] : NO_CELL);
}

astar_status astar_areas_path(const astar_areas *areas, int32_t from, int32_t to, int32_t width,
                              int32_t *chokes, int32_t *count) {
  *count = 0;
  bool has = map_accepts(areas->map, areas_number(areas, from) != NULL, "from: no such area") &&
             map_accepts(areas->map, areas_number(areas, to) != NULL, "to: no such area");
  if (!has) return ASTAR_INVALID;
  int32_t found = division_path(&areas->division, (uint32_t)from, (uint32_t)to,
                                width > 0 ? (uint32_t)width : 0, chokes);
  if (found == -2) return ASTAR_NO_MEMORY;
  if (found == -1) return ASTAR_UNREACHABLE;
  *count = found;
  return ASTAR_OK;
}
