/* Units and watches as sections of a saved map, see save/save.h. */
#ifndef ASTAR_UNITS_SAVE_H
#define ASTAR_UNITS_SAVE_H

#include "../save/save.h"
#include "../units/unit.h"

/* Of a watch: what it tells and does, and what it has told; */
enum { SAVE_TELLS_BLOCKS = 1, SAVE_IS_BLOCKED = 2, SAVE_FOLLOWS = 4 };
enum { SAVE_IS_DUE = 1, SAVE_SEEKS = 2 };         /* what it has found out */

/* Are the cells that a unit covers in the frame, and, while it is on its way into them, the cell
** from which it comes? */
bool frame_has_unit(const Frame *frame, const astar_unit *unit);
/* Is nothing of them to be saved but themselves? */
bool units_are_as_loaded(const Units *units);
void units_save(Writer *writer, const astar_map *map);
void watches_save(Writer *writer, const astar_map *map);

#endif
