/*
** What happened to units in the last tick.
**
** The core's list of events is valid until a unit is removed. So a copy is made before that, or
** when the events are first read. The copy names units by their ids; units that are gone by then
** are left out.
*/
#include "events.h"

#include "../astar_units.h"
#include "args.h"
#include "result.h"

typedef struct KeptEvent {
  astar_unit_event_kind kind;
  uint32_t unit;
} KeptEvent;

typedef struct KeptEvents {
  int32_t count;
  KeptEvent list[];
} KeptEvents;

/* Upvalues of the iterator. */
enum { UP_MAP = 1, UP_EVENTS, UP_INDEX };

/* Fills in the list, if it is still the one that was to be kept. */
static bool events_keep(la_map *map, KeptEvents *kept) {
  if (map->map == NULL || map->events_kept) return true;
  if (kept->count != map->event_count) return false;
  for (int32_t i = 0; i < kept->count; i++) {
    kept->list[i].kind = map->events[i].kind;
    kept->list[i].unit = astar_unit_id(map->events[i].unit);
  }
  map->events = NULL;
  return true;
}

void la_events_keep(lua_State *L, int owner, la_map *map) {
  KeptEvents *kept;
  int top = lua_gettop(L);
  if (map->events_kept) return;
  do {
    int32_t count = map->event_count;
    lua_settop(L, top);
    kept = la_newuserdata(L, sizeof(KeptEvents) + (size_t)count * sizeof(KeptEvent));
    kept->count = count;
  } while (!events_keep(map, kept));
  if (!map->events_kept) {
    la_getkeep(L, owner);
    lua_insert(L, -2);
    lua_rawseti(L, -2, STORE_EVENTS);
    map->events_kept = true;
  }
  lua_settop(L, top);
}

static int next_event(lua_State *L) {
  static const char *const kinds[] = { "arrived", "blocked", "waiting", "rerouted",
                                       "crowded", "repaired" };
  const KeptEvents *kept = lua_touserdata(L, lua_upvalueindex(UP_EVENTS));
  int index = (int)lua_tointeger(L, lua_upvalueindex(UP_INDEX));
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(UP_MAP));
  la_map_check(L, 1);
  la_push_slot(L, 1, STORE_UNITS);
  do {
    lua_settop(L, 2);
    if (index == kept->count) return la_push_nil(L);
    lua_rawgeti(L, 2, (int)kept->list[index++].unit);
  } while (lua_isnil(L, 3));
  lua_pushinteger(L, index);
  lua_replace(L, lua_upvalueindex(UP_INDEX));
  lua_pushstring(L, kinds[kept->list[index - 1].kind]);
  lua_insert(L, 3);
  return 2;
}

static int map_events(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  la_events_keep(L, 1, map);
  lua_settop(L, 1);
  la_push_slot(L, 1, STORE_EVENTS);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_event, 3);
  return 1;
}

/* ---- what ticks are for units ---------------------------------------------------------------- */

static int map_waits(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_map_wait_ticks(la_map_check(L, 1)->map));
  return 1;
}

static int map_rerouting(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_map_reroute_budget(la_map_check(L, 1)->map));
  return 1;
}

static int map_set_rerouting(lua_State *L) {
  la_map *map = la_map_edit(L, 1);
  int64_t nodes = la_integer(la_arg(L, 3, "reroute_budget"), 1, UINT32_MAX);
  astar_map_set_reroute_budget(map->map, (uint32_t)nodes);
  return 0;
}

static int map_units_hash(lua_State *L) {
  la_push_hash(L, astar_units_hash(la_map_check(L, 1)->map));
  return 1;
}

const luaL_Reg la_events_map_methods[] = {
  { "events", map_events }, { "_units_hash", map_units_hash }, { NULL, NULL }
};

const la_field la_events_map_fields[] = {
  { "wait_ticks", map_waits, NULL }, { "reroute_budget", map_rerouting, map_set_rerouting },
  { NULL, NULL, NULL }
};
