#include "table_budget.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/hash.h"

/* ---- budgets --------------------------------------------------------------------------------- */

/* To make the tables of so many cells takes about as long as to expand a node. */
#define CELLS_PER_NODE 6

static bool is_large(const astar_map *map) {
  return grid_is_larger(&map->grid, TABLE_BUDGET_CELLS);
}

/* In nodes, for searches with layers; and for those without. */
static uint32_t whole_price(const astar_map *map) {
  return (uint32_t)(map->grid.cells / CELLS_PER_NODE);
}

static uint32_t bare_price(const astar_map *map) {
  return (uint32_t)((uint64_t)whole_price(map) * TABLES_BUILT_BARE / TABLES_BUILT);
}

static bool has_layers(const astar_query *query) {
  return query->unit != NULL || query->influence_count > 0;
}

static uint32_t price_of(const astar_map *map, const astar_query *query) {
  return has_layers(query) ? whole_price(map) : bare_price(map);
}

/* The one for a query, or where it belongs. */
static TableBudget **find_place(astar_map *map, const astar_query *resolved) {
  int32_t number = class_number(map, resolved->cls);
  uint64_t player = resolved->player != NULL ? resolved->player->number : 0;
  TableBudget **at = &map->table_budgets;
  for (; *at != NULL; at = &(*at)->next) {
    int32_t other = class_number(map, (*at)->cls);
    uint64_t owner = (*at)->player != NULL ? (*at)->player->number : 0;
    if (other > number || (other == number && owner >= player)) break;
  }
  return at;
}

static bool table_budget_serves(const TableBudget *budget, const astar_query *resolved) {
  return budget != NULL && budget->cls == resolved->cls &&
         budget->player == resolved->player;
}

/* NULL: no memory. */
static TableBudget *table_budget_of(astar_map *map, const astar_query *resolved) {
  TableBudget **at = find_place(map, resolved), *budget = *at;
  if (table_budget_serves(budget, resolved)) return budget;
  budget = memory_new(&map->memory, sizeof *budget);
  if (budget == NULL) return NULL;
  budget->cls = resolved->cls;
  budget->player = resolved->player;
  budget->next = *at;
  *at = budget;
  return budget;
}

bool table_budget_reserve(astar_map *map, const astar_query *resolved) {
  return !is_large(map) || table_budget_of(map, resolved) != NULL;
}

static TableBudget *table_budget_find(const astar_map *map, const astar_query *resolved) {
  TableBudget *budget = map->table_budgets;
  while (budget != NULL && !table_budget_serves(budget, resolved))
    budget = budget->next;
  return budget;
}

TableBudget *table_budget_before(const astar_map *map, const astar_query *resolved) {
  TableBudget *budget = table_budget_find(map, resolved);
  bool owes = budget != NULL && budget->paid < price_of(map, resolved);
  return owes ? budget : NULL;
}

/* ---- paying and working ---------------------------------------------------------------------- */

static astar_map *map_of(const TableBudget *budget) {
  return budget->cls->map;
}

/* The next sum with which tickets go on. */
static uint32_t next_price(const TableBudget *budget) {
  uint32_t bare = bare_price(map_of(budget));
  return budget->paid < bare ? bare : whole_price(map_of(budget));
}

uint32_t table_budget_owed(const TableBudget *budget) {
  return next_price(budget) - budget->paid;
}

#define AIM_UNITS ((uint64_t)1 << 16)   /* of the aim, in one of TABLES_BUILT */

uint32_t table_budget_bought(const TableBudget *budget) {
  if (budget->paid > bare_price(map_of(budget))) return TABLES_BUILT;
  return budget->paid > 0 ? TABLES_BUILT_BARE : 0;
}

static void drop_work(TableBudget *budget) {
  if (budget->work == NULL) return;
  table_builder_end(budget->work);
  memory_free(&map_of(budget)->memory, budget->work, sizeof *budget->work);
  budget->work = NULL;
}

static void begin_work(TableBudget *budget) {
  astar_query query = astar_query_default();
  query.cls = budget->cls;
  query.player = budget->player;
  budget->begun = true;
  budget->aim = 0;
  budget->work = memory_raw(&map_of(budget)->memory, sizeof *budget->work);
  if (budget->work == NULL) return;
  *budget->work = table_builder_of(map_of(budget), &query, 1);
  budget->work->copies = table_budget_slots(map_of(budget));
}

/* Of what there is to do until the next price is paid, as large a part as is paid of that now. It
** goes by the aim, not by what was done: a step may be more than was paid for. Only where the map
** has changed less may be done. */
static void raise_aim(TableBudget *budget, uint32_t nodes) {
  uint64_t done = table_builder_done(budget->work) * AIM_UNITS;
  if (done < budget->aim) budget->aim = done;
  bool bare = budget->paid < bare_price(map_of(budget));
  uint64_t all = (bare ? TABLES_BUILT_BARE : TABLES_BUILT) * AIM_UNITS;
  if (budget->aim < all)
    budget->aim += (all - budget->aim) * nodes / table_budget_owed(budget);
}

/* What fails is left to the searches: they make what they lack, or fail themselves. */
static void do_work(TableBudget *budget, uint32_t nodes) {
  if (!budget->begun) begin_work(budget);
  if (budget->work == NULL) return;
  astar_status status = table_builder_follow(budget->work);
  if (status == ASTAR_OK) raise_aim(budget, nodes);
  while (status == ASTAR_OK && table_builder_done(budget->work) * AIM_UNITS < budget->aim)
    status = table_builder_step(budget->work);
  if (status != ASTAR_OK || budget->aim == TABLES_BUILT * AIM_UNITS) drop_work(budget);
}

