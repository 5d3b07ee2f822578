/* Crowds of units: what they occupy and see while they go about; and a map that is locked. What a
** unit does is told by spec/core/move/ and spec/binding/unit_spec.lua. */
#include "check.h"

#include "core/lifetime/validate.h"

/* The path over the terrain as it is, through the units that stand there. */
static astar_path *way(astar_map *map, const astar_unit *unit, int32_t x, int32_t y) {
  astar_query query = astar_query_default();
  astar_cell at = astar_unit_cell(unit);
  astar_path *path = NULL;
  query.cls = astar_unit_class(unit);
  astar_status why;
  path = astar_path_find(map, at.x, at.y, (astar_rect){ x, y, 1, 1 }, &query, &why);
  return path;
}

static bool send(astar_map *map, astar_unit *unit, int32_t x, int32_t y) {
  astar_path *path = way(map, unit, x, y);
  bool sent = path != NULL && astar_unit_follow_path(unit, path, NULL) == ASTAR_OK;
  astar_path_free(map, path);
  return sent;
}

static astar_class *class_of_size(astar_map *map, int32_t size) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.size = size;
  return astar_class_new(map, &desc, &why);
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
    CHECK(map_validate(crowd.map) == NULL);
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
  CHECK(astar_map_wait_ticks(crowd.map) > 100);
  astar_map_free(crowd.map);
}

/* ---- goals that others have taken ------------------------------------------------------------ */

static astar_status as_of_size(astar_map *map, astar_unit *unit, int32_t size, int32_t x,
                               int32_t y) {
  astar_query query = astar_query_default();
  astar_path *path;
  astar_cell at = astar_unit_cell(unit);
  query.unit = unit;
  query.cls = class_of_size(map, size);
  query.claim_radius = 0;
  astar_status status;
  path = astar_path_find(map, at.x, at.y, (astar_rect){ x, y, 1, 1 }, &query, &status);
  astar_path_free(map, path);
  return status;
}

/* What stands in the goal is asked for the size of the query's class, not of its unit. */
TEST(a_query_may_be_for_another_size) {
  static const char *const rows[] = { ".......", ".......", "......." };
  astar_map *map = drawn_map(3, rows);
  astar_player *red = new_player(map, "red");
  astar_player_reveal(red);
  astar_unit *small = new_unit(red, 0, 0, -1), *friend = new_unit(red, 5, 1, -1);
  astar_unit_set_avoidance(small, ASTAR_AVOIDANCE_YIELD);
  astar_unit_set_avoidance(friend, ASTAR_AVOIDANCE_YIELD);
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

/* What the way costs from a cell over the terrain; -1: there is none. */
static int64_t cost_from(astar_map *map, astar_class *cls, int32_t x, int32_t y, astar_cell to) {
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.cls = cls;
  astar_status why;
  path = astar_path_find(map, x, y, (astar_rect){ to.x, to.y, 1, 1 }, &query, &why);
  int64_t cost = path != NULL ? (int64_t)astar_path_cost(path) : -1;
  astar_path_free(map, path);
  return cost;
}

static bool could_rest(astar_map *map, const astar_unit *unit, astar_cell at) {
  int32_t size = astar_class_size(astar_unit_class(unit));
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = astar_unit_at(map, at.x + i % size, at.y + i / size);
    if (other != NULL && other != unit && astar_unit_visible(other, astar_unit_player(unit)))
      return false;
  }
  return true;
}

static bool rect_holds(astar_rect rect, astar_cell at) {
  return at.x >= rect.x && at.x < rect.x + rect.width && at.y >= rect.y &&
         at.y < rect.y + rect.height;
}

/* How many cells of the map there are for it, in a goal or in all the map, that are free and cost
** less than `cost`. */
static int32_t count_left(astar_map *map, const astar_unit *unit, const astar_places_desc *desc,
                          bool in_goal, int64_t cost) {
  int32_t count = 0;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    astar_cell at = { i % SIDE, i / SIDE };
    astar_cell own = astar_unit_cell(unit);
    if (in_goal && !rect_holds(desc->goal, at)) continue;
    if (in_goal && at.x == own.x && at.y == own.y) continue;
    int64_t to = cost_from(map, astar_unit_class(unit), desc->x, desc->y, at);
    count += to >= 0 && to < cost && could_rest(map, unit, at);
  }
  return count;
}

