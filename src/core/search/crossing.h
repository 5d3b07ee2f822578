/*
** Crossing links: what all engines have in common there.
**
** An engine stops at each cell from which a link leads away (crossing_at), and when it expands that
** cell it reaches the ends of its exits too. The node of a cell to which a link led has no
** direction. By which link it was reached, the search finds again for its path: of the exits
** into the cell it is the one over which the cell was reached at the least cost, the first of them
** in the order of links.
**
** Estimates are the least of two: what is left over open ground, and what is left over an exit. A
** link can undercut the first only where it spares more steps than it costs; others do not matter
** to estimates, so stairs and doors cost a search nothing.
*/
#ifndef ASTAR_CROSSING_H
#define ASTAR_CROSSING_H

#include "search.h"

/* Before an engine begins. False: no memory. */
bool crossings_begin(astar_search *search);

static inline bool crossing_at(const astar_search *search, Cell cell) {
  const Exits *exits = search->view.exits;
  return exits != NULL && cellset_has(&exits->from, cell);
}

/* The end of an exit was reached at this cost, which may be more than that of another way. */
static inline void crossing_note(astar_search *search, const Exit *exit, uint32_t g) {
  uint32_t *paid = &search->scratch->paid[exit - search->view.exits->list];
  if (g < *paid) *paid = g;
}

/* The exit by which a cell was reached whose node has no direction. */
const Exit *crossing_into(const astar_search *search, Cell cell);
/* The exit over a link of that number from a cell. */
const Exit *crossing_from(const astar_search *search, Cell cell, uint32_t link);
/* Is a unit in the way at the end of an exit that the search has reached? */
bool crossing_met_units(const astar_search *search);
/* Has the search looked from where it has closed a cell to this one, over a link? */
bool crossing_was_read(const astar_search *search, Cell cell);

#endif
