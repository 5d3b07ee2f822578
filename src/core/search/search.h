/*
** A search: from a start over a view to the cheapest goal, in steps.
**
** This header is what the engines see. The files of this room that know the map make the view,
** answer what is known without a search, choose the engine, begin again when the map has changed
** under a suspended search, and write the path. An engine knows nodes and the open list: it expands
** nodes, and leaves the cost of the best goal and the way back from it.
*/
#ifndef ASTAR_SEARCH_H
#define ASTAR_SEARCH_H

#include "../grid/path.h"
#include "../grid/sparse_array.h"
#include "../map/cell_set.h"
#include "../view/cost_cache.h"
#include "search_scratch.h"

/* Part of a path: so many steps in one direction. */
typedef struct Run {
  int direction;
  uint32_t steps;
} Run;

/* The last runs into the goal, the last one first, and the node they come from. Engines that stop
** at each cell leave no runs, only the goal as the node. */
typedef struct Arrival {
  Run runs[2];
  int run_count;
  Cell node;
} Arrival;

/* What an engine keeps for itself while it works. What is in there its own file alone knows. It is
** zero before `try_direct` or `begin`. */
#define ENGINE_STATE_BYTES 96

typedef union EngineState {
  uint64_t number;                  /* aligned as these two are; Microsoft's C has no max_align_t */
  void *pointer;
  unsigned char bytes[ENGINE_STATE_BYTES];
} EngineState;

/* What a query with `trace` gets; see trace.h. */
typedef struct Trace {
  astar_trace_event *events;
  size_t count, capacity;
  size_t batch;                     /* where the events of the last expansion begin */
  Node *seen;                       /* the nodes before it; NULL: none were compared yet */
  size_t seen_count;
} Trace;

typedef struct Engine {
  astar_engine name;
  /* Takes nodes and an open list, and opens the start, whose F is `f`. OK or NO_MEMORY. */
  astar_status (*begin)(astar_search *search, uint32_t f);
  /* Expands until `expanded` reaches `until`: RUNNING; OK: the goal is found, its cost in `bound`
  ** and the way in `arrival`; UNREACHABLE: no cell is left; LIMIT, NO_MEMORY, CANCELLED. */
  astar_status (*run)(astar_search *search, uint32_t until);
  /* NULL, or gives back what its state holds. */
  void (*free_state)(astar_search *search);
  const char *(*validate)(const astar_search *search);  /* or NULL */
  /* NULL, or what comes before `begin` and needs no nodes. RUNNING: begin; OK: the goal was found
  ** at once; LIMIT, NO_MEMORY. */
  astar_status (*try_direct)(astar_search *search);
  /* NULL, or what comes when the nearest cell that was reached has become the arrival: has the
  ** nodes tell the way to it. */
  void (*write_way)(astar_search *search);
  /* NULL, or what comes before a search that may have been suspended goes on, when the plane is up
  ** to date. RUNNING: it goes on; CHANGING: it has to begin again; NO_MEMORY. */
  astar_status (*resume)(astar_search *search);
  /* NULL, or considers all entries of the open list. */
  void (*find_best)(const astar_search *search, BestNode *best);
  /* As `run`, with a trace. NULL: the search's nodes are compared. */
  astar_status (*run_traced)(astar_search *search, uint32_t until);
  bool keeps_runs;                  /* nodes hold the length of a run, else it is 1 */
  bool reads_each_cell;             /* an edit matters only near cells that were expanded */
} Engine;

/* Which landmarks there are, of use or not. */
typedef struct LandmarksSeen {
  uint64_t number;                  /* 0: none */
  uint64_t shortcuts;               /* which ones */
} LandmarksSeen;

/* The goal of a search, on the map. */
typedef struct Goal {
  astar_rect asked;                 /* as the query has it */
  astar_rect accepted;              /* what that accepts, with `within` and the unit's size */
  astar_rect cells;                 /* what is searched for */
  enum {
    AIM_ACCEPTED,                   /* the cells that are accepted */
    AIM_REACHABLE,                  /* none can be reached: the nearest cell that can */
    AIM_REACHED,                    /* the search ended without: the nearest cell that it reached */
  } aim;
} Goal;

