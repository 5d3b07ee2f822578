/*
** What the recorder needs of moving units, which would take long unit by unit: it holds what was
** written of each, and writes in the format of recordings how they have moved since; see
** record/units.lua, which writes the rest.
**
** A slot is the place of a unit in the list of those that are recorded, in the order of their ids.
** Cells are counted from 1, as in recordings.
*/
#include <string.h>

#include "../astar_units.h"
#include "../core/base/hash.h"
#include "child.h"
#include "hex.h"
#include "object.h"
#include "path.h"
#include "table_capture.h"
#include "types.h"

#define RECORDER "astar.recorder"

/* Operations, as in record/stream.lua. */
enum { OP_PLACE = 3, OP_TRAVELLED, OP_SPEED, OP_SIGHT, OP_STATE, OP_SKIP = 17, OP_STEP = 128 };

enum { STEP_STRAIGHT = 1024, STEP_DIAGONAL = 1448, MOST_SKIPPED = 15 };

typedef struct Motion {
  astar_cell at, from;
  int32_t fraction, speed, sight, state;
} Motion;

typedef struct RecordedUnit {
  uint32_t id;
  Motion now, seen;                 /* as the unit is; as was written */
  int32_t stride, travelled;        /* of the step: its length, and how much of it is behind */
  int32_t diagonal;                 /* length of a step to another row and column */
  const astar_path *route;          /* as was written; the recorder keeps it */
  uint64_t state;                   /* of what is written in Lua, see recorder_state */
} RecordedUnit;

typedef struct UnitRecorder {
  size_t count, capacity;
  RecordedUnit list[];
} UnitRecorder;

/* Bytes on their way into a table. */
typedef struct Out {
  lua_State *L;
  int index;                        /* of the table */
  int size;                         /* bytes in it */
  int32_t slot;                     /* the last one that was written of */
} Out;

static void recorder_byte(Out *out, uint32_t byte) {
  lua_pushinteger(out->L, (lua_Integer)byte);
  lua_rawseti(out->L, out->index, ++out->size);
}

static void recorder_number(Out *out, uint32_t value) {
  for (; value >= 128; value >>= 7) recorder_byte(out, 128 + (value & 127));
  recorder_byte(out, value);
}

static void recorder_address(Out *out, uint32_t op, int32_t slot) {
  recorder_byte(out, op);
  recorder_number(out, (uint32_t)(slot - out->slot));
  out->slot = slot;
}

/* ---- places and steps ------------------------------------------------------------------------ */

static void recorder_step(Out *out, int32_t slot, uint32_t direction) {
  int32_t skipped = slot - out->slot - 1;
  if (skipped > MOST_SKIPPED) {
    recorder_byte(out, OP_SKIP);
    recorder_number(out, (uint32_t)(skipped - MOST_SKIPPED));
    skipped = MOST_SKIPPED;
  }
  recorder_byte(out, OP_STEP + 16 * direction + (uint32_t)skipped);
  out->slot = slot;
}

/* One of the eight directions from north on, clockwise; -1: it is no step. */
static int recorder_direction(astar_cell from, astar_cell to) {
  static const int8_t directions[9] = { 7, 0, 1, 6, -1, 2, 5, 4, 3 };
  int64_t x = (int64_t)to.x - from.x + 1, y = (int64_t)to.y - from.y + 1;
  return x < 0 || x > 2 || y < 0 || y > 2 ? -1 : directions[3 * y + x];
}

static bool recorder_same(astar_cell a, astar_cell b) {
  return a.x == b.x && a.y == b.y;
}

static void recorder_put_cell(Out *out, astar_cell cell) {
  recorder_number(out, (uint32_t)cell.x);
  recorder_number(out, (uint32_t)cell.y);
}

/* One step from where it was, or anything else: a fast unit may be back where it was, from another
** side. A step is of a slot behind the last one that was written of, so it must be the first that
** is written of its unit. False: it is where it was. */
static bool recorder_place(Out *out, RecordedUnit *one, int32_t slot) {
  const Motion *now = &one->now;
  if (recorder_same(now->at,
                    one->seen.at) && recorder_same(now->from, one->seen.from)) return false;
  bool is_step = slot > out->slot && recorder_same(now->from, one->seen.at);
  int direction = is_step ? recorder_direction(one->seen.at, now->at) : -1;
  if (direction >= 0) {
    recorder_step(out, slot, (uint32_t)direction);
  } else {
    recorder_address(out, OP_PLACE, slot);
    recorder_put_cell(out, now->at);
    recorder_put_cell(out, now->from);
  }
  one->seen.at = now->at;
  one->seen.from = now->from;
  return true;
}

