/*
** Resizing a map: a new one of another size is made, with all that belongs to the old one. The size
** of a map never changes, for its handles, arrays and searches rest on that.
**
** The map is saved in the frame of the new one, into memory, and loaded from there. So nothing of
** the old map is touched, and what loading checks holds for the new one.
*/
#ifndef ASTAR_RESIZE_H
#define ASTAR_RESIZE_H

#include "../save/frame.h"

/* The frame that a map will have. */
Frame resize_frame(const astar_map *map, const astar_resize *resize);

#endif
