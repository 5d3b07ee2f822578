#include "block_copy.h"

#include <string.h>

#include "assert.h"
#include "builtin.h"

/*
** A page stands apart from its bytes, and pages in slabs: a copy that shares hundreds of pages
** reads none of their bytes. Bytes that are given back are kept for the next snapshot, which mostly
** needs as many: to have them from the system takes longer than to fill them.
*/
typedef struct Page {
  struct Page *next;                /* of one in no copy */
  uint8_t *bytes;                   /* MEMORY_PAGE of them; NULL in one that is empty */
  uint32_t refs;
} Page;

#define SLAB_PAGES 64

typedef struct PageSlab {
  struct PageSlab *next;
  Page pages[SLAB_PAGES];
} PageSlab;

/* Behind it are the bytes of a small block, or pointers to the pages of a large one. */
struct BlockCopy {
  size_t size;                      /* of the block */
  uint32_t refs;
};

#define BLOCK_COPY_BYTES ((sizeof(BlockCopy) + 15) / 16 * 16)

static bool size_is_paged(size_t size) {
  return size > MEMORY_PAGE;
}

/* The last one may be shorter. */
static size_t page_size(size_t size, size_t number) {
  size_t left = size - number * MEMORY_PAGE;
  return left < MEMORY_PAGE ? left : MEMORY_PAGE;
}

static size_t block_copy_bytes(size_t size) {
  return BLOCK_COPY_BYTES + (size_is_paged(size) ? memory_page_count(size) * sizeof(Page *) : size);
}

static void *block_copy_content(const BlockCopy *copy) {
  return (void *)((uintptr_t)copy + BLOCK_COPY_BYTES);
}

static Page **block_copy_pages(const BlockCopy *copy) {
  return block_copy_content(copy);
}

static uint8_t *block_page(const MemoryBlock *block, size_t number) {
  return (uint8_t *)memory_block_bytes(block) + number * MEMORY_PAGE;
}

/* ---- making and freeing ---------------------------------------------------------------------- */

static bool add_slab(Memory *memory) {
  PageSlab *slab = memory_aside(memory, NULL, 0, sizeof *slab);
  if (slab == NULL) return false;
  slab->next = memory->slabs;
  memory->slabs = slab;
  for (int i = SLAB_PAGES; i-- > 0; memory->empty_pages = &slab->pages[i])
    slab->pages[i] = (Page){ .next = memory->empty_pages };
  return true;
}

/* Gives an empty page its bytes. NULL: no memory. */
static Page *page_allocate(Memory *memory) {
  if (memory->empty_pages == NULL && !add_slab(memory)) return NULL;
  Page *page = memory->empty_pages;
  page->bytes = memory_aside(memory, NULL, 0, MEMORY_PAGE);
  if (page->bytes == NULL) return NULL;
  memory->empty_pages = page->next;
  return page;
}

static void page_release(Memory *memory, Page *page) {
  memory_aside(memory, page->bytes, MEMORY_PAGE, 0);
  *page = (Page){ .next = memory->empty_pages };
  memory->empty_pages = page;
}

static Page *page_take_spare(Memory *memory) {
  Page *page = memory->spare_pages;
  memory->spare_pages = page->next;
  memory->spare_page_count--;
  return page;
}

static Page *page_new(Memory *memory) {
  bool has_spare = memory->spare_pages != NULL;
  Page *page = has_spare ? page_take_spare(memory) : page_allocate(memory);
  if (page == NULL) return NULL;
  memory->pages++;
  page->refs = 1;
  return page;
}

static void page_drop(Memory *memory, Page *page) {
  if (page == NULL || --page->refs > 0) return;
  memory->pages--;
  if (memory->spare_page_count >= memory->pages) {
    page_release(memory, page);
    return;
  }
  page->next = memory->spare_pages;
  memory->spare_pages = page;
  memory->spare_page_count++;
}

void block_copies_free_spare(Memory *memory) {
  ASTAR_ASSERT(memory->pages == 0);
  while (memory->spare_pages != NULL) page_release(memory, page_take_spare(memory));
  for (PageSlab *slab; (slab = memory->slabs) != NULL;) {
    memory->slabs = slab->next;
    memory_aside(memory, slab, sizeof *slab, 0);
  }
  memory->empty_pages = NULL;
}

static void block_copy_free(Memory *memory, BlockCopy *copy) {
  if (size_is_paged(copy->size))
    for (size_t i = 0; i < memory_page_count(copy->size); i++)
      page_drop(memory, block_copy_pages(copy)[i]);
  memory_aside(memory, copy, block_copy_bytes(copy->size), 0);
}

void block_copy_drop(Memory *memory, BlockCopy *copy) {
  if (copy != NULL && --copy->refs == 0) block_copy_free(memory, copy);
}

static BlockCopy *block_copy_new(Memory *memory, size_t size) {
  BlockCopy *copy = memory_aside(memory, NULL, 0, block_copy_bytes(size));
  if (copy != NULL) *copy = (BlockCopy){ size, 1 };
  return copy;
}

