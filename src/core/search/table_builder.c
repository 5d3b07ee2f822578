#include "table_builder.h"

TableBuilder table_builder_of(astar_map *map, const astar_query *resolved, int threads) {
  return (TableBuilder){ .map = map, .cls = resolved->cls, .player = resolved->player,
                        .threads = threads, .copies = 1 };
}

static Memory *memory_of(const TableBuilder *builder) {
  return &builder->map->memory;
}

static int32_t bands_of(const TableBuilder *builder) {
  return grid_bands(&builder->map->grid);
}

/* Where jump point search can be had without layers, it is the fastest. */
static bool serves_jumps(const TableBuilder *builder) {
  return plane_denies_jumps(builder->plane) == NULL;
}

/* Repairs take longer than to make a table does, where more has changed than that. */
static void begin_backlog(TableBuilder *builder, size_t most) {
  backlog_begin(&builder->backlog, &builder->plane->changes, most);
}

/* ---- the kinds of cells ---------------------------------------------------------------------- */

static int32_t kinds_steps(const TableBuilder *builder) {
  return plane_builder_steps(&(PlaneBuilder){ .cls = builder->cls });
}

static bool lacks_plane(const TableBuilder *builder) {
  return plane_find(builder->map, builder->cls, builder->player) == NULL;
}

