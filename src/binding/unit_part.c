/* Whether this module has units. One that is compiled with ASTAR_WITHOUT_UNITS has none. */
#include "unit_part.h"

#ifdef ASTAR_WITHOUT_UNITS
const la_unit_part *const la_units = NULL;
#else
const la_unit_part *const la_units = &la_unit_functions;
#endif
