/*
** The host's side of a box: its making, the calls into it, and its function that the mod calls.
*/
#include "box.h"

#include <math.h>
#include <string.h>

#include "../binding/args.h"
#include "../binding/result.h"

/* Slots of a box's keep. */
enum { KEEP_HOST = 1, KEEP_ENCODE, KEEP_DECODE, KEEP_SERVE };

/* Seconds that instructions take on the slowest machine that is thought of. */
#define SLOWEST 2e-6

/* ---- what the mod calls -------------------------------------------------------------------- */

/* Runs in the host, protected: reads arguments, calls the host's function, writes the results. */
static int sandbox_serve(lua_State *H) {
  la_box *box = lua_touserdata(H, lua_upvalueindex(1));
  for (int slot = KEEP_HOST; slot <= KEEP_DECODE; slot++)
    lua_rawgeti(H, lua_upvalueindex(2), slot);
  lua_pushvalue(H, KEEP_HOST);
  lua_call(H, la_wire_read(H, &box->wire, KEEP_DECODE), LUA_MULTRET);
  la_wire_begin(&box->wire);
  la_wire_write(H, &box->wire, KEEP_DECODE + 1, KEEP_ENCODE);
  return 0;
}

/* ---- making and closing -------------------------------------------------------------------- */

typedef struct Options {
  double memory, instructions, seconds;
} Options;

