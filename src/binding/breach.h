/*
** What breaches and the question why have in common: from prices to tables of obstacles.
**
** What was found is copied into memory of Lua's before tables are made of it: making them may run
** finalizers, and these may search or change the map. ask.epoch tells whether one has.
*/
#ifndef ASTAR_BINDING_BREACH_H
#define ASTAR_BINDING_BREACH_H

#include "ask.h"

enum { BREACH_ARGS = ASK_ARGS + 1 };

typedef struct la_breach {
  la_ask ask;
  la_query space;
  int owner;                        /* where the map stands on the stack */
  astar_prices prices;
  int32_t terrains[ASTAR_MAX_TERRAINS + 1];
  astar_obstacle *list;             /* of the last search, copied */
  size_t count;
} la_breach;

/* Reads start, goal, query and prices from the BREACH_ARGS arguments. */
void la_breach_read(la_breach *breach);
/* Searches at these prices, or at the default ones; the map holds the search. */
astar_status la_breach_run(la_breach *breach, const astar_prices *prices);
/* Counts what a search has expanded, and lets it go; unless something has interrupted. */
void la_breach_let_go(la_breach *breach);
/* Pushes a copy of the obstacles, which becomes the list. False: interrupted, here as below. */
bool la_breach_copy(la_breach *breach);
/* Pushes { path =, cost =, price =, obstacles = } for the search that is held, below which other
** values stay on the stack, and lets it go. */
bool la_breach_push(la_breach *breach);
/* Sets what an obstacle is, in the table on top: `kind`, and `terrain`, `unit` or `link`. */
void la_breach_obstacle(const la_breach *breach, const astar_obstacle *one);

#endif
