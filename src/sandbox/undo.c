/*
** Notes of changes: a call of a mod's changes a few of the blocks of its state. To find them takes
** about as long as to copy the state, and what is kept is much less.
*/
#include "undo.h"

#include <stdlib.h>
#include <string.h>

#include "vault/sizes.h"

/* States are of whole pages, which the others divide. */
enum { UNDO_STRETCH = 4096, UNDO_BLOCK = 256, UNDO_ENTRY = 4 + UNDO_BLOCK };

bool la_copy_fit(la_copy *copy, size_t size) {
  if (size <= copy->room) return true;
  uint8_t *bytes = realloc(copy->bytes, size);
  if (bytes == NULL) return false;
  copy->bytes = bytes;
  copy->room = size;
  return true;
}

static bool undo_reserve(la_undo *undo, size_t more) {
  if (undo->room - undo->size >= more) return true;
  size_t room = 2 * undo->room + more + 16 * UNDO_ENTRY;
  uint8_t *bytes = realloc(undo->bytes, room);
  if (bytes == NULL) return false;
  undo->bytes = bytes;
  undo->room = room;
  return true;
}

static bool note_block(la_undo *undo, const la_copy *before, uint32_t number) {
  if (!undo_reserve(undo, UNDO_ENTRY)) return false;
  memcpy(undo->bytes + undo->size, &number, 4);
  memcpy(undo->bytes + undo->size + 4, before->bytes + (size_t)number * UNDO_BLOCK, UNDO_BLOCK);
  undo->size += UNDO_ENTRY;
  return true;
}

/* Notes those that differ from `place` to `end`. */
static bool note_blocks(la_undo *undo, const la_copy *before, const uint8_t *now, size_t place,
                        size_t end) {
  for (; place < end; place += UNDO_BLOCK) {
    if (memcmp(before->bytes + place, now + place, UNDO_BLOCK) == 0) continue;
    if (!note_block(undo, before, (uint32_t)(place / UNDO_BLOCK))) return false;
  }
  return true;
}

/* Of what both have: states do not become shorter in calls. Most of it has not changed. */
static bool note_changes(la_undo *undo, const la_copy *before, const uint8_t *now) {
  for (size_t place = 0; place < before->size; place += UNDO_STRETCH) {
    if (memcmp(before->bytes + place, now + place, UNDO_STRETCH) == 0) continue;
    if (!note_blocks(undo, before, now, place, place + UNDO_STRETCH)) return false;
  }
  return true;
}

bool la_undo_note(la_undo *undo, la_copy *before, const la_box *box) {
  size_t size, had = before->size;
  const uint8_t *now = box->door->view(box, &size);
  undo->size = 0;
  undo->copy_size = had;
  undo->pages = before->pages;
  if (!la_copy_fit(before, size) || !note_changes(undo, before, now)) return false;
  for (size_t at = 0; at < undo->size; at += UNDO_ENTRY) {
    uint32_t number;
    memcpy(&number, undo->bytes + at, 4);
    size_t place = (size_t)number * UNDO_BLOCK;
    memcpy(before->bytes + place, now + place, UNDO_BLOCK);
  }
  if (size > had) memcpy(before->bytes + had, now + had, size - had);
  before->pages = (uint32_t)(before->pages + (size - had) / LA_MACHINE_PAGE);
  before->size = size;
  return true;
}

void la_undo_take_back(const la_undo *undo, la_copy *copy) {
  for (size_t at = 0; at < undo->size; at += UNDO_ENTRY) {
    uint32_t number;
    memcpy(&number, undo->bytes + at, 4);
    memcpy(copy->bytes + (size_t)number * UNDO_BLOCK, undo->bytes + at + 4, UNDO_BLOCK);
  }
  copy->size = undo->copy_size;
  copy->pages = undo->pages;
}

void la_undo_free(la_undo *undo) {
  free(undo->bytes);
  memset(undo, 0, sizeof *undo);
}
