/*
** The functions in C that library.lua needs for the safe standard library.
*/
#include "library.h"

#include <stdlib.h>
#include <string.h>

#include "meter.h"
#include "packed.h"
#include "plain.h"
#include "marshal.h"

/* What is worth an instruction: bytes that are read, bytes that are compared, places of a table. */
enum { BYTES_AN_INSTRUCTION = 16, BYTES_COMPARED = 512 };
enum { LEVELS_AN_INSTRUCTION = 8, BYTES_AT_ONCE = 1 << 14 };

/* charge(n): takes n instructions from the allowance */
static int library_charge(lua_State *L) {
  la_meter_charge(L, (double)luaL_checknumber(L, 1));
  return 0;
}

/* goes_on(ok, message): raises the end of the call, if it has come; what pcall is followed by */
int la_library_goes_on(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  meter->takes_from_host = meter->is_free = false;
  if (!lua_toboolean(L, 1) && lua_type(L, 2) == LUA_TSTRING &&
      strcmp(lua_tostring(L, 2), "not enough memory") == 0)
    return la_meter_finish(L, LA_NO_MEMORY);
  la_meter_check(L);
  return 0;
}

/* without_place(message): what pcall has caught, without a place in the library's own code */
int la_library_without_place(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) != LUA_TSTRING) return 1;
  size_t length;
  const char *message = lua_tolstring(L, 1, &length);
  size_t own = la_error_report_own_place(&la_meter_of(L)->trusted, message);
  if (own > 0) lua_pushlstring(L, message + own, length - own);
  return 1;
}

/* has_ended(): whether no handler of the mod's may run: the end has come */
static int has_ended(lua_State *L) {
  lua_pushboolean(L, la_meter_of(L)->end != LA_GOES_ON);
  return 1;
}

/* enter(coroutine): the coroutine, none: the caller's own, is what runs next */
static int library_enter(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  la_meter_check(L);
  la_meter_enter(meter, lua_isthread(L, 1) ? lua_tothread(L, 1) : L);
  return 0;
}

/* weak(mode): a new weak table; what mods may not make tells nobody what the collector does */
static int library_weak(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  return 1;
}

/* metatable(value): its metatable, whatever __metatable says, or nil */
static int library_metatable(lua_State *L) {
  luaL_checkany(L, 1);
  return lua_getmetatable(L, 1);
}

