#include "flow.h"

#include <string.h>

#include "../base/integer.h"
#include "player.h"
#include "seep.h"

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
    uint32_t distance = seep.distance[number];
    if (distance == UINT32_MAX) continue;
    flow_give(influence, seep_cell(&seep, number),
              seep_left(amount, distance, seep.radius, grid->straight));
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
    uint32_t distance = seep->distance[number];
    if (distance == UINT32_MAX) continue;
    astar_cell to = seep_cell(seep, number);
    int32_t straight = influence->map->grid.straight;
    int64_t part = seep_left(amount, distance, seep->radius, straight);
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
