/*
** The engines of the guest that makes mistakes: those of the vault, with one more function.
*/
#include "buggy.h"

#include "../../src/sandbox/vault/engine.c"

#if LA_GUARD_PAGES
static uint32_t buggy_guard_call(void *instance, la_entry entry, uint32_t word) {
  if ((int)entry == ENTRY_BUG) return la_guardZ_vm_bug(instance, word);
  return guard_call(instance, entry, word);
}

const la_engine buggy_guard = {
  .guarded = true, .size = sizeof(la_guard_instance_t), .open = guard_open, .close = guard_close,
  .parts = guard_parts, .call = buggy_guard_call, .protect = guard_protect
};
#endif

static uint32_t buggy_bounds_call(void *instance, la_entry entry, uint32_t word) {
  if ((int)entry == ENTRY_BUG) return la_boundsZ_vm_bug(instance, word);
  return bounds_call(instance, entry, word);
}

const la_engine buggy_bounds = {
  .guarded = false, .size = sizeof(la_bounds_instance_t), .open = bounds_open,
  .close = bounds_close, .parts = bounds_parts, .call = buggy_bounds_call,
  .protect = bounds_protect
};

int buggy_engines(const la_engine *engines[2]) {
  engines[0] = &buggy_bounds;
#if LA_GUARD_PAGES
  engines[1] = &buggy_guard;
  return 2;
#else
  return 1;
#endif
}
