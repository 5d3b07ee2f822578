/*
** Calls that run before their place has come, and the record of what they have asked. Nothing here
** uses the host's Lua.
*/
#include "turn.h"

#include <stdlib.h>
#include <string.h>

void *la_turn_allocate(void *user, void *block, size_t old, size_t size) {
  (void)user, (void)old;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

bool la_turn_put(la_wire *wire, const uint8_t *bytes, size_t size) {
  la_wire_begin(wire);
  if (!la_wire_reserve(wire, size)) return false;
  if (size > 0) memcpy(wire->bytes, bytes, size);
  wire->size = size;
  return true;
}

la_turn *la_turn_new(la_task task, const la_wire *input, int64_t instructions) {
  la_turn *turn = calloc(1, sizeof *turn);
  if (turn == NULL) return NULL;
  turn->input = malloc(input->size + 1);
  if (turn->input == NULL) {
    free(turn);
    return NULL;
  }
  memcpy(turn->input, input->bytes, input->size);
  turn->input_size = input->size;
  turn->task = task;
  turn->instructions = instructions;
  return turn;
}

void la_turn_reset(la_turn *turn) {
  for (int i = 0; i < turn->room; i++) free(turn->asked[i].bytes);
  free(turn->asked);
  turn->asked = NULL;
  turn->answered = turn->room = 0;
  if (turn->box != NULL) la_wire_free(&turn->box->wire);
  free(turn->box);
  turn->box = NULL;
  la_undo_free(&turn->undo);
  turn->state = LA_TURN_WAITS;
  turn->is_hopeless = turn->is_spoilt = false;
  turn->outcome = (la_outcome){ false, false, false };
}

void la_turn_free(la_turn *turn) {
  la_turn_reset(turn);
  free(turn->input);
  free(turn);
}

bool la_turn_is(const la_turn *turn, const la_box *box, la_task task) {
  return turn->task == task && turn->instructions == box->allowed &&
         turn->input_size == box->wire.size &&
         memcmp(turn->input, box->wire.bytes, turn->input_size) == 0;
}

bool la_turn_lend(la_turn *turn, const la_box *box) {
  la_box *other = calloc(1, box->door->size);
  if (other == NULL) return false;
  turn->box = other;
  other->door = box->door;
  other->is_open = true;
  other->wire.allocate = la_turn_allocate;
  box->door->lend(box, other, turn->instructions);
  return la_turn_put(&other->wire, turn->input, turn->input_size);
}

/* ---- the record ---------------------------------------------------------------------------- */

static bool reserve_asked(la_turn *turn) {
  if (turn->answered < turn->room) return true;
  int room = 2 * turn->room + 8;
  la_asked *asked = realloc(turn->asked, (size_t)room * sizeof *asked);
  if (asked == NULL) return false;
  memset(asked + turn->room, 0, (size_t)(room - turn->room) * sizeof *asked);
  turn->asked = asked;
  turn->room = room;
  return true;
}

bool la_turn_note_question(la_turn *turn) {
  const la_wire *wire = &turn->box->wire;
  if (!reserve_asked(turn)) return false;
  la_asked *asked = &turn->asked[turn->answered];
  uint8_t *bytes = realloc(asked->bytes, wire->size + 1);
  if (bytes == NULL) return false;
  memcpy(bytes, wire->bytes, wire->size);
  asked->bytes = bytes;
  asked->question = wire->size;
  asked->tally.used = turn->box->door->used(turn->box);
  return true;
}

bool la_turn_note_answer(la_turn *turn, const la_wire *wire, int status, la_tally tally) {
  la_asked *asked = &turn->asked[turn->answered];
  uint8_t *bytes = realloc(asked->bytes, asked->question + wire->size + 1);
  if (bytes == NULL) return false;
  if (wire->size > 0) memcpy(bytes + asked->question, wire->bytes, wire->size);
  asked->bytes = bytes;
  asked->answer = wire->size;
  asked->status = status;
  asked->tally = tally;
  turn->answered++;
  return true;
}
