/*
** Calls that run ahead: the threads on which they do, and what becomes of them when their place has
** come.
*/
#include "ahead.h"

#include <stdlib.h>
#include <string.h>


/* The guest's calls in calls take 1 MB of a thread's stack, see tools/vault/meter.lua. */
enum { STACK_OF_A_THREAD = 1 << 23 };

/* ---- the threads --------------------------------------------------------------------------- */

/* The first one, of all that may be begun. */
static la_turn *first_ready(const la_ahead *ahead, la_chain **its) {
  la_turn *first = NULL;
  for (la_chain *chain = ahead->chains; chain != NULL; chain = chain->next) {
    la_turn *turn = la_chain_ready(chain);
    if (turn == NULL || (first != NULL && first->place < turn->place)) continue;
    first = turn;
    *its = chain;
  }
  return first;
}

/* The mutex is held, but not while the turn runs. */
static void ahead_work_on(la_ahead *ahead, la_chain *chain, la_turn *turn) {
  turn->state = LA_TURN_RUNS;
  chain->at_work = turn;
  mutex_unlock(&ahead->mutex);
  la_outcome outcome = la_chain_run(chain, turn);
  mutex_lock(&ahead->mutex);
  outcome.is_lost = outcome.is_lost || turn->outcome.is_lost;
  turn->outcome = outcome;
  turn->state = LA_TURN_ENDED;
  chain->at_work = NULL;
  condition_wake_all(&ahead->news);
}

static void ahead_work(void *user) {
  la_ahead *ahead = user;
  la_chain *chain = NULL;
  mutex_lock(&ahead->mutex);
  while (!ahead->is_leaving) {
    la_turn *turn = first_ready(ahead, &chain);
    if (turn != NULL) ahead_work_on(ahead, chain, turn);
    else condition_wait(&ahead->work, &ahead->mutex);
  }
  mutex_unlock(&ahead->mutex);
}

/* There are as many as there are chains, or as were wanted. */
static void add_thread(la_ahead *ahead) {
  int chains = 0;
  for (la_chain *chain = ahead->chains; chain != NULL; chain = chain->next) chains++;
  if (ahead->count >= ahead->wanted || ahead->count >= chains) return;
  if (thread_start(&ahead->threads[ahead->count], &ahead->start)) ahead->count++;
}

/* ---- answers ------------------------------------------------------------------------------- */

/* Has the host answer a question for which the place has come; the answer is in the box's wire. */
static int ahead_ask(const la_chain *chain, const la_asked *asked, la_tally *tally) {
  la_box *box = chain->box;
  if (!la_turn_put(&box->wire, asked->bytes, asked->question)) return LUA_ERRMEM;
  box->tally = tally;
  int status = chain->answer(box);
  box->tally = NULL;
  return status;
}

/* The turn goes on with the answer in a wire. The mutex is held. */
static void give_answer(la_chain *chain, la_turn *turn, const la_wire *wire, int status,
                        la_tally tally) {
  la_wire *its = &turn->box->wire;
  bool is_noted = la_turn_note_answer(turn, wire, status, tally);
  if (!is_noted || (wire != its && !la_turn_put(its, wire->bytes, wire->size))) {
    turn->outcome.is_lost = true;
  } else {
    turn->box->door->charge(turn->box, tally.charged);
    turn->state = LA_TURN_RUNS;
  }
  condition_wake_all(&chain->ahead->work);
}

/* Has the host guess what it would answer: true, it is in the wire of the box that was lent. */
static bool ahead_guess(lua_State *L, la_chain *chain, la_box *lent, la_tally *tally) {
  la_box *box = chain->box;
  if (!lua_checkstack(L, 4)) return false;
  lent->wire.at = 0;
  box->guessed = lent;
  box->tally = tally;
  lua_rawgeti(L, LUA_REGISTRYINDEX, chain->references[1]);
  int status = lua_pcall(L, 0, 0, 0);
  if (status != 0) lua_pop(L, 1);
  bool is_guessed = status == 0 && box->guessed != NULL && !lent->wire.failed;
  box->guessed = NULL;
  box->tally = NULL;
  return is_guessed;
}

/* Answers a question whose place has not come; false: there is none. The mutex is held. */
static bool guess_one(la_ahead *ahead, lua_State *L) {
  la_chain *chain = ahead->chains;
  while (chain != NULL && (chain->at_work == NULL || chain->at_work->state != LA_TURN_ASKS ||
                           chain->at_work->is_hopeless))
    chain = chain->next;
  if (chain == NULL) return false;
  la_turn *turn = chain->at_work;
  la_tally tally = turn->asked[turn->answered].tally;
  tally.charged = 0;
  turn->is_hopeless = true;
  mutex_unlock(&ahead->mutex);
  bool is_guessed = ahead_guess(L, chain, turn->box, &tally);
  mutex_lock(&ahead->mutex);
  if (is_guessed) give_answer(chain, turn, &turn->box->wire, 0, tally);
  return true;
}

