#include "landmark_builder.h"

#include <string.h>

enum { LANDMARK_SLICES = 8 };         /* steps of a stage */
enum { LANDMARK_BANDS = 16 };         /* of rows, that are looked through side by side */

#define LANDMARK_FAR UINT32_MAX       /* there is no way */
#define LANDMARK_MOST (UINT32_MAX / 2)

static Memory *landmark_builder_memory(const LandmarkBuilder *builder) {
  return &builder->plane->cls->map->memory;
}

static const Grid *landmark_builder_grid(const LandmarkBuilder *builder) {
  return &builder->plane->cls->map->grid;
}

LandmarkBuilder landmark_builder_of(Plane *plane, int threads) {
  bool in_wavefronts = plane->uniform && wavefront_possible(plane->cls, plane->cheapest);
  return (LandmarkBuilder){ .plane = plane, .threads = threads, .in_wavefronts = in_wavefronts };
}

/* How many floods a stage has. */
static int landmark_builder_floods(const LandmarkBuilder *builder) {
  return builder->plane->uniform ? 1 : 2;
}

static int32_t landmark_builder_stages(const LandmarkBuilder *builder) {
  return 1 + LANDMARK_COLUMNS / landmark_builder_floods(builder);
}

int32_t landmark_builder_steps(const LandmarkBuilder *builder) {
  return 2 + LANDMARK_SLICES * landmark_builder_stages(builder);
}

/* ---- beginning ------------------------------------------------------------------------------- */

/* A cell of the largest region; NO_CELL where nothing is open. A cell beside an open one is of that
** one's region. */
static Cell largest_region(const Plane *plane, const Regions *regions, size_t *size) {
  Cell best = NO_CELL;
  uint32_t best_size = 0, region_size;
  for (size_t cell = 0; cell < plane->cls->map->grid.cells; cell++) {
    if (plane->kind[cell] == 0 || plane->kind[cell - 1] != 0) continue;
    if (regions_at(regions, (Cell)cell, &region_size) == 0 || region_size <= best_size) continue;
    best = (Cell)cell;
    best_size = region_size;
  }
  *size = best_size;
  return best;
}

static bool landmark_builder_find_region(LandmarkBuilder *builder) {
  Plane *plane = builder->plane;
  builder->fresh = plane->landmarks != NULL && landmarks_are_fresh(plane->landmarks);
  if (builder->fresh) return true;
  const Regions *regions = plane_regions(plane);
  if (regions == NULL) return false;
  builder->source = largest_region(plane, regions, &builder->size);
  return true;
}

/* An array over cells, in which nothing has been reached. */
static uint32_t *landmark_builder_array(const LandmarkBuilder *builder) {
  size_t size = landmark_builder_grid(builder)->cells * sizeof(uint32_t);
  uint32_t *array = memory_raw(landmark_builder_memory(builder), size);
  if (array != NULL) memset(array, 0xff, size);
  return array;
}

static bool landmark_builder_make_spans(LandmarkBuilder *builder) {
  const Grid *grid = landmark_builder_grid(builder);
  size_t size = (size_t)grid->height * sizeof *builder->spans;
  builder->spans = memory_raw(landmark_builder_memory(builder), size);
  if (builder->spans == NULL) return false;
  for (int32_t y = 0; y < grid->height; y++)
    builder->spans[y] = (LandmarkSpan){ grid_cell(grid, 0, y), grid->width };
  return true;
}

static bool landmark_builder_make_floods(LandmarkBuilder *builder) {
  Plane *plane = builder->plane;
  Memory *memory = landmark_builder_memory(builder);
  const Patterns *patterns = plane_patterns(plane);
  bool made = patterns != NULL && flood_ground_make(&builder->ground, memory, patterns,
                                                   plane->cheapest, plane_costliest(plane));
  for (int i = 0; i < landmark_builder_floods(builder) && made; i++)
    made = flood_begin(&builder->floods[i], memory, &builder->ground, LANDMARK_MOST);
  return made;
}

