/* The room open_list of the core: both open lists beside plain lists of entries, the words of
** nodes, and the pool that is kept for the next search. A search finds the same path with an open
** list that is slow or with a pool that is never used; so these are tried alone. */
#include "store.h"

#include "core/open_list/node_pool.h"

static Store store;
static Memory memory;

/* Beside the headers of the blocks. */
static size_t used(void) {
  return memory.used - memory.block_count * MEMORY_HEADER;
}

static void begin(void) {
  store = (Store){ 0 };
  memory_init(&memory, (astar_allocator){ store_realloc, &store });
}

static void check_all_freed(void) {
  CHECK(memory.used == 0 && store.held == 0);
}

/* ---- the plain list -------------------------------------------------------------------------- */

enum { MOST = 5000 };

static uint64_t plain[MOST];
static int plain_count;

/* The index of the least entry, or -1. */
static int least(void) {
  int found = -1;
  for (int i = 0; i < plain_count; i++)
    if (found < 0 || plain[i] < plain[found]) found = i;
  return found;
}

static bool forget(uint64_t entry) {
  for (int i = 0; i < plain_count; i++)
    if (plain[i] == entry) {
      plain[i] = plain[--plain_count];
      return true;
    }
  return false;
}

/* ---- the open list --------------------------------------------------------------------------- */

static void push(OpenList *open, uint32_t f) {
  uint64_t entry = open_entry(f, (Cell)random_below(1000));
  CHECK(open_list_push(open, &memory, entry));
  plain[plain_count++] = entry;
}

/* Takes the first entry with an F up to the limit: it is the least of all there are. */
static bool pop(OpenList *open, uint32_t limit, uint32_t *f) {
  uint64_t entry;
  int index = least();
  bool expected = index >= 0 && open_f(plain[index]) <= limit;
  bool found = open_list_first(open, limit, &entry);
  CHECK(found == expected);
  if (!found || !expected) return false;
  CHECK(entry == plain[index] && open_cell(entry) == (Cell)entry);
  open_list_pop(open);
  forget(entry);
  *f = open_f(entry);
  return true;
}

/* Pushes and pops as a search does: F never falls below that of the last entry taken by more than
** `back`, and rises by `ahead` at most. */
static void work(OpenList *open, uint32_t first_f, uint32_t step, uint32_t back, uint32_t ahead) {
  uint32_t f = first_f;
  plain_count = 0;
  CHECK(open_list_begin(open, &memory, first_f, step));
  push(open, first_f);
  for (int i = 0; i < 1500; i++) {
    uint32_t limit = random_below(4) ? UINT32_MAX : f + (uint32_t)random_below((int)ahead);
    uint32_t from = f - (f > back ? back : f);
    if (random_below(5) < 2) pop(open, limit, &f);
    else push(open, from + (uint32_t)random_below((int)(ahead + back)));
  }
  while (pop(open, UINT32_MAX, &f));
  CHECK(plain_count == 0);
}

TEST(the_open_list_gives_the_least_entry_first) {
  OpenList open = { 0 };
  begin();
  random_seed(11);
  for (uint32_t round = 0; round < 4; round++) {
    work(&open, 0, 1, 0, 3);
    work(&open, 1000 * round, 10, 0, 30);
    work(&open, 1000, 10 + round, 40, 500);
    work(&open, 70, 2, 0, 9000);               /* far beyond the last bucket */
    work(&open, 0, 1, 0, OPEN_LIST_BUCKETS + 500);   /* many in the last one */
    work(&open, 5000, 1, 20, 1 << 20);
  }
  open_list_free(&open, &memory);
  check_all_freed();
}

/* Every F from the first bucket to beyond the last, the greatest first. */
TEST(the_open_list_has_no_gap_behind_the_last_bucket) {
  OpenList open = { 0 };
  uint64_t entry;
  begin();
  for (uint32_t step = 1; step < 4; step++) {
    CHECK(open_list_begin(&open, &memory, 50, step));
    for (uint32_t f = 50 + 4 * OPEN_LIST_BUCKETS; f >= 50; f--)
      CHECK(open_list_push(&open, &memory, open_entry(f, 0)));
    for (uint32_t f = 50; f <= 50 + 4 * OPEN_LIST_BUCKETS; f++) {
      CHECK(open_list_first(&open, UINT32_MAX, &entry) && open_f(entry) == f);
      open_list_pop(&open);
    }
  }
  open_list_free(&open, &memory);
}

