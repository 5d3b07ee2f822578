/*
** What an image of tables says, as tables: for specs, which compare it with what the tables are.
*/
#include "table_image.h"

#include "blame.h"

enum { IMAGE = 1, KEEP, LIST, NODE, KEPT, TABLES };

/* Adds the value of a slot to the list on top; `kept` of the values before it are kept, or that and
** one with it. */
static void dump_add(lua_State *L, const la_record *record, uint32_t slot, int *kept) {
  if (la_kind_is_kept(record->kinds[slot])) lua_rawgeti(L, KEPT, ++*kept);
  else la_slot_push(L, record->kinds[slot], record->bits[slot]);
  lua_rawseti(L, -2, (int)la_rawlen(L, -2) + 1);
}

/* Adds the tables of the record on top, whose keep is at KEPT, to the list at TABLES. */
static void dump_add_tables(lua_State *L, const la_record *record) {
  int kept = (int)record->tables;
  uint32_t slot = 0;
  for (uint32_t i = 0; i < record->tables; i++) {
    lua_newtable(L);
    for (uint32_t end = slot + record->held[i].slots; slot < end; slot++)
      dump_add(L, record, slot, &kept);
    lua_newtable(L);
    lua_insert(L, -2);
    lua_setfield(L, -2, "entries");
    lua_rawgeti(L, KEPT, (int)i + 1);
    lua_setfield(L, -2, "table");
    lua_rawseti(L, TABLES, (int)i + 1);
  }
}

/* Adds a node to the list. */
static void dump_node(lua_State *L, const la_record *record, uint32_t number) {
  lua_newtable(L);
  lua_rawgeti(L, KEEP, la_keep_record(number));
  la_getkeep(L, -1);
  lua_insert(L, KEPT);
  lua_setfield(L, NODE, "record");
  lua_newtable(L);
  dump_add_tables(L, record);
  lua_setfield(L, NODE, "tables");
  lua_pushboolean(L, record->is_thing);
  lua_setfield(L, NODE, "is_thing");
  lua_settop(L, NODE);
  lua_rawseti(L, LIST, (int)la_rawlen(L, LIST) + 1);
}

/* core.image_contents(image) -> a list of nodes, { is_thing =, record = what images share, tables =
** a list of { table =, entries = a list of keys and values in turn } } */
int la_table_image_contents(lua_State *L) {
  const la_table_image *image = la_table_image_check(L, IMAGE);
  lua_settop(L, IMAGE);
  la_stack_reserve(L, 40);
  la_getkeep(L, IMAGE);
  lua_newtable(L);
  for (uint32_t i = 0; i < image->nodes.count; i++)
    if (image->records[i] != NULL) dump_node(L, image->records[i], i);
  return 1;
}
