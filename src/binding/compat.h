/*
** One interface for Lua 5.1 to 5.5 and LuaJIT: what the binding needs and not all of them have.
**
** Every userdata has a table of its own, its "keep": the values that it must keep alive, and those
** that it needs later. It is user value 1 from Lua 5.4 on, the user value in 5.2 and 5.3, and the
** environment in 5.1 and LuaJIT.
*/
#ifndef ASTAR_BINDING_COMPAT_H
#define ASTAR_BINDING_COMPAT_H

#include <stdbool.h>
#include <stdint.h>

#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

#if LUA_VERSION_NUM < 501 || LUA_VERSION_NUM > 505
#error "astar is for Lua 5.1 to 5.5 and LuaJIT 2.1"
#endif

/* LuaJIT has the number of Lua 5.1, most of its interface, and a library of its own. */
#ifdef LUA_JITLIBNAME
#include <luajit.h>
#define LA_IS_JIT 1
#define LA_LUA "LuaJIT 2.1"
#else
#define LA_IS_JIT 0
#define LA_LUA LUA_VERSION
#endif

#define LA_HAS_CLOSE (LUA_VERSION_NUM >= 504) /* __close and to-be-closed variables */

/* ---- the keep of a userdata ------------------------------------------------------------------ */

#if LUA_VERSION_NUM >= 504

#define la_newuserdata(L, size) lua_newuserdatauv(L, size, 1)
#define la_getkeep(L, index) ((void)lua_getiuservalue(L, index, 1))
#define la_setkeep(L, index) ((void)lua_setiuservalue(L, index, 1))

#elif LUA_VERSION_NUM >= 502

#define la_newuserdata(L, size) lua_newuserdata(L, size)
#define la_getkeep(L, index) ((void)lua_getuservalue(L, index))
#define la_setkeep(L, index) lua_setuservalue(L, index)

#else

#define la_newuserdata(L, size) lua_newuserdata(L, size)
#define la_getkeep(L, index) lua_getfenv(L, index)
#define la_setkeep(L, index) ((void)lua_setfenv(L, index))

#endif

/* ---- a state and its collector --------------------------------------------------------------- */

#if LUA_VERSION_NUM >= 505

#define la_newstate(allocate, user) lua_newstate(allocate, user, luaL_makeseed(NULL))
#define la_collect_step(L, kilobytes) lua_gc(L, LUA_GCSTEP, (size_t)(kilobytes) << 10)

#else

#define la_newstate(allocate, user) lua_newstate(allocate, user)
#define la_collect_step(L, kilobytes) lua_gc(L, LUA_GCSTEP, (int)(kilobytes))

#endif

/* ---- the stack ------------------------------------------------------------------------------- */

#if LUA_VERSION_NUM >= 502

#define la_absindex(L, index) lua_absindex(L, index)
#define la_rawlen(L, index) ((size_t)lua_rawlen(L, index))
#define la_rawgetp(L, index, key) ((void)lua_rawgetp(L, index, key))
#define la_rawsetp(L, index, key) lua_rawsetp(L, index, key)

#else

#define la_rawlen(L, index) lua_objlen(L, index)

static inline int la_absindex(lua_State *L, int index) {
  return index > 0 || index <= LUA_REGISTRYINDEX ? index : lua_gettop(L) + index + 1;
}

static inline void la_rawgetp(lua_State *L, int index, const void *key) {
  index = la_absindex(L, index);
  lua_pushlightuserdata(L, (void *)(uintptr_t)key);
  lua_rawget(L, index);
}

static inline void la_rawsetp(lua_State *L, int index, const void *key) {
  index = la_absindex(L, index);
  lua_pushlightuserdata(L, (void *)(uintptr_t)key);
  lua_insert(L, -2);
  lua_rawset(L, index);
}

#endif

/*
** lua_getstack. In Lua 5.1 alone a call in tail position leaves a level, which tells nothing: it is
** skipped. Levels are counted from there on as elsewhere.
*/
static inline int la_getstack(lua_State *L, int level, lua_Debug *ar) {
#if LUA_VERSION_NUM == 501 && !LA_IS_JIT
  for (int at = 0; lua_getstack(L, at, ar); at++) {
    lua_getinfo(L, "S", ar);
    if (*ar->what != 't' && level-- == 0) return 1;
  }
  return 0;
#else
  return lua_getstack(L, level, ar);
#endif
}

/* luaL_where, by the same levels. */
static inline void la_where(lua_State *L, int level) {
#if LUA_VERSION_NUM == 501 && !LA_IS_JIT
  lua_Debug ar;
  bool is_there = la_getstack(L, level, &ar);
  if (is_there) lua_getinfo(L, "Sl", &ar);
  if (is_there && ar.currentline > 0) lua_pushfstring(L, "%s:%d: ", ar.short_src, ar.currentline);
  else lua_pushliteral(L, "");
#else
  luaL_where(L, level);
#endif
}

/* ---- integers -------------------------------------------------------------------------------- */

/* Takes what is an integer of 64 bits. False: it may yet turn out to be one. */
static inline int la_quick_integer(lua_State *L, int index, int64_t *number) {
#if LUA_VERSION_NUM >= 503
  int is_integer;
  *number = lua_tointegerx(L, index, &is_integer);
  return is_integer;
#else
  (void)L, (void)index, (void)number; /* lua_tointeger would take 1.5 as well */
  return 0;
#endif
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Sets functions without upvalues in the table on top. */
static inline void la_setfuncs(lua_State *L, const luaL_Reg *functions) {
  for (; functions->name != NULL; functions++) {
    lua_pushcfunction(L, functions->func);
    lua_setfield(L, -2, functions->name);
  }
}

/* Loads what `reader` gives if it is text. `first` is the byte with which it begins. */
static inline int la_load_text(lua_State *L, lua_Reader reader, void *user, const char *name,
                               char first) {
#if LUA_VERSION_NUM >= 502
  (void)first;
  return lua_load(L, reader, user, name, "t");
#elif LA_IS_JIT
  (void)first;
  return lua_loadx(L, reader, user, name, "t");
#else
  if (first != LUA_SIGNATURE[0]) return lua_load(L, reader, user, name);
  lua_pushliteral(L, "attempt to load a binary chunk (mode is 't')");
  return LUA_ERRSYNTAX;
#endif
}

/* Loads what la_dump has written. */
static inline int la_load_code(lua_State *L, const char *code, size_t length, const char *name) {
#if LUA_VERSION_NUM >= 502 || LA_IS_JIT
  return luaL_loadbufferx(L, code, length, name, "b");
#else
  return luaL_loadbuffer(L, code, length, name);
#endif
}

/* The code of the function on top; `writer` gives what lua_Writer does. */
static inline int la_dump(lua_State *L, lua_Writer writer, void *user) {
#if LUA_VERSION_NUM >= 503
  return lua_dump(L, writer, user, 0);
#else
  return lua_dump(L, writer, user);
#endif
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* LuaJIT's own allocator must not be called from outside: the core takes the C library's. */
static inline void la_allocator(lua_State *L, lua_Alloc *realloc, void **user) {
#if LA_IS_JIT
  (void)L;
  *realloc = NULL;
  *user = NULL;
#else
  *realloc = lua_getallocf(L, user);
#endif
}

#endif
