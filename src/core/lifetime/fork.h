/*
** Forks: a second map with all that belongs to a map.
**
** The map is saved into memory and loaded from there, for its objects point to one another. What
** cannot be saved is restarted in both, so they continue alike.
*/
#ifndef ASTAR_FORK_H
#define ASTAR_FORK_H

#include "../save/load.h"

/* In a frame of another size. NULL: *why says why. */
astar_map *fork_framed(astar_map *map, const Frame *frame, astar_status *why);

/* Gives the game's own data of what hangs on `map` to what hangs on `other`: of things that are all
** there, in the same order; */
#define HAND_ON_ALL(type, list) \
  for (type *from = map->list, *to = other->list; to != NULL; from = from->next, to = to->next) \
    to->user_data = from->user_data

/* of things some of which are left out: those that are there have their numbers. */
#define HAND_ON_SOME(type, first) \
  for (type *from = map->first, *to = other->first; to != NULL; from = from->next) { \
    if (from->number != to->number) continue; \
    to->user_data = from->user_data; \
    to = to->next; \
  }

#endif