/* A list that was left with entries in it is empty when the next search begins. */
TEST(the_open_list_begins_empty) {
  OpenList open = { 0 };
  uint64_t entry;
  begin();
  for (uint32_t count = 0; count < OPEN_LIST_BUCKETS + 30; count += 1 + count / 200) {
    CHECK(open_list_begin(&open, &memory, 7, 2) && !open_list_first(&open, UINT32_MAX, &entry));
    for (uint32_t i = 0; i < count; i++)
      CHECK(open_list_push(&open, &memory, open_entry(7 + 2 * i, 1)));
    if (count % 3 > 0) continue;               /* else all come out, and nothing of before */
    for (uint32_t i = 0; i < count; i++) {
      CHECK(open_list_first(&open, UINT32_MAX, &entry) && open_f(entry) == 7 + 2 * i);
      open_list_pop(&open);
    }
    CHECK(!open_list_first(&open, UINT32_MAX, &entry));
  }
  open_list_free(&open, &memory);
  check_all_freed();
}

/* However long a search takes: its list grows with the entries that are in it at once. */
TEST(entries_of_the_open_list_are_used_again) {
  OpenList open = { 0 };
  uint64_t entry;
  begin();
  CHECK(open_list_begin(&open, &memory, 0, 10));
  for (uint32_t f = 0; f < 60000; f += 3) {
    CHECK(open_list_push(&open, &memory, open_entry(f + 100, f)));
    if (f > 90) {
      CHECK(open_list_first(&open, UINT32_MAX, &entry));
      open_list_pop(&open);
    }
  }
  CHECK(open.heap_capacity <= 64 && open.pile_capacity <= 64);
  open_list_free(&open, &memory);
  check_all_freed();
}

/* Only the bucket in turn is kept in order, one as wide as a step, down to a power of two: most
** entries of the others never are. */
TEST(the_open_list_keeps_only_what_is_in_turn_in_order) {
  OpenList open = { 0 };
  uint64_t entry;
  begin();
  for (uint32_t step = 1; step < 300; step += 1 + step / 3) {
    uint32_t width = 1, count = 0;
    while (2 * width <= step) width *= 2;
    CHECK(open_list_begin(&open, &memory, 100 * step, step));
    for (uint32_t i = 0; i < 200; i++, count += width)
      for (Cell cell = 0; cell < 4; cell++)
        CHECK(open_list_push(&open, &memory, open_entry(100 * step + count, cell)));
    CHECK(open.heap_count == 4 && open.waiting == 796);
    CHECK(open_list_push(&open, &memory, open_entry(100 * step + width - 1, 4)));
    CHECK(open.heap_count == 5 && open.waiting == 796);
    for (uint32_t i = 0; i < 10; i++) {
      CHECK(open_list_first(&open, UINT32_MAX, &entry));
      open_list_pop(&open);
    }
    CHECK(open.heap_count == 3 && open.waiting == 788);
  }
  open_list_free(&open, &memory);
  check_all_freed();
}

/* Without memory nothing is pushed, and nothing that was pushed is lost. */
TEST(an_open_list_without_memory_stays_as_it_was) {
  for (long nth = 1; nth < 20; nth++) {
    OpenList open = { 0 };
    uint64_t entry;
    int failed = 0;
    begin();
    random_seed(3);
    plain_count = 0;
    store.countdown = nth;
    if (!open_list_begin(&open, &memory, 0, 10)) {
      CHECK(nth == 1 && open_list_begin(&open, &memory, 0, 10));
      failed++;
    }
    for (int i = 0; i < 400; i++) {
      entry = open_entry((uint32_t)random_below(200), (Cell)i);
      bool pushed = open_list_push(&open, &memory, entry);
      if (pushed) plain[plain_count++] = entry;
      failed += !pushed;
    }
    uint32_t f;
    while (pop(&open, UINT32_MAX, &f));
    CHECK(plain_count == 0 && failed == (nth <= 13));
    open_list_free(&open, &memory);
    check_all_freed();
  }
}

/* ---- buckets --------------------------------------------------------------------------------- */

