/*
** Tickets: searches in the map's queue. The store holds a ticket until the queue has reported its
** end; the core's ticket is kept as long as its path may be read.
*/
#include "ticket.h"

#include "nearest.h"
#include "path.h"
#include "result.h"
#include "unit_hooks.h"

/* Arguments: itself, start, goal, query, options. */
enum { TICKET_ARGS = QUERY_CALL_ARGS + 1, AT_BOX, AT_KEEP };

/* ---- asking -------------------------------------------------------------------------------- */

typedef struct TicketOptions {
  int32_t priority;
  int32_t count;                    /* of goals that are wanted */
  bool done;                        /* there is such a function */
} TicketOptions;

/* `several`: it is for the nearest of many. */
static TicketOptions read_options(lua_State *L, int arg, bool several) {
  static const la_option options[] = {
    { "priority", LA_INT(TicketOptions, priority, INT32_MIN, INT32_MAX) },
    { "done", LA_FUNCTION(TicketOptions, done) }, { .name = NULL }
  };
  static const la_option with_count[] = {
    { "priority", LA_INT(TicketOptions, priority, INT32_MIN, INT32_MAX) },
    { "done", LA_FUNCTION(TicketOptions, done) },
    { "count", LA_INT(TicketOptions, count, 1, INT32_MAX) }, { .name = NULL }
  };
  TicketOptions read = { .count = 1 };
  if (!lua_isnoneornil(L, arg))
    la_options(la_arg(L, arg, "options"), several ? with_count : options, &read);
  return read;
}

static void ticket_refuse(lua_State *L, int arg, const la_query_call *call) {
  if (call->extra != 0) la_fail(L, arg, "query: 'extra_cost' cannot be asked in the queue");
  if (call->core.trace) la_fail(L, arg, "query: 'trace' means nothing to the queue");
}

static void ticket_adopt(lua_State *L, la_ticket *box, int options, bool has_done) {
  if (has_done) {
    lua_getfield(L, options, "done");
    lua_rawseti(L, AT_KEEP, KEEP_DONE);
  }
  la_query_call_adopt(&box->call, &box->query, AT_BOX, &la_ticket_type);
}

/* Notes the ticket on the stack in the store. */
static void ticket_store(lua_State *L, int owner, const astar_ticket *ticket) {
  la_push_slot(L, owner, STORE_MAP);
  la_push_slot(L, -1, STORE_TICKETS);
  lua_pushvalue(L, AT_BOX);
  la_rawsetp(L, -2, ticket);
  lua_pop(L, 2);
}

/* Pushes the userdata, not opened yet, and its keep. */
static la_ticket *ticket_begin(lua_State *L) {
  lua_settop(L, TICKET_ARGS);
  la_ticket *box = la_object_new(L, &la_ticket_type, sizeof *box);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  box->call = (la_query_call){ .L = L, .spelled = true };
  return box;
}

/* All has been read, and the core is asked next: is everything still there? Returns x of the start.
*/
static int32_t ticket_check_all(lua_State *L, la_ticket *box, int query) {
  la_query_call *call = &box->call;
  if (call->unit != NULL) la_child_check(L, 1, &la_unit_type);
  if (call->map->map == NULL) la_fail(L, 1, "map is closed");
  la_query_alive(la_arg(L, query, "query"), &box->query);
  la_unlocked(L, call->map);
  return call->unit != NULL ? ASTAR_AT_UNIT : call->start.x;
}

static int ticket_open(lua_State *L, la_ticket *box, astar_ticket *ticket, astar_status why) {
  box->base.object = ticket;
  if (ticket == NULL) la_query_call_check(&box->call, why);
  ticket_store(L, 1, ticket);
  lua_pushvalue(L, AT_BOX);
  return 1;
}

/* request_path(start, goal [, query [, options]]) */
static int asker_request_path(lua_State *L) {
  astar_status why;
  la_ticket *box = ticket_begin(L);
  la_query_call *call = &box->call;
  int options = la_query_call_read(call, &box->query);
  ticket_refuse(L, options - 1, call);
  TicketOptions read = read_options(L, options, false);
  ticket_adopt(L, box, options, read.done);
  int32_t x = ticket_check_all(L, box, options - 1);
  astar_ticket *ticket = astar_queue_request(call->map->map, x, call->start.y, call->goal,
                                             &call->core,
                                             read.priority, &why);
  return ticket_open(L, box, ticket, why);
}

/* Pushes a list of the same goals: the game may change its own while the ticket waits. */
static void ticket_copy_goals(lua_State *L, int goals, int32_t count) {
  lua_createtable(L, count, 0);
  for (int32_t i = 1; i <= count; i++) {
    lua_rawgeti(L, goals, i);
    lua_rawseti(L, -2, i);
  }
}