/* Jump point search may search for a path as if there were no layers; see engine_choice.c. */
typedef enum BareAttempt {
  BARE_ATTEMPT_NONE,
  BARE_ATTEMPT_ACTIVE,              /* it does so now */
  BARE_ATTEMPT_FAILED,              /* layers lie on the way that it found */
} BareAttempt;

/* What comes next in the life of a search; see phase.c. */
typedef enum Phase {
  PHASE_BEGIN,                      /* to look at the query: what is known without a search? */
  PHASE_ENGINE,                     /* to choose an engine, and take memory for it */
  PHASE_RUN,                        /* to run the engine */
  PHASE_BUILD_PATH,                 /* to collect the path that was found, and check it */
  PHASE_END,                        /* nothing: `status` is the outcome */
} Phase;

/* Where its life has come to; see phase.c. */
typedef struct Progress {
  Phase phase;
  astar_status ran;                 /* what the engine said last */
  astar_status outcome;             /* with the path that is built */
  uint64_t edits_seen;              /* a position, see edits.h */
  uint32_t class_version;
  int restarts;
  bool suspended;                   /* the caller had the map in its hands in between */
  bool parallel;                    /* runs beside others: uses no table that is filled by need */
  bool without_units;               /* as if there were no units: are they why there is no way? */
} Progress;

#define BYPASSES 8

/* An area of the map from which a search may get on cheaper than the estimate says, and what it
** costs at least to come from there to the goal. */
typedef struct Bypass {
  int32_t left, top, right, bottom;
  uint64_t rest;
} Bypass;

/* What estimates know of links; see crossing.h. */
typedef struct Crossings {
  Bypass ways[BYPASSES];            /* areas of exits that undercut the estimate */
  int way_count;
  uint64_t least;                   /* what a path over any link costs at least */
} Crossings;

/* A way to the goal, from which a path is made. */
typedef struct Way {
  Waypoint *points;
  size_t count, capacity;
  int32_t length;                   /* in cells */
  uint32_t cost;
  Waypoint *turns;                  /* of an any-angle path: the ends of its lines */
  size_t turn_count, turn_capacity; /* 0: there are no lines */
  Explanation explanation;
} Way;

/* A goal that a search for the nearest ones has found, or that of an alternative. */
typedef struct FoundGoal {
  Cell arrival, goal;
  int32_t index;                    /* in the list of goals; -1: there is none */
  Way way;                          /* before it is built it has only its cost */
} FoundGoal;

/* What a search for the nearest of many goals works with, and what it has found; see targets.h. */
typedef struct Targets {
  astar_target request;             /* wanted = 0: the search is for one rectangle */
  int32_t sought;                   /* as many as are wanted, or are known to be within reach */
  bool reach_unknown;               /* if any is within reach was not found out beforehand */
  CellSet goals, asked;             /* known to be goals; the caller's function was asked about, */
  SparseArray asked_of;             /* and of so many cells of a block, by column and row */
  CellSet blocks;                   /* in which those of a list are, by column and row */
  CellSet met;                      /* goals that were found, */
  CellSet exhausted;                /* and blocks in which all were, by column and row */
  uint64_t *aside;                  /* cost and cell, where goals are in reach: to be looked at */
  size_t aside_count, aside_capacity;
  uint32_t aside_turn;              /* when that bucket is empty */
  FoundGoal *found;                 /* the nearest first */
  size_t count, capacity;
  bool met_units;                   /* a unit keeps the place from which one would be reached */
} Targets;

/* What a breach leads through, in the order of its path. */
typedef struct Obstacles {
  astar_obstacle *list;
  size_t count, capacity;
} Obstacles;

