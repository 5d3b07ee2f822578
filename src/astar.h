/*
** astar: exact pathfinding on grids for games, with terrain costs, movement classes, danger, the
** paths of allied units, and fog of war. This header is of maps and paths; astar_units.h has what
** moves on maps, astar_graph.h has graphs.
**
** Conventions
**   Cells      Coordinates count from 0, x to the right and y down. A function takes a cell as x
**              and y, a list has an astar_cell for each, and an area is an astar_rect: that of a
**              single cell is { x, y, 1, 1 }.
**   Lengths    Game coordinates, wx and wy, are in the game's own units of length, such as pixels.
**   Costs      Integers. A straight step over open ground costs `straight` (10), a diagonal one
**              `diagonal` (14). Entering terrain of cost c costs c straight, and
**              (c * diagonal + straight / 2) / straight diagonally. Penalties are added once per
**              cell.
**   Fractions  Weights, factors, shares, speeds and parts of a cell are integers in 1/1024.
**   Names      Have 1 … ASTAR_NAME_MAX bytes and a final 0, and are copied.
**   Results    A function that makes something, such as a map, a search, a path, or a node of a
**              graph, returns it; if it cannot, it returns NULL, or -1 for a number, and the status
**              in *why says why. Every other function that can fail returns an astar_status, of
**              which ASTAR_OK is 0, and writes its results where its last parameters point. A call
**              that fails changes nothing, unless its comment says otherwise. INVALID is short for
**              ASTAR_INVALID.
**   Defaults   A description begins with what its function returns, such as astar_map_default;
**              where there is none, with all 0. A later version may have more fields, which then
**              have their defaults. The comment of a field has its default in front, then its
**              range.
**   Pointers   Must not be NULL unless the comment allows it; `why` never may.
**   Lifetimes  Every object belongs to a map and is freed with it. Paths are the caller's.
**   Locks      While a callback of the game's runs, its map is locked: calls that would change the
**              map are INVALID, or do nothing if they return nothing.
**   Threads    There is no global state. Different maps may be used at the same time, each by one
**              thread. Calls that only read count, too, as they bring tables up to date.
*/
#ifndef ASTAR_H
#define ASTAR_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a shared library shows. On Windows, define ASTAR_EXPORTS where astar.dll itself is compiled,
** and ASTAR_DLL in a program that uses it; neither for the static library. */
#if defined(_WIN32)
#define ASTAR_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define ASTAR_EXPORT __attribute__((visibility("default")))
#else
#define ASTAR_EXPORT
#endif

#if !defined(_WIN32) || defined(ASTAR_EXPORTS)
#define ASTAR_API ASTAR_EXPORT
#elif defined(ASTAR_DLL)
#define ASTAR_API __declspec(dllimport)
#else
#define ASTAR_API
#endif

/* ---- constants ----------------------------------------------------------------------------- */

/* The version of the library. */
#define ASTAR_VERSION "0.1.0"

#define ASTAR_ONE 1024              /* 1.0 as a weight, factor, speed or fraction */
#define ASTAR_MAX_CELLS (1 << 28)   /* largest width * height of a map */
#define ASTAR_MAX_COST 65535        /* largest cost of entering a cell */
#define ASTAR_MAX_HEIGHT 32767      /* largest height of a terrain */
#define ASTAR_MAX_PENALTY 983040    /* largest sum of the layers of a query: 15 * 65536 */
#define ASTAR_MAX_TERRAINS 255      /* kinds of terrain on one map */
#define ASTAR_MAX_LEVELS 255        /* of one map */
#define ASTAR_MAX_LINK_CLASSES 64   /* that one link names */
#define ASTAR_MAX_SIZE 32           /* a unit covers at most 32 x 32 cells */
#define ASTAR_MAX_RADIUS 255        /* of sight, stamps and claims, in cells */
#define ASTAR_NAME_MAX 63           /* bytes in a name, without the final 0 */

/* ---- outcomes ------------------------------------------------------------------------------ */

/* How a call has ended. */
typedef enum astar_status {
  ASTAR_OK = 0,         /* it is done; of a search: there is a path */
  ASTAR_PARTIAL,        /* a path to the reachable cell nearest to the goal, as requested */
  ASTAR_RUNNING,        /* the search has not ended */
  ASTAR_UNREACHABLE,    /* there is no path over the terrain, as far as the player knows */
  ASTAR_CROWDED,        /* the terrain allows a path, but units block it */
  ASTAR_START_BLOCKED,  /* the class cannot stand at the start */
  ASTAR_GOAL_BLOCKED,   /* no cell of the goal can be entered */
  ASTAR_BUDGET,         /* the search has expanded as many nodes as it was allowed to */
  ASTAR_LIMIT,          /* a number, or what is loaded, would be too large */
  ASTAR_CHANGING,       /* the map changed under a suspended search more than three times */
  ASTAR_CANCELLED,      /* ended by the caller, or by a callback */
  ASTAR_NO_MEMORY,      /* the allocator had none */
  ASTAR_INVALID,        /* an argument is out of its range or belongs to another map; which one and
                           why: astar_map_refusal, astar_graph_refusal */
  ASTAR_UNSUITED,       /* the engine that the query names is not exact for it */
  ASTAR_FOREIGN,        /* the bytes are not a saved map, or what else was to be loaded */
  ASTAR_DAMAGED,        /* the bytes are a saved map that was cut off or changed */
  ASTAR_NEWER,          /* the saved map has a format that this library does not know yet */
  ASTAR_OLDER           /* the saved map has a format that this library does not read any more */
} astar_status;

/* "ok", "partial", "running", "unreachable", "crowded", "start_blocked", …; "unknown": there is no
** such status. The text lasts for ever. */
ASTAR_API const char *astar_status_name(astar_status status);

/* ---- memory -------------------------------------------------------------------------------- */

/*
** Allocates, resizes or frees a block. A lua_Alloc has the same parameters, and may be used.
**   user      the allocator's own pointer
**   block     the block to resize or free; NULL to allocate one
**   old_size  bytes of `block`; 0 for NULL
**   new_size  bytes wanted; 0 frees the block
** Returns the block; NULL after freeing, and if there is no memory: then `block` stays as it was.
** It is called only on the thread that calls the library.
*/
typedef void *(*astar_realloc_fn)(void *user, void *block, size_t old_size, size_t new_size);

/* Where all memory of a map comes from. */
typedef struct astar_allocator {
  astar_realloc_fn realloc;         /* NULL: the C library's */
  void *user;                       /* is given to `realloc` */
} astar_allocator;

/* ---- map and terrain ----------------------------------------------------------------------- */

/* A map, and what belongs to one. Programs have pointers to them. */
typedef struct astar_map astar_map;
typedef struct astar_class astar_class;
typedef struct astar_player astar_player;
typedef struct astar_influence astar_influence;
typedef struct astar_unit astar_unit;
typedef struct astar_unit_event astar_unit_event;
typedef struct astar_search astar_search;
typedef struct astar_path astar_path;
typedef struct astar_sight astar_sight;
typedef struct astar_link astar_link;
typedef struct astar_areas astar_areas;
typedef struct astar_snapshot astar_snapshot;

/* A rectangle of cells, such as a goal or an area, and a cell. */
typedef struct astar_rect { int32_t x, y, width, height; } astar_rect;
typedef struct astar_cell { int32_t x, y; } astar_cell;

/*
** A level: a rectangle of the map that only links join with the others, as the floor of a house, or
** a cave. What lies between levels is void: it is terrain 1, "void", which nothing can enter, see
** through or change. A goal of several cells lies on one level.
*/
typedef struct astar_level {
  const char *name;                 /* 1 … ASTAR_NAME_MAX bytes; each level has another */
  astar_rect rect;                  /* its place on the map */
} astar_level;

/* How cells lie in the game: upright, or as diamonds, of which x leads down to the right and y down
** to the left. */
typedef enum astar_projection { ASTAR_SQUARE, ASTAR_ISOMETRIC } astar_projection;

/*
** The shape of the cells. Hexagons are in offset coordinates: every second row is shifted to the
** right by half a cell (hexagons with a point on top), or every second column down (with a flat
** top), those whose y, or x, is odd. All six steps cost the same. Where squares have a radius or a
** distance in cells, hexagons count steps. A unit of several cells covers `size` cells in each of
** `size` rows.
**
** What is for squares only is INVALID on a map of hexagons: levels, slopes, `turn_cost`,
** `any_angle`, heuristics other than ASTAR_OCTILE and ASTAR_NO_HEURISTIC, a class's rule for
** diagonals, astar_path_smooth, astar_breach_new, astar_areas_new, astar_watch_new and
** astar_map_positions. astar_influence_gradient returns 0, 0.
*/
typedef enum astar_grid { ASTAR_GRID_SQUARE, ASTAR_GRID_HEX, ASTAR_GRID_FLAT_HEX } astar_grid;

/* What a map is made with. */
typedef struct astar_map_desc {
  int32_t width, height;            /* 0, 0; cells, 1 or more; width * height <= ASTAR_MAX_CELLS */
  int32_t straight, diagonal;       /* 10, 14; 1 <= straight <= diagonal <= 2 * straight <= 65534;
                                       of hexagons all steps cost `straight` */
  astar_projection projection;      /* how cells lie in the game: ASTAR_SQUARE */
  double origin_x, origin_y;        /* 0, 0; finite; game coordinates of the map's upper left
                                       corner; isometric: of its top */
  double cell_width, cell_height;   /* 1, 1; above 0; of a cell, in game coordinates; isometric: of
                                       its diamond */
  astar_allocator allocator;        /* the C library's; for all memory of the map */
  const astar_level *levels;        /* NULL; at least one cell of void lies between any two */
  int32_t level_count;              /* 0; 0 … ASTAR_MAX_LEVELS; 0: none, and no void */
  astar_grid grid;                  /* ASTAR_GRID_SQUARE; hexagons only with ASTAR_SQUARE, and
                                       without levels */
} astar_map_desc;

/* A description with all defaults: 10 : 14, cells of 1 x 1 at 0, 0. Set width and height. */
ASTAR_API astar_map_desc astar_map_default(void);

/*
** Makes a map. It has no terrain until the first kind is defined, which then fills it. Where there
** are levels, terrain 1 is "void", and the next kind fills the levels. A map keeps its size:
** astar_map_resize makes another one.
**   desc  what it is made with; copied
**   why   OK; INVALID: a value is out of its range, two levels have the same name, or touch;
**         NO_MEMORY
*/
ASTAR_API astar_map *astar_map_new(const astar_map_desc *desc, astar_status *why);
/* Frees the map and all that belongs to it. NULL does nothing. Not from a callback. */
ASTAR_API void astar_map_free(astar_map *map);

/* What the map was made with, the whole and in parts. The levels and their names are the map's. */
ASTAR_API astar_map_desc astar_map_description(const astar_map *map);
ASTAR_API int32_t astar_map_width(const astar_map *map);
ASTAR_API int32_t astar_map_height(const astar_map *map);
ASTAR_API int32_t astar_map_straight(const astar_map *map);
ASTAR_API int32_t astar_map_diagonal(const astar_map *map);
/* How many steps it is from one cell to another over open ground; -1: one is off the map, or they
** are on different levels. */
ASTAR_API int32_t astar_map_distance(const astar_map *map, int32_t x, int32_t y, int32_t to_x,
                                     int32_t to_y);
/* From offset to axial coordinates of hexagons, and back. In axial coordinates a step in one
** direction adds the same everywhere: x is less by y / 2, rounded down; with a flat top, y is less
** by x / 2. For squares both functions return the cell that they got. */
ASTAR_API astar_cell astar_map_to_axial(const astar_map *map, int32_t x, int32_t y);
ASTAR_API astar_cell astar_map_from_axial(const astar_map *map, int32_t x, int32_t y);
/*
** Finds places for levels: side by side and below one another in the order given, one cell apart.
**   levels         their widths and heights are given; receives their x and y
**   count          1 … ASTAR_MAX_LEVELS
**   width, height  receive the size of the map that holds them
** OK; INVALID: a level has no cell, or the map would have more than ASTAR_MAX_CELLS; nothing has
** changed then.
*/
ASTAR_API astar_status astar_levels_arrange(astar_level *levels, int32_t count, int32_t *width,
                                            int32_t *height);
/* How many levels it has. */
ASTAR_API int32_t astar_map_level_count(const astar_map *map);
/* The level of that number, from 0 on, in the order given; NULL: there is none. */
ASTAR_API const astar_level *astar_map_level(const astar_map *map, int32_t number);
/* The number of the level of that name; -1: there is none. */
ASTAR_API int32_t astar_map_level_find(const astar_map *map, const char *name);
/* The number of the level that has the cell; -1: none has. */
ASTAR_API int32_t astar_map_level_at(const astar_map *map, int32_t x, int32_t y);

