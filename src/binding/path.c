/*
** Paths: userdata whose memory is the core's path. Its keep is the map's store.
*/
#include "path.h"

#include <stddef.h>
#include <string.h>

#include "result.h"

/* ---- making and checking ------------------------------------------------------------------- */

/* Its keep is that of the map, which stands at index 1 if it was asked. */
void *la_path_new(lua_State *L, const la_map *map, unsigned epoch, size_t size) {
  if (lua_touserdata(L, 1) == map) {
    la_getkeep(L, 1);
  } else {
    la_push_slot(L, 1, STORE_MAP);
    la_getkeep(L, -1);
    lua_remove(L, -2);
  }
  void *memory = la_object_new(L, &la_path_type, size);
  if (map->epoch != epoch) return NULL;
  lua_insert(L, -2);
  la_setkeep(L, -2);
  return memory;
}

bool la_path_push(lua_State *L, const la_map *map, unsigned epoch, const astar_search *search,
                  int32_t number) {
  void *memory = la_path_new(L, map, epoch, astar_search_path_size(search, number));
  if (memory != NULL) astar_search_path(search, number, memory);
  return memory != NULL;
}

const astar_path *la_path_self(lua_State *L) {
  return la_object_check(L, 1, &la_path_type);
}

/* The map of the path at `index`, which may be closed by now. */
static la_map *path_map_of(lua_State *L, int index) {
  la_push_slot(L, index, STORE_MAP);
  la_map *map = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return map;
}

la_map *la_path_map(lua_State *L) {
  la_map *map = path_map_of(L, 1);
  if (map->map == NULL) la_blame_error(L, "map is closed");
  return map;
}

const astar_path *la_path_check(la_value value, const la_map *map) {
  const astar_path *path = la_object_test(value.L, value.index, &la_path_type);
  if (path == NULL) la_reject(value, "is not a path");
  if (path_map_of(value.L, value.index) != map)
    la_fail(value.L, value.arg, "the path is of another map");
  return path;
}

/* ---- cells --------------------------------------------------------------------------------- */

LA_GETTER(path_len, lua_pushinteger, astar_path_length(la_path_self(L)))

/* path:cell(i) -> x, y; -1 is the last one */
static int path_cell(lua_State *L) {
  const astar_path *path = la_path_self(L);
  la_value value = la_arg(L, 2, "index");
  int32_t length = astar_path_length(path);
  int32_t index = (int32_t)la_integer(value, -length, length);
  if (index == 0) la_reject(value, "is out of range, 1 to %d or -%d to -1", (int)length,
                            (int)length);
  return la_push_cell(L, astar_path_cell(path, index > 0 ? index - 1 : length + index));
}

/* Upvalues: the path, and the index of the cell, or corner, before. Returns x, y, index. */
static int path_next(lua_State *L, int32_t (*count)(const astar_path *path),
                     astar_cell (*get)(const astar_path *path, int32_t index)) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const astar_path *path = la_path_self(L);
  int32_t index = (int32_t)lua_tointeger(L, lua_upvalueindex(2));
  if (index == count(path)) return la_push_nil(L);
  la_push_cell(L, get(path, index));
  lua_pushinteger(L, index + 1);
  lua_pushvalue(L, -1);
  lua_replace(L, lua_upvalueindex(2));
  return 3;
}

static int path_next_cell(lua_State *L) {
  return path_next(L, astar_path_length, astar_path_cell);
}

static int path_next_corner(lua_State *L) {
  return path_next(L, astar_path_corners, astar_path_corner);
}

static int path_iterate(lua_State *L, lua_CFunction next) {
  la_path_self(L);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next, 2);
  return 1;
}

static int path_cells(lua_State *L) {
  return path_iterate(L, path_next_cell);
}

static int path_corners(lua_State *L) {
  return path_iterate(L, path_next_corner);
}

