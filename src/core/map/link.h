/*
** Links: steps between cells that need not be neighbours, such as stairs, ladders, teleports,
** ferries, and jumps down a ledge.
**
** What a player knows of a link is what it was when the player last saw one of its two ends. So a
** player *remembers* each link that has changed, was made or was removed while it saw neither end:
** that is a list, and mostly empty. A link that was removed stays in the map's list as long as a
** player remembers it. Whether the player knows of the end where a unit would have to begin is
** asked when a search gets there.
**
** `map->links.version` grows with everything that any player's idea of the links depends on.
*/
#ifndef ASTAR_LINK_H
#define ASTAR_LINK_H

#include "player.h"

#define LINK_CLASSES ASTAR_MAX_LINK_CLASSES

struct astar_link {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_link *next, *previous;      /* in the order of their making */
  astar_map *map;
  uint32_t number;                  /* no other link of the map ever has it; from 1 */
  astar_cell from, to;
  bool one_way;
  LinkState state;
  int32_t class_count;              /* 0: all classes take it */
  astar_class *classes[];
};
HAS_USER_DATA(astar_link);

/* The link as a player (or NULL: as nobody is deceived) knows it, at the present. */
LinkState link_as_known(const astar_link *link, const astar_player *player);
bool link_is_remembered_by(const astar_link *link, const astar_player *player);
/* From a saved map: a link, as it was; what a player remembers of the link with that number, which
** must not be in sight. Both come in the order of their numbers. */
astar_link *link_restore(astar_map *map, const astar_link_desc *desc, uint32_t number,
                         LinkState state, astar_status *why);
astar_status link_remember(astar_player *player, uint32_t number, LinkState state);
/* The link of that number; NULL: it is gone, and nobody remembers it. */
astar_link *link_find(const astar_map *map, uint32_t number);
/* Can a unit of the class take it in that direction, by this state of it? */
bool link_leads(const astar_link *link, LinkState state, const astar_class *cls, astar_cell from,
                astar_cell to);
bool link_serves(const astar_link *link, const astar_class *cls);
/* Does the player know the cell? Links are taken from known cells only. NULL: all are known. */
static inline bool link_end_known(const astar_player *player, Cell cell) {
  return player == NULL || player->known[cell] != 0;
}

/* A player sees cells that it did not see before: it forgets what it remembers of links there. */
void links_look_again(astar_player *player);
/* A player sees a cell for the first time. */
void links_discover_at(astar_map *map, Cell cell);
static inline void links_discover(astar_map *map, Cell cell) {
  if (map->links.ends != NULL) links_discover_at(map, cell);
}
/* The player has been told what is in a rectangle. */
void links_touch(astar_player *player, astar_rect rect);
void links_forget_player(astar_player *player);

void links_free(astar_map *map);
uint64_t links_hash(const astar_map *map, uint64_t hash);
const char *links_validate(const astar_map *map);

#endif
