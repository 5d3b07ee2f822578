/*
** Lets memory end at each allocation of each operation in turn (after Lua's testes/memerr.lua).
**
** A Lua state of its own for each operation of operations.lua: all its memory, the core's too,
** comes from an allocator that can be told to fail. sweep.lua drives the state; here is what Lua
** cannot do. When a state is closed, not one byte may be left.
*/
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>

#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

typedef struct Heap {
  size_t bytes;                     /* given out */
  long left;                        /* allocations until one fails; 0: none will */
  int onwards;                      /* after the first failure all fail */
  int failures;
  int borne;                        /* those after which nobody asked again */
  const void *block;                /* what was refused last, */
  size_t old_size, new_size;
  int pending;                      /* if nobody has asked for it again yet */
} Heap;

static int must_fail(Heap *heap) {
  if (heap->left == 0) return 0;
  if (heap->left > 1) {
    heap->left--;
    return 0;
  }
  if (!heap->onwards) heap->left = 0;
  heap->failures++;
  return 1;
}

/* Lua asks for what it did not get once more, after a collection. The core never does. */
static void note_refusal(Heap *heap, const void *block, size_t old_size, size_t new_size) {
  heap->block = block;
  heap->old_size = old_size;
  heap->new_size = new_size;
  heap->pending = 1;
  heap->borne++;
}

static int is_second_try(Heap *heap, const void *block, size_t old_size, size_t new_size) {
  int same = heap->pending && block == heap->block && old_size == heap->old_size &&
             new_size == heap->new_size;
  heap->pending = 0;
  heap->borne -= same;
  return same;
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  Heap *heap = user;
  if (block == NULL) old_size = 0;
  if (new_size > old_size) {
    int second = is_second_try(heap, block, old_size, new_size);
    if (must_fail(heap)) {
      if (!second) note_refusal(heap, block, old_size, new_size);
      return NULL;
    }
  }
  void *moved = NULL;
  if (new_size == 0) free(block);
  else moved = realloc(block, new_size);
  if (new_size == 0 || moved != NULL) heap->bytes = heap->bytes - old_size + new_size;
  return moved;
}

static Heap *heap_of(lua_State *L) {
  void *user;
  lua_getallocf(L, &user);
  return user;
}

/*
** limited(n, onwards, f, …): calls f with memory that ends at its n-th allocation; `onwards`: and
** at all after it. Returns whether it got there, how many failures were not asked for again by Lua,
** and what pcall would.
*/
static int limited(lua_State *L) {
  Heap *heap = heap_of(L);
  long left = (long)luaL_checkinteger(L, 1);
  heap->onwards = lua_toboolean(L, 2);
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCSTOP);
  heap->failures = heap->borne = heap->pending = 0;
  heap->left = left;
  int status = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
  heap->left = 0;
  lua_gc(L, LUA_GCRESTART);
  lua_pushboolean(L, heap->failures > 0);
  lua_replace(L, 1);
  lua_pushinteger(L, heap->borne);
  lua_replace(L, 2);
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, 3);
  return lua_gettop(L);
}

/* Runs operation `number`. 1: passed, 0: failed, -1: there is none of that number. */
static int run(lua_State *L, int number) {
  luaL_openlibs(L);
  lua_register(L, "limited", limited);
  int failed = luaL_loadfile(L, "spec/memory/sweep.lua");
  lua_pushinteger(L, number);
  if (!failed) failed = lua_pcall(L, 1, 1, 0);
  if (failed) {
    printf("operation %d: %s\n", number, lua_tostring(L, -1));
    return 0;
  }
  return lua_isnil(L, -1) ? -1 : lua_toboolean(L, -1);
}

static int run_in_new_state(int number) {
  Heap heap = { 0 };
  lua_State *L = lua_newstate(allocate, &heap);
  int result = run(L, number);
  lua_close(L);
  if (heap.bytes != 0) printf("operation %d: %zu bytes are left\n", number, heap.bytes);
  return heap.bytes != 0 ? 0 : result;
}

int main(void) {
  int passed = 0, failed = 0;
  setenv("LUA_PATH", "./lua/?.lua;./lua/?/init.lua;./spec/?.lua;;", 0);
  setenv("LUA_CPATH", "./build/lua5.4/?.so;;", 0);
  for (int number = 1;; number++) {
    int result = run_in_new_state(number);
    if (result < 0) break;
    if (result) passed++;
    else failed++;
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
