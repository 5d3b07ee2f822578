#include "queue.h"

#include <string.h>

#include "crew.h"
#include "hash.h"

/* ---- those that wait ------------------------------------------------------------------------- */

static bool comes_first(const astar_ticket *a, const astar_ticket *b) {
  return a->priority != b->priority ? a->priority > b->priority : a->number < b->number;
}

static void sift_up(Queue *queue, size_t at) {
  astar_ticket **heap = queue->waiting, *ticket = heap[at];
  for (; at > 0 && comes_first(ticket, heap[(at - 1) / 2]); at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = ticket;
}

static void sift_down(Queue *queue, size_t at) {
  astar_ticket **heap = queue->waiting, *ticket = heap[at];
  for (size_t child; (child = 2 * at + 1) < queue->waiting_count; at = child) {
    if (child + 1 < queue->waiting_count && comes_first(heap[child + 1], heap[child])) child++;
    if (comes_first(ticket, heap[child])) break;
    heap[at] = heap[child];
  }
  heap[at] = ticket;
}

/* There is room. */
static void put_waiting(Queue *queue, astar_ticket *ticket) {
  queue->waiting[queue->waiting_count++] = ticket;
  sift_up(queue, queue->waiting_count - 1);
}

/* Leaves room for those in the lanes to come back. */
static bool add_waiting(Queue *queue, Memory *memory, astar_ticket *ticket) {
  void *waiting = queue->waiting;
  if (!memory_grow(memory, &waiting, sizeof *queue->waiting, queue->waiting_count + QUEUE_LANES,
                   &queue->waiting_capacity))
    return false;
  queue->waiting = waiting;
  put_waiting(queue, ticket);
  return true;
}

static void remove_waiting(Queue *queue, size_t at) {
  queue->waiting[at] = queue->waiting[--queue->waiting_count];
  if (at == queue->waiting_count) return;
  sift_up(queue, at);
  sift_down(queue, at);
}

static bool find_waiting(const Queue *queue, const astar_ticket *ticket, size_t *at) {
  for (*at = 0; *at < queue->waiting_count; ++*at)
    if (queue->waiting[*at] == ticket) return true;
  return false;
}

/* ---- tickets --------------------------------------------------------------------------------- */

static Queue *queue_of(astar_map *map) {
  if (map->queue == NULL) map->queue = memory_new(&map->memory, sizeof *map->queue);
  if (map->queue != NULL && map->queue->done_end == NULL) map->queue->done_end = &map->queue->done;
  return map->queue;
}

static void release(astar_ticket *ticket) {
  Memory *memory = &ticket->map->memory;
  if (ticket->weighted != NULL)
    memory_free(memory, ticket->weighted,
                (size_t)ticket->query.influence_count * sizeof *ticket->weighted);
  memory_free(memory, ticket, sizeof *ticket);
}

static bool copy_query(astar_ticket *ticket, const astar_query *query) {
  ticket->query = *query;
  if (query->influence_count <= 0) return true;
  size_t bytes = (size_t)query->influence_count * sizeof *ticket->weighted;
  ticket->weighted = memory_raw(&ticket->map->memory, bytes);
  if (ticket->weighted == NULL) return false;
  memcpy(ticket->weighted, query->influences, bytes);
  ticket->query.influences = ticket->weighted;
  return true;
}

static bool valid(const astar_map *map, int32_t x, int32_t y, astar_rect goal,
                  const astar_query *query) {
  bool at_unit = x == ASTAR_AT_UNIT && query->unit != NULL;
  return map->locks == 0 && (at_unit || grid_has(&map->grid, x, y)) &&
         grid_holds(&map->grid, goal) && query->extra == NULL && !query->trace;
}

/* One more is to be under way, with nodes of its own and perhaps a blend: makes those wanting. */
static bool reserve(const Queue *queue, astar_map *map, const astar_query *query) {
  int32_t wanted = astar_waiting(map) + 1, nodes = map->spare.node_count, blends = 0;
  if (wanted > QUEUE_LANES) wanted = QUEUE_LANES;
  for (const Blend *blend = map->spare.blends; blend != NULL; blend = blend->next) blends++;
  for (int i = 0; i < QUEUE_LANES; i++) {
    if (queue->lanes[i] == NULL) continue;
    nodes += queue->lanes[i]->search->nodes.words != NULL;
    blends += queue->lanes[i]->search->blend != NULL;
  }
  return find_reserve(map, query, wanted - nodes, wanted - blends);
}

static void enlist(Queue *queue, astar_ticket *ticket) {
  ticket->number = ++queue->last_number;
  ticket->next = queue->all;
  if (queue->all != NULL) queue->all->before = ticket;
  queue->all = ticket;
}

astar_ticket *astar_request(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                            const astar_query *query, int32_t priority, astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  *why = valid(map, x, y, goal, &resolved) ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  *why = ASTAR_NO_MEMORY;
  Queue *queue = queue_of(map);
  astar_ticket *ticket = queue ? memory_new(&map->memory, sizeof *ticket) : NULL;
  if (ticket == NULL) return NULL;
  ticket->map = map;
  ticket->x = x;
  ticket->y = y;
  ticket->goal = goal;
  ticket->priority = priority;
  ticket->removals = map->removals;
  ticket->status = ASTAR_RUNNING;
  ticket->number = queue->last_number + 1;
  if (!copy_query(ticket, &resolved) || !reserve(queue, map, &resolved) ||
      !add_waiting(queue, &map->memory, ticket)) {
    release(ticket);
    return NULL;
  }
  enlist(queue, ticket);
  *why = ASTAR_OK;
  return ticket;
}

static void end(Queue *queue, astar_ticket *ticket, astar_status status) {
  ticket->status = status;
  ticket->ended = true;
  ticket->next_done = NULL;
  if (ticket->search != NULL) search_slim(ticket->search);
  *queue->done_end = ticket;
  queue->done_end = &ticket->next_done;
}

/* Those behind it move up: they are in the order in which they were begun. */
static void leave_lane(Queue *queue, const astar_ticket *ticket) {
  int to = 0;
  for (int i = 0; i < QUEUE_LANES; i++)
    if (queue->lanes[i] != ticket) queue->lanes[to++] = queue->lanes[i];
  while (to < QUEUE_LANES) queue->lanes[to++] = NULL;
}

static void drop_search(astar_ticket *ticket) {
  astar_search_free(ticket->search);
  ticket->search = NULL;
}

void astar_ticket_cancel(astar_ticket *ticket) {
  size_t at;
  Queue *queue = ticket->map->queue;
  if (ticket->ended) return;
  if (find_waiting(queue, ticket, &at)) remove_waiting(queue, at);
  leave_lane(queue, ticket);
  drop_search(ticket);
  end(queue, ticket, ASTAR_CANCELLED);
}

static void forget_done(Queue *queue, const astar_ticket *ticket) {
  for (astar_ticket **at = &queue->done; *at != NULL; at = &(*at)->next_done) {
    if (*at != ticket) continue;
    *at = ticket->next_done;
    if (*at == NULL) queue->done_end = at;
    return;
  }
}

void astar_ticket_free(astar_ticket *ticket) {
  if (ticket == NULL) return;
  Queue *queue = ticket->map->queue;
  astar_ticket_cancel(ticket);
  if (!ticket->told) forget_done(queue, ticket);
  drop_search(ticket);
  if (ticket->before != NULL) ticket->before->next = ticket->next;
  else queue->all = ticket->next;
  if (ticket->next != NULL) ticket->next->before = ticket->before;
  release(ticket);
}

void queue_begin_anew(astar_map *map) {
  Queue *queue = map->queue;
  if (queue == NULL) return;
  while (queue->lanes[0] != NULL) {
    astar_ticket *ticket = queue->lanes[0];
    leave_lane(queue, ticket);
    drop_search(ticket);
    put_waiting(queue, ticket);
  }
  for (astar_ticket *ticket = queue->all; ticket != NULL; ticket = ticket->next)
    if (!query_is_whole(map, &ticket->query, ticket->removals)) astar_ticket_cancel(ticket);
}

void queue_free(astar_map *map) {
  Queue *queue = map->queue;
  if (queue == NULL) return;
  while (queue->all != NULL) {
    astar_ticket *ticket = queue->all;
    queue->all = ticket->next;
    release(ticket);
  }
  memory_free(&map->memory, queue->waiting, queue->waiting_capacity * sizeof *queue->waiting);
  memory_free(&map->memory, queue, sizeof *queue);
  map->queue = NULL;
}

astar_status astar_ticket_status(const astar_ticket *ticket) {
  return ticket->status;
}

const astar_search *astar_ticket_search(const astar_ticket *ticket) {
  return ticket->search;
}

astar_ticket *astar_ticket_next(astar_map *map) {
  Queue *queue = map->queue;
  if (queue == NULL || queue->done == NULL) return NULL;
  astar_ticket *ticket = queue->done;
  forget_done(queue, ticket);
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

int32_t astar_waiting(const astar_map *map) {
  const Queue *queue = map->queue;
  if (queue == NULL) return 0;
  int32_t count = (int32_t)queue->waiting_count;
  for (int i = 0; i < QUEUE_LANES; i++) count += queue->lanes[i] != NULL;
  return count;
}

/* ---- work ------------------------------------------------------------------------------------ */

/* What has come to nothing for want of memory is to be tried again in the next tick. */
static void end_or_return(Queue *queue, astar_ticket *ticket, astar_status status) {
  if (status != ASTAR_NO_MEMORY) {
    end(queue, ticket, status);
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
    put_waiting(queue, queue->aside);
  return some;
}

/* Begins the search; true where it is under way now. */
static bool begin(Queue *queue, astar_ticket *ticket) {
  astar_map *map = ticket->map;
  astar_status why;
  if (!query_is_whole(map, &ticket->query, ticket->removals)) {
    end(queue, ticket, ASTAR_CANCELLED);
    return false;
  }
  int32_t x = ticket->x, y = ticket->y;
  if (x == ASTAR_AT_UNIT) {
    x = ticket->query.unit->x;
    y = ticket->query.unit->y;
  }
  ticket->search = find_begin_apart(map, x, y, ticket->goal, &ticket->query, &why);
  if (ticket->search != NULL) why = ticket->search->status;
  if (why != ASTAR_RUNNING) end_or_return(queue, ticket, why);
  return why == ASTAR_RUNNING;
}

/* Gives free lanes to those that wait, as far as the budget goes. */
static void fill_lanes(Queue *queue, uint32_t *left) {
  for (int i = 0; i < QUEUE_LANES; i++)
    while (queue->lanes[i] == NULL && queue->waiting_count > 0 && *left > 0) {
      astar_ticket *ticket = queue->waiting[0];
      remove_waiting(queue, 0);
      *left -= *left < QUEUE_BEGIN ? *left : QUEUE_BEGIN;
      if (begin(queue, ticket)) queue->lanes[i] = ticket;
    }
}

/* A search's part in a round. */
typedef struct Turn {
  astar_ticket *ticket;
  uint32_t before, until;
  bool runs;
} Turn;

static void run_turn(void *item) {
  Turn *turn = item;
  find_run(turn->ticket->search, turn->until);
}

/* The first to be begun is the first to have its part. */
static int share_out(Queue *queue, uint32_t left, Turn turns[QUEUE_LANES]) {
  int count = 0;
  for (; count < QUEUE_LANES && queue->lanes[count] != NULL && left > 0; count++) {
    uint32_t share = left < QUEUE_SLICE ? left : QUEUE_SLICE;
    astar_ticket *ticket = queue->lanes[count];
    uint32_t before = ticket->search->expanded;
    turns[count] = (Turn){ ticket, before, before + share, false };
    left -= share;
  }
  return count;
}

/* What came of a turn; returns how many nodes it took. */
static uint32_t settle(Queue *queue, Turn *turn) {
  astar_search *search = turn->ticket->search;
  if (turn->runs) find_finish(search);
  uint32_t used = search->expanded - turn->before;
  if (search->status != ASTAR_RUNNING) {
    leave_lane(queue, turn->ticket);
    end_or_return(queue, turn->ticket, search->status);
  }
  return used;
}

/* Searches that run side by side; returns how many nodes they took. */
static uint32_t run_turns(Queue *queue, Crew *crew, Turn *turns, int count) {
  void *running[QUEUE_LANES];
  int runs = 0;
  uint32_t used = 0;
  for (int i = 0; i < count; i++) {
    turns[i].runs = find_prepare(turns[i].ticket->search);
    if (turns[i].runs) running[runs++] = &turns[i];
  }
  crew_do(crew, run_turn, running, runs);
  for (int i = 0; i < count; i++) used += settle(queue, &turns[i]);
  return used;
}

/* Where there is one thread only, each search has its turn from beginning to end. False: there was
** nothing to do. */
static bool do_round(Queue *queue, Crew *crew, uint32_t *left) {
  Turn turns[QUEUE_LANES];
  int count = share_out(queue, *left, turns), at_once = crew->count > 0 ? count : 1;
  for (int i = 0; i < count; i += at_once) {
    uint32_t used = run_turns(queue, crew, turns + i, at_once);
    *left -= used < *left ? used : *left;
  }
  return count > 0;
}

static void suspend_lanes(Queue *queue) {
  for (int i = 0; i < QUEUE_LANES; i++)
    if (queue->lanes[i] != NULL) queue->lanes[i]->search->suspended = true;
}

/* Fewer nodes are done before a thread has begun. */
#define NODES_FOR_THREADS 2048

astar_status astar_work(astar_map *map, uint32_t nodes, int32_t threads, uint32_t *used) {
  uint32_t left = nodes;
  Crew crew;
  if (used != NULL) *used = 0;
  if (map->locks > 0 || threads < 1) return ASTAR_INVALID;
  Queue *queue = map->queue;
  if (queue == NULL || astar_waiting(map) == 0) return ASTAR_OK;
  crew_start(&crew, &map->memory, nodes < NODES_FOR_THREADS ? 1 : threads);
  do fill_lanes(queue, &left);
  while (left > 0 && do_round(queue, &crew, &left));
  crew_end(&crew);
  suspend_lanes(queue);
  if (used != NULL) *used = nodes - left;
  return return_aside(queue) ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* ---- hash ------------------------------------------------------------------------------------ */

static int32_t index_of_class(const astar_map *map, const astar_class *cls) {
  int32_t index = 0;
  for (const astar_class *one = map->classes; one != cls; one = one->next) index++;
  return index;
}

/* Without `explain`: what a recorder asks for changes nothing. */
static uint64_t query_hash(const astar_map *map, const astar_query *query, uint64_t hash) {
  const int64_t numbers[] = { index_of_class(map, query->cls),
                              query->unit != NULL ? query->unit->id : 0, query->claims,
                              query->occupancy, query->claim_radius, query->claim_penalty,
                              query->heuristic, query->weight, query->engine, query->within,
                              query->turn, query->partial, query->budget,
                              query->player != NULL, query->influence_count };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    hash = hash_int(hash, numbers[i]);
  if (query->player != NULL)
    hash = hash_bytes(hash, query->player->name, strlen(query->player->name) + 1);
  for (int32_t i = 0; i < query->influence_count; i++) {
    const char *name = query->influences[i].influence->name;
    hash = hash_int(hash_bytes(hash, name, strlen(name) + 1), query->influences[i].weight);
  }
  return hash;
}

/* One that has lost what its query names will be cancelled. */
static uint64_t ticket_hash(const astar_ticket *ticket, uint64_t hash) {
  const int64_t numbers[] = { ticket->x, ticket->y, ticket->goal.x, ticket->goal.y,
                              ticket->goal.width, ticket->goal.height, ticket->priority,
                              ticket->search != NULL ? (int64_t)ticket->search->expanded : -1 };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    hash = hash_int(hash, numbers[i]);
  if (!query_is_whole(ticket->map, &ticket->query, ticket->removals)) return hash_byte(hash, 0);
  return query_hash(ticket->map, &ticket->query, hash);
}

uint64_t astar_queue_hash(const astar_map *map) {
  uint64_t hash = HASH_START;
  for (const astar_ticket *ticket = astar_ticket_waiting(map, NULL); ticket != NULL;
       ticket = astar_ticket_waiting(map, ticket))
    hash = ticket_hash(ticket, hash);
  return hash;
}
