/*
** Searches for paths against the oracle: every engine, whatever a query says, on random worlds that
** change. What is not about one path is in questions.c; fields are in fields.c.
*/
#include "cases.h"

static const Wish SMALL = { .most = 12, .hexagons = 30, .levels = 10, .links = 30, .largest = 3 };
static const Wish LARGE = { .most = 40, .hexagons = 30, .levels = 10, .links = 20, .largest = 3 };
static const Wish WIDE = { .most = 22, .hexagons = 0, .levels = 5, .links = 30,
                           .largest = ASTAR_MAX_SIZE };

/* Runs `examine` on two questions to each of so many worlds. */
static void on_worlds(uint64_t count, const Wish *wish, void (*examine)(Case *one)) {
  for (EACH_CASE(seed, count)) {
    Case one = { .consulted = false };
    one.world = world_new(wish);
    for (int32_t i = 0; i < 2; i++) {
      ask_again(&one);
      examine(&one);
    }
    case_free(&one);
  }
}

/* ---- an answer ------------------------------------------------------------------------------- */

static bool is_path(const Case *one, const astar_path *path) {
  const Oracle *oracle = &one->oracle;
  if (astar_path_length(path) != oracle->length) return false;
  for (int32_t i = 0; i < oracle->length; i++) {
    astar_cell cell = astar_path_cell(path, i);
    if (cell.y * one->world.width + cell.x != oracle->cells[i]) return false;
  }
  return astar_path_cost(path) == oracle_cost(oracle, one->best);
}

static void check_answer(const Case *one, astar_status status, const astar_path *path) {
  astar_status right = one->status;
  if (one->question.query.partial && right != ASTAR_OK && right != ASTAR_START_BLOCKED)
    right = ASTAR_PARTIAL;
  if (!CHECK_CASE(one, status == right)) printf("  got %s\n", astar_status_name(status));
  CHECK_CASE(one, (path != NULL) == (status == ASTAR_OK || status == ASTAR_PARTIAL));
  if (path == NULL || status != right || CHECK_CASE(one, is_path(one, path))) return;
  printf("  got cost %u:", astar_path_cost(path));
  for (int32_t i = 0; i < astar_path_length(path); i++)
    printf(" %d,%d", astar_path_cell(path, i).x, astar_path_cell(path, i).y);
  printf("\n");
}

static astar_path *find(Case *one, astar_status *status) {
  astar_path *path = NULL;
  *status = astar_path_find(one->world.map, one->start.x, one->start.y, one->goal,
                            &one->question.query, &path);
  return path;
}

static void check_found(Case *one) {
  astar_status status;
  astar_path *path = find(one, &status);
  check_answer(one, status, path);
  astar_path_free(one->world.map, path);
}

static astar_heuristic some_heuristic(const Case *one) {
  static const astar_heuristic exact[] = { ASTAR_OCTILE, ASTAR_NO_HEURISTIC, ASTAR_EUCLIDEAN,
                                           ASTAR_CHEBYSHEV };
  return exact[random_below(one->world.grid == ASTAR_GRID_SQUARE ? 4 : 2)];
}

static void examine_found(Case *one) {
  if (one->world.grid == ASTAR_GRID_SQUARE && chance(15))
    one->question.query.turn_cost = between(1, 2 * one->world.straight);
  consult(one);
  one->question.query.heuristic = some_heuristic(one);
  check_found(one);
  one->question.query.engine = ASTAR_ENGINE_ASTAR;
  check_found(one);
}

static void searches_find_the_cheapest_path(void) { on_worlds(3000, &SMALL, examine_found); }
static void on_larger_maps(void) { on_worlds(150, &LARGE, examine_found); }
static void for_units_of_any_size(void) { on_worlds(200, &WIDE, examine_found); }

int main(void) {
  TEST(searches_find_the_cheapest_path);
  TEST(on_larger_maps);
  TEST(for_units_of_any_size);
  return check_summary();
}
