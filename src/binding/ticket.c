/*
** Tickets: searches in the map's queue. The store holds a ticket until the queue has told of its
** end; the core's ticket is kept for as long as its path may be asked for.
**
** Tickets that have ended stand in a row until all of their heirs have been told: the callback, and
** the coroutines that wait. The store has the first and the last of the row, the keep of each the
** next. Nothing that moves them takes memory, so that no heir is lost when it runs out, and the row
** stands longer than the map.
*/
#include "ask.h"

typedef struct la_ticket {
  la_map *map;
  astar_ticket *ticket;             /* NULL: not made yet */
  la_ask ask;                       /* how its path is to be explained */
  la_query query;
} la_ticket;

/* Arguments: itself, start, goal, query, options. */
enum { TICKET_ARGS = ASK_ARGS + 1, AT_BOX, AT_KEEP };

/* ---- asking -------------------------------------------------------------------------------- */

typedef struct Options {
  int32_t priority;
  int done;                         /* where the function stands; 0: none */
} Options;

static void read_priority(la_value value, void *target) {
  ((Options *)target)->priority = (int32_t)la_integer(value, INT32_MIN, INT32_MAX);
}

static void read_done(la_value value, void *target) {
  if (!lua_isfunction(value.L, value.index)) la_reject(value, "is not a function");
  ((Options *)target)->done = 1;
}

static Options read_options(lua_State *L, int arg) {
  static const la_option options[] = {
    { "priority", read_priority }, { "done", read_done }, { NULL, NULL }
  };
  Options read = { 0, 0 };
  if (!lua_isnoneornil(L, arg)) la_options(la_arg(L, arg, "options"), options, &read);
  return read;
}

static void refuse(lua_State *L, int arg, const la_ask *ask) {
  if (ask->extra != 0) la_fail(L, arg, "query: 'extra_cost' cannot be asked in the queue");
  if (ask->core.trace) la_fail(L, arg, "query: 'trace' means nothing to the queue");
}

/* Puts what the ticket needs later into its keep. */
static void fill_keep(lua_State *L, la_ticket *box, int options, bool has_done) {
  la_ask *ask = &box->ask;
  if (ask->query != &box->query) la_query_copy(&box->query, ask->query);
  if (ask->unit != NULL) box->query.unit = ask->unit;
  ask->query = &box->query;
  ask->core.influences = box->query.weighted;
  lua_pushvalue(L, AT_KEEP);
  if (has_done) {
    lua_getfield(L, options, "done");
    lua_rawseti(L, -2, KEEP_DONE);
  }
  la_query_keep(L, 1, &box->query);
  la_setkeep(L, AT_BOX);
}

/* Notes the ticket on the stack in the store. */
static void store(lua_State *L, int owner, const astar_ticket *ticket) {
  la_push_slot(L, owner, STORE_MAP);
  la_push_slot(L, -1, STORE_TICKETS);
  lua_pushvalue(L, AT_BOX);
  la_rawsetp(L, -2, ticket);
  lua_pop(L, 2);
}

static int request(lua_State *L, bool by_unit) {
  astar_status why;
  lua_settop(L, TICKET_ARGS);
  la_ticket *box = la_object_new(L, &la_ticket_type, sizeof *box);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  la_ask *ask = &box->ask;
  *ask = (la_ask){ .L = L, .by_unit = by_unit, .spelled = true };
  int options = la_ask_read(ask, &box->query);
  refuse(L, options - 1, ask);
  Options read = read_options(L, options);
  fill_keep(L, box, options, read.done != 0);
  if (by_unit) la_child_check(L, 1, &la_unit_type);
  if (ask->map->map == NULL) la_fail(L, 1, "map is closed");
  la_query_alive(la_arg(L, options - 1, "query"), &box->query);
  la_unlocked(L, ask->map);
  box->map = ask->map;
  int32_t x = by_unit ? ASTAR_AT_UNIT : ask->start.x;
  box->ticket = astar_queue_request(ask->map->map, x, ask->start.y, ask->goal, &ask->core,
                                    read.priority, &why);
  if (box->ticket == NULL) la_ask_check(ask, why);
  store(L, 1, box->ticket);
  lua_pushvalue(L, AT_BOX);
  return 1;
}

/* map:request_path(x1, y1, x2, y2 [, query [, options]]) */
int la_map_request(lua_State *L) {
  return request(L, false);
}

/* unit:request_path(x, y [, query [, options]]) */
int la_unit_request(lua_State *L) {
  return request(L, true);
}

/* ---- working ------------------------------------------------------------------------------- */

/* map:_work(nodes, threads) -> nodes used */
int la_map_work(lua_State *L) {
  uint32_t used = 0;
  lua_settop(L, 3);
  la_map *map = la_map_edit(L, 1);
  uint32_t nodes = (uint32_t)la_integer(la_arg(L, 2, "nodes"), 0, UINT32_MAX);
  int32_t threads = 1;
  if (!lua_isnil(L, 3)) threads = (int32_t)la_integer(la_arg(L, 3, "threads"), 1, 64);
  la_status_check(L, astar_queue_work(map->map, nodes, threads, &used));
  lua_pushinteger(L, (lua_Integer)used);
  return 1;
}

