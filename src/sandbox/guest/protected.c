/*
** pcall, xpcall and coroutines as sandbox/protected.lua has them, in C: each raises the end of a
** call again, if it has come, and no message names a place in the library's own code.
*/
#include "guest.h"

#include "../library.h"

/* After a protected call. If it failed its message is on top. */
static void guest_goes_on(lua_State *L, bool ok) {
  int top = lua_gettop(L);
  lua_pushcfunction(L, la_library_goes_on);
  lua_pushboolean(L, ok);
  if (!ok) lua_pushvalue(L, top);
  lua_call(L, ok ? 1 : 2, 0);
  if (ok) return;
  lua_pushcfunction(L, la_library_without_place);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
}

static bool guest_is_well(la_meter *meter) {
  return meter->end == LA_GOES_ON && !(meter->takes_from_host || meter->is_free);
}

static int finish_pcall(lua_State *L, int status, lua_KContext below) {
  bool ok = status == LUA_OK || status == LUA_YIELD;
  if (ok) {
    if (!guest_is_well(guest_meter())) guest_goes_on(L, true);
    return lua_gettop(L) - (int)below;
  }
  guest_goes_on(L, false);
  lua_pushboolean(L, false);
  lua_insert(L, -2);
  return 2;
}

static int guest_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, true);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

/* The handler of an xpcall is its upvalue. */
static int guest_handle(lua_State *L) {
  la_meter *meter = guest_meter();
  lua_settop(L, 1);
  if (meter->end != LA_GOES_ON) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcfunction(L, la_library_without_place);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

/* xpcall(f, handler, ...) */
static int guest_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guest_handle, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, true);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_pcall);
  return finish_pcall(L, status, 2);
}

/* ---- coroutines ------------------------------------------------------------------------------ */

/* The results of resuming, on top: how many; or -1, and a message. */
static int resume_with(lua_State *L, lua_State *co, int arguments) {
  int results;
  la_meter_check(L);
  if (!lua_checkstack(co, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, arguments);
  int status = guest_resume(co, L, arguments, &results);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(co, L, 1);
    results = -1;
  } else if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    results = -1;
  } else {
    lua_xmove(co, L, results);
  }
  if (results < 0) guest_goes_on(L, false);
  else if (!guest_is_well(guest_meter())) guest_goes_on(L, true);
  return results;
}

static int guest_coresume(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTHREAD);
  int results = resume_with(L, lua_tothread(L, 1), lua_gettop(L) - 1);
  int count = results < 0 ? 1 : results;
  lua_pushboolean(L, results >= 0);
  lua_insert(L, -1 - count);
  return count + 1;
}

static int guest_resume_wrapped(lua_State *L) {
  int results = resume_with(L, lua_tothread(L, lua_upvalueindex(1)), lua_gettop(L));
  return results < 0 ? lua_error(L) : results;
}

static int guest_cowrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, guest_resume_wrapped, 1);
  return 1;
}

void guest_add_protected(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "pcall", guest_pcall }, { "xpcall", guest_xpcall }, { "resume", guest_coresume },
    { "wrap", guest_cowrap }, { NULL, NULL }
  };
  luaL_setfuncs(L, functions, 0);
}