static int32_t recorder_stride(const RecordedUnit *one) {
  astar_cell at = one->now.at, from = one->now.from;
  return at.x != from.x && at.y != from.y ? one->diagonal : STEP_STRAIGHT;
}

static int32_t recorder_least(int32_t a, int32_t b) {
  return a < b ? a : b;
}

/* How far it has come in its step if it went as fast as it did before. */
static int32_t recorder_carry(const RecordedUnit *one, bool stepped, int32_t stride) {
  int32_t movement = one->seen.speed, rest = one->stride - one->travelled;
  if (movement <= rest || !stepped) return one->travelled + recorder_least(movement, rest);
  return recorder_least(movement - rest, stride);
}

static void recorder_motion(Out *out, RecordedUnit *one, int32_t slot) {
  bool stepped = recorder_place(out, one, slot);
  int32_t stride = stepped ? recorder_stride(one) : one->stride, fraction = one->now.fraction;
  int32_t travelled = recorder_carry(one, stepped, stride);
  one->stride = stride;
  if (travelled * ASTAR_ONE / stride != fraction) {
    travelled = (fraction * stride + ASTAR_ONE - 1) / ASTAR_ONE;
    recorder_address(out, OP_TRAVELLED, slot);
    recorder_number(out, (uint32_t)travelled);
  }
  one->travelled = travelled;
}

static void recorder_if_new(Out *out, uint32_t op, int32_t slot, int32_t *seen, int32_t now) {
  if (*seen == now) return;
  *seen = now;
  recorder_address(out, op, slot);
  recorder_number(out, (uint32_t)now);
}

static void recorder_write(Out *out, RecordedUnit *one, int32_t slot) {
  recorder_motion(out, one, slot);
  recorder_if_new(out, OP_SPEED, slot, &one->seen.speed, one->now.speed);
  recorder_if_new(out, OP_SIGHT, slot, &one->seen.sight, one->now.sight);
  recorder_if_new(out, OP_STATE, slot, &one->seen.state, one->now.state);
}

/* ---- recorders ------------------------------------------------------------------------------- */

static UnitRecorder *recorder_check(lua_State *L) {
  return luaL_checkudata(L, 2, RECORDER);
}

static size_t recorder_slot(lua_State *L, int arg, size_t count) {
  return (size_t)la_integer(la_arg(L, arg, "slot"), 0, (int64_t)count);
}

static astar_cell recorder_from_1(astar_cell cell) {
  return (astar_cell){ cell.x + 1, cell.y + 1 };
}

static Motion recorder_read(const astar_unit *unit) {
  Motion now = { .at = recorder_from_1(astar_unit_cell(unit)) };
  now.fraction = astar_unit_fraction(unit, &now.from);
  now.from = recorder_from_1(now.from);
  now.speed = astar_unit_speed(unit);
  now.sight = astar_unit_sight(unit) + 1;
  now.state = (int32_t)astar_unit_state_of(unit);
  return now;
}

/* Paths are not compared with what explains them, which is most of their bytes: a unit that has got
** the same cells at the same cost once more has had its turn, and is written for that. */
static bool recorder_has_route(const RecordedUnit *one, const astar_path *path) {
  if (path == NULL || one->route == NULL) return path == one->route;
  if (astar_path_bytes(one->route) != astar_path_bytes(path)) return false;
  return memcmp(one->route, path, la_path_bare_bytes(path)) == 0;
}

/* map:_unit_recorder(capacity [, old]) -> recorder, with what `old` holds. */
static int map_unit_recorder(lua_State *L) {
  la_map_check(L, 1);
  size_t capacity = (size_t)la_integer(la_arg(L, 2, "capacity"), 0, ASTAR_MAX_CELLS);
  const UnitRecorder *old = lua_isnoneornil(L, 3) ? NULL : luaL_checkudata(L, 3, RECORDER);
  if (old != NULL && old->count > capacity) capacity = old->count;
  UnitRecorder *recorder = la_newuserdata(L, sizeof *recorder + capacity * sizeof *recorder->list);
  recorder->count = old != NULL ? old->count : 0;
  recorder->capacity = capacity;
  if (recorder->count > 0) memcpy(recorder->list, old->list,
                                  recorder->count * sizeof *recorder->list);
  luaL_newmetatable(L, RECORDER);
  lua_setmetatable(L, -2);
  return 1;
}

