#include "phase.h"

#include "../base/assert.h"
#include "any_angle.h"
#include "astar_search.h"
#include "backward_search.h"
#include "blocked_start.h"
#include "crossing.h"
#include "engine_choice.h"
#include "goal.h"
#include "heuristic.h"
#include "outdated.h"
#include "path_builder.h"
#include "targets.h"
#include "trace.h"

#define RESTARTS_MAX 3

/* ---- from phase to phase --------------------------------------------------------------------- */

static void phase_end(astar_search *search, astar_status status) {
  search->progress.phase = PHASE_END;
  search->status = status;
  search_give_back(search);
}

static void begin_again(astar_search *search) {
  search_give_back(search);
  view_clear(&search->view);
  search->progress.phase = PHASE_BEGIN;
}

/* From here on units count, until it is to be found out whether they are the reason. */
static void heed_units(astar_search *search) {
  if (search->progress.without_units) search->query.occupancy = true;
  search->progress.without_units = false;
}

/* Of terrain it is known whether there is a way if nobody is in it, unless that takes too long. Of
** what the caller's functions say it is not: then the search is made once more, without units. */
static bool is_doubtful(const astar_search *search) {
  return search->query.extra_cost != NULL || search->targets.request.accepts != NULL ||
         (search->targets.request.wanted > 0 && search->targets.reach_unknown);
}

static void ignore_units(astar_search *search) {
  search->progress.without_units = true;
  search->query.occupancy = false;
  begin_again(search);
}

/* A path was found, or why there is none. */
static void phase_answer(astar_search *search, astar_status status) {
  if (search->progress.without_units && has_path(status)) status = ASTAR_CROWDED;
  else if (status == ASTAR_CROWDED && !search->progress.without_units && is_doubtful(search)) {
    ignore_units(search);
    return;
  }
  search->progress.outcome = status;
  if (has_path(status)) search->progress.phase = PHASE_BUILD_PATH;
  else phase_end(search, status);
}

/* The start is as good as the goal. */
static void answer_at_start(astar_search *search, astar_status status) {
  search->arrival = (Arrival){ .node = search->start };
  search->bound = 0;
  search->engine = NULL;
  phase_answer(search, status);
}

/* What it rests on has changed. */
static void phase_restart(astar_search *search) {
  if (search->progress.restarts == RESTARTS_MAX) {
    phase_end(search, ASTAR_CHANGING);
    return;
  }
  search->progress.restarts++;
  heed_units(search);
  begin_again(search);
}

/* ---- PHASE_BEGIN ----------------------------------------------------------------------------- */

static void phase_forget(astar_search *search) {
  if (starts_blocked(search)) blocked_start_forget(search);
  search->bound = UINT32_MAX;
  search->way.turn_count = 0;
  search->engine = NULL;
  search->overflowed = false;
  if (search->bare_attempt == BARE_ATTEMPT_ACTIVE) search->bare_attempt = BARE_ATTEMPT_NONE;
  search->scratch->backward.active = false;
  goal_set(search);
}

/* OK: the query can be searched for. */
static astar_status phase_make_view(astar_search *search) {
  astar_map *map = search->map;
  if (search->query.turn_cost > 0 && !turn_search_fits(&map->grid)) return ASTAR_LIMIT;
  astar_status status = view_make(&search->view, map, &search->query, &search->scratch->view);
  if (status != ASTAR_OK) return status;
  if (!goal_take_places(search)) return ASTAR_NO_MEMORY;
  if (search->scratch->view.taken.count > 0) search->view.bare = false;
  Plane *plane = search->view.plane;
  search->progress.edits_seen = edits_position(plane);
  search->progress.class_version = plane->class_version;
  if (!engine_choice_allows(search)) return ASTAR_UNSUITED;
  return plane->kind[search->start] != 0 ? ASTAR_OK : blocked_start_begin(search);
}

/* OK: there is a way over the terrain to what is searched for, which may be another cell now. */
static astar_status phase_find_goal(astar_search *search) {
  if (!goal_find_reach(search)) return ASTAR_NO_MEMORY;
  GoalArea area = search_goal_area(search);
  astar_status status =
    goal_find_way(search->view.plane, search, &search->scratch->reachable, &area);
  if (status == ASTAR_OK || !search->query.partial) return status;
  goal_retarget(search);
  return ASTAR_OK;
}

