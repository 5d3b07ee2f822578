/*
** What edits mean for a plane: which cells have been of another kind than they are now, as its
** class sees them. Suspended searches begin again by that. The plane's own log will not do: what is
** in it depends on when the plane was brought up to date, and that on what else is asked.
**
** A cell that has changed twice, and is what it was, is an edit, too. So is one that changes
** nothing for a large unit since it covers a costlier cell anyway.
*/
#ifndef ASTAR_EDITS_H
#define ASTAR_EDITS_H

#include "plane.h"

typedef struct Edits {
  const Plane *plane;
  uint64_t at, end;                 /* positions in the journal of terrain or knowledge */
} Edits;

/* Where the next edit will be. */
uint64_t edits_position(const Plane *plane);
/* Are all edits from a position on known? */
bool edits_are_kept(const Plane *plane, uint64_t position);
/* Those from a position on, which are kept. */
Edits edits_since(const Plane *plane, uint64_t position);
/* The next one: the cells at which a unit of the class covers it. False: there is none. */
bool edits_next(Edits *edits, astar_rect *reached);

#endif