/*
** error(value, level). Levels are counted through the stack, however deep it is. Place and text
** become one: a long text is read once more.
*/
static int library_raise(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  size_t bytes = lua_type(L, 1) == LUA_TSTRING ? la_rawlen(L, 1) : 0;
  la_meter_charge(L, (double)bytes / BYTES_AN_INSTRUCTION +
                         (level > 0 ? (double)level / LEVELS_AN_INSTRUCTION : 0));
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
    la_where(L, level);
    lua_pushvalue(L, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

/* ---- text as numbers ----------------------------------------------------------------------- */

static int call_weighed(lua_State *L) {
  size_t bytes = 0;
  for (int i = lua_gettop(L); i > 0; i--)
    if (lua_type(L, i) == LUA_TSTRING) bytes += la_rawlen(L, i);
  if (bytes >= BYTES_AN_INSTRUCTION) la_meter_charge(L, (double)bytes / BYTES_AN_INSTRUCTION);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/*
** weighed(f): f, a function of Lua's library, but text that it is given is paid for, as it may read
** it as a number. Functions that LuaJIT has in its interpreter stay as they are.
*/
static int library_weighed(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  if (lua_tocfunction(L, 1) != NULL) lua_pushcclosure(L, call_weighed, 1);
  return 1;
}

/* ---- keys in order ------------------------------------------------------------------------- */

/*
** What it takes to put so many values in order, with so many bytes of text. Each is compared with
** as many others as the number of them has digits in base 2; text is compared fast.
*/
static double price_of_order(size_t count, size_t bytes) {
  int digits = 1;
  while (count >> digits > 0) digits++;
  return (double)count * 8 + (double)bytes * digits / BYTES_COMPARED;
}

/* Counts the keys of the table at index 1, and charges what it takes to put them in order. */
static size_t library_count_keys(lua_State *L) {
  size_t count = 0, bytes = 0;
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    count++;
    if (lua_type(L, -2) == LUA_TSTRING) bytes += la_rawlen(L, -2);
  }
  la_meter_charge(L, price_of_order(count, bytes) + (double)bytes / BYTES_AN_INSTRUCTION);
  return count;
}

/* So many are put in order on the stack of C. */
enum { FEW_SORTED = 8 };

/*
** keys(t): a list of the keys that are numbers, strings and booleans, in order; how many; and, if
** there are others, a list of these as they come.
*/
static int library_keys(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  size_t count = library_count_keys(L), others = 0, plain = 0;
  la_key few[FEW_SORTED], *list = few;
  lua_createtable(L, (int)count | 1, 0);
  lua_pushnil(L);
  if (count > FEW_SORTED) list = lua_newuserdata(L, (count + 1) * sizeof *list);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    la_key key = la_key_at(L, -2);
    if (key.rank == LA_RANK_OBJECT) {
      if (others == 0) lua_newtable(L);
      if (others == 0) lua_replace(L, 3);
      lua_pushvalue(L, -2);
      lua_rawseti(L, 3, (int)++others);
    } else {
      list[plain++] = key;
    }
  }
  qsort(list, plain, sizeof *list, la_key_compare);
  for (size_t i = 0; i < plain; i++) {
    la_key_push(L, &list[i]);
    lua_rawseti(L, 2, (int)i + 1);
  }
  lua_pushvalue(L, 2);
  lua_pushinteger(L, (lua_Integer)plain);
  if (others == 0) return 2;
  lua_pushvalue(L, 3);
  return 3;
}

/* Upvalues: the table, a list of keys, how many, and how many have been told of. */
static int library_following(lua_State *L) {
  int count = (int)lua_tointeger(L, lua_upvalueindex(3));
  int place = (int)lua_tointeger(L, lua_upvalueindex(4));
  while (place < count) {
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(2), ++place);
    lua_pushvalue(L, -1);
    lua_rawget(L, lua_upvalueindex(1));
    if (lua_isnil(L, -1)) continue;
    lua_pushinteger(L, place);
    lua_replace(L, lua_upvalueindex(4));
    return 2;
  }
  return 0;
}

/* each(t, keys, count): a function that returns the next key that `t` has, and its value */
static int library_each(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 3);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, library_following, 4);
  return 1;
}

/* ---- objects ------------------------------------------------------------------------------- */

/* private(value, key): what a table has under a key, whatever its metatable says; of others nil */
static int library_private(lua_State *L) {
  lua_settop(L, 2);
  if (!lua_istable(L, 1)) return 0;
  lua_rawget(L, 1);
  return 1;
}

/* Upvalues of what `private_of` makes: the key, "kind", and the kind that is meant. */
enum { UP_KEY = 1, UP_WORD, UP_KIND };

/* Leaves what is private of the object at index 1 on top; false: it is none of that kind. */
static bool push_private(lua_State *L) {
  lua_settop(L, 1);
  if (!lua_istable(L, 1)) return false;
  lua_pushvalue(L, lua_upvalueindex(UP_KEY));
  lua_rawget(L, 1);
  if (!lua_istable(L, 2)) return false;
  lua_pushvalue(L, lua_upvalueindex(UP_WORD));
  lua_rawget(L, 2);
  bool is_such = lua_rawequal(L, 3, lua_upvalueindex(UP_KIND));
  lua_settop(L, 2);
  return is_such;
}

static int library_inner(lua_State *L) {
  if (push_private(L)) return 1;
  lua_pushfstring(L, "a %s expected, got %s", lua_tostring(L, lua_upvalueindex(UP_KIND)),
                  luaL_typename(L, 1));
  return lua_error(L);
}

