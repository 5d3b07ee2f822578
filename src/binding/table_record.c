#include "table_record.h"

#include <string.h>

/* ---- comparing ------------------------------------------------------------------------------- */

bool la_keys_same(const uint64_t *bits, const uint64_t *other_bits, const uint8_t *kinds,
                  const uint8_t *other_kinds, uint32_t slots) {
  for (uint32_t i = 0; i < slots; i += 2)
    if (bits[i] != other_bits[i] || kinds[i] != other_kinds[i]) return false;
  return true;
}

static bool record_has_tables(const la_record *record, const la_capture *capture) {
  if (record->tables != capture->tables || record->slots != capture->slots) return false;
  for (uint32_t i = 0; i < capture->tables; i++)
    if (record->held[i].address != capture->held[i].address ||
        record->held[i].slots != capture->held[i].slots)
      return false;
  return true;
}

static la_change change_of_value(const la_record *record, const la_capture *capture,
                                 uint32_t slot) {
  uint8_t before = record->kinds[slot], now = capture->kinds[slot];
  if (before == now && record->bits[slot] == capture->bits[slot]) return LA_SAME;
  if (before == LA_TABLE || now == LA_TABLE) return LA_SHAPE;
  return la_kind_is_kept(before) || la_kind_is_kept(now) ? LA_VALUES : LA_NUMBERS;
}

la_change la_record_compare(const la_record *record, const la_capture *capture) {
  uint32_t slots = capture->slots;
  if (!record_has_tables(record, capture)) return LA_SHAPE;
  if (memcmp(record->bits, capture->bits, slots * sizeof *capture->bits) == 0 &&
      memcmp(record->kinds, capture->kinds, slots) == 0)
    return LA_SAME;
  if (!la_keys_same(record->bits, capture->bits, record->kinds, capture->kinds,
                    slots)) return LA_SHAPE;
  la_change most = LA_SAME;
  for (uint32_t i = 1; i < slots && most != LA_SHAPE; i += 2) {
    la_change change = change_of_value(record, capture, i);
    if (change > most) most = change;
  }
  return most;
}

/* ---- making ---------------------------------------------------------------------------------- */

