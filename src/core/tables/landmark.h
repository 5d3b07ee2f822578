/*
** Landmarks: a few cells from or to which the cost of every cell is known. The cost between two
** cells is at least the difference of their costs from a landmark, or to one. That estimate is far
** better than their distance.
**
** Each cell has a row of columns, each in 15 bits: its cost from one landmark, or 32767 less its
** cost to one, in units. So the cost from a cell to the goal is at least what the goal's column is
** above the cell's. Where all steps cost the same, the way back costs the same, too, so one column
** says both; else a landmark needs two of them.
**
** If costs rise later, the estimate may be too low, which is harmless. Cells that have become
** cheaper or open are shortcuts: see shortcut.h. What the landmarks say depends on the plane when
** they were made and on the present one, and not on the edits between.
** Landmarks serve one region. In others all columns are 0, and nothing is known.
**
** Source: A. Goldberg and C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
** Theory", SODA 2005 (ALT); landmarks are chosen farthest from one another.
*/
#ifndef ASTAR_LANDMARK_H
#define ASTAR_LANDMARK_H

#include "../map/class.h"
#include "shortcut.h"

#define LANDMARK_COLUMNS 8

typedef struct LandmarkRow {        /* of one cell */
  int16_t columns[LANDMARK_COLUMNS];  /* not negative */
} LandmarkRow;

typedef struct Landmarks {
  uint64_t number;                  /* the map's, which no others have had; never 0 */
  const Grid *grid;
  LandmarkRow *rows;                /* array over cells */
  int shift;                        /* a unit of the columns is a cost of 1 << shift; where costs
                                    ** are too far it means nothing */
  bool both_ways;                   /* the cost back is the same */
  const astar_class *cls;
  const uint8_t *kind;              /* the plane's now */
  uint8_t *old_kind;                /* and when the landmarks were made */
  uint64_t old_hash;                /* of these */
  uint32_t old_cost[KINDS];         /* of a diagonal step then, by kind */
  Shortcuts shortcuts;
  bool too_far;                     /* a cost did not fit */
} Landmarks;

/* Can they be used? */
static inline bool landmarks_serve(const Landmarks *landmarks) {
  return shortcuts_are_few(&landmarks->shortcuts) && !landmarks->too_far;
}
/* The kind of a cell is about to change. landmarks_settle must follow. */
void landmarks_note(Landmarks *landmarks, Cell cell, uint8_t before, uint8_t after);
/* Any kinds, or the costs of kinds, have changed. landmarks_settle must follow. */
void landmarks_recount(Landmarks *landmarks);
/* All changes have been noted. */
void landmarks_settle(Landmarks *landmarks);
/* They serve a plane with these kinds from now on. */
void landmarks_move(Landmarks *landmarks, const uint8_t *kind);
/* Do the kinds cost what they did when the landmarks were made? */
bool landmarks_costs_hold(const Landmarks *landmarks);
/* Would landmarks that are made now be the same? */
bool landmarks_are_fresh(const Landmarks *landmarks);

/* For a plane with these kinds; the columns say nothing yet. landmark_builder.h fills them in.
** NULL: no memory. */
Landmarks *landmarks_new(Memory *memory, const Grid *grid, const astar_class *cls,
                         const uint8_t *kind);
void landmarks_free(Landmarks *landmarks, Memory *memory);

/* A lower bound of the cost from a cell to the goal, both given by their rows. */
uint64_t landmarks_bound(const Landmarks *landmarks, const LandmarkRow *here,
                         const LandmarkRow *goal);

#endif
