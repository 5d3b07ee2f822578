/*
** Machines: entering and leaving the guest, its memory, its imports; see machine.h.
*/
#include "machine.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../guest/control.h"
#include "addresses.h"
#include "fuel.h"
#include "pages.h"
#include "stack.h"

enum { PAGE = LA_MACHINE_PAGE, SHEET = LA_MACHINE_BLOCK };

/*
** On Windows with 64 bits longjmp unwinds frame by frame, unless setjmp was given no frame. Nothing
** is to be done for the guest's frames.
*/
#if defined(__MINGW64__)
#undef setjmp
#define setjmp(place) _setjmp(place, NULL)
#endif

/*
** The guest keeps its C stack at the bottom of its memory. At rest it is all 0: what calls leave
** there would get into the state again, as the padding between fields, and differ after
** la_machine_reset.
*/
enum { STACK_TOP = LA_MACHINE_STACK };

/* What a function of the guest may have below its stack pointer. */
enum { BELOW_STACK = 128 };

/* A place to which the guest's guest_throw goes back: a native frame of Z_hZ_try. */
typedef struct Handler {
  struct Handler *outer;
  uint32_t context, stack_pointer, depth;
  jmp_buf place;
} Handler;

struct Z_h_instance_t {
  const la_engine *engine;
  la_parts parts;
  Pages pages;                      /* what is written in its memory */
  la_machine_ask ask;
  void *user;
  Handler *handlers;                /* those that are live, the innermost first */
  jmp_buf *entered;                 /* where traps go; NULL: nothing runs */
  la_machine *outer;                /* what ran in this thread when it was entered */
  int64_t fuel;                     /* with which the call began, and with what was added */
  bool is_over;                     /* the call's fuel is spent: the rest is grace */
  bool is_asking;                   /* the host answers it */
  wasm_rt_trap_t trap;
  const uint8_t *answer;            /* that did not fit */
  size_t answer_size;
  void *instance;                   /* the engine's: with guard pages before the memory */
};

/* The one that runs in this thread. */
static _Thread_local la_machine *running;

/* ---- traps ----------------------------------------------------------------------------------- */

void wasm_rt_trap(wasm_rt_trap_t why) {
  la_machine *machine = running;
  if (machine == NULL || machine->entered == NULL) abort();
  machine->trap = why;
  longjmp(*machine->entered, 1);
}

const char *la_machine_trap(const la_machine *machine) {
  static const char *const words[] = {
    NULL, "it touched memory outside of the machine", "an integer overflowed",
    "a division by zero", "a number that is none was converted", "it gave up",
    "it called what is no function", "an exception", "too many calls in calls"
  };
  if (machine->trap != WASM_RT_TRAP_NONE && la_machine_is_out_of_fuel(machine))
    return "too many instructions in one";
  return words[machine->trap];
}

bool la_machine_is_out_of_fuel(const la_machine *machine) {
  return *machine->parts.fuel < 0;
}

bool la_machine_was_refused(const la_machine *machine) {
  return machine->parts.memory->refused;
}

bool la_machine_lacks_stack(const la_machine *machine) {
  return machine->trap == WASM_RT_TRAP_EXHAUSTION && !la_machine_is_out_of_fuel(machine) &&
         *machine->parts.deepest < LA_VAULT_DEEPEST;
}

#if LA_GUARD_PAGES
/* An address that may not be touched: is it the running machine's? Called by a signal handler. */
static void on_fault(const void *address) {
  const la_machine *machine = running;
  if (machine == NULL || machine->entered == NULL || !machine->engine->guarded) return;
  if (la_addresses_hold(machine->instance, address)) wasm_rt_trap(WASM_RT_TRAP_OOB);
}
#endif

/* ---- entering the guest -------------------------------------------------------------------- */

typedef struct Entering {
  la_machine *machine;
  la_entry entry;
  uint32_t word, *result;
} Entering;

static void run_entry(void *user) {
  const Entering *it = user;
  *it->result = it->machine->engine->call(it->machine->instance, it->entry, it->word);
}

