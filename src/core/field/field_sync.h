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
/* The field is to have all costs up to that limit: they are found again. */
void field_widen(astar_field *field, uint32_t limit);
void fields_free(astar_map *map);

const char *fields_validate(astar_map *map);

#endif
