/*
** The queue: tickets, each a search that waits for its turn, and the work on them, a little in each
** tick of the game.
**
** The rule. QUEUE_LANES tickets are under way at a time, each in a lane of its own until it comes
** to its end. A lane that is free takes the waiting ticket of the highest priority, and among
** equals the one that was asked for first. Work goes in rounds: in the order in which they were
** begun, searches get QUEUE_SLICE nodes each, as far as the budget goes. What a search does not use
** is left for the next round. To begin a search counts as QUEUE_BEGIN nodes, even where it ends at
** once. Nothing in this depends on how many threads do the work of a round.
**
** A search that has not been given any nodes yet holds no memory of the size of the map. So where
** there is one thread only, nearly all searches use the same, which is in the caches then.
**
** A search for which there is not enough memory stands aside for the rest of the tick, and then
** waits as before; it does not keep others from having their turn.
*/
#ifndef ASTAR_QUEUE_H
#define ASTAR_QUEUE_H

#include "find.h"

enum { QUEUE_LANES = 4, QUEUE_SLICE = 2048, QUEUE_BEGIN = 64 };

struct astar_ticket {
  astar_ticket *before, *next;      /* among all of the map */
  astar_ticket *next_done;          /* in the list `done`, or `aside` */
  astar_map *map;
  uint64_t number;                  /* the order in which they were asked for */
  int32_t priority;
  int32_t x, y;                     /* the start; ASTAR_AT_UNIT: where the unit is by then */
  astar_rect goal;
  astar_query query;                /* its influences are `weighted` */
  astar_weighted *weighted;
  uint32_t removals;                /* the map's when it was asked for */
  astar_search *search;             /* NULL: waiting, or ended without one */
  bool ended, told;                 /* told: astar_ticket_next has named it */
  astar_status status;
};

typedef struct Queue {
  astar_ticket *all;
  astar_ticket **waiting;           /* a heap: the next one first */
  size_t waiting_count, waiting_capacity;
  astar_ticket *lanes[QUEUE_LANES];
  astar_ticket *done, **done_end;   /* in the order in which they ended, not told of yet */
  uint64_t last_number;
  astar_ticket *aside;              /* those for which memory was wanting in this tick */
} Queue;

/* Searches that are under way end, and their tickets wait again. Those whose query has lost what it
** names are cancelled. */
void queue_begin_anew(astar_map *map);
/* Their searches are the map's, to be freed after this. */
void queue_free(astar_map *map);

#endif
