#include "queue.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/hash.h"
#include "../base/thread_pool.h"

/* ---- tickets --------------------------------------------------------------------------------- */

static Queue *queue_of_map(astar_map *map) {
  if (map->queue == NULL) map->queue = memory_new(&map->memory, sizeof *map->queue);
  if (map->queue != NULL) map->queue->map = map;
  return map->queue;
}

static void ticket_release(astar_ticket *ticket) {
  Memory *memory = &ticket->map->memory;
  if (ticket->weighted != NULL)
    memory_free(memory, ticket->weighted,
                (size_t)ticket->query.influence_count * sizeof *ticket->weighted);
  memory_free(memory, ticket->cells,
              (size_t)ticket->target.cell_count * sizeof *ticket->cells);
  memory_free(memory, ticket, sizeof *ticket);
}

static bool queue_valid(const astar_map *map, const PathRequest *request,
                        const astar_query *query) {
  bool at_unit = request->x == ASTAR_AT_UNIT && query->unit != NULL;
  return map_is_open(map) && (at_unit || map_has_cell(map, request->x, request->y)) &&
         map_holds(map, request->goal) &&
         map_accepts(map, query->extra_cost == NULL, "query.extra_cost: not in the queue") &&
         map_accepts(map, !query->trace, "query.trace: not in the queue");
}

/* The ticket's own list of cells. False: no memory. */
static bool keep_cells(astar_ticket *ticket, const astar_target *target) {
  size_t bytes = (size_t)target->cell_count * sizeof *ticket->cells;
  ticket->target = *target;
  if (target->cell_count == 0) return true;
  ticket->target.cell_count = 0;
  ticket->cells = memory_raw(&ticket->map->memory, bytes);
  if (ticket->cells == NULL) return false;
  memcpy(ticket->cells, target->cells, bytes);
  ticket->target.cell_count = target->cell_count;
  ticket->target.cells = ticket->cells;
  return true;
}

/* One more is to be under way, with nodes of its own and perhaps a cost cache: makes those wanting,
** unless they will be made while it waits for its tables. */
static bool queue_reserve(const Queue *queue, astar_map *map, const astar_query *query) {
  int32_t wanted = astar_queue_waiting(map) + 1, nodes = map->node_pool.node_count;
  int32_t caches = cost_cache_count(map);
  if (!table_budget_reserve(map, query)) return false;
  if (table_budget_before(map, query) != NULL) return true;
  if (wanted > table_budget_slots(map)) wanted = table_budget_slots(map);
  for (int i = 0; i < queue->under_way; i++) {
    nodes += queue->slots[i]->search->nodes.words != NULL;
    caches += queue->slots[i]->search->cost_cache != NULL;
  }
  return find_reserve(map, query, wanted - nodes, wanted - caches);
}

/* Joins the queue of its player. False: no memory. */
static bool queue_line_up(Queue *queue, astar_ticket *ticket) {
  Memory *memory = &ticket->map->memory;
  player_queues_sweep(&queue->players, memory);
  PlayerQueue *player = player_queue_of(&queue->players, memory, ticket->query.player);
  return player != NULL && player_queue_join(player, memory, ticket);
}

static void queue_enlist(Queue *queue, astar_ticket *ticket) {
  ticket->number = ++queue->last_number;
  ticket->next = queue->all;
  if (queue->all != NULL) queue->all->before = ticket;
  queue->all = ticket;
}

