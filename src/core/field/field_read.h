/*
** Reading fields: the public functions for costs, steps, and the paths that steps make. Each first
** brings the field up to date.
*/
#ifndef ASTAR_FIELD_READ_H
#define ASTAR_FIELD_READ_H

#include "../grid/path.h"
#include "field_repair.h"
#include "field_sync.h"

#endif
