/*
** A path: its cells as straight runs between waypoints, in one block of memory without pointers,
** so that it can be copied, moved, and kept by whoever allocated it.
**
** Invariant: waypoints[0] is the start with index 0, the last one is the goal with index
** length - 1; between two of them every step goes in the same one of eight directions.
*/
#ifndef ASTAR_PATH_H
#define ASTAR_PATH_H

#include "root.h"

typedef struct Waypoint {
  int32_t x, y;
  int32_t index;                    /* of the cell on the path */
} Waypoint;

struct astar_path {
  size_t bytes;
  astar_status status;              /* OK or PARTIAL */
  uint32_t cost;
  uint32_t expanded;
  int32_t length;
  int32_t waypoint_count;
  int32_t influence_count;
  bool explained;
  Waypoint waypoints[];
  /* explained: then per step, from cell 1 on, an astar_step_cost and influence_count int32_t */
};

/* The bytes of a path of that shape. */
size_t path_bytes(int32_t waypoints, int32_t length, bool explained, int32_t influences);
/* The record of step `index` (1 … length - 1) of an explained path, and its influences behind. */
astar_step_cost *path_record(astar_path *path, int32_t index);
int32_t *path_record_influences(astar_path *path, int32_t index);
/* The index of a cell on the path at or after `from`; -1: it is not on it. */
int32_t path_find(const astar_path *path, int32_t x, int32_t y, int32_t from);

#endif
