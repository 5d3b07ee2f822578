#include "args.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "keys.h"

enum { SHOWN = 40, COMPARED = 48 };     /* bytes of a string in messages; that are compared */

/* ---- messages ------------------------------------------------------------------------------ */

int la_fail(lua_State *L, int arg, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const char *message = lua_pushvfstring(L, format, list);
  va_end(list);
  return la_blame_argument(L, arg, message);
}

int la_reject(la_value value, const char *format, ...) {
  va_list list;
  const char *shown = la_show(value.L, value.index);
  va_start(list, format);
  const char *message = lua_pushvfstring(value.L, format, list);
  va_end(list);
  return la_fail(value.L, value.arg, "%s = %s %s", value.name, shown, message);
}

void la_check_type(lua_State *L, int arg, int type) {
  if (lua_type(L, arg) != type)
    la_fail(L, arg, "%s expected, got %s", lua_typename(L, type), luaL_typename(L, arg));
}

static const char *show_number(lua_State *L, double number) {
  char text[32];
  if (number != number) return lua_pushliteral(L, "nan"), lua_tostring(L, -1);
  snprintf(text, sizeof text, "%.14g", number);
  lua_pushstring(L, text);
  return lua_tostring(L, -1);
}

static const char *show_string(lua_State *L, int index) {
  size_t length;
  char text[SHOWN + 1];
  const char *string = lua_tolstring(L, index, &length);
  if (length <= SHOWN) return lua_pushfstring(L, "'%s'", string);
  memcpy(text, string, SHOWN);
  text[SHOWN] = 0;
  return lua_pushfstring(L, "'%s...'", text);
}

static const char *show_object(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__name") && lua_type(L, -1) == LUA_TSTRING)
    return lua_tostring(L, -1);
  return lua_pushfstring(L, "a %s", luaL_typename(L, index));
}

const char *la_show(lua_State *L, int index) {
  index = la_absindex(L, index);
  switch (lua_type(L, index)) {
    case LUA_TNONE: case LUA_TNIL: return lua_pushfstring(L, "nil");
    case LUA_TBOOLEAN: return lua_pushfstring(L, lua_toboolean(L, index) ? "true" : "false");
    case LUA_TNUMBER: return show_number(L, (double)lua_tonumber(L, index));
    case LUA_TSTRING: return show_string(L, index);
    default: return show_object(L, index);
  }
}

/* ---- the nearest word ---------------------------------------------------------------------- */

static int args_least(int a, int b, int c) {
  int ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/* The distance of the first COMPARED bytes: how many letters to insert, leave out, replace, or
** exchange with the next one. */
static int args_distance(const char *a, const char *b) {
  int rows[3][COMPARED + 1];
  int width = 0;
  while (width < COMPARED && b[width] != 0) width++;
  for (int j = 0; j <= width; j++) rows[0][j] = j;
  int i = 0;
  for (; i < COMPARED && a[i] != 0; i++) {
    const int *above = rows[i % 3], *second = rows[(i + 2) % 3];
    int *row = rows[(i + 1) % 3];
    row[0] = i + 1;
    for (int j = 1; j <= width; j++) {
      row[j] = args_least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i] != b[j - 1]));
      bool turned = i > 0 && j > 1 && a[i] == b[j - 2] && a[i - 1] == b[j - 1];
      if (turned && second[j - 2] + 1 < row[j]) row[j] = second[j - 2] + 1;
    }
  }
  return rows[i % 3][width];
}

/* What other libraries call it, in small letters and without "_"; and what it is here. */
static const char *const elsewhere[][2] = {
  { "findpath", "path" }, { "getpath", "path" }, { "computepath", "path" },
  { "searchpath", "path" }, { "shortestpath", "path" }, { "ispathpossible", "reachable" },
  { "moveto", "go" }, { "walkto", "go" }, { "goto", "go" }, { "setdestination", "go" },
  { "settarget", "go" }, { "attack", "engage" }, { "iswalkable", "cost" },
  { "iswalkableat", "cost" }, { "ispassable", "cost" }, { "getcost", "cost" },
  { "setwalkable", "set" }, { "setwalkableat", "set" }, { "setsolid", "set" },
  { "setpointsolid", "set" }, { "settile", "set" }, { "setcell", "set" }, { "gettile", "get" },
  { "getcell", "get" }, { "addunit", "unit" }, { "createunit", "unit" }, { "spawn", "unit" },
  { "addplayer", "player" }, { "createplayer", "player" }, { "destroy", "remove" },
  { "delete", "remove" }, { "kill", "remove" }, { "getposition", "position" },
  { "update", "tick" }, { "step", "tick" }, { "advance", "tick" }, { "getwidth", "width" },
  { "getheight", "height" }, { "diagonals", "diagonal" }, { "diagonalmovement", "diagonal" },
  { "allowdiagonal", "diagonal" }, { "weight", "heuristic_weight" }
};

