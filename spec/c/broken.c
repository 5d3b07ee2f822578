/* What map_validate finds: the test breaks each invariant by hand, expects it to be found, and
** restores it. See validate.c for what must not be found. */
#include "check.h"

#include "core/field/field.h"
#include "core/search/queue.h"
#include "core/search/search_scratch.h"
#include "core/tables/rough.h"
#include "core/units/unit.h"
#include "core/view/cost_cache.h"
#include "core/lifetime/validate.h"

static astar_map *map;

/* The bytes at `place` become others: what is found then, and nothing before and after. */
static void breaks(void *place, const void *other, size_t size, const char *words) {
  char kept[16];
  CHECK(map_validate(map) == NULL);
  memcpy(kept, place, size);
  memcpy(place, other, size);
  const char *wrong = map_validate(map);
  if (!CHECK(wrong != NULL && strstr(wrong, words) != NULL))
    printf("'%s' in place of '%s'\n", wrong != NULL ? wrong : "nothing", words);
  memcpy(place, kept, size);
  CHECK(map_validate(map) == NULL);
}

#define BREAKS(place, other, words) \
  breaks(&(place), &(__typeof__(place)){ other }, sizeof(place), words)

static void begin(void) {
  random_seed(5);
  map = random_map(12, 9, 20);
}

/* ---- influence maps -------------------------------------------------------------------------- */

TEST(wrong_bounds_of_influence_are_found) {
  begin();
  astar_status why;
  astar_influence *influence = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  CHECK(astar_influence_set(influence, 3, 3, -5) == ASTAR_OK);
  CHECK(astar_influence_set(influence, 4, 3, 7) == ASTAR_OK);
  for (int exact = 0; exact < 2; exact++) {
    influence->bounds_exact = exact;
    if (exact) influence_find_bounds(influence);
    BREAKS(influence->least, -4, "beyond its bounds");
    BREAKS(influence->greatest, 6, "beyond its bounds");
  }
  BREAKS(influence->least, -6, "bounds of an influence map are wrong");
  BREAKS(influence->greatest, 8, "bounds of an influence map are wrong");
  BREAKS(influence->filled, 3, "bounds of an influence map are wrong");
  influence->bounds_exact = false;
  influence->least = -6;
  CHECK(map_validate(map) == NULL);
  astar_map_free(map);
}

/* ---- units ----------------------------------------------------------------------------------- */

TEST(units_out_of_place_are_found) {
  begin();
  astar_map_set(map, 4, 3, OPEN);
  astar_unit *unit = new_unit(new_player(map, "red"), 4, 3, -1);
  Occupancy *occupancy = &map->units->occupancy;
  BREAKS(unit->x, unit->x + 1, "does not cover");
  BREAKS(unit->y, unit->y - 1, "does not cover");
  BREAKS(occupancy->covered, occupancy->covered + 1, "covered by no unit");
  BREAKS(occupancy->covered, occupancy->covered - 1, "cover");
  for (size_t slot = 0; slot < occupancy_capacity(occupancy); slot++)
    if (occupancy->slots[slot].cell == NO_CELL)
      BREAKS(occupancy->slots[slot].cell, 20, "cover");
  BREAKS(map->units->list.units[0], NULL, "covered by no unit");
  BREAKS(unit->id, 0, "the order of their ids");
  BREAKS(unit->place, 1, "not in its place");
  BREAKS(*map->units->list.sets[UNITS_STANDING], 0, "units stand");
  BREAKS(map->units->standing_count, 0, "units stand");
  BREAKS(unit->waited, 1, "not among those that have");
  BREAKS(unit->base.x, unit->base.x + 1, "passed by");
  BREAKS(unit->goal.x, unit->goal.x + 1, "another way");
  BREAKS(unit->next.x, unit->next.x + 1, "another way");
  BREAKS(unit->link, 1, "another way");
  BREAKS(unit->last, 1, "another way");
  BREAKS(unit->travelled, unit->stride - 1, "passed by");
  astar_map_free(map);
}

