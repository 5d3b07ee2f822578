#include "table_capture.h"

#include <string.h>

static uint64_t bits_of_address(const void *address) { return (uint64_t)(uintptr_t)address; }

static uint8_t slot_read_number(lua_State *L, int index, uint64_t *bits) {
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index)) {
    *bits = (uint64_t)lua_tointeger(L, index);
    return LA_INTEGER;
  }
#endif
  lua_Number number = lua_tonumber(L, index);
  *bits = 0;
  memcpy(bits, &number, sizeof number);
  return LA_FLOAT;
}

uint8_t la_slot_read(lua_State *L, int index, uint64_t *bits) {
  switch (lua_type(L, index)) {
  case LUA_TSTRING:
    *bits = bits_of_address(lua_tostring(L, index));
    return LA_STRING;
  case LUA_TNUMBER:
    return slot_read_number(L, index, bits);
  case LUA_TBOOLEAN:
    *bits = (uint64_t)lua_toboolean(L, index);
    return LA_BOOLEAN;
  case LUA_TTABLE:
    *bits = bits_of_address(lua_topointer(L, index));
    return LA_TABLE;
  case LUA_TLIGHTUSERDATA:
    *bits = bits_of_address(lua_touserdata(L, index));
    return LA_LIGHT;
  default:
    *bits = bits_of_address(lua_topointer(L, index));
    return LA_OTHER;
  }
}

void la_slot_push(lua_State *L, uint8_t kind, uint64_t bits) {
  lua_Number number;
  if (kind == LA_BOOLEAN) lua_pushboolean(L, bits != 0);
  else if (kind == LA_INTEGER) lua_pushinteger(L, (lua_Integer)bits);
  else if (kind == LA_LIGHT) lua_pushlightuserdata(L, (void *)(uintptr_t)bits);
  else lua_pushnumber(L, (memcpy(&number, &bits, sizeof number), number));
}

/* ---- memory ---------------------------------------------------------------------------------- */

enum { FIRST_SLOTS = 2048, FIRST_TABLES = 64 };

static void capture_reserve_slots(la_capture *capture, uint32_t room) {
  uint64_t *bits = la_newuserdata(capture->L, room * (sizeof *bits + sizeof *capture->kinds));
  uint8_t *kinds = (uint8_t *)(bits + room);
  if (capture->slots > 0) {
    memcpy(bits, capture->bits, capture->slots * sizeof *bits);
    memcpy(kinds, capture->kinds, capture->slots);
  }
  capture->bits = bits;
  capture->kinds = kinds;
  capture->slot_room = room;
}

static void capture_reserve_tables(la_capture *capture, uint32_t room) {
  la_held *held = la_newuserdata(capture->L, room * sizeof *held);
  if (capture->tables > 0) memcpy(held, capture->held, capture->tables * sizeof *held);
  capture->held = held;
  capture->table_room = room;
}

void la_capture_open(lua_State *L, la_capture *capture) {
  *capture = (la_capture){ .L = L, .memory = lua_gettop(L) + 1 };
  capture_reserve_slots(capture, FIRST_SLOTS);
  capture_reserve_tables(capture, FIRST_TABLES);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads the table on top from the slot `at` on; false: there is no room for all of it. Nothing here
** lets Lua's collector run, whose finalizers could write to the table meanwhile. */
static bool capture_read(la_capture *capture, uint32_t *at) {
  lua_State *L = capture->L;
  int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    if (*at + 2 > capture->slot_room) {
      lua_settop(L, table);
      return false;
    }
    capture->kinds[*at] = la_slot_read(L, -2, &capture->bits[*at]);
    capture->kinds[*at + 1] = la_slot_read(L, -1, &capture->bits[*at + 1]);
    *at += 2;
    lua_pop(L, 1);
  }
  return true;
}

void la_capture_add(la_capture *capture) {
  uint32_t at = capture->slots;
  while (!capture_read(capture, &at)) {
    capture_reserve_slots(capture, 2 * capture->slot_room);
    lua_replace(capture->L, capture->memory);
    at = capture->slots;
  }
  if (capture->tables == capture->table_room) {
    capture_reserve_tables(capture, 2 * capture->table_room);
    lua_replace(capture->L, capture->memory + 1);
  }
  capture->held[capture->tables++] =
    (la_held){ .address = lua_topointer(capture->L, -1), .slots = at - capture->slots };
  capture->slots = at;
}