/* request_nearest(start, goals [, query [, options]]) */
static int asker_request_nearest(lua_State *L) {
  astar_status why;
  la_ticket *box = ticket_begin(L);
  la_nearest_query nearest = { .call = box->call, .space = &box->query };
  la_nearest_read(&nearest);
  int query = nearest.first + NEAREST_QUERY, options = nearest.first + NEAREST_COUNT;
  if (nearest.target.accepts != NULL)
    la_fail(L, nearest.first, "goals: %s cannot be asked in the queue",
            nearest.hidden_from != NULL ? "'hidden_from'" : "a function");
  box->call = nearest.call;
  ticket_refuse(L, query, &box->call);
  TicketOptions read = read_options(L, options, true);
  nearest.target.wanted = read.count;
  ticket_adopt(L, box, options, read.done);
  if (nearest.target.cell_count > 0) {
    ticket_copy_goals(L, nearest.first, nearest.target.cell_count);
    lua_rawseti(L, AT_KEEP, KEEP_GOALS);
  }
  int32_t x = ticket_check_all(L, box, query);
  astar_map *map = box->base.map->map;
  astar_ticket *ticket = astar_queue_request_nearest(map, x, box->call.start.y, &nearest.target,
                                                     &box->call.core, read.priority, &why);
  return ticket_open(L, box, ticket, why);
}

/* ---- working ------------------------------------------------------------------------------- */

/* map:_work(nodes, threads) -> nodes used */
static int map_work(lua_State *L) {
  uint32_t used = 0;
  lua_settop(L, 3);
  la_map *map = la_map_edit(L, 1);
  uint32_t nodes = (uint32_t)la_integer(la_arg(L, 2, "nodes"), 0, UINT32_MAX);
  int32_t threads = (int32_t)la_integer_or(la_arg(L, 3, "threads"), 1, 1, 64);
  la_status_check(L, astar_queue_work(map->map, nodes, threads, &used));
  lua_pushinteger(L, (lua_Integer)used);
  return 1;
}

/* ---- those of a map that was loaded ---------------------------------------------------------- */

/* A query as the core has it, with the children that it names. */
static void ticket_describe(la_query *query, la_map *map, const astar_query *core) {
  la_query_init(query, map);
  query->query = *core;
  query->query.influences = query->weighted;
  query->cls = la_child_for(map, core->cls);
  query->player = core->player != NULL ? la_child_for(map, core->player) : NULL;
  query->unit = core->unit != NULL ? la_units->child(core->unit) : NULL;
  for (int32_t i = 0; i < core->influence_count; i++) {
    query->weighted[i] = core->influences[i];
    query->influences[i] = la_child_for(map, core->influences[i].influence);
  }
}

static void ticket_restore(lua_State *L, la_map *map, astar_ticket *ticket) {
  const astar_query *core = astar_ticket_query(ticket);
  lua_settop(L, 1);
  la_ticket *box = la_object_new(L, &la_ticket_type, sizeof *box);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  ticket_describe(&box->query, map, core);
  box->call = (la_query_call){ .L = L, .map = map, .unit = box->query.unit, .query = &box->query,
                               .core = box->query.query, .spelled = true };
  la_query_call_adopt(&box->call, &box->query, 2, &la_ticket_type);
  la_push_slot(L, 1, STORE_TICKETS);
  lua_pushvalue(L, 2);
  la_rawsetp(L, -2, ticket);
  box->base.object = ticket;
  lua_settop(L, 1);
}

void la_tickets_adopt(lua_State *L) {
  la_map *map = lua_touserdata(L, 1);
  astar_ticket *ticket = astar_ticket_waiting(map->map, NULL);
  while (ticket != NULL) {
    astar_ticket *next = astar_ticket_waiting(map->map, ticket);
    if (astar_ticket_query(ticket)->influence_count > QUERY_INFLUENCES) astar_ticket_free(ticket);
    else ticket_restore(L, map, ticket);
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
  } while (box != NULL && box->base.map->map != NULL &&
           astar_ticket_status(box->base.object) != ASTAR_RUNNING);
  lua_pushinteger(L, index);
  lua_replace(L, lua_upvalueindex(2));
  return 1;
}

