/*
** Going through a table in an order that depends on its keys alone: neither on the seed by which
** strings are hashed, nor on how the table came to be. Which of several mistakes is named must not.
*/
#ifndef ASTAR_BINDING_KEYS_H
#define ASTAR_BINDING_KEYS_H

#include <stdbool.h>

#include "args.h"
#include "compat.h"

/* What comes before what: nothing, numbers, strings, booleans; last what has no order. */
enum { LA_RANK_NONE, LA_RANK_NUMBER, LA_RANK_STRING, LA_RANK_BOOLEAN, LA_RANK_OBJECT };

/* A plain value. The text of a string stays Lua's: somebody has to keep the string. */
typedef struct la_key {
  uint8_t rank;
  bool is_integer, is_true;
  unsigned place;                   /* decides where others are equal */
  size_t length;                    /* of a string */
  union {
    lua_Number number;
    lua_Integer integer;
    const char *text;
  } as;
} la_key;

la_key la_key_at(lua_State *L, int index);
void la_key_push(lua_State *L, const la_key *key);
/* For qsort: numbers ascending, strings byte by byte, false, true. */
int la_key_compare(const void *a, const void *b);

/* What is called for a pair of a table, whose key is at index -2, its value at -1. */
typedef void (*la_each)(la_value table, void *target);

/* Calls `each` for all pairs, objects as keys last. For short tables. */
void la_keys_each(la_value table, la_each each, void *target);

/* core.keys, core.before */
int la_keys(lua_State *L);
int la_key_before(lua_State *L);

#endif
