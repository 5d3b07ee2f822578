#include "renamed.h"

#include "blame.h"

#include <string.h>

typedef struct Renamed {
  const char *was, *now;
} Renamed;

typedef struct RenamedMember {
  const char *type, *was, *now;     /* with what stands before a name */
} RenamedMember;

/* A word that still is a name elsewhere may stand here: it is looked up only where it is none. */
static const Renamed words[] = {
  { "extra", "extra_cost" }, { "turn", "turn_cost" }, { "weight", "heuristic_weight" },
  { "search", "engine" }, { "collisions", "avoidance" }, { "aside", "keep_right" },
  { "sidestep", "yield" }, { NULL, NULL }
};

static const RenamedMember members[] = {
  { "map", ":reach", ":reach_field" }, { "map", ":flee", ":flee_field" },
  { "map", ":request", ":request_path" }, { "unit", ":request", ":request_path" },
  { "player", ":look", ":end_sight" }, { "player", ":broken", ":blocked_units" },
  { "unit", ":follow", ":follow_path" },
  { "unit", ".collisions", ".avoidance" }, { NULL, NULL, NULL }
};

const char *la_renamed_word(const char *was) {
  for (const Renamed *one = words; one->was != NULL; one++)
    if (strcmp(one->was, was) == 0) return one->now;
  return NULL;
}

void la_renamed_member(lua_State *L, const char *type, const char *was) {
  for (const RenamedMember *one = members; one->type != NULL; one++)
    if (strcmp(one->type, type) == 0 && strcmp(one->was + 1, was) == 0)
      la_blame_error(L, "%s%s is called %s%s now", type, one->was, type, one->now);
}
