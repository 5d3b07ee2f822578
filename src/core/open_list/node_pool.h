/*
** Memory of searches that have ended, kept for the next ones: making it takes longer than many
** searches.
*/
#ifndef ASTAR_NODE_POOL_H
#define ASTAR_NODE_POOL_H

#include "bucket_queue.h"
#include "node.h"

#define NODE_POOL_NODES 4
#define NODE_POOL_LISTS 4

typedef struct NodePool {
  Nodes nodes[NODE_POOL_NODES];     /* the last to be given back first */
  int node_count;
  Nodes states;                     /* of the turn search: for each cell eight */
  OpenList open[NODE_POOL_LISTS];   /* one for each search that runs at the same time as others,
                                    ** so that it need not make its own */
  int open_count;
  BucketQueue buckets[NODE_POOL_LISTS];
  int bucket_count;
} NodePool;

#define NUMBERING_ANY UINT64_MAX

/* Takes the nodes that suit best: those with the numbering, or those with none. Where there are
** neither it takes others if there are `enough` of them; else the nodes have no words. */
Nodes node_pool_take_nodes(NodePool *pool, uint64_t numbering, int enough);
/* Are there nodes with the numbering? */
bool node_pool_has_nodes(const NodePool *pool, uint64_t numbering);
/* Keeps nodes; or frees them, with `one_per_numbering` where there are some of theirs. */
void node_pool_give_nodes(NodePool *pool, Memory *memory, Nodes *nodes, bool one_per_numbering);
/* No nodes have this numbering any more. */
void node_pool_drop_numbering(NodePool *pool, uint64_t numbering);
/* These do nothing where there is something already, or nothing. */
void node_pool_take_states(NodePool *pool, Nodes *states);
void node_pool_give_states(NodePool *pool, Memory *memory, Nodes *states);
void node_pool_take_open(NodePool *pool, OpenList *open);
void node_pool_give_open(NodePool *pool, Memory *memory, OpenList *open);
void node_pool_take_buckets(NodePool *pool, BucketQueue *buckets);
void node_pool_give_buckets(NodePool *pool, Memory *memory, BucketQueue *buckets);
void node_pool_free(NodePool *pool, Memory *memory);

#endif
