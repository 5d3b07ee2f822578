/* Units: orders, ticks, what they occupy, claim and see. */
#include "check.h"

/* The path over the terrain as it is, through the units that stand there. */
static astar_path *way(astar_map *map, const astar_unit *unit, int32_t x, int32_t y) {
  astar_query query = astar_query_default();
  astar_cell at = astar_unit_cell(unit);
  astar_path *path = NULL;
  query.cls = astar_unit_class(unit);
  astar_path_find(map, at.x, at.y, (astar_rect){ x, y, 1, 1 }, &query, &path);
  return path;
}

static bool send(astar_map *map, astar_unit *unit, int32_t x, int32_t y) {
  astar_path *path = way(map, unit, x, y);
  bool sent = path != NULL && astar_unit_follow_path(unit, path, NULL) == ASTAR_OK;
  astar_path_free(map, path);
  return sent;
}

static astar_unit *unit_with_speed(astar_player *player, int32_t x, int32_t y, int32_t speed) {
  astar_unit *unit = new_unit(player, x, y, -1);
  CHECK(unit != NULL && astar_unit_set_speed(unit, speed) == ASTAR_OK);
  return unit;
}

static bool is_at(const astar_unit *unit, int32_t x, int32_t y) {
  astar_cell cell = astar_unit_cell(unit);
  return cell.x == x && cell.y == y;
}

static bool standing(const astar_unit *unit) {
  return astar_unit_state_of(unit) == ASTAR_STANDING && astar_unit_path(unit, NULL) == NULL;
}

/* Ticks; the only event is this one, or with NULL there is none. */
static bool tick_brings(astar_map *map, const astar_unit *unit, astar_unit_event_kind kind) {
  const astar_unit_event *events;
  int32_t count;
  CHECK(astar_map_tick(map, &events, &count) == ASTAR_OK);
  if (unit == NULL) return count == 0;
  return count == 1 && events[0].unit == unit && events[0].kind == kind;
}

static bool quiet_ticks(astar_map *map, int count) {
  bool quiet = true;
  for (int i = 0; i < count; i++) quiet &= tick_brings(map, NULL, ASTAR_EVENT_ARRIVED);
  return quiet;
}

static astar_class *class_of_size(astar_map *map, int32_t size) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.size = size;
  return astar_class_new(map, &desc, &why);
}

/* ---- moving ---------------------------------------------------------------------------------- */

TEST(a_step_takes_its_time) {
  astar_map *map = open_map(5, 5);
  astar_unit *unit = unit_with_speed(new_player(map, "red"), 0, 0, 256);
  astar_cell from;
  CHECK(astar_unit_fraction(unit, &from) == 1024 && from.x == 0 && from.y == 0);
  CHECK(send(map, unit, 2, 0) && astar_unit_state_of(unit) == ASTAR_MOVING);
  for (int tick = 1; tick <= 8; tick++) {
    CHECK(tick < 8 ? quiet_ticks(map, 1) : tick_brings(map, unit, ASTAR_EVENT_ARRIVED));
    CHECK(is_at(unit, (tick + 3) / 4, 0));
    CHECK(astar_unit_fraction(unit, &from) == ((tick - 1) % 4 + 1) * 256);
    CHECK(from.x == (tick - 1) / 4);
  }
  CHECK(standing(unit) && quiet_ticks(map, 3) && is_at(unit, 2, 0));
  CHECK(astar_map_ticks(map) == 11 && astar_map_waits(map) == 0);
  astar_map_free(map);
}

/* Two diagonal steps are 2896 long, 11.3 ticks: what is left of a tick goes into the next step. */
TEST(diagonal_steps_are_longer) {
  astar_map *map = open_map(5, 5);
  astar_unit *unit = unit_with_speed(new_player(map, "red"), 0, 0, 256);
  CHECK(send(map, unit, 2, 2) && quiet_ticks(map, 5) && is_at(unit, 1, 1));
  CHECK(astar_unit_fraction(unit, NULL) == 5 * 256 * 1024 / 1448);
  CHECK(quiet_ticks(map, 1) && is_at(unit, 2, 2));
  CHECK(astar_unit_fraction(unit, NULL) == (6 * 256 - 1448) * 1024 / 1448);
  CHECK(quiet_ticks(map, 5) && tick_brings(map, unit, ASTAR_EVENT_ARRIVED));
  astar_map_free(map);
}

TEST(fast_units_take_several_steps) {
  astar_map *map = open_map(200, 1);
  astar_player *player = new_player(map, "red");
  astar_unit *fast = unit_with_speed(player, 0, 0, 64 * 1024);
  CHECK(send(map, fast, 199, 0));
  CHECK(quiet_ticks(map, 1) && is_at(fast, 64, 0) && quiet_ticks(map, 2) && is_at(fast, 192, 0));
  CHECK(tick_brings(map, fast, ASTAR_EVENT_ARRIVED) && is_at(fast, 199, 0));
  astar_unit *odd = unit_with_speed(player, 0, 0, 1024 + 512);
  CHECK(send(map, odd, 10, 0) && quiet_ticks(map, 1) && is_at(odd, 2, 0));
  CHECK(astar_unit_fraction(odd, NULL) == 512);
  CHECK(astar_unit_set_speed(odd, 64 * 1024 + 1) == ASTAR_INVALID);
  CHECK(astar_unit_set_speed(odd, -1) == ASTAR_INVALID);
  astar_map_free(map);
}

