/*
** A guest that is just enough to build and to try the machine: it runs a text, and gives a text.
*/
#include <stdlib.h>
#include <string.h>

#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

/* Keeps wasm-ld from wrapping every export in calls of constructors. */
extern void __wasm_call_ctors(void);

unsigned vm_seed;
static lua_State *state;
static char room[1 << 16];

VM_EXPORT(vm_tramp) void vm_tramp(void (*f)(lua_State *, void *), lua_State *L, void *user) {
  f(L, user);
}

static int guest_ask(lua_State *L) {
  lua_pushinteger(L, vm_ask((int)luaL_checkinteger(L, 1), room, sizeof room));
  lua_pushinteger(L, vm_fetch((int)luaL_checkinteger(L, 1), room, sizeof room));
  return 2;
}

static const luaL_Reg libraries[] = {
  { "_G", luaopen_base }, { "coroutine", luaopen_coroutine }, { "table", luaopen_table },
  { "string", luaopen_string }, { "math", luaopen_math }, { "utf8", luaopen_utf8 }, { NULL, NULL }
};

static int guest_set_up(lua_State *L) {
  for (const luaL_Reg *library = libraries; library->func; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  lua_register(L, "ask", guest_ask);
  return 0;
}

static int guest_run(lua_State *L) {
  size_t length = (size_t)lua_tointeger(L, 1), said;
  if (luaL_loadbufferx(L, room, length, "=text", "t")) return lua_error(L);
  lua_call(L, 0, 1);
  const char *text = luaL_tolstring(L, -1, &said);
  if (said >= sizeof room) said = sizeof room - 1;
  memcpy(room, text, said);
  lua_pushinteger(L, (lua_Integer)said);
  return 1;
}

VM_EXPORT(vm_new) int vm_new(unsigned seed) {
  __wasm_call_ctors();
  vm_seed = seed;
  state = luaL_newstate();
  if (!state) return 0;
  lua_pushcfunction(state, guest_set_up);
  return lua_pcall(state, 0, 0, 0) == LUA_OK;
}

VM_EXPORT(vm_room) void *vm_room(void) { return room; }

/* Runs the text in the room. Then the result is there, and its length is returned; or that of an
** error, as -1 - length. */
VM_EXPORT(vm_call) int vm_call(int length) {
  lua_settop(state, 0);
  lua_pushcfunction(state, guest_run);
  lua_pushinteger(state, length);
  if (lua_pcall(state, 1, 1, 0) == LUA_OK) return (int)lua_tointeger(state, -1);
  size_t said;
  const char *text = lua_tolstring(state, -1, &said);
  if (!text) return -1;
  memcpy(room, text, said);
  return -1 - (int)said;
}
