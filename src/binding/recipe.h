/*
** Recipes of influence maps: their words, as tables, and what they forbid.
*/
#ifndef ASTAR_BINDING_RECIPE_H
#define ASTAR_BINDING_RECIPE_H

#include "child.h"

enum { RECIPE_TERMS_MAX = 8 };

/* By astar_recipe_kind; then NULL. */
extern const char *const la_recipe_kinds[];
/* Are they the same? */
bool la_recipe_equal(const astar_recipe *a, const astar_recipe *b);
/* Pushes a recipe as such a table; NULL: nil. */
void la_recipe_push(lua_State *L, const astar_recipe *recipe);
/* Raises an error if the influence map at argument 1 has a recipe, or one that names it. */
void la_recipe_refuse_change(lua_State *L, const astar_influence *influence);
/* The same if a recipe goes by what the player knows. */
void la_recipe_refuse_player(lua_State *L, const astar_player *player);
void la_recipe_refuse_removal(lua_State *L, const astar_influence *influence);

#endif
