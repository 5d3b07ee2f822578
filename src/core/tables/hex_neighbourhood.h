/*
** Neighbourhoods of hexagons: the six cells around a cell, as a search sees them that comes into
** the middle. The rule is that of neighbourhood.h; of the other ways from the parent to a neighbour
** those past the middle are tried.
*/
#ifndef ASTAR_HEX_NEIGHBOURHOOD_H
#define ASTAR_HEX_NEIGHBOURHOOD_H

#include "../base/builtin.h"
#include "neighbourhood.h"

/* Of the steps from the middle those worth following after a step in `arrived`, which must have
** been legal. `backwards`: see neighbourhood_spread. What is worth following does not differ for
** floods: of two ways into a cell the one whose last direction comes first is kept by both. */
uint32_t hex_neighbourhood_follow(const Neighbourhood *neighbourhood, const Grid *grid,
                                  uint32_t is_shifted, int arrived, bool backwards);

/* The steps worth following, and the same for floods, of whatever the cells are; `legal` ones are
** those from the middle, which may be shifted. */
ALWAYS_INLINE uint32_t neighbourhood_follow_by(const Neighbourhood *neighbourhood,
                                               const astar_class *cls, uint32_t is_shifted,
                                               uint32_t legal, int arrived) {
  if (LIKELY(!cls->hex)) return neighbourhood_follow(neighbourhood, legal, arrived);
  const Grid *grid = &cls->map->grid;
  return legal & hex_neighbourhood_follow(neighbourhood, grid, is_shifted, arrived, false);
}

static inline uint32_t neighbourhood_spread_by(const Neighbourhood *neighbourhood,
                                               const astar_class *cls, uint32_t is_shifted,
                                               int arrived, bool backwards) {
  uint32_t legal = cls->legal[is_shifted][neighbourhood->open];
  if (!cls->hex) return neighbourhood_spread(neighbourhood, legal, arrived, backwards);
  const Grid *grid = &cls->map->grid;
  return legal & hex_neighbourhood_follow(neighbourhood, grid, is_shifted, arrived, backwards);
}

#endif
