/*
** An engine *objects* to a search for which it is not exact. Engines that do not object give the
** same path, so the choice among them affects only the time.
*/
#include "engine_choice.h"

#include "anya_search.h"
#include "astar_search.h"
#include "jps_layers.h"
#include "jps_search.h"
#include "jpsw_search.h"

static const char *turn_search_objection(const astar_search *search) {
  return search->query.turn_cost == 0 ? "turning costs nothing" : NULL;
}

typedef struct EngineRule {
  const Engine *engine;
  const char *(*objection)(const astar_search *search);
  const char *word;
} EngineRule;

static const EngineRule candidates[] = {
  [ASTAR_ENGINE_AUTO] = { NULL, NULL, "auto" },
  [ASTAR_ENGINE_ASTAR] = { &ASTAR_SEARCH, NULL, "astar" },
  [ASTAR_ENGINE_JPS] = { &JPS_SEARCH, jps_search_objection, "jps" },
  [ASTAR_ENGINE_JPS_LAYERS] = { &JPS_LAYERS, jps_layers_objection, "jps_layers" },
  [ASTAR_ENGINE_JPSW] = { &JPSW_SEARCH, jpsw_search_objection, "jpsw" },
  [ASTAR_ENGINE_TURN] = { &TURN_SEARCH, turn_search_objection, "turn" },
  [ASTAR_ENGINE_DIJKSTRA] = { &FLOOD_SEARCH, flood_search_objection, "dijkstra" },
  [ASTAR_ENGINE_ANYA] = { &ANYA_SEARCH, anya_search_objection, "anya" },
  [ASTAR_ENGINE_NONE] = { NULL, NULL, "none" }
};

const char *astar_engine_name(astar_engine engine) {
  return (unsigned)engine <= ASTAR_ENGINE_NONE ? candidates[engine].word : "unknown";
}

/* ---- the engine that was named --------------------------------------------------------------- */

bool engine_choice_allows(astar_search *search) {
  const EngineRule *named = &candidates[search->query.engine];
  search->exact = search_is_exact(search);
  search->objection = named->objection != NULL ? named->objection(search) : NULL;
  return search->objection == NULL;
}

static astar_status engine_choice_refuse(astar_search *search, const char *objection) {
  search->engine = NULL;
  search->objection = objection;
  return ASTAR_UNSUITED;
}

