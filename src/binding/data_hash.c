/*
** Hashes plain data word by word: the same in every Lua, and however a table came to be. 3 and 3.0
** are the same number; of what is no data counts only that it is there.
**
** Tables are numbered as they are come upon, in the order of keys, and gone through in that order,
** as data_write.c does. So nothing goes deep, and how tables hang together is a part of the hash.
*/
#include <stdlib.h>
#include <string.h>

#include "../core/base/hash.h"
#include "data_text.h"
#include "keys.h"
#include "pointer_table.h"
#include "result.h"

enum { ROOT = 1, NAME_OF, KEYS_OF, OBJECTS, FIELDS, TABLES, NUMBERS, ENTRIES, TOP = ENTRIES };

/* What comes: the words before what it is. */
enum { IS_UNKNOWN, IS_BOOLEAN, IS_NUMBER, IS_STRING, IS_TABLE, IS_OBJECT, IS_END };

enum { SHORT = 16 };                /* tables of so many entries are sorted by insertion */

typedef struct Entry {
  la_key key, value;
} Entry;

typedef struct Hashing {
  lua_State *L;
  uint64_t hash;
  la_pointer_table numbers;
  Entry *entries;
  size_t room;
} Hashing;

/* ---- values ---------------------------------------------------------------------------------- */

static void hashing_add(Hashing *self, int what, int64_t word) {
  self->hash = HASH_INTS(self->hash, what, word);
}

static void hashing_number(Hashing *self, const la_key *key) {
  double number = key->is_integer ? (double)key->as.integer : (double)key->as.number;
  int64_t bits = 1;                 /* of all that is not a number */
  if (number == 0) number = 0;      /* and not -0 */
  if (number == number) memcpy(&bits, &number, sizeof bits);
  hashing_add(self, IS_NUMBER, bits);
}

static void hashing_text(Hashing *self, const la_key *key) {
  self->hash = hash_bytes(self->hash, key->as.text, key->length);
}

static void hashing_plain(Hashing *self, const la_key *key) {
  if (key->rank == LA_RANK_NUMBER) hashing_number(self, key);
  else if (key->rank == LA_RANK_BOOLEAN) hashing_add(self, IS_BOOLEAN, key->is_true);
  else self->hash = hash_int(self->hash, IS_STRING), hashing_text(self, key);
}

/* The table on top: it gets a number, and is to be gone through, if it has none yet. */
static void hashing_table(Hashing *self) {
  lua_State *L = self->L;
  const void *address = lua_topointer(L, -1);
  uint32_t number = la_pointer_table_find(&self->numbers, address);
  if (number == LA_NOWHERE) {
    if (self->numbers.count == self->numbers.room) {
      la_pointer_table_reserve(L, &self->numbers, 2 * self->numbers.room);
      lua_replace(L, NUMBERS);
    }
    number = la_pointer_table_add(&self->numbers, address);
    lua_pushvalue(L, -1);
    lua_rawseti(L, TABLES, (int)number + 1);
  }
  hashing_add(self, IS_TABLE, number);
}

/* An object, whose kind is at -2, its name at -1. */
static void hashing_object(Hashing *self) {
  la_key kind = la_key_at(self->L, -2), name = la_key_at(self->L, -1);
  self->hash = hash_int(self->hash, IS_OBJECT);
  if (kind.rank == LA_RANK_STRING) hashing_text(self, &kind);
  if (name.rank != LA_RANK_OBJECT) hashing_plain(self, &name);
  else if (lua_istable(self->L, -1)) hashing_table(self);
}

/* A table of a class, a userdata or the like on top: an object, a table like others, or no data. */
static void hashing_other(Hashing *self) {
  lua_State *L = self->L;
  lua_pushvalue(L, NAME_OF);
  lua_pushvalue(L, -2);
  lua_call(L, 1, 2);
  bool is_object = lua_toboolean(L, -2), has_reason = lua_toboolean(L, -1);
  if (is_object) hashing_object(self);
  lua_pop(L, 2);
  if (is_object) return;
  if (lua_istable(L, -1) && !has_reason) hashing_table(self);
  else hashing_add(self, IS_UNKNOWN, 0);
}

