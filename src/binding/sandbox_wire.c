/*
** Values on their way from one Lua state to another, as bytes: a tag, then what the tag says.
** A table is how many pairs it has, then these, one after the other, and then TAG_NIL, which is no
** key. The reader makes room for the pairs that follow and for no more, whatever length a list
** seems to have.
*/
#include "sandbox.h"

#include <string.h>

#include "binding.h"

enum {
  TAG_NIL, TAG_FALSE, TAG_TRUE, TAG_INTEGER, TAG_NUMBER, TAG_STRING, TAG_TABLE, TAG_OBJECT
};

/* About what a value takes up, in bytes. */
enum { WEIGHT_VALUE = 16, WEIGHT_STRING = 24, WEIGHT_TABLE = 64 };

typedef struct Writer {
  lua_State *L;
  la_wire *wire;
  int encoder;
} Writer;

/* How many pairs follow: those of a list, whose keys are 1, 2, 3 …, in order; and the others. */
typedef struct Shape {
  int listed, others;
} Shape;

/* ---- the buffer ---------------------------------------------------------------------------- */

void la_wire_begin(la_wire *wire) {
  wire->size = wire->at = wire->weight = 0;
  wire->failed = false;
  wire->uses++;
}

void la_wire_free(la_wire *wire) {
  if (wire->bytes != NULL) wire->allocate(wire->user, wire->bytes, wire->room, 0);
  wire->bytes = NULL;
  wire->room = 0;
}

static bool reserve(la_wire *wire, size_t more) {
  if (wire->room - wire->size >= more) return true;
  size_t room = wire->room * 2 > wire->size + more ? wire->room * 2 : wire->size + more + 256;
  uint8_t *bytes = wire->allocate(wire->user, wire->bytes, wire->room, room);
  if (bytes == NULL) wire->failed = true;
  if (bytes == NULL) return false;
  wire->bytes = bytes;
  wire->room = room;
  return true;
}

static void put(Writer *writer, const void *bytes, size_t size) {
  if (!reserve(writer->wire, size)) la_status_check(writer->L, ASTAR_NO_MEMORY);
  if (size > 0) memcpy(writer->wire->bytes + writer->wire->size, bytes, size);
  writer->wire->size += size;
}

static void put_tag(Writer *writer, int tag, size_t weight) {
  uint8_t byte = (uint8_t)tag;
  writer->wire->weight += weight;
  if (writer->wire->weight > LA_WIRE_MOST)
    luaL_error(writer->L, "too much to pass at once: more than %d bytes", (int)LA_WIRE_MOST);
  put(writer, &byte, 1);
}

static void get(la_wire *wire, void *bytes, size_t size) {
  memcpy(bytes, wire->bytes + wire->at, size);
  wire->at += size;
}

/* ---- writing ------------------------------------------------------------------------------- */

static void write_value(Writer *writer, int index, int depth);

static void write_string(Writer *writer, int index) {
  size_t length;
  const char *text = lua_tolstring(writer->L, index, &length);
  put_tag(writer, TAG_STRING, WEIGHT_STRING + length);
  put(writer, &length, sizeof length);
  put(writer, text, length);
}

static void write_number(Writer *writer, int index) {
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(writer->L, index)) {
    lua_Integer integer = lua_tointeger(writer->L, index);
    put_tag(writer, TAG_INTEGER, WEIGHT_VALUE);
    put(writer, &integer, sizeof integer);
    return;
  }
#endif
  lua_Number number = lua_tonumber(writer->L, index);
  put_tag(writer, TAG_NUMBER, WEIGHT_VALUE);
  put(writer, &number, sizeof number);
}

static void count_pair(Shape *shape, lua_State *L, int key) {
  bool is_next = lua_type(L, key) == LUA_TNUMBER && lua_tonumber(L, key) == shape->listed + 1;
  if (is_next) shape->listed++;
  else shape->others++;
}

static void write_pairs(Writer *writer, int table, int depth) {
  lua_State *L = writer->L;
  Shape shape = { 0, 0 };
  put_tag(writer, TAG_TABLE, WEIGHT_TABLE);
  size_t place = writer->wire->size;
  put(writer, &shape, sizeof shape);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    int key = lua_gettop(L) - 1;
    count_pair(&shape, L, key);
    write_value(writer, key, depth + 1);
    write_value(writer, key + 1, depth + 1);
    lua_settop(L, key);
  }
  put_tag(writer, TAG_NIL, 0);
  memcpy(writer->wire->bytes + place, &shape, sizeof shape);
}

/* Asks whose value has a metatable what it is: kind and id. False: it is none that may cross. */
static bool write_object(Writer *writer, int index) {
  lua_State *L = writer->L;
  int top = lua_gettop(L);
  unsigned uses = writer->wire->uses;
  if (lua_isnil(L, writer->encoder)) return false;
  lua_pushvalue(L, writer->encoder);
  lua_pushvalue(L, index);
  lua_call(L, 1, 2);
  if (writer->wire->uses != uses) luaL_error(L, "the sandbox was used while values were passed");
  if (lua_isnil(L, -2)) {
    lua_settop(L, top);
    return false;
  }
  put_tag(writer, TAG_OBJECT, WEIGHT_TABLE);
  write_value(writer, top + 1, LA_WIRE_DEEPEST);
  write_value(writer, top + 2, LA_WIRE_DEEPEST);
  lua_settop(L, top);
  return true;
}

