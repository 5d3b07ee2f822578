/*
** What a host may have too little of: stack, and memory. A machine notices before there is none, says
** so, and is what it was when it has been put back.
*/
#define _GNU_SOURCE

#include <pthread.h>
#include <sys/resource.h>

#include "../../src/sandbox/vault/fuel.h"
#include "../../src/sandbox/vault/stack.h"
#include "child.h"
#include "host.h"

#if LA_GUARD_PAGES
static const la_engine *const engines[] = { &buggy_bounds, &buggy_guard };
#else
static const la_engine *const engines[] = { &buggy_bounds };
#endif
enum { ENGINES = sizeof engines / sizeof *engines };

static const char environment[] =
  "sandbox.set_environment { pcall = pcall, load = load, string = string, tostring = tostring,\n"
  "  setmetatable = setmetatable, coroutine = coroutine, host = sandbox.host }\n";

/* As deep as a script can come. */
static const char deep[] =
  "local n = 0\n"
  "local function f() n = n + 1 return load(f)() end\n"
  "pcall(f)\n"
  "return n\n";

static const uint32_t none[BUG_WORDS] = { 0 };

/* ---- stacks ---------------------------------------------------------------------------------- */

typedef struct Deep {
  const la_engine *engine;
  bool made, done, lacks, lacks_by_bug, is_well;
  size_t left;
} Deep;

static void *call_deep(void *given) {
  Deep *it = given;
  Host host;
  it->left = la_stack_left();
  it->made = host_begin(&host, it->engine, HOST_MEMORY);
  if (!it->made) return NULL;
  bool has_room = host_run(&host, environment);
  Image image = host_save(&host);
  it->done = has_room && host_task(&host, TASK_RUN, deep, PLENTY);
  it->lacks = la_machine_lacks_stack(host.machine);
  bool restored = host_restore(&host, &image);
  bool returned = host_bug(&host, BUG_RECURSE_NARROW, none, PLENTY);
  it->lacks_by_bug = !returned && la_machine_lacks_stack(host.machine);
  restored = restored && host_restore(&host, &image);
  it->is_well = restored && (!has_room || host_run(&host, "return 1"));
  free(image.bytes);
  host_free(&host);
  return NULL;
}

static Deep run_with_stack(const la_engine *engine, size_t size) {
  Deep it = { engine, false, false, false, false, false, 0 };
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size);
  if (CHECK(pthread_create(&thread, &attributes, call_deep, &it) == 0)) pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  return it;
}

static const size_t ENOUGH = LA_STACK_HOST + (size_t)LA_VAULT_DEEPEST * LA_STACK_FRAME + 16384;

TEST(any_stack_is_safe) {
  for (int e = 0; e < ENGINES; e++) {
    bool was_done = false;
    int lacking = 0;
    for (size_t size = 65536; size <= ENOUGH + 262144; size += 65536) {
      Deep it = run_with_stack(engines[e], size);
      CHECK(it.left <= size && it.left + 8192 > size);
      if (!it.made) {
        CHECK(size < LA_STACK_HOST + 65536);
        continue;
      }
      CHECK(it.done || it.lacks);
      CHECK(!was_done || it.done);
      CHECK(it.is_well);
      CHECK(it.lacks_by_bug == (it.left < ENOUGH - 16384) || it.left < ENOUGH + 4096);
      was_done = it.done;
      lacking += it.lacks;
    }
    CHECK(was_done && lacking > 3);
  }
}

/* With enough of it the depth is the same in each engine, and wherever the call begins. */
TEST(depth_is_a_number) {
  for (int e = 0; e < ENGINES; e++) {
    Deep it = run_with_stack(engines[e], ENOUGH + 65536), more = run_with_stack(engines[e], 8 << 20);
    CHECK(it.done && more.done && !it.lacks_by_bug && !more.lacks_by_bug);
  }
}

/* A machine in a machine has what the outer one has left. */
static int nested_depth;

