/*
** Hashes of what a map is, word by word: the same on every machine. Each word is mixed in as by
** SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): a multiplication carries a bit upwards, a shift
** brings it down again.
*/
#ifndef ASTAR_HASH_H
#define ASTAR_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

static inline uint64_t hash_int(uint64_t hash, int64_t value) {
  hash = (hash ^ (uint64_t)value) * 0xbf58476d1ce4e5b9u;
  return hash ^ hash >> 32;
}

static inline uint64_t hash_ints(uint64_t hash, const int64_t *values, size_t count) {
  for (size_t i = 0; i < count; i++) hash = hash_int(hash, values[i]);
  return hash;
}
/* The hash with any values behind it. */
#define HASH_INTS(hash, ...) \
  hash_ints((hash), (const int64_t[]){ __VA_ARGS__ }, \
            sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t))

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count);

/* For hashes that are added up, of things in no order: without this, differences that are the same
** but for their sign cancel each other. The finalizer of SplitMix64. */
uint64_t hash_mixed(uint64_t hash);

#endif
