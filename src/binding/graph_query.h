/* Queries of graphs: from a table of options. */
#ifndef ASTAR_BINDING_GRAPH_QUERY_H
#define ASTAR_BINDING_GRAPH_QUERY_H

#include "graph.h"

typedef struct la_graph_query {
  const la_graph *graph;
  int arg;
  astar_graph_query core;
  astar_graph_extra *extras;        /* memory on the stack, which core.extras points to */
  int32_t room;                     /* for so many */
} la_graph_query;

/* Reads the table at argument `arg`, or nothing. What it needs stays on the stack. Lua's collector
** may have run: the graph must be checked again. */
void la_graph_query_read(lua_State *L, int arg, const la_graph *graph, la_graph_query *query);
/* Pushes memory with the nodes of the list at list.index. */
int32_t *la_graph_nodes(la_value list, const la_graph *graph, int32_t *count);

#endif
