/* Fields, for what else has costs of walking in it. */
#ifndef ASTAR_BINDING_FIELD_H
#define ASTAR_BINDING_FIELD_H

#include "query_call.h"

/* Raises an error where the query at `arg`, which was read, has options that mean nothing to
** fields: those of the search for one path. `to`: to what they mean nothing, for the message. */
void la_field_check_query(const la_query_call *call, int arg, const char *to);

#endif
