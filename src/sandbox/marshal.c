/*
** Values on their way from one Lua state to another, as bytes: a tag, then what the tag requires.
** A table is the number of its pairs, then these, in the order of their keys, and then LA_TAG_NIL,
** which is no key. The reader allocates only for the pairs that follow, whatever length a list
** seems to have. Numbers are little-endian and of the same size everywhere: a mod's state may be
** that of another processor. And it may be out of its mind, so the reader trusts no byte.
*/
#include "marshal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../binding/keys.h"
#include "../binding/result.h"
#include "little_endian.h"
#include "value_tags.h"

const char la_contents_key = 0;

/* About what a value takes up, in bytes. */
enum { WEIGHT_VALUE = 16, WEIGHT_STRING = 24, WEIGHT_TABLE = 64 };

/* Bytes whose passing is worth an instruction; instructions that a key is worth that is sorted. */
enum { BYTES_AN_INSTRUCTION = 8, COST_OF_SORTING = 8 };

typedef struct Writer {
  lua_State *L;
  la_marshal *marshal;
  int encoder;
} Writer;

/* How many pairs follow: those of a list, whose keys are 1, 2, 3 …; and the others. */
typedef struct Shape {
  int listed, others;
} Shape;

/* The keys of a table as they come. */
typedef struct Keys {
  size_t count;
  bool in_order;
} Keys;

/* ---- the buffer ---------------------------------------------------------------------------- */

void la_marshal_begin(la_marshal *marshal) {
  marshal->size = marshal->at = marshal->weight = marshal->sorted = 0;
  marshal->failed = false;
  marshal->uses++;
}

void la_marshal_free(la_marshal *marshal) {
  if (marshal->bytes != NULL) marshal->allocate(marshal->user, marshal->bytes, marshal->room, 0);
  marshal->bytes = NULL;
  marshal->room = 0;
}

bool la_marshal_reserve(la_marshal *marshal, size_t more) {
  if (marshal->room - marshal->size >= more) return true;
  size_t needed = marshal->size + more;
  size_t room = marshal->room * 2 > needed ? marshal->room * 2 : needed + 256;
  uint8_t *bytes = marshal->allocate(marshal->user, marshal->bytes, marshal->room, room);
  if (bytes == NULL) marshal->failed = true;
  if (bytes == NULL) return false;
  marshal->bytes = bytes;
  marshal->room = room;
  return true;
}

/* Where so many bytes are to be written. */
static uint8_t *marshal_place(Writer *writer, size_t size) {
  la_marshal *marshal = writer->marshal;
  if (!la_marshal_reserve(marshal, size)) la_status_check(writer->L, ASTAR_NO_MEMORY);
  marshal->size += size;
  return marshal->bytes + marshal->size - size;
}

static void refuse_much(Writer *writer) {
  luaL_error(writer->L, "too much to pass at once: more than %d bytes", (int)LA_MARSHAL_MOST);
}

/* A tag, and `more` bytes behind it: where these are to be written. */
static uint8_t *put_tag(Writer *writer, int tag, size_t weight, size_t more) {
  writer->marshal->weight += weight;
  if (writer->marshal->weight > LA_MARSHAL_MOST) refuse_much(writer);
  uint8_t *place = marshal_place(writer, 1 + more);
  *place = (uint8_t)tag;
  return place + 1;
}

/* ---- writing ------------------------------------------------------------------------------- */

static void write_value(Writer *writer, int index, int depth);

static void write_string(Writer *writer, int index) {
  size_t length;
  const char *text = lua_tolstring(writer->L, index, &length);
  if (length > LA_MARSHAL_MOST) refuse_much(writer);
  uint8_t *place = put_tag(writer, LA_TAG_STRING, WEIGHT_STRING + length, 4 + length);
  little_endian_put4(place, (uint32_t)length);
  memcpy(place + 4, text, length);
}

