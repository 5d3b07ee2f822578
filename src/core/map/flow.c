#include "flow.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/integer.h"
#include "class.h"
#include "player.h"

/* ---- walk floods ----------------------------------------------------------------------------- */

/*
** A walk flood: how far it is to walk from a cell to the cells around it. Floods within a square,
** for influence that goes round walls instead of through them.
**
** A step is as long as one over open ground, whatever terrain it enters; which steps there are, the
** class says, and the terrain that is given, as a player knows it or as it is. The cell in the
** middle may be one that the class cannot enter.
*/

/* The class that walks, and the land as it is known: `terrain` is an array over cells. */
typedef struct WalkTerrain {
  const astar_class *cls;
  const uint8_t *terrain;
} WalkTerrain;

/* Cells of the square are numbered row by row. */
typedef struct WalkFlood {
  astar_cell corner;
  int32_t radius, side;
  uint32_t *distance;               /* by number; UINT32_MAX: farther than the radius */
  uint32_t *heap, *place;           /* numbers of cells, the nearest first; where each stands */
  uint32_t count;                   /* in the heap */
} WalkFlood;

/* The class is the default one where it is NULL; without a player the terrain is the true one. */
static WalkTerrain walk_terrain(const astar_map *map, const astar_class *cls,
                                const astar_player *player) {
  return (WalkTerrain){ cls != NULL ? cls : map->classes,
                        player != NULL ? player->known : map->grid.terrain };
}

static size_t walk_flood_cells(int32_t radius) {
  size_t side = 2 * (size_t)radius + 1;
  return side * side;
}

/* How many bytes a flood of that radius, or of a smaller one, works with. */
static size_t walk_flood_bytes(int32_t radius) {
  return 3 * walk_flood_cells(radius) * sizeof(uint32_t);
}

static void walk_flood_put(WalkFlood *flood, uint32_t at, uint32_t number) {
  flood->heap[at] = number;
  flood->place[number] = at;
}

/* The cell belongs at `at` or above. */
static void walk_flood_rise(WalkFlood *flood, uint32_t at, uint32_t number) {
  for (; at > 0; at = (at - 1) / 2) {
    uint32_t above = flood->heap[(at - 1) / 2];
    if (flood->distance[above] <= flood->distance[number]) break;
    walk_flood_put(flood, at, above);
  }
  walk_flood_put(flood, at, number);
}

static uint32_t walk_flood_take(WalkFlood *flood) {
  uint32_t first = flood->heap[0], last = flood->heap[--flood->count], at = 0;
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= flood->count) break;
    if (child + 1 < flood->count &&
        flood->distance[flood->heap[child + 1]] < flood->distance[flood->heap[child]])
      child++;
    if (flood->distance[flood->heap[child]] >= flood->distance[last]) break;
    walk_flood_put(flood, at, flood->heap[child]);
    at = child;
  }
  if (flood->count > 0) walk_flood_put(flood, at, last);
  return first;
}

/* A way of that length leads to the cell. */
static void walk_flood_reach(WalkFlood *flood, uint32_t number, uint32_t distance) {
  uint32_t known = flood->distance[number];
  if (known <= distance) return;
  flood->distance[number] = distance;
  walk_flood_rise(flood, known == UINT32_MAX ? flood->count++ : flood->place[number], number);
}

/* The cell of a number. */
static astar_cell walk_flood_cell(const WalkFlood *flood, uint32_t number) {
  int32_t x = (int32_t)number % flood->side, y = (int32_t)number / flood->side;
  return (astar_cell){ flood->corner.x + x, flood->corner.y + y };
}

static void walk_flood_spread(WalkFlood *flood, const WalkTerrain *ground, uint32_t number) {
  const Grid *grid = &ground->cls->map->grid;
  uint32_t most = (uint32_t)flood->radius * (uint32_t)grid->straight;
  astar_cell at = walk_flood_cell(flood, number);
  uint32_t open = class_open_around(ground->cls, ground->terrain, at.x, at.y);
  uint32_t legal = class_legal_at(ground->cls, at.x, at.y, open);
  for (; legal != 0; legal &= legal - 1) {
    int direction = low_zeros_32(legal);
    int32_t step = direction < FIRST_DIAGONAL ? grid->straight : grid->diagonal;
    uint32_t distance = flood->distance[number] + (uint32_t)step;
    int32_t offset = DIRECTION_Y[direction] * flood->side + DIRECTION_X[direction];
    if (distance <= most) walk_flood_reach(flood, number + (uint32_t)offset, distance);
  }
}

/* Finds the distances around a cell; `room` is aligned for numbers of 32 bits. No step is shorter
** than a straight one: so no way within the radius leaves the square. */
static void walk_flood_run(WalkFlood *flood, const WalkTerrain *ground, astar_cell from,
                           int32_t radius, void *room) {
  size_t cells = walk_flood_cells(radius);
  int32_t side = 2 * radius + 1;
  *flood = (WalkFlood){ .corner = { from.x - radius, from.y - radius }, .radius = radius,
                        .side = side };
  flood->distance = room;
  flood->heap = flood->distance + cells;
  flood->place = flood->heap + cells;
  memset(flood->distance, 0xff, cells * sizeof *flood->distance);
  walk_flood_reach(flood, (uint32_t)(radius * side + radius), 0);
  while (flood->count > 0) walk_flood_spread(flood, ground, walk_flood_take(flood));
}

/* What is left of an amount in a cell: it falls to 0 one cell beyond the radius. */
static int64_t walk_flood_left(const WalkFlood *flood, uint32_t number, int64_t amount,
                               int32_t straight) {
  uint32_t distance = flood->distance[number];
  if (distance == UINT32_MAX) return 0;
  int64_t reach = (int64_t)(flood->radius + 1) * straight, product = amount * (reach - distance);
  return (product + (product < 0 ? -reach / 2 : reach / 2)) / reach;
}

