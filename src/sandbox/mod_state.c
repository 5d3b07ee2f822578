/*
** The mod's side of a sandbox: what runs in its state, and how it calls the host.
*/
#include "mod_state.h"

#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Upvalues of the functions in the mod's state. */
enum { UP_INSIDE = 1, UP_CODEC, UP_FUNCTIONS, UP_COUNT = UP_FUNCTIONS };

/* What a host's call costs the mod, in instructions. */
enum { COST_OF_HOST_CALL = 50 };

/* Fields of the codec: the two functions, the mod's globals, and what activates units. */
enum { CODEC_ENCODE = 1, CODEC_DECODE, CODEC_ENVIRONMENT, CODEC_TURN };

static la_mod_state *mod_state_of(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(UP_INSIDE));
}

/* ---- calls to the host --------------------------------------------------------------------- */

static void push_codec(lua_State *L, int slot) {
  lua_rawgeti(L, lua_upvalueindex(UP_CODEC), slot);
}

/* Pushes what has come from the host, whose strings may be longer than those of mods. */
static int take_values(lua_State *L, la_mod_state *mod_state, int decoder) {
  mod_state->meter.takes_from_host = true;
  int count = la_marshal_read(L, mod_state->marshal, decoder);
  mod_state->meter.takes_from_host = false;
  return count;
}

/* Raises what the host has said. What is exposed as "refused" makes of it what the mod is told. */
static int raise_refusal(lua_State *L) {
  lua_pushliteral(L, "refused");
  lua_rawget(L, lua_upvalueindex(UP_FUNCTIONS));
  if (lua_isnil(L, -1)) return lua_pop(L, 1), lua_error(L);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return lua_error(L);
}

/* host(op, …): what the host's function returns */
static int mod_state_host(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  int till = lua_gettop(L);
  push_codec(L, CODEC_ENCODE);
  la_marshal_begin(mod_state->marshal);
  la_marshal_write(L, mod_state->marshal, 1, till, till + 1);
  la_meter_charge(L, COST_OF_HOST_CALL + la_marshal_cost(mod_state->marshal));
  lua_settop(L, 0);
  int status = mod_state->host->ask(mod_state);
  if (status == LUA_ERRMEM) {
    mod_state->meter.host_failed = true;
    return la_meter_finish(L, LA_NO_MEMORY);
  }
  la_meter_charge(L, la_marshal_cost(mod_state->marshal));
  push_codec(L, CODEC_DECODE);
  int count = take_values(L, mod_state, 1);
  return status != 0 ? raise_refusal(L) : count;
}

/* ask(op, …): what follows `true`; where the host answers `false`, what follows is raised */
static int mod_state_asks(lua_State *L) {
  int count = mod_state_host(L), first = lua_gettop(L) - count + 1;
  if (count > 0 && lua_toboolean(L, first)) return count - 1;
  lua_settop(L, first + 1);
  return raise_refusal(L);
}

/* ---- what a call begins with --------------------------------------------------------------- */

/* Whether what was raised is what the compiler has said. */
static bool is_syntax(const la_mod_state *mod_state) {
  return mod_state->refused && strcmp(mod_state->meter.report.message, mod_state->syntax) == 0;
}

static int on_error(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  if (mod_state->meter.end != LA_GOES_ON) return 1;
  la_error_report_take(L, &mod_state->meter.report, &mod_state->meter.trusted, 1);
  if (is_syntax(mod_state)) la_error_report_place(&mod_state->meter.report);
  return 1;
}

/* Writes what stands from stack index `from` on. */
static void write_results(lua_State *L, la_mod_state *mod_state, int from) {
  int till = lua_gettop(L);
  push_codec(L, CODEC_ENCODE);
  la_meter_check(L);
  la_marshal_begin(mod_state->marshal);
  la_marshal_write(L, mod_state->marshal, from, till, till + 1);
  la_meter_charge(L, la_marshal_cost(mod_state->marshal));
  la_meter_check_memory(L);
}

