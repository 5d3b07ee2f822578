/*
** Looking units up, and going through them in the order of their ids.
**
** The iterators have no state but the unit they gave last. That one may have been removed since:
** its userdata still has its id, so the walk goes on behind it.
*/
#include "binding.h"

void la_unit_push(lua_State *L, int owner, const astar_unit *unit) {
  la_push_slot(L, owner, STORE_UNITS);
  lua_rawgeti(L, -1, (int)astar_unit_id(unit));
  lua_remove(L, -2);
}

int la_map_unit_at(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  astar_cell cell = la_cell(L, 2, map->map);
  astar_unit *unit = astar_unit_at(map->map, cell.x, cell.y);
  if (unit == NULL) return la_push_nil(L);
  la_unit_push(L, 1, unit);
  return 1;
}

/* The unit behind the one at index 2, nil being before all. */
static astar_unit *unit_behind(lua_State *L, const la_map *map) {
  if (lua_isnoneornil(L, 2)) return astar_unit_next(map->map, NULL);
  la_child *child = la_object_check(L, 2, &la_unit_type);
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

static int next_broken(lua_State *L) {
  astar_status why = ASTAR_OK;
  la_child *player = la_child_check(L, 1, &la_player_type);
  astar_unit *unit = own_unit_behind(L, player);
  for (; unit != NULL; unit = astar_unit_next(player->map->map, unit)) {
    if (astar_unit_player(unit) != player->object) continue;
    int32_t index = astar_unit_blocked(unit, &why);
    la_status_check(L, why);
    if (index < 0) continue;
    push_unit(L, unit);
    lua_pushinteger(L, (lua_Integer)index + 1);
    return 2;
  }
  return la_push_nil(L);
}

static int iterate(lua_State *L, lua_CFunction next) {
  lua_pushcfunction(L, next);
  lua_pushvalue(L, 1);
  return 2;
}

int la_map_units(lua_State *L) {
  la_map_check(L, 1);
  return iterate(L, next_unit);
}

int la_player_units(lua_State *L) {
  la_child_check(L, 1, &la_player_type);
  return iterate(L, next_own_unit);
}

int la_player_broken(lua_State *L) {
  la_child_check(L, 1, &la_player_type);
  return iterate(L, next_broken);
}
