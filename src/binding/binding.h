/*
** The objects of the Lua interface, and what their files share.
**
** Every object of a map has the map's store as its keep (see compat.h): a table with the map's
** userdata in it, so an object keeps its map alive. The store in turn holds the map's classes,
** players, influences and units, so asking twice gives the same userdata, and none is collected
** before it is removed or the map is.
**
** An object is put into the store first, while it is still closed (`object` NULL), then made in
** the core, then opened: whichever step fails, nothing has changed. What is removed is closed
** again; closing the map closes all, since they look at la_map.map first.
**
** Whenever Lua allocates, its collector may run finalizers, and these may do with the map what they
** like: remove the very object that a function is working on. So a function checks its objects
** after it has allocated, however sure it was before, and does not allocate between a check and
** the call of the core that relies on it. Where that cannot be had (a path is asked for its size
** before Lua is asked for the memory), la_map.epoch tells whether somebody interfered.
*/
#ifndef ASTAR_BINDING_BINDING_H
#define ASTAR_BINDING_BINDING_H

#include "args.h"
#include "../astar.h"
#include "compat.h"
#include "object.h"

/* Slots of the store. */
enum {
  STORE_MAP = 1,                    /* the map's userdata */
  STORE_TERRAINS,                   /* id -> name and name -> id */
  STORE_CHILDREN,                   /* la_child address -> userdata, but not of units */
  STORE_UNITS,                      /* id -> userdata */
  STORE_DATA,                       /* id of a unit -> its data */
  STORE_ROUTES,                     /* id of a unit -> the path it follows */
  STORE_TICKETS,                    /* a core's ticket -> userdata, until it is told of */
  STORE_EVENTS,                     /* the events of the last tick, see events.c */
  STORE_ENDED,                      /* the first and the last of the tickets that have ended, see */
  STORE_LAST_ENDED,                 /* ticket.c */
  STORE_KEY_EXTRA,                  /* the strings "extra_cost" and "trace" */
  STORE_KEY_TRACE,
  STORE_DEPTH                       /* what la_map.depth points to */
};

typedef struct la_child la_child;

typedef struct la_map {
  astar_map *map;                   /* NULL: closed */
  astar_search *held;               /* the search of a path call under way; see la_hold */
  int locked;                       /* callbacks running */
  int *depth;                       /* callbacks running in this Lua state, within one another */
  unsigned epoch;                   /* changes with each change of the map, or of `held` */
  la_child *first, *last;           /* all but units, in the order they were made */
  la_child *default_class;
  const astar_unit_event *events;   /* of the last tick, as long as they are not kept */
  int32_t event_count;
  bool events_kept;                 /* the store has them, see events.c */
  uint32_t last_unit_id;
  uint64_t spent;                   /* nodes that calls of path and nearest have expanded */
} la_map;

/* A class, player, influence or unit. */
struct la_child {
  la_map *map;
  const la_type *type;
  void *object;                     /* NULL: removed, or not made yet */
  la_child *next;                   /* of all but units */
  la_child *cls, *player;           /* of a unit */
  uint32_t id;                      /* of a unit, also when it is removed; else 0 */
};

extern const la_type la_map_type, la_class_type, la_player_type, la_influence_type, la_unit_type;
extern const la_type la_query_type, la_path_type, la_search_type, la_field_type, la_ticket_type;

/* ---- map.c --------------------------------------------------------------------------------- */

/* core.new; its upvalue counts callbacks */
int la_map_new(lua_State *L);
/* Pushes a closed map; the same upvalue. */
la_map *la_map_make(lua_State *L);
/* The open map at argument `arg`; la_edit: and nothing locks it. */
la_map *la_map_check(lua_State *L, int arg);
la_map *la_map_edit(lua_State *L, int arg);
/* Raises an error while a callback runs; else a change of the map is to be expected. */
void la_unlocked(lua_State *L, la_map *map);
/* Raises what a status other than an outcome of a search means: memory. */
void la_status_check(lua_State *L, astar_status status);
/* Lua does not see the core's memory: lets its collector work as if it had allocated as much. */
void la_tell_collector(lua_State *L, size_t bytes);
/* Pushes a hash in 16 digits. */
void la_push_hash(lua_State *L, uint64_t hash);
/* Pushes nil; returns 1. */
int la_push_nil(lua_State *L);
/* Pushes nil and the name of an outcome; returns 2. */
int la_push_outcome(lua_State *L, astar_status status);

