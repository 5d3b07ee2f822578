/*
** Units on a graph, ticks and events.
*/
#include <string.h>

#include "graph_path.h"
#include "graph_query.h"
#include "result.h"

#define SLOWEST (1.0 / ASTAR_ONE)
#define FASTEST ((double)ASTAR_MAX_GRAPH_SPEED / ASTAR_ONE)

typedef struct GraphUnitDraft {
  const la_graph *graph;
  int32_t player, node, speed;
} GraphUnitDraft;

/* ---- making ---------------------------------------------------------------------------------- */

static void unit_read_at(la_value value, void *target) {
  GraphUnitDraft *draft = target;
  draft->node = la_graph_node(value, draft->graph);
}

static void unit_read_player(la_value value, void *target) {
  GraphUnitDraft *draft = target;
  draft->player = la_part_of(value, &la_graph_player_type, draft->graph);
}

/* graph:unit{ at =, player =, speed = } -> unit */
static int graph_unit(lua_State *L) {
  static const la_option options[] = {
    { "at", .read = unit_read_at }, { "player", .read = unit_read_player },
    { "speed", LA_RATIO(GraphUnitDraft, speed, SLOWEST, FASTEST) }, { .name = NULL }
  };
  astar_status why;
  la_graph *graph = la_graph_check(L, 1);
  GraphUnitDraft draft = { graph, -1, -1, ASTAR_ONE };
  lua_settop(L, 2);
  la_options(la_arg(L, 2, "unit"), options, &draft);
  if (draft.node < 0) la_fail(L, 2, "unit: 'at' is missing");
  la_part *part = la_part_prepare(L, 1, &la_graph_unit_type);
  int32_t number = astar_graph_add_unit(graph->graph, draft.player, draft.node, draft.speed, &why);
  if (number >= 0) return 1;
  la_part_forget(L, 1, &la_graph_unit_type, part);
  la_status_check(L, why);
  return la_blame_error(L, "the graph has had 2^31 - 1 units");
}

static int graph_units(lua_State *L) {
  return la_part_iterate(L, &la_graph_unit_type);
}

/* ---- ticks ----------------------------------------------------------------------------------- */

static size_t graph_unit_count(const astar_graph *graph) {
  size_t count = 0;
  for (int32_t unit = -1; (unit = astar_graph_next_unit(graph, unit)) >= 0;) count++;
  return count;
}

/* Memory for the events of all units, put into the store before anything moves. */
static astar_graph_event *graph_events_reserve(lua_State *L, la_graph *graph) {
  size_t count;
  astar_graph_event *room;
  do {
    lua_settop(L, 1);
    count = graph_unit_count(la_graph_check(L, 1)->graph);
    room = lua_newuserdata(L, (count + 1) * sizeof *room);
    la_graph_check(L, 1);
  } while (graph_unit_count(graph->graph) > count);
  la_getkeep(L, 1);
  lua_pushvalue(L, 2);
  lua_rawseti(L, -2, GRAPH_EVENTS);
  return room;
}

/* graph:tick() -> how many events there were */
static int graph_tick(lua_State *L) {
  const astar_graph_event *events;
  la_graph *graph = la_graph_check(L, 1);
  astar_graph_event *room = graph_events_reserve(L, graph);
  la_status_check(L, astar_graph_tick(graph->graph, &events, &graph->event_count));
  if (graph->event_count > 0)
    memcpy(room, events, (size_t)graph->event_count * sizeof *room);
  lua_pushinteger(L, graph->event_count);
  return 1;
}

/* Upvalues: the graph, the events as memory, their number, and that of the last one. */
static int graph_next_event(lua_State *L) {
  static const char *const kinds[] = { "arrived", "blocked" };
  astar_graph_unit state;
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const la_graph *graph = la_graph_check(L, 1);
  const astar_graph_event *events = lua_touserdata(L, lua_upvalueindex(2));
  int count = (int)lua_tointeger(L, lua_upvalueindex(3));
  int at = (int)lua_tointeger(L, lua_upvalueindex(4));
  while (at < count && !astar_graph_unit_state(graph->graph, events[at].unit, &state)) at++;
  if (at >= count) return la_push_nil(L);
  lua_pushinteger(L, at + 1);
  lua_replace(L, lua_upvalueindex(4));
  lua_pushstring(L, kinds[events[at].kind]);
  la_part_push(L, 1, &la_graph_unit_type, events[at].unit);
  return 2;
}

