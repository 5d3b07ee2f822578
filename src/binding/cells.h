/* Lists of cells as arguments. */
#ifndef ASTAR_BINDING_CELLS_H
#define ASTAR_BINDING_CELLS_H

#include "args.h"

/*
** Pushes memory with the cells of the list at argument `arg`, which messages call `name`. Reading
** may run the collector, and a metamethod: what was checked before must be checked again.
*/
const astar_cell *la_cells(lua_State *L, int arg, const astar_map *map, const char *name,
                           int32_t *count);

#endif
