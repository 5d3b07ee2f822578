/*
** Requests to the core for paths: from reading the arguments to raising what a callback raised.
**
** A callback of the query runs under lua_pcall inside the core, so the core is left in good order.
** Its error stays on the stack, and is raised after the core has returned.
**
** Delivering a result makes Lua allocate, and so may run finalizers. If one of them changes the
** map, as call->epoch tells, everything that was read may be gone: then the request is made again
** from the beginning.
*/
#ifndef ASTAR_BINDING_QUERY_CALL_H
#define ASTAR_BINDING_QUERY_CALL_H

#include "query.h"

enum { QUERY_CALL_ARGS = 6 };       /* arguments of a method, itself and its query included */

/* Stack indices are those of the C function that runs; 0: none. */
typedef struct la_query_call {
  lua_State *L;                     /* for a suspended search: the state that steps it */
  la_map *map;
  la_child *unit;                   /* that asks, or NULL */
  const la_query *query;            /* as it was read */
  astar_query core;                 /* as the core gets it */
  astar_cell start;
  astar_rect goal;
  bool to_unit;                     /* the goal is a unit: next to it is near enough */
  bool spelled;                     /* the query outlives the call: it names its influence maps */
  int terrains, extra, trace;       /* the store's names, the function, the table to fill */
  int failure;                      /* index of what the callback raised or wrongly returned */
  bool raised;
  astar_cell failed_at;
  unsigned epoch;                   /* the map's when the search was last known to be there */
} la_query_call;

/*
** Reads start, goal and query from the QUERY_CALL_ARGS arguments of a method of a unit or a map.
** `space` is where a query is written that is no object yet. What `call` points to stays on the
** stack. Lua's collector does not run in this. Returns the argument behind the query.
*/
int la_query_call_read(la_query_call *call, la_query *space);
/* Is the method that runs one of units? Then a unit asks, as in unit:path. */
bool la_query_call_by_unit(lua_State *L);
/* Reads the unit or the map, and the start. Returns the index of the next argument. */
int la_query_call_start(la_query_call *call);
/* The movement class that asks. */
const astar_class *la_query_call_class(const la_query_call *call);
/* Reads the query at `arg`, which may not be there, for call->map and call->unit. */
void la_query_call_read_query(la_query_call *call, int arg, la_query *space);
/* core.check_query(unit or map, position, query), core.check_cell(map, position of x, of y, x, y):
** raise an error about these arguments of the library's function that calls this. */
int la_query_call_check_query(lua_State *L);
int la_query_call_check_cell(lua_State *L);
/* The query that was read becomes `own`, part of the userdata at index `box`: call->query points to
** that then. Its keep, behind it on the stack, gets all that it needs later, and it is tracked. */
void la_query_call_adopt(la_query_call *call, la_query *own, int box, const la_type *type);
/* Makes it ready to run on the stack of L, whose index 1 has the userdata by which it was adopted:
** its callback and its trace are pushed. */
void la_query_call_resume(la_query_call *call, lua_State *L);
/* Makes ready for la_query_call_function. A query with a callback is ready when it is read, or
** resumed. */
void la_query_call_prepare(la_query_call *call);
/* Calls a function for a cell while the core waits. True: its result is pushed; else what it raised
** is on the stack, and raised by la_query_call_check. */
bool la_query_call_function(la_query_call *call, int function, int32_t x, int32_t y,
                            int32_t terrain);
/* Calls the function below so many arguments on top, which they replace, likewise. */
bool la_query_call_protected(la_query_call *call, int arguments);
/* Runs a search to its end, which the map holds then; NULL: it could not begin, and *status says
** why. Raises what went wrong. */
void la_query_call_run(la_query_call *call, astar_search *search, astar_status *status);
/* Asks by `attempt`, which returns false where it was interrupted and is to begin again: with these
** arguments alone on the stack. Returns what it has left on top, or nil and the outcome. */
typedef bool la_attempt(la_query_call *call, astar_status *status);
int la_query_call_answer(la_query_call *call, int arguments, la_attempt *attempt);
/* Lets the search go that the map holds, where the outcome is an error; raises the error. */
void la_query_call_check(la_query_call *call, astar_status status);
/* Raises an error where the engine that the query names is not exact for this search. */
void la_query_call_suits(const la_query_call *call, const char *objection);
/* Writes the events of a search from number *from on into the trace. False: interrupted. */
bool la_query_call_trace(const la_query_call *call, const astar_search *search, size_t *from);

#endif
