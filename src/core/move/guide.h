/*
** Guides: how far a unit has to go from each cell around it. A unit that others have moved off its
** path, or have to, asks its guide which of its neighbours leads on.
**
** A guide is a window of 16 x 16 cells. It holds, for each cell, what it costs to come from there
** along the stretch of the path that lies in the window to the end of that stretch; for a unit
** without a path, to its home. Cells off the path cost more, so that units keep to what was planned
** for them. Other units are not in it.
**
** The window depends only on the block of 8 x 8 cells in which the unit is, so that it is the same
** in every run, and in a map that was saved and loaded.
**
** Costs are found as far as they are asked for. There are fewer guides than units: few units meet
** others at a time, and one that needs a guide takes the one that was made longest ago.
**
** Invariant: a guide that holds is equal to one that is made now; so it may be dropped at any time.
*/
#ifndef ASTAR_GUIDE_H
#define ASTAR_GUIDE_H

#include "step.h"

#define GUIDE_SIDE 16               /* of the window, in cells */
#define GUIDE_CELLS (GUIDE_SIDE * GUIDE_SIDE)
#define GUIDE_FAR UINT8_MAX         /* the cost of cells outside, of those that lead nowhere, and of
                                    ** those that are farther than all to which a unit may step */

/* Cells of the window, row by row: a bit each. */
typedef struct GuideSet {
  uint64_t words[GUIDE_CELLS / 64];
} GuideSet;

/* Dial's buckets: cells by the cost at which they are to be visited, and by that at which they are
** to be left, in rings. */
typedef struct GuideWave {
  GuideSet from[DIRECTIONS];        /* for each direction, the cells from which a step is legal */
  GuideSet visits[8], leaves[4];    /* longer than the costliest step costs, and than OFF */
  GuideSet unsettled;
  int cost;                         /* the next one; GUIDE_FAR: all is done */
  int diagonal;                     /* what a diagonal step costs */
} GuideWave;

typedef struct Guide {
  uint32_t unit;                    /* the id of the one whose guide it is; 0: nobody's */
  const astar_class *cls;
  const astar_player *player;
  uint64_t route;                   /* the unit's; 0: to its home */
  astar_cell home;
  astar_cell corner;                /* the upper left cell of the window */
  int32_t first, last;              /* it holds as long as the progress is one of these */
  uint32_t kinds_version;           /* the grid's, when it was made */
  uint64_t changes;                 /* up to where in the log of its player */
  GuideSet on, open;                /* cells of the stretch; where the unit fits */
  GuideWave wave;
  uint8_t cost[GUIDE_CELLS];        /* of what is settled; GUIDE_FAR of all else */
} Guide;

typedef struct Guides {
  Guide *guides;
  uint32_t capacity, next;          /* a power of two; the number of the next one to be taken */
} Guides;

/* Makes room for the guides of a map's units. False: no memory. */
bool guides_reserve(astar_map *map);
void guides_free(astar_map *map);

/* Makes sure that the unit's guide is as the unit and its surroundings are now. False: there is
** none, since its home, or the path on either side of its base, lies outside of the window. A unit
** that was moved on beside its path has come up to where the path enters the window. One that was
** moved back along it is led to where the path leaves the window. */
bool guide_sync(astar_unit *unit);
/* The cost of a cell, by a guide that holds. */
uint8_t guide_cost(const astar_unit *unit, astar_cell cell);
/* Is there a guide for where the unit is? */
bool guide_exists(const astar_unit *unit);
/* NULL: the guide is as it should be. */
const char *guide_validate(const astar_unit *unit);

#endif