/* A hash of the map's state, the same on every machine: of terrain, classes, players and what they
** know, influence maps, units and ticks, but not of game coordinates and tickets. Two maps with the
** same history have the same hash. Its time grows with the cells. */
ASTAR_API uint64_t astar_map_hash(const astar_map *map);
/* The bytes that the map holds now, tables and scratch memory included. */
ASTAR_API size_t astar_map_memory(const astar_map *map);

/* FNV-1a of 64 bits, the checksum of saved maps; for what a game saves beside them. */
ASTAR_API uint64_t astar_checksum(const void *bytes, size_t size);

/*
** Writes the map into memory, if it has room for all of it. To learn how much that is, call it
** without room first.
**   memory  receives the bytes; they are the same on every machine, see docs/formats.md. NULL where
**           `room` is 0
**   room    bytes of `memory`
**   size    receives how many bytes the saved map takes. If that is more than `room`, what is in
**           `memory` is no saved map
** OK; INVALID: the map is locked; NO_MEMORY: some landmarks may have been computed again.
**
** A saved map holds terrain, classes, players and what they know and see, influence maps, units
** with their paths, waiting tickets, and the count of ticks. Searches, fields, explanations and
** tickets that have ended are not saved.
**
** The map and its loaded copy must continue with the same hash. So this call also changes the map:
** searches of the queue and for new paths start again in the next tick; tickets whose query has
** lost its unit or player are cancelled; landmarks and dead ends are computed again.
*/
ASTAR_API astar_status astar_map_save(astar_map *map, void *memory, size_t room, size_t *size);
/*
** Makes a map from saved bytes, with all that belongs to it. It continues like the map that was
** saved: the same calls have the same results, and the same hash. The `_next` functions find its
** objects in the order in which they were made.
**   bytes, size  from any source: every number in them is checked
**   allocator    for all memory of the map
**   memory       the most bytes that it may take while it is loaded; 0: 512 MB and 128 times
**                `size`. A few bytes can stand for many equal cells
**   why          OK, FOREIGN, DAMAGED, NEWER, OLDER, NO_MEMORY, UNSUITED: it has units, and this
**                library has none; or LIMIT: it takes more than `memory`
** Returns the map, which the caller frees; NULL on failure: then all memory was given back.
*/
ASTAR_API astar_map *astar_map_load(const void *bytes, size_t size, astar_allocator allocator,
                                    size_t memory, astar_status *why);

/* How a map is to be resized. */
typedef struct astar_resize {
  int32_t width, height;            /* cells of the new map; width * height <= ASTAR_MAX_CELLS */
  int32_t dx, dy;                   /* what is at x, y comes to x + dx, y + dy; each from
                                       -ASTAR_MAX_CELLS to ASTAR_MAX_CELLS; dy is even where the
                                       grid is ASTAR_GRID_HEX, dx where it is ASTAR_GRID_FLAT_HEX */
  int32_t fill;                     /* the terrain of new cells; 0: terrain 1 */
} astar_resize;

/*
** Makes a map of another size from a map, with all that belongs to it: what astar_map_load makes
** from a saved map, with all cells moved by dx, dy. The `_next` functions find its objects in the
** order in which they were made; units, links and watches keep their numbers, and all keep the
** game's own data. It has the map's allocator. Its origin is where cell -dx, -dy begins, so game
** coordinates stay what they were.
**   resize  the new size, and where the cells go
**   why     OK; INVALID: a value is out of its range, the map has levels or is locked, its origin
**           would be no number, or a unit or a link would be outside (see astar_resize_unit);
**           NO_MEMORY
** Returns the new map, which the caller frees. The old map stays as it is, also after a failure,
** except for what astar_map_save changes.
**
** New cells have the terrain `fill`, no influence and no past. They are unseen by all players but
** those that see them now. What is outside is lost: terrain, knowledge, influence, traffic,
** glimpses cast from there, watches of paths that lead there. A unit has stopped, as by
** astar_unit_stop, if a cell of its path is outside, also one that it has walked already. A waiting
** ticket is left out if its start or all of its goal is outside; of a goal that is partly outside,
** the rest stays. Landmarks and dead ends are made again.
** The time grows with the cells of both maps.
*/
ASTAR_API astar_map *astar_map_resize(astar_map *map, const astar_resize *resize,
                                      astar_status *why);
/*
** The next link, in the order of their making, that would be outside: then astar_map_resize is
** INVALID. Both ends of a link have to be inside. Of units astar_resize_unit tells.
**   after  the one before; NULL: begins with the first
** Returns NULL at the end. The values of `resize` have to be in their ranges.
*/
ASTAR_API astar_link *astar_resize_link(const astar_map *map, const astar_resize *resize,
                                        const astar_link *after);

/* Is a callback of a search running? Meanwhile calls that would change the map are INVALID. */
ASTAR_API bool astar_map_locked(const astar_map *map);
/*
** Why the last call for this map, or for anything of it, was INVALID: words that begin with the
** name of the argument, such as "radius: not from 0 to ASTAR_MAX_RADIUS"; NULL: none was. They are
** for programmers. The text lasts for ever.
*/
ASTAR_API const char *astar_map_refusal(const astar_map *map);
/* The same of a description, for which astar_map_new is INVALID; NULL: it is right. */
ASTAR_API const char *astar_map_desc_refusal(const astar_map_desc *desc);
/* The same of levels, for which astar_levels_arrange is INVALID. */
ASTAR_API const char *astar_levels_refusal(const astar_level *levels, int32_t count);

/*
** Defines a kind of terrain, or redefines the one of that name. The first kind fills the map.
**   name    1 … ASTAR_NAME_MAX bytes; copied
**   cost    of a straight step into it, 1 … ASTAR_MAX_COST; the diagonal cost must fit, too.
**           0: it cannot be entered
**   opaque  it blocks sight
**   id      receives the number, which counts from 1 in the order of definition; may be NULL
** OK; INVALID: name or cost; LIMIT: there are ASTAR_MAX_TERRAINS kinds.
*/
ASTAR_API astar_status astar_terrain_define(astar_map *map, const char *name, int32_t cost,
                                            bool opaque, int32_t *id);
/* How many kinds there are; their numbers are 1 and up to that. */
ASTAR_API int32_t astar_terrain_count(const astar_map *map);
/* The number of the kind of that name; 0: there is none. */
ASTAR_API int32_t astar_terrain_find(const astar_map *map, const char *name);
/* What the kind of that number was defined with; NULL, 0 and false if there is none. */
ASTAR_API const char *astar_terrain_name(const astar_map *map, int32_t id);
ASTAR_API int32_t astar_terrain_cost(const astar_map *map, int32_t id);
ASTAR_API bool astar_terrain_opaque(const astar_map *map, int32_t id);

/*
** What makes steps between cells costlier in one direction than in another: how high a terrain
** lies, and the current in it. A step into a cell costs what entering it costs, plus what its class
** pays for the difference in height between the two cells (`climb` and `descend` of
** astar_class_desc), less the current of the cell entered in the direction of the step: `east` for
** a step to the east, -`east` for one to the west, east + south for one to the south-east. A step
** never costs less than 1.
*/
typedef struct astar_slope {
  int32_t height;                   /* 0; +-ASTAR_MAX_HEIGHT */
  int32_t east, south;              /* 0; +-ASTAR_MAX_COST: the current. Below 0: to the west, to
                                       the north */
} astar_slope;

/*
** Gives a terrain another slope, which it keeps when it is redefined.
** OK; INVALID: there is no such terrain or it is void, a value is out of its range, or the map has
** hexagons.
*/
ASTAR_API astar_status astar_terrain_set_slope(astar_map *map, int32_t id, astar_slope slope);
/* The slope of a terrain; all 0 where there is no such terrain. */
ASTAR_API astar_slope astar_terrain_slope(const astar_map *map, int32_t id);

/* Changing cells takes little time, and need not be announced: what was worked out from the terrain
** is repaired where it changed, when it is next needed. Players who see the cells learn of it at
** once. */

/* The terrain of a cell; 0 outside the map. */
ASTAR_API int32_t astar_map_get(const astar_map *map, int32_t x, int32_t y);
/* A number that grows whenever terrain changes. */
ASTAR_API uint64_t astar_map_changes(astar_map *map);
/* Sets a cell. INVALID: it is outside the map or in the void, or there is no such terrain. */
ASTAR_API astar_status astar_map_set(astar_map *map, int32_t x, int32_t y, int32_t terrain);
/* Sets a rectangle, which must hold a cell and lie on the map as a whole; else INVALID. The void in
** it stays as it is. */
ASTAR_API astar_status astar_map_fill(astar_map *map, astar_rect rect, int32_t terrain);
/*
** Sets the cells of a rectangle.
**   rect      as for astar_map_fill
**   terrains  width * height numbers, row by row; INVALID if one of them is no terrain: then
**             nothing changes. Those for cells in the void are not used
*/
ASTAR_API astar_status astar_map_paint(astar_map *map, astar_rect rect, const uint8_t *terrains);

/*
** The cell under a point.
**   wx, wy  game coordinates
**   cell    receives the cell; unchanged if the point is outside the map
** Returns whether the point is on the map.
*/
ASTAR_API bool astar_map_cell_at(const astar_map *map, double wx, double wy, astar_cell *cell);
/* Writes the middle of a cell to *wx and *wy, in game coordinates; the cell may be off the map. */
ASTAR_API void astar_map_center(const astar_map *map, int32_t x, int32_t y, double *wx, double *wy);
/*
** Sets every cell that a circle overlaps; touching a cell is not enough.
**   wx, wy   the center, in game coordinates
**   radius   in game coordinates, 0 or more; 0: the cell under the center
**   changed  receives how many cells now differ; may be NULL
** OK; INVALID: a number is not finite, the radius is negative, or there is no such terrain.
*/
ASTAR_API astar_status astar_map_block_circle(astar_map *map, double wx, double wy, double radius,
                                              int32_t terrain, int32_t *changed);

/* ---- movement classes ---------------------------------------------------------------------- */

/* When is a diagonal step allowed? It depends on the two straight neighbours beside it. */
typedef enum astar_diagonal_rule {
  ASTAR_DIAGONAL_NO_OBSTACLES,      /* if both of them are open (default) */
  ASTAR_DIAGONAL_AT_MOST_ONE,       /* if at least one of them is */
  ASTAR_DIAGONAL_ALWAYS,            /* whatever they are */
  ASTAR_DIAGONAL_NEVER              /* not at all */
} astar_diagonal_rule;

#define ASTAR_TERRAIN_DEFAULT (-1)  /* as a class's cost: the terrain's own */

/* What terrains cost for one kind of unit, how large it is, and which diagonal steps it takes. */
typedef struct astar_class_desc {
  const int32_t *costs;             /* NULL: all terrains at their own cost; by terrain, costs[0]
                                       unused; 0: cannot be entered, 1 … ASTAR_MAX_COST, or
                                       ASTAR_TERRAIN_DEFAULT; copied */
  int32_t cost_count;               /* 0; 0 … 256 elements; terrains beyond have their own cost */
  int32_t unknown;                  /* -1; cost of an unseen cell, up to ASTAR_MAX_COST; 0: never
                                       entered; -1: straight */
  int32_t size;                     /* 1; 1 … ASTAR_MAX_SIZE: a unit covers size x size cells, and
                                       its position is the upper left one */
  astar_diagonal_rule diagonal;     /* ASTAR_DIAGONAL_NO_OBSTACLES */
  int32_t climb;                    /* 0; +-ASTAR_MAX_COST: what a step costs more for each unit of
                                       height that it leads up, */
  int32_t descend;                  /* and down. Of unseen cells the height is not known: steps
                                       into and out of them cost nothing for it */
  int32_t drift;                    /* ASTAR_ONE; 0 … 64 * ASTAR_ONE: multiplies currents, in
                                       1/1024; each part is rounded */
} astar_class_desc;

/* A description with all defaults: a unit of one cell that does not cut corners. */
ASTAR_API astar_class_desc astar_class_default(void);
/*
** Makes a movement class. It cannot be changed or removed: make one for each kind of unit when the
** game starts.
**   desc  copied with its costs
**   why   OK; INVALID: a value is out of its range; LIMIT: more than 255 kinds of terrain
**         that differ in cost or, where it pays for them, in height or current; or slopes could
**         make a step costlier or cheaper by more than ASTAR_MAX_PENALTY; NO_MEMORY
**
** A unit of several cells pays for the costliest cell that it covers, and takes height and current
** from that; among equally dear ones from the highest, then from the one with the strongest
** current.
*/
ASTAR_API astar_class *astar_class_new(astar_map *map, const astar_class_desc *desc,
                                       astar_status *why);
