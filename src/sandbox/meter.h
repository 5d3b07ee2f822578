/*
** What a mod's state may use up, as its own side sees it: the same functions for both sandboxes.
** The stock sandbox counts instructions and bytes here. In the vault the machine counts them.
*/
#ifndef ASTAR_SANDBOX_METER_H
#define ASTAR_SANDBOX_METER_H

#include "error_report.h"

#ifdef LA_GUEST
#include "guest/guest_meter.h"
#else
#include "stock_meter.h"
#endif

/* The meter of any coroutine of a mod's state. */
la_meter *la_meter_of(lua_State *L);
/* Ties the state to its meter; allocates. */
void la_meter_bind(lua_State *L, la_meter *meter);
/* Begins a call: the allowance is whole. */
void la_meter_begin(la_meter *meter, lua_State *L);
/* Ends it. What took up all the memory is collected, lest the next call fails for it. */
void la_meter_end(la_meter *meter, lua_State *L);
/* A coroutine is about to run, or has the processor back. */
void la_meter_enter(la_meter *meter, lua_State *L);
/* Takes from the allowance what C does without executing instructions; raises when it is spent. */
void la_meter_charge(lua_State *L, double instructions);
/* The end of a call: is more in use than may be? */
void la_meter_check_memory(lua_State *L);
/* Raises the end of the call, if it has come. `L` is what runs. */
void la_meter_check(lua_State *L);
/* Ends the call for good and raises it. */
int la_meter_finish(lua_State *L, la_end end);

#endif
