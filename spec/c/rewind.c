/*
** Going back: a map is played at random, with units, searches in the queue and in steps, fields,
** watches, links and influence. Now and then a snapshot is taken, or the map goes back to one: it
** has to go on as it did the first time: the same random numbers give the same hashes.
*/
#include "core/lifetime/validate.h"
#include "going.h"
#include "store.h"

enum { SIDE = 40, UNITS = 24, TICKETS = 6, TICKS = 400, KEPT = 4 };

/* All that a game knows of its map: it goes back with the map. */
typedef struct Game {
  uint64_t random;
  uint32_t tick;
  astar_player *players[2];
  astar_influence *danger, *smell;  /* smell comes and goes, as the four below do */
  astar_unit *units[UNITS];
  astar_ticket *tickets[TICKETS];
  astar_link *link;
  astar_field *field;
  astar_search *search;
  astar_watch *watch;               /* of units[0] */
} Game;

static astar_cell cell_anywhere(void) {
  return (astar_cell){ random_below(SIDE), random_below(SIDE) };
}

static astar_map *game_map(Store *store) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = SIDE;
  if (store != NULL) desc.allocator = (astar_allocator){ store_realloc, store };
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  for (int i = 0; i < 200; i++) {
    astar_cell at = cell_anywhere();
    astar_map_set(map, at.x, at.y, WALL + random_below(3));
  }
  return map;
}

static Game game_begin(astar_map *map) {
  Game game = { .random = 0 };
  astar_status why;
  game.players[0] = new_player(map, "red");
  game.players[1] = new_player(map, "blue");
  game.danger = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  astar_map_set_reroute_budget(map, 300);
  return game;
}

/* ---- what happens in a tick ------------------------------------------------------------------ */

static void send(astar_map *map, astar_unit *unit) {
  astar_query query = astar_query_default();
  astar_cell to = cell_anywhere();
  query.unit = unit;
  query.explain = random_below(2);
  send_by(map, query, to);
}

static void change_unit(astar_map *map, Game *game) {
  int32_t number = random_below(UNITS);
  astar_unit **unit = &game->units[number];
  astar_cell at = cell_anywhere();
  if (*unit == NULL) {
    *unit = new_unit(game->players[number % 2], at.x, at.y, random_below(8) - 1);
    if (*unit == NULL) return;
    astar_unit_set_avoidance(*unit, (astar_avoidance)random_below(4));
    astar_unit_set_speed(*unit, 200 + random_below(1500));
    send(map, *unit);
  } else if (random_below(5) > 0) {
    send(map, *unit);
  } else {
    if (number == 0) game->watch = NULL;
    astar_unit_remove(*unit);
    *unit = NULL;
  }
}

static void change_ticket(astar_map *map, Game *game) {
  astar_ticket **ticket = &game->tickets[random_below(TICKETS)];
  astar_cell from = cell_anywhere(), to = cell_anywhere();
  astar_query query = astar_query_default();
  astar_weighted danger = { game->danger, ASTAR_ONE };
  astar_status why;
  astar_ticket_free(*ticket);
  query.player = random_below(3) < 2 ? game->players[random_below(2)] : NULL;
  query.influences = &danger;
  query.influence_count = random_below(2);
  *ticket = astar_queue_request(map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 }, &query,
                                random_below(3), &why);
}

static void change_link(astar_map *map, Game *game) {
  astar_link_desc desc = astar_link_default();
  astar_status why;
  if (game->link != NULL) astar_link_remove(game->link);
  desc.from = cell_anywhere();
  desc.to = cell_anywhere();
  desc.cost = 5 + random_below(30);
  game->link = astar_link_new(map, &desc, &why);
}

static void change_field(astar_map *map, Game *game) {
  astar_cell goal = cell_anywhere();
  astar_query query = astar_query_default();
  astar_status why;
  query.player = game->players[0];
  astar_field_free(game->field);
  game->field = astar_field_new(map, &goal, 1, &query, &why);
}

