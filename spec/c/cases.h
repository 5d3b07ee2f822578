/*
** Random cases: a question to a random world (world.h), and what the oracle answers to it: the
** outcome of a search for a path, its cost and its cells.
*/
#ifndef CASES_H
#define CASES_H

#include "world.h"

typedef struct Case {
  World world;
  Question question;
  astar_cell start;
  astar_rect goal;
  bool consulted;                   /* what follows is there */
  Traces traces;
  Ground plain, standing, view;     /* the parts of the question */
  Oracle oracle;                    /* from the start, by the view */
  uint8_t *accepted;                /* cells that count as arrived */
  astar_status status;
  int32_t best;                     /* the cell where the path ends, or with `partial` would end;
                                    ** -1: there is none */
  astar_cell from;                  /* where the search begins: the start, or out of a closed one */
  int32_t out[64], out_length;      /* the cells of the line that leads there, that one left out */
  uint64_t out_cost;
} Case;

/* ---- goals ----------------------------------------------------------------------------------- */

/* Is a unit of that size at a cell as near to a goal as it has to be? */
static inline bool is_near_goal(const World *world, const Question *question, astar_rect goal,
                                astar_cell at) {
  int32_t within = question->query.within, size = question->walker->size;
  if (within == 0) return is_in(goal, at.x, at.y);
  if (level_of(world, at.x, at.y) != level_of(world, goal.x, goal.y)) return false;
  return rects_apart(world->grid, (astar_rect){ at.x, at.y, size, size }, goal) <= within;
}

/* The cells of others that keep their places: units that would make way, but not for one that
** stays. Of these only those count that cover a cell which the unit might cover at the goal. */
static inline void mark_keepers(const World *world, const Question *question,
                                const uint8_t *accepted, uint8_t *places) {
  int32_t size = question->walker->size;
  uint8_t *wide = new_marks(world);
  for (int32_t i = 0; i < cells_of(world); i++) {
    astar_cell at = cell_at(world, i);
    for (int32_t k = 0; k < size * size && accepted[i]; k++) {
      int32_t x = at.x + k % size, y = at.y + k / size;
      if (x < world->width && y < world->height) wide[y * world->width + x] = 1;
    }
  }
  for (int32_t i = 0; i < world->unit_count && question->unit != NULL; i++) {
    const Unit *unit = &world->units[i];
    astar_rect rect = footprint(world, unit);
    if (keeps_its_place(world, question, unit) &&
        covers(world, wide, rect.width, (astar_cell){ rect.x, rect.y })) mark(world, places, rect);
  }
  free(wide);
}

/* Where they are in the way of the unit. */
static inline void mark_kept_goals(const World *world, const Question *question,
                                   const uint8_t *accepted, uint8_t *kept) {
  int32_t size = question->walker->size;
  uint8_t *places = new_marks(world);
  mark_keepers(world, question, accepted, places);
  for (int32_t i = 0; i < cells_of(world); i++)
    kept[i] = covers(world, places, size, cell_at(world, i));
  free(places);
}

/* ---- why there is no way --------------------------------------------------------------------- */

static inline bool has_accepted(const Case *one, const Ground *open, const Oracle *near) {
  for (int32_t i = 0; i < cells_of(&one->world); i++) {
    if (!one->accepted[i]) continue;
    if (open != NULL && !open->places[i].open) continue;
    if (near == NULL || oracle_cost(near, i) != FAR) return true;
  }
  return false;
}

/* Is there a way from the start over a part of the ground? */
static inline bool has_way(const Case *one, const Ground *ground) {
  Oracle oracle = oracle_new(ground, one->oracle.start);
  bool found = has_accepted(one, NULL, &oracle);
  oracle_free(&oracle);
  return found;
}

