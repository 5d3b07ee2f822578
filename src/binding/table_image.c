#include "table_image.h"

#include <string.h>

#include "blame.h"

const la_type la_table_image_type = { .name = "image of tables" };

la_table_image *la_table_image_check(lua_State *L, int arg) {
  return la_object_check(L, arg, &la_table_image_type);
}

la_table_image *la_table_image_opt(lua_State *L, int arg) {
  return lua_isnoneornil(L, arg) ? NULL : la_table_image_check(L, arg);
}

/* ---- what is known of the last image --------------------------------------------------------- */

uint8_t *la_table_image_touched(lua_State *L, const la_table_image *image, int touched) {
  uint32_t count = image == NULL ? 0 : image->nodes.count;
  uint8_t *bytes = memset(la_newuserdata(L, count + 1), 0, count + 1);
  if (count == 0) return bytes;
  lua_pushnil(L);
  while (lua_next(L, touched) != 0) {
    lua_pop(L, 1);
    uint32_t number = la_pointer_table_find(&image->nodes, lua_topointer(L, -1));
    if (number != LA_NOWHERE) bytes[number] = 1;
  }
  return bytes;
}

bool la_record_is_loose_same(lua_State *L, const la_record *record, int name) {
  if (record->loose == LA_NO_SLOT) return true;
  lua_pushvalue(L, name);
  lua_rawget(L, -2);
  uint32_t slot = record->loose;
  uint64_t bits = 0;
  bool same = slot == record->slots
                ? lua_isnil(L, -1)
                : la_slot_read(L, -1, &bits) == record->kinds[slot] && bits == record->bits[slot];
  lua_pop(L, 1);
  return same;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* NODE: the table that is met. */
enum { ROOT = 1, LAST, VERSION, CLASSES, THINGS, LOOSE, OPAQUE, TOUCHED, OWN_OF, IMAGE, KEEP,
       LAST_KEEP, TOUCHED_BYTES, OWN, CAPTURE, CAPTURE_TABLES, NODE };

/* What is in the keep beside records. */
enum { KEEP_REST = -1, KEEP_NODES = 0 };

typedef struct Walk {
  lua_State *L;
  la_table_image *image;
  const la_table_image *last;       /* may be NULL */
  const uint8_t *touched;           /* of each node of the last image */
  uint32_t version;
  la_pointer_table own;                 /* for la_record_new */
  la_capture capture;
} Walk;

/* Gives the image room for more nodes. */
static void walk_reserve(Walk *walk, uint32_t room) {
  lua_State *L = walk->L;
  la_table_image *image = walk->image;
  la_pointer_table nodes = image->nodes;
  la_pointer_table_reserve(L, &nodes, room);
  size_t head = nodes.room * sizeof *image->records;
  const la_record **records = la_newuserdata(L, head + nodes.room * sizeof *image->versions);
  uint32_t *versions = (uint32_t *)((char *)records + head);
  if (nodes.count > 0) {
    memcpy(records, image->records, nodes.count * sizeof *records);
    memcpy(versions, image->versions, nodes.count * sizeof *versions);
  }
  *image = (la_table_image){ .nodes = nodes, .records = records, .versions = versions };
  lua_rawseti(L, KEEP, KEEP_REST);
  lua_rawseti(L, KEEP, KEEP_NODES);
}

/* Adds the table at NODE, whose record is on top, which it pops; NULL: there is none. */
static void walk_add(Walk *walk, const void *address, const la_record *record, uint32_t version) {
  lua_State *L = walk->L;
  la_table_image *image = walk->image;
  if (image->nodes.count == image->nodes.room) walk_reserve(walk, 2 * image->nodes.room);
  uint32_t number = la_pointer_table_add(&image->nodes, address);
  image->records[number] = record;
  image->versions[number] = version;
  if (record != NULL) lua_rawseti(L, KEEP, la_keep_record(number));
  lua_pushvalue(L, NODE);
  lua_rawseti(L, KEEP, la_keep_table(number));
}

/* The table at NODE has the record that it had as node `number` of the last image. */
static void walk_share(Walk *walk, uint32_t number, uint32_t version) {
  lua_rawgeti(walk->L, LAST_KEEP, la_keep_record(number));
  walk_add(walk, walk->last->nodes.all[number], walk->last->records[number], version);
}

static la_record *walk_record(Walk *walk, int tables, bool is_list) {
  return la_record_new(&walk->capture, tables, is_list, &walk->own, OWN);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* The table at NODE, which is the node `number` of the last image, or LA_NOWHERE. */
static void walk_table(Walk *walk, const void *address, uint32_t number) {
  lua_State *L = walk->L;
  const la_record *record = number == LA_NOWHERE ? NULL : walk->last->records[number];
  la_capture_clear(&walk->capture);
  la_capture_add(&walk->capture);
  la_change change = record == NULL ? LA_SHAPE : la_record_compare(record, &walk->capture);
  if (change == LA_SAME) {
    walk_share(walk, number, walk->last->versions[number]);
    return;
  }
  if (change == LA_NUMBERS) {
    lua_rawgeti(L, LAST_KEEP, la_keep_record(number));
    record = la_record_renew(record, &walk->capture);
  } else {
    record = walk_record(walk, NODE, false);
  }
  walk_add(walk, address, record, walk->version);
}

/* ---- things ---------------------------------------------------------------------------------- */

static void walk_draft_list(Walk *walk, int list, uint32_t count) {
  la_capture_clear(&walk->capture);
  for (uint32_t i = 1; i <= count; i++) {
    lua_rawgeti(walk->L, list, (int)i);
    la_capture_add(&walk->capture);
    lua_pop(walk->L, 1);
  }
}

/* The slot of the loose field of a thing whose record this is. */
static uint32_t walk_loose_slot(const Walk *walk, const la_record *record) {
  uint64_t name;
  la_slot_read(walk->L, LOOSE, &name);
  for (uint32_t i = 0; i < record->held[0].slots; i += 2)
    if (record->kinds[i] == LA_STRING && record->bits[i] == name) return i + 1;
  return record->slots;
}

/* Adds the thing at NODE with a new record of the capture, whose tables are a list at `tables`. */
static void walk_add_thing(Walk *walk, const void *address, int tables, bool has_loose) {
  la_record *record = walk_record(walk, tables, true);
  record->is_thing = true;
  if (has_loose) record->loose = walk_loose_slot(walk, record);
  walk_add(walk, address, record, walk->version);
}

/* The thing at NODE, of which the last image does not say what its own tables are. */
static void walk_new_thing(Walk *walk, const void *address, bool has_loose) {
  lua_State *L = walk->L;
  lua_settop(L, NODE);
  lua_pushvalue(L, OWN_OF);
  lua_pushvalue(L, NODE);
  lua_call(L, 1, 1);
  uint32_t count = (uint32_t)la_rawlen(L, NODE + 1);
  walk_draft_list(walk, NODE + 1, count);
  if (count == 0) walk_add(walk, address, NULL, walk->version);
  else walk_add_thing(walk, address, NODE + 1, has_loose);
}

/* The thing at NODE may differ from its record in the last image. */
static void walk_renew_thing(Walk *walk, const void *address, uint32_t number) {
  lua_State *L = walk->L;
  const la_record *former = walk->last->records[number];
  bool has_loose = former->loose != LA_NO_SLOT;
  lua_rawgeti(L, LAST_KEEP, la_keep_record(number));
  la_getkeep(L, NODE + 1);
  walk_draft_list(walk, NODE + 2, former->tables);
  switch (la_record_compare(former, &walk->capture)) {
  case LA_SAME:
    walk_share(walk, number, walk->version);
    break;
  case LA_NUMBERS:
    lua_settop(L, NODE + 1);
    walk_add(walk, address, la_record_renew(former, &walk->capture), walk->version);
    break;
  case LA_VALUES:
    walk_add_thing(walk, address, NODE + 2, has_loose);
    break;
  default:
    walk_new_thing(walk, address, has_loose);
  }
}

/* ---- what is met ----------------------------------------------------------------------------- */

typedef enum Met { FOREIGN, PLAIN, THING, LOOSE_THING } Met;

/* What the table at NODE is, by its metatable. */
static Met walk_kind(const Walk *walk) {
  lua_State *L = walk->L;
  if (!lua_getmetatable(L, NODE)) return PLAIN;
  lua_pushvalue(L, -1);
  lua_rawget(L, THINGS);
  Met kind = lua_isnil(L, -1) ? FOREIGN : lua_toboolean(L, -1) ? LOOSE_THING : THING;
  if (kind == FOREIGN) {
    lua_pop(L, 1);
    lua_rawget(L, CLASSES);
    if (lua_toboolean(L, -1)) kind = PLAIN;
  }
  lua_settop(L, NODE);
  return kind;
}

/* The table at NODE, which is met for the first time; `number` as for walk_table. */
static void walk_meet(Walk *walk, const void *address, uint32_t number) {
  const la_table_image *last = walk->last;
  const la_record *record = number == LA_NOWHERE ? NULL : last->records[number];
  if (record != NULL && record->is_thing) {
    bool is_same = !walk->touched[number] && la_record_is_loose_same(walk->L, record, LOOSE);
    if (is_same) walk_share(walk, number, last->versions[number]);
    else walk_renew_thing(walk, address, number);
    return;
  }
  Met kind = walk_kind(walk);
  if (kind == FOREIGN) walk_add(walk, address, NULL, walk->version);
  else if (kind == PLAIN) walk_table(walk, address, number);
  else walk_new_thing(walk, address, kind == LOOSE_THING);
}

/* Pushes a table of a node's border, which the last image does not know: the node's keep has it. */
static void walk_push_new(Walk *walk, uint32_t node, uint32_t kept) {
  lua_State *L = walk->L;
  lua_rawgeti(L, KEEP, la_keep_record(node));
  la_getkeep(L, -1);
  lua_rawgeti(L, -1, (int)kept);
  lua_replace(L, NODE);
  lua_settop(L, NODE);
}

enum { RECORDS_AHEAD = 10 };        /* whose borders are asked for */

/* The border of a node. */
static void walk_border(Walk *walk, uint32_t node) {
  lua_State *L = walk->L;
  const la_record *record = walk->image->records[node];
  const la_table_image *last = walk->last;
  if (node + RECORDS_AHEAD < walk->image->nodes.count)
    la_table_fetch(walk->image->records[node + RECORDS_AHEAD]);
  for (uint32_t i = 0; record != NULL && i < record->borders; i++) {
    const void *address = record->border[i].address;
    if (la_pointer_table_find(&walk->image->nodes, address) != LA_NOWHERE) continue;
    uint32_t number = last == NULL ? LA_NOWHERE : la_pointer_table_find(&last->nodes, address);
    if (number != LA_NOWHERE) {
      la_table_image_fetch(last, number);
      lua_rawgeti(L, LAST_KEEP, la_keep_table(number));
    } else {
      walk_push_new(walk, node, record->border[i].kept);
    }
    walk_meet(walk, address, number);
    lua_settop(L, CAPTURE_TABLES);
  }
}

static void walk_pass_over(Walk *walk) {
  lua_State *L = walk->L;
  for (int i = 1, count = (int)la_rawlen(L, OPAQUE); i <= count; i++) {
    lua_rawgeti(L, OPAQUE, i);
    const void *address = lua_topointer(L, -1);
    if (la_pointer_table_find(&walk->image->nodes, address) == LA_NOWHERE)
      walk_add(walk, address, NULL, walk->version);
    lua_pop(L, 1);
  }
}

/* Makes what the walk needs, each at its place on the stack. */
static Walk walk_begin(lua_State *L) {
  Walk walk = { .L = L, .last = la_table_image_opt(L, LAST),
                .version = (uint32_t)lua_tointeger(L, VERSION) };
  uint32_t count = walk.last == NULL ? 0 : walk.last->nodes.count;
  uint32_t room = count + count / 8 + 512;
  walk.image = la_object_new(L, &la_table_image_type, sizeof *walk.image);
  lua_createtable(L, 2 * (int)room, 2);
  lua_pushvalue(L, KEEP);
  la_setkeep(L, IMAGE);
  walk_reserve(&walk, room);
  if (walk.last != NULL) la_getkeep(L, LAST);
  else lua_pushnil(L);
  walk.touched = la_table_image_touched(L, walk.last, TOUCHED);
  la_pointer_table_reserve(L, &walk.own, 32);
  la_capture_open(L, &walk.capture);
  return walk;
}

/*
** core.image(root, last, version, classes, things, loose, opaque, touched, own_of) -> image
**   root     a table, whatever its metatable is
**   last     the image that was taken or put back last; nil: there is none
**   version  a number that no other image of the same root has
**   classes  a set of metatables; tables with another one are not looked into
**   things   by the metatables of things: have they a loose field?
**   loose    its name; it may change unannounced, and a thing in which it has is touched
**   opaque   a list of tables that are not looked into, either
**   touched  a set of things, of which the last image says nothing
**   own_of   own_of(thing) returns a list of its own tables, itself first; it must not write to any
*/
int la_table_image_take(lua_State *L) {
  luaL_checktype(L, ROOT, LUA_TTABLE);
  luaL_checkinteger(L, VERSION);
  luaL_checktype(L, LOOSE, LUA_TSTRING);
  for (int i = CLASSES; i <= TOUCHED; i++)
    if (i != LOOSE) luaL_checktype(L, i, LUA_TTABLE);
  luaL_checktype(L, OWN_OF, LUA_TFUNCTION);
  lua_settop(L, OWN_OF);
  la_stack_reserve(L, 40);
  Walk walk = walk_begin(L);
  walk_pass_over(&walk);
  const void *root = lua_topointer(L, ROOT);
  lua_pushvalue(L, ROOT);
  walk_table(&walk, root, walk.last == NULL ? LA_NOWHERE
                                            : la_pointer_table_find(&walk.last->nodes, root));
  lua_settop(L, CAPTURE_TABLES);
  for (uint32_t i = 0; i < walk.image->nodes.count; i++) walk_border(&walk, i);
  lua_settop(L, IMAGE);
  return 1;
}

/* ---- memory ---------------------------------------------------------------------------------- */

enum { VALUE_BYTES = 16 };          /* of a value in a keep */

static size_t image_record_bytes(const la_record *record) {
  size_t kept = record->tables;
  for (uint32_t i = 0; i < record->slots; i++)
    if (la_kind_is_kept(record->kinds[i])) kept++;
  return la_record_bytes(record) + kept * VALUE_BYTES;
}

int la_table_image_bytes(lua_State *L) {
  const la_table_image *image = la_table_image_check(L, 1), *before = la_table_image_opt(L, 2);
  size_t each = VALUE_BYTES + sizeof(void *) * 2 + sizeof(uint32_t) * 3;
  size_t bytes = image->nodes.count * each;
  for (uint32_t i = 0; i < image->nodes.count; i++) {
    const la_record *record = image->records[i];
    uint32_t had = before == NULL ? LA_NOWHERE
                                  : la_pointer_table_find(&before->nodes, image->nodes.all[i]);
    bool is_shared = had != LA_NOWHERE && before->records[had] == record;
    if (record != NULL && !is_shared) bytes += image_record_bytes(record);
  }
  lua_pushnumber(L, (lua_Number)bytes);
  return 1;
}
