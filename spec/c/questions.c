/*
** Questions about more than one path, each against its definition in the reference: the nearest of
** many goals, paths that differ, breaches, paths and lines in any direction.
*/
#include "flow.h"
#include "lines.h"
#include "paths.h"

/* ---- the nearest of many --------------------------------------------------------------------- */

enum { GOALS = 6 };

static int64_t found_goals, several_found, hunted, not_found[ASTAR_CANCELLED + 1];

/* The path to a goal ends in cell `end`: the cheapest one near enough, the first of several. */
typedef struct Reached { astar_cell goal; int32_t end; uint64_t cost; } Reached;

static Reached reach_goal(Case *one, astar_cell goal) {
  Reached reached = { goal, -1, FAR };
  for (int32_t i = 0; i < cells_of(&one->world); i++) {
    uint64_t cost = oracle_cost(&one->oracle, i);
    astar_rect rect = { goal.x, goal.y, 1, 1 };
    if (cost >= reached.cost ||
        !is_near_goal(&one->world, &one->question, rect, cell_at(&one->world, i))) continue;
    reached.end = i;
    reached.cost = cost;
  }
  return reached;
}

static bool is_nearer(const Reached *a, const Reached *b) {
  return a->cost != b->cost ? a->cost < b->cost : a->end < b->end;
}

static int order_reached(const void *a, const void *b) {
  return is_nearer(a, b) ? -1 : is_nearer(b, a);
}

/* Is there a place near one of the goals that is open on a part of the ground, and has a cost? */
static bool has_place(const Case *one, const Reached *goals, int32_t count, const Ground *open,
                      const Oracle *near) {
  for (int32_t k = 0; k < count; k++)
    for (int32_t i = 0; i < cells_of(&one->world); i++) {
      astar_rect rect = { goals[k].goal.x, goals[k].goal.y, 1, 1 };
      if (open != NULL && !open->places[i].open) continue;
      if (near != NULL && oracle_cost(near, i) == FAR) continue;
      if (is_near_goal(&one->world, &one->question, rect, cell_at(&one->world, i))) return true;
    }
  return false;
}

static bool has_way_to(const Case *one, const Reached *goals, int32_t count, Part part) {
  Ground ground = ground_of(&one->world, &one->question, &one->traces, part, NULL);
  Oracle oracle = oracle_new(&ground, one->oracle.start);
  bool has = has_place(one, goals, count, NULL, &oracle);
  oracle_free(&oracle);
  ground_free(&ground);
  return has;
}

/* What is true of the question where no goal can be reached: units are the reason only if without
** them one could. Of a kind of cells it is not told that there are none that can be entered. */
static astar_status reason_of_none(const Case *one, const Reached *goals, int32_t count,
                                   bool listed) {
  if (!one->plain.places[one->oracle.start].open) return ASTAR_START_BLOCKED;
  if (listed && !has_place(one, goals, count, &one->plain, NULL)) return ASTAR_GOAL_BLOCKED;
  if (!has_way_to(one, goals, count, BY_TERRAIN)) return ASTAR_UNREACHABLE;
  if (listed && !has_place(one, goals, count, &one->standing, NULL)) return ASTAR_GOAL_BLOCKED;
  return has_way_to(one, goals, count, PAST_UNITS) ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
}

/* A search for the nearest, in steps or from the queue. */
typedef struct Hunt {
  bool queued;
  astar_search *own;                /* that in steps */
  const astar_search *search;       /* that, or the ticket's */
  astar_ticket *ticket;
} Hunt;

static astar_status hunt_in_steps(const Case *one, const astar_target *target, Hunt *hunt) {
  astar_status status, why;
  hunt->own = astar_nearest_new(one->world.map, one->start.x, one->start.y, target,
                                &one->question.query, &why);
  hunt->search = hunt->own;
  CHECK(hunt->search != NULL && why == ASTAR_OK);
  do status = astar_search_step(hunt->own, chance(70) ? UINT32_MAX : (uint32_t)between(1, 9));
  while (status == ASTAR_RUNNING);
  return status;
}

/* The list of cells need not be there any more. */
static astar_status hunt_in_queue(const Case *one, const astar_target *target, Hunt *hunt) {
  astar_status why;
  astar_cell cells[GOALS];
  astar_target given = *target;
  if (target->cells != NULL) memcpy(cells, target->cells, sizeof cells);
  if (target->cells != NULL) given.cells = cells;
  hunt->ticket = astar_queue_request_nearest(one->world.map, one->start.x, one->start.y, &given,
                                             &one->question.query, 0, &why);
  CHECK(hunt->ticket != NULL && why == ASTAR_OK);
  memset(cells, 0, sizeof cells);
  while (astar_ticket_status(hunt->ticket) == ASTAR_RUNNING)
    CHECK(astar_queue_work(one->world.map, (uint32_t)between(1, 90), between(1, 2), NULL) ==
          ASTAR_OK);
  CHECK(map_validate(one->world.map) == NULL);
  hunt->search = astar_ticket_search(hunt->ticket);
  return astar_ticket_status(hunt->ticket);
}

