/*
** The map as a whole: the owner of every layer and of every table made from them.
*/
#ifndef ASTAR_ROOT_H
#define ASTAR_ROOT_H

#include "buckets.h"
#include "node.h"

typedef struct Geometry {           /* see geometry.h */
  astar_projection projection;
  double origin_x, origin_y, cell_width, cell_height;
} Geometry;

typedef struct Occupancy {          /* see occupancy.h */
  struct Occupant *slots;
  size_t capacity, covered;
} Occupancy;

#define SPARE_NODES 4

/* What a search works with, kept for the next one when it has ended. */
typedef struct Spare {
  Nodes nodes[SPARE_NODES];         /* the last to be given back first */
  int node_count;
  Nodes states;                     /* of the turn search */
  OpenList open;
  Buckets buckets;
  struct Blend *blends;             /* see blend.h; the last used first */
} Spare;

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
  uint64_t ids;                     /* numbers given so far to what must be told apart */
  astar_search *searches;           /* those not freed, and one idle that is used again */
  Spare spare;
  astar_field *fields;
  struct Queue *queue;              /* NULL until something is asked for */
  astar_unit_event *events;         /* of the last tick */
  size_t event_count, event_capacity;
  uint32_t ticks;
  uint64_t waits;
  uint32_t removals;                /* of players, influence maps and units, so far */
  int32_t locks;                    /* callbacks under way: the map must not be changed */
};

#endif
