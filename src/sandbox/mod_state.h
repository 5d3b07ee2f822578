/*
** The mod's side of a sandbox: what runs in its state. mod_state.c is the same for both sandboxes;
** what differs between them is in the functions that each of them has to offer.
*/
#ifndef ASTAR_SANDBOX_MOD_STATE_H
#define ASTAR_SANDBOX_MOD_STATE_H

#include "meter.h"
#include "marshal.h"

/* What the host may have done in a mod's state. */
typedef enum la_task { LA_CALL, LA_RUN, LA_TRUST, LA_DEFINE, LA_ACTIVATE, LA_TASKS } la_task;

/* What stands at the bottom of the mod's stack, so that a call need not allocate to begin. */
enum { LA_BASE_HANDLER = 1, LA_BASE_TASKS, LA_BASE = LA_BASE_HANDLER + LA_TASKS };

typedef struct la_mod_state la_mod_state;

/* What each sandbox offers. */
typedef struct la_mod_host {
  /*
  ** Has the host answer what is in the buffer: LUA_OK, the results are in it; LUA_ERRRUN, the text
  ** of an error is; LUA_ERRMEM, the host had no memory.
  */
  int (*ask)(la_mod_state *mod_state);
  /* Pushes a mod's text as a function, or raises what is wrong with it. */
  void (*load)(lua_State *L, la_mod_state *mod_state, const char *text, size_t length);
  /* Pushes text of the library's own, or what the compiler says, as lua_load does. */
  int (*load_own)(lua_State *L, const char *text, size_t length, const char *name);
  /*
  ** Opens the libraries, and adds to the table on top what trusted code needs beside library.c;
  ** the state is new.
  */
  void (*open)(lua_State *L);
} la_mod_host;

struct la_mod_state {
  lua_State *mod;
  const la_mod_host *host;
  void *owner;                      /* the sandbox's own */
  la_marshal *marshal;              /* arguments on their way in, results on their way out */
  la_meter meter;
  const char *source, *name;        /* what is to be loaded, and what it is called */
  size_t length;
  bool refused;                     /* the compiler has refused something in this call: */
  char syntax[sizeof ((la_error_report *)0)->message];
  int base[LA_BASE];                /* references to what stands at the bottom of the stack */
};

/* Makes the mod's side in the new state; false: no memory. */
bool la_mod_state_set_up(la_mod_state *mod_state);
/*
** Runs one of the functions at the bottom of the stack with the arguments in the buffer; true: its
** results are in the buffer. False: the meter says how it ended.
*/
bool la_mod_state_run(la_mod_state *mod_state, la_task task);
/* Raises what the compiler has said, which is on top. */
int la_mod_state_refuse(lua_State *L, la_mod_state *mod_state);
/* What kind of a failure it was: "instructions", "memory", "syntax", "error". */
const char *la_mod_state_kind(const la_mod_state *mod_state);

#endif
