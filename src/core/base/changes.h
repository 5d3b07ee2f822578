/*
** A log of changed rectangles. Tables that are derived from a layer read it, and repair only what
** lies in these rectangles. The layer writes the log and knows none of its readers; each reader
** keeps its own position.
**
** The log is a ring, longer on large maps, where to derive everything takes longer: a reader that
** is more rectangles behind than it holds has lost some of them and must derive everything again.
*/
#ifndef ASTAR_CHANGES_H
#define ASTAR_CHANGES_H

#include "memory.h"

enum { CHANGES_LEAST = 1 << 10, CHANGES_MOST = 1 << 16, CHANGES_CELLS = 256 };

typedef struct Changes {
  uint64_t written;                 /* rectangles ever logged; the position behind the last */
  bool sealed;                      /* the last one has been read: it must not grow any more */
  size_t capacity;                  /* a power of two */
  astar_rect *ring;
  bool followed;                    /* by watched paths: then what follows is known */
  astar_rect touched;               /* around all that was logged since their last round, however it
                                    ** was read; without width: nothing */
} Changes;

/* Makes a rectangle larger, so that it holds another one; one without width holds nothing. */
void rect_join(astar_rect *rect, astar_rect more);

/* An empty log of a layer with so many cells: one rectangle for each CHANGES_CELLS, within the
** limits above. False: no memory. */
bool changes_init(Changes *changes, Memory *memory, size_t cells);
void changes_free(Changes *changes, Memory *memory);

/* Logs a rectangle; one that continues the row of the last is joined to it. */
void changes_add(Changes *changes, astar_rect rect);
/* It is followed, and nothing was touched so far. */
void changes_forget_touched(Changes *changes);
/* As if everything had changed: every reader has lost its place. */
void changes_all(Changes *changes);

/* The position behind everything written so far, which is sealed. */
static inline uint64_t changes_position(Changes *changes) {
  changes->sealed = true;
  return changes->written;
}
/* Seals the log and tells whether a reader at `position` can read on from there. */
bool changes_begin(Changes *changes, uint64_t position);
static inline astar_rect changes_at(const Changes *changes, uint64_t position) {
  return changes->ring[position & (changes->capacity - 1)];
}

#endif
