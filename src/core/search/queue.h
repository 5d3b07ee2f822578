/*
** The queue: tickets, each a search that waits for its turn, and the work on them, some of it in
** each tick of the game.
**
** The rule. The nodes of a call are divided equally between the players that have tickets; tickets
** without a player share like one more player. Nodes that a player cannot use are divided again.
** Within a player's share, work goes in rounds: its searches get QUEUE_SLICE nodes each, in the
** order in which they were begun, until the share is used up. Beginning a search is charged as
** QUEUE_BEGIN nodes, even if the search ends at once.
**
** QUEUE_SLOTS tickets are under way at a time, each until it ends; on very large maps one. A player
** without a ticket under way gets one in addition. A player's next ticket is the waiting one with
** the highest priority, among equals the one requested first. Nothing in this rule depends on how
** many threads do the work of a round, nor on when a player was removed whose tickets are left.
**
** On large maps a ticket whose turn has come may have to wait for tables first; see
** table_budget.h. Then its player pays for them like for one more search, and its other tickets go
** on. Where several searches are under way at a time, memory for each belongs to the tables. What
** is made for a node takes longer than to expand one then: all players together pay no more than
** QUEUE_TABLES nodes in a call, however many the game has for searches.
**
** A search that has not been given any nodes holds no memory of the size of the map. So on one
** thread nearly all searches use the same memory, which is then in the processor's caches.
**
** If there is not enough memory for a search, it stands aside for the rest of the tick and then
** waits again. Others still have their turns.
*/
#ifndef ASTAR_QUEUE_H
#define ASTAR_QUEUE_H

#include "table_budget.h"

enum { QUEUE_SLICE = 512, QUEUE_BEGIN = 64, QUEUE_TABLES = 3072 };
/* Each player has one, and nobody. */
enum { QUEUE_SLOTS_MAX = QUEUE_SLOTS + PLAYERS_MAX };

typedef struct Queue {
  astar_map *map;
  astar_ticket *all;
  PlayerQueue *players;             /* in the order in which their players were made */
  astar_ticket *slots[QUEUE_SLOTS_MAX];   /* those under way, in the order of their beginning */
  int under_way;
  uint32_t divisions;               /* so far; decides which player gets the remainder */
  astar_ticket *done, *last_done;   /* in the order in which they ended, not told of yet */
  uint64_t last_number;
  astar_ticket *aside;              /* those for which memory was wanting in this tick */
} Queue;

/* Searches that are under way end, and their tickets wait again. Those whose query has lost what it
** names are cancelled. From then on the queue goes on as one would that was asked for the same. */
void queue_restart(astar_map *map);
/* Their searches are the map's, to be freed after this. */
void queue_free(astar_map *map);
const char *queue_validate(const astar_map *map);

#endif
