/*
** Regions: which cells of a plane are connected.
**
** A quadtree of blocks. A leaf block of 16 x 16 cells numbers its connected components; a block of
** the level above joins the components of its four children where they touch; the block at the
** top is the whole map. A component that does not reach the edge of its block is closed: it is a
** whole region. An edit makes again only the blocks above the edited cell, so its cost grows with
** the edge of the map and not with its area, whatever the map looks like; it ends early where a
** block comes out as it was.
**
** The id of a region is 1 + y * width + x of its first cell in reading order, and so does not
** depend on the edits that led to it.
*/
#ifndef ASTAR_REGION_H
#define ASTAR_REGION_H

#include "../map/map.h"

typedef struct Regions Regions;

#define REGION_LEAF 16              /* cells along the sides of the smallest blocks */

/* Which cells are connected that touch at a corner only. */
typedef enum RegionCorners {
  CORNERS_NONE,                     /* diagonal steps are legal only past open cells */
  CORNERS_ALL,                      /* they are always legal (ASTAR_DIAGONAL_ALWAYS) */
  CORNERS_HEX                       /* those are that hexagons have */
} RegionCorners;

/*
** `open` is an array over cells, not 0 where the cell can be entered; it and the grid must outlive
** the regions. Nothing is made yet: that takes the first regions_sync. NULL: no memory.
*/
Regions *regions_new(Memory *memory, const Grid *grid, const uint8_t *open, RegionCorners corners);
void regions_free(Regions *regions, Memory *memory);     /* NULL does nothing */
/* A cell was opened or blocked. Never fails; the blocks are made again by regions_sync. */
void regions_touch(Regions *regions, Cell cell);
/* Everything may have changed. */
void regions_touch_all(Regions *regions);
/*
** Must have been called, and returned true, after the last touch before the functions below are.
** False: no memory; still dirty, and it can be called again. It alone allocates and changes
** anything; the functions below only read.
*/
bool regions_sync(Regions *regions, Memory *memory);
/* The same in steps, one after the other, from 0 on, with touches in between; regions_sync must
** follow. How many there are depends on the size of the map alone. */
int32_t regions_steps(const Regions *regions);
bool regions_do(Regions *regions, Memory *memory, int32_t step);
/* The region's id, 0 for a blocked cell; *size (may be NULL) its number of cells. */
uint32_t regions_at(const Regions *regions, Cell cell, uint32_t *size);
bool regions_connected(const Regions *regions, Cell a, Cell b);
/* Is any of the cell's region in the block x, y of those with REGION_LEAF << level cells a side? */
bool regions_reach(const Regions *regions, Cell cell, int32_t level, int32_t x, int32_t y);
/* May any cell of the block be open? Of a block of REGION_LEAF cells a side: is any? */
bool regions_open(const Regions *regions, int32_t level, int32_t x, int32_t y);

#endif
