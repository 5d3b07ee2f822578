/*
** The vault: a mod's state is a machine of its own (vault/machine.h) in which the guest runs, Lua
** 5.4 and the mod's side of a sandbox. Whatever the mod does stays in the machine's memory.
*/
#include "box.h"

#ifdef LA_HAS_VAULT

#include <stdio.h>
#include <string.h>

#include "guest/control.h"
#include "identity.h"
#include "machine_image.h"
#include "vault/fuel.h"
#include "vault/library.h"
#include "vault/machine.h"

const char *const la_vault_identity = LA_VAULT_IDENTITY;

typedef struct la_vault {
  la_box box;
  la_machine *machine;
  uint32_t words;                   /* where they are, see guest/control.h */
  int64_t allowance, used;          /* instructions of each call; of the last one */
  bool runs;                        /* one of them does */
  size_t bytes;                     /* that were in use when it last came to rest */
  uint64_t watched;                 /* the box's state since which is noted what is written */
  la_failure failure;
  la_error_report report;
} la_vault;

/* No state of a box's. */
#define WATCHED_NONE UINT64_MAX

static la_vault *vault_of(la_box *box) {
  return (la_vault *)box;
}

static uint32_t read_word(const la_vault *vault, la_word word) {
  return la_machine_word(vault->machine, vault->words + 4 * (uint32_t)word);
}

static void set_word(la_vault *vault, la_word word, uint32_t value) {
  la_machine_set_word(vault->machine, vault->words + 4 * (uint32_t)word, value);
}

static const char senseless[] = "what a mod's state has passed on makes no sense";

/* ---- what the guest asks --------------------------------------------------------------------- */

/* Puts bytes of the guest's into the buffer. */
static bool take_bytes(la_box *box, const uint8_t *bytes, size_t size) {
  la_marshal_begin(&box->marshal);
  if (!la_marshal_reserve(&box->marshal, size)) return false;
  if (size > 0) memcpy(box->marshal.bytes, bytes, size);
  box->marshal.size = size;
  return true;
}

/* More than any question has. */
static int refuse_question(la_box *box, const uint8_t **answer, size_t *answer_size) {
  la_marshal_set_string(&box->marshal, senseless, strlen(senseless));
  *answer = box->marshal.bytes;
  *answer_size = box->marshal.size;
  return LA_ANSWERED_ERROR;
}

static int vault_ask(void *user, const uint8_t *question, size_t size, const uint8_t **answer,
                     size_t *answer_size) {
  la_box *box = user;
  if (size > LA_MARSHAL_MOST) return refuse_question(box, answer, answer_size);
  if (!take_bytes(box, question, size)) return LA_ANSWERED_NO_MEMORY;
  int status = box->answer(box);
  if (status == LUA_ERRMEM) return LA_ANSWERED_NO_MEMORY;
  *answer = box->marshal.bytes;
  *answer_size = box->marshal.size;
  return status == 0 ? LA_ANSWERED : LA_ANSWERED_ERROR;
}

/* ---- making ---------------------------------------------------------------------------------- */

static void vault_close(la_box *box) {
  la_vault *vault = vault_of(box);
  if (vault->machine != NULL) la_machine_free(vault->machine);
  vault->machine = NULL;
}

static bool vault_put_back(la_box *box, const la_image *image, const la_image *last);

static bool make_machine(la_box *box, const la_engine *engine, const la_limits *limits,
                         const la_image *image) {
  la_vault *vault = vault_of(box);
  double bytes = limits->memory < LA_MACHINE_MOST ? limits->memory : LA_MACHINE_MOST;
  vault->allowance = (int64_t)limits->instructions;
  box->is_open = true;              /* as far as there is something to close */
  box->marshal.of_machine = true;
  vault->machine = la_machine_new(engine, (size_t)bytes, vault_ask, vault);
  if (vault->machine == NULL) return false;
  if (image != NULL) return vault_put_back(box, image, NULL);
  bool done = la_machine_call(vault->machine, LA_ENTRY_NEW, 0, LA_FUEL_HOST, &vault->words);
  box->lacks_stack = la_machine_lacks_stack(vault->machine);
  if (!done || vault->words == 0) return false;
  vault->bytes = read_word(vault, LA_WORD_BYTES);
  return true;
}

/* Refuses less memory than the image has with which the machine is to begin. */
static void check_memory(lua_State *L, const la_limits *limits, const la_image *image) {
  double least = image != NULL ? (double)image->pages * LA_MACHINE_PAGE : 0;
  if (limits->memory < least)
    luaL_error(L, "memory = %d is too little: a mod's machine has at least %d bytes",
               (int)limits->memory, (int)least);
}

static bool vault_open(lua_State *L, la_box *box, const la_limits *limits, const la_image *image) {
  check_memory(L, limits, image);
#if LA_GUARD_PAGES
  return make_machine(box, &la_engine_guard, limits, image);
#else
  return make_machine(box, &la_engine_bounds, limits, image);
#endif
}