static bool starts_at_goal(const astar_search *search) {
  return goal_has(search, search->start_x, search->start_y);
}

static void phase_begin(astar_search *search) {
  phase_forget(search);
  bool several = search->targets.request.wanted > 0;
  astar_status status = phase_make_view(search);
  if (status == ASTAR_OK && !several && starts_at_goal(search)) {
    answer_at_start(search, ASTAR_OK);
    return;
  }
  if (status == ASTAR_OK) status = several ? targets_begin(search) : phase_find_goal(search);
  if (status != ASTAR_OK) phase_answer(search, status);
  else if (!several && starts_at_goal(search)) answer_at_start(search, ASTAR_PARTIAL);
  else search->progress.phase = PHASE_ENGINE;
}

/* ---- PHASE_ENGINE ---------------------------------------------------------------------------- */

/* Dead ends are not skipped if links may lead out of them, or if the nearest cell reached is
** wanted: it may lie in one. */
static void filter_dead_ends(astar_search *search) {
  const View *view = &search->view;
  const DeadEnds *dead_ends = view->plane->dead_ends;
  bool several = search->targets.request.wanted > 0;
  bool layered_partial = search->query.partial && !view->bare;
  search->dead_end_filter.area_of = NULL;
  if (dead_ends == NULL || several || view->exits != NULL || layered_partial ||
      search->query.extra_cost != NULL || search->progress.restarts > 0)
    return;
  search->dead_end_filter = dead_ends_filter(dead_ends, view->kind, search->start,
                                             search->goal.cells);
}

/* What the goal that was found is worth. */
static astar_status phase_arrived(const astar_search *search) {
  return search->goal.aim == AIM_ACCEPTED ? ASTAR_OK : ASTAR_PARTIAL;
}

/* RUNNING: the engine is ready. */
static astar_status take_engine(astar_search *search) {
  search_stop_engine(search);
  astar_status status = engine_choice_make(search);
  filter_dead_ends(search);
  if (status != ASTAR_OK) return status;
  search_start_engine(search);
  if (!crossings_begin(search)) return ASTAR_NO_MEMORY;
  if (search->engine->try_direct != NULL) {
    status = search->engine->try_direct(search);
    if (status != ASTAR_RUNNING) return status == ASTAR_OK ? phase_arrived(search) : status;
  }
  bool layered = !search->view.bare && search->bare_attempt != BARE_ATTEMPT_ACTIVE;
  bool composes = layered && search->cost_cache == NULL;
  if (composes && !view_begin_penalties(&search->view)) return ASTAR_NO_MEMORY;
  if (layered && !backward_search_begin(search)) return ASTAR_NO_MEMORY;
  uint32_t f = search_f(search, 0, search->start_x, search->start_y);
  if (f == UINT32_MAX) return ASTAR_LIMIT;
  search->landmarks = landmarks_seen(search);
  status = search->engine->begin(search, f);
  return status == ASTAR_OK ? ASTAR_RUNNING : status;
}

static void phase_choose(astar_search *search) {
  astar_status status = take_engine(search);
  if (status == ASTAR_RUNNING) search->progress.phase = PHASE_RUN;
  else phase_answer(search, status);
}

/* ---- PHASE_RUN ------------------------------------------------------------------------------- */

static astar_status run_engine(astar_search *search, uint32_t until) {
  return search->query.trace ? trace_run(search, until) : search->engine->run(search, until);
}

/* Both sides in turn, until one of them knows. */
static astar_status run_both(astar_search *search, uint32_t until) {
  const BackwardSearch *backward = &search->scratch->backward;
  astar_status status = ASTAR_RUNNING;
  while (status == ASTAR_RUNNING && backward->active && backward->next_at <= until) {
    status = run_engine(search, backward->next_at);
    if (status == ASTAR_RUNNING) status = backward_search_advance(search);
  }
  return status == ASTAR_RUNNING ? run_engine(search, until) : status;
}

