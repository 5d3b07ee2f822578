/*
** Units.
*/
#include "unit.h"

#include <string.h>

#include "../astar_units.h"
#include "level.h"
#include "path.h"
#include "result.h"

enum { MAX_SPEED = 64 };            /* cells per tick */

static la_child *unit_check(lua_State *L) {
  return la_child_check(L, 1, &la_unit_type);
}

static la_child *unit_edit(lua_State *L) {
  return la_child_edit(L, 1, &la_unit_type);
}

static int unit_done(lua_State *L, astar_status status) {
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

/* ---- making -------------------------------------------------------------------------------- */

typedef struct UnitDraft {
  la_map *map;
  la_child *cls;
  astar_unit_desc desc;             /* x and y -1: not said */
} UnitDraft;

static void unit_read_x(la_value value, void *target) {
  UnitDraft *draft = target;
  draft->desc.x = la_coordinate(value, astar_map_width(draft->map->map));
}

static void unit_read_y(la_value value, void *target) {
  UnitDraft *draft = target;
  draft->desc.y = la_coordinate(value, astar_map_height(draft->map->map));
}

static void unit_read_class(la_value value, void *target) {
  UnitDraft *draft = target;
  draft->cls = la_child_of(value, &la_class_type, draft->map);
}

static const char *const rules[] = { "wait", "repath", "keep_right", "yield", NULL };

static UnitDraft read_draft(lua_State *L, la_map *map) {
  static const la_option options[] = {
    { "x", .read = unit_read_x }, { "y", .read = unit_read_y },
    { "class", .read = unit_read_class },
    { "speed", LA_RATIO(UnitDraft, desc.speed, 0, MAX_SPEED) },
    { "sight", LA_INT(UnitDraft, desc.sight, 0, ASTAR_MAX_RADIUS) },
    { "avoidance", LA_WORD(UnitDraft, desc.avoidance, rules) },
    { "priority", LA_INT(UnitDraft, desc.priority, 0, ASTAR_MAX_UNIT_PRIORITY) },
    { .name = NULL }
  };
  UnitDraft draft = { map, map->default_class, astar_unit_default() };
  draft.desc.x = draft.desc.y = -1;
  la_options(la_arg(L, 2, "unit"), options, &draft);
  if (draft.desc.x < 0) la_fail(L, 2, "unit: 'x' is missing");
  if (draft.desc.y < 0) la_fail(L, 2, "unit: 'y' is missing");
  draft.desc.cls = draft.cls->object;
  return draft;
}

/* player:unit{…} -> unit | nil, code. Ids are 1, 2, …: the userdata waits for the next one. */
static int player_unit(lua_State *L) {
  astar_status why = ASTAR_OK;
  la_child *player = la_child_edit(L, 1, &la_player_type);
  la_map *map = player->map;
  lua_settop(L, 2);
  UnitDraft draft = read_draft(L, map);
  la_child *child = la_child_new(L, 1, &la_unit_type);
  la_child_edit(L, 1, &la_player_type);
  child->cls = draft.cls;
  child->player = player;
  astar_unit *unit = astar_unit_new(player->object, &draft.desc, &why);
  if (unit == NULL) {
    la_child_forget(L, 1, child);
    la_status_check(L, why);
    return la_push_outcome(L, why);
  }
  map->last_unit_id = astar_unit_id(unit);
  astar_set_user_data(unit, child);
  la_child_open(child, unit);
  return 1;
}

const luaL_Reg la_unit_player_methods[] = { { "unit", player_unit }, { NULL, NULL } };

/* Empties a slot's entry for a unit, which may be empty already. */
static void clear_entry(lua_State *L, int owner, int slot, uint32_t id) {
  la_push_slot(L, owner, slot);
  lua_rawgeti(L, -1, (int)id);
  bool set = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (set) {
    lua_pushnil(L);
    lua_rawseti(L, -2, (int)id);
  }
  lua_pop(L, 1);
}

void la_unit_forget(lua_State *L, int owner, la_child *unit) {
  clear_entry(L, owner, STORE_DATA, unit->id);
  clear_entry(L, owner, STORE_ROUTES, unit->id);
  la_child_forget(L, owner, unit);
}

astar_rect la_unit_rect(const la_child *unit) {
  astar_cell at = astar_unit_cell(unit->object);
  int32_t size = astar_class_size(unit->cls->object);
  return (astar_rect){ at.x, at.y, size, size };
}

void la_unit_push(lua_State *L, int owner, const astar_unit *unit) {
  la_child_push_unit(L, owner, astar_unit_id(unit));
}

/* ---- walking ------------------------------------------------------------------------------- */

static int unit_stop(lua_State *L) {
  la_child *child = unit_edit(L);
  astar_unit_stop(child->object);
  clear_entry(L, 1, STORE_ROUTES, child->id);
  return unit_done(L, ASTAR_OK);
}

/* unit:place(x, y) -> unit | nil, code */
static int unit_place(lua_State *L) {
  la_child *child = unit_edit(L);
  astar_cell cell = la_cell(L, 2, child->map->map);
  astar_status status = astar_unit_place(child->object, cell.x, cell.y);
  if (status == ASTAR_OK) {
    clear_entry(L, 1, STORE_ROUTES, child->id);
    return unit_done(L, status);
  }
  la_status_check(L, status);
  return la_push_outcome(L, status);
}

/* unit:evict() -> x, y | nil, code */
static int unit_evict(lua_State *L) {
  astar_cell cell;
  la_child *child = unit_edit(L);
  astar_status status = astar_unit_evict(child->object, &cell);
  la_status_check(L, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  if (astar_unit_path(child->object, NULL) == NULL) clear_entry(L, 1, STORE_ROUTES, child->id);
  return la_push_cell(L, cell);
}

/* The unit has another player or class; if it was another one before, it stands. */
static int unit_changed(lua_State *L, const la_child *child) {
  if (astar_unit_path(child->object, NULL) == NULL) clear_entry(L, 1, STORE_ROUTES, child->id);
  return unit_done(L, ASTAR_OK);
}

/* unit:set_player(player) -> unit */
static int unit_set_player(lua_State *L) {
  la_child *child = unit_edit(L);
  la_child *player = la_child_of(la_arg(L, 2, "player"), &la_player_type, child->map);
  la_status_check(L, astar_unit_set_player(child->object, player->object));
  child->player = player;
  return unit_changed(L, child);
}

/* unit:set_class(class) -> unit | nil, code */
static int unit_set_class(lua_State *L) {
  la_child *child = unit_edit(L);
  la_child *cls = la_child_of(la_arg(L, 2, "class"), &la_class_type, child->map);
  astar_status status = astar_unit_set_class(child->object, cls->object);
  if (status != ASTAR_OK) {
    la_status_check(L, status);
    return la_push_outcome(L, status);
  }
  child->cls = cls;
  return unit_changed(L, child);
}

/* unit:blocked() -> index on its route | nil */
static int unit_blocked(lua_State *L) {
  int32_t index = astar_unit_blocked(unit_check(L)->object);
  if (index < 0) return la_push_nil(L);
  lua_pushinteger(L, index + 1);
  return 1;
}

static int unit_visible_to(lua_State *L) {
  la_child *child = unit_check(L);
  la_child *player = la_child_of(la_arg(L, 2, "player"), &la_player_type, child->map);
  lua_pushboolean(L, astar_unit_visible(child->object, player->object));
  return 1;
}

/* unit:_link_ends() -> { x, y, x, y … }, the number of links looked at; see astar_unit_link_ends */
static int unit_link_ends(lua_State *L) {
  const la_child *child = unit_check(L);
  int links = 0;
  const astar_link *link = astar_link_next(child->map->map, NULL);
  for (; link != NULL; links++) link = astar_link_next(child->map->map, link);
  int32_t room = astar_unit_link_ends(child->object, NULL, 0);
  astar_cell *ends = la_newuserdata(L, ((size_t)room + 1) * sizeof *ends);
  unit_check(L);                                     /* a finalizer may have removed it */
  int32_t count = astar_unit_link_ends(child->object, ends, room);
  if (count > room) count = room;
  lua_createtable(L, 2 * count, 0);
  for (int i = 0; i < count; i++) {
    la_push_cell(L, ends[i]);
    lua_rawseti(L, -3, 2 * i + 2);
    lua_rawseti(L, -2, 2 * i + 1);
  }
  lua_pushinteger(L, links);
  return 2;
}

/* ---- fields -------------------------------------------------------------------------------- */

static int unit_x(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_unit_cell(unit_check(L)->object).x + 1);
  return 1;
}

static int unit_y(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_unit_cell(unit_check(L)->object).y + 1);
  return 1;
}

