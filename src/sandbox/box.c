/*
** The host's side: boxes as userdata, the calls into them, and the host's function that a mod's
** state asks.
*/
#include "box.h"

#include <stdlib.h>
#include <string.h>

#include "../binding/args.h"
#include "../binding/result.h"
#include "machine_image.h"

/* ---- what the mod calls -------------------------------------------------------------------- */

/* Runs in the host, protected: reads arguments, calls the host's function, writes the results. */
static int sandbox_serve(lua_State *H) {
  la_box *box = lua_touserdata(H, lua_upvalueindex(1));
  for (int slot = LA_KEEP_HOST; slot <= LA_KEEP_DECODE; slot++)
    lua_rawgeti(H, lua_upvalueindex(2), slot);
  lua_pushvalue(H, LA_KEEP_HOST);
  lua_call(H, la_marshal_read(H, &box->marshal, LA_KEEP_DECODE), LUA_MULTRET);
  la_marshal_begin(&box->marshal);
  la_marshal_write(H, &box->marshal, LA_KEEP_DECODE + 1, lua_gettop(H), LA_KEEP_ENCODE);
  return 0;
}

/* Takes what the host raised off its stack; only text crosses. */
static void take_error(la_box *box, lua_State *H) {
  size_t length = 0;
  const char *text = lua_type(H, -1) == LUA_TSTRING ? lua_tolstring(H, -1, &length) : NULL;
  if (text != NULL) la_marshal_set_string(&box->marshal, text, length);
  else la_marshal_set_string(&box->marshal, "the host failed", strlen("the host failed"));
}

static int box_answer(la_box *box) {
  lua_State *H = box->host;
  int top = lua_gettop(H);
  if (!lua_checkstack(H, 4)) return LUA_ERRMEM;
  lua_pushvalue(H, top);            /* `serve`, which sandbox_enter has left there */
  int status = lua_pcall(H, 0, 0, 0);
  if (status != 0) take_error(box, H);
  lua_settop(H, top);
  return status == 0 || status == LUA_ERRMEM ? status : LUA_ERRRUN;
}

/* ---- making and closing -------------------------------------------------------------------- */

typedef struct Options {
  la_limits limits;
  const la_image *image;
  const la_backend *backend;
} Options;

/* The sandboxes that there are, those first that one would rather have. */
static const la_backend *const backends[] = {
#ifdef LA_HAS_VAULT
  &la_vault_backend, &la_bounds_backend,
#endif
  &la_stock_backend, NULL
};

/* The backend of a name, or NULL. */
static const la_backend *backend_of(const char *name) {
  for (int i = 0; backends[i] != NULL; i++)
    if (strcmp(backends[i]->name, name) == 0) return backends[i];
  return NULL;
}

static void read_function(la_value value, void *target) {
  (void)target;
  if (lua_type(value.L, value.index) != LUA_TFUNCTION) la_reject(value, "is not a function");
}

static void read_backend(la_value value, void *target) {
  const la_backend *backend = lua_type(value.L, value.index) == LUA_TSTRING
                            ? backend_of(lua_tostring(value.L, value.index)) : NULL;
  if (backend == NULL) la_reject(value, "is no sandbox that there is here");
  ((Options *)target)->backend = backend;
}

static void read_image(la_value value, void *target) {
  const la_image *image = la_object_test(value.L, value.index, &la_image_type);
  if (image == NULL) la_reject(value, "is no image of a sandbox");
  ((Options *)target)->image = image;
}

static const la_option option_list[] = {
  { "memory", LA_INT(Options, limits.memory, 1 << 18, (int64_t)1 << 40) },
  { "instructions", LA_INT(Options, limits.instructions, 1000, (int64_t)1 << 50) },
  { "host", .read = read_function }, { "encode", .read = read_function },
  { "decode", .read = read_function }, { "kind", .read = read_backend },
  { "image", .read = read_image }, { .name = NULL }
};

static la_box *check_box(lua_State *L) {
  la_box *box = la_object_check(L, 1, &la_box_type);
  if (!box->is_open) la_fail(L, 1, "the sandbox is closed");
  return box;
}

static la_box *check_idle(lua_State *L) {
  la_box *box = check_box(L);
  if (box->host != NULL) luaL_error(L, "the sandbox is in a call: it cannot be called by its host");
  return box;
}

