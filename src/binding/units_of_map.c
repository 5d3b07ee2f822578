/*
** Units as a part of a map: what the binding of paths asks of them, and unit:remove.
*/
#include "unit_hooks.h"

#include "../astar_units.h"
#include "events.h"
#include "path_watch.h"
#include "unit.h"

/* ---- lists ----------------------------------------------------------------------------------- */

static void units_put(lua_State *L, int table, const astar_unit *unit, int32_t number) {
  if (table == 0) return;
  la_unit_push(L, 1, unit);
  lua_rawseti(L, table, number);
}

static int32_t list_of_player(lua_State *L, int table, const astar_player *player,
                              const la_map *map) {
  int32_t count = 0;
  for (const astar_unit *unit = astar_unit_next(map->map, NULL); unit != NULL;
       unit = astar_unit_next(map->map, unit))
    if (astar_unit_player(unit) == player) units_put(L, table, unit, ++count);
  return count;
}

static int32_t list_outside(lua_State *L, int table, const astar_resize *resize,
                            const la_map *map) {
  int32_t count = 0;
  for (const astar_unit *unit = astar_resize_unit(map->map, resize, NULL); unit != NULL;
       unit = astar_resize_unit(map->map, resize, unit))
    units_put(L, table, unit, ++count);
  return count;
}

/* ---- removing: the events of the last tick that are about them are kept --------------------- */

static int unit_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_unit_type);
  la_events_keep(L, 1, child->map);
  la_child_edit(L, 1, &la_unit_type);
  la_watch_forget(L, child->map, astar_unit_watch(child->object));
  astar_unit_remove(child->object);
  la_unit_forget(L, 1, child);
  return 0;
}

const luaL_Reg la_units_of_map_unit_methods[] = { { "remove", unit_remove }, { NULL, NULL } };

static void keep_events(lua_State *L, la_map *map) {
  la_events_keep(L, 1, map);
}

static void forget_player(lua_State *L, la_child *player) {
  const la_map *map = player->map;
  la_watches_forget(L, player->map, player->object);
  lua_settop(L, 1);
  for (astar_unit *unit = astar_unit_next(map->map, NULL); unit != NULL;
       unit = astar_unit_next(map->map, unit))
    if (astar_unit_player(unit) == player->object)
      la_unit_forget(L, 1, astar_user_data(unit));
}

/* ---- maps that were loaded, or go back ------------------------------------------------------- */

/* Notes in the userdata of a unit what the core has of it. Every unit of a map of Lua's has one, as
** its user data. */
static void open_unit(const la_map *map, astar_unit *unit, la_child *child) {
  astar_class *cls = astar_unit_class(unit);
  astar_player *player = astar_unit_player(unit);
  if (child->cls == NULL || child->cls->object != cls) child->cls = la_child_for(map, cls);
  if (child->player == NULL || child->player->object != player)
    child->player = la_child_for(map, player);
  astar_set_user_data(unit, child);
  la_child_open(child, unit);
}

static void units_adopt(lua_State *L, la_map *map) {
  for (astar_unit *unit = astar_unit_next(map->map, NULL); unit != NULL;
       unit = astar_unit_next(map->map, unit)) {
    map->last_unit_id = astar_unit_id(unit) - 1;
    open_unit(map, unit, la_child_new(L, 1, &la_unit_type));
    lua_settop(L, 1);
  }
  map->last_unit_id = astar_map_last_unit_id(map->map);
  for (astar_watch *one = astar_watch_next(map->map, NULL); one != NULL;
       one = astar_watch_next(map->map, one))
    la_child_adopt(L, &la_watch_type, one);
}

static void units_close_all(const la_map *map) {
  for (astar_unit *one = astar_unit_next(map->map, NULL); one != NULL;
       one = astar_unit_next(map->map, one))
    ((la_child *)astar_user_data(one))->object = NULL;
}

static void units_open_all(const la_map *map) {
  for (astar_unit *one = astar_unit_next(map->map, NULL); one != NULL;
       one = astar_unit_next(map->map, one))
    open_unit(map, one, astar_user_data(one));
}

/* ---- the table ------------------------------------------------------------------------------- */

static la_child *units_child(const astar_unit *unit) {
  return astar_user_data(unit);
}

static astar_observer units_observer(const astar_unit *unit, int32_t radius,
                                     const astar_player *player) {
  astar_observer observer = astar_unit_observer(unit);
  if (observer.radius < 0) observer.radius = radius;
  if (player != NULL && !astar_unit_visible(unit, player)) observer.radius = -1;
  return observer;
}

const la_unit_hooks la_units_of_map = {
  .child = units_child, .rect = la_unit_rect, .observer = units_observer,
  .list_of_player = list_of_player, .list_outside = list_outside,
  .keep_events = keep_events, .forget_player = forget_player,
  .adopt = units_adopt, .close_all = units_close_all, .open_all = units_open_all
};