static astar_status begin_kinds(TableBuilder *builder) {
  astar_map *map = builder->map;
  astar_player *player = builder->player;
  builder->wanted = lacks_plane(builder);
  if (!builder->wanted) return ASTAR_OK;
  astar_status status = class_sync(builder->cls);
  if (status != ASTAR_OK) return status;
  uint8_t *kind = memory_raw(&map->memory, map->grid.cells);
  builder->kinds = plane_builder_of(builder->cls, plane_terrain_of(map, player), kind);
  backlog_begin(&builder->backlog, plane_log_of(map, player), map->grid.cells / 8);
  return kind != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static void drop_kinds(TableBuilder *builder) {
  memory_free(memory_of(builder), builder->kinds.kind, builder->map->grid.cells);
  builder->kinds.kind = NULL;
}

static bool do_kinds(TableBuilder *builder, int32_t step) {
  plane_builder_do(&builder->kinds, step);
  return true;
}

static bool repair_kinds(TableBuilder *builder, astar_rect rect) {
  plane_builder_repair(&builder->kinds, rect);
  return true;
}

static bool follow_kinds(TableBuilder *builder) {
  builder->wanted = lacks_plane(builder);
  return true;
}

static bool end_kinds(TableBuilder *builder) {
  bool adopted = plane_adopt(builder->map, builder->player, &builder->kinds,
                             builder->backlog.seen);
  if (adopted) builder->kinds.kind = NULL;
  return adopted;
}

/* ---- regions --------------------------------------------------------------------------------- */

static int32_t regions_steps_of(const TableBuilder *builder) {
  return regions_steps(builder->plane->regions);
}

static astar_status begin_regions(TableBuilder *builder) {
  builder->wanted = true;
  return plane_mark_regions(builder->plane) != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_regions(TableBuilder *builder, int32_t step) {
  Regions *regions = plane_mark_regions(builder->plane);
  return regions_do(regions, memory_of(builder), step);
}

static bool end_regions(TableBuilder *builder) {
  return plane_regions(builder->plane) != NULL;
}

/* ---- jump tables, or patterns ---------------------------------------------------------------- */

static int32_t tables_steps(const TableBuilder *builder) {
  return builder->serves_jumps ? jump_builder_steps(&builder->map->grid)
                                   : bands_of(builder);
}

static bool begin_jumps(TableBuilder *builder) {
  int hands = builder->threads > 1 ? JUMP_WORKERS : 1;
  if (!plane_update_jumps(builder->plane, &builder->wanted)) return false;
  builder->making = builder->plane->jumps_making;
  if (!builder->wanted) return true;
  builder->jumps = jump_builder_new(builder->plane->jumps, memory_of(builder), hands);
  if (builder->jumps != NULL && hands > 1)
    thread_pool_start(&builder->pool, memory_of(builder), builder->threads);
  return builder->jumps != NULL;
}

static void drop_jumps(TableBuilder *builder) {
  if (builder->jumps == NULL) return;
  if (builder->threads > 1) thread_pool_end(&builder->pool);
  jump_builder_free(builder->jumps, memory_of(builder));
  builder->jumps = NULL;
}

static bool begin_patterns(TableBuilder *builder) {
  if (!plane_update_patterns(builder->plane, &builder->wanted)) return false;
  builder->making = builder->plane->patterns->numbering;
  if (builder->wanted) patterns_clear(builder->plane->patterns);
  return true;
}

static astar_status begin_tables(TableBuilder *builder) {
  begin_backlog(builder, builder->map->grid.cells / 64);
  builder->serves_jumps = serves_jumps(builder);
  bool begun = builder->serves_jumps ? begin_jumps(builder) : begin_patterns(builder);
  return begun ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_jumps(TableBuilder *builder, int32_t step) {
  if (builder->threads == 1) jump_builder_do(builder->jumps, step);
  else jump_builder_do_together(builder->jumps, &builder->pool, step);
  return true;
}

static bool do_patterns(TableBuilder *builder, int32_t step) {
  return patterns_make_band(builder->plane->patterns, memory_of(builder), step);
}

static bool do_tables(TableBuilder *builder, int32_t step) {
  return builder->serves_jumps ? do_jumps(builder, step) : do_patterns(builder, step);
}

static bool repair_tables(TableBuilder *builder, astar_rect rect) {
  if (!builder->serves_jumps) return plane_repair_patterns(builder->plane, rect);
  plane_repair_jumps(builder->plane, rect);
  return true;
}

static bool end_tables(TableBuilder *builder) {
  uint64_t seen = builder->backlog.seen;
  if (builder->serves_jumps) builder->plane->jumps_seen = seen;
  else builder->plane->patterns_seen = seen;
  drop_jumps(builder);
  return true;
}

/* Another one may have made the same table since, or begun to. What was too varied may not be any
** more, where it has changed. */
static bool follow_tables(TableBuilder *builder) {
  const Plane *plane = builder->plane;
  bool jumps = builder->serves_jumps;
  if (jumps != serves_jumps(builder)) return false;
  builder->wanted = jumps ? plane_lacks_jumps(plane) : plane_lacks_patterns(plane);
  if (!builder->wanted) return true;
  if (jumps) return plane->jumps_making == builder->making;
  return plane->patterns->numbering == builder->making &&
         (!plane->patterns->too_varied || builder->backlog.count == 0);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Finds out which patterns nodes are to be numbered with; they are up to date. False: no memory. */
static bool choose_numbering(TableBuilder *builder) {
  builder->numbering = 0;
  if (builder->serves_jumps) return true;
  const Patterns *patterns = plane_patterns(builder->plane);
  if (patterns != NULL && !patterns->too_varied) builder->numbering = patterns->numbering;
  return patterns != NULL;
}

static astar_status begin_nodes(TableBuilder *builder) {
  astar_map *map = builder->map;
  begin_backlog(builder, map->grid.cells / 8);
  if (!choose_numbering(builder)) return ASTAR_NO_MEMORY;
  bool more = builder->copy > 0;
  bool has = node_pool_has_nodes(&map->node_pool, builder->numbering);
  builder->wanted = more ? map->node_pool.node_count <= builder->copy : !has;
  if (!builder->wanted) return ASTAR_OK;
  bool made = nodes_reserve(&builder->nodes, &map->memory, map->grid.cells);
  return made ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_nodes(TableBuilder *builder, int32_t step) {
  const Grid *grid = &builder->map->grid;
  GridBand band = grid_band(grid, step);
  nodes_clear(&builder->nodes, grid_cell(grid, -1, band.first), grid_cell(grid, -1, band.end));
  if (builder->numbering != 0)
    plane_number_band(builder->plane, &builder->nodes, step);
  return true;
}

static bool repair_nodes(TableBuilder *builder, astar_rect rect) {
  if (builder->numbering != 0)
    plane_repair_numbering(builder->plane, &builder->nodes, rect);
  return true;
}

static bool follow_nodes(TableBuilder *builder) {
  return builder->numbering == 0 ||
         builder->plane->patterns->numbering == builder->numbering;
}

static bool end_nodes(TableBuilder *builder) {
  if (builder->numbering != 0)
    plane_keep_numbering(builder->plane, &builder->nodes, builder->backlog.seen);
  node_pool_give_nodes(&builder->map->node_pool, memory_of(builder), &builder->nodes, false);
  return true;
}

/* ---- cost caches ----------------------------------------------------------------------------- */

static astar_status begin_cost_cache(TableBuilder *builder) {
  const astar_map *map = builder->map;
  bool more = builder->copy > 0, has = cost_cache_kept_for(map, builder->plane);
  builder->wanted = more ? cost_cache_count(map) <= builder->copy : !has;
  if (!builder->wanted) return ASTAR_OK;
  builder->cost_cache = cost_cache_raw(builder->map);
  return builder->cost_cache != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_cost_cache(TableBuilder *builder, int32_t step) {
  cost_cache_clear_band(builder->cost_cache, builder->map, step);
  return true;
}

static bool end_cost_cache(TableBuilder *builder) {
  cost_cache_give(builder->cost_cache, builder->map);
  builder->cost_cache = NULL;
  return true;
}

/* ---- stages ---------------------------------------------------------------------------------- */

typedef struct Stage {
  astar_status (*begin)(TableBuilder *builder);      /* finds out what is wanted */
  int32_t (*steps)(const TableBuilder *builder);     /* once it is begun */
  /* These are called while it is wanted. False: no memory. */
  bool (*step)(TableBuilder *builder, int32_t step);
  bool (*repair)(TableBuilder *builder, astar_rect rect);      /* after the steps; or NULL */
  bool (*end)(TableBuilder *builder);
  /* Finds out whether it is still wanted. False: it has to begin again. NULL: neither happens. */
  bool (*follow)(TableBuilder *builder);
  uint32_t share;                   /* of TABLES_BUILT, as the time it takes */
  bool for_each;                    /* search that may run at the same time: done so often */
} Stage;

static const Stage stages[] = {
  { begin_kinds, kinds_steps, do_kinds, repair_kinds, end_kinds, follow_kinds, TABLES_BUILT / 16,
    false },
  { begin_regions, regions_steps_of, do_regions, NULL, end_regions, NULL, TABLES_BUILT / 4, false },
  { begin_tables, tables_steps, do_tables, repair_tables, end_tables, follow_tables,
    TABLES_BUILT / 4, false },
  { begin_nodes, bands_of, do_nodes, repair_nodes, end_nodes, follow_nodes, TABLES_BUILT / 16 * 3,
    true },
  { begin_cost_cache, bands_of, do_cost_cache, NULL, end_cost_cache, NULL, TABLES_BUILT / 4, true }
};

enum { STAGE_REGIONS = 1, STAGE_TABLES, STAGES = sizeof stages / sizeof *stages };

#define REPAIRED_CELLS 64           /* in a step */
#define RESTARTS_MOST 16            /* then a stage is left to the searches */

static const Stage *stage_of(const TableBuilder *builder) {
  return &stages[builder->stage];
}

static int copies_of(const TableBuilder *builder) {
  return stage_of(builder)->for_each ? builder->copies : 1;
}

/* What there is to repair takes steps, too. */
static int32_t steps_of(const TableBuilder *builder) {
  size_t repairs = (builder->backlog.area + REPAIRED_CELLS - 1) / REPAIRED_CELLS;
  return stage_of(builder)->steps(builder) + (int32_t)repairs;
}

static void stage_drop(TableBuilder *builder) {
  drop_kinds(builder);
  drop_jumps(builder);
  backlog_free(&builder->backlog, memory_of(builder));
  nodes_free(&builder->nodes, memory_of(builder));
  cost_cache_free(builder->cost_cache, builder->map);
  builder->cost_cache = NULL;
}

/* False: the stage has to begin again. */
static bool stage_follow(TableBuilder *builder) {
  bool (*follow)(TableBuilder *builder) = stage_of(builder)->follow;
  if (builder->backlog.log != NULL) backlog_read(&builder->backlog, memory_of(builder));
  bool holds = follow == NULL || follow(builder);
  return !builder->wanted || (holds && !builder->backlog.lost);
}

/* Begins again with this stage or one before. */
static void stage_go_back(TableBuilder *builder, int stage) {
  stage_drop(builder);
  builder->wanted = false;
  if (++builder->restarts > RESTARTS_MOST) return;
  builder->stage = stage;
  builder->begun = false;
  builder->step = 0;
  builder->copy = 0;
}

/* What was made must not fall behind, or the next search would have to repair it. Where the
** tables cannot be repaired any more they are begun again. False: no memory. */
static bool keep_up(TableBuilder *builder) {
  Plane *plane = builder->plane;
  bool stale;
  if (builder->stage > STAGE_REGIONS && plane_regions(plane) == NULL) return false;
  if (builder->stage <= STAGE_TABLES) return true;
  if (builder->serves_jumps != serves_jumps(builder)) {
    stage_go_back(builder, STAGE_TABLES);
    return true;
  }
  if (!(builder->serves_jumps ? plane_update_jumps(plane, &stale)
                                  : plane_update_patterns(plane, &stale)))
    return false;
  if (stale) stage_go_back(builder, STAGE_TABLES);
  return true;
}

/* After the first stage there is a plane, which is kept up to date. */
static astar_status follow_map(TableBuilder *builder) {
  astar_status status = ASTAR_OK;
  if (builder->stage > 0)
    builder->plane = plane_get(builder->map, builder->cls, builder->player,
                                   &status);
  if (status != ASTAR_OK) return status;
  if (builder->stage > 0 && !keep_up(builder)) return ASTAR_NO_MEMORY;
  if (builder->begun && builder->wanted && !stage_follow(builder))
    stage_go_back(builder, builder->stage);
  return ASTAR_OK;
}

static astar_status begin_stage(TableBuilder *builder) {
  builder->step = 0;
  builder->begun = true;
  return stage_of(builder)->begin(builder);
}

static bool end_stage(TableBuilder *builder) {
  if (builder->wanted && !stage_of(builder)->end(builder)) return false;
  stage_drop(builder);
  builder->begun = false;
  builder->step = 0;
  if (++builder->copy < copies_of(builder)) return true;
  builder->copy = 0;
  builder->stage++;
  return true;
}

static bool repair_some(TableBuilder *builder) {
  astar_rect part;
  size_t left = REPAIRED_CELLS;
  while (left > 0 && backlog_take(&builder->backlog, left, &part)) {
    size_t cells = (size_t)part.width * (size_t)part.height;
    if (!stage_of(builder)->repair(builder, part)) return false;
    left -= cells < left ? cells : left;
  }
  return true;
}

static bool is_repaired(const TableBuilder *builder) {
  const Backlog *backlog = &builder->backlog;
  return !builder->wanted || backlog->taken == backlog->count;
}

static bool do_step(TableBuilder *builder) {
  const Stage *stage = stage_of(builder);
  bool made = builder->step >= stage->steps(builder);
  if (builder->wanted &&
      !(made ? repair_some(builder) : stage->step(builder, builder->step)))
    return false;
  if (++builder->step < stage->steps(builder)) return true;
  if (!is_repaired(builder)) return true;
  if (!builder->wanted || stage_follow(builder)) return end_stage(builder);
  stage_go_back(builder, builder->stage);
  return true;
}

astar_status table_builder_follow(TableBuilder *builder) {
  return builder->stage == STAGES ? ASTAR_OK : follow_map(builder);
}

astar_status table_builder_step(TableBuilder *builder) {
  if (builder->stage == STAGES) return ASTAR_OK;
  astar_status status = follow_map(builder);
  if (status == ASTAR_OK && !builder->begun) status = begin_stage(builder);
  if (status != ASTAR_OK) return status;
  return do_step(builder) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

uint32_t table_builder_done(const TableBuilder *builder) {
  uint32_t done = 0;
  for (int i = 0; i < builder->stage; i++) done += stages[i].share;
  if (builder->stage == STAGES) return done;
  uint32_t share = stage_of(builder)->share, copies = (uint32_t)copies_of(builder);
  done += share / copies * (uint32_t)builder->copy;
  if (!builder->begun) return done;
  uint32_t steps = (uint32_t)steps_of(builder), step = (uint32_t)builder->step;
  if (step >= steps) step = steps - 1;
  return done + (uint32_t)((uint64_t)(share / copies) * step / steps);
}

void table_builder_end(TableBuilder *builder) {
  stage_drop(builder);
}
