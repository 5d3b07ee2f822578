/*
** Estimates of the remaining cost to the goal, for the engines; and plain distances.
**
** A heuristic is the octile estimate for the inner loops of engines: what it needs, gathered from
** the search. Where the plane was prepared, the estimate of its landmarks, if that is higher.
** Neither is more than what is left.
*/
#ifndef ASTAR_HEURISTIC_H
#define ASTAR_HEURISTIC_H

#include "../base/builtin.h"
#include "../tables/landmark.h"
#include "search.h"

/* The estimate of the cost from x, y to the goal, before any weight. */
uint32_t search_estimate(const astar_search *search, int32_t x, int32_t y);
/* F for a node with this G; UINT32_MAX where it would not fit, which is noted: then no path over
** this node has a cost that fits. An estimate that may be too high proves no such thing: such a
** node comes after all others. */
uint32_t search_f(astar_search *search, uint32_t g, int32_t x, int32_t y);
/* Does a cheapest path come out for sure? Manhattan overestimates where diagonals are cheap. */
bool search_is_exact(const astar_search *search);
/* How far x, y is from a rectangle, as if all ground were open. */
uint64_t search_distance(const Grid *grid, astar_rect rect, int32_t x, int32_t y);

typedef struct Heuristic {
  int32_t left, top, right, bottom; /* the goal */
  uint64_t straight, diagonal;      /* of a step; 0: without any estimate */
  const Grid *hexagons;             /* NULL: the cells are squares */
  bool refines;                     /* there are landmarks, links that undercut it, or hexagons */
  const Bypass *ways;               /* the areas of these links */
  int way_count;
  const Landmarks *landmarks;       /* NULL: not prepared, or of no use here */
  LandmarkRow goal;
  int bypass_count;
  Bypass bypasses[SHORTCUT_AREAS];
} Heuristic;

/* Without landmarks, and with those there are. */
Heuristic heuristic_plain(const astar_search *search);
Heuristic heuristic_best(const astar_search *search);
/* As if there were no links either, and whatever the query's heuristic says. */
Heuristic heuristic_over_ground(const astar_search *search);

/* What a path costs at least, links included, whatever the query's heuristic says and the engine
** makes of it. */
uint64_t heuristic_least(const astar_search *search);

/* How far a coordinate lies outside an interval. */
static inline uint64_t heuristic_outside(int32_t value, int32_t first, int32_t last) {
  int32_t before = first - value, behind = value - last;
  int32_t most = before > behind ? before : behind;
  return (uint64_t)(most > 0 ? most : 0);
}

static inline bool heuristic_is_goal(const Heuristic *heuristic, astar_cell at) {
  return heuristic_outside(at.x, heuristic->left, heuristic->right) == 0 &&
         heuristic_outside(at.y, heuristic->top, heuristic->bottom) == 0;
}

/* What so many steps across and down cost over open ground. */
static inline uint64_t heuristic_octile(const Heuristic *heuristic, uint64_t dx, uint64_t dy) {
  uint64_t both = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
  return heuristic->diagonal * both + heuristic->straight * (most - both);
}

/* Over open ground, to a rectangle. */
ALWAYS_INLINE uint64_t heuristic_to(const Heuristic *heuristic, astar_cell at, int32_t left,
                                    int32_t top, int32_t right, int32_t bottom) {
  if (UNLIKELY(heuristic->hexagons != NULL)) {
    astar_rect rect = { left, top, right - left + 1, bottom - top + 1 };
    return heuristic->straight * hex_distance_to(heuristic->hexagons, rect, at.x, at.y);
  }
  return heuristic_octile(heuristic, heuristic_outside(at.x, left, right),
                          heuristic_outside(at.y, top, bottom));
}

/* And to the goal. */
static inline uint64_t heuristic_open_ground(const Heuristic *heuristic, astar_cell at) {
  return heuristic_to(heuristic, at, heuristic->left, heuristic->top, heuristic->right,
                      heuristic->bottom);
}

/* The least of that and of the ways past some areas. */
static inline uint64_t heuristic_bypassed(const Heuristic *heuristic, astar_cell at,
                                          const Bypass *ways, int count) {
  uint64_t least = heuristic_open_ground(heuristic, at);
  for (int i = 0; i < count; i++) {
    uint64_t past = heuristic_to(heuristic, at, ways[i].left, ways[i].top, ways[i].right,
                                 ways[i].bottom) + ways[i].rest;
    if (past < least) least = past;
  }
  return least;
}

/* What a way costs at least that leads through a shortcut. */
uint64_t heuristic_past_shortcuts(const Heuristic *heuristic, astar_cell at);

/* The landmarks' estimate, if that is higher than the octile one. */
ALWAYS_INLINE uint64_t heuristic_raise(const Heuristic *heuristic, Cell cell, astar_cell at,
                                       uint64_t octile) {
  const Landmarks *landmarks = heuristic->landmarks;
  uint64_t known = landmarks_bound(landmarks, &landmarks->rows[cell], &heuristic->goal);
  if (known <= octile) return octile;
  if (heuristic->bypass_count == 0) return known;
  uint64_t past = heuristic_past_shortcuts(heuristic, at);
  if (past < known) known = past;
  return known > octile ? known : octile;
}

/* Of the cell `at`, whose index is `cell`. */
static inline uint64_t heuristic_estimate(const Heuristic *heuristic, Cell cell, astar_cell at) {
  uint64_t dx = heuristic_outside(at.x, heuristic->left, heuristic->right);
  uint64_t dy = heuristic_outside(at.y, heuristic->top, heuristic->bottom);
  uint64_t octile = heuristic_octile(heuristic, dx, dy);
  if (!heuristic->refines) return octile;
  if (heuristic->landmarks != NULL) {
    if (heuristic->hexagons != NULL) octile = heuristic_open_ground(heuristic, at);
    return heuristic_raise(heuristic, cell, at, octile);
  }
  return heuristic_bypassed(heuristic, at, heuristic->ways, heuristic->way_count);
}

LandmarksSeen landmarks_seen(const astar_search *search);
/* Are they still those with which the engine began? What is in an open list was estimated with
** these. */
bool landmarks_still_are(const astar_search *search);

#endif
