#include "recipe.h"

#include <string.h>

#include "result.h"

const char *const la_recipe_kinds[] = { "sum", "product", "greatest", "least", "tension",
                                       "vulnerability", "slope", "near", "flow", "history", NULL };

bool la_recipe_equal(const astar_recipe *a, const astar_recipe *b) {
  bool same = a->kind == b->kind && a->term_count == b->term_count && a->plus == b->plus &&
              a->least == b->least && a->greatest == b->greatest && a->scale == b->scale &&
              a->radius == b->radius && a->half_life == b->half_life && a->cls == b->cls &&
              a->player == b->player;
  for (int32_t i = 0; same && i < a->term_count; i++)
    same = a->terms[i].influence == b->terms[i].influence &&
           a->terms[i].weight == b->terms[i].weight;
  return same;
}

/* ---- as a table ---------------------------------------------------------------------------- */

static void recipe_put(lua_State *L, const char *name, int32_t value, int32_t usual) {
  if (value != usual) la_set_integer(L, name, value);
}

/* The influence map is at index 1. What is removed meanwhile is left out. */
static void recipe_put_child(lua_State *L, const char *name, const void *object) {
  const la_map *map = ((la_child *)lua_touserdata(L, 1))->map;
  la_child *child = object != NULL ? la_child_for(map, object) : NULL;
  if (child == NULL) return;
  la_child_push(L, 1, child);
  lua_setfield(L, -2, name);
}

/* A copy: while a table is filled, the collector may run, and the influence map be removed. */
typedef struct RecipeCopy {
  astar_recipe recipe;
  int32_t factors[RECIPE_TERMS_MAX];
  char names[RECIPE_TERMS_MAX][ASTAR_NAME_MAX + 1];
} RecipeCopy;

static RecipeCopy recipe_copy(const astar_recipe *recipe) {
  RecipeCopy copy = { .recipe = *recipe };
  for (int32_t i = 0; i < recipe->term_count; i++) {
    copy.factors[i] = recipe->terms[i].weight;
    strcpy(copy.names[i], astar_influence_name(recipe->terms[i].influence));
  }
  return copy;
}

static void push_term(lua_State *L, const RecipeCopy *copy, int32_t number) {
  lua_createtable(L, 0, 2);
  la_push_name(L, copy->names[number]);
  lua_setfield(L, -2, "map");
  lua_pushnumber(L, (lua_Number)copy->factors[number] / ASTAR_ONE);
  lua_setfield(L, -2, "factor");
}

static void push_recipe(lua_State *L, const RecipeCopy *copy) {
  const astar_recipe *recipe = &copy->recipe;
  astar_recipe usual = astar_recipe_default(recipe->kind);
  lua_createtable(L, recipe->term_count + 1, 4);
  lua_pushstring(L, la_recipe_kinds[recipe->kind]);
  lua_rawseti(L, -2, 1);
  for (int32_t i = 0; i < recipe->term_count; i++) {
    push_term(L, copy, i);
    lua_rawseti(L, -2, i + 2);
  }
  recipe_put(L, "plus", recipe->plus, usual.plus);
  recipe_put(L, "min", recipe->least, usual.least);
  recipe_put(L, "max", recipe->greatest, usual.greatest);
  recipe_put(L, "scale", recipe->scale, usual.scale);
  recipe_put(L, "radius", recipe->radius, usual.radius);
  recipe_put(L, "half_life", recipe->half_life, usual.half_life);
  recipe_put_child(L, "class", recipe->cls);
  recipe_put_child(L, "player", recipe->player);
}

void la_recipe_push(lua_State *L, const astar_recipe *recipe) {
  if (recipe == NULL) {
    lua_pushnil(L);
    return;
  }
  RecipeCopy copy = recipe_copy(recipe);
  push_recipe(L, &copy);
}

/* ---- what cannot be ------------------------------------------------------------------------ */

void la_recipe_refuse_change(lua_State *L, const astar_influence *influence) {
  if (astar_influence_recipe(influence) == NULL) return;
  la_blame_error(L, "the influence '%s' has a recipe, which alone says what its values are",
                 astar_influence_name(influence));
}

void la_recipe_refuse_player(lua_State *L, const astar_player *player) {
  const astar_influence *user = astar_player_influence(player);
  if (user == NULL) return;
  la_blame_error(L, "the recipe of the influence '%s' goes by what '%s' knows: remove that one "
                 "first", astar_influence_name(user), astar_player_name(player));
}

void la_recipe_refuse_removal(lua_State *L, const astar_influence *influence) {
  const astar_influence *user = astar_influence_user(influence);
  if (user == NULL) return;
  la_blame_error(L, "the recipe of the influence '%s' names '%s': remove that one first",
                 astar_influence_name(user), astar_influence_name(influence));
}