static int mod_state_call(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  push_codec(L, CODEC_DECODE);
  int count = take_values(L, mod_state, 1);
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(UP_FUNCTIONS));
  if (lua_isnil(L, -1)) return luaL_error(L, "nothing called '%s'", lua_tostring(L, 2));
  lua_replace(L, 2);
  lua_call(L, count - 1, LUA_MULTRET);
  write_results(L, mod_state, 2);
  return 0;
}

/* The same for what activates a unit. */
static int mod_state_activate(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  push_codec(L, CODEC_DECODE);
  push_codec(L, CODEC_TURN);
  int count = take_values(L, mod_state, 1);
  lua_call(L, count, LUA_MULTRET);
  write_results(L, mod_state, 2);
  return 0;
}

int la_mod_state_refuse(lua_State *L, la_mod_state *mod_state) {
  const char *message = lua_tostring(L, -1);
  snprintf(mod_state->syntax, sizeof mod_state->syntax, "%s", message != NULL ? message : "");
  mod_state->refused = true;
  return lua_error(L);
}

static void set_environment(lua_State *L) {
  push_codec(L, CODEC_ENVIRONMENT);
#if LUA_VERSION_NUM >= 502
  lua_setupvalue(L, -2, 1);
#else
  lua_setfenv(L, -2);
#endif
}

/* Pushes a mod's text as a function that sees nothing but the mod's globals. */
static void load_mods(lua_State *L, la_mod_state *mod_state, const char *text, size_t length) {
  mod_state->host->load(L, mod_state, text, length);
  set_environment(L);
}

static int mod_state_source(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  push_codec(L, CODEC_DECODE);
  load_mods(L, mod_state, mod_state->source, mod_state->length);
  lua_call(L, take_values(L, mod_state, 1), LUA_MULTRET);
  write_results(L, mod_state, 2);
  return 0;
}

/* compile(source, chunkname): for trusted code; raises what the compiler says */
static int mod_state_compile(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  size_t length;
  const char *source = luaL_checklstring(L, 1, &length);
  mod_state->name = luaL_checkstring(L, 2);
  load_mods(L, mod_state, source, length);
  return 1;
}

/* Pushes what the host trusts, text or code, as a function; it sees the state's own globals. */
static void load_trusted(lua_State *L, la_mod_state *mod_state) {
  lua_Debug ar;
  bool is_text = mod_state->length == 0 || *mod_state->source != LUA_SIGNATURE[0];
  int status = is_text ? mod_state->host->load_own(L, mod_state->source, mod_state->length,
                                                   mod_state->name)
                       : la_load_code(L, mod_state->source, mod_state->length, mod_state->name);
  if (status != 0) la_mod_state_refuse(L, mod_state);
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &ar);
  if (!la_error_report_trust(&mod_state->meter.trusted,
                             &ar)) luaL_error(L, "too many trusted files");
}

static int mod_state_trust(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  push_codec(L, CODEC_DECODE);
  load_trusted(L, mod_state);
  lua_call(L, take_values(L, mod_state, 1), LUA_MULTRET);
  write_results(L, mod_state, 2);
  return 0;
}

/* What trusted code exposes as "define" gets the function, and does not run it. */
static int mod_state_define(lua_State *L) {
  la_mod_state *mod_state = mod_state_of(L);
  push_codec(L, CODEC_DECODE);
  int count = take_values(L, mod_state, 1);
  if (count != 1) return luaL_error(L, "define: one name expected, got %d", count);
  lua_pushliteral(L, "define");
  lua_rawget(L, lua_upvalueindex(UP_FUNCTIONS));
  if (lua_isnil(L, -1)) return luaL_error(L, "nothing called 'define'");
  lua_insert(L, -2);
  load_trusted(L, mod_state);
  lua_call(L, 2, 0);
  return 0;
}

/* ---- what trusted code has ----------------------------------------------------------------- */

/* expose(name, f): box:call(name, …) calls f */
static int mod_state_expose(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  lua_settop(L, 2);
  lua_rawset(L, lua_upvalueindex(UP_FUNCTIONS));
  return 0;
}

