/*
** A crew: threads that do jobs of equal kind side by side while the thread that leads them waits.
**
** The caller's allocator must only be called on the caller's thread. So while the crew is at work,
** whoever of it needs memory asks the leader for it and waits until that has got it.
*/
#ifndef ASTAR_CREW_H
#define ASTAR_CREW_H

#include "memory.h"
#include "thread.h"

#define CREW_MAX 64

typedef struct MemoryWish MemoryWish;

typedef struct Crew {
  Memory *memory;
  Thread threads[CREW_MAX];
  ThreadStart start;
  int count;                        /* of threads; 0: the leader does the jobs */
  Mutex mutex;
  Condition change;                 /* of anything below */
  void (*job)(void *item);
  void **items;
  int total, begun, done;
  MemoryWish *wishes;
  bool leaving;
} Crew;

/* Starts up to `threads` of them, none where one is wanted. It may come to fewer. */
void crew_start(Crew *crew, Memory *memory, int threads);
/* Does the job on every item; returns when all are done. */
void crew_do(Crew *crew, void (*job)(void *item), void **items, int count);
void crew_end(Crew *crew);

#endif
