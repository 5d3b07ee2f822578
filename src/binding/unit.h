/* Units as userdata. */
#ifndef ASTAR_BINDING_UNIT_H
#define ASTAR_BINDING_UNIT_H

#include "child.h"

/* Closes the unit's userdata; the core's unit is removed by the caller. */
void la_unit_forget(lua_State *L, int owner, la_child *unit);
/* The cells that a unit covers. */
astar_rect la_unit_rect(const la_child *unit);
/* Pushes the userdata of a unit of the core, or what shows it. */
void la_unit_push(lua_State *L, int owner, const astar_unit *unit);

#endif