/* ---- what is written in Lua ------------------------------------------------------------------ */

/* Where things stand when units are looked at: of `names` only the first is an argument. */
enum { NAMES = 6, ORDERS, BEHAVIOUR, PAUSE, DATA, THE_UNIT };

/* A unit of the world, at THE_UNIT. */
typedef struct Look {
  lua_State *L;
  uint64_t state;
  bool has_tables;                  /* among its data */
} Look;

static void recorder_push_names(lua_State *L) {
  lua_settop(L, NAMES);
  lua_pushliteral(L, "_orders");
  lua_pushliteral(L, "_behaviour");
  lua_pushliteral(L, "_pause");
  lua_pushliteral(L, "data");
}

/* Pushes a field of the table at `of`. */
static void recorder_field(lua_State *L, int of, int name) {
  lua_pushvalue(L, name);
  lua_rawget(L, of);
}

static void recorder_mix(Look *look, int index) {
  uint64_t bits;
  uint8_t kind = la_slot_read(look->L, index, &bits);
  look->has_tables |= kind == LA_TABLE;
  look->state = HASH_INTS(look->state, kind, (int64_t)bits);
}

/* unit:_runs() */
static void recorder_mix_behaviour(Look *look) {
  lua_State *L = look->L;
  recorder_field(L, THE_UNIT, ORDERS);
  lua_rawgeti(L, -1, 1);
  if (lua_istable(L, -1)) lua_getfield(L, -1, "behaviour");
  else recorder_field(L, THE_UNIT, BEHAVIOUR);
  recorder_mix(look, lua_gettop(L));
  recorder_field(L, THE_UNIT, PAUSE);
  look->state = hash_int(look->state, lua_tonumber(L, -1) > 0);
}

/* Its data, or the fields that the game has named. */
static void recorder_mix_data(Look *look) {
  lua_State *L = look->L;
  recorder_field(L, THE_UNIT, DATA);
  int data = lua_gettop(L);
  if (!lua_istable(L, data)) return;
  look->has_tables = false;
  if (lua_istable(L, NAMES)) {
    for (int i = 1, count = (int)la_rawlen(L, NAMES); i <= count; i++, lua_settop(L, data)) {
      lua_rawgeti(L, NAMES, i);
      lua_gettable(L, data);
      recorder_mix(look, data + 1);
    }
    return;
  }
  for (lua_pushnil(L); lua_next(L, data); lua_settop(L, data + 1)) {
    recorder_mix(look, data + 1);
    recorder_mix(look, data + 2);
  }
}

/* Another one than before where something of the unit on top may have to be written that is not how
** it moves: values are told apart by their addresses, for what was written of them keeps them. Pops
** the unit. */
static uint64_t recorder_state(Look *look) {
  look->state = HASH_START;
  look->has_tables = false;
  if (lua_istable(look->L, THE_UNIT)) {
    recorder_mix_behaviour(look);
    recorder_mix_data(look);
  }
  lua_settop(look->L, DATA);
  return look->state;
}

/* map:_recorder_add(recorder, body, unit, nil, names): the unit has the next slot. False: there is
** no room. */
static int map_recorder_add(lua_State *L) {
  UnitRecorder *recorder = recorder_check(L);
  la_map *owner = la_map_check(L, 1);
  const la_child *child = la_child_of(la_arg(L, 3, "unit"), &la_unit_type, owner);
  lua_pushboolean(L, recorder->count < recorder->capacity);
  if (recorder->count == recorder->capacity) return 1;
  RecordedUnit *one = &recorder->list[recorder->count++];
  *one = (RecordedUnit){ .id = child->id, .now = recorder_read(child->object),
                         .stride = STEP_STRAIGHT, .travelled = STEP_STRAIGHT,
                         .diagonal = la_has_hexagons(owner->map) ? STEP_STRAIGHT : STEP_DIAGONAL };
  /* In the middle of a step: where it has come from is not to be told by the step. */
  if (recorder_same(one->now.at, one->now.from)) one->seen.at = one->seen.from = one->now.at;
  recorder_push_names(L);
  lua_pushvalue(L, 4);
  one->state = recorder_state(&(Look){ .L = L });
  lua_pushboolean(L, true);
  return 1;
}

