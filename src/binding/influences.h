/*
** Making influence maps, those with recipes among them, and looking them up.
*/
#ifndef ASTAR_BINDING_INFLUENCES_H
#define ASTAR_BINDING_INFLUENCES_H

#include "child.h"

/* The influence map of the name at `value`; an error, with the nearest name: there is none. */
la_child *la_influence_named(la_value value, const la_map *map);

#endif