static void change_search(astar_map *map, Game *game) {
  astar_cell from = cell_anywhere(), to = cell_anywhere();
  astar_query query = astar_query_default();
  astar_status why;
  if (random_below(2)) query.engine = ASTAR_ENGINE_ASTAR;
  else if (random_below(3) == 0) query.turn_cost = 5;
  query.player = random_below(3) > 0 ? NULL : game->players[1];
  query.unit = random_below(2) ? game->units[random_below(UNITS)] : NULL;
  if (query.unit != NULL) query.player = NULL;
  query.partial = query.explain = random_below(2);
  astar_search_free(game->search);
  game->search = astar_search_new(map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 }, &query,
                                  &why);
}

static void change_watch(astar_map *map, Game *game) {
  astar_watch_desc desc = astar_watch_default();
  astar_status why;
  if (game->watch != NULL) astar_watch_remove(game->watch);
  game->watch = NULL;
  desc.unit = game->units[0];
  if (desc.unit != NULL) game->watch = astar_watch_new(map, &desc, &why);
}

static void change_smell(astar_map *map, Game *game) {
  astar_status why;
  if (game->smell != NULL) astar_influence_remove(game->smell);
  if (game->smell != NULL) game->smell = NULL;
  else game->smell = astar_influence_new(map, "smell", 300, &why);
}

static void change_something(astar_map *map, Game *game) {
  astar_cell at = cell_anywhere();
  switch (random_below(16)) {
    case 0: astar_map_set(map, at.x, at.y, random_terrain(30)); break;
    case 1: astar_influence_add(game->danger, at.x, at.y, 90, 4, ASTAR_FALLOFF_LINEAR); break;
    case 2: astar_influence_decay(game->danger, 800); break;
    case 3: change_link(map, game); break;
    case 4: change_field(map, game); break;
    case 5: change_search(map, game); break;
    case 6: change_watch(map, game); break;
    case 7: change_smell(map, game); break;
    case 8: astar_player_set_traffic(game->players[0], (uint32_t)random_below(3) * 8); break;
    case 9: astar_player_share(game->players[0], game->players[1], random_below(2)); break;
    case 10: case 11: case 12: change_ticket(map, game); break;
    default: change_unit(map, game);
  }
}

static uint64_t hash_of(astar_map *map, const Game *game) {
  uint64_t hash = astar_map_hash(map) * 31 + astar_queue_hash(map);
  uint32_t cost = 0;
  for (int i = 0; i < TICKETS; i++) {
    const astar_ticket *one = game->tickets[i];
    hash = hash * 31 + (one != NULL ? (uint64_t)astar_ticket_status(one) : 99);
    const astar_search *search = one != NULL ? astar_ticket_search(one) : NULL;
    hash = hash * 31 + (search != NULL ? astar_search_expanded(search) : 0);
  }
  if (game->search != NULL) hash = hash * 31 + astar_search_expanded(game->search);
  if (game->field != NULL) astar_field_cost(game->field, 3, 3, &cost);
  return (hash * 31 + cost) * 31 + astar_map_wait_ticks(map);
}

/* Returns a hash of all that can be seen of the map behind it. */
static uint64_t play(astar_map *map, Game *game) {
  random_state = game->random;
  for (int i = random_below(4); i >= 0; i--) change_something(map, game);
  astar_queue_work(map, (uint32_t)random_below(200), 1 + random_below(2), NULL);
  while (astar_ticket_next(map) != NULL) continue;
  if (game->search != NULL) astar_search_step(game->search, 15);
  CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
  game->tick++;
  game->random = random_state;
  return hash_of(map, game);
}

/* ---- going back and forth -------------------------------------------------------------------- */

typedef struct Mark {
  astar_snapshot *snapshot;
  Game game;
} Mark;

static void mark_take(Mark *mark, astar_map *map, const Game *game) {
  astar_status why;
  uint64_t before = hash_of(map, game);
  astar_snapshot_free(mark->snapshot);
  *mark = (Mark){ astar_map_snapshot(map, &why), *game };
  CHECK(mark->snapshot != NULL && why == ASTAR_OK);
  CHECK(hash_of(map, game) == before);
}

