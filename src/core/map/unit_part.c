/* Whether this library has units. One that is compiled with ASTAR_WITHOUT_UNITS has none. */
#include "unit_part.h"

#ifdef ASTAR_WITHOUT_UNITS
const UnitPart *const unit_part = NULL;
#else
const UnitPart *const unit_part = &unit_functions;
#endif
