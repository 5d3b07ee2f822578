/*
** What a call has changed in a state, so that it can be taken back: the blocks that are other ones
** now, as they were.
*/
#ifndef ASTAR_SANDBOX_UNDO_H
#define ASTAR_SANDBOX_UNDO_H

#include "image.h"

typedef struct la_undo {
  uint8_t *bytes;                   /* for each block its number, in 4 bytes, and its contents */
  size_t size, room;
  size_t image_size;                /* of the image before */
  uint32_t pages;                   /* likewise */
} la_undo;

/*
** `before` is an image of the state as it was; it becomes one of the state as it is now, and what
** has changed is noted. False: no memory; then `before` is what it was.
*/
bool la_undo_note(la_undo *undo, la_image *before, const la_box *box);
/* The other way: what is noted is put back into the image. */
void la_undo_take_back(const la_undo *undo, la_image *image);
void la_undo_free(la_undo *undo);

#endif
