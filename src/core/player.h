/*
** A player's knowledge: what each cell was when it was last seen, and which cells are visible now.
**
** `known` is an array over cells of terrain ids, 0 where unseen (and in the border). `viewers`
** counts, for each cell, the looks that show it at this moment: those of units with sight, of
** units of sharers, and the glimpses which astar_player_see made since the last look.
** Invariant: where viewers > 0, known equals the true terrain — made so by player_refresh after
** every edit of terrain, before anything reads it.
** A unit's look (struct Look) remembers exactly the cells it shows, so that it can be taken back
** whatever has become of the terrain since.
*/
#ifndef ASTAR_PLAYER_H
#define ASTAR_PLAYER_H

#include "sight.h"

#define PLAYERS_MAX 64

struct astar_player {
  astar_player *next;
  astar_map *map;
  char name[ASTAR_NAME_MAX + 1];
  uint64_t bit;                     /* one bit, its own among the map's players */
  uint64_t shared_with;             /* bits of the players that know what this one knows */
  uint8_t *known;
  uint16_t *viewers;
  Changes changes;                  /* of `known` */
  uint64_t terrain_seen;            /* position in the grid's log up to which `known` is right */
  /* glimpses, the list of changed cells … : to be completed by player.c's author */
};


/* Brings `known` up to date with the terrain where the player sees it. */
void player_refresh(astar_player *player);
void players_free(astar_map *map);
void player_free(astar_player *player);
uint64_t players_hash(const astar_map *map, uint64_t hash);

#endif
