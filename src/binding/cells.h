/*
** Cells in tables: an option, or an entry of a list. This is the one place in C that reads them, as
** lua/astar/arguments/cells.lua does in Lua; a cell that is written as arguments is la_cell's.
*/
#ifndef ASTAR_BINDING_CELLS_H
#define ASTAR_BINDING_CELLS_H

#include "args.h"

/* The width and height of a map, which may be closed while a cell of it is read. */
typedef struct la_extent {
  int32_t width, height;
} la_extent;

la_extent la_extent_of(const astar_map *map);
/*
** The cell at value.index: { x, y }, or anything with fields x and y, such as a unit. `number`:
** which entry of the list value.name it is; 0: it is no entry. Reading may run the collector, and
** a metamethod: what was checked before must be checked again.
*/
astar_cell la_cell_in(la_value value, int number, la_extent extent);
/* Pushes what the table or object on top has as number `index`, if that is a number, and else as
** field `key`; nil: it has neither. */
void la_push_coordinate(lua_State *L, const char *key, int index);

/* Pushes memory with the cells of the list at value.index; the same holds for it. */
const astar_cell *la_cells(la_value list, const astar_map *map, int32_t *count);

#endif