/* Compares a search for the nearest with all goals that can be reached, the nearest first; `none`
** is the status where there are none. Goals whose paths end in the same cell may come in any order.
** */
static void check_nearest(Case *one, const astar_target *target, const Reached *list,
                          int32_t count, astar_status none) {
  static const astar_engine engines[] = { ASTAR_ENGINE_AUTO, ASTAR_ENGINE_ASTAR,
                                          ASTAR_ENGINE_AUTO };
  int32_t right = count < target->wanted ? count : target->wanted;
  bool may_queue = target->accepts == NULL && one->question.query.extra_cost == NULL;
  for (int32_t e = 0; e < 2 + may_queue; e++) {
    Hunt hunt = { .queued = e == 2 };
    one->question.query.engine = engines[e];
    astar_status status = hunt.queued ? hunt_in_queue(one, target, &hunt)
                                      : hunt_in_steps(one, target, &hunt);
    const astar_search *search = hunt.search;
    if (!CHECK_CASE(one, status == (count > 0 ? ASTAR_OK : none)))
      printf("  got %s instead of %s\n", astar_status_name(status), astar_status_name(none));
    not_found[status]++;
    int32_t found = status == ASTAR_OK ? astar_search_found(search) : 0;
    hunted += hunt.queued && found > 0;
    CHECK_CASE(one, found == right);
    astar_cell chosen[GOALS];
    for (int32_t i = 0; i < found && found == right; i++) {
      int32_t index;
      astar_cell goal = chosen[i] = astar_search_goal(search, i, &index);
      bool listed = false;
      for (int32_t k = 0; k < i; k++)
        CHECK_CASE(one, chosen[k].x != goal.x || chosen[k].y != goal.y);
      for (int32_t k = 0; k < count; k++)
        listed |= list[k].end == list[i].end && list[k].cost == list[i].cost &&
                  list[k].goal.x == goal.x && list[k].goal.y == goal.y;
      CHECK_CASE(one, listed);
      if (target->cells != NULL)
        CHECK(target->cells[index].x == goal.x && target->cells[index].y == goal.y);
      astar_path *path = malloc(astar_search_path_size(search, i));
      astar_search_path(search, i, path);
      one->best = list[i].end;
      oracle_read(&one->oracle, one->best);
      CHECK_CASE(one, is_path(one, path));
      free(path);
    }
    found_goals += found;
    several_found += found > 1;
    if (hunt.queued) astar_ticket_free(hunt.ticket);
    else astar_search_free(hunt.own);
  }
}

/* Some cells that a function accepts; on some maps none is. */
static int32_t accept_some(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)terrain;
  return (x * 7 + y * 13) % *(const int32_t *)user == 1;
}

/* A list of cells, a kind of terrain, what is unseen, or what a function accepts. */
static void examine_nearest(Case *one) {
  World *world = &one->world;
  astar_cell cells[GOALS];
  astar_target target = { .wanted = between(1, GOALS) };
  if (one->question.query.turn_cost > 0) return;
  one->goal = (astar_rect){ one->start.x, one->start.y, 1, 1 };
  consult(one);
  /* Units that would make way for one that passes are told apart at the goals. */
  for (int32_t i = 0; i < cells_of(world); i++) if (one->traces.kept[i]) return;
  Reached *list = malloc((size_t)(cells_of(world) + GOALS) * sizeof *list);
  int32_t kind = random_below(5), count = 0, start = one->oracle.start, divisor = between(5, 300);
  if (kind < 2) {
    target.cells = cells;
    target.cell_count = between(1, GOALS);
    for (int32_t i = 0; i < target.cell_count; i++) cells[i] = some_cell(world);
    for (int32_t i = 0; i < target.cell_count; i++) {
      bool again = false;
      for (int32_t k = 0; k < i; k++) again |= cells[k].x == cells[i].x && cells[k].y == cells[i].y;
      if (!again) list[count++] = reach_goal(one, cells[i]);
    }
  } else {
    target.terrain = kind == 2 ? between(PLAIN, KINDS) : 0;
    target.unseen = kind == 3;
    if (kind == 4) target.accepts = accept_some, target.user = &divisor;
    for (int32_t i = 0; i < cells_of(world); i++) {
      astar_cell at = cell_at(world, i);
      int32_t terrain = known_terrain(world, one->question.player, at.x, at.y);
      if (kind == 4 ? accept_some(&divisor, at.x, at.y, terrain) : terrain == target.terrain)
        list[count++] = reach_goal(one, at);
    }
  }
  astar_status none = reason_of_none(one, list, count, kind < 2);
  int32_t reached = 0;
  for (int32_t i = 0; i < count; i++)
    if (list[i].end >= 0 && one->plain.places[start].open) list[reached++] = list[i];
  qsort(list, (size_t)reached, sizeof *list, order_reached);
  check_nearest(one, &target, list, reached, none);
  free(list);
}

/* ---- the nearest free cell ------------------------------------------------------------------- */

static int64_t freed, none_free, evicted;

/* Could a unit of the question stand there, as far as its player knows? */
static bool is_free(const Case *one, const uint8_t *covered, int32_t cell) {
  astar_cell at = cell_at(&one->world, cell);
  return one->plain.places[cell].open &&
         !covers(&one->world, covered, one->question.walker->size, at) &&
         level_of(&one->world, at.x, at.y) == level_of(&one->world, one->start.x, one->start.y);
}

/* The definition: of all free cells of the level the one that is nearest as the crow flies, the
** first of several. */
static int32_t nearest_free(const Case *one, const uint8_t *covered) {
  const World *world = &one->world;
  astar_rect start = { one->start.x, one->start.y, 1, 1 };
  int32_t best = -1;
  for (int32_t i = 0; i < cells_of(world); i++)
    if (is_free(one, covered, i) &&
        (best < 0 || as_if_open(world, start, cell_at(world, i)) <
                       as_if_open(world, start, cell_at(world, best)))) best = i;
  return best;
}

static void examine_free(Case *one) {
  World *world = &one->world;
  astar_query *query = &one->question.query;
  astar_cell got;
  query->within = 0;
  query->extra_cost = NULL;
  query->occupancy = chance(70);
  consult(one);
  uint8_t *covered = new_marks(world), *nobody = new_marks(world);
  for (int32_t i = 0; i < world->unit_count && query->occupancy; i++) {
    const Unit *unit = &world->units[i];
    bool known = one->question.player < 0 || is_visible(world, unit, one->question.player);
    if (unit != one->question.unit && known) mark(world, covered, footprint(world, unit));
  }
  if (chance(20))                                      /* units on all that is open */
    for (int32_t i = 0; i < world->unit_count; i++) one->start = astar_unit_cell(
      world->units[i].object);
  int32_t best = nearest_free(one, covered);
  astar_status right = best >= 0 ? ASTAR_OK
                       : nearest_free(one, nobody) >= 0 ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
  astar_status status = astar_map_nearest_free(world->map, one->start.x, one->start.y, query, &got);
  CHECK_CASE(one, status == right);
  if (best >= 0 && !CHECK_CASE(one, got.y * world->width + got.x == best))
    printf("  got %d,%d instead of %d,%d\n", got.x, got.y, best % world->width,
           best / world->width);
  freed += best >= 0 && best != one->start.y * world->width + one->start.x;
  none_free += best < 0;
  free(covered);
  free(nobody);
}

