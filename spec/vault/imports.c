/*
** The imports get words of all kinds. Whatever these are, the machine traps or goes on; the host and
** the machine beside it notice nothing.
*/
#include "host.h"

enum { ROUNDS = 2500, MOST_ANSWER = 70000 };

static uint8_t answers[MOST_ANSWER];
static const char script[] = "local t = {} for i = 1, 50 do t[i] = i * i end kept = t return #t";

/* Small numbers, places in the machine, ends of it and of all numbers, and anything. */
static uint32_t random_word(const Host *host) {
  static const uint32_t edges[] = { 0, 1, 15, 262143, 262144, HOST_MEMORY - 1, HOST_MEMORY, 0x7fffffff,
                                    0x80000000, 0xfffffff0, 0xffffffff };
  uint32_t size = (uint32_t)la_machine_image_size(host->machine) + 262144;
  switch (random_below(5)) {
    case 0: return (uint32_t)random_below(600);
    case 1: return (uint32_t)random_below((int32_t)size);
    case 2: return size - (uint32_t)random_below(64);
    case 3: return edges[random_below(sizeof edges / sizeof *edges)];
    default: return (uint32_t)random_below(0x7fffffff) << 1 ^ (uint32_t)random_below(1 << 16);
  }
}

typedef struct Tally {
  uint64_t hash;                    /* of all that has come of it */
  int returned, trapped;
} Tally;

static void try_one(Host *host, Tally *tally) {
  static const uint32_t bugs[] = { BUG_TRY, BUG_TRY_THROW, BUG_THROW, BUG_ASK, BUG_FETCH, BUG_ASK_FETCH };
  uint32_t words[BUG_WORDS];
  host->answer = answers;
  host->answer_size = (size_t)random_below(random_below(2) ? MOST_ANSWER : 40);
  host->outcome = random_below(3);
  uint32_t bug = bugs[random_below(sizeof bugs / sizeof *bugs)];
  for (int i = 0; i < BUG_WORDS; i++) words[i] = random_word(host);
  bool done = host_bug(host, bug, words, 1 << 16);
  CHECK(done == (la_machine_trap(host->machine) == NULL));
  tally->returned += done;
  tally->trapped += !done;
  uint64_t word = (uint64_t)la_machine_used(host->machine) << 32 ^ host->done ^ (uint64_t)done << 60;
  tally->hash = (tally->hash ^ word) * 0x100000001b3u;
}

static Tally fuzz(const la_engine *engine, int rounds) {
  Tally tally = { 0, 0, 0 };
  Host host, neighbour;
  random_seed(20);
  host_new(&host, engine);
  host_new(&neighbour, engine);
  CHECK(host_run(&host, script) && host_run(&neighbour, script));
  Image image = host_save(&host), beside = host_save(&neighbour);
  for (int i = 0; i < rounds; i++) {
    try_one(&host, &tally);
    if (la_machine_trap(host.machine) == NULL && random_below(8) > 0) continue;
    CHECK(host_restore(&host, &image));
  }
  CHECK(is_as_it_was(&neighbour, &beside));
  CHECK(host_restore(&host, &image) && host_run(&host, script) && host_run(&neighbour, script));
  CHECK(host_hash(&host) == host_hash(&neighbour));
  free(image.bytes);
  free(beside.bytes);
  host_free(&host);
  host_free(&neighbour);
  return tally;
}

TEST(random_words) {
  const la_engine *engines[2];
  int count = buggy_engines(engines);
  Tally first = { 0, 0, 0 };
  for (size_t i = 0; i < sizeof answers; i++) answers[i] = (uint8_t)(i * 7);
  for (int e = 0; e < count; e++) {
    Tally tally = fuzz(engines[e], (int)cases_of(ROUNDS));
    CHECK(tally.returned > 20 && tally.trapped > 20);
    if (e == 0) first = tally;
    CHECK(tally.hash == first.hash && tally.returned == first.returned);
  }
}

/* To the innermost of those that have the context; a trap when none has it. */
TEST(throws_find_their_context) {
  const la_engine *engines[2];
  int count = buggy_engines(engines);
  for (int e = 0; e < count; e++)
    for (uint32_t which = 0; which < 27; which++) {
      const uint32_t words[BUG_WORDS] = { 100 + which % 3, 100 + which / 3 % 3, 100 + which / 9, 0 };
      Host host;
      host_new(&host, engines[e]);
      bool done = host_bug(&host, BUG_TRY_THROW, words, PLENTY);
      uint32_t expected = words[2] == words[1] ? 2 : words[2] == words[0] ? 1 : 0;
      CHECK(done == (expected != 0) && (!done || host.done == expected));
      CHECK(!done || host_run(&host, script));
      host_free(&host);
    }
}

static const uint8_t *where(const Host *host, uint32_t place, size_t size) {
  static const uint8_t none[1];
  const uint8_t *bytes = la_machine_at(host->machine, place, size);
  return bytes != NULL ? bytes : none;
}

/* An answer that fits is there at once; one that does not, when it is fetched; no byte beyond it. */
TEST(answers_arrive) {
  enum { PLACE = 1 << 20, ROOM = 64, TO = PLACE + 4096 };
  const la_engine *engines[2];
  int count = buggy_engines(engines);
  for (int e = 0; e < count; e++)
    for (size_t size = 0; size < 200; size += 7) {
      const uint32_t grow[BUG_WORDS] = { 0 }, ask[BUG_WORDS] = { PLACE, 8, ROOM, TO };
      size_t at = size > ROOM ? TO : PLACE;
      Host host;
      host_new(&host, engines[e]);
      host.answer = answers;
      host.answer_size = size;
      host.outcome = LA_ANSWERED_ERROR;
      CHECK(host_bug(&host, BUG_GROW, grow, PLENTY) && host_bug(&host, BUG_ASK_FETCH, ask, PLENTY));
      CHECK(host.done == (size << 2 | LA_ANSWERED_ERROR));
      CHECK(memcmp(where(&host, (uint32_t)at, 256), answers, size) == 0);
      CHECK(where(&host, (uint32_t)at, 256)[size] == 0);
      host_free(&host);
    }
}

int main(void) { return run_tests(); }
