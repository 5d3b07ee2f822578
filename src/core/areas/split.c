#include "split.h"

#define NO_CHOKE UINT32_MAX

/* What a walk in depth over the areas knows of one of them. */
typedef struct AreaVisit {
  uint32_t order;                   /* the how many-th it was visited; 0: not yet */
  uint32_t low;                     /* the earliest that touches it, or any visited behind it */
  uint32_t by;                      /* the choke that it was reached by; NO_CHOKE: a walk began */
  uint32_t next;                    /* how many of its chokes have been tried */
  uint64_t size;                    /* cells of it and all visited behind it */
  uint64_t total;                   /* of the area where the walk began: cells visited */
} AreaVisit;

typedef struct AreaWalk {
  Division *division;
  AreaVisit *visits;
  uint32_t *visited;                /* areas, in their order */
  uint32_t count;
} AreaWalk;

static void split_visit(AreaWalk *walk, uint32_t area, uint32_t by) {
  walk->visited[walk->count++] = area;
  walk->visits[area] = (AreaVisit){ walk->count, walk->count, by, 0,
                                    walk->division->areas[area].size, 0 };
}

static uint32_t split_other(const Choke *choke, uint32_t area) {
  return choke->areas[choke->areas[0] == area];
}

/* Tries a choke of an area. Where the walk is then: one area on, in the same, or one back. */
static uint32_t split_walk_on(AreaWalk *walk, uint32_t area) {
  const Division *division = walk->division;
  const DivisionArea *at = &division->areas[area];
  AreaVisit *visit = &walk->visits[area];
  if (visit->next == at->chokes)
    return visit->by == NO_CHOKE ? NO_CHOKE : split_other(&division->chokes[visit->by], area);
  uint32_t number = division->choke_of[at->first + visit->next++];
  uint32_t other = split_other(&division->chokes[number], area);
  if (walk->visits[other].order == 0) {
    split_visit(walk, other, number);
    return other;
  }
  if (number != visit->by && walk->visits[other].order < visit->low)
    visit->low = walk->visits[other].order;
  return area;
}

/* Adds an area to the one from which it was reached. All that were reached from it are added. */
static void split_fold(AreaWalk *walk, uint32_t area) {
  const AreaVisit *visit = &walk->visits[area];
  if (visit->by == NO_CHOKE) return;
  Choke *choke = &walk->division->chokes[visit->by];
  uint32_t before = split_other(choke, area);
  AreaVisit *up = &walk->visits[before];
  up->size += visit->size;
  if (visit->low < up->low) up->low = visit->low;
  choke->splits = visit->low == visit->order;
  choke->sides[choke->areas[1] == area] = visit->size;
}

/* The other side, when it is known how many cells are connected in all. */
static void split_settle(AreaWalk *walk, uint32_t area) {
  AreaVisit *visit = &walk->visits[area];
  visit->total = visit->size;
  if (visit->by == NO_CHOKE) return;
  Choke *choke = &walk->division->chokes[visit->by];
  visit->total = walk->visits[split_other(choke, area)].total;
  choke->sides[choke->areas[0] == area] = visit->total - visit->size;
}

static void splits_walk(AreaWalk *walk) {
  size_t count = walk->division->area_count;
  for (uint32_t area = 0; area < count; area++) {
    if (walk->visits[area].order != 0) continue;
    split_visit(walk, area, NO_CHOKE);
    for (uint32_t at = area; at != NO_CHOKE;) at = split_walk_on(walk, at);
  }
  for (uint32_t i = walk->count; i > 0; i--) split_fold(walk, walk->visited[i - 1]);
  for (uint32_t i = 0; i < walk->count; i++) split_settle(walk, walk->visited[i]);
  for (size_t i = 0; i < walk->division->choke_count; i++) {
    Choke *choke = &walk->division->chokes[i];
    if (!choke->splits) choke->sides[0] = choke->sides[1] = 0;
  }
}

bool splits_find(Division *division) {
  Memory *memory = division->memory;
  size_t count = division->area_count;
  AreaWalk walk = { .division = division };
  walk.visits = memory_new(memory, count * sizeof *walk.visits);
  walk.visited = memory_raw(memory, count * sizeof *walk.visited);
  bool done = walk.visits != NULL && walk.visited != NULL;
  if (done) splits_walk(&walk);
  memory_free(memory, walk.visits, count * sizeof *walk.visits);
  memory_free(memory, walk.visited, count * sizeof *walk.visited);
  return done;
}
