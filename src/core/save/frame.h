/*
** The frame in which a map is written: its own, when it is saved; or one of another size, in which
** all cells have moved, when it is resized.
*/
#ifndef ASTAR_FRAME_H
#define ASTAR_FRAME_H

#include "../map/map.h"

typedef struct Frame {
  int32_t width, height;
  int32_t dx, dy;                   /* cell x, y of the map is cell x + dx, y + dy of the frame */
  uint8_t fill;                     /* the terrain of cells that the map does not have */
  uint8_t *row;                     /* room for the cells of a row; NULL: it is the map's own */
} Frame;

static inline Frame frame_of(const Grid *grid) {
  return (Frame){ .width = grid->width, .height = grid->height };
}

static inline bool frame_is_own(const Frame *frame) {
  return frame->row == NULL;
}

/* Is a cell of the map in the frame? */
static inline bool frame_has(const Frame *frame, astar_cell cell) {
  return (uint32_t)cell.x + (uint32_t)frame->dx < (uint32_t)frame->width &&
         (uint32_t)cell.y + (uint32_t)frame->dy < (uint32_t)frame->height;
}

/* Which cell of the map is at x, y of the frame; NO_CELL: none is. */
static inline Cell frame_cell(const Frame *frame, const Grid *grid, int32_t x, int32_t y) {
  bool is_old = grid_has(grid, x - frame->dx, y - frame->dy);
  return is_old ? grid_cell(grid, x - frame->dx, y - frame->dy) : NO_CELL;
}

/* The part of a rectangle of the map that is in the frame, in cells of the map; all 0: none. */
astar_rect frame_part(const Frame *frame, astar_rect rect);
/* Row y of the frame, of an array over cells; `fill` in cells that the map does not have. The row
** is valid until the next call. */
const uint8_t *frame_row(const Frame *frame, const Grid *grid, const uint8_t *cells, uint8_t fill,
                         int32_t y);
/* Are all cells of the path in the frame? NULL has none outside. */
bool frame_has_path(const Frame *frame, const astar_path *path);
/* Are both ends of the link in the frame? */
bool frame_has_link(const Frame *frame, const astar_link *link);

#endif
