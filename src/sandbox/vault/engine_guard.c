/*
** The guest's C whose memory has guard pages: see engine.h.
*/
#include "engine.h"

#include "guard.h"

#define NAME(name) Z_guard##name
#define ENGINE la_engine_guard
#define GUARDED true

#include "engine_body.h"