/* Is it the name for the word here? */
static bool is_called_elsewhere(const char *word, const char *candidate) {
  char plain[COMPARED + 1];
  int length = 0;
  for (; *word != 0 && length < COMPARED; word++)
    if (*word != '_') plain[length++] = (char)(*word >= 'A' && *word <= 'Z' ? *word + 32 : *word);
  plain[length] = 0;
  for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
    if (strcmp(elsewhere[i][0], plain) == 0) return strcmp(elsewhere[i][1], candidate) == 0;
  return false;
}

/* Is one of them the beginning of the other? */
static bool is_short_for(const char *word, const char *candidate) {
  size_t written = strlen(word), length = strlen(candidate);
  if (written < length) length = written;
  return length > 2 && strncmp(word, candidate, length) == 0;
}

void la_nearest_try(la_nearest *nearest, const char *candidate) {
  const char *word = nearest->word;
  int d = is_called_elsewhere(word, candidate) ? 0 : args_distance(word, candidate);
  if (d > 2 && is_short_for(word, candidate)) d = 2;
  bool nearer = nearest->best[0] == 0 || d < nearest->distance;
  if (!nearer && (d > nearest->distance || strcmp(candidate, nearest->best) >= 0)) return;
  snprintf(nearest->best, sizeof nearest->best, "%s", candidate);
  nearest->distance = d;
}

bool la_nearest_is_near(const la_nearest *nearest) {
  size_t written = strlen(nearest->word), found = strlen(nearest->best);
  size_t longer = written > found ? written : found;
  if (longer > COMPARED) longer = COMPARED;
  size_t distance = (size_t)nearest->distance;
  return found > 0 && distance < longer && 3 * distance <= longer + 1;
}

const char *la_nearest_hint(lua_State *L, const la_nearest *nearest) {
  if (!la_nearest_is_near(nearest)) return lua_pushfstring(L, "");
  return lua_pushfstring(L, ", the nearest is '%s'", nearest->best);
}

/* ---- plain values -------------------------------------------------------------------------- */

/* The value as a number; `kind` is what it should have been. */
static double to_number(la_value value, const char *kind) {
  lua_State *L = value.L;
  int type = lua_type(L, value.index);
  bool right = type == LUA_TNUMBER || (type == LUA_TSTRING && lua_isnumber(L, value.index));
  if (!right) la_reject(value, "is not %s", kind);
  return (double)lua_tonumber(L, value.index);
}

/* A value that is whole; INT64_MAX for a float of more than 53 bits. */
static int64_t to_integer(la_value value) {
  int64_t quick;
  if (la_quick_integer(value.L, value.index, &quick)) return quick;
  double number = to_number(value, "an integer");
  if (!(number == floor(number)) || isinf(number)) la_reject(value, "is not an integer");
  return fabs(number) < 9007199254740992.0 ? (int64_t)number : INT64_MAX;
}

static void reject_range(la_value value, double min, double max) {
  const char *low = show_number(value.L, min);
  const char *high = show_number(value.L, max);
  la_reject(value, "is out of range, %s to %s", low, high);
}

int64_t la_integer(la_value value, int64_t min, int64_t max) {
  int64_t number = to_integer(value);
  if (number < min || number > max) reject_range(value, (double)min, (double)max);
  return number;
}

int64_t la_integer_or(la_value value, int64_t usual, int64_t min, int64_t max) {
  return lua_isnoneornil(value.L, value.index) ? usual : la_integer(value, min, max);
}

double la_number(la_value value, double min, double max) {
  double number = to_number(value, "a number");
  if (!(number >= min && number <= max)) reject_range(value, min, max);
  return number;
}

int la_check_integer(lua_State *L) {
  la_value value = { L, -(int)luaL_checkinteger(L, 1), 3, luaL_checkstring(L, 2) };
  la_integer(value, (int64_t)luaL_checknumber(L, 4), (int64_t)luaL_checknumber(L, 5));
  return 0;
}

size_t la_memory_limit(lua_State *L, int arg) {
  if (lua_isnoneornil(L, arg)) return 0;
  double most = la_number(la_arg(L, arg, "memory"), 1, 9007199254740992.0);
  return most < (double)SIZE_MAX ? (size_t)most : SIZE_MAX;
}

