/*
** Alternatives: paths to a goal that differ from one another. The first is what a search finds;
** each other one leads through a cell (via.h). The cells on a path that is chosen, and those around
** them, count as taken for the paths after it.
*/
#include "../search/goal.h"
#include "../search/path_builder.h"
#include "../search/targets.h"
#include "via.h"

astar_alternatives_desc astar_alternatives_default(void) {
  return (astar_alternatives_desc){ .wanted = 3, .stretch = ASTAR_ONE + ASTAR_ONE / 2,
                                    .share = ASTAR_ONE / 2, .apart = 3, .plateau = ASTAR_ONE / 10 };
}

static bool desc_fits(const astar_map *map, const astar_alternatives_desc *desc) {
  return map_accepts(map, desc->wanted >= 1, "wanted: below 1") &&
         map_accepts_between(map, desc->stretch, ASTAR_ONE, 64 * ASTAR_ONE,
                             "stretch: not from ASTAR_ONE to 64 * ASTAR_ONE") &&
         map_accepts_between(map, desc->share, 0, ASTAR_ONE,
                             "share: not from 0 to ASTAR_ONE") &&
         map_accepts_between(map, desc->apart, 0, ASTAR_MAX_APART,
                             "apart: not from 0 to ASTAR_MAX_APART") &&
         map_accepts_between(map, desc->plateau, 0, ASTAR_ONE,
                             "plateau: not from 0 to ASTAR_ONE");
}

static bool alternatives_fit(const astar_map *map, const astar_query *query) {
  return map_is_open(map) &&
         map_accepts(map, !query->partial, "query.partial: not for alternatives") &&
         map_accepts(map, !query->any_angle, "query.any_angle: not for alternatives") &&
         map_accepts(map, query->turn_cost == 0, "query.turn_cost: not for alternatives") &&
         map_accepts(map, query->traffic_cost == 0, "query.traffic_cost: not for alternatives") &&
         map_accepts(map, !query->trace, "query.trace: not for alternatives");
}

/* ---- the fields ------------------------------------------------------------------------------ */

static astar_field *make_towards(astar_search *search, uint32_t most, astar_status *why) {
  astar_map *map = search->map;
  astar_rect rect = search->goal.accepted;
  size_t count = (size_t)rect.width * (size_t)rect.height, i = 0;
  astar_cell *cells = memory_raw(&map->memory, count * sizeof *cells);
  *why = ASTAR_NO_MEMORY;
  if (cells == NULL) return NULL;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (goal_has(search, x, y)) cells[i++] = (astar_cell){ x, y };
  astar_field *field = field_towards(map, cells, (int32_t)i, most, &search->query, why);
  memory_free(&map->memory, cells, count * sizeof *cells);
  return field;
}

