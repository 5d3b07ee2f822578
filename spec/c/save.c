/* Saving and loading maps: a loaded map continues exactly like the saved one, whatever that was
** doing; damaged bytes are refused. */
#include "check.h"

#include "core/tables/plane.h"

enum { SUM_BYTES = 8, END_BYTES = 16, VERSION_AT = 8 };

typedef struct Bytes {
  uint8_t *at;
  size_t size;
} Bytes;

static Bytes save(astar_map *map) {
  Bytes saved;
  saved.at = saved_map(map, &saved.size);
  return saved;
}

static astar_map *load(Bytes saved, astar_status *why) {
  return astar_map_load(saved.at, saved.size, (astar_allocator){ NULL, NULL }, 0, why);
}

static void set_sum(Bytes saved) {
  uint64_t sum = astar_checksum(saved.at, saved.size - END_BYTES);
  for (int i = 0; i < SUM_BYTES; i++)
    saved.at[saved.size - SUM_BYTES + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

/* ---- a map with everything on it ------------------------------------------------------------- */

static astar_class *some_class(astar_map *map, int32_t size) {
  int32_t costs[] = { 0, 12, 0, ASTAR_TERRAIN_DEFAULT, 0 };
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.size = size;
  desc.costs = costs;
  desc.cost_count = 1 + random_below(5);
  desc.unknown = random_below(2) ? -1 : 15;
  desc.diagonal = (astar_diagonal_rule)random_below(4);
  return astar_class_new(map, &desc, &why);
}

static astar_cell some_cell(const astar_map *map) {
  int32_t x = random_below(astar_map_width(map)), y = random_below(astar_map_height(map));
  return (astar_cell){ x, y };
}

static void add_unit(astar_map *map, astar_player *player, astar_class *cls) {
  astar_unit_desc desc = astar_unit_default();
  astar_cell at = some_cell(map);
  astar_status why;
  desc.x = at.x;
  desc.y = at.y;
  desc.cls = cls;
  desc.speed = 100 + random_below(1500);
  desc.sight = random_below(9) - 1;
  desc.avoidance = (astar_avoidance)random_below(4);
  astar_unit_new(player, &desc, &why);
}

static astar_unit *some_unit(const astar_map *map) {
  astar_unit *unit = NULL;
  for (int32_t left = random_below(20); left >= 0; left--) unit = astar_unit_next(map, unit);
  return unit;
}

static astar_class *class_of_map(const astar_map *map) {
  astar_class *cls = astar_class_next(map, NULL);
  for (int32_t left = random_below(3); left > 0 && astar_class_next(map, cls) != NULL; left--)
    cls = astar_class_next(map, cls);
  return cls;
}

static astar_player *some_player(const astar_map *map) {
  astar_player *player = astar_player_next(map, NULL);
  astar_player *next = astar_player_next(map, player);
  return next != NULL && random_below(2) ? next : player;
}

/* One of the many things that a game does with a map, the same for the same random numbers. */
static void do_something(astar_map *map) {
  astar_unit *unit = some_unit(map);
  astar_cell at = some_cell(map);
  astar_player *player = astar_player_next(map, NULL);
  astar_influence *influence = astar_influence_next(map, NULL);
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.unit = unit;
  astar_status why;
  switch (random_below(11)) {
    case 0: case 1: case 2:
      if (unit == NULL) return;
      astar_cell from = astar_unit_cell(unit);
      path = astar_path_find(map, from.x, from.y, (astar_rect){ at.x, at.y, 1, 1 }, &query, &why);
      if (path != NULL) astar_unit_follow_path(unit, path, NULL);
      astar_path_free(map, path);
      return;
    case 3:
      if (unit != NULL)
        astar_queue_request(map, ASTAR_AT_UNIT, 0, (astar_rect){ at.x, at.y, 1, 1 }, &query,
                            random_below(3), &why);
      return;
    case 4: astar_influence_add(influence, at.x, at.y, random_below(90) - 20, 3, 0); return;
    case 5: astar_influence_decay(influence, 900); return;
    case 6: astar_map_set(map, at.x, at.y, random_terrain(30)); return;
    case 7: astar_player_see(player, at.x, at.y, random_below(6), NULL, NULL); return;
    case 8: if (unit != NULL) astar_unit_set_player(unit, some_player(map)); return;
    case 9: if (unit != NULL) astar_unit_set_class(unit, class_of_map(map)); return;
    default: if (random_below(4) == 0 && unit != NULL) astar_unit_remove(unit); return;
  }
}

static uint64_t mixed(uint64_t sum, uint64_t number) {
  return (sum ^ number) * 0x9e3779b97f4a7c15u + 1;
}

/* What came of the tickets that have ended: the outcome, how many nodes it took, and the way. */
static uint64_t take_results(astar_map *map) {
  astar_ticket *ticket;
  uint64_t sum = 0;
  while ((ticket = astar_ticket_next(map)) != NULL) {
    const astar_search *search = astar_ticket_search(ticket);
    sum = mixed(sum, (uint64_t)astar_ticket_status(ticket));
    if (search != NULL) sum = mixed(sum, astar_search_expanded(search));
    size_t size = search != NULL ? astar_search_path_size(search, 0) : 0;
    astar_path *path = size > 0 ? astar_search_path(search, 0, malloc(size)) : NULL;
    for (int32_t i = 0; path != NULL && i < astar_path_length(path); i++)
      sum = mixed(sum, (uint64_t)(astar_path_cell(path, i).x * 64 + astar_path_cell(path, i).y));
    free(path);
    astar_ticket_free(ticket);
  }
  return sum;
}

/* One tick of a game; returns what came of its tickets. */
static uint64_t live(astar_map *map) {
  for (int32_t left = random_below(6); left > 0; left--) do_something(map);
  CHECK(astar_queue_work(map, 60, 1, NULL) == ASTAR_OK);
  uint64_t results = take_results(map);
  CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
  return results;
}

static astar_map *busy_map(uint64_t seed) {
  random_seed(seed);
  astar_map *map = random_map(16 + random_below(24), 10 + random_below(14), 20);
  astar_player *players[] = { new_player(map, "gone"), new_player(map, "red"),
                              new_player(map, "blue"), new_player(map, "green") };
  astar_class *classes[] = { astar_map_class(map), some_class(map, 1), some_class(map, 2) };
  astar_status why;
  astar_query query = astar_query_default();
  astar_influence_new(map, "danger", ASTAR_ONE / 2, &why);
  astar_influence_new(map, "smell", 0, &why);
  for (int i = 0; i < 40; i++) add_unit(map, players[random_below(4)], classes[random_below(3)]);
  astar_player_share(players[1], players[2], true);
  astar_player_reveal(players[1]);
  astar_player_remove(players[0]);
  astar_player_share(players[3], players[1], true);
  astar_map_set_reroute_budget(map, 20);
  query.player = players[2];
  if (seed % 3 != 0) find_landmarks(map, &query);
  query.player = players[1];
  if (seed % 2 == 0) find_dead_ends(map, &query);
  return map;
}

/* ---- going on alike -------------------------------------------------------------------------- */

TEST(the_loaded_map_goes_on_like_the_saved_one) {
  for (EACH_CASE(seed, 30)) {
    astar_status why;
    astar_map *map = busy_map(seed);
    for (int32_t tick = random_below(60); tick > 0; tick--) live(map);
    Bytes saved = save(map);
    astar_map *loaded = load(saved, &why);
    CHECK(loaded != NULL && why == ASTAR_OK);
    take_results(map);                           /* of those that were cancelled */
    for (int tick = 0; tick < 60 && loaded != NULL; tick++) {
      CHECK(astar_map_hash(map) == astar_map_hash(loaded));
      CHECK(astar_units_hash(map) == astar_units_hash(loaded));
      CHECK(astar_queue_waiting(map) == astar_queue_waiting(loaded));
      CHECK(astar_queue_hash(map) == astar_queue_hash(loaded));
      uint64_t random = random_state, results = live(map);
      random_state = random;
      CHECK(live(loaded) == results);
    }
    free(saved.at);
    astar_map_free(map);
    astar_map_free(loaded);
  }
}

TEST(saved_again_it_is_the_same) {
  astar_status why;
  astar_map *map = busy_map(6);
  for (int tick = 0; tick < 30; tick++) live(map);
  Bytes saved = save(map), again;
  astar_map *loaded = load(saved, &why);
  again = save(loaded);
  CHECK(saved.size == again.size && memcmp(saved.at, again.at, saved.size) == 0);
  free(again.at);
  again = save(map);
  CHECK(saved.size == again.size && memcmp(saved.at, again.at, saved.size) == 0);
  free(again.at);
  free(saved.at);
  astar_map_free(map);
  astar_map_free(loaded);
}

/* Sums of what was read must not overflow before it is refused: for the sanitizers. */
TEST(numbers_at_the_end_of_their_range_do_no_harm) {
  astar_map *map = busy_map(6);
  for (int tick = 0; tick < 10; tick++) live(map);
  Bytes saved = save(map);
  for (size_t at = VERSION_AT; at < saved.size - END_BYTES - 4; at++) {
    uint8_t kept[4], *place = saved.at + at;
    astar_status why;
    memcpy(kept, place, 4);
    memcpy(place, "\xff\xff\xff\x7f", 4);
    set_sum(saved);
    astar_map_free(load(saved, &why));
    memcpy(place, kept, 4);
  }
  free(saved.at);
  astar_map_free(map);
}

/* Dead ends that were found before a cell was opened, and landmarks made before: the loaded map has
** them as the saved one does. Here a dead end becomes the shortest way. */
TEST(old_tables_are_saved_as_they_are) {
  static const char *const rows[] = {
    "....................",
    ".##################.",
    ".....#.............#",
    "####.#.#############",
    "....................",
  };
  astar_status why;
  astar_rect goal = { 18, 2, 1, 1 };
  for (int opened = 0; opened <= 1; opened++) {
    astar_map *map = drawn_map(5, rows);
    CHECK(find_landmarks(map, NULL) == ASTAR_OK);
    CHECK(find_dead_ends(map, NULL) == ASTAR_OK);
    astar_map_set(map, 12, 1, opened ? OPEN : WALL);
    astar_map_set(map, 5, 2, opened ? OPEN : WALL);
    astar_map_set(map, 19, 0, WALL);
    Bytes saved = save(map);
    uint64_t number = map->planes->landmarks->number;
    astar_map *loaded = load(saved, &why);
    CHECK(loaded != NULL && map->planes->landmarks->number == number);
    const Landmarks *landmarks = loaded->planes->landmarks;
    CHECK(landmarks->old_kind[grid_cell(&map->grid, 19, 0)] != 0);
    CHECK(landmarks->shortcuts.count == (opened ? 2 : 0));
    astar_path *path, *other;
    path = astar_path_find(map, 0, 0, goal, NULL, &why);
    CHECK(why == ASTAR_OK);
    other = astar_path_find(loaded, 0, 0, goal, NULL, &why);
    CHECK(why == ASTAR_OK);
    CHECK(astar_path_cost(path) == astar_path_cost(other));
    CHECK(astar_path_expanded(path) == astar_path_expanded(other));
    CHECK((astar_path_length(path) < 22) == opened);
    astar_path_free(map, path);
    astar_path_free(loaded, other);
    free(saved.at);
    astar_map_free(map);
    astar_map_free(loaded);
  }
}

TEST(an_empty_map_can_be_saved) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = 3;
  desc.height = 2;
  desc.origin_x = -0.1;
  desc.projection = ASTAR_ISOMETRIC;
  astar_map *map = astar_map_new(&desc, &why);
  Bytes saved = save(map);
  astar_map *loaded = load(saved, &why);
  CHECK(loaded != NULL && astar_map_hash(loaded) == astar_map_hash(map));
  astar_map_desc described = astar_map_description(loaded);
  CHECK(described.origin_x == desc.origin_x && described.projection == ASTAR_ISOMETRIC);
  free(saved.at);
  astar_map_free(map);
  astar_map_free(loaded);
}

TEST(the_last_id_outlives_its_unit) {
  astar_status why;
  astar_map *map = open_map(4, 4);
  astar_player *player = new_player(map, "red");
  new_unit(player, 0, 0, -1);
  astar_unit_remove(new_unit(player, 1, 0, -1));
  Bytes saved = save(map);
  astar_map *loaded = load(saved, &why);
  CHECK(astar_map_last_unit_id(loaded) == 2);
  CHECK(astar_unit_id(new_unit(astar_player_next(loaded, NULL), 2, 2, -1)) == 3);
  free(saved.at);
  astar_map_free(map);
  astar_map_free(loaded);
}

static int32_t asked;

static int32_t save_within(void *user, int32_t x, int32_t y, int32_t terrain) {
  size_t size;
  (void)x, (void)y, (void)terrain;
  CHECK(astar_map_save(user, NULL, 0, &size) == ASTAR_INVALID && size == 0);
  asked++;
  return 0;
}

TEST(a_locked_map_cannot_be_saved) {
  astar_map *map = open_map(4, 4);
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.extra_cost = save_within;
  query.extra_user = map;
  astar_status why;
  path = astar_path_find(map, 0, 0, (astar_rect){ 3, 3, 1, 1 }, &query, &why);
  CHECK(asked > 0);
  astar_path_free(map, path);
  astar_map_free(map);
}

/* ---- what is broken -------------------------------------------------------------------------- */

TEST(what_is_cut_off_is_refused) {
  astar_status why;
  astar_map *map = busy_map(2);
  for (int tick = 0; tick < 20; tick++) live(map);
  Bytes saved = save(map);
  for (size_t size = 0; size < saved.size; size++) {
    CHECK(load((Bytes){ saved.at, size }, &why) == NULL);
    CHECK(why == (size == 0 ? ASTAR_FOREIGN : ASTAR_DAMAGED));
  }
  free(saved.at);
  astar_map_free(map);
}

TEST(a_changed_byte_is_noticed) {
  astar_status why;
  astar_map *map = busy_map(2);
  for (int tick = 0; tick < 20; tick++) live(map);
  Bytes saved = save(map);
  for (size_t at = 0; at < saved.size; at++) {
    saved.at[at] ^= (uint8_t)(1 + random_below(255));
    CHECK(load(saved, &why) == NULL);
    CHECK(why == (at < VERSION_AT ? ASTAR_FOREIGN : ASTAR_DAMAGED));
    free(saved.at);
    saved = save(map);
  }
  free(saved.at);
  astar_map_free(map);
}

TEST(another_format_is_called_so) {
  astar_status why;
  astar_map *map = open_map(4, 4);
  Bytes saved = save(map);
  saved.at[VERSION_AT]++;
  set_sum(saved);
  CHECK(load(saved, &why) == NULL && why == ASTAR_NEWER);
  saved.at[VERSION_AT] -= 2;
  set_sum(saved);
  CHECK(load(saved, &why) == NULL && why == ASTAR_OLDER);
  free(saved.at);
  astar_map_free(map);
}

/* A byte near the beginning of some section: most bytes are cells, which are the least of it. */
static size_t some_place(Bytes saved) {
  size_t at = 12, length = 0;
  for (int32_t left = random_below(60); left >= 0; left--) {
    at += length;
    if (at + END_BYTES >= saved.size) at = 12;
    length = 8 + (saved.at[at + 4] | (size_t)saved.at[at + 5] << 8);
  }
  return at + (size_t)random_below(length < 160 ? (int32_t)length : 160);
}

/* Somebody who knows the format: bytes are changed, and the sum is right. What loads nevertheless
** is a map like any other. */
static void tampered(Bytes original) {
  astar_status why;
  Bytes copy = { malloc(2 * original.size), original.size };
  if (copy.at == NULL) exit(2);
  memcpy(copy.at, original.at, original.size);
  for (int32_t left = random_below(4); left >= 0; left--) {
    size_t at = some_place(original);
    static const uint8_t values[] = { 0, 1, 2, 0x7f, 0x80, 0xfe, 0xff };
    copy.at[at] = random_below(2) ? values[random_below(7)] : (uint8_t)random_below(256);
  }
  set_sum(copy);
  astar_map *map = load(copy, &why);
  if (map != NULL)
    for (int tick = 0; tick < 3 && astar_influence_next(map, NULL) != NULL; tick++) live(map);
  else
    CHECK(why == ASTAR_DAMAGED);
  astar_map_free(map);
  free(copy.at);
}

/* Where section number `count` with that tag begins, behind its head. */
static uint8_t *section(Bytes saved, const char *tag, int count) {
  for (size_t at = 12; at < saved.size;) {
    const uint8_t *head = saved.at + at;
    size_t length = head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16;
    if (memcmp(head, tag, 4) == 0 && --count == 0) return saved.at + at + 8;
    at += 8 + length;
  }
  exit(2);
}

enum { UNIT_X = 9, UNUM_LAST_ID = 8 };          /* see lua/astar/save/map_fields.lua */

static bool is_refused(Bytes saved) {
  astar_status why;
  set_sum(saved);
  astar_map *map = load(saved, &why);
  astar_map_free(map);
  return map == NULL && why == ASTAR_DAMAGED;
}

TEST(what_contradicts_itself_is_refused) {
  astar_map *map = open_map(6, 2);
  astar_player *player = new_player(map, "red");
  astar_unit *unit = new_unit(player, 1, 1, -1);
  astar_path *path = NULL;
  new_unit(player, 0, 0, -1);
  astar_status why;
  path = astar_path_find(map, 1, 1, (astar_rect){ 5, 1, 1, 1 }, NULL, &why);
  astar_unit_follow_path(unit, path, NULL);
  astar_path_free(map, path);
  astar_map_set_reroute_budget(map, 9);
  Bytes saved = save(map);
  uint8_t *first = section(saved, "UNIT", 1), *second = section(saved, "UNIT", 2);
  memcpy(second + UNIT_X, first + UNIT_X, 16);
  CHECK(is_refused(saved));                      /* two in one place */
  memset(second + UNIT_X, 0, 16);
  section(saved, "UNUM", 1)[UNUM_LAST_ID] = 1;
  CHECK(is_refused(saved));                      /* an id that is still to be given */
  section(saved, "UNUM", 1)[UNUM_LAST_ID] = 2;
  CHECK(!is_refused(saved));
  free(saved.at);
  astar_map_free(map);
}

TEST(whoever_tampers_with_it_does_no_harm) {
  for (EACH_CASE(seed, 6)) {
    astar_map *map = busy_map(seed);
    for (int tick = 0; tick < 25; tick++) live(map);
    Bytes saved = save(map);
    for (int32_t i = 0; i < 500; i++) tampered(saved);
    free(saved.at);
    astar_map_free(map);
  }
}

int main(void) { return run_tests(); }
