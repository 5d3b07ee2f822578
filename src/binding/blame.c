#include "blame.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_LEVELS = 200, ACTION = '@' };

/* Their addresses are keys of the registry: names of functions, with their sign, or behind ACTION
** the line that made them; a list of parts of the library's code, three values each. */
static const char NAMES = 0, LIBRARY = 0;

/* ---- what is known of functions ------------------------------------------------------------- */

static void push_names(lua_State *L) {
  la_rawgetp(L, LUA_REGISTRYINDEX, &NAMES);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "k");            /* actions are made as long as a game runs */
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  la_rawsetp(L, LUA_REGISTRYINDEX, &NAMES);
}

void la_blame_note(lua_State *L, char sign) {
  int list = lua_gettop(L);
  push_names(L);
  lua_pushnil(L);
  while (lua_next(L, list) != 0) {
    bool named = lua_type(L, -2) == LUA_TSTRING && lua_isfunction(L, -1);
    if (named) {
      const char *name = lua_tostring(L, -2);
      lua_pushfstring(L, "%c%s", sign, name + (name[0] == '_'));
      lua_rawset(L, -4);                            /* the value, which is the function, is gone */
    } else {
      lua_pop(L, 1);
    }
  }
  lua_settop(L, list);
}

int la_blame_note_functions(lua_State *L) {
  const char *sign = luaL_checkstring(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  la_blame_note(L, sign[0]);
  return 0;
}

int la_blame_library(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 3);
  la_rawgetp(L, LUA_REGISTRYINDEX, &LIBRARY);
  if (!lua_istable(L, -1)) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    la_rawsetp(L, LUA_REGISTRYINDEX, &LIBRARY);
  }
  int count = (int)la_rawlen(L, 4);
  for (int i = 1; i <= 3; i++) {
    lua_pushvalue(L, i);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_pushboolean(L, 0);
    }
    lua_rawseti(L, 4, count + i);
  }
  return 0;
}

/* Does a stretch, from stack index `at` on, hold a function? */
static bool stretch_holds(lua_State *L, int at, const lua_Debug *ar) {
  const char *name = lua_tostring(L, at);
  if (!lua_isnumber(L, at + 1)) return strncmp(ar->source, name, strlen(name)) == 0;
  return strcmp(ar->source, name) == 0 && ar->linedefined >= lua_tointeger(L, at + 1) &&
         ar->lastlinedefined <= lua_tointeger(L, at + 2);
}