int32_t la_ratio(la_value value, double min, double max) {
  return (int32_t)floor(la_number(value, min, max) * ASTAR_ONE + 0.5);
}

bool la_boolean(la_value value) {
  if (!lua_isboolean(value.L, value.index)) la_reject(value, "is not a boolean");
  return lua_toboolean(value.L, value.index);
}

const char *la_name(la_value value) {
  size_t length;
  if (lua_type(value.L, value.index) != LUA_TSTRING) la_reject(value, "is not a string");
  const char *name = lua_tolstring(value.L, value.index, &length);
  if (length == 0 || length > ASTAR_NAME_MAX || strlen(name) != length)
    la_reject(value, "is not a name of 1 to %d bytes", ASTAR_NAME_MAX);
  return name;
}

/* ": 'one', 'other'", pushed */
static const char *all_words(lua_State *L, const char *const *words) {
  const char *text = "";
  for (int i = 0; words[i] != NULL; i++)
    text = lua_pushfstring(L, "%s%s '%s'", text, i > 0 ? "," : ":", words[i]);
  return text;
}

int la_choice(la_value value, const char *const *words) {
  la_nearest nearest = { "", "", 0 };
  if (lua_type(value.L, value.index) == LUA_TSTRING)
    nearest.word = lua_tostring(value.L, value.index);
  for (int i = 0; words[i] != NULL; i++)
    if (strcmp(words[i], nearest.word) == 0) return i;
  for (int i = 0; words[i] != NULL; i++) la_nearest_try(&nearest, words[i]);
  const char *hint = la_nearest_hint(value.L, &nearest);
  if (hint[0] == 0) hint = all_words(value.L, words);
  return la_reject(value, "is not one of its words%s", hint);
}

static bool is_false(la_value value) {
  return lua_isboolean(value.L, value.index) && !lua_toboolean(value.L, value.index);
}

int32_t la_cost(la_value value) {
  if (is_false(value)) return 0;
  if (lua_type(value.L, value.index) != LUA_TNUMBER) la_reject(value, "is not a cost or false");
  return (int32_t)la_integer(value, 1, ASTAR_MAX_COST);
}

/* ---- cells --------------------------------------------------------------------------------- */

int32_t la_coordinate(la_value value, int32_t count) {
  int64_t number = to_integer(value);
  if (number < 1 || number > count) la_reject(value, "is outside the map, 1 to %d", (int)count);
  return (int32_t)number - 1;
}

void la_cell_check(la_value x) {
  if (lua_istable(x.L, x.index) || lua_isuserdata(x.L, x.index))
    la_reject(x, "is not an integer: a cell is written x, y");
}

astar_cell la_cell(lua_State *L, int arg, const astar_map *map) {
  astar_cell cell;
  la_value x = la_arg(L, arg, "x");
  la_cell_check(x);
  cell.x = la_coordinate(x, astar_map_width(map));
  cell.y = la_coordinate(la_arg(L, arg + 1, "y"), astar_map_height(map));
  return cell;
}

astar_cell la_any_cell(lua_State *L, int arg) {
  astar_cell cell;
  la_value x = la_arg(L, arg, "x");
  la_cell_check(x);
  cell.x = (int32_t)la_integer(x, -(1 << 29), 1 << 29) - 1;
  cell.y = (int32_t)la_integer(la_arg(L, arg + 1, "y"), -(1 << 29), 1 << 29) - 1;
  return cell;
}

/* A width or height that fits the map from `start` on. */
static int32_t args_extent(la_value value, int32_t start, int32_t count) {
  int64_t number = to_integer(value);
  if (number < 1 || number > count - start)
    la_reject(value, "does not fit the map, 1 to %d", (int)(count - start));
  return (int32_t)number;
}

astar_rect la_rect(lua_State *L, int arg, const astar_map *map) {
  astar_cell corner = la_cell(L, arg, map);
  astar_rect rect = { corner.x, corner.y, 0, 0 };
  rect.width = args_extent(la_arg(L, arg + 2, "width"), rect.x, astar_map_width(map));
  rect.height = args_extent(la_arg(L, arg + 3, "height"), rect.y, astar_map_height(map));
  return rect;
}

typedef struct Goal {
  int32_t width, height;            /* of the map */
  astar_rect rect;                  /* x and y -1: not said */
} Goal;

static void args_read_x(la_value value, void *target) {
  Goal *goal = target;
  goal->rect.x = la_coordinate(value, goal->width);
}

static void args_read_y(la_value value, void *target) {
  Goal *goal = target;
  goal->rect.y = la_coordinate(value, goal->height);
}

