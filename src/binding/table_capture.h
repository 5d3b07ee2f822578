/*
** Captures: what is in some tables now, as numbers that can be compared without Lua. A slot is a
** key or a value: its kind, and 64 bits, which are a number or an address. Two slots that are alike
** hold the same value as long as that value is alive: so what keeps slots keeps the values, too.
**
** A table's slots stand in the order in which Lua goes through it: key, value, key, value.
*/
#ifndef ASTAR_BINDING_TABLE_CAPTURE_H
#define ASTAR_BINDING_TABLE_CAPTURE_H

#include "compat.h"

/* Values from LA_STRING on can be collected. */
enum { LA_BOOLEAN, LA_FLOAT, LA_INTEGER, LA_LIGHT, LA_STRING, LA_TABLE, LA_OTHER };

/* A table in a capture or a record. */
typedef struct la_held {
  const void *address;
  uint32_t slots;                   /* twice its entries */
} la_held;

typedef struct la_capture {
  lua_State *L;
  int memory;                       /* where its memory stands on the stack: two userdata */
  uint64_t *bits;                   /* of each slot */
  uint8_t *kinds;
  la_held *held;
  uint32_t slots, tables;           /* that are in use */
  uint32_t slot_room, table_room;
} la_capture;

/* Is it a value that can be collected? */
static inline bool la_kind_is_kept(uint8_t kind) { return kind >= LA_STRING; }

/* Pushes the memory of an empty capture. */
void la_capture_open(lua_State *L, la_capture *capture);
static inline void la_capture_clear(la_capture *capture) { capture->slots = capture->tables = 0; }
/* Adds the table on top. */
void la_capture_add(la_capture *capture);
/* The kind and the bits of the value at `index`. */
uint8_t la_slot_read(lua_State *L, int index, uint64_t *bits);
/* Pushes a value that cannot be collected. */
void la_slot_push(lua_State *L, uint8_t kind, uint64_t bits);

#endif
