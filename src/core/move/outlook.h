/*
** The outlook of watched paths: what has changed since they were looked at last, for each plane and
** each influence map that one of them counts.
**
** Two things are told apart. Blocks of cells with *any* change may be too many: paths that cross
** them are priced again, which gives what it gives. Which cells have become *cheaper*, or may be
** crossed on another diagonal now, decides whether there is a search, and takes part of the nodes
** of a tick. So it must not depend on what was asked in between: terrain is read from the journal,
** and influence is compared with a copy of what it was.
*/
#ifndef ASTAR_OUTLOOK_H
#define ASTAR_OUTLOOK_H

#include "../map/watch.h"
#include "../tables/plane.h"
#include "../tables/shortcut.h"

typedef struct PlaneNews {
  struct PlaneNews *next;
  astar_class *cls;
  astar_player *player;             /* NULL: all is known */
  uint64_t player_number;           /* of the player, which may have been removed; 0 for NULL */
  Plane *plane;                     /* as long as a round lasts */
  uint32_t class_version;
  uint64_t journal_seen, changes_seen, exits_seen;
  bool is_any, is_all;              /* there are changed blocks; all of them */
  bool links;                       /* other links lead somewhere */
  Blocks blocks;
  Shortcuts cheaper;
} PlaneNews;

typedef struct InfluenceNews {
  struct InfluenceNews *next;
  astar_influence *influence;
  uint64_t id;                      /* of the influence map, which may have been removed */
  bool is_used;
  uint64_t seen;
  int32_t *values;                  /* as they were */
  bool is_any;
  Blocks blocks;
  Shortcuts fallen, risen;
} InfluenceNews;

typedef struct Outlook {
  PlaneNews *planes;
  InfluenceNews *influences;
  bool is_any;                      /* anything has changed */
  bool has_all;                     /* influence maps, in this round */
} Outlook;

/* From now on changes are noted of all that the watch counts. False: no memory. */
bool outlook_include(Outlook *outlook, const astar_watch *watch);
/* Adds what has changed to what has not been forgotten. What a unit includes changes with its path,
** so that is included again; that of other watches has been. False: no memory. */
bool outlook_read(Outlook *outlook, astar_map *map);
/* Drops what no watch counts any more. False: no memory. */
bool outlook_prune(Outlook *outlook, astar_map *map);
/* It has been noted. */
void outlook_forget(Outlook *outlook);
void outlook_free(Outlook *outlook, astar_map *map);
/* Of a class and a player that a watch has. */
PlaneNews *outlook_plane(const Outlook *outlook, const astar_class *cls,
                         const astar_player *player);
InfluenceNews *outlook_influence(const Outlook *outlook, const astar_influence *influence);

#endif
