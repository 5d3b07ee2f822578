/*
** Position queries: where to stand. lua/astar/positions/ reads them from tables of options, and
** writes them down as a list of numbers and names, which is read here.
**
** The list: the area (x, y, width, height), the number of cells and their x and y, the number of
** terms, and of each the numbers of POSITION_HEAD, a name or false, the numbers of its points and
** places, and these. Cells are counted from 1.
*/
#include "../astar_units.h"
#include "query_call.h"
#include "field.h"
#include "result.h"
#include "terrain.h"
#include "unit.h"

/* Arguments. */
enum { GIVEN = 4, POSITION_QUERY, POSITION_ROOM, POSITION_BUDGET, POSITION_SURE, WALK_NODES };
enum { MOST_ROOM = 4096 };

/* What is read of the list, number by number. The numbers are also kept one after the other: those
** of cells, points and places lie there as in the core's structs. */
typedef struct PositionList {
  lua_State *L;
  const la_map *map;
  int32_t *numbers;
  int count;                        /* read so far */
  int length;
} PositionList;

static int32_t position_number(PositionList *list, int64_t least, int64_t most) {
  lua_State *L = list->L;
  if (list->count == list->length) la_fail(L, GIVEN, "positions: the list ends too early");
  lua_rawgeti(L, GIVEN, list->count + 1);
  int32_t number = (int32_t)la_integer((la_value){ L, GIVEN, lua_gettop(L), "positions" }, least,
                                       most);
  lua_pop(L, 1);
  return list->numbers[list->count++] = number;
}

static int32_t position_any(PositionList *list) {
  return position_number(list, -ASTAR_MAX_CELLS, ASTAR_MAX_CELLS);
}

/* Of each `width` numbers that follow the first two are a cell. Where they lie. */
static const int32_t *position_cells(PositionList *list, int32_t count, int width) {
  int32_t *first = list->numbers + list->count;
  for (int32_t i = 0; i < count * width; i++) {
    position_any(list);
    if (i % width < 2) first[i]--;
  }
  return first;
}

static int32_t position_count(PositionList *list, int32_t most) {
  return position_number(list, 0, most);
}

/* The name of an influence map or a terrain, or false; "" is unseen land. */
static void position_name(PositionList *list, astar_position_term *term) {
  lua_State *L = list->L;
  lua_rawgeti(L, GIVEN, ++list->count);
  la_value value = { L, GIVEN, lua_gettop(L), "positions" };
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  if (name != NULL && term->measure == ASTAR_MEASURE_TERRAIN && name[0] != '\0') {
    term->terrain = la_terrain(value, 1);
  } else if (name != NULL && term->measure != ASTAR_MEASURE_TERRAIN) {
    la_child *influence = la_child_named(list->map, &la_influence_type, name);
    if (influence == NULL) la_fail(L, GIVEN, "there is no influence map '%s'", name);
    else term->influence = influence->object;
  }
  lua_pop(L, 1);
}

/* The numbers before the name: measure, least, greatest, weight, radius, side, front. */
static astar_position_term position_head(PositionList *list) {
  astar_measure measure = (astar_measure)position_number(list, 0, ASTAR_MEASURE_COVER);
  astar_position_term term = astar_position_term_default(measure);
  term.least = position_any(list);
  term.greatest = position_any(list);
  term.weight = position_any(list);
  term.radius = position_any(list);
  term.side = (astar_side)position_number(list, ASTAR_ANY_SIDE, ASTAR_ENEMIES);
  term.front.x = position_any(list) - 1;
  term.front.y = position_any(list) - 1;
  return term;
}

static astar_position_term position_term(PositionList *list) {
  astar_position_term term = position_head(list);
  position_name(list, &term);
  term.curve_count = position_count(list, ASTAR_MAX_CURVE_POINTS);
  term.place_count = position_count(list, ASTAR_MAX_POSITION_PLACES);
  const int32_t *points = list->numbers + list->count;
  for (int32_t i = 0; i < 2 * term.curve_count; i++) position_any(list);
  term.curve = term.curve_count > 0 ? (const astar_curve_point *)points : NULL;
  term.places = (const astar_rect *)position_cells(list, term.place_count, 4);
  return term;
}

