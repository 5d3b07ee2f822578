#include "bucket_queue.h"

#include <string.h>

#include "../base/builtin.h"

static uint32_t chunk_before(uint32_t slot) {
  return (slot - 1) & ~(uint32_t)(BUCKET_QUEUE_CHUNK - 1);
}

bool bucket_queue_begin(BucketQueue *buckets, Memory *memory, uint32_t first_f, uint32_t width) {
  if (buckets->ring == NULL) buckets->ring = memory_new(memory, sizeof *buckets->ring);
  if (buckets->ring == NULL) return false;
  memset(buckets->ring->filled, 0, sizeof buckets->ring->filled);
  buckets->slot_count = BUCKET_QUEUE_CHUNK;
  buckets->unused_chunk = 0;
  buckets->shift = width > 1 ? 32 - high_zeros_32(width - 1) : 0;
  buckets->turn = first_f >> buckets->shift;
  buckets->next = buckets->stop = 0;
  return true;
}

/* Makes room for one more chunk. */
static bool bucket_queue_reserve(BucketQueue *buckets, Memory *memory) {
  if (buckets->slot_count + BUCKET_QUEUE_CHUNK <= buckets->slot_capacity) return true;
  size_t old = buckets->slot_capacity, wanted = old > 0 ? 2 * old : 4 * BUCKET_QUEUE_CHUNK;
  uint64_t *slots = memory_resize(memory, buckets->slots, old * sizeof *slots,
                                  wanted * sizeof *slots);
  if (slots == NULL) return false;
  buckets->slots = slots;
  buckets->slot_capacity = wanted;
  return true;
}

static void set_filled(BucketQueue *buckets, uint32_t index, bool filled) {
  uint64_t bit = (uint64_t)1 << (index % 64), *word = &buckets->ring->filled[index / 64];
  *word = filled ? *word | bit : *word & ~bit;
}

bool bucket_queue_add_chunk(BucketQueue *buckets, Memory *memory, uint32_t index) {
  Bucket *bucket = &buckets->ring->buckets[index];
  uint32_t chunk = buckets->unused_chunk;
  if (chunk != 0) {
    buckets->unused_chunk = (uint32_t)buckets->slots[chunk];
  } else {
    if (!bucket_queue_reserve(buckets, memory)) return false;
    chunk = (uint32_t)buckets->slot_count;
    buckets->slot_count += BUCKET_QUEUE_CHUNK;
  }
  ASTAR_ASSERT(chunk > 0 && chunk % BUCKET_QUEUE_CHUNK == 0);
  if (bucket_queue_is_filled(buckets, index)) {
    buckets->slots[chunk_before(bucket->end)] = chunk;
  } else {
    bucket->first = chunk + 1;
    set_filled(buckets, index, true);
  }
  bucket->end = chunk + 1;
  return true;
}

static void drop_chunk(BucketQueue *buckets, uint32_t chunk) {
  ASTAR_ASSERT(chunk > 0 && chunk % BUCKET_QUEUE_CHUNK == 0 && chunk < buckets->slot_count);
  buckets->slots[chunk] = buckets->unused_chunk;
  buckets->unused_chunk = chunk;
}

/* Brings the next bucket with entries into turn, unless all in it are beyond the limit. */
static bool bucket_queue_next(BucketQueue *buckets, uint32_t limit) {
  const uint64_t *filled = buckets->ring->filled;
  uint32_t index = (buckets->turn + 1) % BUCKET_QUEUE_RING, looked = 64 - index % 64;
  uint64_t bits = filled[index / 64] >> (index % 64);
  uint32_t ahead = 1;
  while (bits == 0) {
    if (looked >= BUCKET_QUEUE_RING) return false;
    ahead = 1 + looked;
    bits = filled[(buckets->turn + ahead) % BUCKET_QUEUE_RING / 64];
    looked += 64;
  }
  uint64_t turn = (uint64_t)buckets->turn + ahead + (uint32_t)low_zeros_64(bits);
  if (turn << buckets->shift > limit) return false;
  buckets->turn = (uint32_t)turn;
  return true;
}

static void bucket_queue_empty_one(BucketQueue *buckets, uint32_t index) {
  drop_chunk(buckets, chunk_before(buckets->ring->buckets[index].end));
  set_filled(buckets, index, false);
}

