#include "link.h"

#include <string.h>

#include "../base/hash.h"
#include "cell_set.h"
#include "class.h"

/* ---- what players know ----------------------------------------------------------------------- */

/* The place of the first memory whose link is that one, or was made later. */
static size_t link_memory_place(const astar_player *player, const astar_link *link) {
  size_t from = 0, to = player->link_memory_count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (player->link_memories[middle].link->number < link->number) from = middle + 1;
    else to = middle;
  }
  return from;
}

static LinkMemory *link_find_memory(const astar_player *player, const astar_link *link) {
  size_t place = link_memory_place(player, link);
  if (place == player->link_memory_count) return NULL;
  LinkMemory *memory = &player->link_memories[place];
  return memory->link == link ? memory : NULL;
}

/* There is room for one more. */
static void link_add_memory(astar_player *player, astar_link *link, LinkState state) {
  size_t place = link_memory_place(player, link);
  LinkMemory *at = player->link_memories + place;
  memmove(at + 1, at, (player->link_memory_count++ - place) * sizeof *at);
  *at = (LinkMemory){ link, state };
}

LinkState link_as_known(const astar_link *link, const astar_player *player) {
  const LinkMemory *memory = player != NULL ? link_find_memory(player, link) : NULL;
  return memory != NULL ? memory->state : link->state;
}

bool link_is_remembered_by(const astar_link *link, const astar_player *player) {
  return link_find_memory(player, link) != NULL;
}

static bool link_in_sight(const astar_link *link, const astar_player *player) {
  const Grid *grid = &player->map->grid;
  return player->viewers[grid_cell(grid, link->from.x, link->from.y)] > 0 ||
         player->viewers[grid_cell(grid, link->to.x, link->to.y)] > 0;
}

static bool link_is_remembered(const astar_link *link) {
  for (const astar_player *one = link->map->players; one != NULL; one = one->next)
    if (link_find_memory(one, link) != NULL) return true;
  return false;
}

static size_t link_bytes(int32_t classes) {
  return offsetof(astar_link, classes) + (size_t)classes * sizeof(astar_class *);
}

static void link_release(astar_link *link) {
  memory_free(&link->map->memory, link, link_bytes(link->class_count));
}