struct astar_search {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_search *before, *next;      /* among the map's searches, the idle one included */
  astar_map *map;
  /* the question */
  astar_query query;                /* resolved */
  astar_cell query_start;           /* where it is asked from; the start may be another cell, see
                                    ** blocked_start.h */
  int32_t start_x, start_y;
  Cell start;
  Goal goal;
  Targets targets;
  QueryDate date;                   /* when it was asked */
  const char *objection;            /* to the engine that the query names, in words; or NULL */
  /* the costs */
  View view;
  SearchScratch *scratch;           /* what the view works with; NULL after search_shrink */
  CostCache *cost_cache;            /* the costs of cells, where engines share them; or NULL */
  Crossings crossings;
  DeadEndFilter dead_end_filter;    /* which dead ends it passes over */
  /* the work */
  Progress progress;
  const Engine *engine;             /* NULL: answered without */
  bool engine_works;                /* its state is in use */
  EngineState engine_state;
  Nodes nodes;
  OpenList open;                    /* of an engine that expands nodes in order; */
  BucketQueue buckets;              /* or of one that does so roughly */
  LandmarksSeen landmarks;          /* those with which the engine began */
  bool exact;                       /* the heuristic is consistent and not weighted */
  BareAttempt bare_attempt;
  bool overflowed;                  /* a cost beyond 32 bits was met, and passed over */
  uint32_t expanded, budget;
  uint32_t upfront_nodes;           /* nodes that were worth what was found out before the search */
  uint32_t bound;                   /* cost of the best goal so far, UINT32_MAX: none */
  Arrival arrival;
  /* the answer */
  astar_status status;
  Way way;                          /* where there is one path; those of several are `found`'s */
  Trace trace;
  Obstacles obstacles;
};
HAS_USER_DATA(astar_search);

/* Is everything still there that the query asks about? What is gone must not be touched. */
bool search_is_whole(const astar_search *search);
/* An idle search, given back by astar_search_free. NULL: no memory. */
astar_search *search_take(astar_map *map);
/* Begins nodes; the lowest bits of each are written over by jump point search (numbering 0), hold
** the patterns of a numbering, or are left alone (NUMBERING_ANY). False: no memory. */
bool search_begin_nodes(astar_search *search, uint64_t numbering);
/* Makes another set of nodes for the pool, with the patterns of a plane where one is given.
** False: no memory. */
bool search_add_pool_nodes(astar_map *map, Plane *plane);
/* The landmarks that estimates are made with at present; NULL: none. They know nothing of links. */
const Landmarks *search_landmarks(const astar_search *search);
/* Begin an open list; see open_list.h, bucket_queue.h. */
uint32_t search_bucket_width(const astar_search *search);
bool search_begin_open(astar_search *search, uint32_t first_f, uint32_t width);
bool search_begin_buckets(astar_search *search, uint32_t first_f, uint32_t width);
/* Considers all entries of them. */
void search_find_best(const astar_search *search, BestNode *best);
/* All steps that can be made from the start, or from the end of a link, over a bare plane or the
** search's cost cache. */
uint32_t search_first_steps(astar_search *search, Cell cell);
/* What comes out of an engine that has nothing left to expand. */
static inline astar_status search_outcome(const astar_search *search) {
  if (search->bound != UINT32_MAX) return ASTAR_OK;
  return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}
/* One more entry for later. False: no memory. */
static inline bool search_push(astar_search *search, uint64_t entry) {
  return bucket_queue_push(&search->buckets, &search->map->memory, entry);
}
/* The engine's state is zero, and its own from now on; or given back, with the open lists. */
void search_start_engine(astar_search *search);
void search_stop_engine(astar_search *search);
/* One more waypoint of the way. False: no memory. */
bool search_add_waypoint(astar_search *search, Waypoint waypoint);
/* Forgets the goals that were found. */
void search_forget_found(astar_search *search);
/* Gives back to the map what only a search under way needs. */
void search_give_back(astar_search *search);
/* And all else that has the size of the map: the path may be asked for much later, or never. */
void search_shrink(astar_search *search);
void searches_free(astar_map *map);

#endif
