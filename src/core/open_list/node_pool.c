#include "node_pool.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

/* -1: none suits. */
static int find_nodes(const NodePool *pool, uint64_t numbering, int enough) {
  int plain = -1, last = pool->node_count - 1;
  if (numbering == NUMBERING_ANY) return last < 0 ? -1 : 0;
  for (int i = 0; i <= last; i++) {
    if (pool->nodes[i].numbering == numbering) return i;
    if (pool->nodes[i].numbering == 0) plain = i;
  }
  return plain < 0 && pool->node_count >= enough ? last : plain;
}

Nodes node_pool_take_nodes(NodePool *pool, uint64_t numbering, int enough) {
  int index = find_nodes(pool, numbering, enough);
  if (index < 0) return (Nodes){ 0 };
  Nodes nodes = pool->nodes[index];
  pool->node_count--;
  for (int i = index; i < pool->node_count; i++) pool->nodes[i] = pool->nodes[i + 1];
  return nodes;
}

bool node_pool_has_nodes(const NodePool *pool, uint64_t numbering) {
  for (int i = 0; i < pool->node_count; i++)
    if (pool->nodes[i].numbering == numbering) return true;
  return false;
}

void node_pool_give_nodes(NodePool *pool, Memory *memory, Nodes *nodes, bool one_per_numbering) {
  if (nodes->words == NULL) return;
  if (one_per_numbering && node_pool_has_nodes(pool, nodes->numbering)) {
    nodes_free(nodes, memory);
    return;
  }
  if (pool->node_count == NODE_POOL_NODES) nodes_free(&pool->nodes[--pool->node_count], memory);
  for (int i = pool->node_count++; i > 0; i--) pool->nodes[i] = pool->nodes[i - 1];
  pool->nodes[0] = *nodes;
  *nodes = (Nodes){ 0 };
}

void node_pool_drop_numbering(NodePool *pool, uint64_t numbering) {
  for (int i = 0; i < pool->node_count; i++)
    if (pool->nodes[i].numbering == numbering) pool->nodes[i].numbering = 0;
}

void node_pool_take_states(NodePool *pool, Nodes *states) {
  if (states->words != NULL) return;
  *states = pool->states;
  pool->states = (Nodes){ 0 };
}

void node_pool_give_states(NodePool *pool, Memory *memory, Nodes *states) {
  if (states->words == NULL) return;
  nodes_free(&pool->states, memory);
  pool->states = *states;
  *states = (Nodes){ 0 };
}

/* ---- open lists ------------------------------------------------------------------------------ */

void node_pool_take_open(NodePool *pool, OpenList *open) {
  if (open->buckets == NULL && pool->open_count > 0) *open = pool->open[--pool->open_count];
}

void node_pool_give_open(NodePool *pool, Memory *memory, OpenList *open) {
  if (open->buckets == NULL) return;
  if (pool->open_count < NODE_POOL_LISTS) pool->open[pool->open_count++] = *open;
  else open_list_free(open, memory);
  *open = (OpenList){ 0 };
}

void node_pool_take_buckets(NodePool *pool, BucketQueue *buckets) {
  if (buckets->ring == NULL && pool->bucket_count > 0)
    *buckets = pool->buckets[--pool->bucket_count];
}

void node_pool_give_buckets(NodePool *pool, Memory *memory, BucketQueue *buckets) {
  if (buckets->ring == NULL) return;
  if (pool->bucket_count < NODE_POOL_LISTS) pool->buckets[pool->bucket_count++] = *buckets;
  else bucket_queue_free(buckets, memory);
  *buckets = (BucketQueue){ 0 };
}

void node_pool_free(NodePool *pool, Memory *memory) {
  while (pool->node_count > 0) nodes_free(&pool->nodes[--pool->node_count], memory);
  nodes_free(&pool->states, memory);
  while (pool->open_count > 0) open_list_free(&pool->open[--pool->open_count], memory);
  while (pool->bucket_count > 0) bucket_queue_free(&pool->buckets[--pool->bucket_count], memory);
}
