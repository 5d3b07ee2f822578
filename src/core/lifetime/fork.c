#include "fork.h"

#include "../map/link.h"
#include "../map/unit_hooks.h"
#include "../search/queue.h"

/* ---- the game's own data --------------------------------------------------------------------- */

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
  other->memory.user_data = map->memory.user_data;
  HAND_ON_ALL(astar_class, classes);
  HAND_ON_ALL(astar_player, players);
  HAND_ON_ALL(astar_influence, influences);
  HAND_ON_SOME(astar_link, links.first);
  hand_on_tickets(map, other, frame);
  if (unit_hooks != NULL) unit_hooks->hand_on_user_data(map, other);
}

astar_map *fork_framed(astar_map *map, const Frame *frame, astar_status *why) {
  Memory *memory = &map->memory;
  size_t size;
  *why = save_map(map, frame, NULL, 0, &size);
  if (*why != ASTAR_OK) return NULL;
  void *bytes = memory_raw(memory, size);
  *why = ASTAR_NO_MEMORY;
  if (bytes == NULL) return NULL;
  save_map(map, frame, bytes, size, &size);
  astar_map *other = astar_map_load(bytes, size, memory->allocator, SIZE_MAX, why);
  memory_free(memory, bytes, size);
  if (other != NULL) hand_on_user_data(map, other, frame);
  return other;
}

astar_map *astar_map_fork(astar_map *map, astar_status *why) {
  Frame frame = frame_of(&map->grid);
  return fork_framed(map, &frame, why);
}
