/*
** A call that runs before its place in the order has come: what it is called with, as the host
** expects it, the questions that it has asked so far, the answers that it got, and how it ended.
**
** Such an answer is a guess. When the place has come, each question is put to the host again; if an
** answer is another one then, what was made of the guess is taken back.
*/
#ifndef ASTAR_SANDBOX_TURN_H
#define ASTAR_SANDBOX_TURN_H

#include "undo.h"

typedef enum la_turn_state {
  LA_TURN_WAITS,                    /* nobody has begun it */
  LA_TURN_RUNS,
  LA_TURN_ASKS,                     /* its thread waits for an answer */
  LA_TURN_ENDED
} la_turn_state;

typedef struct la_asked {
  uint8_t *bytes;                   /* those of the question, then those of the answer */
  size_t question, answer;
  int status;                       /* of the answer, as box->answer returns it */
  la_tally tally;
} la_asked;

/* How it has ended. */
typedef struct la_outcome {
  bool is_lost;                     /* there was no memory for its record: it proves nothing */
  bool is_done;                     /* as door->run says */
  bool is_undoable;                 /* `undo` has what it has changed */
} la_outcome;

typedef struct la_turn {
  struct la_turn *before, *next;    /* in its chain, see ahead.h */
  uint64_t place;                   /* in the order of all */
  la_task task;
  uint8_t *input;
  size_t input_size;
  int64_t instructions;
  la_turn_state state;
  bool is_hopeless;                 /* what it asks cannot be guessed */
  bool is_spoilt;                   /* it cannot run again: an answer that it had is not known */
  la_outcome outcome;               /* so far */
  la_box *box;                      /* in which it runs: lent by its own, see la_door */
  la_undo undo;
  la_asked *asked;
  int answered, room;               /* while it asks, asked[answered] is the question */
} la_turn;

/* A turn with what is in the wire; NULL: no memory. */
la_turn *la_turn_new(la_task task, const la_wire *input, int64_t instructions);
void la_turn_free(la_turn *turn);
/* Nobody has begun it. */
void la_turn_reset(la_turn *turn);
/* Is it a call of the box as it is now, with what is in its wire? */
bool la_turn_is(const la_turn *turn, const la_box *box, la_task task);

/* For wires of boxes that are lent: their threads must not call a Lua's allocator. */
void *la_turn_allocate(void *user, void *block, size_t old, size_t size);

/* Makes the box in which it runs, with its input in the wire. False: no memory. */
bool la_turn_lend(la_turn *turn, const la_box *box);
/* Notes the question in the wire of its box; the answer there. False: no memory. */
bool la_turn_note_question(la_turn *turn);
bool la_turn_note_answer(la_turn *turn, const la_wire *wire, int status, la_tally tally);

/* Puts bytes into a wire, in place of what is there. False: no memory, and the wire has failed. */
bool la_turn_put(la_wire *wire, const uint8_t *bytes, size_t size);

#endif
