/*
** Terrain analysis: clearance; areas and chokes, what is cut off, the land of sides.
**
** Areas are brought up to date before they are read. What is read is turned into tables, and that
** may run finalizers, which may change or close anything. So each table is begun again if the areas
** are not the ones of its beginning any more.
*/
#include "query_call.h"

#include <math.h>
#include <stdio.h>

#include "cells.h"
#include "child.h"
#include "hex.h"
#include "result.h"

typedef struct la_areas {
  la_tracked base;
  bool is_sides;                    /* ids are numbers of sides */
  bool is_held;                     /* only areas:_refresh brings them up to date */
} la_areas;

/* A distance of which the square is given; an integer where it is one. */
static int push_distance(lua_State *L, uint32_t square) {
  double distance = sqrt(square);
  if (distance == floor(distance)) lua_pushinteger(L, (lua_Integer)distance);
  else lua_pushnumber(L, distance);
  return 1;
}

/* map:clearance(x, y [, query]) -> distance in cells, 0 where the class cannot stand */
static int map_clearance(lua_State *L) {
  la_query space;
  uint32_t clearance = 0;
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  astar_cell at = la_cell(L, 2, call.map->map);
  la_query_call_read_query(&call, 4, &space);
  la_query_call_check(&call,
                      astar_map_clearance(call.map->map, at.x, at.y, &call.core, &clearance));
  return push_distance(L, clearance);
}

/* ---- making -------------------------------------------------------------------------------- */

/* Pushes areas that are not open yet, of the map at index 1. */
static la_areas *areas_prepare(lua_State *L) {
  la_areas *box = la_object_new(L, &la_areas_type, sizeof *box);
  la_getkeep(L, 1);
  la_track(L, 1, -2, &la_areas_type);
  return box;
}

/* Reads the query at `arg` for the map at index 1. Lua's collector does not run from here on. */
static void areas_ask(la_query_call *call, lua_State *L, int arg, la_query *space) {
  *call = (la_query_call){ .L = L, .map = la_map_check(L, 1) };
  la_unlocked(L, call->map);
  la_squares_only(L, call->map->map, "terrain analysis");
  la_query_call_read_query(call, arg, space);
}

/* Opens the areas at `index` with what the core made, or returns nil and a code. */
static int areas_finish(la_query_call *call, la_areas *box, int index, astar_status why) {
  lua_State *L = call->L;
  la_query_call_check(call, why);
  if (box->base.object == NULL) return la_push_outcome(L, why);
  lua_pushvalue(L, index);
  const astar_map *map = call->map->map;
  size_t cells = (size_t)astar_map_width(map) * (size_t)astar_map_height(map);
  la_tell_collector(L, cells * sizeof(uint32_t));
  return 1;
}

/* map:areas([query [, options]]) -> areas */
static int map_areas(lua_State *L) {
  static const la_option options[] = {
    { "ratio", LA_RATIO(astar_areas_desc, ratio, 0, 1) },
    { "width", LA_INT(astar_areas_desc, width, 1, INT32_MAX) }, { .name = NULL }
  };
  la_query_call call;
  la_query space;
  astar_status why;
  astar_areas_desc desc = astar_areas_default();
  lua_settop(L, 3);
  la_map_check(L, 1);
  if (!lua_isnil(L, 3)) la_options(la_arg(L, 3, "areas"), options, &desc);
  la_areas *box = areas_prepare(L);
  areas_ask(&call, L, 2, &space);
  box->base.object = astar_areas_new(call.map->map, &desc, &call.core, &why);
  return areas_finish(&call, box, 4, why);
}

/* map:cut_off(cells [, query]) -> areas */
static int map_cut_off(lua_State *L) {
  int32_t count;
  la_query_call call;
  la_query space;
  astar_status why;
  lua_settop(L, 3);
  la_areas *box = (la_map_check(L, 1), areas_prepare(L));
  const astar_cell *cells = la_cells(la_arg(L, 2, "cells"), la_map_check(L, 1)->map, &count);
  areas_ask(&call, L, 3, &space);
  box->base.object = astar_areas_cut_off(call.map->map, cells, count, &call.core, &why);
  return areas_finish(&call, box, 4, why);
}