static void read_width(la_value value, void *target) {
  Goal *goal = target;
  goal->rect.width = args_extent(value, 0, goal->width);
}

static void read_height(la_value value, void *target) {
  Goal *goal = target;
  goal->rect.height = args_extent(value, 0, goal->height);
}

/* Do all cells of the rectangle lie on one level? A single cell does, in the void, too. */
static bool la_on_one_level(const astar_map *map, astar_rect rect) {
  int32_t level = astar_map_level_at(map, rect.x, rect.y);
  int32_t right = rect.x + rect.width - 1, bottom = rect.y + rect.height - 1;
  bool single = rect.width == 1 && rect.height == 1;
  if (astar_map_level_count(map) == 0 || single) return true;
  return level >= 0 && astar_map_level_at(map, right, bottom) == level;
}

astar_rect la_rect_table(lua_State *L, int arg, const astar_map *map) {
  static const la_option options[] = {
    { "x", .read = args_read_x }, { "y", .read = args_read_y }, { "width", .read = read_width },
    { "height", .read = read_height }, { .name = NULL }
  };
  Goal goal = { astar_map_width(map), astar_map_height(map), { -1, -1, 1, 1 } };
  la_options(la_arg(L, arg, "goal"), options, &goal);
  astar_rect rect = goal.rect;
  if (rect.x < 0) la_fail(L, arg, "goal: 'x' is missing");
  if (rect.y < 0) la_fail(L, arg, "goal: 'y' is missing");
  if (rect.width > goal.width - rect.x || rect.height > goal.height - rect.y)
    la_fail(L, arg, "goal: %d x %d cells from %d, %d on reach beyond the map", (int)rect.width,
            (int)rect.height, (int)rect.x + 1, (int)rect.y + 1);
  if (!la_on_one_level(map, rect))
    la_fail(L, arg, "goal: %d x %d cells from %d, %d on do not lie on one level", (int)rect.width,
            (int)rect.height, (int)rect.x + 1, (int)rect.y + 1);
  return rect;
}

int la_goal(lua_State *L, int arg, const astar_map *map, astar_rect *goal) {
  if (lua_istable(L, arg)) {
    lua_rawgeti(L, arg, 1);
    bool is_pair = lua_isnumber(L, -1);             /* { x, y }, which la_cell refuses */
    lua_pop(L, 1);
    if (!is_pair) {
      *goal = la_rect_table(L, arg, map);
      return arg + 1;
    }
  }
  astar_cell cell = la_cell(L, arg, map);
  *goal = (astar_rect){ cell.x, cell.y, 1, 1 };
  return arg + 2;
}

/* LuaJIT's collector may run before it copies the name, and a finalizer free it. */
void la_push_name(lua_State *L, const char *name) {
  char copy[ASTAR_NAME_MAX + 1];
  snprintf(copy, sizeof copy, "%s", name);
  lua_pushstring(L, copy);
}

int la_push_cell(lua_State *L, astar_cell cell) {
  lua_pushinteger(L, (lua_Integer)cell.x + 1);
  lua_pushinteger(L, (lua_Integer)cell.y + 1);
  return 2;
}

/* ---- options ------------------------------------------------------------------------------- */

enum { MOST_OPTIONS = 32 };

/* Where a name stands among the options; -1: it is none of them. Most names differ in the first
** letter. */
static int option_named(const char *name, const la_option *options) {
  for (int i = 0; options[i].name != NULL; i++)
    if (options[i].name[0] == name[0] && strcmp(options[i].name, name) == 0) return i;
  return -1;
}

/* The same of the string at index -2. */
static int args_find_option(lua_State *L, const la_option *options) {
  return option_named(lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "", options);
}

/*
** Complains about an option of a class, where a class can be given. They are those of class.c;
** spec/binding/query_spec.lua holds that.
*/
static void reject_class_option(la_value table, const char *key, const la_option *options) {
  static const char *const of_classes[] = { "size", "diagonal", "unknown", "costs", "climb",
                                            "descend", "drift", NULL };
  if (option_named("class", options) < 0) return;
  for (int i = 0; of_classes[i] != NULL; i++)
    if (strcmp(of_classes[i], key) == 0 || is_called_elsewhere(key, of_classes[i]))
      la_fail(table.L, table.arg,
              "%s: unknown key '%s': it belongs to a class, class = map:class { %s = ... }",
              table.name, key, of_classes[i]);
}

/* Options, and how many elements of a list stand beside them. */
typedef struct OptionSpace {
  const la_option *options;
  int listed;
} OptionSpace;

