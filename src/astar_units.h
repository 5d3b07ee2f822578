/*
** astar, units: they stand on a map, move tick by tick, and keep out of each other's way; watched
** paths, and where to stand. The conventions are those of astar.h.
*/
#ifndef ASTAR_UNITS_H
#define ASTAR_UNITS_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a map with units ---------------------------------------------------------------------- */

/* As astar_map_hash, of the units, their paths, and the ticks alone. It takes some 0.3 µs a unit:
** cheap enough to find the tick in which two machines part. */
ASTAR_API uint64_t astar_units_hash(const astar_map *map);

/*
** The next unit, in the order of their making, that would be outside: then astar_map_resize is
** INVALID. All cells that a unit covers have to be inside, and the cell that it is leaving.
**   after  the one before; NULL: begins with the first
** Returns NULL at the end. The values of `resize` have to be in their ranges.
*/
ASTAR_API astar_unit *astar_resize_unit(const astar_map *map, const astar_resize *resize,
                                        const astar_unit *after);

/*
** The nearest cell in which a unit could stand now: by what the way there would cost if all ground
** were open; x, y itself, if it could stand there; among equally near ones the first in reading
** order. On another level none is.
**   query  `cls`, `player`, `unit` and `occupancy` count, NULL: the defaults. Terrain and units are
**          as the player knows them, and `unit` is in nobody's way; without `occupancy` no unit is.
**          `within`, `partial` and `extra_cost` are INVALID
**   cell   receives the cell; -1, -1 without one
** OK; CROWDED: units cover all such cells; UNREACHABLE: there is none; INVALID: outside the map, or
** the query; LIMIT, as for astar_map_cost; NO_MEMORY.
*/
ASTAR_API astar_status astar_map_nearest_free(astar_map *map, int32_t x, int32_t y,
                                              const astar_query *query, astar_cell *cell);

/*
** Assigns units, or other points, to as many places, such that the straight lines between them are
** as short as possible in all; then no two of them cross. For up to 64 the sum of the lengths is
** the least that there is. More are assigned in blocks of 64, and pairs exchanged where that makes
** the sum less: it is at most a tenth above the least, and 200 take 1.5 ms. Points may lie outside
** of the map; distances above 32,000 cells are taken for 32,000.
**   from, to   `count` cells each
**   place_of   receives for each of `from` the index of its place in `to`
** OK, INVALID (count < 0) or NO_MEMORY.
*/
ASTAR_API astar_status astar_map_assign(astar_map *map, const astar_cell *from,
                                        const astar_cell *to, int32_t count, int32_t *place_of);

/* ---- units --------------------------------------------------------------------------------- */

/* A unit stands on the map, belongs to a player, sees for it, and follows a path. */

/* What a unit does about another one in its way. */
typedef enum astar_avoidance {
  ASTAR_AVOIDANCE_WAIT,             /* waits until it is gone (default) */
  ASTAR_AVOIDANCE_REPATH,           /* waits for one that moves on; else finds a new path */
  ASTAR_AVOIDANCE_KEEP_RIGHT,       /* as REPATH, but steps to its right if both meet head-on */
  ASTAR_AVOIDANCE_YIELD             /* units make way for each other, all together */
} astar_avoidance;

#define ASTAR_MAX_UNIT_PRIORITY 15  /* the highest `priority` of a unit */

/* What a unit is made with. */
typedef struct astar_unit_desc {
  int32_t x, y;                     /* 0, 0; its cell; of a larger unit the upper left one */
  astar_class *cls;                 /* NULL: the map's class */
  int32_t speed;                    /* 256; 0 … 64 * ASTAR_ONE, in 1/1024 cells per tick; a diagonal
                                       step is 1448/1024 cells long */
  int32_t sight;                    /* -1: none; 0 … ASTAR_MAX_RADIUS cells, from the middle of a
                                       larger unit */
  astar_avoidance avoidance;        /* ASTAR_AVOIDANCE_WAIT */
  int32_t priority;                 /* 0; 0 … ASTAR_MAX_UNIT_PRIORITY: with ASTAR_AVOIDANCE_YIELD,
                                       others make way for the unit with the higher one */
} astar_unit_desc;

/* What a unit does. */
typedef enum astar_unit_state {
  ASTAR_STANDING,                   /* has no path */
  ASTAR_MOVING,                     /* follows its path */
  ASTAR_WAITING                     /* has a path, but a unit is in its way */
} astar_unit_state;

