/*
** astar, graphs: nodes and edges instead of a map. The conventions are those of astar.h.
*/
#ifndef ASTAR_GRAPH_H
#define ASTAR_GRAPH_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- graphs -------------------------------------------------------------------------------- */

/*
** A graph has nodes and edges instead of cells: the countries of a board game, towns and the roads
** between them, waypoints. It needs no map and belongs to none.
**
** Nodes, edges, players and units are numbers from 0 on, in the order in which they were added. A
** graph never gives a number again, so a number of something that was removed is INVALID wherever
** it is used. What was removed keeps a few bytes until the graph is freed: an edge that opens and
** closes often should be closed and opened, and not removed and added.
**
** Costs are added up to at most UINT32_MAX - 1; what costs more is LIMIT.
*/
typedef struct astar_graph astar_graph;
typedef struct astar_graph_path astar_graph_path;
typedef struct astar_graph_field astar_graph_field;

#define ASTAR_MAX_NODES (1 << 26)           /* added to one graph, those removed included */
#define ASTAR_MAX_EDGES (1 << 28)           /* likewise */
#define ASTAR_MAX_EDGE_COST 2147483647      /* of one edge */
#define ASTAR_MAX_NODE_COST 2147483646      /* of one node, and of what a query adds */
#define ASTAR_MAX_PLACE (1 << 30)           /* of a coordinate, in 1/1024 */
#define ASTAR_MAX_GRAPH_SPEED (1 << 30)     /* in 1/1024 of cost in a tick */

/* Makes a graph without nodes, which the caller frees. *why: OK or NO_MEMORY. */
ASTAR_API astar_graph *astar_graph_new(astar_allocator allocator, astar_status *why);
/* Frees the graph and its fields. Paths must be freed before. NULL does nothing. */
ASTAR_API void astar_graph_free(astar_graph *graph);
/* Why the last call for this graph was INVALID: as astar_map_refusal; NULL: none was. */
ASTAR_API const char *astar_graph_refusal(const astar_graph *graph);
/* A hash of its whole state, the same on every machine. */
ASTAR_API uint64_t astar_graph_hash(const astar_graph *graph);
/* The bytes that it holds now, its fields and scratch memory included. */
ASTAR_API size_t astar_graph_memory(const astar_graph *graph);

/* How many nodes and so on have been added so far, the removed ones included: the next one gets
** that number. */
typedef struct astar_graph_counts { int32_t nodes, edges, players, units; } astar_graph_counts;
ASTAR_API astar_graph_counts astar_graph_added(const astar_graph *graph);

/* What a node is. */
typedef struct astar_node_desc {
  const char *name;                 /* NULL; 1 … ASTAR_NAME_MAX bytes, of one node only; copied */
  int32_t x, y;                     /* 0, 0; where it is, in 1/1024: +-ASTAR_MAX_PLACE. Searches
                                       estimate costs by that */
  bool placed;                      /* false: x and y mean nothing */
  bool closed;                      /* false; nothing can enter it until it is opened */
  int32_t cost;                     /* 0; 0 … ASTAR_MAX_NODE_COST, of entering it, beside the
                                       edge's */
} astar_node_desc;

/* What an edge is. */
typedef struct astar_edge_desc {
  int32_t from, to;                 /* 0, 0; two different nodes */
  int32_t cost;                     /* 0; 1 … ASTAR_MAX_EDGE_COST: of taking it */
  bool one_way;                     /* false; it does not lead back */
  bool closed;                      /* false; it cannot be taken until it is opened */
} astar_edge_desc;

/* Descriptions with all defaults. Set `from`, `to` and `cost` of an edge. */
ASTAR_API astar_node_desc astar_node_default(void);
ASTAR_API astar_edge_desc astar_edge_default(void);
/*
** Adds a node. Returns it; -1 on failure.
**   why  OK; INVALID: a value is out of its range, or the name is taken; LIMIT: there have been
**        ASTAR_MAX_NODES; NO_MEMORY
*/
ASTAR_API int32_t astar_graph_add_node(astar_graph *graph, const astar_node_desc *desc,
                                       astar_status *why);