/* A unit that is built over is put where it can stand, by what the map is. */
static void examine_evicted(Case *one) {
  World *world = &one->world;
  astar_cell got;
  if (world->unit_count == 0) return;
  Unit *unit = &world->units[random_below(world->unit_count)];
  astar_cell at = astar_unit_cell(unit->object);
  for (int32_t i = random_below(9); i > 0; i--)
    astar_map_set(world->map, (at.x + random_below(3)) % world->width,
                  (at.y + random_below(3)) % world->height, between(PLAIN, KINDS));
  astar_query query = astar_query_default();
  query.cls = astar_unit_class(unit->object);
  query.influence_count = 0;
  int32_t cost;
  CHECK(astar_map_cost(world->map, at.x, at.y, false, &query, &cost) == ASTAR_OK);
  bool stays = cost > 0;
  astar_status status = astar_unit_evict(unit->object, &got);
  astar_cell now = astar_unit_cell(unit->object);
  if (status == ASTAR_OK) CHECK(now.x == got.x && now.y == got.y);
  if (stays || status != ASTAR_OK) CHECK(now.x == at.x && now.y == at.y);
  if (stays) CHECK(status == ASTAR_OK);
  else evicted += status == ASTAR_OK;
  if (status == ASTAR_OK)
    CHECK(astar_unit_place(unit->object, now.x, now.y) == ASTAR_OK);
  CHECK(map_validate(world->map) == NULL);
}

/* ---- paths that differ ----------------------------------------------------------------------- */

static int64_t with_another, with_a_third, varied_within;

/* Both fields of a case, and the path through one cell as they have it. */
typedef struct Ways { const Case *one; Flow from, to; } Ways;

typedef struct Via { int64_t cost, plateau; int32_t *cells, length; } Via;

static int64_t through(const Ways *ways, int32_t cell) {
  int64_t before = ways->from.costs[cell], after = ways->to.costs[cell];
  return before == NOWHERE || after == NOWHERE ? NOWHERE : before + after;
}

static Via via_of(const Ways *ways, int32_t cell) {
  int32_t cells = cells_of(&ways->one->world), at = 0, first, last;
  Via via = { .cost = through(ways, cell), .cells = malloc((size_t)(2 * cells) * sizeof(int32_t)) };
  if (via.cost == NOWHERE) return via;
  for (int32_t i = cell;; i = flow_step(&ways->from, i)) {
    via.cells[at++] = i;
    if (flow_step(&ways->from, i) == i) break;
  }
  for (int32_t i = 0; i < at / 2; i++) {
    int32_t old = via.cells[i];
    via.cells[i] = via.cells[at - 1 - i];
    via.cells[at - 1 - i] = old;
  }
  via.length = at;
  for (int32_t i = cell; flow_step(&ways->to, i) != i;)
    via.cells[via.length++] = i = flow_step(&ways->to, i);
  for (first = at - 1; first > 0; first--)
    if (through(ways, via.cells[first - 1]) != via.cost) break;
  for (last = at - 1; last < via.length - 1; last++)
    if (through(ways, via.cells[last + 1]) != via.cost) break;
  via.plateau = ways->from.costs[cell] - ways->from.costs[via.cells[first]] +
                ways->to.costs[cell] - ways->to.costs[via.cells[last]];
  return via;
}

/* Does it come to a cell twice, or to a goal before its end? */
static bool comes_back(const Ways *ways, const Via *via) {
  for (int32_t i = 0; i < via->length; i++) {
    if (i < via->length - 1 && ways->one->accepted[via->cells[i]]) return true;
    for (int32_t k = 0; k < i; k++)
      if (via->cells[k] == via->cells[i]) return true;
  }
  return false;
}

static int32_t near_count(const Ways *ways, const Via *via, const Via *earlier, int32_t count,
                          int32_t apart) {
  const World *world = &ways->one->world;
  int32_t near = 0;
  for (int32_t i = 0; i < via->length; i++) {
    bool is_near = false;
    astar_cell at = cell_at(world, via->cells[i]);
    for (int32_t p = 0; p < count; p++)
      for (int32_t k = 0; k < earlier[p].length && !is_near; k++) {
        astar_cell other = cell_at(world, earlier[p].cells[k]);
        is_near = level_of(world, at.x, at.y) == level_of(world, other.x, other.y) &&
                  cells_apart(world->grid, at, other) <= apart;
      }
    near += is_near;
  }
  return near;
}

/* The next path by its definition; `length` 0: there is none. */
static Via next_via(const Ways *ways, const Via *earlier, int32_t count,
                    const astar_alternatives_desc *v) {
  int64_t best = earlier[0].cost;
  Via found = { .cost = NOWHERE };
  for (int32_t cell = 0; cell < cells_of(&ways->one->world); cell++) {
    int64_t cost = through(ways, cell);
    if (cost == NOWHERE || cost > best * v->stretch / 1024 || cost >= found.cost) continue;
    Via via = via_of(ways, cell);
    bool passes = via.plateau >= best * v->plateau / 1024 && !comes_back(ways, &via) &&
                  near_count(ways, &via, earlier, count, v->apart) * 1024 <= v->share * via.length;
    if (passes) {
      free(found.cells);
      found = via;
    } else free(via.cells);
  }
  return found;
}

