/*
** The open list: entries (F, cell), the least F first and among equals the first cell.
**
** F is divided into buckets, each about as wide as a step costs. Only the current bucket is kept in
** order, as a binary heap. Entries for later buckets lie unsorted on a pile until their bucket
** becomes the current one, which for many never happens. The last bucket takes everything beyond
** the others, and is divided again when it becomes the current one.
**
** A cell whose G has fallen is added once more. Its older entry is skipped when it comes up,
** because the node is then no longer marked as open. So the list is never searched for an entry.
*/
#ifndef ASTAR_OPEN_LIST_H
#define ASTAR_OPEN_LIST_H

#include "../base/assert.h"
#include "node.h"

#define OPEN_LIST_BUCKETS (1 << 10)

typedef struct Pile {               /* an entry, and the one thrown on the pile before it */
  uint64_t entry;
  uint32_t before;
} Pile;

typedef struct OpenBuckets {
  uint32_t heads[OPEN_LIST_BUCKETS];   /* 1 + index of the last entry of a bucket's pile; 0: empty
                                       ** */
  uint64_t filled[OPEN_LIST_BUCKETS / 64];   /* one bit per bucket that is not empty */
} OpenBuckets;

typedef struct OpenList {
  uint64_t *heap;                   /* the bucket in turn; F in the upper half of an entry */
  size_t heap_count, heap_capacity;
  Pile *pile;
  size_t pile_count, pile_capacity; /* of entries that have been in use */
  size_t waiting;                   /* entries on the pile */
  uint32_t unused;                  /* 1 + index of the first that can be used again; 0: none */
  OpenBuckets *buckets;
  uint32_t first_f, turn, last;     /* F of bucket 0; the buckets in turn and filled last */
  int shift;                        /* a bucket is 1 << shift wide */
} OpenList;

static inline uint64_t open_entry(uint32_t f, Cell cell) {
  return (uint64_t)f << 32 | cell;
}
static inline uint32_t open_f(uint64_t entry) {
  return (uint32_t)(entry >> 32);
}
static inline Cell open_cell(uint64_t entry) {
  return (Cell)entry;
}

/*
** The best node: of the open nodes the one that seems to be nearest to the goal on a cheap path.
** That is not the one with the least F, which lies near the start where estimates are too low. So
** an eighth of the estimate is added to F. Among equals the first cell is taken: the order of the
** entries in an open list does not matter.
*/
typedef struct BestNode {
  const Nodes *nodes;
  const Grid *grid;                 /* not NULL: entries name a cell by y and x, in 16 bits each */
  uint64_t least;                   /* of the cell; UINT64_MAX: there is none */
  Cell cell;
} BestNode;

/* An entry of an open list. Older entries of a cell have a greater F than the last one. */
static inline void best_node_consider(BestNode *best, uint64_t entry) {
  uint64_t f = open_f(entry);
  int32_t x = (int32_t)(entry & 0xffff), y = (int32_t)(entry >> 16 & 0xffff);
  Cell cell = best->grid != NULL ? grid_cell(best->grid, x, y) : open_cell(entry);
  Node node = best->nodes->words[cell];
  if (!node_in_epoch(node, best->nodes->epoch) || !(node & NODE_OPEN)) return;
  uint64_t worth = 9 * f - node_g(node);
  if (worth > best->least || (worth == best->least && cell > best->cell)) return;
  best->least = worth;
  best->cell = cell;
}

/* Empties the list for a search whose least F is first_f. False: no memory. */
bool open_list_begin(OpenList *open, Memory *memory, uint32_t first_f, uint32_t step);
/* False: no memory, nothing changed. */
bool open_list_push(OpenList *open, Memory *memory, uint64_t entry);
/* open_list_first where the bucket in turn has none at hand. */
bool open_list_advance(OpenList *open, uint32_t limit, uint64_t *entry);
/* Takes the entry that open_list_first has just named. */
void open_list_pop(OpenList *open);
/* Considers all entries. */
void open_list_find_best(const OpenList *open, BestNode *best);
void open_list_free(OpenList *open, Memory *memory);

/* The first entry in *entry, passing over those with an F beyond `limit`. False: there is none. */
static inline bool open_list_first(OpenList *open, uint32_t limit, uint64_t *entry) {
  if (open->heap_count > 0) {
    *entry = open->heap[0];
    if (open_f(*entry) <= limit) return true;
  }
  return open_list_advance(open, limit, entry);
}

#endif
