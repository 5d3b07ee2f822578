/*
** A journal of cells that have changed, and of what each was before. Suspended searches read it.
**
** The log of rectangles (changes.h) serves tables, which become the same whatever they read: how
** rectangles are joined in it, and when a reader has lost some, depends on when it was read. A
** journal has an entry for each cell that is changed, however often it was read. So what a reader
** finds between two positions, and whether some of that is lost, depends on the edits alone.
**
** The journal is a ring. It is longer on large maps.
*/
#ifndef ASTAR_JOURNAL_H
#define ASTAR_JOURNAL_H

#include "memory.h"

enum { JOURNAL_LEAST = 1 << 11, JOURNAL_CELLS = 16 };

typedef struct JournalEntry {
  uint32_t cell;
  uint8_t before;
} JournalEntry;

typedef struct Journal {
  uint64_t written;                 /* entries ever; the position behind the last */
  size_t capacity;                  /* a power of two */
  uint32_t *cells;
  uint8_t *before;
} Journal;

/* An empty journal of a layer with so many cells: at most one entry for each JOURNAL_CELLS, and at
** least JOURNAL_LEAST. False: no memory. */
bool journal_init(Journal *journal, Memory *memory, size_t cells);
void journal_free(Journal *journal, Memory *memory);

static inline void journal_add(Journal *journal, uint32_t cell, uint8_t before) {
  size_t at = journal->written++ & (journal->capacity - 1);
  journal->cells[at] = cell;
  journal->before[at] = before;
}
/* Is everything still there that was added from a position on? */
static inline bool journal_keeps(const Journal *journal, uint64_t position) {
  return journal->written - position <= journal->capacity;
}
static inline JournalEntry journal_at(const Journal *journal, uint64_t position) {
  size_t at = position & (journal->capacity - 1);
  return (JournalEntry){ journal->cells[at], journal->before[at] };
}

#endif
