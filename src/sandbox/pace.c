/*
** How fast this machine is. The seconds that a mod may take are stated for a machine of a known
** speed, and a slower one must allow more. Only the end of a mod that takes too long depends on it.
*/
#include "sandbox.h"

#include <time.h>

#include "../binding/args.h"
#include "../binding/result.h"

/* Seconds that the program takes on the machine for which limits in seconds are said. */
#define USUAL 0.0014

enum { TRIES = 5 };

/* Calls, tables and text, as they are in mods. */
static const char program[] =
  "local function add(t, i) t[#t + 1] = { x = i, y = -i } return #t end\n"
  "local sum, list = 0, {}\n"
  "for i = 1, 2000 do\n"
  "  sum = sum + add(list, i) * 3 % 7\n"
  "  if i % 8 == 0 then sum = sum + #(\"%d,%d\"):format(i, sum) end\n"
  "end\n"
  "return sum";

static const char known = 0;        /* its address is the place of the pace in the registry */

/* The interpreter alone, which is what runs mods. Opening the libraries turns the compiler on. */
static int pace_prepare(lua_State *L) {
  luaL_openlibs(L);
#if LA_IS_JIT
  luaJIT_setmode(L, 0, LUAJIT_MODE_ENGINE | LUAJIT_MODE_OFF);
#endif
  if (luaL_loadstring(L, program) != 0) return lua_error(L);
  return 1;
}

static double time_of(lua_State *L) {
  clock_t begun = clock();
  lua_pushvalue(L, -1);
  if (lua_pcall(L, 0, 0, 0) != 0) return 0;
  return (double)(clock() - begun) / CLOCKS_PER_SEC;
}

/* Of some tries the shortest one, as other programs make one longer, and never shorter. */
static double pace_measure(void) {
  double least = 0;
  lua_State *L = luaL_newstate();
  if (L == NULL) return 1;
  lua_pushcfunction(L, pace_prepare);
  for (int i = 0; i < TRIES && (i > 0 || lua_pcall(L, 0, 1, 0) == 0); i++) {
    double seconds = time_of(L);
    if (i == 0 || seconds < least) least = seconds;
  }
  lua_close(L);
  return least > USUAL ? least / USUAL : 1;
}

/* core.pace(): how many times as long as usual Lua takes on this machine, at least 1 */
int la_pace(lua_State *L) {
  la_rawgetp(L, LUA_REGISTRYINDEX, &known);
  if (!lua_isnil(L, -1)) return 1;
  lua_pushnumber(L, (lua_Number)pace_measure());
  lua_pushvalue(L, -1);
  la_rawsetp(L, LUA_REGISTRYINDEX, &known);
  return 1;
}
