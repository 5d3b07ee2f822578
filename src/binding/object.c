#include "object.h"

#include <string.h>

#include "args.h"

/* The closures for __index and __newindex have these upvalues, methods the first of them. */
enum { UP_TYPE = 1, UP_METHODS, UP_FIELDS, UP_COUNT = UP_FIELDS };

const la_type *la_type_of_method(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(UP_TYPE));
}

/* The field named by the key at index 2, or NULL. */
static const la_field *find_field(lua_State *L) {
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(UP_FIELDS));
  const la_field *field = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return field;
}

/* ---- members that there are not ------------------------------------------------------------- */

static void try_methods(lua_State *L, la_nearest *nearest) {
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(UP_METHODS)) != 0) {
    lua_pop(L, 1);
    const char *name = lua_tostring(L, -1);
    if (name[0] != '_') la_nearest_try(nearest, name);
  }
}

/* Those that can be set, or all. */
static void try_fields(lua_State *L, la_nearest *nearest, bool set) {
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(UP_FIELDS)) != 0) {
    const la_field *one = lua_touserdata(L, -1);
    if (!set || one->set != NULL) la_nearest_try(nearest, one->name);
    lua_pop(L, 1);
  }
}

/* Raises the error that the key at index 2 names no member that could be read or set. */
static int object_reject_key(lua_State *L, bool set) {
  const la_type *type = la_type_of_method(L);
  bool named = lua_type(L, 2) == LUA_TSTRING;
  la_nearest nearest = { named ? lua_tostring(L, 2) : "", "", 0 };
  if (named && !set) try_methods(L, &nearest);
  if (named) try_fields(L, &nearest, set);
  const char *what = set ? " to set" : "";
  if (!set && lua_type(L, 2) == LUA_TNUMBER && type->instead_of_index != NULL)
    return la_blame_error(L, "%s has no field %s; %s", type->name, la_show(L, 2),
                          type->instead_of_index);
  const char *shown = la_show(L, 2);
  return la_blame_error(L, "%s has no field %s%s%s", type->name, shown, what,
                        la_nearest_hint(L, &nearest));
}

/* ---- reading and setting -------------------------------------------------------------------- */

static int object_index(lua_State *L) {
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(UP_METHODS));
  if (!lua_isnil(L, -1)) return 1;
  const la_field *field = find_field(L);
  if (field == NULL) return object_reject_key(L, false);
  lua_settop(L, 2);
  return field->get(L);
}

static bool is_method(lua_State *L) {
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(UP_METHODS));
  bool found = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return found;
}

static int object_newindex(lua_State *L) {
  const la_type *type = la_type_of_method(L);
  const la_field *field = find_field(L);
  if (field != NULL && field->set != NULL) return field->set(L);
  if (field == NULL && !is_method(L)) return object_reject_key(L, true);
  return la_blame_error(L, "field %s of %s is read-only", la_show(L, 2), type->name);
}

void la_type_register(lua_State *L, const la_type *type) {
  lua_newtable(L);
  int meta = lua_gettop(L);
  lua_pushlightuserdata(L, (void *)(uintptr_t)type);
  lua_newtable(L);
  lua_newtable(L);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 1; i <= UP_COUNT; i++) lua_pushvalue(L, meta + i);
    lua_pushcclosure(L, pass == 0 ? object_index : object_newindex, UP_COUNT);
    lua_setfield(L, meta, pass == 0 ? "__index" : "__newindex");
  }
  lua_pushvalue(L, meta + UP_METHODS);
  lua_setfield(L, meta, "methods");
  lua_pushvalue(L, meta + UP_FIELDS);
  lua_setfield(L, meta, "fields");
  lua_settop(L, meta);
  lua_pushstring(L, type->name);
  lua_setfield(L, meta, "__name");
  lua_pushvalue(L, meta);
  la_rawsetp(L, LUA_REGISTRYINDEX, type);
}

void la_type_add_methods(lua_State *L, const la_type *type, const luaL_Reg *methods) {
  lua_getfield(L, -1, "methods");
  for (; methods->name != NULL; methods++) {
    bool is_meta = strncmp(methods->name, "__", 2) == 0;
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    lua_pushcclosure(L, methods->func, 1);
    lua_setfield(L, is_meta ? -3 : -2, methods->name);
  }
  lua_pop(L, 1);
}

void la_type_add_fields(lua_State *L, const la_field *fields) {
  lua_getfield(L, -1, "fields");
  for (; fields->name != NULL; fields++) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)fields);
    lua_setfield(L, -2, fields->name);
  }
  lua_pop(L, 1);
}

void *la_object_new(lua_State *L, const la_type *type, size_t size) {
  void *object = la_newuserdata(L, size);
  memset(object, 0, size);
  la_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
  return object;
}

void *la_object_test(lua_State *L, int index, const la_type *type) {
  if (!lua_getmetatable(L, index)) return NULL;
  la_rawgetp(L, LUA_REGISTRYINDEX, type);
  int same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same ? lua_touserdata(L, index) : NULL;    /* NULL for a table with our metatable */
}

void *la_object_check(lua_State *L, int arg, const la_type *type) {
  void *object = la_object_test(L, arg, type);
  if (object == NULL) la_fail(L, arg, "%s expected, got %s", type->name, la_show(L, arg));
  return object;
}
