#include "changes.h"

#include "hints.h"

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

/* Apart, for where no path is watched this is to cost nothing. */
static NOINLINE void changes_touch(Changes *changes, astar_rect rect) {
  rect_join(&changes->touched, rect);
}

void changes_add(Changes *changes, astar_rect rect) {
  astar_rect *last = &changes->ring[(changes->written - 1) & (changes->capacity - 1)];
  if (!changes->sealed && changes_continues(last, &rect)) {
    last->width += rect.width;
  } else {
    changes->ring[changes->written++ & (changes->capacity - 1)] = rect;
    changes->sealed = false;
  }
  if (changes->is_watched) changes_touch(changes, rect);
}

void changes_all(Changes *changes) {
  changes->written += changes->capacity + 1;
}

bool changes_begin(Changes *changes, uint64_t position) {
  changes->sealed = true;
  return changes->written - position <= changes->capacity;
}