static void check_alternatives(Case *one, const Ways *ways, const astar_alternatives_desc *desc) {
  astar_status why;
  astar_search *search = astar_alternatives_new(one->world.map, one->start.x, one->start.y,
                                                one->goal, desc, &one->question.query, &why);
  if (!CHECK_CASE(one, search != NULL && why == ASTAR_OK)) return;
  CHECK_CASE(one, astar_search_step(search, 1) == one->status);
  int32_t found = one->status == ASTAR_OK ? astar_search_found(search) : 0, count = 0;
  CHECK_CASE(one, one->status != ASTAR_OK || (found >= 1 && found <= desc->wanted));
  varied_within += found > 1 && one->question.query.within > 0;
  Via list[4] = { { .length = 0 } };
  for (; count < found && count < 4; count++) {
    astar_path *path = malloc(astar_search_path_size(search, count));
    astar_search_path(search, count, path);
    if (count == 0) {
      list[0] = (Via){ .cost = (int64_t)oracle_cost(&one->oracle, one->best),
                       .length = one->oracle.length };
      list[0].cells = malloc((size_t)list[0].length * sizeof(int32_t));
      memcpy(list[0].cells, one->oracle.cells, (size_t)list[0].length * sizeof(int32_t));
    } else list[count] = next_via(ways, list, count, desc);
    bool same = list[count].length == astar_path_length(path) &&
                list[count].cost == astar_path_cost(path);
    for (int32_t i = 0; i < list[count].length && same; i++) {
      astar_cell at = astar_path_cell(path, i);
      same = at.y * one->world.width + at.x == list[count].cells[i];
    }
    if (!CHECK_CASE(one, same)) printf("  path %d of %d\n", count, found);
    CHECK_CASE(one, bill_of(path) == astar_path_cost(path));
    free(path);
  }
  if (found > 0 && found < desc->wanted && list[0].cost > 0) {
    Via more = next_via(ways, list, found, desc);
    CHECK_CASE(one, more.length == 0);
    free(more.cells);
  }
  with_another += found > 1;
  with_a_third += found > 2;
  for (int32_t i = 0; i < count; i++) free(list[i].cells);
  astar_search_free(search);
}

/* Of hexagons mostly such that keep well apart, which are few. */
static astar_alternatives_desc some_alternatives_desc(const Case *one) {
  static const int32_t stretches[] = { 1024, 1280, 1536, 3072 };
  static const int32_t shares[] = { 0, 256, 512, 820, 1024 }, plateaus[] = { 0, 102, 256, 1024 };
  astar_alternatives_desc desc = { between(1, 4), stretches[random_below(4)],
                                   shares[random_below(5)], random_below(4),
                                   plateaus[random_below(4)] };
  if (one->world.grid != ASTAR_GRID_SQUARE && chance(70))
    desc = (astar_alternatives_desc){ between(2, 3), 3072, between(200, 600), between(1, 4), 0 };
  return desc;
}

static void examine_alternatives(Case *one) {
  World *world = &one->world;
  astar_query *query = &one->question.query;
  query->traffic_cost = query->turn_cost = 0;
  one->goal = some_rect(world, chance(60) ? 1 : 3);
  query->explain = true;
  consult(one);
  Ways ways = { .one = one };
  uint8_t *kept = new_marks(world);
  int32_t ends[ENDS], count = 0;
  for (int32_t i = 0; i < cells_of(world); i++) {
    astar_cell at = cell_at(world, i);
    kept[i] = covers(world, one->traces.kept, one->question.walker->size, at);
    if (one->accepted[i]) ends[count++] = i;
  }
  Ground ground = ground_of(world, &one->question, &one->traces, WITH_ALL, kept);
  ways.from = flow_new(&ground, &one->plain, FROM_START, &one->oracle.start, 1, NOWHERE - 1);
  ways.to = flow_new(&ground, &one->plain, TO_GOALS, ends, count, NOWHERE - 1);
  astar_alternatives_desc desc = some_alternatives_desc(one);
  check_alternatives(one, &ways, &desc);
  flow_free(&ways.from);
  flow_free(&ways.to);
  ground_free(&ground);
  free(kept);
}

/* ---- breaches -------------------------------------------------------------------------------- */

static int64_t breached, wide_breaches, never_breached;

/* What a breach goes over: walls at a price. */
typedef struct Wall {
  Case *one;
  const astar_prices *prices;
  uint8_t *taken;                   /* also by those who would make way, at the goal */
  uint64_t *costs;                  /* of coming to a cell, prices included; FAR */
} Wall;

/* The price of what is in the way in a cell; -1: it cannot be removed. */
static int64_t toll_of(const Wall *wall, int32_t x, int32_t y, bool units, bool *closed) {
  const World *world = &wall->one->world;
  int32_t terrain = known_terrain(world, wall->one->question.player, x, y);
  int64_t sum = 0;
  *closed = cost_of(world, wall->one->question.walker, terrain) == 0;
  if (*closed) {
    const astar_prices *prices = wall->prices;
    int32_t own = terrain < prices->terrain_count ? prices->terrains[terrain] : ASTAR_PRICE_DEFAULT;
    int32_t price = terrain == UNSEEN ? prices->unseen
                    : own == ASTAR_PRICE_DEFAULT ? prices->terrain : own;
    if (price == ASTAR_NEVER || terrain == VOID) return -1;
    sum += price;
  }
  if (!units || !wall->taken[y * world->width + x]) return sum;
  *closed = true;
  return wall->prices->unit == ASTAR_NEVER ? -1 : sum + wall->prices->unit;
}

/* What a unit at a cell pays that comes from the cell `from`, or from elsewhere (-1); -1: it cannot
** come. *closed: something is in its way, also where it was before. */
static int64_t tolls_of(const Wall *wall, int32_t from, astar_cell at, bool units, bool *closed) {
  const World *world = &wall->one->world;
  int32_t size = wall->one->question.walker->size;
  int64_t sum = 0;
  *closed = true;
  if (at.x < 0 || at.y < 0 || at.x + size > world->width || at.y + size > world->height) return -1;
  *closed = false;
  for (int32_t i = 0; i < size * size; i++) {
    int32_t x = at.x + i % size, y = at.y + i / size;
    bool is_closed, covered = false;
    int64_t toll = toll_of(wall, x, y, units, &is_closed);
    if (from >= 0) {
      astar_cell left = cell_at(world, from);
      covered = is_in((astar_rect){ left.x, left.y, size, size }, x, y);
    }
    *closed |= is_closed;
    if (covered) continue;
    if (toll < 0) return -1;
    sum += toll;
  }
  return sum;
}

