/*
** What a mod uses up: memory, counted by the allocator of its state, and instructions, counted by a
** hook on each of its coroutines.
**
** When either is used up the call is over: `end` says why, an error is raised, and from then on the
** hook raises it again at each instruction, so that no pcall of the mod can delay it.
**
** What a mod has used depends on what it does alone: machines that play together must agree on it.
** So it must not depend on when garbage is collected, on the seed of Lua's hashes, or on addresses.
** - Allocating costs instructions where a program always allocates the same. That is true of
**   objects and long strings. It is not true of short strings, of which one that is not collected
**   yet is used again; of the places of tables, which become new ones when keys collide; and of
**   stacks, which the collector shortens. These are free, up to so many bytes for each instruction
**   that is charged: no program exceeds that unless it means to.
** - A collection costs nothing when it happens. It is paid for with the bytes that are allocated:
**   half of the limit is for what is in use, and half for garbage, so that there is no more to look
**   at in a collection than has been allocated since the last one.
** - Memory is over where what is in use leaves no room for more, whatever garbage there is; and at
**   the end of a call that is weighed, if more than half of the limit is in use. Only within a call
**   may there be more: then collections are frequent.
**
** Nothing here looks at a clock: what takes long within one instruction is not noticed. A mod that
** might try that belongs in the vault.
*/
#include "meter.h"

#include <stdlib.h>

/*
** Instructions between two looks of the hook. A coroutine that goes on pays for so many at once,
** since nobody can be asked how many of them it had done when it gave way.
*/
enum { QUANTUM = 100 };

enum { BYTES_AN_INSTRUCTION = 32, AN_ALLOCATION = 4, PARTS_OF_TABLE = 5 };

/*
** What depends on more than the program is free, up to FREE_BYTES and BYTES_BESIDE for each
** instruction that a call has used. Lua 5.1 and LuaJIT do not tell objects from the rest: all is
** free there.
*/
enum { TELLS_KINDS = LUA_VERSION_NUM >= 502 };
enum { FREE_BYTES = 1 << 18, BYTES_BESIDE = TELLS_KINDS ? 32 : 64 };

/*
** Operators compare, hash and convert whole strings in one instruction, and hooks do not see that:
** so strings that a mod makes are no longer than this. The host's may be, and packed data.
*/
enum { LONGEST_STRING = 1 << 14, LONGEST_OF_HOST = 1 << 20, STRING_HEAD = 32 };
enum { LONGEST_BUFFER = 2 * LONGEST_STRING };

/* Shorter ones, with their head, are those of which Lua 5.4 has each only once. */
enum { LONG_STRING = 66 };

static const char meter_key = 0;  /* its address is the place of the meter in the registry */

/*
** Is more in use, without garbage? What has a finalizer, as the boxes of Lua's buffers have, goes
** in the collection after the one that finds it.
*/
static bool has_more_in_use(la_meter *meter, lua_State *L, size_t most) {
  for (int i = 0; i < 2 && la_meter_bytes(meter, L) > most; i++) lua_gc(L, LUA_GCCOLLECT, 0);
  return la_meter_bytes(meter, L) > most;
}

/* ---- instructions -------------------------------------------------------------------------- */

static int raise_end(lua_State *L, la_meter *meter) {
  lua_pushlightuserdata(L, meter);
  return lua_error(L);
}

#if LUA_VERSION_NUM == 501

/* Lua 5.1 and LuaJIT do not collect when an allocation is refused; so this is seen to before. */
static void make_room(lua_State *L, la_meter *meter) {
  if (has_more_in_use(meter, L, meter->limit / 8 * 7)) la_meter_finish(L, LA_NO_MEMORY);
}

#else

static void make_room(lua_State *L, la_meter *meter) {
  (void)L;
  (void)meter;
}

#endif

static void on_count(lua_State *L, lua_Debug *ar);

static void count_every(lua_State *L, int instructions) {
  lua_sethook(L, on_count, LUA_MASKCOUNT, instructions);
}

/* A quantum begins: the hook has it paid for when it is over. */
static void begin_quantum(lua_State *L, const la_meter *meter) {
  count_every(L, meter->end == LA_GOES_ON ? QUANTUM : 1);
}

