#include "changes.h"

/* Of an empty log the last rectangle is one without height, which nothing continues. */
static bool changes_continues(const astar_rect *last, const astar_rect *rect) {
  return last->height == 1 && rect->height == 1 && last->y == rect->y &&
         last->x + last->width == rect->x;
}

void changes_add(Changes *changes, astar_rect rect) {
  if (!changes->sealed) {
    astar_rect *last = &changes->ring[(changes->written - 1) % CHANGES_MAX];
    if (changes_continues(last, &rect)) {
      last->width += rect.width;
      return;
    }
  }
  changes->ring[changes->written++ % CHANGES_MAX] = rect;
  changes->sealed = false;
}

void changes_all(Changes *changes) {
  changes->written += CHANGES_MAX + 1;
}

bool changes_begin(Changes *changes, uint64_t position) {
  changes->sealed = true;
  return changes->written - position <= CHANGES_MAX;
}
