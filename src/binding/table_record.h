/*
** Records: what was in some tables at one moment, so that they can become that again. A record
** never changes, and images share it. It is a userdata; its keep is a list of the tables, followed
** by the values of its slots that can be collected, in their order.
*/
#ifndef ASTAR_BINDING_TABLE_RECORD_H
#define ASTAR_BINDING_TABLE_RECORD_H

#include "pointer_table.h"
#include "table_capture.h"

/* A table that is in a slot, and none of those that the record is of. */
typedef struct la_border {
  const void *address;
  uint32_t kept;                    /* where it stands in the keep */
} la_border;

typedef struct la_record {
  _Alignas(uint64_t) uint32_t tables; /* how many; what stands behind a record is aligned, too */
  uint32_t slots, borders;
  uint32_t loose;                   /* see table_image.c; a slot, or `slots`: there is none of it */
  bool is_thing;
  uint64_t *bits;                   /* as in a capture */
  uint8_t *kinds;
  la_held *held;
  la_border *border;
} la_record;

#define LA_NO_SLOT UINT32_MAX       /* of what has no loose field */

/* How a capture differs from a record of the same tables. */
typedef enum la_change {
  LA_SAME,
  LA_NUMBERS,                       /* in values that cannot be collected, before or now */
  LA_VALUES,                        /* in values that are no tables, before or now */
  LA_SHAPE                          /* in more than that */
} la_change;

la_change la_record_compare(const la_record *record, const la_capture *capture);
/* How many bytes it takes up. */
size_t la_record_bytes(const la_record *record);
/* Have two tables the same keys in the same order? */
bool la_keys_same(const uint64_t *bits, const uint64_t *other_bits, const uint8_t *kinds,
                  const uint8_t *other_kinds, uint32_t slots);

/* Pushes a record of a capture with LA_NUMBERS, whose former record is on top. */
la_record *la_record_renew(const la_record *former, const la_capture *capture);
/*
** Pushes a record of a capture. The tables are a list at the stack index `tables`, or that table.
** `own` is an empty set, which is used, and stands at `own_index`.
*/
la_record *la_record_new(la_capture *capture, int tables, bool is_list, la_pointer_table *own,
                         int own_index);

#endif
