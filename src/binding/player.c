/*
** Players, and what they know.
*/
#include "child.h"
#include "recipe.h"
#include "result.h"
#include "terrain.h"
#include "unit_hooks.h"

static astar_player *player_check(lua_State *L) {
  return la_child_check(L, 1, &la_player_type)->object;
}

static astar_player *player_edit(lua_State *L) {
  return la_child_edit(L, 1, &la_player_type)->object;
}

static la_map *player_map_of(lua_State *L) {
  return ((la_child *)lua_touserdata(L, 1))->map;
}

/* ---- making -------------------------------------------------------------------------------- */

typedef struct PlayerOptions {
  int fog;                          /* -1: not said */
} PlayerOptions;

/* The options at index 3. */
static PlayerOptions player_options(lua_State *L) {
  static const la_option options[] = { { "fog", LA_BOOL(PlayerOptions, fog) }, { .name = NULL } };
  PlayerOptions given = { -1 };
  if (!lua_isnoneornil(L, 3)) la_options(la_arg(L, 3, "player"), options, &given);
  return given;
}

static int player_push_old(lua_State *L, la_child *child, int fog) {
  if (fog >= 0 && fog != astar_player_fog(child->object)) {
    la_unlocked(L, child->map);
    la_status_check(L, astar_player_set_fog(child->object, fog));
  }
  la_child_push(L, 1, child);
  return 1;
}

/* map:player(name [, { fog = true }]): made on first use */
static int map_player(lua_State *L) {
  astar_status why = ASTAR_OK;
  lua_settop(L, 3);
  la_map *map = la_map_check(L, 1);
  const char *name = la_name(la_arg(L, 2, "name"));
  int fog = player_options(L).fog;
  la_child *child = la_child_named(map, &la_player_type, name);
  if (child != NULL) return player_push_old(L, child, fog);
  la_unlocked(L, map);
  child = la_child_new(L, 1, &la_player_type);
  la_map_edit(L, 1);
  astar_player *player = astar_player_new(map->map, name, &why);
  if (player == NULL) {
    la_child_forget(L, 1, child);
    lua_settop(L, 3);
    if (la_child_named(map, &la_player_type, name) != NULL) return map_player(L);
    if (why == ASTAR_LIMIT) la_fail(L, 2, "the map has as many players as it can have");
    la_status_check(L, why);
  }
  la_child_open(child, player);
  if (fog == 0) la_status_check(L, astar_player_set_fog(player, false));
  return 1;
}

static int map_players(lua_State *L) {
  return la_child_iterate(L, &la_player_type);
}

const luaL_Reg la_player_map_methods[] = {
  { "player", map_player }, { "players", map_players }, { NULL, NULL }
};

/* ---- seeing -------------------------------------------------------------------------------- */

/* Cells whose known terrain `see` may change, as far as that is plain before it looks. */
static int most_changes(const astar_map *map, const astar_player *player, astar_rect box) {
  int count = 0;
  for (int32_t y = box.y; y < box.y + box.height; y++)
    for (int32_t x = box.x; x < box.x + box.width; x++)
      count += astar_player_terrain(player, x, y) != astar_map_get(map, x, y);
  return count;
}

static int32_t player_clamp(int32_t number, int32_t min, int32_t max) {
  return number < min ? min : number > max ? max : number;
}

/* The square of a sight, cut off at the border of the map. */
static astar_rect sight_box(const astar_map *map, astar_cell at, int32_t radius) {
  int32_t width = astar_map_width(map), height = astar_map_height(map);
  int32_t left = player_clamp(at.x - radius, 0, width - 1);
  int32_t top = player_clamp(at.y - radius, 0, height - 1);
  int32_t right = player_clamp(at.x + radius, 0, width - 1);
  int32_t bottom = player_clamp(at.y + radius, 0, height - 1);
  return (astar_rect){ left, top, right - left + 1, bottom - top + 1 };
}

/*
** player:see(x, y, radius) -> { x1, y1, x2, y2, … }. The list is given its room before the core
** looks: should memory end, the player has not seen anything.
*/
static int player_see(lua_State *L) {
  const astar_cell *changed;
  int32_t count;
  astar_player *player = player_edit(L);
  astar_map *map = player_map_of(L)->map;
  astar_cell at = la_cell(L, 2, map);
  int32_t radius = (int32_t)la_integer(la_arg(L, 4, "radius"), 0, ASTAR_MAX_RADIUS);
  lua_createtable(L, 2 * most_changes(map, player, sight_box(map, at, radius)), 0);
  player_edit(L);
  la_status_check(L, astar_player_see(player, at.x, at.y, radius, &changed, &count));
  for (int32_t i = 0; i < count; i++) {
    lua_pushinteger(L, (lua_Integer)changed[i].x + 1);
    lua_rawseti(L, -2, 2 * i + 1);
    lua_pushinteger(L, (lua_Integer)changed[i].y + 1);
    lua_rawseti(L, -2, 2 * i + 2);
  }
  return 1;
}

