/*
** libtcod's A* (its Dijkstra for floods), with a callback that does not cut corners:
** tcod MAP SCEN SECTION PASSES SECONDS.
*/
#include <libtcod/path.h>

#include "../scenario.h"

typedef struct peer {
  const scenario *scenario;
  TCOD_path_t path;
  TCOD_dijkstra_t field;
} peer;

/* libtcod multiplies what this returns by the diagonal's length itself; 0: not to be entered. */
static float step_cost(int x, int y, int to_x, int to_y, void *user) {
  return (float)step_factor(user, x, y, to_x, to_y);
}

static double walked(const peer *me, const query *q) {
  walk w = walk_from(me->scenario, q);
  for (int i = 0; i < TCOD_path_size(me->path); i++) {
    int x, y;
    TCOD_path_get(me->path, i, &x, &y);
    walk_to(&w, x, y);
  }
  return walk_end(&w, q);
}

static answer find(void *self, const query *q, bool check) {
  peer *me = self;
  answer a = { .expanded = -1 };
  stopwatch watch = stopwatch_start();
  TCOD_path_compute(me->path, q->x, q->y, q->goal_x, q->goal_y);
  a.us = stopwatch_us(&watch);
  if (check) a.length = walked(me, q);
  return a;
}

static answer flood(void *self, const query *q, bool check) {
  peer *me = self;
  answer a = { .expanded = -1 };
  stopwatch watch = stopwatch_start();
  TCOD_dijkstra_compute(me->field, q->x, q->y);
  a.us = stopwatch_us(&watch);
  if (check) a.length = TCOD_dijkstra_get_distance(me->field, q->goal_x, q->goal_y);
  return a;
}

int main(int argc, char **argv) {
  task t = task_read(argc, argv);
  scenario *s = &t.scenario;
  peer me = { s, NULL, NULL };
  if (task_floods(&t))
    me.field = TCOD_dijkstra_new_using_function(s->width, s->height, step_cost, s, 1.41421356f);
  else
    me.path = TCOD_path_new_using_function(s->width, s->height, step_cost, s, 1.41421356f);
  task_run(&t, task_floods(&t) ? flood : find, &me);
  scenario_free(&t.scenario);
  return 0;
}
