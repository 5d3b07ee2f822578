/*
** The native stack of the thread that runs: the guest's functions are on it, with the host's.
*/
#ifndef ASTAR_SANDBOX_VAULT_STACK_H
#define ASTAR_SANDBOX_VAULT_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /*
  ** No function of the guest takes more, compiled with optimization. Measured by -fstack-usage, the
  ** largest: GCC 12 for x86-64 352, for Windows 416.
  */
  LA_STACK_FRAME = 640,
  /* Left for what the host does when the guest asks it, and for a handler of signals. */
  LA_STACK_HOST = 131072
};

/* Bytes of the stack that are left from here; SIZE_MAX: the system cannot tell. */
size_t la_stack_left(void);
/* Functions of the guest for which there is room, `most` of them at most. */
uint32_t la_stack_depth(uint32_t most);

/*
** Calls f(user). False: the stack has ended in it, which only WebAssembly's engines let one know:
** they throw what no C can catch, and tell nobody beforehand. If it ends while *is_hosts, it is not
** caught: frames of the host's would be left in the middle of something.
*/
bool la_stack_call(void (*f)(void *user), void *user, const bool *is_hosts);

#endif
