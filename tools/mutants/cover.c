/*
** A Lua that notes which lines of lua/astar run, for the map of tools/mutants.lua: it runs a script
** as `lua5.4 FILE ARGUMENTS` does, and appends to the file named by ASTAR_LINES, when it ends, for
** each source file its name and the numbers of its lines.
**
** The states of mods are made and hooked by the module, which finds the functions of Lua in this
** program: so those of them that matter stand here, and call the library's after adding the hook.
** Every coroutine inherits the hook of the one that makes it.
*/

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#define MOST_FILES 256
#define MOST_LINES 1024

typedef struct {
  char name[128];
  unsigned char ran[MOST_LINES];
} Lines;

static Lines files[MOST_FILES];
static int file_count;

/* The hook of the module's own; all states of mods have the same. */
static lua_Hook of_the_module;

/* "@./lua/astar/x.lua" -> "lua/astar/x.lua": in the states of mods, too, see keep_lines. */
static bool name_file(const char *source, char *name) {
  size_t room = sizeof files[0].name;
  const char *found = *source == '@' ? strstr(source, "lua/astar/") : NULL;
  return found != NULL && (size_t)snprintf(name, room, "%s", found) < room;
}

static Lines *lines_of(const char *source) {
  char name[sizeof files[0].name];
  if (!name_file(source, name)) return NULL;
  for (int i = 0; i < file_count; i++)
    if (strcmp(files[i].name, name) == 0) return &files[i];
  if (file_count == MOST_FILES) return NULL;
  strcpy(files[file_count].name, name);
  return &files[file_count++];
}

static void note(lua_State *L, lua_Debug *ar) {
  static char latest[256];              /* most lines are of the same file as the one before */
  static Lines *lines;
  if (ar->event != LUA_HOOKLINE && ar->event != LUA_HOOKCOUNT && of_the_module == NULL) return;
  if (ar->event != LUA_HOOKLINE) {
    if (of_the_module != NULL) of_the_module(L, ar);
    return;
  }
  int line = ar->currentline;
  if (!lua_getinfo(L, "S", ar)) return;
  if (strcmp(ar->source, latest) != 0) {
    lines = lines_of(ar->source);
    snprintf(latest, sizeof latest, "%s", ar->source);
  }
  if (lines != NULL && line >= 0 && line < MOST_LINES) lines->ran[line] = 1;
}

void lua_sethook(lua_State *L, lua_Hook hook, int mask, int count) {
  void (*real)(lua_State *, lua_Hook, int, int);
  *(void **)&real = dlsym(RTLD_NEXT, "lua_sethook");
  if (hook != NULL) of_the_module = hook;
  real(L, note, mask | LUA_MASKLINE, count);
}

lua_State *lua_newstate(lua_Alloc allocate, void *user) {
  lua_State *(*real)(lua_Alloc, void *);
  *(void **)&real = dlsym(RTLD_NEXT, "lua_newstate");
  lua_State *L = real(allocate, user);
  if (L != NULL) lua_sethook(L, NULL, 0, 0);
  return L;
}

static void *from_malloc(void *user, void *block, size_t old, size_t size) {
  (void)user;
  (void)old;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

lua_State *luaL_newstate(void) { return lua_newstate(from_malloc, NULL); }

static void write_lines(void) {
  const char *name = getenv("ASTAR_LINES");
  FILE *out = name != NULL ? fopen(name, "a") : NULL;
  if (out == NULL) return;
  for (int i = 0; i < file_count; i++) {
    fprintf(out, "%s", files[i].name);
    for (int line = 0; line < MOST_LINES; line++)
      if (files[i].ran[line]) fprintf(out, " %d", line);
    fprintf(out, "\n");
  }
  fclose(out);
}

/* A part that takes too long is asked to end: what it has run until then is worth having. */
static void on_end(int signal) {
  (void)signal;
  exit(124); /* as timeout says it */
}

/* What the states of mods are made of is dumped without line numbers, of which we live. */
static const char keep_lines[] =
  "local dump = string.dump; string.dump = function(f) return dump(f) end";

/* As `lua -l NAME -e CODE … SCRIPT …` does, for specs that run such commands. */
static bool is_option(const char *word) {
  return strcmp(word, "-l") == 0 || strcmp(word, "-e") == 0;
}

static int run_option(lua_State *L, const char *option, const char *value) {
  if (option[1] == 'e') return luaL_dostring(L, value);
  lua_getglobal(L, "require");
  lua_pushstring(L, value);
  return lua_pcall(L, 1, 0, 0);
}

static int run(lua_State *L, int count, char **words) {
  int script = 1;
  while (script + 1 < count && is_option(words[script])) script += 2;
  int behind = script;
  if (script >= count) script = 0;
  lua_createtable(L, count, 1);
  for (int i = 0; i < count; i++) {
    lua_pushstring(L, words[i]);
    lua_rawseti(L, -2, i - script);
  }
  lua_setglobal(L, "arg");
  for (int i = 1; i + 1 < behind; i += 2)
    if (run_option(L, words[i], words[i + 1]) != LUA_OK) return 1;
  if (script == 0) return 0;
  if (luaL_loadfile(L, words[script]) != LUA_OK) return 1;
  for (int i = script + 1; i < count; i++) lua_pushstring(L, words[i]);
  return lua_pcall(L, count - script - 1, 0, 0) != LUA_OK;
}

int main(int count, char **words) {
  lua_State *L = luaL_newstate();
  if (count < 2 || L == NULL) return 2;
  atexit(write_lines);
  signal(SIGTERM, on_end);
  signal(SIGXCPU, on_end); /* its time is over */
  luaL_openlibs(L);
  if (luaL_dostring(L, keep_lines) != LUA_OK) return 2;
  int status = run(L, count, words);
  if (status != 0) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status;
}
