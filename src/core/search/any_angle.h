/*
** Any-angle paths: the way of a search as straight, clear lines between cells (sweep.h). A turn is
** a cell in which a line ends.
*/
#ifndef ASTAR_ANY_ANGLE_H
#define ASTAR_ANY_ANGLE_H

#include "search.h"

/* Makes room for that many turns. False: no memory. */
bool any_angle_reserve(astar_search *search, size_t count);
/* One more turn, for which there is room; one that lies on the line between its neighbours goes. */
void any_angle_add_turn(astar_search *search, astar_cell turn);
/* Is a line clear, as far as the plane goes? */
bool any_angle_line_is_open(astar_search *search, astar_cell from, astar_cell to);
/* Does what the way costs over the plane alone fit its number? */
bool any_angle_fits(const astar_search *search);
/* Makes the cells nearest to the lines the way. False: no memory. */
bool any_angle_to_steps(astar_search *search);
/* Is no cell that the lines sweep touched by a layer? */
bool any_angle_is_undisturbed(astar_search *search);
/*
** Pulls the way straight that was found in steps (string pulling): lines replace parts of it where
** they are clear and, step by step, cost no more. A single step is a line, whether it cuts a corner
** or not. False: no memory.
*/
bool any_angle_straighten(astar_search *search);

#endif
