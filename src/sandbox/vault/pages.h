/*
** Pages: which blocks of a machine's memory have been written since somebody asked last. The
** system notes it where it can: Linux from 6.7 on, unless a container forbids it. The first write
** to a page then costs a fault, which the kernel settles alone. Nothing is known elsewhere, nor in
** a process that was forked from one in which something was.
*/
#ifndef ASTAR_SANDBOX_VAULT_PAGES_H
#define ASTAR_SANDBOX_VAULT_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of blocks of LA_MACHINE_BLOCK bytes, from some address on, whether they may have been written. */
typedef struct Pages {
  uint8_t *written;
  size_t count, room;               /* blocks that are known of; 0: none is */
  long process;                     /* in which it is noted; 0: it is not */
  bool is_registered;               /* pages_register was called */
} Pages;

/* Asks for notes of all that is written in these addresses, for as long as they are mapped. */
void pages_register(Pages *pages, uint8_t *first, size_t size);
/*
** What was written in `size` bytes since the last time with `again`, or since they are mapped. With
** `again` it begins once more. False: nobody knows.
*/
bool pages_read(Pages *pages, const uint8_t *first, size_t size, bool again);
/* Many of these bytes are about to be written, at no cost for each page: all count as written. */
void pages_open(const Pages *pages, const uint8_t *first, size_t size);
void pages_free(Pages *pages);

#endif
