/*
** The mod's side of a box: what runs in its state, and how it calls the host.
*/
#include "box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lualib.h>

/* Upvalues of the functions in the mod's state. */
enum { UP_BOX = 1, UP_CODEC, UP_FUNCTIONS, UP_COUNT = UP_FUNCTIONS };

/* What a host's call costs the mod, in instructions. */
enum { COST_OF_HOST_CALL = 50 };

enum { STEPS_AN_INSTRUCTION = 64 };

/* Fields of the codec: the two functions, and the mod's globals. */
enum { CODEC_ENCODE = 1, CODEC_DECODE, CODEC_ENVIRONMENT };

enum { LONGEST_SOURCE = 1 << 17 };

static la_box *box_of(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(UP_BOX));
}

/* ---- calls to the host --------------------------------------------------------------------- */

/* Takes what the host raised off its stack; only text crosses. */
static void take_error(la_box *box, lua_State *H) {
  size_t length = 0;
  const char *text = lua_type(H, -1) == LUA_TSTRING ? lua_tolstring(H, -1, &length) : NULL;
  if (text != NULL) la_wire_set_string(&box->wire, text, length);
  else la_wire_set_string(&box->wire, "the host failed", strlen("the host failed"));
}

static int inside_ask(la_box *box) {
  lua_State *H = box->host;
  int top = lua_gettop(H);
  if (!lua_checkstack(H, 4)) return LUA_ERRMEM;
  lua_pushvalue(H, top);            /* `serve`, which box_call has left there */
  box->serving = true;
  la_seconds_pause(&box->account);
  int status = lua_pcall(H, 0, 0, 0);
  la_seconds_resume(&box->account);
  box->serving = false;
  if (status != 0) take_error(box, H);
  lua_settop(H, top);
  return status;
}

static void push_codec(lua_State *L, int slot) {
  lua_rawgeti(L, lua_upvalueindex(UP_CODEC), slot);
}

/* Pushes what has come from the host, whose strings may be longer than those of mods. */
static int take_values(lua_State *L, la_box *box, int decoder) {
  box->account.takes_from_host = true;
  int count = la_wire_read(L, &box->wire, decoder);
  box->account.takes_from_host = false;
  return count;
}

/* host(op, …): what the host's function returns */
static int inside_host(lua_State *L) {
  la_box *box = box_of(L);
  push_codec(L, CODEC_ENCODE);
  lua_insert(L, 1);
  la_wire_begin(&box->wire);
  la_wire_write(L, &box->wire, 2, 1);
  la_account_charge(L, COST_OF_HOST_CALL + la_wire_cost(&box->wire));
  lua_settop(L, 0);
  int status = inside_ask(box);
  if (status == LUA_ERRMEM) {
    box->account.host_failed = true;
    return la_account_finish(L, LA_NO_MEMORY);
  }
  la_account_charge(L, la_wire_cost(&box->wire));
  push_codec(L, CODEC_DECODE);
  int count = take_values(L, box, 1);
  return status != 0 ? lua_error(L) : count;
}

/* ---- what a call begins with --------------------------------------------------------------- */

/* Whether what was raised is what the compiler has said. */
bool la_inside_is_syntax(const la_box *box) {
  return box->refused && strcmp(box->account.report.message, box->syntax) == 0;
}

static int on_error(lua_State *L) {
  la_box *box = box_of(L);
  if (box->account.end != LA_GOES_ON) return 1;
  la_report_take(L, &box->account, 1);
  if (la_inside_is_syntax(box)) la_report_place(&box->account.report);
  return 1;
}

/* Writes what stands above stack index `from`. */
static void write_results(lua_State *L, la_box *box, int from) {
  push_codec(L, CODEC_ENCODE);
  lua_insert(L, from);
  la_account_check(L);
  la_wire_begin(&box->wire);
  la_wire_write(L, &box->wire, from + 1, from);
  la_account_charge(L, la_wire_cost(&box->wire));
  la_account_weigh(L);
}

static int inside_call(lua_State *L) {
  la_box *box = box_of(L);
  push_codec(L, CODEC_DECODE);
  int count = take_values(L, box, 1);
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(UP_FUNCTIONS));
  if (lua_isnil(L, -1)) return luaL_error(L, "nothing called '%s'", lua_tostring(L, 2));
  lua_replace(L, 2);
  lua_call(L, count - 1, LUA_MULTRET);
  write_results(L, box, 2);
  return 0;
}