/* Sets a slot of the table at `table` to the value at `value`. */
static void replace_slot(lua_State *L, int table, int slot, int value) {
  lua_pushvalue(L, value);
  lua_rawseti(L, table, slot);
}

/* Moves the userdata of a ticket to the end of the row. The map's store is at 2. */
static void join_row(lua_State *L, astar_ticket *ticket) {
  lua_rawgeti(L, 2, STORE_TICKETS);
  la_rawgetp(L, 3, ticket);
  lua_pushnil(L);
  la_rawsetp(L, 3, ticket);
  if (lua_isnil(L, 4)) {            /* its request has failed: nobody knows it */
    lua_settop(L, 2);
    return;
  }
  lua_rawgeti(L, 2, STORE_LAST_ENDED);
  if (lua_isnil(L, 5)) {
    replace_slot(L, 2, STORE_ENDED, 4);
  } else {
    la_getkeep(L, 5);
    replace_slot(L, 6, KEEP_NEXT, 4);
  }
  replace_slot(L, 2, STORE_LAST_ENDED, 4);
  lua_settop(L, 2);
}

/* map:_ended() -> the first ticket that has ended and not told all its heirs */
int la_map_ended(lua_State *L) {
  astar_ticket *ticket;
  la_map *map = la_object_check(L, 1, &la_map_type);
  lua_settop(L, 1);
  la_getkeep(L, 1);
  while (map->map != NULL && (ticket = astar_ticket_next(map->map)) != NULL) join_row(L, ticket);
  lua_rawgeti(L, 2, STORE_ENDED);
  return 1;
}

int la_map_waiting(lua_State *L) {
  lua_pushinteger(L, astar_queue_waiting(la_map_check(L, 1)->map));
  return 1;
}

/* ---- those of a map that was loaded ---------------------------------------------------------- */

/* A query as the core has it, with the children that it names. */
static void describe(la_query *query, la_map *map, const astar_query *core) {
  la_query_init(query, map);
  query->query = *core;
  query->query.influences = query->weighted;
  query->cls = la_child_for(map, core->cls);
  query->player = core->player != NULL ? la_child_for(map, core->player) : NULL;
  for (int32_t i = 0; i < core->influence_count; i++) {
    query->weighted[i] = core->influences[i];
    query->influences[i] = la_child_for(map, core->influences[i].influence);
  }
}

static void find_unit(lua_State *L, la_query *query) {
  if (query->query.unit == NULL) return;
  la_unit_push(L, 1, query->query.unit);
  query->unit = lua_touserdata(L, -1);
  lua_pop(L, 1);
}

static void adopt(lua_State *L, la_map *map, astar_ticket *ticket) {
  const astar_query *core = astar_ticket_query(ticket);
  lua_settop(L, 1);
  la_ticket *box = la_object_new(L, &la_ticket_type, sizeof *box);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  describe(&box->query, map, core);
  find_unit(L, &box->query);
  box->ask = (la_ask){ .map = map, .unit = box->query.unit, .query = &box->query,
                       .core = box->query.query, .spelled = true };
  la_query_keep(L, 1, &box->query);
  la_setkeep(L, 2);
  la_push_slot(L, 1, STORE_TICKETS);
  lua_pushvalue(L, 2);
  la_rawsetp(L, -2, ticket);
  box->map = map;
  box->ticket = ticket;
  lua_settop(L, 1);
}

void la_tickets_adopt(lua_State *L) {
  la_map *map = lua_touserdata(L, 1);
  astar_ticket *ticket = astar_ticket_waiting(map->map, NULL);
  while (ticket != NULL) {
    astar_ticket *next = astar_ticket_waiting(map->map, ticket);
    if (astar_ticket_query(ticket)->influence_count > QUERY_INFLUENCES) astar_ticket_free(ticket);
    else adopt(L, map, ticket);
    ticket = next;
  }
}

/* Upvalues: the list of those that there were, and the number of the last one. Those that have
** ended since are left out. */
static int next_ticket(lua_State *L) {
  int index = (int)lua_tointeger(L, lua_upvalueindex(2));
  const la_ticket *box;
  do {
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(1), ++index);
    box = lua_touserdata(L, 1);
  } while (box != NULL && box->map->map != NULL &&
           astar_ticket_status(box->ticket) != ASTAR_RUNNING);
  lua_pushinteger(L, index);
  lua_replace(L, lua_upvalueindex(2));
  return 1;
}

