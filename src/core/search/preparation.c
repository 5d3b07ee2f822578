#include "preparation.h"

Preparation preparation_of(astar_map *map, const astar_query *resolved, int threads) {
  return (Preparation){ .map = map, .cls = resolved->cls, .player = resolved->player,
                        .threads = threads, .copies = 1 };
}

static Memory *memory_of(const Preparation *preparation) {
  return &preparation->map->memory;
}

static int32_t bands_of(const Preparation *preparation) {
  return grid_bands(&preparation->map->grid);
}

/* Where jump point search can be had without layers, it is the fastest. */
static bool serves_jumps(const Preparation *preparation) {
  return plane_denies_jumps(preparation->plane) == NULL;
}

/* Repairs take longer than to make a table does, where more has changed than that. */
static void begin_backlog(Preparation *preparation, size_t most) {
  backlog_begin(&preparation->backlog, &preparation->plane->changes, most);
}

/* ---- the kinds of cells ---------------------------------------------------------------------- */

static int32_t kinds_steps(const Preparation *preparation) {
  return plane_draft_steps(&(PlaneDraft){ .cls = preparation->cls });
}

static bool lacks_plane(const Preparation *preparation) {
  return plane_find(preparation->map, preparation->cls, preparation->player) == NULL;
}

static astar_status begin_kinds(Preparation *preparation) {
  astar_map *map = preparation->map;
  astar_player *player = preparation->player;
  preparation->wanted = lacks_plane(preparation);
  if (!preparation->wanted) return ASTAR_OK;
  astar_status status = class_sync(preparation->cls);
  if (status != ASTAR_OK) return status;
  uint8_t *kind = memory_raw(&map->memory, map->grid.cells);
  preparation->kinds = plane_draft(preparation->cls, plane_terrain_of(map, player), kind);
  backlog_begin(&preparation->backlog, plane_log_of(map, player), map->grid.cells / 8);
  return kind != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static void drop_kinds(Preparation *preparation) {
  memory_free(memory_of(preparation), preparation->kinds.kind, preparation->map->grid.cells);
  preparation->kinds.kind = NULL;
}

static bool do_kinds(Preparation *preparation, int32_t step) {
  plane_draft_do(&preparation->kinds, step);
  return true;
}

static bool repair_kinds(Preparation *preparation, astar_rect rect) {
  plane_draft_repair(&preparation->kinds, rect);
  return true;
}

static bool follow_kinds(Preparation *preparation) {
  preparation->wanted = lacks_plane(preparation);
  return true;
}

static bool end_kinds(Preparation *preparation) {
  bool adopted = plane_adopt(preparation->map, preparation->player, &preparation->kinds,
                             preparation->backlog.seen);
  if (adopted) preparation->kinds.kind = NULL;
  return adopted;
}

/* ---- regions --------------------------------------------------------------------------------- */

static int32_t regions_steps_of(const Preparation *preparation) {
  return regions_steps(preparation->plane->regions);
}

static astar_status begin_regions(Preparation *preparation) {
  preparation->wanted = true;
  return plane_mark_regions(preparation->plane) != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_regions(Preparation *preparation, int32_t step) {
  Regions *regions = plane_mark_regions(preparation->plane);
  return regions_do(regions, memory_of(preparation), step);
}

static bool end_regions(Preparation *preparation) {
  return plane_regions(preparation->plane) != NULL;
}

/* ---- jump tables, or patterns ---------------------------------------------------------------- */

static int32_t tables_steps(const Preparation *preparation) {
  return preparation->serves_jumps ? jump_draft_steps(&preparation->map->grid)
                                   : bands_of(preparation);
}

static bool begin_jumps(Preparation *preparation) {
  int hands = preparation->threads > 1 ? JUMP_HANDS : 1;
  if (!plane_mend_jumps(preparation->plane, &preparation->wanted)) return false;
  preparation->making = preparation->plane->jumps_making;
  if (!preparation->wanted) return true;
  preparation->jumps = jump_draft_new(preparation->plane->jumps, memory_of(preparation), hands);
  if (preparation->jumps != NULL && hands > 1)
    crew_start(&preparation->crew, memory_of(preparation), preparation->threads);
  return preparation->jumps != NULL;
}

static void drop_jumps(Preparation *preparation) {
  if (preparation->jumps == NULL) return;
  if (preparation->threads > 1) crew_end(&preparation->crew);
  jump_draft_free(preparation->jumps, memory_of(preparation));
  preparation->jumps = NULL;
}

static bool begin_patterns(Preparation *preparation) {
  if (!plane_mend_patterns(preparation->plane, &preparation->wanted)) return false;
  preparation->making = preparation->plane->patterns->numbering;
  if (preparation->wanted) patterns_clear(preparation->plane->patterns);
  return true;
}

static astar_status begin_tables(Preparation *preparation) {
  begin_backlog(preparation, preparation->map->grid.cells / 64);
  preparation->serves_jumps = serves_jumps(preparation);
  bool begun = preparation->serves_jumps ? begin_jumps(preparation) : begin_patterns(preparation);
  return begun ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_jumps(Preparation *preparation, int32_t step) {
  if (preparation->threads == 1) jump_draft_do(preparation->jumps, step);
  else jump_draft_do_together(preparation->jumps, &preparation->crew, step);
  return true;
}

static bool do_patterns(Preparation *preparation, int32_t step) {
  return patterns_make_band(preparation->plane->patterns, memory_of(preparation), step);
}

static bool do_tables(Preparation *preparation, int32_t step) {
  return preparation->serves_jumps ? do_jumps(preparation, step) : do_patterns(preparation, step);
}

static bool repair_tables(Preparation *preparation, astar_rect rect) {
  if (!preparation->serves_jumps) return plane_repair_patterns(preparation->plane, rect);
  plane_repair_jumps(preparation->plane, rect);
  return true;
}

static bool end_tables(Preparation *preparation) {
  uint64_t seen = preparation->backlog.seen;
  if (preparation->serves_jumps) preparation->plane->jumps_seen = seen;
  else preparation->plane->patterns_seen = seen;
  drop_jumps(preparation);
  return true;
}

/* Another one may have made the same table since, or begun to. What was too varied may not be any
** more, where it has changed. */
static bool follow_tables(Preparation *preparation) {
  const Plane *plane = preparation->plane;
  bool jumps = preparation->serves_jumps;
  if (jumps != serves_jumps(preparation)) return false;
  preparation->wanted = jumps ? plane_lacks_jumps(plane) : plane_lacks_patterns(plane);
  if (!preparation->wanted) return true;
  if (jumps) return plane->jumps_making == preparation->making;
  return plane->patterns->numbering == preparation->making &&
         (!plane->patterns->too_varied || preparation->backlog.count == 0);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Finds out which patterns nodes are to be numbered with; they are up to date. False: no memory. */
static bool choose_numbering(Preparation *preparation) {
  preparation->numbering = 0;
  if (preparation->serves_jumps) return true;
  const Patterns *patterns = plane_patterns(preparation->plane);
  if (patterns != NULL && !patterns->too_varied) preparation->numbering = patterns->numbering;
  return patterns != NULL;
}

static astar_status begin_nodes(Preparation *preparation) {
  astar_map *map = preparation->map;
  begin_backlog(preparation, map->grid.cells / 8);
  if (!choose_numbering(preparation)) return ASTAR_NO_MEMORY;
  bool more = preparation->copy > 0;
  bool has = node_pool_has_nodes(&map->node_pool, preparation->numbering);
  preparation->wanted = more ? map->node_pool.node_count <= preparation->copy : !has;
  if (!preparation->wanted) return ASTAR_OK;
  bool made = nodes_reserve(&preparation->nodes, &map->memory, map->grid.cells);
  return made ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_nodes(Preparation *preparation, int32_t step) {
  const Grid *grid = &preparation->map->grid;
  GridBand band = grid_band(grid, step);
  nodes_clear(&preparation->nodes, grid_cell(grid, -1, band.first), grid_cell(grid, -1, band.end));
  if (preparation->numbering != 0)
    plane_number_band(preparation->plane, &preparation->nodes, step);
  return true;
}

static bool repair_nodes(Preparation *preparation, astar_rect rect) {
  if (preparation->numbering != 0)
    plane_repair_numbering(preparation->plane, &preparation->nodes, rect);
  return true;
}

static bool follow_nodes(Preparation *preparation) {
  return preparation->numbering == 0 ||
         preparation->plane->patterns->numbering == preparation->numbering;
}

static bool end_nodes(Preparation *preparation) {
  if (preparation->numbering != 0)
    plane_keep_numbering(preparation->plane, &preparation->nodes, preparation->backlog.seen);
  node_pool_give_nodes(&preparation->map->node_pool, memory_of(preparation), &preparation->nodes,
                       false);
  return true;
}

/* ---- blends ---------------------------------------------------------------------------------- */

static astar_status begin_blend(Preparation *preparation) {
  const astar_map *map = preparation->map;
  bool more = preparation->copy > 0, has = blend_is_spare(map, preparation->plane);
  preparation->wanted = more ? blend_count(map) <= preparation->copy : !has;
  if (!preparation->wanted) return ASTAR_OK;
  preparation->blend = blend_raw(preparation->map);
  return preparation->blend != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_blend(Preparation *preparation, int32_t step) {
  blend_clear_band(preparation->blend, preparation->map, step);
  return true;
}

static bool end_blend(Preparation *preparation) {
  blend_give(preparation->blend, preparation->map);
  preparation->blend = NULL;
  return true;
}

/* ---- stages ---------------------------------------------------------------------------------- */

typedef struct Stage {
  astar_status (*begin)(Preparation *preparation);   /* finds out what is wanted */
  int32_t (*steps)(const Preparation *preparation);  /* once it is begun */
  /* These are called while it is wanted. False: no memory. */
  bool (*step)(Preparation *preparation, int32_t step);
  bool (*repair)(Preparation *preparation, astar_rect rect);   /* after the steps; or NULL */
  bool (*end)(Preparation *preparation);
  /* Finds out whether it is still wanted. False: it has to begin again. NULL: neither happens. */
  bool (*follow)(Preparation *preparation);
  uint32_t share;                   /* of PREPARED, as the time it takes */
  bool for_each;                    /* search that may run at the same time: done so often */
} Stage;

static const Stage stages[] = {
  { begin_kinds, kinds_steps, do_kinds, repair_kinds, end_kinds, follow_kinds, PREPARED / 16,
    false },
  { begin_regions, regions_steps_of, do_regions, NULL, end_regions, NULL, PREPARED / 4, false },
  { begin_tables, tables_steps, do_tables, repair_tables, end_tables, follow_tables,
    PREPARED / 4, false },
  { begin_nodes, bands_of, do_nodes, repair_nodes, end_nodes, follow_nodes, PREPARED / 16 * 3,
    true },
  { begin_blend, bands_of, do_blend, NULL, end_blend, NULL, PREPARED / 4, true }
};

enum { STAGE_REGIONS = 1, STAGE_TABLES, STAGES = sizeof stages / sizeof *stages };

#define REPAIRED_CELLS 64           /* in a step */
#define RESTARTS_MOST 16            /* then a stage is left to the searches */

static const Stage *stage_of(const Preparation *preparation) {
  return &stages[preparation->stage];
}

static int copies_of(const Preparation *preparation) {
  return stage_of(preparation)->for_each ? preparation->copies : 1;
}

/* What there is to repair takes steps, too. */
static int32_t steps_of(const Preparation *preparation) {
  size_t repairs = (preparation->backlog.area + REPAIRED_CELLS - 1) / REPAIRED_CELLS;
  return stage_of(preparation)->steps(preparation) + (int32_t)repairs;
}

static void stage_drop(Preparation *preparation) {
  drop_kinds(preparation);
  drop_jumps(preparation);
  backlog_free(&preparation->backlog, memory_of(preparation));
  nodes_free(&preparation->nodes, memory_of(preparation));
  blend_free(preparation->blend, preparation->map);
  preparation->blend = NULL;
}

/* False: the stage has to begin again. */
static bool stage_follow(Preparation *preparation) {
  bool (*follow)(Preparation *preparation) = stage_of(preparation)->follow;
  if (preparation->backlog.log != NULL) backlog_read(&preparation->backlog, memory_of(preparation));
  bool holds = follow == NULL || follow(preparation);
  return !preparation->wanted || (holds && !preparation->backlog.lost);
}

/* Begins again with this stage or one before. */
static void stage_go_back(Preparation *preparation, int stage) {
  stage_drop(preparation);
  preparation->wanted = false;
  if (++preparation->restarts > RESTARTS_MOST) return;
  preparation->stage = stage;
  preparation->begun = false;
  preparation->step = 0;
  preparation->copy = 0;
}

/* What was made must not fall behind, or the next search would have to repair it. Where the
** tables cannot be repaired any more they are begun again. False: no memory. */
static bool keep_up(Preparation *preparation) {
  Plane *plane = preparation->plane;
  bool stale;
  if (preparation->stage > STAGE_REGIONS && plane_regions(plane) == NULL) return false;
  if (preparation->stage <= STAGE_TABLES) return true;
  if (preparation->serves_jumps != serves_jumps(preparation)) {
    stage_go_back(preparation, STAGE_TABLES);
    return true;
  }
  if (!(preparation->serves_jumps ? plane_mend_jumps(plane, &stale)
                                  : plane_mend_patterns(plane, &stale)))
    return false;
  if (stale) stage_go_back(preparation, STAGE_TABLES);
  return true;
}

/* After the first stage there is a plane, which is kept up to date. */
static astar_status follow_map(Preparation *preparation) {
  astar_status status = ASTAR_OK;
  if (preparation->stage > 0)
    preparation->plane = plane_get(preparation->map, preparation->cls, preparation->player,
                                   &status);
  if (status != ASTAR_OK) return status;
  if (preparation->stage > 0 && !keep_up(preparation)) return ASTAR_NO_MEMORY;
  if (preparation->begun && preparation->wanted && !stage_follow(preparation))
    stage_go_back(preparation, preparation->stage);
  return ASTAR_OK;
}

static astar_status begin_stage(Preparation *preparation) {
  preparation->step = 0;
  preparation->begun = true;
  return stage_of(preparation)->begin(preparation);
}

static bool end_stage(Preparation *preparation) {
  if (preparation->wanted && !stage_of(preparation)->end(preparation)) return false;
  stage_drop(preparation);
  preparation->begun = false;
  preparation->step = 0;
  if (++preparation->copy < copies_of(preparation)) return true;
  preparation->copy = 0;
  preparation->stage++;
  return true;
}

static bool repair_some(Preparation *preparation) {
  astar_rect part;
  size_t left = REPAIRED_CELLS;
  while (left > 0 && backlog_take(&preparation->backlog, left, &part)) {
    size_t cells = (size_t)part.width * (size_t)part.height;
    if (!stage_of(preparation)->repair(preparation, part)) return false;
    left -= cells < left ? cells : left;
  }
  return true;
}

static bool is_repaired(const Preparation *preparation) {
  const Backlog *backlog = &preparation->backlog;
  return !preparation->wanted || backlog->taken == backlog->count;
}

static bool do_step(Preparation *preparation) {
  const Stage *stage = stage_of(preparation);
  bool made = preparation->step >= stage->steps(preparation);
  if (preparation->wanted &&
      !(made ? repair_some(preparation) : stage->step(preparation, preparation->step)))
    return false;
  if (++preparation->step < stage->steps(preparation)) return true;
  if (!is_repaired(preparation)) return true;
  if (!preparation->wanted || stage_follow(preparation)) return end_stage(preparation);
  stage_go_back(preparation, preparation->stage);
  return true;
}

astar_status preparation_follow(Preparation *preparation) {
  return preparation->stage == STAGES ? ASTAR_OK : follow_map(preparation);
}

astar_status preparation_do(Preparation *preparation) {
  if (preparation->stage == STAGES) return ASTAR_OK;
  astar_status status = follow_map(preparation);
  if (status == ASTAR_OK && !preparation->begun) status = begin_stage(preparation);
  if (status != ASTAR_OK) return status;
  return do_step(preparation) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

uint32_t preparation_done(const Preparation *preparation) {
  uint32_t done = 0;
  for (int i = 0; i < preparation->stage; i++) done += stages[i].share;
  if (preparation->stage == STAGES) return done;
  uint32_t share = stage_of(preparation)->share, copies = (uint32_t)copies_of(preparation);
  done += share / copies * (uint32_t)preparation->copy;
  if (!preparation->begun) return done;
  uint32_t steps = (uint32_t)steps_of(preparation), step = (uint32_t)preparation->step;
  if (step >= steps) step = steps - 1;
  return done + (uint32_t)((uint64_t)(share / copies) * step / steps);
}

void preparation_end(Preparation *preparation) {
  stage_drop(preparation);
}
