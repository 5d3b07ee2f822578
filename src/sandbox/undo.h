/*
** What a call has changed in a state, so that it can be taken back: the blocks that are other ones
** now, as they were.
*/
#ifndef ASTAR_SANDBOX_UNDO_H
#define ASTAR_SANDBOX_UNDO_H

#include "box.h"

/* A state, for a thread alone: its bytes in one piece. */
struct la_copy {
  uint8_t *bytes;
  size_t size, room;
  uint32_t pages, stack_pointer, words; /* as la_image has them */
};

typedef struct la_undo {
  uint8_t *bytes;                   /* for each block its number, in 4 bytes, and its contents */
  size_t size, room;
  size_t copy_size;                 /* of the copy before */
  uint32_t pages;                   /* likewise */
} la_undo;

/* Room for so many bytes; false: no memory. */
bool la_copy_fit(la_copy *copy, size_t size);
/*
** `before` is a copy of the state as it was; it becomes one of the state as it is now, and what
** has changed is noted. False: no memory; then `before` is what it was.
*/
bool la_undo_note(la_undo *undo, la_copy *before, const la_box *box);
/* The other way: what is noted is put back into the copy. */
void la_undo_take_back(const la_undo *undo, la_copy *copy);
void la_undo_free(la_undo *undo);

#endif
