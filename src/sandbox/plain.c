/*
** Counting, comparing, copying and weighing plain data.
*/
#include "plain.h"

#include "meter.h"

enum { VALUES_AN_INSTRUCTION = 2 };

/* What copies are compared by: `count` are the values that were looked at. */
typedef struct Comparison {
  lua_State *L;
  bool strict;                      /* what is not plain in the second one counts */
  bool is_paid;                     /* so it goes on where they differ: `count` must not depend on
                                       the order in which Lua has the keys */
  size_t count;
} Comparison;

static bool is_same_number(lua_State *L, int a, int b) {
  lua_Number x = lua_tonumber(L, a), y = lua_tonumber(L, b);
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, a) != lua_isinteger(L, b)) return false;
  if (lua_isinteger(L, a)) return lua_tointeger(L, a) == lua_tointeger(L, b);
#endif
  return x == y ? x != 0 || 1 / x == 1 / y : x != x && y != y;
}

bool la_plain_is_plain(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER: case LUA_TSTRING: case LUA_TBOOLEAN: return true;
    case LUA_TTABLE: break;
    default: return false;
  }
  if (!lua_getmetatable(L, index)) return true;
  lua_pop(L, 1);
  return false;
}

static bool is_same(Comparison *comparison, int a, int b);

/* Has the table at `b` all that is in the one at `a`? */
static bool has_all(Comparison *comparison, int a, int b) {
  lua_State *L = comparison->L;
  bool same = true;
  for (lua_pushnil(L); lua_next(L, a); ) {
    int top = lua_gettop(L);
    lua_pushvalue(L, top - 1);
    lua_rawget(L, b);
    same = is_same(comparison, top, top + 1) && same;
    if (!same && !comparison->is_paid) return false;
    lua_settop(L, top - 1);
  }
  return same;
}

/* Does the table at `b` have a key, with a value to be compared, that the one at `a` lacks? */
static bool has_more(Comparison *comparison, int a, int b) {
  lua_State *L = comparison->L;
  for (lua_pushnil(L); lua_next(L, b); lua_pop(L, 2)) {
    int top = lua_gettop(L);
    lua_pushvalue(L, top - 1);
    lua_rawget(L, a);
    if (lua_isnil(L, -1) && (comparison->strict || la_plain_is_plain(L, top))) return true;
  }
  return false;
}

/* Leaves more on the stack where they differ. */
static bool is_same(Comparison *comparison, int a, int b) {
  lua_State *L = comparison->L;
  comparison->count++;
  if (lua_type(L, a) == LUA_TNUMBER && lua_type(L, b) == LUA_TNUMBER)
    return is_same_number(L, a, b);
  if (lua_rawequal(L, a, b)) return true;
  if (!lua_istable(L, a) || !lua_istable(L, b)) return false;
  luaL_checkstack(L, 8, "tables are nested too deeply");
  return has_all(comparison, a, b) && !has_more(comparison, a, b);
}

static size_t plain_compare(lua_State *L, bool is_paid) {
  Comparison comparison = { L, lua_toboolean(L, 3), is_paid, 0 };
  lua_settop(L, 2);
  bool same = is_same(&comparison, 1, 2);
  lua_settop(L, 2);
  lua_pushboolean(L, same);
  return comparison.count;
}

/* ---- how much there is --------------------------------------------------------------------- */

/* Adds the values in a table to `count`, and those of tables within, until there are too many. */
static size_t count_values(lua_State *L, int table, int depth, size_t most, size_t count) {
  int top = lua_gettop(L);
  luaL_checkstack(L, 4, "tables are nested too deeply");
  for (lua_pushnil(L); lua_next(L, table) && count <= most; lua_pop(L, 1)) {
    count++;
    bool is_table = lua_istable(L, -1) && la_key_at(L, -2).rank != LA_RANK_OBJECT;
    if (depth > 0 && is_table && la_plain_is_plain(L, lua_gettop(L)))
      count = count_values(L, lua_gettop(L), depth - 1, most, count);
  }
  lua_settop(L, top);
  return count;
}

size_t la_plain_count(lua_State *L) {
  size_t most = (size_t)luaL_checkinteger(L, 2);
  int depth = (int)luaL_checkinteger(L, 3);
  return lua_istable(L, 1) ? count_values(L, 1, depth, most, 0) : 0;
}

/* Pushes whether there are more than `most`, and returns how many were looked at. */
static size_t holds_more(lua_State *L) {
  size_t count = la_plain_count(L);
  lua_pushboolean(L, count > (size_t)lua_tointeger(L, 2));
  return count;
}