/* map:tickets(): those that wait. The list has its room before it is filled: nothing in between
** allocates. */
int la_map_tickets(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  int count = 0;
  lua_settop(L, 1);
  lua_createtable(L, astar_queue_waiting(map->map), 0);
  la_push_slot(L, 1, STORE_TICKETS);
  la_map_check(L, 1);
  for (astar_ticket *ticket = astar_ticket_waiting(map->map, NULL); ticket != NULL;
       ticket = astar_ticket_waiting(map->map, ticket)) {
    la_rawgetp(L, 3, ticket);
    lua_rawseti(L, 2, ++count);
  }
  lua_settop(L, 2);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_ticket, 2);
  return 1;
}

/* ---- the object ---------------------------------------------------------------------------- */

static la_ticket *check(lua_State *L) {
  la_ticket *box = la_object_check(L, 1, &la_ticket_type);
  if (box->ticket == NULL) la_fail(L, 1, "ticket is closed");
  if (box->map->map == NULL) la_fail(L, 1, "map is closed");
  return box;
}

static bool has_path(astar_status status) {
  return status == ASTAR_OK || status == ASTAR_PARTIAL;
}

/* False: interrupted. */
static bool try_path(lua_State *L, la_ticket *box) {
  box->ask.L = L;
  box->ask.epoch = box->map->epoch;
  la_getkeep(L, 1);
  if (!la_path_push(&box->ask, astar_ticket_search(box->ticket))) return false;
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, KEEP_PATH);
  return true;
}

static int ticket_path(lua_State *L) {
  check(L);
  la_push_slot(L, 1, KEEP_PATH);
  if (!lua_isnil(L, -1)) return 1;
  do lua_settop(L, 1);
  while (has_path(astar_ticket_status(check(L)->ticket)) && !try_path(L, check(L)));
  return has_path(astar_ticket_status(check(L)->ticket)) ? 1 : la_push_nil(L);
}

static int ticket_code(lua_State *L) {
  astar_status status = astar_ticket_status(check(L)->ticket);
  if (status == ASTAR_RUNNING || has_path(status)) return la_push_nil(L);
  lua_pushstring(L, astar_status_name(status));
  return 1;
}

static int ticket_done(lua_State *L) {
  lua_pushboolean(L, astar_ticket_status(check(L)->ticket) != ASTAR_RUNNING);
  return 1;
}

static int ticket_expanded(lua_State *L) {
  const astar_search *search = astar_ticket_search(check(L)->ticket);
  lua_pushinteger(L, search != NULL ? (lua_Integer)astar_search_expanded(search) : 0);
  return 1;
}

static int ticket_engine(lua_State *L) {
  const astar_search *search = astar_ticket_search(check(L)->ticket);
  astar_engine engine = search != NULL ? astar_search_engine(search) : ASTAR_ENGINE_NONE;
  lua_pushstring(L, astar_engine_name(engine));
  return 1;
}

static int ticket_cancel(lua_State *L) {
  la_ticket *box = check(L);
  la_unlocked(L, box->map);
  astar_ticket_cancel(box->ticket);
  lua_settop(L, 1);
  return 1;
}

#define TOLD 0                       /* where a list of waiters has how many of them were told */

/* ticket:_wait(coroutine): to be resumed when the ticket has ended */
static int ticket_wait(lua_State *L) {
  check(L);
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

static int push_heir(lua_State *L, bool take) {
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

/* ticket:_heir() -> the next to notify, the callback or a coroutine; nil: all were notified */
static int ticket_heir(lua_State *L) {
  return push_heir(L, false);
}

/* ticket:_take(): that one is told, or, if all have been, the ticket leaves the row. Makes sure of
** the memory that calling the heir takes before its first instruction. */
static int ticket_take(lua_State *L) {
  luaL_checkstack(L, 300, NULL);
  return push_heir(L, true);
}

static int ticket_gc(lua_State *L) {
  la_ticket *box = la_object_test(L, 1, &la_ticket_type);
  if (box == NULL || box->ticket == NULL) return 0;
  if (box->map->map != NULL) {
    astar_ticket_free(box->ticket);
    box->map->epoch++;
  }
  box->ticket = NULL;
  return 0;
}

static int ticket_tostring(lua_State *L) {
  const la_ticket *box = la_object_check(L, 1, &la_ticket_type);
  bool open = box->ticket != NULL && box->map->map != NULL;
  astar_status status = open ? astar_ticket_status(box->ticket) : ASTAR_CANCELLED;
  lua_pushfstring(L, "ticket (%s)", open ? astar_status_name(status) : "closed");
  return 1;
}

static const luaL_Reg methods[] = {
  { "cancel", ticket_cancel }, { "_wait", ticket_wait }, { "_heir", ticket_heir },
  { "_take", ticket_take },
  { NULL, NULL }
};

static const luaL_Reg meta[] = {
  { "__gc", ticket_gc }, { "__tostring", ticket_tostring }, { NULL, NULL }
};

static const la_field fields[] = {
  { "path", ticket_path, NULL }, { "code", ticket_code, NULL }, { "done", ticket_done, NULL },
  { "expanded", ticket_expanded, NULL }, { "engine", ticket_engine, NULL },
  { NULL, NULL, NULL }
};

const la_type la_ticket_type = { "ticket", methods, meta, fields };
