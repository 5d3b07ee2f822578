/*
** Recipes: influence maps that are computed from others, and kept up to date by need.
**
** A recipe is plain data that belongs to one influence map for good. The maps that it names, its
** terms, were made before, so no recipe leads back to itself; none of them is removed before it. A
** recipe reads the logs of its terms. Where these have changed, or near it, blocks are *stale*;
** recipe_update computes them again.
**
** Values of an influence map that may have a recipe are read after recipe_update only. A view calls
** it for the maps that its query includes, when it is made and whenever its bounds are looked at:
** both happen between the runs of searches, never while workers of the queue read the values.
** Nothing is allocated then.
*/
#ifndef ASTAR_RECIPE_H
#define ASTAR_RECIPE_H

#include "influence.h"

#define RECIPE_TERMS 8
#define RECIPE_DEPTH 16             /* recipes that rest on one another */
#define RECIPE_RADIUS 32
#define HALF_LIFE_MOST 65535

struct Recipe {
  astar_recipe given;               /* its terms are `terms` */
  astar_weighted terms[RECIPE_TERMS];
  uint64_t seen[RECIPE_TERMS];      /* how far the logs of the terms have been read */
  size_t bytes;                     /* of this block of memory */
  void *work;                       /* another one, of recipes that need it; or NULL */
  size_t work_bytes;
  uint64_t land_seen;               /* of recipes along which one walks: how far the log of terrain,
                                    ** or of the player's knowledge, has been read */
  uint32_t kinds_seen;              /* and the grid's kinds_version */
  uint64_t round;                   /* see map->recipe_rounds */
  int32_t depth;                    /* one more than that of its terms; plain maps have 0 */
  bool any_stale;
  bool was_current;                 /* of use within recipes_validate only */
  astar_rect noted;                 /* around what has become another part of a history since the
                                    ** last round of watched paths; or all, if that was before it */
  uint8_t stale[];                  /* one per block of the influence map */
};

/* Brings the values of an influence map up to date. */
void recipe_update(astar_influence *influence);
/* Finds out what was touched of maps with a recipe, by what they rest on: when their own logs are
** written depends on when they are read. */
void recipes_touch(astar_map *map);
/* A tick ends: what remembers notes the values that there are. */
void recipes_note(astar_map *map);
/* Gives a recipe to an influence map that was just made, and is 0 everywhere.
** INVALID: it is none for this map; NO_MEMORY. */
astar_status recipe_attach(astar_influence *influence, const astar_recipe *recipe);
/* NULL, or what is wrong. */
const char *recipes_validate(astar_map *map);
/* An influence map whose recipe goes by what the player knows, or NULL. */
astar_influence *recipe_of_player(const astar_map *map, const astar_player *player);
uint64_t recipes_hash(const astar_map *map, uint64_t hash);

#endif
