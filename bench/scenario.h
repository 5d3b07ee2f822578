/*
** What the measuring programs written in C and C++ share: a map with its queries, the check of a
** path cell by cell, a stopwatch, and the lines that bench/process.lua reads.
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

/* ---- a map and its queries ----------------------------------------------------------------- */

typedef struct query {
  int x, y, goal_x, goal_y;
  double optimum;                   /* in straight steps over open ground */
} query;

typedef struct scenario {
  int width, height;
  uint8_t *cost;                    /* per cell: 0 blocked, else the factor of entering it */
  query *queries;
  int count;
} scenario;

/* Reads MovingAI's formats, or a .cost file of one byte a cell. Ends the program on an error. */
scenario scenario_load(const char *map_file, const char *scen_file);
/* A map of MovingAI's alone, without queries. */
scenario scenario_load_map(const char *map_file);
void scenario_free(scenario *s);

/* Allocates zeroed memory, or ends the program. */
void *scenario_alloc(size_t count, size_t size);

static inline size_t cell_at(const scenario *s, int x, int y) {
  return (size_t)y * (size_t)s->width + (size_t)x;
}

static inline int cost_at(const scenario *s, int x, int y) {
  return x >= 0 && x < s->width && y >= 0 && y < s->height ? s->cost[cell_at(s, x, y)] : 0;
}

/* The factor of a step between neighbours, without cutting corners; 0: not to be made. */
static inline int step_factor(const scenario *s, int x, int y, int to_x, int to_y) {
  if (x != to_x && y != to_y && (!cost_at(s, to_x, y) || !cost_at(s, x, to_y))) return 0;
  return cost_at(s, to_x, to_y);
}

/* ---- walking a path ------------------------------------------------------------------------ */

/* From the query's start on; a step that cannot be made makes the length infinite. */
typedef struct walk { const scenario *scenario; int x, y; double length; } walk;

walk walk_from(const scenario *s, const query *q);
void walk_to(walk *w, int x, int y);
/* The length walked; infinite when the path did not end at the goal. */
double walk_end(const walk *w, const query *q);

/* ---- measuring ----------------------------------------------------------------------------- */

/*
** The time the processor spent between start and stop: by the wall clock, unless that is long and
** the process was taken off the processor meanwhile; then by its own clock, up to 1 ms too much.
*/
typedef struct stopwatch { double wall, cpu; } stopwatch;

stopwatch stopwatch_start(void);
double stopwatch_us(const stopwatch *watch);

/* What a program found out about a query. */
typedef struct answer {
  double us;                        /* microseconds it took, the path included */
  double length;                    /* by walking it, only where `check` was asked for */
  double claimed;                   /* the length it says the path has; 0: says nothing */
  long expanded;                    /* nodes; -1: says nothing */
} answer;

typedef answer (*answer_fn)(void *self, const query *q, bool check);

/* The command line of every program: MAP SCEN SECTION PASSES SECONDS. */
typedef struct task {
  scenario scenario;
  const char *section;
  int passes;                       /* how often every query is answered at least */
  double seconds;                   /* after which no further one is begun in the first pass */
} task;

task task_read(int argc, char **argv);
bool task_floods(const task *t);    /* expand everything instead of making for the goal */
/*
** Runs the queries and prints a line each: the median time, the length, the expanded nodes; "end"
** comes last. A length that is not the one claimed is printed as infinite.
*/
void task_run(const task *t, answer_fn answer_query, void *self);

#ifdef __cplusplus
}
#endif

#endif
