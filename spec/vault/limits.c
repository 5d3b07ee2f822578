/*
** Fuel that ends anywhere, and memory of any size: a script comes to its end with what it should
** return, or ends softly, and says where, or traps. It is the same with guard pages and without.
*/
#include "host.h"

/* Trusted code: what the mod's code sees. */
static const char environment[] =
  "sandbox.set_environment { pcall = pcall, xpcall = xpcall, error = error, ipairs = ipairs,\n"
  "  setmetatable = setmetatable, tostring = tostring, string = string, table = table,\n"
  "  coroutine = coroutine, collect = collectgarbage, host = sandbox.host }\n";

static const char script[] =
  "local log = {}\n"
  "local function note(x) log[#log + 1] = tostring(x) end\n"
  "local list = {}\n"
  "for i = 1, 20 do list[i] = (i * 7) % 20 end\n"
  "table.sort(list, function(a, b) return a < b end)\n"
  "note(table.concat(list, ','))\n"
  "note((('abc'):rep(20):gsub('b', function(c) return c .. c end)))\n"
  "local co = coroutine.wrap(function() for i = 1, 10 do coroutine.yield(i) end end)\n"
  "for _ = 1, 10 do note(co()) end\n"
  "note(pcall(error, 'x'))\n"
  "note(select == nil and xpcall(function() error {} end, function(e) note(e) return 'handled' end))\n"
  "do local c <close> = setmetatable({}, { __close = function() note 'closed' end }) end\n"
  "setmetatable({}, { __gc = function() note 'gone' end })\n"
  "collect()\n"
  "note(('x'):rep(9):find('.-.-y'))\n"
  "return table.concat(log, ' ')\n";

/* Of a run: all that can be seen of it. */
typedef struct Run {
  bool done, trapped;
  uint32_t kind;
  int64_t used;
  uint64_t results;
  char where[64];
} Run;

