/*
** Pushing: a unit asks those in its way to make way, these ask others in turn, on behalf of the
** first one. Who is asked goes on along its own path if it can, else aside, else back; later it
** returns. Compare K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority Inheritance with
** Backtracking for Iterative Multi-agent Path Finding", IJCAI 2019; but steps take their time here,
** and who has begun one completes it.
**
** Nobody is asked twice on behalf of the same unit, and not more than a few all in all. Nothing
** here allocates. What has been done when it fails in the end is harmless: some made way for
** nothing.
*/
#ifndef ASTAR_PUSH_H
#define ASTAR_PUSH_H

#include "rank.h"

/* Begins the unit's step to its next cell `to`, which is legal, if those who stand there make way.
** False: they do not. */
bool push_through(astar_unit *unit, astar_cell to);
/* Does the unit have to leave the cell `to` to a neighbour with the right of way, who is about to
** go there? */
bool push_gives_precedence(const astar_unit *unit, astar_cell to);

#endif
