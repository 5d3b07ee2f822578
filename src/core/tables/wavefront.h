/*
** Wavefronts: the cost of the way from the nearest of several sources to every cell, where all
** cells that can be entered cost the same.
**
** Costs are taken in turns, each as long as a straight step. A step from a cell of one turn ends in
** the next turn or in the one after it. So the wavefront of a turn, the cells that were reached at
** its costs, is complete when the turn comes, and its cells may be taken in any order.
**
** Only those steps are followed that the neighbourhood around a cell leaves over for the direction
** in which it was reached (neighbourhood.h); so most cells are reached only once. Of several
** cheapest ways into a cell the first to come stays. No cost is lost by that. Among the cells from
** which a cell can be reached at its least cost, take the one whose step has the smallest
** direction. In whatever direction that one was reached, its neighbourhood drops the step only if
** another way is cheaper, or costs the same and has a smaller last direction; and there is none.
*/
#ifndef ASTAR_WAVEFRONT_H
#define ASTAR_WAVEFRONT_H

#include "hex_neighbourhood.h"

#define WAVEFRONT_NUMBERS 512       /* of neighbourhoods: which of the 3 x 3 cells are open */
#define WAVEFRONT_SHIFTED WAVEFRONT_NUMBERS /* added where the middle is a shifted hexagon */

typedef struct WavefrontList {
  uint64_t *entries;
  size_t count, capacity;
} WavefrontList;

typedef struct WavefrontTask {
  const astar_class *cls;
  const uint8_t *kinds;             /* array over cells */
  int kind;                         /* of all cells that can be entered */
  uint32_t *costs;                  /* array over cells, UINT32_MAX everywhere: for the result */
  uint32_t most;                    /* no cost is beyond it */
} WavefrontTask;

/* What the innermost loop reads. */
typedef struct WavefrontGround {
  const uint8_t *kind;
  uint32_t *costs;
  ptrdiff_t stride;
  uint32_t row, row_below;          /* bits of the kind, in three cells of a row */
  uint32_t gather;                  /* times three rows of them: the number of a neighbourhood */
  int32_t offset[DIRECTIONS];
  uint32_t step[DIRECTIONS];        /* what it costs */
  uint16_t shifted[2][DIRECTIONS];  /* by whether a hexagon is shifted, and the direction from it:
                                    ** what is added to the number of its neighbour's */
  uint32_t most;
  uint64_t late;                    /* costs from here on belong to the turn after the next */
} WavefrontGround;

typedef struct Wavefront {
  Memory *memory;
  const astar_class *cls;
  WavefrontGround ground;
  WavefrontList now, next, after;   /* the cells of this turn, and of the next two */
  size_t reached;                   /* how many cells have a cost */
  uint16_t follow[DIRECTIONS][2 * WAVEFRONT_NUMBERS];   /* by direction of arrival: that direction,
                                    ** and the steps worth following, 8 bits, or
                                    ** WAVEFRONT_UNKNOWN */
} Wavefront;

/* Can the costs be found, where all cells that can be entered are of this kind? */
bool wavefront_possible(const astar_class *cls, int kind);
/* Begins with no source. wavefront_end must follow. */
void wavefront_begin(Wavefront *wavefront, Memory *memory, const WavefrontTask *task);
/* A source, whose cost is 0, even if it cannot be entered. False: no memory. */
bool wavefront_add(Wavefront *wavefront, Cell source);
/* Goes on until that many cells have been reached, or all that can be. False: no memory, and the
** costs mean nothing. */
bool wavefront_spread(Wavefront *wavefront, size_t until);
void wavefront_end(Wavefront *wavefront);

/* No cost is so large. */
static inline uint64_t wavefront_bound(const Wavefront *wavefront) {
  return wavefront->ground.late;
}

#endif