/* Runs with where traps go set; the caller's frame holds all that must outlast a longjmp. */
static bool machine_enter(la_machine *machine, Entering *it) {
  jmp_buf place;
  /* cppcheck-suppress autoVariables; it is forgotten when this returns: la_machine_call */
  machine->entered = &place;
  if (setjmp(place) != 0) return false;
  if (la_stack_call(run_entry, it, &machine->is_asking)) return true;
  machine->trap = WASM_RT_TRAP_EXHAUSTION;
  *machine->parts.deepest = 0;
  return false;
}

static void clear_stack(la_machine *machine) {
  uint32_t lowest = *machine->parts.lowest;
  uint32_t from = lowest > BELOW_STACK ? lowest - BELOW_STACK : 0;
  uint8_t *bottom = la_machine_at(machine, 0, STACK_TOP);
  if (bottom != NULL && from < STACK_TOP) memset(bottom + from, 0, STACK_TOP - from);
}

/*
** With guard pages the compiler may have left out, or put off, what was to be taken from the fuel
** before the instruction that has trapped: what is left then is not the same with bounds checks.
*/
static void spend_all(la_machine *machine) {
  if (!la_machine_is_out_of_fuel(machine)) *machine->parts.fuel = 0;
}

/*
** Whatever has written there. What is 0 is only read: pages that nobody has used stay so. What was
** not written since the last time is 0.
*/
static void clear_whole_stack(la_machine *machine) {
  static const uint8_t nothing[SHEET];
  uint8_t *bottom = machine->parts.memory->data;
  bool is_known = pages_read(&machine->pages, bottom, STACK_TOP, true);
  for (size_t i = 0; i < STACK_TOP / SHEET; i++) {
    if (is_known && machine->pages.written[i] == 0) continue;
    uint8_t *block = bottom + i * SHEET;
    if (memcmp(block, nothing, SHEET) != 0) memset(block, 0, SHEET);
  }
}

bool la_machine_call(la_machine *machine, la_entry entry, uint32_t word, int64_t fuel,
                     uint32_t *result) {
  wasm_rt_trap_t before = machine->trap;
  bool is_well = before == WASM_RT_TRAP_NONE;
  if (machine->entered != NULL || (!is_well && entry != LA_ENTRY_WHERE)) return false;
  uint32_t stack_pointer = *machine->parts.stack_pointer;
  int64_t had = machine->fuel, left = *machine->parts.fuel;
  machine->outer = running;
  machine->is_over = false;
  *machine->parts.lowest = stack_pointer;
  *machine->parts.deepest = la_stack_depth(LA_VAULT_DEEPEST);
  machine->parts.memory->refused = false;
  machine->fuel = *machine->parts.fuel = fuel;
  running = machine;
  Entering it = { machine, entry, word, result };
  bool done = machine_enter(machine, &it);
  running = machine->outer;
  machine->entered = NULL;
  machine->handlers = NULL;
  machine->answer = NULL;           /* its bytes are the host's, which does something else now */
  machine->answer_size = 0;
  *machine->parts.depth = 0;
  *machine->parts.stack_pointer = stack_pointer;
  clear_stack(machine);
  if (!done) spend_all(machine);
  if (!is_well) {
    machine->trap = before;
    machine->fuel = had;
    *machine->parts.fuel = left;
  }
  return done;
}

int64_t la_machine_used(const la_machine *machine) {
  return machine->fuel - *machine->parts.fuel;
}

void la_machine_charge(la_machine *machine, int64_t fuel) {
  *machine->parts.fuel -= fuel;
}

/* The guest is told once, and gets some more to end what runs; then it is cut off. */
void la_vault_out_of_fuel(void *instance) {
  la_machine *machine = running;
  (void)instance;
  if (machine->is_over) wasm_rt_trap(WASM_RT_TRAP_EXHAUSTION);
  /* It may be far below 0: the host charges, too. */
  int64_t more = LA_FUEL_GRACE - *machine->parts.fuel;
  machine->is_over = true;
  machine->fuel += more;
  *machine->parts.fuel += more;
  *machine->parts.stack_pointer -= BELOW_STACK;
  machine->engine->call(machine->instance, LA_ENTRY_INTERRUPT, 0);
  *machine->parts.stack_pointer += BELOW_STACK;
}

