/*
** Forced into every file of the vault's guest, Lua's own among them (-include): what is other in a
** machine that has neither files, nor a clock, nor an address that anybody may see.
*/
#ifndef ASTAR_SANDBOX_GUEST_CONFIGURATION_H
#define ASTAR_SANDBOX_GUEST_CONFIGURATION_H

#define LA_GUEST 1

struct lua_State;

/* ---- the imports: all that the guest can do to its host ------------------------------------ */

#define GUEST_IMPORT(name) __attribute__((import_module("h"), import_name(name)))

/* Calls vm_protected(f, L, ud); returns when it does, or when guest_throw(context) is called. */
GUEST_IMPORT("try") void guest_try(void *context, void *f, struct lua_State *L, void *ud);
/* Goes back to where guest_try was called with the context; a trap if that is over. */
GUEST_IMPORT("throw") __attribute__((noreturn)) void guest_throw(void *context);
/*
** Asks what is written in `size` bytes. The answer is written there if it fits into `room` bytes,
** else kept until guest_fetch. Returns its size times 4, plus an outcome: see control.h.
*/
GUEST_IMPORT("ask") unsigned guest_ask(const void *question, unsigned size, unsigned room);
GUEST_IMPORT("fetch") void guest_fetch(void *answer);

/* ---- Lua ------------------------------------------------------------------------------------- */

#define LUAI_TRY(L, c, a)  guest_try((c), (void *)f, (L), (ud));
#define LUAI_THROW(L, c)   guest_throw(c)
#define luai_jmpbuf        int

/* The same everywhere: strings are hashed alike, and lists sorted alike, in every machine. */
#define luai_makeseed(L)      0x5eedu
#define l_randomizePivot()    0x5eedu

#define l_signalT                int
#define lua_getlocaledecpoint()  '.'
#define strcoll                  strcmp
#define LUA_USE_JUMPTABLE        0

/* Nothing is printed: what mods print goes to the game. */
#define lua_writestring(text, length)      ((void)0)
#define lua_writeline()                    ((void)0)
#define lua_writestringerror(format, text) ((void)0)

/* A NaN has a sign and bits that depend on the processor: those that a mod gets have not. */
static inline double vm_number(double number) {
  return number == number ? number : __builtin_nan("");
}

#endif
