#include "journal.h"

bool journal_init(Journal *journal, Memory *memory, size_t cells) {
  size_t capacity = JOURNAL_LEAST;
  while (2 * capacity * JOURNAL_CELLS <= cells) capacity *= 2;
  *journal = (Journal){ .capacity = capacity };
  journal->cells = memory_new(memory, capacity * sizeof *journal->cells);
  journal->before = memory_new(memory, capacity * sizeof *journal->before);
  return journal->cells != NULL && journal->before != NULL;
}

void journal_free(Journal *journal, Memory *memory) {
  memory_free(memory, journal->cells, journal->capacity * sizeof *journal->cells);
  memory_free(memory, journal->before, journal->capacity * sizeof *journal->before);
}
