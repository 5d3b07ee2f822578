/*
** Keys and other plain values in an order that depends only on themselves: not on the seed with
** which strings are hashed, nor on how a table was built.
*/
#include "keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_texts(const la_key *a, const la_key *b) {
  size_t shorter = a->length < b->length ? a->length : b->length;
  int order = shorter > 0 ? memcmp(a->as.text, b->as.text, shorter) : 0;
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

#if LUA_VERSION_NUM >= 503

#define TWO_TO_63 9223372036854775808.0

/* By their values: 2^63 - 1 and 2^63 are two numbers, though the integer has no float. */
static int compare_mixed(lua_Integer integer, lua_Number number) {
  if (number >= TWO_TO_63) return -1;
  if (number < -TWO_TO_63) return 1;
  lua_Integer below = (lua_Integer)floor(number);
  if (integer != below) return integer > below ? 1 : -1;
  return number > floor(number) ? -1 : 0;
}

static int compare_numbers(const la_key *a, const la_key *b) {
  if (a->is_integer && b->is_integer)
    return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
  if (a->is_integer) return compare_mixed(a->as.integer, b->as.number);
  if (b->is_integer) return -compare_mixed(b->as.integer, a->as.number);
  return (a->as.number > b->as.number) - (a->as.number < b->as.number);
}

#else

static int compare_numbers(const la_key *a, const la_key *b) {
  return (a->as.number > b->as.number) - (a->as.number < b->as.number);
}

#endif

int la_key_compare(const void *left, const void *right) {
  const la_key *a = left, *b = right;
  int order = a->rank != b->rank              ? a->rank - b->rank
              : a->rank == LA_RANK_STRING     ? compare_texts(a, b)
              : a->rank == LA_RANK_BOOLEAN    ? (int)a->is_true - (int)b->is_true
                                              : compare_numbers(a, b);
  return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

static void keys_read_number(lua_State *L, int index, la_key *key) {
#if LUA_VERSION_NUM >= 503
  key->is_integer = lua_isinteger(L, index);
  if (key->is_integer) key->as.integer = lua_tointeger(L, index);
#endif
  if (!key->is_integer) key->as.number = lua_tonumber(L, index);
}

la_key la_key_at(lua_State *L, int index) {
  la_key key = { LA_RANK_OBJECT, false, false, 0, 0, { 0 } };
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.rank = LA_RANK_NUMBER;
      keys_read_number(L, index, &key);
      break;
    case LUA_TSTRING:
      key.rank = LA_RANK_STRING;
      key.as.text = lua_tolstring(L, index, &key.length);
      break;
    case LUA_TBOOLEAN:
      key.rank = LA_RANK_BOOLEAN;
      key.is_true = lua_toboolean(L, index);
      break;
    default: break;
  }
  return key;
}

void la_key_push(lua_State *L, const la_key *key) {
  if (key->rank == LA_RANK_STRING) lua_pushlstring(L, key->as.text, key->length);
  else if (key->rank == LA_RANK_BOOLEAN) lua_pushboolean(L, key->is_true);
  else if (key->is_integer) lua_pushinteger(L, key->as.integer);
  else lua_pushnumber(L, key->as.number);
}

/* ---- pairs --------------------------------------------------------------------------------- */

/* Finds the least of the plain keys that come after `last`; false: there is none. */
static bool find_next(la_value table, la_key *last) {
  lua_State *L = table.L;
  la_key least = { LA_RANK_OBJECT, false, false, 0, 0, { 0 } };
  for (lua_pushnil(L); lua_next(L, table.index); lua_pop(L, 1)) {
    la_key key = la_key_at(L, -2);
    bool is_nearer = key.rank != LA_RANK_OBJECT && la_key_compare(last, &key) < 0 &&
                     (least.rank == LA_RANK_OBJECT || la_key_compare(&key, &least) < 0);
    if (is_nearer) least = key;
  }
  *last = least;
  return least.rank != LA_RANK_OBJECT;
}

/* The pair of a plain key, or of all that are none. To push the key might run the collector. */
static void call_for(la_value table, const la_key *wanted, la_each each, void *target) {
  lua_State *L = table.L;
  lua_pushnil(L);
  while (lua_next(L, table.index)) {
    la_key key = la_key_at(L, -2);
    int top = lua_gettop(L);
    bool is_meant = key.rank == wanted->rank &&
                    (key.rank == LA_RANK_OBJECT || la_key_compare(&key, wanted) == 0);
    if (is_meant) each(table, target);
    lua_settop(L, top - 1);
  }
}

void la_keys_each(la_value table, la_each each, void *target) {
  la_key last = { LA_RANK_NONE, false, false, 0, 0, { 0 } };
  luaL_checkstack(table.L, 8, "tables are nested too deeply");
  while (find_next(table, &last)) call_for(table, &last, each, target);
  call_for(table, &last, each, target);          /* of rank LA_RANK_OBJECT now */
}

/* ---- core.keys ----------------------------------------------------------------------------- */

static bool keys_is_plain(lua_State *L, int index) {
  return la_key_at(L, index).rank != LA_RANK_OBJECT;
}

/* before(a, b): does one plain value come before the other? Never by the locale, as `<` does. */
int la_key_before(lua_State *L) {
  la_key a = la_key_at(L, 1), b = la_key_at(L, 2);
  lua_pushboolean(L, la_key_compare(&a, &b) < 0);
  return 1;
}

/* keys(t): a list of the keys that are numbers, strings and booleans, in order */
int la_keys(lua_State *L) {
  size_t count = 0, at = 0;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) count += keys_is_plain(L, -2);
  lua_createtable(L, (int)count, 0);
  la_key *list = lua_newuserdata(L, (count + 1) * sizeof *list);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1))
    if (keys_is_plain(L, -2)) list[at++] = la_key_at(L, -2);
  qsort(list, count, sizeof *list, la_key_compare);
  for (size_t i = 0; i < count; i++) {
    la_key_push(L, &list[i]);
    lua_rawseti(L, 2, (int)i + 1);
  }
  lua_settop(L, 2);
  return 1;
}
