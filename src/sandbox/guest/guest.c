/*
** The vault's guest: what the host calls in a machine, and how the state in it is made. The rest of
** the mod's side is mod_state.c, which the stock sandbox has too.
*/
#include "guest.h"

#include <stdlib.h>
#include <string.h>

#include "../../binding/result.h"
#include "../mod_state.h"
#include "control.h"

#define GUEST_EXPORT(name) __attribute__((export_name(#name), used))

static uint32_t words[LA_WORDS];
static la_marshal marshal;
static la_mod_state mod_state;

static uint32_t place_of(const void *bytes) {
  return (uint32_t)(uintptr_t)bytes;
}

la_meter *guest_meter(void) {
  return &mod_state.meter;
}

/* ---- what mod_state.c asks for --------------------------------------------------------------- */

static int ask_host(la_mod_state *own) {
  uint32_t answer = guest_ask(marshal.bytes, (uint32_t)marshal.size, (uint32_t)marshal.room);
  size_t size = answer >> 2;
  la_marshal_begin(&marshal);
  if (size > marshal.room) {
    if (!la_marshal_reserve(&marshal, size)) return LUA_ERRMEM;
    guest_fetch(marshal.bytes);
  }
  marshal.size = size;
  (void)own;
  if ((answer & 3) == LA_ANSWERED_NO_MEMORY) return LUA_ERRMEM;
  return (answer & 3) == LA_ANSWERED ? LUA_OK : LUA_ERRRUN;
}

static void load_text(lua_State *L, la_mod_state *own, const char *text, size_t length) {
  int status = luaL_loadbufferx(L, text, length, own->name, "t");
  if (status == LUA_ERRMEM) la_meter_finish(L, LA_NO_MEMORY);
  if (status != 0) la_mod_state_refuse(L, own);
}

static int load_own(lua_State *L, const char *text, size_t length, const char *name) {
  return luaL_loadbufferx(L, text, length, name, "t");
}

/* For marshal.c, which knows one status. */
void la_status_check(lua_State *L, astar_status status) {
  if (status == ASTAR_NO_MEMORY) luaL_error(L, "not enough memory");
}

static int guest_length(lua_State *L) {
  luaL_checkany(L, 1);
  lua_len(L, 1);
  return 1;
}

