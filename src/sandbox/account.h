/*
** What a mod's state may use up, as its own side sees it: the same functions for both sandboxes.
** The stock sandbox counts instructions and bytes here. In the vault the machine counts them.
*/
#ifndef ASTAR_SANDBOX_ACCOUNT_H
#define ASTAR_SANDBOX_ACCOUNT_H

#include "report.h"

#ifdef LA_GUEST
#include "guest/guest_account.h"
#else
#include "stock_account.h"
#endif

/* The account of any coroutine of a mod's state. */
la_account *la_account_of(lua_State *L);
/* Ties the state to its account; allocates. */
void la_account_bind(lua_State *L, la_account *account);
/* Begins a call: the allowance is whole. */
void la_account_begin(la_account *account, lua_State *L);
/* Ends it. What took up all the memory is collected, lest the next call fails for it. */
void la_account_rest(la_account *account, lua_State *L);
/* A coroutine is about to run, or has the processor back. */
void la_account_enter(la_account *account, lua_State *L);
/* Takes from the allowance what C does without executing instructions; raises when it is spent. */
void la_account_charge(lua_State *L, double instructions);
/* The end of a call: is more in use than may be? */
void la_account_weigh(lua_State *L);
/* Raises the end of the call, if it has come. `L` is what runs. */
void la_account_check(lua_State *L);
/* Ends the call for good and raises it. */
int la_account_finish(lua_State *L, la_end end);

#endif