bool bucket_queue_advance(BucketQueue *buckets, uint32_t limit) {
  uint32_t index = buckets->turn % BUCKET_QUEUE_RING;
  const Bucket *bucket = &buckets->ring->buckets[index];
  bool is_filled = bucket_queue_is_filled(buckets, index);
  if (!is_filled || buckets->next == bucket->end) {
    if (is_filled) bucket_queue_empty_one(buckets, index);
    buckets->next = buckets->stop = 0;
    if (!bucket_queue_next(buckets, limit)) return false;
    bucket = &buckets->ring->buckets[buckets->turn % BUCKET_QUEUE_RING];
    buckets->next = bucket->first;
  } else if (buckets->next == 0) {
    buckets->next = bucket->first;
  } else if (buckets->next % BUCKET_QUEUE_CHUNK == 0) {
    uint32_t done = chunk_before(buckets->next);
    buckets->next = (uint32_t)buckets->slots[done] + 1;
    drop_chunk(buckets, done);
  }
  uint32_t chunk_end = chunk_before(buckets->next) + BUCKET_QUEUE_CHUNK;
  bool is_last = chunk_before(buckets->next) == chunk_before(bucket->end);
  buckets->stop = is_last ? bucket->end : chunk_end;
  return true;
}

static void find_best_in_bucket(const BucketQueue *buckets, uint32_t slot, uint32_t end,
                                BestNode *best) {
  while (slot != end) {
    if (slot % BUCKET_QUEUE_CHUNK == 0)
      slot = (uint32_t)buckets->slots[slot - BUCKET_QUEUE_CHUNK] + 1;
    best_node_consider(best, buckets->slots[slot++]);
  }
}

void bucket_queue_find_best(const BucketQueue *buckets, BestNode *best) {
  uint32_t current = buckets->turn % BUCKET_QUEUE_RING;
  for (uint32_t index = 0; index < BUCKET_QUEUE_RING; index++) {
    const Bucket *bucket = &buckets->ring->buckets[index];
    bool begun = index == current && buckets->next != 0;
    if (bucket_queue_is_filled(buckets, index))
      find_best_in_bucket(buckets, begun ? buckets->next : bucket->first, bucket->end, best);
  }
}

/* How many chunks lie from one to another, both included; 0: the chain does not lead there. */
static size_t chunks_between(const BucketQueue *buckets, uint32_t first, uint32_t last) {
  size_t count = 1, most = buckets->slot_count / BUCKET_QUEUE_CHUNK;
  for (; first != last; count++) {
    if (first == 0 || first >= buckets->slot_count || count > most) return 0;
    first = (uint32_t)buckets->slots[first];
  }
  return count;
}

const char *bucket_queue_validate(const BucketQueue *buckets) {
  if (buckets->ring == NULL) return NULL;
  size_t used = 1, spare = 0;       /* the first chunk stays unused */
  for (uint32_t index = 0; index < BUCKET_QUEUE_RING; index++) {
    const Bucket *bucket = &buckets->ring->buckets[index];
    if (!bucket_queue_is_filled(buckets, index)) continue;
    uint32_t first = bucket->first;
    if (index == buckets->turn % BUCKET_QUEUE_RING && buckets->next != 0) first = buckets->next;
    size_t chunks = chunks_between(buckets, chunk_before(first), chunk_before(bucket->end));
    if (chunks == 0) return "the chunks of a bucket do not lead to its end";
    used += chunks;
  }
  for (uint32_t chunk = buckets->unused_chunk; chunk != 0; chunk = (uint32_t)buckets->slots[chunk])
    if (++spare > buckets->slot_count / BUCKET_QUEUE_CHUNK) return "the free chunks go in a circle";
  return used + spare == buckets->slot_count / BUCKET_QUEUE_CHUNK ? NULL
                                                            : "a chunk is neither used nor free";
}

void bucket_queue_free(BucketQueue *buckets, Memory *memory) {
  memory_free(memory, buckets->ring, sizeof *buckets->ring);
  memory_free(memory, buckets->slots, buckets->slot_capacity * sizeof *buckets->slots);
  *buckets = (BucketQueue){ 0 };
}
