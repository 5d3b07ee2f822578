/*
** Searches for paths: every engine, whatever a query says, on random worlds that change. Questions
** about more than one path are in questions.c, fields in fields.c.
*/
#include "limits.h"

ON_WORLDS(cells_cost_what_the_layers_add_up_to, 500, SMALL, examine_costs)
ON_WORLDS(searches_find_the_cheapest_path, 3000, SMALL, examine_found)
ON_WORLDS(the_cheapest_path_is_found_on_larger_maps, 150, LARGE, examine_found)
ON_WORLDS(the_cheapest_path_is_found_for_units_of_any_size, 200, WIDE, examine_found)
ON_WORLDS(partial_paths_end_at_the_nearest_cell, 2000, SMALL, examine_partial)
ON_WORLDS(searches_in_steps_find_the_same_path, 1500, SMALL, examine_steps)
ON_WORLDS(weighted_searches_keep_to_their_bound, 1500, SMALL, examine_bounded)
ON_WORLDS(searches_keep_to_their_budget, 1000, SMALL, examine_budget)
ON_WORLDS(landmarks_and_dead_ends_change_no_path, 1500, SMALL, examine_prepared)
ON_WORLDS(edits_count_for_searches_under_way, 3000, SMALL, examine_edited)
ON_WORLDS(paths_are_cut_and_priced_again, 1000, SMALL, examine_cut)
ON_WORLDS(what_is_reachable_needs_no_search, 2000, SMALL, examine_reachable)
ON_WORLDS(tickets_are_answered_alike, 1000, SMALL, examine_queued)

TEST(every_engine_answers_or_objects) {
  for (EACH_CASE(seed, 3000)) try_world(seed % 10 ? &SMALL : &WIDE, examine_named);
  for (EACH_CASE(seed, 400)) try_world(&LARGE, examine_named);
  CHECK(answered[ASTAR_ENGINE_ASTAR] > 3000 && answered[ASTAR_ENGINE_JPSW] > 1500);
  CHECK(answered[ASTAR_ENGINE_JPS] > 100 && answered[ASTAR_ENGINE_JPS_LAYERS] > 50);
  CHECK(answered[ASTAR_ENGINE_TURN] > 200);
}

TEST(searches_that_end_early_keep_to_their_bound) {
  for (EACH_CASE(seed, 700)) try_world(&LARGE, examine_ended_early);
  CHECK(ended_early > 100);
}

TEST(no_cost_is_too_large_for_its_number) {
  memset(answered, 0, sizeof answered);
  for (EACH_CASE(seed, 12)) try_limits(seed);
  CHECK(limits_met > 36);
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_DIJKSTRA; engine++)
    CHECK(answered[engine] > 0);
}

TEST(all_was_tried) {
  int32_t untried = 0;
  for (int32_t size = 1; size <= ASTAR_MAX_SIZE; size++) untried += sizes[size] == 0;
  CHECK(untried < 12 && edited > 1000 && cuts > 300 && partial_ends > 500 && queued > 1000 &&
        blocked_starts > 300);
  CHECK(units_seen * 20 < edited);
}

int main(void) { return run_tests(); }
