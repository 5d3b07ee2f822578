/* Smoothing: the public functions on straight lines, astar_map_line and astar_path_smooth. */
#ifndef ASTAR_SMOOTH_H
#define ASTAR_SMOOTH_H

#include "../view/ray.h"
#include "direct.h"

#endif
