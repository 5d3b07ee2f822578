/*
** require "astar.core": the C part of the library, which lua/astar/init.lua completes.
*/
#include "args.h"
#include "ask.h"
#include "create.h"
#include "data.h"
#include "file.h"
#include "graph.h"
#include "keys.h"
#include "replace.h"
#include "resize.h"
#include "rewind.h"
#include "save.h"
#include "table_image.h"
#include "types.h"
#include "which_lua.h"
#include "../sandbox/machine_image.h"
#include "../sandbox/packed.h"
#include "../sandbox/sandbox.h"

ASTAR_EXPORT int luaopen_astar_core(lua_State *L);

/* core.nearest(word, list): the word of the list that is spelt most like it, and in how many
** letters it differs; or nil */
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
  return 2;
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

typedef struct Methods {
  const la_type *type;
  const luaL_Reg *list;
} Methods;

#define ROW(type, methods) { &la_##type##_type, methods },
static const Methods all_methods[] = { LA_METHODS(ROW) };
#undef ROW

static void push_metatable(lua_State *L, const la_type *type) {
  la_type_register(L, type);
  for (size_t i = 0; i < sizeof all_methods / sizeof *all_methods; i++)
    if (all_methods[i].type == type) la_type_add(L, all_methods[i].list);
}

static void push_metatables(lua_State *L) {
  static const la_type *const types[] = {
    &la_map_type, &la_class_type, &la_player_type, &la_influence_type, &la_unit_type,
    &la_link_type, &la_areas_type, &la_watch_type, &la_query_type, &la_search_type,
    &la_path_type, &la_field_type, &la_ticket_type, &la_sight_type, &la_snapshot_type,
    &la_graph_type, &la_edge_type, &la_graph_player_type, &la_graph_path_type,
    &la_graph_field_type, &la_graph_unit_type
  };
  lua_newtable(L);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    push_metatable(L, types[i]);
    lua_setfield(L, -2, types[i]->name);
  }
}

int luaopen_astar_core(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "nearest", nearest_word }, { "show", module_show },
    { "has_metatable", module_has_metatable },
    { "library", la_blame_library }, { "note", la_blame_note_functions },
    { "action", la_blame_action }, { "defined", la_blame_defined },
    { "places", la_blame_places }, { "fail", la_blame_fail }, { "raise", la_blame_raise },
    { "check_query", la_ask_check_query }, { "check_cell", la_ask_check_cell },
    { "check_integer", la_check_integer },
    { "checksum", la_checksum }, { "keys", la_keys },
    { "before", la_key_before }, { "write_data", la_data_write },
    { "read_data", la_data_read }, { "same", la_plain_same },
    { "holds_more", la_plain_holds_more }, { "copied", la_plain_copy },
    { "weight", la_plain_weigh },
    { "packed", la_packed_pack }, { "packed_weight", la_packed_weigh },
    { "packed_same", la_packed_same }, { "merge_packed", la_packed_merge },
    { "image", la_table_image_take }, { "put_image", la_table_image_put },
    { "image_bytes", la_table_image_bytes }, { "image_contents", la_table_image_contents },
    { "sandbox", la_box_new },
    { "graph", la_graph_new }, { "load_graph", la_graph_load },
    { "read_file", la_read_file }, { "file_stamp", la_file_stamp },
    { "list_folder", la_list_folder },
    { "written_place", la_written_place }, { "file_beside", la_file_beside },
    { "replace_file", la_replace_file },
    { NULL, NULL }
  };
  la_which_lua_check(L);
  lua_newtable(L);
  la_setfuncs(L, functions);
  *(int *)la_newuserdata(L, sizeof(int)) = 0;
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, la_map_new, 1);
  lua_setfield(L, -3, "new");
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, la_map_load, 1);
  lua_setfield(L, -3, "load");
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, la_map_resize, 1);
  lua_setfield(L, -3, "resize");
  lua_pushcclosure(L, la_map_fork, 1);
  lua_setfield(L, -2, "fork");
  lua_pushliteral(L, ASTAR_VERSION);
  lua_setfield(L, -2, "version");
  push_metatables(L);
  lua_setfield(L, -2, "metatables");
  la_box_add(L);
  la_type_register(L, &la_box_type);
  la_type_add(L, la_box_methods);
  la_type_register(L, &la_image_type);
  la_type_add(L, la_image_methods);
  la_type_register(L, &la_table_image_type);
  lua_pop(L, 3);
  return 1;
}
