/*
** Several Lua states in one process, each with maps of its own, none knowing of the others: run in
** turns in one thread, and at the same time in several. All must come to the same hashes.
*/
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

enum { STATES = 4, ROUNDS = 50, HASH = 16 };

static const char program[] =
  "local astar = require 'astar'\n"
  "local map = astar.map{ width = 40, height = 30 }\n"
  "for i = 1, 60 do map:set(i * 7 % 40 + 1, i * 11 % 30 + 1, 'wall') end\n"
  "local red = map:player 'red'\n"
  "local units = {}\n"
  "for x = 2, 38, 4 do units[#units + 1] = red:unit{ x = x, y = 1, speed = 1, sight = 4 } end\n"
  "map:influence 'danger':add(20, 15, 60, 5)\n"
  "local round = 0\n"
  "return function()\n"
  "  round = round + 1\n"
  "  for i, unit in ipairs(units) do\n"
  "    local path = unit:path((i * 5 + round * 3) % 40 + 1, (i + round * 7) % 30 + 1,\n"
  "                           { partial = true, explain = true })\n"
  "    if path then unit:follow_path(path) end\n"
  "  end\n"
  "  map:tick()\n"
  "  return map:hash()\n"
  "end\n";

/* Leaves the function of a round on the stack of a new state. */
static lua_State *new_state(void) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  luaL_openlibs(L);
  if (luaL_loadstring(L, program) || lua_pcall(L, 0, 1, 0)) {
    printf("%s\n", lua_tostring(L, -1));
    exit(1);
  }
  return L;
}

static void run_round(lua_State *L, char hash[HASH + 1]) {
  lua_pushvalue(L, 1);
  if (lua_pcall(L, 0, 1, 0)) {
    printf("%s\n", lua_tostring(L, -1));
    exit(1);
  }
  snprintf(hash, HASH + 1, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
}

static int in_turns(char last[HASH + 1]) {
  lua_State *states[STATES];
  char hash[HASH + 1] = "";
  int same = 1;
  for (int i = 0; i < STATES; i++) states[i] = new_state();
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < STATES; i++) {
      run_round(states[i], i == 0 ? last : hash);
      if (i > 0) same = same && strcmp(hash, last) == 0;
    }
  for (int i = STATES - 1; i >= 0; i--) lua_close(states[i]);
  return same;
}

static void *run_all(void *hash) {
  lua_State *L = new_state();
  for (int round = 0; round < ROUNDS; round++) run_round(L, hash);
  lua_close(L);
  return NULL;
}

static int at_once(const char *expected) {
  pthread_t threads[STATES];
  char hashes[STATES][HASH + 1];
  int same = 1;
  for (int i = 0; i < STATES; i++)
    if (pthread_create(&threads[i], NULL, run_all, hashes[i])) return 0;
  for (int i = 0; i < STATES; i++) {
    pthread_join(threads[i], NULL);
    same = same && strcmp(hashes[i], expected) == 0;
  }
  return same;
}

static int report(const char *what, int good) {
  if (!good) printf("%s: the hashes differ\n", what);
  return good;
}

int main(void) {
  char hash[HASH + 1];
  setenv("LUA_PATH", "./lua/?.lua;./lua/?/init.lua;./spec/?.lua;;", 0);
  setenv("LUA_CPATH", "./build/lua5.4/?.so;;", 0);
  int passed = report("states in turns", in_turns(hash));
  passed += report("states at once", at_once(hash));
  printf("%d passed, %d failed\n", passed, 2 - passed);
  return passed < 2;
}
