/*
** A view: the cost of entering each cell, for one query. It is a plane, and on top of it the layers
** that the query includes: influence, claims, occupancy, and a callback of the game.
**
** Invariant: entering a cell costs max(1, the plane's cost for the kind of step + penalty). The
** penalty is the sum of what the layers contribute, once per cell and not scaled on diagonals. For
** a unit of several cells each layer contributes its largest value over the cells covered.
**
** Traffic and slopes belong to steps instead of cells: see view_traffic and view_slope.
**
** A view whose layers are all empty is *bare*: its costs are the plane's. In other views a penalty
** is composed when a search first meets a cell, and kept in `penalties` until the search ends.
*/
#ifndef ASTAR_VIEW_H
#define ASTAR_VIEW_H

#include "../map/influence.h"
#include "../map/query.h"
#include "../map/traffic.h"
#include "../map/unit_hooks.h"
#include "../tables/plane.h"
#include "obstacles.h"

#define VIEW_INFLUENCES 32          /* that one query can include */
#define VIEW_COST_MAX (ASTAR_MAX_PENALTY + ASTAR_MAX_COST)   /* of entering a cell: 2^20 - 1 */
#define VIEW_BLOCKED INT32_MIN      /* as a penalty */

/* A step; with NO_DIRECTION a link, or entering a cell from nowhere. */
typedef struct ViewStep {
  Cell from, to;
  int direction;
} ViewStep;

/* Memory that views use in turn. */
typedef struct ViewScratch {
  Claims claims;
  Taken taken;
  uint32_t *penalties;              /* with the number of a use: see PENALTY_BITS. NULL until a view
                                    ** that is not bare needs them */
  uint32_t use;                     /* counts down */
  uint16_t *extras;                 /* the callback's part; only where paths are explained */
} ViewScratch;

typedef struct View {
  astar_map *map;
  const astar_query *query;         /* with class and player filled in */
  Plane *plane;
  const uint8_t *kind;
  const Exits *exits;               /* NULL: no link leads anywhere */
  uint64_t exits_sum;               /* which ones there were when the view was made */
  const uint32_t *straight_cost, *diagonal_cost;
  const Slopes *slopes;             /* NULL: steps cost the same in all directions */
  bool bare;
  bool passes_units;                /* units are no obstacles to view_compose */
  int influence_count;
  int32_t influence_total;          /* that the query names, or that there were */
  int64_t least_penalty, greatest_penalty;   /* that the influences could add up to */
  uint64_t changes_seen;            /* of influence maps, when the bounds were last looked at */
  int32_t claim_penalty;
  const Traffic *traffic;           /* NULL: it costs nothing */
  ViewScratch *scratch;
  bool aborted;                     /* the callback said so */
  bool met_units;                   /* a unit was in the way of a cell that was composed */
  uint32_t least_straight, least_diagonal;   /* no step costs less; a diagonal that is forbidden
                                    ** takes two */
  uint32_t least_exit;              /* no link costs less; UINT32_MAX: there are none */
  int32_t least_step[2];            /* the plane's, when the view was made */
  astar_weighted influences[VIEW_INFLUENCES];   /* those that are not 0 everywhere */
} View;

/*
** Makes the view of a resolved query, which must outlive it.
** NO_MEMORY, or LIMIT: the layers might add up to more than ASTAR_MAX_PENALTY.
*/
astar_status view_make(View *view, astar_map *map, const astar_query *query,
                       ViewScratch *scratch);
/* Takes plane and influence maps as they are now; units stay where they were when it was made.
** Penalties must begin again. NO_MEMORY or LIMIT: until it is made or renewed it is of no use. */
astar_status view_renew(View *view);
/* The plane has changed: finds again what no step can undercut. */
void view_find_least(View *view);
/* Do the influence maps still keep to what the view was made for: the same ones are not empty, and
** none has fallen below the least penalty or could make a cost too large? */
bool view_bounds_hold(View *view);
/* Are the links still those that the view was made with? NO_MEMORY; CHANGING: they are not. */
astar_status view_follow_links(View *view);
/* Is everything still there that a query names, and what its view rests on? */
bool view_is_whole(const View *view, const astar_query *query, QueryDate date);
/* Forgets all penalties. Must come before view_penalty. False: no memory. */
bool view_begin_penalties(View *view);
/* Forgets which cells units have taken. */
void view_clear(View *view);
void view_scratch_free(ViewScratch *scratch, astar_map *map);
/* Frees the arrays over cells of more than a bit each. */
void view_scratch_shrink(ViewScratch *scratch, astar_map *map);

