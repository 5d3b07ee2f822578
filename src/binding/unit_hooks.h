/*
** What the binding of paths asks of units, as map/unit_hooks.h does in the core. units_of_map.c
** fills in the table; a module of paths alone has none, and no unit ever asks there.
*/
#ifndef ASTAR_BINDING_UNIT_HOOKS_H
#define ASTAR_BINDING_UNIT_HOOKS_H

#include "child.h"

typedef struct la_unit_hooks {
  la_child *(*child)(const astar_unit *unit);
  astar_rect (*rect)(const la_child *unit);       /* the cells that it covers */
  /* What it sees; `radius` is for those that have none of their own. Nothing, if the player, who
  ** may be NULL, must not know of it. */
  astar_observer (*observer)(const astar_unit *unit, int32_t radius, const astar_player *player);
  /* Puts the units into the table at the index, of which 0 is none; how many there are. Nothing is
  ** allocated in a table that has the room. */
  int32_t (*list_of_player)(lua_State *L, int table, const astar_player *player, const la_map *map);
  int32_t (*list_outside)(lua_State *L, int table, const astar_resize *resize, const la_map *map);
  /* A player is about to go: its units and watches are closed. The events of the last tick, which
  ** may be about them, are kept before, and that allocates. */
  void (*keep_events)(lua_State *L, la_map *map);
  void (*forget_player)(lua_State *L, la_child *player);
  /* Makes the userdata of units and watches of a map that was loaded, which stands at index 1. */
  void (*adopt)(lua_State *L, la_map *map);
  /* Closes the userdata of all units, or opens those of all that there are. Allocates nothing. */
  void (*close_all)(const la_map *map);
  void (*open_all)(const la_map *map);
} la_unit_hooks;

extern const la_unit_hooks la_units_of_map;       /* of units_of_map.c */
extern const la_unit_hooks *const la_units;       /* that; NULL: a module of paths alone */

#endif
