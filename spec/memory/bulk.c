/*
** Bytes of many cells that are written to memory of the caller's: what would be the string, and
** nothing beyond it; memory that is too small is refused.
*/
#include <stdio.h>
#include <string.h>

#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

enum { ROOM = 64 };

static char memory[ROOM];

static int push_pointer(lua_State *L) {
  lua_pushlightuserdata(L, memory);
  return 1;
}

static int push_buffer(lua_State *L) {
  memset(lua_newuserdata(L, (size_t)luaL_checkinteger(L, 1)), 'x', (size_t)luaL_checkinteger(L, 1));
  return 1;
}

static int read_memory(lua_State *L) {
  lua_pushlstring(L, memory, ROOM);
  return 1;
}

static int read_buffer(lua_State *L) {
  lua_pushlstring(L, lua_touserdata(L, 1), (size_t)luaL_checkinteger(L, 2));
  return 1;
}

static const char program[] =
  "local astar = require 'astar'\n"
  "local map = astar.map{ rows = { '..#', '#..' } }\n"
  "local fear = map:influence 'fear':set(2, 2, -7)\n"
  "assert(map:terrain_bytes(pointer()) == 6)\n"
  "assert(read_memory() == map:terrain_bytes() .. ('\\0'):rep(58))\n"
  "assert(map:terrain_bytes(2, 1, 2, 2, pointer()) == 4)\n"
  "assert(read_memory():sub(1, 4) == map:terrain_bytes(2, 1, 2, 2))\n"
  "local buffer = buffer(25)\n"
  "assert(fear:value_bytes(buffer) == 24)\n"
  "assert(read_buffer(buffer, 25) == fear:value_bytes() .. 'x')\n"
  "local field, red = map:field { to = { { 1, 1 } } }, map:player 'red'\n"
  "red:see(1, 1, 1)\n"
  "for _, one in ipairs { { field, 'cost_bytes', 24 }, { red, 'state_bytes', 6 },\n"
  "    { red, 'terrain_bytes', 6 } } do\n"
  "  local object, name, size = one[1], one[2], one[3]\n"
  "  local room = make_buffer(size + 1)\n"
  "  assert(object[name](object, room) == size)\n"
  "  assert(read_buffer(room, size + 1) == object[name](object) .. 'x', name)\n"
  "end\n"
  "local ok, why = pcall(fear.value_bytes, fear, make_buffer(23))\n"
  "assert(not ok and why:find('into has 23 bytes, and 24 are needed', 1, true), why)\n";

int main(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_register(L, "pointer", push_pointer);
  lua_register(L, "buffer", push_buffer);
  lua_register(L, "make_buffer", push_buffer);
  lua_register(L, "read_memory", read_memory);
  lua_register(L, "read_buffer", read_buffer);
  int failed = luaL_dostring(L, program);
  if (failed) printf("%s\n", lua_tostring(L, -1));
  lua_close(L);
  printf("%d passed, %d failed\n", !failed, failed != 0);
  return failed;
}