static bool landmark_builder_begin(LandmarkBuilder *builder) {
  Plane *plane = builder->plane;
  Memory *memory = landmark_builder_memory(builder);
  builder->made = landmarks_new(memory, landmark_builder_grid(builder), plane->cls, plane->kind);
  builder->least = landmark_builder_array(builder);
  if (builder->made == NULL || builder->least == NULL || !landmark_builder_make_spans(builder))
    return false;
  builder->made->both_ways = plane->uniform;
  for (int i = 0; i < landmark_builder_floods(builder); i++) {
    builder->costs[i] = landmark_builder_array(builder);
    if (builder->costs[i] == NULL) return false;
  }
  if (!builder->in_wavefronts && !landmark_builder_make_floods(builder)) return false;
  thread_pool_start(&builder->pool, memory, builder->threads);
  return true;
}

/* ---- floods ---------------------------------------------------------------------------------- */

/* Adds the source. False: no memory. */
static bool landmark_builder_start(LandmarkBuilder *builder) {
  const Plane *plane = builder->plane;
  for (int i = 0; i < landmark_builder_floods(builder) && !builder->in_wavefronts; i++)
    flood_start(&builder->floods[i], builder->costs[i], builder->source, i == 1);
  if (!builder->in_wavefronts) return true;
  WavefrontTask task = { plane->cls, plane->kind, plane->cheapest, builder->costs[0],
                         LANDMARK_MOST };
  wavefront_end(&builder->wavefront);
  wavefront_begin(&builder->wavefront, landmark_builder_memory(builder), &task);
  return wavefront_add(&builder->wavefront, builder->source);
}

typedef struct Stretch {            /* of a flood: a slice of it */
  Flood *flood;
  size_t until;
  bool done;
} Stretch;

static void flood_stretch(void *item) {
  Stretch *stretch = item;
  stretch->done = flood_spread(stretch->flood, stretch->until);
}

static bool floods_spread(LandmarkBuilder *builder, size_t until) {
  Flood *floods = builder->floods;
  Stretch stretches[2] = { { &floods[0], until, true }, { &floods[1], until, true } };
  void *items[2] = { &stretches[0], &stretches[1] };
  thread_pool_do(&builder->pool, flood_stretch, items, landmark_builder_floods(builder));
  builder->made->too_far |= floods[0].too_far || floods[1].too_far;
  return stretches[0].done && stretches[1].done;
}

static bool landmark_builder_spread(LandmarkBuilder *builder, int slice) {
  size_t until = (size_t)((uint64_t)builder->size * (uint64_t)(slice + 1) / LANDMARK_SLICES);
  if (slice == LANDMARK_SLICES - 1) until = SIZE_MAX;
  if (!builder->in_wavefronts) return floods_spread(builder, until);
  bool done = wavefront_spread(&builder->wavefront, until);
  builder->made->too_far |= wavefront_bound(&builder->wavefront) > LANDMARK_MOST;
  return done;
}

/* ---- what has been found --------------------------------------------------------------------- */

/* Rows of the map that one thread looks through. */
typedef struct LandmarkBand {
  const LandmarkBuilder *builder;
  int32_t stage, first, end;
  Cell farthest;
  uint32_t distance;                /* what it costs to go there, or 0 */
  uint32_t most[2];                 /* the largest costs */
} LandmarkBand;

/* Without the cells at its ends that were not reached. */
static LandmarkSpan span_narrowed(LandmarkSpan span, const uint32_t *costs) {
  while (span.count > 0 && costs[span.first + (Cell)span.count - 1] == LANDMARK_FAR) span.count--;
  for (; span.count > 0 && costs[span.first] == LANDMARK_FAR; span.count--) span.first++;
  return span;
}

/* With a sign the cost of what is out of reach is -1. */
static uint32_t span_most(LandmarkSpan span, const uint32_t *costs) {
  int32_t most = 0;
  for (const uint32_t *at = costs + span.first, *end = at + span.count; at < end; at++)
    most = (int32_t)*at > most ? (int32_t)*at : most;
  return (uint32_t)most;
}

