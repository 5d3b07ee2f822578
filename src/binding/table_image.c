/*
** Images of tables: what is in all tables that can be reached from some, so that they can become
** again what they were. Tables stay the tables that they are; what is in them is replaced.
**
** Tables with a metatable are looked into only if that is one of the `classes`. Functions,
** coroutines and userdata are values like any other: what they hold is not seen.
**
** Most tables belong to *things*, units and scripts, which say when they are written to. What is a
** thing's own stands in a bundle with an image of its own, which serves as long as nobody has
** touched the thing; what it refers to beside that, its border, is looked at each time.
**
** An image is one list: each table, followed by how many entries it had, by keys and values.
*/
#include "table_image.h"

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

/* Makes an empty set with room for so many, whose memory is on top. */
static Addresses addresses_new(lua_State *L, int count) {
  Addresses set = { .L = L };
  size_t capacity = 64;
  while (capacity < 2 * (size_t)count) capacity *= 2;
  addresses_reserve(&set, capacity);
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

/* ---- writing --------------------------------------------------------------------------------- */

/* Writes tables into an image. `meet` is called with each table in them on top, and leaves it. */
typedef struct Imaging {
  lua_State *L;
  int image, written;               /* where the image stands; how many values it has */
  void (*meet)(void *user);
  void *user;
} Imaging;

/* Notes the value on top, which it pops. */
static void imaging_note(Imaging *imaging) {
  lua_rawseti(imaging->L, imaging->image, ++imaging->written);
}

/* The table on top, which it pops. */
static void imaging_table(Imaging *imaging) {
  lua_State *L = imaging->L;
  int table = lua_gettop(L), entries = 0;
  lua_pushvalue(L, table);
  imaging_note(imaging);
  int place = ++imaging->written;
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    if (lua_istable(L, -1)) imaging->meet(imaging->user);
    lua_pushvalue(L, -2);
    if (lua_istable(L, -1)) imaging->meet(imaging->user);
    imaging_note(imaging);
    imaging_note(imaging);
    entries++;
  }
  lua_pushinteger(L, entries);
  lua_rawseti(L, imaging->image, place);
  lua_settop(L, table - 1);
}

/* The tables of the list at `index`. */
static void imaging_list(Imaging *imaging, int index) {
  for (int i = 1, count = (int)la_rawlen(imaging->L, index); i <= count; i++) {
    lua_rawgeti(imaging->L, index, i);
    imaging_table(imaging);
  }
}

/* ---- all that can be reached ----------------------------------------------------------------- */

enum { ROOT = 1, CLASSES, THINGS, OPAQUE, FRESH, KNOWN, ROOM, IMAGE, REACHED, STRAYS, QUEUE,
       BORDERS, DATA };

/* In the room: how much came of the last image, so that nothing need grow. */
enum { ROOM_VALUES = 1, ROOM_TABLES, ROOM_THINGS };

/* In a bundle. */
enum { BUNDLE_IMAGE = 1, BUNDLE_BORDER, BUNDLE_DATA };

typedef struct Walk {
  lua_State *L;
  Addresses seen, classes, things;
  int queued, borders, strays;      /* how many stand in each of these lists */
} Walk;

/* Pushes the bundle of the thing on top; nil: it has none. */
static void push_bundle(lua_State *L) {
  for (int from = FRESH; from <= KNOWN; from++) {
    lua_pushvalue(L, -1);
    lua_rawget(L, from);
    if (!lua_isnil(L, -1) || from == KNOWN) return;
    lua_pop(L, 1);
  }
}

/* Does the thing below the bundle on top have the data that it had? The game may give it others,
** and nobody hears of it. */
static bool has_its_data(lua_State *L) {
  lua_rawgeti(L, -1, BUNDLE_DATA);
  lua_pushvalue(L, DATA);
  lua_rawget(L, -4);
  bool has = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return has;
}

/* The thing on top, whose own tables are in its bundle. */
static void walk_thing(Walk *walk) {
  lua_State *L = walk->L;
  push_bundle(L);
  if (lua_istable(L, -1) && has_its_data(L)) {
    lua_rawgeti(L, -1, BUNDLE_BORDER);
    lua_rawseti(L, BORDERS, ++walk->borders);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, REACHED);
    return;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, STRAYS, ++walk->strays);
}

/* The table on top has its turn later, if it has had none. */
static void walk_meet(void *user) {
  Walk *walk = user;
  lua_State *L = walk->L;
  const void *address = lua_topointer(L, -1), *metatable = NULL;
  if (addresses_has(&walk->seen, address)) return;
  if (lua_getmetatable(L, -1)) {
    metatable = lua_topointer(L, -1);
    lua_pop(L, 1);
  }
  bool is_thing = metatable != NULL && addresses_has(&walk->things, metatable);
  if (metatable != NULL && !is_thing && !addresses_has(&walk->classes, metatable)) return;
  addresses_add(&walk->seen, address);
  if (is_thing) {
    walk_thing(walk);
    return;
  }
  lua_pushvalue(L, -1);
  lua_rawseti(L, QUEUE, ++walk->queued);
}

/* The table on top has its turn, whatever its metatable is. */
static void walk_begin(Walk *walk) {
  addresses_add(&walk->seen, lua_topointer(walk->L, -1));
  lua_rawseti(walk->L, QUEUE, ++walk->queued);
}

