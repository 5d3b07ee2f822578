/*
** Fields: the cost of the path from every cell to the nearest of several goals (or from a start to
** every cell), kept up to date while the map changes.
**
** The cost of a cell is the least, over its neighbours, of the neighbour's cost plus the step
** between the two: Dijkstra's algorithm, begun at all sources at once. When cells change, only the
** costs that depended on them are computed again, in two passes (after G. Ramalingam and T. Reps,
** "An Incremental Algorithm for a Generalization of the Shortest-Path Problem", 1996):
**
**   1. For each affected cell, check whether a neighbour still supports its cost. A cell without
**      support becomes lost, and the cells that may have depended on it are checked next.
**   2. Compute lost cells, and cells that a change has brought nearer, from the remaining costs.
**
** A step costs at least 1. So a cell depends only on cells with a lower cost, and no cell can
** support itself by way of others. After the first pass no remaining cost is below the true one;
** lowering them step by step reaches the true ones in any order. The order affects only the time.
**
** A field of flight is based on another field, the costs from the threats. Every cell is a source
** of it; the farther the threats have to go to a cell, the lower the cost it starts with.
**
** A field of few cells ends when it has taken so many, and takes as long as these do, however large
** the map is. Its costs, and what layers add to them, are in sparse arrays. Where it has
** paused, costs below `far` are known; others may still fall. A field of flight of few cells counts
** what threats have farther to go to than that as being `far`, and ends one cell beyond what they
** have come to. It is not repaired: when something has changed it is found again.
*/
#ifndef ASTAR_FIELD_H
#define ASTAR_FIELD_H

#include "../grid/sparse_array.h"
#include "../view/view.h"

#define FIELD_NONE UINT32_MAX       /* as a cost: there is no way */

/* Costs of flight: in the cell of a threat; and the least one of a cell that threats can reach.
** Where they cannot it is 0, or a step to such a cell. */
#define FIELD_DANGER ((uint32_t)1 << 31)
#define FIELD_DANGER_LEAST ((uint32_t)VIEW_COST_MAX + 1)
#define FIELD_FARTHEST ((FIELD_DANGER - FIELD_DANGER_LEAST) / 6 * 5)

typedef enum FieldKind {
  FIELD_TO,                         /* costs from each cell to the sources */
  FIELD_FROM                        /* costs from the sources to each cell */
} FieldKind;

/* A log that tells which cells have changed. */
typedef struct FieldLog {
  Changes *changes;
  uint64_t seen;                    /* up to this position */
  int32_t reach;                    /* cells that far to the left and above have changed, too */
} FieldLog;

#define FIELD_LOGS (VIEW_INFLUENCES + 2)    /* influence maps, the plane, what it was made from */

struct astar_field {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_field *next;                /* among the map's */
  astar_map *map;
  FieldKind kind;
  astar_query query;                /* resolved; its influences are `weighted` */
  astar_weighted *weighted;
  Cell *sources;
  size_t source_count;
  SparseArray is_source;            /* 0 for these cells */
  uint32_t most;                    /* no cost is beyond it */
  bool bounded;                     /* because the caller said so */
  QueryDate date;                   /* when it was last seen to be whole */
  View view;
  ViewScratch scratch;
  FieldLog logs[FIELD_LOGS];
  int log_count;
  uint32_t *cost;                   /* array over cells; NULL: it is one of few cells */
  bool marked;                      /* the view knows where units are */
  bool stale;                       /* the costs mean nothing: they must be found again */
  bool busy;                        /* being brought up to date */
  bool high;                        /* some cost may have come near `most` */
  uint64_t version;                 /* counts changes of the costs */
  uint64_t work;                    /* cells taken so far to find costs */
  /* While costs are found. */
  BucketQueue open;
  uint64_t *touched;                /* cells lost or brought nearer, with the cost they had */
  size_t touched_count, touched_capacity;
  bool no_memory;                   /* memory has run out */
  /* A field of few cells: */
  bool few;
  bool paused;                      /* it has taken as many cells as it may */
  uint64_t nodes;                   /* that it may take each time all is found again; 0: any */
  uint64_t until;                   /* no cell is taken when `work` has come to this */
  uint32_t far;                     /* FIELD_NONE: it has not paused */
  SparseArray costs;
  SparseArray penalties;            /* as those that a view keeps are stored, without a use */
  Cell *reached;                    /* those that have a cost */
  size_t reached_count, reached_capacity;
  /* A field of flight: */
  astar_field *threats;             /* costs from what is fled; NULL: not one of these */
  uint64_t threats_seen;            /* its version */
  uint32_t safest;                  /* the least cost of a cell that threats can reach */
  uint64_t safest_seen;             /* for which version of the threats; 0: not known */
  /* The field that threats come from: */
  bool watched;                     /* `touched` is kept, with all cells whose cost has changed */
  uint64_t repaired_from;           /* the version before the last repair; 0: found again */
};
HAS_USER_DATA(astar_field);