/* True of the question: units are the reason only if without them there were a way. */
static inline astar_status reason(const Case *one) {
  if (!has_accepted(one, &one->plain, NULL)) return ASTAR_GOAL_BLOCKED;
  if (!has_way(one, &one->plain)) return ASTAR_UNREACHABLE;
  if (!has_accepted(one, &one->standing, NULL)) return ASTAR_GOAL_BLOCKED;
  Ground past = ground_of(&one->world, &one->question, &one->traces, PAST_UNITS, NULL);
  bool found = has_way(one, &past);
  ground_free(&past);
  return found ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
}

/* ---- the nearest cell ------------------------------------------------------------------------ */

/* How far a cell is from a rectangle, as if all ground were open; farther than any from one on
** another level. */
static inline int64_t as_if_open(const World *world, astar_rect rect, astar_cell at) {
  int32_t dx = larger(0, larger(rect.x - at.x, at.x - (rect.x + rect.width - 1)));
  int32_t dy = larger(0, larger(rect.y - at.y, at.y - (rect.y + rect.height - 1)));
  int64_t most = larger(dx, dy), both = dx + dy - most;
  if (level_of(world, rect.x, rect.y) != level_of(world, at.x, at.y)) return INT64_MAX;
  if (world->grid != ASTAR_GRID_SQUARE)
    return rects_apart(world->grid, (astar_rect){ at.x, at.y, 1, 1 }, rect);
  return world->straight * (most - both) + world->diagonal * both;
}

/* The cells around the goal that count as arrived, as a rectangle on its level; of hexagons the goal
** alone. */
static inline astar_rect near_rect(const Case *one) {
  astar_rect rect = one->goal;
  int32_t within = one->question.query.within, reach = within + one->question.walker->size - 1;
  if (within == 0 || one->world.grid != ASTAR_GRID_SQUARE) return rect;
  const World *world = &one->world;
  astar_rect level = { 0, 0, world->width, world->height };
  if (world->level_count > 0) level = world->levels[level_of(world, rect.x, rect.y)].rect;
  int32_t right = rect.x + rect.width + within, bottom = rect.y + rect.height + within;
  rect.x = larger(level.x, rect.x - reach);
  rect.y = larger(level.y, rect.y - reach);
  rect.width = -larger(-right, -(level.x + level.width)) - rect.x;
  rect.height = -larger(-bottom, -(level.y + level.height)) - rect.y;
  return rect;
}

/* The reachable cell nearest to the goal; among equally near ones the one nearer to the start, then
** the first in reading order. */
static inline int32_t nearest_cell(const Case *one) {
  const World *world = &one->world;
  astar_rect goal = near_rect(one), start = { one->from.x, one->from.y, 1, 1 };
  int32_t best = -1, size = one->question.walker->size;
  int64_t least = 0, back = 0;
  for (int32_t i = 0; i < cells_of(world); i++) {
    astar_cell at = cell_at(world, i);
    if (oracle_cost(&one->oracle, i) == FAR) continue;
    if (i != one->oracle.start && covers(world, one->traces.kept, size, at)) continue;
    int64_t far = as_if_open(world, goal, at), way = as_if_open(world, start, at);
    if (best >= 0 && (far > least || (far == least && way >= back))) continue;
    best = i;
    least = far;
    back = way;
  }
  return best;
}

/* ---- out of a closed start ------------------------------------------------------------------- */

/* Is there a way over the terrain, without links, to a cell that is accepted? */
static inline bool is_beside_goal(const Case *one, int32_t cell) {
  Ground ground = one->plain;
  ground.link_count = 0;
  Oracle oracle = oracle_new(&ground, cell);
  bool found = has_accepted(one, NULL, &oracle);
  oracle_free(&oracle);
  return found;
}

