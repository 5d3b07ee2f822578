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
#include "length_operator.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "meter.h"

/* ---- reading source ------------------------------------------------------------------------ */

static const char operator_text[] = " true^";

/* Text of Lua, from `at` on. Where it is no Lua, reading ends early: so does the compiler. */
typedef struct Source {
  const char *at, *end;
  bool at_operator;                 /* a `#` stands before `at`, which has not been handed over */
} Source;

/* 0: the text ends before. */
static int source_peek(const Source *source, int ahead) {
  return source->end - source->at > ahead ? (unsigned char)source->at[ahead] : 0;
}

static void source_pass(Source *source, int count) {
  int left = (int)(source->end - source->at);
  source->at += count < left ? count : left;
}

static bool is_end_of_line(int c) {
  return c == '\n' || c == '\r' || c == 0;
}

/* The number of `=` between brackets that stand `from` characters ahead, such as `[==[`; or -1. */
static int count_equals(const Source *source, int from, int bracket) {
  int count = 0;
  if (source_peek(source, from) != bracket) return -1;
  while (source_peek(source, from + 1 + count) == '=') count++;
  return source_peek(source, from + 1 + count) == bracket ? count : -1;
}

/* `[==[` and all up to `]==]`. */
static void pass_long(Source *source, int equals) {
  source_pass(source, equals + 2);
  while (source->at < source->end && count_equals(source, 0, ']') != equals)
    source_pass(source, 1);
  source_pass(source, equals + 2);
}

static void pass_comment(Source *source) {
  source_pass(source, 2);
  int equals = count_equals(source, 0, '[');
  if (equals >= 0) pass_long(source, equals);
  else while (!is_end_of_line(source_peek(source, 0))) source_pass(source, 1);
}

/* A line may go on after a backslash, and after `\z` several may. */
static void pass_escape(Source *source) {
  bool skips_space = source_peek(source, 1) == 'z';
  bool is_pair = source_peek(source, 1) == '\r' && source_peek(source, 2) == '\n';
  source_pass(source, is_pair ? 3 : 2);
  while (skips_space && strchr(" \t\n\v\f\r", source_peek(source, 0)) != NULL &&
         source->at < source->end)
    source_pass(source, 1);
}

static void pass_quoted(Source *source) {
  int quote = source_peek(source, 0);
  source_pass(source, 1);
  while (source_peek(source, 0) != quote && !is_end_of_line(source_peek(source, 0))) {
    if (source_peek(source, 0) == '\\') pass_escape(source);
    else source_pass(source, 1);
  }
  source_pass(source, 1);
}

/* Passes what stands at `at`: true if that is a `#`. */
static bool pass_one(Source *source) {
  int c = source_peek(source, 0);
  int equals = count_equals(source, 0, '[');
  if (equals >= 0) pass_long(source, equals);
  else if (c == '-' && source_peek(source, 1) == '-') pass_comment(source);
  else if (c == '"' || c == '\'') pass_quoted(source);
  else source_pass(source, 1);
  return c == '#';
}

/* What stands before the next `#`, what is read in its place, or the rest. */
static const char *next_piece(lua_State *L, void *user, size_t *size) {
  Source *source = user;
  const char *begin = source->at;
  (void)L;
  if (source->at_operator) {
    source->at_operator = false;
    *size = strlen(operator_text);
    return operator_text;
  }
  while (!source->at_operator && source->at < source->end) source->at_operator = pass_one(source);
  *size = (size_t)(source->at - begin) - source->at_operator;
  if (*size == 0 && source->at_operator) return next_piece(L, user, size);
  return *size == 0 ? NULL : begin;
}

int la_length_operator_load(lua_State *L, const char *text, size_t length, const char *name) {
  Source source = { text, text + length, false };
  return la_load_text(L, next_piece, &source, name, length > 0 ? *text : 0);
}

/* ---- borders ------------------------------------------------------------------------------- */

#define GREATEST 9007199254740992 /* 2^53 */

enum { STEPS_AN_INSTRUCTION = 4 };

static bool has_place(lua_State *L, int index, int64_t place) {
  if (place <= INT_MAX) {
    lua_rawgeti(L, index, (int)place);
  } else {
    lua_pushnumber(L, (lua_Number)place);
    lua_rawget(L, index);
  }
  bool is_there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_there;
}

/*
** The border of the table that is found by doubling a place until there is nothing, and halving
** what lies between. Where a list has no holes this is its length. The border, and what finding it
** costs, depend on what is in the table, not on how it came to be.
*/
static int64_t border_of(lua_State *L, int index) {
  la_meter *meter = la_meter_of(L);
  int64_t there = 0, gone = 1;
  int steps = 1;
  for (; gone <= GREATEST && has_place(L, index, gone); steps++) {
    there = gone;
    gone *= 2;
  }
  for (; gone <= GREATEST && gone - there > 1; steps++) {
    int64_t middle = (there + gone) / 2;
    if (has_place(L, index, middle)) there = middle;
    else gone = middle;
  }
  meter->left -= steps / STEPS_AN_INSTRUCTION;
  if (meter->left < 0) la_meter_check(L);
  return there;
}

/* ---- lengths ------------------------------------------------------------------------------- */

/* For all greater lengths, of which there are few, where Lua has no integers: a number. */
static int push_border(lua_State *L, int table) {
  int64_t length = border_of(L, table);
  if (length <= INT32_MAX) lua_pushinteger(L, (lua_Integer)length);
  else lua_pushnumber(L, (lua_Number)length);
  return 1;
}

/* Before 5.2, and in LuaJIT, a metamethod that C calls cannot give way. */
#if LUA_VERSION_NUM >= 502

#if LUA_VERSION_NUM >= 503
static int lengths_called(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 1;
}
#else
static int lengths_called(lua_State *L) {
  (void)L;
  return 1;
}
#endif

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

void la_length_operator_add(lua_State *L) {
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