static void back_and_forth(uint64_t seed) {
  static uint64_t hashes[TICKS];
  uint64_t dice = seed;
  random_seed(seed);
  Store store = { 0 };
  astar_map *map = game_map(&store), *other = NULL;
  random_seed(seed);
  other = game_map(NULL);
  Mark marks[KEPT] = { { NULL, { 0 } } };
  Game game = game_begin(map), twin = game_begin(other);
  twin.random = game.random = random_state;
  for (int i = 0; i < TICKS; i++) hashes[i] = play(other, &twin);
  for (int turns = 0; game.tick < TICKS; turns++) {
    uint32_t tick = game.tick;
    CHECK(play(map, &game) == hashes[tick]);
    random_state = dice += 77;
    Mark *mark = &marks[random_below(KEPT)];
    if (random_below(9) == 0) {
      mark_take(mark, map, &game);
    } else if (random_below(15) == 0 && mark->snapshot != NULL && turns < 4 * TICKS) {
      CHECK(astar_map_restore(map, mark->snapshot) == ASTAR_OK);
      game = mark->game;
      CHECK(hash_of(map, &game) == hashes[game.tick - 1]);
      CHECK(map_validate(map) == NULL);
    }
  }
  CHECK(astar_map_memory(map) == store.held);
  astar_map_free(map);
  astar_map_free(other);
  CHECK(store.held == 0);
}

TEST(goes_on_as_it_did) {
  for (EACH_CASE(seed, 3)) back_and_forth(seed);
}

/* ---- objects --------------------------------------------------------------------------------- */

TEST(objects_come_back_where_they_were) {
  astar_map *map = open_map(20, 20);
  astar_status why;
  int mine;
  astar_player *red = new_player(map, "red");
  astar_unit *unit = new_unit(red, 3, 3, 4);
  astar_influence *danger = astar_influence_new(map, "danger", 1024, &why);
  astar_set_user_data(unit, &mine);
  astar_set_user_data(map, &mine);
  astar_snapshot *snapshot = astar_map_snapshot(map, &why);
  uint64_t before = astar_map_hash(map);
  astar_set_user_data(map, NULL);
  astar_influence_remove(danger);
  astar_player_remove(red);
  CHECK(new_unit(new_player(map, "blue"), 7, 7, 4) != NULL);
  astar_terrain_define(map, "road", 5, false, NULL);
  CHECK(astar_map_restore(map, snapshot) == ASTAR_OK);
  CHECK(astar_map_hash(map) == before);
  CHECK(astar_unit_next(map, NULL) == unit && astar_unit_next(map, unit) == NULL);
  CHECK(astar_user_data(unit) == &mine && astar_unit_player(unit) == red);
  CHECK(astar_user_data(map) == &mine);
  CHECK(astar_influence_next(map, NULL) == danger);
  CHECK(astar_terrain_find(map, "road") == 0);
  astar_map_free(map);
}

