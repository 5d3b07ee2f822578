/*
** Which unit goes to which place: points are assigned to as many places such that the straight
** lines between them have the least sum of lengths. In such an assignment no two lines cross:
** if two did, exchanging their places would make the sum smaller (the triangle inequality).
** On one line many assignments have the same sum. Among these the one with the smallest sum of
** squares is found by exchanges of two places; in that one no unit overtakes another.
**
** Up to EXACT points the sum is the least of all, by shortest augmenting paths (R. Jonker,
** A. Volgenant, 1987). More points are sorted along the way, and each block of EXACT neighbours is
** assigned in that way; it shares some with the block before. Then all pairs are looked at for
** exchanges that make the sum smaller, PAIRS times in all. So time grows with the number of points,
** not with its cube.
**
** Lengths are integers in 1/65536 of a cell, rounded down; ties go by the order given.
*/
#include <math.h>
#include <stdlib.h>

#include "../../astar_units.h"
#include "../map/map.h"

#define EXACT 64
#define STEP 40                     /* from block to block */
#define PAIRS 40000                 /* to be looked at across blocks, at most */
#define FARTHEST 32000              /* cells; longer distances are taken for that long */
#define ROUNDS 64                   /* of exchanges, at most */
#define SLACK 2                     /* what rounding may add to a gain */
#define NOBODY (-1)

/* Points and places are rows and columns of the table of lengths. */
typedef struct Assignment {
  int32_t count;
  const astar_cell *from, *to;
  const int32_t *rows, *columns;    /* which of `from` and of `to` they are */
  uint32_t *length;
  int64_t *price;                   /* of places: what is taken off all lengths to them */
  int64_t *least;                   /* to reach a place from the point that is being added */
  int32_t *before;                  /* the row from which a place is reached at that */
  int32_t *open;                    /* places: first those that are done, then the others */
  int32_t *place_of, *taken_by;
} Assignment;

/* ---- lengths ------------------------------------------------------------------------------- */

static int64_t assignment_within(int64_t far) {
  return far > FARTHEST ? FARTHEST : far < -FARTHEST ? -FARTHEST : far;
}

static uint64_t assignment_square(astar_cell a, astar_cell b) {
  int64_t x = assignment_within((int64_t)a.x - b.x), y = assignment_within((int64_t)a.y - b.y);
  return (uint64_t)(x * x + y * y);
}

/* The root that the processor guesses is corrected, and so the same on every one. */
static uint32_t assignment_length(astar_cell a, astar_cell b) {
  uint64_t value = assignment_square(a, b) << 32, root = (uint64_t)sqrt((double)value);
  while (root * root > value) root--;
  while ((root + 1) * (root + 1) <= value) root++;
  return (uint32_t)root;
}

static uint32_t *assignment_row(const Assignment *self, int32_t row) {
  return self->length + (size_t)row * (size_t)self->count;
}

static void assignment_measure(Assignment *self) {
  for (int32_t i = 0; i < self->count; i++) {
    uint32_t *row = assignment_row(self, i);
    for (int32_t j = 0; j < self->count; j++)
      row[j] = assignment_length(self->from[self->rows[i]], self->to[self->columns[j]]);
  }
}

/* ---- the least sum ------------------------------------------------------------------------- */

static void assignment_settle(Assignment *self, int32_t row, int32_t column) {
  self->place_of[row] = column;
  self->taken_by[column] = row;
}

/* The price of a place is the way of its nearest point; that one takes it if it has none yet. */
static void assignment_reduce(Assignment *self) {
  for (int32_t i = 0; i < self->count; i++) self->place_of[i] = self->taken_by[i] = NOBODY;
  for (int32_t j = self->count - 1; j >= 0; j--) {
    int32_t best = 0;
    for (int32_t i = 1; i < self->count; i++)
      if (assignment_row(self, i)[j] < assignment_row(self, best)[j]) best = i;
    self->price[j] = assignment_row(self, best)[j];
    if (self->place_of[best] == NOBODY) assignment_settle(self, best, j);
  }
}

/* What the price leaves of a length. Each point has a place with the least of it, or none. */
static int64_t assignment_reduced_cost(const Assignment *self, int32_t row, int32_t column) {
  return (int64_t)assignment_row(self, row)[column] - self->price[column];
}