/* What the influence maps add to the cost of entering a cell. */
int32_t view_influence(const View *view, Cell cell);
/* The penalty of entering a cell that the plane leaves open, composed again: or VIEW_BLOCKED. */
int32_t view_compose(View *view, Cell cell);
/* The same, kept for view_penalty and view_known_penalty. */
int32_t view_find_penalty(View *view, Cell cell);
/* Makes view_penalty compose the cell again in its next call. */
void view_forget_penalty(View *view, Cell cell);
/* An influence map of the query, by its number; those that are 0 everywhere have one too. */
const astar_influence *view_counted(const View *view, int32_t number);
/* What each layer contributes; `influences` has one element per influence map of the query. */
astar_step_cost view_explain(const View *view, ViewStep step, int32_t *influences);
/* The steps that are legal from a cell: a bit for each direction. It looks at all neighbours. */
uint32_t view_steps(View *view, Cell cell);
/* Does a unit that is an obstacle stand where a unit at `cell` would? */
bool view_taken(const View *view, Cell cell);

/*
** What is kept of a cell is, from the top, the use of the memory (10 bits), and the penalty plus
** PENALTY_ZERO in 22 bits, or all ones where the cell is blocked. Uses count down from PENALTY_USES
** and the memory starts as ones, so that what another use has left is never taken for a penalty of
** this one.
*/
#define PENALTY_BITS 22
#define PENALTY_MASK ((1u << PENALTY_BITS) - 1)
#define PENALTY_ZERO (1 << 21)
#define PENALTY_USES 1022u

/* What view_penalty has said of the cell in this search. */
static inline int32_t view_known_penalty(const View *view, Cell cell) {
  uint32_t stored = view->scratch->penalties[cell] & PENALTY_MASK;
  return stored == PENALTY_MASK ? VIEW_BLOCKED : (int32_t)stored - PENALTY_ZERO;
}

/* The penalty of entering a cell, composed at most once per search. */
static inline int32_t view_penalty(View *view, Cell cell) {
  bool known = view->scratch->penalties[cell] >> PENALTY_BITS == view->scratch->use;
  return known ? view_known_penalty(view, cell) : view_find_penalty(view, cell);
}

/* What traffic says of all steps from a cell; view_traffic_cost: what it adds to one of them. */
static inline TrafficAt view_traffic(const View *view, Cell cell) {
  if (view->traffic == NULL || view->traffic->memory == 0) return (TrafficAt){ 0, 0 };
  return traffic_at(view->traffic, &view->map->grid, cell, view->query->cls->size);
}

static inline uint32_t view_traffic_cost(const View *view, TrafficAt at, int direction) {
  return traffic_cost(at, direction, (uint32_t)view->query->traffic_cost);
}

/* The cost of taking an exit, when a straight step into its end would cost `straight`: the link's
** cost stands for that of the terrain. */
static inline uint32_t view_exit_cost(const View *view, const Exit *exit, uint32_t straight) {
  int64_t layers = (int64_t)straight - view->straight_cost[view->kind[exit->to]];
  int64_t sum = exit->cost + layers;
  return sum < 1 ? 1 : (uint32_t)sum;
}

/* What a step costs more because of where it leads: up or down, against a current or with it. */
static inline int32_t view_slope(const View *view, ViewStep step) {
  if (view->slopes == NULL || step.direction >= DIRECTIONS) return 0;
  return slope_of(view->slopes, view->kind[step.from], view->kind[step.to], step.direction);
}

/* More than any step costs, up to the influence maps. */
static inline uint64_t view_costliest(const View *view) {
  uint64_t costliest = view->diagonal_cost[plane_costliest(view->plane)];
  if (view->slopes != NULL) costliest += (uint64_t)view->slopes->greatest;
  return costliest + (uint64_t)view->greatest_penalty;
}

/* What a penalty, slopes included, makes of a step into a cell of this kind. */
static inline uint32_t view_step(const View *view, uint8_t kind, bool diagonal,
                                 int32_t penalty) {
  uint32_t cost = diagonal ? view->diagonal_cost[kind] : view->straight_cost[kind];
  int32_t sum = (int32_t)cost + penalty;
  return sum < 1 ? 1 : (uint32_t)sum;
}

#endif
