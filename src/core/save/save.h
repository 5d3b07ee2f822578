/*
** Saving a map: all of its state as bytes, in sections, from which load.c makes it again.
** lua/astar/save/map_fields.lua names each field. Older formats are not read: none was ever
** released.
**
** Saved is what the map needs to continue in the same way, and nothing that is derived. Work under
** way that cannot be saved is ended in the map itself, so that the saved and the running map are
** equal: see astar_map_save.
*/
#ifndef ASTAR_SAVE_H
#define ASTAR_SAVE_H

#include "../lifetime/lifetime.h"
#include "../map/query.h"
#include "serialize.h"

#define SAVE_MAGIC "\x89" "ASTAR\r\n"
enum { SAVE_MAGIC_BYTES = 8, SAVE_VERSION = 9 };
enum { SAVE_HEAD_BYTES = SAVE_MAGIC_BYTES + 4 };  /* the magic and the version */
enum { SAVE_SECTION_BYTES = 8 };                  /* the tag and the length */
enum { SAVE_END_BYTES = SAVE_SECTION_BYTES + 8 }; /* the last section: the checksum */
enum { SAVE_TAG_BYTES = 4 };

#define SAVE_NOBODY 255                           /* as the number of a player */
enum { SAVE_PREPARED = 1, SAVE_DEAD_ENDS = 2 };   /* what a plane was asked for */

/* astar_map_save, of the map as it is in the frame. Units and links outside are left out. */
astar_status save_map(astar_map *map, const Frame *frame, void *memory, size_t room, size_t *size);
/* Is a waiting ticket written? Its start has to be in the frame, unless that is where its unit is,
** and a part of its goal. */
bool save_has_ticket(const Frame *frame, const astar_ticket *ticket);

/* What a section holds stands between these two. */
size_t section_begin(Writer *writer, const char *tag);
void section_end(Writer *writer, size_t begin);
/* NULL: SAVE_NOBODY. */
uint8_t number_of_player(const astar_map *map, const astar_player *player);
/* A query, all of it except the asker. */
void write_options(Writer *writer, const astar_map *map, const astar_query *query);

#endif
