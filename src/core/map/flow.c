#include "flow.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/integer.h"
#include "class.h"
#include "player.h"

/* ---- seeps ----------------------------------------------------------------------------------- */

/*
** A seep: how far it is to walk from a cell to the cells around it. Floods within a square, for
** influence that goes round walls instead of through them.
**
** A step is as long as one over open ground, whatever terrain it enters; which steps there are, the
** class says, and the terrain that is given, as a player knows it or as it is. The cell in the
** middle may be one that the class cannot enter.
*/

/* The class that walks, and the land as it is known: `terrain` is an array over cells. */
typedef struct Gait {
  const astar_class *cls;
  const uint8_t *terrain;
} Gait;

/* Cells of the square are numbered row by row. */
typedef struct Seep {
  astar_cell corner;
  int32_t radius, side;
  uint32_t *distance;               /* by number; UINT32_MAX: farther than the radius */
  uint32_t *heap, *place;           /* numbers of cells, the nearest first; where each stands */
  uint32_t count;                   /* in the heap */
} Seep;

/* The class is the default one where it is NULL; without a player the terrain is the true one. */
static Gait gait_of(const astar_map *map, const astar_class *cls, const astar_player *player) {
  return (Gait){ cls != NULL ? cls : map->classes,
                 player != NULL ? player->known : map->grid.terrain };
}

static size_t seep_cells(int32_t radius) {
  size_t side = 2 * (size_t)radius + 1;
  return side * side;
}

/* How many bytes a seep of that radius, or of a smaller one, works with. */
static size_t seep_bytes(int32_t radius) {
  return 3 * seep_cells(radius) * sizeof(uint32_t);
}

static void seep_put(Seep *seep, uint32_t at, uint32_t number) {
  seep->heap[at] = number;
  seep->place[number] = at;
}

/* The cell belongs at `at` or above. */
static void seep_rise(Seep *seep, uint32_t at, uint32_t number) {
  for (; at > 0; at = (at - 1) / 2) {
    uint32_t above = seep->heap[(at - 1) / 2];
    if (seep->distance[above] <= seep->distance[number]) break;
    seep_put(seep, at, above);
  }
  seep_put(seep, at, number);
}

static uint32_t seep_take(Seep *seep) {
  uint32_t first = seep->heap[0], last = seep->heap[--seep->count], at = 0;
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= seep->count) break;
    if (child + 1 < seep->count &&
        seep->distance[seep->heap[child + 1]] < seep->distance[seep->heap[child]])
      child++;
    if (seep->distance[seep->heap[child]] >= seep->distance[last]) break;
    seep_put(seep, at, seep->heap[child]);
    at = child;
  }
  if (seep->count > 0) seep_put(seep, at, last);
  return first;
}

/* A way of that length leads to the cell. */
static void seep_reach(Seep *seep, uint32_t number, uint32_t distance) {
  uint32_t known = seep->distance[number];
  if (known <= distance) return;
  seep->distance[number] = distance;
  seep_rise(seep, known == UINT32_MAX ? seep->count++ : seep->place[number], number);
}

/* The cell of a number. */
static astar_cell seep_cell(const Seep *seep, uint32_t number) {
  int32_t x = (int32_t)number % seep->side, y = (int32_t)number / seep->side;
  return (astar_cell){ seep->corner.x + x, seep->corner.y + y };
}

static void seep_spread(Seep *seep, const Gait *gait, uint32_t number) {
  const Grid *grid = &gait->cls->map->grid;
  uint32_t most = (uint32_t)seep->radius * (uint32_t)grid->straight;
  astar_cell at = seep_cell(seep, number);
  uint32_t open = class_open_around(gait->cls, gait->terrain, at.x, at.y);
  uint32_t legal = class_legal_at(gait->cls, at.x, at.y, open);
  for (; legal != 0; legal &= legal - 1) {
    int direction = low_zeros_32(legal);
    int32_t step = direction < FIRST_DIAGONAL ? grid->straight : grid->diagonal;
    uint32_t distance = seep->distance[number] + (uint32_t)step;
    int32_t offset = DIRECTION_Y[direction] * seep->side + DIRECTION_X[direction];
    if (distance <= most) seep_reach(seep, number + (uint32_t)offset, distance);
  }
}

