/*
** What the rest of the library has of the sandboxes for mods, and what files here have from one
** another without a header of their own. box.h says what a sandbox is.
*/
#ifndef ASTAR_BINDING_SANDBOX_H
#define ASTAR_BINDING_SANDBOX_H

#include "../binding/keys.h"
#include "../binding/object.h"
#include "account.h"
#include "report.h"
#include "wire.h"

/* ---- library.c ------------------------------------------------------------------------------- */

/* Its address is the key in a metatable by which what is read-only leads to its contents. */
extern const char la_contents_key;

/* The functions in C that library.lua is made of, set in the table on top. */
void la_library_add(lua_State *L);
/* Functions of library.c: what a protected call is followed by, and what becomes of its message. */
int la_library_goes_on(lua_State *L);
int la_library_without_place(lua_State *L);
/* ---- lengths.c ------------------------------------------------------------------------------- */

/* luaL_loadbufferx of text in which `#` is an operator of ours. */
int la_lengths_load(lua_State *L, const char *text, size_t length, const char *name);
/* Sets that operator, and what else has to do with lengths in the table on top. */
void la_lengths_add(lua_State *L);

/* ---- box.c ------------------------------------------------------------------------------- */

extern const la_type la_box_type;
extern const luaL_Reg la_box_methods[];
extern const la_field la_box_fields[];

/* core.sandbox */
int la_box_new(lua_State *L);
/*
** Sets in the table on top core.sandboxes: the names of those that there are, the one first that
** is the default; and what the vault has beside them.
*/
void la_box_add(lua_State *L);

/* ---- plain.c, packed.c ----------------------------------------------------------------------- */

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
int la_plain_same_inside(lua_State *L);
/*
** core.holds_more(t, most, depth): are there more than `most` values in the plain table, and in
** tables in it, `depth` deep? What it looks at does not depend on the order of keys.
*/
int la_plain_holds_more(lua_State *L);
int la_plain_holds_more_inside(lua_State *L);
/* How many values core.holds_more, called with what is on the stack, looks at. */
size_t la_plain_count(lua_State *L);
/* core.weight(value): bytes that a plain value takes up in the host, roughly. */
int la_plain_weigh(lua_State *L);
/*
** core.copied(t, most, depth): a copy of a plain table with at most so many values, `depth` deep,
** none of which is a number that not every Lua has; else nil.
*/
int la_plain_copy(lua_State *L);
int la_plain_copy_inside(lua_State *L);

#endif
