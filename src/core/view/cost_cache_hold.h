/*
** Cost caches of suspended searches, while influence maps change.
**
** What a search has read of its cost cache must stay as it was: it has pruned by that. The rest
** must not, or the outcome would depend on which rows an earlier search had left in the cost cache.
** A search has *worked out* the cells that it has reached, and has read what it costs to enter
** these and those next to them. So their rows stay, and of the rows next to them the costs. A
** search over rough cells has passed the others by what the plane says: see cost_cache_knows_rough.
*/
#ifndef ASTAR_COST_CACHE_HOLD_H
#define ASTAR_COST_CACHE_HOLD_H

#include "cost_cache.h"

typedef struct CostCacheHolder {
  const Nodes *nodes;
  const Exits *exits;               /* NULL: none. Cells with exits are worked out as rough ones
                                    ** are */
  Cell start;                       /* worked out when it is closed */
  astar_rect goal;                  /* of which no cell is worked out */
  bool rough_only;                  /* it works out rough cells only, and has read what the goal
                                    ** costs when it began */
} CostCacheHolder;

/* Forgets what the holder has not read where influence maps have changed since it took the cache,
** or since the last call. */
void cost_cache_hold(CostCache *cache, const CostCacheHolder *holder);

#endif
