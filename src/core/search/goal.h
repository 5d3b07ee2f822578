/* Goals: which cells count as arrived, and what is known of them without a search. */
#ifndef ASTAR_GOAL_H
#define ASTAR_GOAL_H

#include "heuristic.h"

/* The cells that its query accepts. */
static inline GoalArea search_goal_area(const astar_search *search) {
  return (GoalArea){ &search->query, search->goal.asked, search->goal.accepted };
}
/* Finds them: they are what is searched for. */
void goal_set(astar_search *search);
/* Does a cell count as arrived? */
static inline bool goal_has(const astar_search *search, int32_t x, int32_t y) {
  const Goal *goal = &search->goal;
  if (!rect_has(goal->cells, x, y)) return false;
  GoalArea area = search_goal_area(search);
  return goal->aim != AIM_ACCEPTED || goal_area_accepts(&search->map->grid, &area, x, y);
}
/* May cells of the goal's rectangle not count? */
static inline bool goal_is_round(const astar_search *search) {
  return search->query.cls->hex && search->query.within > 0 && search->goal.aim == AIM_ACCEPTED;
}
/* Takes the places of units that stand at the goal: they make way, but not for one that would stay
** there. False: no memory. */
bool goal_take_places(astar_search *search);
/* Does such a unit stand there? */
bool goal_is_kept(const astar_search *search, Cell cell);
/* Finds out, into the search's scratch, which regions can be reached from its start. False: no
** memory. */
bool goal_find_reach(astar_search *search);
/*
** OK when some cell of the area can be entered and is connected with the start over the terrain.
** Else, where the terrain is the reason, GOAL_BLOCKED or UNREACHABLE; where units are,
** GOAL_BLOCKED if they stand in all of the area, or CROWDED. Links are part of the terrain here.
** Units are in the way as they are for `search`; NULL: nobody is.
*/
astar_status goal_find_way(const Plane *plane, const astar_search *search,
                           const Reachability *reachable, const GoalArea *area);
/*
** Makes the reachable cell nearest to the goal the goal instead; among equally near ones the one
** nearer to the start, then the first in reading order.
*/
void goal_retarget(astar_search *search);
/* The cell of the goal that was asked for which is nearest to the end of a way. */
astar_cell goal_of_way(const astar_search *search, const Way *way);

/* After a search that found no goal: makes the nearest cell that it reached the arrival. */
void goal_fall_back(astar_search *search);

#endif
