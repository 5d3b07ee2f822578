/* What src/core/base/builtin.h says of bits, compared with counting them one by one. The programs
** that include this choose a branch of it each. */
#ifndef BUILTINS_H
#define BUILTINS_H

#include "check.h"

#include "core/base/builtin.h"

static int slow_ones(uint64_t word) {
  int count = 0;
  for (; word != 0; word >>= 1) count += (int)(word & 1);
  return count;
}

static int slow_low_zeros(uint64_t word) {
  int count = 0;
  for (; (word & 1) == 0; word >>= 1) count++;
  return count;
}

static int slow_high_zeros(uint64_t word, int bits) {
  int count = bits;
  for (; word != 0; word >>= 1) count--;
  return count;
}

static void compare(uint64_t word) {
  uint32_t low = (uint32_t)word;
  CHECK(ones_64(word) == slow_ones(word));
  CHECK(ones_32(low) == slow_ones(low));
  if (word != 0) CHECK(low_zeros_64(word) == slow_low_zeros(word));
  if (word != 0) CHECK(high_zeros_64(word) == slow_high_zeros(word, 64));
  if (low != 0) CHECK(low_zeros_32(low) == slow_low_zeros(low));
  if (low != 0) CHECK(high_zeros_32(low) == slow_high_zeros(low, 32));
}

TEST(no_bit_and_all_bits) {
  compare(0);
  compare(UINT32_MAX);
  compare(UINT64_MAX);
}

TEST(one_and_two_bits) {
  for (int first = 0; first < 64; first++)
    for (int second = 0; second < 64; second++) compare((uint64_t)1 << first | (uint64_t)1 << second);
}

TEST(runs_of_bits) {
  for (int first = 0; first < 64; first++)
    for (int gone = 0; gone < 64; gone++) compare(UINT64_MAX << first & UINT64_MAX >> gone);
}

TEST(random_words) {
  random_seed(1);
  for (int i = 0; i < 10000; i++) {
    uint64_t word = (uint64_t)random_below(1 << 30) << 34 ^ (uint64_t)random_below(1 << 30) << 17 ^
                    (uint64_t)random_below(1 << 30);
    compare(word >> random_below(64));
  }
}

#endif
