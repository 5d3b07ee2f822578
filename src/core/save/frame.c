#include "frame.h"

#include <string.h>

#include "../map/link.h"

astar_rect frame_part(const Frame *frame, astar_rect rect) {
  return rect_common(rect, (astar_rect){ -frame->dx, -frame->dy, frame->width, frame->height });
}

const uint8_t *frame_row(const Frame *frame, const Grid *grid, const uint8_t *cells, uint8_t fill,
                         int32_t y) {
  if (frame_is_own(frame)) return cells + grid_cell(grid, 0, y);
  memset(frame->row, fill, (size_t)frame->width);
  astar_rect old = frame_part(frame, (astar_rect){ 0, y - frame->dy, grid->width, 1 });
  if (y - frame->dy >= 0 && y - frame->dy < grid->height && old.width > 0)
    memcpy(frame->row + old.x + frame->dx, cells + grid_cell(grid, old.x, old.y),
           (size_t)old.width);
  return frame->row;
}

bool frame_has_path(const Frame *frame, const astar_path *path) {
  for (int32_t i = 0; path != NULL && i < path->waypoint_count; i++)
    if (!frame_has(frame, (astar_cell){ path->waypoints[i].x, path->waypoints[i].y })) return false;
  return true;
}

bool frame_has_link(const Frame *frame, const astar_link *link) {
  return frame_has(frame, link->from) && frame_has(frame, link->to);
}