void table_budget_pay(TableBudget *budget, uint32_t nodes) {
  ASTAR_ASSERT(nodes > 0 && nodes <= table_budget_owed(budget));
  do_work(budget, nodes);
  budget->paid += nodes;
}

/* ---- tickets --------------------------------------------------------------------------------- */

void table_budget_add_ticket(TableBudget *budget, astar_ticket *ticket) {
  ticket->waits_for_tables = true;
  ticket->player_queue->waiting_for_tables++;
  ticket->next_done = budget->tickets;
  budget->tickets = ticket;
}

static void table_budget_let_go(astar_ticket **at) {
  astar_ticket *ticket = *at;
  *at = ticket->next_done;
  ticket->waits_for_tables = false;
  ticket->player_queue->waiting_for_tables--;
}

void table_budget_remove_ticket(astar_ticket *ticket) {
  TableBudget *budget = table_budget_find(ticket->map, &ticket->query);
  astar_ticket **at = &budget->tickets;
  while (*at != ticket) at = &(*at)->next_done;
  table_budget_let_go(at);
}

static void table_budget_let_go_paid(TableBudget *budget, uint32_t paid) {
  const astar_map *map = map_of(budget);
  for (astar_ticket **at = &budget->tickets; *at != NULL;) {
    astar_ticket *ticket = *at;
    if (price_of(map, &ticket->query) > paid) {
      at = &ticket->next_done;
      continue;
    }
    table_budget_let_go(at);
    player_queue_return(ticket);
  }
}

void table_budget_release(TableBudget *budget) {
  table_budget_let_go_paid(budget, budget->paid);
}

bool table_budget_buy(astar_map *map, const astar_query *resolved, uint32_t nodes, uint32_t *owed) {
  *owed = 0;
  if (!is_large(map)) return true;
  TableBudget *budget = table_budget_find(map, resolved);
  if (budget == NULL && nodes > 0) budget = table_budget_of(map, resolved);
  if (budget == NULL && nodes > 0) return false;
  uint32_t price = price_of(map, resolved);
  while (nodes > 0 && budget->paid < price) {
    uint32_t part = table_budget_owed(budget);
    if (part > nodes) part = nodes;
    table_budget_pay(budget, part);
    table_budget_release(budget);
    nodes -= part;
  }
  uint32_t paid = budget != NULL ? budget->paid : 0;
  *owed = paid < price ? price - paid : 0;
  return true;
}

void table_budgets_release_all(const astar_map *map) {
  for (TableBudget *one = map->table_budgets; one != NULL; one = one->next)
    table_budget_let_go_paid(one, UINT32_MAX);
}

/* ---- the whole map --------------------------------------------------------------------------- */

bool table_budget_mark_paid(astar_map *map, const astar_query *resolved, bool layers) {
  if (!is_large(map)) return true;
  TableBudget *budget = table_budget_of(map, resolved);
  if (budget == NULL) return false;
  uint32_t price = layers ? whole_price(map) : bare_price(map);
  if (budget->paid < price) budget->paid = price;
  drop_work(budget);
  budget->begun = false;
  table_budget_release(budget);
  return true;
}

astar_status table_budget_load(astar_map *map, const astar_query *resolved, uint32_t paid) {
  if (!is_large(map) || paid == 0 || paid > whole_price(map)) return ASTAR_DAMAGED;
  TableBudget *budget = table_budget_of(map, resolved);
  if (budget == NULL) return ASTAR_NO_MEMORY;
  if (budget->paid > 0) return ASTAR_DAMAGED;
  budget->paid = paid;
  return ASTAR_OK;
}

uint64_t table_budgets_hash(const astar_map *map, uint64_t hash) {
  for (const TableBudget *one = map->table_budgets; one != NULL; one = one->next) {
    if (one->paid == 0) continue;
    hash = hash_int(hash, class_number(map, one->cls));
    hash = hash_int(hash, one->paid);
    if (one->player != NULL)
      hash = hash_bytes(hash, one->player->name, strlen(one->player->name));
  }
  return hash;
}

static const char *validate_tickets(const TableBudget *budget) {
  const astar_ticket *ticket = budget->tickets;
  for (; ticket != NULL; ticket = ticket->next_done) {
    if (!ticket->waits_for_tables || !table_budget_serves(budget, &ticket->query))
      return "a ticket waits for tables that are not its own";
    if (price_of(map_of(budget), &ticket->query) <= budget->paid)
      return "a ticket waits for tables that have been paid";
  }
  return NULL;
}

const char *table_budgets_validate(const astar_map *map) {
  const char *wrong = NULL;
  for (const TableBudget *one = map->table_budgets; one != NULL && wrong == NULL; one = one->next)
    wrong = one->paid > whole_price(map) ? "more was paid for tables than they cost"
                                         : validate_tickets(one);
  return wrong;
}

static void table_budget_free(astar_map *map, TableBudget *budget) {
  drop_work(budget);
  memory_free(&map->memory, budget, sizeof *budget);
}

void table_budgets_drop_player(astar_map *map, const astar_player *player) {
  for (TableBudget **at = &map->table_budgets; *at != NULL;) {
    TableBudget *budget = *at;
    if (budget->player != player) {
      at = &budget->next;
      continue;
    }
    table_budget_let_go_paid(budget, UINT32_MAX);
    *at = budget->next;
    table_budget_free(map, budget);
  }
}

void table_budgets_free(astar_map *map) {
  while (map->table_budgets != NULL) {
    TableBudget *budget = map->table_budgets;
    map->table_budgets = budget->next;
    table_budget_free(map, budget);
  }
}