/* The tables of a list at `index`. */
static void walk_list(Walk *walk, int index) {
  for (int i = 1, count = (int)la_rawlen(walk->L, index); i <= count; i++) {
    lua_rawgeti(walk->L, index, i);
    walk_meet(walk);
    lua_pop(walk->L, 1);
  }
}

/* Until all that was met has had its turn; how many values the image has then. */
static int walk_on(Walk *walk) {
  lua_State *L = walk->L;
  Imaging imaging = { .L = L, .image = IMAGE, .meet = walk_meet, .user = walk };
  for (int i = 0, k = 0; i < walk->queued || k < walk->borders;) {
    if (i < walk->queued) {
      lua_rawgeti(L, QUEUE, ++i);
      imaging_table(&imaging);
    } else {
      lua_rawgeti(L, BORDERS, ++k);
      walk_list(walk, lua_gettop(L));
      lua_pop(L, 1);
    }
  }
  return imaging.written;
}

static int room_of(lua_State *L, int kind) {
  lua_rawgeti(L, ROOM, kind);
  int room = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return room;
}

static void note_room(lua_State *L, int kind, int count) {
  lua_pushinteger(L, count);
  lua_rawseti(L, ROOM, kind);
}

/*
** core.image(root, classes, things, opaque, fresh, known, room) -> image, reached, strays
**   root     a table, whatever its metatable is
**   classes  a list of metatables; tables with another one are not looked into
**   things   a list of metatables, of objects whose own tables stand in their bundles
**   opaque   a list of tables that are not looked into, either
**   fresh, known   bundles by things: { image, border, data, ... }, see core.bundles; data: what
**            its field `data` was
**   room     a list that says how much came of the last image: values, tables, things; then of this
**   reached  bundles by all things that were met
**   strays   a list of things that were met and have no bundle, or have other data
*/
int la_table_image_take(lua_State *L) {
  for (int i = ROOT; i <= ROOM; i++) luaL_checktype(L, i, LUA_TTABLE);
  lua_settop(L, ROOM);
  luaL_checkstack(L, 40, NULL);
  int tables = room_of(L, ROOM_TABLES), things = room_of(L, ROOM_THINGS);
  lua_createtable(L, room_of(L, ROOM_VALUES), 0);
  lua_createtable(L, 0, things);
  lua_newtable(L);
  lua_createtable(L, tables, 0);
  lua_createtable(L, things, 0);
  lua_pushliteral(L, "data");
  Walk walk = { .L = L };
  walk.seen = addresses_new(L, tables + things + 512);
  walk.classes = addresses_new(L, 0);
  walk.things = addresses_new(L, 0);
  addresses_add_list(&walk.seen, OPAQUE);
  addresses_add_list(&walk.classes, CLASSES);
  addresses_add_list(&walk.things, THINGS);
  lua_pushvalue(L, ROOT);
  walk_begin(&walk);
  note_room(L, ROOM_VALUES, walk_on(&walk));
  note_room(L, ROOM_TABLES, walk.queued);
  note_room(L, ROOM_THINGS, walk.borders);
  lua_settop(L, STRAYS);
  return 3;
}

/* ---- bundles --------------------------------------------------------------------------------- */

enum { OWNS = 1, NOT_BORDER, IMAGES, BORDER_LISTS, INSIDE, OWN, OWN_IMAGE, OWN_BORDER };

typedef struct Bundling {
  lua_State *L;
  Addresses inside;                 /* own tables, and what is not to be in a border */
  int count;                        /* of this border */
} Bundling;

static void bundling_meet(void *user) {
  Bundling *bundling = user;
  lua_State *L = bundling->L;
  if (addresses_has(&bundling->inside, lua_topointer(L, -1))) return;
  lua_pushvalue(L, -1);
  lua_rawseti(L, OWN_BORDER, ++bundling->count);
}

/* The list of a thing's own tables at OWN. */
static void bundling_add(Bundling *bundling, int number) {
  lua_State *L = bundling->L;
  lua_newtable(L);
  lua_newtable(L);
  int set = lua_gettop(L);
  Imaging imaging = { .L = L, .image = OWN_IMAGE, .meet = bundling_meet, .user = bundling };
  bundling->count = 0;
  imaging_list(&imaging, OWN);
  lua_settop(L, set);
  lua_rawseti(L, BORDER_LISTS, number);
  lua_rawseti(L, IMAGES, number);
}

/*
** core.bundles(owns, opaque) -> images, borders
**   owns     a list of lists, each of the tables that are a thing's own
**   images   an image of each of these lists
**   borders  the tables that are in them, and are neither anybody's own nor opaque
*/
int la_table_image_bundles(lua_State *L) {
  luaL_checktype(L, OWNS, LUA_TTABLE);
  luaL_checktype(L, NOT_BORDER, LUA_TTABLE);
  lua_settop(L, NOT_BORDER);
  luaL_checkstack(L, 40, NULL);
  int count = (int)la_rawlen(L, OWNS);
  lua_createtable(L, count, 0);
  lua_createtable(L, count, 0);
  Bundling bundling = { .L = L };
  bundling.inside = addresses_new(L, 1024 + 8 * count);
  addresses_add_list(&bundling.inside, NOT_BORDER);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, OWNS, i);
    addresses_add_list(&bundling.inside, OWN);
    lua_pop(L, 1);
  }
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, OWNS, i);
    bundling_add(&bundling, i);
    lua_settop(L, INSIDE);
  }
  lua_settop(L, BORDER_LISTS);
  return 2;
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
int la_table_image_put(lua_State *L) {
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
