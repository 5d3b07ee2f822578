/*
** Errors that blame the line of the script that called the library. Some functions of the library
** are written in Lua and call others, and the author of a script knows neither their lines nor
** their names. So a message names the line of the script, and the function that it called there.
**
** A public function checks its arguments at its top, or hands them on to another of the same name
** in the same places: then the number of the argument is right in the message, too. Where neither
** was done the message names no number.
*/
#ifndef ASTAR_BINDING_BLAME_H
#define ASTAR_BINDING_BLAME_H

#include "compat.h"

/* Notes the functions of the table on top, by their names; with `sign` ':' they are methods, whose
** first argument is the object, with '.' plain functions. */
void la_blame_note(lua_State *L, char sign);
/* Raises "place: bad argument #n to 'name' (message)" for argument `arg` of the C function that
** runs, counted with the object. Below 0 it is argument -arg, without the object, of the public
** function that has called this one to check it. */
int la_blame_argument(lua_State *L, int arg, const char *message);

/* Raises "place: message". */
int la_blame_error(lua_State *L, const char *format, ...);

/* core.library(prefix): chunks whose source begins with it are the library's; core.library(source,
** first, last): so are functions between these lines of a chunk */
int la_blame_library(lua_State *L);
/* core.note(sign, table) */
int la_blame_note_functions(lua_State *L);
/* core.action(f): an action that the script has made just now; errors in it that come from no line
** of the script's name the line that made it. Returns it. */
int la_blame_action(lua_State *L);
/* core.defined(f): file and line where a function of the script's begins, or where an action was
** made; nothing for other values */
int la_blame_defined(lua_State *L);
/* core.places(coroutine, level): file and line of the innermost function in Lua, and of what the
** script has written; each may be nil. Without a coroutine: of that which runs. */
int la_blame_places(lua_State *L);
/* core.fail(method, position, message): raises such an error for an argument of the function that
** the script has called; 0: the object. `method` is the name of the function at fault, which may
** have been called by that one; nil: it is that one, whichever it is. */
int la_blame_fail(lua_State *L);
/* core.raise(message, method): raises the message with the place before it; a %s in it, where a
** method is given, becomes the name of what was called */
int la_blame_raise(lua_State *L);

/* Raises Lua's error of memory. */
int la_no_memory(lua_State *L);
/*
** Makes room for so many values on the stack, or raises Lua's error of memory. luaL_checkstack
** would say "stack overflow" from Lua 5.4.5 on, where it is memory that is lacking.
*/
void la_stack_reserve(lua_State *L, int values);

#endif
