/*
** What a mod uses up in the vault, as far as the guest has to know: the machine counts fuel and has
** no more memory than it may have. The guest keeps how a call ended, so that no pcall delays it.
*/
#ifndef ASTAR_SANDBOX_GUEST_GUEST_METER_H
#define ASTAR_SANDBOX_GUEST_GUEST_METER_H

#include <stddef.h>
#include <stdint.h>

#include "../error_report.h"

typedef struct la_guest_meter la_meter;

struct la_guest_meter {
  la_end end;                       /* why this call is over, whatever the mod does about it */
  bool takes_from_host, is_free, host_failed;
  int64_t left;
  size_t bytes;                     /* in use */
  size_t refused;                   /* the size that was refused last, if nothing was given since */
  lua_State *running;               /* the coroutine that has the processor */
  la_trusted trusted;
  la_error_report report;
};

/* The allocator of a state whose meter is `user`. */
void *la_meter_allocate(void *user, void *block, size_t old, size_t size);
/* The fuel is spent: what runs ends at its next instruction. Allocates nothing. */
void la_meter_interrupt(la_meter *meter);

#endif
