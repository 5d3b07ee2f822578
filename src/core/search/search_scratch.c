#include "search_scratch.h"

#include "../base/assert.h"

#define SEARCH_SCRATCHES_MOST 5     /* that the map keeps */

void search_scratch_clear_backward(BackwardSearch *backward) {
  cellset_clear(&backward->seen);
  backward->count = backward->done = 0;
  backward->active = false;
}

static void search_scratch_free(SearchScratch *scratch, astar_map *map) {
  BackwardSearch *backward = &scratch->backward;
  view_scratch_free(&scratch->view, map);
  cellset_free(&backward->seen, map);
  memory_free(&map->memory, backward->cells, backward->capacity * sizeof *backward->cells);
  reachability_free(&scratch->reachable, &map->memory);
  memory_free(&map->memory, scratch->paid, scratch->paid_capacity * sizeof *scratch->paid);
  memory_free(&map->memory, scratch->ties, scratch->tie_capacity * sizeof *scratch->ties);
  memory_free(&map->memory, scratch, sizeof *scratch);
}

SearchScratch *search_scratch_take(astar_map *map) {
  SearchScratch *scratch = map->search_scratches;
  if (scratch == NULL) return memory_new(&map->memory, sizeof *scratch);
  ASTAR_ASSERT(scratch->view.taken.count == 0 && scratch->backward.seen.count == 0);
  map->search_scratches = scratch->next;
  map->search_scratch_count--;
  return scratch;
}

void search_scratch_give(SearchScratch *scratch, astar_map *map) {
  if (scratch == NULL) return;
  taken_reset(&scratch->view.taken, map);
  search_scratch_clear_backward(&scratch->backward);
  if (map->search_scratch_count == SEARCH_SCRATCHES_MOST) {
    search_scratch_free(scratch, map);
    return;
  }
  if (map->search_scratches != NULL) view_scratch_shrink(&map->search_scratches->view, map);
  scratch->next = map->search_scratches;
  map->search_scratches = scratch;
  map->search_scratch_count++;
}

const char *search_scratch_validate(const SearchScratch *scratch, const astar_map *map) {
  const char *wrong = claims_validate(&scratch->view.claims, map);
  if (wrong == NULL) wrong = taken_validate(&scratch->view.taken, map);
  return wrong == NULL ? cellset_validate(&scratch->backward.seen, map) : wrong;
}

void search_scratches_free(astar_map *map) {
  while (map->search_scratches != NULL) search_scratch_free(search_scratch_take(map), map);
}