static int unit_from_x(lua_State *L) {
  astar_cell from;
  astar_unit_fraction(unit_check(L)->object, &from);
  lua_pushinteger(L, (lua_Integer)from.x + 1);
  return 1;
}

static int unit_from_y(lua_State *L) {
  astar_cell from;
  astar_unit_fraction(unit_check(L)->object, &from);
  lua_pushinteger(L, (lua_Integer)from.y + 1);
  return 1;
}

static int unit_fraction(lua_State *L) {
  astar_cell from;
  lua_pushnumber(L, (lua_Number)astar_unit_fraction(unit_check(L)->object, &from) / ASTAR_ONE);
  return 1;
}

static int unit_position(lua_State *L) {
  double wx, wy;
  astar_unit_position(unit_check(L)->object, &wx, &wy);
  lua_pushnumber(L, wx);
  lua_pushnumber(L, wy);
  return 2;
}

static int unit_state(lua_State *L) {
  static const char *const words[] = { "standing", "moving", "waiting" };
  lua_pushstring(L, words[astar_unit_state_of(unit_check(L)->object)]);
  return 1;
}

/* unit:_position_state() -> x, y, state */
static int unit_position_state(lua_State *L) {
  astar_cell at = astar_unit_cell(unit_check(L)->object);
  lua_pushinteger(L, (lua_Integer)at.x + 1);
  lua_pushinteger(L, (lua_Integer)at.y + 1);
  unit_state(L);
  return 3;
}

