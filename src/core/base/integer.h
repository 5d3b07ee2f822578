/* Arithmetic on integers that C does not have. */
#ifndef ASTAR_INTEGER_H
#define ASTAR_INTEGER_H

#include <math.h>
#include <stdint.h>

static inline int32_t integer_least(int32_t a, int32_t b) {
  return a < b ? a : b;
}

static inline int32_t integer_greatest(int32_t a, int32_t b) {
  return a > b ? a : b;
}

static inline int64_t integer_absolute(int64_t value) {
  return value < 0 ? -value : value;
}

/* The part of a value that a weight of 1/1024ths makes of it: rounded to the nearest, halves away
** from 0. */
static inline int32_t integer_weighted(int32_t value, int32_t weight) {
  int64_t product = (int64_t)value * weight;
  return (int32_t)((product + (product < 0 ? -512 : 512)) / 1024);
}

/* The square root, rounded down. What the processor says is corrected: how it rounds does not
** matter. */
static inline uint64_t integer_root(uint64_t value) {
  uint64_t root = (uint64_t)sqrt((double)value);
  if (root > UINT32_MAX) root = UINT32_MAX;
  while (root * root > value) root--;
  while (root < UINT32_MAX && (root + 1) * (root + 1) <= value) root++;
  return root;
}

#endif
