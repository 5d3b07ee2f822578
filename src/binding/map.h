/*
** The map's userdata, and what its objects share.
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
#ifndef ASTAR_BINDING_MAP_H
#define ASTAR_BINDING_MAP_H

#include "../astar.h"
#include "compat.h"
#include "types.h"

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
  STORE_LAST_ENDED,                 /* ticket_waiters.c */
  STORE_KEY_EXTRA,                  /* the strings "extra_cost" and "trace" */
  STORE_KEY_TRACE,
  STORE_DEPTH,                      /* what la_map.depth points to */
  STORE_TRACKED,                    /* weak: address -> userdata that is the map's for a while; see
                                    ** la_track */
  STORE_SLOTS = STORE_TRACKED
};

typedef struct la_child la_child;

/*
** The beginning of a userdata of something that the map has until it is closed: a search, a ticket,
** a field, areas, a sight. Going back to a snapshot brings it back.
**
** All of them form a list, and those that somebody can reach stand in the store. The rest wait for
** their finalizers.
*/
typedef struct la_tracked {
  struct la_tracked *next, **at;    /* `at`: what points to it; NULL: it is in no list */
  const la_type *type;
  struct la_map *map;
  void *object;                     /* of the core; NULL: closed, or not made yet */
  bool is_closed;                   /* for good: a search that has ended has no object either */
} la_tracked;

typedef struct la_map {
  astar_map *map;                   /* NULL: closed */
  astar_search *held;               /* the search of a path call under way; see la_hold */
  int locked;                       /* callbacks running */
  bool is_worlds;                   /* a world ticks it */
  la_tracked *tracked;              /* the last one that was made */
  int *depth;                       /* callbacks running in this Lua state, within one another */
  unsigned epoch;                   /* changes with each change of the map, or of `held` */
  la_child *first, *last;           /* all but units, in the order they were made */
  la_child *default_class;
  const astar_unit_event *events;   /* of the last tick, as long as they are not kept */
  int32_t event_count;
  bool events_kept;                 /* the store has them, see events.c */
  uint32_t last_unit_id;
  uint32_t removals;                /* of classes, players, influences and units, by scripts */
  uint64_t spent;                   /* nodes that calls of path and nearest have expanded */
} la_map;

/* Pushes a closed map, for a function whose upvalue counts callbacks. */
la_map *la_map_make(lua_State *L);
/* The open map at argument `arg`; la_edit: and nothing locks it. */
la_map *la_map_check(lua_State *L, int arg);
la_map *la_map_edit(lua_State *L, int arg);
/* Raises an error while a callback runs; else a change of the map is to be expected. */
void la_unlocked(lua_State *L, la_map *map);
/* Pushes the store of the object at `index`, or one of its slots. */
void la_push_slot(lua_State *L, int index, int slot);
/* Pushes a table that keeps its keys ("k") or its values ("v") alive no longer than others do. */
void la_push_weak(lua_State *L, const char *mode);
/* Pops the keep of the userdata at `index`, which begins with a la_tracked and is not open yet.
** `owner`: the map, or a child of it. A snapshot may be taken from here on, even if the userdata is
** never opened: so what is tracked has a keep. */
void la_track(lua_State *L, int owner, int index, const la_type *type);
/* The open one at index 1. */
void *la_tracked_check(lua_State *L, const la_type *type);
/* Closes it. `is_gone`: the map has gone back to where there was no such object. */
void la_tracked_forget(la_tracked *tracked, bool is_gone);
/* Methods of them: close, __gc, __tostring. */
int la_tracked_close(lua_State *L);
int la_tracked_gc(lua_State *L);
int la_tracked_tostring(lua_State *L);
/* Keeps a search until it is let go, by this call or, after an error, by the next or the map. */
void la_hold(la_map *map, astar_search *search);
/* Lets it go when it has come to its end, and counts what it has expanded. */
void la_let_go(la_map *map);

#endif