/* Is the key at index -2 that of an element of the list? */
static bool is_listed(lua_State *L, int listed) {
  if (lua_type(L, -2) != LUA_TNUMBER) return false;
  lua_Number key = lua_tonumber(L, -2);
  return key >= 1 && key <= listed && key == (lua_Number)(int)key;
}

/* What helps where a value has no key: pushes the names of all options. */
static const char *names_hint(lua_State *L, const la_option *options) {
  lua_pushliteral(L, ", the keys are ");
  for (int i = 0; options[i].name != NULL; i++) {
    lua_pushfstring(L, i > 0 ? ", '%s'" : "'%s'", options[i].name);
    lua_concat(L, 2);
  }
  return lua_tostring(L, -1);
}

/* Complains about the first of the keys that are no options. */
static void reject_keys(la_value table, void *target) {
  lua_State *L = table.L;
  const OptionSpace *space = target;
  const la_option *options = space->options;
  la_nearest nearest = { "", "", 0 };
  if (args_find_option(L, options) >= 0 || is_listed(L, space->listed)) return;
  if (lua_type(L, -2) == LUA_TSTRING) nearest.word = lua_tostring(L, -2);
  reject_class_option(table, nearest.word, options);
  for (int i = 0; options[i].name != NULL; i++) la_nearest_try(&nearest, options[i].name);
  bool is_named = lua_type(L, -2) != LUA_TNUMBER;
  const char *shown = la_show(L, -2);
  const char *hint = is_named ? la_nearest_hint(L, &nearest) : names_hint(L, options);
  la_fail(L, table.arg, "%s: unknown key %s%s", table.name, shown, hint);
}

/* The value of an option without a function, as a number. */
static int64_t option_number(const la_option *option, la_value value) {
  int64_t least = (int64_t)option->least, most = (int64_t)option->most;
  switch (option->takes) {
    case LA_TAKES_BOOLEAN: return la_boolean(value);
    case LA_TAKES_OPPOSITE: return !la_boolean(value);
    case LA_TAKES_INTEGER: return la_integer(value, least, most);
    case LA_TAKES_INTEGER_OR_FALSE:
      return is_false(value) ? option->if_false : la_integer(value, least, most);
    case LA_TAKES_RATIO: return la_ratio(value, option->least, option->most);
    case LA_TAKES_COST: return la_cost(value);
    case LA_TAKES_FUNCTION:
      if (!lua_isfunction(value.L, value.index)) la_reject(value, "is not a function");
      return true;
    case LA_TAKES_WORD: break;
  }
  return la_choice(value, option->words);
}

void la_option_read(const la_option *option, la_value value, void *target) {
  if (option->read != NULL) {
    option->read(value, target);
    return;
  }
  int64_t number = option_number(option, value);
  uint32_t bits = (uint32_t)number;
  double real = (double)number;
  void *field = (char *)target + option->offset;
  if (option->size == sizeof(bool)) *(bool *)field = number != 0;
  else if (option->size == sizeof bits) memcpy(field, &bits, sizeof bits);
  else memcpy(field, &real, sizeof real);
}

/*
** Values are left on the stack, and read in the order of the options: which of two mistakes is
** named does not depend on how the table came to be.
*/
void la_options_beside(la_value table, int listed, const la_option *options, void *target) {
  lua_State *L = table.L;
  OptionSpace space = { options, listed };
  int at[MOST_OPTIONS] = { 0 }, base = lua_gettop(L);
  if (!lua_istable(L, table.index)) la_reject(table, "is not a table");
  luaL_checkstack(L, MOST_OPTIONS + 8, "too many options");
  lua_pushnil(L);
  while (lua_next(L, table.index)) {
    int option = args_find_option(L, options);
    if (option < 0 && is_listed(L, listed)) {
      lua_pop(L, 1);
      continue;
    }
    if (option < 0) {
      lua_settop(L, base);
      la_keys_each(table, reject_keys, &space);
      return;                       /* never: one of the keys was rejected */
    }
    lua_insert(L, -2);              /* the key stays on top */
    at[option] = lua_gettop(L) - 1;
  }
  int top = lua_gettop(L);
  for (int i = 0; options[i].name != NULL; i++) {
    if (at[i] == 0) continue;
    la_value value = { L, table.arg, at[i], options[i].name };
    la_option_read(&options[i], value, target);
    lua_settop(L, top);
  }
  lua_settop(L, base);
}

void la_options(la_value table, const la_option *options, void *target) {
  la_options_beside(table, 0, options, target);
}