/* Reads the list of each side into `sides`; pushes what holds their cells. */
static int32_t read_sides(lua_State *L, astar_side_cells *sides) {
  char name[16];
  if (!lua_istable(L, 2)) la_reject(la_arg(L, 2, "sides"), "is not a list of lists of cells");
  size_t count = la_rawlen(L, 2);
  if (count < 1 || count > ASTAR_MAX_SIDES)
    la_fail(L, 2, "sides: the list has %d, it must be 1 to %d", (int)count, ASTAR_MAX_SIDES);
  la_stack_reserve(L, (int)count + 8);
  lua_pushvalue(L, 2);
  int list = lua_gettop(L);
  for (int i = 0; i < (int)count; i++) {
    snprintf(name, sizeof name, "side %d", i + 1);
    lua_rawgeti(L, list, i + 1);
    lua_replace(L, 2);
    sides[i] = (astar_side_cells){ NULL, 0 };
    bool empty = lua_istable(L, 2) && la_rawlen(L, 2) == 0;
    if (!empty)
      sides[i].cells = la_cells(la_arg(L, 2, name), la_map_check(L, 1)->map, &sides[i].count);
  }
  return (int32_t)count;
}

/* map:sides(lists [, query]) -> areas */
static int map_sides(lua_State *L) {
  la_query_call call;
  la_query space;
  astar_status why;
  astar_side_cells sides[ASTAR_MAX_SIDES];
  lua_settop(L, 3);
  la_areas *box = (la_map_check(L, 1), areas_prepare(L));
  int32_t count = read_sides(L, sides);
  areas_ask(&call, L, 3, &space);
  box->is_sides = true;
  box->base.object = astar_areas_sides(call.map->map, sides, count, &call.core, &why);
  return areas_finish(&call, box, 4, why);
}

const luaL_Reg la_areas_map_methods[] = {
  { "clearance", map_clearance }, { "areas", map_areas }, { "cut_off", map_cut_off },
  { "sides", map_sides }, { NULL, NULL }
};

/* ---- reading ------------------------------------------------------------------------------- */

static la_areas *areas_check(lua_State *L) {
  const la_areas *box = la_object_check(L, 1, &la_areas_type);
  if (box->base.object == NULL) la_fail(L, 1, "areas are closed");
  return la_tracked_check(L, &la_areas_type);
}

/* The areas at index 1, brought up to date; NULL: nil and a code are pushed. */
static la_areas *areas_current(lua_State *L) {
  la_areas *box = areas_check(L);
  if (box->is_held) return box;
  astar_status status = astar_areas_update(box->base.object);
  if (status == ASTAR_OK) return box;
  la_status_check(L, status);
  la_push_outcome(L, status);
  return NULL;
}

/* A moment of areas: whatever is read later must be of the same. */
typedef struct AreasView {
  lua_State *L;
  la_areas *box;
  uint64_t version;
} AreasView;

static bool areas_hold(const AreasView *view) {
  const la_areas *box = view->box;
  return box->base.object != NULL && box->base.map->map != NULL &&
         astar_areas_version(box->base.object) == view->version;
}

/* The number of the area with an id; -1: there is none. */
static int32_t areas_number(const la_areas *box, int64_t id) {
  if (id < 1) return -1;
  if (box->is_sides) return id <= astar_areas_count(box->base.object) ? (int32_t)id - 1 : -1;
  int64_t width = astar_map_width(box->base.map->map), y = (id - 1) / width;
  if (y >= astar_map_height(box->base.map->map)) return -1;
  int32_t number = astar_areas_at(box->base.object, (int32_t)((id - 1) % width), (int32_t)y);
  return astar_areas_area(box->base.object, number).id == (uint32_t)id ? number : -1;
}

/* An id at argument `arg`, as a number. */
static int32_t areas_id(lua_State *L, int arg, const char *name, const la_areas *box) {
  int64_t id = la_integer(la_arg(L, arg, name), 1, UINT32_MAX);
  int32_t number = areas_number(box, id);
  if (number < 0) la_fail(L, arg, "%s = %d is no area", name, (int)id);
  return number;
}

/* ---- tables -------------------------------------------------------------------------------- */

static void set_flag(lua_State *L, const char *key, bool flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, key);
}

/* Pushes { first, second }. */
static void push_pair(lua_State *L, lua_Integer first, lua_Integer second) {
  lua_createtable(L, 2, 0);
  lua_pushinteger(L, first);
  lua_rawseti(L, -2, 1);
  lua_pushinteger(L, second);
  lua_rawseti(L, -2, 2);
}

/* Has one of the area's chokes before number `index` the same neighbour? */
static bool areas_neighbour_known(const astar_areas *areas, int32_t area, int32_t index,
                                  int32_t neighbour) {
  for (int32_t i = 0; i < index; i++) {
    astar_choke choke = astar_areas_choke(areas, astar_areas_choke_of(areas, area, i));
    if (choke.areas[choke.areas[0] == area] == neighbour) return true;
  }
  return false;
}