/* The query is resolved. */
static astar_ticket *queue_add(astar_map *map, const PathRequest *request,
                               const astar_query *resolved, int32_t priority, astar_status *why) {
  static const astar_target none = { .wanted = 0 };
  *why = ASTAR_NO_MEMORY;
  Queue *queue = queue_of_map(map);
  astar_ticket *ticket = queue ? memory_new(&map->memory, sizeof *ticket) : NULL;
  if (ticket == NULL) return NULL;
  ticket->map = map;
  ticket->x = request->x;
  ticket->y = request->y;
  ticket->goal = request->goal;
  ticket->priority = priority;
  ticket->date = query_date(map, resolved);
  ticket->status = ASTAR_RUNNING;
  ticket->number = queue->last_number + 1;
  if (!query_copy(&ticket->query, &ticket->weighted, resolved, &map->memory) ||
      !keep_cells(ticket, request->target != NULL ? request->target : &none) ||
      !queue_reserve(queue, map, resolved) || !queue_line_up(queue, ticket)) {
    ticket_release(ticket);
    return NULL;
  }
  queue_enlist(queue, ticket);
  *why = ASTAR_OK;
  return ticket;
}

astar_ticket *astar_queue_request(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                  const astar_query *query, int32_t priority, astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  PathRequest request = { x, y, goal, NULL };
  *why = queue_valid(map, &request, &resolved) ? query_resolve(map, &resolved) : ASTAR_INVALID;
  return *why == ASTAR_OK ? queue_add(map, &request, &resolved, priority, why) : NULL;
}

astar_ticket *astar_queue_request_nearest(astar_map *map, int32_t x, int32_t y,
                                          const astar_target *target, const astar_query *query,
                                          int32_t priority, astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  PathRequest request = { x, y, { 0, 0, 1, 1 }, target };
  *why = ASTAR_INVALID;
  bool fits = queue_valid(map, &request, &resolved) &&
              map_accepts(map, target->accepts == NULL, "target.accepts: not in the queue");
  if (fits) *why = find_resolve_nearest(map, target, &resolved);
  return *why == ASTAR_OK ? queue_add(map, &request, &resolved, priority, why) : NULL;
}

static void join_done(Queue *queue, astar_ticket *ticket) {
  ASTAR_ASSERT(ticket->ended);
  ticket->before_done = queue->last_done;
  ticket->next_done = NULL;
  if (queue->last_done != NULL) queue->last_done->next_done = ticket;
  else queue->done = ticket;
  queue->last_done = ticket;
}

static void leave_done(Queue *queue, astar_ticket *ticket) {
  if (ticket->before_done != NULL) ticket->before_done->next_done = ticket->next_done;
  else queue->done = ticket->next_done;
  if (ticket->next_done != NULL) ticket->next_done->before_done = ticket->before_done;
  else queue->last_done = ticket->before_done;
}

/* One that does not wait. Of a queue in which none is left nothing is remembered: a map that was
** saved then and loaded goes on as this one does. */
static void queue_end(Queue *queue, astar_ticket *ticket, astar_status status) {
  ticket->status = status;
  ticket->ended = true;
  if (ticket->search != NULL) search_shrink(ticket->search);
  player_queue_leave(ticket);
  join_done(queue, ticket);
  if (astar_queue_waiting(queue->map) == 0) queue->divisions = 0;
}

static void take_slot(Queue *queue, astar_ticket *ticket) {
  ASTAR_ASSERT(queue->under_way < QUEUE_SLOTS_MAX && !ticket->ended);
  queue->slots[queue->under_way++] = ticket;
  ticket->player_queue->under_way++;
}

/* Those behind it move up: they are in the order in which they were begun. */
static void leave_slot(Queue *queue, astar_ticket *ticket) {
  int to = 0;
  for (int i = 0; i < queue->under_way; i++)
    if (queue->slots[i] != ticket) queue->slots[to++] = queue->slots[i];
  ASTAR_ASSERT(to + 1 == queue->under_way && ticket->player_queue->under_way > 0);
  queue->under_way = to;
  ticket->player_queue->under_way--;
}

static void drop_search(astar_ticket *ticket) {
  astar_search_free(ticket->search);
  ticket->search = NULL;
}

void astar_ticket_cancel(astar_ticket *ticket) {
  Queue *queue = ticket->map->queue;
  if (ticket->ended) return;
  if (ticket->waits) player_queue_take(ticket);
  else if (ticket->waits_for_tables) table_budget_remove_ticket(ticket);
  else leave_slot(queue, ticket);
  drop_search(ticket);
  queue_end(queue, ticket, ASTAR_CANCELLED);
}