/* The places that are left are those that one finds if one asks for the way to each cell. */
TEST(places_that_are_left_are_the_nearest_free_ones) {
  static astar_cell cells[SIDE * SIDE];
  static uint32_t costs[SIDE * SIDE];
  int32_t full = 0, listed = 0;
  Crowd crowd;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    make_crowd(&crowd, seed);
    for (int i = 0; i < 4; i++) {
      astar_unit *unit = crowd.units[i];
      if (unit == NULL) continue;
      astar_class *cls = astar_unit_class(unit);
      astar_places_desc desc = { .x = random_below(SIDE - 4), .y = random_below(SIDE - 4),
                                 .budget = 4096 };
      desc.goal = (astar_rect){ desc.x, desc.y, 1 + random_below(2), 1 + random_below(2) };
      astar_places_left left = { cells, costs, SIDE * SIDE, 0, 0, 0 };
      astar_player_reveal(astar_unit_player(unit));
      astar_status status = astar_unit_places_left(unit, &desc, &left);
      astar_cell own = astar_unit_cell(unit);
      int64_t own_cost = cost_from(crowd.map, cls, desc.x, desc.y, own);
      int32_t inside = 0;
      if (cost_from(crowd.map, cls, desc.x, desc.y, (astar_cell){ desc.x, desc.y }) < 0) {
        CHECK(status == ASTAR_START_BLOCKED && left.count == 0);
        continue;
      }
      bool has_more = desc.goal.width * desc.goal.height > 1;
      if (has_more)
        inside = count_left(crowd.map, unit, &desc, true, INT64_MAX);
      bool is_full = inside == 0 && (!has_more || !rect_holds(desc.goal, own));
      full += is_full;
      listed += left.count > 0;
      if (is_full && own_cost >= 0) CHECK(left.own_cost == own_cost);
      CHECK(left.count == (is_full ? count_left(crowd.map, unit, &desc, false, left.own_cost)
                                   : inside));
      for (int32_t n = 0; n < left.count; n++) {
        CHECK(cost_from(crowd.map, cls, desc.x, desc.y, cells[n]) == costs[n]);
        CHECK(could_rest(crowd.map, unit, cells[n]) && (n == 0 || costs[n - 1] <= costs[n]));
      }
    }
    astar_map_free(crowd.map);
  }
  CHECK(full > 5 && listed > 20);
}

/* ---- links ----------------------------------------------------------------------------------- */

/* A player that sees the cell knows of the links there; one that sees nothing does not. */
TEST(links_lead_from_a_unit_where_it_could_take_them) {
  Crowd crowd;
  int32_t ends_found = 0, unknown = 0;
  for (uint64_t seed = 1; seed <= 24; seed++) {
    astar_cell ends[8], from = { 0, 0 }, to[8];
    astar_status why;
    make_crowd(&crowd, seed);
    astar_class *cls = crowd.classes[0], *other = crowd.classes[1];
    astar_unit *unit = NULL;
    for (int i = 0; i < CROWD && unit == NULL; i++)
      if (crowd.units[i] != NULL && astar_unit_class(crowd.units[i]) == cls) unit = crowd.units[i];
    if (unit == NULL) continue;
    from = astar_unit_cell(unit);
    bool is_known = seed % 4 != 0;
    for (int i = 0; i < CROWD && !is_known; i++)
      if (crowd.units[i] != NULL) astar_unit_set_sight(crowd.units[i], -1);
    if (is_known) astar_unit_set_sight(unit, 1);
    int32_t count = 0;
    for (int i = 0; i < 8; i++) {
      astar_link_desc desc = astar_link_default();
      desc.from = from;
      desc.to = (astar_cell){ random_below(SIDE), random_below(SIDE) };
      desc.cost = 1;
      desc.one_way = random_below(2) == 0;
      desc.closed = random_below(3) == 0;
      bool is_back = random_below(3) == 0, is_others = random_below(4) == 0;
      if (is_back) desc.from = desc.to, desc.to = from;
      if (is_others) desc.classes = &other, desc.class_count = 1;
      if (astar_link_new(crowd.map, &desc, &why) == NULL) continue;
      bool leads = !desc.closed && !is_others && (!is_back || !desc.one_way);
      if (leads) to[count++] = is_back ? desc.from : desc.to;
    }
    int32_t found = astar_unit_link_ends(unit, ends, 8);
    CHECK(found == (is_known ? count : 0));
    for (int32_t i = 0; i < found; i++)
      CHECK(ends[i].x == to[i].x && ends[i].y == to[i].y);
    CHECK(astar_unit_link_ends(unit, NULL, 0) == found);
    ends_found += found;
    unknown += count - found;
    astar_map_free(crowd.map);
  }
  CHECK(ends_found > 20 && unknown > 4);
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
  astar_status why;
  path = astar_path_find(map, 0, 0, (astar_rect){ 5, 5, 1, 1 }, &query, &why);
  CHECK(locked.asked > 0 && !astar_map_locked(map));
  astar_path_free(map, path);
  astar_map_free(map);
}

