/*
** Tickets, and waiting queues of them. Each player has a queue of its waiting tickets, the next one
** first; there is one more queue for tickets without a player.
**
** Invariant: a ticket that has not ended belongs to a queue. The queue has room for it whether it
** waits there, is under way, stands aside, or waits for tables. A queue is identified by its
** player's number, because the player may be removed before the queue's tickets are.
*/
#ifndef ASTAR_PLAYER_QUEUE_H
#define ASTAR_PLAYER_QUEUE_H

#include "find.h"
#include "phase.h"

typedef struct PlayerQueue {
  struct PlayerQueue *next;         /* in the order in which their players were made */
  uint64_t owner;                   /* the player's number; 0: nobody's */
  astar_ticket **waiting;           /* a heap: the next one first */
  size_t waiting_count, capacity;
  size_t open;                      /* its tickets that have not ended */
  int under_way;
  size_t waiting_for_tables;        /* tickets that wait for tables; see table_budget.h */
  uint32_t nodes_left;              /* nodes that are left to it in this call */
  uint32_t not_given_out;           /* of that, not given out in this round */
  uint32_t table_nodes_left;        /* nodes that it may still pay for tables in this call */
} PlayerQueue;

struct astar_ticket {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_ticket *before, *next;      /* among all of the map */
  astar_ticket *before_done, *next_done;   /* in the list `done`; next_done also in `aside`, and
                                            ** among those that wait for tables */
  astar_map *map;
  PlayerQueue *player_queue;        /* NULL: it has ended */
  size_t place;                     /* in the queue's heap, if it waits */
  bool waits, waits_for_tables;     /* in its queue; for tables */
  uint64_t number;                  /* the order in which they were asked for */
  int32_t priority;
  int32_t x, y;                     /* the start; ASTAR_AT_UNIT: where the unit is by then */
  astar_rect goal;                  /* of a path */
  astar_target target;              /* wanted > 0: it is for the nearest of many instead */
  astar_cell *cells;                /* the target's list, a block of the ticket's; or NULL */
  astar_query query;                /* its influences are `weighted` */
  astar_weighted *weighted;
  QueryDate date;                   /* when it was asked for */
  astar_search *search;             /* NULL: waiting, or ended without one */
  bool ended, told;                 /* told: astar_ticket_next has named it */
  astar_status status;
};
HAS_USER_DATA(astar_ticket);

/* The queue of a player (NULL: of nobody), made where there is none. NULL: no memory. */
PlayerQueue *player_queue_of(PlayerQueue **queues, Memory *memory, const astar_player *player);
/* A new ticket joins the queue. False: no memory. */
bool player_queue_join(PlayerQueue *queue, Memory *memory, astar_ticket *ticket);
/* One goes that waits. */
void player_queue_take(astar_ticket *ticket);
/* One that has gone waits again. */
void player_queue_return(astar_ticket *ticket);
/* One that does not wait has ended. */
void player_queue_leave(astar_ticket *ticket);
/* Frees the queues that have no open tickets; all of them. */
void player_queues_sweep(PlayerQueue **queues, Memory *memory);
const char *player_queue_validate(const PlayerQueue *queue);
void player_queues_free(PlayerQueue **queues, Memory *memory);

/* Could it use nodes? */
static inline bool player_queue_has_work(const PlayerQueue *queue) {
  return queue->waiting_count > 0 || queue->under_way > 0 ||
         (queue->waiting_for_tables > 0 && queue->table_nodes_left > 0);
}

#endif
