/*
** Names of the version before, which are errors that tell today's name, until the next version.
*/
#ifndef ASTAR_BINDING_RENAMED_H
#define ASTAR_BINDING_RENAMED_H

#include <stdbool.h>

#include "compat.h"

/* What an option or a word among the values of one is called now; NULL: it had no other name. */
const char *la_renamed_word(const char *was);

/* Pushes what stands for the method that objects of `type` had by the name on top: a function that
** raises an error which blames who calls it. False: there was none, and nothing is pushed. */
bool la_renamed_method(lua_State *L, const char *type);
/* Raises an error where objects of `type` had a field by the name on top. */
void la_renamed_field(lua_State *L, const char *type);

#endif