static bool bears(const Wall *wall, astar_cell at) {
  const Question *question = &wall->one->question;
  return question->extra == NULL ||
         question->extra[at.y * wall->one->world.width + at.x] != ASTAR_EXTRA_BLOCKED;
}

static bool is_clear(const Wall *wall, astar_cell at) {
  bool closed;
  return tolls_of(wall, -1, at, true, &closed) >= 0 && !closed && bears(wall, at);
}

/* What the dearest cell under a unit costs once all is removed. */
static int32_t dearest_under(const Wall *wall, astar_cell at) {
  const World *world = &wall->one->world;
  const Question *question = &wall->one->question;
  int32_t most = 0, size = question->walker->size;
  for (int32_t i = 0; i < size * size; i++) {
    int32_t cost = cost_of(world, question->walker,
                           known_terrain(world, question->player, at.x + i % size,
                                         at.y + i / size));
    bool removed = cost == 0 || wall->taken[(at.y + i / size) * world->width + at.x + i % size];
    if (removed) cost = world->straight;
    if (cost > most) most = cost;
  }
  return most;
}

/* Does nothing have to be removed there? */
static bool is_intact(const Wall *wall, int32_t cell) {
  bool closed;
  tolls_of(wall, -1, cell_at(&wall->one->world, cell), true, &closed);
  return !closed;
}

/* The cost of a step into a cell without prices. Where something is removed there is open ground,
** without height or current. */
static uint64_t breach_step(const Wall *wall, int32_t from, int32_t to, int way) {
  const World *world = &wall->one->world;
  const Question *question = &wall->one->question;
  astar_cell at = cell_at(world, to);
  int64_t most = dearest_under(wall, at), sum = way >= 4 ? diagonal_cost(world, most) : most;
  sum += penalty_at(world, question, &wall->one->traces, at);
  Ground *plain = &wall->one->plain;
  Place left = plain->places[from], entered = plain->places[to];
  if (!is_intact(wall, from)) plain->places[from] = (Place){ .open = false };
  if (!is_intact(wall, to)) plain->places[to] = (Place){ .open = false };
  sum += ground_slope(plain, from, to, way);
  plain->places[from] = left;
  plain->places[to] = entered;
  return at_least_one(sum);
}

/* With prices; FAR: the step cannot be made. A diagonal one must be possible as it is. */
static uint64_t breach_cost(const Wall *wall, int32_t from, int32_t to, int way, uint64_t *walk) {
  const World *world = &wall->one->world;
  astar_cell left = cell_at(world, from), at = cell_at(world, to);
  bool closed;
  int64_t toll = tolls_of(wall, from, at, true, &closed);
  int beside = way < 4 ? 2 : is_clear(wall, (astar_cell){ at.x, left.y }) +
                             is_clear(wall, (astar_cell){ left.x, at.y });
  if (toll < 0 || !bears(wall, at)) return FAR;
  if (way >= 4 && !rule_allows(wall->one->question.walker->rule, beside)) return FAR;
  *walk = breach_step(wall, from, to, way);
  return *walk + (uint64_t)toll;
}

/* Over a link; its own price, if it is closed. */
static uint64_t breach_link(const Wall *wall, int32_t number, bool back, int32_t from, int32_t to,
                            uint64_t *walk) {
  const World *world = &wall->one->world;
  const Question *question = &wall->one->question;
  astar_link_desc link = astar_link_description(world->links[number]);
  KnownLink known = { true, link.closed, link.cost };
  astar_cell start = back ? link.to : link.from, end = back ? link.from : link.to;
  bool closed;
  if (start.y * world->width + start.x != from || end.y * world->width + end.x != to) return FAR;
  if (question->player >= 0) {
    known = world->known[question->player][number];
    if (astar_player_knows(world->players[question->player], start.x, start.y) == ASTAR_UNSEEN)
      return FAR;
  }
  if (!known.known || !takes(&link, question->walker->object) || (back && link.one_way)) return FAR;
  int64_t toll = tolls_of(wall, -1, end, true, &closed), terrain;
  if (toll < 0 || !bears(wall, end) || (known.closed && wall->prices->link < 0)) return FAR;
  terrain = dearest_under(wall, end);
  int64_t more = penalty_at(world, question, &wall->one->traces, end);
  more = (int64_t)at_least_one(terrain + more) - terrain;
  *walk = at_least_one(known.cost + more);
  return *walk + (uint64_t)toll + (known.closed ? (uint64_t)wall->prices->link : 0);
}

/* The cell before one on the cheapest way to it, by the rule of paths; -1: `cost` is not met. With
** `cost` FAR: *least receives the cheapest way there is. */
static int32_t breach_before(const Wall *wall, int32_t cell, uint64_t cost, uint64_t *least,
                             uint64_t *walk) {
  const World *world = &wall->one->world;
  astar_cell at = cell_at(world, cell);
  for (int way = 0; way < WAYS; way++) {
    int32_t x = at.x - WAY_X[way], y = at.y - WAY_Y[way], from = y * world->width + x;
    if (!ground_has(&wall->one->plain, x, y) || wall->costs[from] == FAR) continue;
    uint64_t step = breach_cost(wall, from, cell, way, walk);
    if (step == FAR) continue;
    if (wall->costs[from] + step == cost) return from;
    if (wall->costs[from] + step < *least) *least = wall->costs[from] + step;
  }
  for (int32_t i = 0; i < 2 * world->link_count; i++) {
    astar_link_desc link = astar_link_description(world->links[i / 2]);
    astar_cell start = i % 2 ? link.to : link.from;
    int32_t from = start.y * world->width + start.x;
    if (wall->costs[from] == FAR) continue;
    uint64_t step = breach_link(wall, i / 2, i % 2, from, cell, walk);
    if (step == FAR) continue;
    if (wall->costs[from] + step == cost) return from;
    if (wall->costs[from] + step < *least) *least = wall->costs[from] + step;
  }
  return -1;
}

