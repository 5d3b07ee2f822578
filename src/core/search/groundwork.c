#include "groundwork.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/hash.h"

/* ---- accounts -------------------------------------------------------------------------------- */

/* To make the tables of so many cells takes about as long as to expand a node. */
#define CELLS_PER_NODE 6

static bool is_large(const astar_map *map) {
  return grid_is_larger(&map->grid, GROUNDWORK_CELLS);
}

/* In nodes, for searches with layers; and for those without. */
static uint32_t whole_price(const astar_map *map) {
  return (uint32_t)(map->grid.cells / CELLS_PER_NODE);
}

static uint32_t bare_price(const astar_map *map) {
  return (uint32_t)((uint64_t)whole_price(map) * PREPARED_BARE / PREPARED);
}

static bool has_layers(const astar_query *query) {
  return query->unit != NULL || query->influence_count > 0;
}

static uint32_t price_of(const astar_map *map, const astar_query *query) {
  return has_layers(query) ? whole_price(map) : bare_price(map);
}

/* The one for a query, or where it belongs. */
static Groundwork **find_place(astar_map *map, const astar_query *resolved) {
  int32_t number = class_number(map, resolved->cls);
  uint64_t player = resolved->player != NULL ? resolved->player->number : 0;
  Groundwork **at = &map->groundworks;
  for (; *at != NULL; at = &(*at)->next) {
    int32_t other = class_number(map, (*at)->cls);
    uint64_t owner = (*at)->player != NULL ? (*at)->player->number : 0;
    if (other > number || (other == number && owner >= player)) break;
  }
  return at;
}

static bool groundwork_serves(const Groundwork *groundwork, const astar_query *resolved) {
  return groundwork != NULL && groundwork->cls == resolved->cls &&
         groundwork->player == resolved->player;
}

/* NULL: no memory. */
static Groundwork *groundwork_of(astar_map *map, const astar_query *resolved) {
  Groundwork **at = find_place(map, resolved), *groundwork = *at;
  if (groundwork_serves(groundwork, resolved)) return groundwork;
  groundwork = memory_new(&map->memory, sizeof *groundwork);
  if (groundwork == NULL) return NULL;
  groundwork->cls = resolved->cls;
  groundwork->player = resolved->player;
  groundwork->next = *at;
  *at = groundwork;
  return groundwork;
}

bool groundwork_reserve(astar_map *map, const astar_query *resolved) {
  return !is_large(map) || groundwork_of(map, resolved) != NULL;
}

static Groundwork *groundwork_find(const astar_map *map, const astar_query *resolved) {
  Groundwork *groundwork = map->groundworks;
  while (groundwork != NULL && !groundwork_serves(groundwork, resolved))
    groundwork = groundwork->next;
  return groundwork;
}

Groundwork *groundwork_before(const astar_map *map, const astar_query *resolved) {
  Groundwork *groundwork = groundwork_find(map, resolved);
  bool owes = groundwork != NULL && groundwork->paid < price_of(map, resolved);
  return owes ? groundwork : NULL;
}

/* ---- paying and working ---------------------------------------------------------------------- */

static astar_map *map_of(const Groundwork *groundwork) {
  return groundwork->cls->map;
}

/* The next sum with which tickets go on. */
static uint32_t next_price(const Groundwork *groundwork) {
  uint32_t bare = bare_price(map_of(groundwork));
  return groundwork->paid < bare ? bare : whole_price(map_of(groundwork));
}

uint32_t groundwork_owed(const Groundwork *groundwork) {
  return next_price(groundwork) - groundwork->paid;
}

#define AIM_UNITS ((uint64_t)1 << 16)   /* of the aim, in one of PREPARED */

uint32_t groundwork_bought(const Groundwork *groundwork) {
  if (groundwork->paid > bare_price(map_of(groundwork))) return PREPARED;
  return groundwork->paid > 0 ? PREPARED_BARE : 0;
}

