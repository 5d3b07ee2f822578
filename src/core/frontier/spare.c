#include "spare.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

/* -1: none suits. */
static int find_nodes(const Spare *spare, uint64_t numbering, int enough) {
  int plain = -1, last = spare->node_count - 1;
  if (numbering == NUMBERING_ANY) return last < 0 ? -1 : 0;
  for (int i = 0; i <= last; i++) {
    if (spare->nodes[i].numbering == numbering) return i;
    if (spare->nodes[i].numbering == 0) plain = i;
  }
  return plain < 0 && spare->node_count >= enough ? last : plain;
}

Nodes spare_take_nodes(Spare *spare, uint64_t numbering, int enough) {
  int index = find_nodes(spare, numbering, enough);
  if (index < 0) return (Nodes){ 0 };
  Nodes nodes = spare->nodes[index];
  spare->node_count--;
  for (int i = index; i < spare->node_count; i++) spare->nodes[i] = spare->nodes[i + 1];
  return nodes;
}

bool spare_has_nodes(const Spare *spare, uint64_t numbering) {
  for (int i = 0; i < spare->node_count; i++)
    if (spare->nodes[i].numbering == numbering) return true;
  return false;
}

void spare_give_nodes(Spare *spare, Memory *memory, Nodes *nodes, bool one_per_numbering) {
  if (nodes->words == NULL) return;
  if (one_per_numbering && spare_has_nodes(spare, nodes->numbering)) {
    nodes_free(nodes, memory);
    return;
  }
  if (spare->node_count == SPARE_NODES) nodes_free(&spare->nodes[--spare->node_count], memory);
  for (int i = spare->node_count++; i > 0; i--) spare->nodes[i] = spare->nodes[i - 1];
  spare->nodes[0] = *nodes;
  *nodes = (Nodes){ 0 };
}

void spare_drop_numbering(Spare *spare, uint64_t numbering) {
  for (int i = 0; i < spare->node_count; i++)
    if (spare->nodes[i].numbering == numbering) spare->nodes[i].numbering = 0;
}

void spare_take_states(Spare *spare, Nodes *states) {
  if (states->words != NULL) return;
  *states = spare->states;
  spare->states = (Nodes){ 0 };
}

void spare_give_states(Spare *spare, Memory *memory, Nodes *states) {
  if (states->words == NULL) return;
  nodes_free(&spare->states, memory);
  spare->states = *states;
  *states = (Nodes){ 0 };
}

/* ---- open lists ------------------------------------------------------------------------------ */

void spare_take_open(Spare *spare, OpenList *open) {
  if (open->buckets == NULL && spare->open_count > 0) *open = spare->open[--spare->open_count];
}

void spare_give_open(Spare *spare, Memory *memory, OpenList *open) {
  if (open->buckets == NULL) return;
  if (spare->open_count < SPARE_LISTS) spare->open[spare->open_count++] = *open;
  else open_free(open, memory);
  *open = (OpenList){ 0 };
}

void spare_take_buckets(Spare *spare, Buckets *buckets) {
  if (buckets->ring == NULL && spare->bucket_count > 0)
    *buckets = spare->buckets[--spare->bucket_count];
}

void spare_give_buckets(Spare *spare, Memory *memory, Buckets *buckets) {
  if (buckets->ring == NULL) return;
  if (spare->bucket_count < SPARE_LISTS) spare->buckets[spare->bucket_count++] = *buckets;
  else buckets_free(buckets, memory);
  *buckets = (Buckets){ 0 };
}

void spare_free(Spare *spare, Memory *memory) {
  while (spare->node_count > 0) nodes_free(&spare->nodes[--spare->node_count], memory);
  nodes_free(&spare->states, memory);
  while (spare->open_count > 0) open_free(&spare->open[--spare->open_count], memory);
  while (spare->bucket_count > 0) buckets_free(&spare->buckets[--spare->bucket_count], memory);
}
