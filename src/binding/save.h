/* Saving and loading maps. */
#ifndef ASTAR_BINDING_SAVE_H
#define ASTAR_BINDING_SAVE_H

#include "map.h"

/* core.load, which has the same upvalue as core.new */
int la_map_load(lua_State *L);
/* Makes the userdata of all that belongs to a map that the core has loaded. */
void la_map_adopt(lua_State *L, int index);
/* Pushes how a map lies in the game: projection, origin, size of a cell. Returns 6: the map, which
** is below them, is a result, too. */
int la_map_push_place(lua_State *L, const astar_map *map);
/* core.checksum */
int la_checksum(lua_State *L);

#endif
