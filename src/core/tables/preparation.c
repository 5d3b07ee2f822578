#include "preparation.h"

/* Where jump point search is exact for searches without layers, it is the fastest. */
static bool serves_jumps(const Plane *plane) {
  const astar_class *cls = plane->cls;
  uint32_t straight = cls->straight_cost[plane->cheapest];
  return plane->uniform && jumps_possible(&cls->map->grid) &&
         cls->diagonal == ASTAR_DIAGONAL_NO_OBSTACLES &&
         (plane->cheapest == 0 || cls->diagonal_cost[plane->cheapest] < 2 * straight);
}

Preparation preparation_of(Plane *plane, int threads) {
  return (Preparation){ .plane = plane, .jumps = serves_jumps(plane), .threads = threads };
}

static Memory *memory_of(const Preparation *preparation) {
  return &preparation->plane->cls->map->memory;
}

static int32_t band_count(const Preparation *preparation) {
  return (preparation->plane->cls->map->grid.height + REGION_BAND - 1) / REGION_BAND;
}

int32_t preparation_steps(const Preparation *preparation) {
  int32_t bands = band_count(preparation);
  return bands + (preparation->jumps ? JUMP_STAGES : bands);
}

/* ---- regions --------------------------------------------------------------------------------- */

static bool make_regions(const Preparation *preparation, int32_t band) {
  Memory *memory = memory_of(preparation);
  Regions *regions = plane_mark_regions(preparation->plane);
  if (regions == NULL || !regions_sync_band(regions, memory, band)) return false;
  return band + 1 < band_count(preparation) || regions_sync(regions, memory);
}

/* ---- jump tables ----------------------------------------------------------------------------- */

typedef struct Piece {
  const JumpDraft *draft;
  int stage, number;
} Piece;

static void make_piece(void *item) {
  const Piece *piece = item;
  jump_draft_make(piece->draft, piece->stage, piece->number);
}

static void make_stage(Preparation *preparation, int stage) {
  Piece pieces[JUMP_PIECES];
  void *items[JUMP_PIECES];
  int count = jump_draft_pieces(stage);
  for (int i = 0; i < count; i++) {
    pieces[i] = (Piece){ preparation->draft, stage, i };
    items[i] = &pieces[i];
  }
  crew_do(&preparation->crew, make_piece, items, count);
}

static bool begin_jumps(Preparation *preparation) {
  Memory *memory = memory_of(preparation);
  if (!plane_mend_jumps(preparation->plane, &preparation->stale)) return false;
  if (!preparation->stale) return true;
  int hands = preparation->threads > 1 ? JUMP_PIECES : 1;
  preparation->draft = jump_draft_new(preparation->plane->jumps, memory, hands);
  if (preparation->draft == NULL) return false;
  crew_start(&preparation->crew, memory, preparation->threads);
  return true;
}

static bool make_jumps(Preparation *preparation, int stage) {
  if (stage == 0 && !begin_jumps(preparation)) return false;
  if (!preparation->stale) return true;
  make_stage(preparation, stage);
  if (stage == JUMP_STAGES - 1) plane_keep_jumps(preparation->plane);
  return true;
}

/* ---- patterns -------------------------------------------------------------------------------- */

/* In rows one after the other, since patterns are numbered in the order in which they occur. */
static bool make_patterns(Preparation *preparation, int32_t band) {
  Plane *plane = preparation->plane;
  int32_t height = plane->cls->map->grid.height, first = band * REGION_BAND;
  int32_t end = first + REGION_BAND < height ? first + REGION_BAND : height;
  if (band == 0 && !plane_mend_patterns(plane, &preparation->stale)) return false;
  if (!preparation->stale) return true;
  if (band == 0) patterns_clear(plane->patterns);
  if (!patterns_make_rows(plane->patterns, memory_of(preparation), first, end)) return false;
  if (end == height) plane_keep_patterns(plane);
  return true;
}

/* ---- steps ----------------------------------------------------------------------------------- */

bool preparation_do(Preparation *preparation, int32_t step) {
  int32_t bands = band_count(preparation);
  if (step < bands) return make_regions(preparation, step);
  if (preparation->jumps) return make_jumps(preparation, step - bands);
  return make_patterns(preparation, step - bands);
}

void preparation_end(Preparation *preparation) {
  if (preparation->draft == NULL) return;
  crew_end(&preparation->crew);
  jump_draft_free(preparation->draft, memory_of(preparation));
}
