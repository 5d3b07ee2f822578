/*
** A movement class: what each terrain costs one kind of unit.
**
** Costs are compiled into `kinds`, small numbers that planes store for each cell. 0 is blocked; the
** others rank the different costs of the class from the most expensive, 1, down to the cheapest. A
** unit of several cells pays for the most expensive one, so its kind is the least of the kinds of
** its cells, blocked included.
**
** Where a class pays for height or currents, terrains that differ in them are of different kinds,
** too, even if they cost the same (slope.h).
*/
#ifndef ASTAR_CLASS_H
#define ASTAR_CLASS_H

#include "../base/builtin.h"
#include "../grid/hex.h"
#include "map.h"
#include "slope.h"

struct astar_class {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_class *next;
  astar_map *map;
  int32_t costs[ASTAR_MAX_TERRAINS + 1];   /* as asked for; may be ASTAR_TERRAIN_DEFAULT */
  int32_t unknown;
  int32_t size;
  astar_diagonal_rule diagonal;
  int32_t climb, descend, drift;
  /* compiled */
  uint32_t version;                 /* the kinds_version of the grid it was compiled for */
  uint8_t kind_of[KINDS];           /* by terrain; [0] is for unseen cells */
  uint32_t straight_cost[KINDS];    /* by kind; 0 for blocked */
  uint32_t diagonal_cost[KINDS];
  Slopes *slopes;                   /* NULL: steps cost the same in all directions */
  Slopes *slope_room;               /* where they are kept; NULL until there are some. It does not
                                    ** move: views that are not up to date still point to it */
  bool hex;                         /* the map has hexagons */
  uint8_t legal[2][256];            /* by whether the cell is shifted (hex.h), and by the open ones
                                       of the eight cells around it, a bit each: the directions in
                                       which a step is legal; see class_legal */
};
HAS_USER_DATA(astar_class);

/*
** Compiles the class again when terrains were defined since.
** NO_MEMORY; LIMIT: it has more than 255 kinds, or slopes make too much of a difference.
*/
astar_status class_sync(astar_class *cls);

/* One look at a table, kind_of, tells whether it can enter a cell. */
static inline bool class_is_simple(const astar_class *cls) {
  return cls->size == 1 && cls->version == cls->map->grid.kinds_version;
}

/* Can the class, by true terrain, stand with its upper left cell at x, y? */
bool class_can_stand(const astar_class *cls, int32_t x, int32_t y);
/* The same, by the terrain in `terrain`, an array over cells in which 0 means unseen. */
bool class_fits(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y);
/* Can it enter a terrain? 0: one that is unknown. */
bool class_can_enter(const astar_class *cls, uint8_t terrain);
/* Where around a cell it fits: a bit for each direction. */
uint32_t class_open_around(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y);

/* Where it fits in a row, from x on: a bit for each of `count` cells, 32 at most. */
uint32_t class_open_row(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y,
                        int32_t count);

/* How many of the two cells beside a diagonal step must be open; 3: none is legal. */
uint32_t class_diagonal_needs(const astar_class *cls);

/* Is a cell, which is a hexagon, shifted? And the directions in which a step is legal from it.
** Functions, so as not to be in the way of the loops over squares. */
uint32_t class_is_shifted(const astar_class *cls, Cell cell);
uint32_t class_legal_hex(const astar_class *cls, Cell cell, uint32_t open);

/* The directions in which a step is legal from a cell, where `open` ones of the eight cells around
** it can be entered: a bit each. */
ALWAYS_INLINE uint32_t class_legal(const astar_class *cls, Cell cell, uint32_t open) {
  return UNLIKELY(cls->hex) ? class_legal_hex(cls, cell, open) : cls->legal[0][open];
}

static inline uint32_t class_legal_at(const astar_class *cls, int32_t x, int32_t y,
                                      uint32_t open) {
  return cls->legal[cls->hex ? hex_is_shifted(&cls->map->grid, x, y) : 0][open];
}

/* The directions in which a cell has neighbours: a bit each. */
ALWAYS_INLINE uint32_t class_around(const astar_class *cls, Cell cell) {
  return cls->hex ? class_legal_hex(cls, cell, 0xff) : 0xff;
}

/* The legal steps from a cell of a plane, whose kinds are in `kind`: a bit for each direction. */
static inline uint32_t class_legal_steps(const astar_class *cls, const uint8_t *kind, Cell cell) {
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(&cls->map->grid, direction);
    open |= (uint32_t)(kind[next] != 0) << direction;
  }
  return class_legal(cls, cell, open);
}

/* In the order of their making, the default class being 0; of NULL: how many there are. */
int32_t class_number(const astar_map *map, const astar_class *cls);
/* A class with nothing compiled, as if terrains had been defined since: a saved one may have come
** to have too many different costs after it was made. */
astar_class *class_add(astar_map *map, const astar_class_desc *desc, astar_status *why);
void classes_free(astar_map *map);
uint64_t classes_hash(const astar_map *map, uint64_t hash);

#endif
