/*
** astar, called from C: astar-c MAP SCEN SECTION PASSES SECONDS.
*/
#include "astar.h"
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

typedef struct subject { const scenario *scenario; astar_map *map; astar_query query; } subject;

/* The terrain of factor f has the id f + 1. */
static void define_terrains(astar_map *map) {
  astar_terrain_define(map, "wall", 0, true, NULL);
  for (int factor = 1; factor <= 5; factor++) {
    char name[] = { (char)('0' + factor), 0 };
    astar_terrain_define(map, name, factor * STRAIGHT, false, NULL);
  }
}

static astar_map *make_map(const scenario *s) {
  astar_map_desc desc = astar_map_default();
  desc.width = s->width;
  desc.height = s->height;
  desc.straight = STRAIGHT;
  desc.diagonal = DIAGONAL;
  astar_status why;
  astar_map *map = astar_map_new(&desc, &why);
  if (!map) exit(2);
  define_terrains(map);
  size_t cells = (size_t)s->width * (size_t)s->height;
  uint8_t *ids = scenario_alloc(cells, 1);
  for (size_t i = 0; i < cells; i++) ids[i] = (uint8_t)(s->cost[i] + 1);
  if (astar_map_paint(map, (astar_rect){ 0, 0, s->width, s->height }, ids)) exit(2);
  free(ids);
  return map;
}

static double walked(const subject *me, const query *q, const astar_path *path) {
  walk w = walk_from(me->scenario, q);
  for (int i = 1; i < astar_path_length(path); i++) {
    astar_cell cell = astar_path_cell(path, i);
    walk_to(&w, cell.x, cell.y);
  }
  return walk_end(&w, q);
}

static answer find(void *self, const query *q, bool check) {
  subject *me = self;
  answer a = {0};
  astar_status why;
  astar_rect goal = { q->goal_x, q->goal_y, 1, 1 };
  stopwatch watch = stopwatch_start();
  astar_path *path = astar_path_find(me->map, q->x, q->y, goal, &me->query, &why);
  a.us = stopwatch_us(&watch);
  if (path == NULL) return a;
  a.expanded = astar_path_expanded(path);
  a.claimed = (double)astar_path_cost(path) / STRAIGHT;
  if (check) a.length = walked(me, q, path);
  astar_path_free(me->map, path);
  return a;
}

int main(int argc, char **argv) {
  task t = task_read(argc, argv);
  subject me = { &t.scenario, make_map(&t.scenario), astar_query_default() };
  if (task_floods(&t)) me.query.heuristic = ASTAR_NO_HEURISTIC;
  astar_preparation what = { .query = &me.query, .landmarks = true, .threads = 1 };
  if (strcmp(t.section, "prepared") == 0) astar_map_prepare(me.map, &what);
  task_run(&t, find, &me);
  astar_map_free(me.map);
  scenario_free(&t.scenario);
  return 0;
}