TEST(paths_that_are_wrongly_taken_for_open_are_found) {
  begin();
  for (int32_t x = 0; x < 12; x++) astar_map_set(map, x, 3, OPEN);
  astar_player *red = new_player(map, "red");
  astar_player_reveal(red);
  astar_unit *unit = new_unit(red, 0, 3, -1);
  astar_query query = astar_query_default();
  astar_path *path;
  astar_status why;
  query.unit = unit;
  path = astar_path_find(map, 0, 3, (astar_rect){ 11, 3, 1, 1 }, &query, &why);
  CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK && unit->path != NULL);
  astar_cell cell = astar_path_cell(path, astar_path_length(path) - 1);
  astar_path_free(map, path);
  astar_map_set(map, cell.x, cell.y, WALL);
  astar_player_see(red, cell.x, cell.y, 2, NULL, NULL);
  CHECK(astar_unit_blocked(unit) > 0 && !unit->route_seen.is_open);
  BREAKS(unit->route_seen.is_open, true, "takes a path for open that is cut");
  UnitList *list = &map->units->list;
  BREAKS(list->sets[UNITS_UNCHECKED][0], 0, "is not checked");
  BREAKS(list->sets[UNITS_ON_PATHS][0], 0, "units stand");
  BREAKS(list->due[unit->place], UNIT_NEVER, "has to act");
  astar_map_free(map);
}

TEST(wrong_opacity_is_found) {
  begin();
  CHECK(map->opacity.bits[OPACITY_ROWS] == NULL);
  CHECK(astar_player_see(new_player(map, "red"), 4, 3, 2, NULL, NULL) == ASTAR_OK);
  for (int set = OPACITY_ROWS; set <= OPACITY_COLUMNS; set++)
    for (int32_t y = -1; y <= 9; y++) {
      int64_t bit = line_bit(&map->opacity.lines[set], y, y);
      uint64_t *word = &map->opacity.bits[set][bit / 64];
      BREAKS(*word, *word ^ (uint64_t)1 << bit % 64, "opaque cell");
    }
  astar_map_free(map);
}

TEST(wrong_sight_is_found) {
  begin();
  astar_map_fill(map, (astar_rect){ 0, 0, 12, 9 }, OPEN);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_unit *unit = new_unit(red, 4, 3, 2);
  CHECK(astar_player_see(blue, 9, 3, 1, NULL, NULL) == ASTAR_OK);
  CHECK(astar_player_share(red, blue, true) == ASTAR_OK);
  Cell cell = grid_cell(&map->grid, 4, 4);
  BREAKS(red->viewers[cell], 0, "more or less often");
  BREAKS(blue->viewers[cell], 2, "more or less often");
  BREAKS(red->sees_all, true, "more or less often");
  unit->fov.bits[2] ^= 4;                        /* the cast that finds it puts it right */
  CHECK(strstr(map_validate(map), "not what is seen") != NULL && map_validate(map) == NULL);
  blue->glimpses[0].bits[1] ^= 1;
  CHECK(strstr(map_validate(map), "not what is seen") != NULL && map_validate(map) == NULL);
  astar_map_free(map);
}

/* ---- planes ---------------------------------------------------------------------------------- */

TEST(wrong_planes_are_found) {
  begin();
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  CHECK(find_landmarks(map, &query) == ASTAR_OK);
  astar_status why;
  path = astar_path_find(map, 0, 0, (astar_rect){ 11, 8, 1, 1 }, &query, &why);
  astar_path_free(map, path);
  Plane *plane = map->planes;
  for (int32_t y = 0; y < 9; y++)
    for (int32_t x = 0; x < 12; x++) {
      Cell cell = grid_cell(&map->grid, x, y);
      BREAKS(plane->kind[cell], plane->kind[cell] ^ 1, "kind it should be");
    }
  for (int kind = 0; kind < KINDS; kind++)
    BREAKS(plane->population[kind], plane->population[kind] + 1, "counted");
  uint8_t kind = plane->kind[grid_cell(&map->grid, 5, 5)];
  plane->kind[grid_cell(&map->grid, 5, 5)] = (uint8_t)(kind + 1);
  plane->class_version++;
  CHECK(map_validate(map) == NULL);              /* it is behind: nothing is known of it */
  plane->class_version--;
  plane->source_seen--;
  CHECK(map_validate(map) == NULL);
  plane->source_seen++;
  CHECK(map_validate(map) != NULL);
  plane->kind[grid_cell(&map->grid, 5, 5)] = kind;
  astar_map_free(map);
}

/* ---- sets of cells --------------------------------------------------------------------------- */

