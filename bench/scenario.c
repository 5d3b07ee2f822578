#define _POSIX_C_SOURCE 200809L

#include "scenario.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void die(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  exit(2);
}

static void *allocate(size_t count, size_t size)
{
  void *block = calloc(count ? count : 1, size);
  if (!block) die("out of memory");
  return block;
}

static FILE *open_file(const char *dir, const char *section, const char *name, const char *ending)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s/%s.%s", dir, section, name, ending);
  FILE *file = fopen(path, "rb");
  if (!file) die("cannot open %s", path);
  return file;
}

/* ---- reading ------------------------------------------------------------------------------- */

static void read_queries(scenario *s, FILE *file)
{
  char line[512];
  int room = 0;
  while (fgets(line, sizeof line, file)) {
    query q;
    if (sscanf(line, "%*d %*s %d %d %d %d %d %d %lf", &s->width, &s->height, &q.x, &q.y,
               &q.goal_x, &q.goal_y, &q.optimum) != 7) continue;   /* the line with the version */
    if (s->count == room) {
      room = room ? 2 * room : 256;
      s->queries = (query *)realloc(s->queries, (size_t)room * sizeof *s->queries);
      if (!s->queries) die("out of memory");
    }
    s->queries[s->count++] = q;
  }
}

static void read_map(scenario *s, FILE *file)
{
  char line[64];
  while (fgets(line, sizeof line, file) && strncmp(line, "map", 3) != 0) {}
  for (size_t i = 0; i < (size_t)s->width * (size_t)s->height;) {
    int letter = fgetc(file);
    if (letter == EOF) die("the map is too short");
    if (letter > ' ') s->cost[i++] = letter == '.';
  }
}

static void read_costs(scenario *s, FILE *file)
{
  size_t cells = (size_t)s->width * (size_t)s->height;
  if (fread(s->cost, 1, cells, file) != cells) die("the map is too short");
}

scenario load_scenario(const char *dir, const char *section, const char *name)
{
  scenario s = {0};
  s.weighted = strcmp(section, "weighted") == 0;
  FILE *file = open_file(dir, section, name, "scen");
  read_queries(&s, file);
  fclose(file);
  if (!s.count) die("%s/%s/%s.scen holds no query", dir, section, name);
  s.cost = (uint8_t *)allocate((size_t)s.width, (size_t)s.height);
  file = open_file(dir, section, name, s.weighted ? "cost" : "map");
  if (s.weighted) read_costs(&s, file); else read_map(&s, file);
  fclose(file);
  return s;
}

/* ---- walking a path ------------------------------------------------------------------------ */

walk walk_from(const scenario *s, const query *q)
{
  walk w = { s, q->x, q->y, 0 };
  return w;
}

void walk_to(walk *w, int x, int y)
{
  bool neighbour = abs(x - w->x) <= 1 && abs(y - w->y) <= 1 && (x != w->x || y != w->y);
  int factor = neighbour ? step_factor(w->scenario, w->x, w->y, x, y) : 0;
  double straight = x == w->x || y == w->y ? 1 : sqrt(2);
  w->length += factor ? factor * straight : INFINITY;
  w->x = x;
  w->y = y;
}

double walk_end(const walk *w, const query *q)
{
  return w->x == q->goal_x && w->y == q->goal_y ? w->length : INFINITY;
}

/* ---- measuring ----------------------------------------------------------------------------- */

static double now_us(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Reading the processor's clock takes up to 1 us: it stays outside of what the wall clock sees. */
stopwatch watch_start(void)
{
  stopwatch watch;
  watch.cpu = now_us(CLOCK_PROCESS_CPUTIME_ID);
  watch.wall = now_us(CLOCK_MONOTONIC);
  return watch;
}

double watch_us(const stopwatch *watch)
{
  double wall = now_us(CLOCK_MONOTONIC) - watch->wall;
  double cpu = now_us(CLOCK_PROCESS_CPUTIME_ID) - watch->cpu;
  return wall < cpu ? wall : cpu;
}

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count)
{
  qsort(values, (size_t)count, sizeof *values, by_size);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

void run_scenario(const scenario *s, int passes, double seconds, answer_fn answer_query, void *self)
{
  double deadline = now_us(CLOCK_MONOTONIC) + seconds * 1e6;
  answer *checked = (answer *)allocate((size_t)s->count, sizeof *checked);
  double *times = (double *)allocate((size_t)s->count * (size_t)passes, sizeof *times);
  int count = 0;
  for (; count < s->count && (count == 0 || now_us(CLOCK_MONOTONIC) < deadline); count++)
    checked[count] = answer_query(self, &s->queries[count], true);
  for (int pass = 0; pass < passes; pass++)
    for (int i = 0; i < count; i++)
      times[i * passes + pass] = answer_query(self, &s->queries[i], false).us;
  for (int i = 0; i < count; i++)
    printf("%.3f %.8f %ld\n", median(times + (size_t)i * (size_t)passes, passes),
           checked[i].length, checked[i].expanded);
  free(times);
  free(checked);
}
