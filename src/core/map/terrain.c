/*
** Terrain: the kinds there are, and changing the cells' terrain.
**
** Invariant: after each public call the players have noticed what it changed (players_notice).
*/
#include <string.h>

#include "../grid/hex.h"
#include "player.h"

/* ---- kinds of terrain ----------------------------------------------------------------------- */

int32_t astar_terrain_count(const astar_map *map) {
  return map->grid.kind_count;
}

int32_t astar_terrain_find(const astar_map *map, const char *name) {
  for (int32_t id = 1; id <= map->grid.kind_count; id++)
    if (strcmp(map->grid.kinds[id].name, name) == 0) return id;
  return 0;
}

static bool is_terrain(const Grid *grid, int32_t id) {
  return id >= 1 && id <= grid->kind_count;
}

/* Can cells be given this terrain? Void is none that can. */
static bool terrain_is_ground(const Grid *grid, int32_t id) {
  return is_terrain(grid, id) && (grid->levels == NULL || id != TERRAIN_VOID);
}

const char *astar_terrain_name(const astar_map *map, int32_t id) {
  return is_terrain(&map->grid, id) ? map->grid.kinds[id].name : NULL;
}

int32_t astar_terrain_cost(const astar_map *map, int32_t id) {
  return is_terrain(&map->grid, id) ? map->grid.kinds[id].cost : 0;
}

bool astar_terrain_opaque(const astar_map *map, int32_t id) {
  return is_terrain(&map->grid, id) && map->grid.kinds[id].opaque;
}

astar_slope astar_terrain_slope(const astar_map *map, int32_t id) {
  return is_terrain(&map->grid, id) ? map->grid.kinds[id].slope : (astar_slope){ 0, 0, 0 };
}

static bool slope_fits(astar_slope slope) {
  return slope.height >= -ASTAR_MAX_HEIGHT && slope.height <= ASTAR_MAX_HEIGHT &&
         slope.east >= -ASTAR_MAX_COST && slope.east <= ASTAR_MAX_COST &&
         slope.south >= -ASTAR_MAX_COST && slope.south <= ASTAR_MAX_COST;
}

astar_status astar_terrain_set_slope(astar_map *map, int32_t id, astar_slope slope) {
  const Grid *grid = &map->grid;
  bool fits = map_is_open(map) && map_has_ground(map, id) &&
              map_accepts(map, slope_fits(slope),
                          "slope: a height beyond ASTAR_MAX_HEIGHT or a current beyond "
                          "ASTAR_MAX_COST") &&
              map_accepts(map, !grid_is_hex(grid) || slope_is_none(slope),
                          "slope: hexagons have none");
  if (!fits) return ASTAR_INVALID;
  map->grid.kinds[id].slope = slope;
  map->grid.kinds_version++;
  return ASTAR_OK;
}

/* Does the row hold a cell that is opaque where `terrain` is transparent, or the contrary? */
static bool changes_sight(const Grid *grid, const uint8_t *row, int32_t width, int32_t terrain) {
  for (int32_t i = 0; i < width; i++)
    if (grid->kinds[row[i]].opaque != grid->kinds[terrain].opaque) return true;
  return false;
}

/* Writes down which cells of a row, from `first` on, are about to change. */
static void note_row(Grid *grid, Cell first, int32_t width, int32_t terrain) {
  for (Cell cell = first; cell < first + (Cell)width; cell++)
    if (grid->terrain[cell] != terrain) journal_add(&grid->journal, cell, grid->terrain[cell]);
}

/* No cell of it is void. */
static bool terrain_put_part(Grid *grid, astar_rect rect, int32_t terrain) {
  bool sight = false;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    uint8_t *row = grid->terrain + grid_cell(grid, rect.x, y);
    sight = sight || changes_sight(grid, row, rect.width, terrain);
    note_row(grid, grid_cell(grid, rect.x, y), rect.width, terrain);
    memset(row, terrain, (size_t)rect.width);
  }
  changes_add(&grid->changes, rect);
  return sight;
}