TEST(without_speed_nothing_moves) {
  astar_map *map = open_map(5, 1);
  astar_unit *unit = unit_with_speed(new_player(map, "red"), 0, 0, 0);
  CHECK(send(map, unit, 3, 0) && quiet_ticks(map, 9) && is_at(unit, 0, 0));
  CHECK(astar_unit_state_of(unit) == ASTAR_MOVING);
  CHECK(astar_unit_set_speed(unit, 512) == ASTAR_OK && quiet_ticks(map, 1) && is_at(unit, 1, 0));
  CHECK(astar_unit_set_speed(unit, 0) == ASTAR_OK && quiet_ticks(map, 9));
  CHECK(astar_unit_fraction(unit, NULL) == 512);
  astar_map_free(map);
}

TEST(who_finds_a_cell_taken_waits) {
  astar_map *map = open_map(5, 1);
  astar_player *player = new_player(map, "red");
  astar_unit *unit = unit_with_speed(player, 0, 0, 512), *other = new_unit(player, 2, 0, -1);
  CHECK(send(map, unit, 4, 0) && quiet_ticks(map, 2));
  CHECK(tick_brings(map, unit, ASTAR_EVENT_WAITING) && is_at(unit, 1, 0));
  CHECK(astar_unit_state_of(unit) == ASTAR_WAITING && astar_unit_path(unit, NULL) != NULL);
  CHECK(quiet_ticks(map, 5) && astar_map_waits(map) == 6);
  astar_unit_remove(other);
  CHECK(quiet_ticks(map, 1) && is_at(unit, 2, 0));
  CHECK(astar_unit_fraction(unit, NULL) == 512 && astar_unit_state_of(unit) == ASTAR_MOVING);
  CHECK(quiet_ticks(map, 4) && tick_brings(map, unit, ASTAR_EVENT_ARRIVED));
  CHECK(astar_map_waits(map) == 6);
  astar_map_free(map);
}

TEST(units_do_not_pass_through_each_other) {
  astar_map *map = open_map(4, 1);
  astar_player *player = new_player(map, "red");
  astar_unit *east = unit_with_speed(player, 1, 0, 1024);
  astar_unit *west = unit_with_speed(player, 2, 0, 1024);
  CHECK(send(map, east, 3, 0) && send(map, west, 0, 0));
  for (int i = 0; i < 5; i++) astar_map_tick(map, NULL, NULL);
  CHECK(is_at(east, 1, 0) && is_at(west, 2, 0) && astar_map_waits(map) == 10);
  astar_map_free(map);
}

TEST(who_cannot_enter_stands) {
  const char *rows[] = { "....", "....", "...." };
  astar_map *map = drawn_map(3, rows);
  astar_unit *unit = unit_with_speed(new_player(map, "red"), 0, 0, 512);
  CHECK(send(map, unit, 3, 0) && quiet_ticks(map, 1));
  CHECK(astar_map_set(map, 2, 0, GLASS) == ASTAR_OK && quiet_ticks(map, 1));
  CHECK(tick_brings(map, unit, ASTAR_EVENT_BLOCKED) && standing(unit) && is_at(unit, 1, 0));
  CHECK(quiet_ticks(map, 3));
  CHECK(astar_unit_place(unit, 0, 1) == ASTAR_OK && send(map, unit, 1, 2));
  CHECK(astar_map_set(map, 1, 1, GLASS) == ASTAR_OK);   /* it would cut the corner now */
  CHECK(tick_brings(map, unit, ASTAR_EVENT_BLOCKED) && is_at(unit, 0, 1));
  astar_map_free(map);
}

/* ---- orders under way ------------------------------------------------------------------------ */

TEST(who_is_stopped_ends_the_step) {
  astar_map *map = open_map(5, 1);
  astar_unit *unit = unit_with_speed(new_player(map, "red"), 0, 0, 256);
  CHECK(send(map, unit, 4, 0) && quiet_ticks(map, 1));
  astar_unit_stop(unit);
  CHECK(standing(unit) && is_at(unit, 1, 0) && astar_unit_fraction(unit, NULL) == 256);
  CHECK(quiet_ticks(map, 2) && astar_unit_fraction(unit, NULL) == 768);
  CHECK(quiet_ticks(map, 5) && astar_unit_fraction(unit, NULL) == 1024 && is_at(unit, 1, 0));
  astar_map_free(map);
}

TEST(who_gets_a_new_path_ends_the_step) {
  astar_map *map = open_map(5, 5);
  astar_unit *unit = unit_with_speed(new_player(map, "red"), 0, 0, 256);
  int32_t index = -1;
  CHECK(send(map, unit, 4, 0) && quiet_ticks(map, 2));
  CHECK(send(map, unit, 1, 4) && astar_unit_fraction(unit, NULL) == 512);
  CHECK(astar_path_length(astar_unit_path(unit, &index)) == 5 && index == 0);
  CHECK(quiet_ticks(map, 2) && is_at(unit, 1, 0) && quiet_ticks(map, 1) && is_at(unit, 1, 1));
  astar_map_free(map);
}

