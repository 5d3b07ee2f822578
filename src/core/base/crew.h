/*
** A crew: threads that do equal jobs in parallel. One is the caller's own, the leader; the others
** are helpers.
**
** The caller's allocator must be called on the caller's thread only. So while the crew works, a
** helper that needs memory passes a request to the leader, and waits until the leader has finished
** its own job and served the request.
*/
#ifndef ASTAR_CREW_H
#define ASTAR_CREW_H

#include "memory.h"
#include "thread.h"

#define CREW_MAX 64

typedef struct MemoryWish MemoryWish;

typedef struct Crew {
  Memory *memory;
  ThreadName leader;
  Thread helpers[CREW_MAX - 1];
  ThreadStart start;
  int count;                        /* of helpers */
  Mutex mutex;
  Condition change;                 /* of anything below */
  uint32_t changes;                 /* how many there were */
  void (*job)(void *item);
  void **items;
  int total, begun, done;
  MemoryWish *wishes;
  bool leaving;
} Crew;

/* A crew of `threads`, the caller's included. It may come to fewer. */
void crew_start(Crew *crew, Memory *memory, int threads);
/* Does the job on every item; returns when all are done. */
void crew_do(Crew *crew, void (*job)(void *item), void **items, int count);
void crew_end(Crew *crew);

#endif
