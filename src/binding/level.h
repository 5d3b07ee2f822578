/* Levels of maps, see level.c. */
#ifndef ASTAR_BINDING_LEVEL_H
#define ASTAR_BINDING_LEVEL_H

#include "args.h"
#include "map.h"

/* As la_cell, of a cell that is not in the void. */
astar_cell la_ground_cell(lua_State *L, int arg, const astar_map *map);
/* Raises an error for a cell in the void. */
void la_ground_check(lua_State *L, int arg, const astar_map *map, astar_cell cell);
/* Pushes the name of the level that has the cell, or nil; returns 1. */
int la_level_name(lua_State *L, const astar_map *map, astar_cell cell);
/* Reads the list of { name, width, height } at `arg`, and arranges the levels. Their names are the
** list's. `levels` has room for ASTAR_MAX_LEVELS. */
void la_levels_read(lua_State *L, int arg, astar_level *levels, astar_map_desc *desc);

#endif
