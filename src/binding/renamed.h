/*
** Names of the version before, which are errors that tell today's name, until the next version.
*/
#ifndef ASTAR_BINDING_RENAMED_H
#define ASTAR_BINDING_RENAMED_H

#include "compat.h"

/* What an option or a word among the values of one is called now; NULL: it had no other name. */
const char *la_renamed_word(const char *was);

/* Raises an error where objects of `type` had a method or field by that name. */
void la_renamed_member(lua_State *L, const char *type, const char *was);

#endif
