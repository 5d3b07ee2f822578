#include "crew.h"

/* ---- memory ---------------------------------------------------------------------------------- */

/* A call of memory_resize that waits for the leader; it lies on the stack of who wishes. */
struct MemoryWish {
  MemoryWish *next;
  void *block;
  size_t old_size, new_size;
  void *answer;
  bool granted;
};

static void *wish(void *user, void *block, size_t old_size, size_t new_size) {
  Crew *crew = user;
  MemoryWish mine = { .block = block, .old_size = old_size, .new_size = new_size };
  mutex_lock(&crew->mutex);
  mine.next = crew->wishes;
  crew->wishes = &mine;
  condition_wake_all(&crew->change);
  while (!mine.granted) condition_wait(&crew->change, &crew->mutex);
  mutex_unlock(&crew->mutex);
  return mine.answer;
}

/* The mutex is held. */
static void grant(Crew *crew) {
  Memory *memory = crew->memory;
  for (; crew->wishes != NULL; crew->wishes = crew->wishes->next) {
    MemoryWish *one = crew->wishes;
    one->answer = memory_reallocate(memory, one->block, one->old_size, one->new_size);
    one->granted = true;
  }
  condition_wake_all(&crew->change);
}

/* ---- work ------------------------------------------------------------------------------------ */

static void work(void *user) {
  Crew *crew = user;
  mutex_lock(&crew->mutex);
  for (;;) {
    while (!crew->leaving && crew->begun == crew->total)
      condition_wait(&crew->change, &crew->mutex);
    if (crew->leaving) break;
    void *item = crew->items[crew->begun++];
    mutex_unlock(&crew->mutex);
    crew->job(item);
    mutex_lock(&crew->mutex);
    if (++crew->done == crew->total) condition_wake_all(&crew->change);
  }
  mutex_unlock(&crew->mutex);
}

void crew_start(Crew *crew, Memory *memory, int threads) {
  *crew = (Crew){ .memory = memory };
  if (threads < 2) return;
  if (threads > CREW_MAX) threads = CREW_MAX;
  if (!mutex_init(&crew->mutex)) return;
  if (!condition_init(&crew->change)) {
    mutex_free(&crew->mutex);
    return;
  }
  crew->start = (ThreadStart){ work, crew };
  while (crew->count < threads && thread_start(&crew->threads[crew->count], &crew->start))
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
  crew->memory->server = (MemoryServer){ wish, crew };
  crew->job = job;
  crew->items = items;
  crew->begun = crew->done = 0;
  crew->total = count;
  condition_wake_all(&crew->change);
  while (crew->done < count) {
    if (crew->wishes != NULL) grant(crew);
    else condition_wait(&crew->change, &crew->mutex);
  }
  crew->memory->server = (MemoryServer){ 0 };
  mutex_unlock(&crew->mutex);
}

void crew_end(Crew *crew) {
  if (crew->count == 0) return;
  mutex_lock(&crew->mutex);
  crew->leaving = true;
  condition_wake_all(&crew->change);
  mutex_unlock(&crew->mutex);
  for (int i = 0; i < crew->count; i++) thread_join(crew->threads[i]);
  condition_free(&crew->change);
  mutex_free(&crew->mutex);
}