/* The free cell that is nearest to the start as the crow flies; of several one that is connected
** with the goal, then the first in reading order. -1: the level has none. */
static inline int32_t way_out(const Case *one) {
  const World *world = &one->world;
  astar_rect start = { one->start.x, one->start.y, 1, 1 };
  int32_t best = -1, size = one->question.walker->size;
  for (int32_t i = 0; i < cells_of(world); i++) {
    astar_cell at = cell_at(world, i);
    if (!one->plain.places[i].open || covers(world, one->traces.taken, size, at) ||
        covers(world, one->traces.kept, size, at)) continue;
    if (level_of(world, at.x, at.y) != level_of(world, start.x, start.y)) continue;
    int64_t far = as_if_open(world, start, at);
    int64_t least = best < 0 ? INT64_MAX : as_if_open(world, start, cell_at(world, best));
    if (far < least ||
        (far == least && is_beside_goal(one, i) && !is_beside_goal(one, best))) best = i;
  }
  return best;
}

/* The line there, of steps after which it is least far, and what it costs: into closed cells as
** over open ground. */
static inline void leave_blocked_start(Case *one) {
  const World *world = &one->world;
  astar_rect end = { one->from.x, one->from.y, 1, 1 };
  astar_cell at = one->start;
  while (at.x != end.x || at.y != end.y) {
    int best = -1;
    int64_t least = 0;
    for (int way = 0; way < WAYS; way++) {
      astar_cell next = { at.x + WAY_X[way], at.y + WAY_Y[way] };
      if (!is_neighbour(world->grid, at.x, at.y, way)) continue;
      int64_t far = as_if_open(world, end, next);
      if (best < 0 || far < least) best = way, least = far;
    }
    int32_t from = at.y * world->width + at.x;
    one->out[one->out_length++] = from;
    at = (astar_cell){ at.x + WAY_X[best], at.y + WAY_Y[best] };
    int32_t to = at.y * world->width + at.x;
    bool diagonal = best >= 4;
    if (one->plain.places[to].open) {
      Place from_place = one->view.places[from];
      one->view.places[from].seen = false;           /* a closed cell has no height to climb from */
      int64_t sum = one->view.places[to].sum[diagonal] + ground_slope(&one->view, from, to, best);
      one->view.places[from] = from_place;
      one->out_cost += at_least_one(sum);
    } else {
      bool squares = world->grid == ASTAR_GRID_SQUARE;
      one->out_cost += (uint64_t)(diagonal && squares ? world->diagonal : world->straight);
    }
  }
}

/* ---- the answer ------------------------------------------------------------------------------ */

static inline void forget(Case *one) {
  if (!one->consulted) return;
  traces_free(&one->traces);
  ground_free(&one->plain);
  ground_free(&one->standing);
  ground_free(&one->view);
  oracle_free(&one->oracle);
  free(one->accepted);
  one->consulted = false;
}

/* Works out what must be answered, for the world as it is now. */
static inline void consult(Case *one) {
  const World *world = &one->world;
  const Question *question = &one->question;
  int32_t start = one->start.y * world->width + one->start.x;
  uint8_t *kept = new_marks(world);
  forget(one);
  one->consulted = true;
  one->accepted = new_marks(world);
  for (int32_t i = 0; i < cells_of(world); i++)
    one->accepted[i] = is_near_goal(world, question, one->goal, cell_at(world, i));
  mark_kept_goals(world, question, one->accepted, kept);
  one->traces = traces_new(world, question);
  one->plain = ground_of(world, question, &one->traces, BY_TERRAIN, NULL);
  one->standing = ground_of(world, question, &one->traces, WITH_UNITS, kept);
  one->view = ground_of(world, question, &one->traces, WITH_ALL, kept);
  free(kept);
  one->best = -1;
  one->status = ASTAR_START_BLOCKED;
  one->from = one->start;
  one->out_length = 0;
  one->out_cost = 0;
  if (!one->plain.places[start].open) {
    int32_t out = question->query.partial ? way_out(one) : -1;
    if (out >= 0) start = out;
    one->from = cell_at(world, start);
    leave_blocked_start(one);
  }
  one->oracle = oracle_new(&one->view, start);
  if (!one->plain.places[start].open) return;
  for (int32_t i = 0; i < cells_of(world); i++) {
    uint64_t cost = oracle_cost(&one->oracle, i);
    if (!one->accepted[i] || cost == FAR) continue;
    if (one->best < 0 || cost < oracle_cost(&one->oracle, one->best)) one->best = i;
  }
  one->status = one->best >= 0 ? ASTAR_OK : reason(one);
  if (one->best < 0) one->best = nearest_cell(one);
  oracle_read(&one->oracle, one->best);
}

