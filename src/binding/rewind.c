/*
** Going back: snapshots of a map with all its userdata, and forks.
**
** The core brings its objects back at their addresses. So here it is to be seen that the userdata
** match: what was removed or closed since is open again, as the same userdata; what was made since
** is closed. For that a snapshot has copies of the store's tables, which also keep the userdata of
** that time, and the bytes and keeps of what stands in the store as *tracked*.
**
** A snapshot keeps nothing alive that is tracked: what nobody else can reach is collected, and its
** object is freed when the map goes back to where there was one.
**
** What scripts have in their own hands is not looked into: a unit's data are the table that they
** were, whatever that holds by now.
*/
#include "create.h"

#include <string.h>

#include "result.h"
#include "ticket.h"
#include "unit_hooks.h"

typedef struct la_snapshot {
  la_map *map;
  astar_snapshot *snapshot;         /* NULL: closed, or not made yet */
  la_map was;                       /* what the map's userdata held */
  size_t child_count;
} la_snapshot;

/* In the keep of a snapshot: the slots of the store, copied; and behind them */
enum {
  SNAP_CHILDREN = STORE_SLOTS + 1,  /* a block of KeptChild, in the order of the map's list */
  SNAP_TRACKED,                     /* the bytes of each userdata that was tracked */
  SNAP_HOLDERS,                     /* these userdata, in the same order; weak */
  SNAP_KEEPS,                       /* from them to a copy of the keep, or false; weak */
  SNAP_PINNED,                      /* a list of them until the core has its snapshot: what would be
                                    ** collected meanwhile would free an object that they name */
  SNAP_SLOTS
};

typedef struct KeptChild {
  la_child *child;
  void *object;
} KeptChild;

/* Where things stand: the map, the snapshot, and what is made. */
enum { AT_MAP = 1, AT_SNAPSHOT, AT_NEW, AT_LIST };

/* ---- copying tables -------------------------------------------------------------------------- */

/* Pushes a copy of the table at `index`. */
static void push_copy(lua_State *L, int index) {
  index = la_absindex(L, index);
  lua_createtable(L, (int)la_rawlen(L, index), 0);
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
}

/* Copies the slots that go back with a map from the table at `from` to the one at `to`: tables are
** copied, all else is what it is. */
static void copy_slots(lua_State *L, int from, int to) {
  for (int slot = STORE_TERRAINS; slot <= STORE_LAST_ENDED; slot++) {
    lua_rawgeti(L, from, slot);
    if (lua_istable(L, -1)) {
      push_copy(L, -1);
      lua_remove(L, -2);
    }
    lua_rawseti(L, to, slot);
  }
}

/* ---- what is tracked ------------------------------------------------------------------------- */

/* Pushes a copy of the keep of the object on top; false where that is the map's store. */
static void push_keep_copy(lua_State *L) {
  la_getkeep(L, -1);
  if (((la_tracked *)lua_touserdata(L, -2))->type == &la_areas_type) lua_pushboolean(L, 0);
  else push_copy(L, -1);
  lua_remove(L, -2);
}

/* Keeps what is needed of all that is tracked and can be reached: slots of the keep at AT_NEW. */
static void keep_tracked(lua_State *L) {
  enum { BYTES = AT_NEW + 1, HOLDERS, KEEPS, PINNED, ALL };
  int count = 0;
  lua_newtable(L);
  la_push_weak(L, "v");
  la_push_weak(L, "k");
  lua_newtable(L);
  la_push_slot(L, AT_MAP, STORE_TRACKED);
  lua_pushnil(L);
  while (lua_next(L, ALL) != 0) {
    lua_pushlstring(L, lua_touserdata(L, -1), la_rawlen(L, -1));
    lua_rawseti(L, BYTES, ++count);
    lua_pushvalue(L, -1);
    lua_rawseti(L, HOLDERS, count);
    lua_pushvalue(L, -1);
    lua_rawseti(L, PINNED, count);
    lua_pushvalue(L, -1);
    push_keep_copy(L);
    lua_rawset(L, KEEPS);
    lua_pop(L, 1);
  }
  lua_settop(L, PINNED);
  for (int slot = SNAP_PINNED; slot >= SNAP_TRACKED; slot--) lua_rawseti(L, AT_NEW, slot);
}

