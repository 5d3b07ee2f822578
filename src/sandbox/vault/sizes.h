/*
** Sizes of machines, in bytes: what the host, the images and the guest agree on. tools/vault.mk
** reads the numbers here, so each of them is one number on one line.
*/
#ifndef ASTAR_SANDBOX_VAULT_SIZES_H
#define ASTAR_SANDBOX_VAULT_SIZES_H

enum {
  /* Memory comes in pages: WebAssembly has no others. */
  LA_MACHINE_PAGE = 65536,
  /* The guest's own stack, at the bottom of its memory: enough for Lua's limit of 200 C calls. */
  LA_MACHINE_STACK = 262144,
  /* Images consist of blocks, and what is written is noted by blocks. */
  LA_MACHINE_BLOCK = 4096,
  /* No machine is larger, whatever its limit is. */
  LA_MACHINE_MOST = 1073741824
};

#endif
