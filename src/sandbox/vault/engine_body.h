/*
** What engine_guard.c and engine_bounds.c consist of. NAME(x) is the name of x in that guest's C,
** ENGINE and GUARDED say which it is.
*/
typedef NAME(_instance_t) Instance;

static void engine_begin(void) {
  NAME(_init_module)();
}

static void engine_open(void *instance, struct Z_h_instance_t *host) {
  NAME(_instantiate)(instance, host);
}

static void engine_close(void *instance) {
  NAME(_free)(instance);
}

static la_parts engine_parts(void *instance) {
  Instance *own = instance;
  la_parts parts = { &own->fuel, &own->depth, &own->w2c___stack_pointer, &own->w2c_memory,
                     &own->w2c_T0 };
  return parts;
}

static uint32_t engine_call(void *instance, la_entry entry, uint32_t word) {
  static uint32_t (*const entries[LA_ENTRIES])(Instance *, uint32_t) = {
    NAME(Z_vm_new), NAME(Z_vm_room), NAME(Z_vm_run), NAME(Z_vm_interrupt), NAME(Z_vm_where),
    NAME(Z_vm_collect)
  };
  return entries[entry](instance, word);
}

static void engine_protect(void *instance, uint32_t f, uint32_t L, uint32_t user) {
  NAME(Z_vm_protected)(instance, f, L, user);
}

const la_engine ENGINE = {
  .guarded = GUARDED, .size = sizeof(Instance), .begin = engine_begin,
  .open = engine_open, .close = engine_close,
  .parts = engine_parts, .call = engine_call, .protect = engine_protect,
};
