/*
** Words of 64 bits. Bit 0 is the lowest.
*/
#ifndef ASTAR_BITS_H
#define ASTAR_BITS_H

#include <stdint.h>
#include <string.h>

/* The bits whose number has a 0 in place 0, 1, … 5. */
static const uint64_t BITS_EVEN[6] = { 0x5555555555555555u, 0x3333333333333333u,
                                       0x0f0f0f0f0f0f0f0fu, 0x00ff00ff00ff00ffu,
                                       0x0000ffff0000ffffu, 0x00000000ffffffffu };

/* Spreads neighbouring numbers over tables whose size is a power of two (Knuth's multiplicative
** hashing; the middle bits are mixed into the low ones). */
static inline uint32_t bits_spread(uint32_t number) {
  number *= 2654435769u;
  return number ^ number >> 15;
}

/* Swaps the bits of two words: those of `a` whose number has a 1 in the place, with those of `b`
** which lie `1 << place` lower. */
static inline void bits_swap(uint64_t *a, uint64_t *b, int place) {
  uint64_t differ = (*a >> (1 << place) ^ *b) & BITS_EVEN[place];
  *a ^= differ << (1 << place);
  *b ^= differ;
}

/* Bit j of word i becomes bit i of word j, in 64 words. */
static inline void bits_transpose(uint64_t *words) {
  for (int place = 0; place < 6; place++)
    for (int first = 0, step = 1 << place; first < 64; first += 2 * step)
      for (int i = first; i < first + step; i++) bits_swap(&words[i], &words[i + step], place);
}

/* Bit i becomes bit 63 - i. */
static inline uint64_t bits_reverse(uint64_t word) {
  for (int place = 0; place < 6; place++) {
    uint64_t even = BITS_EVEN[place];
    int step = 1 << place;
    word = (word >> step & even) | (word & even) << step;
  }
  return word;
}

/* The bits of `from`, and those of `through` to which an unbroken run of `through` leads from there
** towards lower bits. */
static inline uint64_t bits_fill_down(uint64_t from, uint64_t through) {
  for (int step = 1; step < 64; step *= 2) {
    from |= through & from >> step;
    through &= through >> step;
  }
  return from;
}

/* The same towards higher bits. */
static inline uint64_t bits_fill_up(uint64_t from, uint64_t through) {
  for (int step = 1; step < 64; step *= 2) {
    from |= through & from << step;
    through &= through << step;
  }
  return from;
}

/* A bit for each of 8 bytes that is not 0. (Compilers read the bytes as one word.) */
static inline uint64_t bits_of_bytes(const uint8_t *at) {
  uint64_t word = at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
                  (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
                  (uint64_t)at[7] << 56;
  uint64_t low = 0x7f7f7f7f7f7f7f7fu;
  uint64_t set = (((word & low) + low) | word) >> 7 & ~low >> 7;
  return set * 0x0102040810204080u >> 56;
}

/* The same for up to 64 bytes. */
static inline uint64_t bits_of_array(const uint8_t *bytes, int count) {
  uint64_t word = 0;
  uint8_t last[8] = { 0 };
  int i = 0;
  for (; i + 8 <= count; i += 8) word |= bits_of_bytes(bytes + i) << i;
  if (i == count) return word;
  memcpy(last, bytes + i, (size_t)(count - i));
  return word | bits_of_bytes(last) << i;
}

#endif
