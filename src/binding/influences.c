#include "influences.h"

#include "recipe.h"
#include "result.h"

enum { MAX_WEIGHT = 64 };           /* and its negative */
enum { RECIPE_RADIUS_MAX = 32, HALF_LIFE_MAX = 65535 };

/* A recipe that is read: { "sum", "red", { map = "blue", factor = -1 }, plus = 5 }. */
typedef struct la_recipe {
  const la_map *map;
  astar_recipe recipe;              /* its terms are `terms` */
  astar_weighted terms[RECIPE_TERMS_MAX];
} la_recipe;

/* ---- terms --------------------------------------------------------------------------------- */

la_child *la_influence_named(la_value value, const la_map *map) {
  la_nearest nearest = { lua_tostring(value.L, value.index), "", 0 };
  la_child *child = la_child_named(map, &la_influence_type, nearest.word);
  if (child != NULL) return child;
  for (child = map->first; child != NULL; child = child->next)
    if (child->type == &la_influence_type)
      la_nearest_try(&nearest, astar_influence_name(child->object));
  if (nearest.best[0] == 0) la_reject(value, "is no influence of the map, which has none");
  la_reject(value, "is no influence of the map%s", la_nearest_hint(value.L, &nearest));
  return NULL;
}

typedef struct la_term {
  const la_map *map;
  astar_weighted weighted;
} la_term;

/* By name, or the object. */
static void read_map(la_value value, void *target) {
  la_term *term = target;
  bool named = lua_type(value.L, value.index) == LUA_TSTRING;
  la_child *child = named ? la_influence_named(value, term->map)
                          : la_child_of(value, &la_influence_type, term->map);
  term->weighted.influence = child->object;
}

static const la_option term_options[] = {
  { "map", .read = read_map }, { "factor", LA_RATIO(la_term, weighted.weight, -64, 64) },
  { .name = NULL }
};

/* A name, an influence map, or a table { map =, factor = }. */
static void recipe_read_term(la_value value, la_recipe *recipe) {
  la_term term = { recipe->map, { NULL, ASTAR_ONE } };
  if (lua_istable(value.L, value.index)) la_options(value, term_options, &term);
  else read_map(value, &term);
  if (term.weighted.influence == NULL) la_fail(value.L, value.arg, "%s names no map", value.name);
  recipe->terms[recipe->recipe.term_count++] = term.weighted;
}

/* ---- recipes ----------------------------------------------------------------------------- */

static void read_greatest(la_value value, void *target) {
  astar_recipe *recipe = &((la_recipe *)target)->recipe;
  recipe->greatest = (int32_t)la_integer(value, recipe->least, ASTAR_MAX_COST);
}

static void read_scale(la_value value, void *target) {
  astar_recipe *recipe = &((la_recipe *)target)->recipe;
  if (recipe->kind != ASTAR_RECIPE_PRODUCT) la_reject(value, "is for a product only");
  recipe->scale = (int32_t)la_integer(value, 1, ASTAR_MAX_COST);
}

static bool recipe_has_radius(astar_recipe_kind kind) {
  return kind == ASTAR_RECIPE_NEAR || kind == ASTAR_RECIPE_FLOW;
}

static void recipe_read_radius(la_value value, void *target) {
  astar_recipe *recipe = &((la_recipe *)target)->recipe;
  const char *kind = la_recipe_kinds[recipe->kind];
  if (!recipe_has_radius(recipe->kind)) la_reject(value, "is not for '%s'", kind);
  recipe->radius = (int32_t)la_integer(value, 1, RECIPE_RADIUS_MAX);
}

static void read_half_life(la_value value, void *target) {
  astar_recipe *recipe = &((la_recipe *)target)->recipe;
  const char *kind = la_recipe_kinds[recipe->kind];
  if (recipe->kind != ASTAR_RECIPE_HISTORY) la_reject(value, "is not for '%s'", kind);
  recipe->half_life = (int32_t)la_integer(value, 1, HALF_LIFE_MAX);
}

static void refuse_unless_flow(la_value value, const la_recipe *recipe) {
  if (recipe->recipe.kind == ASTAR_RECIPE_FLOW) return;
  la_fail(value.L, value.arg, "recipe: '%s' is not for '%s'", value.name,
          la_recipe_kinds[recipe->recipe.kind]);
}

static void recipe_read_class(la_value value, void *target) {
  la_recipe *recipe = target;
  refuse_unless_flow(value, recipe);
  recipe->recipe.cls = la_child_of(value, &la_class_type, recipe->map)->object;
}

static void recipe_read_player(la_value value, void *target) {
  la_recipe *recipe = target;
  refuse_unless_flow(value, recipe);
  recipe->recipe.player = la_child_of(value, &la_player_type, recipe->map)->object;
}

static const la_option recipe_options[] = {
  { "plus", LA_INT(la_recipe, recipe.plus, -ASTAR_MAX_COST, ASTAR_MAX_COST) },
  { "min", LA_INT(la_recipe, recipe.least, -ASTAR_MAX_COST, ASTAR_MAX_COST) },
  { "max", .read = read_greatest }, { "scale", .read = read_scale },
  { "radius", .read = recipe_read_radius }, { "half_life", .read = read_half_life },
  { "class", .read = recipe_read_class }, { "player", .read = recipe_read_player },
  { .name = NULL }
};

static void read_terms(la_value table, la_recipe *recipe, int count) {
  lua_State *L = table.L;
  char name[24] = "recipe[0]";
  for (int i = 2; i <= count; i++) {
    lua_rawgeti(L, table.index, i);
    name[7] = (char)('0' + i);
    recipe_read_term((la_value){ L, table.arg, lua_gettop(L), name }, recipe);
    lua_pop(L, 1);
  }
}

