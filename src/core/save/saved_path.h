/*
** Paths as bytes: within a saved map, and alone, for games that keep the paths that they need.
**
** A path that is saved alone carries a number for the ground that it was found on: everything that
** cells and links cost under its query. If the ground is the same when it is loaded, the path is
** as good as it was.
*/
#ifndef ASTAR_SAVED_PATH_H
#define ASTAR_SAVED_PATH_H

#include "../grid/path.h"
#include "serialize.h"

/* Status, cost, nodes, and the waypoints. */
void write_path(Writer *writer, const astar_path *path);
/* And back: what stands before the waypoints, with their number; then these, which must be on the
** map, and the length that follows from them. */
void read_path_head(Reader *reader, astar_path *head);
void read_waypoints(Reader *reader, const Grid *grid, astar_path *path);

#endif
