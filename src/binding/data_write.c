/*
** Writes plain data as text in the format of save/data_text.lua, byte by byte as that file does, in
** a fraction of the time. What is unusual, and all that cannot be written, is left to it: objects
** as keys, and saying what is wrong.
**
** Tables are numbered as they are come upon, and written in that order, so nothing goes deep. The
** text, the keys of the table that is being written, the numbers of tables and the tables by their
** numbers stand at fixed places of the stack.
*/
#include "data_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keys.h"

enum { ROOT = 1, NAME_OF, STRICT, NUMBERS, TABLES, TEXT, KEYS, TOP = KEYS };

#define MOST_EXACT ((int64_t)1 << 53)

typedef struct Data {
  lua_State *L;
  bool is_strict, gives_up;
  char *text;
  size_t size, room;
  la_key *keys;
  size_t keys_room;
  int tables;                       /* how many have numbers */
} Data;

/* ---- text ------------------------------------------------------------------------------------ */

static char *data_reserve(Data *self, size_t bytes) {
  if (self->size + bytes > self->room) {
    size_t room = 2 * (self->size + bytes) + 1024;
    char *text = la_newuserdata(self->L, room);
    if (self->size > 0) memcpy(text, self->text, self->size);
    lua_replace(self->L, TEXT);
    self->text = text, self->room = room;
  }
  return self->text + self->size;
}

static void data_bytes(Data *self, const char *bytes, size_t size) {
  memcpy(data_reserve(self, size), bytes, size);
  self->size += size;
}

static void data_byte(Data *self, char byte) {
  data_bytes(self, &byte, 1);
}

