/* What a removal does not touch. The lists of units and of their fields of view lead nowhere from
** the second member on, and to the last but one: code that walks along them crashes. So the time
** that a removal takes does not grow with the number of units. */
#include "check.h"

#include "core/map/map.h"
#include "core/units/unit.h"
#include "core/search/queue.h"
#include "core/lifetime/validate.h"

enum { UNITS = 20, MIDDLE = UNITS / 2 };

#define NOWHERE(type) ((type *)(uintptr_t)16)

typedef struct Company {
  astar_map *map;
  astar_player *red;
  astar_unit *units[UNITS];
} Company;

static Company new_company(void) {
  Company company = { .map = open_map(UNITS, 3) };
  company.red = new_player(company.map, "red");
  for (int i = 0; i < UNITS; i++) company.units[i] = new_unit(company.red, i, 1, 1);
  return company;
}

/* The second and the last but one lead nowhere, and neither is a neighbour of the middle one. */
static void cut_lists(const Company *company) {
  astar_unit *second = company->units[1], *last_but_one = company->units[UNITS - 2];
  astar_unit **listed = company->map->units->list.units;
  listed[1] = listed[UNITS - 2] = NOWHERE(astar_unit);
  last_but_one->fov.next = NOWHERE(Fov);    /* these begin with the last one */
  second->fov.before = NOWHERE(Fov);
}

static void mend_lists(const Company *company) {
  astar_unit *const *units = company->units;
  astar_unit **listed = company->map->units->list.units;
  listed[1] = units[1];
  listed[UNITS - 2] = units[UNITS - 2];
  units[UNITS - 2]->fov.next = &units[UNITS - 3]->fov;
  units[1]->fov.before = &units[2]->fov;
}

TEST(a_removal_walks_no_list) {
  Company company = new_company();
  cut_lists(&company);
  astar_unit_remove(company.units[MIDDLE]);
  mend_lists(&company);
  CHECK(company.map->units->list.living == UNITS - 1);
  CHECK(map_validate(company.map) == NULL);
  astar_map_free(company.map);
}

TEST(a_change_of_owner_walks_no_list) {
  Company company = new_company();
  astar_player *blue = new_player(company.map, "blue");
  cut_lists(&company);
  CHECK(astar_unit_set_player(company.units[MIDDLE], blue) == ASTAR_OK);
  mend_lists(&company);
  CHECK(company.map->units->list.living == UNITS && map_validate(company.map) == NULL);
  astar_map_free(company.map);
}

static astar_ticket *request(const Company *company, int unit) {
  astar_query query = astar_query_default();
  astar_status why;
  query.unit = company->units[unit];
  query.claims = query.occupancy = false;
  astar_rect goal = { UNITS - 1, 0, 1, 1 };
  return astar_queue_request(company->map, ASTAR_AT_UNIT, ASTAR_AT_UNIT, goal, &query, 0, &why);
}

/* Whether its unit is still there is not looked up among all. */
TEST(tickets_of_others_find_their_unit_without_a_walk) {
  Company company = new_company();
  astar_ticket *of_removed = request(&company, MIDDLE), *of_other = request(&company, MIDDLE + 1);
  astar_unit_remove(company.units[MIDDLE]);
  CHECK(!query_is_whole(company.map, astar_ticket_query(of_removed), of_removed->date));
  cut_lists(&company);
  CHECK(query_is_whole(company.map, astar_ticket_query(of_other), of_other->date));
  mend_lists(&company);
  CHECK(astar_queue_work(company.map, 10000, 1, NULL) == ASTAR_OK);
  CHECK(astar_ticket_status(of_removed) == ASTAR_CANCELLED);
  CHECK(astar_ticket_status(of_other) == ASTAR_OK);
  astar_map_free(company.map);
}

/* Its memory may be another unit's by then. */
TEST(memory_that_is_used_again_is_not_taken_for_the_unit) {
  Company company = new_company();
  for (int i = 0; i < UNITS; i++) {
    astar_ticket *ticket = request(&company, i);
    astar_unit_remove(company.units[i]);
    company.units[i] = new_unit(company.red, i, 1, 1);
    CHECK(!query_is_whole(company.map, astar_ticket_query(ticket), ticket->date));
    astar_ticket_free(ticket);
  }
  CHECK(company.map->units->list.living == UNITS);
  astar_map_free(company.map);
}

int main(void) { return run_tests(); }