/* The value on top. */
static void hashing_value(Hashing *self) {
  lua_State *L = self->L;
  la_key key = la_key_at(L, -1);
  if (key.rank != LA_RANK_OBJECT) {
    hashing_plain(self, &key);
  } else if (lua_istable(L, -1)) {
    bool has_metatable = lua_getmetatable(L, -1);
    if (has_metatable) lua_pop(L, 1);
    if (has_metatable) hashing_other(self);
    else hashing_table(self);
  } else if (lua_isnil(L, -1)) {
    hashing_add(self, IS_UNKNOWN, 1);
  } else {
    hashing_other(self);
  }
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void hashing_make_room(Hashing *self, size_t count) {
  if (count <= self->room) return;
  size_t room = 2 * count + SHORT;
  Entry *entries = la_newuserdata(self->L, room * sizeof *entries);
  if (self->room > 0) memcpy(entries, self->entries, self->room * sizeof *entries);
  lua_replace(self->L, ENTRIES);
  self->entries = entries, self->room = room;
}

static int hashing_compare(const void *left, const void *right) {
  return la_key_compare(&((const Entry *)left)->key, &((const Entry *)right)->key);
}

static void hashing_sort(Entry *entries, size_t count) {
  if (count > SHORT) {
    qsort(entries, count, sizeof *entries, hashing_compare);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    Entry one = entries[i];
    size_t at = i;
    for (; at > 0 && hashing_compare(&entries[at - 1], &one) > 0; at--)
      entries[at] = entries[at - 1];
    entries[at] = one;
  }
}

/* The entries of the table on top, in the order of their keys; false: some of these are objects. */
static bool hashing_read(Hashing *self, size_t *count) {
  lua_State *L = self->L;
  bool in_order = true, are_plain = true;
  *count = 0;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    hashing_make_room(self, *count + 1);
    Entry *entry = &self->entries[*count];
    *entry = (Entry){ la_key_at(L, -2), la_key_at(L, -1) };
    if (entry->key.rank == LA_RANK_OBJECT) are_plain = false;
    if (*count > 0 && hashing_compare(entry - 1, entry) > 0) in_order = false;
    ++*count;
  }
  if (!in_order && are_plain) hashing_sort(self->entries, *count);
  return are_plain;
}

/* The entries of the table on top, some of whose keys are objects. */
static size_t hashing_odd_entries(Hashing *self) {
  lua_State *L = self->L;
  int table = lua_gettop(L);
  lua_pushvalue(L, KEYS_OF);
  lua_pushvalue(L, table);
  lua_call(L, 1, 1);
  size_t count = la_rawlen(L, table + 1);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(L, table + 1, (int)i);
    hashing_value(self);
    lua_rawget(L, table);
    hashing_value(self);
    lua_settop(L, table + 1);
  }
  return count;
}

/* What is in the table on top. */
static void hashing_entries(Hashing *self) {
  lua_State *L = self->L;
  size_t count;
  if (!hashing_read(self, &count)) {
    count = hashing_odd_entries(self);
  } else {
    for (size_t i = 0; i < count; i++) {
      const Entry *entry = &self->entries[i];
      hashing_plain(self, &entry->key);
      if (entry->value.rank != LA_RANK_OBJECT) {
        hashing_plain(self, &entry->value);
        continue;
      }
      la_key_push(L, &entry->key);
      lua_rawget(L, -2);
      hashing_value(self);
      lua_pop(L, 1);
    }
  }
  hashing_add(self, IS_END, (int64_t)count);
}

/* Of the tables at OBJECTS, in the order of their keys, the fields that are named. */
static void hashing_fields(Hashing *self) {
  lua_State *L = self->L;
  size_t count;
  int fields = (int)la_rawlen(L, FIELDS);
  lua_pushvalue(L, OBJECTS);
  hashing_read(self, &count);
  for (size_t i = 0; i < count; i++) {
    hashing_plain(self, &self->entries[i].key);
    la_key_push(L, &self->entries[i].key);
    lua_rawget(L, OBJECTS);
    for (int k = 1; k <= fields; k++) {
      lua_rawgeti(L, FIELDS, k);
      lua_rawget(L, TOP + 2);
      hashing_value(self);
      lua_settop(L, TOP + 2);
    }
    lua_settop(L, TOP + 1);
  }
  hashing_add(self, IS_END, (int64_t)count);
}

/*
** core.hash_data(root, name_of, keys_of, objects, fields) -> 16 digits
**   root      a table
**   name_of   see save/data_text.lua
**   keys_of   keys_of(table) returns a list of its keys in order, objects among them
**   objects   tables by numbers, of which the fields in the list `fields` are hashed
*/
int la_data_hash(lua_State *L) {
  for (int i = ROOT; i <= FIELDS; i++)
    luaL_checktype(L, i, i == NAME_OF || i == KEYS_OF ? LUA_TFUNCTION : LUA_TTABLE);
  lua_settop(L, FIELDS);
  luaL_checkstack(L, 24, "no room to hash data");
  Hashing self = { .L = L, .hash = HASH_START };
  lua_newtable(L);
  la_pointer_table_reserve(L, &self.numbers, 4 * (uint32_t)la_rawlen(L, OBJECTS) + 64);
  lua_pushnil(L);
  lua_pushvalue(L, ROOT);
  hashing_table(&self);
  lua_settop(L, TOP);
  hashing_fields(&self);
  for (uint32_t i = 0; i < self.numbers.count; i++, lua_settop(L, TOP)) {
    lua_rawgeti(L, TABLES, (int)i + 1);
    hashing_entries(&self);
  }
  la_push_hash(L, self.hash);
  return 1;
}
