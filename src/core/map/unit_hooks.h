/*
** What paths ask of units, without knowing what a unit is. The rooms of units, which come later,
** fill in one such table; a library of paths alone has none, and no unit ever asks there.
**
** Units reach a search in two sets of cells: those that are claimed, which cost more, and those
** that are taken, which are banned; see view/obstacles.h.
*/
#ifndef ASTAR_UNIT_HOOKS_H
#define ASTAR_UNIT_HOOKS_H

#include "query.h"

struct Claims;
struct Taken;
struct Writer;
struct Section;
struct Frame;

/* False, of what returns a bool that says nothing else: no memory. */
typedef struct UnitHooks {
  /* ---- the unit that asks ---- */
  astar_class *(*cls)(const astar_unit *unit);
  astar_player *(*player)(const astar_unit *unit);
  uint32_t (*id)(const astar_unit *unit);
  astar_cell (*cell)(const astar_unit *unit);
  /* Is the unit of that id, made before so much had been removed from the map, still there? */
  bool (*is_there)(const astar_map *map, const astar_unit *unit, uint32_t id, uint32_t since);
  astar_unit *(*by_id)(const astar_map *map, uint32_t id);      /* NULL: there is none */

  /* ---- the cells in its way: see view/obstacles.h and units/claims.h ---- */
  bool (*claims_mark)(const astar_query *query, struct Claims *claims);
  bool (*taken_find)(const astar_query *query, struct Taken *taken);
  bool (*taken_add_goals)(const GoalArea *goals, struct Taken *taken);
  bool (*taken_add_all)(const astar_unit *unit, struct Taken *taken);
  bool (*taken_is_new)(const astar_unit *unit, const struct Taken *taken);
  bool (*taken_is_kept)(const astar_query *query, int32_t x, int32_t y);
  uint32_t (*id_at)(const astar_map *map, Cell cell);           /* 0: no unit covers the cell */
  /* Does a unit of the viewer's side cover the cell, other than itself and the one at the goal? */
  bool (*is_in_line)(const astar_unit *viewer, Cell cell, Cell goal);

  /* ---- the map's life: see lifetime/lifetime.c ---- */
  bool (*open)(astar_map *map);
  void (*end_searches)(astar_map *map);                         /* before searches are freed */
  void (*close)(astar_map *map);                                /* before players are */
  uint64_t (*hash)(const astar_map *map, uint64_t hash);
  const char *(*validate)(const astar_map *map);
  void (*forget_influence)(astar_map *map, const astar_influence *influence);
  void (*forget_player)(astar_map *map, const astar_player *player);

  /* ---- a tick: see move/tick.h ---- */
  bool (*tick_prepare)(astar_map *map);
  const astar_unit_event *(*tick_units)(astar_map *map, int32_t *count);

  /* ---- saving: see save/save.h ---- */
  bool (*settle)(astar_map *map);                               /* before the map is written */
  void (*time_is_set)(astar_map *map);                          /* of a map that is loaded */
  void (*save_units)(struct Writer *writer, const astar_map *map);
  void (*save_watches)(struct Writer *writer, const astar_map *map);
  const struct Section *unit_sections, *watch_sections;
  bool (*fits_frame)(const astar_map *map, const struct Frame *frame);
  void (*hand_on_user_data)(const astar_map *map, astar_map *other);
} UnitHooks;

/* Is the unit one of the map's? */
bool unit_is_of(const astar_map *map, const astar_unit *unit);

extern const UnitHooks units_of_map;        /* of move/units_of_map.c */
extern const UnitHooks *const unit_hooks;   /* that; NULL: a library of paths alone */

#endif