/* A description with all defaults, at 0, 0. */
ASTAR_API astar_unit_desc astar_unit_default(void);
/*
** Makes a unit of a player.
**   why  OK; START_BLOCKED: the terrain forbids it, whether the player knows it or not; CROWDED:
**        another unit is there; INVALID: it is outside the map, a value is out of its range, or the
**        class is another map's; LIMIT: the map has had 2^31 - 1 units; NO_MEMORY
*/
ASTAR_API astar_unit *astar_unit_new(astar_player *player, const astar_unit_desc *desc,
                                     astar_status *why);
/* Removes it, and its watch. Searches that name it must be freed before. */
ASTAR_API void astar_unit_remove(astar_unit *unit);
/* Its number on the map, from 1 on. A map never uses a number again. */
ASTAR_API uint32_t astar_unit_id(const astar_unit *unit);
/* The last number given, even if that unit was removed; 0: none. */
ASTAR_API uint32_t astar_map_last_unit_id(const astar_map *map);
/* The cell it stands in or is entering: a unit enters a cell when its step begins. */
ASTAR_API astar_cell astar_unit_cell(const astar_unit *unit);
/* How far the unit has come from the cell before, which *from receives, into its cell: 0 … 1024.
** `from` may be NULL. */
ASTAR_API int32_t astar_unit_fraction(const astar_unit *unit, astar_cell *from);
/* Where to draw it now, in game coordinates: the middle of its cells, between the cell before and
** its cell. For drawing alone: floating-point numbers may differ between machines. */
ASTAR_API void astar_unit_position(const astar_unit *unit, double *wx, double *wy);
/* What it does now. */
ASTAR_API astar_unit_state astar_unit_state_of(const astar_unit *unit);
/* What it was made with, or has been given since: see astar_unit_desc. */
ASTAR_API astar_class *astar_unit_class(const astar_unit *unit);
ASTAR_API astar_player *astar_unit_player(const astar_unit *unit);
ASTAR_API int32_t astar_unit_speed(const astar_unit *unit);
ASTAR_API int32_t astar_unit_sight(const astar_unit *unit);
/* These take the ranges of astar_unit_desc. OK; INVALID: out of range; NO_MEMORY: for sight. */
ASTAR_API astar_status astar_unit_set_speed(astar_unit *unit, int32_t speed);
ASTAR_API astar_status astar_unit_set_sight(astar_unit *unit, int32_t sight);
/* Its rule for units in its way. */
ASTAR_API astar_avoidance astar_unit_avoidance(const astar_unit *unit);
/* OK; INVALID: there is no such rule. */
ASTAR_API astar_status astar_unit_set_avoidance(astar_unit *unit, astar_avoidance avoidance);
/* Its priority. */
ASTAR_API int32_t astar_unit_priority(const astar_unit *unit);
/* OK; INVALID: it is not from 0 to ASTAR_MAX_UNIT_PRIORITY. */
ASTAR_API astar_status astar_unit_set_priority(astar_unit *unit, int32_t priority);
/*
** Follows a copy of a path from the unit's cell on, and claims its next cells. Where its cell was
** closed meanwhile the path leads it out, through closed cells as well, to the first that is open.
**   query  with it the unit searches for another path to the same goal, when others are in its
**          way, or when terrain has cut the path. It is copied, and forgotten with the path. The
**          unit, its class and its player are those of the unit, whatever the query says; its
**          `occupancy`, `within`, `partial` and `engine` are ignored. If an influence map is
**          removed, it is dropped from the query. NULL: a query with all defaults
** OK; INVALID: the unit's cell is not on the path, the query has `extra_cost` or `trace` or a value
** out of range, or a callback runs; NO_MEMORY: nothing has changed.
*/
ASTAR_API astar_status astar_unit_follow_path(astar_unit *unit, const astar_path *path,
                                              const astar_query *query);