/* What waits for its finalizer is let go now: else it would be there again after going back, and
** nobody's. The list of what can be reached, which is not, is the snapshot's by now. */
static void let_go_unreachable(lua_State *L, la_map *map) {
  la_push_slot(L, AT_MAP, STORE_TRACKED);
  for (la_tracked *one = map->tracked; one != NULL; one = one->next) {
    la_rawgetp(L, -1, one);
    if (lua_isnil(L, -1)) la_tracked_forget(one, false);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* ---- taking ---------------------------------------------------------------------------------- */

static size_t count_children(const la_map *map) {
  size_t count = 0;
  for (const la_child *one = map->first; one != NULL; one = one->next) count++;
  return count;
}

static void keep_children(lua_State *L, la_snapshot *box) {
  size_t count = count_children(box->map), i = 0;
  KeptChild *kept = la_newuserdata(L, count * sizeof *kept);
  for (la_child *one = box->map->first; one != NULL && i < count; one = one->next, i++)
    kept[i] = (KeptChild){ one, one->object };
  box->child_count = i;
  lua_rawseti(L, AT_NEW, SNAP_CHILDREN);
}

/* Fills the keep at AT_NEW. A finalizer may interfere whenever Lua allocates: then once more. */
static la_map *fill_snapshot(lua_State *L, la_snapshot *box) {
  unsigned epoch;
  do {
    box->map = la_map_edit(L, AT_MAP);
    la_hold(box->map, NULL);
    epoch = box->map->epoch;
    la_getkeep(L, AT_MAP);
    copy_slots(L, AT_LIST, AT_NEW);
    lua_settop(L, AT_NEW);
    keep_tracked(L);
    keep_children(L, box);
  } while (epoch != box->map->epoch);
  return la_map_check(L, AT_MAP);
}

/* map:snapshot() -> snapshot */
static int map_snapshot(lua_State *L) {
  astar_status why;
  la_map_edit(L, AT_MAP);
  lua_settop(L, AT_MAP);
  la_snapshot *box = la_object_new(L, &la_snapshot_type, sizeof *box);
  lua_createtable(L, SNAP_SLOTS, 0);
  lua_pushvalue(L, AT_MAP);
  lua_rawseti(L, AT_NEW, STORE_MAP);
  lua_pushvalue(L, AT_NEW);
  la_setkeep(L, AT_SNAPSHOT);
  la_map *map = fill_snapshot(L, box);
  let_go_unreachable(L, map);
  box->was = *map;
  size_t before = astar_map_memory(map->map);
  box->snapshot = astar_map_snapshot(map->map, &why);
  la_status_check(L, why);
  lua_pushnil(L);
  lua_rawseti(L, AT_NEW, SNAP_PINNED);
  lua_settop(L, AT_SNAPSHOT);
  size_t after = astar_map_memory(map->map);
  if (after > before) la_tell_collector(L, after - before);  /* not what closed ones have left */
  return 1;
}

/* ---- going back ------------------------------------------------------------------------------ */

static la_snapshot *snapshot_check(lua_State *L, int arg, const la_map *map) {
  la_snapshot *box = la_object_check(L, arg, &la_snapshot_type);
  if (map != NULL && box->map != NULL && box->map != map)
    la_fail(L, arg, "the snapshot is of another map");
  if (box->snapshot == NULL) la_fail(L, arg, "the snapshot is closed");
  return box;
}

/* A coroutine cannot go back: one that waits for a ticket now goes on waiting, and one that was
** told is not told again. The ticket is on top of its copied keep. */
static void keep_waiters(lua_State *L) {
  la_getkeep(L, -1);
  lua_rawgeti(L, -1, KEEP_WAITERS);
  lua_rawseti(L, -4, KEEP_WAITERS);
  lua_pop(L, 1);
}

/* Pushes a copy of the keep that the snapshot has of the userdata on top: false, it has none. */
static void push_kept(lua_State *L) {
  lua_rawgeti(L, AT_LIST, SNAP_KEEPS);
  lua_pushvalue(L, -2);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (!lua_istable(L, -1)) return;
  push_copy(L, -1);
  lua_remove(L, -2);
  lua_pushvalue(L, -2);
  if (la_object_test(L, -1, &la_ticket_type) != NULL) keep_waiters(L);
  lua_pop(L, 1);
}

/* Pushes what was tracked: the bytes; a list of each userdata that is still there, with a copy of
** its keep, which is its own from then on; and room for the bytes of any. */
static void push_tracked(lua_State *L) {
  enum { BYTES = AT_LIST + 1, READY };
  size_t most = 1;
  lua_rawgeti(L, AT_LIST, SNAP_TRACKED);
  int count = (int)la_rawlen(L, BYTES);
  lua_createtable(L, 2 * count, 0);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, BYTES, i);
    if (la_rawlen(L, -1) > most) most = la_rawlen(L, -1);
    lua_rawgeti(L, AT_LIST, SNAP_HOLDERS);
    lua_rawgeti(L, -1, i);
    if (lua_isnil(L, -1)) lua_pushboolean(L, 0);
    else push_kept(L);
    lua_rawseti(L, READY, 2 * i);
    lua_rawseti(L, READY, 2 * i - 1);
    lua_settop(L, READY);
  }
  la_newuserdata(L, most);
}

