/*
** A box: its making, the calls into it, and the calls from it to the host.
*/
#include "sandbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lualib.h>

#include "binding.h"

typedef struct Box {
  bool is_safe;                     /* what must not be there is not: see sandbox_names.c */
  lua_State *mod;                   /* NULL: closed */
  lua_State *host;                  /* the host's coroutine that is in a call; NULL: none is */
  bool serving;                     /* the host's function runs */
  const char *source, *name;        /* what is to be loaded, and what it is called */
  size_t length;
  la_account account;
  la_wire wire;
  bool refused;                     /* the compiler has refused something in this call: */
  char syntax[sizeof ((la_report *)0)->message];
  int base[4];                      /* references to what stands at the bottom of the stack */
} Box;

/* Slots of a box's keep. */
enum { KEEP_HOST = 1, KEEP_ENCODE, KEEP_DECODE, KEEP_SERVE };

/* What stands at the bottom of the mod's stack, so that a call need not allocate to begin. */
enum { BASE_HANDLER = 1, BASE_CALL, BASE_RUN, BASE_TRUST, BASE = BASE_TRUST };

/* Upvalues of the functions in the mod's state. */
enum { UP_BOX = 1, UP_CODEC, UP_FUNCTIONS, UP_COUNT = UP_FUNCTIONS };

/* What a host's call costs the mod, in instructions; bytes that are worth one. */
enum { COST_OF_HOST_CALL = 50, BYTES_AN_INSTRUCTION = 16, BYTES_COMPILED = 4 };

/* Fields of the codec: the two functions, and the mod's globals. */
enum { CODEC_ENCODE = 1, CODEC_DECODE, CODEC_ENVIRONMENT };

enum { LONGEST_SOURCE = 1 << 17 };

/* Seconds that instructions take on the slowest machine that is thought of. */
#define SLOWEST 2e-6

static Box *box_of(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(UP_BOX));
}

/* ---- in the mod's state: calls to the host ------------------------------------------------- */

/* Runs in the host, protected: reads arguments, calls the host's function, writes the results. */
static int serve(lua_State *H) {
  Box *box = lua_touserdata(H, lua_upvalueindex(1));
  for (int slot = KEEP_HOST; slot <= KEEP_DECODE; slot++)
    lua_rawgeti(H, lua_upvalueindex(2), slot);
  lua_pushvalue(H, KEEP_HOST);
  lua_call(H, la_wire_read(H, &box->wire, KEEP_DECODE), LUA_MULTRET);
  la_wire_begin(&box->wire);
  la_wire_write(H, &box->wire, KEEP_DECODE + 1, KEEP_ENCODE);
  return 0;
}

/* Takes what the host raised off its stack; only text crosses. */
static void take_error(Box *box, lua_State *H) {
  size_t length = 0;
  const char *text = lua_type(H, -1) == LUA_TSTRING ? lua_tolstring(H, -1, &length) : NULL;
  if (text != NULL) la_wire_set_string(&box->wire, text, length);
  else la_wire_set_string(&box->wire, "the host failed", strlen("the host failed"));
}

static int ask(Box *box) {
  lua_State *H = box->host;
  int top = lua_gettop(H);
  if (!lua_checkstack(H, 4)) return LUA_ERRMEM;
  lua_pushvalue(H, top);            /* `serve`, which box_call has left there */
  box->serving = true;
  int status = lua_pcall(H, 0, 0, 0);
  box->serving = false;
  if (status != 0) take_error(box, H);
  lua_settop(H, top);
  return status;
}

static void push_codec(lua_State *L, int slot) {
  lua_rawgeti(L, lua_upvalueindex(UP_CODEC), slot);
}

/* host(op, …): what the host's function returns */
static int host(lua_State *L) {
  Box *box = box_of(L);
  push_codec(L, CODEC_ENCODE);
  lua_insert(L, 1);
  la_wire_begin(&box->wire);
  la_wire_write(L, &box->wire, 2, 1);
  la_account_charge(L, COST_OF_HOST_CALL + (double)box->wire.weight / BYTES_AN_INSTRUCTION);
  lua_settop(L, 0);
  int status = ask(box);
  if (status == LUA_ERRMEM) {
    box->account.host_failed = true;
    return la_account_finish(L, LA_NO_MEMORY);
  }
  la_account_check(L);
  push_codec(L, CODEC_DECODE);
  int count = la_wire_read(L, &box->wire, 1);
  return status != 0 ? lua_error(L) : count;
}