/* The list of neighbours, in the order of the chokes. False: begin again. */
static bool areas_set_neighbours(const AreasView *view, int32_t area, int32_t chokes) {
  lua_State *L = view->L;
  int count = 0;
  lua_newtable(L);
  for (int32_t i = 0; i < chokes; i++) {
    if (!areas_hold(view)) return false;
    const astar_areas *areas = view->box->base.object;
    astar_choke choke = astar_areas_choke(areas, astar_areas_choke_of(areas, area, i));
    int32_t neighbour = choke.areas[choke.areas[0] == area];
    if (areas_neighbour_known(areas, area, i, neighbour)) continue;
    lua_pushinteger(L, (lua_Integer)astar_areas_area(areas, neighbour).id);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "neighbours");
  return true;
}

/* Pushes an area. False: begin again. */
static bool areas_push_area(const AreasView *view, int32_t number) {
  lua_State *L = view->L;
  if (!areas_hold(view)) return false;
  astar_area area = astar_areas_area(view->box->base.object, number);
  lua_createtable(L, 0, 10);
  la_set_integer(L, "id", (lua_Integer)area.id);
  la_set_integer(L, "size", (lua_Integer)area.size);
  if (area.cell.x >= 0) la_set_cell(L, "x", "y", area.cell);
  if (area.clearance > 0) {
    push_distance(L, area.clearance);
    lua_setfield(L, -2, "clearance");
  }
  if (area.region > 0) {
    la_set_integer(L, "region", (lua_Integer)area.region);
    set_flag(L, "cut_off", area.cut_off);
  }
  la_set_integer(L, "chokes", area.chokes);
  set_flag(L, "dead_end", area.chokes == 1);
  return areas_set_neighbours(view, number, area.chokes);
}

static void areas_set_ids(lua_State *L, const astar_areas *areas, const astar_choke *choke) {
  uint32_t first = astar_areas_area(areas, choke->areas[0]).id;
  uint32_t second = astar_areas_area(areas, choke->areas[1]).id;
  push_pair(L, (lua_Integer)first, (lua_Integer)second);
  lua_setfield(L, -2, "areas");
}

/* The list of cells. False: begin again. */
static bool areas_set_cells(const AreasView *view, int32_t number, int32_t width) {
  lua_State *L = view->L;
  lua_createtable(L, width, 0);
  for (int32_t i = 0; i < width; i++) {
    if (!areas_hold(view)) return false;
    astar_cell cell = astar_areas_choke_cell(view->box->base.object, number, i);
    push_pair(L, (lua_Integer)cell.x + 1, (lua_Integer)cell.y + 1);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "cells");
  return true;
}

/* Pushes a choke. False: begin again. */
static bool areas_push_choke(const AreasView *view, int32_t number) {
  lua_State *L = view->L;
  lua_createtable(L, 0, 12);
  if (!areas_hold(view)) return false;
  astar_choke choke = astar_areas_choke(view->box->base.object, number);
  areas_set_ids(L, view->box->base.object, &choke);
  la_set_integer(L, "width", choke.width);
  la_set_cell(L, "x", "y", choke.middle);
  la_set_cell(L, "x1", "y1", choke.ends[0]);
  la_set_cell(L, "x2", "y2", choke.ends[1]);
  set_flag(L, "splits", choke.splits);
  if (choke.splits) {
    push_pair(L, (lua_Integer)choke.sides[0], (lua_Integer)choke.sides[1]);
    lua_setfield(L, -2, "sizes");
  }
  if (choke.link != 0) set_flag(L, "one_way", choke.one_way);
  if (!areas_hold(view)) return false;
  if (choke.link != 0) {
    la_child_push_link(L, 1, view->box->base.map, choke.link);
    lua_setfield(L, -2, "link");
  }
  return areas_set_cells(view, number, choke.width);
}

/* ---- methods ------------------------------------------------------------------------------- */

/* areas:at(x, y) -> id | nil */
static int areas_at(lua_State *L) {
  const la_areas *box = areas_current(L);
  if (box == NULL) return 2;
  astar_cell at = la_cell(L, 2, box->base.map->map);
  int32_t number = astar_areas_at(box->base.object, at.x, at.y);
  if (number < 0) return la_push_nil(L);
  lua_pushinteger(L, (lua_Integer)astar_areas_area(box->base.object, number).id);
  return 1;
}

static AreasView areas_view(lua_State *L, la_areas *box) {
  return (AreasView){ L, box, astar_areas_version(box->base.object) };
}

