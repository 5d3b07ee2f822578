/* Replacing a file as a whole. */
#ifndef ASTAR_BINDING_REPLACE_H
#define ASTAR_BINDING_REPLACE_H

#include "compat.h"

/* core.written_place */
int la_written_place(lua_State *L);
/* core.file_beside */
int la_file_beside(lua_State *L);
/* core.replace_file */
int la_replace_file(lua_State *L);

#endif
