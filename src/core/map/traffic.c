#include "traffic.h"

#include <string.h>

#include "../base/hash.h"
#include "../grid/direction.h"

/* ---- making ---------------------------------------------------------------------------------- */

void traffic_free(Traffic *traffic, astar_map *map) {
  memory_free(&map->memory, traffic->came, map->grid.cells * sizeof *traffic->came);
  memory_free(&map->memory, traffic->waits, map->grid.cells * sizeof *traffic->waits);
  *traffic = (Traffic){ 0 };
}

bool traffic_set(Traffic *traffic, astar_map *map, uint32_t memory) {
  Traffic made = { .memory = memory };
  if (memory > 0) {
    made.came = memory_new(&map->memory, map->grid.cells * sizeof *made.came);
    made.waits = memory_new(&map->memory, map->grid.cells * sizeof *made.waits);
    if (made.came == NULL || made.waits == NULL) {
      traffic_free(&made, map);
      return false;
    }
  }
  traffic_free(traffic, map);
  *traffic = made;
  return true;
}

/* ---- counting -------------------------------------------------------------------------------- */

/* What a step adds that takes so many ticks. In the time in which 9/16 of a full stream fade, steps
** without a gap add as much. */
static uint32_t traffic_amount(const Traffic *traffic, uint32_t time) {
  uint64_t whole = (uint64_t)time * (TRAFFIC_FULL * 9 / 16);
  uint64_t amount = (whole + traffic->memory / 2) / traffic->memory;
  return amount < 1 ? 1 : amount > 255 ? 255 : (uint32_t)amount;
}

static uint64_t add_to_byte(uint64_t word, int byte, uint32_t amount) {
  uint32_t sum = (uint32_t)(word >> 8 * byte & 255) + amount;
  if (sum > 255) sum = 255;
  return (word & ~((uint64_t)255 << 8 * byte)) | (uint64_t)sum << 8 * byte;
}

void traffic_step(Traffic *traffic, const Grid *grid, astar_cell from, astar_cell to, int32_t size,
                  uint32_t time) {
  if (traffic->memory == 0) return;
  int back = direction_of(from.x - to.x, from.y - to.y);
  uint32_t amount = traffic_amount(traffic, time);
  for (int32_t i = 0; i < size * size; i++) {
    astar_cell cell = square_cell(to, size, i);
    uint64_t *came = &traffic->came[grid_cell(grid, cell.x, cell.y)];
    *came = add_to_byte(*came, back, amount);
  }
}

void traffic_wait(Traffic *traffic, const Grid *grid, astar_cell at, int32_t size, uint32_t time) {
  if (traffic->memory == 0) return;
  uint32_t amount = traffic_amount(traffic, time);
  for (int32_t i = 0; i < size * size; i++) {
    astar_cell cell = square_cell(at, size, i);
    uint8_t *waits = &traffic->waits[grid_cell(grid, cell.x, cell.y)];
    *waits = (uint8_t)add_to_byte(*waits, 0, amount);
  }
}

/* ---- fading ---------------------------------------------------------------------------------- */

/* 7/16 of each byte, rounded: half of it less a sixteenth. */
static uint64_t fade_bytes(uint64_t word) {
  uint64_t half = word >> 1 & 0x7f7f7f7f7f7f7f7fu, sixteenth = word >> 4 & 0x0f0f0f0f0f0f0f0fu;
  return half - sixteenth;
}

static void fade_row(Traffic *traffic, const Grid *grid, int32_t y) {
  Cell first = grid_cell(grid, 0, y);
  uint64_t *came = traffic->came + first;
  uint8_t *waits = traffic->waits + first;
  for (int32_t x = 0; x < grid->width; x++) {
    came[x] = fade_bytes(came[x]);
    waits[x] = (uint8_t)fade_bytes(waits[x]);
  }
}

void traffic_fade(Traffic *traffic, const Grid *grid, uint32_t tick) {
  if (traffic->memory == 0) return;
  uint64_t turn = tick % traffic->memory, height = (uint64_t)grid->height;
  int32_t first = (int32_t)(turn * height / traffic->memory);
  int32_t end = (int32_t)((turn + 1) * height / traffic->memory);
  for (int32_t y = first; y < end; y++) fade_row(traffic, grid, y);
}

/* ---- reading --------------------------------------------------------------------------------- */

static uint64_t most_by_byte(uint64_t a, uint64_t b) {
  uint64_t most = 0;
  for (int byte = 0; byte < 8; byte++) {
    uint64_t mask = (uint64_t)255 << 8 * byte;
    most |= (a & mask) > (b & mask) ? a & mask : b & mask;
  }
  return most;
}

TrafficAt traffic_over(const Traffic *traffic, const Grid *grid, Cell cell, int32_t size) {
  TrafficAt most = { 0, 0 };
  for (int32_t dy = 0; dy < size; dy++, cell += (Cell)grid->stride)
    for (int32_t dx = 0; dx < size; dx++) {
      most.came = most_by_byte(most.came, traffic->came[cell + (Cell)dx]);
      uint32_t waits = traffic->waits[cell + (Cell)dx];
      if (waits > most.waits) most.waits = waits;
    }
  return most;
}

uint64_t traffic_hash(const Traffic *traffic, const Grid *grid, uint64_t hash) {
  if (traffic->memory == 0) return hash;
  hash = hash_int(hash, traffic->memory);
  for (size_t cell = 0; cell < grid->cells; cell++) {
    if (traffic->came[cell] != 0)
      hash = hash_int(hash_int(hash, (int64_t)cell), (int64_t)traffic->came[cell]);
    if (traffic->waits[cell] != 0)
      hash = hash_int(hash_int(hash, -(int64_t)cell), traffic->waits[cell]);
  }
  return hash;
}
