/*
** Right of way among units that make way for each other: a unit in a lane before those outside, one
** that follows a path before those that are held before a lane, these before those that only go
** back to where they stood, and these before those that stand; among equals who has had its errand
** for longer, then the lower id.
**
** Who asks others to make way in vain for a while goes to the end of those of its grade.
*/
#ifndef ASTAR_RANK_H
#define ASTAR_RANK_H

#include "lane.h"

typedef struct Rank {
  int grade;
  uint32_t since, id;
} Rank;

static inline Rank rank_of(const astar_unit *unit) {
  int grade = unit->path == NULL ? unit->detour > 0 : unit->held != NO_CELL ? 2 : 3;
  if (grade > 0 && lane_narrow(unit, astar_unit_cell(unit))) grade = 4;
  return (Rank){ grade, unit->since, unit->id };
}

static inline bool rank_precedes(Rank a, Rank b) {
  if (a.grade != b.grade) return a.grade > b.grade;
  if (a.since != b.since) return a.since < b.since;
  return a.id < b.id;
}

#endif