/* ---- making cases ---------------------------------------------------------------------------- */

/* A start where the class can stand, mostly. */
static inline void choose_ends(Case *one) {
  const World *world = &one->world;
  const Question *question = &one->question;
  for (int32_t tries = 0; tries < 20; tries++) {
    one->start = some_cell(world);
    if (chance(10) || place_on(world, question, false, one->start).open) break;
  }
  if (question->unit != NULL && chance(80)) one->start = astar_unit_cell(question->unit->object);
  one->goal = some_rect(world, chance(70) ? 1 : 4);
  one->question.query.within = chance(75) ? 0 : between(1, 3);
}

static inline void ask_again(Case *one) {
  forget(one);
  question_free(&one->question);
  make_question(&one->world, &one->question);
  if (one->question.extra != NULL) one->question.query.extra_user = &one->question;
  choose_ends(one);
}

static inline void case_free(Case *one) {
  forget(one);
  question_free(&one->question);
  world_free(&one->world);
}

/* ---- showing them ---------------------------------------------------------------------------- */

static inline void show_path(const char *what, const Case *one, const int32_t *cells,
                             int32_t length) {
  printf("  %s:", what);
  for (int32_t i = 0; i < length; i++)
    printf(" %d,%d", cells[i] % one->world.width, cells[i] / one->world.width);
  printf("\n");
}

/* Prints a case whose check has failed. */
static inline void show_case(const Case *one) {
  const World *world = &one->world;
  const astar_query *query = &one->question.query;
  const Walker *walker = one->question.walker;
  static const char *const grids[] = { "squares", "hexagons", "flat hexagons" };
  if (check_complaints > 3) return;
  printf("  %s, %d:%d, size %d, rule %d, player %d, %s, %d levels, %d links, %s\n",
         grids[world->grid], world->straight, world->diagonal, walker->size, walker->rule,
         one->question.player, one->question.unit != NULL ? "a unit" : "no unit",
         world->level_count, one->view.link_count, world->sloped ? "slopes" : "level");
  printf("  from %d,%d to %d,%d %dx%d within %d; heuristic %d x %d, turn %d, traffic %d,"
         " influences %d%s%s%s\n", one->start.x, one->start.y, one->goal.x, one->goal.y,
         one->goal.width, one->goal.height, query->within, query->heuristic,
         query->heuristic_weight, query->turn_cost, query->traffic_cost, query->influence_count,
         query->extra_cost != NULL ? ", callback" : "", query->claims ? ", claims" : "",
         query->occupancy ? ", occupancy" : "");
  for (int32_t y = 0; y < world->height; y++) {
    printf("   %s", world->grid == ASTAR_GRID_HEX && y % 2 ? " " : "");
    for (int32_t x = 0; x < world->width; x++) {
      const Place *place = &one->view.places[y * world->width + x];
      bool plain = one->plain.places[y * world->width + x].open;
      char letter = place->open ? ".:,%$"[place->terrain % 5] : plain ? 'u' : '#';
      if (x == one->start.x && y == one->start.y) letter = 'A';
      printf("%c%s", letter, world->grid == ASTAR_GRID_SQUARE ? "" : " ");
    }
    printf("\n");
  }
  printf("  expected %s", astar_status_name(one->status));
  if (one->best >= 0) {
    printf(", cost %llu\n", (unsigned long long)oracle_cost(&one->oracle, one->best));
    show_path("path", one, one->oracle.cells, one->oracle.length);
  } else printf("\n");
}

/* Checks something of a case; shows the case where it fails. */
#define CHECK_CASE(one, what) \
  ((what) || (check_that(false, #what, __FILE__, __LINE__), show_case(one), false))

#endif
