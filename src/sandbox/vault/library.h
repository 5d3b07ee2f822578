/*
** The library's own files that run in a machine: the build makes them into an array.
*/
#ifndef ASTAR_SANDBOX_VAULT_LIBRARY_H
#define ASTAR_SANDBOX_VAULT_LIBRARY_H

#include <stddef.h>

typedef struct la_library_file {
  const char *name;                 /* of the module; NULL: the last one */
  const unsigned char *text;
  size_t length;
} la_library_file;

extern const la_library_file la_vault_library[];

#endif