static bool blame_is_library(lua_State *L, const lua_Debug *ar) {
  int top = lua_gettop(L);
  bool found = false;
  la_rawgetp(L, LUA_REGISTRYINDEX, &LIBRARY);
  int count = lua_istable(L, -1) ? (int)la_rawlen(L, -1) : 0;
  for (int i = 1; i <= count && !found; i += 3) {
    for (int k = 0; k < 3; k++) lua_rawgeti(L, top + 1, i + k);
    found = stretch_holds(L, top + 2, ar);
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return found;
}

/* ---- looking through the stack --------------------------------------------------------------- */

typedef struct Blame {
  lua_State *L;
  const char *name;                 /* of what the script has called, with its sign; kept by the
                                    ** table of names, as `made` is; NULL: it is not known */
  lua_Debug inside, outside;        /* the innermost function in Lua; the script's; `what` is NULL:
                                    ** there is none */
  const char *made;                 /* the line that stands for the script's; NULL: there is none */
} Blame;

/* The name of the function on top, which is taken off. */
static const char *blame_name_of(lua_State *L) {
  push_names(L);
  lua_insert(L, -2);
  lua_rawget(L, -2);
  const char *name = lua_tostring(L, -1);
  lua_pop(L, 2);
  return name;
}

/* "file:3", or nil. In LuaJIT a function has no line if its error was not raised by `error`. */
static void push_place(lua_State *L, const lua_Debug *ar, int line) {
  if (ar->what == NULL) lua_pushnil(L);
  else if (line > 0) lua_pushfstring(L, "%s:%d", ar->short_src, line);
  else lua_pushstring(L, ar->short_src);
}

static bool is_scripts(lua_State *L, const lua_Debug *ar) {
  return ar->what[0] != 'C' && !blame_is_library(L, ar);
}

/*
** From level `level` of a coroutine outwards to the first function that is the script's; or to an
** action within which a function of the library was called: it stands for the line that made it.
*/
static void blame_look(Blame *blame, lua_State *thread, int level) {
  lua_State *L = blame->L;
  lua_Debug ar;
  for (; level < MOST_LEVELS && la_getstack(thread, level, &ar); level++) {
    lua_getinfo(thread, "Slf", &ar);
    lua_xmove(thread, L, 1);
    const char *name = blame_name_of(L);
    if (blame->inside.what == NULL && ar.what[0] != 'C') blame->inside = ar;
    if (is_scripts(L, &ar)) {
      blame->outside = ar;
      return;
    }
    if (name == NULL) continue;
    if (name[0] != ACTION) blame->name = name;
    else if (blame->name != NULL) {
      blame->made = name + 1;
      return;
    }
  }
}

int la_blame_places(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  Blame blame = { .L = L };
  la_stack_reserve(L, 20);
  if (!lua_checkstack(thread, 5)) return 0;
  blame_look(&blame, thread, (int)luaL_optinteger(L, 2, 0));
  push_place(L, &blame.inside, blame.inside.currentline);
  if (blame.made != NULL) lua_pushstring(L, blame.made);
  else push_place(L, &blame.outside, blame.outside.currentline);
  return 2;
}

int la_blame_action(lua_State *L) {
  lua_Debug ar;
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  for (int level = 1; level < MOST_LEVELS && la_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (!is_scripts(L, &ar)) continue;
    if (ar.currentline <= 0) break;
    push_names(L);
    lua_pushvalue(L, 1);
    lua_pushfstring(L, "%c%s:%d", ACTION, ar.short_src, ar.currentline);
    lua_rawset(L, 2);
    break;
  }
  lua_settop(L, 1);
  return 1;
}

int la_blame_defined(lua_State *L) {
  lua_Debug ar;
  if (!lua_isfunction(L, 1)) return 0;
  lua_pushvalue(L, 1);
  const char *name = blame_name_of(L);
  if (name != NULL && name[0] == ACTION) return lua_pushstring(L, name + 1), 1;
  lua_pushvalue(L, 1);
  lua_getinfo(L, ">S", &ar);
  if (!is_scripts(L, &ar) || strcmp(ar.source, "=?") == 0) return 0;
  push_place(L, &ar, ar.linedefined);
  return 1;
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Raises what is on top, with the place before it. */
static int raise_it(const Blame *blame) {
  lua_State *L = blame->L;
  if (blame->made != NULL) lua_pushfstring(L, "%s: ", blame->made);
  else if (blame->outside.what != NULL && blame->outside.currentline > 0)
    lua_pushfstring(L, "%s:%d: ", blame->outside.short_src, blame->outside.currentline);
  else return lua_error(L);
  lua_insert(L, -2);
  lua_concat(L, 2);
  return lua_error(L);
}

/* ": write player:unit, with a colon", pushed, where another kind of object stands in place of the
** own one: most often the method was called with a dot. */
static void push_colon(lua_State *L, const char *name, const char *message) {
  const char *end = strstr(message, " expected, got ");
  if (end == NULL || strstr(message, "with a colon") != NULL) {
    lua_pushliteral(L, "");
    return;
  }
  lua_pushlstring(L, message, (size_t)(end - message));
  lua_pushfstring(L, ": write %s:%s, with a colon", lua_tostring(L, -1), name);
  lua_remove(L, -2);
}

/*
** Position 0 is the object. `raised_by` is the function that found the mistake; NULL: it checks the
** arguments of what the script has called. A function that hands its arguments on to another of the
** same name does so in the same places, so the position is right; under another name, only the
** message tells which argument it was.
*/
static int blame_fail(Blame *blame, const char *raised_by, int position, const char *message) {
  lua_State *L = blame->L;
  const char *name = blame->name != NULL ? blame->name + 1 : raised_by != NULL ? raised_by : "?";
  if (raised_by != NULL && strcmp(name, raised_by) != 0) position = -1;
  if (position > 0)
    lua_pushfstring(L, "bad argument #%d to '%s' (%s)", position, name, message);
  else if (position == 0) {
    push_colon(L, name, message);
    lua_pushfstring(L, "calling '%s' on bad self (%s%s)", name, message, lua_tostring(L, -1));
    lua_remove(L, -2);
  } else
    lua_pushfstring(L, "bad argument to '%s' (%s)", name, message);
  return raise_it(blame);
}

/* Where an object's field is read or set, of which the object stands at index 1 and the name at 2:
** pushes what is wrong, "unit.speed = 99 is ..." or "unit.x: the unit was removed". */
static bool push_field_error(lua_State *L, const char *message) {
  if (lua_type(L, 2) != LUA_TSTRING || !lua_isuserdata(L, 1)) return false;
  if (!luaL_getmetafield(L, 1, "__name")) return false;
  size_t length;
  const char *field = lua_tolstring(L, 2, &length), *type = lua_tostring(L, -1);
  if (strncmp(message, field, length) == 0 && message[length] == ' ')
    lua_pushfstring(L, "%s.%s", type, message);
  else
    lua_pushfstring(L, "%s.%s: %s", type, field, message);
  return true;
}

/* Of a function without a name of ours: what reads or sets a field. */
static int fail_unnamed(Blame *blame, int arg, const char *message) {
  lua_State *L = blame->L;
  if (push_field_error(L, message)) return raise_it(blame);
  return luaL_argerror(L, arg, message);
}

int la_no_memory(lua_State *L) {
  lua_pushliteral(L, "not enough memory"); /* it is interned: this needs none */
  return lua_error(L);
}

void la_stack_reserve(lua_State *L, int values) {
  if (!lua_checkstack(L, values)) la_no_memory(L);
}

int la_blame_argument(lua_State *L, int arg, const char *message) {
  lua_Debug ar;
  Blame blame = { .L = L };
  const char *own = NULL;
  la_stack_reserve(L, 20);
  if (la_getstack(L, 0, &ar)) {
    lua_getinfo(L, "f", &ar);
    own = blame_name_of(L);
  }
  blame_look(&blame, L, 0);
  if (blame.name == NULL && arg > 0) return fail_unnamed(&blame, arg, message);
  if (arg < 0) return blame_fail(&blame, NULL, -arg, message);
  if (own == NULL) own = ".";
  return blame_fail(&blame, own + 1, arg - (own[0] == ':'), message);
}

int la_blame_error(lua_State *L, const char *format, ...) {
  la_stack_reserve(L, 20);
  Blame blame = { .L = L };
  blame_look(&blame, L, 0);
  va_list list;
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  return raise_it(&blame);
}

int la_blame_fail(lua_State *L) {
  Blame blame = { .L = L };
  const char *method = luaL_optstring(L, 1, NULL);
  int position = (int)luaL_checkinteger(L, 2);
  const char *message = luaL_checkstring(L, 3);
  la_stack_reserve(L, 20);
  blame_look(&blame, L, 1);
  return blame_fail(&blame, method, position, message);
}

int la_blame_raise(lua_State *L) {
  Blame blame = { .L = L };
  const char *message = luaL_checkstring(L, 1);
  const char *method = luaL_optstring(L, 2, NULL);
  la_stack_reserve(L, 20);
  blame_look(&blame, L, 1);
  if (method != NULL) lua_pushfstring(L, message, blame.name != NULL ? blame.name + 1 : method);
  else lua_pushvalue(L, 1);
  return raise_it(&blame);
}