static void settle_wall(Wall *wall) {
  const World *world = &wall->one->world;
  bool changed = true, closed;
  int64_t first = tolls_of(wall, -1, wall->one->start, false, &closed);
  for (int32_t i = 0; i < cells_of(world); i++) wall->costs[i] = FAR;
  if (first >= 0) wall->costs[wall->one->oracle.start] = (uint64_t)first;
  while (changed) {
    changed = false;
    for (int32_t i = 0; i < cells_of(world); i++) {
      uint64_t least = FAR, walk;
      if (i == wall->one->oracle.start) continue;
      breach_before(wall, i, FAR, &least, &walk);
      changed |= least < wall->costs[i];
      if (least < wall->costs[i]) wall->costs[i] = least;
    }
  }
}

static astar_prices some_prices(const World *world, int32_t *terrains) {
  astar_prices prices = astar_prices_default(world->map);
  for (int32_t i = 0; i <= KINDS; i++)
    terrains[i] = chance(60) ? ASTAR_PRICE_DEFAULT : chance(20) ? ASTAR_NEVER : random_below(300);
  prices.terrains = terrains;
  prices.terrain_count = KINDS + 1;
  if (chance(70)) prices.terrain = chance(15) ? ASTAR_NEVER : random_below(300);
  if (chance(70)) prices.unseen = chance(15) ? ASTAR_NEVER : random_below(300);
  if (chance(70)) prices.unit = chance(15) ? ASTAR_NEVER : random_below(300);
  if (chance(70)) prices.link = chance(15) ? ASTAR_NEVER : random_below(300);
  return prices;
}

/* Does a unit come to cover a cell that it has covered before, or take a link to where it is? */
static bool covers_again(const Wall *wall, const astar_path *path) {
  const World *world = &wall->one->world;
  int32_t size = wall->one->question.walker->size;
  uint8_t *covered = new_marks(world);
  bool again = false;
  for (int32_t i = 0; i < astar_path_length(path); i++) {
    astar_cell at = astar_path_cell(path, i), left = astar_path_cell(path, i > 0 ? i - 1 : 0);
    bool steps = astar_path_link(path, i) == 0;
    for (int32_t k = 0; k < size * size; k++) {
      int32_t x = at.x + k % size, y = at.y + k / size;
      bool stays = steps && is_in((astar_rect){ left.x, left.y, size, size }, x, y);
      again |= covered[y * world->width + x] && !stays;
      covered[y * world->width + x] = 1;
    }
  }
  free(covered);
  return again;
}

/* The path costs what its steps do, and the obstacles what they are listed with. */
static void check_breach(Wall *wall, astar_search *search, int32_t best) {
  Case *one = wall->one;
  int32_t *cells = one->oracle.cells, length = 0;
  uint64_t walked = 0, least = FAR, walk;
  size_t count;
  for (int32_t i = best; i >= 0; i = breach_before(wall, i, wall->costs[i], &least, &walk)) {
    cells[length++] = i;
    if (i == one->oracle.start) break;
  }
  for (int32_t i = length - 2; i >= 0; i--) {
    breach_before(wall, cells[i], wall->costs[cells[i]], &least, &walk);
    walked += walk;
  }
  astar_path *path = malloc(astar_search_path_size(search, 0));
  astar_search_path(search, 0, path);
  bool same = astar_path_length(path) == length;
  for (int32_t i = 0; i < length && same; i++) {
    astar_cell at = astar_path_cell(path, length - 1 - i);
    same = at.y * one->world.width + at.x == cells[i];
  }
  if (!CHECK_CASE(one, same && astar_path_cost(path) == walked)) {
    printf("  cost %u, not %llu;", astar_path_cost(path), (unsigned long long)walked);
    show_path("backwards", one, cells, length);
  }
  int64_t sum = astar_path_cost(path);
  const astar_obstacle *list = astar_search_obstacles(search, &count);
  for (size_t i = 0; i < count; i++) {
    sum += list[i].price;
    for (size_t k = 0; k < i; k++)
      CHECK_CASE(one, list[i].kind == ASTAR_OBSTACLE_LINK || list[k].kind != list[i].kind ||
                        list[k].cell.x != list[i].cell.x || list[k].cell.y != list[i].cell.y);
  }
  /* What is covered again counts twice in the least sum, and is listed once. */
  if (covers_again(wall, path)) CHECK_CASE(one, (uint64_t)sum <= wall->costs[best]);
  else CHECK_CASE(one, (uint64_t)sum == wall->costs[best]);
  wide_breaches += count > 0 && one->question.walker->size > 1 && !covers_again(wall, path);
  breached += count > 0;
  free(path);
}

static void examine_breach(Case *one) {
  World *world = &one->world;
  int32_t terrains[KINDS + 1], best = -1;
  if (world->grid != ASTAR_GRID_SQUARE) return;
  one->question.query.traffic_cost = one->question.query.turn_cost = 0;
  if (one->question.unit != NULL) one->start = astar_unit_cell(one->question.unit->object);
  astar_prices prices = some_prices(world, terrains);
  consult(one);
  Wall wall = { .one = one, .prices = &prices, .taken = new_marks(world) };
  wall.costs = malloc((size_t)cells_of(world) * sizeof *wall.costs);
  mark_keepers(world, &one->question, one->accepted, wall.taken);
  for (int32_t i = 0; i < cells_of(world); i++) wall.taken[i] |= one->traces.taken[i];
  settle_wall(&wall);
  for (int32_t i = 0; i < cells_of(world); i++)
    if (one->accepted[i] && wall.costs[i] != FAR &&
        (best < 0 || wall.costs[i] < wall.costs[best])) best = i;
  astar_status why;
  astar_search *search = astar_breach_new(world->map, one->start.x, one->start.y, one->goal,
                                          &prices, &one->question.query, &why);
  CHECK(search != NULL && why == ASTAR_OK);
  astar_status status = astar_search_step(search, UINT32_MAX);
  if (!CHECK_CASE(one, status == (best >= 0 ? ASTAR_OK : ASTAR_UNREACHABLE)))
    printf("  got %s\n", astar_status_name(status));
  if (status == ASTAR_OK && best >= 0) check_breach(&wall, search, best);
  never_breached += best < 0;
  astar_search_free(search);
  free(wall.taken);
  free(wall.costs);
}