TEST(who_is_placed_stands) {
  astar_map *map = open_map(5, 5);
  astar_player *player = new_player(map, "red");
  astar_unit *unit = unit_with_speed(player, 0, 0, 256), *other = new_unit(player, 4, 0, -1);
  astar_cell from;
  CHECK(send(map, unit, 4, 4) && quiet_ticks(map, 1));
  CHECK(astar_unit_place(unit, 4, 0) == ASTAR_CROWDED && astar_unit_path(unit, NULL) != NULL);
  CHECK(astar_unit_place(unit, 5, 0) == ASTAR_INVALID);
  CHECK(astar_map_set(map, 3, 3, WALL) == ASTAR_OK);
  CHECK(astar_unit_place(unit, 3, 3) == ASTAR_GOAL_BLOCKED && is_at(unit, 1, 1));
  CHECK(astar_unit_place(unit, 2, 3) == ASTAR_OK && standing(unit) && is_at(unit, 2, 3));
  CHECK(astar_unit_fraction(unit, &from) == 1024 && from.x == 2 && from.y == 3);
  CHECK(astar_unit_at(map, 2, 3) == unit && astar_unit_at(map, 1, 1) == NULL);
  CHECK(astar_unit_at(map, 4, 0) == other && astar_unit_at(map, -1, 0) == NULL);
  astar_map_free(map);
}

/* What was requested for it as another player's, or of another class, is void. */
TEST(another_player_and_class) {
  astar_map *map = open_map(8, 8), *elsewhere = open_map(3, 3);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_class *large = class_of_size(map, 2);
  astar_unit *unit = new_unit(red, 1, 1, 1), *other = new_unit(blue, 3, 2, -1);
  astar_query query = astar_query_default();
  query.unit = unit;
  astar_status why;
  astar_ticket *ticket =
    astar_queue_request(map, ASTAR_AT_UNIT, 0, (astar_rect){ 7, 7, 1, 1 }, &query, 0, &why);
  CHECK(send(map, unit, 4, 1) && quiet_ticks(map, 1));
  CHECK(astar_unit_set_player(unit, new_player(elsewhere, "red")) == ASTAR_INVALID);
  CHECK(astar_unit_set_player(unit, red) == ASTAR_OK && astar_unit_path(unit, NULL) != NULL);
  CHECK(astar_unit_set_class(unit, astar_class_next(elsewhere, NULL)) == ASTAR_INVALID);
  uint64_t hash = astar_map_hash(map);
  CHECK(astar_unit_set_player(unit, blue) == ASTAR_OK && astar_unit_player(unit) == blue);
  CHECK(standing(unit) && astar_map_hash(map) != hash);
  CHECK(astar_player_knows(red, 1, 1) == ASTAR_SEEN);
  CHECK(astar_player_knows(blue, 1, 1) == ASTAR_VISIBLE);
  CHECK(astar_queue_work(map, 1000, 1, NULL) == ASTAR_OK);
  CHECK(astar_ticket_status(ticket) == ASTAR_CANCELLED);
  astar_ticket_free(ticket);
  CHECK(astar_unit_place(unit, 2, 1) == ASTAR_OK && send(map, unit, 7, 1));
  CHECK(astar_unit_set_class(unit, large) == ASTAR_CROWDED && !standing(unit));
  CHECK(astar_unit_place(other, 7, 7) == ASTAR_OK && astar_map_set(map, 3, 2, WALL) == ASTAR_OK);
  CHECK(astar_unit_set_class(unit, large) == ASTAR_GOAL_BLOCKED && !standing(unit));
  CHECK(astar_map_set(map, 3, 2, astar_map_get(map, 0, 0)) == ASTAR_OK);
  CHECK(astar_unit_set_class(unit, large) == ASTAR_OK && standing(unit));
  CHECK(astar_unit_at(map, 3, 2) == unit && astar_unit_class(unit) == large);
  CHECK(astar_unit_set_class(other, large) == ASTAR_GOAL_BLOCKED);
  CHECK(astar_unit_set_class(unit, astar_class_next(map, NULL)) == ASTAR_OK);
  CHECK(astar_unit_at(map, 3, 2) == NULL && astar_unit_at(map, 2, 1) == unit);
  astar_map_free(elsewhere);
  astar_map_free(map);
}

TEST(paths_that_cannot_be_followed) {
  astar_map *map = open_map(5, 5), *large = open_map(9, 9);
  astar_unit *unit = new_unit(new_player(map, "red"), 0, 0, -1);
  astar_unit *far = new_unit(new_player(large, "red"), 0, 0, -1);
  astar_path *path = way(map, unit, 3, 0), *out = way(large, far, 8, 8);
  CHECK(astar_unit_follow_path(unit, out, NULL) == ASTAR_INVALID && standing(unit));
  CHECK(astar_unit_place(unit, 0, 1) == ASTAR_OK);
  CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_INVALID && standing(unit));
  CHECK(astar_unit_place(unit, 3, 0) == ASTAR_OK);
  CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK && standing(unit));
  CHECK(astar_unit_place(unit, 2, 0) == ASTAR_OK);
  CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK);
  int32_t index;
  CHECK(astar_unit_path(unit, &index) != path && index == 2);
  CHECK(astar_unit_follow_path(unit, astar_unit_path(unit, NULL), NULL) == ASTAR_OK);
  astar_path_free(map, path);
  CHECK(quiet_ticks(map, 3) && tick_brings(map, unit, ASTAR_EVENT_ARRIVED));
  astar_path_free(large, out);
  astar_map_free(large);
  astar_map_free(map);
}

