#include "slope.h"

#include "../base/integer.h"

/* ---- kinds ----------------------------------------------------------------------------------- */

/* What a current does to a straight and to a diagonal step at the most, one way or the other. */
static int64_t profile_strength(const Profile *profile, bool diagonal) {
  int64_t east = integer_absolute(profile->east), south = integer_absolute(profile->south);
  if (diagonal) return east + south;
  return east > south ? east : south;
}

bool profile_goes_before(const Profile *a, const Profile *b) {
  int64_t strength = profile_strength(a, true), other = profile_strength(b, true);
  if (a->cost != b->cost) return a->cost > b->cost;
  if (a->height != b->height) return a->height > b->height;
  if (strength != other) return strength > other;
  return a->east != b->east ? a->east > b->east : a->south > b->south;
}

bool profile_is(const Profile *a, const Profile *b) {
  return a->cost == b->cost && a->height == b->height && a->east == b->east &&
         a->south == b->south;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

typedef struct SlopeSpan { int64_t least, greatest; } SlopeSpan;

static void slope_span_take(SlopeSpan *span, int64_t number) {
  if (number < span->least) span->least = number;
  if (number > span->greatest) span->greatest = number;
}

/* The heights that there are; none: the least one is above the greatest. */
static SlopeSpan slopes_heights(const Profile *kinds, int count) {
  SlopeSpan span = { INT64_MAX, INT64_MIN };
  for (int i = 0; i < count; i++)
    if (kinds[i].height != NO_HEIGHT) slope_span_take(&span, kinds[i].height);
  return span;
}

/* What steps into a cell of a kind cost more: the greatest climb is the one from the lowest cells,
** the longest way down that from the highest. */
static SlopeSpan slopes_into(const Slopes *slopes, const Profile *kind, SlopeSpan heights,
                             bool diagonal) {
  SlopeSpan span = { 0, 0 };
  int64_t strength = profile_strength(kind, diagonal);
  if (kind->height != NO_HEIGHT) {
    slope_span_take(&span, slopes->climb * (kind->height - heights.least));
    slope_span_take(&span, slopes->descend * (heights.greatest - kind->height));
  }
  return (SlopeSpan){ span.least - strength, span.greatest + strength };
}

bool slopes_fill(Slopes *slopes, const Profile *kinds, int count) {
  SlopeSpan heights = slopes_heights(kinds, count), all = { 0, 0 };
  slopes->height[0] = NO_HEIGHT;
  for (int i = 0; i < count; i++) {
    slopes->height[i + 1] = kinds[i].height;
    slopes->east[i + 1] = kinds[i].east;
    slopes->south[i + 1] = kinds[i].south;
    for (int diagonal = 0; diagonal < 2; diagonal++) {
      SlopeSpan span = slopes_into(slopes, &kinds[i], heights, diagonal);
      slope_span_take(&all, span.least);
      slope_span_take(&all, span.greatest);
      slopes->least[i + 1][diagonal] = (int32_t)span.least;
    }
  }
  slopes->greatest = (int32_t)all.greatest;
  slopes->cheapens = all.least < 0;
  return all.least >= -ASTAR_MAX_PENALTY && all.greatest <= ASTAR_MAX_PENALTY;
}
