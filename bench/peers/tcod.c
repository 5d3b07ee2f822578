/*
** libtcod's A* with a callback that does not cut corners: tcod DIR SECTION NAME PASSES SECONDS.
*/
#include <libtcod/path.h>
#include <stdlib.h>

#include "../scenario.h"

typedef struct tcod { const scenario *scenario; TCOD_path_t path; } tcod;

/* libtcod multiplies what this returns by the diagonal's length itself; 0: not to be entered. */
static float step_cost(int x, int y, int to_x, int to_y, void *user)
{
  return (float)step_factor((const scenario *)user, x, y, to_x, to_y);
}

static double walked(const tcod *peer, const query *q)
{
  walk w = walk_from(peer->scenario, q);
  for (int i = 0; i < TCOD_path_size(peer->path); i++) {
    int x, y;
    TCOD_path_get(peer->path, i, &x, &y);
    walk_to(&w, x, y);
  }
  return walk_end(&w, q);
}

static answer find(void *self, const query *q, bool check)
{
  tcod *peer = (tcod *)self;
  answer a = { 0, 0, -1 };
  stopwatch watch = watch_start();
  TCOD_path_compute(peer->path, q->x, q->y, q->goal_x, q->goal_y);
  a.us = watch_us(&watch);
  if (check) a.length = walked(peer, q);
  return a;
}

int main(int argc, char **argv)
{
  if (argc != 6) return 2;
  scenario s = load_scenario(argv[1], argv[2], argv[3]);
  tcod peer = { &s, TCOD_path_new_using_function(s.width, s.height, step_cost, &s, 1.41421356f) };
  run_scenario(&s, atoi(argv[4]), atof(argv[5]), find, &peer);
  return 0;
}