/* Drops its path. A step that has begun is completed. */
ASTAR_API void astar_unit_stop(astar_unit *unit);
/* Puts the unit in another cell at once, where it stands. OK; GOAL_BLOCKED: the terrain forbids it,
** whether its player knows it or not; CROWDED: another unit is there; INVALID: outside the map. */
ASTAR_API astar_status astar_unit_place(astar_unit *unit, int32_t x, int32_t y);
/*
** Puts the unit in the nearest cell where it can stand, if what was built there has closed its own:
** then it stands. Else nothing happens. What counts is the map, not what the player knows of it.
**   cell  receives the cell in which the unit is now
** OK; CROWDED and UNREACHABLE, as for astar_map_nearest_free; INVALID: the map is locked; LIMIT or
** NO_MEMORY.
*/
ASTAR_API astar_status astar_unit_evict(astar_unit *unit, astar_cell *cell);
/*
** Gives the unit to another player, to whom it shows what it sees. It stands; tickets, searches and
** fields that name it end with CANCELLED. OK; INVALID: a player of another map.
*/
ASTAR_API astar_status astar_unit_set_player(astar_unit *unit, astar_player *player);
/*
** Makes it a unit of another class, in its cell. It stands; tickets, searches and fields that name
** it end with CANCELLED. OK; GOAL_BLOCKED: that class cannot stand there; CROWDED: another unit is
** where it would be larger; INVALID: a class of another map; NO_MEMORY.
*/
ASTAR_API astar_status astar_unit_set_class(astar_unit *unit, astar_class *cls);
/*
** The path that it follows; NULL: none. Valid until the next tick or order.
**   index  receives the index of its cell on the path, or of the last one it was on while it makes
**          way for another unit; may be NULL
*/
ASTAR_API const astar_path *astar_unit_path(const astar_unit *unit, int32_t *index);
/* The index of the first cell of its path ahead that, as its player knows, cannot be entered; -1:
** none. Other units are ignored. */
ASTAR_API int32_t astar_unit_blocked(astar_unit *unit);
/* Was its path cut when the last tick began, and not repaired? Then search for another one. */
ASTAR_API bool astar_unit_cut(const astar_unit *unit);

/* Round which goal places are sought. */
typedef struct astar_places_desc {
  int32_t x, y;                     /* from this cell ways are counted; the class can stand there */
  astar_rect goal;                  /* on the map */
  int32_t within;                   /* so near to the goal is at the goal, see astar_query */
  bool around;                      /* around the goal, too, where it has room */
  uint32_t budget;                  /* nodes that may be expanded, twice if the goal is full */
} astar_places_desc;

/* Where places are written to. Set `cells`, `costs` and `room`. */
typedef struct astar_places_left {
  astar_cell *cells;                /* memory of the caller's for `room` of them, 1 or more, */
  uint32_t *costs;                  /* and for what the way to each costs from x, y */
  int32_t room, count;              /* how many fit, and how many were found */
  uint32_t own_cost;                /* to the unit's own cell; UINT32_MAX: it is farther */
  uint32_t nodes;                   /* that were expanded */
} astar_places_left;

/*
** Finds the places that are left for a unit at a goal, the nearest to x, y first. A place is left
** if no other unit rests there, or comes back to it after making way, of which the player knows.
** Where the goal is full and the unit is outside, it finds the places around the goal that are
** nearer than the unit. These ways are counted from the middle of the goal, or from x, y if the
** class cannot stand in the middle. Ways lead over the terrain as the player knows it. Units do not
** block them.
** OK; UNREACHABLE: there is none; BUDGET: nor was one found with that; START_BLOCKED: the class
** cannot stand at x, y; INVALID: a number is out of its range; LIMIT; NO_MEMORY. `count` is 0 then.
*/
ASTAR_API astar_status astar_unit_places_left(astar_unit *unit, const astar_places_desc *desc,
                                              astar_places_left *places);
/*
** The cells to which links lead from the unit's cell, of those that it can take as its player knows
** them. Who stands there is one step away, though not beside it.
**   ends  receives the first `room` of them, in the order in which the links were made
** Returns how many there are, which may be more than `room`, so with 0 it only counts.
*/
ASTAR_API int32_t astar_unit_link_ends(const astar_unit *unit, astar_cell *ends, int32_t room);
/* The unit that covers a cell; NULL: none. */
ASTAR_API astar_unit *astar_unit_at(const astar_map *map, int32_t x, int32_t y);
/* May the player know of the unit? It may if the unit is its own, or of a player that shares with
** it, or stands where it sees. */
ASTAR_API bool astar_unit_visible(const astar_unit *unit, const astar_player *player);

/* Whose units are wanted. */
typedef enum astar_side {
  ASTAR_ANY_SIDE,                   /* anybody's */
  ASTAR_FRIENDS,                    /* units of the player, and of players that share with it */
  ASTAR_ENEMIES                     /* all others */
} astar_side;

