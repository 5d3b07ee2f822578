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

typedef struct Survey {
  DeadEnds *dead_ends;
  Memory *memory;
  const astar_class *cls;
  const uint8_t *kind;
  Visit *visits;                    /* array over cells */
  Cell *open;                       /* cells without an area yet, as visited */
  size_t open_count;
  uint32_t visited;
} Survey;

/* Until a cell has its area, area_of says how many areas there were when it was visited. */
static void dead_end_visit(Survey *survey, Cell cell, Cell before) {
  uint32_t order = ++survey->visited;
  uint8_t legal = (uint8_t)class_legal_steps(survey->cls, survey->kind, cell);
  survey->visits[cell] = (Visit){ order, order, before, legal };
  survey->dead_ends->area_of[cell] = (uint32_t)survey->dead_ends->count;
  survey->open[survey->open_count++] = cell;
}

/*
** The cells visited from `last` on are an area, whose door is the cell before. False: no memory.
*/
static bool close_area(Survey *survey, Cell last) {
  DeadEnds *dead_ends = survey->dead_ends;
  if (!memory_grow(survey->memory, dead_ends->areas, dead_ends->count, &dead_ends->capacity))
    return false;
  uint32_t number = (uint32_t)dead_ends->count++;
  dead_ends->areas[number] = (Area){ dead_ends->area_of[last], survey->visits[last].before, 0 };
  Cell cell;
  do {
    cell = survey->open[--survey->open_count];
    dead_ends->area_of[cell] = number;
  } while (cell != last);
  return true;
}

/* Tries a step: goes it where the cell was not visited, else notes how far back it leads. */
static Cell dead_end_try_step(Survey *survey, Cell cell) {
  Visit *here = &survey->visits[cell];
  int direction = low_zeros_32(here->left);
  here->left &= (uint8_t)(here->left - 1);
  Cell next = cell + (Cell)direction_offset(survey->dead_ends->grid, direction);
  if (survey->visits[next].order == 0) {
    dead_end_visit(survey, next, cell);
    return next;
  }
  if (next != here->before && survey->visits[next].order < here->low)
    here->low = survey->visits[next].order;
  return cell;
}

/* Walks through a region from one of its cells. False: no memory. */
static bool walk_from(Survey *survey, Cell root) {
  dead_end_visit(survey, root, NO_CELL);
  Cell cell = root;
  while (cell != NO_CELL) {
    const Visit *here = &survey->visits[cell];
    if (here->left != 0) {
      cell = dead_end_try_step(survey, cell);
      continue;
    }
    Visit *before = here->before != NO_CELL ? &survey->visits[here->before] : NULL;
    bool is_area = before == NULL || here->low >= before->order;
    if (is_area && !close_area(survey, cell)) return false;
    if (!is_area && here->low < before->low) before->low = here->low;
    cell = here->before;
  }
  return true;
}

static bool walk_everywhere(Survey *survey) {
  uint64_t *hash = &survey->dead_ends->old_hash;
  *hash = HASH_START;
  for (size_t cell = 0; cell < survey->dead_ends->grid->cells; cell++) {
    *hash = hash_byte(*hash, survey->kind[cell] != 0);
    bool is_new = survey->kind[cell] != 0 && survey->visits[cell].order == 0;
    if (is_new && !walk_from(survey, (Cell)cell)) return false;
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

static DeadEnds *dead_end_find(Survey *survey, const Grid *grid) {
  DeadEnds *dead_ends = survey->dead_ends;
  dead_ends->grid = grid;
  dead_ends->area_of = memory_new(survey->memory, grid->cells * sizeof *dead_ends->area_of);
  dead_ends->areas = memory_new(survey->memory, sizeof *dead_ends->areas);
  dead_ends->count = dead_ends->capacity = 1;
  bool made = dead_ends->area_of != NULL && dead_ends->areas != NULL;
  if (made && walk_everywhere(survey)) {
    dead_end_shrink(dead_ends, survey->memory);
    return dead_ends;
  }
  dead_ends_free(dead_ends, survey->memory);
  return NULL;
}

DeadEnds *dead_ends_new(Memory *memory, const Grid *grid, const astar_class *cls,
                        const uint8_t *kind) {
  Survey survey = { .memory = memory, .cls = cls, .kind = kind };
  DeadEnds *found = NULL;
  survey.dead_ends = memory_new(memory, sizeof *survey.dead_ends);
  survey.visits = memory_new(memory, grid->cells * sizeof *survey.visits);
  survey.open = memory_raw(memory, grid->cells * sizeof *survey.open);
  if (survey.dead_ends != NULL && survey.visits != NULL && survey.open != NULL)
    found = dead_end_find(&survey, grid);
  else
    memory_free(memory, survey.dead_ends, sizeof *survey.dead_ends);
  memory_free(memory, survey.visits, grid->cells * sizeof *survey.visits);
  memory_free(memory, survey.open, grid->cells * sizeof *survey.open);
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