/* The two places that cost a row least. */
typedef struct Cheapest {
  int32_t first, second;
  int64_t least, next;
} Cheapest;

static Cheapest assignment_cheapest(const Assignment *self, int32_t row) {
  Cheapest found = { NOBODY, NOBODY, INT64_MAX, INT64_MAX };
  for (int32_t j = 0; j < self->count; j++) {
    int64_t reduced = assignment_reduced_cost(self, row, j);
    if (reduced >= found.next) continue;
    if (reduced < found.least) {
      found.second = found.first, found.next = found.least;
      found.first = j, found.least = reduced;
    } else {
      found.second = j, found.next = reduced;
    }
  }
  return found;
}

/* A row takes its cheapest place, whose price falls until the second is as cheap; the row that had
** it is next. `tries` bounds how often. */
static void assignment_bid(Assignment *self, int32_t row, int32_t *tries) {
  while (row != NOBODY && (*tries)-- > 0) {
    Cheapest found = assignment_cheapest(self, row);
    int32_t column = found.first, other = self->taken_by[column];
    if (found.second != NOBODY && found.next == found.least && other != NOBODY) {
      column = found.second, other = self->taken_by[column];
      if (other != NOBODY) return;
    } else if (found.second != NOBODY) {
      self->price[column] -= found.next - found.least;
    }
    if (other != NOBODY) self->place_of[other] = NOBODY;
    assignment_settle(self, row, column);
    row = other;
  }
}

/* Moves the open places that are reached at the least cost behind the first `done`; returns where
** these end. */
static int32_t assignment_front(Assignment *self, int32_t done) {
  int32_t end = done;
  int64_t least = INT64_MAX;
  for (int32_t k = done; k < self->count; k++) {
    int32_t column = self->open[k];
    if (self->least[column] > least) continue;
    if (self->least[column] < least) end = done, least = self->least[column];
    self->open[k] = self->open[end];
    self->open[end++] = column;
  }
  return end;
}

/* Looks from the row of a place that is done for cheaper ways to the others; returns a free one
** that is reached at the least cost, or NOBODY. */
static int32_t assignment_scan(Assignment *self, int32_t from, int32_t *end) {
  int32_t row = self->taken_by[from];
  int64_t least = self->least[from], base = assignment_reduced_cost(self, row, from) - least;
  for (int32_t k = *end; k < self->count; k++) {
    int32_t column = self->open[k];
    int64_t cost = assignment_reduced_cost(self, row, column) - base;
    if (cost >= self->least[column]) continue;
    self->least[column] = cost, self->before[column] = row;
    if (cost > least) continue;
    if (self->taken_by[column] == NOBODY) return column;
    self->open[k] = self->open[*end];
    self->open[(*end)++] = column;
  }
  return NOBODY;
}

static int32_t assignment_free_one(const Assignment *self, int32_t first, int32_t end) {
  for (int32_t k = first; k < end; k++)
    if (self->taken_by[self->open[k]] == NOBODY) return self->open[k];
  return NOBODY;
}

/* The free place that a row reaches at the least cost, places giving way; `done` of them are
** nearer. */
static int32_t assignment_nearest(Assignment *self, int32_t row, int32_t *done) {
  int32_t at = 0, end = 0, found = NOBODY;
  for (int32_t j = 0; j < self->count; j++) {
    self->open[j] = j, self->before[j] = row;
    self->least[j] = assignment_reduced_cost(self, row, j);
  }
  while (found == NOBODY) {
    if (at == end) {
      *done = at;
      end = assignment_front(self, at);
      found = assignment_free_one(self, at, end);
    }
    if (found == NOBODY) found = assignment_scan(self, self->open[at++], &end);
  }
  return found;
}

static void assignment_augment(Assignment *self, int32_t row) {
  int32_t done = 0, column = assignment_nearest(self, row, &done);
  for (int32_t k = 0; k < done; k++) {
    int32_t one = self->open[k];
    self->price[one] += self->least[one] - self->least[column];
  }
  for (int32_t from = NOBODY; from != row;) {
    from = self->before[column];
    int32_t next = self->place_of[from];
    assignment_settle(self, from, column);
    column = next;
  }
}

