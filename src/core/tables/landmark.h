/*
** Landmarks: a few cells from and to which the cost of every cell is known. The cost between two
** cells is at least the difference of their costs from a landmark, or to one. That estimate is far
** better than their distance.
**
** If costs rise later, the estimate may be too low, which is harmless. If costs fall, `slack` is
** subtracted from it: the most that a path could save. An opened cell could save anything, so the
** landmarks are not used while there is one. Both are determined by comparing the plane with the
** kinds at the time when the landmarks were made, so they depend on the present plane and not on
** the edits that led to it.
** Landmarks serve one region; in others the cost from and to all of them is LANDMARK_FAR.
**
** Source: A. Goldberg and C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
** Theory", SODA 2005 (ALT); landmarks are chosen farthest from one another.
*/
#ifndef ASTAR_LANDMARK_H
#define ASTAR_LANDMARK_H

#include "../frontier/buckets.h"
#include "../map/class.h"

#define LANDMARKS 4
#define LANDMARK_FAR UINT32_MAX     /* there is no way */

typedef struct LandmarkCosts {      /* of one cell */
  uint32_t from[LANDMARKS], to[LANDMARKS];
} LandmarkCosts;

typedef struct Landmarks {
  uint64_t number;                  /* the map's, which no others have had; never 0 */
  const Grid *grid;
  LandmarkCosts *costs;             /* array over cells */
  const astar_class *cls;
  const uint8_t *kind;              /* the plane's now */
  uint8_t *old_kind;                /* and when the landmarks were made */
  uint32_t old_cost[KINDS];         /* of a diagonal step then, by kind */
  uint64_t slack;
  size_t opened;                    /* cells that could not be entered then */
  bool too_far;                     /* a cost did not fit */
} Landmarks;

/* Can they be used? */
static inline bool landmarks_serve(const Landmarks *landmarks) {
  return landmarks->opened == 0 && !landmarks->too_far;
}
/* The kind of a cell is about to change. */
void landmarks_note(Landmarks *landmarks, Cell cell, uint8_t before, uint8_t after);
/* Any kinds, or the costs of kinds, have changed. */
void landmarks_recount(Landmarks *landmarks);

/* Makes landmarks for the region of `seed` on a plane with these kinds. Where a cost does not fit,
** they never serve. NULL: no memory. */
Landmarks *landmarks_new(Memory *memory, const Grid *grid, const astar_class *cls,
                         const uint8_t *kind, Cell seed);
void landmarks_free(Landmarks *landmarks, Memory *memory);

/* A lower bound of the cost from `cell` to `goal`, slack not subtracted. */
static inline uint32_t landmarks_estimate(const LandmarkCosts *costs, Cell cell,
                                          const LandmarkCosts *goal) {
  const LandmarkCosts *here = &costs[cell];
  uint32_t best = 0;
  for (int i = 0; i < LANDMARKS; i++) {
    uint32_t behind = goal->from[i] > here->from[i] ? goal->from[i] - here->from[i] : 0;
    uint32_t ahead = here->to[i] > goal->to[i] ? here->to[i] - goal->to[i] : 0;
    if (behind > best) best = behind;
    if (ahead > best) best = ahead;
  }
  return best;
}

#endif
