/*
** Neighbourhoods of hexagons: the six cells around a cell, as a search sees them that comes into
** the middle. The rule is that of neighbours.h; of the other ways from the parent to a neighbour
** those past the middle are tried.
*/
#ifndef ASTAR_HEX_NEIGHBOURS_H
#define ASTAR_HEX_NEIGHBOURS_H

#include "../base/builtin.h"
#include "neighbours.h"

/* Of the steps from the middle those worth following after a step in `arrived`, which must have
** been legal. `backwards`: see neighbours_spread. What is worth following does not differ for
** floods: of two ways into a cell the one whose last direction comes first is kept by both. */
uint32_t hex_neighbours_follow(const Neighbours *neighbours, const Grid *grid, uint32_t is_shifted,
                               int arrived, bool backwards);

/* The steps worth following, and the same for floods, of whatever the cells are; `legal` ones are
** those from the middle, which may be shifted. */
ALWAYS_INLINE uint32_t neighbours_follow_by(const Neighbours *neighbours, const astar_class *cls,
                                       uint32_t is_shifted, uint32_t legal, int arrived) {
  if (LIKELY(!cls->hex)) return neighbours_follow(neighbours, legal, arrived);
  return legal & hex_neighbours_follow(neighbours, &cls->map->grid, is_shifted, arrived, false);
}

static inline uint32_t neighbours_spread_by(const Neighbours *neighbours, const astar_class *cls,
                                       uint32_t is_shifted, int arrived, bool backwards) {
  uint32_t legal = cls->legal[is_shifted][neighbours->open];
  if (!cls->hex) return neighbours_spread(neighbours, legal, arrived, backwards);
  return legal & hex_neighbours_follow(neighbours, &cls->map->grid, is_shifted, arrived, backwards);
}

#endif