static void assignment_least(Assignment *self) {
  int32_t tries = 2 * self->count;
  assignment_reduce(self);
  for (int32_t i = 0; i < self->count; i++)
    if (self->place_of[i] == NOBODY) assignment_bid(self, i, &tries);
  for (int32_t i = 0; i < self->count; i++)
    if (self->place_of[i] == NOBODY) assignment_augment(self, i);
}

/* ---- among equal sums ---------------------------------------------------------------------- */

/* A sum of squares is compared by twice the product of the ways: (a - c)² + (b - d)² against
** (a - d)² + (b - c)². */
static bool assignment_overtakes(const Assignment *self, int32_t a, int32_t b) {
  const astar_cell *from = self->from, *to = self->to;
  astar_cell p = from[self->rows[a]], q = from[self->rows[b]];
  astar_cell c = to[self->columns[self->place_of[a]]], d = to[self->columns[self->place_of[b]]];
  return assignment_square(p, d) + assignment_square(q, c) <
         assignment_square(p, c) + assignment_square(q, d);
}

static bool assignment_exchange(Assignment *self, int32_t a, int32_t b) {
  const uint32_t *row_a = assignment_row(self, a), *row_b = assignment_row(self, b);
  int32_t c = self->place_of[a], d = self->place_of[b];
  int64_t gain = (int64_t)row_a[c] + row_b[d] - row_a[d] - row_b[c];
  if (gain < -SLACK || (gain <= SLACK && !assignment_overtakes(self, a, b))) return false;
  self->place_of[a] = d, self->place_of[b] = c;
  return true;
}

static void assignment_exchange_all(Assignment *self) {
  bool changed = true;
  for (int32_t round = 0; changed && round < ROUNDS; round++) {
    changed = false;
    for (int32_t a = 0; a < self->count; a++)
      for (int32_t b = a + 1; b < self->count; b++)
        if (assignment_exchange(self, a, b)) changed = true;
  }
}

/* ---- many ---------------------------------------------------------------------------------- */

/* A point or a place in the order along the way. */
typedef struct Sorted {
  int64_t along, across;
  int32_t index;
} Sorted;

