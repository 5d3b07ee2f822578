#include "image.h"

#include <string.h>

#include "assert.h"

/* All pages take the same room. Those that are given back are kept for the next snapshot, which
** mostly needs as many: to have them from the system takes longer than to fill them. */
typedef struct Page {
  struct Page *next;                /* of a spare one */
  uint32_t refs;
  uint8_t bytes[IMAGE_PAGE];
} Page;

/* Behind it are the bytes of a small block, or pointers to the pages of a large one. */
struct Image {
  size_t size;                      /* of the block */
  uint32_t refs;
};

#define IMAGE_BYTES ((sizeof(Image) + 15) / 16 * 16)

static bool image_is_paged(size_t size) {
  return size > IMAGE_PAGE;
}

static size_t page_count(size_t size) {
  return (size + IMAGE_PAGE - 1) / IMAGE_PAGE;
}

/* The last one may be shorter. */
static size_t page_size(size_t size, size_t number) {
  size_t left = size - number * IMAGE_PAGE;
  return left < IMAGE_PAGE ? left : IMAGE_PAGE;
}

static size_t image_bytes(size_t size) {
  return IMAGE_BYTES + (image_is_paged(size) ? page_count(size) * sizeof(Page *) : size);
}

static void *image_content(const Image *image) {
  return (void *)((uintptr_t)image + IMAGE_BYTES);
}

static Page **image_pages(const Image *image) {
  return image_content(image);
}

static uint8_t *block_page(const MemoryBlock *block, size_t number) {
  return (uint8_t *)memory_block_bytes(block) + number * IMAGE_PAGE;
}

/* ---- making and freeing ---------------------------------------------------------------------- */

static Page *page_new(Memory *memory) {
  Page *page = memory->spare_pages;
  if (page != NULL) {
    memory->spare_pages = page->next;
    memory->spare_page_count--;
  } else if ((page = memory_aside(memory, NULL, 0, sizeof *page)) == NULL) {
    return NULL;
  }
  memory->pages++;
  page->refs = 1;
  return page;
}

static void page_drop(Memory *memory, Page *page) {
  if (page == NULL || --page->refs > 0) return;
  memory->pages--;
  if (memory->spare_page_count >= memory->pages) {
    memory_aside(memory, page, sizeof *page, 0);
    return;
  }
  page->next = memory->spare_pages;
  memory->spare_pages = page;
  memory->spare_page_count++;
}

void images_free_spare(Memory *memory) {
  for (Page *page; (page = memory->spare_pages) != NULL;) {
    memory->spare_pages = page->next;
    memory_aside(memory, page, sizeof *page, 0);
  }
  memory->spare_page_count = 0;
}

static void image_free(Memory *memory, Image *image) {
  if (image_is_paged(image->size))
    for (size_t i = 0; i < page_count(image->size); i++)
      page_drop(memory, image_pages(image)[i]);
  memory_aside(memory, image, image_bytes(image->size), 0);
}

void image_drop(Memory *memory, Image *image) {
  if (image != NULL && --image->refs == 0) image_free(memory, image);
}

static Image *image_new(Memory *memory, size_t size) {
  Image *image = memory_aside(memory, NULL, 0, image_bytes(size));
  if (image != NULL) *image = (Image){ size, 1 };
  return image;
}

static Page *page_copy(Memory *memory, const MemoryBlock *block, size_t number) {
  Page *page = page_new(memory);
  if (page != NULL)
    memcpy(page->bytes, block_page(block, number), page_size(block->size, number));
  return page;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool page_is(const MemoryBlock *block, const Image *image, size_t number) {
  const Page *page = image_pages(image)[number];
  return memcmp(page->bytes, block_page(block, number), page_size(block->size, number)) == 0;
}

/* The first page from `number` on that differs; the number of pages: none does. */
static size_t page_changed(const MemoryBlock *block, const Image *image, size_t number) {
  while (number < page_count(block->size) && page_is(block, image, number)) number++;
  return number;
}

static bool image_is(const Image *image, const MemoryBlock *block) {
  if (image_is_paged(block->size))
    return page_changed(block, image, 0) == page_count(block->size);
  return memcmp(image_content(image), memory_block_bytes(block), block->size) == 0;
}

/* Does the block need no look? */
static bool image_holds(const Image *image, const MemoryBlock *block) {
  if (image == NULL || !block->is_steady || block->is_touched) return false;
  ASTAR_ASSERT(image_is(image, block));      /* else somebody has not touched it before writing */
  return true;
}

/* ---- copying --------------------------------------------------------------------------------- */

static Image *image_of_small(Memory *memory, const MemoryBlock *block, size_t *copied) {
  Image *image = image_new(memory, block->size);
  if (image == NULL) return NULL;
  memcpy(image_content(image), memory_block_bytes(block), block->size);
  *copied += block->size;
  return image;
}

/* Pages before `changed` are as they were in the block's image. */
static Image *image_of_large(Memory *memory, const MemoryBlock *block, size_t changed,
                             size_t *copied) {
  Image *image = image_new(memory, block->size);
  if (image == NULL) return NULL;
  Page **pages = image_pages(image);
  memset(pages, 0, page_count(block->size) * sizeof *pages);
  for (size_t i = 0; i < page_count(block->size); i++) {
    bool same = i < changed || (block->image != NULL && page_is(block, block->image, i));
    pages[i] = same ? image_pages(block->image)[i] : page_copy(memory, block, i);
    if (pages[i] == NULL) {
      image_free(memory, image);
      return NULL;
    }
    if (same) pages[i]->refs++;
    else *copied += page_size(block->size, i);
  }
  return image;
}

/* NULL: no memory. The block's own where nothing has changed. */
static Image *image_find(Memory *memory, const MemoryBlock *block, size_t *copied) {
  Image *last = block->image;
  if (image_holds(last, block)) return last;
  if (!image_is_paged(block->size))
    return last != NULL && image_is(last, block) ? last : image_of_small(memory, block, copied);
  size_t changed = last != NULL ? page_changed(block, last, 0) : 0;
  return changed == page_count(block->size) ? last
                                            : image_of_large(memory, block, changed, copied);
}

Image *image_take(Memory *memory, MemoryBlock *block, size_t *copied) {
  Image *image = image_find(memory, block, copied);
  if (image == NULL) return NULL;
  if (image != block->image) {
    image_drop(memory, block->image);
    block->image = image;
  }
  block->is_touched = false;
  image->refs++;
  return image;
}

/* A page that is what it should be is only read: the processor need not write it back. */
static void pages_put(const MemoryBlock *block, const Image *image) {
  size_t count = page_count(block->size);
  for (size_t i = page_changed(block, image, 0); i < count; i = page_changed(block, image, i + 1))
    memcpy(block_page(block, i), image_pages(image)[i]->bytes, page_size(block->size, i));
}

void image_put(Memory *memory, MemoryBlock *block, Image *image) {
  if (image == block->image && image_holds(image, block)) return;
  if (image_is_paged(block->size)) pages_put(block, image);
  else memcpy(memory_block_bytes(block), image_content(image), block->size);
  image->refs++;
  image_drop(memory, block->image);
  block->image = image;
  block->is_touched = false;
}