static void read_memory(la_value value, void *target) {
  ((Options *)target)->memory = (double)la_integer(value, 1 << 18, (int64_t)1 << 40);
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

static la_box *check_box(lua_State *L) {
  la_box *box = la_object_check(L, 1, &la_box_type);
  if (box->mod == NULL) la_fail(L, 1, "the sandbox is closed");
  return box;
}

static la_box *check_idle(lua_State *L) {
  la_box *box = check_box(L);
  if (box->host != NULL) luaL_error(L, "the sandbox is in a call: it cannot be called by its host");
  return box;
}

static void close_box(la_box *box) {
  lua_State *mod = box->mod;
  box->mod = NULL;
  box->account.running = NULL;
  if (mod != NULL) lua_close(mod);
  la_wire_free(&box->wire);
}

static int box_close(lua_State *L) {
  la_box *box = la_object_check(L, 1, &la_box_type);
  if (box->host != NULL) return luaL_error(L, "the sandbox is in a call");
  close_box(box);
  return 0;
}

static int box_gc(lua_State *L) {
  la_box *box = la_object_test(L, 1, &la_box_type);
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
  lua_pushcclosure(L, sandbox_serve, 2);
  lua_rawseti(L, -2, KEEP_SERVE);
  la_setkeep(L, box);
}

int la_box_new(lua_State *L) {
  Options options = { 1 << 24, 1000000, -1 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  la_probe_check(L);
  la_options(la_arg(L, 1, "options"), option_list, &options);
  la_box *box = la_object_new(L, &la_box_type, sizeof *box);
  keep_functions(L, 1, 2);
  la_allocator(L, &box->account.allocate, &box->account.user);
  box->account.allowance = (int64_t)options.instructions;
  box->account.is_weighed = true;
  box->account.seconds = options.seconds >= 0 ? options.seconds
                                              : 1 + options.instructions * SLOWEST;
  box->mod = la_account_open(&box->account, (size_t)options.memory);
  box->wire.allocate = box->account.allocate;
  box->wire.user = box->account.user;
  if (box->mod == NULL || !la_inside_set_up(box)) {
    close_box(box);
    la_status_check(L, ASTAR_NO_MEMORY);
  }
  if (!box->is_safe) {
    close_box(box);
    return luaL_error(L, "there are no sandboxes with this Lua: it has other ways to metamethods");
  }
  return 1;
}

/* ---- calls --------------------------------------------------------------------------------- */

static const char *kind_of(const la_box *box) {
  switch (box->account.end) {
    case LA_NO_INSTRUCTIONS: return "instructions";
    case LA_NO_MEMORY: return "memory";
    case LA_NO_TIME: return "time";
    default: break;
  }
  return la_inside_is_syntax(box) ? "syntax" : "error";
}

/* Runs one of the functions at the bottom of the mod's stack; true: it has written its results. */
static bool run_in_mod(lua_State *L, la_box *box, int function) {
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
static int sandbox_enter(lua_State *L, la_box *box, int first, int function) {
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
  la_box *box = check_idle(L);
  luaL_checktype(L, 2, LUA_TSTRING);
  return sandbox_enter(L, box, 2, BASE_CALL);
}

/* box:run(source, chunkname, …) */
static int box_run(lua_State *L) {
  la_box *box = check_idle(L);
  luaL_checktype(L, 2, LUA_TSTRING);
  luaL_checktype(L, 3, LUA_TSTRING);
  return sandbox_enter(L, box, 4, BASE_RUN);
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
  la_box *box = check_idle(L);
  bool is_function = lua_isfunction(L, 2) && !lua_iscfunction(L, 2);
  if (!is_function) luaL_checktype(L, 2, LUA_TSTRING);
  luaL_checktype(L, 3, LUA_TSTRING);
  if (is_function) dump_function(L);
  return sandbox_enter(L, box, 4, BASE_TRUST);
}

/*
** box:define(source or code, chunkname, name): hands over a module that trusted code runs when it
** requires it by that name; see mods/guest/boot.lua
*/
static int box_define(lua_State *L) {
  la_box *box = check_idle(L);
  luaL_checktype(L, 2, LUA_TSTRING);
  luaL_checktype(L, 3, LUA_TSTRING);
  luaL_checktype(L, 4, LUA_TSTRING);
  return sandbox_enter(L, box, 4, BASE_DEFINE);
}

/* box:freeze(): what library.lua exposes under that name */
static int box_freeze(lua_State *L) {
  la_box *box = check_idle(L);
  lua_settop(L, 1);
  lua_pushliteral(L, "freeze");
  return sandbox_enter(L, box, 2, BASE_CALL);
}

/* box:allow(n): instructions of each call from now on */
static int box_allow(lua_State *L) {
  la_box *box = check_box(L);
  box->account.allowance = la_integer(la_arg(L, 2, "instructions"), 0, (int64_t)1 << 50);
  lua_settop(L, 1);
  return 1;
}

/* box:weigh(on): whether calls end by asking how much is in use, as they do until this is called */
static int box_weigh(lua_State *L) {
  la_box *box = check_box(L);
  luaL_checktype(L, 2, LUA_TBOOLEAN);
  box->account.is_weighed = lua_toboolean(L, 2);
  lua_settop(L, 1);
  return 1;
}

/* box:charge(n): takes from what is left of the call in which the host's function runs */
static int box_charge(lua_State *L) {
  la_box *box = check_box(L);
  int64_t instructions = la_integer(la_arg(L, 2, "instructions"), 0, (int64_t)1 << 50);
  if (box->host != NULL) box->account.left -= instructions;
  lua_settop(L, 1);
  return 1;
}

/*
** box:renew(seconds, instructions): from now on these are the seconds of all calls until the next
** time, and not of each; they are earned by so many instructions
*/
static int box_renew(lua_State *L) {
  la_box *box = check_box(L);
  double seconds = la_number(la_arg(L, 2, "seconds"), 0, HUGE_VAL);
  int64_t instructions = la_integer(la_arg(L, 3, "instructions"), 0, (int64_t)1 << 52);
  box->account.seconds = seconds;
  box->account.times.is_kept = true;
  la_seconds_renew(&box->account, (double)instructions);
  lua_settop(L, 1);
  return 1;
}

/* box:collect(what): has the collector of its state work, as collectgarbage does */
static int box_collect(lua_State *L) {
  static const char *const words[] = { "full", "step", "stop", "restart", NULL };
  static const int orders[] = { LUA_GCCOLLECT, LUA_GCSTEP, LUA_GCSTOP, LUA_GCRESTART };
  la_box *box = check_idle(L);
  lua_gc(box->mod, orders[luaL_checkoption(L, 2, "full", words)], 0);
  lua_settop(L, 1);
  return 1;
}

/* ---- fields -------------------------------------------------------------------------------- */

static int box_bytes(lua_State *L) {
  la_box *box = check_box(L);
  lua_pushinteger(L, (lua_Integer)la_account_bytes(&box->account, box->mod));
  return 1;
}

static int box_used(lua_State *L) {
  const la_account *account = &check_box(L)->account;
  lua_pushinteger(L, (lua_Integer)(account->begun - account->left));
  return 1;
}

static int box_closed(lua_State *L) {
  la_box *box = la_object_check(L, 1, &la_box_type);
  lua_pushboolean(L, box->mod == NULL);
  return 1;
}

const luaL_Reg la_box_methods[] = {
  { "run", box_run }, { "call", box_call }, { "trust", box_trust }, { "define", box_define },
  { "freeze", box_freeze },
  { "allow", box_allow }, { "charge", box_charge }, { "renew", box_renew },
  { "weigh", box_weigh }, { "collect", box_collect },
  { "close", box_close }, { NULL, NULL }
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

const la_type la_box_type = { .name = "sandbox", .meta = meta, .fields = fields };
