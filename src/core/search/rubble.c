#include "rubble.h"

#include <string.h>

#include "../map/class.h"

static const astar_class *rubble_class(const Rubble *rubble) {
  return rubble->view->query->cls;
}

static const Grid *rubble_grid(const Rubble *rubble) {
  return &rubble->view->map->grid;
}

/* ---- the kinds of smaller units -------------------------------------------------------------- */

/* Each kind becomes the least of `size` kinds, `offset` apart, from there on. Those behind it are
** still as they were. */
static void rubble_take_least(uint8_t *kind, Cell first, Cell end, Cell offset, int32_t size) {
  for (Cell cell = first; cell < end; cell++)
    for (int32_t i = 1; i < size; i++) {
      Cell other = cell + (Cell)i * offset;
      if (kind[cell] == 0) break;
      if (other >= end || kind[other] < kind[cell]) kind[cell] = other < end ? kind[other] : 0;
    }
}

static bool make_kinds(Rubble *rubble) {
  const astar_class *cls = rubble_class(rubble);
  const Grid *grid = rubble_grid(rubble);
  uint8_t *kind = rubble->made = memory_new(&rubble->view->map->memory, grid->cells);
  if (kind == NULL) return false;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      Cell cell = grid_cell(grid, x, y);
      kind[cell] = cls->kind_of[rubble->terrain[cell]];
    }
  rubble_take_least(kind, 0, (Cell)grid->cells, 1, rubble->size);
  rubble_take_least(kind, 0, (Cell)grid->cells, (Cell)grid->stride, rubble->size);
  rubble->kind = kind;
  return true;
}

bool rubble_make(Rubble *rubble, astar_search *search, const astar_prices *prices) {
  const View *view = &search->view;
  int32_t size = prices->size > 0 ? prices->size : search->query.cls->size;
  *rubble = (Rubble){ .view = &search->view,
                      .terrain = plane_terrain_of(search->map, search->query.player),
                      .kind = view->kind,
                      .size = size,
                      .bare = view->bare || prices->size > 0,
                      .prices = *prices };
  return size == search->query.cls->size || make_kinds(rubble);
}

void rubble_free(Rubble *rubble, astar_map *map) {
  memory_free(&map->memory, rubble->made, map->grid.cells);
}

/* ---- prices ---------------------------------------------------------------------------------- */

static int32_t terrain_price(const Rubble *rubble, int32_t terrain) {
  const astar_prices *prices = &rubble->prices;
  if (terrain == 0) return prices->unseen;
  bool listed = prices->terrains != NULL && terrain < prices->terrain_count;
  int32_t price = listed ? prices->terrains[terrain] : ASTAR_PRICE_DEFAULT;
  return price == ASTAR_PRICE_DEFAULT ? prices->terrain : price;
}

static bool is_wall(const Rubble *rubble, Cell cell) {
  return rubble_class(rubble)->kind_of[rubble->terrain[cell]] == 0;
}

static bool rubble_has_unit(const Rubble *rubble, Cell cell) {
  const Taken *taken = &rubble->view->scratch->taken;
  return !rubble->bare && taken_has_any(taken, rubble_grid(rubble), cell, 1);
}

static bool place_has_unit(const Rubble *rubble, Cell place) {
  return !rubble->bare && view_taken(rubble->view, place);
}

/* What the class makes of a place; 0: something has to be removed there. */
static uint8_t rubble_kind(const Rubble *rubble, Cell place) {
  return place_has_unit(rubble, place) ? 0 : rubble->kind[place];
}

bool rubble_is_clear(const Rubble *rubble, Cell place) {
  return rubble_kind(rubble, place) != 0;
}

/* Void is nothing that could be removed. */
static bool rubble_fits(const Rubble *rubble, astar_cell at) {
  const Grid *grid = rubble_grid(rubble);
  return grid_holds(grid, (astar_rect){ at.x, at.y, rubble->size, rubble->size }) &&
         !grid_is_void(grid, at.x, at.y);
}

