#include "renamed.h"

#include <string.h>

typedef struct Renamed {
  const char *was, *now;
} Renamed;

typedef struct RenamedMember {
  const char *type, *was, *now;
} RenamedMember;

/* A word that still is a name elsewhere may stand here: it is looked up only where it is none. */
static const Renamed words[] = {
  { "extra", "extra_cost" }, { "turn", "turn_cost" }, { "weight", "heuristic_weight" },
  { "search", "engine" }, { "collisions", "avoidance" }, { "aside", "keep_right" },
  { "sidestep", "yield" }, { NULL, NULL }
};

static const RenamedMember methods[] = {
  { "map", "reach", "reach_field" }, { "map", "flee", "flee_field" },
  { "map", "request", "request_path" }, { "unit", "request", "request_path" },
  { "player", "look", "end_sight" }, { "player", "broken", "blocked_units" },
  { "map", "snapshot", "save" }, { "unit", "follow", "follow_path" },
  { NULL, NULL, NULL }
};

const char *la_renamed_word(const char *was) {
  for (const Renamed *one = words; one->was != NULL; one++)
    if (strcmp(one->was, was) == 0) return one->now;
  return NULL;
}

static const RenamedMember fields[] = {
  { "unit", "collisions", "avoidance" }, { NULL, NULL, NULL }
};

/* The one that objects of `type` had by the name on top; NULL: there was none. */
static const RenamedMember *find(lua_State *L, const char *type, const RenamedMember *one) {
  const char *was = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  while (one->type != NULL && (strcmp(one->type, type) != 0 || strcmp(one->was, was) != 0)) one++;
  return one->type != NULL ? one : NULL;
}

void la_renamed_field(lua_State *L, const char *type) {
  const RenamedMember *one = find(L, type, fields);
  if (one != NULL) luaL_error(L, "%s.%s is called %s.%s now", type, one->was, type, one->now);
}

static int tell_method(lua_State *L) {
  const RenamedMember *one = lua_touserdata(L, lua_upvalueindex(1));
  return luaL_error(L, "%s:%s is called %s:%s now", one->type, one->was, one->type, one->now);
}

bool la_renamed_method(lua_State *L, const char *type) {
  const RenamedMember *one = find(L, type, methods);
  if (one == NULL) return false;
  lua_pushlightuserdata(L, (void *)(uintptr_t)one);
  lua_pushcclosure(L, tell_method, 1);
  return true;
}
