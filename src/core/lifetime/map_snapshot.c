/* Going back: snapshots of a whole map. What they are is in base/snapshot.h. */
#include "../base/snapshot.h"
#include "../map/map.h"

astar_snapshot *astar_map_snapshot(astar_map *map, astar_status *why) {
  *why = ASTAR_INVALID;
  if (!map_is_open(map)) return NULL;
  astar_snapshot *snapshot = snapshot_take(&map->memory);
  *why = snapshot != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
  return snapshot;
}

astar_status astar_map_restore(astar_map *map, const astar_snapshot *snapshot) {
  bool fits = map_is_open(map) && map_accepts(map, snapshot_is_of(snapshot, &map->memory),
                                              "snapshot: of another map");
  if (!fits) return ASTAR_INVALID;
  snapshot_restore(snapshot);
  return ASTAR_OK;
}

void astar_snapshot_free(astar_snapshot *snapshot) {
  if (snapshot != NULL) snapshot_free(snapshot);
}
