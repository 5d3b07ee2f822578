/* Smoothing: the public functions on straight lines, astar_line and astar_path_smooth. */
#ifndef ASTAR_SMOOTH_H
#define ASTAR_SMOOTH_H

#include "question.h"
#include "ray.h"

#endif
