/*
** Straight lines between hexagons: the line between two centers as a way, by the cell of each ring
** around its beginning that is nearest to it. Where two are equally near, there are two ways, one
** on each side of the line.
*/
#ifndef ASTAR_HEX_LINE_H
#define ASTAR_HEX_LINE_H

#include "view.h"

/* What the cheaper one of the ways costs whose cells can all be entered, without the first one.
** False: there is none, or it costs 2^32 or more. */
bool hex_line_cost(View *view, astar_cell from, astar_cell to, uint32_t *cost);

#endif
