/*
** Calls into several boxes that run beside each other, on threads of their own, before their place
** in the order has come. What the host does has the order of one thread, and so has all that comes
** of it:
**
** - A call runs ahead with the input that the host expects it to have. When its place has come and
**   the input is another one, the box goes back to the state before it, and the call runs then.
** - What it asks is answered by guesses, as far as the host can guess without doing anything. It
**   waits with the first question for which there is none. When its place has come, the host is
**   asked all questions in their order. If an answer is none that was guessed, the box goes back,
**   and the call runs again with these answers: nothing is asked twice. That the same answers lead
**   to the same questions is what the vault promises.
** - Whatever else is done with the box before takes back what has run ahead in it.
**
** The host's Lua runs on its own thread alone, where it guesses when it has nothing else to do.
*/
#ifndef ASTAR_SANDBOX_AHEAD_H
#define ASTAR_SANDBOX_AHEAD_H

#include "chain.h"

/* Runs what is in the wire of a box that has calls ahead; true: the results are in the wire. */
bool la_ahead_call(la_box *box, la_task task);
/* Nothing runs ahead in that box any more; it is as it would be if nothing had. */
void la_ahead_end(lua_State *L, la_box *box);

/* So many threads at most, for an `ahead` that is all 0. Where there are none, it is not open. */
void la_ahead_begin(la_ahead *ahead, int threads);
/* Ends all that runs ahead, and the threads. */
void la_ahead_close(lua_State *L, la_ahead *ahead);
/*
** What is in the wire of the box at stack index `index` is what it will be called with, and with so
** many instructions, after all that was expected before. False: no memory.
*/
bool la_ahead_expect(lua_State *L, la_ahead *ahead, int index, la_task task, int64_t instructions);
/* Guesses what is asked. */
void la_ahead_serve(lua_State *L, la_ahead *ahead);

#endif
