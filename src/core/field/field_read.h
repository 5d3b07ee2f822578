/*
** Reading fields: the public functions for costs, steps, and the paths that steps make. Each first
** brings the field up to date.
*/
#ifndef ASTAR_FIELD_READ_H
#define ASTAR_FIELD_READ_H

#include "../grid/path.h"
#include "field_repair.h"
#include "field_sync.h"

/* The cell to go on to from one with a cost, in a field that is up to date, as astar_field_step has
** it; NO_CELL: there is nothing left to go. */
Cell field_next(astar_field *field, Cell cell);

#endif
