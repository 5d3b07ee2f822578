#include "result.h"

#include "blame.h"

void la_status_check(lua_State *L, astar_status status) {
  if (status == ASTAR_NO_MEMORY) la_no_memory(L);
  if (status == ASTAR_INVALID) la_blame_error(L, "astar: an argument went unchecked (a bug)");
}

int la_done(lua_State *L, astar_status status) {
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

void la_push_hash(lua_State *L, uint64_t hash) {
  static const char digits[] = "0123456789abcdef";
  char text[16];
  for (int i = 15; i >= 0; i--, hash >>= 4) text[i] = digits[hash & 15];
  lua_pushlstring(L, text, sizeof text);
}

void la_set_integer(lua_State *L, const char *key, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

void la_set_cell(lua_State *L, const char *x, const char *y, astar_cell cell) {
  la_set_integer(L, x, (lua_Integer)cell.x + 1);
  la_set_integer(L, y, (lua_Integer)cell.y + 1);
}

int la_push_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

int la_push_outcome(lua_State *L, astar_status status) {
  lua_pushnil(L);
  lua_pushstring(L, astar_status_name(status));
  return 2;
}

void la_tell_collector(lua_State *L, size_t bytes) {
  size_t kilobytes = bytes >> 10;
  if (kilobytes >= 256) la_collect_step(L, kilobytes < 65536 ? kilobytes : 65536);
}