/* ---- the imports ----------------------------------------------------------------------------- */

void Z_hZ_try(la_machine *machine, uint32_t context, uint32_t f, uint32_t L, uint32_t user);
void Z_hZ_throw(la_machine *machine, uint32_t context);
uint32_t Z_hZ_ask(la_machine *machine, uint32_t question, uint32_t size, uint32_t room);
void Z_hZ_fetch(la_machine *machine, uint32_t place);

void Z_hZ_try(la_machine *machine, uint32_t context, uint32_t f, uint32_t L, uint32_t user) {
  Handler handler;
  handler.outer = machine->handlers;
  handler.context = context;
  handler.stack_pointer = *machine->parts.stack_pointer;
  handler.depth = *machine->parts.depth;
  machine->handlers = &handler;
  if (setjmp(handler.place) == 0) machine->engine->protect(machine->instance, f, L, user);
  Handler *own = machine->handlers; /* after a longjmp no other variable is sure */
  *machine->parts.stack_pointer = own->stack_pointer;
  *machine->parts.depth = own->depth;
  machine->handlers = own->outer;
}

void Z_hZ_throw(la_machine *machine, uint32_t context) {
  Handler *handler = machine->handlers;
  while (handler != NULL && handler->context != context) handler = handler->outer;
  if (handler == NULL) wasm_rt_trap(WASM_RT_TRAP_UNREACHABLE);
  machine->handlers = handler;
  longjmp(handler->place, 1);
}

/* What asks may answer by calling other machines: they come back before it does. */
uint32_t Z_hZ_ask(la_machine *machine, uint32_t place, uint32_t size, uint32_t room) {
  const uint8_t *question = la_machine_at(machine, place, size);
  if (question == NULL || la_machine_at(machine, place, room) == NULL)
    wasm_rt_trap(WASM_RT_TRAP_OOB);
  machine->answer = NULL;
  machine->answer_size = 0;
  *machine->parts.fuel -= LA_FUEL_QUESTION + (int64_t)size;
  machine->is_asking = true;
  int outcome = machine->ask(machine->user, question, size, &machine->answer,
                             &machine->answer_size);
  machine->is_asking = false;
  running = machine;
  if (machine->answer_size > UINT32_MAX / 4) outcome = LA_ANSWERED_NO_MEMORY;
  if (outcome == LA_ANSWERED_NO_MEMORY) machine->answer_size = 0;
  *machine->parts.fuel -= (int64_t)machine->answer_size;
  if (machine->answer_size > 0 && machine->answer_size <= room)
    memcpy(la_machine_at(machine, place, room), machine->answer, machine->answer_size);
  return (uint32_t)machine->answer_size << 2 | (uint32_t)outcome;
}

void Z_hZ_fetch(la_machine *machine, uint32_t place) {
  uint8_t *to = la_machine_at(machine, place, machine->answer_size);
  if (to == NULL || machine->answer == NULL) wasm_rt_trap(WASM_RT_TRAP_OOB);
  memcpy(to, machine->answer, machine->answer_size);
  machine->answer = NULL;
}

/* ---- memory ---------------------------------------------------------------------------------- */

uint8_t *la_machine_at(const la_machine *machine, uint32_t place, size_t size) {
  const wasm_rt_memory_t *memory = machine->parts.memory;
  if (place > memory->size || size > memory->size - place) return NULL;
  return memory->data + place;
}

