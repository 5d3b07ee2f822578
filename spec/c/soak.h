/*
** A soak: one map, on which queries of every kind are asked again and again. What the map holds must
** be the same after each round, for each round asks the same; what the process holds must not grow.
*/
#ifndef SOAK_H
#define SOAK_H

#include "check.h"

enum { SOAK_WIDTH = 48, SOAK_HEIGHT = 40, SOAK_ROUND = 2000 };

typedef struct Soak {
  astar_map *map;
  astar_player *player;
  astar_influence *danger;
  astar_unit *units[3];
  astar_class *large;
  uint64_t queries, found;
} Soak;

static inline astar_cell soak_cell(void) {
  return (astar_cell){ random_below(SOAK_WIDTH), random_below(SOAK_HEIGHT) };
}

/* Patterns of 3 x 3 cells that were met are kept, up to 65535 of them; so there are few here: bushes
** stand in one corner, which is not edited. */
static inline int32_t soak_terrain(astar_cell at) {
  if (at.x < 12 && at.y < 12) return BUSH;
  return random_below(100) < 20 ? WALL : OPEN;
}

static inline void soak_edit(astar_map *map, astar_cell at) {
  if (at.x > 12 || at.y > 12) astar_map_set(map, at.x, at.y, soak_terrain(at));
}

static inline Soak soak_new(void) {
  Soak soak = { .map = open_map(SOAK_WIDTH, SOAK_HEIGHT) };
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.size = 2;
  soak.large = astar_class_new(soak.map, &desc, &why);
  soak.player = new_player(soak.map, "red");
  soak.danger = astar_influence_new(soak.map, "danger", ASTAR_ONE, &why);
  astar_player_reveal(soak.player);
  for (int i = 0; i < 3; i++)
    for (int tries = 0; tries < 200 && soak.units[i] == NULL; tries++) {
      astar_cell at = soak_cell();
      soak.units[i] = new_unit(soak.player, at.x, at.y, 4);
    }
  return soak;
}

static inline astar_query soak_query(const Soak *soak) {
  astar_query query = astar_query_default();
  if (random_below(2)) query.unit = soak->units[random_below(3)];
  else if (random_below(3) == 0) query.cls = soak->large;
  query.heuristic = (astar_heuristic)(random_below(5) == 0 ? random_below(5) : 0);
  query.partial = random_below(4) == 0;
  query.explain = random_below(6) == 0;
  if (random_below(8) == 0) query.turn_cost = random_below(20);
  if (random_below(8) == 0) query.within = random_below(4);
  return query;
}

/* A path, or a search that is freed before its end. */
static inline void soak_path(Soak *soak) {
  astar_query query = soak_query(soak);
  astar_cell at = soak_cell(), to = soak_cell();
  astar_rect goal = { to.x, to.y, 1, 1 };
  astar_status why;
  if (random_below(5) > 0) {
    astar_path *path = NULL;
    path = astar_path_find(soak->map, at.x, at.y, goal, &query, &why);
    soak->found += path != NULL;
    astar_path_free(soak->map, path);
    return;
  }
  astar_search *search = astar_search_new(soak->map, at.x, at.y, goal, &query, &why);
  astar_search_step(search, (uint32_t)(1 + random_below(50)));
  astar_search_free(search);
}

static inline void soak_nearest(Soak *soak) {
  astar_cell at = soak_cell(), goals[4] = { soak_cell(), soak_cell(), soak_cell(), soak_cell() };
  astar_target target = { .cells = goals, .cell_count = 4, .wanted = 1 + random_below(3) };
  astar_query query = soak_query(soak);
  astar_status why;
  query.partial = false;
  query.turn_cost = 0;
  astar_search *search = astar_nearest_new(soak->map, at.x, at.y, &target, &query, &why);
  soak->found += astar_search_step(search, UINT32_MAX) == ASTAR_OK;
  astar_search_free(search);
}

