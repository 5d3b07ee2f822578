#define _POSIX_C_SOURCE 200809L

#include "scenario.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

__attribute__((format(printf, 1, 2)))
static void die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  exit(2);
}

void *scenario_alloc(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) die("out of memory");
  return block;
}

/* ---- reading ------------------------------------------------------------------------------- */

static FILE *open_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) die("cannot open %s", name);
  return file;
}

static void add_query(scenario *s, query q) {
  size_t count = (size_t)s->count;
  if ((count & (count - 1)) == 0) {   /* full at 0, 1, 2, 4, … */
    size_t room = count ? 2 * count : 1;
    s->queries = (query *)realloc(s->queries, room * sizeof *s->queries);
    if (!s->queries) die("out of memory");
  }
  s->queries[s->count++] = q;
}

static void read_queries(scenario *s, FILE *file) {
  char line[512];
  while (fgets(line, sizeof line, file)) {
    query q;
    int fields = sscanf(line, "%*d %*s %d %d %d %d %d %d %lf", &s->width, &s->height, &q.x, &q.y,
                        &q.goal_x, &q.goal_y, &q.optimum);
    if (fields == 7) add_query(s, q);   /* else it is the line with the version */
  }
}

static void read_map(scenario *s, FILE *file) {
  char line[64];
  while (fgets(line, sizeof line, file) && strncmp(line, "map", 3) != 0) {}
  size_t cells = (size_t)s->width * (size_t)s->height;
  for (size_t i = 0; i < cells;) {
    int letter = fgetc(file);
    if (letter == EOF) die("the map is too short");
    if (letter > ' ') s->cost[i++] = strchr(".GS", letter) != NULL;
  }
}

static void read_costs(scenario *s, FILE *file) {
  size_t cells = (size_t)s->width * (size_t)s->height;
  if (fread(s->cost, 1, cells, file) != cells) die("the map is too short");
}

/* The head of a MovingAI map says its size. */
static void read_size(scenario *s, FILE *file) {
  char line[64];
  while (fgets(line, sizeof line, file) && strncmp(line, "map", 3) != 0) {
    sscanf(line, "width %d", &s->width);
    sscanf(line, "height %d", &s->height);
  }
  if (s->width < 1 || s->height < 1) die("the map has no size");
}

scenario scenario_load_map(const char *map_file) {
  scenario s = {0};
  FILE *file = open_file(map_file);
  read_size(&s, file);
  rewind(file);
  s.cost = (uint8_t *)scenario_alloc((size_t)s.width, (size_t)s.height);
  read_map(&s, file);
  fclose(file);
  return s;
}

scenario scenario_load(const char *map_file, const char *scen_file) {
  scenario s = {0};
  FILE *file = open_file(scen_file);
  read_queries(&s, file);
  fclose(file);
  if (!s.count) die("%s holds no query", scen_file);
  s.cost = (uint8_t *)scenario_alloc((size_t)s.width, (size_t)s.height);
  file = open_file(map_file);
  if (strstr(map_file, ".cost")) read_costs(&s, file); else read_map(&s, file);
  fclose(file);
  return s;
}

void scenario_free(scenario *s) {
  free(s->cost);
  free(s->queries);
}

/* ---- walking a path ------------------------------------------------------------------------ */

walk walk_from(const scenario *s, const query *q) {
  walk w = { s, q->x, q->y, 0 };
  return w;
}

void walk_to(walk *w, int x, int y) {
  bool neighbour = abs(x - w->x) <= 1 && abs(y - w->y) <= 1 && (x != w->x || y != w->y);
  int factor = neighbour ? step_factor(w->scenario, w->x, w->y, x, y) : 0;
  double straight = x == w->x || y == w->y ? 1 : sqrt(2);
  w->length += factor ? factor * straight : (double)INFINITY;
  w->x = x;
  w->y = y;
}

double walk_end(const walk *w, const query *q) {
  return w->x == q->goal_x && w->y == q->goal_y ? w->length : (double)INFINITY;
}

/* ---- measuring ----------------------------------------------------------------------------- */

static double now_us(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/*
** Reading the processor's clock is a call of the system, after which the caches and predictions of
** a program are not what they were: what is measured next would pay for it. So it is read at most
** once in LONG, when a measurement begins, and then only where a measurement took as long.
*/
#define LONG 1000.0                 /* us; nobody is taken off the processor for less */

stopwatch stopwatch_start(void) {
  static double read_at = -LONG, cpu;
  stopwatch watch = { now_us(CLOCK_MONOTONIC), 0 };
  if (watch.wall - read_at >= LONG) {
    cpu = now_us(CLOCK_PROCESS_CPUTIME_ID);
    read_at = watch.wall = now_us(CLOCK_MONOTONIC);
  }
  watch.cpu = cpu;
  return watch;
}

double stopwatch_us(const stopwatch *watch) {
  double wall = now_us(CLOCK_MONOTONIC) - watch->wall;
  if (wall < LONG) return wall;
  double cpu = now_us(CLOCK_PROCESS_CPUTIME_ID) - watch->cpu;
  return wall < cpu ? wall : cpu;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_size);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

task task_read(int argc, char **argv) {
  if (argc != 6) die("usage: %s MAP SCEN SECTION PASSES SECONDS", argv[0]);
  task t = { scenario_load(argv[1], argv[2]), argv[3], atoi(argv[4]), atof(argv[5]) };
  return t;
}

bool task_floods(const task *t) { return strcmp(t->section, "floods") == 0; }

static void print_answer(const answer *a, double us) {
  bool true_claim = a->claimed == 0 || fabs(a->claimed - a->length) <= 1e-4 * a->length;
  printf("%.3f %.8f %ld\n", us, true_claim ? a->length : (double)INFINITY, a->expanded);
}

/*
** What is quick is answered more often: a few milliseconds of a program's life say little, in which
** its pages, caches and predictions are new.
*/
#define SETTLED 0.3e6               /* us */
#define MOST_PASSES 101

void task_run(const task *t, answer_fn answer_query, void *self) {
  const scenario *s = &t->scenario;
  answer *first = (answer *)scenario_alloc((size_t)s->count, sizeof *first);
  double *times = (double *)scenario_alloc((size_t)s->count * MOST_PASSES, sizeof *times);
  double began = now_us(CLOCK_MONOTONIC);
  int count = 0, passes = 1;
  answer_query(self, &s->queries[0], false);   /* makes what is made on first use */
  for (; count < s->count; count++) {
    if (count > 0 && now_us(CLOCK_MONOTONIC) >= began + t->seconds * 1e6) break;
    first[count] = answer_query(self, &s->queries[count], true);
    times[count * MOST_PASSES] = first[count].us;
  }
  for (; passes < MOST_PASSES; passes++) {
    if (passes >= t->passes && now_us(CLOCK_MONOTONIC) >= began + SETTLED) break;
    for (int i = 0; i < count; i++)
      times[i * MOST_PASSES + passes] = answer_query(self, &s->queries[i], false).us;
  }
  for (int i = 0; i < count; i++)
    print_answer(&first[i], median(times + (ptrdiff_t)i * MOST_PASSES, passes));
  puts("end");
  free(times);
  free(first);
}