static void close_box(la_box *box) {
  bool was_open = box->is_open;
  box->is_open = false;
  if (was_open) box->backend->close(box);
  la_marshal_free(&box->marshal);
}

static int box_close(lua_State *L) {
  la_box *box = la_object_check(L, 1, &la_box_type);
  if (box->host != NULL) return luaL_error(L, "the sandbox is in a call");
  close_box(box);
  return 0;
}

static int box_gc(lua_State *L) {
  la_box *box = la_object_test(L, 1, &la_box_type);
  if (box == NULL || box->host != NULL) return 0;
  close_box(box);
  return 0;
}

static void *from_the_library(void *user, void *block, size_t old, size_t size) {
  (void)user, (void)old;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

static void keep_functions(lua_State *L, int options, int box) {
  static const char *const names[] = { "host", "encode", "decode" };
  lua_newtable(L);
  for (int i = 0; i < 3; i++) {
    lua_getfield(L, options, names[i]);
    lua_rawseti(L, -2, LA_KEEP_HOST + i);
  }
  lua_pushlightuserdata(L, lua_touserdata(L, box));
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, sandbox_serve, 2);
  lua_rawseti(L, -2, LA_KEEP_SERVE);
  la_setkeep(L, box);
}

/* What the host lacked for a call is no fault of the mod's. */
static void raise_lack(lua_State *L, const la_box *box) {
  if (box->lacks_stack)
    luaL_error(L, "the stack of this thread is too small for what a mod's machine calls");
  la_status_check(L, ASTAR_NO_MEMORY);
}

static void box_open(lua_State *L, la_box *box, const la_image *image) {
  if (box->backend->open(L, box, &box->limits, image)) return;
  close_box(box);
  raise_lack(L, box);
}

int la_box_new(lua_State *L) {
  Options options = { { 1 << 24, 1000000 }, NULL, backends[0] };
  if (!lua_istable(L, 1)) la_fail(L, -1, "table expected, got %s", luaL_typename(L, 1));
  lua_settop(L, 1);
  la_options((la_value){ L, -1, 1, "options" }, option_list, &options);
  if (options.image != NULL && options.backend->take == NULL)
    la_fail(L, -1, "image: a sandbox of this kind has none");
  la_box *box = la_object_new(L, &la_box_type, options.backend->size);
  box->backend = options.backend;
  box->answer = box_answer;
  keep_functions(L, 1, 2);
  la_allocator(L, &box->marshal.allocate, &box->marshal.user);
  if (box->marshal.allocate == NULL) box->marshal.allocate = from_the_library;
  box->limits = options.limits;
  box->allowed = (int64_t)options.limits.instructions;
  box_open(L, box, options.image);
  return 1;
}

void la_box_add(lua_State *L) {
#ifdef LA_HAS_VAULT
  lua_pushcfunction(L, la_vault_push_library);
  lua_setfield(L, -2, "vault_library");
  lua_pushstring(L, la_vault_identity);
  lua_setfield(L, -2, "vault_identity");
#endif
  lua_newtable(L);
  for (int i = 0; backends[i] != NULL; i++) {
    lua_pushstring(L, backends[i]->name);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "sandboxes");
}

/* ---- calls --------------------------------------------------------------------------------- */

/*
** The arguments from stack index `first` on go into the mod; what its function returns comes back
** as true, results…, or else false and how it failed; of a turn what it has used comes first.
*/
static int sandbox_enter(lua_State *L, la_box *box, int first, la_task task) {
  int keep = lua_gettop(L) + 1, encoder = keep + 1, decoder = keep + 2;
  luaL_checkstack(L, 8, NULL);
  la_getkeep(L, 1);
  lua_rawgeti(L, keep, LA_KEEP_ENCODE);
  la_marshal_begin(&box->marshal);
  la_marshal_write(L, &box->marshal, first, keep - 1, encoder);
  if (!box->is_open || box->host != NULL) check_idle(L);
  bool is_text = task != LA_CALL && task != LA_ACTIVATE;
  box->length = 0;
  box->source = is_text ? lua_tolstring(L, 2, &box->length) : NULL;
  box->name = is_text ? lua_tostring(L, 3) : NULL;
  lua_rawgeti(L, keep, LA_KEEP_DECODE);
  lua_rawgeti(L, keep, LA_KEEP_SERVE);
  box->host = L;
  box->host_failed = box->lacks_stack = false;
  box->state++;
  bool done = box->backend->run(box, task);
  box->host = NULL;
  if (box->host_failed || box->lacks_stack || box->marshal.failed) raise_lack(L, box);
  lua_settop(L, decoder);
  if (task == LA_ACTIVATE) lua_pushinteger(L, (lua_Integer)box->backend->used(box));
  lua_pushboolean(L, done);
  int count = task == LA_ACTIVATE ? 2 : 1;
  if (done) return count + la_marshal_read(L, &box->marshal, decoder);
  la_error_report_push(L, box->backend->report(box), box->backend->kind(box));
  return count + 1;
}

