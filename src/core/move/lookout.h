/*
** The lookout: what is found out about watched paths in a tick, and told.
**
** A round comes before anything moves. Paths are priced again that cross blocks of cells where
** something has changed; for all others a comparison of two sets of blocks, or of nothing, will do.
** Where cells have become cheaper, a lower bound tells whether any path past them could be as much
** better as is to be told of: the way to the nearest of them and on, over the cheapest ground that
** there is. Only then there is a search. Searches have a number of nodes in a tick, and take their
** turns by the numbers of the watches; one that does not end goes on in the next tick, unless its
** unit has moved.
**
** What was found is told behind all that may lack memory: a tick that does changes nothing that can
** be seen.
*/
#ifndef ASTAR_LOOKOUT_H
#define ASTAR_LOOKOUT_H

#include "outlook.h"

#define LOOKOUT_NODES 8192

typedef struct Lookout {
  Outlook outlook;
  astar_search *search;             /* that did not come to its end in the last tick; or NULL */
  UnitQuery *query;                 /* the search's own */
  uint32_t served;                  /* the number of the watch that was searched for last */
  bool has_hopes;                   /* one of the watches may have them, */
  bool has_news;                    /* or something to tell, or to forget */
} Lookout;

/* False: no memory; nothing is told. */
bool lookout_round(astar_map *map);
void lookout_tell(astar_map *map);
/* Before the map is saved: finds out what has changed, so that a loaded map knows as much. Searches
** under way, and the events of the last tick, are dropped. */
bool lookout_settle(astar_map *map);
void lookout_free(astar_map *map);

/* Behind the last watch of a saved map: the map is as it was when that was settled. */
bool lookout_resettle(astar_map *map);

/* Takes up a watch like this one, whose path is priced as it is now. *why: OK, or LIMIT: it has no
** price. NULL: NO_MEMORY; path and query stay the caller's. */
astar_watch *lookout_adopt(const astar_watch *model, astar_status *why);

#endif