/*
** Where Lua has no integers a number that is one crosses as an integer. To a machine it does from
** every Lua: what is in it must not depend on which Lua its host has.
*/
static bool as_integer(const Writer *writer, int index, int64_t *integer) {
  lua_State *L = writer->L;
#if LUA_VERSION_NUM >= 503
  *integer = lua_tointeger(L, index);
  if (lua_isinteger(L, index)) return true;
  if (!writer->marshal->of_machine) return false;
#endif
  lua_Number number = lua_tonumber(L, index);
  bool is_whole = number >= -LA_MOST_WHOLE && number <= LA_MOST_WHOLE && number == floor(number);
  *integer = is_whole ? (int64_t)number : 0;
  return is_whole && (number != 0 || 1 / number > 0);
}

static void write_number(Writer *writer, int index) {
  int64_t integer;
  if (as_integer(writer, index, &integer)) {
    little_endian_put8(put_tag(writer, LA_TAG_INTEGER, WEIGHT_VALUE, 8), (uint64_t)integer);
    return;
  }
  double number = (double)lua_tonumber(writer->L, index);
  uint64_t bits = LA_NOT_A_NUMBER;
  if (number == number) memcpy(&bits, &number, sizeof bits);
  little_endian_put8(put_tag(writer, LA_TAG_NUMBER, WEIGHT_VALUE, 8), bits);
}

/* Of several keys that cannot cross the one is named whose type comes first. */
static int refuse_key(Writer *writer, int table) {
  lua_State *L = writer->L;
  const char *first = NULL;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    const char *type = luaL_typename(L, -2);
    bool is_odd = la_key_at(L, -2).rank == LA_RANK_OBJECT;
    if (is_odd && (first == NULL || strcmp(type, first) < 0)) first = type;
  }
  return luaL_error(L, "a %s as a key cannot be passed between a mod and its host", first);
}

/* Reads the keys into `list`, which has room for `room` of them, and says how many there are. */
static Keys read_keys(Writer *writer, int table, la_key *list, size_t room) {
  lua_State *L = writer->L;
  Keys keys = { 0, true };
  la_key last = { LA_RANK_NONE, false, false, 0, 0, { 0 } };
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    la_key key = la_key_at(L, -2);
    if (key.rank == LA_RANK_OBJECT) refuse_key(writer, table);
    if (la_key_compare(&last, &key) > 0) keys.in_order = false;
    if (keys.count < room) list[keys.count] = key;
    last = key;
    keys.count++;
  }
  return keys;
}

static Shape shape_of(const la_key *list, size_t count) {
  la_key wanted = { LA_RANK_NUMBER, false, false, 0, 0, { 1 } };
  for (size_t i = 0; i < count; i++)
    if (la_key_compare(&wanted, &list[i]) == 0) wanted.as.number++;
  Shape shape = { (int)wanted.as.number - 1, (int)count - (int)wanted.as.number + 1 };
  return shape;
}

/* So many keys stay on the stack, and make no table. */
enum { FEW_KEYS = 8 };

static Shape order_of(Writer *writer, la_key *list, Keys keys) {
  if (!keys.in_order) qsort(list, keys.count, sizeof *list, la_key_compare);
  Shape shape = shape_of(list, keys.count);
  if (shape.others > 0) writer->marshal->sorted += keys.count; /* whatever their order was */
  return shape;
}

/* Pushes the keys in their order, if they are few; false: they are not, and none is pushed. */
static bool push_few(Writer *writer, int table, Shape *shape) {
  lua_State *L = writer->L;
  la_key list[FEW_KEYS];
  Keys keys = read_keys(writer, table, list, FEW_KEYS);
  if (keys.count > FEW_KEYS) return false;
  *shape = order_of(writer, list, keys);
  luaL_checkstack(L, FEW_KEYS + 8, "values are nested too deeply");
  for (size_t i = 0; i < keys.count; i++) la_key_push(L, &list[i]);
  return true;
}

