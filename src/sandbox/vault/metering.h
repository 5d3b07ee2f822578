/*
** How the guest's C keeps its accounts, fuel, depth and the stack, and how it reads and writes its
** memory. tools/vault/meter.lua takes wasm2c's own ways out.
*/
#ifndef ASTAR_SANDBOX_VAULT_METERING_H
#define ASTAR_SANDBOX_VAULT_METERING_H

/* What wasm2c's macros use. In a build from a single file hints.h has its own before. */
#undef LIKELY
#undef UNLIKELY
#if defined(__GNUC__)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#endif

/* ---- fuel and depth -------------------------------------------------------------------------- */

/*
** Two machines that take other fuel, or end at another depth, do not behave the same: raise this
** number, which is a part of LA_VAULT_IDENTITY, with every change of it here or in meter.lua.
*/
#define LA_VAULT_EDITION 4

/* At the beginning of functions and loops; for memory.copy and memory.fill, one for 16 bytes. */
#define FUEL(n)                                                                \
  do {                                                                         \
    if (UNLIKELY((instance->fuel -= (n)) < 0)) la_vault_out_of_fuel(instance); \
  } while (0)

/*
** `deepest` is LA_VAULT_DEEPEST, the same on every machine, whatever a native frame takes up; or
** less in a thread whose stack has no room for so many: la_machine_call.
*/
#define FUNC_PROLOGUE                                                          \
  do {                                                                         \
    if (UNLIKELY(++instance->depth > instance->deepest)) TRAP(EXHAUSTION);      \
    FUEL(1);                                                                   \
  } while (0)
#define FUNC_EPILOGUE --instance->depth

/* The guest's own stack, in its memory, grows down: how far it has come. */
#define SET_STACK(place)                                                       \
  do {                                                                         \
    instance->w2c___stack_pointer = (place);                                   \
    if ((place) < instance->lowest) instance->lowest = (place);                \
  } while (0)

/* ---- memory ---------------------------------------------------------------------------------- */

#define wasm_rt_allocate_memory(memory, pages, max) \
  la_vault_allocate_memory(memory, pages, max, WASM_RT_MEMCHECK_SIGNAL_HANDLER)

/*
** With guard pages it is the load that traps: it must happen though nothing uses the value. What
** has such pages has a compiler that knows this asm. And the memory is a fixed distance from the
** instance (addresses.h), whose address is at hand: `data` need not be read for each access.
*/
#if WASM_RT_MEMCHECK_SIGNAL_HANDLER
#define CHECK(memory, address, type)
#define LOADED(value) __asm__ volatile("" ::"r"(value))
#define DATA(memory) \
  ((uint8_t *)(memory) - offsetof(la_guard_instance_t, w2c_memory) + LA_ADDRESSES_HEAD)
#else
#define CHECK(memory, address, type)                                           \
  if (UNLIKELY((address) + (uint64_t)sizeof(type) > (memory)->size)) TRAP(OOB)
#define LOADED(value)
#define DATA(memory) ((memory)->data)
#endif

/* A memory has the low byte of a number first, as WebAssembly says, whatever the processor has. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
static inline void la_vault_move(void *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[size - 1 - i];
}
#else
#define la_vault_move memcpy
#endif

#define LOAD_DATA(memory, at, from, length)                                    \
  do {                                                                         \
    if (UNLIKELY((at) + (uint64_t)(length) > (memory).size)) TRAP(OOB);        \
    memcpy(&(memory).data[at], from, length);                                  \
  } while (0)

#define DEFINE_LOAD(name, stored, extended, result)                            \
  static inline result name(const wasm_rt_memory_t *memory, uint64_t address) { \
    stored value;                                                              \
    CHECK(memory, address, stored);                                            \
    la_vault_move(&value, &DATA(memory)[address], sizeof value);               \
    LOADED(value);                                                             \
    return (result)(extended)value;                                            \
  }

#define DEFINE_STORE(name, stored, given)                                      \
  static inline void name(wasm_rt_memory_t *memory, uint64_t address, given value) { \
    stored narrowed = (stored)value;                                           \
    CHECK(memory, address, stored);                                            \
    la_vault_move(&DATA(memory)[address], &narrowed, sizeof narrowed);         \
  }

#endif
