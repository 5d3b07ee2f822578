/*
** Plain data as a string: what a mod's unit keeps crosses like this, and both sides hold the string
** of what has crossed last. Whether something has changed since is found out by going through the
** table once, without making anything.
**
** The bytes are those that marshal.c writes for the table, keys in order: equal data give equal
** strings, on every machine. They may come from a machine that is out of its mind: what is read is
** looked over first, see packed_weight.
*/
#include "packed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../binding/keys.h"
#include "meter.h"
#include "little_endian.h"
#include "plain.h"
#include "marshal.h"
#include "value_tags.h"

/* Pairs, and bytes, that need no memory but the stack's. */
enum { FEW_PAIRS = 8, FEW_BYTES = 256 };

/* Bytes of a string that one is worth in the stock sandbox. */
enum { BYTES_AN_INSTRUCTION = 32 };

/* Of a table: its tag, how many pairs are a list's, and how many are not. */
enum { HEADER = 9 };

/* Where a pair stands among the bytes. */
typedef struct Packed_pair {
  la_key key;
  uint32_t from, till;
} Packed_pair;

typedef struct Packing {
  lua_State *L;
  uint8_t *bytes;
  size_t size, room;
  int holder;                       /* the stack index of what keeps the bytes */
  size_t count, most;               /* pairs so far, and at most */
  int deepest;
  bool is_whole;                    /* a float without a fraction is written as an integer */
  bool is_great;                    /* there is a number that not every Lua has alike */
} Packing;

/* ---- packing ------------------------------------------------------------------------------- */

/* Whatever may cross: sorting needs room beside it. */
static void packing_grow(Packing *packing, size_t more) {
  if (packing->room - packing->size >= more) return;
  size_t room = 2 * (packing->size + more);
  uint8_t *bytes = lua_newuserdata(packing->L, room);
  memcpy(bytes, packing->bytes, packing->size);
  lua_replace(packing->L, packing->holder);
  packing->bytes = bytes;
  packing->room = room;
}

/*
** False: it is more than may cross. How much room there is already depends on the order in which
** Lua has the keys, so it must not decide that.
*/
static bool packing_reserve(Packing *packing, size_t more) {
  if (packing->size + more > LA_MARSHAL_MOST) return false;
  packing_grow(packing, more);
  return true;
}

static bool pack_word(Packing *packing, int tag, uint64_t word) {
  if (!packing_reserve(packing, 9)) return false;
  packing->bytes[packing->size] = (uint8_t)tag;
  little_endian_put8(packing->bytes + packing->size + 1, word);
  packing->size += 9;
  return true;
}

static bool pack_float(Packing *packing, double number) {
  uint64_t bits = LA_NOT_A_NUMBER;
  bool is_whole = packing->is_whole && number >= -LA_MOST_WHOLE && number <= LA_MOST_WHOLE &&
                  number == floor(number) && (number != 0 || 1 / number > 0);
  if (is_whole) return pack_word(packing, LA_TAG_INTEGER, (uint64_t)(int64_t)number);
  if (number == number) memcpy(&bits, &number, sizeof bits);
  return pack_word(packing, LA_TAG_NUMBER, bits);
}

static bool pack_number(Packing *packing, const la_key *value) {
  if (!value->is_integer) return pack_float(packing, (double)value->as.number);
  int64_t integer = (int64_t)value->as.integer, most = (int64_t)LA_MOST_WHOLE;
  if (integer > most || integer < -most) packing->is_great = true;
  return pack_word(packing, LA_TAG_INTEGER, (uint64_t)integer);
}

static bool pack_text(Packing *packing, const la_key *text) {
  if (text->length > LA_MARSHAL_MOST || !packing_reserve(packing, 5 + text->length)) return false;
  uint8_t *bytes = packing->bytes + packing->size;
  bytes[0] = LA_TAG_STRING;
  little_endian_put4(bytes + 1, (uint32_t)text->length);
  if (text->length > 0) memcpy(bytes + 5, text->as.text, text->length);
  packing->size += 5 + text->length;
  return true;
}

static bool pack_tag(Packing *packing, int tag) {
  if (!packing_reserve(packing, 1)) return false;
  packing->bytes[packing->size++] = (uint8_t)tag;
  return true;
}

static bool pack_scalar(Packing *packing, const la_key *value) {
  if (value->rank == LA_RANK_STRING) return pack_text(packing, value);
  if (value->rank == LA_RANK_NUMBER) return pack_number(packing, value);
  return pack_tag(packing, value->is_true ? LA_TAG_TRUE : LA_TAG_FALSE);
}

