/*
** Finding units: by their cells, around a place, and one after the other by their ids.
**
** The iterators keep no state but the unit that they returned last. If it was removed since, its
** userdata still has its id, and the iteration continues after that.
*/
#include "../astar_units.h"
#include "result.h"
#include "unit.h"

static int map_unit_at(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  astar_cell cell = la_cell(L, 2, map->map);
  astar_unit *unit = astar_unit_at(map->map, cell.x, cell.y);
  if (unit == NULL) return la_push_nil(L);
  la_unit_push(L, 1, unit);
  return 1;
}

/* ---- around a place ------------------------------------------------------------------------ */

static const char *const SIDES[] = { "any", "friends", "enemies", NULL };

typedef void (*Reader)(lua_State *L, astar_surroundings *where);

/* Pushes the list. Room for it is a userdata, and making that or the list may let the units
** change, as may both; so they are counted again behind it. */
static int push_near(lua_State *L, Reader read, const la_map *map) {
  astar_surroundings where = { .radius = 0 };
  read(L, &where);
  int32_t room = 0, count = astar_map_units_near(map->map, &where, NULL, 0);
  astar_unit **units = NULL;
  int top = lua_gettop(L);
  while (room < count) {
    lua_settop(L, top);
    room = count;
    units = lua_newuserdata(L, (size_t)room * sizeof *units);
    lua_createtable(L, room, 0);
    read(L, &where);
    count = astar_map_units_near(map->map, &where, units, room);
  }
  if (count == 0) lua_newtable(L);
  for (int32_t i = 0; i < count; i++) {
    la_unit_push(L, 1, units[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int32_t radius_at(lua_State *L, int arg) {
  return (int32_t)la_integer(la_arg(L, arg, "radius"), 0, INT32_MAX);
}

static astar_side side_at(lua_State *L, int arg) {
  return lua_isnoneornil(L, arg) ? ASTAR_ANY_SIDE : la_choice(la_arg(L, arg, "side"), SIDES);
}

static void read_of_map(lua_State *L, astar_surroundings *where) {
  la_map *map = la_map_check(L, 1);
  astar_cell at = la_cell(L, 2, map->map);
  where->place = (astar_rect){ at.x, at.y, 1, 1 };
  where->radius = radius_at(L, 4);
  where->side = side_at(L, 6);
  where->player = NULL;
  if (!lua_isnoneornil(L, 5))
    where->player = la_child_of(la_arg(L, 5, "player"), &la_player_type, map)->object;
  else if (where->side != ASTAR_ANY_SIDE)
    la_fail(L, 6, "whose friends or enemies is not said: 'player' is missing");
}

/* map:units_near(x, y, radius [, player [, side]]) */
static int map_units_near(lua_State *L) {
  lua_settop(L, 6);
  return push_near(L, read_of_map, la_map_check(L, 1));
}

static void read_of_unit(lua_State *L, astar_surroundings *where) {
  la_child *child = la_child_check(L, 1, &la_unit_type);
  where->place = la_unit_rect(child);
  where->radius = radius_at(L, 2);
  where->side = side_at(L, 3);
  where->player = child->player->object;
  where->except = child->object;
  if (lua_isnoneornil(L, 4)) return;
  where->place = la_rect_table(L, 4, child->map->map);
  where->except = NULL;
}

/* unit:units_near(radius [, side [, place]]) */
static int unit_units_near(lua_State *L) {
  lua_settop(L, 4);
  return push_near(L, read_of_unit, la_child_check(L, 1, &la_unit_type)->map);
}

/* ---- one after the other ------------------------------------------------------------------- */

/* The unit behind the one at index 2, nil being before all. */
static astar_unit *unit_behind(lua_State *L, const la_map *map) {
  if (lua_isnoneornil(L, 2)) return astar_unit_next(map->map, NULL);
  la_child *child = la_child_behind(L, 2, &la_unit_type);
  if (child == NULL) return la_fail(L, 2, "unit expected, got %s", la_show(L, 2)), NULL;
  if (child->map != map) la_fail(L, 2, "the unit is of another map");
  if (child->object != NULL) return astar_unit_next(map->map, child->object);
  astar_unit *unit = astar_unit_next(map->map, NULL);
  while (unit != NULL && astar_unit_id(unit) < child->id) unit = astar_unit_next(map->map, unit);
  return unit;
}

static astar_unit *own_unit_behind(lua_State *L, const la_child *player) {
  astar_unit *unit = unit_behind(L, player->map);
  while (unit != NULL && astar_unit_player(unit) != player->object)
    unit = astar_unit_next(player->map->map, unit);
  return unit;
}

static int push_unit(lua_State *L, const astar_unit *unit) {
  if (unit == NULL) return la_push_nil(L);
  la_unit_push(L, 1, unit);
  return 1;
}

static int next_unit(lua_State *L) {
  return push_unit(L, unit_behind(L, la_map_check(L, 1)));
}

static int next_own_unit(lua_State *L) {
  return push_unit(L, own_unit_behind(L, la_child_check(L, 1, &la_player_type)));
}

/* The next of a player's units whose path is blocked, and where; or of those that are also cut. */
static int next_blocked(lua_State *L, bool cut) {
  la_child *player = la_child_check(L, 1, &la_player_type);
  astar_unit *unit = own_unit_behind(L, player);
  for (; unit != NULL; unit = astar_unit_next(player->map->map, unit)) {
    if ((cut && !astar_unit_cut(unit)) || astar_unit_player(unit) != player->object) continue;
    int32_t index = astar_unit_blocked(unit);
    if (index < 0) continue;
    push_unit(L, unit);
    lua_pushinteger(L, (lua_Integer)index + 1);
    return 2;
  }
  return la_push_nil(L);
}

static int next_broken(lua_State *L) {
  return next_blocked(L, false);
}

static int next_cut(lua_State *L) {
  return next_blocked(L, true);
}

/* The next foreign unit that a player sees. */
static int next_foreign(lua_State *L) {
  la_child *player = la_child_check(L, 1, &la_player_type);
  astar_unit *unit = unit_behind(L, player->map);
  while (unit != NULL && (astar_unit_player(unit) == player->object ||
                          !astar_unit_visible(unit, player->object)))
    unit = astar_unit_next(player->map->map, unit);
  return push_unit(L, unit);
}

static bool is_apart(int32_t a, int32_t size, int32_t b, int32_t other, int64_t distance) {
  return (int64_t)a - (b + other - 1) > distance || (int64_t)b - (a + size - 1) > distance;
}

/* Could it see as far as there, if hexagons were squares and levels one map? */
static bool may_watch(const astar_unit *unit, astar_rect there) {
  int32_t sight = astar_unit_sight(unit), size = astar_class_size(astar_unit_class(unit));
  astar_cell at = astar_unit_cell(unit);
  return sight >= 0 && !is_apart(at.x, size, there.x, there.width, sight) &&
         !is_apart(at.y, size, there.y, there.height, sight);
}

/* Upvalue: the player. The next of its units that may see the unit at index 1. */
static int next_watcher(lua_State *L) {
  la_child *watched = la_child_check(L, 1, &la_unit_type);
  const la_child *player = la_child_check(L, lua_upvalueindex(1), &la_player_type);
  astar_rect there = la_unit_rect(watched);
  astar_unit *unit = unit_behind(L, player->map);
  while (unit != NULL && (astar_unit_player(unit) != player->object || !may_watch(unit, there)))
    unit = astar_unit_next(player->map->map, unit);
  return push_unit(L, unit);
}

static int unit_lookup_iterate(lua_State *L, lua_CFunction next) {
  lua_pushcfunction(L, next);
  lua_pushvalue(L, 1);
  return 2;
}

static int map_units(lua_State *L) {
  la_map_check(L, 1);
  return unit_lookup_iterate(L, next_unit);
}

static int player_units(lua_State *L) {
  la_child_check(L, 1, &la_player_type);
  return unit_lookup_iterate(L, next_own_unit);
}

static int player_blocked_units(lua_State *L) {
  la_child_check(L, 1, &la_player_type);
  return unit_lookup_iterate(L, next_broken);
}

/* player:_cut_units(): those whose path the last tick could not repair. */
static int player_cut_units(lua_State *L) {
  la_child_check(L, 1, &la_player_type);
  return unit_lookup_iterate(L, next_cut);
}

/* player:_foreign_units(): those that it sees. */
static int player_foreign_units(lua_State *L) {
  la_child_check(L, 1, &la_player_type);
  return unit_lookup_iterate(L, next_foreign);
}

/* player:_watchers(unit): those of its units that are near enough to see it, and perhaps more. */
static int player_watchers(lua_State *L) {
  la_child *player = la_child_check(L, 1, &la_player_type);
  la_child_of(la_arg(L, 2, "unit"), &la_unit_type, player->map);
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, next_watcher, 1);
  lua_insert(L, 2);
  return 2;
}

const luaL_Reg la_unit_lookup_map_methods[] = {
  { "units", map_units }, { "unit_at", map_unit_at }, { "units_near", map_units_near },
  { NULL, NULL }
};

const luaL_Reg la_unit_lookup_player_methods[] = {
  { "units", player_units }, { "blocked_units", player_blocked_units },
  { "_cut_units", player_cut_units }, { "_foreign_units", player_foreign_units },
  { "_watchers", player_watchers }, { NULL, NULL }
};

const luaL_Reg la_unit_lookup_unit_methods[] = {
  { "units_near", unit_units_near }, { NULL, NULL }
};
