/*
** Fields: what the way costs from every cell to the nearest of several goals (or from a start to
** every cell), kept right while the map changes.
**
** Each cell has a cost, which is the least over its neighbours of their cost and the step between
** them: Dijkstra's algorithm, begun at all sources at once. When cells change, only what rested on
** them is found anew, in two passes (after G. Ramalingam and T. Reps, "An Incremental Algorithm for
** a Generalization of the Shortest-Path Problem", 1996):
**
**   1. in the order of their costs, cells are asked whether a neighbour still bears them out; one
**      that nobody does is lost, and those that rested on it are asked next;
**   2. lost cells, and those that a change has brought nearer, are found anew from what is left.
**
** A step costs at least 1, so a cell rests on cells with less cost only, and no cell can bear itself
** out by way of others.
*/
#ifndef ASTAR_FIELD_H
#define ASTAR_FIELD_H

#include "open.h"
#include "view.h"

#define FIELD_NONE UINT32_MAX       /* as a cost: there is no way */

typedef enum FieldKind {
  FIELD_TO,                         /* costs from each cell to the sources */
  FIELD_FROM                        /* costs from the sources to each cell */
} FieldKind;

struct astar_field {
  astar_field *next;                /* among the map's */
  astar_map *map;
  FieldKind kind;
  astar_query query;                /* resolved; its influences are `weighted` */
  astar_weighted *weighted;
  CellSet sources;
  uint32_t limit;                   /* no cost is beyond it */
  uint32_t removals;                /* the map's when it was last seen to be whole */
  View view;
  ViewScratch scratch;
  uint32_t *cost;                   /* array over cells */
  bool stale;                       /* the costs mean nothing: they must be found anew */
  bool busy;                        /* being brought up to date */
  bool overflowed;                  /* a cost would have been too large */
  uint64_t plane_seen;              /* positions in the logs of what the view rests on */
  uint64_t influence_seen[VIEW_INFLUENCES];
  uint64_t version;                 /* counts changes of the costs */
  /* While they are repaired. */
  OpenList open;
  Cell *lost;
  size_t lost_count, lost_capacity;
  /* A field of flight: */
  astar_field *threats;             /* costs from what is fled; NULL: not one of these */
  uint64_t threats_seen;            /* its version */
  uint32_t *least;                  /* array over cells: how safe a cell is if one stays there */
};

void fields_free(astar_map *map);

#endif
