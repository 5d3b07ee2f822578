/*
** What goes back to Lua where it is neither an object nor a cell: nil, outcomes, hashes; and what
** follows when memory has run out.
*/
#ifndef ASTAR_BINDING_RESULT_H
#define ASTAR_BINDING_RESULT_H

#include <stddef.h>

#include "../astar.h"
#include "compat.h"

/* Raises what a status other than an outcome of a search means: memory. */
void la_status_check(lua_State *L, astar_status status);
/* Ends a method that changes an object, and gives that object back: raises an error of memory, or
** returns 1. */
int la_done(lua_State *L, astar_status status);
/* Lua does not see the core's memory: lets its collector work as if it had allocated as much. */
void la_tell_collector(lua_State *L, size_t bytes);
/* Pushes a hash in 16 digits. */
void la_push_hash(lua_State *L, uint64_t hash);
/* Set fields of the table on top: a number; x and y of a cell. */
void la_set_integer(lua_State *L, const char *key, lua_Integer value);
void la_set_cell(lua_State *L, const char *x, const char *y, astar_cell cell);
/* Pushes nil; returns 1. */
int la_push_nil(lua_State *L);
/* Pushes nil and the name of an outcome; returns 2. */
int la_push_outcome(lua_State *L, astar_status status);

#endif
