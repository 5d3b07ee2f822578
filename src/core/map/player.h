/*
** A player's knowledge: what each cell was when the player last saw it, and which cells are visible
** now.
**
** `known` is an array over cells of terrain ids, 0 where unseen (and in the border). `viewers` is,
** for each cell, the number of fields of view that show it now: those of the player's units, the
** glimpses that astar_player_see has made since the last astar_player_end_sight, and the fields of
** view of players that share with this one. A player without fog has one more, which shows every
** cell. Invariants: every field of view is what can be seen
** from its place now; and where viewers > 0, known is the true terrain.
**
** The fields of view of units are in lists by the block of cells from which they are cast, so a
** change of terrain finds those near it. One that sees nothing is where it last was.
**
** Every change of terrain calls players_notice at once, not when the knowledge is next read: what a
** player remembers must not depend on when it is read. A field of view has added exactly its own
** bits to `viewers`, so it can be subtracted at any time.
*/
#ifndef ASTAR_PLAYER_H
#define ASTAR_PLAYER_H

#include "../grid/block_set.h"
#include "field_of_view.h"
#include "traffic.h"

#define PLAYERS_MAX 64

/* Where changes of `known` may have cut paths, see route.h. */
typedef struct ChangedBlocks {
  uint64_t from, to;                /* positions in the log of changes */
  BlockSet blocks;
} ChangedBlocks;

/* What can change of a link, and what a player remembers of one: see link.h. */
typedef struct LinkState {
  bool is_there, is_open;
  int32_t cost;
} LinkState;

typedef struct LinkMemory {
  astar_link *link;
  LinkState state;
} LinkMemory;

struct astar_player {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_player *next;
  uint32_t born;                    /* what had been removed from the map: see query_is_whole */
  astar_map *map;
  char name[ASTAR_NAME_MAX + 1];
  uint64_t number;                  /* never another player's; grows from one to the next */
  uint64_t bit;                     /* one bit, its own among the map's players */
  uint64_t shared_with;             /* bits of the players that know what this one knows */
  uint8_t *known;
  uint32_t *viewers;                /* so many glimpses do not fit into memory */
  Changes changes;                  /* of `known` */
  Journal journal;                  /* the same, for suspended searches */
  ChangedBlocks changed_blocks;
  uint64_t checked_routes;          /* the changes for which paths of its units are checked, too */
  Fov **fovs;                       /* of its units: a list for each block of the map */
  int32_t reach;                    /* the largest radius that one of them has had */
  Fov *glimpses;                    /* the first glimpse_count of an array; the rest is reserved */
  size_t glimpse_count, glimpse_capacity;
  astar_cell *changed;              /* what the last astar_player_see has changed */
  size_t changed_count, changed_capacity;
  LinkMemory *link_memories;        /* in the order of their links */
  size_t link_memory_count, link_memory_capacity;
  Traffic traffic;                  /* of its units */
  bool sees_all;                    /* it has no fog */
  bool collecting;                  /* changes are to be noted in `changed` */
};
HAS_USER_DATA(astar_player);

/*
** The terrain in a rectangle was changed, as one act: the players see it again, and learn what they
** see of it then. `sight`: where it was transparent and is opaque, or the other way round.
*/
void players_notice(astar_map *map, astar_rect rect, bool sight);
/* A unit's field of view, for which room is reserved, joins the player, moves, or leaves. Radius -1
** sees nothing. */
void player_add_fov(astar_player *player, Fov *fov, int32_t x, int32_t y, int32_t radius);
void player_move_fov(astar_player *player, Fov *fov, int32_t x, int32_t y, int32_t radius);
void player_drop_fov(astar_player *player, Fov *fov);

/* The player, and all players with which it shares, learn what is there now. */
void player_touch(const astar_player *player, astar_rect rect);

/* Frees a player that has no units left. */
void player_free(astar_player *player);
void players_free(astar_map *map);
/* NULL, or what is wrong. Only fields of view whose rows are words are looked at. */
const char *players_validate(astar_map *map);
uint64_t players_hash(const astar_map *map, uint64_t hash);

#endif
