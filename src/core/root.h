/*
** The map as a whole: the owner of every layer and of every table made from them.
*/
#ifndef ASTAR_ROOT_H
#define ASTAR_ROOT_H

#include "grid.h"

typedef struct Geometry {           /* see geometry.h */
  astar_projection projection;
  double origin_x, origin_y, cell_width, cell_height;
} Geometry;

typedef struct Occupancy {          /* see occupancy.h */
  struct Occupant *slots;
  size_t capacity, covered;
} Occupancy;

struct astar_map {
  Memory memory;
  Grid grid;
  Geometry geometry;
  astar_class *classes;             /* the default class is the first */
  astar_player *players;            /* in the order of their making, as all lists here */
  astar_influence *influences;
  astar_unit *units, *last_unit;    /* by id */
  uint32_t last_unit_id;
  Occupancy occupancy;              /* which unit covers a cell */
  struct Plane *planes;
  astar_search *searches;           /* under way, and one idle whose memory is used again */
  astar_unit_event *events;         /* of the last tick */
  size_t event_count, event_capacity;
  uint32_t ticks;
  uint64_t waits;
  uint32_t removals;                /* of players, influence maps and units, so far */
  int32_t locks;                    /* callbacks under way: the map must not be changed */
};

#endif