static int unit_id(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)unit_check(L)->id);
  return 1;
}

static int unit_level(lua_State *L) {
  la_child *child = unit_check(L);
  return la_level_name(L, child->map->map, astar_unit_cell(child->object));
}

static int unit_class(lua_State *L) {
  la_child_push(L, 1, unit_check(L)->cls);
  return 1;
}

static int unit_player(lua_State *L) {
  la_child_push(L, 1, unit_check(L)->player);
  return 1;
}

static int unit_speed(lua_State *L) {
  lua_pushnumber(L, (lua_Number)astar_unit_speed(unit_check(L)->object) / ASTAR_ONE);
  return 1;
}

static int unit_set_speed(lua_State *L) {
  la_child *child = unit_edit(L);
  int32_t speed = la_ratio(la_arg(L, 3, "speed"), 0, MAX_SPEED);
  return unit_done(L, astar_unit_set_speed(child->object, speed));
}

static int unit_sight(lua_State *L) {
  int32_t sight = astar_unit_sight(unit_check(L)->object);
  if (sight < 0) return la_push_nil(L);
  lua_pushinteger(L, sight);
  return 1;
}

static int unit_set_sight(lua_State *L) {
  int32_t sight = -1;
  la_child *child = unit_edit(L);
  if (!lua_isnoneornil(L, 3))
    sight = (int32_t)la_integer(la_arg(L, 3, "sight"), 0, ASTAR_MAX_RADIUS);
  return unit_done(L, astar_unit_set_sight(child->object, sight));
}

static int unit_avoidance(lua_State *L) {
  lua_pushstring(L, rules[astar_unit_avoidance(unit_check(L)->object)]);
  return 1;
}

static int unit_set_avoidance(lua_State *L) {
  la_child *child = unit_edit(L);
  int rule = la_choice(la_arg(L, 3, "avoidance"), rules);
  return unit_done(L, astar_unit_set_avoidance(child->object, (astar_avoidance)rule));
}

static int unit_priority(lua_State *L) {
  lua_pushinteger(L, astar_unit_priority(unit_check(L)->object));
  return 1;
}

static int unit_set_priority(lua_State *L) {
  la_child *child = unit_edit(L);
  int32_t priority = (int32_t)la_integer(la_arg(L, 3, "priority"), 0, ASTAR_MAX_UNIT_PRIORITY);
  return unit_done(L, astar_unit_set_priority(child->object, priority));
}

static int unit_data(lua_State *L) {
  la_child *child = unit_check(L);
  la_push_slot(L, 1, STORE_DATA);
  lua_rawgeti(L, -1, (int)child->id);
  if (!lua_isnil(L, -1)) return 1;
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -4, (int)child->id);
  return 1;
}

static int unit_set_data(lua_State *L) {
  la_child *child = unit_check(L);
  if (!lua_istable(L, 3) && !lua_isnil(L, 3)) la_reject(la_arg(L, 3, "data"), "is not a table");
  la_push_slot(L, 1, STORE_DATA);
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, (int)child->id);
  return 0;
}