static int fail_to_load(lua_State *L, la_box *box) {
  const char *message = lua_tostring(L, -1);
  snprintf(box->syntax, sizeof box->syntax, "%s", message != NULL ? message : "");
  box->refused = true;
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

static int inside_refuse(lua_State *L, la_box *box, int line, const char *problem) {
  const char *name = box->name;
  lua_pushfstring(L, "%s:%d: %s", name + (*name == '@' || *name == '='), line, problem);
  return fail_to_load(L, box);
}

/* Pays for a text before it is compiled, by the byte, and raises what is wrong with it. */
static void check_source(lua_State *L, la_box *box, const char *text, size_t length) {
  la_account *account = &box->account;
  la_source source;
  if (length > LONGEST_SOURCE) inside_refuse(L, box, 1, "more than 131072 bytes of source");
  la_account_charge(L, (double)length);
  la_source_read(&source, text, length);
  if (source.problem != NULL) inside_refuse(L, box, source.line, source.problem);
  la_account_charge(L, source.work / STEPS_AN_INSTRUCTION);
  source.message /= STEPS_AN_INSTRUCTION;
  if (source.message > account->message) account->message = source.message;
}

/* Pushes the text as a function that sees nothing but the mod's globals. */
static void inside_load(lua_State *L, la_box *box, const char *source, size_t length) {
  const char *name = box->name;
  check_source(L, box, source, length);
  int status = la_lengths_load(L, source, length, name);
  if (status == LUA_ERRMEM) la_account_finish(L, LA_NO_MEMORY);
  if (status != 0) fail_to_load(L, box);
  set_environment(L);
}

static int inside_run(lua_State *L) {
  la_box *box = box_of(L);
  push_codec(L, CODEC_DECODE);
  inside_load(L, box, box->source, box->length);
  lua_call(L, take_values(L, box, 1), LUA_MULTRET);
  write_results(L, box, 2);
  return 0;
}

/* compile(source, chunkname): for trusted code; raises what the compiler says */
static int inside_compile(lua_State *L) {
  la_box *box = box_of(L);
  size_t length;
  const char *source = luaL_checklstring(L, 1, &length);
  box->name = luaL_checkstring(L, 2);
  inside_load(L, box, source, length);
  return 1;
}

/* Pushes what the host trusts, text or code, as a function; it sees the state's own globals. */
static void load_trusted(lua_State *L, la_box *box) {
  lua_Debug ar;
  bool is_text = box->length == 0 || *box->source != LUA_SIGNATURE[0];
  int status = is_text ? la_lengths_load(L, box->source, box->length, box->name)
                       : luaL_loadbufferx(L, box->source, box->length, box->name, "b");
  if (status != 0) fail_to_load(L, box);
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &ar);
  if (!la_report_trust(&box->account.trusted, &ar)) luaL_error(L, "too many trusted files");
}

static int inside_trust(lua_State *L) {
  la_box *box = box_of(L);
  push_codec(L, CODEC_DECODE);
  load_trusted(L, box);
  lua_call(L, take_values(L, box, 1), LUA_MULTRET);
  write_results(L, box, 2);
  return 0;
}

/* What trusted code exposes as "define" gets the function, and does not run it. */
static int inside_define(lua_State *L) {
  la_box *box = box_of(L);
  push_codec(L, CODEC_DECODE);
  int count = take_values(L, box, 1);
  if (count != 1) return luaL_error(L, "define: one name expected, got %d", count);
  lua_pushliteral(L, "define");
  lua_rawget(L, lua_upvalueindex(UP_FUNCTIONS));
  if (lua_isnil(L, -1)) return luaL_error(L, "nothing called 'define'");
  lua_insert(L, -2);
  load_trusted(L, box);
  lua_call(L, 2, 0);
  return 0;
}

/* ---- what trusted code has ----------------------------------------------------------------- */

/* expose(name, f): box:call(name, …) calls f */
static int inside_expose(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  lua_settop(L, 2);
  lua_rawset(L, lua_upvalueindex(UP_FUNCTIONS));
  return 0;
}

/* objects(encode, decode): encode(object) -> kind, id; decode(kind, id) -> object */
static int inside_objects(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_rawseti(L, lua_upvalueindex(UP_CODEC), CODEC_DECODE);
  lua_rawseti(L, lua_upvalueindex(UP_CODEC), CODEC_ENCODE);
  return 0;
}

/* set_environment(t): the globals of what is loaded from now on */
static int use_environment(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_rawseti(L, lua_upvalueindex(UP_CODEC), CODEC_ENVIRONMENT);
  return 0;
}

/* explain(coroutine) -> file, line, traceback: where it is, or has failed; nil: in no mod's code */
static int inside_explain(lua_State *L) {
  la_report report;
  luaL_checktype(L, 1, LUA_TTHREAD);
  la_report_walk(lua_tothread(L, 1), &box_of(L)->account.trusted, &report);
  const char *colon = strrchr(report.where, ':');
  if (colon == NULL) return 0;
  lua_pushlstring(L, report.where, (size_t)(colon - report.where));
  lua_pushinteger(L, (lua_Integer)strtol(colon + 1, NULL, 10));
  lua_pushlstring(L, report.traceback, strlen(report.traceback)); /* lua_pushstring may find it */
  return 3;
}