/* The class for queries that name none. It has all defaults and belongs to every map. */
ASTAR_API astar_class *astar_map_class(astar_map *map);
/* The class made after `cls`; NULL: the first one. Returns NULL at the end. */
ASTAR_API astar_class *astar_class_next(const astar_map *map, const astar_class *cls);
/* The cost of a straight step into a terrain; 0: the class cannot enter it, or there is none. */
ASTAR_API int32_t astar_class_cost(const astar_class *cls, int32_t terrain);
/* How many cells wide and high its units are. */
ASTAR_API int32_t astar_class_size(const astar_class *cls);
/* What it pays for slopes, as in its description. */
ASTAR_API int32_t astar_class_climb(const astar_class *cls);
ASTAR_API int32_t astar_class_descend(const astar_class *cls);
ASTAR_API int32_t astar_class_drift(const astar_class *cls);

/* ---- players and what they know ------------------------------------------------------------ */

/* A player knows each cell as it was when the player last saw it. What a query of the player finds
** depends on that alone. */

/* What a player knows of a cell: nothing, what it once was, or what it is. */
typedef enum astar_knowledge { ASTAR_UNSEEN, ASTAR_SEEN, ASTAR_VISIBLE } astar_knowledge;

/*
** Makes a player that has seen nothing.
**   name  1 … ASTAR_NAME_MAX bytes; each player of a map has another; copied
**   why   OK; INVALID: the name is taken or too long; LIMIT: there are 64 players; NO_MEMORY
*/
ASTAR_API astar_player *astar_player_new(astar_map *map, const char *name, astar_status *why);
/* Removes the player and its units. Searches that name it must be freed before, and influence maps
** whose recipes go by what it knows removed: until then nothing happens. */
ASTAR_API void astar_player_remove(astar_player *player);
/* The player made after `player`; NULL: the first one. Returns NULL at the end. */
ASTAR_API astar_player *astar_player_next(const astar_map *map, const astar_player *player);
/* Its name, which is the player's. */
ASTAR_API const char *astar_player_name(const astar_player *player);

/*
** Shows the player all cells within a radius that no opaque terrain hides (symmetric
** shadowcasting); opaque cells that end its sight are shown, too. They stay visible until
** astar_player_end_sight. Units with `sight` see by themselves, and need neither call.
**   x, y            where it looks from
**   radius          0 … ASTAR_MAX_RADIUS cells, Euclidean
**   changed, count  receive the cells whose known terrain is new or different, valid until the next
**                   call for this player; both may be NULL
** OK; INVALID: cell or radius; NO_MEMORY.
*/
ASTAR_API astar_status astar_player_see(astar_player *player, int32_t x, int32_t y,
                                        int32_t radius, const astar_cell **changed,
                                        int32_t *count);
/* Ends what astar_player_see has shown: these cells are seen, but no longer visible, unless a unit
** sees them. Call it once a turn or tick: what was shown takes memory until then. OK; INVALID: a
** callback runs. */
ASTAR_API astar_status astar_player_end_sight(astar_player *player);
/* Makes all cells known as they are now. OK; INVALID: a callback runs. */
ASTAR_API astar_status astar_player_reveal(astar_player *player);
/*
** Gives a player fog of war or takes it away.
**   fog  false: the player sees every cell and all units at all times; true, as a player begins: it
**        sees what its units see, and remembers the rest
** OK; INVALID: a callback runs. Takes time by the cells of the map.
*/
ASTAR_API astar_status astar_player_set_fog(astar_player *player, bool fog);
/* Has it fog of war? */
ASTAR_API bool astar_player_fog(const astar_player *player);
/* The most ticks for which traffic is remembered. */
#define ASTAR_MAX_TRAFFIC 65535
/*
** Has a player count the traffic of its units: which way they go, and where they wait. A query of
** the player with `traffic_cost` makes steps costlier that lead against a stream of units. Counts
** fade: those that are `memory` ticks old have 7/16 of their weight; 4 to 16 times the ticks of a
** step are good values. It takes nine bytes a cell. What was counted before is forgotten.
**   memory  ticks, 1 … ASTAR_MAX_TRAFFIC; 0 (as at first): nothing is counted
** OK; INVALID: a callback runs, or the number is too large; NO_MEMORY: nothing has changed.
*/
ASTAR_API astar_status astar_player_set_traffic(astar_player *player, uint32_t memory);
/* The ticks that were set; 0: nothing is counted. */
ASTAR_API uint32_t astar_player_traffic(const astar_player *player);
/* What was counted at a cell. A stream without a gap between its units counts some 128. */
typedef struct astar_traffic {
  uint8_t came[8];                  /* units that came from the neighbour in the east, west, south,
                                       north, south-east, south-west, north-east, north-west */
  uint8_t waits;                    /* units that waited in it */
} astar_traffic;
/* What the player has counted at a cell; all 0 outside the map, and where nothing is counted. */
ASTAR_API astar_traffic astar_player_traffic_at(const astar_player *player, int32_t x, int32_t y);
/* Ends sight, and makes all cells unseen that no unit sees now. OK; INVALID: a callback runs. */
ASTAR_API astar_status astar_player_forget(astar_player *player);
/* What the player knows of a cell; ASTAR_UNSEEN outside the map. */
ASTAR_API astar_knowledge astar_player_knows(const astar_player *player, int32_t x, int32_t y);
/* The terrain of a cell when the player last saw it; 0: unseen. */
ASTAR_API int32_t astar_player_terrain(const astar_player *player, int32_t x, int32_t y);
/* A number that grows whenever what the player knows of the terrain changes. */
ASTAR_API uint64_t astar_player_changes(astar_player *player);
/*
** Lets another player know what this one knows and sees from now on, see its units, and avoid their
** claims.
**   with  the player that learns; sharing works in this direction only, and is not passed on
**   on    false ends it; what `with` has learned it keeps
** OK; INVALID: the same player twice, or players of two maps.
*/
ASTAR_API astar_status astar_player_share(astar_player *player, astar_player *with, bool on);
/* Does it share with the other? Every player shares with itself. */
ASTAR_API bool astar_player_shares(const astar_player *player, const astar_player *with);

/* ---- links --------------------------------------------------------------------------------- */

/*
** A link is a step between two cells that need not be neighbours: stairs, a ladder, a teleport, a
** ferry, a jump down a ledge. All searches and fields find the ways that lead over links. A player
** knows a link as it was when the player last saw one of its ends, and takes it only from a cell
** that it knows.
*/
typedef struct astar_link_desc {
  astar_cell from, to;              /* two different cells of the map */
  int32_t cost;                     /* of the step, instead of the terrain's: 1 … ASTAR_MAX_COST.
                                       Influence, claims and units at its end are added as for any
                                       other step; what is negative lowers it by no more than it
                                       would lower a straight step there */
  bool one_way;                     /* false; it does not lead back */
  bool closed;                      /* false; no unit can take it until it is opened */
  astar_class *const *classes;      /* NULL; which classes take it; copied */
  int32_t class_count;              /* 0: all; ASTAR_MAX_LINK_CLASSES at most */
} astar_link_desc;

/* A link that is open and leads both ways, for all classes. Set `from`, `to` and `cost`. */
ASTAR_API astar_link_desc astar_link_default(void);
/*
** Makes a link. A large unit takes it with its upper left cell.
**   desc  is copied
**   why   OK; INVALID: a value is out of its range, a class is another map's, or the map is locked;
**         GOAL_BLOCKED: no unit of the classes could stand at both ends; NO_MEMORY
*/
ASTAR_API astar_link *astar_link_new(astar_map *map, const astar_link_desc *desc,
                                     astar_status *why);
/* Removes it. INVALID: the map is locked; NO_MEMORY: for what players remember of it. */
ASTAR_API astar_status astar_link_remove(astar_link *link);
/* Opens or closes it. OK; INVALID: the map is locked; NO_MEMORY. */
ASTAR_API astar_status astar_link_set_open(astar_link *link, bool open);
/* Changes its cost. OK; INVALID: it is out of its range, or the map is locked; NO_MEMORY. */
ASTAR_API astar_status astar_link_set_cost(astar_link *link, int32_t cost);
/* The link made after `link`; NULL: the first one. Returns NULL at the end. */
ASTAR_API astar_link *astar_link_next(const astar_map *map, const astar_link *link);
/* The link as it is now. Its list of classes stays where it is until the link is removed. */
ASTAR_API astar_link_desc astar_link_description(const astar_link *link);
/* Its number: 1 or more, and no other link's of that map, now or later. */
ASTAR_API uint32_t astar_link_number(const astar_link *link);

/* ---- influence maps ------------------------------------------------------------------------ */

/* A number for each cell: a penalty for entering it, or, below 0, a reward. Values stay within
** -ASTAR_MAX_COST … ASTAR_MAX_COST; sums beyond are cut off. A step never costs less than 1.
** Functions that change values are INVALID for a map with a recipe, and while a callback runs. */

/* How a stamp becomes less with the distance: to 0 one cell beyond its radius, or not at all. */
typedef enum astar_falloff { ASTAR_FALLOFF_LINEAR, ASTAR_FALLOFF_NONE } astar_falloff;

/*
** Makes an influence map, all 0.
**   name    1 … ASTAR_NAME_MAX bytes; each influence map has another; copied
**   weight  its weight in queries of units that do not list their influence maps; +-64 * ASTAR_ONE
**   why     OK; INVALID: the name is taken, or a value is out of its range; NO_MEMORY
*/
ASTAR_API astar_influence *astar_influence_new(astar_map *map, const char *name, int32_t weight,
                                               astar_status *why);
/* Removes it. Searches that name it must be freed before (a unit's query without a list names all),
** and influence maps whose recipes name it removed: until then nothing happens. */
ASTAR_API void astar_influence_remove(astar_influence *influence);
/* The influence map made after `influence`; NULL: the first one. Returns NULL at the end. */
ASTAR_API astar_influence *astar_influence_next(const astar_map *map,
                                                const astar_influence *influence);
/* What it was made with. The name is the influence map's. */
ASTAR_API const char *astar_influence_name(const astar_influence *influence);
ASTAR_API int32_t astar_influence_weight(const astar_influence *influence);
/* The value of a cell; 0 outside the map, and in the void between levels. */
ASTAR_API int32_t astar_influence_get(const astar_influence *influence, int32_t x, int32_t y);
/* A number that grows whenever a value may have changed. */
ASTAR_API uint64_t astar_influence_changes(astar_influence *influence);
/* Sets the value of a cell, +-ASTAR_MAX_COST. OK; INVALID: it is outside the map or in the void, or
** the value is out of its range. */
ASTAR_API astar_status astar_influence_set(astar_influence *influence, int32_t x, int32_t y,
                                           int32_t value);
/*
** Adds a stamp: `amount` at a cell, and around it.
**   x, y     the middle, on the map and not in the void; what is on no cell of its level is cut off
**   amount   +-ASTAR_MAX_COST
**   radius   0 … ASTAR_MAX_RADIUS cells, Euclidean; of hexagons, steps
**   falloff  LINEAR: the amount falls to 0 one cell beyond the radius; NONE: it does not fall
** OK; INVALID: out of range.
*/
ASTAR_API astar_status astar_influence_add(astar_influence *influence, int32_t x, int32_t y,
                                           int32_t amount, int32_t radius, astar_falloff falloff);
/*
** Adds a stamp that goes round walls: `amount` at a cell, and less where it is farther to walk. A
** step is as long as one over open ground; the amount falls to 0 one straight step beyond the
** radius.
**   x, y    the middle, as for astar_influence_add
**   amount  +-ASTAR_MAX_COST
**   radius  0 … ASTAR_MAX_RADIUS straight steps
**   cls     which steps there are; NULL: the default class
**   player  goes by what the player knows; NULL: by the true terrain
** OK; INVALID: out of range; NO_MEMORY.
*/
ASTAR_API astar_status astar_influence_flood(astar_influence *influence, int32_t x, int32_t y,
                                             int32_t amount, int32_t radius,
                                             const astar_class *cls, const astar_player *player);
/* Multiplies every value by factor / 1024, 0 … 1024, rounded towards 0. OK; INVALID: out of
** range. */
ASTAR_API astar_status astar_influence_decay(astar_influence *influence, int32_t factor);
/* Every cell gives share / 1024 of its value, 0 … 1024, to its eight neighbours in equal parts. OK;
** INVALID: out of range; NO_MEMORY. */
ASTAR_API astar_status astar_influence_spread(astar_influence *influence, int32_t share);
/* Sets all values to 0. OK or INVALID. */
ASTAR_API astar_status astar_influence_clear(astar_influence *influence);