static void span_lower(LandmarkSpan span, uint32_t *least, const uint32_t *costs) {
  least += span.first;
  costs += span.first;
  for (int32_t i = 0; i < span.count; i++) least[i] = costs[i] < least[i] ? costs[i] : least[i];
}

/* Writes a column of all cells that were reached; of others it stays 0. */
static void band_keep(const LandmarkBand *band, LandmarkSpan span, int flood) {
  const LandmarkBuilder *builder = band->builder;
  const uint32_t *costs = builder->costs[flood] + span.first;
  int column = (band->stage - 1) * landmark_builder_floods(builder) + flood;
  int16_t *at = &builder->made->rows[span.first].columns[column];
  int16_t turned = flood == 0 ? 0 : INT16_MAX;
  int shift = builder->made->shift;
  for (int32_t i = 0; i < span.count; i++, at += LANDMARK_COLUMNS)
    if (costs[i] != LANDMARK_FAR) *at = (int16_t)(costs[i] >> shift) ^ turned;
}

/* Among cells that are equally far the first one is the farthest. */
static void band_note_farthest(LandmarkBand *band, LandmarkSpan span, const uint32_t *costs) {
  uint32_t most = span_most(span, costs);
  if (most <= band->distance) return;
  band->distance = most;
  band->farthest = span.first;
  while (costs[band->farthest] != most) band->farthest++;
}

/* The costs from and to the seed become no columns: they tell how large costs are, and which cells
** can be reached. */
static void band_look_at_seed(LandmarkBand *band, LandmarkSpan *span) {
  const LandmarkBuilder *builder = band->builder;
  *span = span_narrowed(*span, builder->costs[0]);
  for (int i = 0; i < landmark_builder_floods(builder); i++) {
    uint32_t most = span_most(*span, builder->costs[i]);
    if (most > band->most[i]) band->most[i] = most;
  }
  band_note_farthest(band, *span, builder->costs[0]);
}

static void band_look_at_landmark(LandmarkBand *band, LandmarkSpan span) {
  const LandmarkBuilder *builder = band->builder;
  for (int i = 0; i < landmark_builder_floods(builder); i++) band_keep(band, span, i);
  span_lower(span, builder->least, builder->costs[0]);
  band_note_farthest(band, span, builder->least);
}

/* Afterwards nothing has been reached, for the next flood. */
static void band_look(void *item) {
  LandmarkBand *band = item;
  const LandmarkBuilder *builder = band->builder;
  for (int32_t y = band->first; y < band->end; y++) {
    LandmarkSpan *span = &builder->spans[y];
    if (band->stage == 0) band_look_at_seed(band, span);
    else band_look_at_landmark(band, *span);
    for (int i = 0; i < landmark_builder_floods(builder); i++)
      memset(builder->costs[i] + span->first, 0xff, (size_t)span->count * sizeof(uint32_t));
  }
}

/* A unit in which all costs fit into a column: no cost is more than that to the seed and that from
** it. */
static void landmark_builder_choose_unit(LandmarkBuilder *builder, const LandmarkBand *most) {
  bool both = builder->made->both_ways;
  uint64_t sum = (uint64_t)most->most[0] + (both ? most->most[0] : most->most[1]);
  while (sum >> builder->made->shift > INT16_MAX) builder->made->shift++;
}

static void band_join(LandmarkBand *all, const LandmarkBand *band) {
  for (int i = 0; i < 2; i++)
    if (band->most[i] > all->most[i]) all->most[i] = band->most[i];
  if (band->distance <= all->distance) return;
  all->distance = band->distance;
  all->farthest = band->farthest;
}

