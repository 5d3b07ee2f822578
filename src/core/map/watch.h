/*
** Watches: paths that are watched for changes of what they cost. A watch is of the path that a unit
** follows, whichever that is; or of a path of its own, under a query.
**
** `now` holds what entering each cell of the path costs as far as the last round of lookout.c has
** found out, 0 where it cannot be entered; `before` what it cost when that was last told of, and
** less where it has become cheaper since. Both belong to the path of the number `route`.
** Invariant: they are there exactly if there is a path with that number.
**
** A player's watches go with it, as a unit's watch goes with the unit.
*/
#ifndef ASTAR_WATCH_H
#define ASTAR_WATCH_H

#include "unit.h"
#include "unit_query.h"

#define WATCH_NO_OFFER UINT64_MAX

/* The order is that in which a tick reads it: little of a watch is fetched where nothing is new. */
struct astar_watch {
  /* 64 bytes: what loops over all watches read */
  astar_watch *next;                /* by number */
  astar_unit *unit;                 /* whose path it watches; NULL: it has a path of its own */
  astar_class *cls;                 /* then: of its query; */
  astar_player *player;             /* likewise; NULL: all is known */
  UnitQuery *query;                 /* the rest of the query, NULL: the usual one */
  astar_path *fresh;                /* a better path, found in this round and not told of yet */
  int32_t length;                   /* cells of the path; 0: nothing is known */
  uint32_t told;                    /* the events of the last tick: a bit for each kind */
  bool is_stale;                    /* costs are to be found again, whatever has changed */
  bool is_due;                      /* costs have changed: they are to be compared */
  bool hopes;                       /* something has become cheaper: there may be a better path */
  bool is_blocked;                  /* as has been told */
  bool blocked;                     /* is it told that the path is blocked, and free again? */
  bool follows;                     /* does its unit follow a better path? */
  /* the rest */
  astar_map *map;
  uint32_t number;                  /* no other watch of the map ever has it; from 1 */
  int32_t dearer, opened;           /* what is told of, in 1/1024 of the cost; -1: nothing */
  astar_path *path;                 /* its own, or NULL */
  uint64_t offered;                 /* the cost of the better path last told of */
  uint64_t route;                   /* the number of the unit's path; 0: the watch's own */
  uint32_t *now, *before;
  int32_t from;                     /* how far the path had been walked in the last round */
  int32_t block;                    /* the first cell behind that one that cannot be entered; -1 */
  uint64_t rest;                    /* what the cells behind that one cost */
  Blocks blocks;                    /* of the cells that its steps depend on */
  uint64_t told_before;             /* of DEARER: what it had cost */
  astar_path *better;               /* of OPENED; NULL: none was found */
  void *user_data;                  /* the game's; see user_data.c */
};

/* The path that it watches; NULL: its unit follows none. */
const astar_path *watch_path(const astar_watch *watch);
/* The number of that path; 0: it has its own, or the unit has none. */
uint64_t watch_route(const astar_watch *watch);
/* The cell of the path up to which it has been walked. */
int32_t watch_progress(const astar_watch *watch);
/* The query under which it is priced and searched: other units are left out, since they move in
** every tick. What it points to is the watch's own. */
astar_query watch_query(const astar_watch *watch);
/* Of whom that query is. */
astar_class *watch_class(const astar_watch *watch);
astar_player *watch_player(const astar_watch *watch);
/* The influence maps that it counts: *count of them; or -1: all that there are. */
const astar_weighted *watch_influences(const astar_watch *watch, int32_t *count);

/* A watch like this one, without what is known; path and query become its own. NULL: no memory. */
astar_watch *watch_add(const astar_watch *model);
/* Room for what is known of a path of so many cells, the old being forgotten. False: no memory. */
bool watch_reserve(astar_watch *watch, int32_t length);
void watch_forget_costs(astar_watch *watch);
/* The events of the last tick are over. */
void watch_forget_events(astar_watch *watch);
void watch_forget_fresh(astar_watch *watch);
/* The unit is about to be removed; so is the player; so is the influence map. */
void watches_forget_unit(astar_unit *unit);
void watches_forget_player(astar_map *map, const astar_player *player);
void watches_forget_influence(astar_map *map, const astar_influence *influence);
void watches_free(astar_map *map);
/* What has been found out and was not told yet is not in it, nor what the path of a unit has cost:
** a tick that lacks memory may have got to know it. */
uint64_t watches_hash(const astar_map *map, uint64_t hash);
const char *watches_validate(const astar_map *map);

#endif
