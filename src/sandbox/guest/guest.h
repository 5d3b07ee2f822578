/*
** What the files of the vault's guest have from one another.
*/
#ifndef ASTAR_SANDBOX_GUEST_GUEST_H
#define ASTAR_SANDBOX_GUEST_GUEST_H

#include "../meter.h"

/* There is one state in a machine, and one meter. */
la_meter *guest_meter(void);

/* See configuration.h: Lua's own library calls these instead of its functions. */
const char *guest_tolstring(lua_State *L, int index, size_t *length);
const void *guest_no_pointer(lua_State *L, int index);
lua_Number guest_checknumber(lua_State *L, int index);
lua_Alloc guest_getallocf(lua_State *L, void **user);
int guest_resume(lua_State *co, lua_State *from, int arguments, int *results);

/* Adds pcall, xpcall, resume and wrap to the table on top: see protected.c. */
void guest_add_protected(lua_State *L);

#endif