static Page *page_copy(Memory *memory, const MemoryBlock *block, size_t number) {
  Page *page = page_new(memory);
  if (page != NULL)
    memcpy(page->bytes, block_page(block, number), page_size(block->size, number));
  return page;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool page_is(const MemoryBlock *block, const BlockCopy *copy, size_t number) {
  const Page *page = block_copy_pages(copy)[number];
  return memcmp(page->bytes, block_page(block, number), page_size(block->size, number)) == 0;
}

/* Is a page known to be as it was in the block's copy? */
static bool page_is_kept(const MemoryBlock *block, size_t number) {
  if (block->copy == NULL || !block->is_steady || block->is_touched) return false;
  if (block->is_marked && memory_block_marks(block)[number] != 0) return false;
  ASTAR_ASSERT(page_is(block, block->copy, number)); /* else somebody has written without a word */
  return true;
}

/* What is known need not be read. */
static bool page_holds(const MemoryBlock *block, const BlockCopy *copy, size_t number) {
  bool is_kept = page_is_kept(block, number);
  return (is_kept && block_copy_pages(copy)[number] == block_copy_pages(block->copy)[number]) ||
         page_is(block, copy, number);
}

/* The first page from `number` on that differs; the number of pages: none does. */
static size_t page_changed(const MemoryBlock *block, const BlockCopy *copy, size_t number) {
  while (number < memory_page_count(block->size) && page_holds(block, copy, number)) number++;
  return number;
}

static bool block_copy_is(const BlockCopy *copy, const MemoryBlock *block) {
  size_t count = memory_page_count(block->size), number = 0;
  if (!size_is_paged(block->size))
    return memcmp(block_copy_content(copy), memory_block_bytes(block), block->size) == 0;
  while (number < count && page_is(block, copy, number)) number++;
  return number == count;
}

static bool has_marks(const MemoryBlock *block) {
  return block->is_marked &&
         memchr(memory_block_marks(block), 1, memory_page_count(block->size)) != NULL;
}

/* Does the block need no look? The copy is its own. */
static bool block_copy_holds(const BlockCopy *copy, const MemoryBlock *block) {
  if (copy == NULL || !block->is_steady || block->is_touched || has_marks(block)) return false;
  ASTAR_ASSERT(block_copy_is(copy, block));  /* else somebody has not touched it before writing */
  return true;
}

/* The copy is what the block is from now on. */
static void block_settle(MemoryBlock *block) {
  block->is_touched = false;
  if (block->is_marked) memset(memory_block_marks(block), 0, memory_page_count(block->size));
}

/* ---- copying --------------------------------------------------------------------------------- */

static BlockCopy *block_copy_of_small(Memory *memory, const MemoryBlock *block, size_t *copied) {
  BlockCopy *copy = block_copy_new(memory, block->size);
  if (copy == NULL) return NULL;
  memcpy(block_copy_content(copy), memory_block_bytes(block), block->size);
  *copied += block->size;
  return copy;
}

/* Pages before `changed` are as they were in the block's copy. */
static BlockCopy *block_copy_of_large(Memory *memory, const MemoryBlock *block, size_t changed,
                                      size_t *copied) {
  BlockCopy *copy = block_copy_new(memory, block->size);
  if (copy == NULL) return NULL;
  Page **pages = block_copy_pages(copy);
  memset(pages, 0, memory_page_count(block->size) * sizeof *pages);
  for (size_t i = 0; i < memory_page_count(block->size); i++) {
    bool same = i < changed || (block->copy != NULL && page_holds(block, block->copy, i));
    pages[i] = same ? block_copy_pages(block->copy)[i] : page_copy(memory, block, i);
    if (pages[i] == NULL) {
      block_copy_free(memory, copy);
      return NULL;
    }
    if (same) pages[i]->refs++;
    else *copied += page_size(block->size, i);
  }
  return copy;
}

/* NULL: no memory. The block's own where nothing has changed. */
static BlockCopy *block_copy_find(Memory *memory, const MemoryBlock *block, size_t *copied) {
  BlockCopy *last = block->copy;
  if (block_copy_holds(last, block)) return last;
  if (!size_is_paged(block->size))
    return last != NULL && block_copy_is(last, block)
               ? last : block_copy_of_small(memory, block, copied);
  size_t changed = last != NULL ? page_changed(block, last, 0) : 0;
  return changed == memory_page_count(block->size) ? last
                                            : block_copy_of_large(memory, block, changed, copied);
}

BlockCopy *block_copy_take(Memory *memory, MemoryBlock *block, size_t *copied) {
  BlockCopy *copy = block_copy_find(memory, block, copied);
  if (copy == NULL) return NULL;
  if (copy != block->copy) {
    block_copy_drop(memory, block->copy);
    block->copy = copy;
  }
  block_settle(block);
  copy->refs++;
  return copy;
}

/* A page that is what it should be is only read: the processor need not write it back. */
static void pages_restore(const MemoryBlock *block, const BlockCopy *copy) {
  size_t count = memory_page_count(block->size);
  for (size_t i = page_changed(block, copy, 0); i < count; i = page_changed(block, copy, i + 1))
    memcpy(block_page(block, i), block_copy_pages(copy)[i]->bytes, page_size(block->size, i));
}

/* Lines of the processor's cache that are asked for beforehand: of a small block, most of it. */
enum { LINE = 64, LINES = 13 };

void block_copy_prefetch(const MemoryBlock *block, const BlockCopy *copy) {
  size_t most = block->size < LINES * LINE ? block->size : LINES * LINE;
  for (size_t at = 0; at < most; at += LINE) {
    PREFETCH((const char *)memory_block_bytes(block) + at);
    PREFETCH((const char *)block_copy_content(copy) + at);
  }
}

void block_copy_restore(Memory *memory, MemoryBlock *block, BlockCopy *copy) {
  if (copy == block->copy && block_copy_holds(copy, block)) return;
  if (size_is_paged(block->size)) pages_restore(block, copy);
  else memcpy(memory_block_bytes(block), block_copy_content(copy), block->size);
  copy->refs++;
  block_copy_drop(memory, block->copy);
  block->copy = copy;
  block_settle(block);
}
