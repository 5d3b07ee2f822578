#include "image.h"

#include <string.h>

#include "assert.h"
#include "builtin.h"

/*
** A page stands apart from its bytes, and pages in racks: an image that shares hundreds of pages
** reads none of their bytes. Bytes that are given back are kept for the next snapshot, which mostly
** needs as many: to have them from the system takes longer than to fill them.
*/
typedef struct Page {
  struct Page *next;                /* of one in no image */
  uint8_t *bytes;                   /* MEMORY_PAGE of them; NULL in one that is bare */
  uint32_t refs;
} Page;

#define RACK_PAGES 64

typedef struct PageRack {
  struct PageRack *next;
  Page pages[RACK_PAGES];
} PageRack;

/* Behind it are the bytes of a small block, or pointers to the pages of a large one. */
struct Image {
  size_t size;                      /* of the block */
  uint32_t refs;
};

#define IMAGE_BYTES ((sizeof(Image) + 15) / 16 * 16)

static bool image_is_paged(size_t size) {
  return size > MEMORY_PAGE;
}

/* The last one may be shorter. */
static size_t page_size(size_t size, size_t number) {
  size_t left = size - number * MEMORY_PAGE;
  return left < MEMORY_PAGE ? left : MEMORY_PAGE;
}

static size_t image_bytes(size_t size) {
  return IMAGE_BYTES + (image_is_paged(size) ? memory_page_count(size) * sizeof(Page *) : size);
}

static void *image_content(const Image *image) {
  return (void *)((uintptr_t)image + IMAGE_BYTES);
}

static Page **image_pages(const Image *image) {
  return image_content(image);
}

static uint8_t *block_page(const MemoryBlock *block, size_t number) {
  return (uint8_t *)memory_block_bytes(block) + number * MEMORY_PAGE;
}

/* ---- making and freeing ---------------------------------------------------------------------- */

static bool add_rack(Memory *memory) {
  PageRack *rack = memory_aside(memory, NULL, 0, sizeof *rack);
  if (rack == NULL) return false;
  rack->next = memory->racks;
  memory->racks = rack;
  for (int i = RACK_PAGES; i-- > 0; memory->bare_pages = &rack->pages[i])
    rack->pages[i] = (Page){ .next = memory->bare_pages };
  return true;
}

/* Gives a bare page its bytes. NULL: no memory. */
static Page *page_fit_out(Memory *memory) {
  if (memory->bare_pages == NULL && !add_rack(memory)) return NULL;
  Page *page = memory->bare_pages;
  page->bytes = memory_aside(memory, NULL, 0, MEMORY_PAGE);
  if (page->bytes == NULL) return NULL;
  memory->bare_pages = page->next;
  return page;
}

static void page_strip(Memory *memory, Page *page) {
  memory_aside(memory, page->bytes, MEMORY_PAGE, 0);
  *page = (Page){ .next = memory->bare_pages };
  memory->bare_pages = page;
}

static Page *page_take_spare(Memory *memory) {
  Page *page = memory->spare_pages;
  memory->spare_pages = page->next;
  memory->spare_page_count--;
  return page;
}

static Page *page_new(Memory *memory) {
  bool has_spare = memory->spare_pages != NULL;
  Page *page = has_spare ? page_take_spare(memory) : page_fit_out(memory);
  if (page == NULL) return NULL;
  memory->pages++;
  page->refs = 1;
  return page;
}

static void page_drop(Memory *memory, Page *page) {
  if (page == NULL || --page->refs > 0) return;
  memory->pages--;
  if (memory->spare_page_count >= memory->pages) {
    page_strip(memory, page);
    return;
  }
  page->next = memory->spare_pages;
  memory->spare_pages = page;
  memory->spare_page_count++;
}

void images_free_spare(Memory *memory) {
  ASTAR_ASSERT(memory->pages == 0);
  while (memory->spare_pages != NULL) page_strip(memory, page_take_spare(memory));
  for (PageRack *rack; (rack = memory->racks) != NULL;) {
    memory->racks = rack->next;
    memory_aside(memory, rack, sizeof *rack, 0);
  }
  memory->bare_pages = NULL;
}

