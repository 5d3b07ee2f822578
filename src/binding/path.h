/* Paths as userdata. */
#ifndef ASTAR_BINDING_PATH_H
#define ASTAR_BINDING_PATH_H

#include "args.h"
#include "map.h"

/* Pushes a path that a search on a map has found. False: interrupted, as the map's epoch is not
** `epoch` any more. */
bool la_path_push(lua_State *L, const la_map *map, unsigned epoch, const astar_search *search,
                  int32_t number);
/* The same for a path of so many bytes, which the caller fills in at once. NULL: interrupted. */
void *la_path_new(lua_State *L, const la_map *map, unsigned epoch, size_t size);
/* A path of that map. */
const astar_path *la_path_check(la_value value, const la_map *map);
/* The path that is the object at index 1. */
const astar_path *la_path_self(lua_State *L);
/* Its map, which is open. */
la_map *la_path_map(lua_State *L);
/* The bytes that it would have without an explanation; as many from its beginning on hold its cost
** and its cells. */
size_t la_path_bare_bytes(const astar_path *path);

#endif