TEST(places_where_no_unit_can_be_made) {
  const char *rows[] = { "...#", "...." };
  astar_map *map = drawn_map(2, rows), *other = open_map(3, 3);
  astar_player *player = new_player(map, "red");
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  CHECK(new_unit(player, 0, 0, -1) != NULL);
  const struct { int32_t x, y; astar_status why; } cases[] = {
    { -1, 0, ASTAR_INVALID }, { 0, 2, ASTAR_INVALID }, { 3, 0, ASTAR_START_BLOCKED },
    { 0, 0, ASTAR_CROWDED }, { 1, 0, ASTAR_OK }, { 2, 0, ASTAR_START_BLOCKED },
    { 3, 1, ASTAR_START_BLOCKED } };
  for (int i = 0; i < 7; i++) {
    if (i == 5) desc.cls = class_of_size(map, 2);
    desc.x = cases[i].x;
    desc.y = cases[i].y;
    astar_unit_new(player, &desc, &why);
    CHECK(why == cases[i].why);
  }
  desc = astar_unit_default();
  desc.y = 1;
  desc.cls = class_of_size(other, 1);
  CHECK(astar_unit_new(player, &desc, &why) == NULL && why == ASTAR_INVALID);
  desc.cls = NULL;
  desc.sight = 256;
  CHECK(astar_unit_new(player, &desc, &why) == NULL && why == ASTAR_INVALID);
  astar_map_free(other);
  astar_map_free(map);
}

TEST(ids_are_never_used_again) {
  astar_map *map = open_map(9, 1);
  astar_player *player = new_player(map, "red");
  astar_unit *units[5];
  for (int i = 0; i < 4; i++) units[i] = new_unit(player, i, 0, -1);
  astar_unit_remove(units[3]);
  astar_unit_remove(units[1]);
  units[4] = new_unit(player, 8, 0, -1);
  const uint32_t ids[] = { 1, 3, 5 };
  astar_unit *unit = NULL;
  for (int i = 0; i < 3; i++) {
    unit = astar_unit_next(map, unit);
    CHECK(astar_unit_id(unit) == ids[i]);
  }
  CHECK(astar_unit_next(map, unit) == NULL);
  astar_map_free(map);
}

/* ---- what others are to a query -------------------------------------------------------------- */

static int32_t cost(astar_map *map, astar_unit *unit, int32_t x, int32_t y) {
  astar_query query = astar_query_default();
  astar_status why;
  query.unit = unit;
  return astar_map_cost(map, x, y, false, &query, &why);
}

TEST(comrades_claim_the_rest_of_their_path) {
  astar_map *map = open_map(20, 20);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_player_reveal(red);
  astar_unit *asks = new_unit(red, 0, 0, -1), *near = new_unit(red, 10, 0, -1);
  astar_unit *far = new_unit(red, 11, 5, -1), *foe = new_unit(blue, 0, 9, -1);
  CHECK(send(map, near, 12, 0) && send(map, far, 11, 9) && send(map, foe, 3, 9));
  CHECK(cost(map, asks, 10, 0) == 20 && cost(map, asks, 12, 0) == 20);
  CHECK(cost(map, asks, 13, 0) == 10 && cost(map, asks, 9, 0) == 10);
  CHECK(cost(map, asks, 11, 7) == 10 && cost(map, near, 11, 0) == 10);
  CHECK(cost(map, asks, 2, 9) == 10);
  CHECK(astar_player_share(blue, red, true) == ASTAR_OK && cost(map, asks, 2, 9) == 20);
  CHECK(astar_player_share(red, blue, true) == ASTAR_OK);
  CHECK(astar_player_share(blue, red, false) == ASTAR_OK && cost(map, asks, 2, 9) == 10);
  CHECK(quiet_ticks(map, 5) && is_at(near, 12, 0));
  CHECK(cost(map, asks, 11, 0) == 10 && cost(map, asks, 12, 0) == 10);   /* it is too far now */
  CHECK(send(map, asks, 5, 0));
  CHECK(cost(map, near, 3, 0) == 10 && astar_unit_place(near, 9, 1) == ASTAR_OK);
  CHECK(cost(map, near, 3, 0) == 20 && cost(map, near, 0, 0) == 20);
  astar_map_free(map);
}

TEST(large_units_claim_all_they_will_cover) {
  astar_map *map = open_map(12, 12);
  astar_player *red = new_player(map, "red");
  astar_player_reveal(red);
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.cls = class_of_size(map, 3);
  astar_unit *giant = astar_unit_new(red, &desc, &why), *asks = new_unit(red, 6, 6, -1);
  CHECK(send(map, giant, 4, 0));
  for (int32_t y = 0; y < 6; y++)
    for (int32_t x = 0; x < 12; x++)
      CHECK(cost(map, asks, x, y) == (x < 7 && y < 3 ? 20 : 10));
  astar_map_free(map);
}