static uint64_t hash_of(const uint8_t *bytes, size_t size) {
  uint64_t hash = size;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static void take_where(const Host *host, char *text, size_t room) {
  const uint8_t *bytes = la_machine_at(host->machine, host_word(host, LA_WORD_WHERE), room);
  if (bytes != NULL) snprintf(text, room, "%.*s", (int)room - 1, (const char *)bytes);
}

static Run run_with(Host *host, const char *text, int64_t fuel) {
  const uint8_t *bytes = NULL;
  Run run;
  memset(&run, 0, sizeof run);
  run.done = host_task(host, TASK_RUN, text, fuel);
  run.trapped = la_machine_trap(host->machine) != NULL;
  run.used = la_machine_used(host->machine);
  run.kind = host_word(host, LA_WORD_KIND);
  uint32_t knows = 0;
  if (run.trapped) la_machine_call(host->machine, LA_ENTRY_WHERE, 0, 1 << 26, &knows);
  if (!run.done) take_where(host, run.where, sizeof run.where);
  size_t size = run.done ? host_results(host, &bytes) : 0;
  run.results = hash_of(bytes, size);
  return run;
}

static bool same_runs(const Run *a, const Run *b) {
  return a->done == b->done && a->trapped == b->trapped && a->kind == b->kind && a->used == b->used &&
         a->results == b->results && strcmp(a->where, b->where) == 0;
}

static bool is_a_line(const char *where) {
  return strncmp(where, "script.lua:", 11) == 0 && where[11] >= '1' && where[11] <= '9';
}

typedef struct Sweep {
  Host hosts[2];
  Image images[2];
  int count, done, soft, traps;
} Sweep;

static void sweep_begin(Sweep *sweep) {
  const la_engine *engines[2];
  memset(sweep, 0, sizeof *sweep);
  sweep->count = buggy_engines(engines);
  for (int e = 0; e < sweep->count; e++) {
    host_new(&sweep->hosts[e], engines[e]);
    CHECK(host_run(&sweep->hosts[e], environment));
    sweep->images[e] = host_save(&sweep->hosts[e]);
  }
}

static void sweep_end(Sweep *sweep) {
  for (int e = 0; e < sweep->count; e++) {
    host_free(&sweep->hosts[e]);
    free(sweep->images[e].bytes);
  }
}

/* The same fuel in each engine. */
static Run sweep_step(Sweep *sweep, const char *text, int64_t fuel) {
  Run runs[2];
  for (int e = 0; e < sweep->count; e++) {
    runs[e] = run_with(&sweep->hosts[e], text, fuel);
    if (!CHECK(same_runs(&runs[0], &runs[e]))) printf("fuel %lld\n", (long long)fuel);
    CHECK(host_restore(&sweep->hosts[e], &sweep->images[e]));
  }
  sweep->done += runs[0].done;
  sweep->traps += runs[0].trapped;
  sweep->soft += !runs[0].done && !runs[0].trapped;
  return runs[0];
}

static bool is_right_end(const Run *run, const Run *right) {
  if (run->done) return run->results == right->results;
  if (run->trapped) return true;
  return run->kind == LA_FAILED_INSTRUCTIONS && (run->where[0] == 0 || is_a_line(run->where));
}

TEST(fuel_ends_anywhere) {
  Sweep sweep;
  int named = 0;
  sweep_begin(&sweep);
  Run right = sweep_step(&sweep, script, PLENTY);
  if (!CHECK(right.done && right.used > 10000)) return;
  for (int64_t fuel = 0; fuel < right.used + 1000; fuel += fuel < 2000 ? 7 : 217) {
    Run run = sweep_step(&sweep, script, fuel);
    bool is_enough = run.done && run.used == right.used, is_nearly = fuel > right.used - 500;
    bool is_right = fuel < right.used ? !run.done || is_nearly : is_enough;
    if (!CHECK(is_right && is_right_end(&run, &right)))
      printf("fuel %lld of %lld: kind %u at '%s'\n", (long long)fuel, (long long)right.used, run.kind,
             run.where);
    named += is_a_line(run.where);
  }
  CHECK(sweep.done > 0 && sweep.soft > 10 && named > sweep.soft / 2);
  sweep_end(&sweep);
}

/* One instruction that takes longer than what a call gets to end: it is cut off, wherever it is. */
#define LONG "(('a'):rep(600)):find('.-.-.-.-b')"

static const char *const places[] = {
  "return " LONG,
  "local co = coroutine.wrap(function() return " LONG " end)\nco()",
  "coroutine.wrap(function() coroutine.wrap(function() coroutine.yield(" LONG ") end)() end)()",
  "table.sort({ 3, 2, 1 }, function(a, b) " LONG " return a < b end)",
  "('abc'):gsub('b', function() return " LONG " end)",
  "setmetatable({}, { __gc = function() " LONG " end })\ncollect()",
  "xpcall(error, function() " LONG " end)",
  "xpcall(function() error {} end, function() " LONG " end)",
  "pcall(pcall, function() " LONG " end)",
  "do local c <close> = setmetatable({}, { __close = function() " LONG " end }) end",
  "return setmetatable({}, { __index = function() " LONG " end }).x",
  "tostring(setmetatable({}, { __tostring = function() " LONG " end }))",
  "table.sort({ 2, 1 }, function() coroutine.wrap(function() pcall(function() " LONG " end) end)() end)",
};

enum { PLACES = sizeof places / sizeof *places };

TEST(traps_anywhere) {
  Sweep sweep;
  sweep_begin(&sweep);
  Run right = sweep_step(&sweep, script, PLENTY);
  for (int i = 0; i < PLACES; i++) {
    Run run = sweep_step(&sweep, places[i], 3000000);
    if (!CHECK(run.trapped && is_a_line(run.where))) printf("%s: at '%s'\n", places[i], run.where);
    Run after = sweep_step(&sweep, script, PLENTY);
    CHECK(same_runs(&after, &right));
  }
  CHECK(sweep.traps == PLACES);
  sweep_end(&sweep);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static const char hungry[] =
  "local list, n = {}, 0\n"
  "while true do n = n + 1 list[n] = ('x'):rep(1000) .. n end\n";
static const char caught[] =
  "local ok, why = pcall(function() local s = 'x' while true do s = s .. s end end)\n"
  "return ok, why\n";

/* Too small a machine is not made; each that is made ends softly when its memory does. */
TEST(memory_of_any_size) {
  const la_engine *engines[2];
  int count = buggy_engines(engines), made = 0;
  for (size_t pages = 0; pages <= 24; pages++) {
    Run runs[2][3];
    bool is_made[2];
    for (int e = 0; e < count; e++) {
      Host host;
      is_made[e] = host_begin(&host, engines[e], pages * LA_MACHINE_PAGE);
      CHECK(is_made[e] == is_made[0]);
      if (!is_made[e]) continue;
      made++;
      bool has_room = host_run(&host, environment);
      for (int i = 0; has_room && i < 3; i++) {
        runs[e][i] = run_with(&host, i == 0 ? hungry : i == 1 ? caught : script, 1 << 26);
        CHECK(same_runs(&runs[e][i], &runs[0][i]));
        CHECK(!runs[e][i].trapped);
        CHECK(runs[e][i].done || runs[e][i].kind == LA_FAILED_MEMORY);
      }
      host_free(&host);
    }
    CHECK(pages > 4 || !is_made[0]);
    CHECK(pages < 8 || is_made[0]);
  }
  CHECK(made > 10);
}

/* ---- machines in machines -------------------------------------------------------------------- */

enum { CHAIN = 8 };

static const char question[] =
  "local n = 0\n"
  "table.sort({ 3, 1, 2 }, function(a, b) host('q') n = n + 1 return a < b end)\n"
  "coroutine.wrap(function() host('q') n = n + 1 end)()\n"
  "local _ = ('ab'):gsub('.', function() pcall(host, 'q') n = n + 1 end)\n"
  "return n\n";

static int calls_in_chain;

/* The next machine asks too; the last one traps, and is put back. */
static void ask_next(Host *host) {
  Host *next = host->other;
  calls_in_chain++;
  if (next->other != NULL) {
    CHECK(host_task(next, TASK_RUN, "return host('q')", PLENTY));
    CHECK(la_machine_trap(next->machine) == NULL);
    return;
  }
  const uint32_t outside[BUG_WORDS] = { 0xf0000000 }, none[BUG_WORDS] = { 0 };
  Image image = host_save(next);
  CHECK(!host_bug(next, BUG_PEEK, outside, PLENTY) && host_restore(next, &image));
  CHECK(!host_bug(next, BUG_RECURSE_NARROW, none, PLENTY) && host_restore(next, &image));
  CHECK(!host_bug(next, BUG_LOOP, none, 1000) && host_restore(next, &image));
  free(image.bytes);
  CHECK(!host_task(host, TASK_RUN, "return 1", PLENTY));     /* it is in a call */
  CHECK(!host_bug(host, BUG_PEEK, none, PLENTY));
}

TEST(traps_in_answers) {
  const la_engine *engines[2];
  int count = buggy_engines(engines);
  for (int first = 0; first < count; first++) {
    Host chain[CHAIN];
    for (int i = 0; i < CHAIN; i++) {
      host_new(&chain[i], engines[(first + i) % count]);
      CHECK(host_run(&chain[i], environment));
      chain[i].while_asked = ask_next;
    }
    for (int i = 0; i + 1 < CHAIN; i++) chain[i].other = &chain[i + 1];
    calls_in_chain = 0;
    Run run = run_with(&chain[0], question, PLENTY);
    chain[0].while_asked = NULL;
    Run alone = run_with(&chain[0], question, PLENTY);
    CHECK(run.done && alone.done && run.results == alone.results);
    CHECK(calls_in_chain > 4 * (CHAIN - 1));
    for (int i = 1; i < CHAIN; i++)
      CHECK(host_run(&chain[i], "return 1") && la_machine_trap(chain[i].machine) == NULL);
    for (int i = 0; i < CHAIN; i++) host_free(&chain[i]);
  }
}

int main(void) { return run_tests(); }