/* objects(encode, decode): encode(object) -> kind, id; decode(kind, id) -> object */
static int mod_state_objects(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_rawseti(L, lua_upvalueindex(UP_CODEC), CODEC_DECODE);
  lua_rawseti(L, lua_upvalueindex(UP_CODEC), CODEC_ENCODE);
  return 0;
}

/* on_activation(f): box:_activate(…) calls f */
static int mod_state_on_activation(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_rawseti(L, lua_upvalueindex(UP_CODEC), CODEC_TURN);
  return 0;
}

/* set_environment(t): the globals of what is loaded from now on */
static int use_environment(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_rawseti(L, lua_upvalueindex(UP_CODEC), CODEC_ENVIRONMENT);
  return 0;
}

/* explain(function) -> file, line: where it begins; the line is nil for a file; nil: it is none of
** the mod's */
static int explain_function(lua_State *L) {
  lua_Debug ar;
  lua_settop(L, 1);
  lua_getinfo(L, ">S", &ar);
  ar.currentline = 1;
  if (ar.what[0] == 'C' || !la_error_report_is_mods(&mod_state_of(L)->meter.trusted, &ar)) return 0;
  lua_pushlstring(L, ar.short_src, strlen(ar.short_src));
  if (ar.linedefined > 0) lua_pushinteger(L, ar.linedefined);
  else lua_pushnil(L);
  return 2;
}

/* explain(coroutine) -> file, line, traceback: where it is, or has failed; nil: in no mod's code */
static int mod_state_explain(lua_State *L) {
  la_error_report report;
  if (lua_isfunction(L, 1)) return explain_function(L);
  luaL_checktype(L, 1, LUA_TTHREAD);
  la_error_report_walk(lua_tothread(L, 1), &mod_state_of(L)->meter.trusted, &report);
  const char *colon = strrchr(report.where, ':');
  if (colon == NULL) return 0;
  lua_pushlstring(L, report.where, (size_t)(colon - report.where));
  lua_pushinteger(L, (lua_Integer)strtol(colon + 1, NULL, 10));
  lua_pushlstring(L, report.traceback, strlen(report.traceback)); /* lua_pushstring may find it */
  return 3;
}

/* The coroutine at index 1 and the level at index 2, with room for a value. NULL: there is none.
** nil is the main coroutine, which runs, where Lua has no name for it. */
static lua_State *mod_state_level_of(lua_State *L, lua_Debug *ar) {
  lua_State *thread = lua_isnil(L, 1) ? L : lua_tothread(L, 1);
  if (thread == NULL) luaL_checktype(L, 1, LUA_TTHREAD);
  if (!la_getstack(thread, (int)luaL_checkinteger(L, 2), ar)) return NULL;
  if (!lua_checkstack(thread, 1)) luaL_error(L, "out of stack");
  return thread;
}

/*
** running(coroutine, level) -> function, is_mods, place: what runs at that level of its stack, and
** whether it is the mod's own: then also file and line; nil: nothing does
*/
static int mod_state_running(lua_State *L) {
  lua_Debug ar;
  lua_State *thread = mod_state_level_of(L, &ar);
  if (thread == NULL) return 0;
  lua_getinfo(thread, "Slf", &ar);
  lua_xmove(thread, L, 1);
  bool is_mods = la_error_report_is_mods(&mod_state_of(L)->meter.trusted, &ar);
  lua_pushboolean(L, is_mods);
  if (!is_mods) return 2;
  lua_pushfstring(L, "%s:%d", ar.short_src, ar.currentline);
  return 3;
}

/* variable(coroutine, level, index) -> name, value: of a local variable; nil: there is none */
static int mod_state_variable(lua_State *L) {
  lua_Debug ar;
  lua_State *thread = mod_state_level_of(L, &ar);
  const char *name = thread == NULL ? NULL
                                    : lua_getlocal(thread, &ar, (int)luaL_checkinteger(L, 3));
  if (name == NULL) return 0;
  lua_xmove(thread, L, 1);
  lua_pushstring(L, name);
  lua_insert(L, -2);
  return 2;
}