static bool pack_table(Packing *packing, int table, int depth);

/* The pair whose key and value are on top. */
static bool pack_pair(Packing *packing, Packed_pair *pair, int depth) {
  lua_State *L = packing->L;
  int value = lua_gettop(L);
  pair->key = la_key_at(L, value - 1);
  pair->from = (uint32_t)packing->size;
  if (pair->key.rank == LA_RANK_OBJECT || ++packing->count > packing->most) return false;
  if (!pack_scalar(packing, &pair->key)) return false;
  la_key scalar = la_key_at(L, value);
  bool done = scalar.rank != LA_RANK_OBJECT ? pack_scalar(packing, &scalar)
              : lua_istable(L, value)       ? pack_table(packing, value, depth + 1)
                                            : false;
  pair->till = (uint32_t)packing->size;
  return done;
}

/* Puts the pairs in order, which stand at the end of the bytes. */
static void packing_sort(Packing *packing, Packed_pair *pairs, size_t count, size_t from) {
  size_t size = packing->size - from;
  qsort(pairs, count, sizeof *pairs, la_key_compare);
  packing_grow(packing, size);
  uint8_t *to = packing->bytes + packing->size;
  for (size_t i = 0; i < count; i++) {
    size_t length = pairs[i].till - pairs[i].from;
    memcpy(to, packing->bytes + pairs[i].from, length);
    to += length;
  }
  memcpy(packing->bytes + from, packing->bytes + packing->size, size);
}

/* How many pairs, which are in order, have the keys 1, 2, 3 … */
static size_t packed_listed(const Packed_pair *pairs, size_t count) {
  size_t listed = 0;
  while (listed < count) {
    const la_key *key = &pairs[listed].key;
    if (key->rank != LA_RANK_NUMBER) break;
    if (key->is_integer ? key->as.integer != (lua_Integer)(listed + 1)
                        : key->as.number != (lua_Number)(listed + 1)) break;
    listed++;
  }
  return listed;
}

/* Packs the pairs of a table, of which there are at most `room`; -1: it cannot be, -2: more. */
static int pack_pairs(Packing *packing, int table, int depth, Packed_pair *pairs, int room) {
  lua_State *L = packing->L;
  bool in_order = true;
  int count = 0, top = lua_gettop(L);
  size_t from = packing->size;
  for (lua_pushnil(L); lua_next(L, table); lua_settop(L, top + 1)) {
    if (count == room) return -2;
    if (!pack_pair(packing, &pairs[count], depth)) return -1;
    in_order = in_order && (count == 0 || la_key_compare(&pairs[count - 1], &pairs[count]) < 0);
    count++;
  }
  if (!in_order) packing_sort(packing, pairs, (size_t)count, from);
  return count;
}

/* The same for a table that has more pairs than `pairs` has room for: the list is made on top. */
static int pack_many(Packing *packing, int table, int depth, Packed_pair **pairs) {
  lua_State *L = packing->L;
  int room = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) room++;
  if ((size_t)room > packing->most) return -1;
  *pairs = lua_newuserdata(L, (size_t)room * sizeof **pairs);
  return pack_pairs(packing, table, depth, *pairs, room);
}

/* False: it holds what is not plain, or is too much. Leaves more on the stack then. */
static bool pack_table(Packing *packing, int table, int depth) {
  lua_State *L = packing->L;
  Packed_pair few[FEW_PAIRS], *pairs = few;
  size_t header = packing->size, before = packing->count;
  if (depth > packing->deepest || lua_getmetatable(L, table)) return false;
  if (!packing_reserve(packing, HEADER)) return false;
  luaL_checkstack(L, 8, "tables are nested too deeply");
  int top = lua_gettop(L);
  packing->size += HEADER;
  int count = pack_pairs(packing, table, depth, pairs, FEW_PAIRS);
  if (count == -2) {
    lua_settop(L, top);
    packing->size = header + HEADER;
    packing->count = before;
    count = pack_many(packing, table, depth, &pairs);
  }
  if (count < 0 || !pack_tag(packing, LA_TAG_NIL)) return false;
  size_t listed = packed_listed(pairs, (size_t)count);
  packing->bytes[header] = LA_TAG_TABLE;
  little_endian_put4(packing->bytes + header + 1, (uint32_t)listed);
  little_endian_put4(packing->bytes + header + 5, (uint32_t)((size_t)count - listed));
  lua_settop(L, top);
  return true;
}

