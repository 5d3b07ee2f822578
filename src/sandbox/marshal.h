/*
** Values on their way between the host's state and a mod's, as bytes in a buffer that belongs to
** neither.
*/
#ifndef ASTAR_SANDBOX_MARSHAL_H
#define ASTAR_SANDBOX_MARSHAL_H

#include <stdbool.h>

#include "../binding/compat.h"

typedef struct la_marshal {
  lua_Alloc allocate;               /* of its owner */
  void *user;
  bool failed;                      /* the owner had no memory */
  bool of_machine;                  /* the host's, for a machine of the vault */
  uint8_t *bytes;
  size_t size, room, at;            /* written; reserved; read so far */
  size_t weight;                    /* about what the values take up where they arrive */
  size_t sorted;                    /* keys that were put in order */
  unsigned uses;                    /* counts its uses, so that a writer notices another one */
} la_marshal;

enum { LA_MARSHAL_MOST = 1 << 20, LA_MARSHAL_DEEPEST = 32 };

/* Its address is the key in a metatable by which what is read-only leads to its contents. */
extern const char la_contents_key;

void la_marshal_begin(la_marshal *marshal);
void la_marshal_free(la_marshal *marshal);
/* Makes room for `more` bytes behind what is written; false: there is no memory. */
bool la_marshal_reserve(la_marshal *marshal, size_t more);
/*
** Appends the values from stack index `from` to `till`. Raises what cannot cross. `encoder`: the
** index of a function that is asked for kind and id of what has a metatable, or of nil.
*/
void la_marshal_write(lua_State *L, la_marshal *marshal, int from, int till, int encoder);
/* The instructions that it is worth to write what is in the buffer, and to read it. */
double la_marshal_cost(const la_marshal *marshal);
/*
** Pushes all values, and returns how many there are; `decoder(kind, id)` makes the objects. Raises
** an error where the bytes are none that la_marshal_write writes: they need not be trusted.
*/
int la_marshal_read(lua_State *L, la_marshal *marshal, int decoder);
/* Replaces what is in the buffer by one string; where there is no memory, by nothing. */
void la_marshal_set_string(la_marshal *marshal, const char *text, size_t length);

#endif