/* It may write from here on; see memory_steady. */
static void phase_touch(const astar_search *search) {
  memory_touch(search->nodes.words);
}

void search_run(astar_search *search, uint32_t until) {
  phase_touch(search);
  if (until > search->budget) until = search->budget;
  bool both = search->scratch->backward.active;
  search->progress.ran = both ? run_both(search, until) : run_engine(search, until);
}

/* Was a unit in the way? A cost cache may have known what it composed for an earlier search. */
static bool met_units(const astar_search *search) {
  const CostCache *cache = search->cost_cache;
  if (search->targets.request.wanted > 0 && search->targets.met_units) return true;
  if (cache != NULL && crossing_met_units(search)) return true;
  return cache != NULL ? cost_cache_met_units(cache, &search->view, &search->nodes)
                       : search->view.met_units;
}

/* The engine came to an end: what is the outcome of the search? */
static astar_status phase_conclude(astar_search *search, astar_status status) {
  if (status == ASTAR_OK) return phase_arrived(search);
  bool several = search->targets.request.wanted > 0;
  if (status == ASTAR_UNREACHABLE && met_units(search))
    status = several ? targets_why(search) : ASTAR_CROWDED;
  bool short_of = status == ASTAR_UNREACHABLE || status == ASTAR_CROWDED || status == ASTAR_BUDGET;
  if (!short_of || !search->query.partial) return status;
  goal_fall_back(search);
  if (search->engine->write_way != NULL) search->engine->write_way(search);
  return ASTAR_PARTIAL;
}

/* ---- PHASE_BUILD_PATH ------------------------------------------------------------------------ */

/* Do units stand on what was collected by now? OK, CHANGING, NO_MEMORY. */
static astar_status check_units(astar_search *search) {
  bool counts = search->query.unit != NULL && search->query.occupancy;
  if (!search->progress.suspended || !counts) return ASTAR_OK;
  bool same, several = search->targets.request.wanted > 0;
  astar_status status = path_builder_find_units(search, &same);
  if (status != ASTAR_OK || same) return status;
  bool open = several ? targets_are_open(search) : path_builder_is_open(search, &search->way);
  return open ? ASTAR_OK : ASTAR_CHANGING;
}

/* Records what explains the path while all that it rests on is still there. False: no memory. */
static bool phase_explain(astar_search *search) {
  if (!search->query.explain) return true;
  bool several = search->targets.request.wanted > 0;
  return several ? targets_explain(search) : path_builder_explain(search, &search->way);
}

/* Did it search as if there were no layers and links, and is a layer on the way, or may a link lead
** along a better one? The way to the nearest cell that was reached is cut off before it. */
static bool bare_attempt_fails(astar_search *search) {
  if (search->bare_attempt != BARE_ATTEMPT_ACTIVE) return false;
  if (search->way.turn_count > 0) return !any_angle_is_undisturbed(search);
  bool found = search->goal.aim != AIM_REACHED;
  if (found && search->crossings.least <= search->bound) return true;
  int32_t good = path_builder_undisturbed(search);
  if (good == search->way.length) return false;
  if (search->goal.aim != AIM_REACHED) return true;
  path_builder_cut(search, good);
  return false;
}

/* OK; CHANGING: a unit is on the path; NO_MEMORY, LIMIT. Of several goals each way has its cost. */
static astar_status phase_check(astar_search *search) {
  bool several = search->targets.request.wanted > 0;
  bool counted = search->goal.aim != AIM_REACHED && search->exact && search->way.turn_count == 0;
  ASTAR_ASSERT(several || !counted || search->bound == path_builder_cost(search));
  if (!several && !counted) search->way.cost = path_builder_cost(search);
  astar_status status = check_units(search);
  if (status == ASTAR_OK && !phase_explain(search)) status = ASTAR_NO_MEMORY;
  return status == ASTAR_OK && starts_blocked(search) ? blocked_start_build_path(search) : status;
}

/* Pulls a path that was found in steps straight, if it is to have lines. OK, NO_MEMORY, or
** CANCELLED. */
static astar_status phase_straighten(astar_search *search) {
  if (!search->query.any_angle || search->way.turn_count > 0) return ASTAR_OK;
  if (!any_angle_straighten(search)) return ASTAR_NO_MEMORY;
  return search->view.aborted ? ASTAR_CANCELLED : ASTAR_OK;
}

