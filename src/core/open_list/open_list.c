#include "open_list.h"

#include <string.h>

#include "../base/builtin.h"

/* Invariant: heap_capacity >= entries in heap and pile, so that bringing a bucket into turn never
** allocates. */

static void heap_push(OpenList *open, uint64_t entry) {
  uint64_t *heap = open->heap;
  size_t at = open->heap_count++;
  while (at > 0) {
    size_t parent = (at - 1) / 2;
    if (heap[parent] <= entry) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = entry;
}

bool open_list_begin(OpenList *open, Memory *memory, uint32_t first_f, uint32_t step) {
  if (open->buckets == NULL) open->buckets = memory_new(memory, sizeof *open->buckets);
  if (open->buckets == NULL) return false;
  for (uint32_t word = 0; word <= open->last / 64; word++) {
    uint64_t *filled = &open->buckets->filled[word];
    for (; *filled != 0; *filled &= *filled - 1)
      open->buckets->heads[word * 64 + (uint32_t)low_zeros_64(*filled)] = 0;
  }
  open->heap_count = open->pile_count = open->waiting = 0;
  open->unused = 0;
  open->first_f = first_f;
  open->turn = open->last = 0;
  open->shift = 31 - high_zeros_32(step);
  return true;
}

/* Makes room for one more entry. */
static bool open_list_reserve(OpenList *open, Memory *memory) {
  if (!memory_grow(memory, open->heap, open->heap_count + open->waiting, &open->heap_capacity))
    return false;
  return open->unused != 0 || memory_grow(memory, open->pile, open->pile_count,
                                          &open->pile_capacity);
}

static uint32_t bucket_of(const OpenList *open, uint32_t f) {
  uint32_t bucket = f < open->first_f ? 0 : (f - open->first_f) >> open->shift;
  return bucket < OPEN_LIST_BUCKETS ? bucket : OPEN_LIST_BUCKETS - 1;
}

/* Links entry number `at` of the pile, counted from 1, to those of its bucket. */
static void open_list_link(OpenList *open, uint32_t at, uint32_t bucket) {
  uint32_t *head = &open->buckets->heads[bucket];
  open->pile[at - 1].before = *head;
  *head = at;
  open->buckets->filled[bucket / 64] |= (uint64_t)1 << (bucket % 64);
  if (bucket > open->last) open->last = bucket;
}

/* Takes all entries of a bucket; returns the number of the first, linked to the others. */
static uint32_t unlink_bucket(OpenList *open, uint32_t bucket) {
  uint32_t first = open->buckets->heads[bucket];
  open->buckets->heads[bucket] = 0;
  open->buckets->filled[bucket / 64] &= ~((uint64_t)1 << (bucket % 64));
  return first;
}

/* An unused entry of the pile, counted from 1. */
static uint32_t take_unused(OpenList *open) {
  uint32_t at = open->unused;
  if (at == 0) return (uint32_t)++open->pile_count;
  open->unused = open->pile[at - 1].before;
  return at;
}

bool open_list_push(OpenList *open, Memory *memory, uint64_t entry) {
  bool heap_full = open->heap_count + open->waiting >= open->heap_capacity;
  bool pile_full = open->unused == 0 && open->pile_count >= open->pile_capacity;
  if ((heap_full || pile_full) && !open_list_reserve(open, memory)) return false;
  uint32_t bucket = bucket_of(open, open_f(entry));
  if (bucket <= open->turn) {
    heap_push(open, entry);
    return true;
  }
  uint32_t at = take_unused(open);
  open->pile[at - 1].entry = entry;
  open_list_link(open, at, bucket);
  open->waiting++;
  return true;
}

static bool find_filled(const OpenList *open, uint32_t *bucket) {
  uint32_t word = open->turn / 64;
  uint64_t filled = open->buckets->filled[word] & (~(uint64_t)1 << (open->turn % 64));
  while (filled == 0) {
    if (++word > open->last / 64) return false;
    filled = open->buckets->filled[word];
  }
  *bucket = word * 64 + (uint32_t)low_zeros_64(filled);
  return true;
}

/* Only the last bucket is left, which holds all that lay beyond: spreads it over the buckets,
** counted from the least F in it. */
static void start_over(OpenList *open) {
  uint32_t entries = unlink_bucket(open, OPEN_LIST_BUCKETS - 1), before;
  open->first_f = UINT32_MAX;
  for (uint32_t at = entries; at != 0; at = open->pile[at - 1].before)
    if (open_f(open->pile[at - 1].entry) < open->first_f)
      open->first_f = open_f(open->pile[at - 1].entry);
  open->last = 0;
  for (uint32_t at = entries; at != 0; at = before) {
    before = open->pile[at - 1].before;
    open_list_link(open, at, bucket_of(open, open_f(open->pile[at - 1].entry)));
  }
}

/* Brings the next bucket with entries into turn, unless all of them are beyond the limit. */
static bool open_list_next_bucket(OpenList *open, uint32_t limit) {
  uint32_t bucket;
  if (!find_filled(open, &bucket)) return false;
  if (open->first_f + ((uint64_t)bucket << open->shift) > limit) return false;
  if (bucket == OPEN_LIST_BUCKETS - 1) {
    start_over(open);
    bucket = 0;
  }
  open->turn = bucket;
  uint32_t at = unlink_bucket(open, bucket), before;
  for (; at != 0; at = before, open->waiting--) {
    Pile *pile = &open->pile[at - 1];
    heap_push(open, pile->entry);
    before = pile->before;
    pile->before = open->unused;
    open->unused = at;
  }
  return true;
}

bool open_list_advance(OpenList *open, uint32_t limit, uint64_t *entry) {
  if (open->heap_count == 0 && !open_list_next_bucket(open, limit)) return false;
  *entry = open->heap[0];
  return open_f(*entry) <= limit;
}


/* The hole left by the first entry sinks to a leaf; the last entry rises from there. Most entries
** belong near the leaves, so this compares less than sinking the last entry from the top. */
void open_list_pop(OpenList *open) {
  ASTAR_ASSERT(open->heap_count > 0);
  uint64_t *heap = open->heap, last = heap[--open->heap_count];
  size_t at = 0, count = open->heap_count;
  for (size_t child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count) child += heap[child + 1] < heap[child];
    heap[at] = heap[child];
    at = child;
  }
  while (at > 0 && heap[(at - 1) / 2] > last) {
    heap[at] = heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  heap[at] = last;
}

void open_list_find_best(const OpenList *open, BestNode *best) {
  for (size_t i = 0; i < open->heap_count; i++) best_node_consider(best, open->heap[i]);
  for (uint32_t bucket = 0; bucket <= open->last; bucket++)
    for (uint32_t at = open->buckets->heads[bucket]; at != 0; at = open->pile[at - 1].before)
      best_node_consider(best, open->pile[at - 1].entry);
}

void open_list_free(OpenList *open, Memory *memory) {
  memory_free(memory, open->heap, open->heap_capacity * sizeof *open->heap);
  memory_free(memory, open->pile, open->pile_capacity * sizeof *open->pile);
  memory_free(memory, open->buckets, sizeof *open->buckets);
  *open = (OpenList){ 0 };
}
