/*
** The block of memory by which the vault's host and its guest talk: words of 32 bits,
** little-endian, in the guest's memory. Places are addresses there. The host checks each before it
** uses it.
*/
#ifndef ASTAR_SANDBOX_GUEST_CONTROL_H
#define ASTAR_SANDBOX_GUEST_CONTROL_H

typedef enum la_word {
  LA_WORD_MARSHAL, LA_WORD_MARSHAL_SIZE, LA_WORD_MARSHAL_ROOM,   /* the buffer of values */
  LA_WORD_SOURCE, LA_WORD_LENGTH, LA_WORD_NAME,         /* what is to be loaded */
  LA_WORD_KIND,                                         /* how a call failed: an la_failure */
  LA_WORD_MESSAGE, LA_WORD_WHERE, LA_WORD_TRACEBACK,    /* of the failure: texts that end in 0 */
  LA_WORD_HOST_FAILED,                                  /* the host had no memory */
  LA_WORD_BYTES,                                        /* that Lua has in use */
  LA_WORDS
} la_word;

/* What la_mod_state_kind says, as a number. */
typedef enum la_failure {
  LA_FAILED_ERROR, LA_FAILED_SYNTAX, LA_FAILED_INSTRUCTIONS, LA_FAILED_MEMORY, LA_FAILURES
} la_failure;

/* What has come of a question. */
enum { LA_ANSWERED, LA_ANSWERED_ERROR, LA_ANSWERED_NO_MEMORY };

#endif
