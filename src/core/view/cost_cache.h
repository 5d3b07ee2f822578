/*
** Cost caches: what the cells of a plane cost with the layers of a query on top, for JPSW.
**
** A cost cache has a row for each cell: the cost of entering it, and for each direction of arrival
** the steps that are not worth following from it (neighbourhood.h). A row is computed when a
** search first comes to the cell. It is kept for later searches with the same plane and influence
** maps, and dropped where these have changed. Rows of cells that units affect are kept as well: a
** cost cache remembers which cells were claimed and taken for its last search, and drops the rows
** around the cells of which that is no longer so. So a change of a layer costs time only for the
** cells that it affects.
**
** A cost cache belongs to one search at a time. While a search is suspended the rows that it has
** read do not change, except where the plane does (cost_cache_hold.h). The map keeps the last
** COST_CACHES_MOST cost caches that no search holds.
**
** Invariant: while no search holds it, a known row equals what would be computed now, apart from
** changes after the positions in the logs.
*/
#ifndef ASTAR_COST_CACHE_H
#define ASTAR_COST_CACHE_H

#include "../tables/edits.h"
#include "../tables/rough.h"
#include "view.h"

#define COST_CACHES_MOST 4
#define COST_CACHE_CHUNK 256        /* rows: those of a page, see cost_cache_write */
#define COST_CACHE_ZERO (1 << 20)   /* no sum of terrain and layers lies as far below 0 */

/* Laid out as Pattern is. */
typedef struct CostCacheRow {
  uint32_t cost[2];                 /* of entering, straight and diagonally; 0: unknown. With
                                    ** slopes: terrain and layers, plus COST_CACHE_ZERO */
  uint8_t drop[DIRECTIONS];         /* the steps not worth following, a bit each; 0: unknown */
} CostCacheRow;

typedef struct CostCachePart {
  astar_weighted weighted;
  uint64_t id;                      /* the influence map's */
  uint64_t seen;                    /* up to where in its log the rows know of it */
  uint64_t held;                    /* the same for those that the search which has the cost cache
                                    ** has not read */
} CostCachePart;

/* The cells that are claimed or taken, a bit each, as the rows know of them. */
typedef struct CostCacheUnits {
  uint64_t *claimed, *taken;        /* one block with what follows; NULL until some are */
  uint64_t *either;
  uint64_t *near;                   /* those from which a unit, or one beside it, covers one */
  uint64_t *reached;                /* the same of cells that have changed, and a bit per word of */
  uint64_t *stale;                  /* them: both 0 except while the rows are brought up to date */
  size_t first, end;                /* the words outside of which none is claimed or taken */
  int32_t claim_penalty;
} CostCacheUnits;

typedef struct CostCache {
  struct CostCache *next;
  Plane *plane;                     /* NULL: not dedicated to any yet */
  uint64_t plane_id;
  uint64_t plane_seen;              /* position in the plane's log */
  uint64_t edits_seen;              /* while a search holds it: a position, see edits.h */
  bool sloped;                      /* slopes count: rows tell what steps cost up to these */
  CostCachePart parts[VIEW_INFLUENCES];
  int part_count;
  CostCacheUnits units;             /* that the rows know of */
  CostCacheRow *rows;               /* array over cells */
  Cell around[DIRECTIONS + 1];      /* from a cell to the places of its scene */
  uint8_t *used;                    /* per COST_CACHE_CHUNK rows: may one of them be known? */
  uint8_t *written;                 /* the same: see memory_marks */
  Rough *rough;                     /* NULL until asked for */
  bool rough_known;                 /* it is kept up to date */
} CostCache;

/* The cost cache for a view, up to date. NULL: no memory. */
CostCache *cost_cache_take(View *view);
/* Makes one for later, which knows no plane yet. False: no memory. */
bool cost_cache_reserve(astar_map *map);
/* Makes one whose rows must be cleared, band by band, before it is given to the map. NULL: no
** memory. */
CostCache *cost_cache_raw(astar_map *map);
void cost_cache_clear_band(CostCache *cache, const astar_map *map, int32_t band);
/* How many the map keeps. */
int cost_cache_count(const astar_map *map);
/* Has the map one that this plane's searches would take? */
bool cost_cache_kept_for(const astar_map *map, const Plane *plane);
/* Frees one that the map was not given; NULL: nothing. */
void cost_cache_free(CostCache *cache, astar_map *map);
/* Finds out which cells are rough, from now on, unless they are more than `most`. False: no
** memory. */
bool cost_cache_find_rough(CostCache *cache, const View *view, size_t most, bool *few);
/* Are all cells known as rough that are, now that influence has changed since the last
** cost_cache_hold or cost_cache_take? Of a cell that is not a search has read all costs around it.
*/
bool cost_cache_knows_rough(const CostCache *cache);
/* A row of that chunk is about to be written. */
static inline void cost_cache_write(CostCache *cache, size_t chunk) {
  cache->written[chunk] = 1;
}
static inline CostCacheRow *cost_cache_row_to_write(CostCache *cache, Cell cell) {
  cost_cache_write(cache, (size_t)cell / COST_CACHE_CHUNK);
  return &cache->rows[cell];
}
/* Gives it back to the map. */
void cost_cache_give(CostCache *cache, astar_map *map);
/* How many chunks of rows there are. */
size_t cost_cache_chunks(const astar_map *map);
/* Has so much changed since a position in a log that all rows are to be looked at? */
bool cost_cache_lost_track(const CostCache *cache, const Changes *changes, uint64_t from);
/* Forgets the rows that edits since cost_cache_take, or the last call, reach. They are kept. */
void cost_cache_mend(CostCache *cache);
/* Works out a row as far as an arrival in a direction needs it. */
void cost_cache_work_out(CostCache *cache, View *view, Cell cell, int direction);
/* What a step costs, or NEIGHBOURHOOD_BLOCKED. From nowhere: a straight one without slopes. */
uint32_t cost_cache_step(CostCache *cache, View *view, ViewStep step);
/* The same of a cell where slopes make no difference. */
uint32_t cost_cache_cost(CostCache *cache, View *view, Cell cell, bool diagonal);
/* Do slopes make a difference, so that a cost cache has to be sloped? On uniform ground they do
** not. */
static inline bool cost_cache_minds_slopes(const View *view) {
  return view->slopes != NULL && !view->plane->uniform;
}
/* What slopes make of a cost in a row, which is known and not NEIGHBOURHOOD_BLOCKED. */
static inline uint32_t cost_cache_sloped(const View *view, uint32_t cost, ViewStep step) {
  int32_t sum = (int32_t)cost - COST_CACHE_ZERO + view_slope(view, step);
  return sum < 1 ? 1 : (uint32_t)sum;
}
/* Is a unit in the way of a step from a cell that a search has reached? */
bool cost_cache_met_units(const CostCache *cache, const View *view, const Nodes *nodes);
const char *cost_caches_validate(const astar_map *map);
void cost_caches_free(astar_map *map);

#endif
