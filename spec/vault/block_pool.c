/*
** Blocks of images: shared and dropped at random, each keeps its bytes while it is in an image,
** and memory that none needs is given back.
*/
#include "../c/check.h"
#include "sandbox/block_pool.h"

enum { PLACES = 500, ROUNDS = 20000 };

static uint8_t bytes[LA_BLOCK];

/* A block that only this number has. */
static la_block block_of(la_block_pool *pool, int number) {
  for (int i = 0; i < LA_BLOCK; i++) bytes[i] = (uint8_t)(number >> i % 3 * 8);
  return la_block_copy(pool, bytes);
}

static bool is_block_of(const la_block_pool *pool, la_block block, int number) {
  for (int i = 0; i < LA_BLOCK; i++) bytes[i] = (uint8_t)(number >> i % 3 * 8);
  return la_block_is(pool, block, bytes);
}

TEST(a_sheet_keeps_its_bytes) {
  la_block_pool *pool = la_block_pool_new();
  la_block held[PLACES] = { 0 };
  int number[PLACES] = { 0 };
  random_seed(3);
  for (int round = 1; round <= ROUNDS; round++) {
    int at = random_below(PLACES), other = random_below(PLACES);
    CHECK(is_block_of(pool, held[at], number[at]));
    if (random_below(2)) {
      la_block fresh = block_of(pool, round);
      CHECK(fresh != 0);
      la_block_drop(pool, held[at]);
      held[at] = fresh;
      number[at] = round;
    } else {
      la_block_share(pool, held[other]);
      la_block_drop(pool, held[at]);
      held[at] = held[other];
      number[at] = number[other];
    }
  }
  CHECK(pool->in_use <= PLACES);
  for (int i = 0; i < PLACES; i++) la_block_drop(pool, held[i]);
  CHECK(pool->in_use == 0);
  la_block_pool_drop(pool);
}

TEST(memory_that_is_plenty_is_given_back) {
  la_block_pool *pool = la_block_pool_new();
  la_block held[PLACES];
  for (int i = 0; i < PLACES; i++) held[i] = block_of(pool, i + 1);
  CHECK(pool->in_use == PLACES && pool->room >= PLACES);
  for (int i = PLACES; i-- > 1;) la_block_drop(pool, held[i]);
  CHECK(pool->room <= 3 * LA_BLOCKS_IN_SLAB);
  for (int i = 1; i < PLACES; i++) held[i] = block_of(pool, i + 1);
  for (int i = 0; i < PLACES; i++) CHECK(is_block_of(pool, held[i], i + 1));
  la_block_pool_drop(la_block_pool_share(pool));
  CHECK(is_block_of(pool, held[7], 8));
  la_block_pool_drop(pool);
}

TEST(a_sheet_of_zeros_is_none) {
  la_block_pool *pool = la_block_pool_new();
  memset(bytes, 0, sizeof bytes);
  CHECK(la_block_is(pool, 0, bytes) && la_block_is_empty(bytes));
  bytes[LA_BLOCK - 1] = 1;
  CHECK(!la_block_is(pool, 0, bytes) && !la_block_is_empty(bytes));
  la_block_share(pool, 0);
  la_block_drop(pool, 0);
  CHECK(pool->in_use == 0);
  la_block_pool_drop(pool);
}

int main(void) { return run_tests(); }
