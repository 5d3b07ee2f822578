/*
** Thread pools: workers that work, and that run out of memory. Through the public interface nobody
** can make a worker work, for the leader may have done all jobs before one wakes up. So here jobs
** wait for one another, and this program knows a header of the core.
*/
#include "check.h"

#include <stdatomic.h>

#include "core/base/thread_pool.h"

enum { JOBS = 24, GROWTH = 40 };

/* An allocator that knows on which thread it is called, and fails at call number `fails_at`. */
typedef struct Store {
  ThreadName leader;
  int calls, fails_at, strange;
  size_t held;
} Store;

static void *store_realloc(void *user, void *block, size_t old_size, size_t new_size) {
  Store *store = user;
  if (!thread_is(store->leader)) store->strange++;
  if (new_size > 0 && ++store->calls == store->fails_at) return NULL;
  store->held += new_size - old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

typedef struct Shop {
  Store store;
  Memory memory;
  ThreadPool pool;
  atomic_int arrived, by_workers;   /* jobs begun; those that a worker did */
  atomic_int refused;               /* workers that got no memory */
  int together;                     /* a job waits until so many have begun */
} Shop;

typedef struct Job {
  Shop *shop;
  bool failed;
  int done;
} Job;

static void open_shop(Shop *shop, int threads) {
  memset(shop, 0, sizeof *shop);
  shop->store.leader = thread_name();
  memory_init(&shop->memory, (astar_allocator){ store_realloc, &shop->store });
  thread_pool_start(&shop->pool, &shop->memory, threads);
}

static void close_shop(Shop *shop) {
  thread_pool_end(&shop->pool);
  CHECK(shop->store.strange == 0);
  CHECK(shop->store.held == 0 && shop->memory.used == 0);
}

/* Waits for the others, and grows a block step by step. */
static void work(void *item) {
  Job *job = item;
  Shop *shop = job->shop;
  char *block = NULL;
  atomic_fetch_add(&shop->arrived, 1);
  while (atomic_load(&shop->arrived) < shop->together) thread_yield();
  if (!thread_is(shop->pool.leader)) atomic_fetch_add(&shop->by_workers, 1);
  size_t size = 0;
  for (; size < GROWTH && !job->failed; size++) {
    char *moved = memory_resize(&shop->memory, block, size, size + 1);
    job->failed = moved == NULL;
    if (job->failed && !thread_is(shop->pool.leader)) atomic_fetch_add(&shop->refused, 1);
    if (job->failed) break;
    block = moved;
    block[size] = (char)size;
  }
  for (size_t i = 0; i < size; i++) job->done += block[i] == (char)i;
  memory_free(&shop->memory, block, size);
}

static int do_jobs(Shop *shop, Job *jobs, int count) {
  void *items[JOBS];
  for (int i = 0; i < count; i++) {
    jobs[i] = (Job){ .shop = shop };
    items[i] = &jobs[i];
  }
  atomic_store(&shop->arrived, 0);
  atomic_store(&shop->by_workers, 0);
  shop->together = count < shop->pool.count + 1 ? count : shop->pool.count + 1;
  thread_pool_do(&shop->pool, work, items, count);
  int failed = 0;
  for (int i = 0; i < count; i++) failed += jobs[i].failed;
  return failed;
}

TEST(workers_get_their_memory_from_the_leader) {
  Shop shop;
  Job jobs[JOBS];
  for (int threads = 2; threads <= 5; threads++) {
    open_shop(&shop, threads);
    CHECK(shop.pool.count == threads - 1);
    CHECK(do_jobs(&shop, jobs, JOBS) == 0);
    CHECK(atomic_load(&shop.by_workers) >= threads - 1);
    for (int i = 0; i < JOBS; i++) CHECK(jobs[i].done == GROWTH);
    CHECK(shop.store.calls == JOBS * GROWTH);
    close_shop(&shop);
  }
}

/* A worker or the leader lacks memory: its job says so, the others are done. */
TEST(a_worker_without_memory_is_told) {
  Shop shop;
  Job jobs[JOBS];
  open_shop(&shop, 3);
  for (int nth = 1; nth <= 3 * GROWTH; nth++) {
    shop.store.calls = 0;
    shop.store.fails_at = nth;
    CHECK(do_jobs(&shop, jobs, 3) == 1);
    for (int i = 0; i < 3; i++) CHECK(jobs[i].failed == (jobs[i].done < GROWTH));
    CHECK(atomic_load(&shop.by_workers) == 2);
    CHECK(shop.memory.used == 0 && shop.store.held == 0);
  }
  CHECK(atomic_load(&shop.refused) > GROWTH);
  shop.store.fails_at = 0;
  CHECK(do_jobs(&shop, jobs, JOBS) == 0);
  close_shop(&shop);
}

TEST(one_alone_does_all) {
  Shop shop;
  Job jobs[JOBS];
  for (int threads = 0; threads < 2; threads++) {
    open_shop(&shop, threads);
    CHECK(shop.pool.count == 0);
    CHECK(do_jobs(&shop, jobs, JOBS) == 0 && atomic_load(&shop.by_workers) == 0);
    close_shop(&shop);
  }
  open_shop(&shop, 3);
  CHECK(do_jobs(&shop, jobs, 1) == 0 && atomic_load(&shop.by_workers) == 0);
  CHECK(do_jobs(&shop, jobs, 0) == 0);
  close_shop(&shop);
}

TEST(a_pool_has_a_largest_size) {
  Shop shop;
  Job jobs[JOBS];
  open_shop(&shop, 10 * THREAD_POOL_MAX);
  CHECK(shop.pool.count > 0 && shop.pool.count < THREAD_POOL_MAX);
  CHECK(do_jobs(&shop, jobs, JOBS) == 0);
  close_shop(&shop);
}

/* ---- through the public interface ------------------------------------------------------------ */

enum { SIDE = 60, TICKETS = 12 };

static void ask_for_paths(astar_map *map, astar_ticket **tickets) {
  astar_query query = astar_query_default();
  astar_status why;
  random_seed(7);
  for (int i = 0; i < TICKETS; i++) {
    astar_rect goal = { random_below(SIDE), random_below(SIDE), 1, 1 };
    query.heuristic = i % 2 ? ASTAR_NO_HEURISTIC : ASTAR_EUCLIDEAN;
    int32_t x = random_below(SIDE), y = random_below(SIDE);
    tickets[i] = astar_queue_request(map, x, y, goal, &query, 0, &why);
    CHECK(tickets[i] != NULL);
  }
}

/* What came out: statuses, and the hash of the map. Without memory some searches wait again. */
static uint64_t outcome(Store *store, int threads, int fails_at) {
  astar_ticket *tickets[TICKETS];
  astar_map_desc desc = astar_map_default();
  astar_status why;
  *store = (Store){ .leader = thread_name() };
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, store };
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  random_seed(3);
  for (int i = 0; i < SIDE * SIDE; i++) astar_map_set(map, i % SIDE, i / SIDE, random_terrain(20));
  ask_for_paths(map, tickets);
  store->calls = 0;
  store->fails_at = fails_at;
  for (int turn = 0; turn < 500 && astar_queue_waiting(map) > 0; turn++) {
    why = astar_queue_work(map, 20000, threads, NULL);
    CHECK(why == ASTAR_OK || why == ASTAR_NO_MEMORY);
  }
  CHECK(astar_queue_waiting(map) == 0);
  uint64_t sum = astar_map_hash(map);
  for (int i = 0; i < TICKETS; i++) {
    const astar_search *search = astar_ticket_search(tickets[i]);
    size_t size = search != NULL ? astar_search_path_size(search, 0) : 0;
    sum = sum * 31 + (uint64_t)astar_ticket_status(tickets[i]) * 7 + size;
  }
  astar_map_free(map);
  CHECK(store->held == 0 && store->strange == 0);
  return sum;
}

TEST(memory_that_ends_in_a_queue_changes_no_result) {
  Store store;
  uint64_t right = outcome(&store, 1, 0);
  for (int threads = 1; threads <= 4; threads += 3) {
    CHECK(outcome(&store, threads, 0) == right);
    int calls = store.calls;
    CHECK(calls > 10);
    for (int nth = 1; nth <= calls; nth += 1 + nth / 8) {
      CHECK(outcome(&store, threads, nth) == right);
    }
  }
}

int main(void) { return run_tests(); }
