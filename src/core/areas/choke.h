/*
** Chokes: where two areas of a division touch.
**
** A border cell of two areas belongs to one of them and touches the other. Border cells of the same
** two areas that lie next to each other, corners included, are of one choke. Its cells are the
** fewest of these that have one of every two that touch across; of several such sets the one with
** most cells in the area with the lower number.
**
** That is a smallest vertex cover of a bipartite graph, which is as large as a largest matching
** (D. Kőnig, 1931). The one that is wanted follows from the posts of the first area that are left
** over, which are the same for every largest matching (A. Dulmage and N. Mendelsohn, 1958).
*/
#ifndef ASTAR_CHOKE_H
#define ASTAR_CHOKE_H

#include "division.h"

/* Finds all chokes of a division that has its areas: those of the ground in the reading order of
** their first border cells, then those of links. False: no memory. */
bool chokes_find(Division *division, const Exits *exits);

#endif
