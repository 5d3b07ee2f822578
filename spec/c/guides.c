/* What guides tell crowds: the costs from the cells around a unit along its path, beside those of
** Bellman and Ford's algorithm in the same window. */
#include "check.h"

#include "core/lifetime/validate.h"
#include "core/move/guide.h"

enum { SIDE = 40, UNITS = 24, TICKS = 40, NOWHERE = 1000, OFF_PATH = 2 };

typedef struct Scene {
  astar_map *map;
  astar_class *classes[2];
  astar_unit *units[UNITS];
} Scene;

static Scene scene_new(void) {
  Scene scene;
  astar_map_desc desc = astar_map_default();
  astar_class_desc kind = astar_class_default();
  astar_status why;
  desc.width = desc.height = SIDE;
  desc.grid = (astar_grid)random_below(3);
  scene.map = astar_map_new(&desc, &why);
  int32_t percent = random_below(35), wall = 0;
  astar_terrain_define(scene.map, "plain", 10, false, NULL);
  astar_terrain_define(scene.map, "wall", 0, false, &wall);
  for (int32_t cell = 0; cell < SIDE * SIDE; cell++)
    if (chance(percent)) astar_map_set(scene.map, cell % SIDE, cell / SIDE, wall);
  if (desc.grid == ASTAR_GRID_SQUARE) kind.diagonal = (astar_diagonal_rule)random_below(4);
  for (int i = 0; i < 2; i++) {
    kind.size = desc.grid == ASTAR_GRID_SQUARE ? i + 1 : 1;
    scene.classes[i] = astar_class_new(scene.map, &kind, &why);
  }
  astar_player *player = new_player(scene.map, "red");
  astar_player_set_fog(player, false);
  for (int i = 0; i < UNITS; i++) {
    astar_unit_desc unit = astar_unit_default();
    unit.cls = scene.classes[random_below(6) == 0];
    unit.x = SIDE / 4 + random_below(SIDE / 2);
    unit.y = SIDE / 4 + random_below(SIDE / 2);
    unit.avoidance = ASTAR_AVOIDANCE_YIELD;
    unit.speed = ASTAR_ONE;
    scene.units[i] = astar_unit_new(player, &unit, &why);
  }
  return scene;
}

static void send_some(const Scene *scene) {
  for (int i = 0; i < UNITS; i++) {
    astar_unit *unit = scene->units[i];
    if (unit == NULL || !chance(20)) continue;
    astar_query query = astar_query_default();
    astar_cell at = astar_unit_cell(unit);
    astar_status why;
    query.cls = astar_unit_class(unit);
    astar_rect to = { random_below(SIDE), random_below(SIDE), 1, 1 };
    astar_path *path = astar_path_find(scene->map, at.x, at.y, to, &query, &why);
    if (path != NULL) astar_unit_follow_path(unit, path, NULL);
    astar_path_free(scene->map, path);
  }
}

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct Window {
  astar_cell corner;
  bool is_open[GUIDE_SIDE][GUIDE_SIDE], is_on[GUIDE_SIDE][GUIDE_SIDE];
  int cost[GUIDE_SIDE][GUIDE_SIDE];
} Window;

static bool is_inside(int x, int y) {
  return x >= 0 && y >= 0 && x < GUIDE_SIDE && y < GUIDE_SIDE;
}

static bool is_open(const Window *window, int x, int y) {
  return is_inside(x, y) && window->is_open[y][x];
}

/* What a step costs; 0: there is none. */
static int step_cost(const Window *window, const astar_unit *unit, int x, int y, int dx, int dy) {
  const Grid *grid = &unit->cls->map->grid;
  if (!is_open(window, x + dx, y + dy)) return 0;
  if (grid->shape != ASTAR_GRID_SQUARE) {
    astar_cell from = { x, y }, to = { x + dx, y + dy };
    return hex_distance(grid, from, to) == 1 ? 3 : 0;
  }
  if (dx == 0 || dy == 0) return 3;
  int beside = is_open(window, x + dx, y) + is_open(window, x, y + dy);
  switch (unit->cls->diagonal) {
    case ASTAR_DIAGONAL_NEVER: return 0;
    case ASTAR_DIAGONAL_NO_OBSTACLES: return beside == 2 ? 4 : 0;
    case ASTAR_DIAGONAL_AT_MOST_ONE: return beside >= 1 ? 4 : 0;
    default: return 4;
  }
}

