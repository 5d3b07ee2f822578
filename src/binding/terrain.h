/* Kinds of terrain, and their names. */
#ifndef ASTAR_BINDING_TERRAIN_H
#define ASTAR_BINDING_TERRAIN_H

#include "args.h"
#include "map.h"

/* The id of the terrain named by a value, of the map whose object stands at `owner`. */
int32_t la_terrain(la_value value, int owner);
/* Raises an error where a diagonal step at that straight cost would cost too much on this map. */
void la_cost_check(lua_State *L, int arg, const astar_map *map, const char *what, int32_t cost);
/* Is it the terrain between the levels of the map, which no cell can be given? */
bool la_terrain_is_void(const astar_map *map, int32_t id);
/* Notes the names of the terrains that the new map at `owner` has already. */
void la_terrain_names(lua_State *L, int owner);
/* Pushes the name of a terrain, nil for id 0. */
void la_terrain_push(lua_State *L, int owner, int32_t id);

#endif
