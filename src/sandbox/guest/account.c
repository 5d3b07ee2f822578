/*
** Memory, and the end of a call, as the vault's guest knows them. When fuel or memory is used up an
** error is raised, and raised again at each instruction, until nothing of the mod's runs any more;
** the machine has kept some fuel for that. What takes even more is cut off by the machine.
*/
#include "../account.h"

#include <stdlib.h>

#include "guest.h"

static void on_instruction(lua_State *L, lua_Debug *ar) {
  (void)ar;
  la_account_finish(L, la_account_of(L)->end);
}

/* Ends what runs at its next instruction. Lua allows this at any time. */
static void end_soon(la_account *account) {
  if (account->running != NULL) lua_sethook(account->running, on_instruction, LUA_MASKCOUNT, 1);
}

static void guest_note_end(la_account *account, la_end end) {
  if (account->end != LA_GOES_ON) return;
  account->end = end;
  account->report.taken = false;
}

void la_account_interrupt(la_account *account) {
  guest_note_end(account, LA_NO_INSTRUCTIONS);
  end_soon(account);
}

/* Notes where the mod is when its end has come, once. */
static void report_end(lua_State *L, la_account *account) {
  static const char *const words[] = { "", "too many instructions", "not enough memory" };
  if (account->report.taken) return;
  la_report_set(&account->report, words[account->end]);
  la_report_walk(L, &account->trusted, &account->report);
}

int la_account_finish(lua_State *L, la_end end) {
  la_account *account = la_account_of(L);
  guest_note_end(account, end);
  report_end(L, account);
  end_soon(account);
  lua_pushlightuserdata(L, account);
  return lua_error(L);
}

void la_account_check(lua_State *L) {
  la_account *account = la_account_of(L);
  if (account->end != LA_GOES_ON) la_account_finish(L, account->end);
}

/* What runs next, where guest_resume does not know it: what coroutine.close has a coroutine do. */
void la_account_enter(la_account *account, lua_State *L) {
  account->running = L;
  if (account->end == LA_GOES_ON) lua_sethook(L, NULL, 0, 0);
  else end_soon(account);
}

void la_account_charge(lua_State *L, double instructions) {
  (void)L, (void)instructions;
}

void la_account_weigh(lua_State *L) {
  (void)L;
}

la_account *la_account_of(lua_State *L) {
  (void)L;
  return guest_account();
}

void la_account_bind(lua_State *L, la_account *account) {
  (void)L, (void)account;
}

/* Fuel may have run out before: vm_run takes the end back when it is reported. */
void la_account_begin(la_account *account, lua_State *L) {
  account->takes_from_host = account->is_free = false;
  account->host_failed = account->report.taken = false;
  account->running = L;
  lua_sethook(L, NULL, 0, 0);
  if (account->end != LA_GOES_ON) end_soon(account);
}

void la_account_rest(la_account *account, lua_State *L) {
  account->running = L;
  if (account->end == LA_NO_MEMORY) {
    end_soon(account);              /* finalizers, too, are over at their first instruction */
    lua_gc(L, LUA_GCCOLLECT, 0);
  }
  account->running = NULL;
  lua_sethook(L, NULL, 0, 0);
}

/* lua_resume, as coroutines call it: an end that has come holds for the coroutine that goes on. */
int guest_resume(lua_State *co, lua_State *from, int arguments, int *results) {
  la_account *account = guest_account();
  account->running = co;
  lua_sethook(co, NULL, 0, 0);
  if (account->end != LA_GOES_ON) end_soon(account);
  int status = lua_resume(co, from, arguments, results);
  account->running = from;
  if (account->end != LA_GOES_ON) end_soon(account);
  return status;
}

/*
** There is no more memory in the machine. Lua calls no handler then, so the report is taken here,
** while the stack still says where it was.
*/
static void refuse_for_good(la_account *account) {
  guest_note_end(account, LA_NO_MEMORY);
  if (account->running != NULL) report_end(account->running, account);
  end_soon(account);
}

/* Lua collects all garbage when it is refused something, and asks for it again, once. */
void *la_account_allocate(void *user, void *block, size_t old, size_t size) {
  la_account *account = user;
  if (block == NULL) old = 0;
  if (size == 0) {
    free(block);
    account->bytes -= old;
    return NULL;
  }
  void *moved = realloc(block, size);
  if (moved == NULL) {
    if (account->refused == size) refuse_for_good(account);
    account->refused = size;
    return NULL;
  }
  if (size > old) account->refused = 0;       /* collecting makes blocks smaller in between */
  account->bytes += size - old;
  return moved;
}

/* For the buffers of Lua's own library, which ask for memory once and collect nothing. */
static void *allocate_buffer(void *user, void *block, size_t old, size_t size) {
  la_account *account = user;
  void *moved = la_account_allocate(user, block, old, size);
  if (moved != NULL || size == 0 || account->running == NULL) return moved;
  lua_gc(account->running, LUA_GCCOLLECT, 0);
  return la_account_allocate(user, block, old, size);
}

lua_Alloc guest_getallocf(lua_State *L, void **user) {
  *user = la_account_of(L);
  return allocate_buffer;
}
