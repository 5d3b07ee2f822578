/*
** What Lua is told when it is compiled for the vault. The build includes this file first in every
** file of the guest.
*/
#ifndef ASTAR_SANDBOX_GUEST_CONFIGURATION_H
#define ASTAR_SANDBOX_GUEST_CONFIGURATION_H

#define VM_IMPORT(name) __attribute__((import_module("h"), import_name(#name)))
#define VM_EXPORT(name) __attribute__((export_name(#name), used))

/* All that the guest can ask of the host; tools/vault.mk lists the same names. */
VM_IMPORT(try) void vm_try(const void *handler, void (*f)(), void *L, void *user);
VM_IMPORT(throw) __attribute__((noreturn)) void vm_throw(const void *handler);
VM_IMPORT(ask) int vm_ask(int what, void *bytes, int length);
VM_IMPORT(fetch) int vm_fetch(int what, void *bytes, int length);

extern unsigned vm_seed;

/* WebAssembly has no setjmp: the host runs a function and comes back when it throws. */
#define LUAI_THROW(L, c) vm_throw(c)
#define LUAI_TRY(L, c, a) vm_try((c), (void (*)())f, (L), (ud));
#define luai_jmpbuf int

/* Nothing depends on addresses, clocks, signals or a locale. */
#define luai_makeseed(L) vm_seed
#define l_randomizePivot() vm_seed
#define l_signalT int
#define lua_getlocaledecpoint() '.'
#define strcoll strcmp
#define LUA_USE_JUMPTABLE 0

#define lua_writestring(s, l) ((void)vm_ask(1, (void *)(s), (int)(l)))
#define lua_writeline() lua_writestring("\n", 1)
#define lua_writestringerror(s, p) lua_writestring((s), 1)

/* One NaN: processors give it other bits. tools/vault/lua.sh has Lua call this for every number. */
static inline double vm_number(double x) { return x == x ? x : __builtin_nan(""); }

#endif
