#include "sheets.h"

#include <stdlib.h>
#include <string.h>

/* A piece of memory begins at a multiple of it: whole lines of the processor's cache are copied. */
enum { ALIGNED = 64 };

static const uint8_t nothing[LA_SHEET];

static la_stack *stack_of(const la_sheets *sheets, la_sheet sheet) {
  return &sheets->stacks[(sheet - 1) / LA_SHEETS_IN_STACK];
}

static uint32_t slot_of(la_sheet sheet) {
  return (sheet - 1) % LA_SHEETS_IN_STACK;
}

static uint8_t *slot_bytes(const la_stack *stack, uint32_t slot) {
  return stack->bytes + (size_t)slot * LA_SHEET;
}

/* ---- stacks ---------------------------------------------------------------------------------- */

/* Gives it memory, all of which is free. False: there is none. */
static bool stack_open(la_sheets *sheets, la_stack *stack) {
  uint8_t *memory = malloc((size_t)LA_SHEETS_IN_STACK * LA_SHEET + ALIGNED);
  if (memory == NULL) return false;
  *stack = (la_stack){ .memory = memory, .bytes = memory + ALIGNED - (uintptr_t)memory % ALIGNED };
  for (uint32_t i = 0; i < LA_SHEETS_IN_STACK; i++) stack->uses[i] = i + 1;
  sheets->room += LA_SHEETS_IN_STACK;
  return true;
}

static void stack_close(la_sheets *sheets, la_stack *stack) {
  free(stack->memory);
  *stack = (la_stack){ .free = LA_SHEETS_IN_STACK };
  sheets->room -= LA_SHEETS_IN_STACK;
}

static bool add_stack(la_sheets *sheets) {
  size_t count = (size_t)sheets->stack_count + 1;
  la_stack *stacks = realloc(sheets->stacks, count * sizeof *stacks);
  if (stacks == NULL) return false;
  sheets->stacks = stacks;
  stacks[sheets->stack_count++] = (la_stack){ .free = LA_SHEETS_IN_STACK };
  return true;
}

/* The first stack that has a free sheet; NULL: no memory. */
static la_stack *stack_with_room(la_sheets *sheets) {
  for (; sheets->first < sheets->stack_count; sheets->first++) {
    la_stack *stack = &sheets->stacks[sheets->first];
    if (stack->memory == NULL && !stack_open(sheets, stack)) return NULL;
    if (stack->free < LA_SHEETS_IN_STACK) return stack;
  }
  return add_stack(sheets) ? stack_with_room(sheets) : NULL;
}

/* ---- all of them ----------------------------------------------------------------------------- */

la_sheets *la_sheets_new(void) {
  la_sheets *sheets = calloc(1, sizeof *sheets);
  if (sheets != NULL) sheets->owners = 1;
  return sheets;
}

la_sheets *la_sheets_share(la_sheets *sheets) {
  sheets->owners++;
  return sheets;
}

void la_sheets_drop(la_sheets *sheets) {
  if (sheets == NULL || --sheets->owners > 0) return;
  for (uint32_t i = 0; i < sheets->stack_count; i++) free(sheets->stacks[i].memory);
  free(sheets->stacks);
  free(sheets);
}

/* ---- one of them ----------------------------------------------------------------------------- */

const uint8_t *la_sheet_bytes(const la_sheets *sheets, la_sheet sheet) {
  return sheet != 0 ? slot_bytes(stack_of(sheets, sheet), slot_of(sheet)) : nothing;
}

bool la_sheet_is(const la_sheets *sheets, la_sheet sheet, const uint8_t *bytes) {
  return memcmp(la_sheet_bytes(sheets, sheet), bytes, LA_SHEET) == 0;
}

bool la_sheet_is_empty(const uint8_t *bytes) {
  return memcmp(nothing, bytes, LA_SHEET) == 0;
}

la_sheet la_sheet_copy(la_sheets *sheets, const uint8_t *bytes) {
  la_stack *stack = stack_with_room(sheets);
  if (stack == NULL) return 0;
  uint32_t slot = stack->free;
  stack->free = stack->uses[slot];
  stack->uses[slot] = 1;
  stack->in_use++;
  sheets->in_use++;
  memcpy(slot_bytes(stack, slot), bytes, LA_SHEET);
  return (la_sheet)(stack - sheets->stacks) * LA_SHEETS_IN_STACK + slot + 1;
}

void la_sheet_share(la_sheets *sheets, la_sheet sheet) {
  if (sheet != 0) stack_of(sheets, sheet)->uses[slot_of(sheet)]++;
}

/* Is more memory free than in use, and than a stack? */
static bool has_plenty(const la_sheets *sheets) {
  return sheets->room - sheets->in_use > sheets->in_use + LA_SHEETS_IN_STACK;
}

static void close_empty_stacks(la_sheets *sheets) {
  for (uint32_t i = 0; i < sheets->stack_count && has_plenty(sheets); i++) {
    la_stack *stack = &sheets->stacks[i];
    if (stack->memory != NULL && stack->in_use == 0) stack_close(sheets, stack);
  }
}

static void sheet_free(la_sheets *sheets, la_stack *stack, uint32_t slot) {
  uint32_t number = (uint32_t)(stack - sheets->stacks);
  stack->uses[slot] = stack->free;
  stack->free = slot;
  stack->in_use--;
  sheets->in_use--;
  if (number < sheets->first) sheets->first = number;
  if (stack->in_use == 0) close_empty_stacks(sheets);
}

void la_sheet_drop(la_sheets *sheets, la_sheet sheet) {
  if (sheet == 0) return;
  la_stack *stack = stack_of(sheets, sheet);
  uint32_t slot = slot_of(sheet);
  if (--stack->uses[slot] == 0) sheet_free(sheets, stack, slot);
}