/* An influence map and the factor of its values, in 1/1024: +-64 * ASTAR_ONE. */
typedef struct astar_weighted { astar_influence *influence; int32_t weight; } astar_weighted;

/*
** A recipe computes an influence map from others, its terms. Each term's value is multiplied by
** its weight, in 1/1024, and rounded as for a query: that is a part. The map is brought up to date
** when it is read, where its terms have changed. It cannot be set, stamped, decayed, spread or
** cleared. As long as it is there, its terms and its player cannot be removed.
*/
typedef enum astar_recipe_kind {
  ASTAR_RECIPE_SUM,                 /* of the parts */
  ASTAR_RECIPE_PRODUCT,             /* a * b / scale, times the next part / scale, and so on; each
                                       rounded to the nearest and within +-ASTAR_MAX_COST */
  ASTAR_RECIPE_GREATEST,            /* the greatest part */
  ASTAR_RECIPE_LEAST,               /* the least part */
  ASTAR_RECIPE_TENSION,             /* the sum of the parts without their signs */
  ASTAR_RECIPE_VULNERABILITY,       /* tension, minus the sum without its sign */
  ASTAR_RECIPE_SLOPE,               /* of one term: the greatest difference to one of the eight
                                       neighbours */
  ASTAR_RECIPE_NEAR,                /* of one term: the greatest part within `radius` cells */
  ASTAR_RECIPE_FLOW,                /* of one term: the sum of what flooding with each cell's part
                                       would add: see astar_influence_flood */
  ASTAR_RECIPE_HISTORY              /* of one term: the part, or what is left of one before; see
                                       below */
} astar_recipe_kind;

/* What an influence map is computed from. */
typedef struct astar_recipe {
  astar_recipe_kind kind;           /* how */
  const astar_weighted *terms;      /* influence maps of the same map; one may be there twice */
  int32_t term_count;               /* 0; 1 … 8 */
  int32_t plus;                     /* 0; is added to each cell; +-ASTAR_MAX_COST */
  int32_t least, greatest;          /* -+ASTAR_MAX_COST; what is beyond is cut off */
  int32_t scale;                    /* 1; of products: the value that stands for 1; 1 …
                                       ASTAR_MAX_COST */
  int32_t radius;                   /* of NEAR and FLOW: 1 … 32; else 0 */
  int32_t half_life;                /* of HISTORY: 1 … 65535 ticks; else 0 */
  const astar_class *cls;           /* NULL: the default class; which steps there are for FLOW */
  const astar_player *player;       /* NULL: by the true terrain; else as it knows it, for FLOW */
} astar_recipe;

/*
** A history notes at the end of each astar_map_tick the parts of its term, those below 0 as 0 and
** those above 65535 as that. When a part changes, the one before is kept with the tick until which
** it lasted, unless more is left of the one that is kept already. Of a kept part p, after n
** half-lives and r ticks, p * (2 * half_life - r) / (2 * half_life) / 2^n is left, each division
** rounded down. The value is the part as it was noted last, or what is left, if that is more. What
** is past is saved, and in the map's hash.
*/

/* A recipe of that kind, without terms. */
ASTAR_API astar_recipe astar_recipe_default(astar_recipe_kind kind);
/*
** Makes an influence map with a recipe.
**   name, weight  as for astar_influence_new
**   recipe        copied with its list of terms
**   why           OK; INVALID: as for astar_influence_new, or the recipe is out of its ranges, or
**                 more than 16 recipes would rest on one another; NO_MEMORY
*/
ASTAR_API astar_influence *astar_influence_derive(astar_map *map, const char *name,
                                                  int32_t weight, const astar_recipe *recipe,
                                                  astar_status *why);
/* Its recipe, which lives as long as the map; NULL: it has none. */
ASTAR_API const astar_recipe *astar_influence_recipe(const astar_influence *influence);
/* An influence map whose recipe goes by what the player knows; NULL: there is none. */
ASTAR_API const astar_influence *astar_player_influence(const astar_player *player);
/* An influence map whose recipe names it, the first that was made; NULL: there is none. */
ASTAR_API const astar_influence *astar_influence_user(const astar_influence *influence);

/* A cell of an influence map, and its value. */
typedef struct astar_spot { int32_t x, y, value; } astar_spot;

/*
** The peaks of an influence map, the greatest first, equal ones in reading order. No cell within
** `apart` cells of a peak, also diagonally, has a greater value. Of equal cells near
** each other the first in reading order is the peak.
**   least  no peak is below; 1 or more
**   apart  0 … ASTAR_MAX_RADIUS
**   spots  receives up to `most` of them; 1 or more
** Returns how many there are in `spots`; 0 if an argument is out of its range.
*/
ASTAR_API int32_t astar_influence_peaks(astar_influence *influence, int32_t least, int32_t apart,
                                        astar_spot *spots, int32_t most);
/* The greatest value within `radius` cells, Euclidean, 0 … ASTAR_MAX_RADIUS: of several cells the
** nearest, of several of these the first in reading order. False: the cell or radius is invalid. */
ASTAR_API bool astar_influence_max_near(astar_influence *influence, int32_t x, int32_t y,
                                        int32_t radius, astar_spot *spot);
/* The neighbour of a cell with the least value, of several the first in the order of directions.
** False: none is below the cell itself. */
ASTAR_API bool astar_influence_downhill(astar_influence *influence, int32_t x, int32_t y,
                                        astar_spot *spot);
/* The same with the greatest value. False: none is above the cell itself. */
ASTAR_API bool astar_influence_uphill(astar_influence *influence, int32_t x, int32_t y,
                                      astar_spot *spot);
/* How much the value grows from the neighbour on the left to that on the right, in x, and from the
** one above to the one below, in y. At the edge of the map the cell takes the place of the one that
** is missing. Outside the map: 0, 0. */
ASTAR_API astar_cell astar_influence_gradient(astar_influence *influence, int32_t x, int32_t y);

/* ---- queries ------------------------------------------------------------------------------- */

/* Estimates of the remaining cost. With all but MANHATTAN paths are cheapest; with that one only
** where no diagonal step is cheaper than two straight ones. */
typedef enum astar_heuristic {
  ASTAR_OCTILE,                     /* the closest one (default) */
  ASTAR_MANHATTAN,                  /* straight steps alone */
  ASTAR_EUCLIDEAN,                  /* along the straight line */
  ASTAR_CHEBYSHEV,                  /* as if a diagonal step cost no more than a straight one */
  ASTAR_NO_HEURISTIC                /* 0: Dijkstra's search */
} astar_heuristic;

/* Search engines. Engines that are exact for a query give the same path. If a query names one that
** is not exact for it, the outcome is UNSUITED. docs/reference/query.md says for which queries each
** engine is exact. */
typedef enum astar_engine {
  ASTAR_ENGINE_AUTO,                /* the fastest that is exact for the query */
  ASTAR_ENGINE_ASTAR,               /* plain A*, for any query; with a turn_cost it is TURN */
  ASTAR_ENGINE_JPS,                 /* jump point search: all open cells cost the same */
  ASTAR_ENGINE_JPS_LAYERS,          /* the same, if layers only make some cells more expensive */
  ASTAR_ENGINE_JPSW,                /* jump point search over weighted cells */
  ASTAR_ENGINE_TURN,                /* A* over cells and directions, with a turn_cost */
  ASTAR_ENGINE_DIJKSTRA,            /* Dijkstra's search, for the nearest of many goals */
  ASTAR_ENGINE_ANYA,                /* Anya: shortest paths of straight lines, with any_angle */
  ASTAR_ENGINE_NONE                 /* as a result: the outcome was known without a search */
} astar_engine;

#define ASTAR_EXTRA_BLOCKED (-1)    /* what a callback returns for a cell that cannot be entered */
#define ASTAR_EXTRA_ABORT (-2)      /* what it returns to end the search with CANCELLED */

/*
** A callback that adds to the cost of a cell. A search calls it once per cell, for cells that the
** class can enter and no unit blocks; again, if the search begins again. It may search for other
** paths on the map. It must not change the map, which is locked, nor step or free the search that
** calls it, nor free the map.
**   user     `extra_user` of the query
**   x, y     the cell
**   terrain  what the player takes the cell for; 0: it has not seen it
** Returns a penalty, 0 … ASTAR_MAX_COST, and more is taken for that; or ASTAR_EXTRA_BLOCKED or
** ASTAR_EXTRA_ABORT.
*/
typedef int32_t (*astar_extra_fn)(void *user, int32_t x, int32_t y, int32_t terrain);

/* What moves, what adds to the cost of cells, and how to search. What a query points to must stay
** as long as a search that uses it. */
typedef struct astar_query {
  astar_class *cls;                 /* NULL: the unit's class, else the map's */
  astar_player *player;             /* NULL: the unit's player, else everything is known */
  astar_unit *unit;                 /* NULL; the unit that moves: its claims and occupancy apply */
  const astar_weighted *influences; /* NULL; penalties, each times its weight, +-64 * ASTAR_ONE */
  int32_t influence_count;          /* -1: for a unit every map at its own weight, else none. More
                                       than 32 that are not 0 everywhere: LIMIT */
  bool claims;                      /* true; cells that allied units are about to walk over cost
                                       more; needs `unit` */
  bool occupancy;                   /* true; units that stand, or that touch the unit, are obstacles
                                       if its player sees them; needs `unit`. Allied ones that make
                                       way for it (both have ASTAR_AVOIDANCE_YIELD, their players
                                       share both ways, its speed is above 0) are obstacles only
                                       within `claim_radius` and at the goal */
  int32_t claim_radius;             /* 10; 0 … 255: claims of units within it (Chebyshev), and the
                                       cells of those that stand and make way */
  int32_t claim_ahead;              /* 16; 0 … ASTAR_MAX_CELLS: units claim that many cells of the
                                       rest of their paths */
  int32_t claim_penalty;            /* -1: one straight step; 0 … ASTAR_MAX_COST, once per cell */
  astar_heuristic heuristic;        /* ASTAR_OCTILE */
  int32_t heuristic_weight;         /* ASTAR_ONE; up to 64 * ASTAR_ONE: paths cost at most that many
                                       times the least, and are often found sooner. Below twice
                                       ASTAR_ONE it seldom pays: then plain A* has to answer */
  astar_engine engine;              /* ASTAR_ENGINE_AUTO */
  int32_t within;                   /* 0; arrived when this near to the goal, in cells (Chebyshev,
                                       from the nearest cell that the unit covers); 1: next to it */
  int32_t turn_cost;                /* 0; 0 … ASTAR_MAX_COST, for each eighth of a turn */
  int32_t traffic_cost;             /* 0; 0 … ASTAR_MAX_COST: what a step against a stream of the
                                       player's units costs more: see astar_player_set_traffic */
  bool partial;                     /* false; instead of failing, a path to the reachable cell
                                       nearest to the goal, as if all ground were open; after the
                                       budget, to the nearest found so far; out of a start that is
                                       blocked, too */
  bool any_angle;                   /* false; the unit moves in straight lines in all directions:
                                       see astar_path_corners. Without `turn_cost` and
                                       `traffic_cost` */
  bool explain;                     /* false; record what each layer contributed */
  bool trace;                       /* false; record what was opened and closed, by the engine that
                                       is named, or by plain A* */
  uint32_t budget;                  /* 0: 16 times the cells, which an exact search does not come
                                       near; the most nodes to expand, in all steps together */
  astar_extra_fn extra_cost;        /* NULL; adds to the cost of cells */
  void *extra_user;                 /* NULL; is given to `extra_cost` */
} astar_query;

/* A query with all defaults. Wherever a query is taken, NULL means the same. */
ASTAR_API astar_query astar_query_default(void);

/*
** The cost of entering a cell under a query.
**   x, y      the cell
**   diagonal  the kind of step
**   cost      receives it; 0: the cell cannot be entered
** OK; INVALID: the cell is outside the map, or the query is invalid; CANCELLED; NO_MEMORY; LIMIT:
** the layers might add up to more than +-ASTAR_MAX_PENALTY. That sum takes for each influence map
** its greatest or least value times its weight, the claim penalty if anything is claimed, and
** ASTAR_MAX_COST for a callback.
*/
ASTAR_API astar_status astar_map_cost(astar_map *map, int32_t x, int32_t y, bool diagonal,
                                      const astar_query *query, int32_t *cost);
