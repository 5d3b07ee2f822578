/*
** Signals belong to the host: nothing is taken until there is a machine with guard pages; then faults
** that are no machine's go to what had the signal before.
*/
#define _GNU_SOURCE

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include "../../src/sandbox/vault/addresses.h"
#include "child.h"
#include "host.h"

static const uint32_t outside[BUG_WORDS] = { 0xf0000000 };

/* The handler of a signal: at first the default one, or that of a sanitizer. */
static void (*handler_of(int signal))(int, siginfo_t *, void *) {
  struct sigaction action;
  sigaction(signal, NULL, &action);
  return action.sa_sigaction;
}

static bool traps(const la_engine *engine) {
  Host host;
  host_new(&host, engine);
  Image image = host_save(&host);
  bool trapped = !host_bug(&host, BUG_PEEK, outside, PLENTY) && host_restore(&host, &image) &&
                 host_run(&host, "return 1");
  free(image.bytes);
  host_free(&host);
  return trapped;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static int bounds_run(void) {
  void (*segv)(int, siginfo_t *, void *) = handler_of(SIGSEGV);
  void (*bus)(int, siginfo_t *, void *) = handler_of(SIGBUS);
  return traps(&buggy_bounds) && handler_of(SIGSEGV) == segv && handler_of(SIGBUS) == bus ? 0 : 1;
}

TEST(bounds_take_no_signal) {
  CHECK(in_a_child(bounds_run) == 0);
}

#if LA_GUARD_PAGES

/* ---- guard pages ------------------------------------------------------------------------------- */

static sigjmp_buf place;
static volatile sig_atomic_t caught;
static const void *volatile where;

static void on_segv(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  caught++;
  where = info->si_addr;
  siglongjmp(place, 1);
}

static void on_plain(int signal) {
  (void)signal;
  caught++;
  siglongjmp(place, 1);
}

static void take_signal(void (*with_info)(int, siginfo_t *, void *), void (*plain)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  if (with_info != NULL) {
    action.sa_sigaction = with_info;
    action.sa_flags = SA_SIGINFO;
  } else {
    action.sa_handler = plain;
  }
  sigaction(SIGSEGV, &action, NULL);
}

/* An address of the host's own that may not be read. */
static void touch_forbidden(void) {
  void *page = mmap(NULL, 4096, PROT_NONE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
  caught = 0;
  if (sigsetjmp(place, 1) == 0) (void)*(volatile char *)page;
  munmap(page, 4096);
}

static int with_handler(void) {
  take_signal(on_segv, NULL);
  if (!traps(&buggy_guard)) return 1;
  for (int i = 1; i <= 3; i++) {
    touch_forbidden();
    if (caught != 1 || where == NULL) return 2;
    if (!traps(&buggy_guard) || caught != 1) return 3;
  }
  return 0;
}

static int with_plain_handler(void) {
  take_signal(NULL, on_plain);
  if (!traps(&buggy_guard)) return 1;
  touch_forbidden();
  return caught == 1 && traps(&buggy_guard) ? 0 : 2;
}

static Host *asked_host;
static bool asked_was_caught;

static void fault_in_answer(Host *host) {
  (void)host;
  touch_forbidden();
  asked_was_caught = caught == 1;
}

/* The host's own fault while it answers is the host's. */
static int while_it_answers(void) {
  Host host;
  const uint32_t ask[BUG_WORDS] = { 262144, 8, 8 };
  take_signal(on_segv, NULL);
  host_new(&host, &buggy_guard);
  asked_host = &host;
  host.while_asked = fault_in_answer;
  bool done = host_bug(&host, BUG_ASK, ask, PLENTY);
  return done && asked_was_caught && !host_bug(&host, BUG_PEEK, outside, PLENTY) ? 0 : 1;
}

static int without_handler(void) {
  void *page = mmap(NULL, 4096, PROT_NONE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
  if (!traps(&buggy_guard)) return 1;
  (void)*(volatile char *)page;
  return 0;
}

/* A signal that somebody sends is no fault. */
static int with_ignored(void) {
  take_signal(NULL, SIG_IGN);
  if (!traps(&buggy_guard)) return 1;
  raise(SIGSEGV);
  return traps(&buggy_guard) ? 0 : 2;
}

static int with_one_sent(void) {
  if (!traps(&buggy_guard)) return 1;
  raise(SIGSEGV);
  return 0;
}

/* On a stack of its own for signals, and without one, after thousands of faults. */
static int thousands(void) {
  static char room[65536];
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = room;
  stack.ss_size = sizeof room;
  Host host;
  host_new(&host, &buggy_guard);
  Image image = host_save(&host);
  for (int i = 0; i < 2000; i++) {
    if (i == 1000) sigaltstack(&stack, NULL);
    if (host_bug(&host, BUG_PEEK, outside, PLENTY) || !host_restore(&host, &image)) return 1;
  }
  return host_run(&host, "return 1") ? 0 : 2;
}

TEST(faults_go_to_whose_they_are) {
  CHECK(in_a_child(with_handler) == 0);
  CHECK(in_a_child(with_plain_handler) == 0);
  CHECK(in_a_child(while_it_answers) == 0);
  CHECK(in_a_child(without_handler) == 100 + SIGSEGV);
  CHECK(in_a_child(with_ignored) == 0);
  CHECK(in_a_child(with_one_sent) == 100 + SIGSEGV);
  CHECK(in_a_child(thousands) == 0);
}

#endif

int main(void) { return run_tests(); }
