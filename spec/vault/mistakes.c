/*
** Each mistake that a guest can make is a trap, or harms only the machine in which it is made: the
** host goes on, other machines are what they were, byte by byte, and the machine itself is well again
** when it is put back.
*/
#include "host.h"

#define MANY 0x7ffffff0u

static const char script[] =
  "local t = {}\n"
  "for i = 1, 200 do t[i] = { i, tostring(i) .. 'x' } end\n"
  "table.sort(t, function(a, b) return a[2] < b[2] end)\n"
  "local s = {}\n"
  "for i, pair in ipairs(t) do s[i] = pair[2]:gsub('x', '-') end\n"
  "kept = (kept or 0) + #table.concat(s)\n"
  "return table.concat(s), kept, 1 / 3, coroutine.wrap(function() coroutine.yield(kept) end)()\n";

enum { TRAPS = 1, RETURNS, EITHER };

typedef struct Mistake {
  const char *name;
  uint32_t bug;
  uint32_t words[BUG_WORDS];
  int ends;
  const char *trap;
} Mistake;

#define OUTSIDE "it touched memory outside of the machine"
#define NO_FUNCTION "it called what is no function"
#define TOO_DEEP "too many calls in calls"
#define GAVE_UP "it gave up"
#define TOO_MUCH "too many instructions in one"

