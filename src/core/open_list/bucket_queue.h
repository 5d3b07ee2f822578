/*
** The bucket queue: an open list that is only roughly in order, for searches with many nodes of
** similar F. A node that is closed too early is opened again, which takes less time than keeping
** the list in order.
**
** F is divided into buckets whose width is a power of two. Within a bucket, entries leave in the
** order in which they came. An entry that belongs before the current bucket is put into the current
** one. The buckets form a ring that begins with the current one. Entries beyond the ring go into
** its last bucket, and are distributed again when that becomes the current one.
**
** Entries are stored in chunks of a fixed size, so memory grows with the number of entries. Slot 0
** of a chunk holds the next chunk of the bucket, or the next free chunk.
*/
#ifndef ASTAR_BUCKET_QUEUE_H
#define ASTAR_BUCKET_QUEUE_H

#include "open_list.h"

#define BUCKET_QUEUE_RING 512
#define BUCKET_QUEUE_CHUNK 16       /* slots, slot 0 included */

typedef struct Bucket {
  uint32_t first, end;              /* slots: of the first entry, and behind the last */
} Bucket;

typedef struct BucketRing {
  Bucket buckets[BUCKET_QUEUE_RING];   /* of those that are empty anything may be said */
  uint64_t filled[BUCKET_QUEUE_RING / 64];   /* one bit per bucket that is not empty */
} BucketRing;

typedef struct BucketQueue {
  BucketRing *ring;
  uint64_t *slots;                  /* the first chunk stays unused, so that 0 is none */
  size_t slot_count, slot_capacity;
  uint32_t unused_chunk;            /* the first of those free; 0: none */
  uint32_t turn;                    /* the number of the bucket in turn: F divided by its width */
  uint32_t next, stop;              /* slots of it: to be taken next; up to where that is sure */
  int shift;                        /* a bucket is 1 << shift wide */
} BucketQueue;

/* Empties the list for a search whose least F is first_f, in buckets at least `width` wide.
** False: no memory. */
bool bucket_queue_begin(BucketQueue *buckets, Memory *memory, uint32_t first_f, uint32_t width);
/* Makes room for the next entry of a bucket. False: no memory, nothing changed. */
bool bucket_queue_add_chunk(BucketQueue *buckets, Memory *memory, uint32_t index);
/* Finds the next entries to take. False: there are none, but perhaps with an F beyond `limit`. */
bool bucket_queue_advance(BucketQueue *buckets, uint32_t limit);
/* Considers all entries. */
void bucket_queue_find_best(const BucketQueue *buckets, BestNode *best);
const char *bucket_queue_validate(const BucketQueue *buckets);
void bucket_queue_free(BucketQueue *buckets, Memory *memory);

/* Is a bucket of the ring not empty? */
static inline bool bucket_queue_is_filled(const BucketQueue *buckets, uint32_t index) {
  return buckets->ring->filled[index / 64] >> (index % 64) & 1;
}

/* False: no memory, nothing changed. */
static inline bool bucket_queue_push(BucketQueue *buckets, Memory *memory, uint64_t entry) {
  uint32_t number = open_f(entry) >> buckets->shift, turn = buckets->turn;
  if (number - turn >= BUCKET_QUEUE_RING)
    number = number < turn ? turn : turn + BUCKET_QUEUE_RING - 1;
  uint32_t index = number % BUCKET_QUEUE_RING;
  Bucket *bucket = &buckets->ring->buckets[index];
  bool has_room = bucket_queue_is_filled(buckets, index) && bucket->end % BUCKET_QUEUE_CHUNK != 0;
  if (!has_room && !bucket_queue_add_chunk(buckets, memory, index)) return false;
  buckets->slots[bucket->end++] = entry;
  return true;
}

/* Takes an entry of the first bucket that has any; its F may be beyond `limit`. False: there is
** none, but perhaps beyond it. */
static inline bool bucket_queue_take(BucketQueue *buckets, uint32_t limit, uint64_t *entry) {
  if (buckets->next == buckets->stop && !bucket_queue_advance(buckets, limit)) return false;
  *entry = buckets->slots[buckets->next++];
  return true;
}

/* An F that is greater than that of any entry of the bucket in turn. */
static inline uint64_t bucket_queue_bound(const BucketQueue *buckets) {
  return ((uint64_t)buckets->turn + 1) << buckets->shift;
}

/* Puts back the entry that was just taken, so that it is the next to be taken. */
static inline void bucket_queue_put_back(BucketQueue *buckets) {
  ASTAR_ASSERT(buckets->next > 0 && buckets->next % BUCKET_QUEUE_CHUNK != 1);
  buckets->next--;
}

/* Does an entry that was taken belong to a later bucket, for which the ring was too short? Then it
** must be pushed again. */
static inline bool bucket_queue_is_early(const BucketQueue *buckets, uint64_t entry) {
  return open_f(entry) >> buckets->shift > buckets->turn;
}

#endif
