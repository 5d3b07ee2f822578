/*
** For tests of questions that only terrain decides, such as regions and clearance: a random world
** (world.h) and the ground of one class in it, as it is or as a player knows it.
*/
#ifndef LAND_H
#define LAND_H

#include "world.h"

typedef struct Land {
  World world;
  Question question;                /* of a class and a player; no layers */
  Ground ground;
  astar_map *map;                   /* the world's */
} Land;

/* After a change of the map. */
static inline void land_look(Land *land) {
  Traces none = { NULL, NULL, NULL };
  ground_free(&land->ground);
  land->ground = ground_of(&land->world, &land->question, &none, BY_TERRAIN, NULL);
}

/* Up to `most` cells wide and high. It must stay where it is: the question points into it. Players
** know of no links. */
static inline void land_begin(Land *land, int32_t most, int32_t largest) {
  Wish wish = { .most = most, .links = 40, .largest = largest };
  *land = (Land){ .world = world_new(&wish) };
  Question *question = &land->question;
  *question = (Question){ .query = astar_query_default(), .player = -1 };
  question->walker = &land->world.walkers[random_below(land->world.walker_count)];
  question->query.cls = question->walker->object;
  if (land->world.link_count == 0 && chance(40)) question->player = random_below(PLAYERS);
  if (question->player >= 0) question->query.player = land->world.players[question->player];
  land->map = land->world.map;
  land_look(land);
}

static inline void land_edit(Land *land) {
  for (int32_t i = between(1, 6); i > 0; i--) edit_terrain(&land->world);
  edit_link(&land->world);
  if (land->question.player >= 0 && chance(50)) let_see(&land->world, land->question.player);
  land_look(land);
}

static inline void land_free(Land *land) {
  ground_free(&land->ground);
  world_free(&land->world);
}

static inline astar_query land_query(const Land *land) {
  return land->question.query;
}

/* The square of the distance to the nearest cell that is not open, or outside the map. */
static inline uint32_t defined_clearance(const Ground *ground, int32_t x, int32_t y) {
  uint32_t least = UINT32_MAX;
  for (int32_t to_y = -1; to_y <= ground->height; to_y++)
    for (int32_t to_x = -1; to_x <= ground->width; to_x++) {
      uint32_t square = (uint32_t)((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y));
      if (!ground_open(ground, to_x, to_y) && square < least) least = square;
    }
  return least;
}

#endif