/* Whatever was noted before has been caught by the mod. */
static void note_end(lua_State *L, la_meter *meter, la_end end, const char *words) {
  if (meter->end != LA_GOES_ON) return;
  meter->end = end;
  la_error_report_set(&meter->report, words);
  la_error_report_walk(L, &meter->trusted, &meter->report);
}

int la_meter_finish(lua_State *L, la_end end) {
  static const char *const words[] = { "", "too many instructions", "not enough memory" };
  la_meter *meter = la_meter_of(L);
  note_end(L, meter, end, words[end]);
  count_every(L, 1);
  return raise_end(L, meter);
}

static void on_count(lua_State *L, lua_Debug *ar) {
  la_meter *meter = la_meter_of(L);
  (void)ar;
  if (meter->end != LA_GOES_ON) raise_end(L, meter);
  if (meter->left < 0) la_meter_finish(L, LA_NO_INSTRUCTIONS);
  meter->left -= QUANTUM;
  make_room(L, meter);
  if (meter->left < 0) la_meter_finish(L, LA_NO_INSTRUCTIONS);
}

void la_meter_check(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  meter->running = L;
  if (meter->end != LA_GOES_ON) la_meter_finish(L, meter->end);
  if (meter->left < 0) la_meter_finish(L, LA_NO_INSTRUCTIONS);
}

void la_meter_charge(lua_State *L, double instructions) {
  la_meter *meter = la_meter_of(L);
  if (!(instructions < (double)meter->left)) meter->left = -1;
  else if (instructions > 0) meter->left -= (int64_t)instructions;
  la_meter_check(L);
}

void la_meter_enter(la_meter *meter, lua_State *L) {
  meter->running = L;
  meter->left -= QUANTUM;
  begin_quantum(L, meter);
}

void la_meter_begin(la_meter *meter, lua_State *L) {
  meter->end = LA_GOES_ON;
  meter->begun = meter->left = meter->allowance;
  meter->refused = meter->beside = 0;
  meter->host_failed = false;
  meter->takes_from_host = meter->is_free = false;
  meter->report.taken = false;
  meter->running = L;
  begin_quantum(L, meter);
}

void la_meter_end(la_meter *meter, lua_State *L) {
  meter->running = NULL;
  if (meter->end == LA_NO_MEMORY) meter->left = 0;
  if (meter->end == LA_NO_MEMORY || la_meter_bytes(meter, L) > meter->limit)
    lua_gc(L, LUA_GCCOLLECT, 0);
}

/* ---- memory -------------------------------------------------------------------------------- */

static void meter_spend(la_meter *meter, int64_t instructions) {
  bool had = meter->left >= 0;
  meter->left -= instructions;
  if (had && meter->left < 0 && meter->running != NULL && meter->end == LA_GOES_ON)
    count_every(meter->running, 1);
}

/* Bytes, or work that is worth as much, of which a program does not always need the same. */
static void spend_beside(la_meter *meter, size_t bytes) {
  meter->beside += bytes;
  if (meter->beside <= FREE_BYTES) return;
  int64_t due = (int64_t)((meter->beside - FREE_BYTES) / BYTES_BESIDE);
  int64_t used = meter->begun - meter->left;
  if (due > used) meter_spend(meter, due - used);
}

/* Refused twice in a row: for good. */
static void *meter_refuse(la_meter *meter, size_t size, const char *words) {
  if (meter->refused == size && meter->running != NULL && meter->end == LA_GOES_ON) {
    note_end(meter->running, meter, LA_NO_MEMORY, words);
    count_every(meter->running, 1);
  }
  meter->refused = size;
  return NULL;
}

/*
** Ends the call if more is in use than may be. Where there is less than that with all garbage,
** there is less without: so it does not matter how much garbage there is.
*/
void la_meter_check_memory(lua_State *L) {
  la_meter *meter = la_meter_of(L);
  if (meter->is_weighed && has_more_in_use(meter, L, meter->limit / 2))
    la_meter_finish(L, LA_NO_MEMORY);
}

/* What Lua asks for: a string, a function, another object, or else a list, a stack or the like. */
typedef struct Request {
  size_t before, size;
  int kind;                         /* LUA_TSTRING …, or 0; of what is new, where Lua tells it */
} Request;

