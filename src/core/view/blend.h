/*
** Blends: what the cells of a plane cost with the layers of a query on top, for the pruned search.
**
** A blend has a row for each cell: the cost of entering it, and for each direction of arrival the
** steps that are not worth following from it (scene.h). A row is computed when a search first comes
** to the cell. It is kept for later searches with the same plane and influence maps, and dropped
** where these have changed. Rows of cells that units affect are set aside during the search,
** because the next search may have other units near it. So a change of a layer costs time only for
** the cells that searches have visited.
**
** A blend belongs to one search at a time. While a search is suspended its rows do not change,
** except where the plane does. The map keeps the last SPARE_BLENDS blends that no search holds.
**
** Invariant: while no search holds it, a known row equals what would be computed now, apart from
** changes after the positions in the logs.
*/
#ifndef ASTAR_BLEND_H
#define ASTAR_BLEND_H

#include "../tables/rough.h"
#include "view.h"

#define SPARE_BLENDS 4

/* Laid out as Pattern is. */
typedef struct BlendRow {
  uint32_t cost[2];                 /* of entering, straight and diagonally; 0: unknown */
  uint8_t drop[DIRECTIONS];         /* the steps not worth following, a bit each; 0: unknown */
} BlendRow;

/* Up to where in a log the rows know of it, and those that are laid aside. */
typedef struct BlendSeen { uint64_t rows, aside; } BlendSeen;

typedef struct BlendPart {
  astar_weighted weighted;
  uint64_t id;                      /* the influence map's */
  BlendSeen seen;
} BlendPart;

/* The cells that count as claimed or taken, and those that have one of them in their 3 x 3. */
typedef struct BlendUnits {
  CellRun *runs;                    /* claimed, then taken */
  size_t claimed, taken, capacity;
  int32_t claim_penalty;
  Surroundings near;
  BlendRow *aside;                  /* the rows of `near` as they are without units */
  size_t aside_capacity;
} BlendUnits;

typedef struct Blend {
  struct Blend *next;
  Plane *plane;                     /* NULL: not dedicated to any yet */
  uint64_t plane_id;
  BlendSeen plane_seen;
  BlendPart parts[VIEW_INFLUENCES];
  int part_count;
  BlendUnits units;                 /* that the rows know of */
  BlendRow *rows;                   /* array over cells */
  Cell around[DIRECTIONS + 1];      /* from a cell to the places of its scene */
  uint8_t *used;                    /* per BLEND_CHUNK rows: may one of them be known? */
  Rough *rough;                     /* NULL until asked for */
  bool rough_known;                 /* it is kept up to date */
} Blend;

/* The blend for a view, up to date. NULL: no memory. */
Blend *blend_take(View *view);
/* Makes one for later, which knows no plane yet. False: no memory. */
bool blend_reserve(astar_map *map);
/* Finds out which cells are rough, from now on, unless they are more than `most`. False: no
** memory. */
bool blend_find_rough(Blend *blend, const View *view, size_t most, bool *few);
/* It will not be asked again soon. */
void blend_forget_rough(Blend *blend);
/* Gives it back to the map. */
void blend_give(Blend *blend, astar_map *map);
/* Forgets the rows where the plane has changed. */
void blend_mend(Blend *blend);
/* Works out a row as far as an arrival in a direction needs it. */
void blend_work_out(Blend *blend, View *view, Cell cell, int direction);
/* The cost of entering a cell, or SCENE_BLOCKED. */
uint32_t blend_cost(Blend *blend, View *view, Cell cell, bool diagonal);
/* Is a unit in the way of a step from a cell that a search has reached? */
bool blend_met_units(const Blend *blend, const View *view, const Nodes *nodes);
const char *blends_validate(const astar_map *map);
void blends_free(astar_map *map);

#endif