/* Removes a node and its edges, also from what players have seen. OK; CROWDED: units are in it or
** on one of these edges; INVALID: there is no such node. */
ASTAR_API astar_status astar_graph_remove_node(astar_graph *graph, int32_t node);
/* The node of that name; -1: there is none. */
ASTAR_API int32_t astar_graph_find_node(const astar_graph *graph, const char *name);
/* The node added after `node`; -1: the first one. Returns -1 at the end. */
ASTAR_API int32_t astar_graph_next_node(const astar_graph *graph, int32_t node);
/* How many nodes it has now. */
ASTAR_API int32_t astar_graph_node_count(const astar_graph *graph);
/* What a node is now; the name is the graph's. False: there is no such node. */
ASTAR_API bool astar_graph_node(const astar_graph *graph, int32_t node, astar_node_desc *desc);
/* The name of a node, even if it was removed; NULL: it has none. */
ASTAR_API const char *astar_graph_node_name(const astar_graph *graph, int32_t node);
/* These take the ranges of astar_node_desc. OK; INVALID: out of range, or there is no such node. A
** node that is given a place is `placed`. */
ASTAR_API astar_status astar_graph_set_node_cost(astar_graph *graph, int32_t node, int32_t cost);
ASTAR_API astar_status astar_graph_set_node_open(astar_graph *graph, int32_t node, bool open);
ASTAR_API astar_status astar_graph_set_node_place(astar_graph *graph, int32_t node, int32_t x,
                                                  int32_t y);

/*
** Adds an edge. There may be several between two nodes. Returns it; -1 on failure.
**   why  OK; INVALID: a value is out of its range, or from == to; LIMIT: there have been
**        ASTAR_MAX_EDGES; NO_MEMORY
*/
ASTAR_API int32_t astar_graph_add_edge(astar_graph *graph, const astar_edge_desc *desc,
                                       astar_status *why);
/* Removes an edge, also from what players have seen. OK; CROWDED: units are on it; INVALID: there
** is no such edge. */
ASTAR_API astar_status astar_graph_remove_edge(astar_graph *graph, int32_t edge);
/* The edge added after `edge`; -1: the first one. Returns -1 at the end. */
ASTAR_API int32_t astar_graph_next_edge(const astar_graph *graph, int32_t edge);
/* The same, of the edges that begin or end at a node. */
ASTAR_API int32_t astar_graph_next_edge_at(const astar_graph *graph, int32_t node, int32_t edge);
/* How many edges it has now. */
ASTAR_API int32_t astar_graph_edge_count(const astar_graph *graph);
/* What an edge is now; false: there is no such edge. */
ASTAR_API bool astar_graph_edge(const astar_graph *graph, int32_t edge, astar_edge_desc *desc);
/* These take the ranges of astar_edge_desc. OK; INVALID: out of range, or there is no such edge. */
ASTAR_API astar_status astar_graph_set_edge_cost(astar_graph *graph, int32_t edge, int32_t cost);
ASTAR_API astar_status astar_graph_set_edge_open(astar_graph *graph, int32_t edge, bool open);

/*
** Adds a player, which has seen nothing: queries for it go by what it has seen, as that was when
** it last saw it. Returns its number; -1 on failure.
**   name  1 … ASTAR_NAME_MAX bytes, of one player only; copied
**   why   OK; INVALID: the name; LIMIT: there are 64 players; NO_MEMORY
*/
ASTAR_API int32_t astar_graph_add_player(astar_graph *graph, const char *name, astar_status *why);
/* Removes a player and its units. OK; INVALID: there is none, or a field goes by what it has
** seen. */
ASTAR_API astar_status astar_graph_remove_player(astar_graph *graph, int32_t player);
/* The player added after `player`; -1: the first one. Returns -1 at the end. */
ASTAR_API int32_t astar_graph_next_player(const astar_graph *graph, int32_t player);
/* The player of that name; -1: there is none. */
ASTAR_API int32_t astar_graph_find_player(const astar_graph *graph, const char *name);
/* Its name; NULL: there is no such player. */
ASTAR_API const char *astar_graph_player_name(const astar_graph *graph, int32_t player);
/* Shows a player a node and all edges at it, as they are now. OK; INVALID: there is no such player
** or node. */
ASTAR_API astar_status astar_graph_player_see(astar_graph *graph, int32_t player, int32_t node);
/* Shows a player everything; makes it forget everything, but what its units see. OK; INVALID: there
** is no such player. */
ASTAR_API astar_status astar_graph_player_reveal(astar_graph *graph, int32_t player);
ASTAR_API astar_status astar_graph_player_forget(astar_graph *graph, int32_t player);
/* What a player takes a node or an edge for; false: it has not seen it, or there is none. */
ASTAR_API bool astar_graph_player_node(const astar_graph *graph, int32_t player, int32_t node,
                                       astar_node_desc *desc);
