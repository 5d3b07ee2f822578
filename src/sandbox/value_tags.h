/*
** What values are in the buffer, and in packed data: see marshal.c.
*/
#ifndef ASTAR_SANDBOX_VALUE_TAGS_H
#define ASTAR_SANDBOX_VALUE_TAGS_H

enum {
  LA_TAG_NIL, LA_TAG_FALSE, LA_TAG_TRUE, LA_TAG_INTEGER, LA_TAG_NUMBER, LA_TAG_STRING, LA_TAG_TABLE,
  LA_TAG_OBJECT
};

/* What every NaN is written as: its sign and its other bits depend on the processor. */
#define LA_NOT_A_NUMBER UINT64_C(0x7ff8000000000000)

/* Up to here each whole number is a float. */
#define LA_MOST_WHOLE 9007199254740992.0

#endif
