/*
** What a mod uses up in the stock sandbox: see meter.c. Others include meter.h.
*/
#ifndef ASTAR_SANDBOX_STOCK_METER_H
#define ASTAR_SANDBOX_STOCK_METER_H

#include "error_report.h"

typedef struct la_meter {
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
  la_error_report report;
} la_meter;

/* A new state whose memory is counted, or NULL. */
lua_State *la_meter_open(la_meter *meter, size_t limit);
size_t la_meter_bytes(la_meter *meter, lua_State *L);

#endif
