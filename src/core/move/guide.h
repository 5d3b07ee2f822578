/*
** Guides: how far a unit has to go from each cell around it. A unit that others have moved off its
** path, or have to, asks its guide which of its neighbours leads on.
**
** A guide is a window of 16 x 16 cells. It holds, for each cell, what it costs to come from there
** along the stretch of the path that lies in the window to the end of that stretch; for a unit
** without a path, to its home. Cells off the path cost more, so that units keep to what was planned
** for them. Other units are not in it.
**
** The window depends only on the block of 8 x 8 cells in which the unit is, so that it is the same
** in every run, and in a map that was saved and loaded.
**
** Invariant: a guide that is known and holds is equal to one that is made now; so it may be dropped
** at any time.
*/
#ifndef ASTAR_GUIDE_H
#define ASTAR_GUIDE_H

#include "step.h"

#define GUIDE_FAR UINT8_MAX         /* the cost of cells outside, of those that lead nowhere, and of
                                    ** those that are farther than all to which a unit may step */

/* Makes sure that the unit's guide is as the unit and its surroundings are now. False: there is
** none, since its home, or the path on either side of its base, lies outside of the window. A unit
** that was moved on beside its path has come up to where the path enters the window. One that was
** moved back along it is led to where the path leaves the window. */
bool guide_sync(astar_unit *unit);
/* The cost of a cell, by a guide that holds. */
uint8_t guide_cost(const astar_unit *unit, astar_cell cell);
/* Is there a guide for where the unit is? */
bool guide_exists(const astar_unit *unit);
/* NULL: the guide is as it should be. */
const char *guide_validate(const astar_unit *unit);

#endif
