/*
** A unit: its place, the path it follows, and whether it moves. Units are the source of the claims
** and occupancy layers, and of their player's sight.
**
** A unit enters a cell when a step begins. From then on it stands there for all others, while
** `travelled` grows to `stride` on the way from the cell before. If it has not moved since it was
** placed, `from` is its own cell.
**
** A unit that makes way for another leaves its path, or the cell where it stands. Its base is the
** cell that it left: the path's cell `progress`, or without a path, `goal`. It is displaced until
** it is in that cell again, or in a later one of its path.
**
** Invariant: state is STANDING exactly if path is NULL; the occupancy table holds the unit for the
** size x size cells from x, y on.
*/
#ifndef ASTAR_UNIT_H
#define ASTAR_UNIT_H

#include "../../astar_units.h"
#include "../grid/path.h"
#include "../map/class.h"
#include "../map/player.h"
#include "units.h"

#define STRAIGHT_STRIDE ASTAR_ONE   /* the length of a step, in 1/1024 of a cell */
#define DIAGONAL_STRIDE 1448
#define RETRY_NEVER UINT32_MAX

/* What is known of the way ahead, see route.h. All 0: nothing. */
typedef struct RouteSeen {
  bool is_open;
  uint32_t kinds_version;           /* the grid's, when it was looked at */
  uint64_t changes;                 /* up to where in the log of its player */
  uint64_t links;                   /* the version of the map's links */
  BlockSet blocks;                  /* of all cells that it depends on */
} RouteSeen;

/* In the order in which a tick reads it: of a unit that only walks, three times 64 bytes. */
struct astar_unit {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_class *cls;
  astar_player *player;
  int32_t x, y;
  astar_cell base, next;            /* see unit_come_to */
  astar_cell goal;                  /* the end of its path; without one, where it stood last */
  uint32_t id;
  int32_t place;                    /* among the map's units: see unit_list.h */
  /* where it is on its way */
  int32_t progress, last;           /* cells of its path; 0 without one */
  uint32_t link;                    /* by which its path goes on from `base`; 0: by a step */
  uint32_t as_of;                   /* by the end of this tick: see unit_schedule */
  int32_t stride, travelled;        /* of the last step; equal when it is completed */
  int32_t speed;
  uint32_t step_time;               /* the ticks of a straight step; UINT32_MAX: it does not move */
  int32_t movement;                 /* what it had left in that tick */
  uint32_t waited;                  /* ticks in which it did not get on, since it did last */
  uint32_t since;                   /* the tick in which its right of way began, see crowd.h */
  astar_avoidance avoidance;
  astar_unit_state state;
  /* what it chooses, and its path */
  uint64_t decided;                 /* the round in which it was decided last where it goes: */
  astar_cell choice;                /* to this cell, which may be its own; see crowd.h */
  astar_cell from;
  astar_path *path;
  int32_t leg;                      /* the last waypoint up to which it has come, but for that of
                                    ** the path's end */
  int32_t sight;                    /* -1: none */
  int32_t priority;                 /* of two that meet, the one with the higher goes first */
  uint32_t retry;                   /* no search for a new path before this tick, or RETRY_NEVER: it
                                    ** stands around a goal that others have taken, see arrival.h */
  uint32_t guide;                   /* the number of its guide, which may be another's: guide.h */
  bool tried;                       /* whether there was a search for a new path in this tick */
  bool is_cut;                      /* its path could not be repaired */
  bool is_choosing;                 /* its choice may still change in this round, see `decided` */
  astar_path *rerouted;             /* found in this tick, not yet followed; see reroute.h */
  /* the rest */
  astar_path *repaired;             /* the one it has, repaired in this tick; see repair.h */
  Fov fov;                          /* what it shows its player */
  RouteSeen route_seen;
  uint32_t born;                    /* what had been removed from the map: see query_is_whole */
  uint64_t route;                   /* the path's number: no other of the map ever has it */
  struct UnitQuery *query;          /* see unit_query.h; NULL: the usual one */
  astar_watch *watch;               /* of its path; NULL: none */
};
HAS_USER_DATA(astar_unit);

/* A unit like this one, whose numbers are right, takes its place on the map and in the sight of its
** player; the path becomes its own. Its id is above all others. NULL: no memory. */
astar_unit *unit_add(const astar_unit *model);
static inline astar_cell unit_cell(const astar_unit *unit) {
  return (astar_cell){ unit->x, unit->y };
}
/* The cell a unit sees from: the middle one of those it covers, up and left where there is none. */
astar_cell unit_observer(const astar_unit *unit);
/* A cell of its path; found at once if it lies on the run `leg`, as those that it comes to do. */
static inline astar_cell unit_path_cell(const astar_unit *unit, int32_t index) {
  const astar_path *path = unit->path;
  const Waypoint *from = path->waypoints + unit->leg;
  if (unit->leg + 1 >= path->waypoint_count || index < from->index || index > from[1].index)
    return astar_path_cell(path, index);
  if (index == from[1].index) return (astar_cell){ from[1].x, from[1].y };
  int32_t steps = index - from->index, dx = from[1].x - from->x, dy = from[1].y - from->y;
  return (astar_cell){ from->x + ((dx > 0) - (dx < 0)) * steps,
                       from->y + ((dy > 0) - (dy < 0)) * steps };
}

/* Is it somewhere else, because it has made way? */
static inline bool unit_is_displaced(const astar_unit *unit) {
  return unit->base.x != unit->x || unit->base.y != unit->y;
}

/* Is the unit on its way from one cell to the next? Until it has arrived it does nothing else. */
static inline bool step_under_way(const astar_unit *unit) {
  return unit->travelled < unit->stride;
}

/* Notes the first tick that has something to do with the unit. A tick passes by one that stands
** where it belongs, and one on its way along its path, until it arrives: how far that has come
** follows from when it was looked at last. To be called when any of that has changed. */
void unit_schedule(astar_unit *unit);
/* How far it has come on its step by now, */
int32_t unit_travelled(const astar_unit *unit);
/* and sets it to that. */
void unit_catch_up(astar_unit *unit);

/* It has come to this cell of its path, which is its base now. `next` is the one behind it; at the
** end of the path, it is the same. */
void unit_come_to(astar_unit *unit, int32_t index);
/* It begins the path that it has been given, at this cell of it. */
void unit_begin_path(astar_unit *unit, int32_t progress);
/* Is it of the other's player, or of one that shares with that? */
bool unit_is_friendly(const astar_unit *unit, const astar_unit *of);
/* Does it step aside for a friendly unit, wherever both are? Both yield, and see each other: their
** players share both ways. (Foreign units in sight of each other do, too: collision_makes_way.) */
bool unit_lets_pass(const astar_unit *unit, const astar_unit *of);
/* Follows a path, which becomes the unit's, from its own cell on. */
void unit_take_path(astar_unit *unit, astar_path *path, int32_t progress);
/* Drops the path; a step that was begun goes on. */
void unit_stand(astar_unit *unit);
/* Is the step from the unit's place `from` to the next cell `to` legal on `terrain`, an array over
** cells in which 0 means unseen? */
bool unit_can_step(const astar_class *cls, const uint8_t *terrain, astar_cell from,
                   astar_cell to);

/* NULL: there is none. */
astar_unit *unit_by_id(const astar_map *map, uint32_t id);
/* Takes it off the map; nobody watches its path. */
void unit_remove(astar_unit *unit);
void units_free(astar_map *map);
uint64_t units_hash(const astar_map *map, uint64_t hash);

#endif
