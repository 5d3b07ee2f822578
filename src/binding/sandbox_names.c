/*
** The names of some metamethods, taken away from mods: nothing that a mod can write is the name by
** which Lua looks for `__gc`, `__close`, `__mode` or `__call` in its state. To look at a metatable
** as it is set would not do: its fields can be set later.
**
** Finalizers and closing would run where no hook counts, and weak tables show what the collector
** does. Chains of callable tables are called in C in the square of their length.
**
** Lua looks for metamethods by strings that it made as the state began, each name being a string of
** its own, known by its address. Their bytes are changed here. Strings with the old bytes are
** others from then on.
*/
#include "sandbox.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Bytes that nobody guesses: a mod's string with the same ones could become the same string. */
static void scramble(char *name, size_t length, const void *salt) {
  uint64_t bits = 14695981039346656037u ^ (uint64_t)(uintptr_t)name;
  bits = (bits ^ (uint64_t)(uintptr_t)salt) * 1099511628211u;
  for (size_t i = 2; i < length; i++) {
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
    name[i] = (char)(bits >> 56 | 0x80);
  }
}

/* Pushes the name by which Lua knows a metamethod from now on. */
static void take(lua_State *L, const char *event, const void *salt) {
  size_t length;
  lua_pushstring(L, event);
  char *name = (char *)(uintptr_t)lua_tolstring(L, -1, &length);
  scramble(name, length, salt);
}

/* Lua's own buffers are closed when an error passes: their metatable is to have the names still. */
static void make_buffers(lua_State *L) {
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 0; i < 2; i++) {
    memset(luaL_prepbuffer(&buffer), 0, LUAL_BUFFERSIZE);
    luaL_addsize(&buffer, LUAL_BUFFERSIZE);
  }
  luaL_pushresult(&buffer);
  lua_pop(L, 1);
}

/* weak(mode): a new weak table */
static int weak(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_rawset(L, -3);
  lua_setmetatable(L, 2);
  return 1;
}

const char *la_names_take(lua_State *L, const void *salt) {
  make_buffers(L);
  take(L, "__gc", salt);
  take(L, "__close", salt);
  lua_pop(L, 2);
  take(L, "__mode", salt);
  lua_pushcclosure(L, weak, 1);
  lua_setfield(L, -2, "weak");
  take(L, "__call", salt);
  const char *name = lua_tostring(L, -1);
  lua_setfield(L, -2, "call_name");
  return name;
}

/* ---- does it work? ------------------------------------------------------------------------- */

static int note(lua_State *L) {
  *(bool *)lua_touserdata(L, lua_upvalueindex(1)) = true;
  return 0;
}

/* Pushes a table whose metatable has the field: note(called), or where that is NULL mode "k". */
static void push_with(lua_State *L, const char *field, bool *called) {
  lua_newtable(L);
  lua_newtable(L);
  lua_pushstring(L, field);
  if (called == NULL) {
    lua_pushliteral(L, "k");
  } else {
    lua_pushlightuserdata(L, called);
    lua_pushcclosure(L, note, 1);
  }
  lua_rawset(L, -3);
  lua_setmetatable(L, -2);
}

static bool is_callable(lua_State *L) {
  bool called = false;
  push_with(L, "__call", &called);
  int status = lua_pcall(L, 0, 0, 0);
  if (status != 0) lua_pop(L, 1);
  return status == 0 || called;
}

static bool is_finalized(lua_State *L) {
  bool called = false;
  push_with(L, "__gc", &called);
  lua_pop(L, 1);
  lua_gc(L, LUA_GCCOLLECT, 0);
  return called;
}

static bool is_weak(lua_State *L) {
  push_with(L, "__mode", NULL);
  lua_newtable(L);
  lua_pushboolean(L, true);
  lua_rawset(L, -3);
  lua_gc(L, LUA_GCCOLLECT, 0);
  lua_pushnil(L);
  bool gone = !lua_next(L, -2);
  lua_pop(L, gone ? 1 : 3);
  return gone;
}

bool la_names_taken(lua_State *L) {
  return !is_callable(L) && !is_finalized(L) && !is_weak(L);
}