TEST(a_path_of_the_game_stays) {
  astar_map *map = open_map(20, 20);
  astar_status why;
  astar_path *early, *late;
  astar_query query = astar_query_default();
  early = astar_path_find(map, 1, 1, (astar_rect){ 9, 9, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  astar_snapshot *snapshot = astar_map_snapshot(map, &why);
  astar_path_free(map, early);
  late = astar_path_find(map, 1, 1, (astar_rect){ 9, 5, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_map_restore(map, snapshot) == ASTAR_OK);
  CHECK(astar_path_length(late) == 9 && astar_path_cell(late, 8).x == 9);
  astar_path_free(map, late);
  astar_map_free(map);
}

static int32_t try_in_callback(void *user, int32_t x, int32_t y, int32_t terrain) {
  astar_map *map = user;
  astar_status why;
  (void)x, (void)y, (void)terrain;
  CHECK(astar_map_snapshot(map, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_map_fork(map, &why) == NULL && why == ASTAR_INVALID);
  return 0;
}

TEST(what_cannot_be_is_refused) {
  astar_map *map = open_map(20, 20), *other = open_map(20, 20);
  astar_status why;
  astar_path *path;
  astar_query query = astar_query_default();
  astar_snapshot *snapshot = astar_map_snapshot(map, &why);
  CHECK(astar_map_restore(other, snapshot) == ASTAR_INVALID);
  query.extra_cost = try_in_callback;
  query.extra_user = map;
  path = astar_path_find(map, 1, 1, (astar_rect){ 9, 9, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  astar_path_free(map, path);
  astar_snapshot_free(snapshot);
  astar_snapshot_free(NULL);
  astar_map_free(map);
  astar_map_free(other);
}

TEST(only_what_has_changed_is_copied) {
  astar_map *map = open_map(300, 300);
  astar_status why;
  size_t before = astar_map_memory(map);
  astar_snapshot *first = astar_map_snapshot(map, &why);
  size_t with = astar_map_memory(map);
  CHECK(with > before + 300 * 300);
  astar_map_set(map, 150, 150, WALL);
  astar_snapshot *second = astar_map_snapshot(map, &why);
  CHECK(astar_snapshot_copied(first) > 300 * 300);
  CHECK(astar_snapshot_copied(second) < 50000);
  CHECK(astar_map_memory(map) < with + 60000);
  astar_snapshot_free(first);
  CHECK(astar_map_restore(map, second) == ASTAR_OK && astar_map_get(map, 150, 150) == WALL);
  astar_snapshot_free(second);
  CHECK(astar_map_memory(map) == before);
  astar_map_free(map);
}

TEST(what_is_written_between_two_snapshots_goes_back) {
  astar_map *map = open_map(300, 300);
  astar_status why;
  astar_influence *danger = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  astar_snapshot *first = astar_map_snapshot(map, &why);
  uint64_t empty = astar_map_hash(map);
  astar_influence_add(danger, 200, 200, 80, 3, ASTAR_FALLOFF_LINEAR);
  astar_snapshot *second = astar_map_snapshot(map, &why);
  uint64_t stamped = astar_map_hash(map);
  CHECK(stamped != empty && astar_snapshot_copied(second) < 60000);
  for (int i = 0; i < 6; i++) {
    if (i % 3 == 2) astar_influence_decay(danger, ASTAR_ONE / 2);
    CHECK(astar_map_restore(map, i % 2 == 0 ? first : second) == ASTAR_OK);
    CHECK(astar_map_hash(map) == (i % 2 == 0 ? empty : stamped));
  }
  astar_map_free(map);
}

/* ---- forks ----------------------------------------------------------------------------------- */

TEST(a_fork_goes_on_alike) {
  random_seed(9);
  astar_map *map = game_map(NULL);
  Game game = game_begin(map);
  astar_status why;
  int mine;
  game.random = random_state;
  for (int i = 0; i < 100; i++) play(map, &game);
  astar_set_user_data(game.players[1], &mine);
  astar_map *fork = astar_map_fork(map, &why);
  CHECK(fork != NULL && why == ASTAR_OK);
  astar_player *second = astar_player_next(fork, astar_player_next(fork, NULL));
  CHECK(second != game.players[1] && astar_user_data(second) == &mine);
  for (int i = 0; i < 50; i++) {
    CHECK(astar_map_hash(map) == astar_map_hash(fork));
    CHECK(astar_queue_hash(map) == astar_queue_hash(fork));
    astar_queue_work(map, 150, 1, NULL);
    astar_queue_work(fork, 150, 1, NULL);
    astar_map_tick(map, NULL, NULL);
    astar_map_tick(fork, NULL, NULL);
  }
  astar_map_set(fork, 5, 5, GLASS);
  astar_map_set(map, 5, 5, OPEN);
  CHECK(astar_map_hash(map) != astar_map_hash(fork));
  astar_map_free(map);
  astar_map_free(fork);
}

int main(void) { return run_tests(); }
