/* Whether this library has units. One that is compiled with ASTAR_WITHOUT_UNITS has none. */
#include "unit_hooks.h"

#ifdef ASTAR_WITHOUT_UNITS
const UnitHooks *const unit_hooks = NULL;
#else
const UnitHooks *const unit_hooks = &units_of_map;
#endif
