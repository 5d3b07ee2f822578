#include "player_queue.h"

/* ---- the heap -------------------------------------------------------------------------------- */

static bool comes_first(const astar_ticket *a, const astar_ticket *b) {
  return a->priority != b->priority ? a->priority > b->priority : a->number < b->number;
}

static void put_at(PlayerQueue *queue, astar_ticket *ticket, size_t place) {
  queue->waiting[place] = ticket;
  ticket->place = place;
}

static void sift_up(PlayerQueue *queue, astar_ticket *ticket, size_t place) {
  for (; place > 0 && comes_first(ticket, queue->waiting[(place - 1) / 2]); place = (place - 1) / 2)
    put_at(queue, queue->waiting[(place - 1) / 2], place);
  put_at(queue, ticket, place);
}

static void sift_down(PlayerQueue *queue, astar_ticket *ticket, size_t place) {
  astar_ticket **heap = queue->waiting;
  for (size_t child; (child = 2 * place + 1) < queue->waiting_count; place = child) {
    if (child + 1 < queue->waiting_count && comes_first(heap[child + 1], heap[child])) child++;
    if (comes_first(ticket, heap[child])) break;
    put_at(queue, heap[child], place);
  }
  put_at(queue, ticket, place);
}

void player_queue_return(astar_ticket *ticket) {
  PlayerQueue *queue = ticket->player_queue;
  ticket->waits = true;
  sift_up(queue, ticket, queue->waiting_count++);
}

void player_queue_take(astar_ticket *ticket) {
  PlayerQueue *queue = ticket->player_queue;
  astar_ticket *last = queue->waiting[--queue->waiting_count];
  ticket->waits = false;
  if (last == ticket) return;
  if (comes_first(last, ticket)) sift_up(queue, last, ticket->place);
  else sift_down(queue, last, ticket->place);
}

/* ---- joining and leaving --------------------------------------------------------------------- */

bool player_queue_join(PlayerQueue *queue, Memory *memory, astar_ticket *ticket) {
  if (!memory_grow(memory, queue->waiting, queue->open, &queue->capacity)) return false;
  queue->open++;
  ticket->player_queue = queue;
  player_queue_return(ticket);
  return true;
}

void player_queue_leave(astar_ticket *ticket) {
  ticket->player_queue->open--;
  ticket->player_queue = NULL;
}

/* ---- queues ---------------------------------------------------------------------------------- */

PlayerQueue *player_queue_of(PlayerQueue **queues, Memory *memory, const astar_player *player) {
  uint64_t owner = player != NULL ? player->number : 0;
  PlayerQueue **at = queues;
  while (*at != NULL && (*at)->owner < owner) at = &(*at)->next;
  if (*at != NULL && (*at)->owner == owner) return *at;
  PlayerQueue *queue = memory_new(memory, sizeof *queue);
  if (queue == NULL) return NULL;
  queue->owner = owner;
  queue->next = *at;
  *at = queue;
  return queue;
}

static void player_queue_free(PlayerQueue **at, Memory *memory) {
  PlayerQueue *queue = *at;
  *at = queue->next;
  memory_free(memory, queue->waiting, queue->capacity * sizeof *queue->waiting);
  memory_free(memory, queue, sizeof *queue);
}

void player_queues_sweep(PlayerQueue **queues, Memory *memory) {
  while (*queues != NULL) {
    if ((*queues)->open == 0) player_queue_free(queues, memory);
    else queues = &(*queues)->next;
  }
}

void player_queues_free(PlayerQueue **queues, Memory *memory) {
  while (*queues != NULL) player_queue_free(queues, memory);
}

const char *player_queue_validate(const PlayerQueue *queue) {
  for (size_t place = 0; place < queue->waiting_count; place++) {
    const astar_ticket *ticket = queue->waiting[place];
    if (ticket->place != place || ticket->player_queue != queue || !ticket->waits)
      return "a ticket that waits does not know its place";
    if (place > 0 && comes_first(ticket, queue->waiting[(place - 1) / 2]))
      return "a ticket waits behind one that comes after it";
  }
  bool counted = queue->waiting_count + (size_t)queue->under_way + queue->waiting_for_tables <=
                 queue->open;
  return counted && queue->open <= queue->capacity ? NULL
                                                    : "a queue has more tickets than are open";
}
