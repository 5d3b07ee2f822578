#include "dead_end.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/hash.h"

/* ---- finding areas --------------------------------------------------------------------------- */

/* What a walk in depth, which turns back only where all is visited, knows of a cell. */
typedef struct Visit {
  uint32_t order;                   /* the how many-th it was visited; 0: not yet */
  uint32_t low;                     /* the earliest cell next to any that was visited behind it */
  Cell before;                      /* from which it was visited; NO_CELL: a walk began here */
  uint8_t left;                     /* the legal steps that have not been tried */
} Visit;

typedef struct DeadEndSearch {
  DeadEnds *dead_ends;
  Memory *memory;
  const astar_class *cls;
  const uint8_t *kind;
  Visit *visits;                    /* array over cells */
  Cell *open;                       /* cells without an area yet, as visited */
  size_t open_count;
  uint32_t visited;
} DeadEndSearch;

/* Until a cell has its area, area_of says how many areas there were when it was visited. */
static void dead_end_visit(DeadEndSearch *search, Cell cell, Cell before) {
  uint32_t order = ++search->visited;
  uint8_t legal = (uint8_t)class_legal_steps(search->cls, search->kind, cell);
  search->visits[cell] = (Visit){ order, order, before, legal };
  search->dead_ends->area_of[cell] = (uint32_t)search->dead_ends->count;
  search->open[search->open_count++] = cell;
}

/*
** The cells visited from `last` on are an area, whose door is the cell before. False: no memory.
*/
static bool close_area(DeadEndSearch *search, Cell last) {
  DeadEnds *dead_ends = search->dead_ends;
  if (!memory_grow(search->memory, dead_ends->areas, dead_ends->count, &dead_ends->capacity))
    return false;
  uint32_t number = (uint32_t)dead_ends->count++;
  dead_ends->areas[number] = (Area){ dead_ends->area_of[last], search->visits[last].before, 0 };
  Cell cell;
  do {
    cell = search->open[--search->open_count];
    dead_ends->area_of[cell] = number;
  } while (cell != last);
  return true;
}

/* Tries a step: goes it where the cell was not visited, else notes how far back it leads. */
static Cell dead_end_try_step(DeadEndSearch *search, Cell cell) {
  Visit *here = &search->visits[cell];
  int direction = low_zeros_32(here->left);
  here->left &= (uint8_t)(here->left - 1);
  Cell next = cell + (Cell)direction_offset(search->dead_ends->grid, direction);
  if (search->visits[next].order == 0) {
    dead_end_visit(search, next, cell);
    return next;
  }
  if (next != here->before && search->visits[next].order < here->low)
    here->low = search->visits[next].order;
  return cell;
}

/* Walks through a region from one of its cells. False: no memory. */
static bool walk_from(DeadEndSearch *search, Cell root) {
  dead_end_visit(search, root, NO_CELL);
  Cell cell = root;
  while (cell != NO_CELL) {
    const Visit *here = &search->visits[cell];
    if (here->left != 0) {
      cell = dead_end_try_step(search, cell);
      continue;
    }
    Visit *before = here->before != NO_CELL ? &search->visits[here->before] : NULL;
    bool is_area = before == NULL || here->low >= before->order;
    if (is_area && !close_area(search, cell)) return false;
    if (!is_area && here->low < before->low) before->low = here->low;
    cell = here->before;
  }
  return true;
}

static bool walk_everywhere(DeadEndSearch *search) {
  uint64_t *hash = &search->dead_ends->old_hash;
  *hash = HASH_START;
  for (size_t cell = 0; cell < search->dead_ends->grid->cells; cell++) {
    *hash = hash_int(*hash, search->kind[cell] != 0);
    bool is_new = search->kind[cell] != 0 && search->visits[cell].order == 0;
    if (is_new && !walk_from(search, (Cell)cell)) return false;
  }
  return true;
}

void dead_ends_free(DeadEnds *dead_ends, Memory *memory) {
  if (dead_ends == NULL) return;
  memory_free(memory, dead_ends->area_of, dead_ends->grid->cells * sizeof *dead_ends->area_of);
  memory_free(memory, dead_ends->areas, dead_ends->capacity * sizeof *dead_ends->areas);
  memory_free(memory, dead_ends, sizeof *dead_ends);
}

/* Keeps no more memory for areas than they need, where it can. */
static void dead_end_shrink(DeadEnds *dead_ends, Memory *memory) {
  Area *areas = memory_resize(memory, dead_ends->areas,
                              dead_ends->capacity * sizeof *areas,
                              dead_ends->count * sizeof *areas);
  if (areas == NULL) return;
  dead_ends->areas = areas;
  dead_ends->capacity = dead_ends->count;
}

static DeadEnds *dead_end_find(DeadEndSearch *search, const Grid *grid) {
  DeadEnds *dead_ends = search->dead_ends;
  dead_ends->grid = grid;
  dead_ends->area_of = memory_new(search->memory, grid->cells * sizeof *dead_ends->area_of);
  dead_ends->areas = memory_new(search->memory, sizeof *dead_ends->areas);
  dead_ends->count = dead_ends->capacity = 1;
  bool made = dead_ends->area_of != NULL && dead_ends->areas != NULL;
  if (made && walk_everywhere(search)) {
    dead_end_shrink(dead_ends, search->memory);
    return dead_ends;
  }
  dead_ends_free(dead_ends, search->memory);
  return NULL;
}

