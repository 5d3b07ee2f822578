/*
** Exits: where units of a plane's class can leave over a link, as its player knows the links. A
** link that leads both ways is two exits. Ends that nobody can stand on, or that the player does
** not know, are listed too: whether an exit can be used is asked when a search gets there.
**
** The exits lie in a few rectangles, their areas, for estimates.
*/
#ifndef ASTAR_EXITS_H
#define ASTAR_EXITS_H

#include "../map/cell_set.h"
#include "../map/link.h"
#include "region.h"

#define EXIT_AREAS 8

typedef struct Exit {
  Cell from, to;
  int32_t cost;                     /* with the price */
  int32_t price;                    /* of opening it, for breaches; 0: it is open */
  uint32_t link;                    /* its number */
  int area;
} Exit;

typedef struct Exits {
  Exit *list;                       /* by `from`, then in the order of the links */
  size_t count, capacity;
  CellSet from, to;                 /* their ends */
  astar_rect areas[EXIT_AREAS];
  int area_count;
  uint64_t sum;                     /* of a hash of each: tells apart which ones they are */
} Exits;

/* Lists them again. Links that are closed cost `price` more; ASTAR_NEVER: they stay closed. False:
** no memory; must be called again then. */
bool exits_make(Exits *exits, const astar_class *cls, const astar_player *player, int32_t price);
void exits_free(Exits *exits, astar_map *map);

/* How many exits a cell has; they are `first` and those behind it. */
size_t exits_at(const Exits *exits, Cell cell, const Exit **first);

#endif
