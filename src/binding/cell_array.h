/*
** Reading many cells at once: an array with an entry for each cell of a rectangle, row by row, as a
** string or in memory of the caller's.
*/
#ifndef ASTAR_BINDING_CELL_ARRAY_H
#define ASTAR_BINDING_CELL_ARRAY_H

#include "args.h"

typedef struct la_cell_array {
  astar_rect rect;
  size_t size;                      /* of the array in bytes */
  void *room;                       /* where the array is written */
  bool is_callers;                  /* the room was given */
} la_cell_array;

/* Reads [x, y, width, height] [, into] from argument `arg` on, the whole map where there are none,
** and provides the room; Lua's collector may run. `width` is that of an entry in bytes. */
la_cell_array la_cell_array_begin(lua_State *L, int arg, const astar_map *map, size_t width);
/* Ends the method: the string, or how many bytes were written to the caller's room. */
int la_cell_array_end(lua_State *L, const la_cell_array *array);

#endif