TEST(who_stands_or_touches_is_in_the_way) {
  astar_map *map = open_map(12, 12);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_player_reveal(red);
  astar_unit *asks = new_unit(red, 4, 4, -1), *comrade = new_unit(red, 9, 9, -1);
  astar_unit *hidden = new_unit(blue, 1, 1, -1);
  CHECK(cost(map, asks, 9, 9) == 0 && cost(map, asks, 1, 1) == 10);
  CHECK(astar_player_see(red, 2, 2, 2, NULL, NULL) == ASTAR_OK && cost(map, asks, 1, 1) == 0);
  CHECK(astar_player_end_sight(red) == ASTAR_OK && cost(map, asks, 1, 1) == 10);
  CHECK(send(map, comrade, 9, 0) && cost(map, asks, 9, 9) == 20);
  CHECK(astar_unit_place(comrade, 5, 5) == ASTAR_OK && send(map, comrade, 9, 9));
  CHECK(cost(map, asks, 5, 5) == 0);                /* it moves, but touches */
  CHECK(astar_unit_place(comrade, 6, 5) == ASTAR_OK && send(map, comrade, 6, 9));
  CHECK(cost(map, asks, 6, 5) == 20);
  CHECK(astar_unit_place(hidden, 6, 8) == ASTAR_OK);
  for (int i = 0; i < 9; i++) astar_map_tick(map, NULL, NULL);
  CHECK(astar_unit_state_of(comrade) == ASTAR_WAITING && is_at(comrade, 6, 7));
  CHECK(cost(map, asks, 6, 7) == 20 && cost(map, asks, 6, 8) == 20);   /* it will go on */
  CHECK(astar_player_share(blue, red, true) == ASTAR_OK && cost(map, asks, 6, 8) == 0);
  astar_map_free(map);
}

static astar_status as_of_size(astar_map *map, astar_unit *unit, int32_t size, int32_t x,
                               int32_t y) {
  astar_query query = astar_query_default();
  astar_path *path;
  astar_cell at = astar_unit_cell(unit);
  query.unit = unit;
  query.cls = class_of_size(map, size);
  query.claim_radius = 0;
  astar_status status = astar_path_find(map, at.x, at.y, (astar_rect){ x, y, 1, 1 }, &query, &path);
  astar_path_free(map, path);
  return status;
}

/* What stands in the goal is asked for the size of the query's class, not of its unit. */
TEST(a_query_may_be_for_another_size) {
  static const char *const rows[] = { ".......", ".......", "......." };
  astar_map *map = drawn_map(3, rows);
  astar_player *red = new_player(map, "red");
  astar_player_reveal(red);
  astar_unit *small = new_unit(red, 0, 0, -1), *comrade = new_unit(red, 5, 1, -1);
  astar_unit_set_avoidance(small, ASTAR_AVOIDANCE_YIELD);
  astar_unit_set_avoidance(comrade, ASTAR_AVOIDANCE_YIELD);
  CHECK(as_of_size(map, small, 1, 4, 0) == ASTAR_OK);
  CHECK(as_of_size(map, small, 2, 4, 0) == ASTAR_GOAL_BLOCKED);
  CHECK(as_of_size(map, small, 1, 5, 1) == ASTAR_GOAL_BLOCKED);
  CHECK(as_of_size(map, small, 2, 3, 0) == ASTAR_OK);
  astar_unit_remove(small);
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.cls = class_of_size(map, 2);
  desc.avoidance = ASTAR_AVOIDANCE_YIELD;
  astar_unit *large = astar_unit_new(red, &desc, &why);
  CHECK(as_of_size(map, large, 2, 4, 0) == ASTAR_GOAL_BLOCKED);
  CHECK(as_of_size(map, large, 1, 4, 0) == ASTAR_OK);
  astar_map_free(map);
}

TEST(a_unit_is_visible_by_any_of_its_cells) {
  astar_map *map = open_map(12, 12);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.x = desc.y = 5;
  desc.cls = class_of_size(map, 3);
  astar_unit *giant = astar_unit_new(red, &desc, &why), *asks = new_unit(blue, 11, 0, -1);
  CHECK(astar_unit_visible(giant, red) && !astar_unit_visible(giant, blue));
  CHECK(astar_player_see(blue, 8, 7, 1, NULL, NULL) == ASTAR_OK);
  CHECK(astar_unit_visible(giant, blue));
  CHECK(cost(map, asks, 5, 5) == 0 && cost(map, asks, 7, 7) == 0);
  astar_player_end_sight(blue);
  CHECK(!astar_unit_visible(giant, blue) && cost(map, asks, 7, 7) == 10);
  astar_map_free(map);
}

TEST(a_unit_tells_where_its_path_is_broken) {
  astar_map *map = open_map(12, 3);
  astar_player *red = new_player(map, "red");
  astar_status why;
  astar_unit *unit = new_unit(red, 0, 1, 3);
  CHECK(astar_unit_blocked(unit, &why) == -1 && why == ASTAR_OK);
  CHECK(send(map, unit, 11, 1) && astar_map_set(map, 2, 1, GLASS) == ASTAR_OK);
  CHECK(astar_unit_blocked(unit, &why) == 2);
  CHECK(astar_map_set(map, 2, 1, OPEN) == ASTAR_OK && astar_map_set(map, 9, 1, GLASS) == ASTAR_OK);
  CHECK(astar_unit_blocked(unit, &why) == -1);      /* it is not seen */
  CHECK(astar_player_see(red, 9, 0, 1, NULL, NULL) == ASTAR_OK);
  CHECK(astar_unit_blocked(unit, &why) == 9);
  astar_map_free(map);
}