/* JPSW and JPS among layers work on what is found out about cells. */
static astar_status take_named(astar_search *search) {
  bool possible;
  astar_engine name = search->query.engine;
  search->engine = candidates[name].engine;
  if (name == ASTAR_ENGINE_ASTAR && search->query.turn_cost > 0) search->engine = &TURN_SEARCH;
  if (name != ASTAR_ENGINE_JPSW && name != ASTAR_ENGINE_JPS_LAYERS) return ASTAR_OK;
  astar_status status = jpsw_search_prepare(search, name == ASTAR_ENGINE_JPS_LAYERS, &possible);
  if (status != ASTAR_OK) return status;
  if (!possible)
    return engine_choice_refuse(search, "the map has too many patterns of 3 x 3 cells");
  if (name == ASTAR_ENGINE_JPSW) return ASTAR_OK;
  bool made = cost_cache_find_rough(search->cost_cache, &search->view, search->map->grid.cells,
                                    &possible);
  return made ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* ---- the fastest ----------------------------------------------------------------------------- */

/*
** Layers that only make steps costlier, or forbid them, cannot make a path cheaper. So if jump
** point search could answer without the layers, it first searches the plane alone, which takes
** almost no time. If no layer changes the cost of any step of that path, it is the canonical path
** with the layers too. With more than this many runs of claimed cells that happens in one case of
** twenty, which is not worth the search.
**
** Links may make a path cheaper. Where start and goal are connected without them, jump point search
** first does as if there were none, too: mostly no link can be of use, as the estimates show.
*/
#define BARE_ATTEMPT_CLAIMS 80

static bool engine_choice_may_try_bare(const astar_search *search) {
  const View *view = &search->view;
  bool only_worse = view->least_penalty == 0 && search->query.extra_cost == NULL;
  bool few_claims = view->scratch->claims.cells.count <= BARE_ATTEMPT_CLAIMS;
  return only_worse && few_claims && search->bare_attempt != BARE_ATTEMPT_FAILED;
}

static bool needs_links(const astar_search *search) {
  Cell goal = grid_cell(&search->map->grid, search->goal.cells.x, search->goal.cells.y);
  return search->view.exits != NULL &&
         !regions_connected(search->view.plane->regions, search->start, goal);
}

/* To jump point search every change of the plane is a reason to begin again: it is for the first
** attempt only. */
static bool engine_choice_jumps(astar_search *search) {
  bool as_is = search->view.bare && search->view.exits == NULL;
  if (search->progress.restarts > 0 || jps_search_needs(search) != NULL) return false;
  if (!as_is && (!engine_choice_may_try_bare(search) || needs_links(search))) return false;
  search->engine = &JPS_SEARCH;
  if (!as_is) search->bare_attempt = BARE_ATTEMPT_ACTIVE;
  return true;
}

/* The same for paths of straight lines, which lead over no links. */
static bool engine_choice_any_angle(astar_search *search) {
  bool bare = search->view.bare;
  if (search->view.exits != NULL) return false;
  if (search->progress.restarts > 0 || anya_search_needs(search) != NULL) return false;
  if (!bare && (search->query.partial || !engine_choice_may_try_bare(search))) return false;
  search->engine = &ANYA_SEARCH;
  if (!bare) search->bare_attempt = BARE_ATTEMPT_ACTIVE;
  return true;
}

/* A query that includes influence maps, even if these are 0 everywhere, will need a cost cache when
** one of them changes. Making a cost cache takes longer than a change may: so one is made now.
** False: no memory. */
static bool reserve_for_layers(astar_search *search) {
  astar_map *map = search->map;
  bool included = search->view.influence_total > 0 && !search->progress.parallel;
  bool made = !included || map->cost_caches != NULL || jpsw_search_objection(search) != NULL;
  return made || cost_cache_reserve(map);
}

/* A trace is plain A*'s, unless the query names another engine: that is what one learns from. */
static astar_status take_fastest(astar_search *search) {
  bool applies;
  if (search->query.trace) {
    search->engine = search->query.turn_cost > 0 ? &TURN_SEARCH : &ASTAR_SEARCH;
    return ASTAR_OK;
  }
  if (!reserve_for_layers(search)) return ASTAR_NO_MEMORY;
  search->engine = &ASTAR_SEARCH;
  if (search->query.turn_cost > 0) search->engine = &TURN_SEARCH;
  else if (flood_search_objection(search) == NULL && flood_search_pays(search))
    search->engine = &FLOOD_SEARCH;
  if (search->engine != &ASTAR_SEARCH || engine_choice_any_angle(search) ||
      engine_choice_jumps(search) || jpsw_search_objection(search) != NULL)
    return ASTAR_OK;
  bool jumps_to_exits = search->view.exits != NULL && search->progress.restarts == 0 &&
                        jps_layers_objection(search) == NULL;
  astar_status status = jpsw_search_prepare(search, jumps_to_exits, &applies);
  if (status != ASTAR_OK) return status;
  if (applies) search->engine = &JPSW_SEARCH;
  if (search->cost_cache == NULL) return ASTAR_OK;
  if (!jps_layers_pays(search, &applies)) return ASTAR_NO_MEMORY;
  if (applies) search->engine = &JPS_LAYERS;
  return ASTAR_OK;
}

astar_status engine_choice_make(astar_search *search) {
  search->exact = search_is_exact(search);
  return search->query.engine == ASTAR_ENGINE_AUTO ? take_fastest(search) : take_named(search);
}
