/*
** What is computed before the first query, for loading screens: tables, landmarks, dead ends.
*/
#include "../tables/landmark_builder.h"
#include "table_budget.h"

/* What is told of progress: one of several parts is at work. */
typedef struct Report {
  astar_map *map;
  const astar_preparation *what;
  uint32_t part, parts;
} Report;

astar_preparation astar_preparation_default(void) {
  return (astar_preparation){ .tables = true, .threads = 1 };
}

static astar_status report_done(const Report *report, uint64_t done, uint64_t all) {
  const astar_preparation *what = report->what;
  if (what->progress == NULL) return ASTAR_OK;
  int32_t share = (int32_t)(ASTAR_ONE * (report->part * all + done) / (report->parts * all));
  if (share == 0) share = 1;
  report->map->locks++;
  bool go_on = what->progress(what->user, share);
  report->map->locks--;
  return go_on ? ASTAR_OK : ASTAR_CANCELLED;
}

/* Makes tables of a query until so much is done of `all`, of which `before` was done before. */
static astar_status prepare_tables(const Report *report, const astar_query *resolved,
                                   uint32_t until, uint64_t before, uint64_t all) {
  TableBuilder builder = table_builder_of(report->map, resolved, report->what->threads);
  astar_status status = ASTAR_OK;
  while (status == ASTAR_OK && table_builder_done(&builder) < until) {
    status = table_builder_step(&builder);
    if (status != ASTAR_OK) break;
    status = report_done(report, before + table_builder_done(&builder), all);
  }
  table_builder_end(&builder);
  return status;
}

/* The tables that queries have paid for. One whose class has too many costs has none. */
static astar_status prepare_saved(const Report *report) {
  uint64_t all = 0, before = 0;
  astar_status status = ASTAR_OK;
  const TableBudget *first = report->map->table_budgets;
  for (const TableBudget *one = first; one != NULL; one = one->next)
    all += table_budget_bought(one);
  for (const TableBudget *one = first; one != NULL && status == ASTAR_OK; one = one->next) {
    astar_query query = astar_query_default();
    query.cls = one->cls;
    query.player = one->player;
    status = prepare_tables(report, &query, table_budget_bought(one), before, all);
    if (status == ASTAR_LIMIT) status = ASTAR_OK;
    before += table_budget_bought(one);
  }
  return status;
}

/* The plane, which is there, is the first step. */
static astar_status prepare_landmarks(const Report *report, Plane *plane) {
  LandmarkBuilder builder = landmark_builder_of(plane, report->what->threads);
  int32_t count = landmark_builder_steps(&builder);
  astar_status status = report_done(report, 1, (uint64_t)count + 1);
  for (int32_t step = 0; step < count && status == ASTAR_OK; step++)
    status = landmark_builder_do(&builder, step)
                 ? report_done(report, (uint64_t)step + 2, (uint64_t)count + 1) : ASTAR_NO_MEMORY;
  landmark_builder_end(&builder);
  return status;
}

static astar_status prepare_dead_ends(const Report *report, Plane *plane) {
  if (!plane_find_dead_ends(plane, plane->kind)) return ASTAR_NO_MEMORY;
  return report_done(report, 1, 1);
}

static astar_status prepare_all_tables(const Report *report, const astar_query *resolved) {
  bool layers = report->what->layers;
  uint32_t all = layers ? TABLES_BUILT : TABLES_BUILT_BARE;
  astar_status status = prepare_tables(report, resolved, all, 0, all);
  bool paid = status != ASTAR_OK || table_budget_mark_paid(report->map, resolved, layers);
  return paid ? status : ASTAR_NO_MEMORY;
}

/* The parts that are wanted, one after the other. */
static astar_status prepare_parts(Report *report, const astar_query *resolved) {
  const astar_preparation *what = report->what;
  astar_status status = ASTAR_OK;
  if (what->tables) status = prepare_all_tables(report, resolved);
  report->part += what->tables;
  if (status != ASTAR_OK || report->part == report->parts) return status;
  Plane *plane = plane_get(report->map, resolved->cls, resolved->player, &status);
  if (plane == NULL) return status;
  if (what->landmarks) status = prepare_landmarks(report, plane);
  report->part += what->landmarks;
  if (status == ASTAR_OK && what->dead_ends) status = prepare_dead_ends(report, plane);
  return status;
}

astar_status astar_map_prepare(astar_map *map, const astar_preparation *what) {
  astar_preparation given = what != NULL ? *what : astar_preparation_default();
  astar_query query = given.query != NULL ? *given.query : astar_query_default();
  Report report = { map, &given, 0, 1 };
  if (!map_accepts_threads(map, given.threads)) return ASTAR_INVALID;
  if (given.saved) return prepare_saved(&report);
  report.parts = (uint32_t)given.tables + given.landmarks + given.dead_ends;
  astar_status status = query_resolve(map, &query);
  return status == ASTAR_OK ? prepare_parts(&report, &query) : status;
}

astar_status astar_map_pay_for_tables(astar_map *map, const astar_query *query, uint32_t nodes,
                                      uint32_t *owed) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  *owed = 0;
  astar_status status = map_is_open(map) ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (status != ASTAR_OK) return status;
  return table_budget_buy(map, &resolved, nodes, owed) ? ASTAR_OK : ASTAR_NO_MEMORY;
}
