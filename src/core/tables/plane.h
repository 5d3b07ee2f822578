/*
** A plane: which cells a class may enter and at which cost, as one player knows the map (or as it
** is, for no player).
**
** plane_get, which every query calls, makes the plane on first use. Later it repairs the plane
** where terrain or knowledge has changed. Tables derived from `kind` are made when they are first
** needed: regions by plane_regions, jump tables by plane_jumps.
**
** Invariant after plane_get: kind[cell] is the kind of the most expensive cell that a unit of the
** class covers when it stands at `cell`; 0 where it cannot stand, and in the border. population[k]
** is the number of cells of kind k.
*/
#ifndef ASTAR_PLANE_H
#define ASTAR_PLANE_H

#include "../base/backlog.h"
#include "dead_end.h"
#include "exits.h"
#include "jump.h"
#include "landmark.h"
#include "pattern.h"
#include "plane_builder.h"
#include "region.h"
#include "terrain_index.h"

typedef struct Plane {
  struct Plane *next;
  astar_class *cls;
  astar_player *player;             /* NULL: all is known */
  uint64_t id;                      /* no other plane or influence map of the map ever has it */
  uint64_t source_seen;             /* position in the log of terrain or knowledge */
  uint32_t class_version;
  uint8_t *kind;
  uint32_t population[KINDS];       /* cells of each kind */
  int cheapest;                     /* the kind of the cheapest cells; 0: none can be entered */
  bool uniform;                     /* all cells that can be entered cost the same, from anywhere */
  int32_t least[2];                 /* no step costs less, straight or diagonal, where slopes count;
                                    ** may be below 1 */
  Changes changes;                  /* of `kind`, for derived tables */
  Exits exits;
  uint64_t exits_seen;              /* up to which version of the map's links */
  Regions *regions;                 /* NULL until asked for */
  uint64_t regions_seen;            /* position in `changes` */
  Jumps *jumps;
  uint64_t jumps_seen;
  uint64_t jumps_making;            /* another number each time that they are begun */
  Patterns *patterns;
  uint64_t patterns_seen;
  Landmarks *landmarks;             /* NULL unless the plane was prepared */
  DeadEnds *dead_ends;              /* NULL unless they were asked for */
  TerrainIndex terrain_index;       /* of what its player knows; no blocks: nobody has asked */
  uint64_t terrain_index_seen;      /* position in the log of terrain or knowledge */
  uint64_t dead_ends_version;       /* greater than any that have been dropped */
} Plane;

/* The plane for a class and a player (or NULL), right up to the present. NULL: see *why. */
Plane *plane_get(astar_map *map, astar_class *cls, astar_player *player, astar_status *why);

/* The same plane if it was made before, however it is now; or NULL. */
Plane *plane_find(const astar_map *map, const astar_class *cls, const astar_player *player);
/* What a plane is read off, and the log of it. */
const uint8_t *plane_terrain_of(const astar_map *map, const astar_player *player);
Changes *plane_log_of(astar_map *map, astar_player *player);
/* Makes a plane, which there is not, of a builder that knows of the log up to `seen`. The kinds
** become the plane's own. False: no memory. */
bool plane_adopt(astar_map *map, astar_player *player, const PlaneBuilder *builder, uint64_t seen);

/*
** Tables that are made in steps. `mark_regions` marks the blocks that have changed. `update` makes
** the table's memory where it is wanting, and repairs it, unless it is `stale`: then its owner
** makes it, has it repaired where the plane has changed since the beginning, and says by jumps_seen
** or patterns_seen up to where it is kept. Until then, or until a function below makes it at once,
** the plane lacks it. Each beginning has another number, jumps_making or the patterns' numbering:
** an owner that finds a new one has to begin again. NULL or false: no memory.
*/
Regions *plane_mark_regions(Plane *plane);
bool plane_update_jumps(Plane *plane, bool *stale);
bool plane_lacks_jumps(const Plane *plane);
void plane_repair_jumps(Plane *plane, astar_rect rect);
bool plane_update_patterns(Plane *plane, bool *stale);
bool plane_lacks_patterns(const Plane *plane);
bool plane_repair_patterns(Plane *plane, astar_rect rect);

/* Where links lead away, right up to the present. NULL: no memory. */
const Exits *plane_exits(Plane *plane);
/* Which cells are connected, right up to the last plane_get. NULL: no memory. */
const Regions *plane_regions(Plane *plane);
/* Why jump point search can not be had on the plane; NULL: it can. */
const char *plane_denies_jumps(const Plane *plane);
/* Where jump point search stops, right up to the last plane_get. */
const Jumps *plane_jumps(Plane *plane);
/* What the surroundings of each cell mean to a search, likewise. */
const Patterns *plane_patterns(Plane *plane);
/* Writes the numbers of these patterns into nodes, or what has changed of them since. */
void plane_number_nodes(Plane *plane, Nodes *nodes);
/* The same in bands, and then, likewise, where the plane has changed since. */
void plane_number_band(const Plane *plane, Nodes *nodes, int32_t band);
void plane_repair_numbering(const Plane *plane, Nodes *nodes, astar_rect rect);
void plane_keep_numbering(const Plane *plane, Nodes *nodes, uint64_t seen);

/* Finds the dead ends of cells of these kinds, which are the plane's, or were once. False: no
** memory. */
bool plane_find_dead_ends(Plane *plane, const uint8_t *kind);
/* A plane of its own for the same class and player, with kinds that the cells had once: the map
** does not know it. NULL: no memory. */
Plane *plane_detached(const Plane *plane, const uint8_t *kind);
void plane_free_detached(Plane *detached);                /* NULL does nothing */
/* As if it had never been prepared, nor its dead ends found. */
void plane_drop_tables(Plane *plane);

/* What a step costs at least, by terrain and slopes alone; may be below 1. */
static inline int32_t plane_least_step(const Plane *plane, bool diagonal) {
  if (plane->cls->slopes != NULL) return plane->least[diagonal];
  return (int32_t)(diagonal ? plane->cls->diagonal_cost
                            : plane->cls->straight_cost)[plane->cheapest];
}

/* The kind of the costliest cells that there are. */
static inline int plane_costliest(const Plane *plane) {
  int kind = 1;
  while (kind < plane->cheapest && plane->population[kind] == 0) kind++;
  return kind;
}

/* What the plane's player knows a cell to be: a terrain id, 0 where unseen. */
int32_t plane_terrain(const Plane *plane, Cell cell);
/* Brings the index up to the present: which kinds there are where, as the player knows it. False:
** no memory. */
bool plane_index_terrain(Plane *plane);
/* The log of what it knows, and the journal. */
Changes *plane_source(const Plane *plane);
const Journal *plane_journal(const Plane *plane);

/* Which planes were prepared, and whose dead ends were found: node counts depend on it. */
uint64_t planes_hash(const astar_map *map, uint64_t hash);

/* The steps from a cell that the terrain allows, a bit for each direction. */
uint32_t plane_steps(const Plane *plane, Cell cell);
/* Is it right up to the present, without plane_get? */
bool plane_is_current(const Plane *plane);
const char *plane_validate(Plane *plane);
void planes_drop_player(astar_map *map, const astar_player *player);
void planes_free(astar_map *map);

#endif
