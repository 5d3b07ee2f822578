/*
** What a path that was found before costs now: the steps of it, one after the other, as a view
** has them at present.
*/
#ifndef ASTAR_PATH_COST_NOW_H
#define ASTAR_PATH_COST_NOW_H

#include "direct.h"

/* A step at a time. The view's penalties have begun, or it is bare. */
typedef struct PathCostNow {
  View *view;
  const astar_path *path;
  const Waypoint *from;             /* the last waypoint before `at`, or at it */
  int32_t index;                    /* of `at` on the path */
  Cell at;
  int direction;                    /* of the last step that was no link; -1: none */
} PathCostNow;

/* From a cell of the path on. */
PathCostNow path_cost_now_from(View *view, const astar_path *path, int32_t index);
/* Takes the next step, and says what it costs; 0: it cannot be taken. False: there is none. */
bool path_cost_now_next(PathCostNow *walk, uint32_t *cost);

#endif
