/*
** Makes scenarios for floods: farthest MAP SCEN COUNT prints COUNT queries, each from the start of
** one of the scenario's queries to the cell that is farthest from it, so that an undirected search
** must expand all it can reach. The field after the length is the number of reached cells.
*/
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Dijkstra with a queue for every cost from 0 to the costliest step, used in turn. */
enum { FACTORS = 5, QUEUES = FACTORS * DIAGONAL + 1, NONE = -1 };

typedef struct flood {
  const scenario *s;
  int64_t *distance;                /* NONE: not reached */
  int *next, *previous;             /* links of the queue a cell waits in */
  int first[QUEUES];                /* of each queue */
  int waiting;
} flood;

static void leave(flood *f, int cell) {
  int next = f->next[cell], previous = f->previous[cell];
  if (previous != NONE) f->next[previous] = next;
  else f->first[f->distance[cell] % QUEUES] = next;
  if (next != NONE) f->previous[next] = previous;
  f->waiting--;
}

static void enter(flood *f, int cell, int64_t distance) {
  int *first = &f->first[distance % QUEUES];
  f->distance[cell] = distance;
  f->previous[cell] = NONE;
  f->next[cell] = *first;
  if (*first != NONE) f->previous[*first] = cell;
  *first = cell;
  f->waiting++;
}

static void reach(flood *f, int cell, int64_t distance) {
  int64_t before = f->distance[cell];
  if (before != NONE && before <= distance) return;
  if (before != NONE) leave(f, cell);
  enter(f, cell, distance);
}

static void expand(flood *f, int cell) {
  int x = cell % f->s->width, y = cell / f->s->width;
  leave(f, cell);
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int factor = dx || dy ? step_factor(f->s, x, y, x + dx, y + dy) : 0;
      int step = dx && dy ? DIAGONAL : STRAIGHT;
      if (factor) reach(f, cell + dy * f->s->width + dx, f->distance[cell] + factor * step);
    }
}

/* Returns the last cell to be reached; *count: how many there were. */
static int run(flood *f, int start, int *count) {
  size_t cells = (size_t)f->s->width * (size_t)f->s->height;
  memset(f->distance, 0xff, cells * sizeof *f->distance);
  memset(f->first, 0xff, sizeof f->first);
  f->waiting = 0;
  enter(f, start, 0);
  int last = start;
  *count = 0;
  for (int64_t now = 0; f->waiting; now++)
    for (int cell; (cell = f->first[now % QUEUES]) != NONE; ++*count) expand(f, last = cell);
  return last;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  scenario s = scenario_load(argv[1], argv[2]);
  size_t cells = (size_t)s.width * (size_t)s.height;
  flood *f = scenario_alloc(1, sizeof *f);
  f->s = &s;
  f->distance = scenario_alloc(cells, sizeof *f->distance);
  f->next = scenario_alloc(cells, sizeof *f->next);
  f->previous = scenario_alloc(cells, sizeof *f->previous);
  int wanted = atoi(argv[3]);
  puts("version 1");
  for (int i = 0; i < wanted && i < s.count; i++) {
    const query *q = &s.queries[i];
    int count, last = run(f, q->y * s.width + q->x, &count);
    printf("0\tflood\t%d\t%d\t%d\t%d\t%d\t%d\t%.8f\t%d\n", s.width, s.height, q->x, q->y,
           last % s.width, last / s.width, (double)f->distance[last] / STRAIGHT, count);
  }
  free(f->distance);
  free(f->next);
  free(f->previous);
  free(f);
  scenario_free(&s);
  return 0;
}
