/*
** 8 GiB of addresses for each machine with guard pages, of which only its memory may be touched;
** and the signal that comes when something else is. Before the memory is a head, which no address
** of the guest's reaches: there is the machine's instance, so that the guest's code knows from
** where that is where the memory is.
*/
#ifndef ASTAR_SANDBOX_VAULT_ADDRESSES_H
#define ASTAR_SANDBOX_VAULT_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Are there guard pages on this system? AddressSanitizer has all addresses for itself. */
#if defined(__linux__) && UINTPTR_MAX > 0xffffffff && !defined(__SANITIZE_ADDRESS__)
#define LA_GUARD_PAGES 1
#else
#define LA_GUARD_PAGES 0
#endif

/* Bytes of the head: a page, also where these are large. */
#define LA_ADDRESSES_HEAD ((size_t)65536)

#if LA_GUARD_PAGES

/*
** Catches faults from now on: `on_fault` gets the address, and returns if the fault is none of its
** own; then the fault goes to what was there before. Called once in a process.
*/
void la_addresses_begin(void (*on_fault)(const void *address));
/* The head, zeroed; the memory begins LA_ADDRESSES_HEAD bytes further on. NULL: there are none. */
void *la_addresses_reserve(void);
void la_addresses_release(void *head);
bool la_addresses_hold(const void *head, const void *address);
/* Lets the bytes before `after` be touched, which were those before `before`; new ones are 0. */
bool la_addresses_use(uint8_t *first, size_t before, size_t after);
/* All of these bytes are about to be written: one call of the system for the faults of all pages.
** `first` is where a page begins. */
void la_addresses_expect(uint8_t *first, size_t size);

#endif

#endif
