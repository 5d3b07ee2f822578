/*
** The guest's C that checks each access: see engine.h.
*/
#include "engine.h"

#include "bounds.h"

#define NAME(name) Z_bounds##name
#define ENGINE la_engine_bounds
#define GUARDED false

#include "engine_body.h"
