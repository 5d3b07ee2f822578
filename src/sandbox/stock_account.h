/*
** What a mod uses up in the stock sandbox: see account.c, and seconds.c for its seconds. Others
** include account.h.
*/
#ifndef ASTAR_SANDBOX_STOCK_ACCOUNT_H
#define ASTAR_SANDBOX_STOCK_ACCOUNT_H

#include "report.h"

/* What has been used of an account's seconds. Places in time are by the wall's clock. */
typedef struct la_times {
  bool is_kept;                     /* the host renews the seconds; else each call does */
  double earning;                   /* instructions by which all is earned; 0: it is there */
  double worked, spent;             /* instructions in calls before; seconds up to `since` */
  double since, look_at;            /* noted so far; when to look next */
  bool has_asked;                   /* the thread's time was asked, first at `wall_at`: */
  double wall_at, thread_at;
  double returned;                  /* seconds that were given back since then */
  double hosted;                    /* instructions that the host's work was worth in this call */
  int64_t left;                     /* instructions left as the host began to work */
} la_times;

typedef struct la_account {
  lua_Alloc allocate;               /* the host's */
  void *user;
  size_t bytes, limit;              /* with all garbage */
  size_t beside;                    /* bytes of this call that are free for the most part */
  bool is_free;                     /* what is allocated now is not charged */
  bool is_weighed;                  /* at the end of a call: is more in use than may be? */
  size_t refused;                   /* the size that was refused last, if nothing was given since */
  bool host_failed;                 /* it was the host that had no memory */
  bool knows_places;                /* see library.c */
  bool raised_in_hook;              /* an error passes that the hook has raised */
  bool takes_from_host;             /* strings are the host's, and may be longer */
  bool own_allocator;               /* the state takes ours; not every LuaJIT does */
  int64_t allowance;                /* instructions of each call */
  int64_t begun, left;              /* those with which this call began; still left */
  int64_t look_below;               /* at so many left, a charge has a look at the clock */
  double seconds;                   /* that calls may take until they are renewed */
  la_times times;
  double message;                   /* instructions that the text of an error may take */
  la_end end;                       /* why this call is over, whatever the mod does about it */
  const char *call_name;            /* see names.c */
  bool has_deep_stack;              /* some coroutine's stack is, or was: see account.c */
  bool is_late;                     /* its seconds were used up when the call began */
  bool watches;                     /* calls and returns, since a quantum began after that */
  lua_State *running;               /* the coroutine that has the processor */
  la_trusted trusted;
  la_report report;
} la_account;

/* A new state whose memory is counted, or NULL. */
lua_State *la_account_open(la_account *account, size_t limit);
size_t la_account_bytes(la_account *account, lua_State *L);
/* The same for work that is worth so many bytes, but depends on how a table came to be. */
void la_account_charge_beside(lua_State *L, size_t bytes);

/* ---- seconds.c ------------------------------------------------------------------------------- */

/* By the wall's clock. */
double la_seconds_now(void);
/* The seconds are whole again, and earned by so many instructions; 0: all are there at once. */
void la_seconds_renew(la_account *account, double instructions);
/* A call begins, ends. False: there is nothing left of the seconds. */
bool la_seconds_begin(la_account *account);
void la_seconds_end(la_account *account);
bool la_seconds_are_over(la_account *account, double now);
/* The host works: meanwhile no seconds are used, and none are earned. */
void la_seconds_pause(la_account *account);
void la_seconds_resume(la_account *account);

#endif