static bool open_with_bounds(lua_State *L, la_box *box, const la_limits *limits,
                             const la_image *image) {
  check_memory(L, limits, image);
  return make_machine(box, &la_engine_bounds, limits, image);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Puts the arguments and what is to be loaded into the guest's memory. */
static bool bring_in(la_vault *vault) {
  la_box *box = &vault->box;
  size_t size = box->marshal.size, name = box->name != NULL ? strlen(box->name) + 1 : 0;
  size_t whole = size + box->length + name;
  uint32_t place = read_word(vault, LA_WORD_MARSHAL);
  bool has_room = place != 0 && whole <= read_word(vault, LA_WORD_MARSHAL_ROOM);
  if (!has_room &&
      !la_machine_call(vault->machine, LA_ENTRY_ROOM, (uint32_t)whole, LA_FUEL_HOST, &place))
    return false;
  uint8_t *bytes = la_machine_at(vault->machine, place, whole);
  if (place == 0 || bytes == NULL) return false;
  if (size > 0) memcpy(bytes, box->marshal.bytes, size);
  if (box->length > 0) memcpy(bytes + size, box->source, box->length);
  if (name > 0) memcpy(bytes + size + box->length, box->name, name);
  set_word(vault, LA_WORD_MARSHAL_SIZE, (uint32_t)size);
  set_word(vault, LA_WORD_SOURCE, place + (uint32_t)size);
  set_word(vault, LA_WORD_LENGTH, (uint32_t)box->length);
  set_word(vault, LA_WORD_NAME, place + (uint32_t)(size + box->length));
  return true;
}

/* Copies a text of the guest's, of which nothing is sure. */
static void take_text(const la_vault *vault, la_word word, char *text, size_t room) {
  const uint8_t *bytes = la_machine_at(vault->machine, read_word(vault, word), room);
  size_t length = 0;
  while (bytes != NULL && length + 1 < room && bytes[length] != 0) length++;
  if (length > 0) memcpy(text, bytes, length);
  text[length] = 0;
}

static void take_report(la_vault *vault) {
  la_error_report *report = &vault->report;
  uint32_t failure = read_word(vault, LA_WORD_KIND);
  vault->failure = failure < LA_FAILURES ? (la_failure)failure : LA_FAILED_ERROR;
  take_text(vault, LA_WORD_MESSAGE, report->message, sizeof report->message);
  take_text(vault, LA_WORD_WHERE, report->where, sizeof report->where);
  take_text(vault, LA_WORD_TRACEBACK, report->traceback, sizeof report->traceback);
}

/* The machine has trapped: it says where the mod was if it still can. */
static void report_trap(la_vault *vault) {
  la_error_report *report = &vault->report;
  const char *trap = la_machine_trap(vault->machine);
  bool is_spent = la_machine_is_out_of_fuel(vault->machine);
  uint32_t knows = 0;
  vault->box.is_broken = true;
  vault->box.lacks_stack = la_machine_lacks_stack(vault->machine);
  if (la_machine_call(vault->machine, LA_ENTRY_WHERE, 0, LA_FUEL_HOST, &knows) && knows == 1)
    take_report(vault);
  vault->failure = is_spent ? LA_FAILED_INSTRUCTIONS : LA_FAILED_ERROR;
  snprintf(report->message, sizeof report->message, "%s%s",
           is_spent ? "" : "the mod's machine has stopped: ", trap != NULL ? trap : "it fails");
}

/* The arguments could not be brought in. */
static bool fail_to_begin(la_vault *vault) {
  if (la_machine_trap(vault->machine) != NULL) {
    report_trap(vault);
    return false;
  }
  vault->failure = LA_FAILED_MEMORY;
  vault->box.host_failed = la_machine_was_refused(vault->machine);
  la_error_report_set(&vault->report, "not enough memory");
  return false;
}

static bool vault_run(la_box *box, la_task task) {
  la_vault *vault = vault_of(box);
  uint32_t done = 0;
  if (box->is_broken) {
    vault->failure = LA_FAILED_ERROR;
    la_error_report_set(&vault->report, "the sandbox is broken: a call has stopped its machine");
    return false;
  }
  memset(vault->report.where, 0, 1);
  memset(vault->report.traceback, 0, 1);
  la_machine_serve(vault->machine, vault);
  if (!bring_in(vault)) return fail_to_begin(vault);
  vault->runs = true;
  bool returned = la_machine_call(vault->machine, LA_ENTRY_RUN, (uint32_t)task,
                                  vault->allowance * LA_FUEL_INSTRUCTION, &done);
  vault->runs = false;
  vault->used = la_machine_used(vault->machine) / LA_FUEL_INSTRUCTION;
  vault->bytes = read_word(vault, LA_WORD_BYTES);
  box->host_failed = la_machine_was_refused(vault->machine);
  if (!returned) {
    report_trap(vault);
    return false;
  }
  if (read_word(vault, LA_WORD_HOST_FAILED) != 0) box->host_failed = true;
  if (done != 1) {
    take_report(vault);
    return false;
  }
  size_t size = read_word(vault, LA_WORD_MARSHAL_SIZE);
  if (size > LA_MARSHAL_MOST) {
    vault->failure = LA_FAILED_ERROR;
    la_error_report_set(&vault->report, senseless);
    return false;
  }
  const uint8_t *bytes = la_machine_at(vault->machine, read_word(vault, LA_WORD_MARSHAL), size);
  if (bytes == NULL || !take_bytes(box, bytes, size)) box->marshal.failed = true;
  return true;
}

static const char *vault_kind(const la_box *box) {
  static const char *const kinds[LA_FAILURES] = { "error", "syntax", "instructions", "memory" };
  return kinds[((const la_vault *)box)->failure];
}

static const la_error_report *vault_report(const la_box *box) {
  return &((const la_vault *)box)->report;
}

/* ---- the meter ------------------------------------------------------------------------------- */

static void vault_allow(la_box *box, int64_t instructions) {
  vault_of(box)->allowance = instructions;
}

static void vault_charge(la_box *box, int64_t instructions) {
  la_machine_charge(vault_of(box)->machine, instructions * LA_FUEL_INSTRUCTION);
}

static int64_t vault_used(const la_box *box) {
  const la_vault *vault = (const la_vault *)box;
  return vault->runs ? la_machine_used(vault->machine) / LA_FUEL_INSTRUCTION : vault->used;
}

static size_t vault_bytes(la_box *box) {
  return vault_of(box)->bytes;
}

/* Memory is the machine's: nothing is to be weighed. */
static void vault_weigh(la_box *box, bool is_weighed) {
  (void)box, (void)is_weighed;
}

static void vault_collect(la_box *box, int order) {
  la_vault *vault = vault_of(box);
  la_machine *machine = vault->machine;
  int64_t fuel = LA_FUEL_HOST + (int64_t)la_machine_image_size(machine) * LA_FUEL_COLLECTED_BYTE;
  uint32_t result;
  if (!la_machine_call(machine, LA_ENTRY_COLLECT, (uint32_t)order, fuel, &result))
    box->is_broken = true;
  vault->bytes = read_word(vault, LA_WORD_BYTES);
}

/* ---- images ---------------------------------------------------------------------------------- */

/* What may have been written since the last image; `again`: and what is from now on. */
static la_written vault_written(const la_vault *vault, const la_image *last, bool again) {
  la_written written;
  written.blocks = la_machine_written(vault->machine, again, &written.count);
  if (last == NULL || last->state != vault->watched) written.count = 0;
  return written;
}

static bool vault_take(la_box *box, la_image *image, const la_image *last) {
  la_vault *vault = vault_of(box);
  la_machine *machine = vault->machine;
  la_written written = vault_written(vault, last, true);
  vault->watched = WATCHED_NONE;
  if (!la_image_fill(image, la_machine_state(machine), la_machine_image_size(machine), last,
                     written))
    return false;
  vault->watched = box->state;
  image->words = vault->words;
  image->pages = la_machine_pages(machine);
  image->stack_pointer = la_machine_stack_pointer(machine);
  return true;
}

/* A machine that is opened with an image is not watched: there may be no other one. */
static bool vault_put_back(la_box *box, const la_image *image, const la_image *last) {
  la_vault *vault = vault_of(box);
  if (!la_machine_reset(vault->machine, image->pages, image->stack_pointer)) return false;
  la_written written = vault_written(vault, last, false);
  la_image_write(image, la_machine_open(vault->machine, last == NULL), last, written);
  if (last != NULL) vault_written(vault, NULL, true);
  vault->watched = last != NULL ? box->state : WATCHED_NONE;
  vault->words = image->words;
  vault->bytes = read_word(vault, LA_WORD_BYTES);
  return true;
}

static const uint8_t *vault_view(const la_box *box, size_t *size) {
  const la_machine *machine = ((const la_vault *)box)->machine;
  *size = la_machine_image_size(machine);
  return la_machine_state(machine);
}

/* core.vault_library(name): the text of a file of the library's that runs in machines */
int la_vault_push_library(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  for (const la_library_file *file = la_vault_library; file->name != NULL; file++) {
    if (strcmp(file->name, name) != 0) continue;
    lua_pushlstring(L, (const char *)file->text, file->length);
    return 1;
  }
  return luaL_error(L, "the vault has no file '%s'", name);
}

#define THE_SAME                                                                                 \
  .size = sizeof(la_vault), .close = vault_close, .run = vault_run, .kind = vault_kind,          \
  .report = vault_report, .allow = vault_allow, .charge = vault_charge, .used = vault_used,      \
  .bytes = vault_bytes, .weigh = vault_weigh, .collect = vault_collect,                          \
  .take = vault_take, .put_back = vault_put_back, .view = vault_view

const la_backend la_vault_backend = { .name = "vault", .open = vault_open, THE_SAME };
const la_backend la_bounds_backend = { .name = "bounds", .open = open_with_bounds, THE_SAME };

#endif