static bool rubble_covers(const Rubble *rubble, astar_cell place, int32_t x, int32_t y) {
  return rect_has((astar_rect){ place.x, place.y, rubble->size, rubble->size }, x, y);
}

static int64_t sum_tolls(const Rubble *rubble, astar_cell from, astar_cell to, bool units) {
  int64_t sum = 0;
  for (int32_t y = to.y; y < to.y + rubble->size; y++)
    for (int32_t x = to.x; x < to.x + rubble->size; x++) {
      if (rubble_covers(rubble, from, x, y)) continue;
      Cell cell = grid_cell(rubble_grid(rubble), x, y);
      int32_t wall = is_wall(rubble, cell) ? terrain_price(rubble, rubble->terrain[cell]) : 0;
      int32_t unit = units && rubble_has_unit(rubble, cell) ? rubble->prices.unit : 0;
      if (wall < 0 || unit < 0) return -1;
      sum += wall + unit;
    }
  return sum;
}

int64_t rubble_toll(const Rubble *rubble, astar_cell from, astar_cell to) {
  if (!rubble_fits(rubble, to)) return -1;
  if (rubble_is_clear(rubble, grid_cell(rubble_grid(rubble), to.x, to.y))) return 0;
  return sum_tolls(rubble, from, to, true);
}

