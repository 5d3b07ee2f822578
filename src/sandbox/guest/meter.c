/*
** Memory, and the end of a call, as the vault's guest knows them. When fuel or memory is used up an
** error is raised, and raised again at each instruction, until nothing of the mod's runs any more;
** the machine has kept some fuel for that. What takes even more is cut off by the machine.
*/
#include "../meter.h"

#include <stdlib.h>

#include "guest.h"

static void on_instruction(lua_State *L, lua_Debug *ar) {
  (void)ar;
  la_meter_finish(L, la_meter_of(L)->end);
}

/* Ends what runs at its next instruction. Lua allows this at any time. */
static void end_soon(la_meter *meter) {
  if (meter->running != NULL) lua_sethook(meter->running, on_instruction, LUA_MASKCOUNT, 1);
}

static void guest_note_end(la_meter *meter, la_end end) {
  if (meter->end != LA_GOES_ON) return;
  meter->end = end;
  meter->report.taken = false;
}

void la_meter_interrupt(la_meter *meter) {
  guest_note_end(meter, LA_NO_INSTRUCTIONS);
  end_soon(meter);
}

/* Notes where the mod is when its end has come, once. */
static void report_end(lua_State *L, la_meter *meter) {
  static const char *const words[] = { "", "too many instructions", "not enough memory" };
  if (meter->report.taken) return;
  la_error_report_set(&meter->report, words[meter->end]);
  la_error_report_walk(L, &meter->trusted, &meter->report);
}

int la_meter_finish(lua_State *L, la_end end) {
  la_meter *meter = la_meter_of(L);
  guest_note_end(meter, end);
  report_end(L, meter);
  end_soon(meter);
  lua_pushlightuserdata(L, meter);
  return lua_error(L);
}

void la_meter_check(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  if (meter->end != LA_GOES_ON) la_meter_finish(L, meter->end);
}

/* What runs next, where guest_resume does not know it: what coroutine.close has a coroutine do. */
void la_meter_enter(la_meter *meter, lua_State *L) {
  meter->running = L;
  if (meter->end == LA_GOES_ON) lua_sethook(L, NULL, 0, 0);
  else end_soon(meter);
}

void la_meter_charge(lua_State *L, double instructions) {
  (void)L, (void)instructions;
}

void la_meter_check_memory(lua_State *L) {
  (void)L;
}

la_meter *la_meter_of(lua_State *L) {
  (void)L;
  return guest_meter();
}

void la_meter_bind(lua_State *L, la_meter *meter) {
  (void)L, (void)meter;
}

/* Fuel may have run out before: vm_run takes the end back when it is reported. */
void la_meter_begin(la_meter *meter, lua_State *L) {
  meter->takes_from_host = meter->is_free = false;
  meter->host_failed = meter->report.taken = false;
  meter->running = L;
  lua_sethook(L, NULL, 0, 0);
  if (meter->end != LA_GOES_ON) end_soon(meter);
}

void la_meter_end(la_meter *meter, lua_State *L) {
  meter->running = L;
  if (meter->end == LA_NO_MEMORY) {
    end_soon(meter);              /* finalizers, too, are over at their first instruction */
    lua_gc(L, LUA_GCCOLLECT, 0);
  }
  meter->running = NULL;
  lua_sethook(L, NULL, 0, 0);
}

/* lua_resume, as coroutines call it: an end that has come holds for the coroutine that goes on. */
int guest_resume(lua_State *co, lua_State *from, int arguments, int *results) {
  la_meter *meter = guest_meter();
  meter->running = co;
  lua_sethook(co, NULL, 0, 0);
  if (meter->end != LA_GOES_ON) end_soon(meter);
  int status = lua_resume(co, from, arguments, results);
  meter->running = from;
  if (meter->end != LA_GOES_ON) end_soon(meter);
  return status;
}

/*
** There is no more memory in the machine. Lua calls no handler then, so the report is taken here,
** while the stack still says where it was.
*/
static void refuse_for_good(la_meter *meter) {
  guest_note_end(meter, LA_NO_MEMORY);
  if (meter->running != NULL) report_end(meter->running, meter);
  end_soon(meter);
}

/* Lua collects all garbage when it is refused something, and asks for it again, once. */
void *la_meter_allocate(void *user, void *block, size_t old, size_t size) {
  la_meter *meter = user;
  if (block == NULL) old = 0;
  if (size == 0) {
    free(block);
    meter->bytes -= old;
    return NULL;
  }
  void *moved = realloc(block, size);
  if (moved == NULL) {
    if (meter->refused == size) refuse_for_good(meter);
    meter->refused = size;
    return NULL;
  }
  if (size > old) meter->refused = 0;       /* collecting makes blocks smaller in between */
  meter->bytes += size - old;
  return moved;
}

/* For the buffers of Lua's own library, which ask for memory once and collect nothing. */
static void *allocate_buffer(void *user, void *block, size_t old, size_t size) {
  la_meter *meter = user;
  void *moved = la_meter_allocate(user, block, old, size);
  if (moved != NULL || size == 0 || meter->running == NULL) return moved;
  lua_gc(meter->running, LUA_GCCOLLECT, 0);
  return la_meter_allocate(user, block, old, size);
}

lua_Alloc guest_getallocf(lua_State *L, void **user) {
  *user = la_meter_of(L);
  return allocate_buffer;
}
