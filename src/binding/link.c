/*
** Links: steps between cells that need not be neighbours.
*/
#include "cells.h"
#include "child.h"
#include "level.h"
#include "path.h"
#include "result.h"

typedef struct LinkDraft {
  const la_map *map;
  astar_link_desc desc;
  astar_class *classes[ASTAR_MAX_LINK_CLASSES];
} LinkDraft;

/* ---- reading ------------------------------------------------------------------------------- */

/* The map is at index 1; reading a cell may have closed it. */
static astar_cell link_read_end(la_value value, const LinkDraft *draft) {
  astar_cell cell = la_cell_in(value, 0, la_extent_of(draft->map->map));
  la_ground_check(value.L, value.arg, la_map_check(value.L, 1)->map, cell);
  return cell;
}

static void link_read_from(la_value value, void *target) {
  ((LinkDraft *)target)->desc.from = link_read_end(value, target);
}

static void link_read_to(la_value value, void *target) {
  ((LinkDraft *)target)->desc.to = link_read_end(value, target);
}

static void link_add_class(la_value value, LinkDraft *draft) {
  int32_t count = draft->desc.class_count;
  if (count == ASTAR_MAX_LINK_CLASSES)
    la_fail(value.L, value.arg, "link: it names more than %d classes", ASTAR_MAX_LINK_CLASSES);
  else draft->classes[draft->desc.class_count++] =
    la_child_of(value, &la_class_type, draft->map)->object;
}

/* A class, or a list of classes. */
static void link_read_class(la_value value, void *target) {
  lua_State *L = value.L;
  LinkDraft *draft = target;
  draft->desc.class_count = 0;
  if (!lua_istable(L, value.index)) {
    link_add_class(value, draft);
    return;
  }
  int count = (int)la_rawlen(L, value.index);
  if (count == 0) la_reject(value, "is a list without classes");
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, value.index, i);
    link_add_class((la_value){ L, value.arg, lua_gettop(L), "class" }, draft);
    lua_pop(L, 1);
  }
}

static void link_read(lua_State *L, const la_map *map, LinkDraft *draft) {
  static const la_option options[] = {
    { "from", .read = link_read_from }, { "to", .read = link_read_to },
    { "cost", LA_INT(LinkDraft, desc.cost, 1, ASTAR_MAX_COST) },
    { "one_way", LA_BOOL(LinkDraft, desc.one_way) }, { "open", LA_NOT(LinkDraft, desc.closed) },
    { "class", .read = link_read_class }, { .name = NULL }
  };
  draft->map = map;
  draft->desc = astar_link_default();
  draft->desc.from.x = draft->desc.to.x = -1;
  draft->desc.classes = draft->classes;
  la_options(la_arg(L, 2, "link"), options, draft);
  if (draft->desc.from.x < 0) la_fail(L, 2, "link: 'from' is missing");
  if (draft->desc.to.x < 0) la_fail(L, 2, "link: 'to' is missing");
  if (draft->desc.cost == 0) la_fail(L, 2, "link: 'cost' is missing");
  if (draft->desc.from.x == draft->desc.to.x && draft->desc.from.y == draft->desc.to.y)
    la_fail(L, 2, "link: 'from' and 'to' are the same cell");
}

static void link_refuse(lua_State *L, const astar_link_desc *desc, astar_status why) {
  if (why == ASTAR_GOAL_BLOCKED)
    la_fail(L, 2, "link: no unit that may take it could stand at %d, %d and at %d, %d",
            (int)desc->from.x + 1, (int)desc->from.y + 1, (int)desc->to.x + 1,
            (int)desc->to.y + 1);
  la_status_check(L, why);
}

/* ---- methods of the map ---------------------------------------------------------------------- */

