/*
** Images: what the bytes of a block were at a moment.
**
** An image never changes. Where a block has not changed since the last one, the same image serves
** again; of a block of more than MEMORY_PAGE bytes, the pages that have not. So each snapshot
** copies what has changed since the last snapshot or restore, and no more.
*/
#ifndef ASTAR_IMAGE_H
#define ASTAR_IMAGE_H

#include "heap.h"

typedef struct Image Image;

/* What the block is now, with one more reference to it; *copied grows by the bytes that had to be
** copied. NULL: no memory. */
Image *image_take(Memory *memory, MemoryBlock *block, size_t *copied);
/* The block becomes what it was. */
void image_put(Memory *memory, MemoryBlock *block, Image *image);
/* One reference less. NULL does nothing. */
void image_drop(Memory *memory, Image *image);
/* The block and its image will be read soon. */
void image_expect(const MemoryBlock *block, const Image *image);
/* There are no images any more. */
void images_free_spare(Memory *memory);

#endif