ASTAR_API bool astar_graph_player_edge(const astar_graph *graph, int32_t player, int32_t edge,
                                       astar_edge_desc *desc);

/* What a query adds to a node or an edge. */
typedef struct astar_graph_extra {
  int32_t node;                     /* -1: it is an edge */
  int32_t edge;                     /* where `node` is -1 */
  int32_t cost;                     /* 0 … ASTAR_MAX_NODE_COST, added to entering or taking it;
                                       -1: it cannot be entered or taken */
} astar_graph_extra;

/*
** For whom a path is sought, and what it costs more. A player takes a node that it has not seen as
** open, and without a cost of its own. It takes no edge that it has not seen, unless `unknown` says
** at which cost.
*/
typedef struct astar_graph_query {
  int32_t player;                   /* -1: everything is known */
  int32_t unknown;                  /* 0; 0 … ASTAR_MAX_EDGE_COST: of an edge that the player has
                                       not seen; 0: it takes none */
  const astar_graph_extra *extras;  /* NULL; if one is named twice, the last counts */
  int32_t extra_count;              /* 0; elements */
  uint32_t budget;                  /* 0: no limit; the most nodes to expand */
} astar_graph_query;

/* A query with all defaults. Wherever one is taken, NULL means the same. */
ASTAR_API astar_graph_query astar_graph_query_default(void);

/* From where to where. */
typedef struct astar_graph_trip {
  int32_t from;                     /* the node of the start */
  const int32_t *goals;             /* one or several nodes: the nearest one is the goal, the first
                                       in this list of equally near ones */
  int32_t goal_count;               /* 1 or more */
  const astar_graph_query *query;   /* NULL: all defaults */
} astar_graph_trip;

/*
** Finds a cheapest path. Its cost is that of its edges and of the nodes that it enters: all but the
** first. Among equally cheap paths it is the one whose nodes, read from the goal back to the start,
** come first in the order of insertion; of several edges the first.
**   why  OK; UNREACHABLE; GOAL_BLOCKED: no goal can be entered, as far as is known, and none is the
**        start; BUDGET; LIMIT: it costs UINT32_MAX or more; INVALID; NO_MEMORY
** Returns the path, to be freed with astar_graph_path_free; NULL on failure.
*/
ASTAR_API astar_graph_path *astar_graph_find_path(astar_graph *graph, const astar_graph_trip *trip,
                                                  astar_status *why);
/* The same without the path: *cost receives its cost. OK, or as for astar_graph_find_path. */
ASTAR_API astar_status astar_graph_find_cost(astar_graph *graph, const astar_graph_trip *trip,
                                             uint32_t *cost);
/*
** The cost of going from a node to its neighbour over an edge, for a query.
**   cost  receives it; 0: the edge cannot be taken, or the node not be entered
** OK; LIMIT; INVALID: the edge does not end at the node, or there is no such one; NO_MEMORY.
*/
ASTAR_API astar_status astar_graph_step_cost(astar_graph *graph, int32_t node, int32_t edge,
                                             const astar_graph_query *query, uint32_t *cost);

/* Frees a path, before its graph is freed. NULL does nothing. */
ASTAR_API void astar_graph_path_free(astar_graph *graph, astar_graph_path *path);
/* Copies a path. *why: OK; INVALID: it is NULL; NO_MEMORY. */
ASTAR_API astar_graph_path *astar_graph_path_copy(astar_graph *graph, const astar_graph_path *path,
                                                  astar_status *why);
