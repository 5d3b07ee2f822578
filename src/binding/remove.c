/*
** Taking units off the map, and players with theirs. The events of the last tick that are about
** them are kept.
*/
#include "../astar_units.h"
#include "events.h"
#include "path_watch.h"
#include "recipe.h"
#include "unit.h"

static int unit_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_unit_type);
  la_events_keep(L, 1, child->map);
  la_child_edit(L, 1, &la_unit_type);
  la_watch_forget(L, child->map, astar_unit_watch(child->object));
  astar_unit_remove(child->object);
  la_unit_forget(L, 1, child);
  return 0;
}

static void forget_units(lua_State *L, const la_map *map, const astar_player *player) {
  lua_settop(L, 1);
  for (astar_unit *unit = astar_unit_next(map->map, NULL); unit != NULL;
       unit = astar_unit_next(map->map, unit)) {
    if (astar_unit_player(unit) != player) continue;
    la_unit_push(L, 1, unit);
    la_unit_forget(L, 1, la_child_behind(L, -1, &la_unit_type));
    lua_settop(L, 1);
  }
}

static int player_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_player_type);
  la_recipe_refuse_player(L, child->object);
  la_events_keep(L, 1, child->map);
  astar_player *player = la_child_edit(L, 1, &la_player_type)->object;
  la_recipe_refuse_player(L, player);
  la_watches_forget(L, child->map, player);
  forget_units(L, child->map, player);
  la_child_forget(L, 1, child);
  astar_player_remove(player);
  return 0;
}

const luaL_Reg la_remove_unit_methods[] = { { "remove", unit_remove }, { NULL, NULL } };
const luaL_Reg la_remove_player_methods[] = { { "remove", player_remove }, { NULL, NULL } };
