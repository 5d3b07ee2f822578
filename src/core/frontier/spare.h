/*
** Memory of searches that have ended, kept for the next ones: making it takes longer than many
** searches.
*/
#ifndef ASTAR_SPARE_H
#define ASTAR_SPARE_H

#include "buckets.h"
#include "node.h"

#define SPARE_NODES 4
#define SPARE_LISTS 4

typedef struct Spare {
  Nodes nodes[SPARE_NODES];         /* the last to be given back first */
  int node_count;
  Nodes states;                     /* of the turn search: for each cell eight */
  OpenList open[SPARE_LISTS];       /* one for each search that runs at the same time as others, so
                                    ** that it need not make its own */
  int open_count;
  Buckets buckets[SPARE_LISTS];
  int bucket_count;
} Spare;

#define NUMBERING_ANY UINT64_MAX

/* Takes the nodes that suit best: those with the numbering, or those with none. Where there are
** neither it takes others if there are `enough` of them; else the nodes have no words. */
Nodes spare_take_nodes(Spare *spare, uint64_t numbering, int enough);
/* Are there nodes with the numbering? */
bool spare_has_nodes(const Spare *spare, uint64_t numbering);
/* Keeps nodes; or frees them, with `one_per_numbering` where there are some of theirs. */
void spare_give_nodes(Spare *spare, Memory *memory, Nodes *nodes, bool one_per_numbering);
/* No nodes have this numbering any more. */
void spare_drop_numbering(Spare *spare, uint64_t numbering);
/* These do nothing where there is something already, or nothing. */
void spare_take_states(Spare *spare, Nodes *states);
void spare_give_states(Spare *spare, Memory *memory, Nodes *states);
void spare_take_open(Spare *spare, OpenList *open);
void spare_give_open(Spare *spare, Memory *memory, OpenList *open);
void spare_take_buckets(Spare *spare, Buckets *buckets);
void spare_give_buckets(Spare *spare, Memory *memory, Buckets *buckets);
void spare_free(Spare *spare, Memory *memory);

#endif