int64_t rubble_toll_at_start(const Rubble *rubble, astar_cell start) {
  return rubble_fits(rubble, start) ? sum_tolls(rubble, RUBBLE_NOWHERE, start, false) : -1;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The dearest terrain among those cells of a place where nothing is removed; 0: there is none. */
static uint8_t kind_beside_rubble(const Rubble *rubble, Cell place) {
  const Grid *grid = rubble_grid(rubble);
  uint8_t least = 0;
  for (int32_t dy = 0; dy < rubble->size; dy++)
    for (int32_t dx = 0; dx < rubble->size; dx++) {
      Cell cell = place + (Cell)(dy * grid->stride + dx);
      uint8_t kind = rubble_class(rubble)->kind_of[rubble->terrain[cell]];
      bool stays = kind != 0 && !rubble_has_unit(rubble, cell);
      if (stays && (least == 0 || kind < least)) least = kind;
    }
  return least;
}

uint32_t rubble_ground(const Rubble *rubble, Cell place, bool diagonal) {
  const View *view = rubble->view;
  const uint32_t *costs = diagonal ? view->diagonal_cost : view->straight_cost;
  uint8_t kind = rubble_kind(rubble, place);
  if (kind != 0) return costs[kind];
  const Grid *grid = rubble_grid(rubble);
  uint32_t open = (uint32_t)(diagonal ? grid->diagonal : grid->straight);
  uint32_t cost = costs[kind_beside_rubble(rubble, place)];
  return cost > open ? cost : open;
}

static int32_t rubble_slope(const Rubble *rubble, ViewStep step) {
  const Slopes *slopes = rubble->view->slopes;
  if (slopes == NULL) return 0;
  return slope_of(slopes, rubble_kind(rubble, step.from), rubble_kind(rubble, step.to),
                  step.direction);
}

uint32_t rubble_step(Rubble *rubble, ViewStep step) {
  int32_t penalty = rubble->bare ? 0 : view_penalty(rubble->view, step.to);
  if (penalty == VIEW_BLOCKED) return 0;
  int64_t sum = (int64_t)rubble_ground(rubble, step.to, step.direction >= FIRST_DIAGONAL);
  sum += penalty + rubble_slope(rubble, step);
  return sum < 1 ? 1 : (uint32_t)sum;
}

int64_t rubble_least(const Rubble *rubble, bool diagonal) {
  const Grid *grid = rubble_grid(rubble);
  const astar_class *cls = rubble_class(rubble);
  const uint32_t *costs = diagonal ? cls->diagonal_cost : cls->straight_cost;
  int64_t least = diagonal ? grid->diagonal : grid->straight;
  for (int32_t terrain = 0; terrain <= grid->kind_count; terrain++) {
    uint8_t kind = cls->kind_of[terrain];
    int64_t cost = costs[kind];
    if (kind != 0 && cls->slopes != NULL) cost += cls->slopes->least[kind][diagonal];
    if (kind != 0 && cost < least) least = cost;
  }
  return least;
}

/* ---- obstacles ------------------------------------------------------------------------------- */

bool rubble_add(astar_search *search, astar_obstacle obstacle) {
  if (!memory_grow(&search->map->memory, &search->obstacles.list, sizeof obstacle,
                   search->obstacles.count, &search->obstacles.capacity))
    return false;
  search->obstacles.list[search->obstacles.count++] = obstacle;
  return true;
}

static bool is_listed(const astar_search *search, astar_cell cell, bool unit) {
  for (size_t i = 0; i < search->obstacles.count; i++) {
    const astar_obstacle *one = &search->obstacles.list[i];
    bool covers = one->kind != ASTAR_OBSTACLE_LINK && one->kind != ASTAR_OBSTACLE_NARROW;
    if (covers && grid_same_cell(one->cell, cell) && (one->kind == ASTAR_OBSTACLE_UNIT) == unit)
      return true;
  }
  return false;
}

static bool list_wall(const Rubble *rubble, astar_search *search, astar_cell at, int32_t index) {
  Cell cell = grid_cell(rubble_grid(rubble), at.x, at.y);
  int32_t terrain = rubble->terrain[cell];
  if (!is_wall(rubble, cell) || is_listed(search, at, false)) return true;
  astar_obstacle wall = { terrain == 0 ? ASTAR_OBSTACLE_UNSEEN : ASTAR_OBSTACLE_TERRAIN, at,
                          terrain, 0, terrain_price(rubble, terrain), index };
  return rubble_add(search, wall);
}

static bool list_unit(const Rubble *rubble, astar_search *search, astar_cell at, int32_t index) {
  Cell cell = grid_cell(rubble_grid(rubble), at.x, at.y);
  if (index == 0 || !rubble_has_unit(rubble, cell) || is_listed(search, at, true)) return true;
  astar_obstacle taken = { ASTAR_OBSTACLE_UNIT, at, rubble->terrain[cell],
                           unit_hooks->id_at(search->map, cell), rubble->prices.unit, index };
  return rubble_add(search, taken);
}

bool rubble_list(const Rubble *rubble, astar_search *search, astar_cell from, astar_cell to,
                 int32_t index) {
  for (int32_t y = to.y; y < to.y + rubble->size; y++)
    for (int32_t x = to.x; x < to.x + rubble->size; x++) {
      astar_cell at = { x, y };
      if (rubble_covers(rubble, from, x, y)) continue;
      if (!list_wall(rubble, search, at, index) || !list_unit(rubble, search, at, index))
        return false;
    }
  return true;
}

/* ---- narrow places --------------------------------------------------------------------------- */

static bool has_room(const Rubble *rubble, astar_cell at, int32_t size) {
  const Grid *grid = rubble_grid(rubble);
  for (int32_t y = at.y; y < at.y + size; y++)
    for (int32_t x = at.x; x < at.x + size; x++)
      if (!grid_has(grid, x, y) || is_wall(rubble, grid_cell(grid, x, y))) return false;
  return true;
}

/* Links, and the start, which is no step, lead to a place without passing others. */
bool rubble_is_narrow(const Rubble *rubble, astar_cell from, astar_cell to) {
  int32_t dx = to.x - from.x, dy = to.y - from.y, size = rubble->size + 1;
  if (!has_room(rubble, to, size)) return true;
  if (dx * dx != 1 || dy * dy != 1) return false;
  int direction = direction_of(dx, dy);
  bool across = has_room(rubble, (astar_cell){ to.x, from.y }, size);
  bool down = has_room(rubble, (astar_cell){ from.x, to.y }, size);
  uint32_t open = 1u << direction | (uint32_t)across << direction_across(direction) |
                  (uint32_t)down << direction_down(direction);
  return !(rubble_class(rubble)->legal[0][open] >> direction & 1);
}