/* Pushes the store of the object at `index`, or one of its slots. */
void la_push_slot(lua_State *L, int index, int slot);
/* Keeps a search until it is let go, by this call or, after an error, by the next or the map. */
void la_hold(la_map *map, astar_search *search);
/* Lets it go when it has come to its end, and counts what it has expanded. */
void la_let_go(la_map *map);

/* ---- child.c ------------------------------------------------------------------------------- */

/* Pushes a closed child of the map whose object stands at `owner`; allocates before all else. */
la_child *la_child_new(lua_State *L, int owner, const la_type *type);
/* Opens the child on top with what the core made of it, or, where it failed, forgets it. */
void la_child_open(la_child *child, void *object);
void la_child_forget(lua_State *L, int owner, la_child *child);
/* The live child at argument `arg`; with la_edit its map is not locked either. */
la_child *la_child_check(lua_State *L, int arg, const la_type *type);
la_child *la_child_edit(lua_State *L, int arg, const la_type *type);
/* The field `removed`: of all the one that can be read when the child is there no more. */
int la_child_push_removed(lua_State *L, const la_type *type);
/* A live child of `map`. */
la_child *la_child_of(la_value value, const la_type *type, const la_map *map);
/* The live player or influence of that name, or NULL. */
la_child *la_child_named(const la_map *map, const la_type *type, const char *name);
/* The child that is this class, player or influence of the core. */
la_child *la_child_for(const la_map *map, const void *object);
/* Pushes a child's userdata, which is in the store of the object at `owner`. */
void la_child_push(lua_State *L, int owner, const la_child *child);

/* methods of the map: for child in map:classes() do, in the order they were made */
int la_map_classes(lua_State *L);
int la_map_players(lua_State *L);
int la_map_influences(lua_State *L);

/* ---- terrain.c ----------------------------------------------------------------------------- */

extern const luaL_Reg la_terrain_methods[];

/* The id of the terrain named by a value, of the map whose object stands at `owner`. */
int32_t la_terrain(la_value value, int owner);
/* Raises an error where a diagonal step at that straight cost would cost too much on this map. */
void la_cost_check(lua_State *L, int arg, const astar_map *map, const char *what, int32_t cost);
/* Notes the names of a map that was loaded, which stands at index 1. */
void la_terrain_names(lua_State *L);
/* Pushes the name of a terrain, nil for id 0. */
void la_terrain_push(lua_State *L, int owner, int32_t id);

/* ---- class.c, player.c, influence.c, unit.c, events.c: methods of the map -------------------- */

int la_map_class(lua_State *L);
int la_map_player(lua_State *L);
int la_map_influence(lua_State *L);
int la_map_units(lua_State *L);
int la_map_unit_at(lua_State *L);
int la_map_units_near(lua_State *L);
int la_map_tick(lua_State *L);
int la_map_events(lua_State *L);

/* plane.c: the methods _plane of maps, players and influence maps */
int la_map_plane(lua_State *L);
int la_player_plane(lua_State *L);
int la_influence_plane(lua_State *L);

/* Makes the userdata of the map's default class; the map is at `owner`. */
void la_class_default(lua_State *L, int owner);
/* save.c: core.load, which has the same upvalue as core.new, and a method of the map */
int la_map_load(lua_State *L);
int la_checksum(lua_State *L);
/* file.c: core.read_file and core.file_stamp */
int la_read_file(lua_State *L);
int la_file_stamp(lua_State *L);
int la_map_save(lua_State *L);
int la_player_unit(lua_State *L);
int la_player_units(lua_State *L);
int la_player_blocked_units(lua_State *L);
int la_unit_units_near(lua_State *L);
/* Closes the unit's userdata; the core's unit is removed by the caller. */
void la_unit_forget(lua_State *L, int owner, la_child *unit);
/* Pushes the userdata of a unit of the core. */
void la_unit_push(lua_State *L, int owner, const astar_unit *unit);
/* Takes the events of the last tick from the core before a unit is removed. */
void la_events_keep(lua_State *L, int owner, la_map *map);

#endif
