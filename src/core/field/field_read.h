/* Reading fields: the public functions that tell costs, steps, and the paths that steps make. Each
** brings the field up to date first. */
#ifndef ASTAR_FIELD_READ_H
#define ASTAR_FIELD_READ_H

#include "../grid/path.h"
#include "field_repair.h"
#include "field_sync.h"

#endif
