/* `#`, and what else has to do with lengths, of the stock sandbox. */
#ifndef ASTAR_SANDBOX_LENGTH_OPERATOR_H
#define ASTAR_SANDBOX_LENGTH_OPERATOR_H

#include "../binding/compat.h"

/* luaL_loadbufferx of text in which `#` is an operator of ours. */
int la_length_operator_load(lua_State *L, const char *text, size_t length, const char *name);
/* Sets that operator, and what else has to do with lengths in the table on top. */
void la_length_operator_add(lua_State *L);

#endif
