/*
** One interface for Lua 5.4 and LuaJIT 2.1: what the binding needs and only one of them has.
**
** Every userdata has a table of its own, its "keep": the values that it must keep alive, and those
** that it needs later. In Lua 5.4 it is user value 1, in LuaJIT the environment.
*/
#ifndef ASTAR_BINDING_COMPAT_H
#define ASTAR_BINDING_COMPAT_H

#include <stdint.h>

#include <lua.h>
#include <lauxlib.h>

#if LUA_VERSION_NUM >= 504

#define LA_HAS_CLOSE 1              /* __close and to-be-closed variables */

#define la_newuserdata(L, size) lua_newuserdatauv(L, size, 1)
#define la_getkeep(L, index) ((void)lua_getiuservalue(L, index, 1))
#define la_setkeep(L, index) ((void)lua_setiuservalue(L, index, 1))
#define la_absindex(L, index) lua_absindex(L, index)
#define la_rawlen(L, index) ((size_t)lua_rawlen(L, index))
#define la_rawgetp(L, index, key) ((void)lua_rawgetp(L, index, key))
#define la_rawsetp(L, index, key) lua_rawsetp(L, index, key)

/* Takes what is an integer of 64 bits. False: it may yet turn out to be one. */
static inline int la_quick_integer(lua_State *L, int index, int64_t *number) {
  int is_integer;
  *number = lua_tointegerx(L, index, &is_integer);
  return is_integer;
}

static inline void la_allocator(lua_State *L, lua_Alloc *realloc, void **user) {
  *realloc = lua_getallocf(L, user);
}

#elif LUA_VERSION_NUM == 501        /* LuaJIT 2.1 */

#define LA_HAS_CLOSE 0

#define la_newuserdata(L, size) lua_newuserdata(L, size)
#define la_getkeep(L, index) lua_getfenv(L, index)
#define la_setkeep(L, index) ((void)lua_setfenv(L, index))
#define la_rawlen(L, index) lua_objlen(L, index)

static inline int la_quick_integer(lua_State *L, int index, int64_t *number) {
  (void)L;
  (void)index;
  (void)number;
  return 0;
}

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

/* LuaJIT's own allocator must not be called from outside: the core takes the C library's. */
static inline void la_allocator(lua_State *L, lua_Alloc *realloc, void **user) {
  (void)L;
  *realloc = NULL;
  *user = NULL;
}

#else
#error "astar is for Lua 5.4 and LuaJIT 2.1"
#endif

#endif
