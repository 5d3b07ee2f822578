/*
** Tickets, and waiting lines of them. Each player has a line of its waiting tickets, the next one
** first; there is one more line for tickets without a player.
**
** Invariant: a ticket that has not ended belongs to a line. The line has room for it whether it
** waits there, is under way, stands aside, or waits for tables. A line is identified by its
** player's number, because the player may be removed before the line's tickets are.
*/
#ifndef ASTAR_TICKET_LINE_H
#define ASTAR_TICKET_LINE_H

#include "find.h"
#include "phase.h"

typedef struct TicketLine {
  struct TicketLine *next;          /* in the order in which their players were made */
  uint64_t owner;                   /* the player's number; 0: nobody's */
  astar_ticket **waiting;           /* a heap: the next one first */
  size_t waiting_count, capacity;
  size_t open;                      /* its tickets that have not ended */
  int under_way;
  size_t waiting_for_tables;        /* tickets that wait for tables; see table_budget.h */
  uint32_t nodes_left;              /* nodes that are left to it in this call */
  uint32_t not_given_out;           /* of that, not given out in this round */
} TicketLine;

struct astar_ticket {
  astar_ticket *before, *next;      /* among all of the map */
  astar_ticket *before_done, *next_done;   /* in the list `done`; next_done also in `aside`, and
                                            ** among those that wait for tables */
  astar_map *map;
  TicketLine *line;                 /* NULL: it has ended */
  size_t place;                     /* in the line's heap, if it waits */
  bool waits, waits_for_tables;     /* in its line; for tables */
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
  void *user_data;                  /* the game's; see user_data.c */
};

/* The line of a player (NULL: of nobody), made where there is none. NULL: no memory. */
TicketLine *line_of(TicketLine **lines, Memory *memory, const astar_player *player);
/* A new ticket joins the line. False: no memory. */
bool line_join(TicketLine *line, Memory *memory, astar_ticket *ticket);
/* One goes that waits. */
void line_take(astar_ticket *ticket);
/* One that has gone waits again. */
void line_return(astar_ticket *ticket);
/* One that does not wait has ended. */
void line_leave(astar_ticket *ticket);
/* Frees the lines that have no open tickets; all of them. */
void lines_sweep(TicketLine **lines, Memory *memory);
const char *line_validate(const TicketLine *line);
void lines_free(TicketLine **lines, Memory *memory);

/* Could it use nodes? */
static inline bool line_has_work(const TicketLine *line) {
  return line->waiting_count > 0 || line->under_way > 0 || line->waiting_for_tables > 0;
}

#endif