static int player_end_sight(lua_State *L) {
  return la_done(L, astar_player_end_sight(player_edit(L)));
}

static int player_reveal(lua_State *L) {
  return la_done(L, astar_player_reveal(player_edit(L)));
}

static int player_forget(lua_State *L) {
  return la_done(L, astar_player_forget(player_edit(L)));
}

/* player:knows(x, y) -> "unseen" | "seen" | "visible", terrain */
static int player_knows(lua_State *L) {
  static const char *const words[] = { "unseen", "seen", "visible" };
  astar_player *player = player_check(L);
  astar_cell cell = la_cell(L, 2, player_map_of(L)->map);
  astar_knowledge knowledge = astar_player_knows(player, cell.x, cell.y);
  int32_t terrain = astar_player_terrain(player, cell.x, cell.y);
  lua_pushstring(L, words[knowledge]);
  la_terrain_push(L, 1, terrain);
  return 2;
}

/* player:share(other [, on = true]) */
static int player_share(lua_State *L) {
  bool on = true;
  astar_player *player = player_edit(L);
  la_child *with = la_child_of(la_arg(L, 2, "other"), &la_player_type, player_map_of(L));
  if (!lua_isnoneornil(L, 3)) on = la_boolean(la_arg(L, 3, "on"));
  if (with->object == player) la_fail(L, 2, "a player cannot share with itself");
  return la_done(L, astar_player_share(player, with->object, on));
}

/* player:shares(other) -> boolean */
static int player_shares(lua_State *L) {
  astar_player *player = player_check(L);
  la_child *with = la_child_of(la_arg(L, 2, "other"), &la_player_type, player_map_of(L));
  lua_pushboolean(L, astar_player_shares(player, with->object));
  return 1;
}

/* ---- the object ---------------------------------------------------------------------------- */

LA_GETTER(player_name, la_push_name, astar_player_name(player_check(L)))
LA_GETTER(player_fog, lua_pushboolean, astar_player_fog(player_check(L)))

static int player_set_fog(lua_State *L) {
  bool fog = la_boolean(la_arg(L, 3, "fog"));
  la_status_check(L, astar_player_set_fog(player_edit(L), fog));
  return 0;
}

LA_GETTER(player_traffic, lua_pushinteger, astar_player_traffic(player_check(L)))

static int player_set_traffic(lua_State *L) {
  uint32_t memory = (uint32_t)la_integer(la_arg(L, 3, "traffic_memory"), 0, ASTAR_MAX_TRAFFIC);
  la_status_check(L, astar_player_set_traffic(player_edit(L), memory));
  return 0;
}

/* player:traffic_at(x, y) -> { east =, west =, …, waits = } */
static int player_traffic_at(lua_State *L) {
  static const char *const sides[] = { "east", "west", "south", "north", "south_east",
                                       "south_west", "north_east", "north_west" };
  astar_player *player = player_check(L);
  astar_cell at = la_cell(L, 2, player_map_of(L)->map);
  lua_createtable(L, 0, 9);
  astar_traffic counted = astar_player_traffic_at(player, at.x, at.y);
  for (int i = 0; i < 8; i++) la_set_integer(L, sides[i], counted.came[i]);
  la_set_integer(L, "waits", counted.waits);
  return 1;
}

static const char *player_name_of(const void *object) {
  return astar_player_name(object);
}

/* Its units go with it. */
static int player_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_player_type);
  la_recipe_refuse_player(L, child->object);
  if (la_units != NULL) la_units->keep_events(L, child->map);
  astar_player *player = la_child_edit(L, 1, &la_player_type)->object;
  la_recipe_refuse_player(L, player);
  if (la_units != NULL) la_units->forget_player(L, child);
  la_child_forget(L, 1, child);
  astar_player_remove(player);
  return 0;
}

const luaL_Reg la_player_methods[] = {
  { "see", player_see }, { "end_sight", player_end_sight }, { "reveal", player_reveal },
  { "forget", player_forget }, { "knows", player_knows }, { "share", player_share },
  { "shares", player_shares }, { "traffic_at", player_traffic_at },
  { "remove", player_remove }, { "__tostring", la_child_tostring },
  { NULL, NULL }
};

const la_field la_player_fields[] = {
  { "name", player_name, NULL }, { "removed", la_child_removed, NULL },
  { "fog", player_fog, player_set_fog },
  { "traffic_memory", player_traffic, player_set_traffic }, { NULL, NULL, NULL }
};

const la_type la_player_type = {
  .name = "player", .name_of = player_name_of
};
