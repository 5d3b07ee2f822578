/*
** The calls of one box that run ahead, in their order: each begins where the one before it has
** ended. Those that have been begun come first.
**
** Fields that threads share belong to the one that holds the mutex. The state of the box, `before`
** and `is_current` belong to the thread that runs `at_work`; where nothing does, to the host's.
*/
#ifndef ASTAR_SANDBOX_CHAIN_H
#define ASTAR_SANDBOX_CHAIN_H

#include "../core/base/thread.h"
#include "turn.h"

enum { LA_AHEAD_MOST = 64 };        /* threads */

typedef struct la_ahead {
  bool is_open;
  int wanted, count;                /* threads: at most, and those that there are */
  Thread threads[LA_AHEAD_MOST];
  ThreadStart start;
  Mutex mutex;
  Condition work;                   /* something may be there for threads */
  Condition news;                   /* a turn has asked, or ended */
  la_chain *chains;
  uint64_t places;                  /* of turns, so far */
  bool is_leaving;                  /* the threads are to end */
  unsigned taken, given_up;         /* turns that were taken over; that had to run again */
} la_ahead;

struct la_chain {
  la_chain *next;
  la_ahead *ahead;
  la_box *box;
  int (*answer)(la_box *box);       /* the host's, as the box has it */
  int references[2];                /* in the registry: the box, and what serves its questions */
  la_turn *first, *last;
  la_turn *at_work;                 /* the one that runs or asks; NULL: none */
  bool is_held;                     /* the host has the box in a call */
  bool is_leaving;                  /* what is at work is to end */
  la_copy before;                   /* the state before what is at work, or else as it is, */
  bool is_current;                  /* or was once, where this is false */
  la_turn *again;                   /* whose answers are given again, from the next one on */
  int next_answer;
};

/* ---- the mutex is held in all of these ----------------------------------------------------- */

/* The turn that may be begun now; NULL: none. */
la_turn *la_chain_ready(const la_chain *chain);
void la_chain_append(la_chain *chain, la_turn *turn);
void la_chain_unlink(la_chain *chain, la_turn *turn);
/* Ends what is at work, and waits for that. */
void la_chain_stop(la_chain *chain);
/* The box has the state before that turn again, and nobody has begun it and those behind it. */
void la_chain_roll_back(la_chain *chain, la_turn *turn);
/*
** The turn that is what the box is called with, which is the first one then: the others are
** dropped. NULL: there is none; all wait.
*/
la_turn *la_chain_match(la_chain *chain, la_task task);

/* ---- and in this it is not ----------------------------------------------------------------- */

/* Runs a turn that is at work, on the thread that calls: its outcome. */
la_outcome la_chain_run(la_chain *chain, la_turn *turn);

#endif
