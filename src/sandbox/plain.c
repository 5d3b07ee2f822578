/*
** Counting and comparing plain data: what a mod's unit keeps is compared with its copy in each of
** its turns, on both sides of the wall.
*/
#include "sandbox.h"

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

static bool plain_is_plain(lua_State *L, int index) {
  if (la_key_at(L, index).rank != LA_RANK_OBJECT) return true;
  if (!lua_istable(L, index)) return false;
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
    if (lua_isnil(L, -1) && (comparison->strict || plain_is_plain(L, top))) return true;
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
    if (depth > 0 && is_table && plain_is_plain(L, lua_gettop(L)))
      count = count_values(L, lua_gettop(L), depth - 1, most, count);
  }
  lua_settop(L, top);
  return count;
}

/* Pushes whether there are more than `most`, and returns how many were looked at. */
static size_t holds_more(lua_State *L) {
  size_t most = (size_t)luaL_checkinteger(L, 2), count = 0;
  int depth = (int)luaL_checkinteger(L, 3);
  lua_settop(L, 1);
  if (lua_istable(L, 1)) count = count_values(L, 1, depth, most, 0);
  lua_pushboolean(L, count > most);
  return count;
}

int la_plain_holds_more(lua_State *L) {
  holds_more(L);
  return 1;
}

int la_plain_holds_more_inside(lua_State *L) {
  la_account_charge(L, (double)holds_more(L) / VALUES_AN_INSTRUCTION);
  return 1;
}

/* ---- the same ------------------------------------------------------------------------------ */

int la_plain_same(lua_State *L) {
  plain_compare(L, false);
  return 1;
}

int la_plain_same_inside(lua_State *L) {
  la_account_charge(L, (double)plain_compare(L, true));
  return 1;
}
