#include "preparation.h"

Preparation preparation_of(astar_map *map, const astar_query *resolved, int threads) {
  return (Preparation){ .map = map, .cls = resolved->cls, .player = resolved->player,
                        .threads = threads };
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
  preparation->wanted = lacks_plane(preparation);
  if (preparation->wanted) plane_draft_do(&preparation->kinds, step);
  else drop_kinds(preparation);
  return true;
}

static bool end_kinds(Preparation *preparation) {
  bool adopted = plane_adopt(preparation->map, preparation->player, &preparation->kinds,
                             &preparation->backlog);
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
  if (preparation->wanted) patterns_clear(preparation->plane->patterns);
  return true;
}

static astar_status begin_tables(Preparation *preparation) {
  begin_backlog(preparation, preparation->map->grid.cells / 16);
  preparation->serves_jumps = serves_jumps(preparation);
  bool begun = preparation->serves_jumps ? begin_jumps(preparation) : begin_patterns(preparation);
  return begun ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool do_jumps(Preparation *preparation, int32_t step) {
  preparation->wanted = plane_lacks_jumps(preparation->plane);
  if (!preparation->wanted) drop_jumps(preparation);
  else if (preparation->threads == 1) jump_draft_do(preparation->jumps, step);
  else jump_draft_do_together(preparation->jumps, &preparation->crew, step);
  return true;
}

static bool do_patterns(Preparation *preparation, int32_t step) {
  Patterns *patterns = preparation->plane->patterns;
  preparation->wanted = plane_lacks_patterns(preparation->plane);
  return !preparation->wanted || patterns_make_band(patterns, memory_of(preparation), step);
}

static bool do_tables(Preparation *preparation, int32_t step) {
  return preparation->serves_jumps ? do_jumps(preparation, step) : do_patterns(preparation, step);
}

static bool end_tables(Preparation *preparation) {
  if (!preparation->serves_jumps)
    return plane_keep_patterns(preparation->plane, &preparation->backlog);
  plane_keep_jumps(preparation->plane, &preparation->backlog);
  drop_jumps(preparation);
  return true;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Finds out which patterns nodes are to be numbered with, and brings these up to date: what was
** logged before the backlog must be in them. False: no memory. */
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
  preparation->wanted = !spare_has_nodes(&map->spare, preparation->numbering);
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

/* Up to the present, unless the patterns have got other numbers since. False: no memory. */
static bool finish_numbering(Preparation *preparation) {
  Plane *plane = preparation->plane;
  if (preparation->numbering == 0) return true;
  const Patterns *patterns = plane_patterns(plane);
  if (patterns != NULL && patterns->numbering == preparation->numbering)
    plane_keep_numbering(plane, &preparation->nodes, &preparation->backlog);
  return patterns != NULL;
}

static bool end_nodes(Preparation *preparation) {
  if (!finish_numbering(preparation)) return false;
  spare_give_nodes(&preparation->map->spare, memory_of(preparation), &preparation->nodes, false);
  return true;
}

/* ---- blends ---------------------------------------------------------------------------------- */

static astar_status begin_blend(Preparation *preparation) {
  preparation->wanted = !blend_is_spare(preparation->map, preparation->plane);
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
  bool (*end)(Preparation *preparation);
  uint32_t share;                   /* of PREPARED, as the time it takes */
} Stage;

static const Stage stages[] = {
  { begin_kinds, kinds_steps, do_kinds, end_kinds, PREPARED / 16 },
  { begin_regions, regions_steps_of, do_regions, end_regions, PREPARED / 4 },
  { begin_tables, tables_steps, do_tables, end_tables, PREPARED / 4 },
  { begin_nodes, bands_of, do_nodes, end_nodes, PREPARED / 16 * 3 },
  { begin_blend, bands_of, do_blend, end_blend, PREPARED / 4 }
};

enum { STAGES = sizeof stages / sizeof *stages };

/* After the first stage there is a plane, which is kept up to date. */
static astar_status follow_map(Preparation *preparation) {
  astar_status status = ASTAR_OK;
  if (preparation->stage > 0)
    preparation->plane = plane_get(preparation->map, preparation->cls, preparation->player,
                                   &status);
  if (preparation->begun && preparation->wanted && preparation->backlog.log != NULL)
    backlog_read(&preparation->backlog, memory_of(preparation));
  return status;
}

static astar_status begin_stage(Preparation *preparation) {
  preparation->step = 0;
  preparation->begun = true;
  return stages[preparation->stage].begin(preparation);
}

static bool end_stage(Preparation *preparation) {
  const Stage *stage = &stages[preparation->stage];
  if (preparation->wanted && !stage->end(preparation)) return false;
  backlog_free(&preparation->backlog, memory_of(preparation));
  preparation->begun = false;
  preparation->stage++;
  preparation->step = 0;
  return true;
}

static bool do_step(Preparation *preparation) {
  const Stage *stage = &stages[preparation->stage];
  if (preparation->wanted && !stage->step(preparation, preparation->step)) return false;
  return ++preparation->step < stage->steps(preparation) || end_stage(preparation);
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
  if (!preparation->begun) return done;
  const Stage *stage = &stages[preparation->stage];
  uint64_t part = (uint64_t)stage->share * (uint32_t)preparation->step;
  return done + (uint32_t)(part / (uint32_t)stage->steps(preparation));
}

void preparation_end(Preparation *preparation) {
  drop_kinds(preparation);
  drop_jumps(preparation);
  backlog_free(&preparation->backlog, memory_of(preparation));
  nodes_free(&preparation->nodes, memory_of(preparation));
  blend_free(preparation->blend, preparation->map);
  preparation->blend = NULL;
}
