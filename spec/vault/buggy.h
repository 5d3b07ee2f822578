/*
** Machines for the tests, with a state of Lua in them, and with the guest that can be told to make
** mistakes.
*/
#ifndef BUGGY_H
#define BUGGY_H

#include "../../src/sandbox/guest/control.h"
#include "../../src/sandbox/vault/machine.h"
#include "bugs.h"

/* Calls vm_bug. No other engine has it. */
enum { ENTRY_BUG = LA_ENTRIES };

#if LA_GUARD_PAGES
extern const la_engine buggy_guard;
#endif
extern const la_engine buggy_bounds;

/* The engines that there are on this system, and how many. */
int buggy_engines(const la_engine *engines[2]);

#endif
