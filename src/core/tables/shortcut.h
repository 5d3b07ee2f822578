/*
** Shortcuts: the cells that have become cheaper, or open, since landmarks were made. A path past
** such a cell may cost less than the landmarks say; one that avoids all of them does not. So an
** estimate is the less of two: what the landmarks say, and what the way through the nearest
** shortcut costs over open ground.
**
** The cells are gathered into a few rectangles, their areas, which also cover the cells beside
** them: a cell that was opened permits diagonal steps past it, between its neighbours.
**
** Invariant: `count` and `sum` depend on which cells are cheaper now, and not on the edits between;
** so do the areas, which are worked out when they are asked for.
*/
#ifndef ASTAR_SHORTCUT_H
#define ASTAR_SHORTCUT_H

#include "../grid/grid.h"

#define SHORTCUT_FEW 256            /* with more of them nothing is said */
#define SHORTCUT_CELLS 512          /* that are listed, for their number may rise and fall */
#define SHORTCUT_AREAS 8

typedef struct Shortcuts {
  size_t count;
  uint64_t sum;                     /* of a hash of each cell: tells apart which ones they are */
  Cell cells[SHORTCUT_CELLS];       /* in order; where `listed`, all of them */
  bool listed;                      /* if not, and they are few, the list is to be made again */
  bool gathered;                    /* the areas are those of the cells */
  int area_count;
  astar_rect areas[SHORTCUT_AREAS];
} Shortcuts;

/* A cell has become one, or is one no longer. */
void shortcuts_add(Shortcuts *shortcuts, Cell cell);
void shortcuts_remove(Shortcuts *shortcuts, Cell cell);
/* There are none. */
void shortcuts_clear(Shortcuts *shortcuts);
/* Are they few enough to be told of? */
static inline bool shortcuts_are_few(const Shortcuts *shortcuts) {
  return shortcuts->count <= SHORTCUT_FEW;
}
/* Works out the areas of those that are listed. */
void shortcuts_gather(Shortcuts *shortcuts, const Grid *grid);

#endif