static void data_integer(Data *self, int64_t value) {
  char digits[24], *at = digits + sizeof digits;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do *--at = (char)('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0) *--at = '-';
  data_bytes(self, at, (size_t)(digits + sizeof digits - at));
}

static void data_string(Data *self, const char *text, size_t length) {
  data_byte(self, '"');
  data_integer(self, (int64_t)length);
  data_byte(self, ':');
  data_bytes(self, text, length);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool data_is_digit(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte == '+' || byte == '-';
}

/* 17 digits, with a point in every locale. True: they are those of a whole number. */
static bool data_digits(Data *self, double number) {
  char digits[64];
  bool is_whole = true, is_point = false;
  snprintf(digits, sizeof digits, "%.17g", number);
  for (const char *at = digits; *at != 0; at++) {
    bool was_point = is_point;
    is_point = !data_is_digit(*at);
    if (is_point || *at == 'e') is_whole = false;
    if (!is_point) data_byte(self, *at);
    else if (!was_point) data_byte(self, '.');
  }
  return is_whole;
}

/* A number of which nothing but its value is kept, or one that has no whole part to be told. */
static bool data_special(Data *self, double number) {
  const char *text = number != number ? "nan" : number - number != 0 ? "inf" : NULL;
  if (text == NULL) return false;
  if (number < 0) data_byte(self, '-');
  data_bytes(self, text, 3);
  return true;
}

/* Whether it is an integer is kept where Lua has integers. */
static void data_faithful(Data *self, double number) {
  if (data_special(self, number)) return;
  bool is_whole = data_digits(self, number);
  if (is_whole && LUA_VERSION_NUM >= 503) data_bytes(self, ".0", 2);
}

static void data_canonical(Data *self, double number) {
  if (number == 0) data_byte(self, '0');
  else if (!data_special(self, number)) data_digits(self, number);
}

/* Whole numbers of up to 15 digits look the same however they are written. */
static bool data_is_short(double number) {
  return number > -1e15 && number < 1e15 && number != 0 && number == (double)(int64_t)number;
}

static void data_float(Data *self, double number) {
  bool has_point = self->is_strict && LUA_VERSION_NUM >= 503;
  if (data_is_short(number)) {
    data_integer(self, (int64_t)number);
    if (has_point) data_bytes(self, ".0", 2);
  } else if (self->is_strict) {
    data_faithful(self, number);
  } else {
    data_canonical(self, number);
  }
}

static void data_number(Data *self, const la_key *key) {
  data_byte(self, '#');
  if (!key->is_integer) {
    data_float(self, key->as.number);
  } else if (!self->is_strict) {
    data_float(self, (double)key->as.integer);
  } else {
    int64_t value = key->as.integer;
    if (value > MOST_EXACT || value < -MOST_EXACT) self->gives_up = true;
    data_integer(self, value);
  }
  data_byte(self, ';');
}

/* ---- values ---------------------------------------------------------------------------------- */

static void data_plain(Data *self, const la_key *key) {
  if (key->rank == LA_RANK_STRING) data_string(self, key->as.text, key->length);
  else if (key->rank == LA_RANK_NUMBER) data_number(self, key);
  else data_byte(self, key->is_true ? 'T' : 'F');
}

/* The number of the table on top, 0: it has none. */
static int data_number_of(Data *self) {
  lua_pushvalue(self->L, -1);
  lua_rawget(self->L, NUMBERS);
  int number = (int)lua_tointeger(self->L, -1);
  lua_pop(self->L, 1);
  return number;
}

/* The table on top gets a number, and is to be written, if it has none yet. */
static void data_table(Data *self) {
  lua_State *L = self->L;
  int number = data_number_of(self);
  if (number == 0) {
    number = ++self->tables;
    lua_pushvalue(L, -1);
    lua_pushinteger(L, number);
    lua_rawset(L, NUMBERS);
    lua_pushvalue(L, -1);
    lua_rawseti(L, TABLES, number);
  }
  data_byte(self, '@');
  data_integer(self, number);
  data_byte(self, ';');
}

/* An object: its kind is at -2, its name at -1. */
static void data_object(Data *self) {
  la_key kind = la_key_at(self->L, -2), name = la_key_at(self->L, -1);
  if (kind.rank != LA_RANK_STRING) {
    self->gives_up = true;
    return;
  }
  data_bytes(self, kind.as.text, kind.length);
  if (lua_istable(self->L, -1)) {
    data_table(self);
  } else if (name.rank == LA_RANK_STRING) {
    data_string(self, name.as.text, name.length);
  } else {
    data_integer(self, (int64_t)lua_tonumber(self->L, -1));
    data_byte(self, ';');
  }
}

static void data_unknown(Data *self) {
  if (self->is_strict) self->gives_up = true;
  else data_byte(self, '?');
}

/* A table without a metatable: it is no object. */
static bool data_is_plain_table(lua_State *L) {
  if (!lua_istable(L, -1)) return false;
  bool has_metatable = lua_getmetatable(L, -1);
  if (has_metatable) lua_pop(L, 1);
  return !has_metatable;
}

/* An object, a table that may be written like others, or what is no data. */
static void data_other(Data *self) {
  lua_State *L = self->L;
  lua_pushvalue(L, NAME_OF);
  lua_pushvalue(L, -2);
  lua_call(L, 1, 2);
  bool is_object = lua_toboolean(L, -2), has_reason = lua_toboolean(L, -1);
  if (is_object) data_object(self);
  lua_pop(L, 2);
  if (is_object) return;
  if (has_reason || !lua_istable(L, -1) || self->is_strict) data_unknown(self);
  else data_table(self);
}

static void data_value(Data *self) {
  la_key key = la_key_at(self->L, -1);
  if (key.rank != LA_RANK_OBJECT) data_plain(self, &key);
  else if (data_is_plain_table(self->L) || data_number_of(self) > 0) data_table(self);
  else data_other(self);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void data_make_room(Data *self, size_t count) {
  if (count <= self->keys_room) return;
  size_t room = 2 * count + 16;
  la_key *keys = la_newuserdata(self->L, room * sizeof *keys);
  if (self->keys_room > 0) memcpy(keys, self->keys, self->keys_room * sizeof *keys);
  lua_replace(self->L, KEYS);
  self->keys = keys, self->keys_room = room;
}

/* Booleans come first here. */
static int data_compare(const void *left, const void *right) {
  const la_key *a = left, *b = right;
  bool a_first = a->rank == LA_RANK_BOOLEAN, b_first = b->rank == LA_RANK_BOOLEAN;
  return a_first != b_first ? (a_first ? -1 : 1) : la_key_compare(a, b);
}

/* The keys of the table on top, in order. */
static size_t data_keys(Data *self) {
  lua_State *L = self->L;
  size_t count = 0;
  bool in_order = true;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    la_key key = la_key_at(L, -2);
    if (key.rank == LA_RANK_OBJECT) self->gives_up = true;
    data_make_room(self, count + 1);
    self->keys[count] = key;
    if (count > 0 && data_compare(&self->keys[count - 1], &key) > 0) in_order = false;
    count++;
  }
  if (!in_order) qsort(self->keys, count, sizeof *self->keys, data_compare);
  return count;
}

static void data_write_table(Data *self) {
  size_t count = data_keys(self);
  data_byte(self, '{');
  for (size_t i = 0; i < count && !self->gives_up; i++) {
    data_plain(self, &self->keys[i]);
    la_key_push(self->L, &self->keys[i]);
    lua_rawget(self->L, -2);
    data_value(self);
    lua_pop(self->L, 1);
  }
  data_byte(self, '}');
}

/* write_data(root, name_of, strict) -> text | nil: it has to be written the other way */
int la_data_write(lua_State *L) {
  luaL_checktype(L, ROOT, LUA_TTABLE);
  luaL_checktype(L, NAME_OF, LUA_TFUNCTION);
  lua_settop(L, STRICT);
  lua_newtable(L);
  lua_newtable(L);
  lua_settop(L, TOP);
  luaL_checkstack(L, 16, "no room to write data");
  Data self = { .L = L, .is_strict = lua_toboolean(L, STRICT) };
  lua_pushvalue(L, ROOT);
  data_table(&self);
  lua_settop(L, TOP);
  self.size = 0;
  for (int i = 1; i <= self.tables && !self.gives_up; i++) {
    lua_rawgeti(L, TABLES, i);
    data_write_table(&self);
    lua_settop(L, TOP);
  }
  if (self.gives_up) lua_pushnil(L);
  else lua_pushlstring(L, self.text, self.size);
  return 1;
}
