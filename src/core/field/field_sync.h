/*
** Fields from making to freeing: the public functions that make and free them, and the update
** before they are read.
*/
#ifndef ASTAR_FIELD_SYNC_H
#define ASTAR_FIELD_SYNC_H

#include "field.h"

/* Brings the costs up to date. OK, CANCELLED, LIMIT, NO_MEMORY; INVALID: it is its own callback
** that asks. */
astar_status field_sync(astar_field *field);
/* astar_field_new, for costs up to a limit. */
astar_field *field_towards(astar_map *map, const astar_cell *goals, int32_t count, uint32_t limit,
                           const astar_query *query, astar_status *why);
/* A field with the costs from several cells, also from those where the class cannot stand, out of
** which it can step. NULL: see *why. */
astar_field *field_from(astar_map *map, const astar_cell *sources, int32_t count,
                        const astar_query *query, astar_status *why);
/* A field of few cells, with the costs from a cell up to a limit. None is found yet. NULL: see
** *why. */
astar_field *field_begin_walk(astar_map *map, astar_cell start, uint32_t limit,
                              const astar_query *query, astar_status *why);
/* Takes so many cells more of it, if there are any. As field_sync; nothing may have changed since
** the last time. */
astar_status field_walk_on(astar_field *field, uint64_t nodes);
void fields_free(astar_map *map);

const char *fields_validate(astar_map *map);

#endif
