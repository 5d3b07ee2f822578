/*
** Chains: running turns ahead on the threads that are for it, and going back. Nothing here uses the
** host's Lua.
*/
#include "chain.h"

#include <stdlib.h>

/* ---- the list ------------------------------------------------------------------------------ */

/* Does the state after it stand, so far, for the next one to begin with? */
static bool may_be_followed(const la_turn *turn) {
  return turn->state == LA_TURN_ENDED && turn->outcome.is_undoable && !turn->outcome.is_lost &&
         !turn->box->is_broken;
}

la_turn *la_chain_ready(const la_chain *chain) {
  if (chain->at_work != NULL || chain->is_held || chain->is_leaving) return NULL;
  if (chain->box->is_broken) return NULL;
  la_turn *turn = chain->first;
  while (turn != NULL && may_be_followed(turn)) turn = turn->next;
  return turn != NULL && turn->state == LA_TURN_WAITS ? turn : NULL;
}

void la_chain_append(la_chain *chain, la_turn *turn) {
  turn->place = chain->ahead->places++;
  turn->before = chain->last;
  if (chain->last != NULL) chain->last->next = turn;
  else chain->first = turn;
  chain->last = turn;
}

void la_chain_unlink(la_chain *chain, la_turn *turn) {
  if (turn->before != NULL) turn->before->next = turn->next;
  else chain->first = turn->next;
  if (turn->next != NULL) turn->next->before = turn->before;
  else chain->last = turn->before;
  turn->before = turn->next = NULL;
}

/* ---- going back ---------------------------------------------------------------------------- */

void la_chain_stop(la_chain *chain) {
  la_ahead *ahead = chain->ahead;
  if (chain->at_work == NULL) return;
  chain->is_leaving = true;
  condition_wake_all(&ahead->work);
  while (chain->at_work != NULL) condition_wait(&ahead->news, &ahead->mutex);
  chain->is_leaving = false;
}

void la_chain_roll_back(la_chain *chain, la_turn *from) {
  bool has_run = false;
  la_chain_stop(chain);
  for (la_turn *turn = chain->last; turn != NULL; turn = turn->before) {
    has_run = has_run || turn->state != LA_TURN_WAITS;
    if (turn->outcome.is_undoable) la_undo_take_back(&turn->undo, &chain->before);
    la_turn_reset(turn);
    if (turn == from) break;
  }
  if (!has_run || !chain->is_current) return;
  if (!chain->box->door->put_copy_back(chain->box, &chain->before)) chain->box->is_broken = true;
}

la_turn *la_chain_match(la_chain *chain, la_task task) {
  la_turn *turn = chain->first;
  while (turn != NULL && !la_turn_is(turn, chain->box, task)) turn = turn->next;
  if (turn == chain->first) return turn;
  la_chain_roll_back(chain, chain->first);
  while (turn != NULL && chain->first != turn) {
    la_turn *dropped = chain->first;
    la_chain_unlink(chain, dropped);
    la_turn_free(dropped);
  }
  return turn;
}

/* ---- running ------------------------------------------------------------------------------- */

/* What a turn asks: waits until the host has answered, or it is to end. */
static int chain_ask(la_box *lent) {
  la_chain *chain = lent->chain;
  la_ahead *ahead = chain->ahead;
  la_turn *turn = chain->at_work;
  int status = LA_NOT_ANSWERED;
  mutex_lock(&ahead->mutex);
  turn->outcome.is_lost = !la_turn_note_question(turn);
  turn->is_hopeless = false;
  if (!turn->outcome.is_lost) turn->state = LA_TURN_ASKS;
  condition_wake_all(&ahead->news);
  while (turn->state == LA_TURN_ASKS && !chain->is_leaving && !turn->outcome.is_lost)
    condition_wait(&ahead->work, &ahead->mutex);
  if (!turn->outcome.is_lost && turn->state == LA_TURN_RUNS)
    status = turn->asked[turn->answered - 1].status;
  mutex_unlock(&ahead->mutex);
  return status;
}

static bool take_copy(la_chain *chain) {
  if (!chain->box->door->copy(chain->box, &chain->before)) return false;
  chain->is_current = true;
  return true;
}

la_outcome la_chain_run(la_chain *chain, la_turn *turn) {
  la_outcome outcome = { true, false, false };
  if (!chain->is_current && !take_copy(chain)) return outcome;
  if (!la_turn_lend(turn, chain->box)) return outcome;
  turn->box->chain = chain;
  turn->box->answer = chain_ask;
  outcome.is_lost = false;
  outcome.is_done = chain->box->door->run(turn->box, turn->task);
  outcome.is_undoable = la_undo_note(&turn->undo, &chain->before, turn->box);
  return outcome;
}
