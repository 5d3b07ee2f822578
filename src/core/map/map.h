/*
** The map as a whole: the owner of every layer and of every table made from them.
*/
#ifndef ASTAR_MAP_H
#define ASTAR_MAP_H

#include "../frontier/spare.h"
#include "circle.h"
#include "geometry.h"
#include "occupancy.h"
#include "opacity.h"
#include "unit_slots.h"

/* See link.h. */
typedef struct Links {
  astar_link *first, *last;         /* in the order of their numbers */
  uint32_t last_number;
  uint64_t version;
  uint64_t *ends;                   /* a bit per cell where a link begins or ends; NULL: none */
  bool ends_stale;                  /* a link has gone since they were marked */
} Links;

struct astar_map {
  Memory memory;
  Grid grid;
  Geometry geometry;
  Opacity opacity;                  /* what hides what lies behind */
  Circle circle;                    /* of the field of view that was cast last */
  astar_class *classes;             /* the default class is the first */
  astar_player *players;            /* in the order of their making, as all lists here */
  astar_influence *influences;
  astar_sight *sights;
  Links links;
  uint64_t recipe_rounds;           /* how often recipes have been brought up to date */
  astar_unit *units, *last_unit;    /* by id */
  astar_unit *standers;             /* those without a path, in no order that matters */
  size_t stander_count;
  uint32_t last_unit_id;
  UnitSlots unit_slots;             /* which of them are still there */
  Occupancy occupancy;              /* which unit covers a cell */
  uint64_t standing_version;        /* counts what changes which cells are taken for players: see
                                    ** claims.h */
  struct Plane *planes;
  uint64_t ids;                     /* numbers given so far to what must be told apart */
  Spare spare;
  struct Blend *blends;             /* see blend.h; the last used first */
  astar_search *searches;           /* those not freed, and the idle one */
  astar_search *idle;               /* one that is used again for the next query, or NULL */
  struct Kit *kits;                 /* see kit.h; the last used first */
  int kit_count;
  astar_field *fields;
  astar_areas *areas;               /* see areas.h */
  struct Queue *queue;              /* NULL until something is asked for */
  struct Groundwork *groundworks;   /* see groundwork.h */
  astar_watch *watches;             /* see watch.h; by number */
  uint32_t last_watch;              /* the greatest number that was given */
  uint32_t watch_served;            /* the number of the last one that was searched for */
  uint32_t unit_watches;            /* how many of them are of units */
  bool has_stale_watches;           /* an influence map was removed that they include */
  astar_unit_event *events;         /* of the last tick */
  size_t event_count, event_capacity;
  uint32_t ticks;
  struct Movement *movement;        /* see movement.h */
  uint64_t waits;
  uint32_t removals;                /* of players, influence maps and units, so far */
  int32_t locks;                    /* callbacks under way: the map must not be changed */
  void *user_data;                  /* the game's; see user_data.c */
};

#endif