/* ---- reading ------------------------------------------------------------------------------- */

typedef struct Unpacking {
  lua_State *L;
  const uint8_t *at, *end;
  size_t count, claimed, most;      /* pairs so far; that tables are said to have; at most */
  int deepest;
  double weight;
  bool is_alike;                    /* 3 and 3.0 are the same */
} Unpacking;

/* The bytes that a value has, its tag included, but for a table's pairs; `ok` false: too few. */
static size_t packed_size(const Unpacking *from, bool *ok) {
  size_t left = (size_t)(from->end - from->at), size = 1;
  switch (left > 0 ? *from->at : LA_TAG_NIL) {
    case LA_TAG_FALSE: case LA_TAG_TRUE: break;
    case LA_TAG_INTEGER: case LA_TAG_NUMBER: case LA_TAG_TABLE: size = 9; break;
    case LA_TAG_STRING: size = left < 5 ? 5 : 5 + (size_t)little_endian_get4(from->at + 1); break;
    default: *ok = false;
  }
  if (size > left) *ok = false;
  return size;
}

static double packed_float(const uint8_t *at) {
  uint64_t bits = little_endian_get8(at + 1);
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static bool look_over(Unpacking *from, int depth);

/* Is what follows a scalar, or where `is_key` one that may be a key? Goes behind it. */
static bool look_over_scalar(Unpacking *from, bool is_key) {
  bool ok = true;
  const uint8_t *at = from->at;
  size_t size = packed_size(from, &ok);
  if (!ok || *at == LA_TAG_TABLE) return false;
  if (is_key && *at == LA_TAG_NUMBER && packed_float(at) != packed_float(at)) return false;
  bool is_text = *at == LA_TAG_STRING;
  from->weight += is_text ? LA_WEIGHT_OF_TEXT + (double)(size - 5) : LA_WEIGHT_OF_VALUE;
  from->at += size;
  return true;
}

/* Is what follows plain data, of which `weight` is then known? Goes behind it. */
static bool look_over(Unpacking *from, int depth) {
  bool ok = true;
  if (from->at == from->end || *from->at != LA_TAG_TABLE) return look_over_scalar(from, false);
  packed_size(from, &ok);
  if (!ok || depth > from->deepest) return false;
  from->claimed += (size_t)little_endian_get4(from->at + 1) + little_endian_get4(from->at + 5);
  from->weight += LA_WEIGHT_OF_TABLE;
  from->at += HEADER;
  if (from->claimed > from->most) return false;
  while (from->at < from->end && *from->at != LA_TAG_NIL) {
    from->weight += LA_WEIGHT_OF_VALUE;
    if (++from->count > from->most) return false;
    if (!look_over_scalar(from, true) || !look_over(from, depth + 1)) return false;
  }
  return from->at++ < from->end;
}

/* Of what has been looked over, pushes the scalar that follows. */
static void unpack_scalar(Unpacking *from) {
  lua_State *L = from->L;
  const uint8_t *at = from->at;
  bool ok = true;
  from->at += packed_size(from, &ok);
  switch (*at) {
    case LA_TAG_INTEGER:
#if LUA_VERSION_NUM >= 503
      lua_pushinteger(L, (lua_Integer)little_endian_get8(at + 1));
#else
      lua_pushnumber(L, (lua_Number)(int64_t)little_endian_get8(at + 1));
#endif
      break;
    case LA_TAG_NUMBER: lua_pushnumber(L, (lua_Number)packed_float(at)); break;
    case LA_TAG_STRING:
      lua_pushlstring(L, (const char *)at + 5, little_endian_get4(at + 1));
      break;
    default: lua_pushboolean(L, *at == LA_TAG_TRUE);
  }
}

static void packed_skip(Unpacking *from) {
  bool ok = true, is_table = *from->at == LA_TAG_TABLE;
  from->at += packed_size(from, &ok);
  if (!is_table) return;
  while (*from->at != LA_TAG_NIL) {
    packed_skip(from);
    packed_skip(from);
  }
  from->at++;
}

/* ---- comparing ----------------------------------------------------------------------------- */

/* Are the number at a stack index and the one that follows the same? */
static bool is_packed_number(const Unpacking *from, int index) {
  lua_State *L = from->L;
  bool is_integer = *from->at == LA_TAG_INTEGER;
  int64_t integer = (int64_t)little_endian_get8(from->at + 1);
  double number = is_integer ? (double)integer : packed_float(from->at);
  if (lua_type(L, index) != LUA_TNUMBER) return false;
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index) && is_integer) return lua_tointeger(L, index) == integer;
  if (lua_isinteger(L, index) != is_integer && !from->is_alike) return false;
