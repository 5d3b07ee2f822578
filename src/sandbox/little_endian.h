/*
** Numbers as bytes, the low one first, wherever they stand. Compilers make one load or store of
** each of these.
*/
#ifndef ASTAR_SANDBOX_LITTLE_ENDIAN_H
#define ASTAR_SANDBOX_LITTLE_ENDIAN_H

#include <stdint.h>

static inline void little_endian_put4(uint8_t *bytes, uint32_t word) {
  bytes[0] = (uint8_t)word, bytes[1] = (uint8_t)(word >> 8);
  bytes[2] = (uint8_t)(word >> 16), bytes[3] = (uint8_t)(word >> 24);
}

static inline void little_endian_put8(uint8_t *bytes, uint64_t word) {
  little_endian_put4(bytes, (uint32_t)word);
  little_endian_put4(bytes + 4, (uint32_t)(word >> 32));
}

static inline uint32_t little_endian_get4(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

static inline uint64_t little_endian_get8(const uint8_t *bytes) {
  return little_endian_get4(bytes) | (uint64_t)little_endian_get4(bytes + 4) << 32;
}

#endif
