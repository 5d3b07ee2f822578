/*
** torture: build=plain share=1 short=yes cases=1
**
** Each check of the loader refuses something. Every number of some saved maps becomes each of some
** odd ones, sections are left out, doubled, made longer and exchanged; lengths and checksum are
** repaired. The loader is that of tools/refusals.lua, whose checks note what they refuse: one that
** never does is a finding. It takes the same course in every run, and ends when all checks have
** refused something.
*/
#include "saved.h"

enum { MAPS = 12 };

static uint64_t loads;

/* ---- the checks of the loader ---------------------------------------------------------------- */

extern const struct { const char *file; int line; const char *what; } refusal_sites[];
extern const int refusal_count;
bool refusal_check(int site, bool holds);
astar_status refusal_note(int site, astar_status status);

static bool refused[1000];

bool refusal_check(int site, bool holds) {
  if (!holds) refused[site] = true;
  return holds;
}

astar_status refusal_note(int site, astar_status status) {
  if (status != ASTAR_OK && status != ASTAR_NO_MEMORY) refused[site] = true;
  return status;
}

static int untried(bool named) {
  int count = 0;
  for (int i = 0; i < refusal_count; i++) {
    if (!refused[i] && named)
      printf("never refused: %s:%d: %s\n", refusal_sites[i].file, refusal_sites[i].line,
             refusal_sites[i].what);
    count += !refused[i];
  }
  return count;
}

/* ---- each number of a map in turn ------------------------------------------------------------ */

static void try_bytes(Bytes bytes) {
  astar_status why;
  loads++;
  repair_sum(bytes.at, bytes.size);
  astar_map_free(load(bytes.at, bytes.size, &why));
}

static void try_number(Bytes bytes, uint8_t *place, size_t width, int64_t number) {
  uint8_t kept[4];
  memcpy(kept, place, width);
  for (size_t i = 0; i < width; i++) place[i] = (uint8_t)((uint64_t)number >> 8 * i);
  try_bytes(bytes);
  memcpy(place, kept, width);
}

static void try_numbers(Bytes bytes, Section section) {
  for (size_t at = SAVE_TAG_BYTES; at < section.size; at++)
    for (int i = 0; i < ODD_NUMBERS; i++)
      for (size_t width = 1; width <= 4; width += 3)
        if (at + width <= section.size)
          try_number(bytes, bytes.at + section.at + at, width, odd_numbers[i]);
}

static void try_with(Bytes bytes, Section span, Bytes with) {
  uint8_t copy[FILE_MAX];
  memcpy(copy, bytes.at, bytes.size);
  try_bytes((Bytes){ copy, replace((Bytes){ copy, bytes.size }, FILE_MAX, span, with) });
}

/* With zeros behind it. */
static void try_longer(Bytes bytes, Section section) {
  uint8_t text[FILE_MAX] = { 0 };
  memcpy(text, bytes.at + section.at, section.size);
  for (size_t more = 1; more < 5000; more *= 4) {
    put_length(text, section.size + more);
    try_with(bytes, section, (Bytes){ text, section.size + more });
  }
}

static void try_copies(Bytes bytes, Section one, Section other) {
  if (memcmp(bytes.at + one.at, bytes.at + other.at, SAVE_TAG_BYTES) != 0) return;
  for (size_t at = SAVE_SECTION_BYTES; at < one.size; at++) {
    uint8_t copy[FILE_MAX];
    memcpy(copy, bytes.at, bytes.size);
    copy_between(copy, one, other, at);
    try_bytes((Bytes){ copy, bytes.size });
  }
}

/* The magic, the version, an end that comes too early, and a checksum that is wrong. */
static void try_head(Bytes bytes) {
  astar_status why;
  for (size_t at = 0; at < SAVE_HEAD_BYTES; at++)
    for (int i = 0; i < ODD_NUMBERS; i++) try_number(bytes, bytes.at + at, 1, odd_numbers[i]);
  must(load(bytes.at, SAVE_HEAD_BYTES, &why) == NULL && why == ASTAR_DAMAGED, "a head is a map");
  bytes.at[bytes.size - 1] ^= 1;
  must(load(bytes.at, bytes.size, &why) == NULL && why == ASTAR_DAMAGED, "a wrong sum is believed");
  repair_sum(bytes.at, bytes.size);
}

/* Of its sort: the one with most in it. */
static bool is_largest(Bytes bytes, const Section *sections, int count, int number) {
  for (int i = 0; i < count; i++) {
    bool is_same = memcmp(bytes.at + sections[i].at, bytes.at + sections[number].at,
                          SAVE_TAG_BYTES) == 0;
    if (is_same && sections[i].size > sections[number].size) return false;
    if (is_same && sections[i].size == sections[number].size && i < number) return false;
  }
  return true;
}

/* A section of a kind that there is not, with nothing in it. */
static uint8_t unknown[SAVE_SECTION_BYTES] = "LANE";

/* Every number of a map becomes each of the odd ones; each section is left out, and doubled. No
** longer than until every check has refused something. */
static void try_each(uint64_t seed) {
  Section sections[SECTIONS_MAX];
  Bytes bytes = seed_bytes(seed);
  int count = find_sections(bytes.at, bytes.size, sections);
  try_head(bytes);
  uint8_t *end = bytes.at + bytes.size - SAVE_END_BYTES;
  for (int i = 0; i < count && untried(false) > 0; i++) {
    Section none = { sections[i].at, 0 };
    try_with(bytes, sections[i], (Bytes){ bytes.at, 0 });
    try_with(bytes, none, (Bytes){ bytes.at + sections[i].at, sections[i].size });
    try_with(bytes, none, (Bytes){ end, SAVE_END_BYTES });
    try_with(bytes, none, (Bytes){ unknown, SAVE_SECTION_BYTES });
    try_longer(bytes, sections[i]);
    for (int k = 0; k < count; k++)
      if (k != i) try_copies(bytes, sections[i], sections[k]);
  }
  for (int i = 0; i < count && untried(false) > 0; i++)
    if (is_largest(bytes, sections, count, i)) try_numbers(bytes, sections[i]);
  free(bytes.at);
}

int main(void) {
  uint64_t seed = 1;
  while (seed <= MAPS && untried(false) > 0) try_each(seed++);
  int left = untried(true);
  printf("%llu saved maps, %d of %d checks have refused one\n", (unsigned long long)loads,
         refusal_count - left, refusal_count);
  return left > 0;
}