/* ---- in the mod's state: what a call begins with ------------------------------------------- */

/* Whether what was raised is what the compiler has said. */
static bool is_syntax(const Box *box) {
  return box->refused && strcmp(box->account.report.message, box->syntax) == 0;
}

static int on_error(lua_State *L) {
  Box *box = box_of(L);
  if (box->account.end != LA_GOES_ON) return 1;
  la_report_take(L, &box->account, 1);
  if (is_syntax(box)) la_report_place(&box->account.report);
  return 1;
}

/* Writes what stands above stack index `from`. */
static void write_results(lua_State *L, Box *box, int from) {
  push_codec(L, CODEC_ENCODE);
  lua_insert(L, from);
  la_account_check(L);
  la_wire_begin(&box->wire);
  la_wire_write(L, &box->wire, from + 1, from);
}

static int call(lua_State *L) {
  Box *box = box_of(L);
  push_codec(L, CODEC_DECODE);
  int count = la_wire_read(L, &box->wire, 1);
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(UP_FUNCTIONS));
  if (lua_isnil(L, -1)) return luaL_error(L, "nothing called '%s'", lua_tostring(L, 2));
  lua_replace(L, 2);
  lua_call(L, count - 1, LUA_MULTRET);
  write_results(L, box, 2);
  return 0;
}

static int fail_to_load(lua_State *L, Box *box) {
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

/* Pushes the text as a function that sees nothing but the mod's globals. */
static void load(lua_State *L, Box *box, const char *source, size_t length) {
  const char *name = box->name;
  if (length > LONGEST_SOURCE) {
    lua_pushfstring(L, "%s:1: more than %d bytes of source", name + (*name == '@' || *name == '='),
                    (int)LONGEST_SOURCE);
    fail_to_load(L, box);
  }
  la_account_charge(L, (double)length / BYTES_COMPILED);
  int status = luaL_loadbufferx(L, source, length, name, "t");
  if (status == LUA_ERRMEM) la_account_finish(L, LA_NO_MEMORY);
  if (status != 0) fail_to_load(L, box);
  set_environment(L);
}

static int run(lua_State *L) {
  Box *box = box_of(L);
  push_codec(L, CODEC_DECODE);
  load(L, box, box->source, box->length);
  lua_call(L, la_wire_read(L, &box->wire, 1), LUA_MULTRET);
  write_results(L, box, 2);
  return 0;
}

/* compile(source, chunkname): for trusted code; raises what the compiler says */
static int compile(lua_State *L) {
  Box *box = box_of(L);
  size_t length;
  const char *source = luaL_checklstring(L, 1, &length);
  box->name = luaL_checkstring(L, 2);
  load(L, box, source, length);
  return 1;
}

static int trust(lua_State *L) {
  Box *box = box_of(L);
  lua_Debug ar;
  push_codec(L, CODEC_DECODE);
  if (luaL_loadbufferx(L, box->source, box->length, box->name, "bt") != 0)
    return fail_to_load(L, box);
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &ar);
  if (!la_report_trust(&box->account.trusted, &ar))
    return luaL_error(L, "too many trusted files");
  lua_call(L, la_wire_read(L, &box->wire, 1), LUA_MULTRET);
  write_results(L, box, 2);
  return 0;
}

/* ---- in the mod's state: what trusted code has --------------------------------------------- */

/* expose(name, f): box:call(name, …) calls f */
static int expose(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  lua_settop(L, 2);
  lua_rawset(L, lua_upvalueindex(UP_FUNCTIONS));
  return 0;
}

