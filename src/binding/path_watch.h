/* Watched paths. */
#ifndef ASTAR_BINDING_PATH_WATCH_H
#define ASTAR_BINDING_PATH_WATCH_H

#include "../astar_units.h"
#include "child.h"

/* Closes the userdata of a watch of the core, which the caller is about to remove; NULL: nothing.
** The map, or an object of it, is at index 1. */
void la_watch_forget(lua_State *L, const la_map *map, const astar_watch *watch);
/* The same for all that go with a player. */
void la_watches_forget(lua_State *L, const la_map *map, const astar_player *player);

#endif
