/*
** Opacity: which cells of the map are opaque, a bit each, by rows and by columns. So sight finds
** the next opaque cell across its direction by counting zeros.
**
** Made when the map gets its first field of view. Invariant: from then on a bit is set exactly if
** its cell is opaque; none is set in the border.
*/
#ifndef ASTAR_OPACITY_H
#define ASTAR_OPACITY_H

#include "../base/builtin.h"
#include "../grid/line.h"

enum { OPACITY_ROWS, OPACITY_COLUMNS };

typedef struct Opacity {
  uint64_t *bits[2];                /* NULL: not made */
  Line lines[2];                    /* which bit is which cell's */
} Opacity;

/* Makes it, if it is not made. False: no memory, nothing changed. */
bool opacity_reserve(Opacity *opacity, Memory *memory, const Grid *grid);
void opacity_release(Opacity *opacity, Memory *memory, const Grid *grid);
/* The terrain in the rectangle was changed. */
void opacity_update(Opacity *opacity, const Grid *grid, astar_rect rect);
/*
** A window: a square of cells as somebody takes them to be. What lies off the map is transparent
** there. `words` is room for opacity_window_words of half its side, to which the window points.
*/
size_t opacity_window_words(int32_t radius);
Opacity opacity_window(const Grid *grid, const uint8_t *terrain, astar_rect square,
                       uint64_t *words);
/* NULL, or what is wrong. */
const char *opacity_validate(const Opacity *opacity, const Grid *grid);

/* Is a cell of the map opaque, or of a window? */
static inline bool opacity_has(const Opacity *opacity, int set, int32_t x, int32_t y) {
  int64_t bit = line_bit(&opacity->lines[set], x, y);
  return opacity->bits[set][bit / 64] >> (bit % 64) & 1;
}

/* The first bit from `at` to `last` that differs from those of `skipped`, which are all 0 or all 1;
** a number above `last`: there is none. */
static inline uint64_t opacity_next(const uint64_t *bits, uint64_t at, uint64_t last,
                                    uint64_t skipped) {
  while (at <= last) {
    uint64_t rest = (bits[at / 64] ^ skipped) >> at % 64;
    if (rest != 0) return at + (uint64_t)low_zeros_64(rest);
    at = (at / 64 + 1) * 64;
  }
  return last + 1;
}

#endif
