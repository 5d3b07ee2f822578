/*
** Patterns: what the 3 x 3 cells around a cell mean for a search that enters it.
**
** On a map the same few hundred or thousand arrangements of kinds around a cell occur again and
** again. Each is a pattern, which is computed once: the cost of entering its middle and, for each
** direction of arrival, the steps that are worth following (neighbourhood.h).
*/
#ifndef ASTAR_PATTERN_H
#define ASTAR_PATTERN_H

#include "../base/builtin.h"
#include "../open_list/node.h"
#include "hex_neighbourhood.h"

#define PATTERNS_MAX 65535          /* beyond that a map is too varied for patterns */

/* What a path does behind a cell, by the direction in which it came: goes on in a direction when
** there is only that to follow, or one of these. */
enum { GOES_NOWHERE = 8, GOES_SEVERAL_WAYS, GOES_INTO_GOAL, GOES_UNREACHED };

static inline int goes_by(uint32_t follow) {
  if (follow == 0) return GOES_NOWHERE;
  return (follow & (follow - 1)) == 0 ? low_zeros_32(follow) : GOES_SEVERAL_WAYS;
}

/* Numbers of patterns that are no arrangement of cells. A search writes the second into the nodes
** of its goal: entering it costs nothing there, so the search has to look up what it does. */
enum { PATTERN_BLOCKED, PATTERN_GOAL, PATTERNS_FIRST };

/* What is read at every step is kept apart from what is read when a cell is expanded. */
typedef struct Pattern {
  uint32_t cost[2];                 /* of entering the middle: straight, diagonally */
  uint8_t goes[DIRECTIONS];
} Pattern;

/* What a step into the middle costs, by its direction, where slopes count. */
typedef struct PatternCosts {
  uint32_t cost[DIRECTIONS];
} PatternCosts;

typedef struct PatternSteps {
  uint8_t follow[DIRECTIONS];       /* by direction of arrival: a bit for each worth following */
} PatternSteps;

/* The kinds, column by column; a byte each, the upper one lowest. Of hexagons the highest byte of
** the middle column tells whether the middle is shifted. */
typedef struct PatternKey { uint32_t columns[3]; } PatternKey;

typedef struct Patterns {
  const Grid *grid;
  const astar_class *cls;
  const uint8_t *kind;              /* array over cells */
  uint16_t *of;                     /* array over cells: numbers, indices into table */
  Pattern *table;
  PatternSteps *steps;
  PatternCosts *costs;              /* NULL: the class knows no slopes */
  PatternKey *keys;
  uint32_t count, capacity;
  uint16_t *slots;                  /* hash table of indices; 0: free */
  uint32_t slot_count;
  bool too_varied;                  /* PATTERNS_MAX was not enough: `of` is not complete */
  uint64_t numbering;               /* names this numbering of patterns, in all of the map */
} Patterns;

/* NULL: no memory. patterns_rebuild must follow. */
Patterns *patterns_new(Memory *memory, const Grid *grid, const astar_class *cls,
                       const uint8_t *kind);
void patterns_free(Patterns *patterns, Memory *memory);
/* Were they made for a class that knew slopes, and it knows none now, or the contrary? */
bool patterns_are_misfits(const Patterns *patterns);
/* False: no memory; the patterns must be rebuilt before they are used. */
bool patterns_rebuild(Patterns *patterns, Memory *memory);
/* The same in bands: forgets all patterns; numbers the cells of the next band. */
void patterns_clear(Patterns *patterns);
bool patterns_make_band(Patterns *patterns, Memory *memory, int32_t number);
/* The kind of cell x, y has changed. False as above. Patterns that no cell has any more stay in
** the table until it is full; then all are rebuilt. */
bool patterns_repair(Patterns *patterns, Memory *memory, int32_t x, int32_t y);

/* Has each cell the pattern that it should have? Nothing is said without memory. */
const char *patterns_validate(const Patterns *patterns, Memory *memory);

/* The neighbourhood of a pattern; returns whether its middle is shifted. */
uint32_t patterns_neighbourhood(const Patterns *patterns, uint32_t number,
                                Neighbourhood *neighbourhood);

/* Writes the number of the cell's pattern into its node. */
static inline void patterns_number(const Patterns *patterns, Node *words, Cell cell) {
  words[cell] = (words[cell] & ~NODE_LOW) | patterns->of[cell];
}

#endif
