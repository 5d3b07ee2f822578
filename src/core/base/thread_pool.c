#include "thread_pool.h"

/* ---- waiting --------------------------------------------------------------------------------- */

/* How often one looks whether anything has changed before one goes to sleep. To be woken takes
** longer than most waits of a pool last. */
#define THREAD_POOL_SPINS 200

/* The mutex is held in these two. */
static void thread_pool_tell(ThreadPool *pool) {
  pool->changes++;
  condition_wake_all(&pool->change);
}

static void thread_pool_await(ThreadPool *pool) {
  uint32_t seen = pool->changes;
  for (int i = 0; i < THREAD_POOL_SPINS && pool->changes == seen; i++) {
    mutex_unlock(&pool->mutex);
    thread_yield();
    mutex_lock(&pool->mutex);
  }
  if (pool->changes == seen) condition_wait(&pool->change, &pool->mutex);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A worker's call of memory_resize that waits for the leader; it lies on the worker's stack. */
struct MemoryRequest {
  MemoryRequest *next;
  void *block;
  size_t old_size, new_size;
  void *answer;
  bool granted;
};

static void *thread_pool_request(void *user, void *block, size_t old_size, size_t new_size) {
  ThreadPool *pool = user;
  if (thread_is(pool->leader)) return memory_reallocate(pool->memory, block, old_size, new_size);
  MemoryRequest mine = { .block = block, .old_size = old_size, .new_size = new_size };
  mutex_lock(&pool->mutex);
  mine.next = pool->requests;
  pool->requests = &mine;
  thread_pool_tell(pool);
  while (!mine.granted) thread_pool_await(pool);
  mutex_unlock(&pool->mutex);
  return mine.answer;
}

/* The mutex is held. */
static void thread_pool_serve(ThreadPool *pool) {
  Memory *memory = pool->memory;
  for (; pool->requests != NULL; pool->requests = pool->requests->next) {
    MemoryRequest *one = pool->requests;
    one->answer = memory_reallocate(memory, one->block, one->old_size, one->new_size);
    one->granted = true;
  }
  thread_pool_tell(pool);
}

/* ---- work ------------------------------------------------------------------------------------ */

/* The mutex is held, but not while the job is done. */
static void do_next(ThreadPool *pool) {
  void *item = pool->items[pool->begun++];
  mutex_unlock(&pool->mutex);
  pool->job(item);
  mutex_lock(&pool->mutex);
  if (++pool->done == pool->total) thread_pool_tell(pool);
}

static void thread_pool_work(void *user) {
  ThreadPool *pool = user;
  mutex_lock(&pool->mutex);
  while (!pool->leaving) {
    if (pool->begun < pool->total) do_next(pool);
    else thread_pool_await(pool);
  }
  mutex_unlock(&pool->mutex);
}

void thread_pool_start(ThreadPool *pool, Memory *memory, int threads) {
  *pool = (ThreadPool){ .memory = memory, .leader = thread_name() };
  if (threads < 2) return;
  if (threads > THREAD_POOL_MAX) threads = THREAD_POOL_MAX;
  if (!mutex_init(&pool->mutex)) return;
  if (!condition_init(&pool->change)) {
    mutex_free(&pool->mutex);
    return;
  }
  pool->start = (ThreadStart){ thread_pool_work, pool, 0 };
  while (pool->count < threads - 1 && thread_start(&pool->workers[pool->count], &pool->start))
    pool->count++;
  if (pool->count > 0) return;
  condition_free(&pool->change);
  mutex_free(&pool->mutex);
}

void thread_pool_do(ThreadPool *pool, void (*job)(void *item), void **items, int count) {
  if (pool->count == 0 || count < 2) {
    for (int i = 0; i < count; i++) job(items[i]);
    return;
  }
  mutex_lock(&pool->mutex);
  pool->memory->server = (MemoryServer){ thread_pool_request, pool };
  pool->job = job;
  pool->items = items;
  pool->begun = pool->done = 0;
  pool->total = count;
  thread_pool_tell(pool);
  while (pool->done < count) {
    if (pool->requests != NULL) thread_pool_serve(pool);
    else if (pool->begun < pool->total) do_next(pool);
    else thread_pool_await(pool);
  }
  pool->memory->server = (MemoryServer){ 0 };
  mutex_unlock(&pool->mutex);
}

void thread_pool_end(ThreadPool *pool) {
  if (pool->count == 0) return;
  mutex_lock(&pool->mutex);
  pool->leaving = true;
  thread_pool_tell(pool);
  mutex_unlock(&pool->mutex);
  for (int i = 0; i < pool->count; i++) thread_join(pool->workers[i]);
  condition_free(&pool->change);
  mutex_free(&pool->mutex);
}
