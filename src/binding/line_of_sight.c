/*
** Lines of sight and of fire: what is between two cells.
*/
#include "child.h"
#include "result.h"
#include "unit_hooks.h"

typedef struct SightLineOptions {
  const la_map *map;
  astar_sight_line line;
  bool through_units;
} SightLineOptions;

LA_CHILD_READER(read_line_player, player, SightLineOptions, line.player)
LA_CHILD_READER(read_line_unit, unit, SightLineOptions, line.unit)

static void line_of_sight_read(la_value table, const la_option *list, SightLineOptions *options) {
  if (lua_isnoneornil(table.L, table.index)) return;
  la_options(table, list, options);
  const astar_sight_line *line = &options->line;
  if (line->range > 0 && line->min_range > line->range)
    la_fail(table.L, table.arg, "%s: min_range is greater than range", table.name);
}

/* true | false, "hidden" or "unit", x, y | false, "far" or "near" */
static int push_code(lua_State *L, const SightLineOptions *options) {
  static const char *const words[] = { NULL, "hidden", "unit", "far", "near" };
  astar_cell where;
  astar_sight_code code = astar_map_line_of_sight(options->map->map, &options->line, &where);
  lua_pushboolean(L, code == ASTAR_SIGHT_CLEAR);
  if (code == ASTAR_SIGHT_CLEAR) return 1;
  lua_pushstring(L, words[code]);
  if (code == ASTAR_SIGHT_FAR || code == ASTAR_SIGHT_NEAR) return 2;
  return 2 + la_push_cell(L, where);
}

/* ---- from cell to cell ----------------------------------------------------------------------- */

/* map:line_of_sight(x, y, to_x, to_y [, options]), player:line_of_sight(…) */
static int asker_line_of_sight(lua_State *L) {
  static const la_option of_map[] = {
    { "range", LA_INT(SightLineOptions, line.range, 1, INT32_MAX) },
    { "min_range", LA_INT(SightLineOptions, line.min_range, 0, INT32_MAX) },
    { "player", .read = read_line_player }, { "unit", .read = read_line_unit }, { .name = NULL }
  };
  static const la_option of_player[] = {
    { "range", LA_INT(SightLineOptions, line.range, 1, INT32_MAX) },
    { "min_range", LA_INT(SightLineOptions, line.min_range, 0, INT32_MAX) },
    { "unit", .read = read_line_unit }, { .name = NULL }
  };
  bool is_map = la_type_of_method(L) == &la_map_type;
  const la_child *player = is_map ? NULL : la_child_check(L, 1, &la_player_type);
  SightLineOptions options = { .map = is_map ? la_map_check(L, 1) : player->map };
  if (!is_map) options.line.player = player->object;
  options.line.from = la_cell(L, 2, options.map->map);
  options.line.to = la_cell(L, 4, options.map->map);
  line_of_sight_read(la_arg(L, 6, "line_of_sight"), is_map ? of_map : of_player, &options);
  return push_code(L, &options);
}

/* ---- from a unit ----------------------------------------------------------------------------- */

static astar_cell line_of_sight_middle(const la_child *unit) {
  astar_rect rect = la_units->rect(unit);
  return (astar_cell){ rect.x + (rect.width - 1) / 2, rect.y + (rect.height - 1) / 2 };
}

/* unit:clear_shot(x, y [, options]), unit:clear_shot(target [, options]): at a unit, or a place */
static int unit_clear_shot(lua_State *L) {
  static const la_option list[] = {
    { "range", LA_INT(SightLineOptions, line.range, 1, INT32_MAX) },
    { "min_range", LA_INT(SightLineOptions, line.min_range, 0, INT32_MAX) },
    { "through_units", LA_BOOL(SightLineOptions, through_units) }, { .name = NULL }
  };
  la_child *unit = la_child_check(L, 1, &la_unit_type);
  SightLineOptions options = { .map = unit->map };
  int behind = 3;
  if (la_child_behind(L, 2, &la_unit_type) != NULL)
    options.line.to = line_of_sight_middle(la_child_of(la_arg(L, 2, "target"), &la_unit_type,
                                                       unit->map));
  else {
    astar_rect place;
    behind = la_goal(L, 2, unit->map->map, &place);
    options.line.to = (astar_cell){ place.x, place.y };
  }
  line_of_sight_read(la_arg(L, behind, "clear_shot"), list, &options);
  options.line.from = line_of_sight_middle(unit);
  options.line.player = unit->player->object;
  options.line.unit = options.through_units ? NULL : unit->object;
  return push_code(L, &options);
}

const luaL_Reg la_line_of_sight_asker_methods[] = {
  { "line_of_sight", asker_line_of_sight }, { NULL, NULL }
};

const luaL_Reg la_line_of_sight_unit_methods[] = {
  { "clear_shot", unit_clear_shot }, { NULL, NULL }
};
