/*
** Texts of values without what differs from run to run: addresses, and the sign of a NaN.
*/
#include "guest.h"

#include <string.h>

/* luaL_tolstring; of what has no text of its own it gives the kind alone. */
const char *guest_tolstring(lua_State *L, int index, size_t *length) {
  int type = lua_type(L, index);
  bool is_plain = type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TNUMBER ||
                  type == LUA_TSTRING;
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, length);
  }
  if (type == LUA_TNUMBER && lua_tonumber(L, index) != lua_tonumber(L, index)) {
    lua_pushliteral(L, "nan");
    return lua_tolstring(L, -1, length);
  }
  if (is_plain) return luaL_tolstring(L, index, length);
  lua_pushstring(L, type == LUA_TTHREAD ? "coroutine" : lua_typename(L, type));
  return lua_tolstring(L, -1, length);
}

/* lua_topointer for string.format: `%p` tells no address. */
const void *guest_no_pointer(lua_State *L, int index) {
  (void)L, (void)index;
  return NULL;
}

/* luaL_checknumber for string.format and string.pack, whose results show each bit. */
lua_Number guest_checknumber(lua_State *L, int index) {
  return vm_number(luaL_checknumber(L, index));
}
