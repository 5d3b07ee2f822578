/*
** What is noted as written in machines' memory: blocks that are not are what they were, in several
** threads, while machines grow, trap and go back.
*/
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { THREADS = 3, ROUNDS = 90, SHEET = LA_MACHINE_BLOCK };

static const char script[] =
  "kept = kept or {}\n"
  "local n = #kept\n"
  "for i = 1, n % 7 * 40 do kept[n + i] = { i, tostring(i / 3) } end\n"
  "if n == 0 then for i = 1, 500 do kept[i] = { x = i } end end\n"
  "kept[n // 2 + 1] = ('x'):rep(n % 900)\n"
  "if n > 3000 then kept = nil collectgarbage() end\n"
  "return n\n";

typedef struct Work {
  const la_engine *engine;
  int known, unwritten, wrong;
} Work;

/* Compares with an image what is said not to have been written since; a new image. */
static Image look(Work *work, const Host *host, const Image *before, bool again) {
  size_t count;
  const uint8_t *written = la_machine_written(host->machine, again, &count);
  const uint8_t *now = la_machine_state(host->machine);
  work->known += count > 0;
  for (size_t i = 0; before->bytes != NULL && i < count && i < before->size / SHEET; i++) {
    if (written[i] != 0) continue;
    work->unwritten++;
    work->wrong += memcmp(before->bytes + i * SHEET, now + i * SHEET, SHEET) != 0;
  }
  return host_save(host);
}

/* After a poke nothing runs until the machine has gone back. */
static void step(Work *work, Host *host, const Image *first, uint32_t round) {
  const uint32_t poke[BUG_WORDS] = { 270000 + round * 977 % 100000, round };
  const uint32_t outside[BUG_WORDS] = { 0xf0000000 };
  if (round % 10 == 8) work->wrong += !host_bug(host, BUG_POKE, poke, PLENTY);
  if (round % 10 == 8) return;
  if (round % 30 == 17) work->wrong += host_bug(host, BUG_PEEK, outside, 1 << 20);
  if (round % 10 == 9 || round % 30 == 17) work->wrong += !host_restore(host, first);
  work->wrong += !host_run(host, script);
}

static void *run_all(void *given) {
  Work *work = given;
  Host host;
  host_new(&host, work->engine);
  Image first = host_save(&host), before = { NULL, 0, 0, 0 };
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Image now = look(work, &host, &before, round % 3 == 0);
    if (round % 3 == 0) {
      free(before.bytes);
      before = now;
    } else {
      free(now.bytes);              /* the notes are still those since `before` */
    }
    step(work, &host, &first, round);
  }
  free(before.bytes);
  free(first.bytes);
  host_free(&host);
  return NULL;
}

TEST(what_is_not_written_is_the_same) {
  const la_engine *engines[2];
  int count = buggy_engines(engines);
  for (int i = 0; i < count; i++) {
    Work work[THREADS];
    pthread_t threads[THREADS];
    for (int k = 0; k < THREADS; k++) {
      work[k] = (Work){ engines[i], 0, 0, 0 };
      CHECK(pthread_create(&threads[k], NULL, run_all, &work[k]) == 0);
    }
    for (int k = 0; k < THREADS; k++) {
      pthread_join(threads[k], NULL);
      CHECK(work[k].wrong == 0);
      CHECK((work[k].known == 0) == (work[k].unwritten == 0));
      CHECK(engines[i]->guarded || work[k].known == 0);
    }
  }
}

/* A process that was forked has copies of the memory, of which nothing is noted. */
TEST(a_forked_process_knows_nothing) {
  const la_engine *engines[2];
  buggy_engines(engines);
  Host host;
  size_t count;
  host_new(&host, engines[0]);
  la_machine_written(host.machine, true, &count);
  pid_t child = fork();
  if (child == 0) {
    bool ran = host_run(&host, script);
    la_machine_written(host.machine, true, &count);
    _exit(ran && count == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  host_free(&host);
}

int main(void) { return run_tests(); }
