/*
** What classes, players, influence maps and units have in common: userdata that a map owns.
*/
#ifndef ASTAR_BINDING_CHILD_H
#define ASTAR_BINDING_CHILD_H

#include "args.h"
#include "map.h"

/* A class, player, influence or unit. */
struct la_child {
  la_map *map;
  const la_type *type;
  void *object;                     /* NULL: removed, or not made yet */
  la_child *next;                   /* of all but units */
  la_child *cls, *player;           /* of a unit */
  uint32_t id;                      /* of a unit, also when it is removed; else 0 */
};

/* Pushes a closed child of the map whose object stands at `owner`; allocates before all else. */
la_child *la_child_new(lua_State *L, int owner, const la_type *type);
/* Opens a child with what the core made of it; where that has failed it is to be forgotten. */
void la_child_open(la_child *child, void *object);
/* Makes and opens the child of an object of a map that was loaded, which stands at index 1. It is
** made in the core's order; nobody else knows the map yet, so nobody can interfere. */
void la_child_adopt(lua_State *L, const la_type *type, void *object);
void la_child_forget(lua_State *L, int owner, la_child *child);
/* The live child at argument `arg`; with la_edit its map is not locked either. */
la_child *la_child_check(lua_State *L, int arg, const la_type *type);
la_child *la_child_edit(lua_State *L, int arg, const la_type *type);
/* The field `removed`: of all the one that can be read when the child is there no more. */
int la_child_removed(lua_State *L);
/* The method __tostring of children that have a name or describe themselves. */
int la_child_tostring(lua_State *L);
/* A live child of `map`. */
la_child *la_child_of(la_value value, const la_type *type, const la_map *map);
/* Defines the function of an option that takes such a child: its object of the core goes into the
** field of the target, which has the map as `map`. */
#define LA_CHILD_READER(name, kind, target_type, field) \
  static void name(la_value value, void *target) { \
    target_type *of = target; \
    of->field = la_child_of(value, &la_##kind##_type, of->map)->object; \
  }
/* The live player or influence of that name, or NULL. */
la_child *la_child_named(const la_map *map, const la_type *type, const char *name);
/* The child that is this class, player or influence of the core. */
la_child *la_child_for(const la_map *map, const void *object);
/* The child at `index`: its userdata, or a table that shows it, which has the userdata as `_body`;
** NULL: it is neither. */
la_child *la_child_behind(lua_State *L, int index, const la_type *type);
/* From now on the table at `face` is pushed in place of the userdata, which is at index 1. */
void la_child_show_as(lua_State *L, const la_child *child, int face);
/* Pushes a child's userdata, or what shows it; it is in the store of the object at `owner`. */
void la_child_push(lua_State *L, int owner, const la_child *child);
/* The same for the unit of that id; nil: there is none. */
void la_child_push_unit(lua_State *L, int owner, uint32_t id);
/* The same for the link of that number; nil as well where the map is closed. */
void la_child_push_link(lua_State *L, int owner, const la_map *map, uint32_t number);
/* Ends a method of the map: an iterator over its children of a type, in the order they were made.
** The map is at index 1. */
int la_child_iterate(lua_State *L, const la_type *type);

#endif
