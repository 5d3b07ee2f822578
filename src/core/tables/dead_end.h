/*
** Dead ends: parts of a plane that a single cell connects with the rest. A cheapest path that
** neither starts nor ends in a dead end never enters it, whatever layers lie on the plane: it would
** have to come back through the same cell, and every step costs something.
**
** The open cells are divided into *areas*. Cells are in one area if there are two ways between them
** without a common cell; each cell of a corridor is an area of its own. Every area but the first of
** a region is attached to the area that holds its *door*, the one cell through which all ways from
** it to the rest of the region lead. So areas form trees. They are numbered such that an area comes
** after all areas attached below it; these have the numbers from its `first` on. A search needs to
** enter only areas on the way through the tree from the area of its start to that of its goal.
**
** Blocking a cell later keeps this valid. Opening a cell might connect the areas around it with
** anything. So these areas, and those to which they are attached, are treated as joined while the
** cell is open, and are not skipped. Thus the skipped areas depend on the plane when its dead ends
** were found and on the plane now, not on the edits in between.
**
** Sources: J. Hopcroft and R. Tarjan, "Algorithm 447: Efficient Algorithms for Graph Manipulation",
** CACM 1973 (biconnected components); Y. Björnsson and K. Halldórsson, "Improved Heuristics for
** Optimal Path-finding on Game Maps", AIIDE 2006 (the dead-end heuristic).
*/
#ifndef ASTAR_DEAD_END_H
#define ASTAR_DEAD_END_H

#include "../map/class.h"

typedef struct Area {
  uint32_t first;                   /* the least number of those that hang on it, and its own */
  Cell door;                        /* by which it hangs on the area of that; NO_CELL: on none */
  uint32_t joined;                  /* opened cells that touch it, and joined areas hanging on it */
} Area;

typedef struct DeadEnds {
  const Grid *grid;
  uint32_t *area_of;                /* array over cells; 0: was blocked when they were found */
  Area *areas;                      /* by number; the first is not used */
  size_t count, capacity;           /* the first counted */
  uint64_t old_hash;                /* of which cells were blocked */
  uint64_t joined;                  /* a sum that tells which areas are joined */
  uint64_t version;                 /* another one each time that they are found */
} DeadEnds;

/* The dead ends of a plane with these kinds. NULL: no memory. */
DeadEnds *dead_ends_new(Memory *memory, const Grid *grid, const astar_class *cls,
                        const uint8_t *kind);
void dead_ends_free(DeadEnds *dead_ends, Memory *memory);     /* NULL does nothing */
/* The kind of a cell is about to change. */
void dead_ends_note(DeadEnds *dead_ends, Cell cell, uint8_t before, uint8_t after);
/* Any kinds have changed. */
void dead_ends_recount(DeadEnds *dead_ends, const uint8_t *kind);

/* Which areas one search has to look at. */
typedef struct DeadEndFilter {
  const uint32_t *area_of;          /* NULL: all */
  const Area *areas;
  uint32_t start, first_goal, last_goal;
  uint32_t top;                     /* holds start and goals: nothing beyond its door matters */
  Cell door;
  uint64_t joined, version;         /* of the dead ends, when the search began */
} DeadEndFilter;

/* The goal is any cell of the rectangle that can be entered. */
DeadEndFilter dead_ends_filter(const DeadEnds *dead_ends, const uint8_t *kind, Cell start,
                               astar_rect goal);

/* Does no cheapest path from the start to the goal go through the cell? Where dead ends are known
** that is found out by a call, so that searches without them are the faster. */
bool dead_end_filter_excludes(const DeadEndFilter *filter, Cell cell);
static inline bool dead_end_filter_skips(const DeadEndFilter *filter, Cell cell) {
  return filter->area_of != NULL && dead_end_filter_excludes(filter, cell);
}

#endif
