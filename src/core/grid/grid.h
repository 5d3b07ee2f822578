/*
** The grid: its size, and the terrain of each cell.
**
** Every array over cells is laid out in the same way: rows of `stride` = width + 2 elements, with
** a border of one cell around the map, so that the neighbours of any cell of the map can be read
** without looking at bounds. A `Cell` is an index into such an array.
**
** Invariant: the border holds terrain 0, which is no terrain; cells of the map hold 1 … count.
**
** A map may have levels: rectangles with void between them. Void is TERRAIN_VOID, and no other cell
** is. Planes, regions, searches and fields know nothing of levels: to them void is a wall, and no
** step leads across it but a link. What measures in cells, such as sight, stamps and neighbours,
** keeps to the level of the cell from which it measures: `grid_level`.
*/
#ifndef ASTAR_GRID_H
#define ASTAR_GRID_H

#include "../base/changes.h"
#include "../base/journal.h"
#include "../base/refusal.h"

typedef uint32_t Cell;

#define NO_CELL UINT32_MAX

typedef struct Terrain {
  char name[ASTAR_NAME_MAX + 1];
  int32_t cost;                     /* of a straight step into it; 0: cannot be entered */
  bool opaque;
  astar_slope slope;
} Terrain;

static inline bool slope_is_none(astar_slope slope) {
  return slope.height == 0 && slope.east == 0 && slope.south == 0;
}

#define TERRAIN_VOID 1              /* of maps with levels */

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
  astar_level *levels;              /* their names lie behind them; NULL: there are none */
  int32_t level_count;
  uint8_t *level_of;                /* by cell: 1 + the number of its level, 0 in the void and the
                                    ** border; NULL: there are no levels */
  Changes changes;                  /* of terrain */
  Journal journal;                  /* the same, for suspended searches */
} Grid;

/* Cell number `index`, row by row, of the square of size x size cells at `at`. */
static inline astar_cell square_cell(astar_cell at, int32_t size, int32_t index) {
  if (size == 1) return at;
  return (astar_cell){ at.x + index % size, at.y + index / size };
}

static inline bool grid_has(const Grid *grid, int32_t x, int32_t y) {
  return (uint32_t)x < (uint32_t)grid->width && (uint32_t)y < (uint32_t)grid->height;
}

static inline Cell grid_cell(const Grid *grid, int32_t x, int32_t y) {
  return (Cell)(y + 1) * (Cell)grid->stride + (Cell)(x + 1);
}

static inline bool grid_is_void(const Grid *grid, int32_t x, int32_t y) {
  return grid->level_of != NULL && grid->level_of[grid_cell(grid, x, y)] == 0;
}

/* The level of a cell of the map: the whole map where there are none. A cell of the void is a
** level of its own. */
static inline astar_rect grid_level(const Grid *grid, int32_t x, int32_t y) {
  if (grid->level_of == NULL) return (astar_rect){ 0, 0, grid->width, grid->height };
  int32_t number = grid->level_of[grid_cell(grid, x, y)];
  return number > 0 ? grid->levels[number - 1].rect : (astar_rect){ x, y, 1, 1 };
}

/* Has the map more cells than these, the border left out? */
static inline bool grid_is_larger(const Grid *grid, size_t cells) {
  return (size_t)grid->width * (size_t)grid->height > cells;
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
/* What two rectangles have in common; all 0: nothing. Their sides may reach beyond what 32 bits
** hold. */
static inline astar_rect rect_common(astar_rect a, astar_rect b) {
  int64_t left = a.x > b.x ? a.x : b.x, top = a.y > b.y ? a.y : b.y;
  int64_t right = (int64_t)a.x + a.width, bottom = (int64_t)a.y + a.height;
  if (right > (int64_t)b.x + b.width) right = (int64_t)b.x + b.width;
  if (bottom > (int64_t)b.y + b.height) bottom = (int64_t)b.y + b.height;
  if (right <= left || bottom <= top) return (astar_rect){ 0 };
  return (astar_rect){ (int32_t)left, (int32_t)top, (int32_t)(right - left),
                       (int32_t)(bottom - top) };
}
/* With all cells so far around it. */
static inline astar_rect rect_around(astar_rect rect, int32_t reach) {
  return (astar_rect){ rect.x - reach, rect.y - reach, rect.width + 2 * reach,
                       rect.height + 2 * reach };
}
/* The blocks of `side` cells a side in which the cells of a rectangle on the map lie: columns and
** rows of blocks. */
static inline astar_rect rect_blocks(astar_rect rect, int32_t side) {
  int32_t x = rect.x / side, y = rect.y / side;
  return (astar_rect){ x, y, (rect.x + rect.width - 1) / side - x + 1,
                       (rect.y + rect.height - 1) / side - y + 1 };
}

/* The part of `rect` that lies on the map; width or height may come out as 0. */
astar_rect grid_clip(const Grid *grid, astar_rect rect);
/* The part of `rect` that lies on the level of a cell of the map. */
astar_rect grid_clip_near(const Grid *grid, int32_t x, int32_t y, astar_rect rect);
/* Does the rectangle lie on the map, and hold a cell? */
static inline bool grid_encloses(const Grid *grid, astar_rect rect) {
  return rect.width > 0 && rect.height > 0 && grid_has(grid, rect.x, rect.y) &&
         rect.width <= grid->width - rect.x && rect.height <= grid->height - rect.y;
}
/* The same, and does it lie on one level? */
bool grid_holds(const Grid *grid, astar_rect rect);
/* Are both cells of the map on one level? */
bool grid_same_level(const Grid *grid, astar_cell a, astar_cell b);

/* The rectangles that hold all cells of the map but the void: the levels, or the map. */
int32_t grid_part_count(const Grid *grid);
astar_rect grid_part(const Grid *grid, int32_t number);

/* Are size, costs and number of levels right? */
bool grid_accepts(const astar_map_desc *desc, Refusal *refusal);
/* Of a description that is right. OK, or NO_MEMORY. */
astar_status grid_init(Grid *grid, Memory *memory, const astar_map_desc *desc);
void grid_free(Grid *grid, Memory *memory);
uint64_t grid_hash(const Grid *grid, uint64_t hash);

#endif