/* objects(encode, decode): encode(object) -> kind, id; decode(kind, id) -> object */
static int objects(lua_State *L) {
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
static int explain(lua_State *L) {
  la_report report;
  luaL_checktype(L, 1, LUA_TTHREAD);
  la_report_walk(lua_tothread(L, 1), &box_of(L)->account.trusted, &report);
  const char *colon = strrchr(report.where, ':');
  if (colon == NULL) return 0;
  lua_pushlstring(L, report.where, (size_t)(colon - report.where));
  lua_pushinteger(L, (lua_Integer)strtol(colon + 1, NULL, 10));
  lua_pushstring(L, report.traceback);
  return 3;
}

/*
** running(coroutine, level) -> function, is_mods: what runs at that level of its stack, and whether
** it is the mod's own; nil: nothing does
*/
static int running(lua_State *L) {
  lua_Debug ar;
  luaL_checktype(L, 1, LUA_TTHREAD);
  lua_State *thread = lua_tothread(L, 1);
  if (!lua_getstack(thread, (int)luaL_checkinteger(L, 2), &ar)) return 0;
  if (!lua_checkstack(thread, 1)) return luaL_error(L, "out of stack");
  lua_getinfo(thread, "Slf", &ar);
  lua_xmove(thread, L, 1);
  lua_pushboolean(L, la_report_is_mods(&box_of(L)->account.trusted, &ar));
  return 2;
}

/* variable(coroutine, level, index) -> name, value: of a local variable; nil: there is none */
static int variable(lua_State *L) {
  lua_Debug ar;
  luaL_checktype(L, 1, LUA_TTHREAD);
  lua_State *thread = lua_tothread(L, 1);
  if (!lua_getstack(thread, (int)luaL_checkinteger(L, 2), &ar)) return 0;
  if (!lua_checkstack(thread, 1)) return luaL_error(L, "out of stack");
  const char *name = lua_getlocal(thread, &ar, (int)luaL_checkinteger(L, 3));
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
    { "host", host }, { "expose", expose }, { "objects", objects }, { "compile", compile },
    { "set_environment", use_environment }, { "explain", explain }, { "running", running },
    { "variable", variable }, { NULL, NULL }
  };
  static const lua_CFunction base[BASE] = { on_error, call, run, trust };
  Box *box = lua_touserdata(L, 1);
  la_account_bind(L, &box->account);
  open_libraries(L);
  lua_pushlightuserdata(L, box);
  lua_newtable(L);
  lua_newtable(L);
  lua_newtable(L);                  /* `sandbox`, what trusted code is given */
  la_library_add(L);
  box->account.call_name = la_names_take(L, box);
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
  box->is_safe = la_names_taken(L);
  return 0;
}

/* ---- in the host's state: making and closing ----------------------------------------------- */

typedef struct Options {
  double memory, instructions, seconds;
} Options;

static void read_memory(la_value value, void *target) {
  ((Options *)target)->memory = (double)la_integer(value, 1 << 16, (int64_t)1 << 40);
}

static void read_instructions(la_value value, void *target) {
  ((Options *)target)->instructions = (double)la_integer(value, 1000, (int64_t)1 << 50);
}

static void read_seconds(la_value value, void *target) {
  ((Options *)target)->seconds = la_number(value, 0, HUGE_VAL);
}

static void read_function(la_value value, void *target) {
  (void)target;
  if (lua_type(value.L, value.index) != LUA_TFUNCTION) la_reject(value, "is not a function");
}

static const la_option option_list[] = {
  { "memory", read_memory }, { "instructions", read_instructions },
  { "seconds", read_seconds }, { "host", read_function }, { "encode", read_function },
  { "decode", read_function }, { NULL, NULL }
};

static Box *check_box(lua_State *L) {
  Box *box = la_object_check(L, 1, &la_box_type);
  if (box->mod == NULL) la_fail(L, 1, "the sandbox is closed");
  return box;
}

static Box *check_idle(lua_State *L) {
  Box *box = check_box(L);
  if (box->host != NULL) luaL_error(L, "the sandbox is in a call: it cannot be called by its host");
  return box;
}

static void close_box(Box *box) {
  lua_State *mod = box->mod;
  box->mod = NULL;
  box->account.running = NULL;
  if (mod != NULL) lua_close(mod);
  la_wire_free(&box->wire);
}

static int box_close(lua_State *L) {
  Box *box = la_object_check(L, 1, &la_box_type);
  if (box->host != NULL) return luaL_error(L, "the sandbox is in a call");
  close_box(box);
  return 0;
}

static int box_gc(lua_State *L) {
  Box *box = la_object_test(L, 1, &la_box_type);
  if (box != NULL && box->host == NULL) close_box(box);
  return 0;
}