/* ---- when its place has come --------------------------------------------------------------- */

/* Answers what the turn asks. The mutex is held. */
static void answer_now(la_chain *chain, la_turn *turn) {
  la_asked asked = turn->asked[turn->answered];
  la_tally tally = { asked.tally.used, 0 };
  mutex_unlock(&chain->ahead->mutex);
  int status = ahead_ask(chain, &asked, &tally);
  mutex_lock(&chain->ahead->mutex);
  give_answer(chain, turn, &chain->box->wire, status, tally);
  turn->is_spoilt = turn->outcome.is_lost; /* what the host has done is done */
}

/*
** Is an answer the one that was guessed? If not, the turn has stopped, and its record ends with the
** answer that it should have had. The mutex is held.
*/
static bool ahead_confirm(la_chain *chain, la_turn *turn, int which) {
  const la_wire *wire = &chain->box->wire;
  la_asked asked = turn->asked[which];
  la_tally tally = { asked.tally.used, 0 };
  mutex_unlock(&chain->ahead->mutex);
  int status = ahead_ask(chain, &asked, &tally);
  bool is_same = status == asked.status && tally.charged == asked.tally.charged &&
                 wire->size == asked.answer &&
                 memcmp(wire->bytes, asked.bytes + asked.question, asked.answer) == 0;
  mutex_lock(&chain->ahead->mutex);
  if (is_same) return true;
  la_chain_stop(chain);
  turn->answered = which;
  turn->is_spoilt = !la_turn_note_answer(turn, wire, status, tally);
  return false;
}

/* Goes back to the state before the turn, which keeps the answers that hold. */
static void ahead_give_up(la_chain *chain, la_turn *turn, int confirmed) {
  la_chain_stop(chain);
  la_asked *asked = turn->asked;
  bool is_spoilt = turn->is_spoilt;
  int room = turn->room;
  turn->asked = NULL;
  turn->room = turn->answered = 0;
  la_chain_roll_back(chain, turn);
  turn->asked = asked;
  turn->room = room;
  turn->answered = confirmed;
  turn->is_spoilt = is_spoilt;
}

/* True: it has ended, and all that it was told holds. Else it was given up. The mutex is held. */
static bool ahead_follow(la_chain *chain, la_turn *turn) {
  la_ahead *ahead = chain->ahead;
  lua_State *L = chain->box->host;
  int confirmed = 0;
  bool holds = true;
  while (holds && !turn->outcome.is_lost) {
    if (confirmed < turn->answered) {
      holds = ahead_confirm(chain, turn, confirmed++);
    } else if (turn->state == LA_TURN_ASKS) {
      answer_now(chain, turn);
      confirmed++;
    } else if (turn->state == LA_TURN_ENDED) {
      return true;
    } else if (!guess_one(ahead, L)) {
      condition_wait(&ahead->news, &ahead->mutex);
    }
  }
  ahead_give_up(chain, turn, confirmed);
  return false;
}

/* The box is as if it had run the turn itself. */
static bool ahead_take_over(la_box *box, const la_turn *turn) {
  const la_wire *wire = &turn->box->wire;
  box->door->adopt(box, turn->box);
  bool is_put = la_turn_put(&box->wire, wire->bytes, wire->size);
  if (!is_put || wire->failed) box->wire.failed = true;
  return turn->outcome.is_done;
}

/* The answers that a turn had before it was given up, and then those of the host. */
static int answer_again(la_box *box) {
  la_chain *chain = box->chain;
  const la_turn *turn = chain->again;
  if (chain->next_answer >= turn->answered) {
    box->answer = chain->answer;
    return chain->answer(box);
  }
  const la_asked *asked = &turn->asked[chain->next_answer++];
  box->door->charge(box, asked->tally.charged);
  bool is_put = la_turn_put(&box->wire, asked->bytes + asked->question, asked->answer);
  return is_put ? asked->status : LUA_ERRMEM;
}

/* Runs a call on the host's thread; `turn`: what was known of it, or NULL. */
static bool run_now(la_chain *chain, la_turn *turn, la_task task) {
  la_box *box = chain->box;
  bool is_put = turn == NULL || la_turn_put(&box->wire, turn->input, turn->input_size);
  if (!is_put || (turn != NULL && turn->is_spoilt)) {
    box->host_failed = true;
    return false;
  }
  chain->again = turn;
  chain->next_answer = 0;
  if (turn != NULL) box->answer = answer_again;
  bool is_done = box->door->run(box, task);
  box->answer = chain->answer;
  chain->again = NULL;
  return is_done;
}

/* The same while no other thread uses the box. The mutex is held before and after. */
static bool run_held(la_chain *chain, la_turn *turn, la_task task) {
  la_ahead *ahead = chain->ahead;
  chain->is_held = true;
  mutex_unlock(&ahead->mutex);
  bool is_done = run_now(chain, turn, task);
  mutex_lock(&ahead->mutex);
  chain->is_held = chain->is_current = false;
  return is_done;
}