/* Sets a rectangle of the map, but for the void; players are not told. True: sight may have
** changed. */
static bool terrain_put(Grid *grid, astar_rect rect, int32_t terrain) {
  bool sight = false;
  if (grid_holds(grid, rect))
    return !grid_is_void(grid, rect.x, rect.y) && terrain_put_part(grid, rect, terrain);
  for (int32_t i = 0; i < grid_part_count(grid); i++) {
    astar_rect part = rect_common(rect, grid_part(grid, i));
    if (part.width > 0) sight |= terrain_put_part(grid, part, terrain);
  }
  return sight;
}

astar_status astar_terrain_define(astar_map *map, const char *name, int32_t cost, bool opaque,
                                  int32_t *id) {
  Grid *grid = &map->grid;
  size_t length = strlen(name);
  bool fits = map_is_open(map) && map_accepts_name(map, name) &&
              map_accepts_between(map, cost, 0, ASTAR_MAX_COST,
                                  "cost: not from 0 to ASTAR_MAX_COST") &&
              map_accepts(map, grid_diagonal_cost(grid, cost) <= ASTAR_MAX_COST,
                          "cost: that of a diagonal step is beyond ASTAR_MAX_COST");
  if (!fits) return ASTAR_INVALID;
  int32_t found = astar_terrain_find(map, name);
  int32_t fills = grid->levels != NULL ? TERRAIN_VOID + 1 : 1;   /* the one that fills the map */
  if (!map_accepts(map, found == 0 || found >= fills, "name: that of the void between levels"))
    return ASTAR_INVALID;
  if (found == 0 && grid->kind_count == ASTAR_MAX_TERRAINS) return ASTAR_LIMIT;
  bool redefined = found != 0;
  if (!redefined) found = ++grid->kind_count;
  Terrain *kind = &grid->kinds[found];
  bool sight_changed = redefined && kind->opaque != opaque;
  memcpy(kind->name, name, length + 1);
  kind->cost = cost;
  kind->opaque = opaque;
  grid->kinds_version++;
  astar_rect whole = { 0, 0, grid->width, grid->height };
  if (found == fills && !redefined) sight_changed = terrain_put(grid, whole, fills);
  if (found == fills || sight_changed) players_notice(map, whole, sight_changed);
  if (id != NULL) *id = found;
  return ASTAR_OK;
}

/* ---- cells ----------------------------------------------------------------------------------- */

int32_t astar_map_width(const astar_map *map) {
  return map->grid.width;
}

int32_t astar_map_height(const astar_map *map) {
  return map->grid.height;
}

int32_t astar_map_level_count(const astar_map *map) {
  return map->grid.level_count;
}

const astar_level *astar_map_level(const astar_map *map, int32_t number) {
  bool has = number >= 0 && number < map->grid.level_count;
  return has ? &map->grid.levels[number] : NULL;
}

int32_t astar_map_level_find(const astar_map *map, const char *name) {
  int32_t number = map->grid.level_count - 1;
  while (number >= 0 && strcmp(map->grid.levels[number].name, name) != 0) number--;
  return number;
}

int32_t astar_map_level_at(const astar_map *map, int32_t x, int32_t y) {
  const Grid *grid = &map->grid;
  if (grid->level_of == NULL || !grid_has(grid, x, y)) return -1;
  return grid->level_of[grid_cell(grid, x, y)] - 1;
}

int32_t astar_map_straight(const astar_map *map) {
  return map->grid.straight;
}

int32_t astar_map_diagonal(const astar_map *map) {
  return map->grid.diagonal;
}

int32_t astar_map_get(const astar_map *map, int32_t x, int32_t y) {
  return grid_has(&map->grid, x, y) ? map->grid.terrain[grid_cell(&map->grid, x, y)] : 0;
}

uint64_t astar_map_changes(astar_map *map) {
  return changes_position(&map->grid.changes);
}