static int assignment_compare(const void *left, const void *right) {
  const Sorted *a = left, *b = right;
  if (a->along != b->along) return a->along < b->along ? -1 : 1;
  if (a->across != b->across) return a->across < b->across ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

/* The way from the middle of the points to that of the places, and a number of cells. */
static astar_cell assignment_way(const astar_cell *from, const astar_cell *to, int32_t count) {
  int64_t x = 0, y = 0;
  for (int32_t i = 0; i < count; i++) {
    x += assignment_within((int64_t)to[i].x - from[i].x);
    y += assignment_within((int64_t)to[i].y - from[i].y);
  }
  x /= count, y /= count;
  return x == 0 && y == 0 ? (astar_cell){ 1, 0 } : (astar_cell){ (int32_t)x, (int32_t)y };
}

static void assignment_sort(Sorted *list, const astar_cell *cells, int32_t count, astar_cell way) {
  for (int32_t i = 0; i < count; i++) {
    int64_t x = cells[i].x, y = cells[i].y;
    list[i] = (Sorted){ x * way.x + y * way.y, y * way.x - x * way.y, i };
  }
  qsort(list, (size_t)count, sizeof *list, assignment_compare);
}

/* ---- pairs across blocks ------------------------------------------------------------------- */

static bool assignment_crosses(const Assignment *self, int32_t a, int32_t b,
                               const int32_t *place_of) {
  astar_cell p = self->from[a], q = self->from[b];
  astar_cell c = self->to[place_of[a]], d = self->to[place_of[b]];
  int64_t now = (int64_t)assignment_length(p, c) + assignment_length(q, d);
  return now - assignment_length(p, d) - assignment_length(q, c) > SLACK;
}

/* True: all pairs were looked at, and none of them was exchanged. */
static bool assignment_look(const Assignment *self, int32_t count, int32_t *place_of,
                            int32_t *pairs) {
  bool same = true;
  for (int32_t a = 0; a < count; a++)
    for (int32_t b = a + 1; b < count; b++) {
      if ((*pairs)-- == 0) return true;
      if (!assignment_crosses(self, a, b, place_of)) continue;
      int32_t place = place_of[a];
      place_of[a] = place_of[b], place_of[b] = place;
      same = false;
    }
  return same;
}

static void assignment_across(const Assignment *self, int32_t count, int32_t *place_of) {
  int32_t pairs = PAIRS;
  while (!assignment_look(self, count, place_of, &pairs)) {}
}

/* ---- memory -------------------------------------------------------------------------------- */

/* All that a call needs, in one block. */
typedef struct AssignmentMemory {
  int64_t price[EXACT], least[EXACT];
  int32_t before[EXACT], open[EXACT], place_of[EXACT], taken_by[EXACT];
  int32_t rows[EXACT], columns[EXACT];
  uint32_t length[];
} AssignmentMemory;

static size_t assignment_memory_size(int32_t count) {
  size_t most = count < EXACT ? (size_t)count : EXACT;
  size_t sorted = count > EXACT ? 2 * (size_t)count * sizeof(Sorted) : 0;
  return sizeof(AssignmentMemory) + most * most * sizeof(uint32_t) + sorted;
}

static Assignment assignment_in(AssignmentMemory *memory, const astar_cell *from,
                                const astar_cell *to, int32_t count) {
  return (Assignment){ .count = count < EXACT ? count : EXACT, .from = from, .to = to,
                       .rows = memory->rows, .columns = memory->columns, .length = memory->length,
                       .price = memory->price, .least = memory->least, .before = memory->before,
                       .open = memory->open, .place_of = memory->place_of,
                       .taken_by = memory->taken_by };
}

static void assignment_run(Assignment *self) {
  assignment_measure(self);
  assignment_least(self);
  assignment_exchange_all(self);
}

static void assignment_of_few(Assignment *self, AssignmentMemory *memory, int32_t *place_of) {
  for (int32_t i = 0; i < self->count; i++) memory->rows[i] = memory->columns[i] = i;
  assignment_run(self);
  for (int32_t i = 0; i < self->count; i++) place_of[i] = self->place_of[i];
}

/* The rows of a block are in order; its columns are the places that these have so far. */
static void assignment_of_block(Assignment *self, AssignmentMemory *memory, const Sorted *points,
                                int32_t *place_of) {
  for (int32_t i = 0; i < self->count; i++) {
    memory->rows[i] = points[i].index;
    memory->columns[i] = place_of[points[i].index];
  }
  assignment_run(self);
  for (int32_t i = 0; i < self->count; i++)
    place_of[memory->rows[i]] = memory->columns[self->place_of[i]];
}

static void assignment_of_many(Assignment *self, AssignmentMemory *memory, int32_t count,
                               int32_t *place_of) {
  Sorted *points = (Sorted *)(memory->length + EXACT * EXACT), *places = points + count;
  astar_cell way = assignment_way(self->from, self->to, count);
  assignment_sort(points, self->from, count, way);
  assignment_sort(places, self->to, count, way);
  for (int32_t i = 0; i < count; i++) place_of[points[i].index] = places[i].index;
  for (int32_t first = 0, last = count - EXACT;; first += STEP) {
    assignment_of_block(self, memory, points + (first < last ? first : last), place_of);
    if (first >= last) break;
  }
  assignment_across(self, count, place_of);
}

astar_status astar_map_assign(astar_map *map, const astar_cell *from, const astar_cell *to,
                              int32_t count, int32_t *place_of) {
  if (!map_accepts(map, count >= 0, "count: below 0")) return ASTAR_INVALID;
  if (count == 0) return ASTAR_OK;
  size_t size = assignment_memory_size(count);
  AssignmentMemory *memory = memory_raw(&map->memory, size);
  if (memory == NULL) return ASTAR_NO_MEMORY;
  Assignment self = assignment_in(memory, from, to, count);
  if (count <= EXACT) assignment_of_few(&self, memory, place_of);
  else assignment_of_many(&self, memory, count, place_of);
  memory_free(&map->memory, memory, size);
  return ASTAR_OK;
}
