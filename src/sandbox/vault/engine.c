/*
** Both of the guest's C files behind one face: see engine.h.
*/
#include "engine.h"

#include "bounds.h"
#if LA_GUARD_PAGES
#include "guard.h"
#endif

/* What reaches a guest's C; the names there begin with `guest`, those here with `own`. */
#define DEFINE_ENGINE(guest, own)                                                               \
  static void own##_open(void *instance, struct Z_h_instance_t *host) {                         \
    guest##_instantiate(instance, host);                                                        \
  }                                                                                             \
  static void own##_close(void *instance) {                                                     \
    guest##_free(instance);                                                                     \
  }                                                                                             \
  static la_parts own##_parts(void *instance) {                                                 \
    guest##_instance_t *it = instance;                                                          \
    la_parts parts = { &it->fuel, &it->depth, &it->deepest, &it->lowest,                        \
                       &it->w2c___stack_pointer, &it->w2c_memory, &it->w2c_T0 };                \
    return parts;                                                                               \
  }                                                                                             \
  static uint32_t own##_call(void *instance, la_entry entry, uint32_t word) {                   \
    static uint32_t (*const entries[LA_ENTRIES])(guest##_instance_t *, uint32_t) = {            \
      guest##Z_vm_new, guest##Z_vm_room, guest##Z_vm_run, guest##Z_vm_interrupt,                \
      guest##Z_vm_where, guest##Z_vm_collect                                                    \
    };                                                                                          \
    return entries[entry](instance, word);                                                      \
  }                                                                                             \
  static void own##_protect(void *instance, uint32_t f, uint32_t L, uint32_t user) {            \
    guest##Z_vm_protected(instance, f, L, user);                                                \
  }

#if LA_GUARD_PAGES
DEFINE_ENGINE(la_guard, guard)

_Static_assert(sizeof(la_guard_instance_t) <= LA_ADDRESSES_HEAD, "before the memory, addresses.h");

const la_engine la_engine_guard = {
  .guarded = true, .size = sizeof(la_guard_instance_t), .open = guard_open, .close = guard_close,
  .parts = guard_parts, .call = guard_call, .protect = guard_protect
};
#endif

DEFINE_ENGINE(la_bounds, bounds)

const la_engine la_engine_bounds = {
  .guarded = false, .size = sizeof(la_bounds_instance_t), .open = bounds_open,
  .close = bounds_close, .parts = bounds_parts, .call = bounds_call, .protect = bounds_protect
};
