/*
** astar from C: bench DIR SECTION NAME PASSES SECONDS.
*/
#include "astar.h"

#include <stdio.h>
#include <stdlib.h>

#include "scenario.h"

typedef struct subject { const scenario *scenario; astar_map *map; astar_query query; } subject;

static astar_map *make_map(const scenario *s)
{
  astar_map_desc desc = astar_map_default();
  desc.width = s->width;
  desc.height = s->height;
  desc.straight = STRAIGHT;
  desc.diagonal = DIAGONAL;
  astar_status why;
  astar_map *map = astar_map_new(&desc, &why);
  if (!map) abort();
  char name[8];
  for (int factor = 1; factor <= 5; factor++) {
    snprintf(name, sizeof name, "%d", factor);
    astar_terrain_define(map, name, factor * STRAIGHT, false, NULL);
  }
  astar_terrain_define(map, "wall", 0, true, NULL);
  for (int y = 0; y < s->height; y++)
    for (int x = 0; x < s->width; x++) {
      int cost = cost_at(s, x, y);
      astar_set(map, x, y, cost ? cost : 6);
    }
  return map;
}

static double walked(const subject *me, const query *q, const astar_path *path)
{
  walk w = walk_from(me->scenario, q);
  for (int i = 1; i < astar_path_length(path); i++) {
    astar_cell cell = astar_path_cell(path, i);
    walk_to(&w, cell.x, cell.y);
  }
  return walk_end(&w, q);
}

static answer find(void *self, const query *q, bool check)
{
  subject *me = (subject *)self;
  answer a = { 0, 0, 0 };
  astar_path *path = NULL;
  astar_rect goal = { q->goal_x, q->goal_y, 1, 1 };
  stopwatch watch = watch_start();
  astar_status status = astar_path_find(me->map, q->x, q->y, goal, &me->query, &path);
  a.us = watch_us(&watch);
  if (status == ASTAR_OK) {
    a.expanded = astar_path_expanded(path);
    if (check) a.length = walked(me, q, path);
    astar_path_free(me->map, path);
  }
  return a;
}

int main(int argc, char **argv)
{
  if (argc != 6) return 2;
  scenario s = load_scenario(argv[1], argv[2], argv[3]);
  subject me = { &s, make_map(&s), astar_query_default() };
  run_scenario(&s, atoi(argv[4]), atof(argv[5]), find, &me);
  astar_map_free(me.map);
  return 0;
}
