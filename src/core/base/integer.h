/* Arithmetic on integers that C does not have. */
#ifndef ASTAR_INTEGER_H
#define ASTAR_INTEGER_H

#include <stdint.h>

static inline int32_t integer_least(int32_t a, int32_t b) {
  return a < b ? a : b;
}

static inline int64_t integer_absolute(int64_t value) {
  return value < 0 ? -value : value;
}

/* The square root, rounded down; digit by digit in base 4. */
static inline uint64_t integer_root(uint64_t value) {
  uint64_t root = 0;
  for (uint64_t bit = (uint64_t)1 << 62; bit != 0; bit >>= 2) {
    if (value >= root + bit) {
      value -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return root;
}

#endif