/* ---- many that go to one cell ---------------------------------------------------------------- */

enum { MEET_SIDE = 40, MEET = 60, MEET_TICKS = 500, MEET_REST = 50 };

typedef struct Meeting {
  astar_map *map;
  astar_unit *units[MEET];
  bool has_arrived[MEET];
} Meeting;

static void make_meeting(Meeting *meeting, uint64_t seed) {
  random_seed(seed);
  meeting->map = open_map(MEET_SIDE, MEET_SIDE);
  astar_player *player = new_player(meeting->map, "red");
  for (int i = 0; i < MEET; i++) {
    int32_t x = random_below(MEET_SIDE), y = random_below(MEET_SIDE);
    meeting->has_arrived[i] = false;
    meeting->units[i] = new_unit(player, x, y, -1);
    if (meeting->units[i] == NULL) i--;
    else astar_unit_set_avoidance(meeting->units[i], ASTAR_AVOIDANCE_YIELD);
  }
}

/* Does it touch one that has arrived? */
static bool touches_arrived(const Meeting *meeting, int one) {
  astar_cell at = astar_unit_cell(meeting->units[one]);
  for (int i = 0; i < MEET; i++) {
    astar_cell other = astar_unit_cell(meeting->units[i]);
    bool near = abs(other.x - at.x) <= 1 && abs(other.y - at.y) <= 1;
    if (i != one && meeting->has_arrived[i] && near) return true;
  }
  return false;
}

/* All that have arrived in this tick are entered, each of which touches one that has. */
static void enter_arrived(Meeting *meeting, const astar_unit_event *events, int32_t count) {
  bool is_first = true;
  for (int i = 0; i < MEET; i++) is_first = is_first && !meeting->has_arrived[i];
  for (int32_t e = 0; e < count; e++)
    for (int i = 0; i < MEET; i++) {
      if (events[e].unit != meeting->units[i]) continue;
      CHECK(events[e].kind != ASTAR_EVENT_BLOCKED);
      bool crowded = events[e].kind == ASTAR_EVENT_CROWDED;
      if (!crowded && events[e].kind != ASTAR_EVENT_ARRIVED) continue;
      CHECK(astar_unit_state_of(meeting->units[i]) == ASTAR_STANDING);
      if (crowded) CHECK(touches_arrived(meeting, i));
      CHECK(crowded != is_first && !meeting->has_arrived[i]);
      meeting->has_arrived[i] = true;
      is_first = false;
    }
}

/* No verb is there to help: units that yield gather by themselves. The first has the goal, and all
** others have arrived when they touch one that has. Then nobody moves. */
TEST(many_paths_to_one_cell_end_where_units_touch) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    Meeting meeting;
    astar_cell before[MEET] = { { 0, 0 } };
    make_meeting(&meeting, seed);
    for (int i = 0; i < MEET; i++) CHECK(send(meeting.map, meeting.units[i], 20, 20));
    for (int tick = 0; tick < MEET_TICKS + MEET_REST; tick++) {
      const astar_unit_event *events;
      int32_t count;
      CHECK(astar_map_tick(meeting.map, &events, &count) == ASTAR_OK);
      enter_arrived(&meeting, events, count);
      for (int i = 0; i < MEET; i++) {
        astar_cell at = astar_unit_cell(meeting.units[i]);
        bool rests = tick > MEET_TICKS;
        CHECK(!rests || (meeting.has_arrived[i] && at.x == before[i].x && at.y == before[i].y));
        before[i] = at;
      }
    }
    astar_map_free(meeting.map);
  }
}

int main(void) { return run_tests(); }
