/*
** A division of a map: some of its cells belong to areas, of which each has a number, and where
** two areas touch there is a *choke*. What the areas are is for others to say: rooms between narrow
** passages (watershed.h), what is left connected when cells are blocked, or the land of each side
** (areas.c).
**
** Cells touch at their sides; for the diagonal rule ALWAYS at their corners as well. For the other
** rules a diagonal step is only legal where straight steps connect the two cells, too.
**
** A choke of the ground holds the fewest cells that must be blocked so that the two areas do not
** touch there any more. A link between two areas is a choke as well.
*/
#ifndef ASTAR_DIVISION_H
#define ASTAR_DIVISION_H

#include "../tables/plane.h"

typedef struct DivisionArea {
  Cell cell;                        /* by which it is named; NO_CELL: it has no cells */
  uint32_t size;                    /* in cells */
  uint32_t clearance;               /* of that cell, where it was asked for */
  uint32_t region;                  /* the id of the region of that cell, or 0 */
  uint32_t first, chokes;           /* of its chokes, in choke_of */
  bool cut_off;                     /* there is a larger one of the same region */
} DivisionArea;

typedef struct Choke {
  uint32_t areas[2];                /* the lower number first; of a link: its beginning first */
  uint32_t link;                    /* its number; 0: none */
  bool one_way;                     /* a link that leads only from the first area to the other */
  size_t first;                     /* its cells, in `cells`, in reading order */
  uint32_t width;                   /* how many they are */
  Cell middle, ends[2];             /* among these cells; of a link its ends */
  bool splits;                      /* without it nothing would connect its two areas */
  uint64_t sides[2];                /* then: how many cells that leaves on the side of each area */
} Choke;

typedef struct Division {
  Memory *memory;
  const Grid *grid;
  bool corners;                     /* cells that touch at their corners are connected */
  uint32_t *of;                     /* array over cells: the number of the area + 1; 0: none */
  DivisionArea *areas;
  size_t area_count, area_capacity;
  Choke *chokes;
  size_t choke_count, choke_capacity;
  Cell *cells;                      /* of all chokes */
  size_t cell_count, cell_capacity;
  uint32_t *choke_of;               /* the chokes of one area after the other, in their order */
} Division;

/* A division without areas. False: no memory; division_free must follow either way. */
bool division_init(Division *division, const Plane *plane);
void division_free(Division *division);

/* How many of the first directions lead to cells that touch. */
static inline int division_ways(const Division *division) {
  return division->corners ? DIRECTIONS : FIRST_DIAGONAL;
}

/* Adds an area named by a cell. False: no memory. */
bool division_add(Division *division, Cell cell, uint32_t clearance);
/*
** Of `of` that leads from each cell to another of the same area, and from one of them, its root, to
** itself (0: the cell has none), makes numbers: areas come in the reading order of their roots, by
** which they are named. `height` (may be NULL) is their clearance. `numbers` is room for an array
** over cells, and may be `height`. False: no memory.
*/
bool division_number(Division *division, const uint32_t *height, uint32_t *numbers);
/* The root of a cell in such an array; shortens the way to it. */
static inline Cell division_root(uint32_t *of, Cell cell) {
  while (of[cell] != cell) {
    of[cell] = of[of[cell]];
    cell = of[cell];
  }
  return cell;
}

/* How many chokes lead from an area to another one along a way with the fewest, which begins with
** the first choke that such a way can begin with, and so on. Chokes narrower than `width` are not
** counted. `found` has room for as many as there are areas. -1: there is no way; -2: no memory. */
int32_t division_path(const Division *division, uint32_t from, uint32_t to, uint32_t width,
                      int32_t *found);

#endif
