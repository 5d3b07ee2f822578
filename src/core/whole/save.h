/*
** Saving a map: all of its state as bytes, in sections, from which load.c makes it again.
** lua/astar/save/map_fields.lua names each field. Older formats are not read: none was ever
** released.
**
** Saved is what the map needs to continue in the same way, and nothing that is derived. Work under
** way that cannot be saved is ended in the map itself, so that the saved and the running map are
** equal: see astar_map_save_size.
*/
#ifndef ASTAR_SAVE_H
#define ASTAR_SAVE_H

#include "lifetime.h"
#include "wire.h"

#define SAVE_MAGIC "\x89" "ASTAR\r\n"
enum { SAVE_MAGIC_BYTES = 8, SAVE_VERSION = 8 };
enum { SAVE_HEAD_BYTES = SAVE_MAGIC_BYTES + 4 };  /* the magic and the version */
enum { SAVE_SECTION_BYTES = 8 };                  /* the tag and the length */
enum { SAVE_END_BYTES = SAVE_SECTION_BYTES + 8 }; /* the last section: the checksum */
enum { SAVE_TAG_BYTES = 4 };

#define SAVE_NOBODY 255                           /* as the number of a player */
enum { SAVE_PREPARED = 1, SAVE_DEAD_ENDS = 2 };   /* what a plane was asked for */
/* Of a watch: what it tells and does, and what it has told; */
enum { SAVE_TELLS_BLOCKS = 1, SAVE_IS_BLOCKED = 2, SAVE_FOLLOWS = 4 };
enum { SAVE_IS_DUE = 1, SAVE_SEEKS = 2 };         /* what it has found out */

/* astar_map_save_size and astar_map_save, of the map as it is in the frame. Units and links outside
** are left out. */
size_t save_size(astar_map *map, const Frame *frame, astar_status *why);
void save_write(const astar_map *map, const Frame *frame, void *memory);
/* Is a waiting ticket written? Its start has to be in the frame, unless that is where its unit is,
** and a part of its goal. */
bool save_has_ticket(const Frame *frame, const astar_ticket *ticket);

#endif
