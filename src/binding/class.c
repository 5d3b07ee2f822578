/*
** Movement classes.
*/
#include "child.h"

#include <string.h>

#include "hex.h"
#include "keys.h"
#include "result.h"
#include "terrain.h"

static const char *const diagonal_rules[] = {   /* in the order of astar_diagonal_rule */
  "no_obstacles", "at_most_one_obstacle", "always", "never", NULL
};

/* A class being read from its table. */
typedef struct ClassDraft {
  int owner;                        /* where the map stands on the stack */
  int32_t costs[ASTAR_MAX_TERRAINS + 1];
  const astar_map *map;
  astar_class_desc desc;
} ClassDraft;

/* ---- reading ------------------------------------------------------------------------------- */

static void read_diagonal(la_value value, void *target) {
  ClassDraft *draft = target;
  if (la_has_hexagons(draft->map)) la_reject(value, "is for square grids");
  draft->desc.diagonal = (astar_diagonal_rule)la_choice(value, diagonal_rules);
}

/* A terrain's name at index -2, its cost at -1. */
static void class_read_terrain(la_value table, void *target) {
  lua_State *L = table.L;
  ClassDraft *draft = target;
  la_value name = { L, table.arg, lua_gettop(L) - 1, "terrain" };
  int32_t id = la_terrain(name, draft->owner);
  la_value cost = { L, table.arg, lua_gettop(L), lua_tostring(L, -2) };
  draft->costs[id] = la_cost(cost);
  if (la_terrain_is_void(draft->map, id) && draft->costs[id] > 0)
    la_reject(cost, "is a cost: nothing can enter what lies between the levels");
}

static void read_costs(la_value value, void *target) {
  lua_State *L = value.L;
  if (!lua_istable(L, value.index)) la_reject(value, "is not a table");
  la_keys_each(value, class_read_terrain, target);
}

static const la_option options[] = {
  { "size", LA_INT(ClassDraft, desc.size, 1, ASTAR_MAX_SIZE) },
  { "diagonal", .read = read_diagonal }, { "unknown", LA_COST(ClassDraft, desc.unknown) },
  { "costs", .read = read_costs },
  { "climb", LA_INT(ClassDraft, desc.climb, -ASTAR_MAX_COST, ASTAR_MAX_COST) },
  { "descend", LA_INT(ClassDraft, desc.descend, -ASTAR_MAX_COST, ASTAR_MAX_COST) },
  { "drift", LA_RATIO(ClassDraft, desc.drift, 0, 64) }, { .name = NULL }
};

/* The option the string at index -2 names; NULL where it may be a terrain. */
static const la_option *class_find_option(lua_State *L) {
  if (lua_type(L, -2) != LUA_TSTRING) return NULL;
  for (const la_option *option = options; option->name != NULL; option++)
    if (strcmp(option->name, lua_tostring(L, -2)) == 0) return option;
  return NULL;
}

/* Neither an option nor a terrain: the nearest of both. */
static void class_reject_key(la_value table, const astar_map *map) {
  la_nearest nearest = { "", "", 0 };
  if (lua_type(table.L, -2) == LUA_TSTRING) nearest.word = lua_tostring(table.L, -2);
  for (int32_t id = 1; id <= astar_terrain_count(map); id++)
    if (strcmp(nearest.word, astar_terrain_name(map, id)) == 0) return;
  for (int i = 0; options[i].name != NULL; i++) la_nearest_try(&nearest, options[i].name);
  for (int32_t id = 1; id <= astar_terrain_count(map); id++)
    la_nearest_try(&nearest, astar_terrain_name(map, id));
  const char *shown = la_show(table.L, -2);
  la_fail(table.L, table.arg, "class: unknown key %s%s", shown,
          la_nearest_hint(table.L, &nearest));
}

static void read_entry(la_value table, void *target) {
  ClassDraft *draft = target;
  const la_option *option = class_find_option(table.L);
  la_value value = { table.L, table.arg, lua_gettop(table.L), NULL };
  if (option == NULL) {
    class_reject_key(table, draft->map);
    class_read_terrain(table, draft);
  } else {
    value.name = option->name;
    la_option_read(option, value, draft);
  }
}

