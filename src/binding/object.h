/*
** A type of userdata: its name, and how objects of it are made and checked. Its members are in
** lists that are written in several files; a type knows none of them.
**
** An object's metatable stands in the registry under the address of its type. `obj.key` gives a
** method or a field. Any other key is an error, and so is assigning to what cannot be set.
*/
#ifndef ASTAR_BINDING_OBJECT_H
#define ASTAR_BINDING_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "compat.h"

typedef struct la_field {
  const char *name;
  lua_CFunction get;                /* called with the object at index 1 */
  lua_CFunction set;                /* the new value at index 3; NULL: read-only */
} la_field;

typedef struct la_type {
  const char *name;                 /* as in "unit expected" and metatables.unit */
  const char *(*name_of)(const void *object);  /* of a child that has a name, see child.h */
  const void *more;                 /* what its family says of it beside; may be NULL */
  void (*describe)(lua_State *L, const void *object);    /* of a child that has none: pushes it in
                                    ** a few words */
  void (*free)(void *tracked);      /* of what la_track is told: frees its object of the core */
  const char *instead_of_index;     /* what to call where a script tries object[1]; may be NULL */
} la_type;

/* Makes the metatable, yet without members, and leaves it on the stack; `type` must be static. */
void la_type_register(lua_State *L, const la_type *type);
/* Adds methods to the type, whose metatable is on top; those that begin with two underscores are
** metamethods. A list may be added to several types. */
void la_type_add_methods(lua_State *L, const la_type *type, const luaL_Reg *methods);
/* The type to which the method or field belongs that runs. */
const la_type *la_type_of_method(lua_State *L);
/* Adds fields; the list must be static. */
void la_type_add_fields(lua_State *L, const la_field *fields);

/* Defines a function that gives a script one value of the object at index 1: `push` pushes it. */
#define LA_GETTER(name, push, value) \
  static int name(lua_State *L) { \
    push(L, value); \
    return 1; \
  }

/* Pushes a new object, all bytes 0, with its metatable: the closed state of every type. */
void *la_object_new(lua_State *L, const la_type *type, size_t size);
/* The object at `index`, or NULL where the value is something else. */
void *la_object_test(lua_State *L, int index, const la_type *type);
/* The object that argument `arg` must be. */
void *la_object_check(lua_State *L, int arg, const la_type *type);

#endif