/* map:_recorder_drop(recorder, slot) */
static int map_recorder_drop(lua_State *L) {
  UnitRecorder *recorder = recorder_check(L);
  size_t slot = recorder_slot(L, 3, recorder->count);
  if (slot == recorder->count) return 0;
  recorder->count--;
  memmove(&recorder->list[slot], &recorder->list[slot + 1],
          (recorder->count - slot) * sizeof(RecordedUnit));
  return 0;
}

/* Has the unit another route, or is there something to be written of it in Lua? */
static bool recorder_has_changed(Look *look, RecordedUnit *one, const astar_unit *unit,
                                 bool looks_inside) {
  lua_State *L = look->L;
  bool is_told = lua_toboolean(L, 4);
  if (lua_istable(L, 4)) {
    lua_rawgeti(L, 4, (int)one->id);
    is_told = lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  lua_rawgeti(L, 3, (int)one->id);
  uint64_t before = one->state;
  one->state = recorder_state(look);
  return is_told || one->state != before || (looks_inside && look->has_tables) ||
         !recorder_has_route(one, astar_unit_path(unit, NULL));
}

/*
** map:_recorder_look(recorder, units, told, looks_inside, names) -> changed, last id: looks at all
** units. `changed` is a list of the slots of those of which more is to be written than how they
** move.
**   units         those of the world by their ids
**   told          a set of ids of which that is known; true: it is all
**   looks_inside  may what is in tables of their data be others?
**   names         a list of the data to look at; nil: all
*/
static int map_recorder_look(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  UnitRecorder *recorder = recorder_check(L);
  luaL_checktype(L, 3, LUA_TTABLE);
  Look look = { .L = L };
  bool looks_inside = lua_toboolean(L, 5);
  int count = 0;
  recorder_push_names(L);
  lua_newtable(L);
  lua_replace(L, 5);
  size_t slot = 0;
  astar_unit *unit = astar_unit_next(map, NULL);
  for (; unit != NULL && slot < recorder->count; unit = astar_unit_next(map, unit)) {
    while (slot < recorder->count && recorder->list[slot].id < astar_unit_id(unit)) slot++;
    if (slot == recorder->count || recorder->list[slot].id != astar_unit_id(unit)) continue;
    RecordedUnit *one = &recorder->list[slot];
    one->now = recorder_read(unit);
    if (!recorder_has_changed(&look, one, unit, looks_inside)) continue;
    lua_pushinteger(L, (lua_Integer)slot);
    lua_rawseti(L, 5, ++count);
  }
  lua_pushvalue(L, 5);
  lua_pushinteger(L, (lua_Integer)astar_map_last_unit_id(map));
  return 2;
}

/* map:_recorder_route(recorder, slot, path): the route that was written, or nil. */
static int map_recorder_route(lua_State *L) {
  UnitRecorder *recorder = recorder_check(L);
  size_t slot = recorder_slot(L, 3, recorder->count);
  const astar_path *path = la_object_test(L, 4, &la_path_type);
  if (slot < recorder->count) recorder->list[slot].route = path;
  return 0;
}

/* map:_recorder_cell(recorder, slot) -> x, y as were written */
static int map_recorder_cell(lua_State *L) {
  const UnitRecorder *recorder = recorder_check(L);
  size_t slot = recorder_slot(L, 3, recorder->count);
  astar_cell cell = slot < recorder->count ? recorder->list[slot].seen.at : (astar_cell){ 0, 0 };
  lua_pushinteger(L, cell.x);
  lua_pushinteger(L, cell.y);
  return 2;
}

/* map:_recorder_write(recorder, first, last, stream, size, slot) -> size, slot: writes into the
** list `stream` of `size` bytes how units of these slots have moved; `slot` was written of last. */
static int map_recorder_write(lua_State *L) {
  UnitRecorder *recorder = recorder_check(L);
  size_t first = recorder_slot(L, 3, recorder->count), last = recorder_slot(L, 4, recorder->count);
  luaL_checktype(L, 5, LUA_TTABLE);
  Out out = { L, 5, (int)luaL_checkinteger(L, 6), (int32_t)luaL_checkinteger(L, 7) };
  for (size_t slot = first; slot <= last && slot < recorder->count; slot++)
    recorder_write(&out, &recorder->list[slot], (int32_t)slot);
  lua_pushinteger(L, out.size);
  lua_pushinteger(L, out.slot);
  return 2;
}

/* ---- routes ---------------------------------------------------------------------------------- */

/* How many steps from `index` on go in one direction, which *direction receives; a link is one step
** in direction -1. */
static int32_t recorder_run(const astar_path *path, int32_t index, int *direction) {
  int32_t count = 0, length = astar_path_length(path);
  astar_cell at = astar_path_cell(path, index);
  while (index + count + 1 < length) {
    astar_cell next = astar_path_cell(path, index + count + 1);
    int one = recorder_direction(at, next);
    if (count > 0 && (one != *direction || one < 0)) break;
    *direction = one;
    at = next;
    count++;
  }
  return count;
}

static int32_t recorder_runs(const astar_path *path, int32_t index) {
  int direction = 0;
  int32_t runs = 0, last = astar_path_length(path) - 1;
  for (; index < last; runs++) index += recorder_run(path, index, &direction);
  return runs;
}

/* path:_recorder_cells(stream, size, first) -> size: writes from a cell of the path to its end:
** where it begins, and runs of equal directions. A run of no steps is a link, its end follows. */
static int path_recorder_cells(lua_State *L) {
  const astar_path *path = la_path_self(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  Out out = { L, 2, (int)luaL_checkinteger(L, 3), 0 };
  int32_t length = astar_path_length(path), runs;
  int32_t index = (int32_t)la_integer(la_arg(L, 4, "first"), 1, length) - 1;
  recorder_put_cell(&out, recorder_from_1(astar_path_cell(path, index)));
  runs = recorder_runs(path, index);
  recorder_number(&out, (uint32_t)runs);
  for (int32_t i = 0; i < runs; i++) {
    int direction = 0;
    int32_t count = recorder_run(path, index, &direction);
    index += count;
    if (direction >= 0) recorder_number(&out, (uint32_t)count * 8 + (uint32_t)direction);
    else recorder_number(&out, 0);
    if (direction < 0) recorder_put_cell(&out, recorder_from_1(astar_path_cell(path, index)));
  }
  lua_pushinteger(L, out.size);
  return 1;
}

/* ---- planes ---------------------------------------------------------------------------------- */

/* A stretch of equal bytes in which `now` differs from `before`, at *from or behind it: how long it
** is; 0: there is none. */
static size_t recorder_stretch(const char *now, const char *before, size_t size, size_t *from) {
  size_t at = *from, words = sizeof(uint64_t);
  while (at + words <= size && memcmp(now + at, before + at, words) == 0) at += words;
  while (at < size && now[at] == before[at]) at++;
  *from = at;
  while (at < size && now[at] != before[at] && now[at] == now[*from]) at++;
  return at - *from;
}

/* map:_recorder_changes(stream, size, now, before) -> size: writes what has become different of a
** plane: the number of stretches; for each the distance from the last one, the length less 1, and
** the byte. */
static int map_recorder_changes(lua_State *L) {
  size_t size, before_size, length, end = 0;
  luaL_checktype(L, 2, LUA_TTABLE);
  Out out = { L, 2, (int)luaL_checkinteger(L, 3), 0 };
  const char *now = luaL_checklstring(L, 4, &size);
  const char *before = luaL_checklstring(L, 5, &before_size);
  if (size > before_size) size = before_size;
  uint32_t count = 0;
  for (size_t at = 0; (length = recorder_stretch(now, before, size, &at)) > 0; at += length)
    count++;
  recorder_number(&out, count);
  for (size_t at = 0; (length = recorder_stretch(now, before, size, &at)) > 0; end = at += length) {
    recorder_number(&out, (uint32_t)(at - end));
    recorder_number(&out, (uint32_t)(length - 1));
    recorder_byte(&out, (uint8_t)now[at]);
  }
  lua_pushinteger(L, out.size);
  return 1;
}

const luaL_Reg la_recorder_units_path_methods[] = {
  { "_recorder_cells", path_recorder_cells }, { NULL, NULL }
};

const luaL_Reg la_recorder_units_map_methods[] = {
  { "_unit_recorder", map_unit_recorder }, { "_recorder_add", map_recorder_add },
  { "_recorder_drop", map_recorder_drop }, { "_recorder_look", map_recorder_look },
  { "_recorder_route", map_recorder_route }, { "_recorder_cell", map_recorder_cell },
  { "_recorder_write", map_recorder_write }, { "_recorder_changes", map_recorder_changes },
  { NULL, NULL }
};
