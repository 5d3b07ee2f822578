/*
** Plain data as a string; see packed.c. Each of these is a function of Lua's; those that end in
** `charged` are for a mod's state, and are paid for.
*/
#ifndef ASTAR_SANDBOX_PACKED_H
#define ASTAR_SANDBOX_PACKED_H

#include "../binding/compat.h"

/*
** core.packed(t, most, depth, old, whole, any): the plain table, with at most so many values,
** `depth` deep, as a string; false: it is what the string `old` has; nil: something in it is not
** plain, or it is too much, or unless `any` it has a number that not every Lua has. `whole`: floats
** without a fraction are written as integers, as if this Lua had none.
*/
int la_packed_pack(lua_State *L);
int la_packed_pack_charged(lua_State *L);
/* core.packed_weight(s, most, depth): what core.weight says of the table; nil: it is none. */
int la_packed_weigh(lua_State *L);
/*
** core.packed_same(s, t, alike): has the table what the string has, beside what is not plain?
** `alike`: 3 and 3.0 are the same. The string is one that was packed here, or was weighed.
*/
int la_packed_same(lua_State *L);
/*
** core.merge_packed(t, s, alike): changes a table in place to hold what the string has, and the
** tables in it likewise; what is not plain in it stays. Returns it.
*/
int la_packed_merge(lua_State *L);
int la_packed_merge_charged(lua_State *L);

#endif