/* Pushes a list of them. */
static Shape push_many(Writer *writer, int table) {
  lua_State *L = writer->L;
  size_t room = read_keys(writer, table, NULL, 0).count;
  if (room > LA_MARSHAL_MOST / WEIGHT_VALUE) refuse_much(writer);
  lua_createtable(L, (int)room, 0);
  la_key *list = lua_newuserdata(L, (room + 1) * sizeof *list);
  Keys keys = read_keys(writer, table, list, room);
  Shape shape = order_of(writer, list, keys);
  for (size_t i = 0; i < keys.count; i++) {
    la_key_push(L, &list[i]);
    lua_rawseti(L, -3, (int)i + 1);
  }
  lua_pop(L, 1);
  return shape;
}

/*
** In order, so that neither what is named as wrong, nor what is left out, nor how the other side's
** table is built depends on how this one came to be. The keys are kept: the encoder, which is
** called for values, might change the table.
*/
static void write_pairs(Writer *writer, int table, int depth) {
  lua_State *L = writer->L;
  Shape shape;
  put_tag(writer, LA_TAG_TABLE, WEIGHT_TABLE, 0);
  int first = lua_gettop(L) + 1;
  bool few = push_few(writer, table, &shape);
  if (!few) shape = push_many(writer, table);
  int top = lua_gettop(L);
  uint8_t *place = marshal_place(writer, 8);
  little_endian_put4(place, (uint32_t)shape.listed);
  little_endian_put4(place + 4, (uint32_t)shape.others);
  for (int i = 0; i < shape.listed + shape.others; i++) {
    if (few) lua_pushvalue(L, first + i);
    else lua_rawgeti(L, first, i + 1);
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
    write_value(writer, top + 1, depth + 1);
    write_value(writer, top + 2, depth + 1);
    lua_settop(L, top);
  }
  lua_settop(L, first - 1);
  put_tag(writer, LA_TAG_NIL, 0, 0);
}

/* Asks whose value has a metatable what it is: kind and id. False: it is none that may cross. */
static bool write_object(Writer *writer, int index) {
  lua_State *L = writer->L;
  int top = lua_gettop(L);
  unsigned uses = writer->marshal->uses;
  if (lua_isnil(L, writer->encoder)) return false;
  lua_pushvalue(L, writer->encoder);
  lua_pushvalue(L, index);
  lua_call(L, 1, 2);
  if (writer->marshal->uses != uses) luaL_error(L, "the sandbox was used while values were passed");
  if (lua_isnil(L, -2)) {
    lua_settop(L, top);
    return false;
  }
  put_tag(writer, LA_TAG_OBJECT, WEIGHT_TABLE, 0);
  write_value(writer, top + 1, LA_MARSHAL_DEEPEST);
  write_value(writer, top + 2, LA_MARSHAL_DEEPEST);
  lua_settop(L, top);
  return true;
}

/* Of a table that is read-only, its contents are meant; see library.lua. */
static bool write_contents(Writer *writer, int index, int depth) {
  lua_State *L = writer->L;
  int top = lua_gettop(L);
  lua_getmetatable(L, index);
  lua_pushlightuserdata(L, (void *)(uintptr_t)&la_contents_key);
  lua_rawget(L, top + 1);
  bool is_table = lua_istable(L, -1);
  if (is_table) write_pairs(writer, top + 2, depth);
  lua_settop(L, top);
  return is_table;
}

static int marshal_refuse(Writer *writer, int index) {
  const char *type = luaL_typename(writer->L, index);
  bool has_metatable = lua_istable(writer->L, index);
  return luaL_error(writer->L, "a %s%s cannot be passed between a mod and its host", type,
                    has_metatable ? " with a metatable" : "");
}

static void write_structure(Writer *writer, int index, int depth) {
  lua_State *L = writer->L;
  bool is_table = lua_istable(L, index);
  luaL_checkstack(L, 8, "values are nested too deeply");
  if (depth > LA_MARSHAL_DEEPEST)
    luaL_error(L, "tables are nested more than %d deep, or in a circle", (int)LA_MARSHAL_DEEPEST);
  if (!lua_getmetatable(L, index)) {
    if (is_table) write_pairs(writer, index, depth);
    else marshal_refuse(writer, index);
    return;
  }
  lua_pop(L, 1);
  if (write_object(writer, index)) return;
  if (!is_table || !write_contents(writer, index, depth)) marshal_refuse(writer, index);
}

