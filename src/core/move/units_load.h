/* Loading what units_save.c has saved. */
#ifndef ASTAR_UNITS_LOAD_H
#define ASTAR_UNITS_LOAD_H

#include "../save/load.h"

extern const Section unit_sections[], watch_sections[];

#endif
