#include "graph_unit.h"

#include <string.h>

#include "graph_path.h"
#include "graph_player.h"
#include "graph_search.h"

/* ---- finding --------------------------------------------------------------------------------- */

/* The place of the first unit with at least that number. */
static size_t unit_seek(const astar_graph *graph, int32_t id) {
  size_t low = 0, high = graph->unit_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (graph->units[middle].id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

static GraphUnit *unit_of(const astar_graph *graph, int32_t id) {
  size_t at = unit_seek(graph, id);
  return at < graph->unit_count && graph->units[at].id == id ? &graph->units[at] : NULL;
}

int32_t astar_graph_next_unit(const astar_graph *graph, int32_t unit) {
  size_t at = unit == INT32_MAX ? graph->unit_count : unit_seek(graph, unit + 1);
  return at < graph->unit_count ? graph->units[at].id : -1;
}

size_t graph_units_on(const astar_graph *graph, int32_t node, int32_t edge) {
  size_t count = 0;
  for (size_t i = 0; i < graph->unit_count; i++) {
    const GraphUnit *unit = &graph->units[i];
    bool at_node = node >= 0 && (unit->node == node || (unit->edge >= 0 && unit->origin == node));
    count += at_node || (edge >= 0 && unit->edge == edge);
  }
  return count;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void unit_look(astar_graph *graph, const GraphUnit *unit) {
  if (unit->player >= 0 && unit->edge < 0)
    graph_player_look(graph, graph_player(graph, unit->player), unit->node);
}

void graph_units_look(astar_graph *graph, int32_t player) {
  for (size_t i = 0; i < graph->unit_count; i++)
    if (graph->units[i].player == player) unit_look(graph, &graph->units[i]);
}

bool graph_units_reserve(astar_graph *graph) {
  return memory_grow(&graph->memory, graph->units, graph->unit_count, &graph->unit_capacity) &&
         memory_grow(&graph->memory, graph->events, graph->unit_count, &graph->event_capacity);
}

static void unit_stand(astar_graph *graph, GraphUnit *unit) {
  graph_path_free(&graph->memory, unit->path);
  unit->path = NULL;
  unit->index = -1;
  unit->is_blocked = false;
}

void graph_units_free(astar_graph *graph) {
  for (size_t i = 0; i < graph->unit_count; i++) unit_stand(graph, &graph->units[i]);
  memory_free(&graph->memory, graph->units, graph->unit_capacity * sizeof *graph->units);
  memory_free(&graph->memory, graph->events, graph->event_capacity * sizeof *graph->events);
}

static bool unit_speed_valid(const astar_graph *graph, int32_t speed) {
  return refusal_unless_between(graph->refusal, speed, 1, ASTAR_MAX_GRAPH_SPEED,
                         "speed: not from 1 to ASTAR_MAX_GRAPH_SPEED");
}

static bool unit_is_there(const astar_graph *graph, const GraphUnit *unit) {
  return graph_accepts(graph, unit != NULL, "unit: there is none of that id");
}

int32_t astar_graph_add_unit(astar_graph *graph, int32_t player, int32_t node, int32_t speed,
                             astar_status *why) {
  bool is_player = player == -1 || graph_player(graph, player) != NULL;
  bool is_valid = graph_accepts_node(graph, node) && unit_speed_valid(graph, speed) &&
                  graph_accepts(graph, is_player, "player: no such player");
  *why = !is_valid ? ASTAR_INVALID : graph->last_unit < INT32_MAX ? ASTAR_OK : ASTAR_LIMIT;
  if (*why != ASTAR_OK) return -1;
  if (!graph_units_reserve(graph)) *why = ASTAR_NO_MEMORY;
  if (*why != ASTAR_OK) return -1;
  GraphUnit *unit = &graph->units[graph->unit_count++];
  *unit = (GraphUnit){ .id = ++graph->last_unit, .player = player, .node = node, .edge = -1,
                       .origin = node, .speed = speed, .index = -1 };
  unit_look(graph, unit);
  return unit->id;
}

static void unit_drop(astar_graph *graph, size_t at) {
  unit_stand(graph, &graph->units[at]);
  size_t rest = --graph->unit_count - at;
  memmove(graph->units + at, graph->units + at + 1, rest * sizeof *graph->units);
}

astar_status astar_graph_remove_unit(astar_graph *graph, int32_t unit) {
  if (!unit_is_there(graph, unit_of(graph, unit))) return ASTAR_INVALID;
  unit_drop(graph, unit_seek(graph, unit));
  return ASTAR_OK;
}

void graph_units_remove_of(astar_graph *graph, int32_t player) {
  for (size_t i = graph->unit_count; i-- > 0;)
    if (graph->units[i].player == player) unit_drop(graph, i);
}

/* ---- asking ---------------------------------------------------------------------------------- */

bool astar_graph_unit_state(const astar_graph *graph, int32_t id, astar_graph_unit *state) {
  const GraphUnit *unit = unit_of(graph, id);
  if (unit == NULL) return false;
  bool is_on = unit->edge >= 0;
  *state = (astar_graph_unit){
    .player = unit->player, .node = unit->node, .edge = unit->edge, .from = unit->origin,
    .speed = unit->speed, .fraction = is_on ? (int32_t)(unit->done * ASTAR_ONE / unit->length)
                                            : ASTAR_ONE,
    .index = unit->path != NULL ? unit->index : -1, .blocked = unit->is_blocked
  };
  return true;
}

const astar_graph_path *astar_graph_unit_path(const astar_graph *graph, int32_t id) {
  const GraphUnit *unit = unit_of(graph, id);
  return unit == NULL ? NULL : unit->path;
}

/* ---- orders ---------------------------------------------------------------------------------- */

astar_status astar_graph_unit_follow(astar_graph *graph, int32_t id,
                                     const astar_graph_path *path) {
  GraphUnit *unit = unit_of(graph, id);
  int32_t index = unit == NULL ? -1 : graph_path_find(path, unit->node);
  bool fits = unit_is_there(graph, unit) &&
              graph_accepts(graph, index >= 0, "path: the unit stands at none of its nodes") &&
              graph_accepts(graph, graph_path_holds(graph, path, index),
                            "path: of another graph, or a part of it was removed");
  if (!fits) return ASTAR_INVALID;
  astar_graph_path *copy = graph_path_copy(&graph->memory, path);
  if (copy == NULL) return ASTAR_NO_MEMORY;
  unit_stand(graph, unit);
  unit->path = copy;
  unit->index = index;
  return ASTAR_OK;
}

astar_status astar_graph_unit_stop(astar_graph *graph, int32_t id) {
  GraphUnit *unit = unit_of(graph, id);
  if (!unit_is_there(graph, unit)) return ASTAR_INVALID;
  unit_stand(graph, unit);
  return ASTAR_OK;
}

astar_status astar_graph_unit_place(astar_graph *graph, int32_t id, int32_t node) {
  GraphUnit *unit = unit_of(graph, id);
  if (!unit_is_there(graph, unit) || !graph_accepts_node(graph, node)) return ASTAR_INVALID;
  unit_stand(graph, unit);
  unit->node = unit->origin = node;
  unit->edge = -1;
  unit->done = unit->length = 0;
  unit_look(graph, unit);
  return ASTAR_OK;
}

astar_status astar_graph_unit_set_speed(astar_graph *graph, int32_t id, int32_t speed) {
  GraphUnit *unit = unit_of(graph, id);
  if (!unit_is_there(graph, unit) || !unit_speed_valid(graph, speed)) return ASTAR_INVALID;
  unit->speed = speed;
  return ASTAR_OK;
}

/* ---- ticks ----------------------------------------------------------------------------------- */

/* Sets out on the next edge of its path. False: it cannot take it. */
static bool unit_set_out(astar_graph *graph, GraphUnit *unit) {
  const GraphView view = { .graph = graph };
  int32_t edge = unit->path->nodes[unit->path->length + unit->index + 1];
  if (!graph_has_edge(graph, edge)) return false;
  uint32_t arc = graph_path_arc(graph, unit->path, unit->index + 1);
  uint32_t cost = graph_view_step(&view, arc);
  if (cost == 0) return false;
  unit->origin = unit->node;
  unit->node = graph_arc_to(graph, arc);
  unit->edge = edge;
  unit->done = 0;
  unit->length = (int64_t)cost * ASTAR_ONE;
  unit->index++;
  return true;
}

/* Goes on along its edge, and returns what is left of the way it may go. */
static int64_t unit_advance(astar_graph *graph, GraphUnit *unit, int64_t way) {
  int64_t rest = unit->length - unit->done;
  if (way < rest) {
    unit->done += way;
    return 0;
  }
  unit->origin = unit->node;
  unit->edge = -1;
  unit->done = unit->length = 0;
  unit_look(graph, unit);
  return way - rest;
}

/* One tick of a unit. True: there is something to tell, which *kind receives. */
static bool unit_move(astar_graph *graph, GraphUnit *unit, astar_graph_event_kind *kind) {
  int64_t way = unit->speed;
  while (way > 0 || unit->edge < 0) {
    if (unit->edge >= 0) {
      way = unit_advance(graph, unit, way);
    } else if (unit->path == NULL) {
      return false;
    } else if (unit->index == unit->path->length - 1) {
      unit_stand(graph, unit);
      *kind = ASTAR_GRAPH_ARRIVED;
      return true;
    } else if (way == 0) {
      return false;
    } else if (unit_set_out(graph, unit)) {
      unit->is_blocked = false;
    } else {
      bool is_news = !unit->is_blocked;
      unit->is_blocked = true;
      *kind = ASTAR_GRAPH_BLOCKED;
      return is_news;
    }
  }
  return false;
}

astar_status astar_graph_tick(astar_graph *graph, const astar_graph_event **events,
                              int32_t *count) {
  int32_t told = 0;
  for (size_t i = 0; i < graph->unit_count; i++) {
    astar_graph_event event = { ASTAR_GRAPH_ARRIVED, graph->units[i].id };
    if (unit_move(graph, &graph->units[i], &event.kind)) graph->events[told++] = event;
  }
  for (size_t i = 0; i < graph->unit_count; i++) unit_look(graph, &graph->units[i]);
  graph->ticks++;
  if (events != NULL) *events = graph->events;
  if (count != NULL) *count = told;
  return ASTAR_OK;
}

uint32_t astar_graph_ticks(const astar_graph *graph) {
  return graph->ticks;
}
