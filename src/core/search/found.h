/* What a search for the nearest of many goals works with, and what it has found; see target.h. */
#ifndef ASTAR_FOUND_H
#define ASTAR_FOUND_H

#include "../grid/path.h"
#include "../grid/sparse.h"
#include "../map/cell_set.h"

/* A goal that a search for the nearest ones has found. */
typedef struct Found {
  Cell arrival, goal;
  uint32_t cost;
  int32_t index;                    /* in the list of goals; -1: there is none */
  Waypoint *waypoints;
  size_t waypoint_count;
  int32_t length;
  Explanation explanation;
} Found;

typedef struct Targets {
  astar_target wish;                /* wanted = 0: the search is for one rectangle */
  int32_t sought;                   /* as many as are wanted, or are known to be within reach */
  bool vague;                       /* if any is within reach was not found out beforehand */
  CellSet goals, asked;             /* known to be goals; the caller's function was asked about, */
  Sparse asked_of;                  /* and of so many cells of a block, by column and row */
  CellSet blocks;                   /* in which those of a list are, by column and row */
  CellSet met;                      /* goals that were found, */
  CellSet spent;                    /* and blocks in which all were, by column and row */
  uint64_t *aside;                  /* cost and cell, where goals are in reach: to be looked at */
  size_t aside_count, aside_capacity;
  uint32_t aside_turn;              /* when that bucket is empty */
  Found *found;                     /* the nearest first */
  size_t count, capacity;
  bool met_units;                   /* a unit keeps the place from which one would be reached */
  size_t chosen;                    /* the one whose way is the search's */
} Targets;

#endif
