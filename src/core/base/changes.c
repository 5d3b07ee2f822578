#include "changes.h"

void rect_join(astar_rect *rect, astar_rect more) {
  int32_t right = rect->x + rect->width, bottom = rect->y + rect->height;
  if (more.width == 0) return;
  if (rect->width == 0) {
    *rect = more;
    return;
  }
  if (more.x + more.width > right) right = more.x + more.width;
  if (more.y + more.height > bottom) bottom = more.y + more.height;
  if (more.x < rect->x) rect->x = more.x;
  if (more.y < rect->y) rect->y = more.y;
  rect->width = right - rect->x;
  rect->height = bottom - rect->y;
}

bool changes_init(Changes *changes, Memory *memory, size_t cells) {
  size_t capacity = CHANGES_LEAST;
  while (capacity < CHANGES_MOST && capacity * CHANGES_CELLS < cells) capacity *= 2;
  *changes = (Changes){ .capacity = capacity };
  changes->ring = memory_new(memory, capacity * sizeof *changes->ring);
  return changes->ring != NULL;
}

void changes_free(Changes *changes, Memory *memory) {
  memory_free(memory, changes->ring, changes->capacity * sizeof *changes->ring);
}

/* Of an empty log the last rectangle is one without height, which nothing continues. */
static bool changes_continues(const astar_rect *last, const astar_rect *rect) {
  return last->height == 1 && rect->height == 1 && last->y == rect->y &&
         last->x + last->width == rect->x;
}

void changes_add(Changes *changes, astar_rect rect) {
  if (changes->followed) rect_join(&changes->touched, rect);
  if (!changes->sealed) {
    astar_rect *last = &changes->ring[(changes->written - 1) & (changes->capacity - 1)];
    if (changes_continues(last, &rect)) {
      last->width += rect.width;
      return;
    }
  }
  changes->ring[changes->written++ & (changes->capacity - 1)] = rect;
  changes->sealed = false;
}

void changes_forget_touched(Changes *changes) {
  changes->followed = true;
  changes->touched = (astar_rect){ 0 };
}

void changes_all(Changes *changes) {
  changes->written += changes->capacity + 1;
}

bool changes_begin(Changes *changes, uint64_t position) {
  changes->sealed = true;
  return changes->written - position <= changes->capacity;
}