/* ---- recipes --------------------------------------------------------------------------------- */

#define BLOCK_CELLS (INFLUENCE_BLOCK * INFLUENCE_BLOCK)

static size_t staged_bytes(const Grid *grid) {
  return influence_blocks_for(grid) * BLOCK_CELLS * sizeof(int64_t);
}

size_t flow_bytes(const Grid *grid, int32_t radius) {
  return staged_bytes(grid) + walk_flood_bytes(radius);
}

/* Where the sums of a block stand, row by row. */
static int64_t *flow_staged(const Recipe *recipe, int32_t block) {
  return (int64_t *)recipe->work + (size_t)block * BLOCK_CELLS;
}

static void flow_clear(astar_influence *influence) {
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  for (int32_t block = 0; block < blocks; block++)
    if (influence->recipe->stale[block])
      memset(flow_staged(influence->recipe, block), 0, BLOCK_CELLS * sizeof(int64_t));
}

static void flow_give(astar_influence *influence, astar_cell to, int64_t amount) {
  int32_t x = to.x / INFLUENCE_BLOCK, y = to.y / INFLUENCE_BLOCK;
  int32_t block = y * influence->blocks_across + x;
  if (!influence->recipe->stale[block]) return;
  int32_t column = to.x % INFLUENCE_BLOCK, row = to.y % INFLUENCE_BLOCK;
  flow_staged(influence->recipe, block)[row * INFLUENCE_BLOCK + column] += amount;
}

static void flow_from(astar_influence *influence, const WalkTerrain *ground, astar_cell from,
                      int32_t amount) {
  const Recipe *recipe = influence->recipe;
  const Grid *grid = &influence->map->grid;
  WalkFlood flood;
  walk_flood_run(&flood, ground, from, recipe->given.radius,
           (char *)recipe->work + staged_bytes(grid));
  uint32_t cells = (uint32_t)flood.side * (uint32_t)flood.side;
  for (uint32_t number = 0; number < cells; number++) {
    int64_t part = walk_flood_left(&flood, number, amount, grid->straight);
    if (part != 0) flow_give(influence, walk_flood_cell(&flood, number), part);
  }
}

static bool is_stale_near(const astar_influence *influence, astar_rect rect) {
  astar_rect near = influence_blocks_near(influence, rect, influence->recipe->given.radius);
  for (int32_t y = near.y; y < near.y + near.height; y++)
    for (int32_t x = near.x; x < near.x + near.width; x++)
      if (influence->recipe->stale[y * influence->blocks_across + x]) return true;
  return false;
}

static void flow_from_block(astar_influence *influence, const WalkTerrain *ground,
                            astar_rect rect) {
  const astar_weighted *term = &influence->recipe->terms[0];
  const Grid *grid = &influence->map->grid;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      int32_t value = term->influence->values[grid_cell(grid, x, y)];
      int32_t amount = integer_weighted(value, term->weight);
      if (amount != 0) flow_from(influence, ground, (astar_cell){ x, y }, amount);
    }
}

void flow_stage(astar_influence *influence) {
  const Recipe *recipe = influence->recipe;
  const astar_influence *term = recipe->terms[0].influence;
  WalkTerrain ground = walk_terrain(influence->map, recipe->given.cls, recipe->given.player);
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  flow_clear(influence);
  for (int32_t block = 0; block < blocks; block++) {
    astar_rect rect = influence_block_rect(influence, block);
    if (term->active[block] && is_stale_near(influence, rect))
      flow_from_block(influence, &ground, rect);
  }
}

void flow_read(const astar_influence *influence, int32_t block,
               int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK]) {
  const int64_t *staged = flow_staged(influence->recipe, block);
  for (int32_t i = 0; i < BLOCK_CELLS; i++) {
    int64_t value = staged[i] < -INT32_MAX / 2 ? -INT32_MAX / 2 : staged[i];
    values[i / INFLUENCE_BLOCK][i % INFLUENCE_BLOCK] =
      value > INT32_MAX / 2 ? INT32_MAX / 2 : (int32_t)value;
  }
}

/* ---- stamps that go round walls -------------------------------------------------------------- */

static void flow_stamp(astar_influence *influence, const WalkFlood *flood, int32_t amount) {
  uint32_t cells = (uint32_t)flood->side * (uint32_t)flood->side;
  for (uint32_t number = 0; number < cells; number++) {
    astar_cell to = walk_flood_cell(flood, number);
    int64_t part = walk_flood_left(flood, number, amount, influence->map->grid.straight);
    if (part != 0) influence_increase(influence, to.x, to.y, part);
  }
}

astar_status astar_influence_flood(astar_influence *influence, int32_t x, int32_t y,
                                   int32_t amount, int32_t radius, const astar_class *cls,
                                   const astar_player *player) {
  astar_map *map = influence->map;
  bool owners = map_accepts(map, cls == NULL || cls->map == map, "cls: of another map") &&
                map_accepts(map, player == NULL || player->map == map, "player: of another map");
  if (!owners || !influence_accepts_stamp(influence, (astar_cell){ x, y }, amount, radius))
    return ASTAR_INVALID;
  void *room = memory_raw(&map->memory, walk_flood_bytes(radius));
  if (room == NULL) return ASTAR_NO_MEMORY;
  WalkFlood flood;
  WalkTerrain ground = walk_terrain(map, cls, player);
  walk_flood_run(&flood, &ground, (astar_cell){ x, y }, radius, room);
  flow_stamp(influence, &flood, amount);
  memory_free(&map->memory, room, walk_flood_bytes(radius));
  return ASTAR_OK;
}
