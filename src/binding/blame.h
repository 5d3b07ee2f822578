/*
** Errors that blame the line of the script that called the library. Some functions of the library
** are written in Lua and call others, and the author of a script knows neither their lines nor
** their names. So a message names the line of the script, the function that it called there, and
** that function's own argument.
*/
#ifndef ASTAR_BINDING_BLAME_H
#define ASTAR_BINDING_BLAME_H

#include "compat.h"

/* Notes the functions of the table on top, by their names; with `sign` ':' they are methods, whose
** first argument is the object, with '.' plain functions. */
void la_blame_note(lua_State *L, char sign);
/* Raises "place: bad argument #n to 'name' (message)" for argument `arg` of the C function that
** runs, counted with the object. */
int la_blame_argument(lua_State *L, int arg, const char *message);

/* Raises "place: message". */
int la_blame_error(lua_State *L, const char *format, ...);

/* core.library(prefix): chunks whose source begins with it are the library's; core.library(source,
** first, last): so are functions between these lines of a chunk */
int la_blame_library(lua_State *L);
/* core.is_library(source, first, last): of a function, as debug.getinfo tells it */
int la_blame_is_library(lua_State *L);
/* core.note(sign, table) */
int la_blame_note_functions(lua_State *L);
/* core.noted(function): the name under which it was noted; nil: it was not */
int la_blame_noted(lua_State *L);
/* core.fail(method, position, message): raises such an error for an argument of a function of the
** library, which is the innermost of that name that runs; 0: the object */
int la_blame_fail(lua_State *L);
/* core.raise(message, method): raises the message with the place before it; a %s in it, where a
** method is given, becomes the name of what was called */
int la_blame_raise(lua_State *L);

/*
** Makes room for so many values on the stack, or raises Lua's error of memory. luaL_checkstack
** would say "stack overflow" from Lua 5.4.5 on, where it is memory that is lacking.
*/
void la_stack_reserve(lua_State *L, int values);

#endif
