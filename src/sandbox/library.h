/* The functions in C that the Lua of sandboxes is made of. */
#ifndef ASTAR_SANDBOX_LIBRARY_H
#define ASTAR_SANDBOX_LIBRARY_H

#include "../binding/compat.h"

/* Sets them in the table on top. */
void la_library_add(lua_State *L);
/* Functions of library.c: what a protected call is followed by, and what becomes of its message. */
int la_library_goes_on(lua_State *L);
int la_library_without_place(lua_State *L);

#endif
