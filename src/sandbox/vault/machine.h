/*
** A machine: WebAssembly's memory, table and globals, and the guest's code, in which nothing can
** touch anything else. All that a mod is stands in its memory: a machine can be copied, put back
** to what it was, and compared.
**
** The guest is entered by la_machine_call alone: it sets where traps go, and whose the fault is. A
** trap leaves the guest wherever it was, so a machine that has trapped is `broken`: nothing runs
** in it any more until it is put back.
**
** Several threads may each have a machine at work; one machine works in one thread at a time.
*/
#ifndef ASTAR_SANDBOX_VAULT_MACHINE_H
#define ASTAR_SANDBOX_VAULT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine.h"
#include "sizes.h"

typedef struct Z_h_instance_t la_machine;

/* Asked what stands in `size` bytes: the answer's outcome; its bytes until the next question. */
typedef int (*la_machine_ask)(void *user, const uint8_t *question, size_t size,
                              const uint8_t **answer, size_t *answer_size);

/*
** A machine whose memory grows up to `bytes`, rounded down to whole pages of 64 KiB: NULL, no
** memory, or less than the guest needs to begin with.
*/
la_machine *la_machine_new(const la_engine *engine, size_t bytes, la_machine_ask ask, void *user);
void la_machine_free(la_machine *machine);
/* The `user` of `ask` from now on; no call runs. */
void la_machine_serve(la_machine *machine, void *user);

/*
** Calls a function of the guest with fuel for so much work; true: it has returned, and *result is
** what it has returned. False: it has trapped. What LA_ENTRY_WHERE calls may be called after a
** trap, of which the machine then still says the same.
*/
bool la_machine_call(la_machine *machine, la_entry entry, uint32_t word, int64_t fuel,
                     uint32_t *result);
/*
** Fuel that the last call has used; takes some while the guest asks. A call that has trapped for
** another reason than its fuel has used all that it had.
*/
int64_t la_machine_used(const la_machine *machine);
void la_machine_charge(la_machine *machine, int64_t fuel);
/* Why it has trapped, in words; NULL: it has not. */
const char *la_machine_trap(const la_machine *machine);
bool la_machine_is_out_of_fuel(const la_machine *machine);
/* Had the host no memory for the last call, which was to have some? */
bool la_machine_was_refused(const la_machine *machine);
/* Has it trapped because this thread's stack has less room than LA_VAULT_DEEPEST functions take? */
bool la_machine_lacks_stack(const la_machine *machine);

/* So many bytes of its memory; NULL: they are not all there. Valid until the next call. */
uint8_t *la_machine_at(const la_machine *machine, uint32_t place, size_t size);
uint32_t la_machine_word(const la_machine *machine, uint32_t place);
void la_machine_set_word(const la_machine *machine, uint32_t place, uint32_t word);

/* The bytes of its state, which is at rest; so many, with what has to be known of them. */
uint8_t *la_machine_state(const la_machine *machine);
/* The same, when much of it is about to be written, or `all`: all counts as written. */
uint8_t *la_machine_open(la_machine *machine, bool all);
size_t la_machine_image_size(const la_machine *machine);
/*
** Of the first *count blocks of its state, of LA_MACHINE_BLOCK bytes, whether they may have been
** written since the last time with `again`; of all others they may. With `again` it begins once
** more. Valid until the next call. Where the system does not note it, *count is 0.
*/
const uint8_t *la_machine_written(la_machine *machine, bool again, size_t *count);
uint32_t la_machine_pages(const la_machine *machine);
uint32_t la_machine_stack_pointer(const la_machine *machine);
/* Makes it a machine at rest, of so many pages, whose state is to be written then. False: no
** memory, or that is more than it may have, or is none; all is as it was. */
bool la_machine_reset(la_machine *machine, uint32_t pages, uint32_t stack_pointer);

#endif