/* The functions share the mod_state, the codec and what is exposed: indices 2, 3 and 4. */
static void push_function(lua_State *L, lua_CFunction function) {
  for (int i = 2; i <= 4; i++) lua_pushvalue(L, i);
  lua_pushcclosure(L, function, UP_COUNT);
}

/* Runs in the new state, protected. */
static int set_up(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "host", mod_state_host }, { "ask", mod_state_asks },
    { "expose", mod_state_expose }, { "objects", mod_state_objects },
    { "on_activation", mod_state_on_activation },
    { "compile", mod_state_compile },
    { "set_environment", use_environment }, { "explain", mod_state_explain },
    { "running", mod_state_running },
    { "variable", mod_state_variable }, { NULL, NULL }
  };
  static const lua_CFunction base[LA_BASE] = { on_error, mod_state_call, mod_state_source,
                                               mod_state_trust, mod_state_define,
                                               mod_state_activate };
  la_mod_state *mod_state = lua_touserdata(L, 1);
  la_meter_bind(L, &mod_state->meter);
  lua_pushliteral(L, "error in error handling");
  luaL_ref(L, LUA_REGISTRYINDEX);   /* Lua has to have it where there may be no memory */
  lua_pushlightuserdata(L, mod_state);
  lua_newtable(L);
  lua_newtable(L);
  lua_newtable(L);                  /* `sandbox`, what trusted code is given */
  mod_state->host->open(L);
  la_library_add(L);
  for (const luaL_Reg *at = functions; at->func != NULL; at++) {
    push_function(L, at->func);
    lua_setfield(L, 5, at->name);
  }
  lua_setglobal(L, "sandbox");
  lua_newtable(L);
  lua_rawseti(L, 3, CODEC_ENVIRONMENT);
  for (int i = 0; i < LA_BASE; i++) {
    push_function(L, base[i]);
    mod_state->base[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  return 0;
}

bool la_mod_state_set_up(la_mod_state *mod_state) {
  lua_State *mod = mod_state->mod;
  if (!lua_checkstack(mod, LUA_MINSTACK + LA_BASE)) return false;
#if LUA_VERSION_NUM >= 502
  lua_pushcfunction(mod, set_up);
  lua_pushlightuserdata(mod, mod_state);
  if (lua_pcall(mod, 1, 0, 0) != 0) return false;
#else
  if (lua_cpcall(mod, set_up, mod_state) != 0) return false;
#endif
  lua_settop(mod, 0);
  for (int i = 1; i <= LA_BASE; i++) lua_rawgeti(mod, LUA_REGISTRYINDEX, mod_state->base[i - 1]);
  return true;
}


/* ---- running what stands there --------------------------------------------------------------- */

const char *la_mod_state_kind(const la_mod_state *mod_state) {
  switch (mod_state->meter.end) {
    case LA_NO_INSTRUCTIONS: return "instructions";
    case LA_NO_MEMORY: return "memory";
    default: break;
  }
  return is_syntax(mod_state) ? "syntax" : "error";
}

bool la_mod_state_run(la_mod_state *mod_state, la_task task) {
  la_meter *meter = &mod_state->meter;
  lua_State *mod = mod_state->mod;
  lua_settop(mod, LA_BASE);
  lua_pushvalue(mod, LA_BASE_TASKS + (int)task);
  mod_state->refused = false;
  la_meter_begin(meter, mod);
  int status = lua_pcall(mod, 0, 0, LA_BASE_HANDLER);
  if (status == LUA_ERRMEM && meter->end == LA_GOES_ON) meter->end = LA_NO_MEMORY;
  if (meter->end == LA_NO_MEMORY && !meter->report.taken)
    la_error_report_set(&meter->report, "not enough memory");
  if (status != 0 && !meter->report.taken)
    la_error_report_set(&meter->report, "too deep a recursion, or an error in handling one");
  lua_settop(mod, LA_BASE);
  la_meter_end(meter, mod);
  return status == 0 && meter->end == LA_GOES_ON;
}
