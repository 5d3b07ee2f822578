/*
** require "astar.core": the C part of the library, which lua/astar/init.lua completes.
*/
#include "args.h"
#include "query_call.h"
#include "create.h"
#include "data_text.h"
#include "file.h"
#include "graph.h"
#include "keys.h"
#include "table_image.h"
#include "types.h"
#include "which_lua.h"
#include "../sandbox/box.h"
#include "../sandbox/machine_image.h"
#include "../sandbox/packed.h"
#include "../sandbox/plain.h"

ASTAR_EXPORT int luaopen_astar_core(lua_State *L);

/* core.nearest(word, list): the word of the list that is spelt most like it, in how many letters it
** differs, and whether that is near enough for a hint; or nil */
static int nearest_word(lua_State *L) {
  la_nearest nearest = { luaL_checkstring(L, 1), "", 0 };
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  for (int i = 1; lua_rawgeti(L, 2, i), lua_type(L, 3) == LUA_TSTRING; i++) {
    la_nearest_try(&nearest, lua_tostring(L, 3));
    lua_settop(L, 2);
  }
  if (nearest.best[0] == 0) return 0;
  lua_pushstring(L, nearest.best);
  lua_pushinteger(L, nearest.distance);
  lua_pushboolean(L, la_nearest_is_near(&nearest));
  return 3;
}

/* core.show(value): how messages write it */
static int module_show(lua_State *L) {
  luaL_checkany(L, 1);
  la_show(L, 1);
  return 1;
}

/* core.has_metatable(value, metatable): has the value this very one? */
static int module_has_metatable(lua_State *L) {
  lua_settop(L, 2);
  lua_pushboolean(L, lua_getmetatable(L, 1) && lua_rawequal(L, 2, 3));
  return 1;
}

/* ---- types ----------------------------------------------------------------------------------- */

typedef struct Members {
  const la_type *type;
  const luaL_Reg *methods;          /* NULL: fields, or none */
  const la_field *fields;
} Members;

#define METHODS(type, list) { &la_##type##_type, list, NULL },
#define FIELDS(type, list) { &la_##type##_type, NULL, list },

static const Members public_members[] = {
  LA_PATHS(METHODS, FIELDS)
#ifndef ASTAR_WITHOUT_GRAPH
  LA_GRAPHS(METHODS, FIELDS)
#endif
#ifndef ASTAR_WITHOUT_UNITS
  LA_UNITS(METHODS, FIELDS)
#endif
#ifndef ASTAR_WITHOUT_TOOLS
  LA_TOOLS(METHODS, FIELDS)
#endif
};

/* Of types that only the library's own Lua meets. */
static const Members inner_members[] = {
#ifndef ASTAR_WITHOUT_WORLD
  { &la_table_image_type, NULL, NULL },
#endif
#ifndef ASTAR_WITHOUT_MODS
  METHODS(box, la_box_methods) FIELDS(box, la_box_fields)
  METHODS(image, la_image_methods) FIELDS(image, la_image_fields)
#endif
  { NULL, NULL, NULL }
};

/* Pushes a table from the names of types to their metatables, which it makes. */
static void push_metatables(lua_State *L, const Members *one, size_t count) {
  lua_newtable(L);
  int list = lua_gettop(L);
  for (; count > 0; count--, one++) {
    lua_getfield(L, list, one->type->name);
    if (lua_isnil(L, -1)) la_type_register(L, one->type);
    if (one->methods != NULL) la_type_add_methods(L, one->type, one->methods);
    if (one->fields != NULL) la_type_add_fields(L, one->fields);
    lua_setfield(L, list, one->type->name);
    lua_settop(L, list);
  }
  for (lua_pushnil(L); lua_next(L, list) != 0; lua_pop(L, 2)) {
    lua_getfield(L, -1, "methods");
    la_blame_note(L, ':');
  }
}

/* Sets `parts` of the module, which is on top: those beside paths, in their order. */
static void set_parts(lua_State *L) {
  static const char *const parts[] = {
#ifndef ASTAR_WITHOUT_GRAPH
    "graph",
#endif
#ifndef ASTAR_WITHOUT_UNITS
    "units",
#endif
#ifndef ASTAR_WITHOUT_WORLD
    "world",
#endif
#ifndef ASTAR_WITHOUT_MODS
    "mods",
#endif
#ifndef ASTAR_WITHOUT_TOOLS
    "tools",
#endif
    NULL
  };
  lua_newtable(L);
  for (int i = 0; parts[i] != NULL; i++) {
    lua_pushstring(L, parts[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "parts");
}

/* ---- functions ------------------------------------------------------------------------------- */

static const luaL_Reg module_functions[] = {
  { "nearest", nearest_word }, { "show", module_show }, { "has_metatable", module_has_metatable },
  { "library", la_blame_library }, { "note", la_blame_note_functions },
  { "action", la_blame_action }, { "defined", la_blame_defined },
  { "places", la_blame_places }, { "fail", la_blame_fail }, { "raise", la_blame_raise },
  { "check_query", la_query_call_check_query }, { "check_cell", la_query_call_check_cell },
  { "check_integer", la_check_integer },
  { "checksum", la_checksum }, { "keys", la_keys },
  { "before", la_key_before },
  { "read_file", la_read_file }, { "file_stamp", la_file_stamp },
  { "list_folder", la_list_folder },
  { "written_place", la_written_place }, { "file_beside", la_file_beside },
  { "replace_file", la_replace_file },
#ifndef ASTAR_WITHOUT_GRAPH
  { "graph", la_graph_new }, { "load_graph", la_graph_load },
#endif
#ifndef ASTAR_WITHOUT_WORLD
  { "image", la_table_image_take }, { "put_image", la_table_image_put },
  { "write_data", la_data_write }, { "read_data", la_data_read },
  { "image_bytes", la_table_image_bytes }, { "image_contents", la_table_image_contents },
#endif
#ifndef ASTAR_WITHOUT_MODS
  { "packed", la_packed_pack }, { "packed_weight", la_packed_weigh },
  { "packed_same", la_packed_same }, { "merge_packed", la_packed_merge },
  { "sandbox", la_box_new }, { "same", la_plain_same }, { "weight", la_plain_weigh },
  { "holds_more", la_plain_holds_more }, { "copied", la_plain_copy },
#endif
  { NULL, NULL }
};

/* Adds those that make maps: their upvalue counts the callbacks that run in this state. */
static void add_makers(lua_State *L) {
  static const luaL_Reg makers[] = {
    { "new", la_map_new }, { "load", la_map_load }, { "resize", la_map_resize },
    { "fork", la_map_fork }, { NULL, NULL }
  };
  *(int *)la_newuserdata(L, sizeof(int)) = 0;
  for (const luaL_Reg *one = makers; one->name != NULL; one++) {
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, one->func, 1);
    lua_setfield(L, -3, one->name);
  }
  lua_pop(L, 1);
}

int luaopen_astar_core(lua_State *L) {
  la_which_lua_check(L);
  lua_newtable(L);
  la_setfuncs(L, module_functions);
  add_makers(L);
  lua_pushliteral(L, ASTAR_VERSION);
  lua_setfield(L, -2, "version");
  set_parts(L);
  push_metatables(L, public_members, sizeof public_members / sizeof *public_members);
  lua_setfield(L, -2, "metatables");
  push_metatables(L, inner_members, sizeof inner_members / sizeof *inner_members - 1);
  lua_pop(L, 1);
#ifndef ASTAR_WITHOUT_MODS
  la_box_add(L);
#endif
  return 1;
}