static inline void soak_field(Soak *soak) {
  astar_cell at = soak_cell(), goal = soak_cell();
  astar_query query = soak_query(soak);
  astar_status why;
  uint32_t cost;
  astar_field *field = astar_field_new(soak->map, &goal, 1, &query, &why);
  if (field == NULL) return;
  astar_field_cost(field, at.x, at.y, &cost);
  soak_edit(soak->map, at);
  soak->found += astar_field_cost(field, at.x, at.y, &cost) == ASTAR_OK;
  astar_field_free(field);
}

static inline void soak_tickets(Soak *soak) {
  astar_ticket *tickets[5];
  astar_status why;
  for (int i = 0; i < 5; i++) {
    astar_cell at = soak_cell(), to = soak_cell();
    astar_query query = soak_query(soak);
    tickets[i] = astar_queue_request(soak->map, at.x, at.y, (astar_rect){ to.x, to.y, 1, 1 }, &query,
                                     random_below(3), &why);
    CHECK(tickets[i] != NULL);
  }
  if (random_below(3) == 0) astar_ticket_cancel(tickets[0]);
  while (astar_queue_waiting(soak->map) > 0)
    astar_queue_work(soak->map, (uint32_t)(1 + random_below(400)), 1 + random_below(2), NULL);
  for (int i = 0; i < 5; i++) {
    soak->found += astar_ticket_status(tickets[i]) == ASTAR_OK;
    astar_ticket_free(tickets[i]);
  }
  soak->queries += 4;
}

/* The map changes, too: terrain, danger, where units are, what players know. */
static inline void soak_change(Soak *soak) {
  astar_cell at = soak_cell();
  astar_unit *unit = soak->units[random_below(3)];
  astar_path *path = NULL;
  astar_query query = astar_query_default();
  switch (random_below(7)) {
    case 0: soak_edit(soak->map, at); break;
    case 1: astar_influence_add(soak->danger, at.x, at.y, 50, 3, ASTAR_FALLOFF_LINEAR); break;
    case 2: astar_influence_decay(soak->danger, 700); break;
    case 3: astar_player_see(soak->player, at.x, at.y, 5, NULL, NULL); break;
    case 4: astar_unit_place(unit, at.x, at.y); break;
    case 5: astar_map_tick(soak->map, NULL, NULL); break;
    default:
      query.unit = unit;
      astar_cell from = astar_unit_cell(unit);
      astar_status why;
      path = astar_path_find(soak->map, from.x, from.y, (astar_rect){ at.x, at.y, 1, 1 },
                             &query, &why);
      if (path != NULL) astar_unit_follow_path(unit, path, NULL);
      astar_path_free(soak->map, path);
  }
}

static inline void soak_ask(Soak *soak) {
  int32_t kind = random_below(100);
  soak->queries++;
  if (kind < 70) soak_path(soak);
  else if (kind < 85) soak_nearest(soak);
  else if (kind < 90) soak_field(soak);
  else if (kind < 95) soak_tickets(soak);
  else soak_change(soak);
}

/* The map is brought back to one state, whatever the round has done to it. */
static inline void soak_settle(Soak *soak) {
  random_seed(77);
  for (int32_t y = 0; y < SOAK_HEIGHT; y++)
    for (int32_t x = 0; x < SOAK_WIDTH; x++)
      astar_map_set(soak->map, x, y, soak_terrain((astar_cell){ x, y }));
  astar_influence_clear(soak->danger);
  for (int i = 0; i < 3; i++) astar_unit_stop(soak->units[i]);
  astar_player_end_sight(soak->player);
  astar_player_reveal(soak->player);
}

/* One round; returns what the map holds at its end. */
static inline size_t soak_round(Soak *soak, uint64_t seed) {
  random_seed(seed);
  for (int i = 0; i < SOAK_ROUND; i++) soak_ask(soak);
  soak_settle(soak);
  return astar_map_memory(soak->map);
}

#endif
