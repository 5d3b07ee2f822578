/*
** Jump tables: where jump point search stops on a plane on which all steps cost the same and
** corners are not cut (the rule NO_OBSTACLES).
**
** Words: a cell is *forced* for a straight direction when a neighbour beside it is open and the
** one behind that neighbour is blocked: a path that comes straight may have to turn there. Such an
** open cell is a jump point for that direction. A straight scan *hits* when it ends in a jump point
** and not in a wall. A cell on a diagonal is an *event* when a straight scan sideways from it hits.
**
** The tables, all with one bit per cell and direction:
**   - stops: for each straight direction the cells where a scan ends, jump points and blocked ones;
**   - diagonals: for each diagonal direction the cells that cannot be entered that way, and the
**     events, so that a diagonal sweep reads 64 cells at a time;
**   - info, per cell: forced sides, hits, and whether a diagonal sweep from here meets an event.
** Bits are numbered along their direction (line.h), so that the next set bit in any direction is
** found by counting trailing zeros.
**
** Source: D. Harabor and A. Grastien, "Improving Jump Point Search", ICAPS 2014 (block scanning);
** the bits for hits and diagonal events go further than theirs.
*/
#ifndef ASTAR_JUMP_H
#define ASTAR_JUMP_H

#include "../base/builtin.h"
#include "../grid/line.h"

typedef struct DiagonalWord {
  uint64_t stop;                    /* cannot be entered by a step in this direction */
  uint64_t across, down;            /* events: a scan in that component's direction hits */
} DiagonalWord;

typedef struct Jumps {
  const Grid *grid;
  const uint8_t *open;              /* array over cells: not 0 where a cell can be entered */
  uint16_t *info;                   /* array over cells, see INFO_ */
  Line straight[4], diagonal[4];
  uint64_t *stops[4];
  DiagonalWord *diagonals[4];       /* by direction - FIRST_DIAGONAL */
  size_t stop_words[4], diagonal_words;
} Jumps;

/* The two sides of a straight direction, in the order in which info has them. */
static const int8_t JUMP_SIDES[4][2] = {
  { SOUTH, NORTH }, { SOUTH, NORTH }, { EAST, WEST }, { EAST, WEST }
};

/* info: two bits per straight direction for its forced sides, then a bit per direction: a scan
** (straight) or sweep (diagonal) from here meets something. */
#define INFO_FORCED(info, direction) ((info) >> (2 * (direction)) & 3)
#define INFO_MEETS(info) ((uint32_t)(info) >> 8)

/* Can jump tables be made for a map of this size? Runs are counted in 16 bits. */
bool jumps_possible(const Grid *grid);
/* NULL: no memory. jumps_rebuild must follow. */
Jumps *jumps_new(Memory *memory, const Grid *grid, const uint8_t *open);
void jumps_free(Jumps *jumps, Memory *memory);
/* False: no memory; the tables must be rebuilt before they are used. */
bool jumps_rebuild(Jumps *jumps, Memory *memory);
/* Cell x, y was opened or blocked: makes the tables equal to rebuilt ones. */
void jumps_repair(Jumps *jumps, int32_t x, int32_t y);

/* Are they what they would be if they were rebuilt? Nothing is said without memory. */
const char *jumps_validate(const Jumps *jumps, Memory *memory);

/* How many steps in a straight direction to the next stop, from the cell with that line bit. */
static inline int32_t jumps_scan(const Jumps *jumps, int direction, int64_t bit) {
  const uint64_t *word = jumps->stops[direction] + (bit >> 6);
  int here = (int)(bit & 63);
  uint64_t ahead = word[0] >> here >> 1 | word[1] << (63 - here);
  if (ahead != 0) return low_zeros_64(ahead) + 1;
  int32_t steps = 64 - here;
  while (*++word == 0) steps += 64;
  return steps + low_zeros_64(*word);
}

/* The same with further stops, in a table of the same lines. */
static inline int32_t jumps_scan_both(const Jumps *jumps, const uint64_t *further, int direction,
                                      int64_t bit) {
  const uint64_t *word = jumps->stops[direction] + (bit >> 6);
  const uint64_t *other = further + (bit >> 6);
  int here = (int)(bit & 63);
  uint64_t ahead = (word[0] | other[0]) >> here >> 1 | (word[1] | other[1]) << (63 - here);
  if (ahead != 0) return low_zeros_64(ahead) + 1;
  int32_t steps = 64 - here;
  for (; (*++word | *++other) == 0;) steps += 64;
  return steps + low_zeros_64(*word | *other);
}

/* How many steps from x, y in a straight direction until the next step would be blocked. */
int32_t jumps_reach(const Jumps *jumps, int direction, int32_t x, int32_t y);
/* Are `steps` diagonal steps possible from x, y? */
bool jumps_diagonal_open(const Jumps *jumps, int direction, int32_t x, int32_t y, int32_t steps);

#endif
