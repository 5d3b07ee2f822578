/* Paths over a graph: userdata whose memory is the core's path. Their keep is the graph's store. */
#ifndef ASTAR_BINDING_GRAPH_PATH_H
#define ASTAR_BINDING_GRAPH_PATH_H

#include "graph.h"

/* What the core is asked for a path; `user` is what it needs for that. */
typedef astar_graph_path *(*la_graph_maker)(la_graph *graph, void *user, astar_status *why);

/* Pushes a path of the graph, whose store is the keep of the object at `owner`; or nil and the
** code. Returns how many values. A finalizer may change the graph while Lua allocates: then the
** core is asked again. */
int la_graph_path_push(lua_State *L, int owner, la_graph_maker make, void *user);
/* A path of that graph. */
const astar_graph_path *la_graph_path_of(la_value value, const la_graph *graph);

#endif
