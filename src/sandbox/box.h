/*
** A box, as its two sides see it: sandbox.c is the host's, inside.c the mod's.
*/
#ifndef ASTAR_BINDING_SANDBOX_BOX_H
#define ASTAR_BINDING_SANDBOX_BOX_H

#include "sandbox.h"

/* What stands at the bottom of the mod's stack, so that a call need not allocate to begin. */
enum { BASE_HANDLER = 1, BASE_CALL, BASE_RUN, BASE_TRUST, BASE_DEFINE, BASE = BASE_DEFINE };

typedef struct la_box {
  bool is_safe;                     /* what must not be there is not: see names.c */
  lua_State *mod;                   /* NULL: closed */
  lua_State *host;                  /* the host's coroutine that is in a call; NULL: none is */
  bool serving;                     /* the host's function runs */
  const char *source, *name;        /* what is to be loaded, and what it is called */
  size_t length;
  la_account account;
  la_wire wire;
  bool refused;                     /* the compiler has refused something in this call: */
  char syntax[sizeof ((la_report *)0)->message];
  int base[BASE];                   /* references to what stands at the bottom of the stack */
} la_box;

/* Makes the mod's side in the new state; false: no memory. */
bool la_inside_set_up(la_box *box);
/* Is what failed last what the compiler has said? */
bool la_inside_is_syntax(const la_box *box);

#endif
