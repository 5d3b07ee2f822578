/*
** A query as read from its options. map:query{…} keeps one as an object; elsewhere it is read from
** the table into memory of the caller, so that searching for a path makes no garbage.
**
** The keep of an object with a query holds what the query refers to, from KEEP_FIRST on.
*/
#ifndef ASTAR_BINDING_QUERY_H
#define ASTAR_BINDING_QUERY_H

#include "child.h"

enum {
  KEEP_MAP = STORE_MAP, KEEP_EXTRA, KEEP_TRACE, KEEP_PATH, KEEP_GOALS, KEEP_DONE,
  KEEP_WAITERS, KEEP_NEXT, KEEP_FIRST
};
enum { QUERY_INFLUENCES = 64 };     /* influence maps that one query can count */

typedef struct la_query {
  la_map *map;
  astar_query query;                /* its influences are those below */
  la_child *cls, *player, *unit;
  la_child *influences[QUERY_INFLUENCES];
  astar_weighted weighted[QUERY_INFLUENCES];
  bool extra_cost, trace;           /* said; the values stand elsewhere */
} la_query;

/* Nothing said. */
void la_query_init(la_query *query, la_map *map);
/* Reads the table at value.index. */
void la_query_read(la_value table, la_query *query);
/* Reads one of its options, for functions that take few of them. */
void la_query_read_class(la_value value, void *query);
void la_query_read_player(la_value value, void *query);
/* Lists each influence map in the query. A unit's query includes them all by default. */
void la_query_spell_out(la_value value, la_query *query);
/* A copy, whose influences are its own. */
void la_query_copy(la_query *copy, const la_query *query);
/* Raises an error where something that the query refers to was removed. */
void la_query_alive(la_value value, const la_query *query);
/* Puts all that the query refers to into the table on top. */
void la_query_keep(lua_State *L, int owner, const la_query *query);

#endif