/*
** Lua collects all garbage when it is refused something, and asks for it again. Only the buffers of
** its library give up at once. So what may be one is refused later than what follows, the string
** that the buffer is made into: then nothing depends on how much garbage there is.
*/
static bool has_room(const la_meter *meter, const Request *request) {
  size_t more = request->size - request->before, most = meter->limit;
  if (request->kind == 0 && request->size <= LONGEST_BUFFER) most += 2 * LONGEST_BUFFER;
  return more <= most && meter->bytes <= most - more;
}

/* Why there is not as much; NULL: there is. What is refused twice in a row is refused for good. */
static const char *meter_complaint(const la_meter *meter, const Request *request) {
  size_t longest = meter->takes_from_host ? LONGEST_OF_HOST : LONGEST_STRING;
  if (request->size <= request->before) return NULL;
  if (request->kind == LUA_TSTRING && request->size > longest + STRING_HEAD)
    return "not enough memory: a string of more than 16384 bytes";
  return has_room(meter, request) ? NULL : "not enough memory";
}

/* Lua 5.2 and 5.3 hand out again the last function that was made in a place, if it has the same
** variables and was not collected. */
enum { KEEPS_FUNCTIONS = LUA_VERSION_NUM == 502 || LUA_VERSION_NUM == 503 };

/* Does a program that is run again need it again? See above. */
static bool is_certain(const Request *request) {
  if (KEEPS_FUNCTIONS && request->kind == LUA_TFUNCTION) return false;
  return request->kind != 0 && (request->kind != LUA_TSTRING || request->size >= LONG_STRING);
}

/* A table's places are free, see above. */
static void pay_for(la_meter *meter, const Request *request) {
  if (meter->is_free) return;
  int64_t parts = request->kind == LUA_TTABLE ? PARTS_OF_TABLE : 0;
  if (is_certain(request))
    meter_spend(meter, AN_ALLOCATION + (int64_t)(request->size / BYTES_AN_INSTRUCTION) + parts);
  else spend_beside(meter, request->size - request->before);
}

static void *meter_allocate(void *user, void *block, size_t old, size_t size) {
  la_meter *meter = user;
  Request request = { block != NULL ? old : 0, size, 0 };
  if (block == NULL && TELLS_KINDS) request.kind = (int)old;
  const char *words = meter_complaint(meter, &request);
  if (words != NULL) return meter_refuse(meter, size, words);
  void *moved = meter->allocate(meter->user, block, old, size);
  if (size > request.before) {
    if (moved == NULL) meter->host_failed = true;
    if (moved == NULL) return NULL;
    meter->refused = 0;
    pay_for(meter, &request);
  }
  if (size == 0 || moved != NULL) meter->bytes = meter->bytes - request.before + size;
  return moved;
}

/* ---- the state ----------------------------------------------------------------------------- */

#if !LA_IS_JIT

static lua_State *new_state(la_meter *meter) {
  return la_newstate(meter_allocate, meter);
}

la_meter *la_meter_of(lua_State *L) {
  void *user;
  lua_getallocf(L, &user);
  return user;
}

#else

/*
** A LuaJIT whose objects lie below 2 GB has an allocator that finds such memory and takes no
** other; where the state itself lies tells which one this is.
*/
static lua_State *new_state(la_meter *meter) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  if (sizeof(void *) > 4 && (uintptr_t)L >> 31 == 0) {
    meter->own_allocator = false;
    return L;
  }
  lua_close(L);
  return la_newstate(meter_allocate, meter);
}

la_meter *la_meter_of(lua_State *L) {
  la_rawgetp(L, LUA_REGISTRYINDEX, &meter_key);
  la_meter *meter = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return meter;
}

#endif

void la_meter_bind(lua_State *L, la_meter *meter) {
  lua_pushlightuserdata(L, meter);
  la_rawsetp(L, LUA_REGISTRYINDEX, &meter_key);
}

lua_State *la_meter_open(la_meter *meter, size_t limit) {
  meter->own_allocator = true;
  meter->limit = limit;
  lua_State *L = new_state(meter);
#if LA_IS_JIT
  if (L != NULL) luaJIT_setmode(L, 0, LUAJIT_MODE_ENGINE | LUAJIT_MODE_OFF);
#endif
  return L;
}

size_t la_meter_bytes(la_meter *meter, lua_State *L) {
  if (meter->own_allocator) return meter->bytes;
  return (size_t)lua_gc(L, LUA_GCCOUNT, 0) * 1024 + (size_t)lua_gc(L, LUA_GCCOUNTB, 0);
}