void astar_ticket_free(astar_ticket *ticket) {
  if (ticket == NULL) return;
  Queue *queue = ticket->map->queue;
  astar_ticket_cancel(ticket);
  if (!ticket->told) leave_done(queue, ticket);
  drop_search(ticket);
  if (ticket->before != NULL) ticket->before->next = ticket->next;
  else queue->all = ticket->next;
  if (ticket->next != NULL) ticket->next->before = ticket->before;
  ticket_release(ticket);
}

void queue_restart(astar_map *map) {
  Queue *queue = map->queue;
  if (queue == NULL) return;
  table_budgets_release_all(map);
  while (queue->under_way > 0) {
    astar_ticket *ticket = queue->slots[0];
    leave_slot(queue, ticket);
    drop_search(ticket);
    player_queue_return(ticket);
  }
  queue->divisions = 0;
  for (astar_ticket *ticket = queue->all; ticket != NULL; ticket = ticket->next)
    if (!query_is_whole(map, &ticket->query, ticket->date)) astar_ticket_cancel(ticket);
}

void queue_free(astar_map *map) {
  Queue *queue = map->queue;
  if (queue == NULL) return;
  while (queue->all != NULL) {
    astar_ticket *ticket = queue->all;
    queue->all = ticket->next;
    ticket_release(ticket);
  }
  player_queues_free(&queue->players, &map->memory);
  memory_free(&map->memory, queue, sizeof *queue);
  map->queue = NULL;
}

astar_status astar_ticket_status(const astar_ticket *ticket) {
  return ticket->status;
}

const astar_search *astar_ticket_search(const astar_ticket *ticket) {
  return ticket->search;
}

const astar_target *astar_ticket_target(const astar_ticket *ticket) {
  return ticket->target.wanted > 0 ? &ticket->target : NULL;
}

astar_ticket *astar_ticket_next(astar_map *map) {
  Queue *queue = map->queue;
  if (queue == NULL || queue->done == NULL) return NULL;
  astar_ticket *ticket = queue->done;
  leave_done(queue, ticket);
  ticket->told = true;
  return ticket;
}

/* The list of all has the last one first. */
astar_ticket *astar_ticket_waiting(const astar_map *map, const astar_ticket *after) {
  astar_ticket *ticket = after != NULL ? after->before : NULL;
  if (after == NULL && map->queue != NULL) {
    ticket = map->queue->all;
    while (ticket != NULL && ticket->next != NULL) ticket = ticket->next;
  }
  while (ticket != NULL && ticket->ended) ticket = ticket->before;
  return ticket;
}

const astar_query *astar_ticket_query(const astar_ticket *ticket) {
  return &ticket->query;
}

int32_t astar_queue_waiting(const astar_map *map) {
  const Queue *queue = map->queue;
  if (queue == NULL) return 0;
  size_t count = (size_t)queue->under_way;
  for (const PlayerQueue *player = queue->players; player != NULL; player = player->next)
    count += player->waiting_count + player->waiting_for_tables;
  return (int32_t)count;
}

/* ---- work ------------------------------------------------------------------------------------ */

/* What has come to nothing for want of memory is to be tried again in the next tick. */
static void end_or_return(Queue *queue, astar_ticket *ticket, astar_status status) {
  if (status != ASTAR_NO_MEMORY) {
    queue_end(queue, ticket, status);
    return;
  }
  drop_search(ticket);
  ticket->next_done = queue->aside;
  queue->aside = ticket;
}

/* There is room, for they have come from there. False: there are none. */
static bool return_aside(Queue *queue) {
  bool some = queue->aside != NULL;
  for (; queue->aside != NULL; queue->aside = queue->aside->next_done)
    player_queue_return(queue->aside);
  return some;
}

