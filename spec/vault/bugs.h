/*
** The mistakes that the guest of the tests can be told to make, with up to four words for each.
*/
#ifndef BUGS_H
#define BUGS_H

#include <stdint.h>

enum { BUG_WORDS = 4 };

enum {
  BUG_PEEK_BYTE = 1, BUG_PEEK, BUG_PEEK_WIDE, BUG_PEEK_FAR,       /* place */
  BUG_POKE_BYTE, BUG_POKE, BUG_POKE_WIDE,                         /* place, value */
  BUG_COPY,                                                       /* to, from, size */
  BUG_FILL,                                                       /* place, byte, size */
  BUG_FREE_TWICE, BUG_SMASH_HEAP, BUG_GROW,                       /* -, word, - */
  BUG_SPRAY,                                                      /* seed, how many words */
  BUG_CALL,                                                       /* number of a function */
  BUG_RECURSE_WIDE, BUG_RECURSE_NARROW, BUG_MOVE_STACK,           /* -, -, place */
  BUG_LOOP, BUG_DIVIDE, BUG_CONVERT, BUG_UNREACHABLE,             /* -, a and b, low and high, - */
  BUG_TRY,                                                        /* context, function, L, user */
  BUG_TRY_THROW,                                    /* outer, inner, and thrown context */
  BUG_THROW, BUG_ASK, BUG_FETCH,                    /* context; place, size, room; place */
  BUG_ASK_FETCH,                                    /* place, size, room, and to where */
  BUGS
};

#endif