static void link_mark_end(const astar_map *map, astar_cell end) {
  Cell cell = grid_cell(&map->grid, end.x, end.y);
  map->links.ends[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static void link_mark_ends(astar_map *map) {
  memset(map->links.ends, 0, cellset_words(map) * sizeof *map->links.ends);
  for (const astar_link *link = map->links.first; link != NULL; link = link->next) {
    link_mark_end(map, link->from);
    link_mark_end(map, link->to);
  }
  map->links.ends_stale = false;
}

/* Frees a link that was removed, if nobody remembers it any more. */
static void link_bury(astar_link *link) {
  if (link->state.is_there || link_is_remembered(link)) return;
  Links *links = &link->map->links;
  *(link->previous != NULL ? &link->previous->next : &links->first) = link->next;
  *(link->next != NULL ? &link->next->previous : &links->last) = link->previous;
  links->ends_stale = true;
  link_release(link);
}

static void link_forget(astar_player *player, size_t number) {
  astar_link *link = player->link_memories[number].link;
  LinkMemory *memories = player->link_memories;
  size_t rest = --player->link_memory_count - number;
  memmove(memories + number, memories + number + 1, rest * sizeof *memories);
  player->map->links.version++;
  link_bury(link);
}

void links_look_again(astar_player *player) {
  for (size_t i = player->link_memory_count; i-- > 0;)
    if (link_in_sight(player->link_memories[i].link, player)) link_forget(player, i);
}

void links_touch(astar_player *player, astar_rect rect) {
  for (size_t i = player->link_memory_count; i-- > 0;) {
    const astar_link *link = player->link_memories[i].link;
    bool touched = rect_has(rect, link->from.x, link->from.y) ||
                   rect_has(rect, link->to.x, link->to.y);
    if (touched) link_forget(player, i);
  }
}

void links_forget_player(astar_player *player) {
  while (player->link_memory_count > 0) link_forget(player, player->link_memory_count - 1);
}

void links_discover_at(astar_map *map, Cell cell) {
  if (map->links.ends_stale) link_mark_ends(map);
  if (map->links.ends[cell >> 6] >> (cell & 63) & 1) map->links.version++;
}

/* ---- changing -------------------------------------------------------------------------------- */

static bool link_reserve_memory(astar_player *player) {
  return memory_grow(&player->map->memory, player->link_memories, player->link_memory_count,
                     &player->link_memory_capacity);
}

static bool link_reserve_memories(const astar_map *map) {
  for (astar_player *one = map->players; one != NULL; one = one->next)
    if (!link_reserve_memory(one)) return false;
  return true;
}

/* There is room for what the players that do not see it remember. */
static void link_change(astar_link *link, LinkState state) {
  const LinkState old = link->state;
  link->state = state;
  link->map->links.version++;
  for (astar_player *one = link->map->players; one != NULL; one = one->next) {
    if (!link_in_sight(link, one) && link_find_memory(one, link) == NULL)
      link_add_memory(one, link, old);
  }
}

static astar_status link_set(astar_link *link, LinkState state) {
  if (!map_is_open(link->map)) return ASTAR_INVALID;
  if (!link_reserve_memories(link->map)) return ASTAR_NO_MEMORY;
  link_change(link, state);
  return ASTAR_OK;
}

/* ---- making ---------------------------------------------------------------------------------- */

bool link_serves(const astar_link *link, const astar_class *cls) {
  for (int32_t i = 0; i < link->class_count; i++)
    if (link->classes[i] == cls) return true;
  return link->class_count == 0;
}

astar_link *link_find(const astar_map *map, uint32_t number) {
  astar_link *link = map->links.first;
  while (link != NULL && link->number != number) link = link->next;
  return link;
}

bool link_leads(const astar_link *link, LinkState state, const astar_class *cls, astar_cell from,
                astar_cell to) {
  bool ahead = grid_same_cell(link->from, from) && grid_same_cell(link->to, to);
  bool back = !link->one_way && grid_same_cell(link->to, from) && grid_same_cell(link->from, to);
  return (ahead || back) && state.is_there && state.is_open && link_serves(link, cls);
}

/* Can units of one of its classes stand at both ends, as the terrain is? */
static bool link_leads_anywhere(const astar_map *map, const astar_link_desc *desc) {
  for (astar_class *cls = map->classes; cls != NULL; cls = cls->next) {
    bool serves = desc->class_count == 0;
    for (int32_t i = 0; i < desc->class_count; i++) serves |= desc->classes[i] == cls;
    if (serves && class_can_stand(cls, desc->from.x, desc->from.y) &&
        class_can_stand(cls, desc->to.x, desc->to.y))
      return true;
  }
  return false;
}

static bool link_has_cost(const astar_map *map, int32_t cost) {
  return map_accepts_between(map, cost, 1, ASTAR_MAX_COST,
                             "cost: not from 1 to ASTAR_MAX_COST");
}

static bool link_valid(const astar_map *map, const astar_link_desc *desc) {
  const Grid *grid = &map->grid;
  astar_cell from = desc->from, to = desc->to;
  bool valid = map_accepts(map, grid_has(grid, from.x, from.y), "from: outside the map") &&
               map_accepts(map, grid_has(grid, to.x, to.y), "to: outside the map") &&
               map_accepts(map, !grid_same_cell(from, to), "to: the same cell as from") &&
               map_accepts(map, !grid_is_void(grid, from.x, from.y),
                           "from: in the void between the levels") &&
               map_accepts(map, !grid_is_void(grid, to.x, to.y),
                           "to: in the void between the levels") &&
               link_has_cost(map, desc->cost) &&
               map_accepts_between(map, desc->class_count, 0, LINK_CLASSES,
                                   "class_count: not from 0 to ASTAR_MAX_LINK_CLASSES");
  for (int32_t i = 0; i < desc->class_count && valid; i++)
    valid = map_accepts(map, desc->classes[i]->map == map, "classes: one of another map");
  return valid;
}

static bool link_reserve_ends(astar_map *map) {
  size_t bytes = cellset_words(map) * sizeof *map->links.ends;
  if (map->links.ends == NULL) map->links.ends = memory_new(&map->memory, bytes);
  return map->links.ends != NULL;
}

static astar_link *link_raw(astar_map *map, const astar_link_desc *desc) {
  astar_link *link = memory_new(&map->memory, link_bytes(desc->class_count));
  if (link == NULL) return NULL;
  link->map = map;
  link->from = desc->from;
  link->to = desc->to;
  link->one_way = desc->one_way;
  link->class_count = desc->class_count;
  for (int32_t i = 0; i < desc->class_count; i++) link->classes[i] = desc->classes[i];
  if (link_reserve_memories(map) && link_reserve_ends(map)) return link;
  link_release(link);
  return NULL;
}

astar_link_desc astar_link_default(void) {
  return (astar_link_desc){ 0 };
}

/* Puts it behind the others. */
static void link_enlist(astar_map *map, astar_link *link, uint32_t number) {
  Links *links = &map->links;
  link->number = number;
  link->previous = links->last;
  *(links->last != NULL ? &links->last->next : &links->first) = link;
  links->last = link;
  link_mark_end(map, link->from);
  link_mark_end(map, link->to);
}

astar_link *link_restore(astar_map *map, const astar_link_desc *desc, uint32_t number,
                         LinkState state, astar_status *why) {
  *why = number > map->links.last_number && link_valid(map, desc) ? ASTAR_OK : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  astar_link *link = link_raw(map, desc);
  *why = link != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
  if (link == NULL) return NULL;
  link->state = state;
  map->links.last_number = number;
  map->links.version++;
  link_enlist(map, link, number);
  return link;
}

astar_status link_remember(astar_player *player, uint32_t number, LinkState state) {
  size_t count = player->link_memory_count;
  astar_link *link = count > 0 ? player->link_memories[count - 1].link->next
                               : player->map->links.first;
  while (link != NULL && link->number != number) link = link->next;
  bool fits = link != NULL && state.cost >= 1 && state.cost <= ASTAR_MAX_COST &&
              !link_in_sight(link, player);
  if (!fits) return ASTAR_INVALID;
  if (!link_reserve_memory(player)) return ASTAR_NO_MEMORY;
  link_add_memory(player, link, state);
  player->map->links.version++;
  return ASTAR_OK;
}

astar_link *astar_link_new(astar_map *map, const astar_link_desc *desc, astar_status *why) {
  *why = ASTAR_INVALID;
  if (!map_is_open(map) || !link_valid(map, desc)) return NULL;
  *why = ASTAR_GOAL_BLOCKED;
  if (!link_leads_anywhere(map, desc)) return NULL;
  *why = ASTAR_NO_MEMORY;
  astar_link *link = link_raw(map, desc);
  if (link == NULL) return NULL;
  link->state = (LinkState){ false, !desc->closed, desc->cost };
  link_enlist(map, link, ++map->links.last_number);
  link_change(link, (LinkState){ true, !desc->closed, desc->cost });
  *why = ASTAR_OK;
  return link;
}

astar_status astar_link_remove(astar_link *link) {
  LinkState gone = link->state;
  gone.is_there = false;
  astar_status status = link_set(link, gone);
  if (status == ASTAR_OK) link_bury(link);
  return status;
}

astar_status astar_link_set_open(astar_link *link, bool open) {
  LinkState state = link->state;
  state.is_open = open;
  return open == link->state.is_open && !link->map->locks ? ASTAR_OK : link_set(link, state);
}

astar_status astar_link_set_cost(astar_link *link, int32_t cost) {
  LinkState state = link->state;
  state.cost = cost;
  if (!link_has_cost(link->map, cost)) return ASTAR_INVALID;
  return cost == link->state.cost && !link->map->locks ? ASTAR_OK : link_set(link, state);
}

/* ---- asking ---------------------------------------------------------------------------------- */

astar_link *astar_link_next(const astar_map *map, const astar_link *link) {
  astar_link *next = link == NULL ? map->links.first : link->next;
  while (next != NULL && !next->state.is_there) next = next->next;
  return next;
}

astar_link_desc astar_link_description(const astar_link *link) {
  return (astar_link_desc){ link->from, link->to, link->state.cost, link->one_way,
                            !link->state.is_open, link->classes, link->class_count };
}

uint32_t astar_link_number(const astar_link *link) {
  return link->number;
}

/* ---- the whole map --------------------------------------------------------------------------- */

void links_free(astar_map *map) {
  while (map->links.first != NULL) {
    astar_link *link = map->links.first;
    map->links.first = link->next;
    link_release(link);
  }
  memory_free(&map->memory, map->links.ends, cellset_words(map) * sizeof *map->links.ends);
}

static uint64_t link_hash(const astar_link *link, uint64_t hash) {
  hash = HASH_INTS(hash, link->number, link->from.x, link->from.y, link->to.x, link->to.y,
                   link->one_way, link->state.is_there, link->state.is_open, link->state.cost,
                   link->class_count);
  for (int32_t i = 0; i < link->class_count; i++)
    hash = hash_int(hash, class_number(link->map, link->classes[i]));
  return hash;
}

/* In the order of the links: that of the memories has no meaning. */
static uint64_t link_memories_hash(const astar_map *map, const astar_player *player,
                                   uint64_t hash) {
  for (const astar_link *link = map->links.first; link != NULL; link = link->next) {
    const LinkMemory *memory = link_find_memory(player, link);
    if (memory != NULL)
      hash = HASH_INTS(hash, link->number, memory->state.is_there, memory->state.is_open,
                       memory->state.cost);
  }
  return hash;
}

uint64_t links_hash(const astar_map *map, uint64_t hash) {
  if (map->links.last_number == 0) return hash;
  hash = hash_int(hash, map->links.last_number);
  for (const astar_link *link = map->links.first; link != NULL; link = link->next)
    hash = link_hash(link, hash);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    hash = link_memories_hash(map, one, hash_int(hash, 0));
  return hash;
}

const char *links_validate(const astar_map *map) {
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    for (size_t i = 0; i < one->link_memory_count; i++) {
      const astar_link *link = one->link_memories[i].link;
      if (link_in_sight(link, one)) return "a player remembers a link that it sees";
      if (link_memory_place(one, link) != i) return "a player's memories of links are in order";
    }
  for (const astar_link *link = map->links.first; link != NULL; link = link->next)
    if (!link->state.is_there && !link_is_remembered(link))
      return "a link that was removed is remembered by nobody";
  return NULL;
}