/* graph:events() -> iterator over the events of the last tick: kind, unit */
static int graph_events(lua_State *L) {
  const la_graph *graph = la_graph_check(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  la_getkeep(L, 1);
  lua_rawgeti(L, -1, GRAPH_EVENTS);
  lua_remove(L, -2);
  lua_pushinteger(L, graph->event_count);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, graph_next_event, 4);
  return 1;
}

const luaL_Reg la_graph_unit_graph_methods[] = {
  { "unit", graph_unit }, { "units", graph_units }, { "tick", graph_tick },
  { "events", graph_events }, { NULL, NULL }
};

/* ---- methods --------------------------------------------------------------------------------- */

static const la_part *graph_unit_check(lua_State *L) {
  return la_part_check(L, 1, &la_graph_unit_type);
}

static astar_graph_unit graph_unit_state(lua_State *L) {
  astar_graph_unit state = { 0 };
  const la_part *unit = graph_unit_check(L);
  astar_graph_unit_state(unit->owner->graph, unit->number, &state);
  return state;
}

static int graph_unit_done(lua_State *L, astar_status status) {
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

static astar_graph_path *graph_unit_find(la_graph *graph, void *user, astar_status *why) {
  return astar_graph_find_path(graph->graph, user, why);
}

/* graph_unit:path(to [, query]) -> path | nil, code */
static int graph_unit_path(lua_State *L) {
  la_graph_query query;
  const la_part *unit = graph_unit_check(L);
  lua_settop(L, 3);
  la_graph_query_read(L, 3, unit->owner, &query);
  astar_graph_unit state = graph_unit_state(L);
  if (query.core.player >= 0) la_fail(L, 3, "query: 'player' is that of the unit");
  query.core.player = state.player;
  int32_t goal = la_graph_node(la_arg(L, 2, "to"), unit->owner);
  astar_graph_trip trip = { state.node, &goal, 1, &query.core };
  return la_graph_path_push(L, 1, graph_unit_find, &trip);
}

static int graph_unit_follow(lua_State *L) {
  const la_part *unit = graph_unit_check(L);
  la_value value = la_arg(L, 2, "path");
  const astar_graph_path *path = la_graph_path_of(value, unit->owner);
  astar_status status = astar_graph_unit_follow(unit->owner->graph, unit->number, path);
  if (status == ASTAR_INVALID)
    la_fail(L, 2, "the unit's node is not on the path, or what lies ahead of it was removed");
  return graph_unit_done(L, status);
}

static int graph_unit_stop(lua_State *L) {
  const la_part *unit = graph_unit_check(L);
  return graph_unit_done(L, astar_graph_unit_stop(unit->owner->graph, unit->number));
}

static int graph_unit_place(lua_State *L) {
  const la_part *unit = graph_unit_check(L);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), unit->owner);
  return graph_unit_done(L, astar_graph_unit_place(unit->owner->graph, unit->number, node));
}

static int graph_unit_remove(lua_State *L) {
  const la_part *unit = graph_unit_check(L);
  la_status_check(L, astar_graph_remove_unit(unit->owner->graph, unit->number));
  return 0;
}

static double graph_unit_between(int32_t from, int32_t to, int32_t fraction) {
  return (from + ((double)to - from) * fraction / ASTAR_ONE) / ASTAR_ONE;
}

/* graph_unit:position() -> x, y | nil where its nodes are not placed */
static int graph_unit_position(lua_State *L) {
  astar_node_desc from, to;
  astar_graph_unit state = graph_unit_state(L);
  const astar_graph *graph = graph_unit_check(L)->owner->graph;
  if (!astar_graph_node(graph, state.from, &from) || !astar_graph_node(graph, state.node, &to) ||
      !from.placed || !to.placed)
    return la_push_nil(L);
  lua_pushnumber(L, graph_unit_between(from.x, to.x, state.fraction));
  lua_pushnumber(L, graph_unit_between(from.y, to.y, state.fraction));
  return 2;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static int graph_unit_node(lua_State *L) {
  astar_graph_unit state = graph_unit_state(L);
  la_graph_push_node(L, graph_unit_check(L)->owner, state.node);
  return 1;
}

static int graph_unit_from(lua_State *L) {
  astar_graph_unit state = graph_unit_state(L);
  la_graph_push_node(L, graph_unit_check(L)->owner, state.from);
  return 1;
}

static int graph_unit_edge(lua_State *L) {
  astar_graph_unit state = graph_unit_state(L);
  if (state.edge < 0) return la_push_nil(L);
  la_part_push(L, 1, &la_edge_type, state.edge);
  return 1;
}

static int graph_unit_player(lua_State *L) {
  astar_graph_unit state = graph_unit_state(L);
  if (state.player < 0) return la_push_nil(L);
  la_part_push(L, 1, &la_graph_player_type, state.player);
  return 1;
}

static int graph_unit_fraction(lua_State *L) {
  lua_pushnumber(L, (lua_Number)graph_unit_state(L).fraction / ASTAR_ONE);
  return 1;
}

static int graph_unit_state_name(lua_State *L) {
  astar_graph_unit state = graph_unit_state(L);
  bool is_moving = state.index >= 0 || state.edge >= 0;
  lua_pushstring(L, state.blocked ? "blocked" : is_moving ? "moving" : "standing");
  return 1;
}

static int graph_unit_id(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)graph_unit_check(L)->number + 1);
  return 1;
}

