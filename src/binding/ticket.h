/* Requests that wait in the queue. */
#ifndef ASTAR_BINDING_TICKET_H
#define ASTAR_BINDING_TICKET_H

#include "query_call.h"

typedef struct la_ticket {
  la_tracked base;
  la_query_call call;                       /* how its path is to be explained */
  la_query query;
} la_ticket;

/* The open ticket at index 1. */
la_ticket *la_ticket_check(lua_State *L);
/* Makes the userdata of all tickets of a map that was loaded, which stands at index 1. */
void la_tickets_adopt(lua_State *L);

#endif
