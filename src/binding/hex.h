/* Hexagons: distances and axial coordinates; refusing what is for squares only. */
#ifndef ASTAR_BINDING_HEX_H
#define ASTAR_BINDING_HEX_H

#include "map.h"

bool la_has_hexagons(const astar_map *map);
/* Raises an error if the map has hexagons: "… is for square grids". */
void la_squares_only(lua_State *L, const astar_map *map, const char *what);

#endif