/* Is the path on top what the unit follows? It is not where a tick has found a new one. */
static bool is_route(lua_State *L, const astar_path *path) {
  const astar_path *route = la_object_test(L, -1, &la_path_type);
  size_t bytes = astar_path_bytes(path);
  return route != NULL && astar_path_bytes(route) == bytes && memcmp(route, path, bytes) == 0;
}

/* Puts a copy of the unit's path in the place of the route on top. False: interrupted. */
static bool copy_route(lua_State *L, const la_child *child, const astar_path *path) {
  size_t bytes = astar_path_bytes(path);
  lua_pop(L, 1);
  void *copy = la_object_new(L, &la_path_type, bytes);
  path = child->object != NULL ? astar_unit_path(child->object, NULL) : NULL;
  if (path == NULL || astar_path_bytes(path) != bytes) return false;
  memcpy(copy, path, bytes);
  la_getkeep(L, 1);
  la_setkeep(L, -2);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, (int)child->id);
  return true;
}

static int unit_route(lua_State *L) {
  la_child *child;
  const astar_path *path;
  do {
    lua_settop(L, 1);
    child = unit_check(L);
    path = astar_unit_path(child->object, NULL);
    if (path == NULL) return la_push_nil(L);
    la_push_slot(L, 1, STORE_ROUTES);
    lua_rawgeti(L, -1, (int)child->id);
  } while (!is_route(L, path) && !copy_route(L, child, path));
  return 1;
}

/* A unit has the width and height of its class, so that it serves wherever a place is taken. */
static int unit_extent(lua_State *L) {
  lua_pushinteger(L, astar_class_size(unit_check(L)->cls->object));
  return 1;
}

static int unit_progress(lua_State *L) {
  int32_t index = 0;
  if (astar_unit_path(unit_check(L)->object, &index) == NULL) return la_push_nil(L);
  lua_pushinteger(L, (lua_Integer)index + 1);
  return 1;
}

/* unit:_show_as(table): worlds have units of their own, which all functions of the map then give in
** place of this one. They are tables with this one as `_body`. */
static int unit_show_as(lua_State *L) {
  la_child *child = la_child_check(L, 1, &la_unit_type);
  luaL_checktype(L, 2, LUA_TTABLE);
  la_child_show_as(L, child, 2);
  return 0;
}

static int unit_tostring(lua_State *L) {
  la_child *child = la_object_check(L, 1, &la_unit_type);
  int id = (int)child->id;
  if (child->map->map == NULL) lua_pushfstring(L, "unit %d (map closed)", id);
  else if (child->object == NULL) lua_pushfstring(L, "unit %d (removed)", id);
  else {
    astar_cell at = astar_unit_cell(child->object);
    la_push_name(L, astar_player_name(child->player->object));
    lua_pushfstring(L, "unit %d (%s at %d, %d)", id, lua_tostring(L, -1), (int)at.x + 1,
                    (int)at.y + 1);
  }
  return 1;
}

const luaL_Reg la_unit_methods[] = {
  { "stop", unit_stop }, { "place", unit_place }, { "evict", unit_evict },
  { "set_player", unit_set_player }, { "set_class", unit_set_class },
  { "blocked", unit_blocked }, { "visible_to", unit_visible_to },
  { "_position_state", unit_position_state }, { "_link_ends", unit_link_ends },
  { "position", unit_position }, { "_show_as", unit_show_as },
  { "__tostring", unit_tostring },
  { NULL, NULL }
};

const la_field la_unit_fields[] = {
  { "x", unit_x, NULL }, { "y", unit_y, NULL }, { "from_x", unit_from_x, NULL },
  { "from_y", unit_from_y, NULL }, { "fraction", unit_fraction, NULL },
  { "state", unit_state, NULL }, { "id", unit_id, NULL },
  { "removed", la_child_removed, NULL }, { "class", unit_class, NULL },
  { "player", unit_player, NULL }, { "speed", unit_speed, unit_set_speed },
  { "sight", unit_sight, unit_set_sight },
  { "avoidance", unit_avoidance, unit_set_avoidance },
  { "priority", unit_priority, unit_set_priority }, { "data", unit_data, unit_set_data },
  { "route", unit_route, NULL }, { "progress", unit_progress, NULL },
  { "level", unit_level, NULL }, { "width", unit_extent, NULL }, { "height", unit_extent, NULL },
  { NULL, NULL, NULL }
};