bool la_ahead_call(la_box *box, la_task task) {
  la_chain *chain = box->chain;
  la_ahead *ahead = chain->ahead;
  bool is_done;
  mutex_lock(&ahead->mutex);
  la_turn *turn = la_chain_match(chain, task);
  bool is_begun = turn != NULL && turn->state != LA_TURN_WAITS;
  if (is_begun && ahead_follow(chain, turn)) {
    ahead->taken++;
    if (!turn->outcome.is_undoable) chain->is_current = false;
    is_done = ahead_take_over(box, turn);
  } else {
    ahead->given_up += is_begun;
    is_done = run_held(chain, turn, task);
  }
  if (turn != NULL) {
    la_chain_unlink(chain, turn);
    la_turn_free(turn);
  }
  condition_wake_all(&ahead->work);
  mutex_unlock(&ahead->mutex);
  return is_done;
}

/* ---- making and ending --------------------------------------------------------------------- */

static void free_chain(lua_State *L, la_chain *chain) {
  while (chain->first != NULL) {
    la_turn *turn = chain->first;
    la_chain_unlink(chain, turn);
    la_turn_free(turn);
  }
  for (int i = 0; i < 2; i++) luaL_unref(L, LUA_REGISTRYINDEX, chain->references[i]);
  free(chain->before.bytes);
  free(chain);
}

void la_ahead_end(lua_State *L, la_box *box) {
  la_chain *chain = box->chain;
  if (chain == NULL) return;
  la_ahead *ahead = chain->ahead;
  mutex_lock(&ahead->mutex);
  if (chain->first != NULL) la_chain_roll_back(chain, chain->first);
  la_chain **at = &ahead->chains;
  while (*at != chain) at = &(*at)->next;
  *at = chain->next;
  mutex_unlock(&ahead->mutex);
  box->chain = NULL;
  free_chain(L, chain);
}

static void end_threads(la_ahead *ahead) {
  mutex_lock(&ahead->mutex);
  ahead->is_leaving = true;
  condition_wake_all(&ahead->work);
  mutex_unlock(&ahead->mutex);
  while (ahead->count > 0) thread_join(ahead->threads[--ahead->count]);
  condition_free(&ahead->news);
  condition_free(&ahead->work);
  mutex_free(&ahead->mutex);
}

void la_ahead_close(lua_State *L, la_ahead *ahead) {
  if (!ahead->is_open) return;
  while (ahead->chains != NULL) la_ahead_end(L, ahead->chains->box);
  end_threads(ahead);
  ahead->is_open = false;
}

/* Makes what threads wait for; false: there is none of it. */
static bool make_mutex(la_ahead *ahead) {
  if (!mutex_init(&ahead->mutex)) return false;
  if (condition_init(&ahead->work)) {
    if (condition_init(&ahead->news)) return true;
    condition_free(&ahead->work);
  }
  mutex_free(&ahead->mutex);
  return false;
}

void la_ahead_begin(la_ahead *ahead, int threads) {
  ahead->start = (ThreadStart){ ahead_work, ahead, STACK_OF_A_THREAD };
  ahead->wanted = threads;
  ahead->is_open = make_mutex(ahead);
}

/* ---- what is expected ---------------------------------------------------------------------- */

/* The chain of the box at stack index `index`; NULL: no memory. */
static la_chain *chain_of(lua_State *L, la_ahead *ahead, la_box *box, int index) {
  if (box->chain != NULL) return box->chain;
  la_getkeep(L, index);
  lua_rawgeti(L, -1, LA_KEEP_SERVE);
  int serve = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
  lua_pushvalue(L, index);
  la_chain *chain = calloc(1, sizeof *chain);
  if (chain == NULL) luaL_unref(L, LUA_REGISTRYINDEX, serve);
  if (chain == NULL) return NULL;
  chain->ahead = ahead;
  chain->box = box;
  chain->answer = box->answer;
  chain->references[0] = luaL_ref(L, LUA_REGISTRYINDEX);
  chain->references[1] = serve;
  mutex_lock(&ahead->mutex);
  chain->next = ahead->chains;
  ahead->chains = chain;
  mutex_unlock(&ahead->mutex);
  box->chain = chain;
  return chain;
}

bool la_ahead_expect(lua_State *L, la_ahead *ahead, int index, la_task task,
                     int64_t instructions) {
  la_box *box = lua_touserdata(L, index);
  la_chain *chain = chain_of(L, ahead, box, index);
  la_turn *turn = chain != NULL ? la_turn_new(task, &box->wire, instructions) : NULL;
  if (turn == NULL) return false;
  mutex_lock(&ahead->mutex);
  la_chain_append(chain, turn);
  condition_wake_all(&ahead->work);
  mutex_unlock(&ahead->mutex);
  add_thread(ahead);
  return true;
}

void la_ahead_serve(lua_State *L, la_ahead *ahead) {
  mutex_lock(&ahead->mutex);
  while (guess_one(ahead, L)) { }
  mutex_unlock(&ahead->mutex);
}