/* The coroutine at index 1 and the level at index 2, with room for a value. NULL: there is none. */
static lua_State *inside_level_of(lua_State *L, lua_Debug *ar) {
  luaL_checktype(L, 1, LUA_TTHREAD);
  lua_State *thread = lua_tothread(L, 1);
  if (!lua_getstack(thread, (int)luaL_checkinteger(L, 2), ar)) return NULL;
  if (!lua_checkstack(thread, 1)) luaL_error(L, "out of stack");
  return thread;
}

/*
** running(coroutine, level) -> function, is_mods: what runs at that level of its stack, and whether
** it is the mod's own; nil: nothing does
*/
static int inside_running(lua_State *L) {
  lua_Debug ar;
  lua_State *thread = inside_level_of(L, &ar);
  if (thread == NULL) return 0;
  lua_getinfo(thread, "Slf", &ar);
  lua_xmove(thread, L, 1);
  lua_pushboolean(L, la_report_is_mods(&box_of(L)->account.trusted, &ar));
  return 2;
}

/* variable(coroutine, level, index) -> name, value: of a local variable; nil: there is none */
static int inside_variable(lua_State *L) {
  lua_Debug ar;
  lua_State *thread = inside_level_of(L, &ar);
  const char *name = thread == NULL ? NULL
                                    : lua_getlocal(thread, &ar, (int)luaL_checkinteger(L, 3));
  if (name == NULL) return 0;
  lua_xmove(thread, L, 1);
  lua_pushstring(L, name);
  lua_insert(L, -2);
  return 2;
}

static void open_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
    { "", luaopen_base }, { LUA_TABLIBNAME, luaopen_table }, { LUA_STRLIBNAME, luaopen_string },
    { LUA_MATHLIBNAME, luaopen_math },
#if LUA_VERSION_NUM >= 503
    { LUA_COLIBNAME, luaopen_coroutine }, { LUA_UTF8LIBNAME, luaopen_utf8 },
#else
    { LUA_BITLIBNAME, luaopen_bit },
#endif
    { NULL, NULL }
  };
  for (const luaL_Reg *library = libraries; library->func != NULL; library++) {
    lua_pushcfunction(L, library->func);
    lua_pushstring(L, library->name);
    lua_call(L, 1, 1);
    if (*library->name != 0) lua_setglobal(L, library->name);
    else lua_pop(L, 1);
  }
}

/* The functions share the box, the codec and what is exposed, which are at indices 2, 3 and 4. */
static void push_function(lua_State *L, lua_CFunction function) {
  for (int i = 2; i <= 4; i++) lua_pushvalue(L, i);
  lua_pushcclosure(L, function, UP_COUNT);
}

/* Runs in the new state, protected. */
static int set_up(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "host", inside_host }, { "expose", inside_expose }, { "objects", inside_objects },
    { "compile", inside_compile },
    { "set_environment", use_environment }, { "explain", inside_explain },
    { "running", inside_running },
    { "variable", inside_variable }, { NULL, NULL }
  };
  static const lua_CFunction base[BASE] = { on_error, inside_call, inside_run, inside_trust,
                                            inside_define };
  la_box *box = lua_touserdata(L, 1);
  la_account_bind(L, &box->account);
  lua_pushliteral(L, "error in error handling");
  luaL_ref(L, LUA_REGISTRYINDEX);   /* Lua has to have it where there may be no memory */
  lua_pushlightuserdata(L, box);
  lua_newtable(L);
  lua_newtable(L);
  lua_newtable(L);                  /* `sandbox`, what trusted code is given */
  box->account.call_name = box->wire.hidden = la_names_take(L);
  box->account.knows_places = la_places_are_known(L);
  open_libraries(L);
  la_library_add(L);
  la_lengths_add(L);
  for (const luaL_Reg *at = functions; at->func != NULL; at++) {
    push_function(L, at->func);
    lua_setfield(L, 5, at->name);
  }
  lua_setglobal(L, "sandbox");
  lua_newtable(L);
  lua_rawseti(L, 3, CODEC_ENVIRONMENT);
  for (int i = 0; i < BASE; i++) {
    push_function(L, base[i]);
    box->base[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  box->is_safe = box->account.call_name != NULL && la_names_taken(L);
  return 0;
}

bool la_inside_set_up(la_box *box) {
  lua_State *mod = box->mod;
  if (!lua_checkstack(mod, LUA_MINSTACK + BASE)) return false;
#if LUA_VERSION_NUM >= 502
  lua_pushcfunction(mod, set_up);
  lua_pushlightuserdata(mod, box);
  if (lua_pcall(mod, 1, 0, 0) != 0) return false;
#else
  if (lua_cpcall(mod, set_up, box) != 0) return false;
#endif
  lua_settop(mod, 0);
  for (int i = 1; i <= BASE; i++) lua_rawgeti(mod, LUA_REGISTRYINDEX, box->base[i - 1]);
  return true;
}

