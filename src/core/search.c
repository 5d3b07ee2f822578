#include "search.h"

static void release(astar_search *search) {
  astar_map *map = search->map;
  nodes_free(&search->nodes, &map->memory);
  open_free(&search->open, &map->memory);
  view_scratch_free(&search->scratch, map);
  memory_free(&map->memory, search->waypoints,
              search->waypoint_capacity * sizeof *search->waypoints);
  memory_free(&map->memory, search->events, search->event_capacity * sizeof *search->events);
  memory_free(&map->memory, search, sizeof *search);
}

static astar_search *idle_search(astar_map *map) {
  astar_search *search = map->searches;
  while (search != NULL && search->busy) search = search->next;
  if (search != NULL) return search;
  search = memory_new(&map->memory, sizeof *search);
  if (search == NULL) return NULL;
  search->map = map;
  search->next = map->searches;
  map->searches = search;
  return search;
}

astar_search *search_take(astar_map *map) {
  astar_search *search = idle_search(map);
  if (search != NULL) search->busy = true;
  return search;
}

static bool has_player(const astar_map *map, const astar_player *player) {
  const astar_player *one = map->players;
  while (one != NULL && one != player) one = one->next;
  return one != NULL || player == NULL;
}

static bool has_unit(const astar_map *map, const astar_unit *unit) {
  const astar_unit *one = map->units;
  while (one != NULL && one != unit) one = one->next;
  return one != NULL || unit == NULL;
}

static bool has_influence(const astar_map *map, const astar_influence *influence) {
  const astar_influence *one = map->influences;
  while (one != NULL && one != influence) one = one->next;
  return one != NULL;
}

bool search_is_whole(const astar_search *search) {
  const astar_map *map = search->map;
  if (search->removals == map->removals) return true;
  int32_t left = 0, named = search->query.influence_count;
  for (const astar_influence *one = map->influences; one != NULL; one = one->next) left++;
  for (int i = 0; i < search->view.influence_count; i++)
    if (!has_influence(map, search->view.influences[i].influence)) return false;
  for (int32_t i = 0; i < named; i++)
    if (!has_influence(map, search->query.influences[i].influence)) return false;
  bool all = named >= 0 || left >= search->view.influence_total;
  return all && has_player(map, search->query.player) &&
         has_unit(map, search->query.unit);
}

/* One idle search is kept for the next query, so that its memory is used again. */
void astar_search_free(astar_search *search) {
  if (search == NULL) return;
  astar_map *map = search->map;
  cellset_clear(&search->scratch.claimed, map);
  cellset_clear(&search->scratch.taken, map);
  cellset_clear(&search->scratch.near, map);
  search->busy = false;
  astar_search **at = &map->searches;
  bool kept = false;
  while (*at != NULL) {
    astar_search *one = *at;
    bool surplus = !one->busy && kept;
    kept = kept || !one->busy;
    if (surplus) {
      *at = one->next;
      release(one);
    } else {
      at = &one->next;
    }
  }
}

void searches_free(astar_map *map) {
  while (map->searches != NULL) {
    astar_search *search = map->searches;
    map->searches = search->next;
    release(search);
  }
}

