/*
** Addresses and signals as Linux and other systems with 64 bits and mmap have them.
*/
#include "system.h"

#include "addresses.h"

#if LA_GUARD_PAGES

#include <signal.h>
#include <sys/mman.h>

/* An address of 32 bits and an offset of 32 bits, and some for the size of what is read. */
#define RESERVED (LA_ADDRESSES_HEAD + ((size_t)1 << 33) + 65536)

static void (*caught)(const void *address);
static struct sigaction old_segv, old_bus;

/*
** What had the signal before gets it, if it was no fault of a machine's. A signal that was sent
** does not come again when the handler returns, as a fault does.
*/
static void pass_on(int signal, siginfo_t *info, void *context) {
  const struct sigaction *old = signal == SIGBUS ? &old_bus : &old_segv;
  bool was_sent = info->si_code <= 0;
  if (old->sa_flags & SA_SIGINFO) {
    old->sa_sigaction(signal, info, context);
  } else if (old->sa_handler == SIG_IGN && was_sent) {
    return;
  } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
    old->sa_handler(signal);
  } else {
    sigaction(signal, old, NULL);   /* the instruction comes again, and ends the process */
    if (was_sent) raise(signal);
  }
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  if (info->si_code > 0) caught(info->si_addr);
  pass_on(signal, info, context);
}

void la_addresses_begin(void (*on_fault)(const void *address)) {
  struct sigaction action = { 0 };
  caught = on_fault;
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &old_segv);
  sigaction(SIGBUS, &action, &old_bus);
}

void *la_addresses_reserve(void) {
  void *head = mmap(NULL, RESERVED, PROT_NONE, MAP_ANONYMOUS | MAP_PRIVATE | MAP_NORESERVE, -1, 0);
  if (head == MAP_FAILED) return NULL;
  if (mprotect(head, LA_ADDRESSES_HEAD, PROT_READ | PROT_WRITE) == 0) return head;
  la_addresses_release(head);
  return NULL;
}

void la_addresses_release(void *head) {
  munmap(head, RESERVED);
}

bool la_addresses_hold(const void *head, const void *address) {
  uintptr_t begin = (uintptr_t)head, at = (uintptr_t)address;
  return at >= begin && at - begin < RESERVED;
}

bool la_addresses_use(uint8_t *first, size_t before, size_t after) {
  if (after > before) return mprotect(first + before, after - before, PROT_READ | PROT_WRITE) == 0;
  if (after == before) return true;
  return madvise(first + after, before - after, MADV_DONTNEED) == 0 &&
         mprotect(first + after, before - after, PROT_NONE) == 0;
}

void la_addresses_expect(uint8_t *first, size_t size) {
#ifdef MADV_POPULATE_WRITE          /* Linux from 5.14 on; else each page has its own fault */
  madvise(first, size, MADV_POPULATE_WRITE);
#else
  (void)first, (void)size;
#endif
}

#endif
