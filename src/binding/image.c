/*
** Images of tables: what is in all tables that can be reached from some, so that they can become
** again what they were. Tables stay the tables that they are; what is in them is replaced.
**
** Tables with a metatable are looked into only if that is one of the `classes`. Functions,
** coroutines and userdata are values like any other: what they hold is not seen.
**
** An image is one list: each table, followed by how many entries it had, by keys and values.
*/
#include "image.h"

#include <stdint.h>
#include <string.h>

#include "args.h"

/* ---- sets of addresses ----------------------------------------------------------------------- */

/* A hash table with free slots of NULL, at most half full. Its memory is a userdata at `index`. */
typedef struct Addresses {
  lua_State *L;
  int index;
  const void **slots;
  size_t capacity, count;           /* a power of two */
} Addresses;

static void addresses_reserve(Addresses *set, size_t capacity) {
  size_t bytes = capacity * sizeof *set->slots;
  set->slots = memset(la_newuserdata(set->L, bytes), 0, bytes);
  set->capacity = capacity;
  set->count = 0;
}

/* Makes an empty set, whose memory is on top. */
static Addresses addresses_new(lua_State *L) {
  Addresses set = { .L = L };
  addresses_reserve(&set, 1024);
  set.index = lua_gettop(L);
  return set;
}

static size_t addresses_find(const Addresses *set, const void *address) {
  uint64_t mixed = (uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15);
  size_t at = (size_t)(mixed >> 32) & (set->capacity - 1);
  while (set->slots[at] != NULL && set->slots[at] != address) at = (at + 1) & (set->capacity - 1);
  return at;
}

static bool addresses_has(const Addresses *set, const void *address) {
  return set->slots[addresses_find(set, address)] != NULL;
}

static void addresses_grow(Addresses *set) {
  Addresses old = *set;
  addresses_reserve(set, 2 * old.capacity);
  for (size_t i = 0; i < old.capacity; i++)
    if (old.slots[i] != NULL) set->slots[addresses_find(set, old.slots[i])] = old.slots[i];
  set->count = old.count;
  lua_replace(set->L, set->index);
}

/* False: it is there already. */
static bool addresses_add(Addresses *set, const void *address) {
  if (addresses_has(set, address)) return false;
  if (2 * (set->count + 1) > set->capacity) addresses_grow(set);
  set->slots[addresses_find(set, address)] = address;
  set->count++;
  return true;
}

/* Those of the values of the list at `index`. */
static void addresses_add_list(Addresses *set, int index) {
  int count = (int)la_rawlen(set->L, index);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(set->L, index, i);
    addresses_add(set, lua_topointer(set->L, -1));
    lua_pop(set->L, 1);
  }
}

/* ---- taking ---------------------------------------------------------------------------------- */

enum { ROOTS = 1, CLASSES, OPAQUE, IMAGE, QUEUE };

typedef struct Walk {
  lua_State *L;
  Addresses seen, classes;
  int written, queued;              /* into the image; into the queue */
} Walk;

static bool may_look_into(const Walk *walk) {
  if (!lua_getmetatable(walk->L, -1)) return true;
  bool is_known = addresses_has(&walk->classes, lua_topointer(walk->L, -1));
  lua_pop(walk->L, 1);
  return is_known;
}

/* The table on top has its turn later, if it has had none. */
static void walk_meet(Walk *walk) {
  lua_State *L = walk->L;
  if (addresses_has(&walk->seen, lua_topointer(L, -1))) return;
  if (!may_look_into(walk)) return;
  addresses_add(&walk->seen, lua_topointer(L, -1));
  lua_pushvalue(L, -1);
  lua_rawseti(L, QUEUE, ++walk->queued);
}

/* Notes the value on top, which it pops. */
static void walk_write(Walk *walk) {
  lua_rawseti(walk->L, IMAGE, ++walk->written);
}

/* The table on top, which it pops. */
static void walk_table(Walk *walk) {
  lua_State *L = walk->L;
  int table = lua_gettop(L), entries = 0;
  lua_pushvalue(L, table);
  walk_write(walk);
  int place = ++walk->written;
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    if (lua_istable(L, -1)) walk_meet(walk);
    lua_pushvalue(L, -2);
    if (lua_istable(L, -1)) walk_meet(walk);
    walk_write(walk);
    walk_write(walk);
    entries++;
  }
  lua_pushinteger(L, entries);
  lua_rawseti(L, IMAGE, place);
  lua_settop(L, table - 1);
}

/*
** core.image(roots, classes, opaque [, room]) -> image
**   roots    a list of tables
**   classes  a list of metatables; tables with another one are not looked into
**   opaque   a list of tables that are not looked into, either
**   room     how many values it may come to: then it need not grow
*/
int la_image_take(lua_State *L) {
  for (int i = ROOTS; i <= OPAQUE; i++) luaL_checktype(L, i, LUA_TTABLE);
  int room = (int)luaL_optinteger(L, OPAQUE + 1, 0);
  lua_settop(L, OPAQUE);
  luaL_checkstack(L, 20, NULL);
  lua_createtable(L, room, 0);
  lua_newtable(L);
  Walk walk = { .L = L };
  walk.seen = addresses_new(L);
  walk.classes = addresses_new(L);
  addresses_add_list(&walk.seen, OPAQUE);
  addresses_add_list(&walk.classes, CLASSES);
  for (int i = 1, count = (int)la_rawlen(L, ROOTS); i <= count; i++) {
    lua_rawgeti(L, ROOTS, i);
    luaL_checktype(L, -1, LUA_TTABLE);
    walk_meet(&walk);
    lua_pop(L, 1);
  }
  for (int i = 1; i <= walk.queued; i++) {
    lua_rawgeti(L, QUEUE, i);
    walk_table(&walk);
  }
  lua_settop(L, IMAGE);
  return 1;
}

/* ---- putting back ---------------------------------------------------------------------------- */

/* How many entries the table on top has. */
static int count_entries(lua_State *L) {
  int count = 0, table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    count++;
  }
  return count;
}

/* Takes all entries out of the table on top. */
static void clear_entries(lua_State *L) {
  int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
}

static void put_entries(lua_State *L, int from, int entries) {
  for (int i = 0; i < entries; i++) {
    lua_rawgeti(L, 1, from + 2 * i);
    lua_rawgeti(L, 1, from + 2 * i + 1);
    lua_rawset(L, -3);
  }
}

/* core.put_image(image): the tables become what they were. */
int la_image_put(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  int length = (int)la_rawlen(L, 1);
  for (int at = 1; at < length;) {
    lua_rawgeti(L, 1, at);
    lua_rawgeti(L, 1, at + 1);
    int entries = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    put_entries(L, at + 2, entries);
    if (count_entries(L) != entries) {
      clear_entries(L);
      put_entries(L, at + 2, entries);
    }
    lua_pop(L, 1);
    at += 2 + 2 * entries;
  }
  return 0;
}
