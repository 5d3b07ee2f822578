/*
** Sights: what many observers see together, at the moment they were asked.
*/
#include "sight.h"

#include "cells.h"
#include "child.h"
#include "recipe.h"
#include "result.h"
#include "unit_hooks.h"

#include <stdio.h>
#include <string.h>

enum { KEEP_EYES = STORE_MAP + 1 }; /* of a sight: the list of its observers, as they were given */
enum { EYE_NAME = 40 };             /* "observers[65535].radius" */

/* A list of observers under examination; it is argument 2, options are argument 3. */
typedef struct EyeList {
  lua_State *L;
  la_map *map;
  la_extent extent;                 /* of the map */
  astar_player *player;             /* by whose knowledge they go, or NULL */
  int32_t radius;                   /* of observers that have none; -1: not given */
  bool is_players;                  /* they are all units of a player */
  int32_t count;
  astar_observer *observers;
} EyeList;

/* ---- the asker ------------------------------------------------------------------------------ */

LA_CHILD_READER(read_sight_player, player, EyeList, player)

/* Reads the map or player and the options. After an allocation it must be done again. */
static void read_asker(EyeList *list) {
  static const la_option of_map[] = {
    { "radius", LA_INT(EyeList, radius, 0, ASTAR_MAX_RADIUS) },
    { "player", .read = read_sight_player }, { .name = NULL }
  };
  static const la_option of_player[] = {
    { "radius", LA_INT(EyeList, radius, 0, ASTAR_MAX_RADIUS) }, { .name = NULL }
  };
  lua_State *L = list->L;
  bool is_map = la_type_of_method(L) == &la_map_type;
  la_child *player = is_map ? NULL : la_child_check(L, 1, &la_player_type);
  list->map = is_map ? la_map_check(L, 1) : player->map;
  list->player = is_map ? NULL : player->object;
  list->radius = -1;
  list->extent = la_extent_of(list->map->map);
  if (!lua_isnil(L, 3)) la_options(la_arg(L, 3, "sight"), is_map ? of_map : of_player, list);
}

/* ---- reading observers ----------------------------------------------------------------------- */

/* The radius of observer i, a place, which is on top: { x, y, radius } or { radius = }. */
static int32_t observer_radius(const EyeList *list, int32_t i) {
  lua_State *L = list->L;
  char name[EYE_NAME];
  int32_t radius = list->radius;
  la_push_coordinate(L, "radius", 3);
  if (radius < 0 || !lua_isnil(L, -1)) {
    snprintf(name, sizeof name, "observers[%d].radius", (int)i + 1);
    la_value value = { L, 2, lua_gettop(L), name };
    radius = (int32_t)la_integer(value, 0, ASTAR_MAX_RADIUS);
  }
  lua_pop(L, 1);
  return radius;
}

/* Copies the list into the table on top, and reads all that are no units. These come later: reading
** a table may call what is written in Lua. */
static void read_place_observers(EyeList *list) {
  lua_State *L = list->L;
  for (int32_t i = 0; i < list->count; i++) {
    lua_rawgeti(L, 2, i + 1);
    if (la_child_behind(L, -1, &la_unit_type) == NULL) {
      la_value observer = { L, 2, lua_gettop(L), "observers" };
      astar_cell at = la_cell_in(observer, i + 1, list->extent);
      list->observers[i] = (astar_observer){ at.x, at.y, observer_radius(list, i) };
    }
    lua_rawseti(L, -2, i + 1);
  }
}

/* Reads observer i, a unit, which is on top. A list of all units of a player may have lost some. */
static void read_unit_observer(EyeList *list, int32_t i) {
  char name[EYE_NAME];
  lua_State *L = list->L;
  la_child *unit = la_child_behind(L, -1, &la_unit_type);
  if (list->is_players && unit->object == NULL) {
    list->observers[i] = (astar_observer){ 0, 0, -1 };
    return;
  }
  snprintf(name, sizeof name, "observers[%d]", (int)i + 1);
  la_value value = { L, 2, lua_gettop(L), name };
  unit = la_child_of(value, &la_unit_type, list->map);
  list->observers[i] = la_units->observer(unit->object, list->radius, list->player);
}

