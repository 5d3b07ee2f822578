/*
** The grid: its size, and the terrain of each cell.
**
** Every array over cells is laid out in the same way: rows of `stride` = width + 2 elements, with
** a border of one cell around the map, so that the neighbours of any cell of the map can be read
** without looking at bounds. A `Cell` is an index into such an array.
**
** Invariant: the border holds terrain 0, which is no terrain; cells of the map hold 1 … count.
*/
#ifndef ASTAR_GRID_H
#define ASTAR_GRID_H

#include "../base/changes.h"
#include "../base/journal.h"

typedef uint32_t Cell;

#define NO_CELL UINT32_MAX

typedef struct Terrain {
  char name[ASTAR_NAME_MAX + 1];
  int32_t cost;                     /* of a straight step into it; 0: cannot be entered */
  bool opaque;
} Terrain;

typedef struct Grid {
  int32_t width, height, stride;
  astar_grid shape;                 /* of the cells, see hex.h */
  int32_t straight, diagonal;       /* the cost of a step over open ground */
  size_t cells;                     /* elements of an array over cells, border included */
  uint64_t inverse;                 /* of the stride: 2^32 / stride, rounded up */
  uint8_t *terrain;
  Terrain kinds[ASTAR_MAX_TERRAINS + 1];   /* by id, from 1 */
  int32_t kind_count;
  uint32_t kinds_version;           /* counts definitions */
  Changes changes;                  /* of terrain */
  Journal journal;                  /* the same, for suspended searches */
} Grid;

static inline bool grid_has(const Grid *grid, int32_t x, int32_t y) {
  return (uint32_t)x < (uint32_t)grid->width && (uint32_t)y < (uint32_t)grid->height;
}

/* Has the map more cells than these, the border left out? */
static inline bool grid_is_larger(const Grid *grid, size_t cells) {
  return (size_t)grid->width * (size_t)grid->height > cells;
}

static inline Cell grid_cell(const Grid *grid, int32_t x, int32_t y) {
  return (Cell)(y + 1) * (Cell)grid->stride + (Cell)(x + 1);
}

/* Multiplies by the inverse of the stride, rounded up, instead of dividing: the row comes out right
** or, since a cell is less than 2^32, one too large. */
static inline astar_cell grid_position(const Grid *grid, Cell cell) {
  int32_t row = (int32_t)(cell * grid->inverse >> 32), stride = grid->stride;
  int32_t column = (int32_t)(cell - (Cell)row * (Cell)stride);
  return column < 0 ? (astar_cell){ column + stride - 1, row - 2 }
                    : (astar_cell){ column - 1, row - 1 };
}

static inline bool grid_same_cell(astar_cell a, astar_cell b) {
  return a.x == b.x && a.y == b.y;
}

/* The cost of a diagonal step where a straight one costs `cost`. */
static inline int32_t grid_diagonal_cost(const Grid *grid, int32_t cost) {
  return (int32_t)(((int64_t)cost * grid->diagonal + grid->straight / 2) / grid->straight);
}

/* Some rows of an array over cells: those before the first and behind the last row of the map,
** which are border, are rows, too. */
typedef struct GridBand {
  int32_t first, end;               /* from -1 to height + 1 */
} GridBand;

/* Work on a whole array is cut into this many bands, of about as many cells each on all maps. */
int32_t grid_bands(const Grid *grid);
GridBand grid_band(const Grid *grid, int32_t number);

static inline bool rect_has(astar_rect rect, int32_t x, int32_t y) {
  return (uint32_t)(x - rect.x) < (uint32_t)rect.width &&
         (uint32_t)(y - rect.y) < (uint32_t)rect.height;
}
/* The part of `rect` that lies on the map; width or height may come out as 0. */
astar_rect grid_clip(const Grid *grid, astar_rect rect);
/* Does the rectangle lie on the map, and hold a cell? */
bool grid_holds(const Grid *grid, astar_rect rect);

astar_status grid_init(Grid *grid, Memory *memory, const astar_map_desc *desc);
void grid_free(Grid *grid, Memory *memory);
uint64_t grid_hash(const Grid *grid, uint64_t hash);

#endif
