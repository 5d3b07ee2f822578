/* The queue without Lua: what it refuses, and tickets that starve. */
#include "check.h"

/* An allocator that refuses large blocks while there is a limit, and the block that `countdown`
** counts down to. */
typedef struct Store { size_t held, limit; long countdown; } Store;

static void *store_realloc(void *user, void *block, size_t old_size, size_t new_size) {
  Store *store = user;
  if (new_size > old_size && store->limit > 0 && new_size > store->limit) return NULL;
  if (new_size > 0 && store->countdown > 0 && --store->countdown == 0) return NULL;
  store->held += new_size - old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

enum { SIDE = 100, NODES = 100000 };

static astar_map *stored_map(Store *store) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, store };
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  astar_map_fill(map, (astar_rect){ 0, 0, SIDE, SIDE }, OPEN);
  return map;
}

static astar_ticket *request(astar_map *map, const astar_query *query, int32_t priority) {
  astar_status why;
  astar_rect goal = { SIDE - 1, SIDE - 1, 1, 1 };
  astar_ticket *ticket = astar_queue_request(map, 0, 0, goal, query, priority, &why);
  CHECK(ticket != NULL && why == ASTAR_OK);
  return ticket;
}

/* A price on turning takes eight nodes for each cell, which are made when the search begins. There
** are more of these tickets than lanes, and they come first. */
TEST(tickets_that_starve_let_others_through) {
  enum { STARVED = 6 };
  Store store = { 0 };
  astar_map *map = stored_map(&store);
  astar_query turning = astar_query_default();
  astar_ticket *starved[STARVED];
  turning.turn_cost = 5;
  for (int i = 0; i < STARVED; i++) starved[i] = request(map, &turning, 1);
  astar_ticket *modest = request(map, NULL, 0);
  store.limit = 8 * 8 * SIDE * SIDE - 1;
  for (int32_t threads = 1; threads <= 2; threads++) {
    CHECK(astar_queue_work(map, NODES, threads, NULL) == ASTAR_NO_MEMORY);
    CHECK(astar_ticket_status(modest) == ASTAR_OK);
    CHECK(astar_queue_waiting(map) == STARVED);
  }
  CHECK(astar_ticket_next(map) == modest && astar_ticket_next(map) == NULL);
  store.limit = 0;
  CHECK(astar_queue_work(map, 10 * NODES, 1, NULL) == ASTAR_OK && astar_queue_waiting(map) == 0);
  for (int i = 0; i < STARVED; i++) CHECK(astar_ticket_status(starved[i]) == ASTAR_OK);
  for (int i = 0; i < STARVED; i++) CHECK(astar_ticket_next(map) != modest);
  astar_map_free(map);
  CHECK(store.held == 0);
}

/* Twenty at once, so that their line grows; a block that is refused costs one of them at most. */
static bool request_in_want(long nth) {
  enum { COUNT = 20 };
  Store store = { 0 };
  astar_map *map = stored_map(&store);
  astar_ticket *tickets[COUNT];
  astar_status why;
  int refused = 0;
  store.countdown = nth;
  for (int i = 0; i < COUNT; i++) {
    astar_rect goal = { 9, i, 1, 1 };
    tickets[i] = astar_queue_request(map, 0, 0, goal, NULL, i % 3, &why);
    CHECK(why == (tickets[i] != NULL ? ASTAR_OK : ASTAR_NO_MEMORY));
    refused += tickets[i] == NULL;
  }
  bool failed = store.countdown == 0;
  store.countdown = 0;
  CHECK(refused == failed && astar_queue_waiting(map) == COUNT - refused);
  CHECK(astar_queue_work(map, NODES, 1, NULL) == ASTAR_OK && astar_queue_waiting(map) == 0);
  for (int i = 0; i < COUNT; i++)
    CHECK(tickets[i] == NULL || astar_ticket_status(tickets[i]) == ASTAR_OK);
  astar_map_free(map);
  CHECK(store.held == 0);
  return failed;
}

TEST(requests_without_memory_are_refused_and_lose_nothing) {
  long nth = 1;
  while (request_in_want(nth)) nth++;
  CHECK(nth > 20);
}

/* Their lines go with them. */
TEST(players_that_come_and_go_leave_nothing_in_the_queue) {
  Store store = { 0 };
  astar_map *map = stored_map(&store);
  size_t held = 0;
  for (int i = 0; i < 50; i++) {
    astar_query query = astar_query_default();
    query.player = new_player(map, "red");
    CHECK(astar_player_reveal(query.player) == ASTAR_OK);
    astar_ticket *ticket = request(map, &query, 0);
    CHECK(astar_queue_work(map, NODES, 1, NULL) == ASTAR_OK);
    CHECK(astar_ticket_next(map) == ticket);
    astar_ticket_free(ticket);
    astar_player_remove(query.player);
    if (i == 9) held = store.held;
  }
  CHECK(store.held == held);
  astar_map_free(map);
}

static int32_t accept_all(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)user, (void)x, (void)y, (void)terrain;
  return 1;
}

TEST(what_makes_no_sense_is_invalid_and_loses_nothing) {
  Store store = { 0 };
  astar_map *map = stored_map(&store);
  astar_query query = astar_query_default();
  astar_rect inside = { 1, 1, 1, 1 }, outside = { SIDE, 1, 1, 1 };
  astar_status why;
  uint32_t used = 1;
  astar_ticket *ticket = request(map, NULL, 0);
  CHECK(astar_queue_work(map, NODES, 0, &used) == ASTAR_INVALID && used == 0);
  CHECK(astar_queue_work(map, NODES, -1, NULL) == ASTAR_INVALID);
  CHECK(astar_queue_request(map, 0, 0, outside, NULL, 0, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_queue_request(map, -1, 0, inside, NULL, 0, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_queue_request(map, ASTAR_AT_UNIT, 0, inside, &query, 0, &why) == NULL &&
        why == ASTAR_INVALID);
  query.trace = true;
  CHECK(astar_queue_request(map, 0, 0, inside, &query, 0, &why) == NULL && why == ASTAR_INVALID);
  astar_target target = { .terrain = OPEN, .wanted = 1 }, none = { .wanted = 1 };
  CHECK(astar_queue_request_nearest(map, 0, 0, &none, NULL, 0, &why) == NULL &&
        why == ASTAR_INVALID);
  CHECK(astar_queue_request_nearest(map, 0, 0, &target, &query, 0, &why) == NULL &&
        why == ASTAR_INVALID);
  target = (astar_target){ .accepts = accept_all, .wanted = 1 };
  CHECK(astar_queue_request_nearest(map, 0, 0, &target, NULL, 0, &why) == NULL &&
        why == ASTAR_INVALID);
  CHECK(astar_queue_waiting(map) == 1 && astar_ticket_status(ticket) == ASTAR_RUNNING);
  CHECK(astar_queue_work(map, NODES, 1, NULL) == ASTAR_OK);
  CHECK(astar_ticket_status(ticket) == ASTAR_OK);
  astar_ticket_cancel(ticket);
  CHECK(astar_ticket_status(ticket) == ASTAR_OK);
  astar_ticket_free(ticket);
  CHECK(astar_ticket_next(map) == NULL);
  astar_map_free(map);
  CHECK(store.held == 0);
}

int main(void) { return run_tests(); }
