/*
** Random maps for terrain analysis: a class of any size and rule, and what a player knows of it.
** Where it can stand is found by the definition, from what the public interface tells.
*/
#ifndef TERRAIN_WORLD_H
#define TERRAIN_WORLD_H

#include "oracle.h"

typedef struct World {
  astar_map *map;
  astar_class *cls;
  astar_player *player;             /* NULL: all is known */
  astar_class_desc desc;            /* of the class */
  Ground ground;                    /* for class and player */
} World;

static inline bool terrain_open(const World *world, int32_t x, int32_t y) {
  if (x >= world->ground.width || y >= world->ground.height) return false;
  int32_t terrain = world->player != NULL ? astar_player_terrain(world->player, x, y)
                                          : astar_map_get(world->map, x, y);
  if (terrain == 0) return world->desc.unknown != 0;
  return terrain == OPEN || terrain == BUSH;
}

static inline bool place_open(const World *world, int32_t x, int32_t y) {
  for (int32_t i = 0; i < world->desc.size * world->desc.size; i++)
    if (!terrain_open(world, x + i % world->desc.size, y + i / world->desc.size)) return false;
  return true;
}

/* After a change of the map. */
static inline void world_look(World *world) {
  Ground *ground = &world->ground;
  for (int32_t cell = 0; cell < ground->width * ground->height; cell++) {
    bool open = place_open(world, cell % ground->width, cell / ground->width);
    ground->places[cell] = (Place){ .open = open };
  }
}

static inline void world_explore(World *world) {
  for (int look = 0; world->player != NULL && look < 4; look++)
    astar_player_see(world->player, random_below(world->ground.width),
                     random_below(world->ground.height), 6, NULL, NULL);
}

static inline World world_new(uint64_t seed, int32_t width, int32_t height, int32_t percent) {
  astar_status why;
  random_seed(seed);
  World world = { .map = random_map(width, height, percent), .desc = astar_class_default() };
  world.desc.size = seed % 5 == 4 ? 2 : 1;
  world.desc.diagonal = (astar_diagonal_rule)(seed % 4);
  world.desc.unknown = seed % 2 ? 0 : -1;
  world.cls = astar_class_new(world.map, &world.desc, &why);
  if (seed % 3 == 2) world.player = new_player(world.map, "red");
  world.ground = ground_new(ASTAR_GRID_SQUARE, width, height);
  world.ground.rule = world.desc.diagonal;
  world_explore(&world);
  world_look(&world);
  return world;
}

static inline void world_edit(World *world) {
  const Ground *ground = &world->ground;
  for (int i = random_below(6); i >= 0; i--)
    astar_map_set(world->map, random_below(ground->width), random_below(ground->height),
                  random_terrain(30));
  if (random_below(3) == 0) world_explore(world);
  world_look(world);
}

static inline void world_free(World *world) {
  ground_free(&world->ground);
  astar_map_free(world->map);
}

static inline astar_query world_query(const World *world) {
  astar_query query = astar_query_default();
  query.cls = world->cls;
  query.player = world->player;
  return query;
}

#endif