/* Marks the stretch of the path that lies in the window, around where the unit has come to; of one
** without a path, its home. False: that is not in the window. */
static bool mark_stretch(Window *window, const astar_unit *unit, astar_cell *end) {
  int32_t first = unit->progress, last = first;
  astar_cell at = unit->base;
  if (!is_inside(at.x - window->corner.x, at.y - window->corner.y)) return false;
  for (int way = -1; unit->path != NULL && way <= 1; way += 2)
    for (int32_t i = unit->progress + way; i >= 0 && i < unit->path->length; i += way) {
      at = astar_path_cell(unit->path, i);
      if (!is_open(window, at.x - window->corner.x, at.y - window->corner.y)) break;
      if (way < 0) first = i;
      else last = i;
    }
  for (int32_t i = first; i <= last; i++) {
    at = unit->path != NULL ? astar_path_cell(unit->path, i) : unit->goal;
    window->is_on[at.y - window->corner.y][at.x - window->corner.x] = true;
  }
  *end = (astar_cell){ at.x - window->corner.x, at.y - window->corner.y };
  return true;
}

static bool relax(Window *window, const astar_unit *unit, int x, int y) {
  bool changed = false;
  for (int i = 0; i < 9; i++) {
    int dx = i % 3 - 1, dy = i / 3 - 1;
    int step = i != 4 ? step_cost(window, unit, x, y, dx, dy) : 0;
    if (step == 0) continue;
    int through = step + window->cost[y + dy][x + dx];
    if (!window->is_on[y + dy][x + dx]) through += OFF_PATH;
    if (through >= window->cost[y][x]) continue;
    window->cost[y][x] = through;
    changed = true;
  }
  return changed;
}

static void find_costs(Window *window, const astar_unit *unit, astar_cell end) {
  bool changed = true;
  for (int i = 0; i < GUIDE_CELLS; i++) window->cost[i / GUIDE_SIDE][i % GUIDE_SIDE] = NOWHERE;
  window->cost[end.y][end.x] = 0;
  while (changed) {
    changed = false;
    for (int i = 0; i < GUIDE_CELLS; i++)
      if (is_open(window, i % GUIDE_SIDE, i / GUIDE_SIDE))
        changed |= relax(window, unit, i % GUIDE_SIDE, i / GUIDE_SIDE);
  }
}

/* Compares a unit's guide: how many cells that it may step to lead on. */
static int compare(astar_unit *unit) {
  Window window = { .corner = { (unit->x & ~7) - 4, (unit->y & ~7) - 4 } };
  astar_cell end;
  int leading = 0;
  for (int y = 0; y < GUIDE_SIDE; y++)
    for (int x = 0; x < GUIDE_SIDE; x++)
      window.is_open[y][x] = class_fits(unit->cls, unit->player->known, window.corner.x + x,
                                        window.corner.y + y);
  bool is_here = mark_stretch(&window, unit, &end), found = guide_sync(unit);
  if (!is_here) return 0;
  CHECK(found);
  find_costs(&window, unit, end);
  for (int y = 3; y < 13; y++)
    for (int x = 3; x < 13; x++) {
      if (!window.is_open[y][x]) continue;
      int cost = window.cost[y][x] < GUIDE_FAR ? window.cost[y][x] : GUIDE_FAR;
      astar_cell at = { window.corner.x + x, window.corner.y + y };
      CHECK(guide_cost(unit, at) == cost);
      leading += cost < GUIDE_FAR;
    }
  return leading;
}

/* One that has made way, if there is one. */
static astar_unit *some_unit(const Scene *scene) {
  astar_unit *some = NULL;
  for (int i = 0, first = random_below(UNITS); i < UNITS; i++) {
    astar_unit *unit = scene->units[(first + i) % UNITS];
    if (unit != NULL && (some == NULL || unit_is_displaced(unit))) some = unit;
  }
  return some;
}

TEST(guides_cost_what_bellman_and_ford_find) {
  int leading = 0, displaced = 0;
  for (EACH_CASE(seed, 40)) {
    Scene scene = scene_new();
    for (int tick = 0; tick < TICKS; tick++) {
      send_some(&scene);
      CHECK(astar_map_tick(scene.map, NULL, NULL) == ASTAR_OK);
      astar_unit *unit = some_unit(&scene);
      if (unit == NULL) break;
      displaced += unit_is_displaced(unit);
      leading += compare(unit);
      CHECK(map_validate(scene.map) == NULL);
    }
    astar_map_free(scene.map);
  }
  CHECK(leading > 20000);
  CHECK(displaced > 50);
}

int main(void) { return run_tests(); }
