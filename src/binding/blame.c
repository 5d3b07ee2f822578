#include "blame.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_LEVELS = 200, MOST_PARAMETERS = 8 };

/* Their addresses are keys of the registry: names of functions, with their sign; a list of parts of
** the library's code, three values each. */
static const char NAMES = 0, LIBRARY = 0;

/* ---- what is known of functions ------------------------------------------------------------- */

static void push_names(lua_State *L) {
  la_rawgetp(L, LUA_REGISTRYINDEX, &NAMES);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
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

int la_blame_noted(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  push_names(L);
  lua_pushvalue(L, 1);
  lua_rawget(L, -2);
  const char *name = lua_tostring(L, -1);
  lua_pushstring(L, name != NULL ? name + 1 : NULL);
  return 1;
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

/* Does a stretch, from stack index `at` on, hold a function that begins and ends there? */
static bool stretch_holds(lua_State *L, int at, const char *source, int first, int last) {
  const char *name = lua_tostring(L, at);
  if (!lua_isnumber(L, at + 1)) return strncmp(source, name, strlen(name)) == 0;
  return strcmp(source, name) == 0 && first >= lua_tointeger(L, at + 1) &&
         last <= lua_tointeger(L, at + 2);
}

static bool blame_is_library(lua_State *L, const char *source, int first, int last) {
  int top = lua_gettop(L);
  bool found = false;
  la_rawgetp(L, LUA_REGISTRYINDEX, &LIBRARY);
  int count = lua_istable(L, -1) ? (int)la_rawlen(L, -1) : 0;
  for (int i = 1; i <= count && !found; i += 3) {
    for (int k = 0; k < 3; k++) lua_rawgeti(L, top + 1, i + k);
    found = stretch_holds(L, top + 2, source, first, last);
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return found;
}

int la_blame_is_library(lua_State *L) {
  const char *source = luaL_checkstring(L, 1);
  int first = (int)luaL_checkinteger(L, 2), last = (int)luaL_checkinteger(L, 3);
  lua_pushboolean(L, blame_is_library(L, source, first, last));
  return 1;
}

/* ---- looking through the stack --------------------------------------------------------------- */

/* A function of the library that runs. */
typedef struct Frame {
  lua_Debug ar;
  const char *name;                 /* with its sign; kept by the table of names; NULL: none */
  int level;
} Frame;

typedef struct Blame {
  lua_State *L;
  const char *wanted;               /* the name of the function at fault; NULL: the first of all */
  Frame inner, outer;               /* at fault; called by the script */
  lua_Debug place;                  /* of the script */
  bool placed;
} Blame;

/* The name of a level's function. */
static const char *blame_name_of(lua_State *L, lua_Debug *ar) {
  lua_getinfo(L, "f", ar);
  push_names(L);
  lua_pushvalue(L, -2);
  lua_rawget(L, -2);
  const char *name = lua_tostring(L, -1);
  lua_pop(L, 3);
  return name;
}

static void take_frame(Blame *blame, Frame frame) {
  const char *name = frame.name;
  bool wanted = blame->wanted == NULL ? frame.level == 0 : strcmp(blame->wanted, name + 1) == 0;
  if (blame->inner.name == NULL && wanted) blame->inner = frame;
  blame->outer = frame;
}

/* From level `level` outwards to the first function that is the script's. */
static void blame_look(Blame *blame, int level) {
  lua_State *L = blame->L;
  lua_Debug ar;
  for (; level < MOST_LEVELS && la_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    bool is_c = ar.what[0] == 'C';
    if (!is_c && !blame_is_library(L, ar.source, ar.linedefined, ar.lastlinedefined)) {
      blame->place = ar;
      blame->placed = ar.currentline > 0;
      return;
    }
    const char *name = blame_name_of(L, &ar);
    if (name != NULL) take_frame(blame, (Frame){ ar, name, level });
  }
}

/* ---- whose argument it is -------------------------------------------------------------------- */

/* Which local variable of a function has that name; 0: none. */
static int find_local(lua_State *L, const lua_Debug *ar, const char *name, size_t length) {
  for (int i = 1; i <= MOST_PARAMETERS; i++) {
    const char *local = lua_getlocal(L, ar, i);
    if (local == NULL) return 0;
    lua_pop(L, 1);
    if (strlen(local) == length && memcmp(local, name, length) == 0) return i;
  }
  return 0;
}

/* The options that a function has been given; 0: none. */
static int find_options(lua_State *L, const lua_Debug *ar) {
  int local = find_local(L, ar, "given", 5);
  if (local == 0) return 0;
  lua_getlocal(L, ar, local);
  bool is_given = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_given ? local : 0;
}

/* Was one target given where there may be x and y? */
static bool has_target(lua_State *L, const lua_Debug *ar, int behind) {
  int x = find_local(L, ar, "x", 1), y = find_local(L, ar, "y", 1);
  if (x == 0 || y != x + 1 || y >= behind) return false;
  lua_getlocal(L, ar, x);
  bool target = lua_type(L, -1) != LUA_TNUMBER;
  lua_pop(L, 1);
  return target;
}

/* The position among the arguments of what the script has called, of the one that is called by this
** word within; -1: it cannot be told. */
static int position_of(const Blame *blame, const char *word, size_t length) {
  lua_State *L = blame->L;
  const lua_Debug *ar = &blame->outer.ar;
  int local = find_local(L, ar, word, length);
  if (local == 0) local = find_options(L, ar);
  if (local == 0) return -1;
  local -= has_target(L, ar, local);
  return local - (blame->outer.name[0] == ':');
}

/* The argument's name: that of the variable, or in C the word with which the message begins. */
static int outer_position(const Blame *blame, int position, const char *message) {
  lua_State *L = blame->L;
  const Frame *inner = &blame->inner;
  if (inner->name == NULL) return -1;
  const char *name = lua_getlocal(L, &inner->ar, position + (inner->name[0] == ':'));
  if (name != NULL) lua_pop(L, 1);
  if (name != NULL && name[0] != '(') return position_of(blame, name, strlen(name));
  return position_of(blame, message, strspn(message, "abcdefghijklmnopqrstuvwxyz_"));
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Raises what is on top, with the place before it. */
static int raise_it(const Blame *blame) {
  lua_State *L = blame->L;
  if (!blame->placed) return lua_error(L);
  lua_pushfstring(L, "%s:%d: ", blame->place.short_src, blame->place.currentline);
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

/* Position 0 is the object. `method` serves where no function is known. */
static int blame_fail(Blame *blame, const char *method, int position, const char *message) {
  lua_State *L = blame->L;
  bool known = blame->outer.name != NULL;
  const char *name = known ? blame->outer.name + 1 : method;
  bool same = !known || (blame->inner.name != NULL && blame->inner.level == blame->outer.level);
  if (!same) position = outer_position(blame, position, message);
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
  lua_Debug ar;
  if (!blame->placed || !la_getstack(L, 0, &ar)) return luaL_argerror(L, arg, message);
  lua_getinfo(L, "n", &ar);
  const char *name = ar.name != NULL ? ar.name : "?";
  lua_pushfstring(L, "bad argument #%d to '%s' (%s)", arg, name, message);
  return raise_it(blame);
}

void la_stack_reserve(lua_State *L, int values) {
  if (lua_checkstack(L, values)) return;
  lua_pushliteral(L, "not enough memory"); /* it is interned: this needs none */
  lua_error(L);
}

int la_blame_argument(lua_State *L, int arg, const char *message) {
  la_stack_reserve(L, 20);
  Blame blame = { .L = L };
  blame_look(&blame, 0);
  if (blame.outer.name == NULL) return fail_unnamed(&blame, arg, message);
  bool is_method = blame.inner.name != NULL && blame.inner.name[0] == ':';
  return blame_fail(&blame, "?", arg - is_method, message);
}

int la_blame_error(lua_State *L, const char *format, ...) {
  la_stack_reserve(L, 20);
  Blame blame = { .L = L };
  blame_look(&blame, 0);
  va_list list;
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  return raise_it(&blame);
}

int la_blame_fail(lua_State *L) {
  Blame blame = { .L = L, .wanted = luaL_checkstring(L, 1) };
  int position = (int)luaL_checkinteger(L, 2);
  const char *message = luaL_checkstring(L, 3);
  la_stack_reserve(L, 20);
  blame_look(&blame, 1);
  return blame_fail(&blame, blame.wanted, position, message);
}

int la_blame_raise(lua_State *L) {
  Blame blame = { .L = L };
  const char *message = luaL_checkstring(L, 1);
  const char *method = luaL_optstring(L, 2, NULL);
  la_stack_reserve(L, 20);
  blame_look(&blame, 1);
  const char *name = blame.outer.name != NULL ? blame.outer.name + 1 : method;
  const char *gap = method != NULL ? strstr(message, "%s") : NULL;
  if (gap == NULL) {
    lua_pushvalue(L, 1);
  } else {
    lua_pushlstring(L, message, (size_t)(gap - message));
    lua_pushstring(L, name);
    lua_pushstring(L, gap + 2);
    lua_concat(L, 3);
  }
  return raise_it(&blame);
}
