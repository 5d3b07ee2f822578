#include "fork.h"

#include "../map/link.h"
#include "../move/movement.h"
#include "../search/queue.h"

/* ---- the game's own data --------------------------------------------------------------------- */

/* Of things that are all there, in the same order. */
#define HAND_ON_ALL(type, list) \
  for (type *from = map->list, *to = other->list; to != NULL; from = from->next, to = to->next) \
    to->user_data = from->user_data

/* Of things some of which are left out: those that are there have their numbers. */
#define HAND_ON_SOME(type, first) \
  for (type *from = map->first, *to = other->first; to != NULL; from = from->next) { \
    if (from->number != to->number) continue; \
    to->user_data = from->user_data; \
    to = to->next; \
  }

static void hand_on_tickets(const astar_map *map, const astar_map *other, const Frame *frame) {
  astar_ticket *to = astar_ticket_waiting(other, NULL);
  for (const astar_ticket *from = astar_ticket_waiting(map, NULL); to != NULL;
       from = astar_ticket_waiting(map, from)) {
    if (!save_has_ticket(frame, from)) continue;
    to->user_data = from->user_data;
    to = astar_ticket_waiting(other, to);
  }
}

static void hand_on_user_data(const astar_map *map, astar_map *other, const Frame *frame) {
  other->user_data = map->user_data;
  HAND_ON_ALL(astar_class, classes);
  HAND_ON_ALL(astar_player, players);
  HAND_ON_ALL(astar_influence, influences);
  HAND_ON_ALL(astar_unit, units.first);
  HAND_ON_SOME(astar_link, links.first);
  HAND_ON_SOME(astar_watch, units.movement->watches.first);
  hand_on_tickets(map, other, frame);
}

astar_map *fork_framed(astar_map *map, const Frame *frame, astar_status *why) {
  Memory *memory = &map->memory;
  size_t size = save_size(map, frame, why);
  if (*why != ASTAR_OK) return NULL;
  void *bytes = memory_raw(memory, size);
  *why = ASTAR_NO_MEMORY;
  if (bytes == NULL) return NULL;
  save_write(map, frame, bytes);
  astar_map *other = astar_map_load(bytes, size, memory->allocator, SIZE_MAX, why);
  memory_free(memory, bytes, size);
  if (other != NULL) hand_on_user_data(map, other, frame);
  return other;
}

astar_map *astar_map_fork(astar_map *map, astar_status *why) {
  Frame frame = frame_of(&map->grid);
  return fork_framed(map, &frame, why);
}
