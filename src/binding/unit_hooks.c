/* Whether this module has units. One that is compiled with ASTAR_WITHOUT_UNITS has none. */
#include "unit_hooks.h"

#ifdef ASTAR_WITHOUT_UNITS
const la_unit_hooks *const la_units = NULL;
#else
const la_unit_hooks *const la_units = &la_units_of_map;
#endif
