/*
** Sheets of images: shared and dropped at random, each keeps its bytes as long as it is in an image,
** and memory that none needs is given back.
*/
#include "../c/check.h"
#include "sandbox/sheets.h"

enum { PLACES = 500, ROUNDS = 20000 };

static uint8_t bytes[LA_SHEET];

/* A sheet that only this number has. */
static la_sheet sheet_of(la_sheets *sheets, int number) {
  for (int i = 0; i < LA_SHEET; i++) bytes[i] = (uint8_t)(number >> i % 3 * 8);
  return la_sheet_copy(sheets, bytes);
}

static bool is_sheet_of(const la_sheets *sheets, la_sheet sheet, int number) {
  for (int i = 0; i < LA_SHEET; i++) bytes[i] = (uint8_t)(number >> i % 3 * 8);
  return la_sheet_is(sheets, sheet, bytes);
}

TEST(a_sheet_keeps_its_bytes) {
  la_sheets *sheets = la_sheets_new();
  la_sheet held[PLACES] = { 0 };
  int number[PLACES] = { 0 };
  random_seed(3);
  for (int round = 1; round <= ROUNDS; round++) {
    int at = random_below(PLACES), other = random_below(PLACES);
    CHECK(is_sheet_of(sheets, held[at], number[at]));
    if (random_below(2)) {
      la_sheet fresh = sheet_of(sheets, round);
      CHECK(fresh != 0);
      la_sheet_drop(sheets, held[at]);
      held[at] = fresh;
      number[at] = round;
    } else {
      la_sheet_share(sheets, held[other]);
      la_sheet_drop(sheets, held[at]);
      held[at] = held[other];
      number[at] = number[other];
    }
  }
  CHECK(sheets->in_use <= PLACES);
  for (int i = 0; i < PLACES; i++) la_sheet_drop(sheets, held[i]);
  CHECK(sheets->in_use == 0);
  la_sheets_drop(sheets);
}

TEST(memory_that_is_plenty_is_given_back) {
  la_sheets *sheets = la_sheets_new();
  la_sheet held[PLACES];
  for (int i = 0; i < PLACES; i++) held[i] = sheet_of(sheets, i + 1);
  CHECK(sheets->in_use == PLACES && sheets->room >= PLACES);
  for (int i = PLACES; i-- > 1;) la_sheet_drop(sheets, held[i]);
  CHECK(sheets->room <= 3 * LA_SHEETS_IN_STACK);
  for (int i = 1; i < PLACES; i++) held[i] = sheet_of(sheets, i + 1);
  for (int i = 0; i < PLACES; i++) CHECK(is_sheet_of(sheets, held[i], i + 1));
  la_sheets_drop(la_sheets_share(sheets));
  CHECK(is_sheet_of(sheets, held[7], 8));
  la_sheets_drop(sheets);
}

TEST(a_sheet_of_zeros_is_none) {
  la_sheets *sheets = la_sheets_new();
  memset(bytes, 0, sizeof bytes);
  CHECK(la_sheet_is(sheets, 0, bytes) && la_sheet_is_empty(bytes));
  bytes[LA_SHEET - 1] = 1;
  CHECK(!la_sheet_is(sheets, 0, bytes) && !la_sheet_is_empty(bytes));
  la_sheet_share(sheets, 0);
  la_sheet_drop(sheets, 0);
  CHECK(sheets->in_use == 0);
  la_sheets_drop(sheets);
}

int main(void) { return run_tests(); }
