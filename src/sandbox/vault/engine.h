/*
** The guest's C as machine.c sees it, which is there twice: guard.c with guard pages, bounds.c with
** bounds checks. engine.c gives both the same face.
*/
#ifndef ASTAR_SANDBOX_VAULT_ENGINE_H
#define ASTAR_SANDBOX_VAULT_ENGINE_H

#include "addresses.h"
#include "wasm-rt.h"

/* Functions of the guest that the host may call; each takes a word and returns one. */
typedef enum la_entry {
  LA_ENTRY_NEW, LA_ENTRY_ROOM, LA_ENTRY_RUN, LA_ENTRY_INTERRUPT, LA_ENTRY_WHERE, LA_ENTRY_COLLECT,
  LA_ENTRIES
} la_entry;

/* What there is in an instance, beside what nobody need know. */
typedef struct la_parts {
  int64_t *fuel;
  uint32_t *depth, *deepest, *lowest, *stack_pointer;
  wasm_rt_memory_t *memory;
  wasm_rt_funcref_table_t *table;
} la_parts;

struct Z_h_instance_t;              /* the host, as the guest's imports get it: a la_machine */

typedef struct la_engine {
  bool guarded;
  size_t size;                      /* of an instance */
  void (*open)(void *instance, struct Z_h_instance_t *host);
  void (*close)(void *instance);
  la_parts (*parts)(void *instance);
  uint32_t (*call)(void *instance, la_entry entry, uint32_t word);
  /* What Z_hZ_try calls. */
  void (*protect)(void *instance, uint32_t f, uint32_t L, uint32_t user);
} la_engine;

#if LA_GUARD_PAGES
extern const la_engine la_engine_guard;
#endif
extern const la_engine la_engine_bounds;

#endif