int la_plain_holds_more(lua_State *L) {
  holds_more(L);
  return 1;
}

int la_plain_holds_more_charged(lua_State *L) {
  la_meter_charge(L, (double)holds_more(L) / VALUES_AN_INSTRUCTION);
  return 1;
}

/* ---- copies -------------------------------------------------------------------------------- */

/* Instructions that a value is worth which is copied. */
enum { COST_OF_A_COPY = 8 };

typedef struct Copying {
  lua_State *L;
  size_t count, most;               /* values so far, and at most */
  int deepest;
} Copying;

/* Whether it is a number, a string or a boolean that every Lua has alike; see save/exact.lua. */
static bool plain_is_kept(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: case LUA_TSTRING: return true;
    case LUA_TNUMBER:
#if LUA_VERSION_NUM >= 503
      if (lua_isinteger(L, index)) {
        const lua_Integer most = (lua_Integer)1 << 53, value = lua_tointeger(L, index);
        return value >= -most && value <= most;
      }
#endif
      return true;
    default: return false;
  }
}

/* Pushes a copy of the table at `index`, or false: it cannot be kept as it is. */
static bool copy_table(Copying *copying, int index, int depth) {
  lua_State *L = copying->L;
  if (depth > copying->deepest || lua_getmetatable(L, index)) return false;
  luaL_checkstack(L, 8, "tables are nested too deeply");
  lua_newtable(L);
  int copy = lua_gettop(L), key = copy + 1, value = copy + 2;
  for (lua_pushnil(L); lua_next(L, index); lua_settop(L, key)) {
    if (++copying->count > copying->most || !plain_is_kept(L, key)) return false;
    lua_pushvalue(L, key);
    if (!lua_istable(L, value)) {
      if (!plain_is_kept(L, value)) return false;
      lua_pushvalue(L, value);
    } else if (!copy_table(copying, value, depth + 1)) {
      return false;
    }
    lua_rawset(L, copy);
  }
  return true;
}

/* Leaves the copy on top, or nil; returns how many values were copied. */
static size_t plain_copy(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  Copying copying = { L, 0, (size_t)luaL_checkinteger(L, 2), (int)luaL_checkinteger(L, 3) };
  lua_settop(L, 3);
  if (!copy_table(&copying, 1, 0)) lua_pushnil(L);
  return copying.count;
}

int la_plain_copy(lua_State *L) {
  plain_copy(L);
  return 1;
}

/*
** Where there is no copy, how much of one was made depends on the order of keys. So what it takes
** is free, and the price is that of all values which there are to look at.
*/
int la_plain_copy_charged(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  meter->is_free = true;
  size_t count = plain_copy(L);
  meter->is_free = false;
  if (lua_isnil(L, -1)) count = la_plain_count(L);
  la_meter_charge(L, (double)count * COST_OF_A_COPY);
  return 1;
}

/* ---- weight -------------------------------------------------------------------------------- */

enum { DEEPEST_WEIGHED = 180 };

static double weight_of(lua_State *L, int index, int depth) {
  int top = lua_gettop(L);
  if (lua_type(L, index) == LUA_TSTRING) return LA_WEIGHT_OF_TEXT + (double)la_rawlen(L, index);
  if (!lua_istable(L, index) || !la_plain_is_plain(L, index)) return LA_WEIGHT_OF_VALUE;
  if (depth > DEEPEST_WEIGHED) luaL_error(L, "tables are nested too deeply, or in a circle");
  luaL_checkstack(L, 4, "tables are nested too deeply");
  double weight = LA_WEIGHT_OF_TABLE;
  for (lua_pushnil(L); lua_next(L, index); lua_settop(L, top + 1))
    weight += LA_WEIGHT_OF_VALUE + weight_of(L, top + 1, depth + 1) +
              weight_of(L, top + 2, depth + 1);
  return weight;
}

int la_plain_weigh(lua_State *L) {
  lua_settop(L, 1);
  double weight = weight_of(L, 1, 0);
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)weight);
#else
  lua_pushnumber(L, weight);
#endif
  return 1;
}

/* ---- the same ------------------------------------------------------------------------------ */

int la_plain_same(lua_State *L) {
  plain_compare(L, false);
  return 1;
}

int la_plain_same_charged(lua_State *L) {
  la_meter_charge(L, (double)plain_compare(L, true));
  return 1;
}