/* path:point(distance) -> wx, wy */
static int path_point(lua_State *L) {
  double wx, wy;
  const astar_path *path = la_path_self(L);
  double distance = la_number(la_arg(L, 2, "distance"), 0, 1e300);
  astar_path_point(la_path_map(L)->map, path, distance, &wx, &wy);
  lua_pushnumber(L, wx);
  lua_pushnumber(L, wy);
  return 2;
}

/* ---- explaining ---------------------------------------------------------------------------- */

/* What each layer adds to the cost of a step, beside influence maps: under which name, and where a
** step has it. Those that are mostly 0 are left out where they are. */
typedef struct Layer {
  const char *name;
  size_t place;
  bool is_rare;
} Layer;

static const Layer layers[] = {
  { "terrain", offsetof(astar_step_cost, terrain), false },
  { "height", offsetof(astar_step_cost, height), true },
  { "current", offsetof(astar_step_cost, current), true },
  { "link", offsetof(astar_step_cost, link), true },
  { "claims", offsetof(astar_step_cost, claims), false },
  { "extra", offsetof(astar_step_cost, extra), false },
  { "floor", offsetof(astar_step_cost, floor), false },
  { "turn", offsetof(astar_step_cost, turn), true },
  { "traffic", offsetof(astar_step_cost, traffic), true },
  { "changed", offsetof(astar_step_cost, changed), true },
};

enum { PATH_LAYERS = sizeof layers / sizeof *layers };

static int32_t layer_part(const astar_step_cost *step, int layer) {
  return *(const int32_t *)((const char *)step + layers[layer].place);
}

static bool is_fixed_key(const char *name) {
  for (int i = 0; i < PATH_LAYERS; i++)
    if (strcmp(layers[i].name, name) == 0) return true;
  return strcmp(name, "x") == 0 || strcmp(name, "y") == 0;
}

static void set_influence(lua_State *L, const char *name, lua_Integer value) {
  if (is_fixed_key(name)) lua_pushfstring(L, "influence.%s", name);
  else lua_pushstring(L, name);
  lua_pushinteger(L, value);
  lua_rawset(L, -3);
}

/* `influences` has room for a number per influence map. */
static void push_step(lua_State *L, const astar_path *path, int32_t index, int32_t *influences) {
  int32_t count = astar_path_influences(path);
  astar_cell cell = astar_path_cell(path, index);
  astar_step_cost step = astar_path_explain(path, index, influences);
  lua_createtable(L, 0, 7 + count);
  la_set_cell(L, "x", "y", cell);
  for (int i = 0; i < PATH_LAYERS; i++) {
    int32_t part = layer_part(&step, i);
    if (part != 0 || !layers[i].is_rare) la_set_integer(L, layers[i].name, part);
  }
  for (int32_t i = 0; i < count; i++)
    set_influence(L, astar_path_influence(path, i), influences[i]);
}