static void class_read_class(la_value table, ClassDraft *draft, const astar_map *map) {
  lua_State *L = table.L;
  draft->desc = astar_class_default();
  for (int i = 0; i <= ASTAR_MAX_TERRAINS; i++) draft->costs[i] = ASTAR_TERRAIN_DEFAULT;
  if (lua_isnoneornil(L, table.index)) return;
  if (!lua_istable(L, table.index)) la_reject(table, "is not a table");
  draft->map = map;
  la_keys_each(table, read_entry, draft);
  draft->desc.costs = draft->costs;
  draft->desc.cost_count = astar_terrain_count(map) + 1;
}

static void check_costs(lua_State *L, const ClassDraft *draft, const astar_map *map) {
  la_cost_check(L, 2, map, "unknown", draft->desc.unknown);
  for (int32_t id = 1; id < draft->desc.cost_count; id++)
    la_cost_check(L, 2, map, astar_terrain_name(map, id), draft->costs[id]);
}

/* ---- making -------------------------------------------------------------------------------- */

static int class_too_much(lua_State *L) {
  return la_fail(L, 2, "a class has at most 255 different costs, and heights and currents change "
                 "the cost of a step by %d at most", ASTAR_MAX_PENALTY);
}

static int map_class(lua_State *L) {
  ClassDraft draft;
  astar_status why = ASTAR_OK;
  la_map *map = la_map_edit(L, 1);
  draft.owner = 1;
  lua_settop(L, 2);
  class_read_class(la_arg(L, 2, "class"), &draft, map->map);
  check_costs(L, &draft, map->map);
  la_child *child = la_child_new(L, 1, &la_class_type);
  la_map_edit(L, 1);
  astar_class *cls = astar_class_new(map->map, &draft.desc, &why);
  if (cls == NULL) {
    la_child_forget(L, 1, child);
    if (why == ASTAR_LIMIT) class_too_much(L);
    la_status_check(L, why);
  }
  la_child_open(child, cls);
  return 1;
}

static int map_classes(lua_State *L) {
  return la_child_iterate(L, &la_class_type);
}

const luaL_Reg la_class_map_methods[] = {
  { "class", map_class }, { "classes", map_classes }, { NULL, NULL }
};

/* ---- the object ---------------------------------------------------------------------------- */

static astar_class *check_class(lua_State *L) {
  return la_child_check(L, 1, &la_class_type)->object;
}

LA_GETTER(class_size, lua_pushinteger, astar_class_size(check_class(L)))
LA_GETTER(class_climb, lua_pushinteger, astar_class_climb(check_class(L)))
LA_GETTER(class_descend, lua_pushinteger, astar_class_descend(check_class(L)))
LA_GETTER(class_drift, lua_pushnumber, (lua_Number)astar_class_drift(check_class(L)) / ASTAR_ONE)

/* class:cost(terrain) -> cost | false */
static int class_cost(lua_State *L) {
  astar_class *cls = check_class(L);
  la_push_slot(L, 1, STORE_MAP);
  int32_t cost = astar_class_cost(cls, la_terrain(la_arg(L, 2, "terrain"), lua_gettop(L)));
  if (cost > 0) lua_pushinteger(L, cost);
  else lua_pushboolean(L, 0);
  return 1;
}

static void class_describe(lua_State *L, const void *object) {
  lua_pushfstring(L, "size %d", (int)astar_class_size(object));
}

const luaL_Reg la_class_methods[] = {
  { "cost", class_cost },
  { "__tostring", la_child_tostring },
  { NULL, NULL }
};

const la_field la_class_fields[] = {
  { "size", class_size, NULL }, { "climb", class_climb, NULL },
  { "descend", class_descend, NULL }, { "drift", class_drift, NULL }, { NULL, NULL, NULL }
};

const la_type la_class_type = { .name = "class", .describe = class_describe };