/* ---- seeing ---------------------------------------------------------------------------------- */

TEST(who_moves_sees_anew) {
  const char *rows[] = { "......", ".####.", "......" };
  astar_map *map = drawn_map(3, rows);
  astar_player *red = new_player(map, "red");
  astar_unit *unit = new_unit(red, 0, 0, 2);
  CHECK(astar_unit_set_speed(unit, 512) == ASTAR_OK && send(map, unit, 3, 0));
  CHECK(astar_player_knows(red, 2, 0) == ASTAR_VISIBLE);
  CHECK(astar_player_knows(red, 3, 0) == ASTAR_UNSEEN);
  CHECK(quiet_ticks(map, 1) && astar_player_knows(red, 3, 0) == ASTAR_VISIBLE);
  CHECK(quiet_ticks(map, 4) && astar_player_knows(red, 0, 0) == ASTAR_SEEN);
  CHECK(astar_unit_set_sight(unit, -1) == ASTAR_OK && astar_unit_sight(unit) == -1);
  CHECK(astar_player_knows(red, 3, 0) == ASTAR_SEEN);
  CHECK(astar_unit_set_sight(unit, 1) == ASTAR_OK);
  CHECK(astar_player_knows(red, 3, 1) == ASTAR_VISIBLE);
  CHECK(astar_player_knows(red, 2, 1) == ASTAR_SEEN);
  CHECK(astar_unit_set_sight(unit, 256) == ASTAR_INVALID && astar_unit_sight(unit) == 1);
  astar_unit_remove(unit);
  CHECK(astar_player_knows(red, 3, 1) == ASTAR_SEEN);
  astar_map_free(map);
}

TEST(a_large_unit_sees_from_its_middle) {
  astar_map *map = open_map(20, 20);
  astar_player *red = new_player(map, "red");
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.x = desc.y = 5;
  desc.sight = 4;
  desc.cls = class_of_size(map, 4);
  CHECK(astar_unit_new(red, &desc, &why) != NULL);
  CHECK(astar_player_knows(red, 10, 6) == ASTAR_VISIBLE);   /* 4 from 6, 6 */
  CHECK(astar_player_knows(red, 2, 6) == ASTAR_VISIBLE);
  CHECK(astar_player_knows(red, 11, 6) == ASTAR_UNSEEN);
  CHECK(astar_player_knows(red, 1, 6) == ASTAR_UNSEEN);
  astar_map_free(map);
}

/* ---- crowds ---------------------------------------------------------------------------------- */

enum { SIDE = 24, CROWD = 40 };

typedef struct Crowd {
  astar_map *map;
  astar_player *players[2];
  astar_unit *units[CROWD];         /* NULL: none */
  astar_class *classes[3];          /* 1 x 1, 2 x 2, 3 x 3 */
} Crowd;

static void add_to_crowd(Crowd *crowd, int i) {
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.x = random_below(SIDE);
  desc.y = random_below(SIDE);
  desc.cls = crowd->classes[random_below(8) < 5 ? 0 : 1 + random_below(2)];
  desc.speed = random_below(4) ? 100 + random_below(1000) : random_below(5000);
  desc.sight = random_below(8) - 1;
  crowd->units[i] = astar_unit_new(crowd->players[i % 2], &desc, &why);
}

static void make_crowd(Crowd *crowd, uint64_t seed) {
  random_seed(seed);
  crowd->map = random_map(SIDE, SIDE, 12);
  crowd->players[0] = new_player(crowd->map, "red");
  crowd->players[1] = new_player(crowd->map, "blue");
  for (int i = 0; i < 3; i++) crowd->classes[i] = class_of_size(crowd->map, i + 1);
  for (int i = 0; i < CROWD; i++) add_to_crowd(crowd, i);
}

static void order_crowd(Crowd *crowd) {
  int i = random_below(CROWD);
  astar_unit *unit = crowd->units[i];
  int32_t x = random_below(SIDE), y = random_below(SIDE);
  if (unit == NULL) {
    add_to_crowd(crowd, i);
    return;
  }
  switch (random_below(14)) {
    case 0: astar_unit_remove(unit); crowd->units[i] = NULL; break;
    case 1: astar_unit_place(unit, x, y); break;
    case 2: astar_unit_stop(unit); break;
    case 3: astar_unit_set_speed(unit, random_below(3000)); break;
    case 4: astar_unit_set_sight(unit, random_below(9) - 1); break;
    case 6: astar_unit_set_player(unit, crowd->players[random_below(2)]); break;
    case 7: astar_unit_set_class(unit, crowd->classes[random_below(3)]); break;
    case 5: if (astar_unit_at(crowd->map, x, y) == NULL)
              astar_map_set(crowd->map, x, y, random_terrain(30));
            break;
    default: send(crowd->map, unit, x, y); break;
  }
}

