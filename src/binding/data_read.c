/*
** Reads plain data from text, see save/data_text.lua. Whatever the text is, it is either refused or
** read. Tables that have been named or begun stand in a list by their numbers.
*/
#include <stdbool.h>
#include <string.h>

#include "data_text.h"

enum { TEXT = 1, OBJECT_OF, TABLES };

enum { MOST_DIGITS = 15 };          /* of whole numbers that every Lua reads as the same */
#define MOST_SAME ((lua_Integer)1 << 53)

typedef struct Reading {
  lua_State *L;
  const char *at, *end;
  size_t most;                      /* as many tables as a text of this size can have */
  size_t greatest;                  /* the greatest number of a table so far */
} Reading;

/* ---- pieces -------------------------------------------------------------------------------- */

static bool reading_take(Reading *self, char byte) {
  if (self->at == self->end || *self->at != byte) return false;
  self->at++;
  return true;
}

/* What stands before the next such byte, which is skipped; NULL: there is none. */
static const char *reading_until(Reading *self, char byte, size_t *length) {
  const char *first = self->at;
  const char *last = memchr(first, byte, (size_t)(self->end - first));
  if (last == NULL) return NULL;
  *length = (size_t)(last - first);
  self->at = last + 1;
  return first;
}

static bool reading_is_digits(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] < '0' || text[i] > '9') return false;
  return length > 0;
}

static int64_t reading_whole(const char *text, size_t length) {
  int64_t value = 0;
  for (size_t i = 0; i < length; i++) value = 10 * value + (text[i] - '0');
  return value;
}

/* Digits before `byte` as a number up to `most`. */
static bool reading_count(Reading *self, char byte, size_t most, size_t *count) {
  size_t length, value = 0;
  const char *text = reading_until(self, byte, &length);
  if (text == NULL || !reading_is_digits(text, length)) return false;
  for (size_t i = 0; i < length; i++) {
    value = 10 * value + (size_t)(text[i] - '0');
    if (value > most) return false;
  }
  *count = value;
  return true;
}

/* ---- numbers ------------------------------------------------------------------------------- */

static bool reading_push_special(lua_State *L, const char *text, size_t length) {
  bool is_nan = length == 3 && memcmp(text, "nan", 3) == 0;
  bool is_inf = length == 3 && memcmp(text, "inf", 3) == 0;
  bool is_minus = length == 4 && memcmp(text, "-inf", 4) == 0;
  double infinity = 1e308 * 10;
  if (is_nan) lua_pushnumber(L, infinity - infinity);
  if (is_inf || is_minus) lua_pushnumber(L, is_inf ? infinity : -infinity);
  return is_nan || is_inf || is_minus;
}

/* The number that Lua reads; it has only digits, a point, an exponent. */
static bool reading_push_by_lua(lua_State *L, const char *text, size_t length) {
  size_t first = length > 0 && *text == '-';
  if (first == length || text[first] < '0' || text[first] > '9') return false;
  for (size_t i = first; i < length; i++)
    if (text[i] == 0 || strchr("0123456789.e+-", text[i]) == NULL) return false;
  lua_pushlstring(L, text, length);
#if LUA_VERSION_NUM >= 503
  size_t size = lua_stringtonumber(L, lua_tostring(L, -1));
  if (size == 0) return false;
  if (!lua_isinteger(L, -1)) return true;
  lua_Integer value = lua_tointeger(L, -1);
  return value >= -MOST_SAME && value <= MOST_SAME;
#else
  if (!lua_isnumber(L, -1)) return false;
  lua_pushnumber(L, lua_tonumber(L, -1));
  return true;
#endif
}

static bool reading_push_digits(lua_State *L, const char *text, size_t length) {
  bool is_minus = length > 1 && *text == '-';
  size_t count = length - is_minus;
  bool is_short = count <= MOST_DIGITS && reading_is_digits(text + is_minus, count);
  if (!is_short || (is_minus && text[1] == '0')) return reading_push_by_lua(L, text, length);
  int64_t value = reading_whole(text + is_minus, count);
  lua_pushinteger(L, (lua_Integer)(is_minus ? -value : value));
  return true;
}

