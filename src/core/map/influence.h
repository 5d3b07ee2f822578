/*
** An influence map: a penalty for each cell.
**
** `values` is an array over cells, with 0 in the border. The map is divided into square blocks of
** INFLUENCE_BLOCK by INFLUENCE_BLOCK cells. `active` marks the blocks that may hold a value other
** than 0; decay, spreading and the search for bounds skip the others.
** Invariant: outside active blocks all values are 0.
*/
#ifndef ASTAR_INFLUENCE_H
#define ASTAR_INFLUENCE_H

#include "../base/changes.h"
#include "map.h"

#define INFLUENCE_BLOCK 16
#define INFLUENCE_WEIGHT_MAX (64 * ASTAR_ONE)

typedef struct Recipe Recipe;

/* What is known of the values of a block. */
typedef struct InfluenceBlock {
  int32_t least, greatest;          /* no value is beyond them; least <= 0 <= greatest */
  uint16_t filled;                  /* cells that are not 0 */
  bool exact;                       /* bounds are 0 or values that there are; `filled` is right */
} InfluenceBlock;

struct astar_influence {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_influence *next;
  uint32_t born;                    /* what had been removed from the map: see query_is_whole */
  astar_map *map;
  uint64_t id;                      /* see Plane */
  char name[ASTAR_NAME_MAX + 1];
  int32_t weight;
  int32_t *values;
  Changes changes;                  /* of `values` */
  uint8_t *active;                  /* one per block, row by row */
  InfluenceBlock *blocks;           /* likewise; of use where blocks are active */
  int32_t blocks_across, blocks_down;
  int32_t least, greatest;          /* no value is beyond them; least <= 0 <= greatest */
  bool bounds_exact;                /* those of all active blocks are, and these follow from them */
  size_t filled;                    /* cells that are not 0; right when the bounds are exact */
  Recipe *recipe;                   /* NULL: its values are set and stamped; see recipe.h */
  size_t recipe_bytes;
  uint32_t users;                   /* terms of recipes that name it: it cannot be removed */
};
HAS_USER_DATA(astar_influence);

/* Takes it off the map; nothing names it any more. */
void influence_remove(astar_influence *influence);
/* How many blocks influence maps of this size have. */
size_t influence_blocks_for(const Grid *grid);
/* Is it a cell of the map, and none of the void? There all values are 0. */
bool influence_can_hold(const astar_influence *influence, int32_t x, int32_t y);
/* Are the arguments of a call that changes it right? Else the map has the reason. */
bool influence_is_open(const astar_influence *influence);
bool influence_accepts_stamp(const astar_influence *influence, astar_cell at, int32_t amount,
                             int32_t radius);
/* Adds to the value of a cell of a map without a recipe. */
void influence_increase(astar_influence *influence, int32_t x, int32_t y, int64_t by);
/* Gives a block of a map with a recipe its values. What has changed is logged. */
void influence_put_block(astar_influence *influence, int32_t block,
                         int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK]);

/* Makes the bounds exact, and counts the cells that are not 0. */
void influence_find_bounds(astar_influence *influence);

/* The cells of a block, as far as they are on the map. */
astar_rect influence_block_rect(const astar_influence *influence, int32_t block);

/* The blocks that lie within reach of a rectangle: columns and rows of blocks. */
astar_rect influence_blocks_near(const astar_influence *influence, astar_rect rect,
                                 int32_t reach);

const char *influences_validate(const astar_map *map);
void influences_free(astar_map *map);
uint64_t influences_hash(const astar_map *map, uint64_t hash);

#endif
