/*
** Sheets: the bytes of which the images of a box consist. One sheet may be in several images.
**
** How many have it stands apart from its bytes: an image that shares hundreds of sheets reads none
** of them. Memory that no image needs any more is kept for the next sheets, as much as is in use.
*/
#ifndef ASTAR_SANDBOX_SHEETS_H
#define ASTAR_SANDBOX_SHEETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vault/sizes.h"

enum { LA_SHEET = LA_MACHINE_SHEET, LA_SHEETS_IN_STACK = 64 };

/* Sheets of one piece of memory. */
typedef struct la_stack {
  void *memory;                     /* NULL: none of them is in use, and there is none */
  uint8_t *bytes;                   /* the first sheet, within it */
  uint32_t in_use;
  uint32_t free;                    /* the first free one; LA_SHEETS_IN_STACK: there is none */
  uint32_t uses[LA_SHEETS_IN_STACK];   /* how often each is in an image; of a free one, the next */
} la_stack;

typedef struct la_sheets {
  uint32_t owners;
  uint32_t stack_count;
  uint32_t first;                   /* no stack before this one has a free sheet */
  size_t in_use, room;              /* sheets */
  la_stack *stacks;
} la_sheets;

/* The number of a sheet; 0: all its bytes are 0, and nobody keeps it. */
typedef uint32_t la_sheet;

/* With one owner; NULL: no memory. */
la_sheets *la_sheets_new(void);
la_sheets *la_sheets_share(la_sheets *sheets);
/* One owner less: the last one's goes with all that is in it. NULL does nothing. */
void la_sheets_drop(la_sheets *sheets);

const uint8_t *la_sheet_bytes(const la_sheets *sheets, la_sheet sheet);
/* A sheet with these bytes, which are not all 0; 0: no memory. */
la_sheet la_sheet_copy(la_sheets *sheets, const uint8_t *bytes);
/* It is in one more image, or in one less. */
void la_sheet_share(la_sheets *sheets, la_sheet sheet);
void la_sheet_drop(la_sheets *sheets, la_sheet sheet);
bool la_sheet_is(const la_sheets *sheets, la_sheet sheet, const uint8_t *bytes);
bool la_sheet_is_empty(const uint8_t *bytes);

#endif
