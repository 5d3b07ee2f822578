/*
** Blends: what the cells of a plane cost with the layers of a query on top, for JPSW.
**
** A blend has a row for each cell: the cost of entering it, and for each direction of arrival the
** steps that are not worth following from it (scene.h). A row is computed when a search first comes
** to the cell. It is kept for later searches with the same plane and influence maps, and dropped
** where these have changed. Rows of cells that units affect are kept as well: a blend remembers
** which cells were claimed and taken for its last search, and drops the rows around the cells of
** which that is no longer so. So a change of a layer costs time only for the cells that it affects.
**
** A blend belongs to one search at a time. While a search is suspended the rows that it has read do
** not change, except where the plane does (blend_hold.h). The map keeps the last SPARE_BLENDS
** blends that no search holds.
**
** Invariant: while no search holds it, a known row equals what would be computed now, apart from
** changes after the positions in the logs.
*/
#ifndef ASTAR_BLEND_H
#define ASTAR_BLEND_H

#include "../tables/edits.h"
#include "../tables/rough.h"
#include "view.h"

#define SPARE_BLENDS 4
#define BLEND_CHUNK 256             /* rows: those of a page, see blend_write */
#define BLEND_ZERO (1 << 20)        /* no sum of terrain and layers lies as far below 0 */

/* Laid out as Pattern is. */
typedef struct BlendRow {
  uint32_t cost[2];                 /* of entering, straight and diagonally; 0: unknown. With
                                    ** slopes: the sum of terrain and layers, plus BLEND_ZERO */
  uint8_t drop[DIRECTIONS];         /* the steps not worth following, a bit each; 0: unknown */
} BlendRow;

typedef struct BlendPart {
  astar_weighted weighted;
  uint64_t id;                      /* the influence map's */
  uint64_t seen;                    /* up to where in its log the rows know of it */
  uint64_t held;                    /* the same for those that the search which has the blend has
                                    ** not read */
} BlendPart;

/* The cells that are claimed or taken, a bit each, as the rows know of them. */
typedef struct BlendUnits {
  uint64_t *claimed, *taken;        /* one block with what follows; NULL until some are */
  uint64_t *either;
  uint64_t *near;                   /* those from which a unit, or one beside it, covers one */
  uint64_t *stale;                  /* a bit per word of `near`; 0 except while it is brought up to
                                    ** date */
  size_t first, end;                /* the words outside of which none is claimed or taken */
  int32_t claim_penalty;
} BlendUnits;

typedef struct Blend {
  struct Blend *next;
  Plane *plane;                     /* NULL: not dedicated to any yet */
  uint64_t plane_id;
  uint64_t plane_seen;              /* position in the plane's log */
  uint64_t edits_seen;              /* while a search holds it: a position, see edits.h */
  bool sloped;                      /* slopes count: rows tell what steps cost up to these */
  BlendPart parts[VIEW_INFLUENCES];
  int part_count;
  BlendUnits units;                 /* that the rows know of */
  BlendRow *rows;                   /* array over cells */
  Cell around[DIRECTIONS + 1];      /* from a cell to the places of its scene */
  uint8_t *used;                    /* per BLEND_CHUNK rows: may one of them be known? */
  uint8_t *written;                 /* the same: see memory_marks */
  Rough *rough;                     /* NULL until asked for */
  bool rough_known;                 /* it is kept up to date */
} Blend;

/* The blend for a view, up to date. NULL: no memory. */
Blend *blend_take(View *view);
/* Makes one for later, which knows no plane yet. False: no memory. */
bool blend_reserve(astar_map *map);
/* Makes one whose rows must be cleared, band by band, before it is given to the map. NULL: no
** memory. */
Blend *blend_raw(astar_map *map);
void blend_clear_band(Blend *blend, const astar_map *map, int32_t band);
/* How many the map keeps. */
int blend_count(const astar_map *map);
/* Has the map one that this plane's searches would take? */
bool blend_is_spare(const astar_map *map, const Plane *plane);
/* Frees one that the map was not given; NULL: nothing. */
void blend_free(Blend *blend, astar_map *map);
/* Finds out which cells are rough, from now on, unless they are more than `most`. False: no
** memory. */
bool blend_find_rough(Blend *blend, const View *view, size_t most, bool *few);
/* Are all cells known as rough that are, now that influence has changed since the last blend_hold
** or blend_take? Of a cell that is not a search has read all costs around it. */
bool blend_knows_rough(const Blend *blend);
/* A row of that chunk is about to be written. */
static inline void blend_write(Blend *blend, size_t chunk) {
  blend->written[chunk] = 1;
}
static inline BlendRow *blend_row_to_write(Blend *blend, Cell cell) {
  blend_write(blend, (size_t)cell / BLEND_CHUNK);
  return &blend->rows[cell];
}
/* Gives it back to the map. */
void blend_give(Blend *blend, astar_map *map);
/* How many chunks of rows there are. */
size_t blend_chunks(const astar_map *map);
/* Has so much changed since a position in a log that all rows are to be looked at? */
bool blend_lost_track(const Blend *blend, const Changes *changes, uint64_t from);
/* Forgets the rows that edits since blend_take, or the last call, reach. They are kept. */
void blend_mend(Blend *blend);
/* Works out a row as far as an arrival in a direction needs it. */
void blend_work_out(Blend *blend, View *view, Cell cell, int direction);
/* What a step costs, or SCENE_BLOCKED. From nowhere: a straight one without slopes. */
uint32_t blend_step(Blend *blend, View *view, ViewStep step);
/* The same of a cell where slopes make no difference. */
uint32_t blend_cost(Blend *blend, View *view, Cell cell, bool diagonal);
/* Do slopes make a difference, so that a blend has to be sloped? On uniform ground they do not. */
static inline bool blend_minds_slopes(const View *view) {
  return view->slopes != NULL && !view->plane->uniform;
}
/* What slopes make of a cost in a row, which is known and not SCENE_BLOCKED. */
static inline uint32_t blend_sloped(const View *view, uint32_t cost, ViewStep step) {
  int32_t sum = (int32_t)cost - BLEND_ZERO + view_slope(view, step);
  return sum < 1 ? 1 : (uint32_t)sum;
}
/* Is a unit in the way of a step from a cell that a search has reached? */
bool blend_met_units(const Blend *blend, const View *view, const Nodes *nodes);
const char *blends_validate(const astar_map *map);
void blends_free(astar_map *map);

#endif