/* Which units around a place are wanted. */
typedef struct astar_surroundings {
  astar_rect place;                 /* on the map, and on one level */
  int32_t radius;                   /* cells to the nearest cell that a unit covers (Chebyshev) */
  const astar_player *player;       /* units that it may know of; NULL: all, and any side */
  astar_side side;                  /* other than ASTAR_ANY_SIDE only with a player */
  const astar_unit *except;         /* this one is left out; may be NULL */
} astar_surroundings;

/*
** The units around a place, the nearest first, equally near ones in reading order.
**   units  receives the first `room` of them
** Returns how many there are, which may be more than `room`, so with 0 it only counts; -1: `where`
** is INVALID.
*/
ASTAR_API int32_t astar_map_units_near(const astar_map *map, const astar_surroundings *where,
                                       astar_unit **units, int32_t room);

/* The unit with the next higher id; NULL: the first one. Returns NULL at the end. */
ASTAR_API astar_unit *astar_unit_next(const astar_map *map, const astar_unit *unit);

/* What has happened to a unit in a tick. */
typedef enum astar_unit_event_kind {
  ASTAR_EVENT_ARRIVED,              /* it is at the end of its path, and stands */
  ASTAR_EVENT_BLOCKED,              /* its next cell can no longer be entered; it stands, and its
                                       player knows why */
  ASTAR_EVENT_WAITING,              /* it has begun to wait for a unit in its way, and goes on when
                                       it can */
  ASTAR_EVENT_REROUTED,             /* it follows a new path round a unit in its way */
  ASTAR_EVENT_CROWDED,              /* with ASTAR_AVOIDANCE_YIELD: others have taken its goal and
                                       the cells around; it stands as near as it can */
  ASTAR_EVENT_REPAIRED              /* its path was cut, and leads round the cut from here on */
} astar_unit_event_kind;

/* An event of astar_map_tick: what has happened, and to which unit. */
struct astar_unit_event { astar_unit_event_kind kind; astar_unit *unit; };

/* The nodes that searches for new paths may expand in one tick: 4096, or as set, 1 or more.
** Searches that need more continue in the next tick. INVALID: 0. */
ASTAR_API uint32_t astar_map_reroute_budget(const astar_map *map);
ASTAR_API astar_status astar_map_set_reroute_budget(astar_map *map, uint32_t nodes);
/* The number of ticks in which a unit waited for another one, summed over all units so far: it
** tells how well claims keep units apart. */
ASTAR_API uint64_t astar_map_wait_ticks(const astar_map *map);

/* ---- watched paths ------------------------------------------------------------------------- */

/* A path whose cost is compared with what it was, in each tick; the game gets events about it. */
typedef struct astar_watch astar_watch;

/* What a watch tells. */
typedef enum astar_watch_event {
  ASTAR_WATCH_BLOCKED,              /* a cell of the path can no longer be entered */
  ASTAR_WATCH_CLEARED,              /* all of them can be entered again */
  ASTAR_WATCH_COSTLIER,             /* what is left of it costs more, by more than `costlier` */
  ASTAR_WATCH_BETTER                /* there is a path that costs less, by more than `better` */
} astar_watch_event;

/*
** Which path a watch compares in each tick, and which events it raises. The cost of a path comes
** from terrain, from what the player knows, from links and from the influence maps of its query.
** Units, claims, traffic, turns and any-angle lines do not count, whatever the query says.
*/
typedef struct astar_watch_desc {
  astar_unit *unit;                 /* whichever path it follows, under the query given with that;
                                       NULL: `path`, under `query` */
  const astar_path *path;           /* of which a copy is made; or NULL */
  const astar_query *query;         /* NULL: the default one. Not with a unit, a caller's cost or a
                                       trace */
  int32_t costlier, better;         /* 102, 102; how much more, or less, a path must cost for that
                                       event: in 1/1024 of the cost, 0 … 64 * ASTAR_ONE, and 0 …
                                       ASTAR_ONE; -1: there is no such event */
  bool blocked;                     /* true; of a path: is BLOCKED told, and CLEARED? */
  bool follow;                      /* false; of a unit: does it follow a better path at once? */
} astar_watch_desc;

/* Raises all events; `costlier` and `better` are a tenth of the cost. Set `unit` or `path`. */
ASTAR_API astar_watch_desc astar_watch_default(void);
/*
** Watches a path from now on: what it costs is compared in each tick, before anything moves, where
** something has changed on its cells. Searches for better paths share a number of nodes a tick.
**   why  OK; INVALID: a value is out of its range, the unit has a watch, not all cells of the path
**        are on the map, or the map is locked; LIMIT; NO_MEMORY
** Returns the watch, which goes with its unit, or with the player of its query; NULL on failure.
*/
ASTAR_API astar_watch *astar_watch_new(astar_map *map, const astar_watch_desc *desc,
                                       astar_status *why);