static void drop_work(Groundwork *groundwork) {
  if (groundwork->work == NULL) return;
  preparation_end(groundwork->work);
  memory_free(&map_of(groundwork)->memory, groundwork->work, sizeof *groundwork->work);
  groundwork->work = NULL;
}

static void begin_work(Groundwork *groundwork) {
  astar_query query = astar_query_default();
  query.cls = groundwork->cls;
  query.player = groundwork->player;
  groundwork->begun = true;
  groundwork->aim = 0;
  groundwork->work = memory_raw(&map_of(groundwork)->memory, sizeof *groundwork->work);
  if (groundwork->work == NULL) return;
  *groundwork->work = preparation_of(map_of(groundwork), &query, 1);
  groundwork->work->copies = groundwork_slots(map_of(groundwork));
}

/* Of what there is to do until the next price is paid, as large a part as is paid of that now. It
** goes by the aim, not by what was done: a step may be more than was paid for. Only where the map
** has changed less may be done. */
static void raise_aim(Groundwork *groundwork, uint32_t nodes) {
  uint64_t done = preparation_done(groundwork->work) * AIM_UNITS;
  if (done < groundwork->aim) groundwork->aim = done;
  bool bare = groundwork->paid < bare_price(map_of(groundwork));
  uint64_t all = (bare ? PREPARED_BARE : PREPARED) * AIM_UNITS;
  if (groundwork->aim < all)
    groundwork->aim += (all - groundwork->aim) * nodes / groundwork_owed(groundwork);
}

/* What fails is left to the searches: they make what they lack, or fail themselves. */
static void do_work(Groundwork *groundwork, uint32_t nodes) {
  if (!groundwork->begun) begin_work(groundwork);
  if (groundwork->work == NULL) return;
  astar_status status = preparation_follow(groundwork->work);
  if (status == ASTAR_OK) raise_aim(groundwork, nodes);
  while (status == ASTAR_OK && preparation_done(groundwork->work) * AIM_UNITS < groundwork->aim)
    status = preparation_do(groundwork->work);
  if (status != ASTAR_OK || groundwork->aim == PREPARED * AIM_UNITS) drop_work(groundwork);
}

void groundwork_pay(Groundwork *groundwork, uint32_t nodes) {
  ASTAR_ASSERT(nodes > 0 && nodes <= groundwork_owed(groundwork));
  do_work(groundwork, nodes);
  groundwork->paid += nodes;
}

/* ---- tickets --------------------------------------------------------------------------------- */

void groundwork_halt(Groundwork *groundwork, astar_ticket *ticket) {
  ticket->halts = true;
  ticket->line->halted++;
  ticket->next_done = groundwork->tickets;
  groundwork->tickets = ticket;
}

static void groundwork_let_go(astar_ticket **at) {
  astar_ticket *ticket = *at;
  *at = ticket->next_done;
  ticket->halts = false;
  ticket->line->halted--;
}

void groundwork_leave(astar_ticket *ticket) {
  Groundwork *groundwork = groundwork_find(ticket->map, &ticket->query);
  astar_ticket **at = &groundwork->tickets;
  while (*at != ticket) at = &(*at)->next_done;
  groundwork_let_go(at);
}

static void groundwork_let_go_paid(Groundwork *groundwork, uint32_t paid) {
  const astar_map *map = map_of(groundwork);
  for (astar_ticket **at = &groundwork->tickets; *at != NULL;) {
    astar_ticket *ticket = *at;
    if (price_of(map, &ticket->query) > paid) {
      at = &ticket->next_done;
      continue;
    }
    groundwork_let_go(at);
    line_return(ticket);
  }
}

void groundwork_release(Groundwork *groundwork) {
  groundwork_let_go_paid(groundwork, groundwork->paid);
}

