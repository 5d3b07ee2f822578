/*
** How far it is to walk from a cell to the cells around it: floods within a square, for influence
** that goes round walls instead of through them.
**
** A step is as long as one over open ground, whatever terrain it enters; which steps there are, the
** class says, and the terrain that is given, as a player knows it or as it is. The cell in the
** middle may be one that the class cannot enter.
*/
#ifndef ASTAR_SEEP_H
#define ASTAR_SEEP_H

#include "class.h"

/* The class that walks, and the land as it is known: `terrain` is an array over cells. */
typedef struct Gait {
  const astar_class *cls;
  const uint8_t *terrain;
} Gait;

/* Cells of the square are numbered row by row. */
typedef struct Seep {
  astar_cell corner;
  int32_t radius, side;
  uint32_t *distance;               /* by number; UINT32_MAX: farther than the radius */
  uint32_t *heap, *place;           /* numbers of cells, the nearest first; where each stands */
  uint32_t count;                   /* in the heap */
} Seep;

/* The class is the default one where it is NULL; without a player the terrain is the true one. */
Gait gait_of(const astar_map *map, const astar_class *cls, const astar_player *player);

/* How many bytes a seep of that radius, or of a smaller one, works with. */
size_t seep_bytes(int32_t radius);
/* Finds the distances around a cell. `room` is aligned for numbers of 32 bits. */
void seep_run(Seep *seep, const Gait *gait, astar_cell from, int32_t radius, void *room);

/* What is left of an amount at a distance: it falls to 0 one cell beyond the radius. */
static inline int64_t seep_left(int64_t amount, uint32_t distance, int32_t radius,
                                int32_t straight) {
  int64_t reach = (int64_t)(radius + 1) * straight, product = amount * (reach - distance);
  return (product + (product < 0 ? -reach / 2 : reach / 2)) / reach;
}

/* The cell of a number. */
static inline astar_cell seep_cell(const Seep *seep, uint32_t number) {
  int32_t x = (int32_t)number % seep->side, y = (int32_t)number / seep->side;
  return (astar_cell){ seep->corner.x + x, seep->corner.y + y };
}

#endif
