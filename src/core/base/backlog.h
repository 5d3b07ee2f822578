/*
** Backlogs: what was logged while a table was made in steps, and has to be repaired in it at the
** end. The log itself is a ring, and may have lost it by then.
*/
#ifndef ASTAR_BACKLOG_H
#define ASTAR_BACKLOG_H

#include "changes.h"

typedef struct Backlog {
  Changes *log;
  uint64_t seen;                    /* position in the log */
  astar_rect *rects;
  size_t count, capacity, area;     /* of all that was kept */
  size_t taken;                     /* rectangles that have been */
  bool lost;                        /* some of it is lost, or it is more than is worth keeping */
  size_t most;                      /* cells that are worth keeping */
} Backlog;

/* Keeps what the log is told from now on, up to `most` cells. */
void backlog_begin(Backlog *backlog, Changes *log, size_t most);
/* To be called often enough that the log has lost nothing. */
void backlog_read(Backlog *backlog, Memory *memory);
/* The next rows of what was kept: no more than so many cells, or one row. False: there are none. */
bool backlog_take(Backlog *backlog, size_t cells, astar_rect *part);
void backlog_free(Backlog *backlog, Memory *memory);

#endif