/*
** Is there a path over the terrain, as the player knows it? Units, influence maps and the callback
** are ignored. No search is made.
** OK, UNREACHABLE, START_BLOCKED, GOAL_BLOCKED, INVALID or NO_MEMORY.
*/
ASTAR_API astar_status astar_map_reachable(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                           const astar_query *query);
/*
** The region of a cell: the cells that are connected with it for a class and player. Two cells are
** connected if their regions are the same, and not 0.
**   region  receives 1 + the index (y * width + x) of the region's first cell; 0: the class cannot
**           stand at the cell
**   size    receives its number of cells; may be NULL
** OK; INVALID: the cell is outside the map, or the query is invalid; NO_MEMORY.
*/
ASTAR_API astar_status astar_map_region(astar_map *map, int32_t x, int32_t y,
                                        const astar_query *query, uint32_t *region, uint32_t *size);

/* Is told of progress, with what is done in 1/1024 of all. It may ask for paths. Returns false to
** end what goes on. */
typedef bool (*astar_progress_fn)(void *user, int32_t done);
/* What is to be computed before the first query. Paths stay the same, whatever it is. */
typedef struct astar_preparation {
  const astar_query *query;         /* NULL; its class and player are those whose queries gain */
  bool tables;                      /* true; what the first query would have to compute */
  bool layers;                      /* false; tables for queries with influence maps or units, too:
                                       16 more bytes a cell */
  bool landmarks;                   /* false; searches for one cell become faster: in mazes two to
                                       four times, little where the way is nearly straight */
  bool dead_ends;                   /* false; searches skip parts of the map that a single cell
                                       connects with the rest, where neither start nor goal is */
  bool saved;                       /* false; instead of all that, the tables that the map had
                                       before it was saved, of all classes and players */
  int32_t threads;                  /* 1; 1 or more; 1 is the caller's alone; all others end with
                                       the call. What is computed does not depend on them */
  astar_progress_fn progress;       /* NULL; called on the caller's thread after each step, at last
                                       with 1024; how often depends on the map and on what is wanted
                                       alone. The map is locked meanwhile */
  void *user;                       /* NULL; is given to `progress` */
} astar_preparation;

/* A preparation with all defaults. */
ASTAR_API astar_preparation astar_preparation_default(void);
/*
** Computes what the first query would have to, for loading screens, and what makes searches faster.
** What is there and up to date is not computed again.
**   what  NULL: the defaults
** OK; INVALID: the map is locked, or a value is out of its range; NO_MEMORY; LIMIT: the class has
** more than 255 different costs; CANCELLED: `progress` returned false. Without OK some tables are
** left to the first query, and landmarks are those of before.
**
**   tables     Which cells are connected, what the fastest engine looks up, and nodes. On maps of
**              more than 32,768 cells tickets of the queue need not wait for them afterwards
**              (astar_queue_work): like an edit, it has to be done on all machines of a game in
**              lock-step. With `saved` it changes no state, and one machine may do it alone:
**              without it the next tickets make those tables at once.
**   landmarks  17 bytes a cell, and another 8 while they are computed, or 12 where cells differ in
**              cost. They are still used after edits, and help less as costs rise and cells are
**              blocked, and near cells that have become cheaper or open. With more than 256 of
**              these they are not used: prepare again.
**   dead_ends  4 bytes a cell, and up to 12 for each cell of a corridor. After edits a dead end is
**              not skipped while cells are open at it that were blocked: prepare again.
*/
ASTAR_API astar_status astar_map_prepare(astar_map *map, const astar_preparation *what);
/*
** Pays for the tables that a query needs on a map of more than 32,768 cells, as tickets of the
** queue do while they wait, and makes as large a part of them. A query that does not wait makes
** what is wanting at once; a game that is to do no more in a tick than it has nodes for pays first.
**   nodes  may be paid in this call; 0: it only asks
**   owed   receives the nodes that are still to be paid; 0 on smaller maps. What the call has taken
**          is what it owed before, less that
** OK; INVALID: the map is locked, or the query has a value out of range; NO_MEMORY: nothing has
** changed.
*/
ASTAR_API astar_status astar_map_pay_for_tables(astar_map *map, const astar_query *query,
                                                uint32_t nodes, uint32_t *owed);
/*
** Do all ways out of a rectangle lead through one cell, in it or next to it? For checking what the
** maker of a map has marked as a dead end.
**   is_one  receives the answer
**   cell    receives that cell, x = -1 if no way leads out; if the answer is no, a cell of the
**           rectangle from which another way leads out
** It needs nothing of astar_map_prepare. OK; INVALID; NO_MEMORY.
*/
ASTAR_API astar_status astar_map_is_dead_end(astar_map *map, astar_rect rect,
                                             const astar_query *query, bool *is_one,
                                             astar_cell *cell);

/* ---- search -------------------------------------------------------------------------------- */

/* What a search does with a cell. */
typedef enum astar_event_kind {
  ASTAR_OPENED,                     /* reaches it for the first time */
  ASTAR_IMPROVED,                   /* reaches it in a better way */
  ASTAR_CLOSED,                     /* expands it, or it is the goal */
  ASTAR_PASSED                      /* goes through it or marks it, without opening it */
} astar_event_kind;

/* A step of a search, for a query with `trace`. docs/reference/query.md says what each engine
** tells. */
typedef struct astar_trace_event {
  astar_event_kind kind;            /* what was done */
  astar_cell cell, parent;          /* the start is its own parent; others may be far away */
  uint32_t f, g, h;                 /* the cost from the start, the estimate to the goal: g, h, and
                                       what the engine orders cells by: f */
} astar_trace_event;

/*
** Begins a search in steps.
**   x, y   the start
**   goal   cells on the map; the search ends at the one that is cheapest to reach
**   query  copied; what it points to must stay until the search is freed
**   why    OK, INVALID or NO_MEMORY
** Returns the search, or NULL. Every other outcome, even one known at once, is reported by
** astar_search_step.
**
** The map may be changed between steps. The search keeps the cost that a cell had when it first
** visited the cell. If terrain or knowledge changes at such a cell, it begins again, at most three
** times: then CHANGING. A path is delivered only if no unit is in its way.
*/
ASTAR_API astar_search *astar_search_new(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                         const astar_query *query, astar_status *why);
/*
** Continues a search.
**   nodes  the most nodes to expand in this step
** RUNNING, or the outcome, which further calls repeat. After NO_MEMORY the next step begins the
** search again, with no nodes expanded.
*/
ASTAR_API astar_status astar_search_step(astar_search *search, uint32_t nodes);
/*
** Ends a search early, with the beginning of a path: for a unit that sets out before the whole path
** is known. If it then takes a cheapest path from the end of this one, all together costs at most
** `bound` times the cheapest path from the start, as long as no cost changes meanwhile; usually
** less than 1 % more. The more nodes were expanded before, the closer.
**   bound  in 1/1024, ASTAR_ONE to 64 * ASTAR_ONE: the larger, the longer the beginning. There and
**          back it costs at most (bound - 1) times an estimate of the whole path
** PARTIAL: the search has ended, and its path is read as always. RUNNING: no step can be promised
** yet, and the search goes on. The outcome, if it has ended. INVALID: a wrong `bound`. UNSUITED:
** the query has a `turn_cost`, `traffic_cost` or `extra_cost`, or many goals; the search goes on.
** NO_MEMORY: nothing has changed, or as astar_search_step says.
*/
ASTAR_API astar_status astar_search_end_early(astar_search *search, int32_t bound);
/* How many nodes it has expanded so far, also before it began again. */
ASTAR_API uint32_t astar_search_expanded(const astar_search *search);
/* The engine that works or has worked; NONE: none was needed, or none has begun. */
ASTAR_API astar_engine astar_search_engine(const astar_search *search);
/* Why the engine that the query names is not exact for it; NULL if the outcome is not UNSUITED. */
ASTAR_API const char *astar_search_objection(const astar_search *search);
/* "auto", "astar", "jps", … The text lasts for ever. */
ASTAR_API const char *astar_engine_name(astar_engine engine);
/* The events so far, for a query with `trace`; valid until the next step. */
ASTAR_API const astar_trace_event *astar_search_trace(const astar_search *search, size_t *count);
/* How many paths it has found: 0 before it has ended, or if there is none; more than 1 only for the
** nearest of many and for alternatives. They have the numbers 0 … found - 1, the cheapest first. A
** search that has ended keeps its paths and what explains them, whatever is removed from the
** map. */
ASTAR_API int32_t astar_search_found(const astar_search *search);
/*
** The goal that a path leads to.
**   index  receives its place in the list of cells of an astar_target; -1: there is no list. May be
**          NULL
** Returns a cell of the goal: of the nearest of many the one that was reached, of any other goal
** the one nearest to the end of the path; -1, -1: there is no path of that number.
*/
ASTAR_API astar_cell astar_search_goal(const astar_search *search, int32_t number, int32_t *index);
/* The bytes that a path needs; 0: there is no path of that number. */
ASTAR_API size_t astar_search_path_size(const astar_search *search, int32_t number);
/*
** Writes a path.
**   memory  of that size, aligned as by malloc
** Returns the path, which lies in `memory` and holds no pointers: it may be copied and moved. It
** lives as long as that memory; astar_path_free is not for it. NULL: there is no path of that
** number.
*/
ASTAR_API astar_path *astar_search_path(const astar_search *search, int32_t number, void *memory);
/* Frees a search, whether it has ended or not. NULL does nothing. The map keeps the memory of one
** search for the next. */
ASTAR_API void astar_search_free(astar_search *search);

/* ---- the nearest of many ------------------------------------------------------------------- */

/*
** Is the cell a goal? A search calls this once per cell, in the order in which cells come within
** reach. It must not change the map.
**   user     of the target
**   x, y     the cell
**   terrain  what the player takes it for; 0: it has not seen it
** Returns 1, 0, or ASTAR_EXTRA_ABORT, which ends the search with CANCELLED.
*/
typedef int32_t (*astar_accept_fn)(void *user, int32_t x, int32_t y, int32_t terrain);

/* The goals: one of these four ways to name them, all others left at 0, and how many are wanted. */
typedef struct astar_target {
  const astar_cell *cells;          /* these cells, which must stay until the search is freed; one
                                       at -1, -1 is nowhere */
  int32_t cell_count;               /* elements */
  int32_t terrain;                  /* not 0: the cells that the player knows to be of this kind */
  bool unseen;                      /* the cells that the player has not seen. For a class that does
                                       not enter these, set `within` of the query to 1 */
  astar_accept_fn accepts;          /* the cells that this function accepts */
  void *user;                       /* is given to `accepts` */
  int32_t wanted;                   /* 1 or more: so many goals, the nearest first */
} astar_target;

/*
** Begins a search for the nearest goals by the cost of the path: Dijkstra's search. It is stepped,
** read and freed like any other. It may find fewer goals than are wanted.
**   x, y    the start
**   target  the goals
**   query   as for astar_search_new. `within`: a goal is reached from cells this near. `heuristic`,
**           `heuristic_weight` and `engine` are ignored; `partial`, `turn_cost` and `any_angle` are
**           INVALID
**   why     OK; INVALID: not one way to name goals, or a cell is outside the map; NO_MEMORY
*/
ASTAR_API astar_search *astar_nearest_new(astar_map *map, int32_t x, int32_t y,
                                          const astar_target *target, const astar_query *query,
                                          astar_status *why);

/* ---- a whole search in one call -------------------------------------------------------------- */

/*
** Finds a path.
**   x, y, goal, query  as for astar_search_new
**   why                OK or PARTIAL: there is a path; UNREACHABLE, CROWDED, START_BLOCKED,
**                      GOAL_BLOCKED, BUDGET, LIMIT, CANCELLED, UNSUITED, NO_MEMORY or INVALID
** Returns the path, to be freed by astar_path_free; NULL: there is none.
*/
ASTAR_API astar_path *astar_path_find(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                      const astar_query *query, astar_status *why);
/* Frees a path of astar_path_find, before its map is freed. NULL does nothing. */
ASTAR_API void astar_path_free(astar_map *map, astar_path *path);

/* ---- what is in the way -------------------------------------------------------------------- */

/*
** A breach is a path to a goal that may be closed off, with what has to be removed for it: walls
** (cells that the class cannot enter), units, and closed links. Each has a price. Where the goal
** can be reached, the breach tells whether it would pay to break through a wall instead of going
** round it.
*/

/* What is in the way. */
typedef enum astar_obstacle_kind {
  ASTAR_OBSTACLE_TERRAIN,           /* a cell that the class cannot enter, as the player knows it */
  ASTAR_OBSTACLE_UNSEEN,            /* one that the player has not seen */
  ASTAR_OBSTACLE_UNIT,              /* a cell in which a unit stands that is in the way */
  ASTAR_OBSTACLE_LINK,              /* a closed link */
  ASTAR_OBSTACLE_NARROW             /* for a `size` below the class's, at no price: a unit one cell
                                       larger could not stand there, or not step there diagonally */
} astar_obstacle_kind;

