/*
** Classes, players, influences and units: userdata that a map owns.
*/
#include "child.h"

#include <string.h>

#include "result.h"

/* Paths take units as arguments; what units can do comes with their part. */
const la_type la_unit_type = { .name = "unit" };

static void list_append(la_map *map, la_child *child) {
  if (map->last == NULL) map->first = child;
  else map->last->next = child;
  map->last = child;
}

/* Never the first one: that is the map's default class, which stays. */
static void list_remove(la_map *map, const la_child *child) {
  for (la_child *before = map->first; before != NULL; before = before->next) {
    if (before->next != child) continue;
    before->next = child->next;
    if (map->last == child) map->last = before;
    return;
  }
}

/* Sets the child's place in its table, which is on top, to the value at `value`; no new key. */
static void set_place(lua_State *L, const la_child *child, int value) {
  if (child->id != 0) {
    lua_pushvalue(L, value);
    lua_rawseti(L, -2, (int)child->id);
  } else {
    lua_pushlightuserdata(L, (void *)(uintptr_t)child);
    lua_pushvalue(L, value);
    lua_rawset(L, -3);
  }
}

static void push_table(lua_State *L, int owner, const la_child *child) {
  la_push_slot(L, owner, child->id != 0 ? STORE_UNITS : STORE_CHILDREN);
}

la_child *la_child_new(lua_State *L, int owner, const la_type *type) {
  owner = la_absindex(L, owner);
  la_child *child = la_object_new(L, type, sizeof *child);
  int self = lua_gettop(L);
  la_getkeep(L, owner);
  la_setkeep(L, self);
  la_push_slot(L, owner, STORE_MAP);
  child->map = lua_touserdata(L, -1);
  child->type = type;
  child->id = type == &la_unit_type ? child->map->last_unit_id + 1 : 0;
  push_table(L, owner, child);
  set_place(L, child, self);
  lua_settop(L, self);
  return child;
}

void la_child_open(la_child *child, void *object) {
  child->object = object;
  if (child->id == 0) list_append(child->map, child);
}

void la_child_adopt(lua_State *L, const la_type *type, void *object) {
  la_child_open(la_child_new(L, 1, type), object);
  lua_settop(L, 1);
}

void la_child_forget(lua_State *L, int owner, la_child *child) {
  if (child->object != NULL && child->id == 0) list_remove(child->map, child);
  if (child->object != NULL) child->map->removals++;
  child->object = NULL;
  child->map->epoch++;
  push_table(L, owner, child);
  lua_pushnil(L);
  lua_insert(L, -2);
  set_place(L, child, lua_gettop(L) - 1);
  lua_pop(L, 2);
}

static void check_live(la_value value, const la_child *child) {
  if (child->map == NULL || child->map->map == NULL) la_fail(value.L, value.arg, "map is closed");
  if (child->object == NULL) la_fail(value.L, value.arg, "the %s was removed", child->type->name);
}

int la_child_removed(lua_State *L) {
  const la_child *child = la_object_check(L, 1, la_type_of_method(L));
  bool removed = child->map->map != NULL && child->object == NULL;
  if (!removed) la_child_check(L, 1, child->type);
  lua_pushboolean(L, removed);
  return 1;
}

int la_child_tostring(lua_State *L) {
  const la_type *type = la_type_of_method(L);
  const la_child *child = la_object_check(L, 1, type);
  if (child->map->map == NULL) lua_pushliteral(L, "map closed");
  else if (child->object == NULL) lua_pushliteral(L, "removed");
  else if (type->describe != NULL) type->describe(L, child->object);
  else la_push_name(L, type->name_of(child->object));
  lua_pushfstring(L, "%s (%s)", type->name, lua_tostring(L, -1));
  return 1;
}

la_child *la_child_check(lua_State *L, int arg, const la_type *type) {
  la_child *child = la_object_check(L, arg, type);
  check_live(la_arg(L, arg, type->name), child);
  return child;
}

la_child *la_child_edit(lua_State *L, int arg, const la_type *type) {
  la_child *child = la_child_check(L, arg, type);
  la_unlocked(L, child->map);
  return child;
}

la_child *la_child_behind(lua_State *L, int index, const la_type *type) {
  if (!lua_istable(L, index)) return la_object_test(L, index, type);
  index = la_absindex(L, index);
  lua_pushliteral(L, "_body");
  lua_rawget(L, index);
  la_child *child = la_object_test(L, -1, type);
  lua_pop(L, 1);
  return child;
}

void la_child_show_as(lua_State *L, const la_child *child, int face) {
  face = la_absindex(L, face);
  push_table(L, 1, child);
  set_place(L, child, face);
  lua_pop(L, 1);
}

la_child *la_child_of(la_value value, const la_type *type, const la_map *map) {
  la_child *child = la_child_behind(value.L, value.index, type);
  if (child == NULL) {
    la_reject(value, "is not a %s", type->name);
    return NULL;
  }
  check_live(value, child);
  if (child->map != map) la_fail(value.L, value.arg, "the %s is of another map", type->name);
  return child;
}

la_child *la_child_named(const la_map *map, const la_type *type, const char *name) {
  la_child *child = map->first;
  while (child != NULL && (child->type != type || strcmp(type->name_of(child->object), name) != 0))
    child = child->next;
  return child;
}

la_child *la_child_for(const la_map *map, const void *object) {
  la_child *child = map->first;
  while (child != NULL && child->object != object) child = child->next;
  return child;
}

void la_child_push(lua_State *L, int owner, const la_child *child) {
  push_table(L, owner, child);
  if (child->id != 0) lua_rawgeti(L, -1, (int)child->id);
  else la_rawgetp(L, -1, child);
  lua_remove(L, -2);
}

void la_child_push_unit(lua_State *L, int owner, uint32_t id) {
  la_push_slot(L, owner, STORE_UNITS);
  lua_rawgeti(L, -1, (int)id);
  lua_remove(L, -2);
}

void la_child_push_link(lua_State *L, int owner, const la_map *map, uint32_t number) {
  const astar_link *link = map->map != NULL ? astar_link_next(map->map, NULL) : NULL;
  while (link != NULL && astar_link_number(link) != number) link = astar_link_next(map->map, link);
  if (link != NULL) la_child_push(L, owner, la_child_for(map, link));
  else lua_pushnil(L);
}

/* ---- one after the other --------------------------------------------------------------------- */

/* Upvalues: the list of those that there were, and the number of the last one. Those that have been
** removed since are left out. */
static int next_child(lua_State *L) {
  int index = (int)lua_tointeger(L, lua_upvalueindex(2));
  const la_child *child;
  do {
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(1), ++index);
    child = lua_touserdata(L, 1);
  } while (child != NULL && child->object == NULL);
  lua_pushinteger(L, index);
  lua_replace(L, lua_upvalueindex(2));
  return 1;
}

/* Making the list may let children go, but not the list of them all: that is the map's. */
int la_child_iterate(lua_State *L, const la_type *type) {
  la_map *map = la_map_check(L, 1);
  int count = 0;
  lua_settop(L, 1);
  lua_newtable(L);
  for (const la_child *child = map->first; child != NULL; child = child->next) {
    if (child->type != type) continue;
    la_child_push(L, 1, child);
    lua_rawseti(L, 2, ++count);
  }
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_child, 2);
  return 1;
}