/* Of a table that is read-only, its contents are meant; see library.lua. */
static bool write_contents(Writer *writer, int index, int depth) {
  lua_State *L = writer->L;
  int top = lua_gettop(L);
  lua_getmetatable(L, index);
  lua_pushliteral(L, "__contents");
  lua_rawget(L, top + 1);
  bool is_table = lua_istable(L, -1);
  if (is_table) write_pairs(writer, top + 2, depth);
  lua_settop(L, top);
  return is_table;
}

static int refuse(Writer *writer, int index) {
  const char *type = luaL_typename(writer->L, index);
  bool has_metatable = lua_istable(writer->L, index);
  return luaL_error(writer->L, "a %s%s cannot be passed between a mod and its host", type,
                    has_metatable ? " with a metatable" : "");
}

static void write_structure(Writer *writer, int index, int depth) {
  lua_State *L = writer->L;
  bool is_table = lua_istable(L, index);
  luaL_checkstack(L, 6, "values are nested too deeply");
  if (depth > LA_WIRE_DEEPEST)
    luaL_error(L, "tables are nested more than %d deep, or in a circle", (int)LA_WIRE_DEEPEST);
  if (!lua_getmetatable(L, index)) {
    if (is_table) write_pairs(writer, index, depth);
    else refuse(writer, index);
    return;
  }
  lua_pop(L, 1);
  if (write_object(writer, index)) return;
  if (!is_table || !write_contents(writer, index, depth)) refuse(writer, index);
}

static void write_value(Writer *writer, int index, int depth) {
  switch (lua_type(writer->L, index)) {
    case LUA_TNIL: put_tag(writer, TAG_NIL, WEIGHT_VALUE); break;
    case LUA_TBOOLEAN:
      put_tag(writer, lua_toboolean(writer->L, index) ? TAG_TRUE : TAG_FALSE, WEIGHT_VALUE);
      break;
    case LUA_TNUMBER: write_number(writer, index); break;
    case LUA_TSTRING: write_string(writer, index); break;
    case LUA_TTABLE: case LUA_TUSERDATA: write_structure(writer, index, depth); break;
    default: refuse(writer, index);
  }
}

void la_wire_write(lua_State *L, la_wire *wire, int from, int encoder) {
  Writer writer = { L, wire, encoder };
  int top = lua_gettop(L);
  for (int i = from; i <= top; i++) write_value(&writer, i, 0);
}

void la_wire_set_string(la_wire *wire, const char *text, size_t length) {
  la_wire_begin(wire);
  if (!reserve(wire, 1 + sizeof length + length)) return;
  wire->bytes[0] = TAG_STRING;
  memcpy(wire->bytes + 1, &length, sizeof length);
  memcpy(wire->bytes + 1 + sizeof length, text, length);
  wire->size = 1 + sizeof length + length;
}

/* ---- reading ------------------------------------------------------------------------------- */

typedef struct Reader {
  lua_State *L;
  la_wire *wire;
  int decoder;
} Reader;

static bool read_value(Reader *reader);

static void read_number(Reader *reader) {
  lua_Number number;
  get(reader->wire, &number, sizeof number);
  lua_pushnumber(reader->L, number);
}

static void read_integer(Reader *reader) {
  lua_Integer integer;
  get(reader->wire, &integer, sizeof integer);
  lua_pushinteger(reader->L, integer);
}

static void read_string(Reader *reader) {
  size_t length, at = reader->wire->at + sizeof length;
  get(reader->wire, &length, sizeof length);
  reader->wire->at = at + length;
  lua_pushlstring(reader->L, (const char *)reader->wire->bytes + at, length);
}

/* An object that is there no more is nil; a pair with such a key is left out. */
static void read_table(Reader *reader) {
  lua_State *L = reader->L;
  Shape shape;
  get(reader->wire, &shape, sizeof shape);
  luaL_checkstack(L, 6, "values are nested too deeply");
  lua_createtable(L, shape.listed, shape.others);
  while (read_value(reader)) {
    read_value(reader);
    if (lua_isnil(L, -2)) lua_pop(L, 2);
    else lua_rawset(L, -3);
  }
  lua_pop(L, 1);
}

static void read_object(Reader *reader) {
  lua_State *L = reader->L;
  unsigned uses = reader->wire->uses;
  lua_pushvalue(L, reader->decoder);
  read_value(reader);
  read_value(reader);
  if (lua_isnil(L, reader->decoder)) {
    lua_pop(L, 3);
    lua_pushnil(L);
    return;
  }
  lua_call(L, 2, 1);
  if (reader->wire->uses != uses) luaL_error(L, "the sandbox was used while values were passed");
}

/* Pushes the next value; false: it is nil by tag, which ends a table. */
static bool read_value(Reader *reader) {
  uint8_t tag = reader->wire->bytes[reader->wire->at++];
  switch (tag) {
    case TAG_NIL: lua_pushnil(reader->L); return false;
    case TAG_FALSE: case TAG_TRUE: lua_pushboolean(reader->L, tag == TAG_TRUE); break;
    case TAG_INTEGER: read_integer(reader); break;
    case TAG_NUMBER: read_number(reader); break;
    case TAG_STRING: read_string(reader); break;
    case TAG_TABLE: read_table(reader); break;
    default: read_object(reader);
  }
  return true;
}

int la_wire_read(lua_State *L, la_wire *wire, int decoder) {
  Reader reader = { L, wire, decoder };
  int count = 0;
  while (wire->at < wire->size) {
    luaL_checkstack(L, 6, "too many values");
    read_value(&reader);
    count++;
  }
  return count;
}