/* Something that has to be removed. */
typedef struct astar_obstacle {
  astar_obstacle_kind kind;         /* what it is */
  astar_cell cell;                  /* of a link: where the path takes it */
  int32_t terrain;                  /* of the cell, as the player knows it; 0: unseen */
  uint32_t number;                  /* of the link or, as its id, of the unit, which astar_unit_at
                                       finds in the cell */
  int32_t price;                    /* of removing it */
  int32_t index;                    /* of the first cell of the path for which it is removed */
} astar_obstacle;

#define ASTAR_MAX_PRICE 1000000     /* the largest price of one obstacle */
#define ASTAR_NEVER (-1)            /* as a price: it cannot be removed */
#define ASTAR_PRICE_DEFAULT (-2)    /* as the price of a terrain: that of `terrain` */

/* What can be removed, at which price: 0 … ASTAR_MAX_PRICE, or ASTAR_NEVER. */
typedef struct astar_prices {
  const int32_t *terrains;          /* NULL; by terrain, terrains[0] unused: of each cell of it that
                                       the class cannot enter */
  int32_t terrain_count;            /* 0; elements; terrains beyond cost the price of `terrain` */
  int32_t terrain;                  /* 100 straight steps, up to ASTAR_MAX_PRICE, as the others: of
                                       each other cell that the class cannot enter */
  int32_t unseen;                   /* of each cell that the player has not seen, for a class that
                                       does not enter these */
  int32_t unit;                     /* of each cell of a unit that is in the way */
  int32_t link;                     /* of each closed link */
  int32_t size;                     /* 0; 1 … the class's size: as if the unit were so small, and
                                       went by the terrain and links alone */
} astar_prices;

/* All can be removed at the price of 100 straight steps. */
ASTAR_API astar_prices astar_prices_default(const astar_map *map);
/*
** Finds the breach with the least sum of its path's cost and all prices. It is read as a search
** that has ended, and freed like one.
**   x, y, goal  as for astar_search_new
**   prices      copied; NULL: astar_prices_default
**   query       as for astar_search_new. `heuristic`, `heuristic_weight`, `engine`, `partial`,
**               `any_angle`, `turn_cost`, `traffic_cost`, `explain` and `trace` are ignored. The
**               callback is called for cells to be removed as well
**   why         OK, INVALID or NO_MEMORY
** Returns the search, or NULL. astar_search_step tells the outcome: OK, UNREACHABLE (not at these
** prices either), BUDGET, LIMIT or CANCELLED. The path's cost is that of its steps, without prices.
** Where something has been removed, a cell counts as open ground: a straight step costs `straight`.
**
** A diagonal step is possible if it is without removing what stands beside it. What a unit of
** several cells covers, leaves, and covers again, counts twice in finding the least sum.
**
** For why there is no path, ask for the breach: what it removes is in the way. For a large class,
** the largest `size` for which there is a path with all prices NEVER, and its first NARROW place,
** tell where there is too little room.
*/
ASTAR_API astar_search *astar_breach_new(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                         const astar_prices *prices, const astar_query *query,
                                         astar_status *why);
/* What has to be removed for the path of a breach, in the order of the path, each cell once; valid
** until the search is freed. For any other search *count is 0; then the list may be NULL. */
ASTAR_API const astar_obstacle *astar_search_obstacles(const astar_search *search, size_t *count);

/* ---- the queue ----------------------------------------------------------------------------- */

/*
** Many searches, spread over the ticks of a game. Each request gets a ticket. Once a tick
** astar_queue_work spends a budget of nodes on the tickets that wait. Players with tickets get
** equal shares of it, and tickets without a player share like one more player. The order in which
** tickets are served does not depend on the number of threads: see docs/reference/ticket.md.
*/

/* A request, and in the end its outcome. */
typedef struct astar_ticket astar_ticket;

#define ASTAR_AT_UNIT INT32_MIN     /* as x: the cell of the query's unit when its turn comes */

/*
** Requests a search.
**   x, y, goal  as for astar_search_new; x may be ASTAR_AT_UNIT
**   query       copied with its list of influence maps; what else it points to must stay. A
**               callback or `trace` is INVALID
**   priority    any number; among tickets of the same player the highest is served first
**   why         OK, INVALID or NO_MEMORY
** Returns the ticket. On maps of up to 32,768 cells the first requests take some milliseconds,
** because they make tables and nodes. On larger ones astar_queue_work makes them, in parts.
*/
ASTAR_API astar_ticket *astar_queue_request(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                            const astar_query *query, int32_t priority,
                                            astar_status *why);
/*
** Requests a search for the nearest goals, as by astar_nearest_new.
**   x, y    as for astar_nearest_new; x may be ASTAR_AT_UNIT
**   target  copied with its list of cells; `accepts` is INVALID
**   query, priority, why  as for astar_queue_request
*/
ASTAR_API astar_ticket *astar_queue_request_nearest(astar_map *map, int32_t x, int32_t y,
                                                    const astar_target *target,
                                                    const astar_query *query, int32_t priority,
                                                    astar_status *why);
/*
** Works on the tickets that wait.
**   nodes    the most nodes to expand in this call, by all threads together. On large maps tickets
**            also pay for their tables with them
**   threads  1 or more; 1 is the caller's alone. All others have ended when the call returns.
**            Memory is requested on the caller's alone
**   used     receives the nodes spent; may be NULL
** OK; INVALID: the map is locked, or threads < 1; NO_MEMORY: searches without memory wait again.
*/
ASTAR_API astar_status astar_queue_work(astar_map *map, uint32_t nodes, int32_t threads,
                                        uint32_t *used);
/* The next ticket that has ended and was not returned yet, in the order of ending; NULL: none. */
ASTAR_API astar_ticket *astar_ticket_next(astar_map *map);
/* RUNNING while it waits or is searched; else the outcome, which is CANCELLED also if something
** that the query names was removed. */
ASTAR_API astar_status astar_ticket_status(const astar_ticket *ticket);
/* Its search, for reading nodes and paths; NULL: it waits, or no search was made. It is valid until
** the map or its queue changes; once the ticket has ended, until that is freed. */
ASTAR_API const astar_search *astar_ticket_search(const astar_ticket *ticket);
/* The goals of which it is to find the nearest; NULL: it is for a path. */
ASTAR_API const astar_target *astar_ticket_target(const astar_ticket *ticket);
/* Ends it with CANCELLED, unless it has ended. */
ASTAR_API void astar_ticket_cancel(astar_ticket *ticket);
/* Cancels it, and frees it. NULL does nothing. Tickets that are left are freed with the map. */
ASTAR_API void astar_ticket_free(astar_ticket *ticket);
/* The ticket requested after `after` that has not ended; NULL: the first one. NULL at the end. */
ASTAR_API astar_ticket *astar_ticket_waiting(const astar_map *map, const astar_ticket *after);
/* Its query, with class and player filled in. */
ASTAR_API const astar_query *astar_ticket_query(const astar_ticket *ticket);
/* How many tickets have not ended. */
ASTAR_API int32_t astar_queue_waiting(const astar_map *map);
/* A hash of the tickets' queries and progress, which astar_map_hash leaves out; the same on every
** machine. */
ASTAR_API uint64_t astar_queue_hash(const astar_map *map);

/* ---- fields -------------------------------------------------------------------------------- */

/*
** The cost of the path from every cell to the nearest of several goals, for many units that go
** there.
**
** The query says what moves and which layers are included. It is copied; the callback's user must
** stay. Its `heuristic`, `heuristic_weight`, `engine`, `within`, `turn_cost`, `traffic_cost`,
** `any_angle`, `partial`, `explain`, `trace` and `budget` are ignored.
**
** Every function that reads a field first brings it up to date: what depended on terrain, knowledge
** or influence maps that have changed is computed again, with the same result as a new field. Units
** stay where they were when the field was made or last updated, and are in the way even if they
** would make way. The callback is called again for cells that have changed, and must return the
** same as before for all others; it may read other fields.
**
** Reading fails with INVALID: the cell is outside the map, or the field's own callback reads it;
** CANCELLED: something that the query names was removed, or the callback aborted; LIMIT: the layers
** might add up to too much, or threats are too far away; NO_MEMORY. After NO_MEMORY, and after an
** abort by the callback, reading may be tried again.
*/

/* The costs of cells, and which query they are for. It is not saved with the map. */
typedef struct astar_field astar_field;

/*
** Makes a field of costs to the nearest of several goals.
**   goals, count  1 or more cells; copied
**   why           OK, INVALID, CANCELLED, LIMIT or NO_MEMORY
** Returns the field; NULL on failure.
*/
ASTAR_API astar_field *astar_field_new(astar_map *map, const astar_cell *goals, int32_t count,
                                       const astar_query *query, astar_status *why);
/*
** Makes a field of costs from a start.
**   x, y   the start
**   limit  the highest cost; cells beyond have none; UINT32_MAX: there is no limit
**   why    as for astar_field_new
** Returns the field; NULL on failure.
*/
ASTAR_API astar_field *astar_field_reach(astar_map *map, int32_t x, int32_t y, uint32_t limit,
                                         const astar_query *query, astar_status *why);
/*
** Makes a field for fleeing: its steps lead to where the threats have farthest to go, out of dead
** ends, and past a threat if that pays, but never through a threat's cell.
**   threats, count  1 or more cells; copied. A threat may stand where the class cannot enter: then
**                   danger spreads from the cells around it
**   nodes           0: the whole map. Or the way of the threats is found to so many cells alone,
**                   the nearest: all others count as being as far as that, and of them only those
**                   beside these have costs. Such a field takes as long as its cells do, however
**                   large the map is, and is found again whenever something has changed
**   why             as for astar_field_new
**
** The cost of a cell is the cost of the path plus the danger at its end, which is 1.2 times the
** difference between the way of the threats to the farthest cell and their way to that end.
*/
ASTAR_API astar_field *astar_field_flee(astar_map *map, const astar_cell *threats, int32_t count,
                                        uint32_t nodes, const astar_query *query,
                                        astar_status *why);
/* Frees it; does nothing while the field's own callback runs. Fields that are left are freed with
** the map. */
ASTAR_API void astar_field_free(astar_field *field);
/* Computes the field again, with units and callback as they are now. OK; or reading fails, see
** above. */
ASTAR_API astar_status astar_field_update(astar_field *field);
/* Cells looked at so far to find costs: what making and updating the field has taken. */
ASTAR_API uint64_t astar_field_work(const astar_field *field);
/*
** The cost of a cell.
**   cost  receives the cost if the result is OK
** OK; UNREACHABLE (also beyond the limit), CROWDED, START_BLOCKED, GOAL_BLOCKED or LIMIT, as for a
** search; or reading fails, see above. A unit that stands in the cell does not keep others from
** leaving it.
*/
ASTAR_API astar_status astar_field_cost(astar_field *field, int32_t x, int32_t y,
                                        uint32_t *cost);
/*
** The costs of all cells of a rectangle, row by row.
**   costs  receives them, rect.width * rect.height numbers; UINT32_MAX: the cell has none
** OK; INVALID: the rectangle is not on the map; or reading fails, see above.
*/
ASTAR_API astar_status astar_field_costs(astar_field *field, astar_rect rect, uint32_t *costs);
/*
** Finds the next cell that has a cost, to the right and then row by row.
**   at    the cell to begin with; receives the cell found
**   cost  receives its cost
** OK; UNREACHABLE: there is none left; or reading fails, see above.
*/
ASTAR_API astar_status astar_field_seek(astar_field *field, astar_cell *at, uint32_t *cost);
/*
** The neighbour to go to: towards the goals, or back to the start. Among equally good ones it is
** the first in the order of directions.
**   next  receives it; the cell itself if it is a goal or the start
** As astar_field_cost.
*/
ASTAR_API astar_status astar_field_step(astar_field *field, int32_t x, int32_t y,
                                        astar_cell *next);
/* The bytes of the path that these steps make, from x, y to a goal, or from the start to x, y. As
** astar_field_cost; *size is 0 where there is none. */
ASTAR_API astar_status astar_field_path_size(astar_field *field, int32_t x, int32_t y,
                                             size_t *size);
/* Writes that path, directly after astar_field_path_size, as astar_search_path does. */
ASTAR_API astar_path *astar_field_path(astar_field *field, int32_t x, int32_t y, void *memory);

/* ---- alternatives -------------------------------------------------------------------------- */

#define ASTAR_MAX_APART 254         /* the largest `apart` of alternatives */

