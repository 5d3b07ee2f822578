/*
** The graph's userdata, and what its objects share.
**
** Nodes are no objects: a node is its name, or its number where it has none. Edges, players and
** units are userdata that hold a number, which the core never gives again: each time the core is
** asked whether what they stand for is still there. Their keep is the graph's store (see compat.h),
** with the graph's userdata in it; so they keep the graph alive. The store in turn holds those that
** there are, so asking twice gives the same userdata; of edges as long as something else holds it.
*/
#ifndef ASTAR_BINDING_GRAPH_H
#define ASTAR_BINDING_GRAPH_H

#include "../astar_graph.h"
#include "args.h"
#include "types.h"

/* Slots of the store. */
enum {
  GRAPH_SELF = 1,                   /* the graph's userdata */
  GRAPH_EDGES,                      /* number -> userdata, weak */
  GRAPH_PLAYERS,
  GRAPH_UNITS,
  GRAPH_EVENTS                      /* memory with the events of the last tick */
};

typedef struct la_graph {
  astar_graph *graph;               /* NULL: closed */
  astar_graph_path *held;           /* a path that is being copied, see graph_path.c */
  unsigned epoch;                   /* changes with `held` */
  int32_t event_count;
} la_graph;

/* What a type of parts adds to its la_type, as `more`. */
typedef struct la_part_kind {
  const char *word;                 /* in messages */
  int slot;                         /* of the store */
  bool (*lives)(const astar_graph *graph, int32_t number);
  int32_t (*next)(const astar_graph *graph, int32_t number);    /* -1: the first; at the end */
  int32_t (*added)(astar_graph_counts counts);
} la_part_kind;

/* An edge, player or unit. */
typedef struct la_part {
  la_graph *owner;
  int32_t number;
} la_part;

/* The open graph at argument `arg`. */
la_graph *la_graph_check(lua_State *L, int arg);
/* The open graph that the object at argument `arg` belongs to. */
la_graph *la_graph_owner(lua_State *L, int arg, la_graph *owner);

/* A node, by its name or number. */
int32_t la_graph_node(la_value value, const la_graph *graph);
void la_graph_push_node(lua_State *L, const la_graph *graph, int32_t node);

/* The part at argument `arg`, which is there. */
la_part *la_part_check(lua_State *L, int arg, const la_type *type);
/* A part of that graph which is there. */
int32_t la_part_of(la_value value, const la_type *type, const la_graph *graph);
/* Is it still there? */
bool la_part_lives(const la_part *part, const la_type *type);
/* Pushes a part of the graph, whose store is the keep of the object at `owner`. */
void la_part_push(lua_State *L, int owner, const la_type *type, int32_t number);
/* Pushes the part that the core will make next, before it does. */
la_part *la_part_prepare(lua_State *L, int owner, const la_type *type);
/* Where the core has failed: the part on top is none. */
void la_part_forget(lua_State *L, int owner, const la_type *type, la_part *part);
/* Ends a method of the graph at index 1: an iterator over its parts of a type. */
int la_part_iterate(lua_State *L, const la_type *type);
/* The field `removed`. */
int la_part_push_removed(lua_State *L, const la_type *type);

/* core.graph() -> graph; core.load_graph(string) -> graph | nil, code */
int la_graph_new(lua_State *L);
int la_graph_load(lua_State *L);

#endif
