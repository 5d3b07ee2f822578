/*
** Which known bugs this Lua has that a script could exploit. They are tried once for each state of
** the host, before its first sandbox.
**
** Each is tried in a state of its own, in a piece of memory from which nothing is given back
** meanwhile, with room around each block. So a bug that reads freed memory, or reads or writes
** beyond a block, does no harm, and what it wrote is detected. Such a state may be damaged, so it
** is not closed: its memory is taken away.
*/
#include "sandbox.h"

#include <string.h>

#include "../binding/args.h"
#include "../binding/result.h"

#if LUA_VERSION_NUM >= 502

/*
** The memory of a trial: blocks one after the other, each with a guard behind it. A guard is filled
** with a byte that does no harm where Lua takes it for a value: a type whose lower half is 0 has no
** metatable to look at. Behind what may be a stack or a list of constants it is as long as all that
** an instruction can name of these.
*/
enum { ARENA = 1 << 22, WIDE_GUARD = 1 << 13, GUARD = 1 << 8, WIDE = 1 << 9 };
enum { GUARD_BYTE = 0xA0, ALIGNMENT = 16 };

/* Stands before each block. */
typedef struct Block {
  size_t size, whole;
} Block;

typedef struct Arena {
  uint8_t *memory;
  size_t used;
} Arena;

/* ---- memory -------------------------------------------------------------------------------- */

