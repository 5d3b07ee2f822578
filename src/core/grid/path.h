/*
** A path: its cells as straight runs between waypoints, in one block of memory without pointers,
** so that its owner can copy and move it freely.
**
** Invariant: waypoints[0] is the start, with index 0; the last waypoint is the goal, with index
** length - 1; between two waypoints there is either one link, or only steps in the same of the
** eight directions.
**
** An any-angle path leads along straight lines between its *turns*, which are cells of it. Its
** other cells are those nearest to the lines (sweep.h). A turn need not be a waypoint.
**
** An explained path also holds what each layer contributed to each step, and the names of the
** influence maps. A search records this explanation when it ends, so that the path can be written
** later although the map has changed.
*/
#ifndef ASTAR_PATH_H
#define ASTAR_PATH_H

#include "direction.h"

typedef struct Waypoint {
  int32_t x, y;
  int32_t index;                    /* of the cell on the path */
  uint32_t link;                    /* the number of the link by which the path goes on from here to
                                    ** the next waypoint; 0: by steps */
} Waypoint;

struct astar_path {
  size_t bytes;
  astar_status status;              /* OK or PARTIAL */
  uint32_t cost;
  uint32_t expanded;
  int32_t length;
  int32_t waypoint_count;
  int32_t influence_count;
  uint32_t explained;               /* 1 or 0; no byte of a path is padding: they are compared */
  int32_t turn_count;               /* of an any-angle path; 0: it turns at its waypoints */
  Waypoint waypoints[];
  /* explained: then the explanation; then the turns */
};

/* For each step, from cell 1 on, a record: an astar_step_cost and an int32_t per influence map.
** Then the names of the influence maps, each in PATH_NAME_BYTES. */
typedef struct Explanation {
  void *block;                      /* NULL: there is none */
  int32_t length, influences;       /* cells of the path; influence maps of the query */
} Explanation;

#define PATH_NAME_BYTES (ASTAR_NAME_MAX + 1)

/* Gives a path back to the memory that it was taken from; NULL: nothing. */
void path_free(Memory *memory, astar_path *path);
uint64_t path_hash(const astar_path *path, uint64_t hash);
/* The bytes of a path without its explanation, and of that. */
size_t path_bytes(int32_t waypoints);
size_t explanation_bytes(const Explanation *explanation);
/* The record of step `index` (1 … length - 1); its influences stand right behind it. */
astar_step_cost *explanation_record(const Explanation *explanation, int32_t index);
char *explanation_name(const Explanation *explanation, int32_t number);
/* False: no memory. */
bool explanation_new(Explanation *explanation, Memory *memory, int32_t length, int32_t influences);
void explanation_free(Explanation *explanation, Memory *memory);
/* The cell after one between two waypoints, the first of which is `from`. */
static inline astar_cell waypoint_step(const Waypoint *from, astar_cell at) {
  if (from->link != 0) return (astar_cell){ from[1].x, from[1].y };
  int direction = direction_of(from[1].x - at.x, from[1].y - at.y);
  return (astar_cell){ at.x + DIRECTION_X[direction], at.y + DIRECTION_Y[direction] };
}
/* Turns a path of that length round. */
void waypoints_reverse(Waypoint *waypoints, size_t count, int32_t length);
/* Where its lines meet, at the end of the block. */
static inline Waypoint *path_turns(const astar_path *path) {
  uintptr_t end = (uintptr_t)path + path->bytes;
  return (Waypoint *)(end - (size_t)path->turn_count * sizeof(Waypoint));
}
/* Do all its cells lie on the map? */
bool path_on_map(const astar_path *path, const Grid *grid);
/* The index of a cell on the path at or after `from`; -1: it is not on it. */
int32_t path_find(const astar_path *path, int32_t x, int32_t y, int32_t from);

#endif