/* box:call(name, …) */
static int box_call(lua_State *L) {
  la_box *box = check_box(L);
  if (box->host != NULL) check_idle(L);
  la_check_type(L, 2, LUA_TSTRING);
  return sandbox_enter(L, box, 2, LA_CALL);
}

/*
** box:_activate(…): calls what the mod's state has for that: what it has used, and what box:call
** returns; nothing: the box is broken
*/
static int box_activate(lua_State *L) {
  la_box *box = check_box(L);
  if (box->host != NULL) check_idle(L);
  if (box->is_broken) return 0;
  return sandbox_enter(L, box, 2, LA_ACTIVATE);
}

/* box:run(source, chunkname, …) */
static int box_run(lua_State *L) {
  la_box *box = check_idle(L);
  la_check_type(L, 2, LUA_TSTRING);
  la_check_type(L, 3, LUA_TSTRING);
  return sandbox_enter(L, box, 4, LA_RUN);
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
  int status = la_dump(L, add_to_dump, &dump);
  if (status != 0 || !dump.begun) la_fail(L, 2, "the function is none of Lua's");
  luaL_pushresult(&dump.buffer);
  lua_replace(L, 2);
  lua_settop(L, top);
}

/* box:trust(source or function, chunkname, …) */
static int box_trust(lua_State *L) {
  la_box *box = check_idle(L);
  bool is_function = lua_isfunction(L, 2) && !lua_iscfunction(L, 2);
  if (!is_function) la_check_type(L, 2, LUA_TSTRING);
  la_check_type(L, 3, LUA_TSTRING);
  if (is_function && box->backend != &la_stock_backend)
    la_fail(L, 2, "a machine takes the text of trusted code, and no function of this Lua's");
  if (is_function) dump_function(L);
  return sandbox_enter(L, box, 4, LA_TRUST);
}

/*
** box:define(source or code, chunkname, name): hands over a module that trusted code runs when it
** requires it by that name; see mods/guest/boot.lua
*/
static int box_define(lua_State *L) {
  la_box *box = check_idle(L);
  la_check_type(L, 2, LUA_TSTRING);
  la_check_type(L, 3, LUA_TSTRING);
  la_check_type(L, 4, LUA_TSTRING);
  return sandbox_enter(L, box, 4, LA_DEFINE);
}

/* box:freeze(): what library.lua exposes under that name */
static int box_freeze(lua_State *L) {
  la_box *box = check_idle(L);
  lua_settop(L, 1);
  lua_pushliteral(L, "freeze");
  return sandbox_enter(L, box, 2, LA_CALL);
}

/* box:allow(n): instructions of each call from now on */
static int box_allow(lua_State *L) {
  la_box *box = check_box(L);
  box->allowed = la_integer(la_arg(L, 2, "instructions"), 0, (int64_t)1 << 50);
  box->backend->allow(box, box->allowed);
  lua_settop(L, 1);
  return 1;
}

/*
** box:_weigh(on): whether calls end by asking how much is in use, as they do until this is called
*/
static int box_weigh(lua_State *L) {
  la_box *box = check_box(L);
  la_check_type(L, 2, LUA_TBOOLEAN);
  box->backend->weigh(box, lua_toboolean(L, 2));
  lua_settop(L, 1);
  return 1;
}

/* What the call in which the host's function runs has used, with what that was charged with. */
static int64_t box_used_in_call(const la_box *box) {
  return box->host != NULL ? box->backend->used(box) : 0;
}

