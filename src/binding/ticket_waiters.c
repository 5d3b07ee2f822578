/*
** Tickets that have ended stand in a row until all who wait for them have been told: the callback,
** and the coroutines. The store has the first and the last of the row, the keep of each the next.
** Nothing that moves them takes memory, so that no waiter is lost when it runs out, and the row
** stands longer than the map.
*/
#include "result.h"
#include "ticket.h"

/* ---- the row ------------------------------------------------------------------------------- */

/* Sets a slot of the table at `table` to the value at `value`. */
static void replace_slot(lua_State *L, int table, int slot, int value) {
  lua_pushvalue(L, value);
  lua_rawseti(L, table, slot);
}

/* Moves the userdata of a ticket to the end of the row. The map's store is at 2. */
static void join_row(lua_State *L, astar_ticket *ticket) {
  lua_settop(L, 2);
  lua_rawgeti(L, 2, STORE_TICKETS);
  la_rawgetp(L, 3, ticket);
  lua_pushnil(L);
  la_rawsetp(L, 3, ticket);
  if (lua_isnil(L, 4)) return;      /* its request has failed: nobody knows it */
  lua_rawgeti(L, 2, STORE_LAST_ENDED);
  if (lua_isnil(L, 5)) {
    replace_slot(L, 2, STORE_ENDED, 4);
  } else {
    la_getkeep(L, 5);
    replace_slot(L, 6, KEEP_NEXT, 4);
  }
  replace_slot(L, 2, STORE_LAST_ENDED, 4);
}

/* map:_ended() -> the first ticket that has ended and not told all its waiters */
static int map_ended(lua_State *L) {
  astar_ticket *ticket;
  la_map *map = la_object_check(L, 1, &la_map_type);
  lua_settop(L, 1);
  la_getkeep(L, 1);
  while (map->map != NULL && (ticket = astar_ticket_next(map->map)) != NULL) join_row(L, ticket);
  lua_rawgeti(L, 2, STORE_ENDED);
  return 1;
}

/* ---- the waiters -------------------------------------------------------------------------- */

#define TOLD 0                       /* where a list of waiters has how many of them were told */

/* ticket:_wait(coroutine): to be resumed when the ticket has ended */
static int ticket_wait(lua_State *L) {
  la_ticket_check(L);
  luaL_checktype(L, 2, LUA_TTHREAD);
  lua_settop(L, 2);
  la_getkeep(L, 1);
  lua_rawgeti(L, 3, KEEP_WAITERS);
  if (lua_isnil(L, 4)) {
    lua_settop(L, 3);
    lua_createtable(L, 1, 1);
    lua_pushinteger(L, 0);
    lua_rawseti(L, 4, TOLD);
    replace_slot(L, 3, KEEP_WAITERS, 4);
  }
  lua_pushvalue(L, 2);
  lua_rawseti(L, 4, (int)la_rawlen(L, 4) + 1);
  return 0;
}

/* Pushes the next waiter to notify, or nil. The keep is at 2. */
static void push_waiter(lua_State *L, bool take) {
  lua_rawgeti(L, 2, KEEP_WAITERS);
  if (lua_isnil(L, -1)) return;
  int list = lua_gettop(L);
  lua_rawgeti(L, list, TOLD);
  int next = (int)lua_tointeger(L, -1) + 1;
  if (take) {
    lua_pushinteger(L, next);
    lua_rawseti(L, list, TOLD);
  }
  lua_rawgeti(L, list, next);
}

/* Takes the ticket out of the row, if it is the first. Its keep is at 2. */
static void leave_row(lua_State *L) {
  lua_settop(L, 2);
  la_push_slot(L, 1, KEEP_MAP);
  la_getkeep(L, 3);
  lua_rawgeti(L, 4, STORE_ENDED);
  if (!lua_rawequal(L, 1, 5)) return;
  lua_rawgeti(L, 2, KEEP_NEXT);
  replace_slot(L, 4, STORE_ENDED, 6);
  if (lua_isnil(L, 6)) replace_slot(L, 4, STORE_LAST_ENDED, 6);
  lua_pushnil(L);
  lua_rawseti(L, 2, KEEP_NEXT);
}

static int push_next_waiter(lua_State *L, bool take) {
  la_object_check(L, 1, &la_ticket_type);
  lua_settop(L, 1);
  la_getkeep(L, 1);
  lua_rawgeti(L, 2, KEEP_DONE);
  if (lua_isnil(L, 3)) {
    push_waiter(L, take);
  } else if (take) {
    lua_pushnil(L);
    lua_rawseti(L, 2, KEEP_DONE);
  }
  if (!take || !lua_isnil(L, -1)) return 1;
  leave_row(L);
  return la_push_nil(L);
}

/* ticket:_waiter() -> the next to notify, the callback or a coroutine; nil: all were notified */
static int ticket_waiter(lua_State *L) {
  return push_next_waiter(L, false);
}

/* ticket:_take(): that one is told, or, if all have been, the ticket leaves the row. Makes sure of
** the memory that calling the waiter takes before its first instruction. */
static int ticket_take(lua_State *L) {
  la_stack_reserve(L, 300);
  return push_next_waiter(L, true);
}

const luaL_Reg la_ticket_waiters_map_methods[] = { { "_ended", map_ended }, { NULL, NULL } };

const luaL_Reg la_ticket_waiters_ticket_methods[] = {
  { "_wait", ticket_wait }, { "_waiter", ticket_waiter }, { "_take", ticket_take }, { NULL, NULL }
};
