/*
** A unit: where it is, what it follows, whether it moves. It is the source of the claims and
** occupancy layers, and of its player's sight.
**
** A unit enters a cell when a step begins: from then on it stands there for all others, while
** `travelled` grows to `stride` on the way from the cell before. Where it has not moved since it
** was placed, `from` is its own cell.
** Invariant: state is STANDING exactly when path is NULL; path's cell `progress` is x, y; the
** occupancy table names the unit for the size x size cells from x, y on.
*/
#ifndef ASTAR_UNIT_H
#define ASTAR_UNIT_H

#include "class.h"
#include "occupancy.h"
#include "path.h"
#include "player.h"

#define STRAIGHT_STRIDE ASTAR_ONE   /* the length of a step, in 1/1024 of a cell */
#define DIAGONAL_STRIDE 1448

/* What is known of the way ahead, see route.h. All 0: nothing. */
typedef struct RouteSeen {
  bool is_free;
  uint32_t kinds_version;           /* the grid's, when it was looked at */
  uint64_t changes;                 /* up to where in the log of its player */
} RouteSeen;

struct astar_unit {
  astar_unit *next;
  uint32_t born;                    /* what had been removed from the map: see query_is_whole */
  astar_player *player;
  astar_class *cls;
  uint32_t id;
  int32_t x, y;
  astar_cell from;
  int32_t stride, travelled;        /* of the last step; equal when it is completed */
  int32_t speed;
  int32_t sight;                    /* -1: none */
  astar_unit_state state;
  astar_path *path;
  int32_t progress;
  RouteSeen route_seen;
  Look look;                        /* what it shows its player */
};

/* The cell a unit sees from: the middle one of those it covers, up and left where there is none. */
astar_cell unit_eye(const astar_unit *unit);
/* Drops the path; a step that was begun goes on. */
void unit_stand(astar_unit *unit);
/* Is the step from the unit's place `from` to the next cell `to` legal on `terrain`, an array over
** cells in which 0 means unseen? */
bool unit_can_step(const astar_class *cls, const uint8_t *terrain, astar_cell from,
                   astar_cell to);

void units_free(astar_map *map);
uint64_t units_hash(const astar_map *map, uint64_t hash);

#endif
