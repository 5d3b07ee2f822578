/*
** Snapshots: all blocks of a memory, as they were at a moment.
**
** Nothing is known of what they mean. So going back brings everything back, each object at its
** address: what was removed since is there again, what was made since is gone, and what works in
** steps is where it was.
*/
#ifndef ASTAR_SNAPSHOT_H
#define ASTAR_SNAPSHOT_H

#include "memory.h"

/* NULL: no memory. */
astar_snapshot *snapshot_take(Memory *memory);
bool snapshot_is_of(const astar_snapshot *snapshot, const Memory *memory);
/* Needs no memory. The memory's own record may lie in one of its blocks. */
void snapshot_restore(const astar_snapshot *snapshot);
void snapshot_free(astar_snapshot *snapshot);
/* Those that are left. */
void snapshots_free(Memory *memory);

#endif