/* map:tickets(): those that wait. The list has its room before it is filled: nothing in between
** allocates. */
static int map_tickets(lua_State *L) {
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

const luaL_Reg la_ticket_asker_methods[] = {
  { "request_path", asker_request_path }, { "request_nearest", asker_request_nearest },
  { NULL, NULL }
};

const luaL_Reg la_ticket_map_methods[] = {
  { "_work", map_work }, { "tickets", map_tickets }, { NULL, NULL }
};

/* ---- the object ---------------------------------------------------------------------------- */

la_ticket *la_ticket_check(lua_State *L) {
  return la_tracked_check(L, &la_ticket_type);
}

static bool has_path(astar_status status) {
  return status == ASTAR_OK || status == ASTAR_PARTIAL;
}

/* Pushes the path, or the list of what was found. False: interrupted. */
static bool push_answer(lua_State *L, la_ticket *box, int keep) {
  unsigned epoch = box->base.map->epoch;
  const astar_search *search = astar_ticket_search(box->base.object);
  if (astar_ticket_target(box->base.object) == NULL)
    return la_path_push(L, box->base.map, epoch, search, 0);
  lua_rawgeti(L, keep, KEEP_GOALS);
  int goals = lua_isnil(L, -1) ? 0 : lua_gettop(L);
  la_found found = { L, box->base.map, epoch, goals, search };
  return la_found_push_list(&found, SIZE_MAX);
}

/* It is kept: always the same object. False: interrupted. */
static bool ticket_try_answer(lua_State *L, la_ticket *box) {
  box->call.L = L;
  la_getkeep(L, 1);
  int keep = lua_gettop(L);
  if (!push_answer(L, box, keep)) return false;
  lua_pushvalue(L, -1);
  lua_rawseti(L, keep, KEEP_PATH);
  return true;
}

static bool ticket_has_path(lua_State *L) {
  return has_path(astar_ticket_status(la_ticket_check(L)->base.object));
}

static int ticket_answer(lua_State *L) {
  la_ticket_check(L);
  la_push_slot(L, 1, KEEP_PATH);
  if (!lua_isnil(L, -1)) return 1;
  do lua_settop(L, 1);
  while (ticket_has_path(L) && !ticket_try_answer(L, la_ticket_check(L)));
  return ticket_has_path(L) ? 1 : la_push_nil(L);
}

static bool is_of_many(lua_State *L) {
  return astar_ticket_target(la_ticket_check(L)->base.object) != NULL;
}

/* Of the nearest, if it was one of many. */
static int ticket_path(lua_State *L) {
  ticket_answer(L);
  if (!is_of_many(L) || lua_isnil(L, -1)) return 1;
  lua_rawgeti(L, -1, 1);
  lua_getfield(L, -1, "path");
  return 1;
}

/* The list of what was found, the nearest first. */
static int ticket_found(lua_State *L) {
  return is_of_many(L) ? ticket_answer(L) : la_push_nil(L);
}

static int ticket_code(lua_State *L) {
  astar_status status = astar_ticket_status(la_ticket_check(L)->base.object);
  if (status == ASTAR_RUNNING || has_path(status)) return la_push_nil(L);
  lua_pushstring(L, astar_status_name(status));
  return 1;
}

LA_GETTER(ticket_done, lua_pushboolean,
          astar_ticket_status(la_ticket_check(L)->base.object) != ASTAR_RUNNING)

static int ticket_expanded(lua_State *L) {
  const astar_search *search = astar_ticket_search(la_ticket_check(L)->base.object);
  lua_pushinteger(L, search != NULL ? (lua_Integer)astar_search_expanded(search) : 0);
  return 1;
}

static int ticket_engine(lua_State *L) {
  const astar_search *search = astar_ticket_search(la_ticket_check(L)->base.object);
  astar_engine engine = search != NULL ? astar_search_engine(search) : ASTAR_ENGINE_NONE;
  lua_pushstring(L, astar_engine_name(engine));
  return 1;
}

static int ticket_cancel(lua_State *L) {
  la_ticket *box = la_ticket_check(L);
  la_unlocked(L, box->base.map);
  astar_ticket_cancel(box->base.object);
  lua_settop(L, 1);
  return 1;
}

static void ticket_free(void *tracked) {
  la_ticket *box = tracked;
  astar_ticket_free(box->base.object);
  box->base.map->epoch++;
}

static int ticket_tostring(lua_State *L) {
  const la_ticket *box = la_object_check(L, 1, &la_ticket_type);
  bool open = box->base.object != NULL && box->base.map->map != NULL;
  astar_status status = open ? astar_ticket_status(box->base.object) : ASTAR_CANCELLED;
  lua_pushfstring(L, "ticket (%s)", open ? astar_status_name(status) : "closed");
  return 1;
}

const luaL_Reg la_ticket_methods[] = {
  { "cancel", ticket_cancel },
  { "__gc", la_tracked_gc }, { "__tostring", ticket_tostring },
  { NULL, NULL }
};

const la_field la_ticket_fields[] = {
  { "path", ticket_path, NULL }, { "found", ticket_found, NULL }, { "code", ticket_code, NULL },
  { "done", ticket_done, NULL }, { "expanded", ticket_expanded, NULL },
  { "engine", ticket_engine, NULL },
  { NULL, NULL, NULL }
};

const la_type la_ticket_type = { .name = "ticket", .free = ticket_free };
