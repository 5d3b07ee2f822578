/*
** Graphs: nodes and edges that are not the cells of a map. Countries of a board game, towns and
** their roads, waypoints.
**
** A node or an edge is a number, given in the order of insertion and never given again: what keeps
** one (a path, a field, a unit, what a player has seen) can be asked whether it is still there, and
** never refers to another. What is removed leaves its slot behind, and of a node the name.
**
** An edge has two *arcs*: arc 2 * edge lies at its end `from`, arc 2 * edge + 1 at its end `to`.
** All arcs at a node are a list, in the order of insertion. So the list has the edges that lead
** away and those that lead to the node: the reader leaves out one-way edges where they do not lead.
*/
#ifndef ASTAR_CORE_GRAPH_H
#define ASTAR_CORE_GRAPH_H

#include "../../astar_graph.h"
#include "../base/memory.h"
#include "../base/refusal.h"
#include "../base/user_data.h"
#include "../open_list/open_list.h"

#define GRAPH_NO_ARC UINT32_MAX          /* end of a list; of a search: it is a start */
#define GRAPH_UNREACHED (UINT32_MAX - 1)

typedef struct GraphNode {
  char *name;                       /* NULL: it has none */
  int32_t x, y;                     /* in 1/1024; where it is placed */
  int32_t cost;                     /* of entering it, beside the edge's */
  uint32_t first, last;             /* arcs */
  bool is_there, is_open, is_placed;
} GraphNode;

typedef struct GraphEdge {
  int32_t ends[2];                  /* from, to */
  int32_t cost;
  uint32_t next[2];                 /* the next arc at that end */
  bool is_there, is_open, one_way;
} GraphEdge;

/*
** The slope of estimates: no edge costs less than sqrt(mantissa / 2^shift) times its length.
** mantissa 0: there are no estimates.
*/
typedef struct GraphScale {
  uint32_t mantissa;
  int shift;
  bool is_known;                    /* false: to be found again */
} GraphScale;

/*
** What a player has seen of a node or an edge: 0, or its cost and whether it was open then, see
** graph_note. The arrays are as long as those of the graph, or longer.
*/
typedef struct GraphPlayer {
  char name[ASTAR_NAME_MAX + 1];
  int32_t id;
  uint32_t *nodes, *edges;
  size_t node_capacity, edge_capacity;
  uint64_t version;                 /* grows whenever the player learns or forgets */
  GraphScale scale;
} GraphPlayer;

typedef struct GraphUnit {
  int32_t id, player;               /* -1: of no player */
  int32_t node;                     /* where it stands or which it is about to enter */
  int32_t edge;                     /* that it is on; -1: it stands in the node */
  int32_t origin;                   /* the node it comes from, while it is on an edge */
  int32_t speed;                    /* cost in a tick, in 1/1024 */
  int64_t done, length;             /* of the edge, in 1/1024 of cost */
  astar_graph_path *path;           /* a copy; NULL: none */
  int32_t index;                    /* of `node` on the path */
  bool is_blocked;
} GraphUnit;

typedef struct GraphSeen {          /* what the search in turn knows of a node */
  uint32_t search;                  /* number of the search that has written it */
  uint32_t g;                       /* UINT32_MAX: that much or more */
  uint32_t arc;                     /* the step by which it was reached; else one of those above */
  int32_t goal;                     /* 1 + index in the list of goals; 0: it is none */
  bool is_closed;
} GraphSeen;

struct astar_graph {
  Memory memory;                    /* first: it has the user data */
  Refusal refused;
  Refusal *refusal;                 /* the same, also of a graph that must not change */
  GraphNode *nodes;
  GraphEdge *edges;
  size_t node_count, node_capacity, edge_count, edge_capacity;  /* slots */
  size_t nodes_there, edges_there;
  int32_t *names;                   /* a hash table: node, or -1; see graph_name.c */
  size_t name_count, name_capacity;
  GraphPlayer **players;
  size_t player_count, player_capacity;
  GraphUnit *units;                 /* by their ids */
  size_t unit_count, unit_capacity;
  int32_t last_player, last_unit;   /* ids given last */
  uint32_t ticks;
  astar_graph_event *events;
  size_t event_capacity;
  uint64_t structure, costs;        /* grow with what is added or removed; with other edits */
  GraphScale scale;
  OpenList open;                    /* what searches work with */
  GraphSeen *seen;
  size_t seen_capacity;
  uint32_t searches;
  astar_graph_field *fields;
};
HAS_USER_DATA_IN(astar_graph, memory.user_data);

