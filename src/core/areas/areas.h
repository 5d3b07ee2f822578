/*
** Areas as they are kept: what they are made from, and the division that was found last. They are
** found again, all of them, where the plane or links have changed since; only what it costs to come
** somewhere from a side is repaired (field.h).
*/
#ifndef ASTAR_AREAS_H
#define ASTAR_AREAS_H

#include "../map/query.h"
#include "division.h"

typedef enum AreasKind { AREAS_GROUND, AREAS_CUT_OFF, AREAS_SIDES } AreasKind;

struct astar_areas {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_areas *next, **at;          /* among the map's; what points to it */
  astar_map *map;
  AreasKind kind;
  astar_query query;                /* class and player */
  QueryDate date;                   /* when it was last seen to be whole */
  astar_areas_desc desc;            /* of AREAS_GROUND */
  Cell *blocked;                    /* of AREAS_CUT_OFF */
  size_t blocked_count;
  astar_field **fields;             /* of AREAS_SIDES: costs from each; NULL: it has no cells */
  uint64_t *field_versions;         /* for which the division was found */
  size_t side_count;
  uint64_t plane_id, plane_seen, links_seen;   /* likewise */
  uint64_t version;                 /* 0: nothing found yet */
  Division division;
};
HAS_USER_DATA(astar_areas);

void areas_free_all(astar_map *map);

#endif