/* The border comes first, as that is read most: whole words, for what comes behind it. */
static size_t border_bytes(uint32_t borders) {
  size_t bytes = borders * sizeof(la_border);
  return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

size_t la_record_bytes(const la_record *record) {
  return sizeof *record + record->slots * (sizeof *record->bits + sizeof *record->kinds) +
         record->tables * sizeof *record->held + border_bytes(record->borders);
}

/* Pushes one whose slots are those of a capture. */
static la_record *record_make(const la_capture *capture, uint32_t borders) {
  la_record sizes = { .tables = capture->tables, .slots = capture->slots, .borders = borders,
                      .loose = LA_NO_SLOT };
  la_record *record = la_newuserdata(capture->L, la_record_bytes(&sizes));
  *record = sizes;
  record->bits = (uint64_t *)((char *)(record + 1) + border_bytes(borders));
  record->border = (la_border *)(record + 1);
  record->held = (la_held *)(record->bits + record->slots);
  record->kinds = (uint8_t *)(record->held + record->tables);
  memcpy(record->bits, capture->bits, record->slots * sizeof *record->bits);
  memcpy(record->kinds, capture->kinds, record->slots);
  memcpy(record->held, capture->held, record->tables * sizeof *record->held);
  return record;
}

la_record *la_record_renew(const la_record *former, const la_capture *capture) {
  lua_State *L = capture->L;
  la_record *record = record_make(capture, former->borders);
  memcpy(record->border, former->border, former->borders * sizeof *former->border);
  record->loose = former->loose;
  record->is_thing = former->is_thing;
  la_getkeep(L, -2);
  la_setkeep(L, -2);
  return record;
}

static void record_note_own(const la_capture *capture, la_pointer_table *own, int own_index) {
  la_pointer_table_clear(own);
  if (own->room < capture->tables) {
    la_pointer_table_reserve(capture->L, own, 2 * capture->tables);
    lua_replace(capture->L, own_index);
  }
  for (uint32_t i = 0; i < capture->tables; i++)
    if (la_pointer_table_find(own, capture->held[i].address) == LA_NOWHERE)
      la_pointer_table_add(own, capture->held[i].address);
}

static bool is_border(const la_capture *capture, const la_pointer_table *own, uint32_t slot) {
  if (capture->kinds[slot] != LA_TABLE) return false;
  return la_pointer_table_find(own, (const void *)(uintptr_t)capture->bits[slot]) == LA_NOWHERE;
}

static void record_note_borders(la_record *record, const la_capture *capture,
                                const la_pointer_table *own) {
  uint32_t kept = record->tables;
  la_border *border = record->border;
  for (uint32_t i = 0; i < record->slots; i++) {
    if (la_kind_is_kept(record->kinds[i])) kept++;
    if (!is_border(capture, own, i)) continue;
    *border++ = (la_border){ .address = (const void *)(uintptr_t)record->bits[i], .kept = kept };
  }
}

/* Pushes a table of those that a record is of, from 0. */
static void push_own(lua_State *L, int tables, bool is_list, uint32_t number) {
  if (is_list) lua_rawgeti(L, tables, (int)number + 1);
  else lua_pushvalue(L, tables);
}

/* Keeps the value at `index` in the keep, if it is what the capture has and can be collected. */
static bool capture_keep(const la_capture *capture, uint32_t slot, int index, int keep, int *kept) {
  uint64_t bits;
  if (la_slot_read(capture->L, index, &bits) != capture->kinds[slot] || bits != capture->bits[slot])
    return false;
  if (!la_kind_is_kept(capture->kinds[slot])) return true;
  lua_pushvalue(capture->L, index);
  lua_rawseti(capture->L, keep, ++*kept);
  return true;
}

/* Keeps the values of the table on top, whose slots begin at `at`; false: they have changed. */
static bool capture_keep_table(const la_capture *capture, uint32_t *at, int keep, int *kept) {
  lua_State *L = capture->L;
  int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    if (*at + 2 > capture->slots || !capture_keep(capture, *at, table + 1, keep, kept) ||
        !capture_keep(capture, *at + 1, table + 2, keep, kept))
      return false;
    *at += 2;
    lua_settop(L, table + 1);
  }
  return true;
}

/* Fills the keep on top, which has room for all: so the collector does not run. False: a finalizer
** has written to the tables since they were read. */
static bool capture_keep_all(const la_capture *capture, int tables, bool is_list) {
  lua_State *L = capture->L;
  int keep = lua_gettop(L), kept = (int)capture->tables;
  uint32_t at = 0;
  for (uint32_t i = 0; i < capture->tables; i++) {
    uint32_t end = at + capture->held[i].slots;
    push_own(L, tables, is_list, i);
    lua_pushvalue(L, -1);
    lua_rawseti(L, keep, (int)i + 1);
    bool done = capture_keep_table(capture, &at, keep, &kept) && at == end;
    lua_settop(L, keep);
    if (!done) return false;
  }
  return true;
}

static void capture_again(la_capture *capture, int tables, bool is_list) {
  uint32_t count = capture->tables;
  la_capture_clear(capture);
  for (uint32_t i = 0; i < count; i++) {
    push_own(capture->L, tables, is_list, i);
    la_capture_add(capture);
    lua_pop(capture->L, 1);
  }
}

la_record *la_record_new(la_capture *capture, int tables, bool is_list, la_pointer_table *own,
                         int own_index) {
  lua_State *L = capture->L;
  for (;; capture_again(capture, tables, is_list)) {
    record_note_own(capture, own, own_index);
    uint32_t borders = 0, kept = capture->tables;
    for (uint32_t i = 0; i < capture->slots; i++) {
      if (is_border(capture, own, i)) borders++;
      if (la_kind_is_kept(capture->kinds[i])) kept++;
    }
    la_record *record = record_make(capture, borders);
    record_note_borders(record, capture, own);
    lua_createtable(L, (int)kept, 0);
    if (capture_keep_all(capture, tables, is_list)) {
      la_setkeep(L, -2);
      return record;
    }
    lua_pop(L, 2);
  }
}