static const Mistake mistakes[] = {
  { "peek below the end", BUG_PEEK, { HOST_MEMORY + 100 }, TRAPS, OUTSIDE },
  { "peek at a negative place", BUG_PEEK, { 0xfffffffc }, TRAPS, OUTSIDE },
  { "peek across the last address", BUG_PEEK_WIDE, { 0xfffffffd }, TRAPS, OUTSIDE },
  { "peek farther than 32 bits", BUG_PEEK_FAR, { 0xffffffff }, TRAPS, OUTSIDE },
  { "peek a byte", BUG_PEEK_BYTE, { 0xc0000000 }, TRAPS, OUTSIDE },
  { "peek at nothing", BUG_PEEK, { 0 }, RETURNS, NULL },
  { "poke outside", BUG_POKE, { 0x80000000, 1 }, TRAPS, OUTSIDE },
  { "poke a byte outside", BUG_POKE_BYTE, { 0xffffffff, 1 }, TRAPS, OUTSIDE },
  { "poke eight bytes outside", BUG_POKE_WIDE, { HOST_MEMORY - 7, 1 }, TRAPS, OUTSIDE },
  { "poke its own words", BUG_POKE, { 262144, 0x41414141 }, RETURNS, NULL },
  { "copy out", BUG_COPY, { MANY, 0, 100 }, TRAPS, OUTSIDE },
  { "copy in", BUG_COPY, { 0, 0xffffff00, 0x1000 }, TRAPS, OUTSIDE },
  { "copy too much", BUG_COPY, { 0, 4, 0xffffffff }, TRAPS, OUTSIDE },
  { "copy over itself", BUG_COPY, { 262144, 262148, 300000 }, EITHER, NULL },
  { "fill outside", BUG_FILL, { 0xfffffff0, 1, 0x20 }, TRAPS, OUTSIDE },
  { "fill itself", BUG_FILL, { 262144, 0xff, 200000 }, EITHER, NULL },
  { "free twice", BUG_FREE_TWICE, { 0 }, EITHER, NULL },
  { "smash the heap", BUG_SMASH_HEAP, { 0xffffffff }, EITHER, NULL },
  { "smash the heap with a place", BUG_SMASH_HEAP, { 262144 }, EITHER, NULL },
  { "smash the heap with an end", BUG_SMASH_HEAP, { 0xffffffff - 15 }, EITHER, NULL },
  { "grow to the limit", BUG_GROW, { 0 }, RETURNS, NULL },
  { "spray a little", BUG_SPRAY, { 7, 100 }, EITHER, NULL },
  { "spray much", BUG_SPRAY, { 8, 1000000 }, EITHER, NULL },
  { "call number 0", BUG_CALL, { 0 }, TRAPS, NO_FUNCTION },
  { "call beyond the table", BUG_CALL, { 0xfffffff }, TRAPS, NO_FUNCTION },
  { "call the last number", BUG_CALL, { 0xffffffff }, TRAPS, NO_FUNCTION },
  { "recurse on its own stack", BUG_RECURSE_WIDE, { 0 }, TRAPS, NULL },
  { "recurse on the host's stack", BUG_RECURSE_NARROW, { 0 }, TRAPS, TOO_DEEP },
  { "move the stack outside", BUG_MOVE_STACK, { 0xf0000000 }, TRAPS, OUTSIDE },
  { "move the stack to the heap", BUG_MOVE_STACK, { HOST_MEMORY / 2 }, TRAPS, NULL },
  { "loop", BUG_LOOP, { 0 }, TRAPS, TOO_MUCH },
  { "divide by zero", BUG_DIVIDE, { 1, 0 }, TRAPS, "a division by zero" },
  { "divide the least by -1", BUG_DIVIDE, { 0x80000000, 0xffffffff }, TRAPS, "an integer overflowed" },
  { "convert a NaN", BUG_CONVERT, { 0, 0x7ff80000 }, TRAPS, "a number that is none was converted" },
  { "convert 1e300", BUG_CONVERT, { 0, 0x7e37e43c }, TRAPS, "an integer overflowed" },
  { "give up", BUG_UNREACHABLE, { 0 }, TRAPS, GAVE_UP },
  { "throw to nobody", BUG_THROW, { 12345 }, TRAPS, GAVE_UP },
  { "try a forged function", BUG_TRY, { 1, 0xfffff, 3, 4 }, TRAPS, NO_FUNCTION },
  { "ask outside", BUG_ASK, { 0xffffff00, 10, 0 }, TRAPS, OUTSIDE },
  { "ask too much", BUG_ASK, { 0, 0xffffffff, 0 }, TRAPS, OUTSIDE },
  { "ask for too much", BUG_ASK, { 0, 10, 0xffffffff }, TRAPS, OUTSIDE },
  { "fetch what was not asked", BUG_FETCH, { 262144 }, TRAPS, OUTSIDE },
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

typedef struct Outcome {
  bool done;
  uint32_t result;
  int64_t used;
  char trap[80];
} Outcome;

static Outcome outcomes[2][MISTAKES];
static const la_engine *engines[2];

/* What the script returns, and what it takes, in a machine where it has run once. */
static uint8_t *right;
static size_t right_size;
static int64_t right_fuel;
static uint64_t right_hash;

static bool runs_right(Host *host) {
  const uint8_t *bytes;
  if (!host_run(host, script)) return false;
  return host_results(host, &bytes) == right_size && memcmp(bytes, right, right_size) == 0 &&
         la_machine_used(host->machine) == right_fuel && host_hash(host) == right_hash;
}

static void learn_what_is_right(const la_engine *engine) {
  Host host;
  const uint8_t *bytes;
  host_new(&host, engine);
  CHECK(host_run(&host, script));
  CHECK(host_run(&host, script));
  right_size = host_results(&host, &bytes);
  CHECK(right_size > 500);
  right = malloc(right_size);
  memcpy(right, bytes, right_size);
  right_fuel = la_machine_used(host.machine);
  right_hash = host_hash(&host);
  host_free(&host);
}

static void complain(const Mistake *mistake, const la_engine *engine, const Outcome *outcome) {
  printf("%s, %s: %s, trap '%s'\n", mistake->name, engine->guarded ? "guard" : "bounds",
         outcome->done ? "returned" : "did not return", outcome->trap);
}

static bool is_expected(const Mistake *mistake, const Outcome *outcome) {
  bool has_trap = outcome->trap[0] != 0;
  if (outcome->done == has_trap) return false;
  if (mistake->ends != EITHER && outcome->done != (mistake->ends == RETURNS)) return false;
  return mistake->trap == NULL || strcmp(mistake->trap, outcome->trap) == 0;
}

/* A broken machine is entered no more, but to say where it was. */
static void check_refusals(Host *host) {
  uint32_t none, before = host->done;
  int64_t used = la_machine_used(host->machine);
  for (int entry = 0; entry <= LA_ENTRIES; entry++)
    if (entry != LA_ENTRY_WHERE)
      CHECK(!la_machine_call(host->machine, (la_entry)entry, 0, PLENTY, &none));
  const char *trap = la_machine_trap(host->machine);
  la_machine_call(host->machine, LA_ENTRY_WHERE, 0, 1 << 26, &none);
  CHECK(la_machine_trap(host->machine) == trap && la_machine_used(host->machine) == used);
  host->done = before;
}

static Outcome make_mistake(Host *host, const Mistake *mistake) {
  Outcome outcome = { .done = host_bug(host, mistake->bug, mistake->words, 1 << 27) };
  outcome.result = outcome.done ? host->done : 0;
  outcome.used = la_machine_used(host->machine);
  const char *trap = la_machine_trap(host->machine);
  snprintf(outcome.trap, sizeof outcome.trap, "%s", trap != NULL ? trap : "");
  if (!outcome.done) check_refusals(host);
  return outcome;
}

static void try_all(const la_engine *engine, Outcome *list) {
  Host host, neighbour;
  host_new(&host, engine);
  host_new(&neighbour, engine);
  CHECK(host_run(&host, script) && host_run(&neighbour, script));
  Image image = host_save(&host), beside = host_save(&neighbour);
  for (int i = 0; i < MISTAKES; i++) {
    list[i] = make_mistake(&host, &mistakes[i]);
    if (!CHECK(is_expected(&mistakes[i], &list[i]))) complain(&mistakes[i], engine, &list[i]);
    CHECK(is_as_it_was(&neighbour, &beside));
    CHECK(host_restore(&host, &image) && is_as_it_was(&host, &image));
    if (!CHECK(runs_right(&host))) complain(&mistakes[i], engine, &list[i]);
    CHECK(host_restore(&host, &image));
  }
  CHECK(runs_right(&neighbour));
  free(image.bytes);
  free(beside.bytes);
  host_free(&host);
  host_free(&neighbour);
}

TEST(mistakes_harm_only_the_machine) {
  int count = buggy_engines(engines);
  learn_what_is_right(engines[0]);
  for (int i = 0; i < count; i++) try_all(engines[i], outcomes[i]);
}

TEST(both_engines_end_alike) {
  if (buggy_engines(engines) < 2) return;
  for (int i = 0; i < MISTAKES; i++) {
    const Outcome *a = &outcomes[0][i], *b = &outcomes[1][i];
    bool same = a->done == b->done && a->result == b->result && a->used == b->used &&
                strcmp(a->trap, b->trap) == 0;
    if (!CHECK(same))
      printf("%s: fuel %lld and %lld\n", mistakes[i].name, (long long)a->used, (long long)b->used);
  }
}

/* Every number of a function: some do something, most have another type. None reaches the host. */
TEST(every_function_can_be_called) {
  int count = buggy_engines(engines), returned = 0, trapped = 0;
  for (int e = 0; e < count; e++) {
    Host host, neighbour;
    host_new(&host, engines[e]);
    host_new(&neighbour, engines[e]);
    CHECK(host_run(&host, script) && host_run(&neighbour, script));
    Image image = host_save(&host);
    for (uint32_t number = 0; number < 700; number++) {
      const uint32_t words[BUG_WORDS] = { number, 262144 + number * 64, number };
      if (host_bug(&host, BUG_CALL, words, 1 << 20)) returned++;
      else trapped++;
      CHECK(host_restore(&host, &image));
    }
    CHECK(runs_right(&host) && runs_right(&neighbour));
    free(image.bytes);
    host_free(&host);
    host_free(&neighbour);
  }
  CHECK(returned > 0 && trapped > 0);
}

/* The whole of its memory, and not a byte more: as many pages as the limit has. */
TEST(memory_is_the_limit) {
  int count = buggy_engines(engines);
  for (int e = 0; e < count; e++)
    for (size_t pages = 5; pages < 40; pages += 5) {
      Host host;
      const uint32_t none[BUG_WORDS] = { 0 };
      if (!host_begin(&host, engines[e], pages * LA_MACHINE_PAGE + 1000)) continue;
      CHECK(host_bug(&host, BUG_GROW, none, PLENTY));
      const uint32_t last[BUG_WORDS] = { (uint32_t)(pages * LA_MACHINE_PAGE) - 4, 1 };
      const uint32_t next[BUG_WORDS] = { (uint32_t)(pages * LA_MACHINE_PAGE) - 3, 1 };
      CHECK(host_bug(&host, BUG_POKE, last, PLENTY));
      CHECK(!host_bug(&host, BUG_POKE, next, PLENTY));
      host_free(&host);
    }
}

/* What has not been fetched in its call is not there in the next one: the host has freed it. */
TEST(answers_end_with_their_call) {
  int count = buggy_engines(engines);
  for (int e = 0; e < count; e++) {
    Host host;
    const uint32_t ask[BUG_WORDS] = { 262144, 8, 8 }, fetch[BUG_WORDS] = { 300000 };
    host_new(&host, engines[e]);
    host.answer_size = 100000;
    uint8_t *answer = malloc(host.answer_size);
    host.answer = memset(answer, 7, host.answer_size);
    CHECK(host_bug(&host, BUG_ASK, ask, PLENTY));
    free(answer);
    CHECK(!host_bug(&host, BUG_FETCH, fetch, PLENTY));
    host_free(&host);
  }
}

/* An image that is none is refused, and the machine stays what it was. */
TEST(images_of_nothing_are_refused) {
  int count = buggy_engines(engines);
  for (int e = 0; e < count; e++) {
    Host host;
    host_new(&host, engines[e]);
    CHECK(host_run(&host, script));
    Image image = host_save(&host);
    for (uint32_t pages = 0; pages < 5; pages++)
      CHECK(!la_machine_reset(host.machine, pages, 0));
    CHECK(!la_machine_reset(host.machine, HOST_MEMORY / LA_MACHINE_PAGE + 1, 0));
    CHECK(!la_machine_reset(host.machine, UINT32_MAX, 0));
    CHECK(is_as_it_was(&host, &image) && runs_right(&host));
    free(image.bytes);
    host_free(&host);
  }
}

int main(void) {
  int status = run_tests();
  free(right);
  return status;
}
