/*
** What a mod uses up in the stock sandbox: see account.c. Others include account.h.
*/
#ifndef ASTAR_SANDBOX_STOCK_ACCOUNT_H
#define ASTAR_SANDBOX_STOCK_ACCOUNT_H

#include "report.h"

typedef struct la_account {
  lua_Alloc allocate;               /* the host's */
  void *user;
  size_t bytes, limit;              /* with all garbage */
  size_t beside;                    /* bytes of this call that are free for the most part */
  bool is_free;                     /* what is allocated now is not charged */
  bool is_weighed;                  /* at the end of a call: is more in use than may be? */
  size_t refused;                   /* the size that was refused last, if nothing was given since */
  bool host_failed;                 /* it was the host that had no memory */
  bool takes_from_host;             /* strings are the host's, and may be longer */
  bool own_allocator;               /* the state takes ours; not every LuaJIT does */
  int64_t allowance;                /* instructions of each call */
  int64_t begun, left;              /* those with which this call began; still left */
  la_end end;                       /* why this call is over, whatever the mod does about it */
  lua_State *running;               /* the coroutine that has the processor */
  la_trusted trusted;
  la_report report;
} la_account;

/* A new state whose memory is counted, or NULL. */
lua_State *la_account_open(la_account *account, size_t limit);
size_t la_account_bytes(la_account *account, lua_State *L);

#endif