#endif
  double own = (double)lua_tonumber(L, index);
  return own == number ? own != 0 || 1 / own == 1 / number : own != own && number != number;
}

static bool is_packed_text(const Unpacking *from, int index) {
  size_t length, size = little_endian_get4(from->at + 1);
  if (lua_type(from->L, index) != LUA_TSTRING) return false;
  const char *text = lua_tolstring(from->L, index, &length);
  return length == size && memcmp(text, from->at + 5, length) == 0;
}

static bool packed_equals_table(Unpacking *from, int table);

static bool packed_equals(Unpacking *from, int index) {
  lua_State *L = from->L;
  bool ok = true, same = false;
  switch (*from->at) {
    case LA_TAG_TABLE: return packed_equals_table(from, index);
    case LA_TAG_STRING: same = is_packed_text(from, index); break;
    case LA_TAG_INTEGER: case LA_TAG_NUMBER: same = is_packed_number(from, index); break;
    default:
      same = lua_isboolean(L, index) && lua_toboolean(L, index) == (*from->at == LA_TAG_TRUE);
  }
  from->at += packed_size(from, &ok);
  return same;
}

/* How many plain values a table has, whatever their keys are. */
static size_t count_plain(lua_State *L, int table) {
  size_t count = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1))
    count += la_plain_is_plain(L, lua_gettop(L));
  return count;
}

/* Has the table at a stack index all that follows, and nothing more that is plain? */
static bool packed_equals_table(Unpacking *from, int table) {
  lua_State *L = from->L;
  int top = lua_gettop(L);
  size_t count = 0;
  if (!lua_istable(L, table) || !la_plain_is_plain(L, table)) return false;
  luaL_checkstack(L, 6, "tables are nested too deeply");
  for (from->at += HEADER; *from->at != LA_TAG_NIL; count++) {
    unpack_scalar(from);
    lua_rawget(L, table);
    if (!packed_equals(from, top + 1)) return false;
    lua_settop(L, top);
  }
  from->at++;
  from->count += count;
  return count_plain(L, table) == count;
}

/* ---- merging ------------------------------------------------------------------------------- */

static void unpack_into(Unpacking *from, int into);

/* The value that follows, for the key on top. */
static void unpack_pair(Unpacking *from, int into) {
  lua_State *L = from->L;
  int key = lua_gettop(L);
  lua_pushvalue(L, key);
  if (*from->at == LA_TAG_TABLE) {
    lua_rawget(L, into);
    if (!lua_istable(L, -1) || !la_plain_is_plain(L, key + 1)) {
      lua_settop(L, key);
      lua_createtable(L, (int)little_endian_get4(from->at + 1),
                      (int)little_endian_get4(from->at + 5));
      lua_pushvalue(L, key);
      lua_pushvalue(L, key + 1);
      lua_rawset(L, into);
    }
    unpack_into(from, key + 1);
  } else if (from->is_alike && (*from->at == LA_TAG_INTEGER || *from->at == LA_TAG_NUMBER)) {
    lua_rawget(L, into);
    bool same = is_packed_number(from, key + 1);
    lua_settop(L, key);
    unpack_scalar(from);
    if (!same) lua_rawset(L, into);
  } else {
    unpack_scalar(from);
    lua_rawset(L, into);
  }
  lua_settop(L, key - 1);
}

/* Takes plain values out of a table that are not among the pairs which follow. */
static void take_out(Unpacking *from, int into) {
  lua_State *L = from->L;
  int known = lua_gettop(L) + 1;
  lua_newtable(L);
  while (*from->at != LA_TAG_NIL) {
    unpack_scalar(from);
    packed_skip(from);
    lua_pushboolean(L, 1);
    lua_rawset(L, known);
  }
  for (lua_pushnil(L); lua_next(L, into); lua_settop(L, known + 1)) {
    lua_pushvalue(L, known + 1);
    lua_rawget(L, known);
    if (!lua_isnil(L, -1) || !la_plain_is_plain(L, known + 2)) continue;
    lua_pushvalue(L, known + 1);
    lua_pushnil(L);
    lua_rawset(L, into);
  }
  lua_settop(L, known - 1);
}

