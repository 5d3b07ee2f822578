/*
** Paths through a cell: a cheapest way to it, and a cheapest one on from it, as two fields have
** them. Source: I. Abraham, D. Delling, A. Goldberg, R. Werneck, "Alternative Routes in Road
** Networks", 2010.
**
** The *plateau* of such a path is its part around the cell over whose cells it would be just as
** long: the way from the start to the end of the plateau, and that from its beginning to the goal,
** are cheapest ones. So is every part of the path that costs no more than the plateau: it cannot
** reach beyond both ends.
*/
#ifndef ASTAR_VIA_H
#define ASTAR_VIA_H

#include "../grid/path.h"
#include "field.h"

#define NO_VIA UINT32_MAX

/* One side of a path through a cell: from the start to it, or from it to the goal. */
typedef struct ViaSide {
  uint32_t next;                    /* the via on the way there; NO_VIA: it is the end */
  uint32_t plateau;                 /* what of the plateau lies there */
  int32_t length, near;             /* cells there, its own included; those near paths before */
} ViaSide;

typedef struct Via {
  Cell cell;
  uint32_t cost;                    /* of the path through it */
  ViaSide sides[2];
  bool refused;                     /* its path comes back to a cell, or goes past a goal */
} Via;

typedef struct Vias {
  astar_map *map;
  astar_field *fields[2];           /* costs from the start; and to the goal */
  Via *list;                        /* in reading order */
  uint32_t *orders[2];              /* such that those on the way come before */
  uint64_t *heap;                   /* of those that are eligible: cost and number */
  size_t count;
  uint32_t *at;                     /* array over cells: the number in the list */
  uint8_t *near;                    /* array over cells: how near, see via.c; 0: it is not */
  uint32_t *seen;                   /* per via: the last path that it was found on */
  uint32_t paths;
} Vias;

/* Lists the cells whose paths cost no more than `most`. False: no memory; vias_free frees what is
** there. */
bool vias_make(Vias *vias, uint32_t most);
void vias_free(Vias *vias);
/* The waypoints of a path are near from now on: all cells as near to its cells as `apart`. */
void vias_avoid(Vias *vias, const Waypoint *waypoints, size_t count, int32_t apart);
/* The cheapest that keeps to the description, with a plateau of at least so much; among equally
** cheap ones the first in reading order. NULL: there is none. */
const Via *vias_choose(Vias *vias, const astar_alternatives_desc *desc, uint32_t plateau);

#endif
