/*
** A unit: where it is, what it follows, whether it moves. It is the source of the claims and
** occupancy layers, and of its player's sight.
**
** A unit enters a cell when a step begins: from then on it stands there for all others, while
** `fraction` grows from 0 to 1024 on the way from the cell before.
*/
#ifndef ASTAR_UNIT_H
#define ASTAR_UNIT_H

#include "class.h"
#include "occupancy.h"
#include "path.h"
#include "player.h"

struct astar_unit {
  astar_unit *next;
  astar_player *player;
  astar_class *cls;
  uint32_t id;
  int32_t x, y;
  astar_cell from;                  /* the cell before; x, y itself where it has not moved */
  int32_t fraction;                 /* 0 … 1024 of the way from there */
  int32_t credit;                   /* movement left over, in 1/1024 of a cell */
  int32_t speed;
  int32_t sight;                    /* -1: none */
  astar_unit_state state;
  astar_path *path;                 /* NULL: none */
  int32_t progress;                 /* index of the unit's cell on it */
  Look look;                        /* what it shows its player */
};

void units_free(astar_map *map);
uint64_t units_hash(const astar_map *map, uint64_t hash);

#endif
