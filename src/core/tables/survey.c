#include "survey.h"

#include <string.h>

enum { SURVEY_SLICES = 8 };         /* steps of a stage */
enum { SURVEY_BANDS = 16 };         /* of rows, that are looked through side by side */

#define SURVEY_FAR UINT32_MAX       /* there is no way */
#define SURVEY_MOST (UINT32_MAX / 2)

static Memory *survey_memory(const LandmarkSurvey *survey) {
  return &survey->plane->cls->map->memory;
}

static const Grid *survey_grid(const LandmarkSurvey *survey) {
  return &survey->plane->cls->map->grid;
}

LandmarkSurvey survey_of(Plane *plane, int threads) {
  bool in_fronts = plane->uniform && front_possible(plane->cls, plane->cheapest);
  return (LandmarkSurvey){ .plane = plane, .threads = threads, .in_fronts = in_fronts };
}

/* How many floods a stage has. */
static int survey_floods(const LandmarkSurvey *survey) {
  return survey->plane->uniform ? 1 : 2;
}

static int32_t survey_stages(const LandmarkSurvey *survey) {
  return 1 + LANDMARK_COLUMNS / survey_floods(survey);
}

int32_t survey_steps(const LandmarkSurvey *survey) {
  return 2 + SURVEY_SLICES * survey_stages(survey);
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

static bool survey_find_region(LandmarkSurvey *survey) {
  Plane *plane = survey->plane;
  survey->fresh = plane->landmarks != NULL && landmarks_are_fresh(plane->landmarks);
  if (survey->fresh) return true;
  const Regions *regions = plane_regions(plane);
  if (regions == NULL) return false;
  survey->source = largest_region(plane, regions, &survey->size);
  return true;
}

/* An array over cells, in which nothing has been reached. */
static uint32_t *survey_array(const LandmarkSurvey *survey) {
  size_t size = survey_grid(survey)->cells * sizeof(uint32_t);
  uint32_t *array = memory_raw(survey_memory(survey), size);
  if (array != NULL) memset(array, 0xff, size);
  return array;
}

static bool survey_make_spans(LandmarkSurvey *survey) {
  const Grid *grid = survey_grid(survey);
  size_t size = (size_t)grid->height * sizeof *survey->spans;
  survey->spans = memory_raw(survey_memory(survey), size);
  if (survey->spans == NULL) return false;
  for (int32_t y = 0; y < grid->height; y++)
    survey->spans[y] = (SurveySpan){ grid_cell(grid, 0, y), grid->width };
  return true;
}

static bool survey_make_floods(LandmarkSurvey *survey) {
  Plane *plane = survey->plane;
  Memory *memory = survey_memory(survey);
  const Patterns *patterns = plane_patterns(plane);
  bool made = patterns != NULL && flood_ground_make(&survey->ground, memory, patterns,
                                                   plane->cheapest, plane_dearest(plane));
  for (int i = 0; i < survey_floods(survey) && made; i++)
    made = flood_begin(&survey->floods[i], memory, &survey->ground, SURVEY_MOST);
  return made;
}

static bool survey_begin(LandmarkSurvey *survey) {
  Plane *plane = survey->plane;
  Memory *memory = survey_memory(survey);
  survey->made = landmarks_new(memory, survey_grid(survey), plane->cls, plane->kind);
  survey->least = survey_array(survey);
  if (survey->made == NULL || survey->least == NULL || !survey_make_spans(survey)) return false;
  survey->made->both_ways = plane->uniform;
  for (int i = 0; i < survey_floods(survey); i++) {
    survey->costs[i] = survey_array(survey);
    if (survey->costs[i] == NULL) return false;
  }
  if (!survey->in_fronts && !survey_make_floods(survey)) return false;
  crew_start(&survey->crew, memory, survey->threads);
  return true;
}

/* ---- floods ---------------------------------------------------------------------------------- */

/* Adds the source. False: no memory. */
static bool survey_start(LandmarkSurvey *survey) {
  const Plane *plane = survey->plane;
  for (int i = 0; i < survey_floods(survey) && !survey->in_fronts; i++)
    flood_start(&survey->floods[i], survey->costs[i], survey->source, i == 1);
  if (!survey->in_fronts) return true;
  FrontTask task = { plane->cls, plane->kind, plane->cheapest, survey->costs[0], SURVEY_MOST };
  front_end(&survey->front);
  front_begin(&survey->front, survey_memory(survey), &task);
  return front_add(&survey->front, survey->source);
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

static bool floods_spread(LandmarkSurvey *survey, size_t until) {
  Flood *floods = survey->floods;
  Stretch stretches[2] = { { &floods[0], until, true }, { &floods[1], until, true } };
  void *items[2] = { &stretches[0], &stretches[1] };
  crew_do(&survey->crew, flood_stretch, items, survey_floods(survey));
  survey->made->too_far |= floods[0].too_far || floods[1].too_far;
  return stretches[0].done && stretches[1].done;
}

static bool survey_spread(LandmarkSurvey *survey, int slice) {
  size_t until = (size_t)((uint64_t)survey->size * (uint64_t)(slice + 1) / SURVEY_SLICES);
  if (slice == SURVEY_SLICES - 1) until = SIZE_MAX;
  if (!survey->in_fronts) return floods_spread(survey, until);
  bool done = front_spread(&survey->front, until);
  survey->made->too_far |= front_bound(&survey->front) > SURVEY_MOST;
  return done;
}

/* ---- what has been found --------------------------------------------------------------------- */

/* Rows of the map that one thread looks through. */
typedef struct SurveyBand {
  const LandmarkSurvey *survey;
  int32_t stage, first, end;
  Cell farthest;
  uint32_t distance;                /* what it costs to go there, or 0 */
  uint32_t most[2];                 /* the largest costs */
} SurveyBand;

/* Without the cells at its ends that were not reached. */
static SurveySpan span_narrowed(SurveySpan span, const uint32_t *costs) {
  while (span.count > 0 && costs[span.first + (Cell)span.count - 1] == SURVEY_FAR) span.count--;
  for (; span.count > 0 && costs[span.first] == SURVEY_FAR; span.count--) span.first++;
  return span;
}

/* With a sign the cost of what is out of reach is -1. */
static uint32_t span_most(SurveySpan span, const uint32_t *costs) {
  int32_t most = 0;
  for (const uint32_t *at = costs + span.first, *end = at + span.count; at < end; at++)
    most = (int32_t)*at > most ? (int32_t)*at : most;
  return (uint32_t)most;
}

static void span_lower(SurveySpan span, uint32_t *least, const uint32_t *costs) {
  least += span.first;
  costs += span.first;
  for (int32_t i = 0; i < span.count; i++) least[i] = costs[i] < least[i] ? costs[i] : least[i];
}

/* Writes a column of all cells that were reached; of others it stays 0. */
static void band_keep(const SurveyBand *band, SurveySpan span, int flood) {
  const LandmarkSurvey *survey = band->survey;
  const uint32_t *costs = survey->costs[flood] + span.first;
  int column = (band->stage - 1) * survey_floods(survey) + flood;
  int16_t *at = &survey->made->rows[span.first].columns[column];
  int16_t turned = flood == 0 ? 0 : INT16_MAX;
  int shift = survey->made->shift;
  for (int32_t i = 0; i < span.count; i++, at += LANDMARK_COLUMNS)
    if (costs[i] != SURVEY_FAR) *at = (int16_t)(costs[i] >> shift) ^ turned;
}

/* Among cells that are equally far the first one is the farthest. */
static void band_note_farthest(SurveyBand *band, SurveySpan span, const uint32_t *costs) {
  uint32_t most = span_most(span, costs);
  if (most <= band->distance) return;
  band->distance = most;
  band->farthest = span.first;
  while (costs[band->farthest] != most) band->farthest++;
}

/* The costs from and to the seed become no columns: they tell how large costs are, and which cells
** can be reached. */
static void band_look_at_seed(SurveyBand *band, SurveySpan *span) {
  const LandmarkSurvey *survey = band->survey;
  *span = span_narrowed(*span, survey->costs[0]);
  for (int i = 0; i < survey_floods(survey); i++) {
    uint32_t most = span_most(*span, survey->costs[i]);
    if (most > band->most[i]) band->most[i] = most;
  }
  band_note_farthest(band, *span, survey->costs[0]);
}

static void band_look_at_landmark(SurveyBand *band, SurveySpan span) {
  const LandmarkSurvey *survey = band->survey;
  for (int i = 0; i < survey_floods(survey); i++) band_keep(band, span, i);
  span_lower(span, survey->least, survey->costs[0]);
  band_note_farthest(band, span, survey->least);
}

/* Afterwards nothing has been reached, for the next flood. */
static void band_look(void *item) {
  SurveyBand *band = item;
  const LandmarkSurvey *survey = band->survey;
  for (int32_t y = band->first; y < band->end; y++) {
    SurveySpan *span = &survey->spans[y];
    if (band->stage == 0) band_look_at_seed(band, span);
    else band_look_at_landmark(band, *span);
    for (int i = 0; i < survey_floods(survey); i++)
      memset(survey->costs[i] + span->first, 0xff, (size_t)span->count * sizeof(uint32_t));
  }
}

/* A unit in which all costs fit into a column: no cost is more than that to the seed and that from
** it. */
static void survey_choose_unit(LandmarkSurvey *survey, const SurveyBand *most) {
  bool both = survey->made->both_ways;
  uint64_t sum = (uint64_t)most->most[0] + (both ? most->most[0] : most->most[1]);
  while (sum >> survey->made->shift > INT16_MAX) survey->made->shift++;
}

static void band_join(SurveyBand *all, const SurveyBand *band) {
  for (int i = 0; i < 2; i++)
    if (band->most[i] > all->most[i]) all->most[i] = band->most[i];
  if (band->distance <= all->distance) return;
  all->distance = band->distance;
  all->farthest = band->farthest;
}

/* All costs of this stage have been found. */
static void survey_look(LandmarkSurvey *survey, int32_t stage) {
  SurveyBand bands[SURVEY_BANDS], all = { .farthest = survey->source };
  void *items[SURVEY_BANDS];
  int32_t height = survey_grid(survey)->height;
  for (int32_t i = 0; i < SURVEY_BANDS; i++) {
    int32_t first = (int32_t)((int64_t)height * i / SURVEY_BANDS);
    int32_t end = (int32_t)((int64_t)height * (i + 1) / SURVEY_BANDS);
    bands[i] = (SurveyBand){ .survey = survey, .stage = stage, .first = first, .end = end };
    items[i] = &bands[i];
  }
  crew_do(&survey->crew, band_look, items, SURVEY_BANDS);
  for (int i = 0; i < SURVEY_BANDS; i++) band_join(&all, &bands[i]);
  if (stage == 0) survey_choose_unit(survey, &all);
  survey->source = all.farthest;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static bool survey_flood(LandmarkSurvey *survey, int32_t stage, int slice) {
  if (survey->made->too_far) return true;
  if (slice == 0 && !survey_start(survey)) return false;
  if (!survey_spread(survey, slice)) return false;
  if (slice == SURVEY_SLICES - 1 && !survey->made->too_far) survey_look(survey, stage);
  return true;
}

/* Where nothing is open there are no landmarks. */
static void survey_keep(LandmarkSurvey *survey) {
  Plane *plane = survey->plane;
  landmarks_free(plane->landmarks, survey_memory(survey));
  plane->landmarks = survey->made;
  if (survey->made == NULL) return;
  landmarks_settle(survey->made);
  survey->made->number = ++plane->cls->map->ids;
  survey->made = NULL;
}

bool survey_do(LandmarkSurvey *survey, int32_t step) {
  int32_t slice = step - 2;
  if (step == 0) return survey_find_region(survey);
  if (survey->fresh) return true;
  if (step == 1) return survey->source == NO_CELL || survey_begin(survey);
  if (survey->made != NULL &&
      !survey_flood(survey, slice / SURVEY_SLICES, slice % SURVEY_SLICES))
    return false;
  if (step == survey_steps(survey) - 1) survey_keep(survey);
  return true;
}

static void survey_free_array(const LandmarkSurvey *survey, uint32_t *array) {
  memory_free(survey_memory(survey), array, survey_grid(survey)->cells * sizeof *array);
}

void survey_end(LandmarkSurvey *survey) {
  Memory *memory = survey_memory(survey);
  crew_end(&survey->crew);
  front_end(&survey->front);
  for (int i = 0; i < 2; i++) {
    flood_end(&survey->floods[i]);
    survey_free_array(survey, survey->costs[i]);
  }
  flood_ground_free(&survey->ground, memory);
  survey_free_array(survey, survey->least);
  memory_free(memory, survey->spans, (size_t)survey_grid(survey)->height * sizeof *survey->spans);
  landmarks_free(survey->made, memory);
}

bool survey_at_once(Plane *plane) {
  LandmarkSurvey survey = survey_of(plane, 1);
  bool done = true;
  for (int32_t step = 0; step < survey_steps(&survey) && done; step++)
    done = survey_do(&survey, step);
  survey_end(&survey);
  return done;
}

bool survey_old_kinds(Plane *plane, const uint8_t *kind) {
  Plane *imagined = plane_imagine(plane, kind);
  bool made = imagined != NULL && survey_at_once(imagined);
  if (made) {
    landmarks_free(plane->landmarks, &plane->cls->map->memory);
    plane->landmarks = imagined->landmarks;
    imagined->landmarks = NULL;
    if (plane->landmarks != NULL) landmarks_move(plane->landmarks, plane->kind);
  }
  plane_forget(imagined);
  return made;
}