static int path_explain(lua_State *L) {
  const astar_path *path = la_path_self(L);
  int32_t length = astar_path_length(path);
  if (!astar_path_explained(path)) {
    lua_pushnil(L);
    lua_pushliteral(L, "not explained");
    return 2;
  }
  size_t count = (size_t)astar_path_influences(path);
  int32_t *influences = lua_newuserdata(L, (count + 1) * sizeof *influences);
  lua_createtable(L, length - 1, 0);
  for (int32_t i = 1; i < length; i++) {
    push_step(L, path, i, influences);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

/* ---- what it pays in all --------------------------------------------------------------------- */

/* What one layer contributes to all steps together. */
typedef struct Sum {
  lua_Integer amount;
  bool is_paid;                     /* it contributes to a step */
} Sum;

static void sum_add(Sum *sum, int32_t amount) {
  sum->amount += amount;
  if (amount != 0) sum->is_paid = true;
}

/* The influence maps come behind the layers. */
static void sum_add_step(Sum *sums, const astar_path *path, int32_t index, int32_t *influences) {
  astar_step_cost step = astar_path_explain(path, index, influences);
  for (int i = 0; i < PATH_LAYERS; i++) sum_add(&sums[i], layer_part(&step, i));
  for (int32_t i = 0; i < astar_path_influences(path); i++)
    sum_add(&sums[PATH_LAYERS + i], influences[i]);
}

static void push_sums(lua_State *L, const Sum *sums, const astar_path *path) {
  lua_newtable(L);
  for (int i = 0; i < PATH_LAYERS; i++)
    if (sums[i].is_paid) la_set_integer(L, layers[i].name, sums[i].amount);
  for (int32_t i = 0; i < astar_path_influences(path); i++)
    if (sums[PATH_LAYERS + i].is_paid)
      set_influence(L, astar_path_influence(path, i), sums[PATH_LAYERS + i].amount);
}

/* path:_bill() -> { [name] = sum }: what each layer contributes, under the names of path:explain;
** of one that is not explained: {}. */
static int path_bill(lua_State *L) {
  const astar_path *path = la_path_self(L);
  size_t count = (size_t)astar_path_influences(path), size = (PATH_LAYERS + count) * sizeof(Sum);
  Sum *sums = memset(la_newuserdata(L, size), 0, size);
  int32_t *influences = la_newuserdata(L, (count + 1) * sizeof *influences);
  int32_t length = astar_path_explained(path) ? astar_path_length(path) : 0;
  for (int32_t i = 1; i < length; i++) sum_add_step(sums, path, i, influences);
  push_sums(L, sums, path);
  return 1;
}

/* ---- fields -------------------------------------------------------------------------------- */

LA_GETTER(path_cost, lua_pushinteger, (lua_Integer)astar_path_cost(la_path_self(L)))

static const char *status_of(const astar_path *path) {
  return astar_path_status(path) == ASTAR_PARTIAL ? "partial" : "complete";
}

LA_GETTER(path_status, lua_pushstring, status_of(la_path_self(L)))
LA_GETTER(path_expanded, lua_pushinteger, (lua_Integer)astar_path_expanded(la_path_self(L)))

static int path_distance(lua_State *L) {
  const astar_path *path = la_path_self(L);
  lua_pushnumber(L, astar_path_distance(la_path_map(L)->map, path));
  return 1;
}

static int path_tostring(lua_State *L) {
  const astar_path *path = la_path_self(L);
  lua_pushinteger(L, (lua_Integer)astar_path_cost(path));      /* may be beyond an int */
  lua_pushfstring(L, "path (%d cells, cost %s, %s)", (int)astar_path_length(path),
                  lua_tostring(L, -1), status_of(path));
  return 1;
}

size_t la_path_bare_bytes(const astar_path *path) {
  size_t bytes = astar_path_bytes(path), steps = (size_t)astar_path_length(path) - 1;
  size_t step = sizeof(astar_step_cost) + (size_t)astar_path_influences(path) * sizeof(int32_t);
  return astar_path_explained(path) ? bytes - steps * step : bytes;
}

/* path:_bytes() -> its bytes, and those that it would have without an explanation */
static int path_bytes(lua_State *L) {
  const astar_path *path = la_path_self(L);
  lua_pushinteger(L, (lua_Integer)astar_path_bytes(path));
  lua_pushinteger(L, (lua_Integer)la_path_bare_bytes(path));
  return 2;
}

const luaL_Reg la_path_methods[] = {
  { "_bytes", path_bytes }, { "cell", path_cell }, { "cells", path_cells },
  { "point", path_point }, { "corners", path_corners },
  { "explain", path_explain }, { "_bill", path_bill },
  { "__len", path_len }, { "__tostring", path_tostring },
  { NULL, NULL }
};

const la_field la_path_fields[] = {
  { "cost", path_cost, NULL }, { "status", path_status, NULL },
  { "expanded", path_expanded, NULL }, { "distance", path_distance, NULL },
  { NULL, NULL, NULL }
};

const la_type la_path_type = {
  .name = "path",
  .instead_of_index = "path:cells() iterates over its cells, path:cell(i) gives one of them"
};