static int library_is_such(lua_State *L) {
  lua_pushboolean(L, push_private(L));
  return 1;
}

/*
** private_of(key, kind) -> of, is: of(object) is what is private of an object of that kind, and
** what is none is an error; is(value): is it one?
*/
static int library_private_of(lua_State *L) {
  luaL_checkstring(L, 2);
  lua_settop(L, 2);
  lua_pushliteral(L, "kind");
  lua_insert(L, 2);
  for (int i = 1; i <= UP_KIND; i++) lua_pushvalue(L, i);
  lua_pushcclosure(L, library_inner, UP_KIND);
  lua_insert(L, 1);
  lua_pushcclosure(L, library_is_such, UP_KIND);
  return 2;
}

static void copy_fields(lua_State *L, int from, int to) {
  for (lua_pushnil(L); lua_next(L, from); ) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, to);
  }
}

/*
** object(known, name, key, fields, metatable) -> known[name], or a new table in that place, which
** has a copy of `fields` under `key`. `known` may be weak: whether the object was there must not
** show in what a mod has used, so a new one is free.
*/
static int library_object(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  lua_settop(L, 5);
  lua_pushvalue(L, 2);
  lua_rawget(L, 1);
  if (!lua_isnil(L, -1)) return 1;
  meter->is_free = true;
  lua_newtable(L);
  lua_pushvalue(L, 3);
  lua_newtable(L);
  copy_fields(L, 4, 9);
  lua_rawset(L, 7);
  lua_pushvalue(L, 5);
  lua_setmetatable(L, 7);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 7);
  lua_rawset(L, 1);
  meter->is_free = false;
  return 1;
}

/* ---- sorting ------------------------------------------------------------------------------- */

/* Places on the stack: the list, what it was, the function that says what comes before what. */
enum { LIST = 1, BEFORE = 3, COPY = 4, MOST_SORTED = 1 << 24 };

static bool is_sortable(const la_key *key) {
  if (key->rank == LA_RANK_NUMBER) return key->is_integer || key->as.number == key->as.number;
  return key->rank == LA_RANK_STRING;
}

/* Reads what is to be sorted into `list`; false: it is not all numbers, or not all text. */
static bool read_list(lua_State *L, la_key *list, int count) {
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, COPY, i + 1);
    list[i] = la_key_at(L, -1);
    list[i].place = (unsigned)i;
    lua_pop(L, 1);
    if (!is_sortable(&list[i]) || list[i].rank != list[0].rank) return false;
  }
  return true;
}

static size_t bytes_of(const la_key *list, int count) {
  size_t bytes = 0;
  for (int i = 0; i < count; i++)
    if (list[i].rank == LA_RANK_STRING) bytes += list[i].length;
  return bytes;
}

/* Numbers, or text, in ascending order; false: they are something else. */
static bool sort_plain(lua_State *L, int count) {
  la_key *list = lua_newuserdata(L, ((size_t)count + 1) * sizeof *list);
  if (!read_list(L, list, count)) return false;
  la_meter_charge(L, price_of_order((size_t)count, bytes_of(list, count)));
  qsort(list, (size_t)count, sizeof *list, la_key_compare);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, COPY, (int)list[i].place + 1);
    lua_rawseti(L, LIST, i + 1);
  }
  return true;
}

/* Whether the element of one place is to stand before that of another. */
static bool goes_before(lua_State *L, int a, int b) {
  lua_pushvalue(L, BEFORE);
  lua_rawgeti(L, COPY, a);
  lua_rawgeti(L, COPY, b);
  lua_call(L, 2, 1);
  bool before = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return before;
}

/* Merges two sorted stretches of `from`, which meet at `middle`, into `to`. */
static void library_merge(lua_State *L, const int *from, int *to, int low, int middle, int high) {
  int left = low, right = middle;
  for (int at = low; at < high; at++) {
    bool take_left = left < middle && (right >= high || !goes_before(L, from[right], from[left]));
    to[at] = take_left ? from[left++] : from[right++];
  }
}