uint32_t la_machine_word(const la_machine *machine, uint32_t place) {
  const uint8_t *at = la_machine_at(machine, place, 4);
  if (at == NULL) return 0;
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void la_machine_set_word(const la_machine *machine, uint32_t place, uint32_t word) {
  uint8_t *at = la_machine_at(machine, place, 4);
  for (int i = 0; at != NULL && i < 4; i++) at[i] = (uint8_t)(word >> 8 * i);
}

/*
** The functions below cannot say that there is no memory: `data` is NULL then, and the machine is
** not used. `size` stays 0, so that a guest that touches it traps.
*/
void la_vault_allocate_memory(wasm_rt_memory_t *memory, uint32_t pages, uint32_t max_pages,
                              bool guarded) {
  memory->guarded = guarded;
  memory->pages = memory->size = memory->room = 0;
  memory->refused = false;
  memory->max_pages = max_pages;
#if LA_GUARD_PAGES
  memory->data = guarded ? (uint8_t *)running->instance + LA_ADDRESSES_HEAD : malloc(1);
#else
  memory->data = malloc(1);
#endif
  if (memory->data != NULL) wasm_rt_grow_memory(memory, pages);
}

/*
** Room for so many pages, where there are no guard pages. It grows by half, so that a machine that
** grows page by page is not copied at each of them. False: no memory.
*/
static bool memory_make_room(wasm_rt_memory_t *memory, uint32_t pages) {
  if (pages <= memory->room) return true;
  uint32_t more = memory->room + memory->room / 2;
  uint32_t wanted = more > memory->max_pages ? memory->max_pages : more;
  uint8_t *data = wanted > pages ? realloc(memory->data, (size_t)wanted * PAGE) : NULL;
  if (data == NULL) {
    wanted = pages;
    data = realloc(memory->data, (size_t)wanted * PAGE);
  }
  if (data == NULL) return false;
  memory->data = data;
  memory->room = wanted;
  return true;
}

/* Makes it so many pages; what is new is zero. False: no memory. */
static bool memory_resize(wasm_rt_memory_t *memory, uint32_t pages) {
  size_t before = (size_t)memory->pages * PAGE, after = (size_t)pages * PAGE;
#if LA_GUARD_PAGES
  if (memory->guarded && !la_addresses_use(memory->data, before, after)) return false;
#endif
  if (!memory->guarded) {
    if (!memory_make_room(memory, pages)) return false;
    if (after > before) memset(memory->data + before, 0, after - before);
  }
  memory->pages = pages;
  memory->size = (uint32_t)after;
  return true;
}

uint32_t wasm_rt_grow_memory(wasm_rt_memory_t *memory, uint32_t more) {
  uint32_t before = memory->pages;
  if (more > memory->max_pages - before) return UINT32_MAX;
  if (memory_resize(memory, before + more)) return before;
  memory->refused = true;
  return UINT32_MAX;
}

/* With guard pages it goes with the instance: free_instance. */
void wasm_rt_free_memory(wasm_rt_memory_t *memory) {
  if (!memory->guarded) free(memory->data);
  memory->data = NULL;
}

void wasm_rt_allocate_funcref_table(wasm_rt_funcref_table_t *table, uint32_t size, uint32_t max) {
  table->data = calloc(size, sizeof *table->data);
  table->size = table->data != NULL ? size : 0;
  table->max_size = max;
}

void wasm_rt_free_funcref_table(wasm_rt_funcref_table_t *table) {
  free(table->data);
}

/* ---- making ---------------------------------------------------------------------------------- */

#if LA_GUARD_PAGES
/* Once in a process, whichever thread comes first; the others wait for it. */
static void catch_faults(void) {
  static atomic_int begun;
  int none = 0;                     /* 0: not begun; 1: a thread does it; 2: it is done */
  if (atomic_compare_exchange_strong(&begun, &none, 1)) {
    la_addresses_begin(on_fault);
    atomic_store(&begun, 2);
  }
  while (atomic_load(&begun) == 1) { }
}
#endif

/* Where an instance is to be, zeroed; NULL: no memory. */
static void *new_instance(const la_engine *engine) {
#if LA_GUARD_PAGES
  if (engine->guarded) {
    catch_faults();                 /* a host without guarded machines keeps its signals */
    return la_addresses_reserve();
  }
#endif
  return calloc(1, engine->size);
}

static void free_instance(const la_engine *engine, void *instance) {
#if LA_GUARD_PAGES
  if (engine->guarded) la_addresses_release(instance);
#endif
  if (!engine->guarded) free(instance);
}

/* Makes the instance; false: there was no memory for what it begins with. */
static bool machine_open(la_machine *machine) {
  jmp_buf place;
  running = machine;
  /* cppcheck-suppress autoVariables; it is forgotten when this returns: la_machine_call */
  machine->entered = &place;
  if (setjmp(place) != 0) return false;
  machine->engine->open(machine->instance, machine);
  return true;
}

/* Has the guest's memory so many bytes at most from now on? */
static bool machine_limit(la_machine *machine, size_t bytes) {
  wasm_rt_memory_t *memory = machine->parts.memory;
  size_t most = bytes / PAGE;
  if (memory->max_pages > most) memory->max_pages = (uint32_t)most;
  return memory->pages > 0 && memory->pages <= most;
}

la_machine *la_machine_new(const la_engine *engine, size_t bytes, la_machine_ask ask, void *user) {
  la_machine *machine = calloc(1, sizeof *machine);
  if (machine == NULL) return NULL;
  machine->engine = engine;
  machine->instance = new_instance(engine);
  if (machine->instance == NULL) {
    free(machine);
    return NULL;
  }
  machine->ask = ask;
  machine->user = user;
  machine->parts = engine->parts(machine->instance);
  *machine->parts.deepest = LA_VAULT_DEEPEST;
  bool done = machine_open(machine);
  running = NULL;
  machine->entered = NULL;
  if (done && machine_limit(machine, bytes) && machine->parts.table->size > 0) return machine;
  la_machine_free(machine);
  return NULL;
}

void la_machine_free(la_machine *machine) {
  pages_free(&machine->pages);
  machine->engine->close(machine->instance);
  free_instance(machine->engine, machine->instance);
  free(machine);
}

void la_machine_serve(la_machine *machine, void *user) {
  machine->user = user;
}

/* ---- images ---------------------------------------------------------------------------------- */

size_t la_machine_image_size(const la_machine *machine) {
  return (size_t)machine->parts.memory->size - STACK_TOP;
}

uint8_t *la_machine_state(const la_machine *machine) {
  return machine->parts.memory->data + STACK_TOP;
}

const uint8_t *la_machine_written(la_machine *machine, bool again, size_t *count) {
  const wasm_rt_memory_t *memory = machine->parts.memory;
  const uint8_t *state = la_machine_state(machine);
  Pages *pages = &machine->pages;
  if (memory->guarded && again && !pages->is_registered)
    pages_register(pages, memory->data, (size_t)memory->max_pages * PAGE);
  bool is_known = pages_read(pages, state, la_machine_image_size(machine), again);
  *count = is_known ? pages->count : 0;
  return pages->written;
}

uint8_t *la_machine_open(la_machine *machine, bool all) {
  uint8_t *state = la_machine_state(machine);
  size_t size = la_machine_image_size(machine);
  pages_open(&machine->pages, state, size);
#if LA_GUARD_PAGES
  if (all && machine->parts.memory->guarded) la_addresses_expect(state, size);
#else
  (void)all;
#endif
  return state;
}

uint32_t la_machine_pages(const la_machine *machine) {
  return machine->parts.memory->pages;
}

uint32_t la_machine_stack_pointer(const la_machine *machine) {
  return *machine->parts.stack_pointer;
}

bool la_machine_reset(la_machine *machine, uint32_t pages, uint32_t stack_pointer) {
  wasm_rt_memory_t *memory = machine->parts.memory;
  if (machine->entered != NULL || pages > memory->max_pages) return false;
  if (pages <= STACK_TOP / PAGE) return false;
  if (pages != memory->pages && !memory_resize(memory, pages)) return false;
  clear_whole_stack(machine);
  *machine->parts.stack_pointer = stack_pointer;
  machine->trap = WASM_RT_TRAP_NONE;
  return true;
}