static int guest_border(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

/* The first level from `level` on at which code of Lua runs: functions of C have no place. */
static int level_with_place(lua_State *L, int level) {
  lua_Debug ar;
  while (lua_getstack(L, level, &ar)) {
    lua_getinfo(L, "l", &ar);
    if (ar.currentline > 0) break;
    level++;
  }
  return level;
}

/*
** error(value, level), as trusted code has it. What a metamethod complains about was done in the
** mod's line, even if that has called table.insert to do it.
*/
static int guest_error(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
    luaL_where(L, level_with_place(L, level));
    lua_insert(L, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static void guest_open_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
    { "_G", luaopen_base }, { LUA_TABLIBNAME, luaopen_table }, { LUA_STRLIBNAME, luaopen_string },
    { LUA_MATHLIBNAME, luaopen_math }, { LUA_COLIBNAME, luaopen_coroutine },
    { LUA_UTF8LIBNAME, luaopen_utf8 }, { NULL, NULL }
  };
  static const luaL_Reg functions[] = {
    { "length", guest_length }, { "border", guest_border }, { NULL, NULL }
  };
  for (const luaL_Reg *library = libraries; library->func != NULL; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  la_setfuncs(L, functions);
  lua_pushcfunction(L, guest_error);
  lua_setglobal(L, "error");
  guest_add_protected(L);
}

static const la_mod_host mod_host = {
  .ask = ask_host, .load = load_text, .load_own = load_own, .open = guest_open_libraries
};

/* ---- what the host calls --------------------------------------------------------------------- */

extern void __wasm_call_ctors(void); /* calling it keeps the linker from doing so at each export */

static void *marshal_allocate(void *user, void *block, size_t old, size_t size) {
  (void)user, (void)old;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

/* The words, or 0: there is no memory for a state. */
GUEST_EXPORT(vm_new) uint32_t vm_new(uint32_t unused) {
  __wasm_call_ctors();
  (void)unused;
  marshal.allocate = marshal_allocate;
  mod_state.marshal = &marshal;
  mod_state.host = &mod_host;
  mod_state.mod = lua_newstate(la_meter_allocate, &mod_state.meter);
  if (mod_state.mod == NULL || !la_mod_state_set_up(&mod_state)) return 0;
  words[LA_WORD_MESSAGE] = place_of(mod_state.meter.report.message);
  words[LA_WORD_WHERE] = place_of(mod_state.meter.report.where);
  words[LA_WORD_TRACEBACK] = place_of(mod_state.meter.report.traceback);
  return place_of(words);
}

/* Makes room for so many bytes in the buffer: where they are to be, or 0: there is no memory. */
GUEST_EXPORT(vm_room) uint32_t vm_room(uint32_t size) {
  la_marshal_begin(&marshal);
  if (!la_marshal_reserve(&marshal, size)) return 0;
  words[LA_WORD_MARSHAL_ROOM] = (uint32_t)marshal.room;
  words[LA_WORD_MARSHAL] = place_of(marshal.bytes);
  return place_of(marshal.bytes);
}

static la_failure guest_failure(void) {
  const char *kind = la_mod_state_kind(&mod_state);
  return *kind == 'i'   ? LA_FAILED_INSTRUCTIONS
         : *kind == 'm' ? LA_FAILED_MEMORY
         : *kind == 's' ? LA_FAILED_SYNTAX
                        : LA_FAILED_ERROR;
}

/* Runs a task with what the words say; 1: the results are in the buffer. */
GUEST_EXPORT(vm_run) uint32_t vm_run(uint32_t task) {
  la_marshal_begin(&marshal);
  marshal.size = words[LA_WORD_MARSHAL_SIZE];
  mod_state.source = (const char *)(uintptr_t)words[LA_WORD_SOURCE];
  mod_state.name = (const char *)(uintptr_t)words[LA_WORD_NAME];
  mod_state.length = words[LA_WORD_LENGTH];
  bool done = la_mod_state_run(&mod_state, (la_task)task);
  words[LA_WORD_MARSHAL] = place_of(marshal.bytes);
  words[LA_WORD_MARSHAL_SIZE] = (uint32_t)marshal.size;
  words[LA_WORD_MARSHAL_ROOM] = (uint32_t)marshal.room;
  words[LA_WORD_HOST_FAILED] = mod_state.meter.host_failed;
  words[LA_WORD_BYTES] = (uint32_t)mod_state.meter.bytes;
  if (!done) words[LA_WORD_KIND] = guest_failure();
  mod_state.meter.end = LA_GOES_ON;
  return done;
}

/* Called wherever the machine is when its fuel is spent. */
GUEST_EXPORT(vm_interrupt) uint32_t vm_interrupt(uint32_t unused) {
  (void)unused;
  la_meter_interrupt(&mod_state.meter);
  return 0;
}

/* After a trap: notes where the mod was, as far as the machine still knows. */
GUEST_EXPORT(vm_where) uint32_t vm_where(uint32_t unused) {
  (void)unused;
  la_meter *meter = &mod_state.meter;
  if (meter->running == NULL) return 0;
  la_error_report_walk(meter->running, &meter->trusted, &meter->report);
  return 1;
}

GUEST_EXPORT(vm_collect) uint32_t vm_collect(uint32_t order) {
  lua_gc(mod_state.mod, (int)order, 0);
  mod_state.meter.end = LA_GOES_ON;
  words[LA_WORD_BYTES] = (uint32_t)mod_state.meter.bytes;
  return 0;
}

/* What guest_try has called. */
GUEST_EXPORT(vm_protected)
void vm_protected(void (*f)(lua_State *, void *), lua_State *L, void *user) {
  f(L, user);
}
