/* Whether this library has units. One that is compiled with ASTAR_PATHS_ONLY has none. */
#include "unit_part.h"

#ifdef ASTAR_PATHS_ONLY
const UnitPart *const unit_part = NULL;
#else
const UnitPart *const unit_part = &unit_functions;
#endif