/* The bucket in which an entry belongs while bucket `turn` is in turn. */
static uint32_t bucket_of(const BucketQueue *buckets, uint64_t entry) {
  uint32_t number = open_f(entry) >> buckets->shift;
  return number < buckets->turn ? buckets->turn : number;
}

static uint32_t least_bucket(const BucketQueue *buckets) {
  uint32_t found = UINT32_MAX;
  for (int i = 0; i < plain_count; i++)
    if (bucket_of(buckets, plain[i]) < found) found = bucket_of(buckets, plain[i]);
  return found;
}

static void push_bucket(BucketQueue *buckets, uint32_t f, uint32_t number) {
  uint64_t entry = open_entry(f, number);
  CHECK(bucket_queue_push(buckets, &memory, entry));
  plain[plain_count++] = entry;
}

/* Takes an entry: one of the first bucket that has any. The ring may be too short for it. */
static bool take_bucket(BucketQueue *buckets, uint32_t limit, uint32_t *f) {
  uint64_t entry;
  uint32_t first = least_bucket(buckets);
  bool found = bucket_queue_take(buckets, limit, &entry);
  if (!found) {
    CHECK(plain_count == 0 || ((uint64_t)first << buckets->shift) > limit ||
          first >= buckets->turn + BUCKET_QUEUE_RING - 1);
    return false;
  }
  CHECK(forget(entry));
  if (bucket_queue_is_early(buckets, entry)) {
    CHECK(first >= buckets->turn);
    push_bucket(buckets, open_f(entry), open_cell(entry));
    return true;
  }
  CHECK(buckets->turn == first && open_f(entry) < bucket_queue_bound(buckets));
  *f = open_f(entry);
  return true;
}

static void work_buckets(BucketQueue *buckets, uint32_t first_f, uint32_t width, uint32_t back,
                         uint32_t ahead) {
  uint32_t f = first_f;
  plain_count = 0;
  CHECK(bucket_queue_begin(buckets, &memory, first_f, width));
  push_bucket(buckets, first_f, 0);
  for (uint32_t i = 1; i < 1500; i++) {
    uint32_t limit = random_below(4) ? UINT32_MAX : f + (uint32_t)random_below((int)ahead);
    uint32_t from = f - (f > back ? back : f);
    if (random_below(5) < 2) take_bucket(buckets, limit, &f);
    else push_bucket(buckets, from + (uint32_t)random_below((int)(ahead + back)), i);
    CHECK(bucket_queue_validate(buckets) == NULL);
  }
  while (take_bucket(buckets, UINT32_MAX, &f));
  CHECK(plain_count == 0 && bucket_queue_validate(buckets) == NULL);
}

TEST(bucket_queue_come_in_turn) {
  BucketQueue buckets = { 0 };
  begin();
  random_seed(12);
  CHECK(bucket_queue_validate(&buckets) == NULL);
  for (uint32_t round = 0; round < 3; round++) {
    work_buckets(&buckets, 0, 1, 0, 3);
    work_buckets(&buckets, 1000 * round, 10, 0, 30);
    work_buckets(&buckets, 1000, 16 + round, 40, 500);
    work_buckets(&buckets, 70, 2, 0, 3000);    /* farther than the ring reaches */
    work_buckets(&buckets, 3, 1, 20, 4000);
  }
  bucket_queue_free(&buckets, &memory);
  check_all_freed();
}

TEST(a_bucket_is_a_power_of_two_wide) {
  BucketQueue buckets = { 0 };
  begin();
  for (uint32_t width = 1; width < 70; width++) {
    CHECK(bucket_queue_begin(&buckets, &memory, 500, width));
    uint32_t wide = 1u << buckets.shift;
    CHECK(wide >= width && (wide == 1 || wide / 2 < width) && buckets.turn == 500 / wide);
    CHECK(bucket_queue_bound(&buckets) == (500 / wide + 1) * wide);
  }
  bucket_queue_free(&buckets, &memory);
  check_all_freed();
}

