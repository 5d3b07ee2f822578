/*
** Mistakes on purpose, for a guest of the tests alone: it is the vault's guest, and can be told to do
** what no guest should. spec/vault/buggy.h has their names for the host, too.
*/
#include "../bugs.h"

#include <stdlib.h>
#include <string.h>

#include "../../../src/sandbox/guest/guest.h"

#define GUEST_EXPORT(name) __attribute__((export_name(#name), used))

static uint32_t words[BUG_WORDS];
static volatile uint32_t sink;

static void *pointer(uint32_t place) {
  return (void *)(uintptr_t)place;
}

/* ---- the stack ------------------------------------------------------------------------------- */

static uint32_t recurse_wide(uint32_t n);
static uint32_t recurse_narrow(uint32_t n);
static uint32_t (*volatile wide)(uint32_t) = recurse_wide;
static uint32_t (*volatile narrow)(uint32_t) = recurse_narrow;

/* Uses up the guest's stack, which is in its memory. */
static uint32_t recurse_wide(uint32_t n) {
  volatile char room[1024];
  room[n & 1023] = (char)n;
  return wide(n + 1) + (uint32_t)room[n & 1023];
}

/* Uses up the host's. */
static uint32_t recurse_narrow(uint32_t n) {
  return narrow(n + 1) + 1;
}

__asm__(".globaltype __stack_pointer, i32\n");

static void move_stack(uint32_t place) {
  __asm__ volatile("local.get %0\n\tglobal.set __stack_pointer" ::"r"(place));
}

/* ---- the heap -------------------------------------------------------------------------------- */

static void free_twice(void) {
  char *block = malloc(100), *after = malloc(100);
  free(block);
  free(block);
  free(after);
  for (int i = 0; i < 100; i++) sink += (uint32_t)(uintptr_t)malloc(90 + (size_t)i);
}

/* Writes over what the allocator has before and behind its blocks. */
static void smash_heap(uint32_t word) {
  uint32_t *block = malloc(64);
  for (int i = -8; i < 64; i++) block[i] = word;
  free(block);
  for (int i = 0; i < 100; i++) sink += (uint32_t)(uintptr_t)malloc(40 + (size_t)i);
}

static uint32_t grow(void) {
  uint32_t pages = 0;
  while (__builtin_wasm_memory_grow(0, 1) != (size_t)-1) pages++;
  return pages;
}

/* Random words at random places of all its memory. */
static void spray(uint32_t seed, uint32_t count) {
  uint32_t size = (uint32_t)__builtin_wasm_memory_size(0) << 16;
  for (uint32_t i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    uint32_t place = seed % (size / 4) * 4;
    seed = seed * 1664525u + 1013904223u;
    *(volatile uint32_t *)pointer(place) = seed;
  }
}

/* ---- numbers --------------------------------------------------------------------------------- */

static uint32_t convert(uint32_t low, uint32_t high) {
  uint64_t bits = (uint64_t)high << 32 | low;
  double number;
  memcpy(&number, &bits, sizeof number);
  return (uint32_t)__builtin_wasm_trunc_s_i32_f64(number);
}

static uint32_t divide(uint32_t a, uint32_t b) {
  volatile int32_t x = (int32_t)a, y = (int32_t)b;
  int32_t result;
  __asm__ volatile("local.get %1\n\tlocal.get %2\n\ti32.div_s\n\tlocal.set %0"
                   : "=r"(result) : "r"(x), "r"(y));
  return (uint32_t)result;
}

/* ---- which of them --------------------------------------------------------------------------- */

static uint32_t on_memory(uint32_t bug, uint32_t a, uint32_t b, uint32_t c) {
  switch (bug) {
    case BUG_PEEK_BYTE: return *(volatile uint8_t *)pointer(a);
    case BUG_PEEK: return *(volatile uint32_t *)pointer(a);
    case BUG_PEEK_WIDE: return (uint32_t)*(volatile uint64_t *)pointer(a);
    case BUG_PEEK_FAR: return *(volatile uint8_t *)((char *)pointer(a) + 0x7fffffff);
    case BUG_POKE_BYTE: *(volatile uint8_t *)pointer(a) = (uint8_t)b; return 0;
    case BUG_POKE: *(volatile uint32_t *)pointer(a) = b; return 0;
    case BUG_POKE_WIDE: *(volatile uint64_t *)pointer(a) = b; return 0;
    case BUG_COPY: __builtin_memmove(pointer(a), pointer(b), c); return 0;
    case BUG_FILL: __builtin_memset(pointer(a), (int)b, c); return 0;
    case BUG_FREE_TWICE: free_twice(); return 0;
    case BUG_SMASH_HEAP: smash_heap(a); return 0;
    case BUG_GROW: return grow();
    case BUG_SPRAY: spray(a, b); return 0;
    default: return 0;
  }
}

static uint32_t reached;

static void throw_it(lua_State *L, void *context) {
  (void)L;
  guest_throw(context);
}

/* Both contexts are live in it. */
static void try_inner(lua_State *inner, void *thrown) {
  guest_try(inner, (void *)throw_it, NULL, thrown);
  reached = 2;
}

/* 1: the outer one was thrown to; 2: the inner one. */
static uint32_t try_throw(uint32_t outer, uint32_t inner, uint32_t thrown) {
  reached = 1;
  guest_try(pointer(outer), (void *)try_inner, pointer(inner), pointer(thrown));
  return reached;
}

/* The size and the outcome, as guest_ask says it. */
static uint32_t ask_fetch(uint32_t place, uint32_t size, uint32_t room, uint32_t to) {
  uint32_t answer = guest_ask(pointer(place), size, room);
  if (answer >> 2 > room) guest_fetch(pointer(to));
  return answer;
}

static uint32_t on_imports(uint32_t bug, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  switch (bug) {
    case BUG_TRY: guest_try(pointer(a), pointer(b), pointer(c), pointer(d)); return 0;
    case BUG_TRY_THROW: return try_throw(a, b, c);
    case BUG_THROW: guest_throw(pointer(a));
    case BUG_ASK: return guest_ask(pointer(a), b, c);
    case BUG_FETCH: guest_fetch(pointer(a)); return 0;
    case BUG_ASK_FETCH: return ask_fetch(a, b, c, d);
    default: return 0;
  }
}

/* 0: where the words are that say what is to be done; or else the bug of that number. */
GUEST_EXPORT(vm_bug) uint32_t vm_bug(uint32_t bug) {
  uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
  switch (bug) {
    case 0: return (uint32_t)(uintptr_t)words;
    case BUG_CALL: return ((uint32_t (*)(uint32_t, uint32_t))pointer(a))(b, c);
    case BUG_RECURSE_WIDE: return wide(1);
    case BUG_RECURSE_NARROW: return narrow(1);
    case BUG_MOVE_STACK: move_stack(a); return wide(1);
    case BUG_LOOP: for (;;) sink++;
    case BUG_DIVIDE: return divide(a, b);
    case BUG_CONVERT: return convert(a, b);
    case BUG_UNREACHABLE: __builtin_trap();
    default: break;
  }
  return bug >= BUG_TRY ? on_imports(bug, a, b, c, d) : on_memory(bug, a, b, c);
}
