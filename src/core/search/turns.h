/* Turns: the way of an any-angle search as straight, clear lines between cells (sweep.h). */
#ifndef ASTAR_TURNS_H
#define ASTAR_TURNS_H

#include "search.h"

/* Makes room for that many turns. False: no memory. */
bool turns_reserve(astar_search *search, size_t count);
/* One more turn, for which there is room; one that lies on the line between its neighbours goes. */
void turns_add(astar_search *search, astar_cell turn);
/* Is a line clear, as far as the plane goes? */
bool turns_line_is_open(astar_search *search, astar_cell from, astar_cell to);
/* Does what the way costs over the plane alone fit its number? */
bool turns_fit(const astar_search *search);
/* Makes the cells nearest to the lines the way. False: no memory. */
bool turns_walk(astar_search *search);
/* Is no cell that the lines sweep touched by a layer? */
bool turns_are_undisturbed(astar_search *search);
/*
** Pulls the way straight that was found in steps: lines replace parts of it where they are clear
** and, step by step, cost no more. A single step is a line, whether it cuts a corner or not. False:
** no memory.
*/
bool turns_pull(astar_search *search);

#endif
