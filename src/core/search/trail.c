#include "trail.h"

typedef struct Trail {
  const astar_search *search;
  Arrival arrival;
  int next_run;
  Run run;                          /* what is left of the present one; 0 steps: at the start */
} Trail;

static void next_run(Trail *trail) {
  Arrival *arrival = &trail->arrival;
  if (trail->next_run < arrival->run_count) {
    trail->run = arrival->runs[trail->next_run++];
    return;
  }
  Node node = trail->search->nodes.words[arrival->node];
  trail->run = (Run){ node_direction(node), node_run(node) };
  int32_t offset = direction_offset(&trail->search->map->grid, trail->run.direction);
  arrival->node -= (Cell)(offset * (int32_t)trail->run.steps);
}

bool trail_comes_before(const astar_search *search, const Arrival *a, const Arrival *b) {
  Trail one = { search, *a, 0, { 0, 0 } }, other = { search, *b, 0, { 0, 0 } };
  for (;;) {
    if (one.run.steps == 0) next_run(&one);
    if (other.run.steps == 0) next_run(&other);
    if (one.run.steps == 0 || other.run.steps == 0) return false;
    if (one.run.direction != other.run.direction)
      return one.run.direction < other.run.direction;
    uint32_t common = one.run.steps < other.run.steps ? one.run.steps : other.run.steps;
    one.run.steps -= common;
    other.run.steps -= common;
  }
}
