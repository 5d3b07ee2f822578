/*
** Putting images of tables back: what the tables are by now is compared with what the image says,
** and only what differs is written. Of things that nobody has touched since the last image, that
** says what they are.
*/
#include "table_image.h"

#include "blame.h"

enum { IMAGE = 1, LAST, TOUCHED, LOOSE, KEEP, TOUCHED_BYTES, CAPTURE, CAPTURE_TABLES,
       CHANGED, KEPT, TOP = KEPT };

/* An image that is being put back. */
typedef struct Restore {
  lua_State *L;
  const la_table_image *image, *last;
  const uint8_t *touched;           /* of each node of the last image */
  la_capture capture;
  int changed;                      /* how many things are in CHANGED */
} Restore;

/* Slots of one table, in a record or in a capture. */
typedef struct Slots {
  const uint64_t *bits;
  const uint8_t *kinds;
  uint32_t count;
} Slots;

static Slots restore_slots(const la_record *record, uint32_t table, uint32_t at) {
  return (Slots){ record->bits + at, record->kinds + at, record->held[table].slots };
}

/* ---- writing --------------------------------------------------------------------------------- */

static void push_slot(lua_State *L, Slots slots, uint32_t at, int kept) {
  if (la_kind_is_kept(slots.kinds[at])) lua_rawgeti(L, KEPT, kept);
  else la_slot_push(L, slots.kinds[at], slots.bits[at]);
}

static bool has_value(Slots slots, Slots other, uint32_t at) {
  return slots.bits[at] == other.bits[at] && slots.kinds[at] == other.kinds[at];
}

/* Writes entries into the table on top whose values are others there; `there`: what is in it, under
** the same keys, or nothing. `kept` of the values that are kept come before them; returns how many
** then. */
static int put_entries(lua_State *L, Slots slots, const Slots *there, int kept) {
  int table = lua_gettop(L);
  for (uint32_t i = 0; i < slots.count; i += 2) {
    int key = kept += la_kind_is_kept(slots.kinds[i]);
    int value = kept += la_kind_is_kept(slots.kinds[i + 1]);
    if (there != NULL && has_value(slots, *there, i + 1)) continue;
    push_slot(L, slots, i, key);
    push_slot(L, slots, i + 1, value);
    lua_rawset(L, table);
  }
  return kept;
}

/* How many entries the table on top has. */
static uint32_t count_entries(lua_State *L) {
  uint32_t count = 0;
  int table = lua_gettop(L);
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

/* The table on top becomes what the slots say. */
static int put_table(Restore *back, Slots slots, int kept) {
  lua_State *L = back->L;
  la_capture_clear(&back->capture);
  la_capture_add(&back->capture);
  Slots there = { back->capture.bits, back->capture.kinds, back->capture.slots };
  if (there.count == slots.count &&
      la_keys_same(slots.bits, there.bits, slots.kinds, there.kinds, slots.count))
    return put_entries(L, slots, &there, kept);
  int after = put_entries(L, slots, NULL, kept);
  if (2 * count_entries(L) == slots.count) return after;
  clear_entries(L);
  return put_entries(L, slots, NULL, kept);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* What a record says of one of its tables; false: nothing. */
static bool find_table(const la_record *record, const void *address, Slots *slots) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < record->tables; i++) {
    *slots = restore_slots(record, i, at);
    if (record->held[i].address == address) return true;
    at += slots->count;
  }
  return false;
}

/* Puts back all tables of a record, whose keep is at KEPT; `now`: what they are, or NULL. */
static void put_record(Restore *back, const la_record *record, const la_record *now) {
  lua_State *L = back->L;
  int kept = (int)record->tables;
  uint32_t at = 0;
  for (uint32_t i = 0; i < record->tables; i++) {
    Slots slots = restore_slots(record, i, at), there;
    bool is_known = now != NULL && find_table(now, record->held[i].address, &there) &&
                    there.count == slots.count &&
                    la_keys_same(slots.bits, there.bits, slots.kinds, there.kinds, slots.count);
    lua_rawgeti(L, KEPT, (int)i + 1);
    kept = is_known ? put_entries(L, slots, &there, kept) : put_table(back, slots, kept);
    lua_pop(L, 1);
    at += slots.count;
  }
}

static void restore_keep(const Restore *back, uint32_t number) {
  lua_State *L = back->L;
  lua_rawgeti(L, KEEP, la_keep_record(number));
  la_getkeep(L, -1);
  lua_replace(L, KEPT);
  lua_pop(L, 1);
}

/* What the own tables of a thing are by now; NULL: that is not known. */
static const la_record *restore_known(const Restore *back, const void *address, uint32_t *version) {
  const la_table_image *last = back->last;
  uint32_t number = last == NULL ? LA_NOWHERE : la_pointer_table_find(&last->nodes, address);
  const la_record *record = number == LA_NOWHERE ? NULL : last->records[number];
  if (record == NULL || !record->is_thing || back->touched[number]) return NULL;
  *version = last->versions[number];
  return record;
}

static void restore_thing(Restore *back, uint32_t number) {
  lua_State *L = back->L;
  const la_record *record = back->image->records[number];
  uint32_t version = 0;
  const la_record *now = restore_known(back, back->image->nodes.all[number], &version);
  bool is_same = now != NULL && version == back->image->versions[number];
  if (is_same && record->loose == LA_NO_SLOT) return;
  restore_keep(back, number);
  lua_rawgeti(L, KEPT, 1);
  if (now != NULL && !la_record_is_loose_same(L, now, LOOSE)) now = NULL;
  if (is_same && now != NULL) {
    lua_pop(L, 1);
    return;
  }
  lua_rawseti(L, CHANGED, ++back->changed);
  put_record(back, record, now);
}

static void restore_table(Restore *back, uint32_t number) {
  lua_State *L = back->L;
  const la_record *record = back->image->records[number];
  restore_keep(back, number);
  lua_rawgeti(L, KEPT, 1);
  put_table(back, restore_slots(record, 0, 0), 1);
  lua_pop(L, 1);
}

/*
** core.put_image(image, last, touched, loose) -> changed
**   last     the image that was taken or put back last; nil: there is none
**   touched, loose   see core.image
**   changed  a list of the things that may have changed between the image and now
*/
int la_table_image_put(lua_State *L) {
  Restore back = { .L = L, .image = la_table_image_check(L, IMAGE),
                   .last = la_table_image_opt(L, LAST) };
  luaL_checktype(L, TOUCHED, LUA_TTABLE);
  luaL_checktype(L, LOOSE, LUA_TSTRING);
  lua_settop(L, LOOSE);
  la_stack_reserve(L, 40);
  la_getkeep(L, IMAGE);
  back.touched = la_table_image_touched(L, back.last, TOUCHED);
  la_capture_open(L, &back.capture);
  lua_newtable(L);
  lua_pushnil(L);
  for (uint32_t i = 0; i < back.image->nodes.count; i++) {
    const la_record *record = back.image->records[i];
    la_table_image_fetch(back.image, i);
    if (record == NULL) continue;
    if (record->is_thing) restore_thing(&back, i);
    else restore_table(&back, i);
  }
  lua_settop(L, CHANGED);
  return 1;
}