/* ---- in any direction ------------------------------------------------------------------------ */

static int64_t straight_paths;

/* Where one cost is that of all cells: the shortest way of clear lines. A way of lines is there
** where one of steps is. */
static void examine_lines(Case *one) {
  const World *world = &one->world;
  astar_query *query = &one->question.query;
  if (world->grid != ASTAR_GRID_SQUARE) return;
  query->turn_cost = query->traffic_cost = query->within = 0;
  one->goal.width = one->goal.height = 1;
  query->any_angle = true;
  query->engine = ASTAR_ENGINE_ANYA;
  consult(one);
  astar_search *search = begin(one);
  astar_status status = astar_search_step(search, UINT32_MAX);
  int must = must_answer(one, ASTAR_ENGINE_JPS);
  if (status == ASTAR_UNSUITED) CHECK_CASE(one, must != 1);
  else CHECK_CASE(one, must != 0 && status == one->status);
  if (status == ASTAR_OK && one->status == ASTAR_OK) {
    astar_path *path = malloc(astar_search_path_size(search, 0));
    astar_search_path(search, 0, path);
    double least = lines_shortest(&one->view, one->start,
                                  (astar_cell){ one->goal.x, one->goal.y });
    double length = lines_length(&one->view, path);
    CHECK_CASE(one, least >= 0 && fabs(length - least) <= astar_path_corners(path) / 65536.0);
    CHECK_CASE(one, fabs(astar_path_distance(world->map, path) - length) < 1e-6);
    CHECK_CASE(one, cells_lie_along(path));
    straight_paths++;
    free(path);
  }
  astar_search_free(search);
}

/* ---- lines over what costs something --------------------------------------------------------- */

static int64_t lines_crossed, smoothed_cells, pulled;

typedef struct LineSum {
  bool free;
  double level, slopes;             /* what it costs: of the cells, and of the borders */
  int32_t entered;                  /* cells: where there are slopes, none costs less than 1 */
  int64_t dearest;                  /* of them */
} LineSum;

static LineSum line_over(const Ground *ground, astar_cell a, astar_cell b) {
  LineSum line = { .free = true };
  double at = 0;
  astar_cell cell = a;
  for (;;) {
    /* The cell's part of the line ends where the line leaves it, at a side or a corner. */
    double leave_x = a.x == b.x ? 2 : (cell.x - a.x + (b.x > a.x ? 0.5 : -0.5)) / (b.x - a.x);
    double leave_y = a.y == b.y ? 2 : (cell.y - a.y + (b.y > a.y ? 0.5 : -0.5)) / (b.y - a.y);
    double end = fmin(1, fmin(leave_x, leave_y));
    const Place *place = &ground->places[cell.y * ground->width + cell.x];
    int64_t cost = place->open ? (int64_t)at_least_one(place->sum[0]) : 0;
    line.level += (end - at) * (double)cost * line_length(a, b);
    if (cost > line.dearest) line.dearest = cost;
    if (cell.x == b.x && cell.y == b.y) break;
    astar_cell next = cell;
    if (leave_x <= leave_y + 1e-9) next.x += b.x > a.x ? 1 : -1;
    if (leave_y <= leave_x + 1e-9) next.y += b.y > a.y ? 1 : -1;
    int way = 0;
    while (cell.x + WAY_X[way] != next.x || cell.y + WAY_Y[way] != next.y) way++;
    line.free &= ground_legal(ground, cell.x, cell.y, way);
    line.slopes += (double)ground_slope(ground, cell.y * ground->width + cell.x,
                                        next.y * ground->width + next.x, way);
    line.entered++;
    cell = next;
    at = end;
  }
  return line;
}

static void examine_straight(Case *one) {
  const World *world = &one->world;
  if (world->grid != ASTAR_GRID_SQUARE) return;
  one->question.query.within = one->question.query.turn_cost = 0;
  consult(one);
  Ground view = ground_of(world, &one->question, &one->traces, WITH_ALL, NULL);
  for (int32_t i = 0; i < 8; i++) {
    astar_cell a = some_cell(world), b = some_cell(world);
    uint32_t cost;
    LineSum line = line_over(&view, a, b);
    astar_status status = astar_map_line(world->map, a.x, a.y, b.x, b.y, &one->question.query,
                                         &cost);
    bool starts = one->plain.places[a.y * world->width + a.x].open;
    CHECK_CASE(one, status == (!starts ? ASTAR_START_BLOCKED
                               : !line.free ? ASTAR_UNREACHABLE : ASTAR_OK));
    if (status != ASTAR_OK || !line.free) continue;
    double right = line.level + line.slopes, slack = line.level / 1000 + 2;
    double most = world->sloped ? fmax(right, line.entered) : right;
    if (!CHECK_CASE(one, cost >= right - slack && cost <= most + slack))
      printf("  %d,%d to %d,%d: %u, not %f\n", a.x, a.y, b.x, b.y, cost, right);
    lines_crossed++;
  }
  ground_free(&view);
}

/* What a path costs along its length from cell `first` to `last`, half of each cell at its ends. */
static double stretch_cost(const Ground *ground, const astar_path *path, int32_t first,
                           int32_t last, int64_t *dearest) {
  double sum = 0;
  *dearest = 0;
  for (int32_t i = first; i < last; i++) {
    astar_cell a = astar_path_cell(path, i), b = astar_path_cell(path, i + 1);
    int32_t from = a.y * ground->width + a.x, to = b.y * ground->width + b.x, way = 0;
    const Place *left = &ground->places[from], *entered = &ground->places[to];
    int64_t before = left->open ? (int64_t)at_least_one(left->sum[0]) : 0;
    int64_t after = entered->open ? (int64_t)at_least_one(entered->sum[0]) : 0;
    while (a.x + WAY_X[way] != b.x || a.y + WAY_Y[way] != b.y) way++;
    sum += (double)(before + after) / 2 * line_length(a, b) +
           (double)ground_slope(ground, from, to, way);
    if (before > *dearest) *dearest = before;
    if (after > *dearest) *dearest = after;
  }
  return fmax(sum, last - first);
}

