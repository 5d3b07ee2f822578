#include "crew.h"

/* ---- waiting --------------------------------------------------------------------------------- */

/* How often one looks whether anything has changed before one goes to sleep. To be woken takes
** longer than most waits of a crew last. */
#define CREW_PATIENCE 200

/* The mutex is held in these two. */
static void crew_tell(Crew *crew) {
  crew->changes++;
  condition_wake_all(&crew->change);
}

static void crew_await(Crew *crew) {
  uint32_t seen = crew->changes;
  for (int i = 0; i < CREW_PATIENCE && crew->changes == seen; i++) {
    mutex_unlock(&crew->mutex);
    thread_yield();
    mutex_lock(&crew->mutex);
  }
  if (crew->changes == seen) condition_wait(&crew->change, &crew->mutex);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A helper's call of memory_resize that waits for the leader; it lies on the helper's stack. */
struct MemoryWish {
  MemoryWish *next;
  void *block;
  size_t old_size, new_size;
  void *answer;
  bool granted;
};

static void *crew_wish(void *user, void *block, size_t old_size, size_t new_size) {
  Crew *crew = user;
  if (thread_is(crew->leader)) return memory_reallocate(crew->memory, block, old_size, new_size);
  MemoryWish mine = { .block = block, .old_size = old_size, .new_size = new_size };
  mutex_lock(&crew->mutex);
  mine.next = crew->wishes;
  crew->wishes = &mine;
  crew_tell(crew);
  while (!mine.granted) crew_await(crew);
  mutex_unlock(&crew->mutex);
  return mine.answer;
}

/* The mutex is held. */
static void crew_grant(Crew *crew) {
  Memory *memory = crew->memory;
  for (; crew->wishes != NULL; crew->wishes = crew->wishes->next) {
    MemoryWish *one = crew->wishes;
    one->answer = memory_reallocate(memory, one->block, one->old_size, one->new_size);
    one->granted = true;
  }
  crew_tell(crew);
}

/* ---- work ------------------------------------------------------------------------------------ */

/* The mutex is held, but not while the job is done. */
static void do_next(Crew *crew) {
  void *item = crew->items[crew->begun++];
  mutex_unlock(&crew->mutex);
  crew->job(item);
  mutex_lock(&crew->mutex);
  if (++crew->done == crew->total) crew_tell(crew);
}

static void crew_help(void *user) {
  Crew *crew = user;
  mutex_lock(&crew->mutex);
  while (!crew->leaving) {
    if (crew->begun < crew->total) do_next(crew);
    else crew_await(crew);
  }
  mutex_unlock(&crew->mutex);
}

void crew_start(Crew *crew, Memory *memory, int threads) {
  *crew = (Crew){ .memory = memory, .leader = thread_name() };
  if (threads < 2) return;
  if (threads > CREW_MAX) threads = CREW_MAX;
  if (!mutex_init(&crew->mutex)) return;
  if (!condition_init(&crew->change)) {
    mutex_free(&crew->mutex);
    return;
  }
  crew->start = (ThreadStart){ crew_help, crew, 0 };
  while (crew->count < threads - 1 && thread_start(&crew->helpers[crew->count], &crew->start))
    crew->count++;
  if (crew->count > 0) return;
  condition_free(&crew->change);
  mutex_free(&crew->mutex);
}

void crew_do(Crew *crew, void (*job)(void *item), void **items, int count) {
  if (crew->count == 0 || count < 2) {
    for (int i = 0; i < count; i++) job(items[i]);
    return;
  }
  mutex_lock(&crew->mutex);
  crew->memory->server = (MemoryServer){ crew_wish, crew };
  crew->job = job;
  crew->items = items;
  crew->begun = crew->done = 0;
  crew->total = count;
  crew_tell(crew);
  while (crew->done < count) {
    if (crew->wishes != NULL) crew_grant(crew);
    else if (crew->begun < crew->total) do_next(crew);
    else crew_await(crew);
  }
  crew->memory->server = (MemoryServer){ 0 };
  mutex_unlock(&crew->mutex);
}

void crew_end(Crew *crew) {
  if (crew->count == 0) return;
  mutex_lock(&crew->mutex);
  crew->leaving = true;
  crew_tell(crew);
  mutex_unlock(&crew->mutex);
  for (int i = 0; i < crew->count; i++) thread_join(crew->helpers[i]);
  condition_free(&crew->change);
  mutex_free(&crew->mutex);
}