/* What counts as another path: for flanking, convoys, patrols that do not repeat. */
typedef struct astar_alternatives_desc {
  int32_t wanted;                   /* 3; 1 or more: so many paths, the cheapest one included */
  int32_t stretch;                  /* 1536; ASTAR_ONE … 64 * ASTAR_ONE: none costs more than that
                                       many times the cheapest one */
  int32_t share;                    /* 512; 0 … ASTAR_ONE: at most this part of its cells is near an
                                       earlier path */
  int32_t apart;                    /* 3; 0 … ASTAR_MAX_APART: so near, as astar_map_distance counts
                                       steps; a cell of another level is never near */
  int32_t plateau;                  /* 102; 0 … ASTAR_ONE: every part of it that costs no more than
                                       this part of the cheapest path is itself a cheapest path */
} astar_alternatives_desc;

/* A description with all defaults. */
ASTAR_API astar_alternatives_desc astar_alternatives_default(void);
/*
** Finds paths to a goal that differ from one another. The first is the cheapest one. Each other one
** leads through some cell, on a cheapest path to that and on a cheapest one on from it. Of all such
** paths that keep to the description, enter no cell twice, and no goal before their end, it is the
** cheapest.
**   x, y, goal  as for astar_search_new
**   desc        copied; NULL: astar_alternatives_default
**   query       as for astar_search_new. `partial`, `any_angle`, `turn_cost`, `traffic_cost` and
**               `trace` are INVALID. `heuristic`, `heuristic_weight`, `engine` and `budget` apply
**               to the first path; all else is worked out in two fields. As in these, units that
**               stand are in the way of the others even if they would make way
**   why         OK; INVALID, also while a callback runs; NO_MEMORY
** Returns a search that has ended, or NULL. Its outcome is that of the first path.
*/
ASTAR_API astar_search *astar_alternatives_new(astar_map *map, int32_t x, int32_t y,
                                               astar_rect goal,
                                               const astar_alternatives_desc *desc,
                                               const astar_query *query, astar_status *why);

/* ---- terrain analysis ---------------------------------------------------------------------- */

/* What the terrain is like for a class, as a player knows it: of a query only `cls` and `player`
** count. Units, influence maps and callbacks are ignored. Cells of a class of several cells are
** those where it can stand, by its upper left cell. */

/*
** How far it is from a cell to the nearest one where the class cannot stand. What lies around the
** map is such a cell.
**   clearance  receives the square of the Euclidean distance, in cells (of hexagons, of the
**              distance in steps): 1 beside a wall; 0: the class cannot stand at x, y
** OK; INVALID: the cell is outside the map; NO_MEMORY.
*/
ASTAR_API astar_status astar_map_clearance(astar_map *map, int32_t x, int32_t y,
                                           const astar_query *query, uint32_t *clearance);

/*
** Areas: a division of the cells in which a class can stand. There are three kinds: the areas that
** narrow passages divide (astar_areas_new), what is left connected when cells are blocked
** (astar_areas_cut_off), and the land of several sides (astar_areas_sides). Where two areas touch
** there is a choke, and so there is for a link from one to the other. Areas and chokes are numbered
** from 0 on.
**
** Cells touch at their sides, for the rule ASTAR_DIAGONAL_ALWAYS also at their corners.
**
** What the functions tell is how the map was at the last astar_areas_update, or when the areas were
** made. They are not saved with the map, and no part of its hash.
*/

#define ASTAR_AREA_RATIO 717        /* 0.7: the default of `ratio` */

/* Which passages divide a map, for astar_areas_new. */
typedef struct astar_areas_desc {
  int32_t ratio;                    /* ASTAR_AREA_RATIO; 0 … ASTAR_ONE: how much narrower than both
                                       areas beside it a passage has to be */
  int32_t width;                    /* 0: any; the widest passage that divides, in cells */
} astar_areas_desc;

/* The cells from which a side starts; it may have none. A class can step out of one where it cannot
** stand, such as a building. */
typedef struct astar_side_cells {
  const astar_cell *cells;          /* on the map */
  int32_t count;                    /* elements */
} astar_side_cells;

#define ASTAR_MAX_SIDES 64          /* of one division */

/* What is known of an area. */
typedef struct astar_area {
  uint32_t id;                      /* 1 + y * width + x of `cell`; of a side 1 + its number */
  astar_cell cell;                  /* see the functions that make areas; -1, -1: it has no cells */
  uint32_t size;                    /* how many cells it has */
  uint32_t clearance;               /* of `cell`, see astar_map_clearance; 0: not astar_areas_new */
  uint32_t region;                  /* the id of the region of `cell`, see astar_map_region, with
                                       no cells blocked; 0: of sides */
  bool cut_off;                     /* there is a larger area in that region, or one as large that
                                       comes before; always false for sides */
  int32_t chokes;                   /* how many chokes it has */
} astar_area;

/* Where two areas touch, or a link joins them. */
typedef struct astar_choke {
  int32_t areas[2];                 /* the two areas, the lower number first; of a link that of its
                                       beginning first */
  int32_t width;                    /* how many cells must be blocked to close it; of a link 1 */
  astar_cell middle, ends[2];       /* among these cells; `ends` of a link are its ends */
  uint32_t link;                    /* the number of the link, see astar_link_number; 0: none */
  bool one_way;                     /* the link leads from the first area to the second only */
  bool splits;                      /* without it nothing would connect its areas, links included */
  uint64_t sides[2];                /* then the cells connected with the first and the second */
} astar_choke;

/* A description with all defaults. */
ASTAR_API astar_areas_desc astar_areas_default(void);
/*
** Divides the map at its narrow passages.
**   desc  NULL: the default
**   why   OK, INVALID or NO_MEMORY
** Returns the areas; NULL on failure.
**
** A cell is above another one if its clearance is greater, or the same and it comes first in
** reading order. Cells are taken from the topmost one down. A cell that touches none that was taken
** begins an area, and is its `cell`. Any other joins the area of the topmost cell that it touches.
** Then, in the order of directions, each other area that it touches above it is joined to that one,
** unless the cell divides them: its clearance (the distance, not its square) is less than `ratio`
** times that of the lower one of the `cell`s of both, and at most half of `width` + 1. The upper
** `cell` stays. Areas come in the reading order of their `cell`s.
*/
ASTAR_API astar_areas *astar_areas_new(astar_map *map, const astar_areas_desc *desc,
                                       const astar_query *query, astar_status *why);
/*
** Finds what is left connected when cells are blocked.
**   cells, count  the cells, 1 or more; copied
**   why           OK, INVALID or NO_MEMORY
** Areas are the regions of the map without these cells, as astar_map_region would tell them; `cell`
** is the first one in reading order.
** Returns the areas; NULL on failure.
*/
ASTAR_API astar_areas *astar_areas_cut_off(astar_map *map, const astar_cell *cells, int32_t count,
                                           const astar_query *query, astar_status *why);
/*
** Divides the map between sides: a cell belongs to the side for which it costs least to come there
** from the nearest of its cells, the first of several sides. A cell that no side can reach belongs
** to none. `cell` is the first one in reading order.
**   sides, count  1 to ASTAR_MAX_SIDES; copied
**   why           OK, INVALID, LIMIT or NO_MEMORY
** Returns the areas; NULL on failure.
*/
ASTAR_API astar_areas *astar_areas_sides(astar_map *map, const astar_side_cells *sides,
                                         int32_t count, const astar_query *query,
                                         astar_status *why);
/* Frees areas. NULL does nothing. Those that are left are freed with the map. */
ASTAR_API void astar_areas_free(astar_areas *areas);
/* Brings areas up to date. OK; CANCELLED: the player was removed; LIMIT, NO_MEMORY: they are as
** they were before. */
ASTAR_API astar_status astar_areas_update(astar_areas *areas);
/* How often they were found again: equal if nothing has changed. */
ASTAR_API uint64_t astar_areas_version(const astar_areas *areas);
/* How many areas and chokes there are. */
ASTAR_API int32_t astar_areas_count(const astar_areas *areas);
ASTAR_API int32_t astar_areas_choke_count(const astar_areas *areas);
/* The number of the area of a cell; -1: it belongs to none, or lies outside the map. */
ASTAR_API int32_t astar_areas_at(const astar_areas *areas, int32_t x, int32_t y);
/* The area with a number; all 0 if there is none. */
ASTAR_API astar_area astar_areas_area(const astar_areas *areas, int32_t number);
/* The number of an area's choke, from 0 to its `chokes`; -1: there is none. */
ASTAR_API int32_t astar_areas_choke_of(const astar_areas *areas, int32_t area, int32_t index);
/* The choke with a number; all 0 if there is none. */
ASTAR_API astar_choke astar_areas_choke(const astar_areas *areas, int32_t number);
/* A cell of a choke, from 0 to its `width`, in reading order; -1, -1: there is none. They are the
** fewest cells of which one is in each step from area to area there; of several such sets the one
** with most cells in the first area. */
ASTAR_API astar_cell astar_areas_choke_cell(const astar_areas *areas, int32_t choke, int32_t index);
/*
** The fewest chokes that lead from one area to another. Of several ways it is the one whose numbers
** come first.
**   from, to  the numbers of two areas
**   width   chokes narrower than that are not taken
**   chokes  receives their numbers; has room for as many as there are areas
**   count   receives how many they are; 0: it is the same area
** OK; UNREACHABLE; NO_MEMORY; INVALID: there is no such area.
*/
ASTAR_API astar_status astar_areas_path(const astar_areas *areas, int32_t from, int32_t to,
                                        int32_t width, int32_t *chokes, int32_t *count);

/* ---- path ---------------------------------------------------------------------------------- */

/* A path is a block without pointers, which lists each cell from the start to the end. It may be
** copied and moved, and any thread may read it while none writes it. A path whose start is its goal
** has one cell. */

/* The size of its block, in bytes. */
ASTAR_API size_t astar_path_bytes(const astar_path *path);
/* How many cells it has, the start included. */
ASTAR_API int32_t astar_path_length(const astar_path *path);
/* The sum of what its steps cost. */
ASTAR_API uint32_t astar_path_cost(const astar_path *path);
/* How many nodes were expanded to find it. */
ASTAR_API uint32_t astar_path_expanded(const astar_path *path);
/* OK or PARTIAL. */
ASTAR_API astar_status astar_path_status(const astar_path *path);
/* One of its cells, 0 … length - 1; beyond the ends the first or the last one. */
ASTAR_API astar_cell astar_path_cell(const astar_path *path, int32_t index);
/*
** Writes cells of the path, in order. For long paths this is faster than one cell at a time.
**   first  the index of the first one
**   count  the most cells to write
**   cells  receives them
** Returns how many were written; 0: there is no cell `first`.
*/
ASTAR_API int32_t astar_path_cells(const astar_path *path, int32_t first, int32_t count,
                                   astar_cell *cells);
/*
** The cells at which the path changes direction, start and end included. Between two of them an
** any-angle path leads straight, which need not be in one of the eight directions: its cells are
** those nearest to the line. Along it a unit as large as its class overlaps no cell that it cannot
** enter, not even with a corner, unless the path is one step. A unit walks from cell to cell: its
** copy of the path has no such lines.
**   number  from 0; beyond the ends it gives the first or the last
** The first function returns how many there are, the second one of them.
*/
ASTAR_API int32_t astar_path_corners(const astar_path *path);
ASTAR_API astar_cell astar_path_corner(const astar_path *path, int32_t number);
/*
** The point at a distance along the straight lines between the turns of a path.
**   distance  in game coordinates, from the start; beyond the ends it gives the start or the end
**   wx, wy    receive the point, in game coordinates
*/
ASTAR_API void astar_path_point(const astar_map *map, const astar_path *path, double distance,
                                double *wx, double *wy);
/* The length of that line, in game coordinates. */
ASTAR_API double astar_path_distance(const astar_map *map, const astar_path *path);
/*
** The index of the first cell from `first` on that can no longer be entered from the one before it,
** by all that the query includes. From a cell `first` that was closed a unit can step out, but not
** take a link.
**   path   lies on this map
**   index  receives it; -1: there is none
** OK, also without one; INVALID, CANCELLED, LIMIT or NO_MEMORY.
*/
ASTAR_API astar_status astar_path_blocked(astar_map *map, const astar_path *path, int32_t first,
                                          const astar_query *query, int32_t *index);
/*
** What the steps of a path behind its cell `from` cost now, all layers of the query included.
**   cost  receives it; 0: there are no such steps
** OK; UNREACHABLE: one of them cannot be taken; LIMIT: they cost more than fits; CANCELLED;
** NO_MEMORY; INVALID, also of an any-angle path, whose lines have no cost by steps.
*/
ASTAR_API astar_status astar_path_cost_now(astar_map *map, const astar_path *path, int32_t from,
                                           const astar_query *query, uint32_t *cost);

/*
** A number for the ground under a query: everything that cells and links cost, of the whole map, as
** the player knows it. As long as it is the same, cheapest paths are the same, units aside. Takes
** as long as looking at each cell.
** OK; INVALID: the query calls a function; LIMIT; NO_MEMORY.
*/
ASTAR_API astar_status astar_map_ground(astar_map *map, const astar_query *query,
                                        uint64_t *ground);