DeadEnds *dead_ends_new(Memory *memory, const Grid *grid, const astar_class *cls,
                        const uint8_t *kind) {
  DeadEndSearch search = { .memory = memory, .cls = cls, .kind = kind };
  DeadEnds *found = NULL;
  search.dead_ends = memory_new(memory, sizeof *search.dead_ends);
  search.visits = memory_new(memory, grid->cells * sizeof *search.visits);
  search.open = memory_raw(memory, grid->cells * sizeof *search.open);
  if (search.dead_ends != NULL && search.visits != NULL && search.open != NULL)
    found = dead_end_find(&search, grid);
  else
    memory_free(memory, search.dead_ends, sizeof *search.dead_ends);
  memory_free(memory, search.visits, grid->cells * sizeof *search.visits);
  memory_free(memory, search.open, grid->cells * sizeof *search.open);
  return found;
}

/* ---- keeping up ------------------------------------------------------------------------------ */

/* The area that one hangs on; 0: none. */
static uint32_t parent_of(const DeadEnds *dead_ends, uint32_t number) {
  Cell door = dead_ends->areas[number].door;
  return door != NO_CELL ? dead_ends->area_of[door] : 0;
}

static uint64_t dead_end_hash(uint32_t number) {
  return hash_int(HASH_START, (int64_t)number);
}

static void dead_end_join(DeadEnds *dead_ends, uint32_t number) {
  while (number != 0 && dead_ends->areas[number].joined++ == 0) {
    dead_ends->joined += dead_end_hash(number);
    number = parent_of(dead_ends, number);
  }
}

static void dead_end_part(DeadEnds *dead_ends, uint32_t number) {
  while (number != 0 && --dead_ends->areas[number].joined == 0) {
    dead_ends->joined -= dead_end_hash(number);
    number = parent_of(dead_ends, number);
  }
}

/* A cell that had been blocked: all areas around it are joined, or parted again. */
static void change_around(DeadEnds *dead_ends, Cell cell,
                          void (*change)(DeadEnds *dead_ends, uint32_t number)) {
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(dead_ends->grid, direction);
    change(dead_ends, dead_ends->area_of[next]);
  }
}

void dead_ends_note(DeadEnds *dead_ends, Cell cell, uint8_t before, uint8_t after) {
  bool matters = dead_ends->area_of[cell] == 0 && (before == 0) != (after == 0);
  if (matters) change_around(dead_ends, cell, after != 0 ? dead_end_join : dead_end_part);
}

void dead_ends_recount(DeadEnds *dead_ends, const uint8_t *kind) {
  for (size_t i = 0; i < dead_ends->count; i++) dead_ends->areas[i].joined = 0;
  dead_ends->joined = 0;
  for (size_t cell = 0; cell < dead_ends->grid->cells; cell++)
    if (kind[cell] != 0) dead_ends_note(dead_ends, (Cell)cell, 0, kind[cell]);
}

/* ---- passages -------------------------------------------------------------------------------- */

/* The least and the greatest area of the goal; false: a cell of it has none. */
static bool find_goals(DeadEndFilter *filter, const DeadEnds *dead_ends, const uint8_t *kind,
                       astar_rect goal) {
  filter->first_goal = UINT32_MAX;
  for (int32_t y = goal.y; y < goal.y + goal.height; y++)
    for (int32_t x = goal.x; x < goal.x + goal.width; x++) {
      Cell cell = grid_cell(dead_ends->grid, x, y);
      uint32_t number = dead_ends->area_of[cell];
      if (kind[cell] == 0) continue;
      if (number == 0) return false;
      if (number < filter->first_goal) filter->first_goal = number;
      if (number > filter->last_goal) filter->last_goal = number;
    }
  return true;
}

DeadEndFilter dead_ends_filter(const DeadEnds *dead_ends, const uint8_t *kind, Cell start,
                               astar_rect goal) {
  const Area *areas = dead_ends->areas;
  DeadEndFilter filter = { .area_of = dead_ends->area_of, .areas = areas,
                      .start = dead_ends->area_of[start], .top = UINT32_MAX,
                      .joined = dead_ends->joined, .version = dead_ends->version };
  if (!find_goals(&filter, dead_ends, kind, goal)) return (DeadEndFilter){ .area_of = NULL };
  uint32_t top = filter.start;
  while (top != 0 && (areas[top].first > filter.first_goal || filter.last_goal > top))
    top = parent_of(dead_ends, top);
  if (top == 0 || areas[top].joined > 0) return filter;
  filter.top = top;
  filter.door = areas[top].door;
  return filter;
}

bool dead_end_filter_excludes(const DeadEndFilter *filter, Cell cell) {
  uint32_t number = filter->area_of[cell];
  if (number > filter->top) return cell != filter->door;
  const Area *area = &filter->areas[number];
  bool start = area->first <= filter->start && filter->start <= number;
  bool goal = area->first <= filter->last_goal && filter->first_goal <= number;
  return !start && !goal && area->joined == 0 && number != 0;
}
