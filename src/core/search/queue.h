/*
** The queue: tickets, each a search that waits for its turn, and the work on them, a little in each
** tick of the game.
**
** The rule. The nodes of a call are divided equally between the players that have tickets; those
** that no player asks for count as one player more. What one of them cannot use is divided again.
** Within a player's share work goes in rounds: in the order in which they were begun, its searches
** get QUEUE_SLICE nodes each, as far as the share goes. To begin a search counts as QUEUE_BEGIN
** nodes, even where it ends at once.
**
** QUEUE_SLOTS tickets are under way at a time, each until it comes to its end; and of each player
** one more where it has none yet. The next of a player's is the waiting one of the highest
** priority, and among equals the one that was asked for first. Nothing in this depends on how many
** threads do the work of a round, nor on when a player was removed whose tickets are left.
**
** A search that has not been given any nodes yet holds no memory of the size of the map. So where
** there is one thread only, nearly all searches use the same, which is in the caches then.
**
** A search for which there is not enough memory stands aside for the rest of the tick, and then
** waits as before; it does not keep others from having their turn.
*/
#ifndef ASTAR_QUEUE_H
#define ASTAR_QUEUE_H

#include "ticket_line.h"

enum { QUEUE_SLOTS = 4, QUEUE_SLICE = 2048, QUEUE_BEGIN = 64 };
/* Each player has one, and nobody. */
enum { QUEUE_SLOTS_MAX = QUEUE_SLOTS + PLAYERS_MAX };

typedef struct Queue {
  astar_ticket *all;
  TicketLine *lines;                /* in the order in which their players were made */
  astar_ticket *slots[QUEUE_SLOTS_MAX];   /* those under way, in the order of their beginning */
  int under_way;
  uint32_t divisions;               /* so far; decides which line gets the remainder */
  astar_ticket *done, *last_done;   /* in the order in which they ended, not told of yet */
  uint64_t last_number;
  astar_ticket *aside;              /* those for which memory was wanting in this tick */
} Queue;

/* Searches that are under way end, and their tickets wait again. Those whose query has lost what it
** names are cancelled. From then on the queue goes on as one would that was asked for the same. */
void queue_begin_anew(astar_map *map);
/* Their searches are the map's, to be freed after this. */
void queue_free(astar_map *map);
const char *queue_validate(const astar_map *map);

#endif
