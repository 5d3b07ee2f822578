/*
** Takes the names of some metamethods away from mods. In a mod's state no string that the mod can
** write is the name under which Lua reads `__gc`, `__close`, `__mode`, `__concat` or `__call`. A
** check in `setmetatable` would not do, because fields of a metatable can be set later.
**
** Why these: finalizers and closing would run where no hook counts instructions, and weak tables
** show what the collector does. Some versions of Lua read freed memory when `__concat` makes the
** stack move. A chain of callable tables takes time in the square of its length, in C.
**
** How: Lua reads metamethods by strings that it made when the state began. Each is a unique string,
** known by its address. This file changes the bytes of these strings; strings with the old bytes
** are different strings from then on.
**
** A string with the new bytes must be a different one, too. Lua finds a string through the bucket
** of its hash, and the changed name stays in the bucket of its old bytes. So the new bytes are
** chosen such that their bucket is another one. That is tested while the state is new and its table
** of strings is as small as it ever is: sizes are powers of two, so buckets that differ then differ
** in every larger table. (LuaJIT compares the hashes themselves.)
*/
#include "sandbox.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What is taken, `__call` last; how many bytes are tried, of which one in 128 would not do. */
static const char *const taken[] = { "__gc", "__close", "__concat", "__mode", "__call" };
enum { TAKEN = sizeof taken / sizeof *taken, MOST_TRIED = 100 };

static void names_scramble(char *bytes, const char *name, size_t length, int turn) {
  uint64_t bits = (uint64_t)turn;
  for (size_t i = 0; i < length; i++) bits = (bits ^ (uint8_t)name[i]) * 1099511628211u;
  memcpy(bytes, name, length);
  for (size_t i = 2; i < length; i++) {
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
    bytes[i] = (char)(bits >> 56 | 0x80);
  }
}

/*
** Pushes the name by which Lua knows a metamethod from now on. The string with the same bytes that
** is another one stays in the registry. False: every string with the name's bytes is the name.
*/
static bool names_take(lua_State *L, const char *event) {
  char bytes[16];
  size_t length;
  lua_pushstring(L, event);
  char *name = (char *)(uintptr_t)lua_tolstring(L, -1, &length);
  for (int turn = 0; turn < MOST_TRIED; turn++) {
    names_scramble(bytes, event, length, turn);
    memcpy(name, bytes, length);
    lua_pushlstring(L, bytes, length);
    bool is_other = lua_tostring(L, -1) != name;
    if (is_other) {
      luaL_ref(L, LUA_REGISTRYINDEX);
      return true;
    }
    lua_pop(L, 1);
  }
  return false;
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
static int names_weak(lua_State *L) {
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

const char *la_names_take(lua_State *L) {
  const char *name = NULL;
  bool done = true;
  make_buffers(L);
  for (int i = 0; i < TAKEN; i++) {
    done = names_take(L, taken[i]) && done;
    name = lua_tostring(L, -1);
    if (strcmp(taken[i], "__mode") == 0) {
      lua_pushcclosure(L, names_weak, 1);
      lua_setfield(L, -2, "weak");
    } else if (strcmp(taken[i], "__call") == 0) {
      lua_setfield(L, -2, "call_name");
    } else {
      lua_pop(L, 1);
    }
  }
  return done ? name : NULL;
}

/* ---- does it work? ------------------------------------------------------------------------- */

static int names_note(lua_State *L) {
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
    lua_pushcclosure(L, names_note, 1);
  }
  lua_rawset(L, -3);
  lua_setmetatable(L, -2);
}

static bool is_callable(lua_State *L) {
  bool called = false;
  push_with(L, "__call", &called);
  return lua_pcall(L, 0, 0, 0) == 0 || called;
}

static int names_join(lua_State *L) {
  lua_concat(L, 2);
  return 0;
}

static bool is_joined(lua_State *L) {
  bool called = false;
  lua_pushcfunction(L, names_join);
  lua_pushliteral(L, "");
  push_with(L, "__concat", &called);
  lua_pcall(L, 2, 0, 0);
  return called;
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
  return !lua_next(L, -2);
}

bool la_names_taken(lua_State *L) {
  int top = lua_gettop(L);
  bool away = !is_callable(L) && !is_joined(L) && !is_finalized(L) && !is_weak(L);
  lua_settop(L, top);
  return away;
}
