/* The nearest of many goals: which they are, and what was found. */
#ifndef ASTAR_BINDING_NEAREST_H
#define ASTAR_BINDING_NEAREST_H

#include "query_call.h"

/* The arguments after those for the unit or the map and the start: goals, query, and a count, or
** options that have one. */
enum { NEAREST_GOALS, NEAREST_QUERY, NEAREST_COUNT, NEAREST_ARGS };

/* What is asked. It stays where it is while the core works. */
typedef struct la_nearest_query {
  la_query_call call;                       /* the first: see la_query_call_answer */
  la_query *space;                  /* where a query is written that is no object yet */
  astar_target target;
  int first;                        /* the argument NEAREST_GOALS */
  const astar_sight *hidden_from;   /* its cells are the goals, or NULL */
  size_t room;                      /* bytes that the paths of a list may take up */
} la_nearest_query;

/* Reads all but the count. The list is read first, for that may run the collector. */
void la_nearest_read(la_nearest_query *nearest);

/* What a search has found. */
typedef struct la_found {
  lua_State *L;
  la_map *map;
  unsigned epoch;                   /* the map's when the search was last known to be there */
  int goals;                        /* where the list of goals stands; 0: they are no list */
  const astar_search *search;
} la_found;

/* Pushes a list of them, { path =, x =, y =, index =, goal = } each, as far as their paths take up
** no more bytes than `room`, of one at least. False: interrupted. */
bool la_found_push_list(const la_found *found, size_t room);

#endif