/* Begins the search; true where it is under way now. */
static bool queue_begin(Queue *queue, astar_ticket *ticket) {
  astar_map *map = ticket->map;
  astar_status why;
  if (!query_is_whole(map, &ticket->query, ticket->date)) {
    queue_end(queue, ticket, ASTAR_CANCELLED);
    return false;
  }
  PathRequest request = { ticket->x, ticket->y, ticket->goal, &ticket->target };
  if (request.x == ASTAR_AT_UNIT) {
    astar_cell at = unit_hooks->cell(ticket->query.unit);
    request.x = at.x;
    request.y = at.y;
  }
  ticket->search = find_begin_parallel(map, &request, &ticket->query, &why);
  if (ticket->search != NULL) why = ticket->search->status;
  if (why != ASTAR_RUNNING) end_or_return(queue, ticket, why);
  return why == ASTAR_RUNNING;
}

/* ---- dividing nodes among players ------------------------------------------------------------ */

/* Divides nodes between the players that have work. What is left over goes to as many of them, to
** others the next time. False: there is no work. */
static bool queue_divide(Queue *queue, uint32_t nodes) {
  uint32_t players = 0, number = 0;
  for (const PlayerQueue *player = queue->players; player != NULL; player = player->next)
    players += player_queue_has_work(player);
  if (players == 0) return false;
  uint32_t first = queue->divisions++ % players, share = nodes / players, over = nodes % players;
  for (PlayerQueue *player = queue->players; player != NULL; player = player->next) {
    player->nodes_left = 0;
    if (!player_queue_has_work(player)) continue;
    player->nodes_left = share + ((number + players - first) % players < over);
    number++;
  }
  return true;
}

/* Divides what may be paid for tables in a call, between all players that have tickets. */
static void divide_tables(Queue *queue) {
  uint32_t players = 0, all = table_budget_slots(queue->map) > 1 ? QUEUE_TABLES : UINT32_MAX;
  for (const PlayerQueue *player = queue->players; player != NULL; player = player->next)
    players += player->open > 0;
  for (PlayerQueue *player = queue->players; player != NULL; player = player->next)
    player->table_nodes_left = all / players;
}

/* What a search has taken so far. */
static uint32_t nodes_taken(const astar_search *search) {
  return search != NULL ? search->expanded + search->upfront_nodes : 0;
}

static void queue_charge(PlayerQueue *player, uint32_t nodes, uint32_t *left) {
  if (nodes > player->nodes_left) nodes = player->nodes_left;
  player->nodes_left -= nodes;
  *left -= nodes;
}

static bool has_place(const Queue *queue, const PlayerQueue *player) {
  int most = player->under_way == 0 ? QUEUE_SLOTS_MAX : table_budget_slots(queue->map);
  return queue->under_way < most;
}

/* Has a ticket wait for its tables, if it must. */
static bool queue_wait_for_tables(astar_ticket *ticket) {
  bool whole = query_is_whole(ticket->map, &ticket->query, ticket->date);
  TableBudget *before = whole ? table_budget_before(ticket->map, &ticket->query) : NULL;
  if (before != NULL) table_budget_add_ticket(before, ticket);
  return before != NULL;
}

/* Begins searches for a player, as far as there are places and nodes. True: there was one. */
static bool begin_some(Queue *queue, PlayerQueue *player, uint32_t *left) {
  bool any = false;
  while (player->waiting_count > 0 && player->nodes_left > 0 && has_place(queue, player)) {
    astar_ticket *ticket = player->waiting[0];
    player_queue_take(ticket);
    if (queue_wait_for_tables(ticket)) continue;
    if (queue_begin(queue, ticket)) take_slot(queue, ticket);
    queue_charge(player, QUEUE_BEGIN + nodes_taken(ticket->search), left);
    any = true;
  }
  return any;
}