static astar_status make_fields(Vias *vias, astar_search *search, uint32_t most) {
  astar_status why;
  vias->fields[0] = astar_field_reach(vias->map, search->start_x, search->start_y, most,
                                      &search->query, &why);
  if (vias->fields[0] == NULL) return why;
  vias->fields[1] = make_towards(search, most, &why);
  if (vias->fields[1] == NULL) return why;
  return vias_make(vias, most) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* ---- paths ----------------------------------------------------------------------------------- */

/* Appends the waypoints of a path to those of the search. One that leads on from the last of them
** in the same direction takes its place. */
static bool append_way(astar_search *search, const astar_path *path) {
  int32_t behind = search->way.count > 0 ? search->way.length - 1 : 0;
  for (int32_t i = 0; i < path->waypoint_count; i++) {
    Waypoint here = path->waypoints[i];
    here.index += behind;
    if (i == 0 && search->way.count > 0) {
      search->way.points[search->way.count - 1].link = here.link;
      continue;
    }
    size_t count = search->way.count;
    Waypoint *last = count > 1 ? &search->way.points[count - 1] : NULL;
    bool steps = i == 1 && last != NULL && last[-1].link == 0 && last->link == 0;
    if (steps && direction_of(last->x - last[-1].x, last->y - last[-1].y) ==
                   direction_of(here.x - last->x, here.y - last->y))
      *last = here;
    else if (!search_add_waypoint(search, here))
      return false;
  }
  search->way.length = behind + path->length;
  return true;
}

static bool collect_side(astar_search *search, astar_field *field, astar_cell at) {
  size_t bytes;
  bool has = astar_field_path_size(field, at.x, at.y, &bytes) == ASTAR_OK;
  void *memory = has ? memory_raw(&search->map->memory, bytes) : NULL;
  if (memory == NULL) return false;
  bool added = append_way(search, astar_field_path(field, at.x, at.y, memory));
  memory_free(&search->map->memory, memory, bytes);
  return added;
}

/* Composes what the cells of the way cost, which no search has done in this view. */
static bool compose_way(astar_search *search) {
  View *view = &search->view;
  const Grid *grid = &search->map->grid;
  if (view->bare) return true;
  astar_cell at = { search->start_x, search->start_y };
  for (size_t i = 1; i < search->way.count; i++) {
    const Waypoint *from = &search->way.points[i - 1];
    for (int32_t k = from[1].index - from->index; k > 0; k--) {
      at = waypoint_step(from, at);
      view_penalty(view, grid_cell(grid, at.x, at.y));
    }
  }
  return !view->aborted;
}

/* OK, NO_MEMORY or CANCELLED. */
static astar_status add_alternative(astar_search *search, Vias *vias, const Via *via) {
  astar_cell at = grid_position(&search->map->grid, via->cell);
  search->way.count = 0;
  search->way.cost = via->cost;
  if (!collect_side(search, vias->fields[0], at) || !collect_side(search, vias->fields[1], at))
    return ASTAR_NO_MEMORY;
  if (search->query.explain) {
    if (!compose_way(search)) return ASTAR_CANCELLED;
    if (!path_builder_explain(search, &search->way)) return ASTAR_NO_MEMORY;
  }
  return targets_add_way(search) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static astar_status add_alternatives(astar_search *search, Vias *vias,
                                     const astar_alternatives_desc *desc, uint32_t plateau) {
  astar_status status = ASTAR_OK;
  vias_avoid(vias, search->way.points, search->way.count, desc->apart);
  while (status == ASTAR_OK && search->targets.count < (size_t)desc->wanted) {
    const Via *via = vias_choose(vias, desc, plateau);
    if (via == NULL) break;
    status = add_alternative(search, vias, via);
    if (status == ASTAR_OK)
      vias_avoid(vias, search->way.points, search->way.count, desc->apart);
  }
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static uint32_t share_of(uint32_t cost, int32_t factor) {
  uint64_t product = (uint64_t)cost * (uint64_t)factor / ASTAR_ONE;
  return product < FIELD_NONE - 1 ? (uint32_t)product : FIELD_NONE - 1;
}

/* The search has found the first path. */
static astar_status alternatives_vary(astar_search *search, const astar_alternatives_desc *desc) {
  uint32_t cost = search->way.cost;
  search->bare_attempt = BARE_ATTEMPT_FAILED;
  search_forget_found(search);
  search->targets.request.wanted = desc->wanted;
  if (!targets_add_way(search)) return ASTAR_NO_MEMORY;
  if (desc->wanted == 1 || cost == 0) return ASTAR_OK;
  if (!search->view.bare && !view_begin_penalties(&search->view)) return ASTAR_NO_MEMORY;
  Vias vias = { .map = search->map };
  astar_status status = make_fields(&vias, search, share_of(cost, desc->stretch));
  if (status == ASTAR_OK)
    status = add_alternatives(search, &vias, desc, share_of(cost, desc->plateau));
  if (vias.near != NULL || vias.at != NULL) vias_free(&vias);
  astar_field_free(vias.fields[0]);
  astar_field_free(vias.fields[1]);
  return status;
}

/* Where layers could add up to too much, as a field sees them, there is the first path alone. */
static void find_alternatives(astar_search *search, const astar_alternatives_desc *desc) {
  search->progress.suspended = false;
  if (astar_search_step(search, UINT32_MAX) != ASTAR_OK) return;
  astar_status status = alternatives_vary(search, desc);
  if (status == ASTAR_NO_MEMORY || status == ASTAR_CANCELLED) search->status = status;
}

astar_search *astar_alternatives_new(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                     const astar_alternatives_desc *desc, const astar_query *query,
                                     astar_status *why) {
  astar_alternatives_desc given = desc != NULL ? *desc : astar_alternatives_default();
  astar_query asked = query != NULL ? *query : astar_query_default();
  *why = ASTAR_INVALID;
  if (!desc_fits(map, &given) || !alternatives_fit(map, &asked)) return NULL;
  astar_search *search = astar_search_new(map, x, y, goal, &asked, why);
  if (search == NULL) return NULL;
  find_alternatives(search, &given);
  if (search->status != ASTAR_NO_MEMORY) return search;
  *why = ASTAR_NO_MEMORY;
  astar_search_free(search);
  return NULL;
}
