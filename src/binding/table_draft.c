#include "table_draft.h"

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

static void draft_reserve_slots(la_draft *draft, uint32_t room) {
  uint64_t *bits = la_newuserdata(draft->L, room * (sizeof *bits + sizeof *draft->kinds));
  uint8_t *kinds = (uint8_t *)(bits + room);
  if (draft->slots > 0) {
    memcpy(bits, draft->bits, draft->slots * sizeof *bits);
    memcpy(kinds, draft->kinds, draft->slots);
  }
  draft->bits = bits;
  draft->kinds = kinds;
  draft->slot_room = room;
}

static void draft_reserve_tables(la_draft *draft, uint32_t room) {
  la_held *held = la_newuserdata(draft->L, room * sizeof *held);
  if (draft->tables > 0) memcpy(held, draft->held, draft->tables * sizeof *held);
  draft->held = held;
  draft->table_room = room;
}

void la_draft_open(lua_State *L, la_draft *draft) {
  *draft = (la_draft){ .L = L, .memory = lua_gettop(L) + 1 };
  draft_reserve_slots(draft, FIRST_SLOTS);
  draft_reserve_tables(draft, FIRST_TABLES);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads the table on top from the slot `at` on; false: there is no room for all of it. Nothing here
** lets Lua's collector run, whose finalizers could write to the table meanwhile. */
static bool draft_read(la_draft *draft, uint32_t *at) {
  lua_State *L = draft->L;
  int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    if (*at + 2 > draft->slot_room) {
      lua_settop(L, table);
      return false;
    }
    draft->kinds[*at] = la_slot_read(L, -2, &draft->bits[*at]);
    draft->kinds[*at + 1] = la_slot_read(L, -1, &draft->bits[*at + 1]);
    *at += 2;
    lua_pop(L, 1);
  }
  return true;
}

void la_draft_add(la_draft *draft) {
  uint32_t at = draft->slots;
  while (!draft_read(draft, &at)) {
    draft_reserve_slots(draft, 2 * draft->slot_room);
    lua_replace(draft->L, draft->memory);
    at = draft->slots;
  }
  if (draft->tables == draft->table_room) {
    draft_reserve_tables(draft, 2 * draft->table_room);
    lua_replace(draft->L, draft->memory + 1);
  }
  draft->held[draft->tables++] =
    (la_held){ .address = lua_topointer(draft->L, -1), .slots = at - draft->slots };
  draft->slots = at;
}