static void image_free(Memory *memory, Image *image) {
  if (image_is_paged(image->size))
    for (size_t i = 0; i < memory_page_count(image->size); i++)
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

/* Is a page known to be as it was in the block's image? */
static bool page_is_kept(const MemoryBlock *block, size_t number) {
  if (block->image == NULL || !block->is_steady || block->is_touched) return false;
  if (block->is_marked && memory_block_marks(block)[number] != 0) return false;
  ASTAR_ASSERT(page_is(block, block->image, number)); /* else somebody has written without a word */
  return true;
}

/* What is known need not be read. */
static bool page_holds(const MemoryBlock *block, const Image *image, size_t number) {
  bool is_kept = page_is_kept(block, number);
  return (is_kept && image_pages(image)[number] == image_pages(block->image)[number]) ||
         page_is(block, image, number);
}

/* The first page from `number` on that differs; the number of pages: none does. */
static size_t page_changed(const MemoryBlock *block, const Image *image, size_t number) {
  while (number < memory_page_count(block->size) && page_holds(block, image, number)) number++;
  return number;
}

static bool image_is(const Image *image, const MemoryBlock *block) {
  size_t count = memory_page_count(block->size), number = 0;
  if (!image_is_paged(block->size))
    return memcmp(image_content(image), memory_block_bytes(block), block->size) == 0;
  while (number < count && page_is(block, image, number)) number++;
  return number == count;
}

static bool has_marks(const MemoryBlock *block) {
  return block->is_marked &&
         memchr(memory_block_marks(block), 1, memory_page_count(block->size)) != NULL;
}

/* Does the block need no look? The image is its own. */
static bool image_holds(const Image *image, const MemoryBlock *block) {
  if (image == NULL || !block->is_steady || block->is_touched || has_marks(block)) return false;
  ASTAR_ASSERT(image_is(image, block));      /* else somebody has not touched it before writing */
  return true;
}

/* The image is what the block is from now on. */
static void block_settle(MemoryBlock *block) {
  block->is_touched = false;
  if (block->is_marked) memset(memory_block_marks(block), 0, memory_page_count(block->size));
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
  memset(pages, 0, memory_page_count(block->size) * sizeof *pages);
  for (size_t i = 0; i < memory_page_count(block->size); i++) {
    bool same = i < changed || (block->image != NULL && page_holds(block, block->image, i));
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
  return changed == memory_page_count(block->size) ? last
                                            : image_of_large(memory, block, changed, copied);
}

Image *image_take(Memory *memory, MemoryBlock *block, size_t *copied) {
  Image *image = image_find(memory, block, copied);
  if (image == NULL) return NULL;
  if (image != block->image) {
    image_drop(memory, block->image);
    block->image = image;
  }
  block_settle(block);
  image->refs++;
  return image;
}

/* A page that is what it should be is only read: the processor need not write it back. */
static void pages_put(const MemoryBlock *block, const Image *image) {
  size_t count = memory_page_count(block->size);
  for (size_t i = page_changed(block, image, 0); i < count; i = page_changed(block, image, i + 1))
    memcpy(block_page(block, i), image_pages(image)[i]->bytes, page_size(block->size, i));
}

/* Lines of the processor's cache that are asked for beforehand: of a small block, most of it. */
enum { LINE = 64, LINES = 13 };

void image_expect(const MemoryBlock *block, const Image *image) {
  size_t most = block->size < LINES * LINE ? block->size : LINES * LINE;
  for (size_t at = 0; at < most; at += LINE) {
    PREFETCH((const char *)memory_block_bytes(block) + at);
    PREFETCH((const char *)image_content(image) + at);
  }
}

void image_put(Memory *memory, MemoryBlock *block, Image *image) {
  if (image == block->image && image_holds(image, block)) return;
  if (image_is_paged(block->size)) pages_put(block, image);
  else memcpy(memory_block_bytes(block), image_content(image), block->size);
  image->refs++;
  image_drop(memory, block->image);
  block->image = image;
  block_settle(block);
}