/* Finds the distances around a cell; `room` is aligned for numbers of 32 bits. No step is shorter
** than a straight one: so no way within the radius leaves the square. */
static void seep_run(Seep *seep, const Gait *gait, astar_cell from, int32_t radius, void *room) {
  size_t cells = seep_cells(radius);
  int32_t side = 2 * radius + 1;
  *seep = (Seep){ .corner = { from.x - radius, from.y - radius }, .radius = radius, .side = side };
  seep->distance = room;
  seep->heap = seep->distance + cells;
  seep->place = seep->heap + cells;
  memset(seep->distance, 0xff, cells * sizeof *seep->distance);
  seep_reach(seep, (uint32_t)(radius * side + radius), 0);
  while (seep->count > 0) seep_spread(seep, gait, seep_take(seep));
}

/* What is left of an amount in a cell: it falls to 0 one cell beyond the radius. */
static int64_t seep_left(const Seep *seep, uint32_t number, int64_t amount, int32_t straight) {
  uint32_t distance = seep->distance[number];
  if (distance == UINT32_MAX) return 0;
  int64_t reach = (int64_t)(seep->radius + 1) * straight, product = amount * (reach - distance);
  return (product + (product < 0 ? -reach / 2 : reach / 2)) / reach;
}

/* ---- recipes --------------------------------------------------------------------------------- */

#define BLOCK_CELLS (INFLUENCE_BLOCK * INFLUENCE_BLOCK)

static size_t staged_bytes(const Grid *grid) {
  return influence_blocks_for(grid) * BLOCK_CELLS * sizeof(int64_t);
}

size_t flow_bytes(const Grid *grid, int32_t radius) {
  return staged_bytes(grid) + seep_bytes(radius);
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

static void flow_from(astar_influence *influence, const Gait *gait, astar_cell from,
                      int32_t amount) {
  const Recipe *recipe = influence->recipe;
  const Grid *grid = &influence->map->grid;
  Seep seep;
  seep_run(&seep, gait, from, recipe->given.radius,
           (char *)recipe->work + staged_bytes(grid));
  uint32_t cells = (uint32_t)seep.side * (uint32_t)seep.side;
  for (uint32_t number = 0; number < cells; number++) {
    int64_t part = seep_left(&seep, number, amount, grid->straight);
    if (part != 0) flow_give(influence, seep_cell(&seep, number), part);
  }
}

static bool is_stale_near(const astar_influence *influence, astar_rect rect) {
  astar_rect near = influence_blocks_near(influence, rect, influence->recipe->given.radius);
  for (int32_t y = near.y; y < near.y + near.height; y++)
    for (int32_t x = near.x; x < near.x + near.width; x++)
      if (influence->recipe->stale[y * influence->blocks_across + x]) return true;
  return false;
}

static void flow_from_block(astar_influence *influence, const Gait *gait, astar_rect rect) {
  const astar_weighted *term = &influence->recipe->terms[0];
  const Grid *grid = &influence->map->grid;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      int32_t value = term->influence->values[grid_cell(grid, x, y)];
      int32_t amount = integer_weighted(value, term->weight);
      if (amount != 0) flow_from(influence, gait, (astar_cell){ x, y }, amount);
    }
}

void flow_stage(astar_influence *influence) {
  const Recipe *recipe = influence->recipe;
  const astar_influence *term = recipe->terms[0].influence;
  Gait gait = gait_of(influence->map, recipe->given.cls, recipe->given.player);
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  flow_clear(influence);
  for (int32_t block = 0; block < blocks; block++) {
    astar_rect rect = influence_block_rect(influence, block);
    if (term->active[block] && is_stale_near(influence, rect))
      flow_from_block(influence, &gait, rect);
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

static void flow_stamp(astar_influence *influence, const Seep *seep, int32_t amount) {
  uint32_t cells = (uint32_t)seep->side * (uint32_t)seep->side;
  for (uint32_t number = 0; number < cells; number++) {
    astar_cell to = seep_cell(seep, number);
    int64_t part = seep_left(seep, number, amount, influence->map->grid.straight);
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
  void *room = memory_raw(&map->memory, seep_bytes(radius));
  if (room == NULL) return ASTAR_NO_MEMORY;
  Seep seep;
  Gait gait = gait_of(map, cls, player);
  seep_run(&seep, &gait, (astar_cell){ x, y }, radius, room);
  flow_stamp(influence, &seep, amount);
  memory_free(&map->memory, room, seep_bytes(radius));
  return ASTAR_OK;
}