/* Every cell names the unit that covers it, and units cover different cells. */
static void check_places(const Crowd *crowd) {
  const astar_unit *covers[SIDE][SIDE] = { { NULL } };
  for (int i = 0; i < CROWD; i++) {
    if (crowd->units[i] == NULL) continue;
    astar_cell at = astar_unit_cell(crowd->units[i]);
    int32_t size = astar_class_size(astar_unit_class(crowd->units[i]));
    for (int32_t y = at.y; y < at.y + size; y++)
      for (int32_t x = at.x; x < at.x + size; x++) {
        CHECK(covers[y][x] == NULL);
        covers[y][x] = crowd->units[i];
      }
  }
  for (int32_t y = 0; y < SIDE; y++)
    for (int32_t x = 0; x < SIDE; x++) CHECK(astar_unit_at(crowd->map, x, y) == covers[y][x]);
}

static void check_states(const Crowd *crowd) {
  for (int i = 0; i < CROWD; i++) {
    const astar_unit *unit = crowd->units[i];
    if (unit == NULL) continue;
    astar_cell from, at = astar_unit_cell(unit);
    int32_t fraction = astar_unit_fraction(unit, &from), index;
    const astar_path *path = astar_unit_path(unit, &index);
    CHECK(fraction >= 0 && fraction <= 1024);
    CHECK(abs(from.x - at.x) <= 1 && abs(from.y - at.y) <= 1);
    CHECK((path == NULL) == (astar_unit_state_of(unit) == ASTAR_STANDING));
    if (path == NULL) continue;
    astar_cell on = astar_path_cell(path, index);
    CHECK(on.x == at.x && on.y == at.y && index < astar_path_length(path));
  }
}

/* What the players see is what glimpses from where their units are would show. */
static void check_sight(const Crowd *crowd) {
  astar_player *judge = new_player(crowd->map, "judge");
  for (int p = 0; p < 2; p++) {
    astar_player_end_sight(judge);
    for (int i = 0; i < CROWD; i++) {
      astar_unit *unit = crowd->units[i];
      if (unit == NULL || astar_unit_sight(unit) < 0) continue;
      if (astar_unit_player(unit) != crowd->players[p]) continue;
      astar_cell at = astar_unit_cell(unit);
      int32_t half = (astar_class_size(astar_unit_class(unit)) - 1) / 2;
      astar_player_see(judge, at.x + half, at.y + half, astar_unit_sight(unit), NULL, NULL);
    }
    for (int32_t y = 0; y < SIDE; y++)
      for (int32_t x = 0; x < SIDE; x++) {
        bool sees = astar_player_knows(crowd->players[p], x, y) == ASTAR_VISIBLE;
        CHECK(sees == (astar_player_knows(judge, x, y) == ASTAR_VISIBLE));
        int32_t known = astar_player_terrain(crowd->players[p], x, y);
        CHECK(!sees || known == astar_map_get(crowd->map, x, y));
      }
  }
  astar_player_remove(judge);
}

static uint64_t run_crowd(uint64_t seed, bool check) {
  Crowd crowd;
  make_crowd(&crowd, seed);
  for (int tick = 0; tick < 120; tick++) {
    for (int order = 0; order < 8; order++) order_crowd(&crowd);
    CHECK(astar_map_tick(crowd.map, NULL, NULL) == ASTAR_OK);
    if (!check) continue;
    check_places(&crowd);
    check_states(&crowd);
    if (tick % 10 == 0) check_sight(&crowd);
  }
  uint64_t hash = astar_map_hash(crowd.map);
  astar_map_free(crowd.map);
  return hash;
}

TEST(crowds_keep_the_rules_and_repeat_exactly) {
  for (uint64_t seed = 1; seed <= 12; seed++)
    CHECK(run_crowd(seed, true) == run_crowd(seed, false));
}

/* Slow units on a torn map: between two ticks nobody jumps, and no two change places. */
TEST(nobody_changes_places) {
  Crowd crowd;
  make_crowd(&crowd, 77);
  for (int tick = 0; tick < 300; tick++) {
    astar_cell before[CROWD];
    for (int i = 0; i < CROWD; i++) {
      if (crowd.units[i] == NULL) continue;
      before[i] = astar_unit_cell(crowd.units[i]);
      astar_unit_set_speed(crowd.units[i], 900);
      if (random_below(6) == 0)
        send(crowd.map, crowd.units[i], random_below(SIDE), random_below(SIDE));
    }
    astar_map_tick(crowd.map, NULL, NULL);
    for (int i = 0; i < CROWD; i++)
      for (int k = 0; k < CROWD; k++) {
        if (crowd.units[i] == NULL || crowd.units[k] == NULL) continue;
        astar_cell a = astar_unit_cell(crowd.units[i]), b = astar_unit_cell(crowd.units[k]);
        if (i == k) CHECK(abs(a.x - before[i].x) <= 1 && abs(a.y - before[i].y) <= 1);
        bool swapped = i != k && a.x == before[k].x && a.y == before[k].y &&
                       b.x == before[i].x && b.y == before[i].y;
        CHECK(!swapped);
      }
  }
  CHECK(astar_map_waits(crowd.map) > 100);
  astar_map_free(crowd.map);
}

/* ---- locked maps ----------------------------------------------------------------------------- */

typedef struct Locked { astar_map *map; astar_player *player; astar_unit *unit; int asked; } Locked;