TEST(wrong_sets_of_cells_are_found) {
  begin();
  SearchScratch *scratch = search_scratch_take(map);
  search_scratch_give(scratch, map);
  CHECK(map->search_scratches == scratch);
  CellSet *sets[] = { &scratch->backward.seen, &scratch->view.claims.cells };
  for (int i = 0; i < 2; i++) {
    CHECK(cellset_add(sets[i], map, (CellRun){ 20, 14, 3 }));
    for (Cell cell = 20; cell <= 48; cell += 14)
      BREAKS(sets[i]->bits[0], sets[i]->bits[0] & ~((uint64_t)1 << cell), "is not in it");
    BREAKS(sets[i]->bits[0], sets[i]->bits[0] | 1, "nobody has added");
    size_t last = (map->grid.cells + 63) / 64 - 1;
    BREAKS(sets[i]->bits[last], 1, "nobody has added");
    BREAKS(sets[i]->runs[0].count, 4, "is not in it");
    BREAKS(sets[i]->runs[0].count, 2, "nobody has added");
    cellset_clear(sets[i]);
  }
  BREAKS(scratch->view.claims.count, 1, "but no cells");
  BREAKS(scratch->view.taken.common, 1, "than those of units");
  astar_map_free(map);
}

/* ---- fields ---------------------------------------------------------------------------------- */

TEST(wrong_costs_of_fields_are_found) {
  begin();
  astar_cell goal = { 4, 4 };
  astar_status why;
  astar_map_set(map, 4, 4, OPEN);
  astar_field *field = astar_field_new(map, &goal, 1, NULL, &why);
  uint32_t cost;
  CHECK(field != NULL && astar_field_cost(field, 0, 0, &cost) != ASTAR_INVALID);
  for (int32_t y = 0; y < 9; y++)
    for (int32_t x = 0; x < 12; x++) {
      Cell cell = grid_cell(&map->grid, x, y);
      BREAKS(field->cost[cell], field->cost[cell] + 1, "neighbours do not allow");
      if (field->cost[cell] > 0)
        BREAKS(field->cost[cell], field->cost[cell] - 1, "neighbours do not allow");
    }
  astar_map_free(map);
}

/* ---- tickets --------------------------------------------------------------------------------- */

static astar_ticket *ask(int32_t priority) {
  astar_status why;
  astar_ticket *ticket = astar_queue_request(map, 0, 0, (astar_rect){ 11, 8, 1, 1 }, NULL,
                                             priority, &why);
  CHECK(ticket != NULL);
  return ticket;
}

TEST(tickets_that_wait_in_disorder_are_found) {
  begin();
  astar_ticket *first = ask(9);
  for (int i = 0; i < 6; i++) ask(8 - i);
  PlayerQueue *player = first->player_queue;
  CHECK(player->waiting_count == 7 && player->waiting[0] == first);
  for (size_t i = 0; i < 7; i++) {
    BREAKS(player->waiting[i]->place, 7, "know its place");
    BREAKS(player->waiting[i]->player_queue, NULL, "know its place");
    BREAKS(player->waiting[i]->waits, false, "know its place");
    BREAKS(player->waiting[i]->ended, true, "ended");
    BREAKS(player->waiting[i]->priority, i == 0 ? -9 : 20, "comes after it");
  }
  BREAKS(player->open, 6, "more tickets than are open");
  BREAKS(player->under_way, 1, "more tickets than are open");
  BREAKS(player->open, player->capacity + 1, "more tickets than are open");
  astar_map_free(map);
}

TEST(tickets_in_two_states_are_found) {
  begin();
  astar_map_fill(map, (astar_rect){ 0, 0, 12, 9 }, OPEN);
  astar_ticket *one = ask(3);
  ask(2);
  CHECK(astar_queue_work(map, 4, 1, NULL) == ASTAR_OK);
  Queue *queue = map->queue;
  CHECK(queue->under_way == 1 && queue->slots[0] == one);
  queue->slots[1] = one;
  BREAKS(queue->under_way, 2, "under way twice");
  BREAKS(one->ended, true, "is in a queue");
  BREAKS(one->player_queue, NULL, "is in a queue");
  BREAKS(one->waits, true, "waits while it is under way");
  BREAKS(one->waits_for_tables, true, "waits while it is under way");
  BREAKS(queue->slots[0], NULL, "has been lost");
  PlayerQueue *player = one->player_queue;
  one->player_queue = NULL;
  one->ended = true;
  CHECK(strstr(map_validate(map), "has ended goes on") != NULL);
  one->ended = false;
  one->player_queue = player;
  astar_map_free(map);
}

int main(void) { return run_tests(); }