/* The size of a path in bytes. It is one block without pointers: it can be copied. */
ASTAR_API size_t astar_graph_path_bytes(const astar_graph_path *path);
/* How many nodes it has, the start included. */
ASTAR_API int32_t astar_graph_path_length(const astar_graph_path *path);
/* What it costs. */
ASTAR_API uint32_t astar_graph_path_cost(const astar_graph_path *path);
/* How many nodes were expanded to find it. */
ASTAR_API uint32_t astar_graph_path_expanded(const astar_graph_path *path);
/* The index of its end in the list of goals. */
ASTAR_API int32_t astar_graph_path_goal(const astar_graph_path *path);
/* One of its nodes, 0 … length - 1; -1 beyond the ends. */
ASTAR_API int32_t astar_graph_path_node(const astar_graph_path *path, int32_t index);
/* The edge by which the path comes to its node `index`; -1 for the first one, and beyond the
** ends. */
ASTAR_API int32_t astar_graph_path_edge(const astar_graph_path *path, int32_t index);
/* *index receives that of the first node from `first` on that can no longer be entered, or the edge
** to it not be taken; -1: there is none. OK; INVALID: `first` is below 0, or the query;
** NO_MEMORY. */
ASTAR_API astar_status astar_graph_path_blocked(astar_graph *graph, const astar_graph_path *path,
                                                int32_t first, const astar_graph_query *query,
                                                int32_t *index);

/* What a field of costs is of. */
typedef struct astar_graph_field_desc {
  const int32_t *goals;             /* NULL; costs from every node to the nearest of these */
  int32_t goal_count;               /* 0: costs from a start to every node */
  int32_t from;                     /* that start */
  uint32_t most;                    /* UINT32_MAX; no farther than that */
  const astar_graph_query *query;   /* copied, without the budget; NULL: all defaults */
} astar_graph_field_desc;

/* A description with all defaults. Set `goals` and `goal_count`, or `from`. */
ASTAR_API astar_graph_field_desc astar_graph_field_default(void);
/*
** Makes a field: the costs of all nodes. When the graph or what the player has seen has changed,
** the next call for the field computes it again. A goal or extra that is removed is left out.
**   desc  copied with its lists
**   why   OK; INVALID: a value is out of its range; NO_MEMORY
*/
ASTAR_API astar_graph_field *astar_graph_field_new(astar_graph *graph,
                                                   const astar_graph_field_desc *desc,
                                                   astar_status *why);
/* Frees a field. NULL does nothing. Those that are left are freed with the graph. */
ASTAR_API void astar_graph_field_free(astar_graph_field *field);
/* The cost of a node. OK; UNREACHABLE, also beyond `most`; LIMIT: it costs UINT32_MAX or more;
** INVALID: there is no such node; NO_MEMORY. */
ASTAR_API astar_status astar_graph_field_cost(astar_graph_field *field, int32_t node,
                                              uint32_t *cost);
/*
** The next node on the way to the goal, or back to the start. Of equally good ones it is the first
** in the order of insertion.
**   edge  receives the edge that leads there; -1, and the node itself, where the way ends
** As astar_graph_field_cost.
*/
ASTAR_API astar_status astar_graph_field_step(astar_graph_field *field, int32_t node,
                                              int32_t *next, int32_t *edge);
/* The path of these steps; from a start, that from there to the node. NULL on failure: *why is as
** for astar_graph_field_cost. It is freed with astar_graph_path_free. */
ASTAR_API astar_graph_path *astar_graph_field_path(astar_graph_field *field, int32_t node,
                                                   astar_status *why);

/*
** Adds a unit, which stands in a node. Returns its number; -1 on failure.
**   player  that sees the node where the unit is, and the edges there; -1: none
**   speed   the cost that it covers in a tick, in 1/1024: 1 … ASTAR_MAX_GRAPH_SPEED
**   why     OK; INVALID: a value is out of its range; LIMIT: 2^31 - 1 units; NO_MEMORY
*/
ASTAR_API int32_t astar_graph_add_unit(astar_graph *graph, int32_t player, int32_t node,
                                       int32_t speed, astar_status *why);
