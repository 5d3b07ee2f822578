/*
** The lengths of tables in a mod's state. In Lua, `#t` is any border of a table with holes. Which
** one it is depends on how the table was built, so two copies of a table may have different
** lengths, and a loaded world could continue differently from the saved one. Here `#t` depends only
** on what is in the table.
**
** No metatable can give plain tables another `#`. So `#` is compiled as ` true^`: `^` is the
** operator with the same precedence, booleans have a metatable with `__pow` here, and no other code
** has `true` in this place. Line numbers stay as they are.
*/
#include "sandbox.h"
#include "tokens.h"

#include <string.h>

/* ---- reading source ------------------------------------------------------------------------ */

static const char operator_text[] = " true^";

typedef struct Source {
  la_tokens tokens;
  bool at_operator;                 /* the last token is a `#`, which has not been handed over */
} Source;

/* What stands before the next `#`, what is read in its place, or the rest. */
static const char *next_piece(lua_State *L, void *user, size_t *size) {
  Source *source = user;
  const char *begin = source->tokens.at;
  int token;
  (void)L;
  if (source->at_operator) {
    source->at_operator = false;
    *size = strlen(operator_text);
    return operator_text;
  }
  do token = la_tokens_next(&source->tokens);
  while (token != '#' && token != LA_TOKEN_NONE);
  source->at_operator = token == '#';
  if (token == LA_TOKEN_NONE) source->tokens.at = source->tokens.end;
  *size = (size_t)(source->tokens.at - begin) - source->at_operator;
  if (*size == 0 && source->at_operator) return next_piece(L, user, size);
  return *size == 0 ? NULL : begin;
}

int la_lengths_load(lua_State *L, const char *text, size_t length, const char *name) {
  Source source = { la_tokens_of(text, length), false };
  return la_load_text(L, next_piece, &source, name, length > 0 ? *text : 0);
}

/* ---- lengths ------------------------------------------------------------------------------- */

/* For all greater lengths, of which there are few, where Lua has no integers: a number. */
static int push_border(lua_State *L, int table) {
  int64_t length = la_border_of(L, table);
  if (length <= INT32_MAX) lua_pushinteger(L, (lua_Integer)length);
  else lua_pushnumber(L, (lua_Number)length);
  return 1;
}

/* Before 5.2, and in LuaJIT, a metamethod that C calls cannot give way. */
#if LUA_VERSION_NUM >= 502

#if LUA_VERSION_NUM >= 503
static int lengths_called(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
#else
static int lengths_called(lua_State *L) {
  (void)L;
#endif
  return 1;
}

#define CALL(L) lua_callk(L, 1, 1, 0, lengths_called)

#else

#define CALL(L) lua_call(L, 1, 1)

#endif

/* What `#` makes of the value at `index`. */
static int push_length(lua_State *L, int index) {
  int type = lua_type(L, index);
  if (type == LUA_TSTRING) {
    lua_pushinteger(L, (lua_Integer)la_rawlen(L, index));
    return 1;
  }
  if (luaL_getmetafield(L, index, "__len")) {
    lua_pushvalue(L, index);
    CALL(L);
    return 1;
  }
  if (type == LUA_TTABLE) return push_border(L, index);
  return luaL_error(L, "attempt to get length of a %s value", lua_typename(L, type));
}

/* true ^ value: Lua gives it both. Most are tables without metatables. */
static int lengths_power(lua_State *L) {
  if (!lua_isboolean(L, 1))
    return luaL_error(L, "attempt to perform arithmetic on a boolean value");
  if (!lua_istable(L, 2)) return push_length(L, 2);
  if (!lua_getmetatable(L, 2)) return push_border(L, 2);
  lua_pop(L, 1);
  return push_length(L, 2);
}

/* length(value): #value */
static int lengths_length(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  return push_length(L, 1);
}

/* border(t): rawlen(t) */
static int raw_length(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  return push_border(L, 1);
}

void la_lengths_add(lua_State *L) {
  lua_pushcfunction(L, lengths_length);
  lua_setfield(L, -2, "length");
  lua_pushcfunction(L, raw_length);
  lua_setfield(L, -2, "border");
  lua_pushboolean(L, true);
  lua_newtable(L);
  lua_pushcfunction(L, lengths_power);
  lua_setfield(L, -2, "__pow");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}
