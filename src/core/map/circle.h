/* Circles: what fields of view of one radius have in common. */
#ifndef ASTAR_CIRCLE_H
#define ASTAR_CIRCLE_H

#include "../../astar.h"

#define WORD_RADIUS 31              /* up to it a row of the square around a circle is a word */

/* The cells of a row that lie in the circle and belong to one of four quadrants: the one above or
** below, the one to the right, the one to the left. None has the viewer's own. */
typedef struct Cones { uint64_t across, right, left; } Cones;

typedef struct Circle {
  int32_t radius;
  uint8_t widths[ASTAR_MAX_RADIUS + 1];   /* to each side, by row, from the middle one on */
  Cones cones[2 * WORD_RADIUS + 1];       /* by row of the square, up to WORD_RADIUS */
} Circle;

#endif