/* Removes a unit. OK; INVALID: there is no such unit. */
ASTAR_API astar_status astar_graph_remove_unit(astar_graph *graph, int32_t unit);
/* The unit added after `unit`; -1: the first one. Returns -1 at the end. */
ASTAR_API int32_t astar_graph_next_unit(const astar_graph *graph, int32_t unit);

/* Where a unit is, and what it does. */
typedef struct astar_graph_unit {
  int32_t player;                   /* -1: none */
  int32_t node;                     /* that it stands in, or is about to enter */
  int32_t edge;                     /* that it is on; -1: none */
  int32_t from;                     /* the node that it comes from, or `node` */
  int32_t speed;                    /* the cost that it covers in a tick, in 1/1024 */
  int32_t fraction;                 /* how far it has come from there, 0 … 1024 */
  int32_t index;                    /* of `node` on its path; -1: it follows none */
  bool blocked;                     /* it cannot take the next edge, and waits */
} astar_graph_unit;

/* What a unit is and does now; false: there is no such unit. */
ASTAR_API bool astar_graph_unit_state(const astar_graph *graph, int32_t unit,
                                      astar_graph_unit *state);
/* Its path, valid until the next tick or order; NULL: none. */
ASTAR_API const astar_graph_path *astar_graph_unit_path(const astar_graph *graph, int32_t unit);
/* Follows a copy of a path from the unit's node on. OK; INVALID: there is no such unit, its node is
** not on the path, or a node or edge of the path beyond it was removed; NO_MEMORY. */
ASTAR_API astar_status astar_graph_unit_follow(astar_graph *graph, int32_t unit,
                                               const astar_graph_path *path);
/* It stands, at once or in the node that it is about to enter. OK; INVALID: there is no such
** unit. */
ASTAR_API astar_status astar_graph_unit_stop(astar_graph *graph, int32_t unit);
/* Puts it into another node, where it stands. OK; INVALID: there is no such unit or node. */
ASTAR_API astar_status astar_graph_unit_place(astar_graph *graph, int32_t unit, int32_t node);
/* OK; INVALID: there is no such unit, or the speed is not from 1 to ASTAR_MAX_GRAPH_SPEED. */
ASTAR_API astar_status astar_graph_unit_set_speed(astar_graph *graph, int32_t unit, int32_t speed);

/* What has happened to a unit in a tick. */
typedef enum astar_graph_event_kind {
  ASTAR_GRAPH_ARRIVED,              /* it is at the end of its path, and stands */
  ASTAR_GRAPH_BLOCKED               /* it cannot take the next edge or enter its end, and waits in
                                       its node until it can */
} astar_graph_event_kind;

/* An event of astar_graph_tick: what has happened, and to which unit. */
typedef struct astar_graph_event { astar_graph_event_kind kind; int32_t unit; } astar_graph_event;

/*
** One tick: every unit moves along its path, in the order of their numbers, then players see what
** is around their units. Edges and nodes cost what they cost when the unit sets out on the edge; a
** unit that is on an edge comes to its end whatever happens to it.
**   events, count  receive what happened, valid until the next tick; both may be NULL
** OK: it needs no memory.
*/
ASTAR_API astar_status astar_graph_tick(astar_graph *graph, const astar_graph_event **events,
                                        int32_t *count);
/* The number of ticks so far. */
ASTAR_API uint32_t astar_graph_ticks(const astar_graph *graph);

/* Writes the graph, all but fields and events, into memory of `room` bytes, NULL and 0 to learn the
** size first. The bytes are the same on every machine. Returns how many the saved graph takes: if
** that is more than `room`, what is in `memory` is none. */
ASTAR_API size_t astar_graph_save(const astar_graph *graph, void *memory, size_t room);
/* Makes a graph from saved bytes, every number of which is checked. `memory` as of astar_map_load.
** *why: OK, FOREIGN, DAMAGED, NEWER, NO_MEMORY or LIMIT. */
ASTAR_API astar_graph *astar_graph_load(const void *bytes, size_t size, astar_allocator allocator,
                                        size_t memory, astar_status *why);

#ifdef __cplusplus
}
#endif

#endif
