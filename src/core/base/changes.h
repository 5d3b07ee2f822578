/*
** A log of changed rectangles. Tables that are derived from a layer read it, and repair only what
** lies in these rectangles. The layer writes the log and knows none of its readers; each reader
** keeps its own position.
**
** The log is a ring: a reader that is more than CHANGES_MAX rectangles behind has lost some of them
** and must derive everything again.
*/
#ifndef ASTAR_CHANGES_H
#define ASTAR_CHANGES_H

#include "memory.h"

#define CHANGES_MAX 1024

typedef struct Changes {
  uint64_t written;                 /* rectangles ever logged; the position behind the last */
  bool sealed;                      /* the last one has been read: it must not grow any more */
  astar_rect ring[CHANGES_MAX];
} Changes;

/* Logs a rectangle; one that continues the row of the last is joined to it. */
void changes_add(Changes *changes, astar_rect rect);
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
  return changes->ring[position % CHANGES_MAX];
}

#endif
