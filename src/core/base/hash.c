#include "hash.h"

#define LANES 4                     /* which a processor mixes side by side */

/* From the lowest byte on, wherever it lies. */
static uint64_t load_word(const uint8_t *at) {
  return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
         (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
         (uint64_t)at[7] << 56;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) {
  const uint8_t *at = bytes, *end = at + count;
  uint64_t lanes[LANES] = { 1, 2, 3, 4 }, last = 0;
  for (; end - at >= 8 * LANES; at += 8 * LANES)
    for (int i = 0; i < LANES; i++)
      lanes[i] = hash_int(lanes[i], (int64_t)load_word(at + 8 * i));
  if (count >= 8 * LANES)
    for (int i = 0; i < LANES; i++) hash = hash_int(hash, (int64_t)lanes[i]);
  for (; end - at >= 8; at += 8) hash = hash_int(hash, (int64_t)load_word(at));
  for (int shift = 0; at < end; shift += 8) last |= (uint64_t)*at++ << shift;
  return hash_int(hash_int(hash, (int64_t)last), (int64_t)count);
}

uint64_t hash_mixed(uint64_t hash) {
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
  return hash ^ hash >> 31;
}
