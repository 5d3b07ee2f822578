/*
** What the measuring programs written in C and C++ share: a map with its queries, the check of a
** path cell by cell, a clock, and the report that bench/report.lua reads.
*/
#ifndef BENCH_SCENARIO_H
#define BENCH_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { STRAIGHT = 5741, DIAGONAL = 8119 };   /* 1 : 1.41421…, a convergent of the root of 2 */

typedef struct query {
  int x, y, goal_x, goal_y;
  double optimum;                   /* in straight steps over open ground */
} query;

typedef struct scenario {
  bool weighted;
  int width, height;
  uint8_t *cost;                    /* per cell: 0 blocked, else the factor of entering it */
  query *queries;
  int count;
} scenario;

/* DIR/uniform/NAME.map or DIR/weighted/NAME.cost with its .scen; ends the program on an error. */
scenario load_scenario(const char *dir, const char *section, const char *name);

static inline int cost_at(const scenario *s, int x, int y)
{
  bool inside = x >= 0 && x < s->width && y >= 0 && y < s->height;
  return inside ? s->cost[(size_t)y * (size_t)s->width + (size_t)x] : 0;
}

/* The factor of a step between neighbours, without cutting corners; 0: not to be made. */
static inline int step_factor(const scenario *s, int x, int y, int to_x, int to_y)
{
  if (x != to_x && y != to_y && (!cost_at(s, to_x, y) || !cost_at(s, x, to_y))) return 0;
  return cost_at(s, to_x, to_y);
}

/* A path being walked, from the query's start on; an illegal step makes its length infinite. */
typedef struct walk { const scenario *scenario; int x, y; double length; } walk;

walk walk_from(const scenario *s, const query *q);
void walk_to(walk *w, int x, int y);
/* The length walked; infinite when the path did not end at the goal. */
double walk_end(const walk *w, const query *q);

/*
** Time the processor spent on what lies between the two calls: by the wall clock, unless the
** process was taken off the processor meanwhile; then by its own, coarser one.
*/
typedef struct stopwatch { double wall, cpu; } stopwatch;

stopwatch watch_start(void);
double watch_us(const stopwatch *watch);

/*
** The program's task: answer every query once. Sets what it found; `length` is walked only when
** `check` is set, outside of the time taken.
*/
typedef struct answer { double us, length; long expanded; } answer;   /* expanded -1: not known */
typedef answer (*answer_fn)(void *self, const query *q, bool check);

/*
** Runs all queries, first to check the lengths and to get warm, then `passes` times, and prints a
** line per query: the median time in microseconds, the length, the number of expanded nodes.
** After `seconds` no further query is begun; the lines end there.
*/
void run_scenario(const scenario *s, int passes, double seconds, answer_fn answer, void *self);

#ifdef __cplusplus
}
#endif

#endif