/* Of one bucket: the first in is the first out, and what is put back is next. */
TEST(one_bucket_is_a_queue) {
  BucketQueue buckets = { 0 };
  uint64_t entry;
  begin();
  for (uint32_t count = 1; count < 70; count++) {
    CHECK(bucket_queue_begin(&buckets, &memory, 100, 64));
    for (uint32_t i = 0; i < count; i++)
      CHECK(bucket_queue_push(&buckets, &memory, open_entry(200 - i % 8, i)));
    CHECK(!bucket_queue_take(&buckets, 191, &entry) && bucket_queue_take(&buckets, 192, &entry));
    bucket_queue_put_back(&buckets);
    for (uint32_t i = 0; i < count; i++) {
      CHECK(bucket_queue_take(&buckets, 192, &entry) && open_cell(entry) == i);
      if (i % 3 == 0) {
        bucket_queue_put_back(&buckets);
        CHECK(bucket_queue_take(&buckets, 192, &entry) && open_cell(entry) == i);
      }
    }
    CHECK(!bucket_queue_take(&buckets, UINT32_MAX, &entry));
  }
  bucket_queue_free(&buckets, &memory);
}

TEST(chunks_of_buckets_are_used_again) {
  BucketQueue buckets = { 0 };
  uint64_t entry;
  begin();
  CHECK(bucket_queue_begin(&buckets, &memory, 0, 4));
  for (uint32_t f = 0; f < 60000; f += 3) {
    CHECK(bucket_queue_push(&buckets, &memory, open_entry(f + 100, f)));
    if (f > 90) CHECK(bucket_queue_take(&buckets, UINT32_MAX, &entry));
  }
  CHECK(buckets.slot_capacity <= 64 * BUCKET_QUEUE_CHUNK);
  CHECK(bucket_queue_validate(&buckets) == NULL);
  bucket_queue_free(&buckets, &memory);
  check_all_freed();
}

TEST(bucket_queue_without_memory_stay_as_they_were) {
  for (long nth = 1; nth < 9; nth++) {
    BucketQueue buckets = { 0 };
    int failed = 0;
    uint64_t entry;
    begin();
    plain_count = 0;
    store.countdown = nth;
    if (!bucket_queue_begin(&buckets, &memory, 0, 4)) {
      CHECK(nth == 1 && bucket_queue_begin(&buckets, &memory, 0, 4));
      failed++;
    }
    for (uint32_t i = 0; i < 300; i++) {
      entry = open_entry(i % 40, i);
      bool pushed = bucket_queue_push(&buckets, &memory, entry);
      if (pushed) plain[plain_count++] = entry;
      failed += !pushed;
      CHECK(bucket_queue_validate(&buckets) == NULL);
    }
    while (bucket_queue_take(&buckets, UINT32_MAX, &entry)) CHECK(forget(entry));
    CHECK(plain_count == 0 && failed == (nth <= 5));
    bucket_queue_free(&buckets, &memory);
    check_all_freed();
  }
}

/* ---- nodes ----------------------------------------------------------------------------------- */

TEST(a_node_holds_what_was_put_in) {
  random_seed(8);
  for (int i = 0; i < 1000; i++) {
    uint32_t epoch = (uint32_t)random_below(NODE_EPOCHS) + 1;
    uint32_t g = (uint32_t)random_below(INT32_MAX) * 2, run = (uint32_t)random_below(0x10000);
    int direction = random_below(DIRECTIONS);
    Node node = node_make(epoch, g, direction, run);
    for (int open = 0; open < 2; open++, node |= NODE_OPEN) {
      CHECK(node_in_epoch(node, epoch) && !node_in_epoch(node, epoch + 1));
      CHECK(node_g(node) == g && node_direction(node) == direction);
      CHECK(node_run(node) == run && node_pattern(node) == run);
      CHECK(node <= node_last(epoch, g) && node_last(epoch, g) < node_make(epoch, g + 1, 0, 0));
    }
    CHECK(node_make(epoch, g, direction, 7) + node_step(5) ==
          node_make(epoch, g + 5, direction, 8));
    CHECK(node_turn(node, 3) == node_make(epoch, g, 3, 0));
    CHECK(node_rank(node) == node_rank(node_make(epoch, g, direction, 0)));
    CHECK(direction == 7 || node_rank(node) < node_rank(node_make(epoch, g, direction + 1, 0)));
  }
}

