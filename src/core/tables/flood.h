/*
** Floods: the cost of the way from one cell to every cell, or from every cell to that one, where
** cells differ in what they cost. See wavefront.h for those where all cost the same.
**
** Costs are taken in turns, which are no longer than the least step, unless steps differ so much
** that there would be too many lists. So a cell that was reached at the costs of one turn has its
** least cost when that turn comes, or within it.
**
** As in wavefronts, only those steps are followed that the neighbourhood around a cell leaves over,
** and of several cheapest ways into a cell the first to come stays (neighbourhood_spread).
*/
#ifndef ASTAR_FLOOD_H
#define ASTAR_FLOOD_H

#include "pattern.h"

typedef struct FloodRow {           /* what is known of a pattern */
  uint32_t cost[2];                 /* of a step into its middle or out of it */
  uint8_t follow[DIRECTIONS];       /* by direction of arrival: the steps worth following */
} FloodRow;

/* What floods over one plane have in common. */
typedef struct FloodGround {
  const astar_class *cls;
  const uint8_t *kind;              /* array over cells */
  const uint16_t *of;               /* array over cells: which row is a cell's */
  uint16_t *own;                    /* the same, or NULL where patterns number the cells */
  FloodRow *rows;
  size_t row_count;
  uint32_t back;                    /* rows for floods backwards begin here */
  uint32_t most_step;               /* the most that a step costs */
  int shift;                        /* a turn is 1 << shift long */
  uint32_t list_count;              /* a power of two: as many turns as a step reaches, or more */
} FloodGround;

/* For a plane with these patterns, and these cheapest and costliest kinds. Where there were too
** many patterns, cells are numbered by their kinds and the open ones around them. False: no memory;
** flood_ground_free must follow either way. */
bool flood_ground_make(FloodGround *ground, Memory *memory, const Patterns *patterns, int cheapest,
                      int costliest);
void flood_ground_free(FloodGround *ground, Memory *memory);

typedef struct FloodList {
  uint64_t *entries;
  size_t count, capacity;
} FloodList;

typedef struct Flood {
  Memory *memory;
  const FloodGround *ground;
  FloodList *lists;                  /* by the number of their turn, in a ring */
  uint32_t most;                    /* no cost is beyond it */
  uint32_t *costs;                  /* array over cells */
  bool backwards;                   /* costs of ways to the source */
  uint32_t turn;
  size_t waiting;                   /* in all lists */
  size_t reached;                   /* how many cells have a cost */
  bool too_far;                     /* a cost might be: this flood and later ones have ended */
} Flood;

/* False: no memory; flood_end must follow either way. */
bool flood_begin(Flood *flood, Memory *memory, const FloodGround *ground, uint32_t most);
/* Starts at a cell that can be entered. Costs are UINT32_MAX everywhere. */
void flood_start(Flood *flood, uint32_t *costs, Cell source, bool backwards);
/* Goes on until that many cells have been reached, or all that can be. False: no memory. */
bool flood_spread(Flood *flood, size_t until);
void flood_end(Flood *flood);

#endif
