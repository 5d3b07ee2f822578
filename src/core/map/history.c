#include "history.h"

#include "../base/hash.h"
#include "../base/integer.h"

/* A peak of 16 bits has come to nothing after as many halvings. */
#define HALVINGS 16

/* At the beginning of the recipe's `work`; the cells follow, and then the blocks. */
typedef struct History {
  uint32_t now;                     /* the tick whose end was noted last */
  bool begun;                       /* the term's log is read from `seen` on */
  uint64_t seen;
  Past *cells;                      /* array over cells */
  uint64_t *until;                  /* per block: the tick in which its last peak is gone */
} History;

size_t history_bytes(const Grid *grid) {
  return sizeof(History) + grid->cells * sizeof(Past) +
         influence_blocks_for(grid) * sizeof(uint64_t);
}

static History *history_of(const astar_influence *influence) {
  return influence->recipe->work;
}

void history_begin(astar_influence *influence) {
  History *history = history_of(influence);
  *history = (History){ .now = influence->map->ticks };
  history->cells = (Past *)(history + 1);
  history->until = (uint64_t *)(history->cells + influence->map->grid.cells);
}

/* ---- what is left ---------------------------------------------------------------------------- */

/* Half of it after each half-life, and in between on a straight line. */
static uint32_t history_left(Past past, uint32_t now, uint32_t half_life) {
  uint32_t age = now - past.since, halvings = age / half_life;
  if (halvings >= HALVINGS) return 0;
  uint64_t rest = (uint64_t)past.peak * (2 * half_life - age % half_life) / (2 * half_life);
  return (uint32_t)(rest >> halvings);
}

static int32_t history_value(const astar_influence *influence, Cell cell) {
  const History *history = history_of(influence);
  Past past = history->cells[cell];
  uint32_t half_life = (uint32_t)influence->recipe->given.half_life;
  uint32_t left = history_left(past, history->now, half_life);
  return (int32_t)(past.part > left ? past.part : left);
}

void history_read(const astar_influence *influence, int32_t block,
                  int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK]) {
  astar_rect rect = influence_block_rect(influence, block);
  for (int32_t dy = 0; dy < rect.height; dy++)
    for (int32_t dx = 0; dx < rect.width; dx++)
      values[dy][dx] =
        history_value(influence, grid_cell(&influence->map->grid, rect.x + dx, rect.y + dy));
}

/* ---- noting ---------------------------------------------------------------------------------- */

void history_resume(astar_influence *influence) {
  history_of(influence)->now = influence->map->ticks;
}

Past history_at(const astar_influence *influence, Cell cell) {
  return history_of(influence)->cells[cell];
}

void history_put(astar_influence *influence, astar_cell at, Past past) {
  History *history = history_of(influence);
  int32_t block = at.y / INFLUENCE_BLOCK * influence->blocks_across + at.x / INFLUENCE_BLOCK;
  uint64_t until = (uint64_t)past.since + HALVINGS * (uint64_t)influence->recipe->given.half_life;
  history->cells[grid_cell(&influence->map->grid, at.x, at.y)] = past;
  if (past.peak > 0 && history->until[block] < until) history->until[block] = until;
  influence->recipe->stale[block] = true;
  influence->recipe->any_stale = true;
}

static uint16_t part_now(const astar_influence *influence, Cell cell) {
  const astar_weighted *term = &influence->recipe->terms[0];
  int32_t part = integer_weighted(term->influence->values[cell], term->weight);
  return (uint16_t)(part < 0 ? 0 : part > UINT16_MAX ? UINT16_MAX : part);
}

/* The part that was noted before has lasted until now: it is the peak, unless more is left of
** that. */
static void note_cell(astar_influence *influence, astar_cell at) {
  const History *history = history_of(influence);
  Cell cell = grid_cell(&influence->map->grid, at.x, at.y);
  Past past = history->cells[cell];
  uint16_t part = part_now(influence, cell);
  if (part == past.part) return;
  rect_join(&influence->recipe->noted, (astar_rect){ at.x, at.y, 1, 1 });
  uint32_t half_life = (uint32_t)influence->recipe->given.half_life;
  if (past.part > 0 && past.part >= history_left(past, history->now, half_life)) {
    past.peak = past.part;
    past.since = history->now;
  }
  past.part = part;
  history_put(influence, at, past);
}

static void note_rect(astar_influence *influence, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      note_cell(influence, (astar_cell){ x, y });
}

static void note_changes(astar_influence *influence) {
  History *history = history_of(influence);
  const Grid *grid = &influence->map->grid;
  Changes *changes = &influence->recipe->terms[0].influence->changes;
  uint64_t from = history->seen;
  bool kept = changes_begin(changes, from) && history->begun;
  history->seen = changes_position(changes);
  history->begun = true;
  if (!kept) note_rect(influence, (astar_rect){ 0, 0, grid->width, grid->height });
  for (uint64_t at = from; kept && at < history->seen; at++)
    note_rect(influence, changes_at(changes, at));
}

/* Those that have a peak which is not gone since the last tick. */
static void renew_fading(astar_influence *influence) {
  const History *history = history_of(influence);
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  for (int32_t block = 0; block < blocks; block++) {
    if (history->until[block] < history->now) continue;
    influence->recipe->stale[block] = true;
    influence->recipe->any_stale = true;
  }
}

bool history_fades(const astar_influence *influence) {
  const History *history = history_of(influence);
  int32_t blocks = influence->blocks_across * influence->blocks_down, block = 0;
  while (block < blocks && history->until[block] < history->now) block++;
  return block < blocks;
}

void history_note(astar_influence *influence) {
  note_changes(influence);
  history_of(influence)->now = influence->map->ticks;
  renew_fading(influence);
}

uint64_t history_hash(const astar_influence *influence, uint64_t hash) {
  for (Cell cell = 0; cell < influence->map->grid.cells; cell++) {
    Past past = history_at(influence, cell);
    if (past.part != 0 || past.peak != 0)
      hash = HASH_INTS(hash, cell, past.part, past.peak, past.since);
  }
  return hash;
}
