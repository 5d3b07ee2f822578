/*
** Watched paths. A watch is of the path that a unit follows, whichever that is; or of a path of its
** own, under a query. A tick tells when its path is blocked, or cleared; when it is costlier; and
** when there is a better one.
**
** A round comes before anything moves:
** 1. Each log knows the rectangle of all that was changed since the last one. A path that crosses
**    blocks of those of its layers has its costs found again. It seeks a better one if it has
**    become worse, or if terrain has become cheaper, or influence is another, and a path past there
**    could cost so little, over the cheapest ground of the map.
** 2. Those that seek are searched for, in turns by their numbers, with so many nodes a tick for all
**    of them. So what makes a watch seek must not depend on what else was asked in between. A
**    search that does not end goes on in the next tick, unless its unit has moved.
** 3. What was found is told behind all that may lack memory: a tick that does changes nothing that
**    can be seen.
**
** Saving finds out what has changed, so that a loaded map knows as much. It ends the search under
** way and the events of the last tick.
*/
#ifndef ASTAR_PATH_WATCH_H
#define ASTAR_PATH_WATCH_H

#include "../units/unit.h"
#include "../units/unit_query.h"

/* A step of the path: what entering its cell costs, as far as the last round has found out, and
** what it cost when that was last told of, or less where it has become cheaper since. 0: it cannot
** be entered; it never could. */
typedef struct WatchedStep {
  uint32_t now, before;
} WatchedStep;

struct astar_watch {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_watch *next;                /* by number */
  astar_map *map;
  uint32_t number;                  /* no other watch of the map ever has it; from 1 */
  int32_t costlier, better;         /* a path must cost so much more, or less, for the game to be
                                    ** told: in 1/1024 of the cost; -1: it never is */
  bool blocked;                     /* is it told that the path is blocked, and cleared? */
  bool follows;                     /* does its unit follow a better path? */
  astar_unit *unit;                 /* whose path it watches; NULL: it has a path of its own, */
  astar_path *path;
  astar_class *cls;                 /* with the class, */
  astar_player *player;             /* the player, which may be NULL, */
  UnitQuery *query;                 /* and the rest of its query; NULL: the usual one */
  /* What is known of the path `route`. Invariant: there are steps exactly if there is a path. */
  uint64_t route;                   /* its number; 0: the watch's own */
  int32_t length;                   /* its cells, and of `steps`; 0: nothing is known */
  WatchedStep *steps;
  BlockSet blocks;                  /* of the cells that its steps depend on */
  int32_t from;                     /* how far it had been walked in the last round */
  uint64_t seen;                    /* up to where in the journal of its terrain */
  int32_t block;                    /* the first cell behind that one that cannot be entered; -1 */
  uint64_t rest;                    /* what the cells behind that one cost */
  bool is_due;                      /* costs have changed: they are to be compared */
  bool seeks;                       /* there may be a better path: it is to be searched for */
  bool is_blocked;                  /* as has been told */
  uint64_t offered;                 /* the cost of the better path last told of; UINT64_MAX: none */
  astar_path *found;                /* a better path, not told of yet */
  /* the events of the last tick */
  uint32_t told;                    /* a bit for each kind */
  uint64_t before;                  /* of COSTLIER: what it had cost */
  astar_path *offer;                /* of BETTER; NULL: its unit follows it */
};
HAS_USER_DATA(astar_watch);

typedef struct PathWatches {
  astar_watch *first;               /* by number */
  uint32_t last_number;             /* the greatest that was given */
  uint32_t searched, served;        /* the number of the watch that was searched for last, in this
                                    ** round, and when that was told */
  astar_search *search;             /* that did not come to its end in the last tick; or NULL */
  UnitQuery *query;                 /* the search's own, for that of a unit's path may go */
  uint64_t version;                 /* of links and terrains, in the last round */
  bool busy;                        /* one of them is a unit's, seeks, or has something to tell */
} PathWatches;

PathWatches *path_watches(const astar_map *map);
/* Finds out what has changed, and searches. False: no memory; nothing is told. */
bool path_watches_round(astar_map *map);
void path_watches_tell(astar_map *map);
/* Before the map is saved. False: no memory. */
bool path_watches_settle(astar_map *map);
/* Takes up a watch like this one, with the costs of now. *why: OK, or LIMIT: they are not known.
** NULL: NO_MEMORY; path and query stay the caller's. */
astar_watch *path_watch_adopt(const astar_watch *model, astar_status *why);
/* The player is about to be removed; the influence map is. A unit's watch goes with it. */
void path_watches_forget_player(astar_map *map, const astar_player *player);
void path_watches_forget_influence(astar_map *map, const astar_influence *influence);
void path_watches_free(astar_map *map);
/* What has been found out and was not told yet is not in it, nor what the path of a unit has cost:
** a tick that lacks memory may have got to know it. */
uint64_t path_watches_hash(const astar_map *map, uint64_t hash);
const char *path_watches_validate(const astar_map *map);

#endif
