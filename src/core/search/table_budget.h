/*
** Budgets of tables: the tables that come before the first search of a class and player take longer
** than a tick may, on a large map. So tickets of the queue wait there, until nodes have been paid
** for the tables, out of their player's share of each tick.
**
** The budget and the work are two things. The budget is part of the map, saved and hashed: when a
** ticket goes on depends on it alone. The work is done beside it, at the same pace, where tables
** are wanting. So ticks come to the same whether tables were there before, or were lost because a
** map was saved and loaded. A query that does not wait in the queue makes all that it needs at
** once, and the budget does not know of it.
*/
#ifndef ASTAR_TABLE_BUDGET_H
#define ASTAR_TABLE_BUDGET_H

#include "player_queue.h"
#include "table_builder.h"

/* Maps with more cells are large. On those with still more, nodes for several searches at a time
** would take more memory, and longer to make, than they are worth. */
enum { TABLE_BUDGET_CELLS = 1 << 15, TABLE_BUDGET_ONE_SEARCH = 1 << 20 };
enum { QUEUE_SLOTS = 4 };

/* How many searches are under way at a time, without those of players that would have none. */
static inline int table_budget_slots(const astar_map *map) {
  return grid_is_larger(&map->grid, TABLE_BUDGET_ONE_SEARCH) ? 1 : QUEUE_SLOTS;
}

typedef struct TableBudget {
  struct TableBudget *next;         /* by class, then by player */
  astar_class *cls;
  astar_player *player;             /* or NULL */
  uint32_t paid;                    /* nodes: first for searches without layers, then for others */
  bool begun;                       /* the work is; and is over, where there is none */
  TableBuilder *work;
  uint64_t aim;                     /* how much of it should be done by now */
  astar_ticket *tickets;            /* that wait for it; the last to come first */
} TableBudget;

/* To be called before a ticket may wait. False: no memory. */
bool table_budget_reserve(astar_map *map, const astar_query *resolved);
/* Where a search of such a query has to wait; NULL: it need not. */
TableBudget *table_budget_before(const astar_map *map, const astar_query *resolved);
/* How many nodes can be paid at once: then either tickets without layers go on, or all. */
uint32_t table_budget_owed(const TableBudget *budget);
/* Pays no more than that, and does as much of the work. */
void table_budget_pay(TableBudget *budget, uint32_t nodes);

/* Pays up to so many nodes for all that such a query needs, and lets tickets go on. *owed: what is
** still to be paid then. False: no memory. */
bool table_budget_buy(astar_map *map, const astar_query *resolved, uint32_t nodes, uint32_t *owed);

/* For which tables has been paid, at least in part, as table_builder_done has it: TABLES_BUILT,
** TABLES_BUILT_BARE or 0. */
uint32_t table_budget_bought(const TableBudget *budget);

/* A ticket that has left its queue waits here, or leaves. */
void table_budget_add_ticket(TableBudget *budget, astar_ticket *ticket);
void table_budget_remove_ticket(astar_ticket *ticket);
/* Those that may go on wait in their queue again; or all of them, of all budgets. */
void table_budget_release(TableBudget *budget);
void table_budgets_release_all(const astar_map *map);

/* Everything has been made: nothing is owed any more. False: no memory. */
bool table_budget_mark_paid(astar_map *map, const astar_query *resolved, bool layers);
/* A saved map had paid so much. OK, NO_MEMORY, or DAMAGED: it cannot have. */
astar_status table_budget_load(astar_map *map, const astar_query *resolved, uint32_t paid);
uint64_t table_budgets_hash(const astar_map *map, uint64_t hash);
const char *table_budgets_validate(const astar_map *map);
void table_budgets_drop_player(astar_map *map, const astar_player *player);
/* There are no tickets any more. */
void table_budgets_free(astar_map *map);

#endif