static int32_t change_all(void *user, int32_t x, int32_t y, int32_t terrain) {
  Locked *locked = user;
  astar_status why;
  (void)terrain;
  if (locked->asked++) return 0;
  CHECK(astar_map_locked(locked->map));
  uint64_t before = astar_map_hash(locked->map);
  CHECK(astar_player_new(locked->map, "new", &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_player_see(locked->player, x, y, 3, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_player_end_sight(locked->player) == ASTAR_INVALID);
  CHECK(astar_player_reveal(locked->player) == ASTAR_INVALID);
  CHECK(astar_player_forget(locked->player) == ASTAR_INVALID);
  astar_player_remove(locked->player);
  CHECK(new_unit(locked->player, 3, 3, -1) == NULL);
  CHECK(astar_unit_set_speed(locked->unit, 7) == ASTAR_INVALID);
  CHECK(astar_unit_set_sight(locked->unit, 7) == ASTAR_INVALID);
  CHECK(astar_unit_place(locked->unit, 3, 3) == ASTAR_INVALID);
  const astar_path *own = astar_unit_path(locked->unit, NULL);
  CHECK(astar_unit_follow_path(locked->unit, own, NULL) == ASTAR_INVALID);
  astar_unit_stop(locked->unit);
  astar_unit_remove(locked->unit);
  CHECK(astar_influence_new(locked->map, "new", 0, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_map_block_circle(locked->map, 1, 1, 1, WALL, NULL) == ASTAR_INVALID);
  CHECK(astar_map_tick(locked->map, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_map_hash(locked->map) == before);
  return 0;
}

TEST(a_locked_map_does_not_change) {
  astar_map *map = open_map(6, 6);
  Locked locked = { map, new_player(map, "red"), NULL, 0 };
  locked.unit = new_unit(locked.player, 0, 0, 2);
  CHECK(send(map, locked.unit, 4, 0));
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.extra_cost = change_all;
  query.extra_user = &locked;
  astar_path_find(map, 0, 0, (astar_rect){ 5, 5, 1, 1 }, &query, &path);
  CHECK(locked.asked > 0 && !astar_map_locked(map));
  astar_path_free(map, path);
  astar_map_free(map);
}

/* ---- collisions ------------------------------------------------------------------------------ */

/* One that stands between the unit and its goal; returns the first event that is not a beginning
** to wait, and the ticks until then. */
static astar_unit_event_kind meets(astar_avoidance rule, int *ticks) {
  astar_map *map = open_map(7, 3);
  astar_player *player = new_player(map, "red");
  astar_unit *unit = unit_with_speed(player, 0, 1, 1024);
  astar_unit *other = unit_with_speed(player, 3, 1, 1024);
  CHECK(astar_unit_set_avoidance(unit, rule) == ASTAR_OK);
  CHECK(astar_unit_set_avoidance(other, rule) == ASTAR_OK);
  CHECK(astar_unit_avoidance(unit) == rule && send(map, unit, 6, 1));
  astar_unit_event_kind kind = ASTAR_EVENT_WAITING;
  for (*ticks = 0; *ticks < 40 && kind == ASTAR_EVENT_WAITING; ++*ticks) {
    const astar_unit_event *events;
    int32_t count;
    CHECK(astar_map_tick(map, &events, &count) == ASTAR_OK);
    if (count > 0) kind = events[0].kind;
  }
  CHECK(rule == ASTAR_AVOIDANCE_WAIT || kind != ASTAR_EVENT_ARRIVED || is_at(unit, 6, 1));
  astar_map_free(map);
  return kind;
}

TEST(rules_tell_what_to_do_about_others) {
  int ticks;
  CHECK(meets(ASTAR_AVOIDANCE_WAIT, &ticks) == ASTAR_EVENT_WAITING && ticks == 40);
  CHECK(meets(ASTAR_AVOIDANCE_REPATH, &ticks) == ASTAR_EVENT_REROUTED && ticks == 4);
  CHECK(meets(ASTAR_AVOIDANCE_KEEP_RIGHT, &ticks) != ASTAR_EVENT_WAITING);
  CHECK(meets(ASTAR_AVOIDANCE_YIELD, &ticks) == ASTAR_EVENT_ARRIVED && ticks == 6);
}

TEST(rules_and_budgets_are_checked) {
  astar_map *map = open_map(4, 4);
  astar_player *player = new_player(map, "red");
  astar_unit *unit = new_unit(player, 0, 0, -1);
  astar_status why;
  CHECK(astar_unit_avoidance(unit) == ASTAR_AVOIDANCE_WAIT);
  CHECK(astar_unit_set_avoidance(unit, (astar_avoidance)9) == ASTAR_INVALID);
  CHECK(astar_unit_avoidance(unit) == ASTAR_AVOIDANCE_WAIT);
  astar_unit_desc desc = astar_unit_default();
  desc.x = 1;
  desc.avoidance = (astar_avoidance)9;
  CHECK(astar_unit_new(player, &desc, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_map_rerouting(map) == 4096);
  CHECK(astar_map_set_rerouting(map, 0) == ASTAR_INVALID && astar_map_rerouting(map) == 4096);
  uint64_t hash = astar_map_hash(map);
  CHECK(astar_map_set_rerouting(map, 1) == ASTAR_OK && astar_map_rerouting(map) == 1);
  CHECK(astar_map_hash(map) != hash);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