/* Reads the units in the copy, which is at `copy`. Allocates nothing. */
static void read_unit_observers(EyeList *list, int copy) {
  lua_State *L = list->L;
  for (int32_t i = 0; i < list->count; i++) {
    lua_rawgeti(L, copy, i + 1);
    if (la_child_behind(L, -1, &la_unit_type) != NULL) read_unit_observer(list, i);
    lua_pop(L, 1);
  }
}

/* ---- all units of a player ----------------------------------------------------------------- */

/* Puts the units into the table at the index; 0: counts them. */
static int32_t units_of(lua_State *L, int table, const astar_player *player, const la_map *map) {
  return la_units == NULL ? 0 : la_units->list_of_player(L, table, player, map);
}

static astar_player *seeing_player(EyeList *list) {
  read_asker(list);
  return la_child_of(la_arg(list->L, 2, "observers"), &la_player_type, list->map)->object;
}

/* Replaces the player at index 2 by a list of its units. */
static void list_units(EyeList *list) {
  lua_State *L = list->L;
  const astar_player *player = seeing_player(list);
  int32_t room;
  do {
    lua_settop(L, 3);
    room = units_of(L, 0, player, list->map);
    lua_createtable(L, room, 0);
    player = seeing_player(list);
  } while (room != units_of(L, 0, player, list->map));
  units_of(L, lua_gettop(L), player, list->map);
  lua_replace(L, 2);
  list->is_players = true;
}

/* ---- making -------------------------------------------------------------------------------- */

static void count_observers(EyeList *list) {
  lua_State *L = list->L;
  if (!lua_istable(L, 2)) la_reject(la_arg(L, 2, "observers"), "is neither a list nor a player");
  size_t length = la_rawlen(L, 2);
  if (length > ASTAR_MAX_OBSERVERS)
    la_fail(L, 2, "observers: the list has %d, more than %d", (int)length, ASTAR_MAX_OBSERVERS);
  list->count = (int32_t)length;
}

/* Pushes a sight that is not open yet, and the copy of its list. */
static la_tracked *sight_prepare(EyeList *list) {
  lua_State *L = list->L;
  size_t size = ((size_t)list->count + 1) * sizeof *list->observers;
  list->observers = memset(la_newuserdata(L, size), 0, size);
  la_tracked *box = la_object_new(L, &la_sight_type, sizeof *box);
  lua_createtable(L, KEEP_EYES, 0);
  la_push_slot(L, 1, STORE_MAP);
  lua_rawseti(L, -2, STORE_MAP);
  lua_createtable(L, list->count, 0);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, KEEP_EYES);
  lua_insert(L, -2);
  la_track(L, 1, -3, &la_sight_type);
  return box;
}

/* map:sight(observers [, options]), player:sight(observers [, options]) */
static int asker_sight(lua_State *L) {
  astar_status why;
  EyeList list = { .L = L };
  lua_settop(L, 3);
  read_asker(&list);
  if (la_child_behind(L, 2, &la_player_type) != NULL) list_units(&list);
  count_observers(&list);
  la_tracked *box = sight_prepare(&list);
  int copy = lua_gettop(L);
  read_asker(&list);
  read_place_observers(&list);
  read_asker(&list);
  read_unit_observers(&list, copy);
  size_t before = astar_map_memory(list.map->map);
  box->object = astar_sight_new(list.map->map, list.observers, list.count, list.player, &why);
  la_status_check(L, why);
  lua_settop(L, copy - 1);
  la_tell_collector(L, astar_map_memory(list.map->map) - before);
  return 1;
}

const luaL_Reg la_sight_asker_methods[] = { { "sight", asker_sight }, { NULL, NULL } };

/* ---- asking -------------------------------------------------------------------------------- */

