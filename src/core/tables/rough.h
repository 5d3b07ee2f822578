/*
** Rough cells: those with a cell in their 3 x 3 whose cost a layer changes. Everywhere else jump
** point search can use the plane's own tables.
**
** There is a bit per cell, in the same four lines in which the jump tables hold their straight
** stops, so that a scan reads both at once.
*/
#ifndef ASTAR_ROUGH_H
#define ASTAR_ROUGH_H

#include "../map/influence.h"
#include "jump.h"

typedef struct Rough {
  const Grid *grid;
  uint64_t *influenced;             /* a bit per cell: rough whatever the units do */
  size_t influenced_count;
  bool is_whole;                    /* what follows is kept right, too */
  Line lines[4];                    /* by straight direction */
  uint64_t *bits[4];
  size_t words[4];
  int64_t *last[4];                 /* of each line, by its number: the last bit set, or -1 */
  uint64_t *cells;                  /* the same bits by cell */
  size_t count;                     /* of rough cells */
} Rough;

/* With no influenced cell, and not whole. NULL: no memory. */
Rough *rough_new(Memory *memory, const Grid *grid);
const char *rough_validate(const Rough *rough, const uint64_t *near);
void rough_free(Rough *rough, Memory *memory);
/* No cell is influenced; it is not whole. */
void rough_clear(Rough *rough);

/*
** Influence maps make those cells rough from which a unit of `size` cells, or one beside it, would
** cover a value that is not 0. Where values change, first `influenced` is made right, by forgetting
** and adding those around, then the bits.
*/
/* All cells of a rectangle are influenced, or none of them is. */
void rough_put_influence(Rough *rough, astar_rect rect, bool on);
void rough_add_influence(Rough *rough, const astar_influence *influence, astar_rect rect,
                         int32_t size);
/* Are the cells rough that the values in a rectangle should make so? */
bool rough_covers(const Rough *rough, const astar_influence *influence, astar_rect rect,
                  int32_t size);
/* Where it is whole, makes those cells of `rect`, or of a word, rough that are influenced, or near
** units: in `near`, a bit per cell, where there are such. */
void rough_update(Rough *rough, astar_rect rect, const uint64_t *near);
void rough_update_word(Rough *rough, size_t word, const uint64_t *near);
/* Makes it whole. */
void rough_complete(Rough *rough, const uint64_t *near);

/* Cell x, y of the map is rough, or is not. */
void rough_put(Rough *rough, int32_t x, int32_t y, bool on);

/* The number of the row or column of a cell that lies in a straight direction; the border has 0. */
static inline size_t rough_line(int direction, int32_t x, int32_t y) {
  return (size_t)((direction == EAST || direction == WEST ? y : x) + 1);
}

static inline bool rough_has(const Rough *rough, Cell cell) {
  return rough->cells[cell >> 6] >> (cell & 63) & 1;
}

#endif
