/*
** Scratch memory: the sets and arrays over cells with which a search and its view work, or a query
** without a search. The map keeps the last few that were given back, the most recent first. Making
** one takes longer than many searches, and claims that are marked in it are often the same for the
** next query.
**
** Invariant: in those that the map keeps only claims and units that stand are marked, and only the
** first holds arrays over cells of more than a bit each.
*/
#ifndef ASTAR_SEARCH_SCRATCH_H
#define ASTAR_SEARCH_SCRATCH_H

#include "../tables/reachability.h"
#include "../view/view.h"

/* What backward_search.h works with. */
typedef struct BackwardSearch {
  bool active;
  uint32_t stride, next_at;         /* looks at so many cells when so many nodes are expanded */
  int32_t rows;                     /* of the goal that have been added */
  CellSet seen;
  Cell *cells;                      /* those seen, in that order; so many are `done` */
  size_t count, done, capacity;
} BackwardSearch;

typedef struct SearchScratch {
  struct SearchScratch *next;       /* among those that the map keeps */
  ViewScratch view;
  BackwardSearch backward;
  Reachability reachable;                      /* from the start */
  Cell *ties;                       /* of jump point search: from where the goal is in sight */
  size_t tie_capacity;
  uint32_t *paid;                   /* per exit: the least cost at which its end was reached */
  size_t paid_capacity;
} SearchScratch;

/* NULL: no memory. */
SearchScratch *search_scratch_take(astar_map *map);
/* NULL does nothing. */
void search_scratch_give(SearchScratch *scratch, astar_map *map);
/* It has seen nothing, and is not active. */
void search_scratch_clear_backward(BackwardSearch *backward);
const char *search_scratch_validate(const SearchScratch *scratch, const astar_map *map);
void search_scratches_free(astar_map *map);

#endif