static void write_value(Writer *writer, int index, int depth) {
  switch (lua_type(writer->L, index)) {
    case LUA_TNIL: put_tag(writer, LA_TAG_NIL, WEIGHT_VALUE, 0); break;
    case LUA_TBOOLEAN:
      put_tag(writer, lua_toboolean(writer->L, index) ? LA_TAG_TRUE : LA_TAG_FALSE, WEIGHT_VALUE,
              0);
      break;
    case LUA_TNUMBER: write_number(writer, index); break;
    case LUA_TSTRING: write_string(writer, index); break;
    case LUA_TTABLE: case LUA_TUSERDATA: write_structure(writer, index, depth); break;
    default: marshal_refuse(writer, index);
  }
}

void la_marshal_write(lua_State *L, la_marshal *marshal, int from, int till, int encoder) {
  Writer writer = { L, marshal, encoder };
  for (int i = from; i <= till; i++) write_value(&writer, i, 0);
}

double la_marshal_cost(const la_marshal *marshal) {
  return (double)marshal->weight / BYTES_AN_INSTRUCTION + (double)marshal->sorted * COST_OF_SORTING;
}

void la_marshal_set_string(la_marshal *marshal, const char *text, size_t length) {
  la_marshal_begin(marshal);
  if (!la_marshal_reserve(marshal, 5 + length)) return;
  marshal->bytes[0] = LA_TAG_STRING;
  little_endian_put4(marshal->bytes + 1, (uint32_t)length);
  memcpy(marshal->bytes + 5, text, length);
  marshal->size = 5 + length;
}

/* ---- reading ------------------------------------------------------------------------------- */

/* Deeper than anything that is written: what an object is called is deeper than the object. */
enum { DEEPEST_READ = LA_MARSHAL_DEEPEST + 4 };

/* Each has a key and a value, which weigh something. */
enum { MOST_PAIRS = LA_MARSHAL_MOST / (2 * WEIGHT_VALUE) };

/* What keys of all tables may cost together: so many steps, as so many keys of one can take. */
enum { MOST_STEPS = 1 << 25, MOST_KEYS_AT_ONCE = 1 << 13 };

typedef struct MarshalReader {
  lua_State *L;
  la_marshal *marshal;
  int decoder;
  size_t weight;                    /* of what has been read */
  size_t steps;                     /* that it takes to read tables at worst, see MOST_STEPS */
  size_t pairs;                     /* that the tables read so far are said to have */
} MarshalReader;

static bool marshal_read_value(MarshalReader *reader, int depth);

static int marshal_is_broken(MarshalReader *reader) {
  return luaL_error(reader->L, "what a mod's state has passed on makes no sense");
}

/* So many bytes that follow. */
static const uint8_t *marshal_take(MarshalReader *reader, size_t size) {
  la_marshal *marshal = reader->marshal;
  if (size > marshal->size - marshal->at) marshal_is_broken(reader);
  marshal->at += size;
  return marshal->bytes + marshal->at - size;
}

static void reader_weigh(MarshalReader *reader, size_t weight) {
  reader->weight += weight;
  if (reader->weight > LA_MARSHAL_MOST) marshal_is_broken(reader);
}

static void marshal_read_number(MarshalReader *reader) {
  uint64_t bits = little_endian_get8(marshal_take(reader, 8));
  double number;
  memcpy(&number, &bits, sizeof number);
  lua_pushnumber(reader->L, (lua_Number)number);
}

static void read_integer(MarshalReader *reader) {
  int64_t integer = (int64_t)little_endian_get8(marshal_take(reader, 8));
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(reader->L, (lua_Integer)integer);
#else
  lua_pushnumber(reader->L, (lua_Number)integer);
#endif
}