static inline bool field_has_source(const astar_field *field, Cell cell) {
  return sparse_array_at(&field->is_source, cell) == 0;
}

static inline uint32_t field_at(const astar_field *field, Cell cell) {
  return field->few ? sparse_array_at(&field->costs, cell) : field->cost[cell];
}

/* ---- field_sync.c: from making to freeing, and the update before a field is read ------------- */

/* Brings the costs up to date. OK, CANCELLED, LIMIT, NO_MEMORY; INVALID: it is its own callback
** that asks. */
astar_status field_sync(astar_field *field);
/* astar_field_new, for costs up to a limit; FIELD_NONE: all. */
astar_field *field_towards(astar_map *map, const astar_cell *goals, int32_t count, uint32_t limit,
                           const astar_query *query, astar_status *why);
/* A field with the costs from several cells, also from those where the class cannot stand, out of
** which it can step. NULL: see *why. */
astar_field *field_from(astar_map *map, const astar_cell *sources, int32_t count, uint32_t limit,
                        const astar_query *query, astar_status *why);
/* A field of few cells, with the costs from a cell up to a limit. None is found yet. NULL: see
** *why. */
astar_field *field_begin_walk(astar_map *map, astar_cell start, uint32_t limit,
                              const astar_query *query, astar_status *why);
/* Takes so many cells more of it, if there are any. As field_sync; nothing may have changed since
** the last time. */
astar_status field_walk_on(astar_field *field, uint64_t nodes);
void fields_free(astar_map *map);

const char *fields_validate(astar_map *map);

/* ---- field_repair.c: computing all costs, or those that changed cells affect ----------------- */

/* Finds every cost again; the view is made. False: no memory, and the costs mean nothing. */
bool field_compute(astar_field *field);
/* The same for a field that has paused: it goes on. */
bool field_resume(astar_field *field);
/* Takes all costs of a field of few cells away. */
void field_wipe(astar_field *field);
/* Finds again what the changes in the logs have made wrong, and what has changed in the field of
** the threats. False as above. */
bool field_repair(astar_field *field);

/* How dangerous it is to stay in a cell that threats have so far to go to: a fifth more than the
** distance makes it worth going past a threat to somewhere farther, rather than into a corner
** (Brogue's "safety maps"). */
static inline uint32_t field_danger_left(uint32_t far) {
  return far == FIELD_NONE ? 0 : FIELD_DANGER - far - far / 5;
}
/* The cost of a cell at which nothing is left to go: FIELD_NONE where there always is. */
uint32_t field_cost_at_rest(astar_field *field, Cell cell);
/* The directions of the neighbours that the cell may rest on, a bit for each. */
uint32_t field_ways(astar_field *field, Cell cell);
/* The cost of a cell by way of its neighbour in one of these directions. */
uint32_t field_cost_by(astar_field *field, Cell cell, int direction);
/* Did a cell get no cost because no field may have one so large? */
bool field_overflows(astar_field *field);

/* Is each cost the least that the cell and its neighbours allow? Of a field that is up to date. */
const char *field_validate(astar_field *field);

/* The next exit from a cell, or into it, from number *at on; NULL: there are no more. */
const Exit *field_exit(const astar_field *field, Cell cell, bool from, size_t *at);
/* The cost that an exit would give the cell on one side of it by way of the other. */
uint32_t field_cost_over(astar_field *field, const Exit *exit);

/* ---- field_read.c: costs, steps, and the paths that steps make ------------------------------- */

/* The cell to go on to from one with a cost, in a field that is up to date, as astar_field_step has
** it; NO_CELL: there is nothing left to go. */
Cell field_next(astar_field *field, Cell cell);

#endif
