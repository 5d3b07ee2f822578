/*
** The little host that the programs here share: machines with a state of Lua in them, scripts that run
** there, and hashes of what is in a machine.
*/
#ifndef HOST_H
#define HOST_H

#include "buggy.h"
#include "../c/check.h"

enum { HOST_MEMORY = 2 << 20 };
#define PLENTY ((int64_t)1 << 32)

typedef struct Host {
  la_machine *machine;
  uint32_t words, bug_words;
  uint32_t done;                    /* what the last call has returned */
  const uint8_t *answer;            /* to what is asked */
  size_t answer_size;
  int outcome;
  void (*while_asked)(struct Host *host);
  struct Host *other;               /* of while_asked */
} Host;

/* What is in a machine, and where it was when it was taken. */
typedef struct Image {
  uint8_t *bytes;
  size_t size;
  uint32_t pages, stack_pointer;
} Image;

static inline int host_asked(void *user, const uint8_t *question, size_t size, const uint8_t **answer,
                             size_t *answer_size) {
  Host *host = user;
  volatile uint8_t sum = 0;
  for (size_t i = 0; i < size; i++) sum = (uint8_t)(sum + question[i]);
  if (host->while_asked != NULL) host->while_asked(host);
  *answer = host->answer;
  *answer_size = host->answer_size;
  return host->outcome;
}

static inline bool host_begin(Host *host, const la_engine *engine, size_t memory) {
  memset(host, 0, sizeof *host);
  host->machine = la_machine_new(engine, memory, host_asked, host);
  if (host->machine == NULL) return false;
  if (la_machine_call(host->machine, LA_ENTRY_NEW, 0, PLENTY, &host->words) && host->words != 0 &&
      la_machine_call(host->machine, (la_entry)ENTRY_BUG, 0, PLENTY, &host->bug_words)) return true;
  la_machine_free(host->machine);
  return false;
}

/* A host, which the test cannot do without. */
static inline void host_new(Host *host, const la_engine *engine) {
  if (host_begin(host, engine, HOST_MEMORY)) return;
  printf("no machine\n");
  exit(2);
}

static inline void host_free(Host *host) {
  la_machine_free(host->machine);
}

static inline void host_set(Host *host, la_word word, uint32_t value) {
  la_machine_set_word(host->machine, host->words + 4 * (uint32_t)word, value);
}

static inline uint32_t host_word(const Host *host, la_word word) {
  return la_machine_word(host->machine, host->words + 4 * (uint32_t)word);
}

enum { TASK_RUN = 1, TASK_TRUST };  /* of la_task, whose header wants a Lua */

/* Says why a test has failed, as far as the machine knows. */
static inline void host_explain(const Host *host) {
  const uint8_t *message = la_machine_at(host->machine, host_word(host, LA_WORD_MESSAGE), 200);
  const char *trap = la_machine_trap(host->machine);
  printf("trap: %s; message: %.200s\n", trap != NULL ? trap : "none",
         message != NULL ? (const char *)message : "none");
}

/* Runs a script with so much fuel; true: it has come to its end. False: an error, or a trap. */
static inline bool host_task(Host *host, uint32_t task, const char *script, int64_t fuel) {
  const char *name = task == TASK_RUN ? "@script.lua" : "=own.lua";
  size_t length = strlen(script), name_size = strlen(name) + 1;
  uint32_t place = 0;
  host->done = 0;
  if (!la_machine_call(host->machine, LA_ENTRY_ROOM, (uint32_t)(length + name_size), PLENTY, &place))
    return false;
  uint8_t *bytes = la_machine_at(host->machine, place, length + name_size);
  if (place == 0 || bytes == NULL) return false;
  memcpy(bytes, script, length);
  memcpy(bytes + length, name, name_size);
  host_set(host, LA_WORD_MARSHAL_SIZE, 0);
  host_set(host, LA_WORD_SOURCE, place);
  host_set(host, LA_WORD_LENGTH, (uint32_t)length);
  host_set(host, LA_WORD_NAME, place + (uint32_t)length);
  return la_machine_call(host->machine, LA_ENTRY_RUN, task, fuel, &host->done) && host->done == 1;
}

static inline bool host_run(Host *host, const char *script) {
  return host_task(host, TASK_TRUST, script, PLENTY);
}

/* What the last script has returned, as it crosses; its size. */
static inline size_t host_results(const Host *host, const uint8_t **bytes) {
  size_t size = host_word(host, LA_WORD_MARSHAL_SIZE);
  *bytes = la_machine_at(host->machine, host_word(host, LA_WORD_MARSHAL), size);
  return *bytes != NULL ? size : 0;
}

/* True: the bug has done no harm that the machine has noticed. */
static inline bool host_bug(Host *host, uint32_t bug, const uint32_t words[BUG_WORDS], int64_t fuel) {
  for (uint32_t i = 0; i < BUG_WORDS; i++)
    la_machine_set_word(host->machine, host->bug_words + 4 * i, words[i]);
  return la_machine_call(host->machine, (la_entry)ENTRY_BUG, bug, fuel, &host->done);
}

/* ---- images ---------------------------------------------------------------------------------- */

static inline Image host_save(const Host *host) {
  Image image = { NULL, la_machine_image_size(host->machine), 0, 0 };
  image.bytes = malloc(image.size);
  if (image.bytes == NULL) exit(2);
  memcpy(image.bytes, la_machine_state(host->machine), image.size);
  image.pages = la_machine_pages(host->machine);
  image.stack_pointer = la_machine_stack_pointer(host->machine);
  return image;
}

static inline bool host_restore(Host *host, const Image *image) {
  if (!la_machine_reset(host->machine, image->pages, image->stack_pointer)) return false;
  memcpy(la_machine_state(host->machine), image->bytes, image->size);
  return true;
}

static inline uint64_t image_hash(const Image *image) {
  uint64_t hash = 0xcbf29ce484222325u ^ image->pages ^ (uint64_t)image->stack_pointer << 32;
  for (size_t i = 0; i < image->size; i++) hash = (hash ^ image->bytes[i]) * 0x100000001b3u;
  return hash;
}

/* Quicker than image_hash, and of the same use in one process. */
static inline bool is_as_it_was(const Host *host, const Image *image) {
  const uint8_t *now = la_machine_at(host->machine, 0, (size_t)image->pages * LA_MACHINE_PAGE);
  size_t below = (size_t)image->pages * LA_MACHINE_PAGE - image->size;
  return now != NULL && image->size == la_machine_image_size(host->machine) &&
         memcmp(now + below, image->bytes, image->size) == 0;
}

static inline uint64_t host_hash(const Host *host) {
  Image image = host_save(host);
  uint64_t hash = image_hash(&image);
  free(image.bytes);
  return hash;
}

#endif