/* All costs of this stage have been found. */
static void landmark_builder_look(LandmarkBuilder *builder, int32_t stage) {
  LandmarkBand bands[LANDMARK_BANDS], all = { .farthest = builder->source };
  void *items[LANDMARK_BANDS];
  int32_t height = landmark_builder_grid(builder)->height;
  for (int32_t i = 0; i < LANDMARK_BANDS; i++) {
    int32_t first = (int32_t)((int64_t)height * i / LANDMARK_BANDS);
    int32_t end = (int32_t)((int64_t)height * (i + 1) / LANDMARK_BANDS);
    bands[i] = (LandmarkBand){ .builder = builder, .stage = stage, .first = first, .end = end };
    items[i] = &bands[i];
  }
  thread_pool_do(&builder->pool, band_look, items, LANDMARK_BANDS);
  for (int i = 0; i < LANDMARK_BANDS; i++) band_join(&all, &bands[i]);
  if (stage == 0) landmark_builder_choose_unit(builder, &all);
  builder->source = all.farthest;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static bool landmark_builder_flood(LandmarkBuilder *builder, int32_t stage, int slice) {
  if (builder->made->too_far) return true;
  if (slice == 0 && !landmark_builder_start(builder)) return false;
  if (!landmark_builder_spread(builder, slice)) return false;
  if (slice == LANDMARK_SLICES - 1 && !builder->made->too_far)
    landmark_builder_look(builder, stage);
  return true;
}

/* Where nothing is open there are no landmarks. */
static void landmark_builder_keep(LandmarkBuilder *builder) {
  Plane *plane = builder->plane;
  landmarks_free(plane->landmarks, landmark_builder_memory(builder));
  plane->landmarks = builder->made;
  if (builder->made == NULL) return;
  landmarks_settle(builder->made);
  builder->made->number = ++plane->cls->map->ids;
  builder->made = NULL;
}

bool landmark_builder_do(LandmarkBuilder *builder, int32_t step) {
  int32_t slice = step - 2;
  if (step == 0) return landmark_builder_find_region(builder);
  if (builder->fresh) return true;
  if (step == 1) return builder->source == NO_CELL || landmark_builder_begin(builder);
  if (builder->made != NULL &&
      !landmark_builder_flood(builder, slice / LANDMARK_SLICES, slice % LANDMARK_SLICES))
    return false;
  if (step == landmark_builder_steps(builder) - 1) landmark_builder_keep(builder);
  return true;
}

static void landmark_builder_free_array(const LandmarkBuilder *builder, uint32_t *array) {
  size_t size = landmark_builder_grid(builder)->cells * sizeof *array;
  memory_free(landmark_builder_memory(builder), array, size);
}

void landmark_builder_end(LandmarkBuilder *builder) {
  Memory *memory = landmark_builder_memory(builder);
  thread_pool_end(&builder->pool);
  wavefront_end(&builder->wavefront);
  for (int i = 0; i < 2; i++) {
    flood_end(&builder->floods[i]);
    landmark_builder_free_array(builder, builder->costs[i]);
  }
  flood_ground_free(&builder->ground, memory);
  landmark_builder_free_array(builder, builder->least);
  memory_free(memory, builder->spans,
              (size_t)landmark_builder_grid(builder)->height * sizeof *builder->spans);
  landmarks_free(builder->made, memory);
}

bool landmark_builder_do_all(Plane *plane) {
  LandmarkBuilder builder = landmark_builder_of(plane, 1);
  bool done = true;
  for (int32_t step = 0; step < landmark_builder_steps(&builder) && done; step++)
    done = landmark_builder_do(&builder, step);
  landmark_builder_end(&builder);
  return done;
}

bool landmark_builder_old_kinds(Plane *plane, const uint8_t *kind) {
  Plane *detached = plane_detached(plane, kind);
  bool made = detached != NULL && landmark_builder_do_all(detached);
  if (made) {
    landmarks_free(plane->landmarks, &plane->cls->map->memory);
    plane->landmarks = detached->landmarks;
    detached->landmarks = NULL;
    if (plane->landmarks != NULL) landmarks_move(plane->landmarks, plane->kind);
  }
  plane_free_detached(detached);
  return made;
}