astar_status astar_map_set(astar_map *map, int32_t x, int32_t y, int32_t terrain) {
  bool is_void = grid_has(&map->grid, x, y) && grid_is_void(&map->grid, x, y);
  if (!map_accepts(map, !is_void, "x, y: in the void between the levels")) return ASTAR_INVALID;
  return astar_map_fill(map, (astar_rect){ x, y, 1, 1 }, terrain);
}

static bool holds_only(const Grid *grid, astar_rect rect, int32_t terrain) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    const uint8_t *row = grid->terrain + grid_cell(grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++)
      if (row[i] != terrain) return false;
  }
  return true;
}

astar_status astar_map_fill(astar_map *map, astar_rect rect, int32_t terrain) {
  Grid *grid = &map->grid;
  if (!map_is_open(map) || !map_encloses(map, rect) || !map_has_ground(map, terrain))
    return ASTAR_INVALID;
  if (!holds_only(grid, rect, terrain))
    players_notice(map, rect, terrain_put(grid, rect, terrain));
  return ASTAR_OK;
}

/* Sets the cells of a row that change, one by one: the log joins them. True: as terrain_put. */
static bool paint_row(Grid *grid, int32_t x, int32_t y, const uint8_t *row, int32_t width) {
  const uint8_t *cells = grid->terrain + grid_cell(grid, x, y);
  bool sight = false;
  for (int32_t i = 0; i < width; i++) {
    if (cells[i] == row[i] || grid_is_void(grid, x + i, y)) continue;
    sight |= terrain_put_part(grid, (astar_rect){ x + i, y, 1, 1 }, row[i]);
  }
  return sight;
}

/* Is there something for each cell that can be painted? */
static bool terrain_paints(const Grid *grid, astar_rect rect, const uint8_t *terrains) {
  for (int32_t dy = 0; dy < rect.height; dy++)
    for (int32_t dx = 0; dx < rect.width; dx++, terrains++)
      if (!terrain_is_ground(grid, *terrains) && !grid_is_void(grid, rect.x + dx, rect.y + dy))
        return false;
  return true;
}

astar_status astar_map_paint(astar_map *map, astar_rect rect, const uint8_t *terrains) {
  Grid *grid = &map->grid;
  bool fits = map_is_open(map) && map_encloses(map, rect) &&
              map_accepts(map, terrain_paints(grid, rect, terrains),
                          "terrains: one that there is not, or the void between the levels");
  if (!fits) return ASTAR_INVALID;
  bool sight = false;
  for (int32_t dy = 0; dy < rect.height; dy++) {
    const uint8_t *row = terrains + (size_t)dy * (size_t)rect.width;
    sight |= paint_row(grid, rect.x, rect.y + dy, row, rect.width);
  }
  players_notice(map, rect, sight);
  return ASTAR_OK;
}

/* ---- circles --------------------------------------------------------------------------------- */

astar_status astar_map_block_circle(astar_map *map, double wx, double wy, double radius,
                                    int32_t terrain, int32_t *changed) {
  bool numbers = geometry_is_number(wx) && geometry_is_number(wy) && geometry_is_number(radius);
  bool valid = map_is_open(map) &&
               map_accepts(map, numbers, "wx, wy, radius: not a number, or beyond 1e300") &&
               map_accepts(map, radius >= 0, "radius: below 0") && map_has_ground(map, terrain);
  if (!valid) return ASTAR_INVALID;
  Disk disk = { wx, wy, radius };
  astar_rect rect = geometry_bounds(map, disk);
  int32_t count = 0;
  bool sight = false;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      if (astar_map_get(map, x, y) == terrain || grid_is_void(&map->grid, x, y)) continue;
      if (!geometry_overlaps(map, disk, x, y)) continue;
      sight |= terrain_put(&map->grid, (astar_rect){ x, y, 1, 1 }, terrain);
      count++;
    }
  players_notice(map, rect, sight);
  if (changed != NULL) *changed = count;
  return ASTAR_OK;
}
