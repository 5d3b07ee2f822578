/*
** What compilers offer beyond C11, beside hints: counting bits in one instruction.
*/
#ifndef ASTAR_BUILTIN_H
#define ASTAR_BUILTIN_H

#include <stdint.h>

#include "hints.h"

/* ones_N: how many bits are 1. low_zeros_N and high_zeros_N: how many zeros are below the lowest 1
** and above the highest 1; the number must not be 0. */

#if ASTAR_BUILTINS == BUILTINS_GNU

static inline int ones_32(uint32_t word) { return __builtin_popcount(word); }
static inline int ones_64(uint64_t word) { return __builtin_popcountll(word); }
static inline int low_zeros_32(uint32_t word) { return __builtin_ctz(word); }
static inline int low_zeros_64(uint64_t word) { return __builtin_ctzll(word); }
static inline int high_zeros_32(uint32_t word) { return __builtin_clz(word); }
static inline int high_zeros_64(uint64_t word) { return __builtin_clzll(word); }

#else

/* Sums of neighbouring bits, of neighbouring sums, and so on (Warren, Hacker's Delight, 5-1). */
static inline int ones_32(uint32_t word) {
  word -= word >> 1 & 0x55555555u;
  word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
  word = (word + (word >> 4)) & 0x0f0f0f0fu;
  return (int)(word * 0x01010101u >> 24);
}

static inline int ones_64(uint64_t word) {
  return ones_32((uint32_t)word) + ones_32((uint32_t)(word >> 32));
}

#if ASTAR_BUILTINS == BUILTINS_MICROSOFT

#if defined(_MSC_VER)               /* as in its <intrin.h>, which is long */
unsigned char _BitScanForward(unsigned long *place, unsigned long word);
unsigned char _BitScanReverse(unsigned long *place, unsigned long word);
#pragma intrinsic(_BitScanForward, _BitScanReverse)
#else
#include <intrin.h>
#endif

static inline int low_zeros_32(uint32_t word) {
  unsigned long place;
  _BitScanForward(&place, word);
  return (int)place;
}

static inline int high_zeros_32(uint32_t word) {
  unsigned long place;
  _BitScanReverse(&place, word);
  return 31 - (int)place;
}

#else

static inline int low_zeros_32(uint32_t word) {
  return ones_32((word & (0 - word)) - 1);
}

static inline int high_zeros_32(uint32_t word) {
  for (int step = 1; step < 32; step *= 2) word |= word >> step;
  return 32 - ones_32(word);
}

#endif

static inline int low_zeros_64(uint64_t word) {
  uint32_t low = (uint32_t)word;
  return low != 0 ? low_zeros_32(low) : 32 + low_zeros_32((uint32_t)(word >> 32));
}

static inline int high_zeros_64(uint64_t word) {
  uint32_t high = (uint32_t)(word >> 32);
  return high != 0 ? high_zeros_32(high) : 32 + high_zeros_32((uint32_t)word);
}

#endif

#endif