/* Every search sees words that are none of its own and greater than any; the lowest bits stay. */
TEST(nodes_of_another_search_are_not_reached) {
  Nodes nodes = { 0 };
  enum { CELLS = 3 };
  begin();
  for (int search = 0; search < 2 * NODE_EPOCHS + 5; search++) {
    CHECK(nodes_begin(&nodes, &memory, CELLS) && nodes.epoch > 0 && nodes.epoch <= NODE_EPOCHS);
    for (uint32_t cell = 0; cell < CELLS; cell++) {
      CHECK(!node_in_epoch(nodes.words[cell], nodes.epoch));
      CHECK(nodes.words[cell] > node_last(nodes.epoch, UINT32_MAX));
      uint32_t low = search == 0 ? 0xffff : cell == 2 ? 0xffff : cell + 9;
      CHECK(node_pattern(nodes.words[cell]) == low);
    }
    nodes.words[0] = node_make(nodes.epoch, 5, 1, 9);
    nodes.words[1] = node_make(nodes.epoch, UINT32_MAX, 7, 10) | NODE_OPEN;
  }
  CHECK(used() == CELLS * sizeof(Node));
  nodes_free(&nodes, &memory);
  store.countdown = 1;
  CHECK(nodes.words == NULL && !nodes_begin(&nodes, &memory, CELLS) && nodes.words == NULL);
  check_all_freed();
}

/* All numbers of searches are in use before words are cleared. */
TEST(words_are_cleared_when_the_numbers_are_used_up) {
  Nodes nodes = { 0 };
  begin();
  for (uint32_t epoch = NODE_EPOCHS; epoch > 0; epoch--)
    CHECK(nodes_begin(&nodes, &memory, 1) && nodes.epoch == epoch);
  nodes.words[0] = node_make(1, 0, 0, 3);
  CHECK(nodes_begin(&nodes, &memory, 1) && nodes.epoch == NODE_EPOCHS);
  CHECK(nodes.words[0] == (~NODE_LOW | 3));
  nodes_free(&nodes, &memory);
}

/* ---- the node pool --------------------------------------------------------------------------- */

static Node *give(NodePool *pool, uint64_t numbering, bool one_per_stamp) {
  Nodes nodes = { 0 };
  CHECK(nodes_begin(&nodes, &memory, 2));
  nodes.numbering = numbering;
  Node *words = nodes.words;
  node_pool_give_nodes(pool, &memory, &nodes, one_per_stamp);
  CHECK(nodes.words == NULL);
  return words;
}

static bool takes(NodePool *pool, uint64_t numbering, int enough, const Node *words) {
  Nodes nodes = node_pool_take_nodes(pool, numbering, enough);
  bool same = nodes.words == words;
  nodes_free(&nodes, &memory);
  return same;
}

TEST(pooled_nodes_are_those_with_the_stamp_else_with_none) {
  NodePool pool = { 0 };
  begin();
  Node *seven = give(&pool, 7, false), *none = give(&pool, 0, false);
  Node *eight = give(&pool, 8, false);
  CHECK(pool.node_count == 3 && used() == 6 * sizeof(Node));
  CHECK(takes(&pool, 7, 1, seven));
  CHECK(takes(&pool, 9, 1, none));
  CHECK(takes(&pool, 9, 2, NULL));            /* there is one only, of another numbering */
  CHECK(takes(&pool, 9, 1, eight));
  CHECK(takes(&pool, NUMBERING_ANY, 0, NULL) && takes(&pool, 9, 0, NULL));
  node_pool_free(&pool, &memory);
  check_all_freed();
}

TEST(of_pooled_nodes_the_oldest_go_first) {
  NodePool pool = { 0 };
  Node *words[NODE_POOL_NODES + 2];
  begin();
  for (uint64_t i = 0; i < NODE_POOL_NODES + 2; i++) words[i] = give(&pool, i + 1, false);
  CHECK(pool.node_count == NODE_POOL_NODES && used() == NODE_POOL_NODES * 2 * sizeof(Node));
  CHECK(pool.nodes[0].words == words[NODE_POOL_NODES + 1]);
  CHECK(pool.nodes[NODE_POOL_NODES - 1].words == words[2]);
  CHECK(takes(&pool, 99, NODE_POOL_NODES + 1, NULL));
  CHECK(takes(&pool, 99, NODE_POOL_NODES, words[2]));
  CHECK(takes(&pool, NUMBERING_ANY, 1, words[NODE_POOL_NODES + 1]));
  CHECK(takes(&pool, NODE_POOL_NODES, 1, words[NODE_POOL_NODES - 1]));
  CHECK(takes(&pool, NUMBERING_ANY, 1, words[NODE_POOL_NODES]));
  CHECK(pool.node_count == 0);
  check_all_freed();
}