/* Makes all that going back takes: behind it nothing allocates. */
static la_map *make_ready(lua_State *L) {
  unsigned epoch;
  la_map *map;
  do {
    lua_settop(L, AT_SNAPSHOT);
    map = la_map_edit(L, AT_MAP);
    la_hold(map, NULL);
    snapshot_check(L, AT_SNAPSHOT, map);
    epoch = map->epoch;
    lua_createtable(L, STORE_SLOTS, 0);
    la_getkeep(L, AT_SNAPSHOT);
    copy_slots(L, AT_LIST, AT_NEW);
    push_tracked(L);
  } while (epoch != map->epoch);
  return map;
}

/* What is there now, whether or not it will be. */
static void close_all(la_map *map) {
  for (la_child *one = map->first; one != NULL; one = one->next) one->object = NULL;
  if (la_units != NULL) la_units->close_all(map);
  for (la_tracked *one = map->tracked; one != NULL; one = one->next) la_tracked_forget(one, true);
}

static void open_children(lua_State *L, la_map *map, size_t count) {
  lua_rawgeti(L, AT_LIST, SNAP_CHILDREN);
  const KeptChild *kept = lua_touserdata(L, -1);
  lua_pop(L, 1);
  for (size_t i = 0; i < count; i++) {
    kept[i].child->object = kept[i].object;
    kept[i].child->next = i + 1 < count ? kept[i + 1].child : NULL;
  }
  map->first = count > 0 ? kept[0].child : NULL;
  map->last = count > 0 ? kept[count - 1].child : NULL;
  if (la_units != NULL) la_units->open_all(map);
}

/* Its place in the list is that of now. */
static void put_tracked(la_tracked *tracked, const char *bytes, size_t size) {
  la_tracked kept = *tracked;
  memcpy(tracked, bytes, size);
  tracked->next = kept.next;
  tracked->at = kept.at;
}

/* Nobody can reach the userdata: its object is there again, and goes. */
static void drop_tracked(lua_State *L, void *room) {
  memcpy(room, lua_tostring(L, -1), la_rawlen(L, -1));
  la_tracked_forget(room, false);
}

/* What push_tracked has pushed stands at AT_LIST + 1 to AT_LIST + 3. */
static void open_tracked(lua_State *L) {
  enum { BYTES = AT_LIST + 1, READY, ROOM };
  for (int i = 1, count = (int)la_rawlen(L, BYTES); i <= count; i++) {
    lua_rawgeti(L, READY, 2 * i);
    lua_rawgeti(L, READY, 2 * i - 1);
    lua_rawgeti(L, BYTES, i);
    if (lua_isnil(L, -2)) {
      drop_tracked(L, lua_touserdata(L, ROOM));
    } else {
      put_tracked(lua_touserdata(L, -2), lua_tostring(L, -1), la_rawlen(L, -1));
      lua_pushvalue(L, -3);
      if (lua_istable(L, -1)) la_setkeep(L, -3);
    }
    lua_settop(L, ROOM);
  }
}

