/*
** Saving a map: all of its state as bytes, in sections, from which load.c makes it again.
** docs/formats.md describes the format; older formats stay readable.
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
enum { SAVE_MAGIC_BYTES = 8, SAVE_VERSION = 7 };
enum { SAVE_HEAD_BYTES = SAVE_MAGIC_BYTES + 4 };  /* the magic and the version */
enum { SAVE_SECTION_BYTES = 8 };                  /* the tag and the length */
enum { SAVE_END_BYTES = SAVE_SECTION_BYTES + 8 }; /* the last section: the checksum */
enum { SAVE_TAG_BYTES = 4 };

#define SAVE_NOBODY 255                           /* as the number of a player */
enum { SAVE_PREPARED = 1, SAVE_DEAD_ENDS = 2 };   /* what a plane was asked for */

#endif