static void read_string(MarshalReader *reader) {
  size_t length = little_endian_get4(marshal_take(reader, 4));
  reader_weigh(reader, WEIGHT_STRING + length);
  const uint8_t *text = marshal_take(reader, length);
  lua_pushlstring(reader->L, (const char *)text, length);
}

static bool is_key(lua_State *L, int index) {
  return lua_type(L, index) != LUA_TNUMBER || lua_tonumber(L, index) == lua_tonumber(L, index);
}

/*
** A key that is no list's may meet all keys before it, if somebody has chosen them so. That is time
** of the host's, which no fuel of a machine's pays for.
*/
static void reader_step(MarshalReader *reader, size_t steps) {
#ifndef LA_GUEST
  reader->steps += steps;
  if (reader->marshal->of_machine && reader->steps > MOST_STEPS)
    luaL_error(reader->L, "too many keys to pass at once: more than %d", (int)MOST_KEYS_AT_ONCE);
#else
  (void)reader, (void)steps;
#endif
}

/* An object that is there no more is nil. */
static void read_table(MarshalReader *reader, int depth) {
  lua_State *L = reader->L;
  const uint8_t *counts = marshal_take(reader, 8);
  size_t listed = little_endian_get4(counts), others = little_endian_get4(counts + 4);
  if (depth > DEEPEST_READ || listed > MOST_PAIRS || others > MOST_PAIRS) marshal_is_broken(reader);
  reader->pairs += listed + others;
  if (reader->pairs > MOST_PAIRS) marshal_is_broken(reader);
  reader_weigh(reader, WEIGHT_TABLE);
  luaL_checkstack(L, 6, "values are nested too deeply");
  lua_createtable(L, (int)listed, (int)others);
  for (size_t count = 1; marshal_read_value(reader, depth + 1); count++) {
    if (count > listed) reader_step(reader, count - listed);
    marshal_read_value(reader, depth + 1);
    if (lua_isnil(L, -2) || !is_key(L, -2)) marshal_is_broken(reader);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
}

static void read_object(MarshalReader *reader, int depth) {
  lua_State *L = reader->L;
  unsigned uses = reader->marshal->uses;
  if (depth > DEEPEST_READ) marshal_is_broken(reader);
  reader_weigh(reader, WEIGHT_TABLE);
  luaL_checkstack(L, 6, "values are nested too deeply");
  lua_pushvalue(L, reader->decoder);
  marshal_read_value(reader, depth + 1);
  marshal_read_value(reader, depth + 1);
  if (lua_isnil(L, reader->decoder)) {
    lua_pop(L, 3);
    lua_pushnil(L);
    return;
  }
  lua_call(L, 2, 1);
  if (reader->marshal->uses != uses) luaL_error(L, "the sandbox was used while values were passed");
}

/* Pushes the next value; false: it is nil by tag, which ends a table. */
static bool marshal_read_value(MarshalReader *reader, int depth) {
  uint8_t tag = *marshal_take(reader, 1);
  if (tag < LA_TAG_STRING) reader_weigh(reader, tag == LA_TAG_NIL && depth > 0 ? 0 : WEIGHT_VALUE);
  switch (tag) {
    case LA_TAG_NIL: lua_pushnil(reader->L); return false;
    case LA_TAG_FALSE: case LA_TAG_TRUE: lua_pushboolean(reader->L, tag == LA_TAG_TRUE); break;
    case LA_TAG_INTEGER: read_integer(reader); break;
    case LA_TAG_NUMBER: marshal_read_number(reader); break;
    case LA_TAG_STRING: read_string(reader); break;
    case LA_TAG_TABLE: read_table(reader, depth); break;
    case LA_TAG_OBJECT: read_object(reader, depth); break;
    default: marshal_is_broken(reader);
  }
  return true;
}

int la_marshal_read(lua_State *L, la_marshal *marshal, int decoder) {
  MarshalReader reader = { L, marshal, decoder, 0, 0, 0 };
  int count = 0;
  while (marshal->at < marshal->size) {
    luaL_checkstack(L, 6, "too many values");
    marshal_read_value(&reader, 0);
    count++;
  }
  return count;
}