/* Ends it. */
ASTAR_API void astar_watch_remove(astar_watch *watch);
/* Tells of something else from now on: `costlier`, `better`, `blocked` and `follow` of another
** description. OK, or INVALID: one is out of its range, or the map is locked. */
ASTAR_API astar_status astar_watch_set(astar_watch *watch, const astar_watch_desc *desc);
/* The watch made after `watch`; NULL: the first one. Returns NULL at the end. */
ASTAR_API astar_watch *astar_watch_next(const astar_map *map, const astar_watch *watch);
/* The unit's watch, or NULL. */
ASTAR_API astar_watch *astar_unit_watch(const astar_unit *unit);
/* Its number: 1 or more, and no other watch's of that map, now or later. */
ASTAR_API uint32_t astar_watch_number(const astar_watch *watch);
/* Its unit; NULL: it is of a path. The player of the unit, or of the query; or NULL. */
ASTAR_API astar_unit *astar_watch_unit(const astar_watch *watch);
ASTAR_API astar_player *astar_watch_player(const astar_watch *watch);
/* The path that it watches; NULL: its unit follows none. */
ASTAR_API const astar_path *astar_watch_path(const astar_watch *watch);
/* What was left of the path when the last tick began costs. False: it was blocked, or the unit has
** begun to follow it since, or follows none. */
ASTAR_API bool astar_watch_cost(const astar_watch *watch, uint64_t *cost);
/* The index of the first cell that could not be entered, of those that were left by then; or -1. */
ASTAR_API int32_t astar_watch_block(const astar_watch *watch);
/* The events of the last tick: for each kind the bit 1 << kind. */
ASTAR_API uint32_t astar_watch_told(const astar_watch *watch);
/* After COSTLIER: what the same cells had cost. */
ASTAR_API uint64_t astar_watch_before(const astar_watch *watch);
/* After BETTER: the better path, from where the watched one has been walked to, until the next tick
** begins. NULL: there is none, or its unit follows it by now. */
ASTAR_API const astar_path *astar_watch_better(const astar_watch *watch);

/* ---- what a unit sees ---------------------------------------------------------------------- */

/* Where a unit sees from and how far. */
ASTAR_API astar_observer astar_unit_observer(const astar_unit *unit);

/* ---- where to stand ------------------------------------------------------------------------ */

/* What a position query measures of each cell. "Places" are the term's own list. */
typedef enum astar_measure {
  ASTAR_MEASURE_WALK,               /* the cost of the path to it from where the query asks */
  ASTAR_MEASURE_DISTANCE,           /* cells to the nearest of the places (Chebyshev); MAX_MEASURED:
                                       all are on other levels */
  ASTAR_MEASURE_INFLUENCE,          /* the value of `influence`; the greatest over a large unit */
  ASTAR_MEASURE_FRONT,              /* 1: `influence` is greater than 0, and beside it it is not */
  ASTAR_MEASURE_TERRAIN,            /* 1: it is `terrain`, as the player knows it */
  ASTAR_MEASURE_FLANK,              /* how far round the first place it is, seen from `front`: 0 is
                                       the side of `front`, 100 to the left or right, 200 behind, or
                                       if `front` is on another level. Not on the place's level: the
                                       cell is left out */
  ASTAR_MEASURE_CROWDING,           /* units within `radius` cells that the player may know of, of
                                       `side`; the query's own is left out */
  ASTAR_MEASURE_EXITS,              /* of the cells `radius` away (Chebyshev), so many in a hundred
                                       can be walked to by straight steps that go no farther away */
  ASTAR_MEASURE_SIGHT,              /* how many of the places see the middle of a unit there */
  ASTAR_MEASURE_COVER               /* 1: none of the places sees any part of a unit there */
} astar_measure;

/* What is measured is cut off here, and at minus this. */
#define ASTAR_MAX_MEASURED ((1 << 24) - 1)
/* The largest values and numbers in position queries. */
#define ASTAR_MAX_POSITION_TERMS 16
#define ASTAR_MAX_POSITION_PLACES 1024         /* of one term */
#define ASTAR_MAX_POSITION_RADIUS 255
#define ASTAR_MAX_EXITS_RADIUS 15
#define ASTAR_MAX_POSITION_WEIGHT (1000 * ASTAR_ONE)
#define ASTAR_MAX_CURVE_POINTS 16
#define ASTAR_MAX_CURVE_VALUE (16384 * ASTAR_ONE)