/*
** Saves a path as bytes, the same on every machine, without what explains it.
**   ground  as of astar_map_ground, to be compared when it is loaded
**   memory  of `room` bytes, NULL and 0 to learn the size first
** Returns how many bytes the saved path takes: if that is more than `room`, what is in `memory` is
** none.
*/
ASTAR_API size_t astar_path_save(const astar_map *map, const astar_path *path, uint64_t ground,
                                 void *memory, size_t room);
/*
** The bytes that a saved path needs in memory.
**   needed  receives them
** OK; FOREIGN: it is no saved path, or of a map of another size; DAMAGED: it was changed or cut
** off; NEWER: a later version of the library has saved it.
*/
ASTAR_API astar_status astar_path_load_size(const astar_map *map, const void *bytes, size_t size,
                                            size_t *needed);
/*
** Writes the path into memory of that size, aligned as by malloc. Whether it can still be walked is
** for astar_path_blocked to tell.
**   ground  receives what it was saved with
** Returns the path, which lies in `memory`; NULL: it is damaged.
*/
ASTAR_API astar_path *astar_path_load(const astar_map *map, const void *bytes, size_t size,
                                      void *memory, uint64_t *ground);

/*
** The cost of a straight line from the middle of a cell to that of another, for units that may move
** in any direction: the length of the line in each cell times the straight cost of entering the
** cell, rounded up.
**   cost  receives the cost if the result is OK
** OK; UNREACHABLE: it crosses a cell that cannot be entered, or a corner that must not be cut;
** START_BLOCKED, LIMIT, CANCELLED, INVALID or NO_MEMORY.
*/
ASTAR_API astar_status astar_map_line(astar_map *map, int32_t x, int32_t y, int32_t to_x,
                                      int32_t to_y, const astar_query *query, uint32_t *cost);
/*
** Replaces steps of a path by straight lines. A line costs no more than the steps that it replaces,
** and crosses no cell that is more expensive than all of theirs.
**   points  receives the cells where the lines meet, start and end included; room for as many cells
**           as the path has
**   count   receives how many were written
** OK, INVALID, CANCELLED, LIMIT or NO_MEMORY. Steps that are no longer possible stay as they are.
*/
ASTAR_API astar_status astar_path_smooth(astar_map *map, const astar_path *path,
                                         const astar_query *query, astar_cell *points,
                                         int32_t *count);

/* What a step has cost, part by part: all but `known` add up to it, with what influence maps have
** contributed. */
typedef struct astar_step_cost {
  int32_t known;                    /* terrain as the player knew it; 0: unseen */
  int32_t terrain, claims, extra;   /* what each contributed to the cost of entering the cell;
                                       `extra`: the callback */
  int32_t height, current;          /* for going up or down, and against a current or with it */
  int32_t link;                     /* over a link: its cost, instead of the terrain's */
  int32_t turn;                     /* for the change of direction before the step */
  int32_t traffic;                  /* for units that come the other way, and that wait */
  int32_t floor;                    /* what raised the sum to 1; mostly 0 */
  int32_t changed;                  /* by how much layers have changed since a suspended search
                                       visited the cell; mostly 0 */
} astar_step_cost;

/* The number of the link by which the path comes to cell `index`; 0: by a step, or there is no such
** cell. See astar_link_number. */
ASTAR_API uint32_t astar_path_link(const astar_path *path, int32_t index);

/* Was the path found with `explain`? */
ASTAR_API bool astar_path_explained(const astar_path *path);
/* The number of influence maps in its query, in the order of the query's list, or of their
** making. */
ASTAR_API int32_t astar_path_influences(const astar_path *path);
/* The name of influence map `number`, 0 … influences - 1, kept with the path; NULL beyond. */
ASTAR_API const char *astar_path_influence(const astar_path *path, int32_t number);
/*
** What each layer contributed to the cost of one step. Of all steps together that is the cost of
** the path.
**   index       of the cell that the step enters, 1 … length - 1
**   influences  receives the contribution of each influence map; may be NULL
** All 0: there is no such step, or the path was found without `explain`.
*/
ASTAR_API astar_step_cost astar_path_explain(const astar_path *path, int32_t index,
                                             int32_t *influences);

/* ---- ticks --------------------------------------------------------------------------------- */

/*
** One tick: paths that terrain has cut are repaired. Then every unit moves along its path; those
** with ASTAR_AVOIDANCE_YIELD together, after all others, which move in the order of their ids. Then
** players see. A unit enters a cell when its step begins, if no other unit is there; else it does
** what its `avoidance` says. No two units are ever in one cell, and no two exchange cells.
**   events, count  receive what happened, valid until the next tick and until a unit is removed;
**                  both may be NULL
** OK; INVALID: the map is locked; NO_MEMORY: nothing has moved.
*/
ASTAR_API astar_status astar_map_tick(astar_map *map, const astar_unit_event **events,
                                      int32_t *count);
/* The number of ticks so far. */
ASTAR_API uint32_t astar_map_ticks(const astar_map *map);

/* ---- sight as a question ------------------------------------------------------------------- */

/* A line from a cell to another one. With all else at 0 it is asked whether the other one is in the
** field of view of the first, however far that reaches. */
typedef struct astar_sight_line {
  astar_cell from, to;              /* on the map */
  int32_t range;                    /* no farther than so many cells, Euclidean; 0: any distance */
  int32_t min_range;                /* no nearer; at most `range`, if that is given */
  const astar_player *player;       /* the terrain as it knows it, where unseen cells are
                                       transparent; NULL: as it is */
  const astar_unit *unit;           /* units of its player, and of players that share with that one,
                                       are in the way as opaque cells would be, except itself and
                                       the one at `to`; NULL: no units are */
} astar_sight_line;

/* What is between two cells. */
typedef enum astar_sight_code {
  ASTAR_SIGHT_CLEAR,                /* nothing is in the way */
  ASTAR_SIGHT_HIDDEN,               /* an opaque cell is */
  ASTAR_SIGHT_UNIT,                 /* a unit is */
  ASTAR_SIGHT_FAR,                  /* `to` is farther than `range` */
  ASTAR_SIGHT_NEAR,                 /* `to` is nearer than `min_range` */
  ASTAR_SIGHT_INVALID               /* a cell outside the map, a wrong range, or a player or unit of
                                       another map */
} astar_sight_code;

/*
** Is a cell seen from another one? The rule is that of a field of view, see astar_player_see.
** Between transparent cells the answer is the same in both directions, as far as terrain decides.
** Takes time by the length of the line.
**   where  receives the cell that is in the way if the result is HIDDEN or UNIT; may be NULL
*/
ASTAR_API astar_sight_code astar_map_line_of_sight(const astar_map *map,
                                                   const astar_sight_line *line,
                                                   astar_cell *where);

#define ASTAR_MAX_OBSERVERS 65535        /* of one sight */

/* Where someone looks from, and how far. */
typedef struct astar_observer {
  int32_t x, y;                     /* on the map */
  int32_t radius;                   /* 0 … ASTAR_MAX_RADIUS cells, Euclidean; -1: it sees nothing */
} astar_observer;

/*
** Finds what many observers see together now. What happens on the map later does not change it. It
** is no part of a hash or of a saved map.
**   observers  `count` of them, 0 … ASTAR_MAX_OBSERVERS, on the map; copied
**   player     terrain as it knows it, where unseen cells are transparent; NULL: as it is
**   why        OK; INVALID: an observer, their number, or a player of another map; NO_MEMORY
** Returns the sight; NULL on failure.
*/
ASTAR_API astar_sight *astar_sight_new(astar_map *map, const astar_observer *observers,
                                       int32_t count, const astar_player *player,
                                       astar_status *why);
/* Frees a sight. NULL does nothing. Those that are left are freed with the map. */
ASTAR_API void astar_sight_free(astar_sight *sight);
/* How many of the observers see a cell; 0 outside the map. */
ASTAR_API int32_t astar_sight_count(const astar_sight *sight, int32_t x, int32_t y);
/*
** Which of the observers see a cell, in their order.
**   observers  receives the indices of the first `room` of them
** Returns how many there are, which may be more than `room`.
*/
ASTAR_API int32_t astar_sight_seen_by(const astar_sight *sight, int32_t x, int32_t y,
                                      int32_t *observers, int32_t room);
/* Do none of the observers see any of the size x size cells from x, y on? False if one of them is
** outside the map. With it the `accepts` of an astar_target finds the nearest cover. */
ASTAR_API bool astar_sight_hides(const astar_sight *sight, int32_t x, int32_t y, int32_t size);
/*
** Finds the next cell that is seen, to the right and then row by row.
**   at  the cell to begin with; receives the cell found
** Returns how many observers see it; 0: there is none, or the cell to begin with is outside.
*/
ASTAR_API int32_t astar_sight_seek(const astar_sight *sight, astar_cell *at);

/*
** Sets every value of an influence map to `amount` for each observer of a sight that sees the cell,
** and to 0 where none does. Queries with it then prefer hidden ways.
**   amount  +-ASTAR_MAX_COST; sums beyond that are cut off
** OK; INVALID: out of range, a sight of another map, a map with a recipe, or a callback runs.
*/
ASTAR_API astar_status astar_influence_from_sight(astar_influence *influence,
                                                  const astar_sight *sight, int32_t amount);

/* ---- the game's own data --------------------------------------------------------------------- */

/*
** Each object holds a pointer of the game's, such as to the game's own record of a unit: map,
** class, player, influence map, link, unit, watch, search, ticket, field, areas, sight, graph, and
** field of a graph. It is NULL until it is set, and stays when a unit changes its player or class.
** The library never reads what it points to: it is no part of a hash, and is not saved, so it is
** NULL in a map that was loaded; astar_map_resize and astar_map_fork hand it on. It may be set at
** any time, also from a callback.
**
** Save your records with the numbers of their objects, which a loaded map keeps: astar_unit_id,
** astar_link_number, astar_watch_number, or the names of players and influence maps. After loading,
** go through the objects with astar_unit_next and its like, and set the pointers again.
**
** When an object is removed or freed, its pointer goes with it, and what it points to is left to
** the game: no function is called. A player's units go with the player, watches with their unit or
** player, everything with the map: look at their pointers before.
**
** Paths have none, as they are blocks to be copied, nor have snapshots; nor have terrains, and
** nodes, edges, players and units of a graph: they are small numbers that are never given again,
** for an array of the game's.
**   object  one of those above; the pointer of anything else is undefined behaviour
*/
ASTAR_API void *astar_user_data(const void *object);
ASTAR_API void astar_set_user_data(void *object, void *user_data);

/* ---- snapshots ------------------------------------------------------------------------------- */

/*
** A snapshot is a map as it was at a moment: all of it, with searches that are under way, the
** queue, and what the map has worked out. Taking one changes nothing of the map. A map may have any
** number of them, and go back to any of them, in any order and as often as it likes: then it goes
** on as it did the first time.
**
** Going back keeps addresses. An object that was removed or freed since is there again, with the
** pointer of the game's that it had, and one that was made since is gone: its pointer must not be
** used or freed. So the game brings its own pointers back with the map. Paths of astar_path_find
** are the game's and stay as they are.
**
** A snapshot copies what has changed since the last one was taken or gone back to, in pages of
** 4 KB, and shares the rest with it. Its memory is the map's: astar_map_memory counts it. What is
** removed from the map is freed when no snapshot has it.
*/

/* Takes a snapshot. *why: OK; INVALID: a callback is running; NO_MEMORY. */
ASTAR_API astar_snapshot *astar_map_snapshot(astar_map *map, astar_status *why);
/* Goes back to a snapshot, which stays. It needs no memory. OK; INVALID: it is of another map, or
** a callback is running. */
ASTAR_API astar_status astar_map_restore(astar_map *map, const astar_snapshot *snapshot);
/* How many bytes had to be copied when it was taken. */
ASTAR_API size_t astar_snapshot_copied(const astar_snapshot *snapshot);
/* Frees a snapshot, wherever the map is. The map frees those that are left. NULL does nothing. */
ASTAR_API void astar_snapshot_free(astar_snapshot *snapshot);
/*
** Makes a second map with all that belongs to the map, which goes on alone; objects of both have
** the same order, numbers and pointers of the game's. It is what astar_map_load makes of the saved
** map, so what astar_map_save restarts is restarted in both, and both continue alike.
**   why  OK; INVALID: a callback is running; NO_MEMORY
** Returns the new map, which the caller frees; NULL on failure.
*/
ASTAR_API astar_map *astar_map_fork(astar_map *map, astar_status *why);

#ifdef __cplusplus
}
#endif

#endif
