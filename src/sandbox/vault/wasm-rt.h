/*
** The runtime that the guest's C needs, in place of wabt's: what wasm2c writes includes this file
** by its name. It has types, and the functions that machine.c defines.
**
** The guest is there twice. In guard.c WASM_RT_MEMCHECK_SIGNAL_HANDLER is 1: a machine's memory has
** 8 GiB of addresses, most of which may not be touched, so no access needs a check and a handler of
** SIGSEGV traps. In bounds.c it is 0, and every access is checked. Both give the same results.
**
** Each function of the guest has the parameter `instance`. tools/vault/meter.lua puts fields at the
** beginning of its type:
**   int64_t fuel    what the guest may still do; below 0: la_vault_out_of_fuel is called
**   uint32_t depth  functions of the guest on the native stack; set it back with what unwinds them
**   uint32_t deepest how many there may be
**   uint32_t lowest how low the stack pointer has been, since somebody has set this
*/
#ifndef ASTAR_SANDBOX_VAULT_WASM_RT_H
#define ASTAR_SANDBOX_VAULT_WASM_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- types ----------------------------------------------------------------------------------- */

/* Why a machine has stopped. */
typedef enum {
  WASM_RT_TRAP_NONE,
  WASM_RT_TRAP_OOB,                 /* an access outside its memory */
  WASM_RT_TRAP_INT_OVERFLOW,
  WASM_RT_TRAP_DIV_BY_ZERO,
  WASM_RT_TRAP_INVALID_CONVERSION,  /* of a NaN to an integer */
  WASM_RT_TRAP_UNREACHABLE,
  WASM_RT_TRAP_CALL_INDIRECT,       /* no such function, or one of another type */
  WASM_RT_TRAP_UNCAUGHT_EXCEPTION,
  WASM_RT_TRAP_EXHAUSTION           /* too many calls in calls */
} wasm_rt_trap_t;

typedef struct {
  uint8_t *data;
  uint32_t pages, max_pages;        /* of 64 KiB */
  uint32_t size;                    /* bytes: pages * 64 KiB, less than 4 GiB */
  uint32_t room;                    /* pages that `data` has room for; not with guard pages */
  bool guarded;                     /* has the addresses of guard.c */
  bool refused;                     /* the host had no memory for more pages; set it back */
} wasm_rt_memory_t;

typedef void (*wasm_rt_function_ptr_t)(void);
typedef uint32_t wasm_rt_func_type_t; /* a number that meter.lua gives it; not 0 */

typedef struct {
  wasm_rt_func_type_t func_type;
  wasm_rt_function_ptr_t func;      /* NULL: none */
  void *module_instance;
} wasm_rt_funcref_t;

typedef struct {
  wasm_rt_funcref_t *data;
  uint32_t max_size, size;
} wasm_rt_funcref_table_t;

/* No guest has any of these: the text that wasm2c writes names them. */
typedef void *wasm_rt_externref_t;
typedef struct {
  wasm_rt_externref_t *data;
  uint32_t max_size, size;
} wasm_rt_externref_table_t;
#define wasm_rt_externref_null_value NULL
#define wasm_rt_funcref_null_value ((wasm_rt_funcref_t){ 0, NULL, NULL })

/* ---- what machine.c defines ------------------------------------------------------------------ */

/* A program that has this module in it may have another user of wasm2c. */
#define wasm_rt_trap la_vault_trap
#define wasm_rt_grow_memory la_vault_grow_memory
#define wasm_rt_free_memory la_vault_free_memory
#define wasm_rt_allocate_funcref_table la_vault_allocate_funcref_table
#define wasm_rt_free_funcref_table la_vault_free_funcref_table
#define Z_hZ_try la_vault_try
#define Z_hZ_throw la_vault_throw
#define Z_hZ_ask la_vault_ask
#define Z_hZ_fetch la_vault_fetch

#define wasm_rt_memcpy memcpy

/* Leaves the guest: jumps to where it was entered. */
_Noreturn void wasm_rt_trap(wasm_rt_trap_t why);
/* Called when an instance's fuel is below 0. Traps, or returns after it has put more there. */
void la_vault_out_of_fuel(void *instance);

/* Zeroed pages, for guard.c or for bounds.c. */
void la_vault_allocate_memory(wasm_rt_memory_t *memory, uint32_t pages, uint32_t max_pages,
                              bool guarded);
/* The old number of pages, or UINT32_MAX: that is too much. */
uint32_t wasm_rt_grow_memory(wasm_rt_memory_t *memory, uint32_t more);
void wasm_rt_free_memory(wasm_rt_memory_t *memory);

void wasm_rt_allocate_funcref_table(wasm_rt_funcref_table_t *table, uint32_t size, uint32_t max);
void wasm_rt_free_funcref_table(wasm_rt_funcref_table_t *table);

/* ---- for guard.c and bounds.c alone ---------------------------------------------------------- */

#ifdef WASM_RT_MEMCHECK_SIGNAL_HANDLER
#include "metering.h"
#endif

#endif