static bool recipe_is_of_one(astar_recipe_kind kind) {
  return kind >= ASTAR_RECIPE_SLOPE;
}

/* Nothing is allocated. */
static void recipe_read(la_value value, la_recipe *recipe) {
  lua_State *L = value.L;
  if (!lua_istable(L, value.index)) la_reject(value, "is not a table");
  int count = (int)la_rawlen(L, value.index), top = lua_gettop(L);
  lua_rawgeti(L, value.index, 1);
  la_value kind = { L, value.arg, lua_gettop(L), "recipe[1]" };
  recipe->recipe = astar_recipe_default((astar_recipe_kind)la_choice(kind, la_recipe_kinds));
  recipe->recipe.terms = recipe->terms;
  bool one = recipe_is_of_one(recipe->recipe.kind);
  if (count - 1 > RECIPE_TERMS_MAX)
    la_fail(L, value.arg, "recipe: it has %d terms, %d at most", count - 1, RECIPE_TERMS_MAX);
  if (count < 2 || (one && count > 2))
    la_fail(L, value.arg, "recipe: '%s' takes %s", la_recipe_kinds[recipe->recipe.kind],
            one ? "one influence map" : "one influence map or more");
  la_value table = { L, value.arg, value.index, "recipe" };
  la_options_beside(table, count, recipe_options, recipe);
  if (recipe_has_radius(recipe->recipe.kind) && recipe->recipe.radius == 0)
    la_fail(L, value.arg, "recipe: '%s' needs a radius", la_recipe_kinds[recipe->recipe.kind]);
  if (recipe->recipe.kind == ASTAR_RECIPE_HISTORY && recipe->recipe.half_life == 0)
    la_fail(L, value.arg, "recipe: 'history' needs a half_life");
  read_terms(value, recipe, count);
  lua_settop(L, top);
}

/* ---- making -------------------------------------------------------------------------------- */

typedef struct InfluenceOptions {
  int32_t weight;
  bool has_recipe;
  la_recipe recipe;
} InfluenceOptions;

static void influence_read_recipe(la_value value, void *target) {
  InfluenceOptions *given = target;
  given->has_recipe = true;
  recipe_read(value, &given->recipe);
}

enum { NO_WEIGHT = INT32_MIN };

/* The options at index 3. */
static void influence_read(lua_State *L, const la_map *map, InfluenceOptions *given) {
  static const la_option options[] = {
    { "weight", LA_RATIO(InfluenceOptions, weight, -MAX_WEIGHT, MAX_WEIGHT) },
    { "recipe", .read = influence_read_recipe }, { .name = NULL }
  };
  given->weight = NO_WEIGHT;
  given->has_recipe = false;
  given->recipe.map = map;
  if (!lua_isnoneornil(L, 3)) la_options(la_arg(L, 3, "influence"), options, given);
}

static int influence_push_old(lua_State *L, const la_child *child) {
  InfluenceOptions given;
  int32_t weight = astar_influence_weight(child->object);
  const astar_recipe *recipe = astar_influence_recipe(child->object);
  influence_read(L, child->map, &given);
  if (given.weight != NO_WEIGHT && given.weight != weight)
    la_fail(L, 3, "the influence '%s' has another weight already", lua_tostring(L, 2));
  if (given.has_recipe && recipe == NULL)
    la_fail(L, 3, "the influence '%s' is there already, without a recipe", lua_tostring(L, 2));
  if (given.has_recipe && !la_recipe_equal(&given.recipe.recipe, recipe))
    la_fail(L, 3, "the influence '%s' has another recipe already", lua_tostring(L, 2));
  la_child_push(L, 1, child);
  return 1;
}

/* map:influence(name [, { weight = 1, or 0 with a recipe; recipe = nil }]) */
static int map_influence(lua_State *L) {
  InfluenceOptions given;
  astar_status why = ASTAR_OK;
  lua_settop(L, 3);
  la_map *map = la_map_check(L, 1);
  const char *name = la_name(la_arg(L, 2, "name"));
  la_child *child = la_child_named(map, &la_influence_type, name);
  if (child != NULL) return influence_push_old(L, child);
  la_unlocked(L, map);
  influence_read(L, map, &given);
  child = la_child_new(L, 1, &la_influence_type);
  la_map_edit(L, 1);
  /* The collector may have run, and removed what was read. To read allocates nothing. */
  if (given.has_recipe) influence_read(L, map, &given);
  if (given.weight == NO_WEIGHT) given.weight = given.has_recipe ? 0 : ASTAR_ONE;
  lua_settop(L, 4);
  astar_influence *influence =
    given.has_recipe
      ? astar_influence_derive(map->map, name, given.weight, &given.recipe.recipe, &why)
      : astar_influence_new(map->map, name, given.weight, &why);
  if (influence == NULL) {
    la_child_forget(L, 1, child);
    lua_settop(L, 3);
    if (la_child_named(map, &la_influence_type, name) != NULL) return map_influence(L);
    if (why == ASTAR_INVALID) la_fail(L, 3, "recipe: more than 16 would rest on one another");
    la_status_check(L, why);
  }
  la_child_open(child, influence);
  return 1;
}

static int map_influences(lua_State *L) {
  return la_child_iterate(L, &la_influence_type);
}

const luaL_Reg la_influence_map_methods[] = {
  { "influence", map_influence }, { "influences", map_influences }, { NULL, NULL }
};