static int library_least(int a, int b) {
  return a < b ? a : b;
}

/* Merge sort of the places of elements: what is equal stays in order, whatever `before` says. */
static void sort_by(lua_State *L, int count) {
  int *from = lua_newuserdata(L, (size_t)count * 2 * sizeof *from), *to = from + count;
  for (int i = 0; i < count; i++) from[i] = i + 1;
  for (int width = 1; width < count; width *= 2) {
    for (int low = 0; low < count; low += 2 * width)
      library_merge(L, from, to, low, library_least(low + width, count),
                    library_least(low + 2 * width, count));
    int *swapped = from;
    from = to;
    to = swapped;
  }
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, COPY, from[i]);
    lua_rawseti(L, LIST, i + 1);
  }
}

/* sort(list, length, before or nil): true; or nothing, if it is not for C to do */
static int library_sort(lua_State *L) {
  luaL_checktype(L, LIST, LUA_TTABLE);
  lua_Number length = luaL_checknumber(L, 2);
  if (!(length >= 0 && length <= MOST_SORTED)) return 0;
  int count = (int)length;
  la_meter_charge(L, length);
  lua_settop(L, BEFORE);
  lua_createtable(L, count | 1, 0); /* an even number might look like keys to the meter */
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, LIST, i);
    lua_rawseti(L, COPY, i);
  }
  if (!lua_isnil(L, BEFORE)) la_meter_charge(L, price_of_order((size_t)count, 0));
  if (!lua_isnil(L, BEFORE)) sort_by(L, count);
  else if (!sort_plain(L, count)) return 0;
  lua_pushboolean(L, true);
  return 1;
}

/* ---- searching text ------------------------------------------------------------------------ */

/* find(s, sub, from): first and last byte of the first place of `sub`, or nil. Pays by the byte. */
static int library_find(lua_State *L) {
  size_t length, wanted, work = 0;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *sub = luaL_checklstring(L, 2, &wanted);
  size_t from = (size_t)lua_tointeger(L, 3) - 1;
  for (size_t at = from; at <= length && wanted <= length - at; at++) {
    size_t same = 0;
    while (same < wanted && text[at + same] == sub[same]) same++;
    if (same == wanted) {
      lua_pushinteger(L, (lua_Integer)(at + 1));
      lua_pushinteger(L, (lua_Integer)(at + wanted));
      return 2;
    }
    work += same + 1;
    if (work < BYTES_AT_ONCE) continue;
    la_meter_charge(L, (double)(work / BYTES_AN_INSTRUCTION));
    work = 0;
  }
  la_meter_charge(L, (double)(work / BYTES_AN_INSTRUCTION));
  lua_pushnil(L);
  return 1;
}

void la_library_add(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "charge", library_charge }, { "goes_on", la_library_goes_on }, { "has_ended", has_ended },
    { "without_place", la_library_without_place }, { "enter", library_enter },
    { "weak", library_weak }, { "metatable", library_metatable },
    { "weighed", library_weighed }, { "keys", library_keys }, { "each", library_each },
    { "sort", library_sort },
    { "before", la_key_before }, { "same", la_plain_same_charged }, { "find", library_find },
    { "holds_more", la_plain_holds_more_charged }, { "copied", la_plain_copy_charged },
    { "packed", la_packed_pack_charged }, { "merge_packed", la_packed_merge_charged },
    { "raise", library_raise }, { "object", library_object },
    { "private", library_private }, { "private_of", library_private_of }, { NULL, NULL }
  };
  la_setfuncs(L, functions);
  lua_pushlightuserdata(L, (void *)(uintptr_t)&la_contents_key);
  lua_setfield(L, -2, "contents_key");
  lua_pushliteral(L, LA_LUA);
  lua_setfield(L, -2, "lua");
}