/*
** box:charge(n): takes from what is left of the call in which the host's function runs. An error
** where there is not as much: what cannot be paid for is not done.
*/
static int box_charge(lua_State *L) {
  la_box *box = check_box(L);
  int64_t instructions = la_integer(la_arg(L, 2, "instructions"), 0, (int64_t)1 << 50);
  if (box->host != NULL) box->backend->charge(box, instructions);
  if (box_used_in_call(box) > box->allowed) {
    lua_pushliteral(L, "too many instructions");
    return lua_error(L);
  }
  lua_settop(L, 1);
  return 1;
}

/* box:collect(what): has the collector of its state work, as collectgarbage does */
static int box_collect(lua_State *L) {
  static const char *const words[] = { "full", "step", "stop", "restart", NULL };
  static const int orders[] = { LUA_GCCOLLECT, LUA_GCSTEP, LUA_GCSTOP, LUA_GCRESTART };
  la_box *box = check_idle(L);
  int order = lua_isnoneornil(L, 2) ? 0 : la_choice(la_arg(L, 2, "what"), words);
  box->state++;
  box->backend->collect(box, orders[order]);
  lua_settop(L, 1);
  return 1;
}

/* box:snapshot([image]) -> image: all that is in it; into that image, if it has room */
static int box_snapshot(lua_State *L) {
  return la_image_snapshot(L, check_idle(L));
}

/* box:restore(image): it is as it was then, also if it has been closed since */
static int box_restore(lua_State *L) {
  la_box *box = la_object_check(L, 1, &la_box_type);
  if (box->is_open) check_idle(L);
  lua_settop(L, 2);
  if (!la_image_is_now(L, box)) {
    box->state++;
    if (!box->is_open && box->backend->take != NULL) box_open(L, box, la_image_check(L, 2));
    else la_image_restore(L, box);
    box->is_broken = false;
    la_image_restored(L, box);
  }
  lua_settop(L, 1);
  return 1;
}

/* box:_holds(image): for specs, has it what the image says? */
static int box_holds(lua_State *L) {
  la_box *box = check_idle(L);
  const la_image *image = la_image_check(L, 2);
  size_t size = 0;
  const uint8_t *bytes = box->backend->view != NULL ? box->backend->view(box, &size) : NULL;
  lua_pushboolean(L, bytes != NULL && la_image_holds(image, bytes, size));
  return 1;
}

/* ---- fields -------------------------------------------------------------------------------- */

static int box_bytes(lua_State *L) {
  la_box *box = check_box(L);
  lua_pushinteger(L, (lua_Integer)box->backend->bytes(box));
  return 1;
}

static int box_used(lua_State *L) {
  const la_box *box = check_box(L);
  lua_pushinteger(L, (lua_Integer)box->backend->used(box));
  return 1;
}

static int box_closed(lua_State *L) {
  la_box *box = la_object_check(L, 1, &la_box_type);
  lua_pushboolean(L, !box->is_open);
  return 1;
}

static int box_broken(lua_State *L) {
  lua_pushboolean(L, check_box(L)->is_broken);
  return 1;
}

static int box_snapshots(lua_State *L) {
  lua_pushboolean(L, check_box(L)->backend->take != NULL);
  return 1;
}

static int box_kind(lua_State *L) {
  lua_pushstring(L, check_box(L)->backend->name);
  return 1;
}

const luaL_Reg la_box_methods[] = {
  { "run", box_run }, { "call", box_call }, { "_activate", box_activate },
  { "trust", box_trust }, { "define", box_define }, { "freeze", box_freeze },
  { "allow", box_allow }, { "charge", box_charge },
  { "_weigh", box_weigh }, { "collect", box_collect },
  { "snapshot", box_snapshot }, { "restore", box_restore }, { "_holds", box_holds },
  { "close", box_close },
  { "__gc", box_gc },
#if LA_HAS_CLOSE
  { "__close", box_close },
#endif
  { NULL, NULL }
};

const la_field la_box_fields[] = {
  { "bytes", box_bytes, NULL }, { "used", box_used, NULL }, { "closed", box_closed, NULL },
  { "kind", box_kind, NULL }, { "broken", box_broken, NULL },
  { "snapshots", box_snapshots, NULL },
  { NULL, NULL, NULL }
};

const la_type la_box_type = { .name = "box" };
