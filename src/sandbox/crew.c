/*
** A crew as userdata: threads that run calls into boxes ahead, see ahead.h. The host says which
** calls it expects, and then calls the boxes as it always does.
*/
#include "../binding/args.h"
#include "../binding/result.h"
#include "ahead.h"
#include "sandbox.h"

/* core.crew(threads) */
int la_crew_new(lua_State *L) {
  int threads = (int)la_integer(la_arg(L, 1, "threads"), 1, LA_AHEAD_MOST);
  la_ahead_begin(la_object_new(L, &la_crew_type, sizeof(la_ahead)), threads);
  return 1;
}

static la_ahead *check_crew(lua_State *L) {
  la_ahead *ahead = la_object_check(L, 1, &la_crew_type);
  if (!ahead->is_open) luaL_error(L, "no calls can run ahead here");
  return ahead;
}

static bool may_run_ahead(const la_ahead *ahead, const la_box *box) {
  return box->is_open && !box->is_broken && box->host == NULL && box->door->lend != NULL &&
         (box->chain == NULL || box->chain->ahead == ahead);
}

static int expect_call(lua_State *L, la_task task) {
  la_ahead *ahead = check_crew(L);
  la_box *box = la_object_check(L, 2, &la_box_type);
  int64_t instructions = la_integer(la_arg(L, 3, "instructions"), 0, (int64_t)1 << 50);
  bool may = may_run_ahead(ahead, box);
  if (may) {
    la_getkeep(L, 2);
    lua_rawgeti(L, -1, LA_KEEP_ENCODE);
    lua_replace(L, 3);
    lua_pop(L, 1);
    la_wire_begin(&box->wire);
    la_wire_write(L, &box->wire, 4, lua_gettop(L), 3);
    if (!la_ahead_expect(L, ahead, 2, task, instructions)) la_status_check(L, ASTAR_NO_MEMORY);
  }
  lua_pushboolean(L, may);
  return 1;
}

/*
** crew:expect(box, instructions, name, …): the box will be called so, with so many instructions,
** after all that was expected before. False: it cannot run ahead.
*/
static int crew_expect(lua_State *L) {
  luaL_checktype(L, 4, LUA_TSTRING);
  return expect_call(L, LA_CALL);
}

/* crew:expect_turn(box, instructions, …): likewise, box:_turn(…) */
static int crew_expect_turn(lua_State *L) { return expect_call(L, LA_TURN); }

/* crew:serve(): answers what calls ask that run ahead, as far as it can be guessed */
static int crew_serve(lua_State *L) {
  la_ahead *ahead = la_object_check(L, 1, &la_crew_type);
  if (ahead->is_open) la_ahead_serve(L, ahead);
  return 0;
}

static int crew_close(lua_State *L) {
  la_ahead *ahead = la_object_test(L, 1, &la_crew_type);
  if (ahead != NULL) la_ahead_close(L, ahead);
  return 0;
}

const luaL_Reg la_crew_methods[] = {
  { "expect", crew_expect }, { "expect_turn", crew_expect_turn },
  { "serve", crew_serve }, { "close", crew_close }, { NULL, NULL }
};

static const luaL_Reg meta[] = { { "__gc", crew_close }, { NULL, NULL } };

/* How many calls were taken over as they had run ahead, and how many had to run again. */
static int crew_taken(lua_State *L) {
  const la_ahead *ahead = la_object_check(L, 1, &la_crew_type);
  lua_pushinteger(L, (lua_Integer)ahead->taken);
  return 1;
}

static int crew_given_up(lua_State *L) {
  const la_ahead *ahead = la_object_check(L, 1, &la_crew_type);
  lua_pushinteger(L, (lua_Integer)ahead->given_up);
  return 1;
}

static const la_field fields[] = {
  { "taken", crew_taken, NULL }, { "given_up", crew_given_up, NULL }, { NULL, NULL, NULL }
};

const la_type la_crew_type = { .name = "crew", .meta = meta, .fields = fields };
