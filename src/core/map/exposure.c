/*
** Influence from sight: how many observers see each cell, as penalties. Values that stay as they
** were are not logged, so where few observers have moved, little is derived again.
*/
#include "influence.h"
#include "observers.h"

#define BLOCKS_ACROSS (SIGHT_BLOCK / INFLUENCE_BLOCK)  /* of an influence map, in one of a sight */

static int32_t exposure_value(int32_t count, int32_t amount) {
  int64_t value = (int64_t)count * amount;
  if (value > ASTAR_MAX_COST) return ASTAR_MAX_COST;
  return value < -ASTAR_MAX_COST ? -ASTAR_MAX_COST : (int32_t)value;
}

/* Puts what observers see of a block, `counts` being their counts around it; NULL: nothing. That an
** observer in the void sees itself is left out. */
static void expose_block(astar_influence *influence, int32_t block, const uint16_t *counts,
                         int32_t amount) {
  int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK] = { { 0 } };
  astar_rect rect = influence_block_rect(influence, block);
  int32_t left = rect.x % SIGHT_BLOCK, top = rect.y % SIGHT_BLOCK;
  for (int32_t y = 0; counts != NULL && y < rect.height; y++)
    for (int32_t x = 0; x < rect.width; x++) {
      int32_t count = counts[(top + y) * SIGHT_BLOCK + left + x];
      if (influence_can_hold(influence, rect.x + x, rect.y + y))
        values[y][x] = exposure_value(count, amount);
    }
  influence_put_block(influence, block, values);
}

astar_status astar_influence_from_sight(astar_influence *influence, const astar_sight *sight,
                                        int32_t amount) {
  const astar_map *map = influence->map;
  bool fits = influence_is_open(influence) &&
              map_accepts(map, sight->map == map, "sight: of another map") &&
              map_accepts_between(map, amount, -ASTAR_MAX_COST, ASTAR_MAX_COST,
                                  "amount: beyond ASTAR_MAX_COST");
  if (!fits) return ASTAR_INVALID;
  int32_t across = influence->blocks_across, count = across * influence->blocks_down;
  for (int32_t block = 0; block < count; block++) {
    const uint16_t *counts = sight_block(sight, block % across / BLOCKS_ACROSS,
                                         block / across / BLOCKS_ACROSS);
    if (counts != NULL || influence->active[block])
      expose_block(influence, block, counts, amount);
  }
  return ASTAR_OK;
}
