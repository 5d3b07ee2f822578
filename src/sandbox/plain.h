/* Plain values: numbers, strings, booleans, and tables of these without metatables. */
#ifndef ASTAR_SANDBOX_PLAIN_H
#define ASTAR_SANDBOX_PLAIN_H

#include "../binding/keys.h"

/* Bytes that plain values take up in the host, roughly. */
enum { LA_WEIGHT_OF_VALUE = 16, LA_WEIGHT_OF_TEXT = 40, LA_WEIGHT_OF_TABLE = 64 };

/* Instructions that a value is worth which is packed, or unpacked. */
enum { LA_COST_OF_PACKING = 4 };

/* Whether it is a number, a string, a boolean, or a table without a metatable. */
bool la_plain_is_plain(lua_State *L, int index);
/*
** core.same(a, b, strict), see plain.c: has `b` what its copy `a` has? What is not plain in it
** counts if `strict`. In a mod's state it is paid for.
*/
int la_plain_same(lua_State *L);
int la_plain_same_charged(lua_State *L);
/*
** core.holds_more(t, most, depth): are there more than `most` values in the plain table, and in
** tables in it, `depth` deep? What it looks at does not depend on the order of keys.
*/
int la_plain_holds_more(lua_State *L);
int la_plain_holds_more_charged(lua_State *L);
/* How many values core.holds_more, called with what is on the stack, looks at. */
size_t la_plain_count(lua_State *L);
/* core.weight(value): bytes that a plain value takes up in the host, roughly. */
int la_plain_weigh(lua_State *L);
/*
** core.copied(t, most, depth): a copy of a plain table with at most so many values, `depth` deep,
** none of which is a number that not every Lua has; else nil.
*/
int la_plain_copy(lua_State *L);
int la_plain_copy_charged(lua_State *L);

#endif
