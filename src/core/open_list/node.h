/*
** Nodes: what a search knows of each cell, one word of 64 bits, from the top:
**
**   11 bits  epoch: the number of the search, counting down
**   32 bits  G
**    4 bits  the direction of the step into the cell; or NO_DIRECTION: it is the start, or a link
**            led there
**    1 bit   open: the cell is in the open list
**   16 bits  run: how many steps back in that direction the path last turned, or a search stopped
**            (jps_search.c); or the number of the cell's pattern (jpsw_search.c)
**
** Nodes are never cleared between searches. Because epochs count down, a word of an earlier search
** is greater than any of this one; so "not reached yet, or reached at a higher cost, or at the same
** cost in a later direction" is one comparison of the words without their lower 17 bits.
** When the epochs are used up, all bits above run or pattern are set, which no epoch matches.
**
** Patterns are written into the nodes once and kept up to date (plane_number_nodes), so that a step
** reads one word only. The searches that stop at each cell leave the lowest bits as they are.
*/
#ifndef ASTAR_NODE_H
#define ASTAR_NODE_H

#include "../grid/direction.h"

typedef uint64_t Node;

#define NODE_LOW ((Node)0xffff)     /* run or pattern */
#define NODE_OPEN ((Node)1 << 16)
#define NODE_EPOCH_SHIFT 53
#define NODE_G_SHIFT 21
#define NODE_RANK_SHIFT 17          /* epoch, G and direction */
#define NODE_DIRECTION ((Node)15)
#define NODE_EPOCHS 2042            /* 2047 marks a word never written; see also node_step */

/* After all directions: a step is preferred to a link that costs the same. */
#define NO_DIRECTION DIRECTIONS

typedef struct Nodes {
  Node *words;                      /* array over cells; NULL until needed */
  size_t count;
  uint32_t epoch;
  uint64_t numbering;               /* whose patterns the lowest bits hold; 0: nobody's */
  uint64_t numbering_seen;          /* up to which position in the log of the plane */
} Nodes;

static inline Node node_make(uint32_t epoch, uint32_t g, int direction, uint32_t run) {
  return (Node)epoch << NODE_EPOCH_SHIFT | (Node)g << NODE_G_SHIFT |
         (Node)direction << NODE_RANK_SHIFT | run;
}
static inline uint32_t node_g(Node node) {
  return (uint32_t)(node >> NODE_G_SHIFT);
}
static inline int node_direction(Node node) {
  return (int)(node >> NODE_RANK_SHIFT & NODE_DIRECTION);
}
static inline uint32_t node_run(Node node) {
  return (uint32_t)(node & NODE_LOW);
}
static inline uint32_t node_pattern(Node node) {
  return (uint32_t)(node & NODE_LOW);
}
static inline bool node_in_epoch(Node node, uint32_t epoch) {
  return node >> NODE_EPOCH_SHIFT == epoch;
}
/* The same with another direction. */
static inline Node node_redirect(Node node, int direction) {
  return (node & ~(NODE_DIRECTION << NODE_RANK_SHIFT)) | (Node)direction << NODE_RANK_SHIFT;
}
/* The greatest word with that G. */
static inline Node node_last(uint32_t epoch, uint32_t g) {
  return node_make(epoch, g, NO_DIRECTION, 0xffff) | NODE_OPEN;
}
/* What a step of that cost adds to a word. After a run of 65535 steps of 2 * ASTAR_MAX_COST a G
** of more than 32 bits has made the epoch greater, by 3 at most. */
static inline Node node_step(uint32_t cost) {
  return ((Node)cost << NODE_G_SHIFT) + 1;
}
/* The word where a run in a new direction begins. */
static inline Node node_turn(Node node, int direction) {
  return (node >> NODE_G_SHIFT << NODE_G_SHIFT) | (Node)direction << NODE_RANK_SHIFT;
}
/* What decides between two ways into a cell: the smaller rank is the better way. */
static inline Node node_rank(Node node) {
  return node >> NODE_RANK_SHIFT;
}

/* Does a node cost less than another one that was reached from it? So every way back has an end. */
static inline bool nodes_fall(const Nodes *nodes, size_t before, size_t node) {
  return node_in_epoch(nodes->words[before], nodes->epoch) &&
         node_g(nodes->words[before]) < node_g(nodes->words[node]);
}

/* Makes the words, all of which must be cleared next. False: no memory. */
bool nodes_reserve(Nodes *nodes, Memory *memory, size_t count);
/* Some words, which were never written. */
void nodes_clear(Nodes *nodes, size_t first, size_t end);
/* Begins a search: a new epoch, and the words where they are needed for the first time. */
bool nodes_begin(Nodes *nodes, Memory *memory, size_t count);
void nodes_free(Nodes *nodes, Memory *memory);

#endif
