/*
** Plain data as text, and back; see save/data_text.lua.
*/
#ifndef ASTAR_BINDING_DATA_TEXT_H
#define ASTAR_BINDING_DATA_TEXT_H

#include "compat.h"

/* core.write_data */
int la_data_write(lua_State *L);
/* core.read_data */
int la_data_read(lua_State *L);

#endif