static inline bool graph_has_node(const astar_graph *graph, int32_t node) {
  return node >= 0 && (size_t)node < graph->node_count && graph->nodes[node].is_there;
}
static inline bool graph_has_edge(const astar_graph *graph, int32_t edge) {
  return edge >= 0 && (size_t)edge < graph->edge_count && graph->edges[edge].is_there;
}

/* An arc leads from its own end to the other one. */
static inline uint32_t graph_arc(int32_t edge, int side) {
  return (uint32_t)edge * 2 + (uint32_t)side;
}
static inline GraphEdge *graph_arc_edge(const astar_graph *graph, uint32_t arc) {
  return &graph->edges[arc >> 1];
}
static inline int32_t graph_arc_from(const astar_graph *graph, uint32_t arc) {
  return graph->edges[arc >> 1].ends[arc & 1];
}
static inline int32_t graph_arc_to(const astar_graph *graph, uint32_t arc) {
  return graph->edges[arc >> 1].ends[~arc & 1];
}
static inline uint32_t graph_arc_next(const astar_graph *graph, uint32_t arc) {
  return graph->edges[arc >> 1].next[arc & 1];
}

/* What players note: an edge's cost is 1 or more, so that of a node is noted as one more. */
static inline uint32_t graph_note(int32_t cost, bool is_open) {
  return (uint32_t)cost << 1 | (is_open ? 0 : 1);
}
static inline int32_t graph_note_cost(uint32_t note) {
  return (int32_t)(note >> 1);
}
static inline bool graph_note_open(uint32_t note) {
  return note != 0 && (note & 1) == 0;
}

/* Are these in their ranges? */
static inline bool graph_place_valid(int32_t x, int32_t y) {
  return x >= -ASTAR_MAX_PLACE && x <= ASTAR_MAX_PLACE && y >= -ASTAR_MAX_PLACE &&
         y <= ASTAR_MAX_PLACE;
}

static inline bool graph_node_cost_valid(int32_t cost) {
  return cost >= 0 && cost <= ASTAR_MAX_NODE_COST;
}

static inline bool graph_edge_cost_valid(int32_t cost) {
  return cost >= 1;
}

/* Are the arguments of a call right? If not, the graph has the reason. */
static inline bool graph_accepts(const astar_graph *graph, bool holds, const char *words) {
  return refusal_unless(graph->refusal, holds, words);
}
static inline bool graph_accepts_node(const astar_graph *graph, int32_t node) {
  return graph_accepts(graph, graph_has_node(graph, node), "node: there is none of that number");
}
static inline bool graph_accepts_edge(const astar_graph *graph, int32_t edge) {
  return graph_accepts(graph, graph_has_edge(graph, edge), "edge: there is none of that number");
}
static inline bool graph_accepts_place(const astar_graph *graph, int32_t x, int32_t y) {
  return graph_accepts(graph, graph_place_valid(x, y), "x, y: beyond ASTAR_MAX_PLACE");
}
static inline bool graph_accepts_node_cost(const astar_graph *graph, int32_t cost) {
  return graph_accepts(graph, graph_node_cost_valid(cost),
                       "cost: not from 0 to ASTAR_MAX_NODE_COST");
}
static inline bool graph_accepts_edge_cost(const astar_graph *graph, int32_t cost) {
  return graph_accepts(graph, graph_edge_cost_valid(cost), "cost: below 1");
}

/* Something was added or removed. */
void graph_restructured(astar_graph *graph);

#endif