static void put_slots(lua_State *L) {
  la_getkeep(L, AT_MAP);
  for (int slot = STORE_TERRAINS; slot <= STORE_LAST_ENDED; slot++) {
    lua_rawgeti(L, AT_NEW, slot);
    lua_rawseti(L, -2, slot);
  }
  lua_pop(L, 1);
}

/* `removals` says that units may be gone, `epoch` that all may be: both only grow. */
static void put_fields(la_map *map, const la_map *was) {
  map->events = was->events;
  map->event_count = was->event_count;
  map->events_kept = was->events_kept;
  map->last_unit_id = was->last_unit_id;
  map->spent = was->spent;
  map->removals++;
  map->epoch++;
}

/* map:restore(snapshot) -> map */
static int map_restore(lua_State *L) {
  lua_settop(L, AT_SNAPSHOT);
  snapshot_check(L, AT_SNAPSHOT, la_map_edit(L, AT_MAP));
  la_map *map = make_ready(L);
  const la_snapshot *box = lua_touserdata(L, AT_SNAPSHOT);
  close_all(map);
  astar_map_restore(map->map, box->snapshot);
  put_fields(map, &box->was);
  put_slots(L);
  open_children(L, map, box->child_count);
  open_tracked(L);
  lua_settop(L, AT_MAP);
  return 1;
}

const luaL_Reg la_rewind_map_methods[] = {
  { "snapshot", map_snapshot }, { "restore", map_restore }, { NULL, NULL }
};

/* ---- forks ----------------------------------------------------------------------------------- */

/* core.fork(map) -> map */
int la_map_fork(lua_State *L) {
  enum { AT_FORK = AT_MAP + 1 };
  astar_status why;
  lua_settop(L, AT_MAP);
  la_map_edit(L, AT_MAP);
  la_map *fork = la_map_make(L);
  fork->map = astar_map_fork(la_map_edit(L, AT_MAP)->map, &why);
  if (fork->map == NULL) la_status_check(L, why);
  la_map_adopt(L, AT_FORK);
  la_map_keep_data(L, AT_MAP, AT_FORK);
  la_tell_collector(L, astar_map_memory(fork->map));
  return 1;
}

/* ---- the object ------------------------------------------------------------------------------ */

static void snapshot_release(la_snapshot *box) {
  if (box->snapshot != NULL && box->map->map != NULL) astar_snapshot_free(box->snapshot);
  box->snapshot = NULL;
}

/* What it keeps alive goes with it. */
static int snapshot_close(lua_State *L) {
  la_snapshot *box = la_object_check(L, 1, &la_snapshot_type);
  lua_settop(L, 1);
  if (box->snapshot == NULL) return 0;
  la_getkeep(L, 1);
  for (int slot = STORE_TERRAINS; slot < SNAP_SLOTS; slot++) {
    lua_pushnil(L);
    lua_rawseti(L, 2, slot);
  }
  snapshot_release(box);
  return 0;
}

static int snapshot_gc(lua_State *L) {
  la_snapshot *box = la_object_test(L, 1, &la_snapshot_type);
  if (box != NULL) snapshot_release(box);
  return 0;
}

static int snapshot_tostring(lua_State *L) {
  const la_snapshot *box = la_object_check(L, 1, &la_snapshot_type);
  if (box->snapshot == NULL || box->map->map == NULL) lua_pushliteral(L, "snapshot (closed)");
  else lua_pushfstring(L, "snapshot (%d bytes copied)",
                       (int)astar_snapshot_copied(box->snapshot));
  return 1;
}

static int snapshot_copied(lua_State *L) {
  const la_snapshot *box = snapshot_check(L, 1, NULL);
  if (box->map->map == NULL) la_fail(L, 1, "map is closed");
  lua_pushinteger(L, (lua_Integer)astar_snapshot_copied(box->snapshot));
  return 1;
}

const luaL_Reg la_snapshot_methods[] = {
  { "close", snapshot_close },
  { "__gc", snapshot_gc }, { "__tostring", snapshot_tostring },
#if LA_HAS_CLOSE
  { "__close", snapshot_close },
#endif
  { NULL, NULL }
};

const la_field la_snapshot_fields[] = { { "copied", snapshot_copied, NULL }, { NULL, NULL, NULL } };

const la_type la_snapshot_type = { .name = "snapshot" };