static bool reading_number(Reading *self) {
  size_t length;
  const char *text = reading_until(self, ';', &length);
  return text != NULL && (reading_push_special(self->L, text, length) ||
                          reading_push_digits(self->L, text, length));
}

/* ---- values -------------------------------------------------------------------------------- */
/* Each pushes a value, and perhaps more below it; false: the text is wrong. */

static bool reading_string(Reading *self) {
  size_t length;
  if (!reading_count(self, ':', self->most, &length)) return false;
  if (length > (size_t)(self->end - self->at)) return false;
  lua_pushlstring(self->L, self->at, length);
  self->at += length;
  return true;
}

/* Pushes the table of that number, made on first use. */
static void reading_push_table(Reading *self, size_t number) {
  lua_State *L = self->L;
  lua_rawgeti(L, TABLES, (int)number);
  if (!lua_isnil(L, -1)) return;
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, TABLES, (int)number);
}

static bool reading_table(Reading *self) {
  size_t number;
  if (!reading_count(self, ';', self->most, &number) || number == 0) return false;
  if (number > self->greatest) self->greatest = number;
  reading_push_table(self, number);
  return true;
}

static bool reading_name(Reading *self) {
  size_t length;
  if (reading_take(self, '@')) return reading_table(self);
  if (reading_take(self, '"')) return reading_string(self);
  const char *text = reading_until(self, ';', &length);
  return text != NULL && reading_is_digits(text, length) &&
         reading_push_digits(self->L, text, length);
}

static bool reading_object(Reading *self, const char *kind) {
  lua_State *L = self->L;
  if (!reading_name(self)) return false;
  lua_pushvalue(L, OBJECT_OF);
  lua_pushlstring(L, kind, 1);
  lua_pushvalue(L, -3);
  lua_call(L, 2, 1);
  return lua_toboolean(L, -1);
}

static bool reading_value(Reading *self) {
  if (self->at == self->end) return false;
  const char *head = self->at++;
  switch (*head) {
    case 'T': lua_pushboolean(self->L, true); return true;
    case 'F': lua_pushboolean(self->L, false); return true;
    case '#': return reading_number(self);
    case '"': return reading_string(self);
    case '@': return reading_table(self);
    default: return *head >= 'a' && *head <= 'z' && reading_object(self, head);
  }
}

/* ---- tables -------------------------------------------------------------------------------- */

/* A key for the table at `table`: no table, no NaN, and none that it has already. */
static bool reading_key(Reading *self, int table) {
  lua_State *L = self->L;
  if (self->at < self->end && *self->at == '@') return false;
  if (!reading_value(self)) return false;
  if (lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) != lua_tonumber(L, -1)) return false;
  lua_pushvalue(L, -1);
  lua_rawget(L, table);
  bool is_new = lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_new;
}

/* Keys and values up to the end of the table on top. */
static bool reading_fill(Reading *self) {
  lua_State *L = self->L;
  int table = lua_gettop(L);
  while (!reading_take(self, '}')) {
    if (!reading_key(self, table)) return false;
    if (lua_gettop(L) > table + 1) lua_replace(L, table + 1);
    lua_settop(L, table + 1);
    if (!reading_value(self)) return false;
    lua_pushvalue(L, table + 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, table);
    lua_settop(L, table);
  }
  return true;
}

/* read_data(text, object_of) -> table | nil: the text is wrong */
int la_data_read(lua_State *L) {
  size_t size, count = 0;
  const char *text = luaL_checklstring(L, TEXT, &size);
  luaL_checktype(L, OBJECT_OF, LUA_TFUNCTION);
  luaL_checkstack(L, 16, "no room to read data");
  lua_settop(L, OBJECT_OF);
  lua_newtable(L);
  Reading self = { L, text, text + size, size, 0 };
  while (self.at < self.end) {
    reading_push_table(&self, ++count);
    if (!reading_take(&self, '{') || !reading_fill(&self)) return lua_pushnil(L), 1;
    lua_settop(L, TABLES);
  }
  if (count == 0 || self.greatest > count) return lua_pushnil(L), 1;
  lua_rawgeti(L, TABLES, 1);
  return 1;
}
