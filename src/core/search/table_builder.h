/*
** Table builders: all that the first search of a class and player would make at once, made in
** steps: for loading screens, and for the queue on large maps.
**
** The steps take about as long as each other on maps of any size. They are the same whatever tables
** there are; those that find nothing to do are short. Between two steps the map may change: what
** has changed is repaired in further steps. And searches may make what they need at once; then the
** steps find nothing to do.
*/
#ifndef ASTAR_TABLE_BUILDER_H
#define ASTAR_TABLE_BUILDER_H

#include "../base/thread_pool.h"
#include "../tables/jump_builder.h"
#include "../view/cost_cache.h"

/* Of TABLES_BUILT all, as table_builder_done has it, this is for searches without layers. */
enum { TABLES_BUILT = 1 << 16, TABLES_BUILT_BARE = TABLES_BUILT / 4 * 3 };

typedef struct TableBuilder {
  astar_map *map;
  astar_class *cls;
  astar_player *player;
  int threads;
  int stage;
  int32_t step;                     /* the next one of the stage */
  int copies;                       /* of memory for a search: so many may run at the same time */
  int copy;                         /* the one that the stage makes */
  int restarts;
  bool begun;                       /* the stage is */
  bool wanted;                      /* there is something to do for it */
  Plane *plane;                     /* NULL during the first stage */
  uint64_t making;                  /* which making of tables or patterns is this one's */
  Backlog backlog;                  /* since the stage was begun */
  PlaneBuilder kinds;
  bool serves_jumps;                /* the plane serves jump point search, or is for patterns */
  JumpBuilder *jumps;
  ThreadPool pool;                  /* while there are jumps, with several threads */
  Nodes nodes;
  uint64_t numbering;               /* that the nodes are to have; 0: none */
  CostCache *cost_cache;
} TableBuilder;

TableBuilder table_builder_of(astar_map *map, const astar_query *resolved, int threads);
/* Does the next step. OK; NO_MEMORY or LIMIT: the rest is left to the searches. */
astar_status table_builder_step(TableBuilder *builder);
/* Finds out what the map's changes have made of it; table_builder_step does so, too. */
astar_status table_builder_follow(TableBuilder *builder);
/* How much is done, of TABLES_BUILT. Where the map changes it may become less. */
uint32_t table_builder_done(const TableBuilder *builder);
/* Must be called at the end, whether or not all steps were done. */
void table_builder_end(TableBuilder *builder);

#endif