const astar_sight *la_sight_at(lua_State *L, int index, int arg, const la_map *map) {
  const la_tracked *box = la_object_test(L, index, &la_sight_type);
  if (box == NULL) return la_fail(L, arg, "sight expected, got %s", la_show(L, index)), NULL;
  if (box->map != map) la_fail(L, arg, "the sight is of another map");
  if (box->object == NULL) la_fail(L, arg, "the sight is closed");
  return box->object;
}

/* sight:count(x, y) */
static int sight_count(lua_State *L) {
  const la_tracked *box = la_tracked_check(L, &la_sight_type);
  astar_cell at = la_cell(L, 2, box->map->map);
  lua_pushinteger(L, astar_sight_count(box->object, at.x, at.y));
  return 1;
}

/* sight:seen_by(x, y) -> a list of the observers that see the cell, as they were given */
static int sight_seen_by(lua_State *L) {
  const la_tracked *box = la_tracked_check(L, &la_sight_type);
  astar_cell at = la_cell(L, 2, box->map->map);
  int32_t room = astar_sight_count(box->object, at.x, at.y);
  lua_settop(L, 3);
  int32_t *observers = la_newuserdata(L, ((size_t)room + 1) * sizeof *observers);
  lua_createtable(L, room, 0);
  box = la_tracked_check(L, &la_sight_type);
  int32_t count = astar_sight_seen_by(box->object, at.x, at.y, observers, room);
  la_push_slot(L, 1, KEEP_EYES);
  for (int32_t i = 0; i < count; i++) {
    lua_rawgeti(L, -1, observers[i] + 1);
    lua_rawseti(L, -3, i + 1);
  }
  lua_pop(L, 1);
  return 1;
}

/* influence:from_sight(sight, amount) */
static int influence_from_sight(lua_State *L) {
  la_child *influence = la_child_edit(L, 1, &la_influence_type);
  la_recipe_refuse_change(L, influence->object);
  const astar_sight *sight = la_sight_at(L, 2, 2, influence->map);
  int32_t amount =
    (int32_t)la_integer(la_arg(L, 3, "amount"), -ASTAR_MAX_COST, ASTAR_MAX_COST);
  return la_done(L, astar_influence_from_sight(influence->object, sight, amount));
}

const luaL_Reg la_sight_influence_methods[] = {
  { "from_sight", influence_from_sight }, { NULL, NULL }
};

/* Upvalues: the sight, and the number of the cell to look on from. Returns x, y, count. */
static int sight_next_cell(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const la_tracked *box = la_tracked_check(L, &la_sight_type);
  int64_t width = astar_map_width(box->map->map), number = lua_tointeger(L, lua_upvalueindex(2));
  astar_cell at = { (int32_t)(number % width), (int32_t)(number / width) };
  int32_t count = astar_sight_seek(box->object, &at);
  if (count == 0) return la_push_nil(L);
  lua_pushinteger(L, (lua_Integer)(at.y * width + at.x + 1));
  lua_replace(L, lua_upvalueindex(2));
  la_push_cell(L, at);
  lua_pushinteger(L, count);
  return 3;
}

/* for x, y, count in sight:cells() do */
static int sight_cells(lua_State *L) {
  la_tracked_check(L, &la_sight_type);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, sight_next_cell, 2);
  return 1;
}

/* ---- the object ---------------------------------------------------------------------------- */

static void sight_free(void *tracked) {
  astar_sight_free(((la_tracked *)tracked)->object);
}

const luaL_Reg la_sight_methods[] = {
  { "count", sight_count }, { "seen_by", sight_seen_by }, { "cells", sight_cells },
  { "close", la_tracked_close },
  { "__gc", la_tracked_gc }, { "__tostring", la_tracked_tostring },
#if LA_HAS_CLOSE
  { "__close", la_tracked_close },
#endif
  { NULL, NULL }
};

const la_type la_sight_type = { .name = "sight", .free = sight_free };
