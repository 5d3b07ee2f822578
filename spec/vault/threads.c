/*
** Machines of several threads trap at once: each thread has the same results as one that is alone.
*/
#include <pthread.h>

#include "host.h"

enum { THREADS = 4, ROUNDS = 60 };

static const char script[] =
  "kept = (kept or 0) + 1\n"
  "local t = {}\n"
  "for i = 1, 50 do t[i] = (i * 37) % 50 .. 'x' end\n"
  "table.sort(t)\n"
  "return kept, table.concat(t)\n";

typedef struct Work {
  const la_engine *engine;
  uint64_t hash;
  int traps, wrong;
} Work;

/* Two machines, one of which is called by the other's question, and traps there. */
static void trap_in_answer(Host *host) {
  const uint32_t outside[BUG_WORDS] = { 0xf0000000 };
  Image image = host_save(host->other);
  host_bug(host->other, BUG_PEEK, outside, PLENTY);
  host_restore(host->other, &image);
  free(image.bytes);
}

static void *run_all(void *given) {
  static const uint32_t bugs[] = { BUG_PEEK, BUG_POKE, BUG_CALL, BUG_RECURSE_NARROW, BUG_UNREACHABLE };
  const uint32_t words[BUG_WORDS] = { 0xf0000000, 8, 8 }, ask[BUG_WORDS] = { 262144, 8, 8 };
  Work *work = given;
  Host host, other;
  host_new(&host, work->engine);
  host_new(&other, work->engine);
  host.other = &other;
  host.while_asked = trap_in_answer;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    work->wrong += !host_run(&host, script);
    Image image = host_save(&host);
    work->traps += !host_bug(&host, bugs[i % 5], words, 1 << 20);
    work->wrong += !host_restore(&host, &image);
    work->wrong += !host_bug(&host, BUG_ASK, ask, PLENTY);
    free(image.bytes);
  }
  work->hash = host_hash(&host);
  host_free(&host);
  host_free(&other);
  return NULL;
}

TEST(threads_do_not_meet) {
  const la_engine *engines[2];
  int count = buggy_engines(engines);
  Work work[THREADS], alone = { engines[0], 0, 0, 0 };
  pthread_t threads[THREADS];
  memset(work, 0, sizeof work);
  for (int i = 0; i < THREADS; i++) {
    work[i].engine = engines[i % count];
    CHECK(pthread_create(&threads[i], NULL, run_all, &work[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  run_all(&alone);
  for (int i = 0; i < THREADS; i++)
    CHECK(work[i].traps == ROUNDS && work[i].wrong == 0 && work[i].hash == alone.hash);
}

int main(void) { return run_tests(); }
