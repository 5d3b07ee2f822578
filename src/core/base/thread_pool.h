/*
** A thread pool: threads that do equal jobs in parallel. One is the caller's own, the leader; the
** others are workers.
**
** The caller's allocator must be called on the caller's thread only. So while the pool works, a
** worker that needs memory passes a request to the leader, and waits until the leader has finished
** its own job and served the request.
*/
#ifndef ASTAR_THREAD_POOL_H
#define ASTAR_THREAD_POOL_H

#include "memory.h"
#include "thread.h"

#define THREAD_POOL_MAX 64

typedef struct MemoryRequest MemoryRequest;

typedef struct ThreadPool {
  Memory *memory;
  ThreadName leader;
  Thread workers[THREAD_POOL_MAX - 1];
  ThreadStart start;
  int count;                        /* of workers */
  Mutex mutex;
  Condition change;                 /* of anything below */
  uint32_t changes;                 /* how many there were */
  void (*job)(void *item);
  void **items;
  int total, begun, done;
  MemoryRequest *requests;
  bool leaving;
} ThreadPool;

/* A pool of `threads`, the caller's included. It may come to fewer. */
void thread_pool_start(ThreadPool *pool, Memory *memory, int threads);
/* Does the job on every item; returns when all are done. */
void thread_pool_do(ThreadPool *pool, void (*job)(void *item), void **items, int count);
void thread_pool_end(ThreadPool *pool);

#endif
