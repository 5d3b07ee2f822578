#include "crossing.h"

#include <string.h>

#include "heuristic.h"

/* ---- estimates ------------------------------------------------------------------------------- */

/* What is left at least from the end of an exit. */
static uint64_t rest_behind(const Heuristic *heuristic, const astar_search *search,
                            const Exit *exit) {
  astar_cell at = grid_position(&search->map->grid, exit->to);
  return heuristic_bypassed(heuristic, at, search->crossings.ways, search->crossings.way_count);
}

/* What is left from its beginning, over it. */
static uint64_t rest_over(const Heuristic *heuristic, const astar_search *search,
                          const Exit *exit) {
  int64_t cost = exit->cost + search->view.least_penalty;
  return (cost < 1 ? 1 : (uint64_t)cost) + rest_behind(heuristic, search, exit);
}

/* Takes into account that an exit may lead on to others. False: that has changed nothing. */
static bool crossings_improve(const Heuristic *heuristic, astar_search *search) {
  const Exits *exits = search->view.exits;
  bool better = false;
  for (size_t i = 0; i < exits->count; i++) {
    const Exit *exit = &exits->list[i];
    astar_cell at = grid_position(&search->map->grid, exit->from);
    uint64_t *rest = &search->crossings.ways[exit->area].rest;
    uint64_t over = rest_over(heuristic, search, exit);
    if (over >= *rest || over >= heuristic_open_ground(heuristic, at)) continue;
    *rest = over;
    better = true;
  }
  return better;
}

/* Areas of which no exit undercuts the open ground are of no interest. */
static void drop_idle_ways(astar_search *search) {
  Crossings *crossings = &search->crossings;
  int count = 0;
  for (int i = 0; i < crossings->way_count; i++)
    if (crossings->ways[i].rest < UINT32_MAX) crossings->ways[count++] = crossings->ways[i];
  crossings->way_count = count;
}

static void crossings_estimate(astar_search *search) {
  const Exits *exits = search->view.exits;
  Heuristic heuristic = heuristic_over_ground(search);
  search->crossings.way_count = exits->area_count;
  for (int i = 0; i < exits->area_count; i++) {
    astar_rect area = exits->areas[i];
    search->crossings.ways[i] = (Bypass){ area.x, area.y, area.x + area.width - 1,
                                          area.y + area.height - 1, UINT32_MAX };
  }
  while (crossings_improve(&heuristic, search)) {}
  drop_idle_ways(search);
}

/* What a path over any link costs at least. */
static uint64_t crossings_least(const astar_search *search) {
  const Exits *exits = search->view.exits;
  uint64_t least = UINT64_MAX;
  Heuristic heuristic = heuristic_over_ground(search);
  for (size_t i = 0; i < exits->count; i++) {
    astar_cell at = grid_position(&search->map->grid, exits->list[i].from);
    uint64_t sum = heuristic_to(&heuristic, at, search->start_x, search->start_y, search->start_x,
                                search->start_y) +
                   rest_over(&heuristic, search, &exits->list[i]);
    if (sum < least) least = sum;
  }
  return least;
}

/* ---- what was paid --------------------------------------------------------------------------- */

bool crossings_begin(astar_search *search) {
  const Exits *exits = search->view.exits;
  SearchScratch *scratch = search->scratch;
  search->crossings.way_count = 0;
  search->crossings.least = UINT64_MAX;
  if (exits == NULL) return true;
  if (scratch->paid_capacity < exits->count) {
    uint32_t *paid = memory_resize(&search->map->memory, scratch->paid,
                                   scratch->paid_capacity * sizeof *paid,
                                   exits->count * sizeof *paid);
    if (paid == NULL) return false;
    scratch->paid = paid;
    scratch->paid_capacity = exits->count;
  }
  memset(scratch->paid, 0xff, exits->count * sizeof *scratch->paid);
  crossings_estimate(search);
  search->crossings.least = crossings_least(search);
  if (search->bare_attempt == BARE_ATTEMPT_ACTIVE) search->crossings.way_count = 0;
  return true;
}

const Exit *crossing_into(const astar_search *search, Cell cell) {
  const Exits *exits = search->view.exits;
  const uint32_t *paid = search->scratch->paid;
  size_t best = exits->count;
  for (size_t i = 0; i < exits->count; i++) {
    if (exits->list[i].to != cell || paid[i] == UINT32_MAX) continue;
    bool better = best == exits->count || paid[i] < paid[best] ||
                  (paid[i] == paid[best] && exits->list[i].link < exits->list[best].link);
    if (better) best = i;
  }
  return &exits->list[best];
}

const Exit *crossing_from(const astar_search *search, Cell cell, uint32_t link) {
  const Exit *exit;
  exits_at(search->view.exits, cell, &exit);
  while (exit->link != link) exit++;
  return exit;
}

bool crossing_was_read(const astar_search *search, Cell cell) {
  const Exits *exits = search->view.exits;
  if (exits == NULL || !cellset_has(&exits->to, cell)) return false;
  for (size_t i = 0; i < exits->count; i++) {
    Node node = search->nodes.words[exits->list[i].from];
    bool closed = node_in_epoch(node, search->nodes.epoch) && !(node & NODE_OPEN);
    if (exits->list[i].to == cell && closed) return true;
  }
  return false;
}

bool crossing_met_units(const astar_search *search) {
  const Exits *exits = search->view.exits;
  for (size_t i = 0; exits != NULL && i < exits->count; i++) {
    const Exit *exit = &exits->list[i];
    bool reached = node_in_epoch(search->nodes.words[exit->from], search->nodes.epoch);
    if (reached && search->view.kind[exit->to] != 0 && view_taken(&search->view, exit->to))
      return true;
  }
  return false;
}
