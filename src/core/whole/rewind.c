/* Going back: snapshots of a whole map. What they are is in base/snapshot.h. */
#include "../base/snapshot.h"
#include "../map/map.h"

astar_snapshot *astar_map_snapshot(astar_map *map, astar_status *why) {
  *why = ASTAR_INVALID;
  if (map->locks > 0) return NULL;
  astar_snapshot *snapshot = snapshot_take(&map->memory);
  *why = snapshot != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
  return snapshot;
}

astar_status astar_map_restore(astar_map *map, const astar_snapshot *snapshot) {
  if (map->locks > 0 || !snapshot_is_of(snapshot, &map->memory)) return ASTAR_INVALID;
  snapshot_restore(snapshot);
  return ASTAR_OK;
}

void astar_snapshot_free(astar_snapshot *snapshot) {
  if (snapshot != NULL) snapshot_free(snapshot);
}
