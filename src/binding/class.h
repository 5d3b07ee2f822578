/* Movement classes. */
#ifndef ASTAR_BINDING_CLASS_H
#define ASTAR_BINDING_CLASS_H

#include "map.h"

/* Makes the userdata of the map's default class; the map is at `owner`. */
void la_class_default(lua_State *L, int owner);

#endif
