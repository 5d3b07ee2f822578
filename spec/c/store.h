/* An allocator that counts what it holds, and fails at the call `countdown` counts down to. */
#ifndef STORE_H
#define STORE_H

#include "check.h"

typedef struct Store { size_t held; long countdown; bool failed; } Store;

static inline void *store_realloc(void *user, void *block, size_t old_size, size_t new_size) {
  Store *store = user;
  if (new_size > 0 && store->countdown > 0 && --store->countdown == 0) {
    store->failed = true;
    return NULL;
  }
  if (new_size == 0) {
    free(block);
    store->held -= old_size;
    return NULL;
  }
  void *moved = realloc(block, new_size);
  if (moved == NULL) exit(2);
  store->held += new_size - old_size;
  return moved;
}

#endif