/* The lines of a smoothed path cross nothing dearer, and cost no more than the steps that they
** replace. */
static void examine_smoothed(Case *one) {
  const World *world = &one->world;
  astar_query *query = &one->question.query;
  astar_status status;
  if (world->grid != ASTAR_GRID_SQUARE || world->link_count > 0) return;
  query->turn_cost = 0;
  consult(one);
  astar_path *path = find(one, &status);
  Ground view = ground_of(world, &one->question, &one->traces, WITH_ALL, NULL);
  int32_t length = path != NULL ? astar_path_length(path) : 0, at = 0;
  astar_cell *points = malloc((size_t)(length + 1) * sizeof *points);
  int32_t count = 0;
  if (path != NULL) astar_path_smooth(world->map, path, query, points, &count);
  for (int32_t i = 1; i < count; i++) {
    int32_t index = at + 1;
    int64_t most;
    for (; index < length; index++) {
      astar_cell cell = astar_path_cell(path, index);
      if (cell.x == points[i].x && cell.y == points[i].y) break;
    }
    if (!CHECK_CASE(one, index < length)) break;
    LineSum line = line_over(&view, points[i - 1], points[i]);
    double steps = stretch_cost(&view, path, at, index, &most);
    CHECK_CASE(one, line.free && line.dearest <= most);
    double slack = 2.0 * (double)(1 + line.dearest) / 1024;     /* lengths are in 1/1024 */
    if (!CHECK_CASE(one, line.level + line.slopes <= steps + slack))
      printf("  %f + %f, not %f\n", line.level, line.slopes, steps);
    at = index;
  }
  CHECK_CASE(one, path == NULL || (count > 0 && at == length - 1));
  smoothed_cells += length - count;
  free(points);
  ground_free(&view);
  astar_path_free(world->map, path);
}

/* Over ground that costs differently: the grid's path, pulled taut where no layer is crossed. */
static void examine_pulled(Case *one) {
  const World *world = &one->world;
  astar_query *query = &one->question.query;
  astar_status status, without;
  if (world->grid != ASTAR_GRID_SQUARE || world->link_count > 0) return;
  query->turn_cost = query->traffic_cost = 0;
  query->explain = true;
  query->partial = chance(50);
  consult(one);
  astar_path *grid = find(one, &without);
  query->any_angle = true;
  astar_search *search = begin(one);
  status = astar_search_step(search, UINT32_MAX);
  CHECK_CASE(one, status == without && status == right_status(one));
  if (grid != NULL && status == without) {
    astar_path *path = malloc(astar_search_path_size(search, 0));
    astar_search_path(search, 0, path);
    bool exact = astar_search_engine(search) == ASTAR_ENGINE_ANYA;
    if (exact) CHECK_CASE(one, astar_path_cost(path) >= astar_path_cost(grid));
    else CHECK_CASE(one, astar_path_cost(path) == astar_path_cost(grid));
    double length = astar_path_distance(world->map, path);
    CHECK_CASE(one, length <= astar_path_distance(world->map, grid) + 1e-3);
    CHECK_CASE(one, bill_of(path) == astar_path_cost(path));
    int32_t blocked;
    astar_path_blocked(world->map, path, one->out_length + 1, query, &blocked);
    CHECK_CASE(one, blocked < 0);
    CHECK_CASE(one, cells_lie_along(path));
    for (int32_t i = 1; i < astar_path_corners(path); i++) {
      astar_cell a = astar_path_corner(path, i - 1), b = astar_path_corner(path, i);
      bool eighth = a.x == b.x || a.y == b.y || abs(a.x - b.x) == abs(a.y - b.y);
      Place *start = &one->view.places[a.y * world->width + a.x];
      bool was = start->open;
      if (i == 1) start->open = true;                /* it may leave what it could not enter */
      CHECK_CASE(one, eighth || line_is_clear(&one->view, a, b));
      start->open = was;
    }
    pulled += length < astar_path_distance(world->map, grid) - 1e-6;
    free(path);
  }
  astar_search_free(search);
  astar_path_free(world->map, grid);
}

ON_WORLDS(the_nearest_goals_are_found_in_their_order, 3000, SMALL, examine_nearest)
ON_WORLDS(the_nearest_free_cell_is_found, 3000, SMALL, examine_free)
ON_WORLDS(units_that_are_built_over_are_put_aside, 1500, SMALL, examine_evicted)
ON_WORLDS(alternatives_are_the_cheapest_that_differ, 1500, SMALL, examine_alternatives)
ON_WORLDS(a_breach_costs_least, 2000, SMALL, examine_breach)
ON_WORLDS(lines_are_the_shortest, 4000, SMALL, examine_lines)

ON_WORLDS(lines_cost_what_they_cross, 500, SMALL, examine_straight)
ON_WORLDS(smoothed_paths_cross_nothing_dearer, 1500, SMALL, examine_smoothed)
ON_WORLDS(paths_are_pulled_taut, 1500, SMALL, examine_pulled)

TEST(all_was_tried) {
  CHECK(found_goals > 3000 && several_found > 500 && hunted > 300);
  CHECK(not_found[ASTAR_UNREACHABLE] > 300 && not_found[ASTAR_CROWDED] > 0);
  CHECK(not_found[ASTAR_GOAL_BLOCKED] > 30 && not_found[ASTAR_START_BLOCKED] > 30);
  CHECK(freed > 500 && none_free > 10 && evicted > 100);
  CHECK(with_another > 100 && with_a_third > 20 && varied_within > 20);
  CHECK(breached > 300 && wide_breaches > 30 && never_breached > 50);
  CHECK(straight_paths > 100 && lines_crossed > 1000 && smoothed_cells > 1000 && pulled > 100);
}

int main(void) { return run_tests(); }
