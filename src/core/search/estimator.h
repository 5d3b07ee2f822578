/*
** The octile estimate for the inner loops of engines: what it needs, gathered from the search.
** Where the plane was prepared, the estimate of its landmarks, if that is higher. Neither is more
** than what is left.
*/
#ifndef ASTAR_ESTIMATOR_H
#define ASTAR_ESTIMATOR_H

#include "../tables/landmark.h"
#include "search.h"

typedef struct Estimator {
  int32_t left, top, right, bottom; /* the goal */
  uint64_t straight, diagonal;      /* of a step; 0: without any estimate */
  const LandmarkCosts *landmarks;   /* NULL: not prepared, or of no use here */
  LandmarkCosts goal_costs;
  uint64_t slack;
} Estimator;

/* Without landmarks, and with those there are. */
Estimator estimator_plain(const astar_search *search);
Estimator estimator_best(const astar_search *search);

/* How far a coordinate lies outside an interval. */
static inline uint64_t estimator_outside(int32_t value, int32_t first, int32_t last) {
  int32_t before = first - value, behind = value - last;
  int32_t most = before > behind ? before : behind;
  return (uint64_t)(most > 0 ? most : 0);
}

static inline bool estimator_is_goal(const Estimator *estimator, astar_cell at) {
  return estimator_outside(at.x, estimator->left, estimator->right) == 0 &&
         estimator_outside(at.y, estimator->top, estimator->bottom) == 0;
}

/* Of the cell `at`, whose index is `cell`. */
static inline uint64_t estimator_estimate(const Estimator *estimator, Cell cell, astar_cell at) {
  uint64_t dx = estimator_outside(at.x, estimator->left, estimator->right);
  uint64_t dy = estimator_outside(at.y, estimator->top, estimator->bottom);
  uint64_t both = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
  uint64_t estimate = estimator->diagonal * both + estimator->straight * (most - both);
  if (estimator->landmarks == NULL) return estimate;
  uint64_t known = landmarks_estimate(estimator->landmarks, cell, &estimator->goal_costs);
  return known > estimate + estimator->slack ? known - estimator->slack : estimate;
}

/* Which landmarks there are, of use or not. What is in an open list was estimated with those of the
** time: when a search goes on they must be the same. */
typedef struct LandmarksSeen {
  uint64_t number;                  /* 0: none */
  uint64_t slack;
} LandmarksSeen;

LandmarksSeen landmarks_seen(const astar_search *search);
bool landmarks_are(const astar_search *search, LandmarksSeen seen);

#endif