static void phase_build_path(astar_search *search) {
  bool several = search->targets.request.wanted > 0;
  if (!(several ? targets_build_paths(search) : path_builder_collect(search))) {
    phase_end(search, ASTAR_NO_MEMORY);
    return;
  }
  if (bare_attempt_fails(search)) {
    search->bare_attempt = BARE_ATTEMPT_FAILED;
    search->bound = UINT32_MAX;
    search->way.turn_count = 0;
    search->progress.phase = PHASE_ENGINE;
    return;
  }
  astar_status status = phase_straighten(search);
  if (status == ASTAR_OK) status = phase_check(search);
  if (status == ASTAR_CHANGING) phase_restart(search);
  else phase_end(search, status == ASTAR_OK ? search->progress.outcome : status);
}

/* ---- the phases in turn ---------------------------------------------------------------------- */

/*
** Goes on until an engine has to run, or the search is at its end. One of several searches chooses
** its engine when it is its turn to run: where they run one after the other they all use the same
** memory, of which much is still in the caches. So without `chooses` it stops there.
*/
static void phase_go_on(astar_search *search, bool chooses) {
  for (;;) {
    switch (search->progress.phase) {
      case PHASE_BEGIN: phase_begin(search); break;
      case PHASE_ENGINE:
        if (!chooses) {
          search_give_back(search);
          return;
        }
        phase_choose(search);
        break;
      case PHASE_BUILD_PATH: phase_build_path(search); break;
      case PHASE_RUN: case PHASE_END: return;
    }
  }
}

void search_begin(astar_search *search) {
  heed_units(search);
  search->progress.phase = PHASE_BEGIN;
  search->status = ASTAR_RUNNING;
  phase_go_on(search, !search->progress.parallel);
}

/* Without memory it begins again, and finds that out then. */
static bool links_hold(astar_search *search) {
  return view_follow_links(&search->view) == ASTAR_OK;
}

/* Brings a search that may have been suspended up to date. */
static void phase_resume(astar_search *search) {
  astar_status status;
  if (!search_is_whole(search)) {
    phase_end(search, ASTAR_CANCELLED);
    return;
  }
  Plane *plane = plane_get(search->map, search->query.cls, search->query.player, &status);
  bool bounds_hold = plane != NULL && view_bounds_hold(&search->view);
  if (plane == NULL) {
    phase_end(search, status);
  } else if (search->progress.phase == PHASE_ENGINE) {
    if (!search_edited(search) && bounds_hold && links_hold(search)) return;
    heed_units(search);
    begin_again(search);
  } else if (search_outdated(search) || !bounds_hold || !links_hold(search)) {
    phase_restart(search);
  } else if (search->engine->resume != NULL) {
    status = search->engine->resume(search);
    if (status == ASTAR_CHANGING) phase_restart(search);
    else if (status != ASTAR_RUNNING) phase_end(search, status);
  }
}

bool search_prepare(astar_search *search) {
  if (search->progress.phase == PHASE_END) return false;
  phase_touch(search);
  phase_resume(search);
  phase_go_on(search, true);
  bool several = search->targets.request.wanted > 0;
  if (several && search->progress.phase == PHASE_RUN && !targets_prepare(search))
    phase_end(search, ASTAR_NO_MEMORY);
  return search->progress.phase == PHASE_RUN;
}

void search_finish(astar_search *search) {
  phase_touch(search);
  bool out_of_budget = search->progress.ran == ASTAR_RUNNING && search->expanded >= search->budget;
  if (search->progress.ran == ASTAR_RUNNING && !out_of_budget) return;
  phase_answer(search, phase_conclude(search, out_of_budget ? ASTAR_BUDGET : search->progress.ran));
  phase_go_on(search, !search->progress.parallel);
}

void search_end_early(astar_search *search) {
  phase_touch(search);
  search->goal.aim = AIM_REACHED;
  phase_answer(search, ASTAR_PARTIAL);
  phase_go_on(search, !search->progress.parallel);
}