/* Changes a table to hold the one that follows; what is not plain in it stays. */
static void unpack_into(Unpacking *from, int into) {
  size_t count = 0;
  luaL_checkstack(from->L, 8, "tables are nested too deeply");
  Unpacking again = *from;
  again.at = from->at += HEADER;
  for (; *from->at != LA_TAG_NIL; count++) {
    unpack_scalar(from);
    unpack_pair(from, into);
  }
  from->at++;
  from->count += count;
  if (count_plain(from->L, into) > count) take_out(&again, into);
}

/* ---- what Lua calls ------------------------------------------------------------------------ */

static Unpacking unpacking_of(lua_State *L, int index) {
  size_t length;
  const uint8_t *bytes = (const uint8_t *)luaL_checklstring(L, index, &length);
  Unpacking from = { L, bytes, bytes + length, 0, 0, 0, 0, 0, false };
  return from;
}

/* The arguments `most` and `depth`, from index 2 on, and whether all of it is plain data. */
static bool is_sound(lua_State *L, Unpacking *from) {
  from->most = (size_t)luaL_checkinteger(L, 2);
  from->deepest = (int)luaL_checkinteger(L, 3);
  return from->at < from->end && *from->at == LA_TAG_TABLE && look_over(from, 0) &&
         from->at == from->end;
}

/*
** Leaves on top: false, it is what the string `old` has; a string; or nil, it is not plain, or too
** much. Returns how many values were looked at.
*/
static size_t pack_argument(lua_State *L) {
  uint8_t few[FEW_BYTES];
  Packing packing = { .L = L, .bytes = few, .room = sizeof few, .holder = 7 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 6);
  lua_pushnil(L);
  packing.most = (size_t)luaL_checkinteger(L, 2);
  packing.deepest = (int)luaL_checkinteger(L, 3);
  packing.is_whole = LUA_VERSION_NUM < 503 || lua_toboolean(L, 5);
  bool done = pack_table(&packing, 1, 0);
  size_t old_size = 0;
  const char *old = lua_type(L, 4) == LUA_TSTRING ? lua_tolstring(L, 4, &old_size) : NULL;
  bool same = done && old != NULL && old_size == packing.size &&
              memcmp(old, packing.bytes, old_size) == 0;
  if (same) lua_pushboolean(L, 0);
  else if (!done || (packing.is_great && !lua_toboolean(L, 6))) lua_pushnil(L);
  else lua_pushlstring(L, (const char *)packing.bytes, packing.size);
  return packing.count;
}

int la_packed_pack(lua_State *L) {
  pack_argument(L);
  return 1;
}

/* The same, and the number does not depend on the order of keys, of which one may have ended it. */
static size_t pack_in_full(lua_State *L) {
  size_t count = pack_argument(L);
  return lua_isnil(L, -1) ? la_plain_count(L) : count;
}

#ifdef LA_GUEST
int la_packed_pack_charged(lua_State *L) {
  la_meter_charge(L, (double)pack_in_full(L) * LA_COST_OF_PACKING);
  return 1;
}
#else
/*
** The string may be longer than those of mods: it is for the host. What room it takes to make it
** depends on the order of keys, and is free.
*/
int la_packed_pack_charged(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  meter->takes_from_host = meter->is_free = true;
  size_t count = pack_in_full(L);
  meter->takes_from_host = meter->is_free = false;
  size_t length = lua_type(L, -1) == LUA_TSTRING ? la_rawlen(L, -1) : 0;
  la_meter_charge(L, (double)(count * LA_COST_OF_PACKING + length / BYTES_AN_INSTRUCTION));
  return 1;
}
#endif

int la_packed_weigh(lua_State *L) {
  Unpacking from = unpacking_of(L, 1);
  if (!is_sound(L, &from)) return 0;
  lua_pushnumber(L, (lua_Number)from.weight);
  return 1;
}

int la_packed_same(lua_State *L) {
  Unpacking from = unpacking_of(L, 1);
  from.is_alike = lua_toboolean(L, 3);
  lua_settop(L, 2);
  lua_pushboolean(L, packed_equals_table(&from, 2));
  return 1;
}

static size_t packed_merge(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  Unpacking from = unpacking_of(L, 2);
  from.is_alike = lua_toboolean(L, 3);
  lua_settop(L, 2);
  unpack_into(&from, 1);
  lua_settop(L, 1);
  return from.count;
}

int la_packed_merge(lua_State *L) {
  packed_merge(L);
  return 1;
}

int la_packed_merge_charged(lua_State *L) {
  la_meter_charge(L, (double)packed_merge(L) * LA_COST_OF_PACKING);
  return 1;
}