TEST(of_pooled_nodes_there_may_be_one_for_each_stamp) {
  NodePool pool = { 0 };
  begin();
  Node *first = give(&pool, 5, true), *second = give(&pool, 6, true);
  give(&pool, 5, true);
  CHECK(pool.node_count == 2 && used() == 4 * sizeof(Node));
  Node *third = give(&pool, 5, false);
  CHECK(pool.node_count == 3 && takes(&pool, 5, 1, third) && takes(&pool, 5, 1, first));
  node_pool_drop_numbering(&pool, 5);
  CHECK(pool.nodes[0].numbering == 6);
  node_pool_drop_numbering(&pool, 6);
  CHECK(pool.nodes[0].numbering == 0 && takes(&pool, 5, 9, second));
  node_pool_free(&pool, &memory);
  check_all_freed();
}

TEST(nothing_is_given_back_where_there_is_nothing) {
  NodePool pool = { 0 };
  Nodes nodes = { 0 };
  OpenList open = { 0 };
  BucketQueue buckets = { 0 };
  begin();
  node_pool_give_nodes(&pool, &memory, &nodes, false);
  CHECK(pool.node_count == 0);
  CHECK(nodes_begin(&nodes, &memory, 1) && open_list_begin(&open, &memory, 0, 1));
  CHECK(bucket_queue_begin(&buckets, &memory, 0, 1));
  Node *words = nodes.words;
  OpenBuckets *heads = open.buckets;
  BucketRing *ring = buckets.ring;
  for (int i = 0; i < 2; i++) {                /* the second time there is nothing to give */
    node_pool_give_states(&pool, &memory, &nodes);
    node_pool_give_open(&pool, &memory, &open);
    node_pool_give_buckets(&pool, &memory, &buckets);
    CHECK(nodes.words == NULL && open.buckets == NULL && buckets.ring == NULL);
    CHECK(pool.states.words == words);
    CHECK(pool.open_count == 1 && pool.open[0].buckets == heads);
    CHECK(pool.bucket_count == 1 && pool.buckets[0].ring == ring);
  }
  for (int i = 0; i < 2; i++) {                /* the second time there is something already */
    node_pool_take_states(&pool, &nodes);
    node_pool_take_open(&pool, &open);
    node_pool_take_buckets(&pool, &buckets);
    CHECK(nodes.words == words && open.buckets == heads && buckets.ring == ring);
    CHECK(pool.states.words == NULL && pool.open_count == 0 && pool.bucket_count == 0);
  }
  node_pool_give_states(&pool, &memory, &nodes);
  node_pool_give_open(&pool, &memory, &open);
  node_pool_give_buckets(&pool, &memory, &buckets);
  node_pool_free(&pool, &memory);
  check_all_freed();
}

/* Of states the last ones are kept. Of lists there are as many as searches run side by side. */
TEST(what_is_given_back_is_kept_or_freed) {
  NodePool pool = { 0 };
  begin();
  for (int i = 0; i < NODE_POOL_LISTS + 2; i++) {
    size_t lists = i < NODE_POOL_LISTS ? (size_t)i + 1 : NODE_POOL_LISTS;
    Nodes nodes = { 0 };
    OpenList open = { 0 };
    BucketQueue buckets = { 0 };
    CHECK(nodes_begin(&nodes, &memory, 1) && open_list_begin(&open, &memory, 0, 1));
    CHECK(bucket_queue_begin(&buckets, &memory, 0, 1));
    Node *words = nodes.words;
    node_pool_give_states(&pool, &memory, &nodes);
    node_pool_give_open(&pool, &memory, &open);
    node_pool_give_buckets(&pool, &memory, &buckets);
    CHECK(pool.states.words == words);
    CHECK(used() == sizeof(Node) + lists * (sizeof(OpenBuckets) + sizeof(BucketRing)));
  }
  node_pool_free(&pool, &memory);
  check_all_freed();
}

int main(void) { return run_tests(); }
