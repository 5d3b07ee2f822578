/*
** The stock sandbox: a state of the host's own Lua, whose memory is counted by its allocator and
** whose instructions are counted by a hook. Two states share one C stack here. The most important
** rule is that no error of one state may unwind frames of the other: each reads and writes the
** buffer within a protected call of its own. The host calls the mod and the mod calls the host, but
** the host does not call the mod again from there.
*/
#include <string.h>

#include "../binding/result.h"
#include "box.h"
#include "length_operator.h"

enum { LONGEST_SOURCE = 1 << 17 };  /* bytes that a mod's file may have */

typedef struct la_stock {
  la_box box;
  la_mod_state mod_state;
} la_stock;

/* ---- what mod_state.c asks for --------------------------------------------------------------- */

static int stock_ask(la_mod_state *mod_state) {
  la_box *box = mod_state->owner;
  return box->answer(box);
}

/* Pays for a text before it is compiled, by the byte; refuses one that is too long. */
static void pay_for_source(lua_State *L, la_mod_state *mod_state, size_t length) {
  const char *name = mod_state->name;
  if (length > LONGEST_SOURCE) {
    lua_pushfstring(L, "%s:1: more than %d bytes of source",
                    name + (*name == '@' || *name == '='), (int)LONGEST_SOURCE);
    la_mod_state_refuse(L, mod_state);
  }
  la_meter_charge(L, (double)length);
}

static void stock_load(lua_State *L, la_mod_state *mod_state, const char *text, size_t length) {
  const char *name = mod_state->name;
  pay_for_source(L, mod_state, length);
  int status = la_length_operator_load(L, text, length, name);
  if (status == LUA_ERRMEM) la_meter_finish(L, LA_NO_MEMORY);
  if (status != 0) la_mod_state_refuse(L, mod_state);
}

static int stock_load_own(lua_State *L, const char *text, size_t length, const char *name) {
  return la_length_operator_load(L, text, length, name);
}

static void open_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
    { "", luaopen_base }, { LUA_TABLIBNAME, luaopen_table }, { LUA_STRLIBNAME, luaopen_string },
    { LUA_MATHLIBNAME, luaopen_math },
#if LUA_VERSION_NUM >= 502
    { LUA_COLIBNAME, luaopen_coroutine },
#endif
#if LUA_VERSION_NUM >= 503
    { LUA_UTF8LIBNAME, luaopen_utf8 },
#elif LA_IS_JIT
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

/*
** Lua makes the metatable of its large buffers when it needs the first one. If memory ends in the
** middle of that, one stays behind that has no __close, and no large buffer can be had any more.
** Here the state, which is not open yet, is given up.
*/
static void make_large_buffer(lua_State *L) {
#if LUA_VERSION_NUM >= 502
  luaL_Buffer buffer;
  luaL_buffinitsize(L, &buffer, LUAL_BUFFERSIZE + 1);
  luaL_pushresultsize(&buffer, 0);
  lua_pop(L, 1);
#else
  (void)L;
#endif
}

static void stock_open_libraries(lua_State *L) {
  open_libraries(L);
  make_large_buffer(L);
  la_length_operator_add(L);
}

static const la_mod_host mod_host = {
  .ask = stock_ask, .load = stock_load, .load_own = stock_load_own, .open = stock_open_libraries
};

/* ---- the backend ----------------------------------------------------------------------------- */

static la_stock *stock_of(la_box *box) {
  return (la_stock *)box;
}

static void stock_close(la_box *box) {
  la_mod_state *mod_state = &stock_of(box)->mod_state;
  lua_State *mod = mod_state->mod;
  mod_state->mod = NULL;
  mod_state->meter.running = NULL;
  if (mod != NULL) lua_close(mod);
}

static bool stock_open(lua_State *L, la_box *box, const la_limits *limits, const la_image *image) {
  la_mod_state *mod_state = &stock_of(box)->mod_state;
  la_meter *meter = &mod_state->meter;
  if (image != NULL) luaL_error(L, "the stock sandbox has no images");
  box->is_open = true;              /* as far as there is something to close */
  mod_state->owner = box;
  mod_state->host = &mod_host;
  mod_state->marshal = &box->marshal;
  meter->allocate = box->marshal.allocate;
  meter->user = box->marshal.user;
  meter->allowance = (int64_t)limits->instructions;
  meter->is_weighed = true;
  mod_state->mod = la_meter_open(meter, (size_t)limits->memory);
  if (mod_state->mod == NULL || !la_mod_state_set_up(mod_state)) return false;
  return true;
}

static bool stock_run(la_box *box, la_task task) {
  la_mod_state *mod_state = &stock_of(box)->mod_state;
  mod_state->source = box->source;
  mod_state->name = box->name;
  mod_state->length = box->length;
  bool done = la_mod_state_run(mod_state, task);
  box->host_failed = mod_state->meter.host_failed;
  return done;
}

static const char *stock_kind(const la_box *box) {
  return la_mod_state_kind(&((const la_stock *)box)->mod_state);
}

static const la_error_report *stock_report(const la_box *box) {
  return &((const la_stock *)box)->mod_state.meter.report;
}

static void stock_allow(la_box *box, int64_t instructions) {
  stock_of(box)->mod_state.meter.allowance = instructions;
}

static void stock_charge(la_box *box, int64_t instructions) {
  stock_of(box)->mod_state.meter.left -= instructions;
}

static int64_t stock_used(const la_box *box) {
  const la_meter *meter = &((const la_stock *)box)->mod_state.meter;
  return meter->begun - meter->left;
}

static size_t stock_bytes(la_box *box) {
  la_mod_state *mod_state = &stock_of(box)->mod_state;
  return la_meter_bytes(&mod_state->meter, mod_state->mod);
}

static void stock_weigh(la_box *box, bool is_weighed) {
  stock_of(box)->mod_state.meter.is_weighed = is_weighed;
}

static void stock_collect(la_box *box, int order) {
  lua_gc(stock_of(box)->mod_state.mod, order, 0);
}

const la_backend la_stock_backend = {
  .name = "stock", .size = sizeof(la_stock), .open = stock_open, .close = stock_close,
  .run = stock_run, .kind = stock_kind, .report = stock_report, .allow = stock_allow,
  .charge = stock_charge, .used = stock_used, .bytes = stock_bytes,
  .weigh = stock_weigh, .collect = stock_collect,
};