/* Pays for tables, of which each has a search's part in a round. True: there was something to
** pay. */
static bool pay_for_tables(const Queue *queue, uint32_t *left) {
  bool any = false;
  for (TableBudget *one = queue->map->table_budgets; one != NULL; one = one->next) {
    PlayerQueue *player = one->tickets != NULL ? one->tickets->player_queue : NULL;
    if (player == NULL || player->nodes_left == 0 || player->table_nodes_left == 0) continue;
    uint32_t owed = table_budget_owed(one), nodes = owed;
    if (nodes > QUEUE_SLICE) nodes = QUEUE_SLICE;
    if (nodes > player->nodes_left) nodes = player->nodes_left;
    if (nodes > player->table_nodes_left) nodes = player->table_nodes_left;
    table_budget_pay(one, nodes);
    if (nodes == owed) table_budget_release(one);
    player->table_nodes_left -= nodes;
    queue_charge(player, nodes, left);
    any = true;
  }
  return any;
}

/* ---- a round --------------------------------------------------------------------------------- */

/* A search's part in a round. */
typedef struct QueueSlice {
  astar_ticket *ticket;
  uint32_t before, until;
  bool runs;
} QueueSlice;

typedef struct QueueSlices {
  QueueSlice *first;
  int count;
} QueueSlices;

static void run_slice(void *item) {
  QueueSlice *slice = item;
  search_run(slice->ticket->search, slice->until);
}

/* Of each player's searches the first to be begun is the first to have its part. */
static int share_out(const Queue *queue, QueueSlice slices[QUEUE_SLOTS_MAX]) {
  int count = 0;
  for (PlayerQueue *player = queue->players; player != NULL; player = player->next)
    player->not_given_out = player->nodes_left;
  for (int i = 0; i < queue->under_way; i++) {
    astar_ticket *ticket = queue->slots[i];
    PlayerQueue *player = ticket->player_queue;
    uint32_t share = player->not_given_out < QUEUE_SLICE ? player->not_given_out : QUEUE_SLICE;
    const astar_search *search = ticket->search;
    uint32_t before = nodes_taken(search), until = search->expanded + share;
    player->not_given_out -= share;
    if (share > 0) slices[count++] = (QueueSlice){ ticket, before, until, false };
  }
  return count;
}

/* Its player pays for the nodes that it took. */
static void queue_end_slice(Queue *queue, const QueueSlice *slice, uint32_t *left) {
  astar_ticket *ticket = slice->ticket;
  astar_search *search = ticket->search;
  if (slice->runs) search_finish(search);
  queue_charge(ticket->player_queue, nodes_taken(search) - slice->before, left);
  if (search->status == ASTAR_RUNNING) return;
  leave_slot(queue, ticket);
  end_or_return(queue, ticket, search->status);
}

/* Searches that run side by side. */
static void queue_run_slices(Queue *queue, ThreadPool *pool, QueueSlices slices, uint32_t *left) {
  void *running[QUEUE_SLOTS_MAX];
  int runs = 0;
  for (int i = 0; i < slices.count; i++) {
    QueueSlice *slice = &slices.first[i];
    slice->runs = search_prepare(slice->ticket->search);
    if (slice->runs) running[runs++] = slice;
  }
  thread_pool_do(pool, run_slice, running, runs);
  for (int i = 0; i < slices.count; i++) queue_end_slice(queue, &slices.first[i], left);
}

/* Where there is one thread only, each search has its turn from beginning to end. False: there was
** nothing to do for those that have nodes. */
static bool do_round(Queue *queue, ThreadPool *pool, uint32_t *left) {
  QueueSlice slices[QUEUE_SLOTS_MAX];
  bool any = false;
  for (PlayerQueue *player = queue->players; player != NULL; player = player->next)
    any |= begin_some(queue, player, left);
  any |= pay_for_tables(queue, left);
  int count = share_out(queue, slices), at_once = pool->count > 0 ? count : 1;
  for (int i = 0; i < count; i += at_once)
    queue_run_slices(queue, pool, (QueueSlices){ slices + i, at_once }, left);
  return any || count > 0;
}