bool groundwork_buy(astar_map *map, const astar_query *resolved, uint32_t nodes, uint32_t *owed) {
  *owed = 0;
  if (!is_large(map)) return true;
  Groundwork *groundwork = groundwork_find(map, resolved);
  if (groundwork == NULL && nodes > 0) groundwork = groundwork_of(map, resolved);
  if (groundwork == NULL && nodes > 0) return false;
  uint32_t price = price_of(map, resolved);
  while (nodes > 0 && groundwork->paid < price) {
    uint32_t part = groundwork_owed(groundwork);
    if (part > nodes) part = nodes;
    groundwork_pay(groundwork, part);
    groundwork_release(groundwork);
    nodes -= part;
  }
  uint32_t paid = groundwork != NULL ? groundwork->paid : 0;
  *owed = paid < price ? price - paid : 0;
  return true;
}

void groundworks_release_all(const astar_map *map) {
  for (Groundwork *one = map->groundworks; one != NULL; one = one->next)
    groundwork_let_go_paid(one, UINT32_MAX);
}

/* ---- the whole map --------------------------------------------------------------------------- */

bool groundwork_settle(astar_map *map, const astar_query *resolved, bool layers) {
  if (!is_large(map)) return true;
  Groundwork *groundwork = groundwork_of(map, resolved);
  if (groundwork == NULL) return false;
  uint32_t price = layers ? whole_price(map) : bare_price(map);
  if (groundwork->paid < price) groundwork->paid = price;
  drop_work(groundwork);
  groundwork->begun = false;
  groundwork_release(groundwork);
  return true;
}

astar_status groundwork_load(astar_map *map, const astar_query *resolved, uint32_t paid) {
  if (!is_large(map) || paid == 0 || paid > whole_price(map)) return ASTAR_DAMAGED;
  Groundwork *groundwork = groundwork_of(map, resolved);
  if (groundwork == NULL) return ASTAR_NO_MEMORY;
  if (groundwork->paid > 0) return ASTAR_DAMAGED;
  groundwork->paid = paid;
  return ASTAR_OK;
}

uint64_t groundworks_hash(const astar_map *map, uint64_t hash) {
  for (const Groundwork *one = map->groundworks; one != NULL; one = one->next) {
    if (one->paid == 0) continue;
    hash = hash_int(hash, class_number(map, one->cls));
    hash = hash_int(hash, one->paid);
    if (one->player != NULL)
      hash = hash_bytes(hash, one->player->name, strlen(one->player->name));
  }
  return hash;
}

static const char *validate_tickets(const Groundwork *groundwork) {
  const astar_ticket *ticket = groundwork->tickets;
  for (; ticket != NULL; ticket = ticket->next_done) {
    if (!ticket->halts || !groundwork_serves(groundwork, &ticket->query))
      return "a ticket waits for tables that are not its own";
    if (price_of(map_of(groundwork), &ticket->query) <= groundwork->paid)
      return "a ticket waits for tables that have been paid";
  }
  return NULL;
}

const char *groundworks_validate(const astar_map *map) {
  const char *wrong = NULL;
  for (const Groundwork *one = map->groundworks; one != NULL && wrong == NULL; one = one->next)
    wrong = one->paid > whole_price(map) ? "more was paid for tables than they cost"
                                         : validate_tickets(one);
  return wrong;
}

static void groundwork_free(astar_map *map, Groundwork *groundwork) {
  drop_work(groundwork);
  memory_free(&map->memory, groundwork, sizeof *groundwork);
}

void groundworks_drop_player(astar_map *map, const astar_player *player) {
  for (Groundwork **at = &map->groundworks; *at != NULL;) {
    Groundwork *groundwork = *at;
    if (groundwork->player != player) {
      at = &groundwork->next;
      continue;
    }
    groundwork_let_go_paid(groundwork, UINT32_MAX);
    *at = groundwork->next;
    groundwork_free(map, groundwork);
  }
}

void groundworks_free(astar_map *map) {
  while (map->groundworks != NULL) {
    Groundwork *groundwork = map->groundworks;
    map->groundworks = groundwork->next;
    groundwork_free(map, groundwork);
  }
}