/* A point of a curve: what is measured, and what it is worth, +-ASTAR_MAX_CURVE_VALUE in 1/1024. */
typedef struct astar_curve_point { int32_t measured, worth; } astar_curve_point;

/* What counts for a place. A cell for which something measured is below `least` or above `greatest`
** is left out; the others have a share of the score. */
typedef struct astar_position_term {
  astar_measure measure;            /* what is measured */
  int32_t least, greatest;          /* -+ASTAR_MAX_MEASURED: all are let in */
  int32_t weight;                   /* ASTAR_ONE; +-ASTAR_MAX_POSITION_WEIGHT. 0: it only leaves
                                       cells out */
  const astar_curve_point *curve;   /* NULL: what is measured is what it is worth. Or from 1 to
                                       ASTAR_MAX_CURVE_POINTS points, `measured` rising; straight
                                       lines between them, level beyond */
  int32_t curve_count;              /* 0; points */
  const astar_rect *places;         /* of DISTANCE, FLANK, SIGHT, COVER; on the map. One sees from
                                       the middle of its place */
  int32_t place_count;              /* 1 … ASTAR_MAX_POSITION_PLACES; SIGHT and COVER may have 0 */
  int32_t radius;                   /* of CROWDING, 0 … 255; of EXITS, 1 … 15; of SIGHT and COVER,
                                       how far one sees, 0 … 255, or -1: as far as is needed */
  astar_side side;                  /* ASTAR_ANY_SIDE, of CROWDING; others need a player in the
                                       query */
  astar_influence *influence;       /* of INFLUENCE and FRONT */
  int32_t terrain;                  /* of TERRAIN; 0: unseen */
  astar_cell front;                 /* of FLANK; on the map */
} astar_position_term;

/* A term with all defaults: it leaves nothing out. */
ASTAR_API astar_position_term astar_position_term_default(astar_measure measure);

/* Among which cells the best places are sought, and what counts. */
typedef struct astar_position_query {
  int32_t x, y;                     /* from where it is asked: a cell of the map */
  const astar_query *query;         /* NULL; the unit or class that would stand there, and what
                                       walking costs. Without `extra_cost` */
  astar_rect area;                  /* the cells to choose from, as far as they are on the map */
  const astar_cell *cells;          /* NULL; or choose from these, on the map, each there once: then
                                       `area` means nothing */
  int32_t cell_count;               /* elements */
  const astar_position_term *terms; /* what counts */
  int32_t term_count;               /* 0 … ASTAR_MAX_POSITION_TERMS */
  uint32_t budget;                  /* 0: any; nodes that it may take. Where they are not enough the
                                       result is BUDGET */
  int32_t sure;                     /* 0: all; so many must be the best. Then places are left out to
                                       which it is too far to walk to be among them, where terms say
                                       that near is better */
  uint32_t walk_nodes;              /* 0: any; nodes for walking. Then places are left out to which
                                       they do not reach; BUDGET, if they reach none */
} astar_position_query;

/* A place that was found, and the sum of its shares, in 1/1024. */
typedef struct astar_position { int32_t x, y; int64_t score; } astar_position;

/*
** Finds the best places to stand: those that the class can enter, that the terrain connects with
** x, y, in which no unit stands that the query counts, and that no term leaves out. The share of a
** term is its weight times what is measured, or what the curve makes of it, rounded down to 1/1024.
** The better place has the higher score; of equal ones it is the first in reading order.
**   places  receives the best `room` of them, the best first
**   shares  NULL, or receives term_count shares for each, in the order of the terms; they add up
**           to its score
**   found   receives how many there are, which may be more than `room`
**   work    NULL, or receives what it has taken, in nodes of a search
** OK, also if there are none; START_BLOCKED; BUDGET; INVALID: something is out of its range, of
** another map, or the map is locked or has hexagons; LIMIT, as for a field; NO_MEMORY.
*/
ASTAR_API astar_status astar_map_positions(astar_map *map, const astar_position_query *query,
                                           astar_position *places, int64_t *shares, int32_t room,
                                           int32_t *found, uint64_t *work);

#ifdef __cplusplus
}
#endif

#endif