/* map:link{ from =, to =, cost =, one_way =, open =, class = } -> link */
static int map_link(lua_State *L) {
  LinkDraft draft;
  astar_status why = ASTAR_OK;
  la_map *map = la_map_edit(L, 1);
  lua_settop(L, 2);
  link_read(L, map, &draft);
  la_child *child = la_child_new(L, 1, &la_link_type);
  la_map_edit(L, 1);
  astar_link *link = astar_link_new(map->map, &draft.desc, &why);
  if (link == NULL) {
    la_child_forget(L, 1, child);
    link_refuse(L, &draft.desc, why);
  }
  la_child_open(child, link);
  return 1;
}

static int map_links(lua_State *L) {
  return la_child_iterate(L, &la_link_type);
}

const luaL_Reg la_link_map_methods[] = {
  { "link", map_link }, { "links", map_links }, { NULL, NULL }
};

/* ---- methods of paths ------------------------------------------------------------------------ */

/* path:link(i) -> the link by which the path comes to its cell i; nil: by a step, or the link was
** removed since. */
static int path_link(lua_State *L) {
  const astar_path *path = la_path_self(L);
  la_map *map = la_path_map(L);
  int32_t length = astar_path_length(path);
  int32_t index = (int32_t)la_integer(la_arg(L, 2, "index"), 1, length);
  la_child_push_link(L, 1, map, astar_path_link(path, index - 1));
  return 1;
}

const luaL_Reg la_link_path_methods[] = { { "link", path_link }, { NULL, NULL } };

/* ---- methods --------------------------------------------------------------------------------- */

static astar_link *link_check(lua_State *L) {
  return la_child_check(L, 1, &la_link_type)->object;
}

static int link_open(lua_State *L) {
  return la_done(L, astar_link_set_open(la_child_edit(L, 1, &la_link_type)->object, true));
}

static int link_close(lua_State *L) {
  return la_done(L, astar_link_set_open(la_child_edit(L, 1, &la_link_type)->object, false));
}

static int link_set_cost(lua_State *L) {
  astar_link *link = la_child_edit(L, 1, &la_link_type)->object;
  int32_t cost = (int32_t)la_integer(la_arg(L, 2, "cost"), 1, ASTAR_MAX_COST);
  return la_done(L, astar_link_set_cost(link, cost));
}

/* link:ends() -> x1, y1, x2, y2 */
static int link_ends(lua_State *L) {
  astar_link_desc desc = astar_link_description(link_check(L));
  return la_push_cell(L, desc.from) + la_push_cell(L, desc.to);
}

static int link_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_link_type);
  la_status_check(L, astar_link_remove(child->object));
  la_child_forget(L, 1, child);
  return 0;
}

/* ---- fields ---------------------------------------------------------------------------------- */

LA_GETTER(link_cost, lua_pushinteger, astar_link_description(link_check(L)).cost)
LA_GETTER(link_is_open, lua_pushboolean, !astar_link_description(link_check(L)).closed)
LA_GETTER(link_one_way, lua_pushboolean, astar_link_description(link_check(L)).one_way)

static void link_describe(lua_State *L, const void *link) {
  astar_link_desc desc = astar_link_description(link);
  lua_pushfstring(L, "%d, %d %s %d, %d, cost %d%s", (int)desc.from.x + 1, (int)desc.from.y + 1,
                  desc.one_way ? "to" : "and", (int)desc.to.x + 1, (int)desc.to.y + 1,
                  (int)desc.cost, desc.closed ? ", closed" : "");
}

const luaL_Reg la_link_methods[] = {
  { "open", link_open }, { "close", link_close }, { "set_cost", link_set_cost },
  { "ends", link_ends }, { "remove", link_remove },
  { "__tostring", la_child_tostring },
  { NULL, NULL }
};

const la_field la_link_fields[] = {
  { "cost", link_cost, NULL }, { "is_open", link_is_open, NULL },
  { "one_way", link_one_way, NULL }, { "removed", la_child_removed, NULL }, { NULL, NULL, NULL }
};

const la_type la_link_type = { .name = "link", .describe = link_describe };