static void position_read(PositionList *list, astar_position_query *query,
                          astar_position_term *terms) {
  const int32_t *area = position_cells(list, 1, 4);
  query->area = (astar_rect){ area[0], area[1], area[2], area[3] };
  query->cell_count = position_count(list, list->length / 2);
  const astar_cell *cells = (const astar_cell *)position_cells(list, query->cell_count, 2);
  query->cells = query->cell_count > 0 ? cells : NULL;
  query->term_count = position_count(list, ASTAR_MAX_POSITION_TERMS);
  for (int32_t i = 0; i < query->term_count; i++) terms[i] = position_term(list);
  query->terms = terms;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* A number of 1/1024, whole where it is. */
static void push_score(lua_State *L, int64_t score) {
  if (score % ASTAR_ONE == 0) lua_pushinteger(L, (lua_Integer)(score / ASTAR_ONE));
  else lua_pushnumber(L, (lua_Number)score / ASTAR_ONE);
}

/* Pushes x, y, the score and the shares of each place, one after the other. */
static void push_places(lua_State *L, const astar_position *places, const int64_t *shares,
                        int32_t count, int32_t terms) {
  int at = 0;
  lua_createtable(L, count * (3 + terms), 0);
  for (int32_t i = 0; i < count; i++) {
    lua_pushinteger(L, places[i].x + 1);
    lua_rawseti(L, -2, ++at);
    lua_pushinteger(L, places[i].y + 1);
    lua_rawseti(L, -2, ++at);
    push_score(L, places[i].score);
    lua_rawseti(L, -2, ++at);
    for (int32_t k = 0; k < terms; k++) {
      push_score(L, shares[i * terms + k]);
      lua_rawseti(L, -2, ++at);
    }
  }
}

/* The query at POSITION_QUERY. */
static void position_ask(la_query_call *call, la_query *space) {
  la_query_call_read_query(call, POSITION_QUERY, space);
  la_field_check_query(call, POSITION_QUERY, "positions");
  if (call->core.extra_cost != NULL)
    la_fail(call->L, POSITION_QUERY, "query: 'extra_cost' means nothing to positions");
  la_unlocked(call->L, call->map);
}

/* map:_positions(x, y, list, query, room [, budget [, sure, walk_nodes]]) -> list of x, y, score
** and shares, how many places there are, nodes | nil, code, nodes */
static int map_positions(lua_State *L) {
  lua_settop(L, WALK_NODES);
  luaL_checktype(L, GIVEN, LUA_TTABLE);
  la_map *map = la_map_check(L, 1);
  int32_t room = (int32_t)la_integer(la_arg(L, POSITION_ROOM, "room"), 0, MOST_ROOM), found;
  PositionList list = { .L = L, .length = (int)la_rawlen(L, GIVEN) };
  list.numbers = la_newuserdata(L, ((size_t)list.length + 1) * sizeof *list.numbers);
  astar_position *places = la_newuserdata(L, ((size_t)room + 1) * sizeof *places);
  int64_t *shares =
    la_newuserdata(L, ((size_t)room + 1) * ASTAR_MAX_POSITION_TERMS * sizeof *shares);
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  la_query space;
  astar_position_term terms[ASTAR_MAX_POSITION_TERMS];
  astar_cell at = la_cell(L, 2, map->map);
  astar_position_query query = { .x = at.x, .y = at.y, .query = &call.core };
  list.map = call.map;
  position_ask(&call, &space);
  position_read(&list, &query, terms);
  if (!lua_isnil(L, POSITION_BUDGET))
    query.budget = (uint32_t)la_integer(la_arg(L, POSITION_BUDGET, "budget"), 1, UINT32_MAX);
  if (!lua_isnil(L, POSITION_SURE)) {
    query.sure = (int32_t)la_integer(la_arg(L, POSITION_SURE, "sure"), 0, MOST_ROOM);
    query.walk_nodes = (uint32_t)la_integer(la_arg(L, WALK_NODES, "walk_nodes"), 0, UINT32_MAX);
  }
  uint64_t work;
  astar_status status = astar_map_positions(call.map->map, &query, places, shares, room, &found,
                                            &work);
  if (status == ASTAR_INVALID) la_fail(L, GIVEN, "%s", astar_map_refusal(call.map->map));
  la_query_call_check(&call, status);
  if (status != ASTAR_OK) {
    la_push_outcome(L, status);
    lua_pushinteger(L, (lua_Integer)work);
    return 3;
  }
  push_places(L, places, shares, found < room ? found : room, query.term_count);
  lua_pushinteger(L, found);
  lua_pushinteger(L, (lua_Integer)work);
  return 3;
}

/* ---- where one could stand ------------------------------------------------------------------- */

/* map:nearest_free(x, y [, query]) -> x, y | nil, code */
static int map_nearest_free(lua_State *L) {
  la_query space;
  astar_cell cell;
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  astar_cell at = la_cell(L, 2, call.map->map);
  lua_settop(L, QUERY_CALL_ARGS);
  la_query_call_read_query(&call, 4, &space);
  const char *named = call.core.within > 0 ? "within" : call.core.partial ? "partial"
                      : call.extra != 0 ? "extra_cost" : NULL;
  if (named != NULL) la_fail(L, 4, "query: '%s' means nothing to nearest_free", named);
  astar_status status = astar_map_nearest_free(call.map->map, at.x, at.y, &call.core, &cell);
  la_query_call_check(&call, status);
  return status == ASTAR_OK ? la_push_cell(L, cell) : la_push_outcome(L, status);
}

enum { PLACES_GOAL = 4, PLACES_WITHIN = 8, PLACES_COUNT, PLACES_BUDGET };

static int32_t places_number(lua_State *L, int arg, const char *name, int64_t most) {
  return (int32_t)la_integer(la_arg(L, arg, name), 1, most);
}

/* unit:_places_left(x, y, goal's x, y, width, height, within or false, count, budget) ->
** { x, y, cost, x, y, cost … }, own cost, nodes; see astar_unit_places_left */
static int unit_places_left(lua_State *L) {
  la_child *child = la_child_check(L, 1, &la_unit_type);
  astar_cell at = la_cell(L, 2, child->map->map), corner = la_any_cell(L, PLACES_GOAL);
  astar_places_desc desc = { .x = at.x, .y = at.y };
  desc.goal.x = corner.x;
  desc.goal.y = corner.y;
  desc.goal.width = places_number(L, PLACES_GOAL + 2, "width", ASTAR_MAX_CELLS);
  desc.goal.height = places_number(L, PLACES_GOAL + 3, "height", ASTAR_MAX_CELLS);
  desc.around = !lua_toboolean(L, PLACES_WITHIN);
  if (!desc.around)
    desc.within = (int32_t)la_integer(la_arg(L, PLACES_WITHIN, "within"), 0, ASTAR_MAX_RADIUS);
  desc.budget = (uint32_t)la_integer(la_arg(L, PLACES_BUDGET, "budget"), 1, UINT32_MAX);
  astar_places_left left = { .room = places_number(L, PLACES_COUNT, "count", MOST_ROOM) };
  size_t room = (size_t)left.room;
  left.cells = la_newuserdata(L, room * (sizeof *left.cells + sizeof *left.costs));
  left.costs = (uint32_t *)(left.cells + room);
  if (child->object == NULL) la_fail(L, 1, "unit is removed");
  astar_status status = astar_unit_places_left(child->object, &desc, &left);
  if (status == ASTAR_NO_MEMORY) la_status_check(L, status);
  lua_createtable(L, 3 * left.count, 0);
  for (int32_t i = 0; i < left.count; i++) {
    la_push_cell(L, left.cells[i]);
    lua_rawseti(L, -3, 3 * i + 2);
    lua_rawseti(L, -2, 3 * i + 1);
    lua_pushnumber(L, left.costs[i]);
    lua_rawseti(L, -2, 3 * i + 3);
  }
  lua_pushnumber(L, left.own_cost);
  lua_pushnumber(L, left.nodes);
  return 3;
}

const luaL_Reg la_position_unit_methods[] = {
  { "_places_left", unit_places_left }, { NULL, NULL }
};

const luaL_Reg la_position_map_methods[] = {
  { "_positions", map_positions }, { "nearest_free", map_nearest_free }, { NULL, NULL }
};