static void keep_functions(lua_State *L, int options, int box) {
  static const char *const names[] = { "host", "encode", "decode" };
  lua_newtable(L);
  for (int i = 0; i < 3; i++) {
    lua_getfield(L, options, names[i]);
    lua_rawseti(L, -2, KEEP_HOST + i);
  }
  lua_pushlightuserdata(L, lua_touserdata(L, box));
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, serve, 2);
  lua_rawseti(L, -2, KEEP_SERVE);
  la_setkeep(L, box);
}

static bool run_set_up(Box *box) {
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

int la_box_new(lua_State *L) {
  Options options = { 1 << 24, 1000000, -1 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  la_options(la_arg(L, 1, "options"), option_list, &options);
  Box *box = la_object_new(L, &la_box_type, sizeof *box);
  keep_functions(L, 1, 2);
  la_allocator(L, &box->account.allocate, &box->account.user);
  box->account.allowance = (int64_t)options.instructions;
  box->account.seconds = options.seconds >= 0 ? options.seconds
                                              : 1 + options.instructions * SLOWEST;
  box->mod = la_account_open(&box->account, (size_t)options.memory);
  box->wire.allocate = box->account.allocate;
  box->wire.user = box->account.user;
  if (box->mod == NULL || !run_set_up(box)) {
    close_box(box);
    la_status_check(L, ASTAR_NO_MEMORY);
  }
  if (!box->is_safe) {
    close_box(box);
    return luaL_error(L, "there are no sandboxes with this Lua: it has other ways to metamethods");
  }
  return 1;
}

/* ---- in the host's state: calls ------------------------------------------------------------ */

static const char *kind_of(const Box *box) {
  switch (box->account.end) {
    case LA_NO_INSTRUCTIONS: return "instructions";
    case LA_NO_MEMORY: return "memory";
    case LA_NO_TIME: return "time";
    default: break;
  }
  return is_syntax(box) ? "syntax" : "error";
}

/* Runs one of the functions at the bottom of the mod's stack; true: it has written its results. */
static bool run_in_mod(lua_State *L, Box *box, int function) {
  la_account *account = &box->account;
  lua_State *mod = box->mod;
  lua_settop(mod, BASE);
  lua_pushvalue(mod, function);
  box->refused = false;
  box->host = L;
  la_account_begin(account, mod);
  int status = lua_pcall(mod, 0, 0, BASE_HANDLER);
  box->host = NULL;
  if (status == LUA_ERRMEM && account->end == LA_GOES_ON) account->end = LA_NO_MEMORY;
  if (account->end == LA_NO_MEMORY && !account->report.taken)
    la_report_set(&account->report, "not enough memory");
  if (status != 0 && !account->report.taken)
    la_report_set(&account->report, "too deep a recursion, or an error in handling one");
  lua_settop(mod, BASE);
  la_account_rest(account, mod);
  return status == 0 && account->end == LA_GOES_ON;
}

/*
** The arguments from stack index `first` on go into the mod; what its function returns comes back
** as true, results…, or else false and how it failed.
*/
static int enter(lua_State *L, Box *box, int first, int function) {
  int keep = first, codec = first + 1;
  luaL_checkstack(L, 8, NULL);
  la_getkeep(L, 1);
  lua_insert(L, keep);
  lua_rawgeti(L, keep, KEEP_ENCODE);
  lua_insert(L, codec);
  la_wire_begin(&box->wire);
  la_wire_write(L, &box->wire, codec + 1, codec);
  if (box->mod == NULL || box->host != NULL) check_idle(L);
  if (function != BASE_CALL) {
    box->source = lua_tolstring(L, 2, &box->length);
    box->name = lua_tostring(L, 3);
  }
  lua_settop(L, keep);
  lua_rawgeti(L, keep, KEEP_DECODE);
  lua_rawgeti(L, keep, KEEP_SERVE);
  bool done = run_in_mod(L, box, function);
  if (box->account.host_failed || box->wire.failed) la_status_check(L, ASTAR_NO_MEMORY);
  lua_settop(L, codec);
  lua_pushboolean(L, done);
  if (done) return 1 + la_wire_read(L, &box->wire, codec);
  la_report_push(L, &box->account.report, kind_of(box));
  return 2;
}

/* box:call(name, …) */
static int box_call(lua_State *L) {
  Box *box = check_idle(L);
  luaL_checktype(L, 2, LUA_TSTRING);
  return enter(L, box, 2, BASE_CALL);
}

/* box:run(source, chunkname, …) */
static int box_run(lua_State *L) {
  Box *box = check_idle(L);
  luaL_checktype(L, 2, LUA_TSTRING);
  luaL_checktype(L, 3, LUA_TSTRING);
  return enter(L, box, 4, BASE_RUN);
}

typedef struct Dump {
  bool begun;
  luaL_Buffer buffer;
} Dump;

static int add_to_dump(lua_State *L, const void *bytes, size_t size, void *user) {
  Dump *dump = user;
  if (!dump->begun) luaL_buffinit(L, &dump->buffer);
  dump->begun = true;
  luaL_addlstring(&dump->buffer, bytes, size);
  return 0;
}

/* Replaces the function at index 2 by its code, which is all of it: it must have no upvalues. */
static void dump_function(lua_State *L) {
  Dump dump = { false };
  int top = lua_gettop(L);
  for (int i = 1; ; i++) {
    const char *name = lua_getupvalue(L, 2, i);
    if (name == NULL) break;
    if (strcmp(name, "_ENV") != 0 || i > 1)
      la_fail(L, 2, "the function has an upvalue, '%s', which could not follow it", name);
    lua_pop(L, 1);
  }
  lua_pushvalue(L, 2);
#if LUA_VERSION_NUM >= 503
  int status = lua_dump(L, add_to_dump, &dump, 0);
#else
  int status = lua_dump(L, add_to_dump, &dump);
#endif
  if (status != 0 || !dump.begun) la_fail(L, 2, "the function is none of Lua's");
  luaL_pushresult(&dump.buffer);
  lua_replace(L, 2);
  lua_settop(L, top);
}

/* box:trust(source or function, chunkname, …) */
static int box_trust(lua_State *L) {
  Box *box = check_idle(L);
  bool is_function = lua_isfunction(L, 2) && !lua_iscfunction(L, 2);
  if (!is_function) luaL_checktype(L, 2, LUA_TSTRING);
  luaL_checktype(L, 3, LUA_TSTRING);
  if (is_function) dump_function(L);
  return enter(L, box, 4, BASE_TRUST);
}

/* box:freeze(): what library.lua exposes under that name */
static int box_freeze(lua_State *L) {
  Box *box = check_idle(L);
  lua_settop(L, 1);
  lua_pushliteral(L, "freeze");
  return enter(L, box, 2, BASE_CALL);
}

/* box:allow(n): instructions of each call from now on */
static int box_allow(lua_State *L) {
  Box *box = check_box(L);
  box->account.allowance = la_integer(la_arg(L, 2, "instructions"), 0, (int64_t)1 << 50);
  lua_settop(L, 1);
  return 1;
}

/* box:charge(n): takes from what is left of the call in which the host's function runs */
static int box_charge(lua_State *L) {
  Box *box = check_box(L);
  int64_t instructions = la_integer(la_arg(L, 2, "instructions"), 0, (int64_t)1 << 50);
  if (box->host != NULL) box->account.left -= instructions;
  lua_settop(L, 1);
  return 1;
}

/* ---- fields -------------------------------------------------------------------------------- */

static int box_bytes(lua_State *L) {
  Box *box = check_box(L);
  lua_pushinteger(L, (lua_Integer)la_account_bytes(&box->account, box->mod));
  return 1;
}

static int box_used(lua_State *L) {
  const la_account *account = &check_box(L)->account;
  lua_pushinteger(L, (lua_Integer)(account->begun - account->left));
  return 1;
}

static int box_closed(lua_State *L) {
  Box *box = la_object_check(L, 1, &la_box_type);
  lua_pushboolean(L, box->mod == NULL);
  return 1;
}

static const luaL_Reg methods[] = {
  { "run", box_run }, { "call", box_call }, { "trust", box_trust }, { "freeze", box_freeze },
  { "allow", box_allow }, { "charge", box_charge }, { "close", box_close }, { NULL, NULL }
};

static const luaL_Reg meta[] = {
  { "__gc", box_gc },
#if LA_HAS_CLOSE
  { "__close", box_close },
#endif
  { NULL, NULL }
};

static const la_field fields[] = {
  { "bytes", box_bytes, NULL }, { "used", box_used, NULL }, { "closed", box_closed, NULL },
  { NULL, NULL, NULL }
};

const la_type la_box_type = { "sandbox", methods, meta, fields };