/* areas:get(id) -> area | nil */
static int areas_get(lua_State *L) {
  for (;;) {
    lua_settop(L, 2);
    la_areas *box = areas_current(L);
    if (box == NULL) return 2;
    int64_t id = la_integer(la_arg(L, 2, "id"), 1, UINT32_MAX);
    int32_t number = areas_number(box, id);
    if (number < 0) return la_push_nil(L);
    AreasView view = areas_view(L, box);
    if (areas_push_area(&view, number)) return 1;
  }
}

/* areas:list() -> a list of areas */
static int areas_list(lua_State *L) {
  for (;;) {
    lua_settop(L, 1);
    la_areas *box = areas_current(L);
    if (box == NULL) return 2;
    AreasView view = areas_view(L, box);
    int32_t count = astar_areas_count(box->base.object), i = 0;
    lua_createtable(L, count, 0);
    for (; i < count && areas_push_area(&view, i); i++) lua_rawseti(L, 2, i + 1);
    if (i == count) return 1;
  }
}

/* areas:chokes([id]) -> a list of chokes */
static int areas_chokes(lua_State *L) {
  for (;;) {
    lua_settop(L, 2);
    la_areas *box = areas_current(L);
    if (box == NULL) return 2;
    int32_t area = lua_isnil(L, 2) ? -1 : areas_id(L, 2, "id", box);
    AreasView view = areas_view(L, box);
    int32_t count = area < 0 ? astar_areas_choke_count(box->base.object)
                             : astar_areas_area(box->base.object, area).chokes, i = 0;
    lua_createtable(L, count, 0);
    for (; i < count && areas_hold(&view); i++) {
      int32_t number = area < 0 ? i : astar_areas_choke_of(box->base.object, area, i);
      if (!areas_push_choke(&view, number)) break;
      lua_rawseti(L, 3, i + 1);
    }
    if (i == count) return 1;
  }
}

/* Pushes the chokes of a path. False: begin again. */
static bool areas_push_path(const AreasView *view, const int32_t *chokes, int32_t count) {
  lua_State *L = view->L;
  lua_createtable(L, count, 0);
  int list = lua_gettop(L);
  for (int32_t i = 0; i < count; i++) {
    if (!areas_push_choke(view, chokes[i])) return false;
    lua_rawseti(L, list, i + 1);
  }
  return true;
}

/* areas:path(from, to [, width]) -> a list of chokes | nil, code */
static int areas_path(lua_State *L) {
  for (;;) {
    int32_t count;
    lua_settop(L, 4);
    la_areas *box = areas_current(L);
    if (box == NULL) return 2;
    int32_t width = (int32_t)la_integer_or(la_arg(L, 4, "width"), 1, 1, INT32_MAX);
    size_t room = (size_t)astar_areas_count(box->base.object) * sizeof(int32_t) + 1;
    AreasView view = areas_view(L, box);
    int32_t *chokes = la_newuserdata(L, room);
    if (!areas_hold(&view)) continue;
    int32_t from = areas_id(L, 2, "from", box), to = areas_id(L, 3, "to", box);
    astar_status status = astar_areas_path(box->base.object, from, to, width, chokes, &count);
    la_status_check(L, status);
    if (status != ASTAR_OK) return la_push_outcome(L, status);
    if (areas_push_path(&view, chokes, count)) return 1;
  }
}

/* areas:_refresh() -> how often they were found, how many areas, how many chokes | nil, code
** Brings them up to date, and from now on nothing else does: reading costs little, and somebody can
** be charged for this. */
static int areas_refresh(lua_State *L) {
  la_areas *box = areas_check(L);
  la_unlocked(L, box->base.map);
  box->is_held = false;
  if (areas_current(L) == NULL) return 2;
  box->is_held = true;
  lua_pushnumber(L, (lua_Number)astar_areas_version(box->base.object));
  lua_pushinteger(L, astar_areas_count(box->base.object));
  lua_pushinteger(L, astar_areas_choke_count(box->base.object));
  return 3;
}

/* ---- the object ---------------------------------------------------------------------------- */

static void areas_free(void *tracked) {
  astar_areas_free(((la_tracked *)tracked)->object);
}

const luaL_Reg la_areas_methods[] = {
  { "at", areas_at }, { "get", areas_get }, { "list", areas_list }, { "chokes", areas_chokes },
  { "path", areas_path }, { "_refresh", areas_refresh }, { "close", la_tracked_close },
  { "__gc", la_tracked_gc }, { "__tostring", la_tracked_tostring },
#if LA_HAS_CLOSE
  { "__close", la_tracked_close },
#endif
  { NULL, NULL }
};

const la_type la_areas_type = { .name = "areas", .free = areas_free };