static int graph_unit_speed(lua_State *L) {
  lua_pushnumber(L, (lua_Number)graph_unit_state(L).speed / ASTAR_ONE);
  return 1;
}

static int graph_unit_set_speed(lua_State *L) {
  const la_part *unit = graph_unit_check(L);
  int32_t speed = la_ratio(la_arg(L, 3, "speed"), SLOWEST, FASTEST);
  la_status_check(L, astar_graph_unit_set_speed(unit->owner->graph, unit->number, speed));
  return 0;
}

static astar_graph_path *graph_unit_copy(la_graph *graph, void *user, astar_status *why) {
  const la_part *unit = user;
  const astar_graph_path *path = astar_graph_unit_path(graph->graph, unit->number);
  return astar_graph_path_copy(graph->graph, path, why);
}

/* The path that it follows, or nil. */
static int graph_unit_route(lua_State *L) {
  const la_part *unit = graph_unit_check(L);
  if (astar_graph_unit_path(unit->owner->graph, unit->number) == NULL) return la_push_nil(L);
  return la_graph_path_push(L, 1, graph_unit_copy, (void *)(uintptr_t)unit);
}

static int graph_unit_removed(lua_State *L) {
  return la_part_push_removed(L, &la_graph_unit_type);
}

static int graph_unit_tostring(lua_State *L) {
  const la_part *unit = la_object_check(L, 1, &la_graph_unit_type);
  if (unit->owner == NULL || unit->owner->graph == NULL)
    lua_pushliteral(L, "unit (graph closed)");
  else if (!la_part_lives(unit, &la_graph_unit_type)) lua_pushliteral(L, "unit (removed)");
  else {
    astar_graph_unit state = graph_unit_state(L);
    la_graph_push_node(L, unit->owner, state.node);
    lua_pushfstring(L, "unit %d (%s %s)", (int)unit->number + 1, state.edge < 0 ? "in" : "going to",
                    lua_tostring(L, -1));
  }
  return 1;
}

const luaL_Reg la_graph_unit_methods[] = {
  { "path", graph_unit_path }, { "follow_path", graph_unit_follow }, { "stop", graph_unit_stop },
  { "place", graph_unit_place }, { "position", graph_unit_position },
  { "remove", graph_unit_remove },
  { "__tostring", graph_unit_tostring },
  { NULL, NULL }
};

const la_field la_graph_unit_fields[] = {
  { "id", graph_unit_id, NULL }, { "node", graph_unit_node, NULL },
  { "from", graph_unit_from, NULL }, { "edge", graph_unit_edge, NULL },
  { "player", graph_unit_player, NULL }, { "fraction", graph_unit_fraction, NULL },
  { "state", graph_unit_state_name, NULL }, { "route", graph_unit_route, NULL },
  { "speed", graph_unit_speed, graph_unit_set_speed }, { "removed", graph_unit_removed, NULL },
  { NULL, NULL, NULL }
};

static bool graph_unit_lives(const astar_graph *graph, int32_t number) {
  astar_graph_unit state;
  return astar_graph_unit_state(graph, number, &state);
}

static int32_t graph_unit_added(astar_graph_counts counts) {
  return counts.units;
}

static const la_part_kind kind = {
  .word = "unit", .slot = GRAPH_UNITS, .lives = graph_unit_lives, .next = astar_graph_next_unit,
  .added = graph_unit_added
};

const la_type la_graph_unit_type = {
  .name = "graph_unit", .more = &kind
};
