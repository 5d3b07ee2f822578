/*
** Precedence among units that make way for each other. In this order: a unit in a lane; one that
** follows a path; one that is held before a lane; one that only goes back to where it stood; one
** that stands. Among equals the unit that has had its errand for longer goes first, then the one
** with the lower id.
**
** A unit whose requests to make way have failed for a while becomes the last of its grade.
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