static size_t rounded_up(size_t size) {
  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *arena_give(Arena *arena, size_t size) {
  if (size > ARENA) return NULL;
  size_t guard = size >= WIDE ? WIDE_GUARD : GUARD;
  size_t head = rounded_up(sizeof(Block)), whole = head + rounded_up(size) + guard;
  if (whole > ARENA - arena->used) return NULL;
  uint8_t *place = arena->memory + arena->used;
  Block block = { size, whole };
  memcpy(place, &block, sizeof block);
  memset(place + head, GUARD_BYTE, whole - head);
  arena->used += whole;
  return place + head;
}

static void *probe_allocate(void *user, void *old, size_t old_size, size_t size) {
  if (size == 0) return NULL;
  if (old != NULL && size <= old_size) return old;
  void *block = arena_give(user, size);
  if (block != NULL && old != NULL) memcpy(block, old, old_size);
  return block;
}

/* False: something was written beyond a block. */
static bool arena_is_whole(const Arena *arena) {
  size_t head = rounded_up(sizeof(Block));
  for (size_t at = 0; at < arena->used;) {
    Block block;
    memcpy(&block, arena->memory + at, sizeof block);
    for (size_t i = head + block.size; i < block.whole; i++)
      if (arena->memory[at + i] != GUARD_BYTE) return false;
    at += block.whole;
  }
  return true;
}

/* ---- what is tried ------------------------------------------------------------------------- */

typedef struct Trial {
  const char *name;
  bool is_fatal;                    /* sandboxes have no remedy for it */
  const char *program;              /* returns true where all is well */
} Trial;

static const Trial trials[] = {
  { "a __concat that makes the stack grow is called with freed memory", false,
    "local function deep(n) if n > 0 then return 1 + deep(n - 1) end return 0 end\n"
    "local o = setmetatable({}, { __concat = function() deep(2000) return 'z' end })\n"
    "local ok, text = pcall(function() return 'a' .. 'b' .. 'c' .. o end)\n"
    "return ok and text == 'abz'" },
  { "a comparison as a key is compiled wrongly: t[a < b]", false,
    "local t = { [true] = 1, [false] = 2 }\n"
    "local function get(a, b) return t[a < b] end\n"
    "local ok, one = pcall(get, 1, 2)\n"
    "local right, two = pcall(get, 2, 1)\n"
    "return ok and right and one == 1 and two == 2" },
  { "bits of a condition are compiled wrongly among many constants: 8 & (a or b)", false,
    "local parts = {}\n"
    "for i = 1, 300 do parts[i] = 'x = ' .. i .. '.5 ' end\n"
    "local text = 'local a, b, x = ... ' .. table.concat(parts) .. 'return 24 & (a or b)'\n"
    "local f = load(text)\n"
    "return f == nil or select(2, pcall(f, 8)) == 8 and select(2, pcall(f, nil, 16)) == 16" },
  { "it compiles an _ENV that is constant wrongly, so it lacks the fixes that followed 5.4.4", true,
    "local f = load('local _ENV <const> = 11 X = 1')\n"
    "if not f then return true end\n"
    "local _, message = pcall(f)\n"
    "return message:find('number', 1, true) ~= nil" },
};

enum { TRIALS = sizeof trials / sizeof *trials };

static int try_program(lua_State *L) {
  const char *program = lua_touserdata(L, 1);
  luaL_requiref(L, "_G", luaopen_base, 1);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  if (luaL_loadstring(L, program) != 0) return lua_error(L);
  lua_call(L, 0, 1);
  return 1;
}

/* Runs a program; false: it has not returned true, or has written where it should not. */
static bool is_right(Arena *arena, const char *program) {
  bool is_true = false;
  arena->used = 0;
  lua_State *L = lua_newstate(probe_allocate, arena);
  if (L != NULL) {
    lua_pushcfunction(L, try_program);
    lua_pushlightuserdata(L, (void *)(uintptr_t)program);
    is_true = lua_pcall(L, 1, 1, 0) == 0 && lua_toboolean(L, -1);
  }
  return arena_is_whole(arena) && is_true;
}

/* ---- once for each state ------------------------------------------------------------------- */

static const char known = 0;        /* its address is the place of the list in the registry */

/* Which trials find this Lua right; false: the host has no memory for them. */
static bool try_all(lua_State *L, bool right[TRIALS]) {
  lua_Alloc allocator;
  void *user;
  la_allocator(L, &allocator, &user);
  Arena arena = { .memory = allocator(user, NULL, 0, ARENA) };
  if (arena.memory == NULL) return false;
  for (int i = 0; i < TRIALS; i++) right[i] = is_right(&arena, trials[i].program);
  allocator(user, arena.memory, ARENA, 0);
  return true;
}

/* Pushes the list of what this Lua does wrongly: texts, and `fatal`, one without a remedy. */
static void push_wrong(lua_State *L) {
  bool right[TRIALS];
  int count = 0;
  if (!try_all(L, right)) la_status_check(L, ASTAR_NO_MEMORY);
  lua_newtable(L);
#if LUA_VERSION_NUM == 504 && LUA_VERSION_RELEASE_NUM < 50404
  lua_pushliteral(L, "it is older than Lua 5.4.4");
  lua_setfield(L, -2, "fatal");
#endif
  for (int i = 0; i < TRIALS; i++) {
    if (right[i]) continue;
    lua_pushstring(L, trials[i].name);
    if (trials[i].is_fatal) lua_setfield(L, -2, "fatal");
    else lua_rawseti(L, -2, ++count);
  }
}

static void push_known(lua_State *L) {
  la_rawgetp(L, LUA_REGISTRYINDEX, &known);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  push_wrong(L);
  lua_pushvalue(L, -1);
  la_rawsetp(L, LUA_REGISTRYINDEX, &known);
}

#else

/* LuaJIT has none of these mistakes, and not every LuaJIT takes an allocator; 5.1 has no `load`. */
static void push_known(lua_State *L) {
  lua_newtable(L);
}

#endif

void la_probe_check(lua_State *L) {
  push_known(L);
  lua_getfield(L, -1, "fatal");
  if (!lua_isnil(L, -1))
    luaL_error(L, "there are no sandboxes with this Lua, as mods could use a mistake of it: %s",
               lua_tostring(L, -1));
  lua_pop(L, 2);
}

/* core.mistakes(): a list of what this Lua does wrongly and sandboxes have a remedy for */
int la_probe_mistakes(lua_State *L) {
  push_known(L);
  lua_newtable(L);
  for (int i = 1; ; i++) {
    lua_rawgeti(L, -2, i);
    if (lua_isnil(L, -1)) break;
    lua_rawseti(L, -2, i);
  }
  lua_pop(L, 1);
  return 1;
}
