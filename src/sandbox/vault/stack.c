/*
** Where a thread's stack ends is asked once in each thread, and again where the host runs on
** another stack than before. A fiber's stack is one of which POSIX knows nothing.
*/
#include "system.h"

#include "stack.h"

#if defined(_WIN32)

#include "../../binding/windows_api.h"

/* The stack that has this address is memory that was reserved at once. */
static void find_stack(uintptr_t here, uintptr_t *low, uintptr_t *high) {
  MEMORY_BASIC_INFORMATION part;
  if (VirtualQuery((const void *)here, &part, sizeof part) == 0) return;
  *low = (uintptr_t)part.AllocationBase;
  *high = (uintptr_t)part.BaseAddress + part.RegionSize;
}

#elif defined(__linux__)

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Only glibc knows how far the first thread's stack may grow. */
static int is_known(void) {
#ifdef __GLIBC__
  return 1;
#else
  return syscall(SYS_gettid) != getpid();
#endif
}

static void find_stack(uintptr_t here, uintptr_t *low, uintptr_t *high) {
  pthread_attr_t attributes;
  void *first;
  size_t size;
  (void)here;
  if (!is_known() || pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &first, &size) == 0) {
    *low = (uintptr_t)first;
    *high = (uintptr_t)first + size;
  }
  pthread_attr_destroy(&attributes);
}

#else

static void find_stack(uintptr_t here, uintptr_t *low, uintptr_t *high) {
  (void)here, (void)low, (void)high;
}

#endif

size_t la_stack_left(void) {
  static _Thread_local uintptr_t low, high;
  volatile char mark = 0;
  uintptr_t here = (uintptr_t)&mark;
  if (here < low || here >= high) find_stack(here, &low, &high);
  return here >= low && here < high ? here - low : SIZE_MAX;
}

uint32_t la_stack_depth(uint32_t most) {
  size_t left = la_stack_left();
  if (left <= LA_STACK_HOST) return 0;
  size_t frames = (left - LA_STACK_HOST) / LA_STACK_FRAME;
  return frames < most ? (uint32_t)frames : most;
}

#ifdef __EMSCRIPTEN__

#include <emscripten.h>

#ifdef EM_JS_DEPS                   /* newer ones leave out what nothing names */
EM_JS_DEPS(la_vault_stack_call, "$stackSave,$stackRestore");
#endif

/*
** `f` is the number of a function. stackSave and stackRestore are there where a program has setjmp.
** Firefox has an error of its own.
*/
EM_JS(int, la_vault_stack_call, (intptr_t f, void *user, const bool *is_hosts), {
  var before = stackSave();
  try {
    wasmTable.get(f)(user);
    return 1;
  } catch (error) {
    var is_end = error instanceof RangeError || error && error.name === "InternalError";
    if (!is_end || HEAPU8[is_hosts]) throw error;
    stackRestore(before);
    return 0;
  }
});

bool la_stack_call(void (*f)(void *user), void *user, const bool *is_hosts) {
  return la_vault_stack_call((intptr_t)f, user, is_hosts) != 0;
}

#else

bool la_stack_call(void (*f)(void *user), void *user, const bool *is_hosts) {
  (void)is_hosts;
  f(user);
  return true;
}

#endif
