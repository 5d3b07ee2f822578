/*
** Checking what comes from Lua: numbers, names, cells, tables of options. This is the one place
** where cells counted from 1 become cells counted from 0, and back.
**
** A message names the argument and its value: "bad argument #2 to 'set' (y = 70 is outside the
** map, 1 to 64)". Numbers that must be whole are accepted as such only: not 1.5, NaN or 2^40.
**
** Nothing here lets Lua's collector run before there is an error to be raised; see map.h.
*/
#ifndef ASTAR_BINDING_ARGS_H
#define ASTAR_BINDING_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "../astar.h"
#include "blame.h"
#include "compat.h"

/* A value under examination, and how messages call it. */
typedef struct la_value {
  lua_State *L;
  int arg;                          /* the argument it is, or is part of */
  int index;                        /* where it stands on the stack */
  const char *name;
} la_value;

/* An argument as a value. */
static inline la_value la_arg(lua_State *L, int arg, const char *name) {
  return (la_value){ L, arg, arg, name };
}

/* Raises "bad argument #arg to … (message)". */
int la_fail(lua_State *L, int arg, const char *format, ...);
/* Raises "bad argument … (name = value message)". */
int la_reject(la_value value, const char *format, ...);
/* Pushes and returns a short text for the value at `index`: 1.5, 'word', nil, map. */
const char *la_show(lua_State *L, int index);

/* Raises "bad argument … (string expected, got number)" where the argument is of another of Lua's
** types. */
void la_check_type(lua_State *L, int arg, int type);

int64_t la_integer(la_value value, int64_t min, int64_t max);
/* The same; nothing given is `usual`. */
int64_t la_integer_or(la_value value, int64_t usual, int64_t min, int64_t max);
/* core.check_integer(position, name, value, min, max): raises an error about an argument of the
** library's function that calls this. */
int la_check_integer(lua_State *L);
double la_number(la_value value, double min, double max);
/* A number in 1/1024. */
int32_t la_ratio(la_value value, double min, double max);
bool la_boolean(la_value value);
/* A name: 1 … ASTAR_NAME_MAX bytes, none of them 0. */
const char *la_name(la_value value);
/* The index of a word in a list that ends with NULL. */
int la_choice(la_value value, const char *const *words);
/* A cost 1 … ASTAR_MAX_COST, or false: 0. */
int32_t la_cost(la_value value);

/* An optional argument, the most bytes that something may take; 0: nothing is said. */
size_t la_memory_limit(lua_State *L, int arg);
/* A coordinate 1 … count, as one from 0. */
int32_t la_coordinate(la_value value, int32_t count);
/* Refuses a table or an object where the argument x of a cell belongs, and says how one is written:
** a cell in a table is read by la_cell_in alone. */
void la_cell_check(la_value x);
/* Arguments `arg` and `arg` + 1 as a cell of the map. */
astar_cell la_cell(lua_State *L, int arg, const astar_map *map);
/* The same for any cell, as far as 2^29 from the map. */
astar_cell la_any_cell(lua_State *L, int arg);
/* Four arguments from `arg` on as a rectangle of the map. */
astar_rect la_rect(lua_State *L, int arg, const astar_map *map);
/* A table { x =, y =, width =, height = } as a rectangle of the map. */
astar_rect la_rect_table(lua_State *L, int arg, const astar_map *map);
/* A goal from argument `arg` on: x and y, or such a table. Returns the argument behind. */
int la_goal(lua_State *L, int arg, const astar_map *map, astar_rect *goal);
/* Pushes a name that is the core's. */
void la_push_name(lua_State *L, const char *name);
/* Pushes x and y of a cell; returns 2. */
int la_push_cell(lua_State *L, astar_cell cell);

/* What an option takes, and what becomes of it. */
typedef enum la_takes {
  LA_TAKES_BOOLEAN,
  LA_TAKES_OPPOSITE,                /* a boolean, of which the opposite is kept */
  LA_TAKES_INTEGER,
  LA_TAKES_INTEGER_OR_FALSE,        /* false: `if_false` */
  LA_TAKES_RATIO,                   /* a number, kept in 1/1024 */
  LA_TAKES_COST,                    /* as la_cost */
  LA_TAKES_FUNCTION,                /* of which is kept that it is there */
  LA_TAKES_WORD                     /* one of `words`, of which the index is kept */
} la_takes;

/*
** One key of a table of options. A plain value goes into a field of the struct that is the target,
** as one of the macros below says; what needs code has a function:
**
**   static const la_option options[] = {
**     { "cost", LA_INT(LinkDraft, desc.cost, 1, ASTAR_MAX_COST) },
**     { "class", .read = link_read_class }, { .name = NULL }
**   };
*/
typedef struct la_option {
  const char *name;                 /* NULL: the end of the list */
  void (*read)(la_value value, void *target);   /* NULL: the rest counts */
  la_takes takes;
  size_t offset, size;              /* of the field */
  double least, most;
  int32_t if_false;
  const char *const *words;
} la_option;

/* The field: a bool, 32 bits of an integer or enum, or a double. */
#define LA_FIELD(type, field) \
  .offset = offsetof(type, field), .size = sizeof(((const type *)0)->field)
#define LA_BOOL(type, field) .takes = LA_TAKES_BOOLEAN, LA_FIELD(type, field)
#define LA_NOT(type, field) .takes = LA_TAKES_OPPOSITE, LA_FIELD(type, field)
#define LA_INT(type, field, min, max) \
  .takes = LA_TAKES_INTEGER, LA_FIELD(type, field), .least = (min), .most = (max)
#define LA_INT_OR_FALSE(type, field, min, max, number) \
  .takes = LA_TAKES_INTEGER_OR_FALSE, LA_FIELD(type, field), .least = (min), .most = (max), \
  .if_false = (number)
#define LA_RATIO(type, field, min, max) \
  .takes = LA_TAKES_RATIO, LA_FIELD(type, field), .least = (min), .most = (max)
#define LA_COST(type, field) .takes = LA_TAKES_COST, LA_FIELD(type, field)
#define LA_FUNCTION(type, field) .takes = LA_TAKES_FUNCTION, LA_FIELD(type, field)
#define LA_WORD(type, field, list) \
  .takes = LA_TAKES_WORD, LA_FIELD(type, field), .words = (list)

/* Reads a table of options at value.index; an unknown key is an error with the nearest one. */
void la_options(la_value table, const la_option *options, void *target);
/* The same of a table that also is a list of `listed` elements. */
void la_options_beside(la_value table, int listed, const la_option *options, void *target);
/* Reads the value of one option. */
void la_option_read(const la_option *option, la_value value, void *target);

/* Words to find the nearest one of, one after the other, in whatever order: among equally near ones
** it is the first in the alphabet. */
typedef struct la_nearest {
  const char *word;                 /* what was written */
  char best[ASTAR_NAME_MAX + 1];    /* a copy; empty: nothing looked at yet */
  int distance;
} la_nearest;

void la_nearest_try(la_nearest *nearest, const char *candidate);
/* Is it near enough for a hint? About a third of the letters may differ, or it is what others call
** the same. */
bool la_nearest_is_near(const la_nearest *nearest);
/* ", the nearest is 'x'", pushed; "" where no word is near. */
const char *la_nearest_hint(lua_State *L, const la_nearest *nearest);

#endif
