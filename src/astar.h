/*
** astar: exact pathfinding on grids for games, with terrain costs, movement classes, danger,
** comrades' paths and fog of war.
**
** Conventions of this interface
**   - Coordinates are cells counted from 0, x to the right and y down.
**   - A function that can fail returns an astar_status (ASTAR_OK is 0), or NULL with the status
**     in *why. A call that fails has changed nothing.
**   - Costs are integers. A straight step over open ground costs `straight` (10), a diagonal one
**     `diagonal` (14). Entering terrain of cost c costs c straight and
**     (c * diagonal + straight / 2) / straight diagonally; penalties are added once per cell.
**   - Everything belongs to a map and dies with it. No state is global: any number of maps may be
**     used at once, each by one thread at a time.
**   - Weights, decay, falloff, speed and fractions of a cell are integers in 1/1024.
*/
#ifndef ASTAR_H
#define ASTAR_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define ASTAR_API
#else
#define ASTAR_API __attribute__((visibility("default")))
#endif

/* A field of a struct, with the name that it had before: compilers that can say so refuse to use
** that one, with a message that tells today's. Others do not know it. */
#if defined(__has_attribute)
#if __has_attribute(unavailable)
#define ASTAR_RENAMED(type, now, was) \
  union { type now; __attribute__((unavailable("it is called " #now " now"))) type was; }
#endif
#endif
#ifndef ASTAR_RENAMED
#define ASTAR_RENAMED(type, now, was) type now
#endif

#define ASTAR_VERSION "0.1.0"

#define ASTAR_ONE 1024              /* 1.0 as weight, factor, speed or fraction */
#define ASTAR_MAX_CELLS (1 << 28)   /* width * height of the largest map */
#define ASTAR_MAX_COST 65535        /* the largest entering cost */
#define ASTAR_MAX_PENALTY 983040    /* what the layers of a query may add up to: 15 * 65536 */
#define ASTAR_MAX_TERRAINS 255      /* kinds of terrain on one map */
#define ASTAR_MAX_SIZE 32           /* a unit covers at most 32 x 32 cells */
#define ASTAR_MAX_RADIUS 255        /* of sight, stamps and claims */
#define ASTAR_NAME_MAX 63           /* bytes in a name, without the final 0 */

/* ---- outcomes ------------------------------------------------------------------------------ */

typedef enum astar_status {
  ASTAR_OK = 0,
  ASTAR_PARTIAL,        /* a path to the reachable cell nearest to the goal, as asked for */
  ASTAR_RUNNING,        /* a search that has not come to its end */
  ASTAR_UNREACHABLE,    /* no way over the terrain, as far as the player knows */
  ASTAR_CROWDED,        /* terrain would allow a way, but units stand in it */
  ASTAR_START_BLOCKED,  /* the class cannot stand where the path would start */
  ASTAR_GOAL_BLOCKED,   /* no cell of the goal can be entered */
  ASTAR_BUDGET,         /* more nodes would have to be expanded than were allowed */
  ASTAR_LIMIT,          /* a cost would not fit its number */
  ASTAR_CHANGING,       /* the map changed under a suspended search too often */
  ASTAR_CANCELLED,      /* given up by the caller, or by a callback */
  ASTAR_NO_MEMORY,
  ASTAR_INVALID,        /* an argument is out of its range or belongs to another map */
  ASTAR_UNSUITED,       /* the engine that the query names does not answer it exactly */
  ASTAR_FOREIGN,        /* not a saved map at all */
  ASTAR_DAMAGED,        /* a saved map that was cut off or changed */
  ASTAR_NEWER           /* a saved map in a format that this library does not know yet */
} astar_status;

/* "ok", "partial", "running", "unreachable", "crowded", "start_blocked", … */
ASTAR_API const char *astar_status_name(astar_status status);

/* ---- memory -------------------------------------------------------------------------------- */

/*
** Allocates, resizes and frees, as lua_Alloc does: new_size 0 frees `block` and returns NULL;
** a failure returns NULL and leaves `block` as it was. old_size is the size of `block`, or 0.
*/
typedef void *(*astar_realloc_fn)(void *user, void *block, size_t old_size, size_t new_size);

typedef struct astar_allocator {
  astar_realloc_fn realloc;         /* NULL: the C library's */
  void *user;
} astar_allocator;

/* ---- map and terrain ----------------------------------------------------------------------- */

typedef struct astar_map astar_map;
typedef struct astar_class astar_class;
typedef struct astar_player astar_player;
typedef struct astar_influence astar_influence;
typedef struct astar_unit astar_unit;
typedef struct astar_search astar_search;
typedef struct astar_path astar_path;

typedef struct astar_rect { int32_t x, y, width, height; } astar_rect;
typedef struct astar_cell { int32_t x, y; } astar_cell;

typedef enum astar_projection { ASTAR_SQUARE, ASTAR_ISOMETRIC } astar_projection;

typedef struct astar_map_desc {
  int32_t width, height;            /* cells; width * height <= ASTAR_MAX_CELLS */
  int32_t straight, diagonal;       /* 10, 14; 1 <= straight <= diagonal <= 2 * straight <= 65534 */
  astar_projection projection;
  double origin_x, origin_y;        /* world position of the map's corner (isometric: its top) */
  double cell_width, cell_height;   /* size of a cell (isometric: of its diamond): pixels, metres */
  astar_allocator allocator;
} astar_map_desc;

ASTAR_API astar_map_desc astar_map_default(void);          /* 10 : 14, cells of 1 x 1 at 0, 0 */

/* A map with no kinds of terrain: the first one defined fills it. */
ASTAR_API astar_map *astar_map_new(const astar_map_desc *desc, astar_status *why);
ASTAR_API void astar_map_free(astar_map *map);             /* and all that belongs to it */

ASTAR_API astar_map_desc astar_map_description(const astar_map *map);   /* what it was made with */
ASTAR_API int32_t astar_map_width(const astar_map *map);
ASTAR_API int32_t astar_map_height(const astar_map *map);
ASTAR_API int32_t astar_map_straight(const astar_map *map);
ASTAR_API int32_t astar_map_diagonal(const astar_map *map);
ASTAR_API uint64_t astar_map_hash(const astar_map *map);   /* of all state; the same everywhere */
ASTAR_API size_t astar_map_memory(const astar_map *map);   /* bytes held, tables and scratch too */

/* FNV-1a of 64 bits, the checksum of saved maps: for what a game saves beside them. */
ASTAR_API uint64_t astar_checksum(const void *bytes, size_t size);

/*
** Saving and loading all of a map: terrain, classes, players and what they know and see, influence
** maps, units with their paths, waiting tickets, the count of ticks. The bytes are the same on
** every machine; docs/formats.md describes them.
**
** astar_map_save_size tells how many they are; then astar_map_save writes them into memory of that
** size, before anything else is done with the map. What cannot be saved is ended in the map itself,
** so that it and the one that is loaded go on with the same astar_map_hash: searches for new paths
** and those of the queue start again, tickets whose query has lost its unit or player are
** cancelled, and planes that were prepared or have had their dead ends found get these found again.
** Results are not saved: searches, fields, explanations, tickets that have ended. 0 with INVALID
** (the map is locked) or NO_MEMORY (which may have found some landmarks again).
*/
ASTAR_API size_t astar_map_save_size(astar_map *map, astar_status *why);
ASTAR_API void astar_map_save(const astar_map *map, void *memory);
/* The map with all that belongs to it, which the `_next` functions find in the order of making.
** NULL: FOREIGN, DAMAGED, NEWER or NO_MEMORY. Whatever the bytes are, nothing else happens. */
ASTAR_API astar_map *astar_map_load(const void *bytes, size_t size, astar_allocator allocator,
                                    astar_status *why);

/* While a callback of a search runs the map is locked: calls that would change it are INVALID. */
ASTAR_API bool astar_map_locked(const astar_map *map);

/*
** Defines a kind of terrain, or redefines the one of that name. cost 0: cannot be entered.
** Ids count from 1 in the order of definition. Returns the id in *id (may be NULL).
** LIMIT: more than ASTAR_MAX_TERRAINS kinds.
*/
ASTAR_API astar_status astar_terrain_define(astar_map *map, const char *name, int32_t cost,
                                            bool opaque, int32_t *id);
ASTAR_API int32_t astar_terrain_count(const astar_map *map);
ASTAR_API int32_t astar_terrain_find(const astar_map *map, const char *name);   /* 0: none */
ASTAR_API const char *astar_terrain_name(const astar_map *map, int32_t id);
ASTAR_API int32_t astar_terrain_cost(const astar_map *map, int32_t id);
ASTAR_API bool astar_terrain_opaque(const astar_map *map, int32_t id);

/* The terrain at a cell; 0 outside the map. */
ASTAR_API int32_t astar_map_get(const astar_map *map, int32_t x, int32_t y);
ASTAR_API astar_status astar_map_set(astar_map *map, int32_t x, int32_t y, int32_t terrain);
ASTAR_API astar_status astar_map_fill(astar_map *map, astar_rect rect, int32_t terrain);
/* Sets a rectangle from ids, row by row; all ids are checked before anything changes. */
ASTAR_API astar_status astar_map_paint(astar_map *map, astar_rect rect, const uint8_t *terrains);

/* Game coordinates. astar_map_cell_at is false outside the map; astar_map_center takes any cell. */
ASTAR_API bool astar_map_cell_at(const astar_map *map, double wx, double wy, astar_cell *cell);
ASTAR_API void astar_map_center(const astar_map *map, int32_t x, int32_t y, double *wx, double *wy);
/* Sets every cell that a round obstacle overlaps to `terrain`; *changed (may be NULL): how many. */
ASTAR_API astar_status astar_map_block_circle(astar_map *map, double wx, double wy, double radius,
                                              int32_t terrain, int32_t *changed);

/* ---- movement classes ---------------------------------------------------------------------- */

typedef enum astar_diagonal_rule {  /* when may a step go diagonally? */
  ASTAR_DIAGONAL_NO_OBSTACLES,      /* both straight neighbours can be entered (default) */
  ASTAR_DIAGONAL_AT_MOST_ONE,       /* at least one of them can */
  ASTAR_DIAGONAL_ALWAYS,
  ASTAR_DIAGONAL_NEVER
} astar_diagonal_rule;

#define ASTAR_TERRAIN_DEFAULT (-1)  /* as a class's cost: the terrain's own */

typedef struct astar_class_desc {
  const int32_t *costs;             /* by terrain id, costs[0] unused; NULL: every terrain's own */
  int32_t cost_count;               /* ids from here on take the terrain's own cost */
  int32_t unknown;                  /* cost of an unseen cell; 0 never entered; -1 straight cost */
  int32_t size;                     /* 1 … ASTAR_MAX_SIZE: covers size x size cells, named by the
                                       upper left one */
  astar_diagonal_rule diagonal;
} astar_class_desc;

ASTAR_API astar_class_desc astar_class_default(void);
ASTAR_API astar_class *astar_class_new(astar_map *map, const astar_class_desc *desc,
                                       astar_status *why);
/* The class that queries use where they name none; it is there from the start. */
ASTAR_API astar_class *astar_map_class(astar_map *map);
/* NULL begins, with the default class, and NULL ends; so it is with players and influence maps. */
ASTAR_API astar_class *astar_class_next(const astar_map *map, const astar_class *cls);
ASTAR_API int32_t astar_class_cost(const astar_class *cls, int32_t terrain);
ASTAR_API int32_t astar_class_size(const astar_class *cls);

/* ---- players and what they know ------------------------------------------------------------ */

typedef enum astar_knowledge { ASTAR_UNSEEN, ASTAR_SEEN, ASTAR_VISIBLE } astar_knowledge;

/* INVALID: the map has a player of that name. LIMIT: more than 64 players. */
ASTAR_API astar_player *astar_player_new(astar_map *map, const char *name, astar_status *why);
ASTAR_API void astar_player_remove(astar_player *player);  /* with its units */
ASTAR_API astar_player *astar_player_next(const astar_map *map, const astar_player *player);
ASTAR_API const char *astar_player_name(const astar_player *player);

/*
** Symmetric shadowcasting: shows every cell within `radius` (Euclid) that opaque terrain does not
** hide. The cells stay visible until astar_player_end_sight. *changed and *count (may be NULL)
** receive the cells whose known terrain is new or different; valid until the next call for this
** player.
*/
ASTAR_API astar_status astar_player_see(astar_player *player, int32_t x, int32_t y,
                                        int32_t radius, const astar_cell **changed,
                                        int32_t *count);
/* A new look: what astar_player_see showed is no longer visible, only seen; units keep seeing. */
ASTAR_API astar_status astar_player_end_sight(astar_player *player);
/* Makes all cells known as they are now. */
ASTAR_API astar_status astar_player_reveal(astar_player *player);
/* Forgets all that no unit sees at this moment. */
ASTAR_API astar_status astar_player_forget(astar_player *player);
ASTAR_API astar_knowledge astar_player_knows(const astar_player *player, int32_t x, int32_t y);
/* The terrain it was when last seen; 0: unseen. */
ASTAR_API int32_t astar_player_terrain(const astar_player *player, int32_t x, int32_t y);
/*
** From now on `with` knows what `player` knows and sees; the units of `player` are visible to `with`,
** and their claims apply to its queries. One direction only, and not handed on.
*/
ASTAR_API astar_status astar_player_share(astar_player *player, astar_player *with, bool on);
/* Does it? Everyone shares with themselves. */
ASTAR_API bool astar_player_shares(const astar_player *player, const astar_player *with);

/* ---- influence maps ------------------------------------------------------------------------ */

typedef enum astar_falloff { ASTAR_FALLOFF_LINEAR, ASTAR_FALLOFF_NONE } astar_falloff;

/* A map of penalties, all 0. `weight` is what queries of units count it with where they say
** nothing. INVALID: the map has an influence of that name. */
ASTAR_API astar_influence *astar_influence_new(astar_map *map, const char *name, int32_t weight,
                                               astar_status *why);
ASTAR_API void astar_influence_remove(astar_influence *influence);
ASTAR_API astar_influence *astar_influence_next(const astar_map *map,
                                                const astar_influence *influence);
ASTAR_API const char *astar_influence_name(const astar_influence *influence);
ASTAR_API int32_t astar_influence_weight(const astar_influence *influence);
ASTAR_API int32_t astar_influence_get(const astar_influence *influence, int32_t x, int32_t y);
ASTAR_API astar_status astar_influence_set(astar_influence *influence, int32_t x, int32_t y,
                                           int32_t value);
/* Values stay within -ASTAR_MAX_COST … ASTAR_MAX_COST. The stamp falls to 0 one cell beyond
** `radius` (Euclid). Parts outside the map are cut off. */
ASTAR_API astar_status astar_influence_add(astar_influence *influence, int32_t x, int32_t y,
                                           int32_t amount, int32_t radius, astar_falloff falloff);
/* Every value times factor / 1024 (0 … 1024), rounded towards 0. */
ASTAR_API astar_status astar_influence_decay(astar_influence *influence, int32_t factor);
/* Every cell gives `share` / 1024 of its value to its eight neighbours in equal parts. */
ASTAR_API astar_status astar_influence_spread(astar_influence *influence, int32_t share);
ASTAR_API astar_status astar_influence_clear(astar_influence *influence);

/* ---- queries ------------------------------------------------------------------------------- */

typedef enum astar_heuristic {      /* estimates of the way left; see docs/reference.md */
  ASTAR_OCTILE, ASTAR_MANHATTAN, ASTAR_EUCLIDEAN, ASTAR_CHEBYSHEV, ASTAR_NO_HEURISTIC
} astar_heuristic;

/* Ways to search. Where several are exact they give the same path. A query that names one which is
** not exact for it ends with UNSUITED. */
typedef enum astar_engine {
  ASTAR_ENGINE_AUTO,                /* the fastest that is exact for the query */
  ASTAR_ENGINE_ASTAR,               /* plain A*, for any query; with turn_cost that is TURN */
  ASTAR_ENGINE_JUMP,                /* jump point search: all open cells cost the same */
  ASTAR_ENGINE_ROUGH,               /* the same, where layers only make some cells dearer */
  ASTAR_ENGINE_PRUNED,              /* A* that follows only the steps worth following */
  ASTAR_ENGINE_TURN,                /* A* over cells and directions, with a turn_cost */
  ASTAR_ENGINE_FLOOD,               /* Dijkstra's search, for the nearest of many goals */
  ASTAR_ENGINE_NONE                 /* as an answer: the outcome was known without a search */
} astar_engine;

#define ASTAR_EXTRA_BLOCKED (-1)
#define ASTAR_EXTRA_ABORT (-2)

/* Asked once per cell and query. Returns a penalty >= 0, BLOCKED, or ABORT (then CANCELLED).
** `terrain` is what the player knows of the cell, 0 where it has not seen it. */
typedef int32_t (*astar_extra_fn)(void *user, int32_t x, int32_t y, int32_t terrain);

typedef struct astar_weighted { astar_influence *influence; int32_t weight; } astar_weighted;

typedef struct astar_query {
  astar_class *cls;                 /* NULL: the unit's, else the map's default class */
  astar_player *player;             /* NULL: the unit's, else all is known */
  astar_unit *unit;                 /* brings class, player, claims and occupancy along */
  const astar_weighted *influences; /* counted for entering a cell, each times its weight */
  int32_t influence_count;          /* -1: for a unit every map's own weight, else none */
  bool claims, occupancy;           /* both true; they need `unit` */
  int32_t claim_radius;             /* 10: comrades this near to the unit count (Chebyshev) */
  int32_t claim_penalty;            /* -1: one straight step */
  astar_heuristic heuristic;
  ASTAR_RENAMED(int32_t, heuristic_weight, weight);   /* of the heuristic, ASTAR_ONE …; more: at
                                       most that much dearer than the cheapest */
  ASTAR_RENAMED(astar_engine, engine, search);
  int32_t within;                   /* 0; n: arrived when n cells from the goal (Chebyshev, from
                                       the nearest cell covered) */
  ASTAR_RENAMED(int32_t, turn_cost, turn);            /* 0; the cost of each eighth of a turn on
                                       the way */
  bool partial;                     /* instead of failing, the way to the nearest cell */
  bool explain;                     /* record what each layer contributed */
  bool trace;                       /* record what was opened and closed; plain A* */
  uint32_t budget;                  /* expanded nodes; 0: enough for all cells */
  ASTAR_RENAMED(astar_extra_fn, extra_cost, extra);
  void *extra_user;
} astar_query;

ASTAR_API astar_query astar_query_default(void);

/*
** The cost of entering a cell under a query. 0: cannot be entered. `diagonal` chooses the kind of
** step. INVALID (in *why) outside the map; LIMIT where the layers of the query might add up to more
** than ASTAR_MAX_PENALTY, or less than its negative, which ends searches, too.
*/
ASTAR_API int32_t astar_map_cost(astar_map *map, int32_t x, int32_t y, bool diagonal,
                                 const astar_query *query, astar_status *why);
/* Is there a way over the terrain, as the player knows it? OK, UNREACHABLE, START_BLOCKED, … */
ASTAR_API astar_status astar_map_reachable(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                           const astar_query *query);
/* The region of a cell: 1 + the index (y * width + x) of its first cell, 0 where the class cannot
** stand; *size (may be NULL): its number of cells. */
ASTAR_API astar_status astar_map_region(astar_map *map, int32_t x, int32_t y,
                                        const astar_query *query, uint32_t *region, uint32_t *size);

/*
** Prepares the plane of a query, its class and player, for searches over weighted terrain: finds
** the costs from and to a few landmarks, 32 bytes a cell. Paths stay the same; how many nodes are
** expanded does not. Costs may change later: while they rise, or fall a little, the landmarks serve
** on; while cells are open that were blocked, they rest. Prepared again, they are found again; that
** does nothing where all is as it was.
*/
ASTAR_API astar_status astar_map_prepare(astar_map *map, const astar_query *query);
/*
** Finds the dead ends of the plane of a query: parts that hang on the rest by a single cell.
** Searches for paths then pass over those that hold neither start nor goal. Paths stay the same;
** how many nodes are expanded does not. It takes 4 bytes a cell, and up to 12 for each cell of a
** corridor. Cells may be blocked later; while cells are open that had been blocked, what they touch
** is not passed over. Found again, dead ends are those of the present. INVALID, NO_MEMORY.
*/
ASTAR_API astar_status astar_map_find_dead_ends(astar_map *map, const astar_query *query);
/*
** Do all ways out of a rectangle go through one cell, in it or next to it? Then *is_one, and *cell
** is that cell, x = -1 where no way leads out. Else *cell is one in the rectangle from which there
** is another way. Checks what a map maker has tagged as a dead end; needs none to have been found.
*/
ASTAR_API astar_status astar_map_is_dead_end(astar_map *map, astar_rect rect,
                                             const astar_query *query, bool *is_one,
                                             astar_cell *cell);

/* ---- search -------------------------------------------------------------------------------- */

typedef enum astar_event_kind { ASTAR_OPENED, ASTAR_IMPROVED, ASTAR_CLOSED } astar_event_kind;

typedef struct astar_trace_event {
  astar_event_kind kind;
  astar_cell cell, parent;          /* the start is its own parent */
  uint32_t f, g, h;
} astar_trace_event;

/*
** Begins a search from x, y to the cheapest-to-reach cell of `goal`. NULL only with NO_MEMORY or
** INVALID in *why; every other outcome, even one known at once, is reported by astar_search_step.
** The query is copied; what it points to must stay until the search is freed.
*/
ASTAR_API astar_search *astar_search_new(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                         const astar_query *query, astar_status *why);
/* Expands at most `nodes` nodes. RUNNING, or the outcome, again and again. After NO_MEMORY the next
** step begins the search again. */
ASTAR_API astar_status astar_search_step(astar_search *search, uint32_t nodes);
ASTAR_API uint32_t astar_search_expanded(const astar_search *search);
/* The engine at work, or that came to the outcome: NONE where none was needed, or none yet. */
ASTAR_API astar_engine astar_search_engine(const astar_search *search);
/* Why the engine that the query names is not exact for it; NULL: the outcome is not UNSUITED. */
ASTAR_API const char *astar_search_objection(const astar_search *search);
/* "auto", "astar", "jump", … */
ASTAR_API const char *astar_engine_name(astar_engine engine);
/* The events so far; valid until the next step. */
ASTAR_API const astar_trace_event *astar_search_trace(const astar_search *search, size_t *count);
/* How many bytes the path needs; 0 where there is none. An ended search keeps its path, and what
** explains it, whatever is removed from the map. */
ASTAR_API size_t astar_search_path_size(const astar_search *search);
/* Writes the path into memory of that size, aligned as malloc does. It has no pointers in it, may
** be copied and moved, and lives as long as its memory. */
ASTAR_API astar_path *astar_search_path(const astar_search *search, void *memory);
ASTAR_API void astar_search_free(astar_search *search);

/* ---- the nearest of many ------------------------------------------------------------------- */

/* Is it a goal? Asked once per cell and search, in the order in which cells come into reach: 1, 0,
** or ABORT (then CANCELLED). The map must not be changed meanwhile. */
typedef int32_t (*astar_accept_fn)(void *user, int32_t x, int32_t y, int32_t terrain);

/* The goals: one of these four ways to name them, and how many are wanted. */
typedef struct astar_target {
  const astar_cell *cells;          /* any of these, which must stay until the search is freed */
  int32_t cell_count;
  int32_t terrain;                  /* not 0: any cell that the player knows to be of it */
  bool unseen;                      /* any cell that the player has not seen */
  astar_accept_fn accepts;          /* or what this function says */
  void *user;
  int32_t wanted;                   /* so many goals, the nearest first: 1 … */
} astar_target;

/*
** Begins a search for the nearest goals, by the cost of the way: Dijkstra's search from x, y. It is
** stepped and delivers a path as every search does; `within` means cells from which a goal counts
** as reached. Heuristic, heuristic_weight and engine of the query mean nothing; `partial` and
** `turn_cost` are INVALID.
*/
ASTAR_API astar_search *astar_nearest_new(astar_map *map, int32_t x, int32_t y,
                                          const astar_target *target, const astar_query *query,
                                          astar_status *why);
/* How many were found; fewer than wanted where there are no more. */
ASTAR_API int32_t astar_search_found(const astar_search *search);
/* Makes number 0 … found - 1 the one that astar_search_path writes the path to; at first it is the
** nearest. Returns the goal; *index: where it stands in the list of cells, else -1. */
ASTAR_API astar_cell astar_search_choose(astar_search *search, int32_t number, int32_t *index);

/* ---- all at once --------------------------------------------------------------------------- */

/* begin, step to the end, path and free in one call; *path is freed by astar_path_free. */
ASTAR_API astar_status astar_path_find(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                       const astar_query *query, astar_path **path);
ASTAR_API void astar_path_free(astar_map *map, astar_path *path);

/* ---- the queue ----------------------------------------------------------------------------- */

/*
** Many searches, spread over the ticks of a game: each is asked for and gets a ticket, and
** astar_queue_work spends a budget of nodes on those that wait, once a tick. Players that have
** tickets get equal shares of it; see docs/reference.md for the order in which tickets are served.
** It does not depend on the number of threads.
*/

typedef struct astar_ticket astar_ticket;

#define ASTAR_AT_UNIT INT32_MIN     /* as x: where the query's unit stands when its turn comes */

/* Makes the tables that the search will read and nodes for it, so that astar_queue_work need not:
** the first requests take long. The query is copied; what it points to must stay, but for its list
** of influences. Callback and trace are INVALID here. The higher the priority, the sooner among
** those of the same player. NULL: NO_MEMORY or INVALID. */
ASTAR_API astar_ticket *astar_queue_request(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                            const astar_query *query, int32_t priority,
                                            astar_status *why);
/*
** Expands `nodes` nodes at most, all in all, on so many threads (1: the caller's alone), which have
** ended when it returns. *used (may be NULL) is what of the budget was spent. INVALID: the map is
** locked, or there are no threads. NO_MEMORY: the searches that lacked it wait again.
*/
ASTAR_API astar_status astar_queue_work(astar_map *map, uint32_t nodes, int32_t threads,
                                        uint32_t *used);
/* The next ticket that has come to its end and was not named yet, in that order; NULL: none. */
ASTAR_API astar_ticket *astar_ticket_next(astar_map *map);
/* RUNNING while it waits or is under way; else the outcome. CANCELLED also where something that the
** query names was removed. */
ASTAR_API astar_status astar_ticket_status(const astar_ticket *ticket);
/* Its search, for expanded, path size and path: NULL while it waits, or where none was made. */
ASTAR_API const astar_search *astar_ticket_search(const astar_ticket *ticket);
/* Ends it, where it has not ended yet. */
ASTAR_API void astar_ticket_cancel(astar_ticket *ticket);
ASTAR_API void astar_ticket_free(astar_ticket *ticket);
/* Those that have not ended, in the order in which they were asked for: NULL begins, NULL ends. */
ASTAR_API astar_ticket *astar_ticket_waiting(const astar_map *map, const astar_ticket *after);
/* What it asks: the query, with class and player filled in. */
ASTAR_API const astar_query *astar_ticket_query(const astar_ticket *ticket);
/* How many tickets wait or are under way. */
ASTAR_API int32_t astar_queue_waiting(const astar_map *map);
/* Of what they ask, and of how far they have come, which astar_map_hash leaves out. */
ASTAR_API uint64_t astar_queue_hash(const astar_map *map);

/* ---- fields -------------------------------------------------------------------------------- */

/*
** What the way costs from every cell to the nearest of some goals, for many units that go there.
** The query says how they move and which layers count; its heuristic, heuristic_weight, engine,
** within, turn_cost, partial, explain, trace and budget mean nothing here. It is copied; the
** callback's user must stay.
**
** Reading brings a field up to date: terrain, knowledge and influence maps that have changed since
** are taken into account by repairing what rested on them, with the result of computing it again.
** Units count as they stood when the field was made or updated last; the callback is asked again
** about cells that have changed, and must say the same of others as before.
**
** INVALID: the cell is outside of the map, or the field's own callback asks it. CANCELLED: what the
** query names was removed, or the callback said so. LIMIT: the layers might add up to too much, or
** threats have too far to go. After NO_MEMORY, and an ABORT of the callback, one may ask again.
*/

typedef struct astar_field astar_field;

/* To the cheapest to reach of `count` goals, 1 or more. NULL with INVALID, CANCELLED, LIMIT or
** NO_MEMORY. */
ASTAR_API astar_field *astar_field_new(astar_map *map, const astar_cell *goals, int32_t count,
                                       const astar_query *query, astar_status *why);
/* From x, y to every cell that costs `limit` at most. */
ASTAR_API astar_field *astar_field_reach(astar_map *map, int32_t x, int32_t y, uint32_t limit,
                                         const astar_query *query, astar_status *why);
/* Away from threats: downhill to where they have farthest to go, out of dead ends, and past a
** threat where that pays, but never through its cell. Costs are those of the way plus the danger
** that is left at its end: 1.2 times as much as threats have less to go to it than to the farthest
** cell. A threat also counts in a cell that the class cannot enter: it comes out of it. */
ASTAR_API astar_field *astar_field_flee(astar_map *map, const astar_cell *threats, int32_t count,
                                        const astar_query *query, astar_status *why);
/* Does nothing while the field's own callback runs. */
ASTAR_API void astar_field_free(astar_field *field);
/* Computes the field again, and takes units and the callback into account as they are now. */
ASTAR_API astar_status astar_field_update(astar_field *field);
/* OK, or what a search would say: UNREACHABLE (also beyond `limit`), CROWDED, START_BLOCKED,
** GOAL_BLOCKED, LIMIT. A unit that stands in a cell is no hindrance to leaving it. */
ASTAR_API astar_status astar_field_cost(astar_field *field, int32_t x, int32_t y,
                                        uint32_t *cost);
/* Finds the next cell that has a cost, from *at on to the right and then row by row. OK: it is in *at.
** UNREACHABLE: there is none left. */
ASTAR_API astar_status astar_field_seek(astar_field *field, astar_cell *at, uint32_t *cost);
/* The neighbour to go to: towards the goals, or back to the start; the first in the order of
** directions among equally good ones. The cell itself where nothing is left to go. */
ASTAR_API astar_status astar_field_step(astar_field *field, int32_t x, int32_t y,
                                        astar_cell *next);
/* The path that these steps make, from x, y on, or from the start to x, y: how many bytes it needs,
** 0 where there is none; and the path, written at once into memory of that size, as by
** astar_search_path. */
ASTAR_API size_t astar_field_path_size(astar_field *field, int32_t x, int32_t y,
                                       astar_status *why);
ASTAR_API astar_path *astar_field_path(astar_field *field, int32_t x, int32_t y, void *memory);

/* ---- path ---------------------------------------------------------------------------------- */

ASTAR_API size_t astar_path_bytes(const astar_path *path);
ASTAR_API int32_t astar_path_length(const astar_path *path);       /* cells, the start included */
ASTAR_API uint32_t astar_path_cost(const astar_path *path);
ASTAR_API uint32_t astar_path_expanded(const astar_path *path);
ASTAR_API astar_status astar_path_status(const astar_path *path);  /* OK or PARTIAL */
ASTAR_API astar_cell astar_path_cell(const astar_path *path, int32_t index);   /* 0 … length - 1 */
/* All cells in order, `count` at most from `first` on; returns how many were written. */
ASTAR_API int32_t astar_path_cells(const astar_path *path, int32_t first, int32_t count,
                                   astar_cell *cells);
/* The point at a distance, in game coordinates, along the line through the cells' centers; its end
** beyond. */
ASTAR_API void astar_path_point(const astar_map *map, const astar_path *path, double distance,
                                double *wx, double *wy);
ASTAR_API double astar_path_distance(const astar_map *map, const astar_path *path);
/* The index of the first cell from `first` on that can no longer be entered, or -1. */
ASTAR_API int32_t astar_path_blocked(astar_map *map, const astar_path *path, int32_t first,
                                     const astar_query *query, astar_status *why);

/*
** Straight lines, for units that may move in any direction. The cost of a line is the length that
** lies in each cell times the straight cost of entering it. OK, UNREACHABLE where it crosses a cell
** that cannot be entered, or a corner that must not be cut, START_BLOCKED, LIMIT, CANCELLED.
*/
ASTAR_API astar_status astar_map_line(astar_map *map, int32_t x, int32_t y, int32_t to_x,
                                      int32_t to_y, const astar_query *query, uint32_t *cost);
/*
** The cells of a path at which a unit has to turn that goes in straight lines where it can: where
** they cross no cell dearer than those they replace, and cost no more along their length. `points`
** has room for as many cells as the path has; returns how many were written, the start and the end
** among them. 0: see *why. Steps that cannot be made any more stay as they are.
*/
ASTAR_API int32_t astar_path_smooth(astar_map *map, const astar_path *path,
                                    const astar_query *query, astar_cell *points,
                                    astar_status *why);

typedef struct astar_step_cost {
  int32_t known;                    /* terrain as the player knew it, 0: unseen */
  int32_t terrain, claims, extra;   /* what each contributed to entering the cell */
  int32_t turn;                     /* for the change of direction before the step */
  int32_t floor;                    /* what lifted the sum to 1, mostly 0 */
  int32_t changed;                  /* what layers have changed by since a suspended search
                                       looked at the cell, mostly 0 */
} astar_step_cost;

ASTAR_API bool astar_path_explained(const astar_path *path);
ASTAR_API int32_t astar_path_influences(const astar_path *path);   /* how many were counted */
/* The name of number 0 … influences - 1 of them, kept with the path; NULL beyond. */
ASTAR_API const char *astar_path_influence(const astar_path *path, int32_t number);
/* What entering cell `index` (1 … length - 1) cost; `influences` receives one number each. */
ASTAR_API astar_step_cost astar_path_explain(const astar_path *path, int32_t index,
                                             int32_t *influences);

/* ---- units --------------------------------------------------------------------------------- */

typedef enum astar_avoidance {      /* what does a unit do that finds another in its way? */
  ASTAR_AVOIDANCE_WAIT,             /* waits until it is gone (default) */
  ASTAR_AVOIDANCE_REPATH,           /* waits for one that moves on; else finds a new path */
  ASTAR_AVOIDANCE_KEEP_RIGHT,       /* the same, but steps to its right where they meet head-on */
  ASTAR_AVOIDANCE_YIELD             /* makes way and is made way for, by right of way */
} astar_avoidance;

typedef struct astar_unit_desc {
  int32_t x, y;
  astar_class *cls;                 /* NULL: the map's default class */
  int32_t speed;                    /* cells per tick in 1/1024: 0 … 64 * 1024; a diagonal step
                                       counts 1448/1024 of a cell */
  int32_t sight;                    /* radius, or -1: sees nothing */
  ASTAR_RENAMED(astar_avoidance, avoidance, collisions);
} astar_unit_desc;

typedef enum astar_unit_state {
  ASTAR_STANDING,                   /* has no path */
  ASTAR_MOVING,
  ASTAR_WAITING                     /* has a path, but its next cell is taken */
} astar_unit_state;

ASTAR_API astar_unit_desc astar_unit_default(void);        /* speed 256 (a quarter), sight -1 */
/* START_BLOCKED: the terrain forbids it; CROWDED: another unit is there; INVALID: outside; LIMIT:
** the map has had 2^31 - 1 units. */
ASTAR_API astar_unit *astar_unit_new(astar_player *player, const astar_unit_desc *desc,
                                     astar_status *why);
ASTAR_API void astar_unit_remove(astar_unit *unit);
ASTAR_API uint32_t astar_unit_id(const astar_unit *unit);  /* 1, 2, … on a map, never used again */
ASTAR_API uint32_t astar_map_last_unit_id(const astar_map *map);
ASTAR_API astar_cell astar_unit_cell(const astar_unit *unit);
/* How far the unit has come from the cell before (`from`) into its cell: 0 … 1024. */
ASTAR_API int32_t astar_unit_fraction(const astar_unit *unit, astar_cell *from);
ASTAR_API astar_unit_state astar_unit_state_of(const astar_unit *unit);
ASTAR_API astar_class *astar_unit_class(const astar_unit *unit);
ASTAR_API astar_player *astar_unit_player(const astar_unit *unit);
ASTAR_API int32_t astar_unit_speed(const astar_unit *unit);
ASTAR_API int32_t astar_unit_sight(const astar_unit *unit);
ASTAR_API astar_status astar_unit_set_speed(astar_unit *unit, int32_t speed);
ASTAR_API astar_status astar_unit_set_sight(astar_unit *unit, int32_t sight);
ASTAR_API astar_avoidance astar_unit_avoidance(const astar_unit *unit);
ASTAR_API astar_status astar_unit_set_avoidance(astar_unit *unit, astar_avoidance avoidance);
/* Copies the path. INVALID: the unit's cell is not on it. Following a path claims its cells. */
ASTAR_API astar_status astar_unit_follow_path(astar_unit *unit, const astar_path *path);
ASTAR_API void astar_unit_stop(astar_unit *unit);
/* Puts the unit elsewhere; it stops. GOAL_BLOCKED, CROWDED, INVALID as for astar_unit_new. */
ASTAR_API astar_status astar_unit_place(astar_unit *unit, int32_t x, int32_t y);
/* The path being followed and the index of the unit's cell on it, or of the last one it was on
** while it makes way for another; NULL where there is none. */
ASTAR_API const astar_path *astar_unit_path(const astar_unit *unit, int32_t *index);
/* The index of the first cell ahead that, as its player knows, cannot be entered; -1: none. */
ASTAR_API int32_t astar_unit_blocked(astar_unit *unit, astar_status *why);
ASTAR_API astar_unit *astar_unit_at(const astar_map *map, int32_t x, int32_t y);   /* or NULL */
/* May `player` know of the unit: its own, a sharer's, or standing where it sees. */
ASTAR_API bool astar_unit_visible(const astar_unit *unit, const astar_player *player);

typedef enum astar_side {
  ASTAR_ANY_SIDE,
  ASTAR_FRIENDS,                    /* the player's own units, and those of players that share with it */
  ASTAR_FOES                        /* all others */
} astar_side;

/* Which units around a place are wanted. */
typedef struct astar_surroundings {
  astar_rect place;                 /* on the map */
  int32_t radius;                   /* to the nearest of the cells that a unit covers (Chebyshev) */
  const astar_player *player;       /* those that it may know of; NULL: all, of any side */
  astar_side side;
  ASTAR_RENAMED(const astar_unit *, except, but);     /* not this one; may be NULL */
} astar_surroundings;

/* Writes the `room` nearest of them, among equally near ones by their ids. Returns how many there
** are, or -1: INVALID. */
ASTAR_API int32_t astar_map_units_near(const astar_map *map, const astar_surroundings *where,
                                       astar_unit **units, int32_t room);

/* Units in the order of their ids: NULL begins, NULL ends. */
ASTAR_API astar_unit *astar_unit_next(const astar_map *map, const astar_unit *unit);

typedef enum astar_unit_event_kind {
  ASTAR_EVENT_ARRIVED,              /* at the end of its path; it stands now */
  ASTAR_EVENT_BLOCKED,              /* its next cell cannot be entered any more; it stands now */
  ASTAR_EVENT_WAITING,              /* it began to wait for a unit in its way */
  ASTAR_EVENT_REROUTED              /* it follows a new path, round a unit in its way */
} astar_unit_event_kind;

typedef struct astar_unit_event { astar_unit_event_kind kind; astar_unit *unit; } astar_unit_event;

/*
** One tick: every unit moves along its path, in the order of the ids; then players see. A unit
** enters a cell when the step begins, if no other stands in it; else it does what its `avoidance`
** say. No two units are ever in one cell, none exchange places. *events and *count
** (may be NULL) are valid until the next tick, and until a unit is removed.
*/
ASTAR_API astar_status astar_map_tick(astar_map *map, const astar_unit_event **events,
                                      int32_t *count);
/* The nodes that the searches for new paths expand in one tick, 1 or more: at first 4096. What is
** not done then is gone on with in the next tick. */
ASTAR_API uint32_t astar_map_rerouting(const astar_map *map);
ASTAR_API astar_status astar_map_set_rerouting(astar_map *map, uint32_t nodes);
ASTAR_API uint32_t astar_map_ticks(const astar_map *map);
/* Ticks in which a unit stood waiting for another one, summed over all units so far. */
ASTAR_API uint64_t astar_map_waits(const astar_map *map);

/* ---- names of before ------------------------------------------------------------------------- */

/* To use one of these is an error that tells the name of today. They go with the next version, and
** ASTAR_RENAMED with them. */
#define astar_collisions astar_collisions_is_called_astar_avoidance_now
#define ASTAR_COLLISIONS_WAIT ASTAR_COLLISIONS_WAIT_is_called_ASTAR_AVOIDANCE_WAIT_now
#define ASTAR_COLLISIONS_REPATH ASTAR_COLLISIONS_REPATH_is_called_ASTAR_AVOIDANCE_REPATH_now
#define ASTAR_COLLISIONS_ASIDE ASTAR_COLLISIONS_ASIDE_is_called_ASTAR_AVOIDANCE_KEEP_RIGHT_now
#define ASTAR_COLLISIONS_SIDESTEP ASTAR_COLLISIONS_SIDESTEP_is_called_ASTAR_AVOIDANCE_YIELD_now
#define astar_unit_follow(...) astar_unit_follow_is_called_astar_unit_follow_path_now
#define astar_player_look(...) astar_player_look_is_called_astar_player_end_sight_now
#define astar_unit_collisions(...) astar_unit_collisions_is_called_astar_unit_avoidance_now
#define astar_unit_set_collisions(...) \
  astar_unit_set_collisions_is_called_astar_unit_set_avoidance_now
#define astar_get(...) astar_get_is_called_astar_map_get_now
#define astar_set(...) astar_set_is_called_astar_map_set_now
#define astar_fill(...) astar_fill_is_called_astar_map_fill_now
#define astar_paint(...) astar_paint_is_called_astar_map_paint_now
#define astar_cost(...) astar_cost_is_called_astar_map_cost_now
#define astar_cell_at(...) astar_cell_at_is_called_astar_map_cell_at_now
#define astar_center(...) astar_center_is_called_astar_map_center_now
#define astar_block_circle(...) astar_block_circle_is_called_astar_map_block_circle_now
#define astar_prepare(...) astar_prepare_is_called_astar_map_prepare_now
#define astar_reachable(...) astar_reachable_is_called_astar_map_reachable_now
#define astar_region(...) astar_region_is_called_astar_map_region_now
#define astar_line(...) astar_line_is_called_astar_map_line_now
#define astar_find_dead_ends(...) astar_find_dead_ends_is_called_astar_map_find_dead_ends_now
#define astar_is_dead_end(...) astar_is_dead_end_is_called_astar_map_is_dead_end_now
#define astar_tick(...) astar_tick_is_called_astar_map_tick_now
#define astar_units_near(...) astar_units_near_is_called_astar_map_units_near_now
#define astar_request(...) astar_request_is_called_astar_queue_request_now
#define astar_work(...) astar_work_is_called_astar_queue_work_now
#define astar_waiting(...) astar_waiting_is_called_astar_queue_waiting_now

#ifdef __cplusplus
}
#endif

#endif
