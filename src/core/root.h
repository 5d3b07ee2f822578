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

#define LANES 64

/* A stretch that only one unit at a time can pass, as far as it is remembered; see lane.h. */
typedef struct Lane {
  Cell ends[2];                     /* the lesser one first; NO_CELL: a free slot */
  uint8_t side;                     /* from where units went in last */
  uint32_t entered;                 /* so many from there, one after the other */
  uint32_t entered_at;              /* the tick of the last */
  uint32_t wanted[2];               /* from each side: until which tick one counts as waiting */
  uint32_t used;                    /* the tick in which it was asked about last */
} Lane;

/* The search for a new path that did not come to its end in the last tick; see reroute.h. */
typedef struct Rerouting {
  uint32_t nodes;                   /* that may be expanded in a tick */
  astar_search *search;             /* NULL: none is under way */
  uint32_t unit;                    /* for whom, and at the end of a tick who was the last served */
} Rerouting;

#define SPARE_NODES 4
#define SPARE_KITS 4

/* What a search works with, kept for the next one when it has ended. */
typedef struct Spare {
  Nodes nodes[SPARE_NODES];         /* the last to be given back first */
  int node_count;
  astar_search *search;             /* one that is idle, or NULL */
  Nodes states;                     /* of the turn search */
  OpenList open;
  Buckets buckets;
  struct Blend *blends;             /* see blend.h; the last used first */
  struct Kit *kits;                 /* see search.h; the last used first */
  int kit_count;
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
  uint64_t pushes;                  /* units that asked others to make way, so far; see push.h */
  Lane lanes[LANES];
  Rerouting rerouting;
  uint64_t waits;
  uint32_t removals;                /* of players, influence maps and units, so far */
  int32_t locks;                    /* callbacks under way: the map must not be changed */
};

#endif