static void ask_again(Host *host) {
  Host inner;
  (void)host;
  nested_depth++;
  if (!host_begin(&inner, engines[0], HOST_MEMORY)) return;
  inner.while_asked = ask_again;
  if (host_run(&inner, environment)) host_task(&inner, TASK_RUN, "return host('q')", PLENTY);
  host_free(&inner);
}

static void *nest(void *given) {
  (void)given;
  Host host;
  host_new(&host, engines[0]);
  host.while_asked = ask_again;
  CHECK(host_run(&host, environment));
  CHECK(host_task(&host, TASK_RUN, "return host('q')", PLENTY));
  host_free(&host);
  return NULL;
}

TEST(nested_machines_are_safe) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  nested_depth = 0;
  CHECK(pthread_create(&thread, &attributes, nest, NULL) == 0);
  pthread_join(thread, NULL);
  CHECK(nested_depth > 5);
}

#ifndef __SANITIZE_ADDRESS__

/* ---- memory ---------------------------------------------------------------------------------- */

static const char hungry[] =
  "local list, n = {}, 0\n"
  "while true do n = n + 1 list[n] = ('x'):rep(1000) .. n end\n";

static const la_engine *chosen;

/* So much more may be written to than now. */
static bool limit_data(size_t more) {
  char line[256];
  size_t kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) sscanf(line, "VmData: %zu", &kilobytes);
  if (file == NULL || kilobytes == 0) return false;
  fclose(file);
  struct rlimit limit = { kilobytes * 1024 + more, RLIM_INFINITY };
  return setrlimit(RLIMIT_DATA, &limit) == 0;
}

static int host_without_memory(void) {
  Host host;
  if (!host_begin(&host, chosen, 64 << 20) || !host_run(&host, environment)) return 1;
  Image image = host_save(&host);
  if (!limit_data(8 << 20)) return 77;
  if (host_task(&host, TASK_RUN, hungry, PLENTY)) return 2;
  if (!la_machine_was_refused(host.machine)) return 3;
  if (!host_restore(&host, &image)) return 4;
  if (!host_run(&host, "return 1") || la_machine_was_refused(host.machine)) return 5;
  return 0;
}

static int machine_without_memory(void) {
  Host host;
  if (!host_begin(&host, chosen, 4 << 20) || !host_run(&host, environment)) return 1;
  if (host_task(&host, TASK_RUN, hungry, PLENTY)) return 2;
  return la_machine_was_refused(host.machine) ? 3 : 0;
}

TEST(lack_is_told_from_limits) {
  for (int e = 0; e < ENGINES; e++) {
    chosen = engines[e];
    int status = in_a_child(host_without_memory);
    if (!CHECK(status == 0 || status == 77)) printf("without memory: %d\n", status);
    CHECK(in_a_child(machine_without_memory) == 0);
  }
}

#endif

/* ---- what is used ---------------------------------------------------------------------------- */

TEST(traps_use_all) {
  static const uint32_t bugs[] = { BUG_PEEK, BUG_POKE_WIDE, BUG_UNREACHABLE, BUG_RECURSE_NARROW };
  const uint32_t outside[BUG_WORDS] = { 0xf0000000, 1 };
  for (int e = 0; e < ENGINES; e++) {
    Host host;
    host_new(&host, engines[e]);
    Image image = host_save(&host);
    for (int i = 0; i < 4; i++) {
      CHECK(!host_bug(&host, bugs[i], outside, 1 << 20));
      CHECK(la_machine_used(host.machine) == 1 << 20 && !la_machine_is_out_of_fuel(host.machine));
      CHECK(host_restore(&host, &image));
    }
    CHECK(!host_bug(&host, BUG_LOOP, none, 1000) && la_machine_is_out_of_fuel(host.machine));
    free(image.bytes);
    host_free(&host);
  }
}

int main(void) { return run_tests(); }
