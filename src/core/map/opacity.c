#include "opacity.h"

#include <string.h>

static const int opacity_directions[2] = { EAST, SOUTH };

static void opacity_put(Opacity *opacity, int set, int32_t x, int32_t y, bool opaque) {
  int64_t bit = line_bit(&opacity->lines[set], x, y);
  uint64_t *word = &opacity->bits[set][bit / 64];
  *word = (*word & ~((uint64_t)1 << (bit % 64))) | (uint64_t)opaque << (bit % 64);
}

static size_t opacity_bytes(const Grid *grid, int set) {
  return line_straight_words(grid, opacity_directions[set]) * sizeof(uint64_t);
}

bool opacity_reserve(Opacity *opacity, Memory *memory, const Grid *grid) {
  if (opacity->bits[0] != NULL) return true;
  uint64_t *rows = memory_new(memory, opacity_bytes(grid, OPACITY_ROWS));
  uint64_t *columns = memory_new(memory, opacity_bytes(grid, OPACITY_COLUMNS));
  if (rows == NULL || columns == NULL) {
    memory_free(memory, rows, opacity_bytes(grid, OPACITY_ROWS));
    memory_free(memory, columns, opacity_bytes(grid, OPACITY_COLUMNS));
    return false;
  }
  *opacity = (Opacity){ { rows, columns }, { line_straight(grid, EAST),
                                             line_straight(grid, SOUTH) } };
  opacity_update(opacity, grid, (astar_rect){ 0, 0, grid->width, grid->height });
  return true;
}

void opacity_release(Opacity *opacity, Memory *memory, const Grid *grid) {
  for (int set = 0; set < 2; set++) {
    memory_free(memory, opacity->bits[set], opacity_bytes(grid, set));
    opacity->bits[set] = NULL;
  }
}

void opacity_update(Opacity *opacity, const Grid *grid, astar_rect rect) {
  if (opacity->bits[0] == NULL) return;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      bool opaque = grid->kinds[grid->terrain[grid_cell(grid, x, y)]].opaque;
      opacity_put(opacity, OPACITY_ROWS, x, y, opaque);
      opacity_put(opacity, OPACITY_COLUMNS, x, y, opaque);
    }
}

/* ---- windows --------------------------------------------------------------------------------- */

static size_t window_row_words(int32_t side) {
  return ((size_t)side + 63) / 64;
}

/* One more at the end: a row is read with the word behind it. */
size_t opacity_window_words(int32_t radius) {
  size_t side = 2 * (size_t)radius + 1;
  return 2 * (side * window_row_words((int32_t)side) + 1);
}

Opacity opacity_window(const Grid *grid, const uint8_t *terrain, astar_rect square,
                       uint64_t *words) {
  int64_t stride = 64 * (int64_t)window_row_words(square.width);
  size_t count = opacity_window_words(square.width / 2);
  Opacity window = { { words, words + count / 2 },
                     { { 1, stride, -square.x - stride * square.y },
                       { stride, 1, -square.y - stride * square.x } } };
  astar_rect on_map = grid_clip(grid, square);
  memset(words, 0, count * sizeof *words);
  for (int32_t y = on_map.y; y < on_map.y + on_map.height; y++) {
    const uint8_t *row = terrain + grid_cell(grid, on_map.x, y);
    for (int32_t i = 0; i < on_map.width; i++) {
      if (!grid->kinds[row[i]].opaque) continue;
      opacity_put(&window, OPACITY_ROWS, on_map.x + i, y, true);
      opacity_put(&window, OPACITY_COLUMNS, on_map.x + i, y, true);
    }
  }
  return window;
}

/* ---- validating ------------------------------------------------------------------------------ */

const char *opacity_validate(const Opacity *opacity, const Grid *grid) {
  if (opacity->bits[0] == NULL) return NULL;
  for (int32_t y = -1; y <= grid->height; y++)
    for (int32_t x = -1; x <= grid->width; x++) {
      bool opaque = grid->kinds[grid->terrain[grid_cell(grid, x, y)]].opaque;
      if (opacity_has(opacity, OPACITY_ROWS, x, y) != opaque ||
          opacity_has(opacity, OPACITY_COLUMNS, x, y) != opaque)
        return "an opaque cell is not noted, or a transparent one is";
    }
  return NULL;
}