static void suspend_slots(Queue *queue) {
  for (int i = 0; i < queue->under_way; i++) queue->slots[i]->search->progress.suspended = true;
}

/* Fewer nodes are done before a thread has begun. */
#define NODES_FOR_THREADS 2048

astar_status astar_queue_work(astar_map *map, uint32_t nodes, int32_t threads, uint32_t *used) {
  uint32_t left = nodes;
  ThreadPool pool;
  if (used != NULL) *used = 0;
  if (!map_accepts_threads(map, threads)) return ASTAR_INVALID;
  Queue *queue = map->queue;
  if (queue == NULL || astar_queue_waiting(map) == 0) return ASTAR_OK;
  divide_tables(queue);
  thread_pool_start(&pool, &map->memory, nodes < NODES_FOR_THREADS ? 1 : threads);
  while (left > 0 && queue_divide(queue, left))
    while (do_round(queue, &pool, &left)) continue;
  thread_pool_end(&pool);
  suspend_slots(queue);
  if (used != NULL) *used = nodes - left;
  return return_aside(queue) ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* ---- hash ------------------------------------------------------------------------------------ */

static uint64_t target_hash(const astar_target *target, uint64_t hash) {
  hash = HASH_INTS(hash, target->wanted, target->cell_count, target->terrain, target->unseen);
  for (int32_t i = 0; i < target->cell_count; i++)
    hash = hash_int(hash_int(hash, target->cells[i].x), target->cells[i].y);
  return hash;
}

/* One that has lost what its query names will be cancelled. */
static uint64_t ticket_hash(const astar_ticket *ticket, uint64_t hash) {
  hash = HASH_INTS(hash, ticket->x, ticket->y, ticket->goal.x, ticket->goal.y, ticket->goal.width,
                   ticket->goal.height, ticket->priority,
                   ticket->search != NULL ? (int64_t)ticket->search->expanded : -1);
  if (ticket->target.wanted > 0) hash = target_hash(&ticket->target, hash);
  if (!query_is_whole(ticket->map, &ticket->query, ticket->date)) return hash_int(hash, 0);
  return query_hash(ticket->map, &ticket->query, hash);
}

uint64_t astar_queue_hash(const astar_map *map) {
  uint64_t hash = hash_int(HASH_START, map->queue != NULL ? map->queue->divisions : 0);
  for (const astar_ticket *ticket = astar_ticket_waiting(map, NULL); ticket != NULL;
       ticket = astar_ticket_waiting(map, ticket))
    hash = ticket_hash(ticket, hash);
  return table_budgets_hash(map, hash);
}

static const char *validate_ticket(const Queue *queue, const astar_ticket *ticket) {
  int slots = 0;
  for (int i = 0; i < queue->under_way; i++) slots += queue->slots[i] == ticket;
  if (slots > 1) return "a ticket is under way twice";
  if (ticket->ended != (ticket->player_queue == NULL))
    return "a ticket that has ended is in a queue";
  int states = ticket->waits + ticket->waits_for_tables + slots;
  if (ticket->ended) return states > 0 ? "a ticket that has ended goes on" : NULL;
  if (states == 0) return "a ticket has been lost";
  return states > 1 ? "a ticket waits while it is under way" : NULL;
}

const char *queue_validate(const astar_map *map) {
  const Queue *queue = map->queue;
  const char *wrong = NULL;
  if (queue == NULL) return NULL;
  const PlayerQueue *player = queue->players;
  for (; player != NULL && wrong == NULL; player = player->next)
    wrong = player_queue_validate(player);
  for (const astar_ticket *one = queue->all; one != NULL && wrong == NULL; one = one->next)
    wrong = validate_ticket(queue, one);
  if (wrong == NULL && queue->divisions > 0 && astar_queue_waiting(map) == 0)
    wrong = "a queue without tickets remembers how it divided nodes";
  return wrong == NULL ? table_budgets_validate(map) : wrong;
}
