#include "neighbourhood.h"

#include "../base/builtin.h"

/* What lies on one side of a path that came in a straight direction:
**
**     behind  beside  corner
**     parent  middle  front
*/
typedef struct Side { uint8_t front, beside, corner, behind, back; } Side;   /* back: from beside */

static const Side sides[FIRST_DIAGONAL][2] = {
  { { EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH },
    { EAST, SOUTH, SOUTH_EAST, SOUTH_WEST, NORTH } },
  { { WEST, NORTH, NORTH_WEST, NORTH_EAST, SOUTH },
    { WEST, SOUTH, SOUTH_WEST, SOUTH_EAST, NORTH } },
  { { SOUTH, WEST, SOUTH_WEST, NORTH_WEST, EAST },
    { SOUTH, EAST, SOUTH_EAST, NORTH_EAST, WEST } },
  { { NORTH, WEST, NORTH_WEST, SOUTH_WEST, EAST },
    { NORTH, EAST, NORTH_EAST, SOUTH_EAST, WEST } },
};

/* What lies on one side of a path that came diagonally; `down` is the other way than from the
** middle to beside:
**
**     parent  beside  corner
**             middle  front
**             down    ahead
*/
typedef struct Wing { uint8_t front, beside, corner, down, ahead; } Wing;

static const Wing wings[DIRECTIONS - FIRST_DIAGONAL][2] = {
  { { EAST, NORTH, NORTH_EAST, SOUTH, SOUTH_EAST }, { SOUTH, WEST, SOUTH_WEST, EAST, SOUTH_EAST } },
  { { WEST, NORTH, NORTH_WEST, SOUTH, SOUTH_WEST }, { SOUTH, EAST, SOUTH_EAST, WEST, SOUTH_WEST } },
  { { EAST, SOUTH, SOUTH_EAST, NORTH, NORTH_EAST }, { NORTH, WEST, NORTH_WEST, EAST, NORTH_EAST } },
  { { WEST, SOUTH, SOUTH_WEST, NORTH, NORTH_WEST }, { NORTH, EAST, NORTH_EAST, WEST, NORTH_WEST } },
};

static uint32_t neighbourhood_least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static bool neighbourhood_passes(const Neighbourhood *neighbourhood, int place) {
  return neighbourhood->passable >> place & 1;
}

/* A path through a neighbourhood, as it is judged. */
typedef struct Course {
  const Neighbourhood *neighbourhood;
  bool backwards;                   /* a step costs what the cell does that it leaves */
  bool first_stays;                 /* of two ways into the middle at the same cost */
  bool sloped;
} Course;

/* Where a place lies, from the middle. */
static int32_t place_x(int place) {
  return place == NEIGHBOURHOOD_MIDDLE ? 0 : DIRECTION_X[place];
}

static int32_t place_y(int place) {
  return place == NEIGHBOURHOOD_MIDDLE ? 0 : DIRECTION_Y[place];
}

uint32_t neighbourhood_step(const Neighbourhood *neighbourhood, int from, int to, int direction) {
  uint32_t cost = neighbourhood->cost[to][direction >= FIRST_DIAGONAL];
  if (neighbourhood->slopes == NULL || cost >= NEIGHBOURHOOD_BLOCKED) return cost;
  const uint8_t *kind = neighbourhood->kind;
  int32_t slope = slope_of(neighbourhood->slopes, kind[from], kind[to], direction);
  int32_t sum = (int32_t)cost - neighbourhood->zero + slope;
  return sum < 1 ? 1 : (uint32_t)sum;
}

/* Between two places that are neighbours. */
static uint32_t neighbourhood_between(const Neighbourhood *neighbourhood, int from, int to) {
  int direction = direction_of(place_x(to) - place_x(from), place_y(to) - place_y(from));
  return neighbourhood_step(neighbourhood, from, to, direction);
}

ALWAYS_INLINE uint32_t course_straight(Course course, int from, int to) {
  if (course.sloped) return neighbourhood_between(course.neighbourhood, from, to);
  return course.neighbourhood->cost[course.backwards ? from : to][0];
}

ALWAYS_INLINE uint32_t course_diagonal(Course course, int from, int to) {
  if (course.sloped) return neighbourhood_between(course.neighbourhood, from, to);
  return course.neighbourhood->cost[course.backwards ? from : to][1];
}

/* What is not worth following on one side of a path that came in a straight direction. The cell
** behind needs no look: the way straight there is cheaper, unless slopes count. */
ALWAYS_INLINE uint32_t dropped_beside(Course course, int parent, const Side *at) {
  uint32_t here = course_straight(course, parent, NEIGHBOURHOOD_MIDDLE);
  uint32_t beside = here + course_straight(course, NEIGHBOURHOOD_MIDDLE, at->beside);
  uint32_t corner = here + course_diagonal(course, NEIGHBOURHOOD_MIDDLE, at->corner);
  uint32_t front = here + course_straight(course, NEIGHBOURHOOD_MIDDLE, at->front);
  uint32_t around = course_straight(course, parent, at->behind) +
                    course_straight(course, at->behind, at->beside);
  bool passes = neighbourhood_passes(course.neighbourhood, at->behind);
  uint32_t across = passes ? course_diagonal(course, parent, at->beside) : NEIGHBOURHOOD_BLOCKED;
  uint32_t to_beside = neighbourhood_least(neighbourhood_least(around, across), beside);
  uint32_t by_beside = to_beside + course_straight(course, at->beside, at->corner);
  uint32_t by_front = front + course_straight(course, at->front, at->corner);
  bool drops_beside = across < beside || neighbourhood_beats(around, at->front, beside, at->beside);
  bool drops_corner = neighbourhood_least(by_beside, by_front) <= corner;
  bool drops_front = (neighbourhood_passes(course.neighbourhood, at->corner) &&
                      to_beside + course_diagonal(course, at->beside, at->front) < front) ||
                     neighbourhood_beats(by_beside + course_straight(course, at->corner, at->front),
                                         at->back, front, at->front);
  bool drops_behind = true;
  if (course.sloped)
    drops_behind = course_straight(course, parent, at->behind) <=
                   here + course_diagonal(course, NEIGHBOURHOOD_MIDDLE, at->behind);
  return (uint32_t)drops_behind << at->behind | (uint32_t)drops_beside << at->beside |
         (uint32_t)drops_corner << at->corner | (uint32_t)drops_front << at->front;
}

/* The same for one that came diagonally; the cell beside needs no look. */
ALWAYS_INLINE uint32_t dropped_around(Course course, int parent, const Wing *at) {
  uint32_t here = course_diagonal(course, parent, NEIGHBOURHOOD_MIDDLE);
  uint32_t corner = here + course_diagonal(course, NEIGHBOURHOOD_MIDDLE, at->corner);
  uint32_t front = here + course_straight(course, NEIGHBOURHOOD_MIDDLE, at->front);
  uint32_t ahead = here + course_diagonal(course, NEIGHBOURHOOD_MIDDLE, at->ahead);
  uint32_t to_beside = course_straight(course, parent, at->beside);
  uint32_t turned = to_beside + course_straight(course, at->beside, NEIGHBOURHOOD_MIDDLE);
  uint32_t by_beside = to_beside + course_straight(course, at->beside, at->corner);
  uint32_t by_front = front + course_straight(course, at->front, at->corner);
  uint32_t around = by_beside + course_straight(course, at->corner, at->front);
  uint32_t across = neighbourhood_passes(course.neighbourhood, at->corner)
                        ? to_beside + course_diagonal(course, at->beside, at->front)
                        : NEIGHBOURHOOD_BLOCKED;
  uint32_t to_front = neighbourhood_least(neighbourhood_least(across, around), front);
  if (course.first_stays ? turned < here : turned <= here) return 0xff;
  bool drops_corner = neighbourhood_least(by_beside, by_front) <= corner;
  bool drops_front = across < front || neighbourhood_beats(around, at->down, front, at->front);
  bool drops_ahead = to_front + course_straight(course, at->front, at->ahead) <= ahead;
  bool drops_beside =
      !course.sloped ||
      neighbourhood_beats(to_beside, at->front,
                          here + course_straight(course, NEIGHBOURHOOD_MIDDLE, at->beside),
                          at->beside);
  return (uint32_t)drops_beside << at->beside | (uint32_t)drops_corner << at->corner |
         (uint32_t)drops_front << at->front | (uint32_t)drops_ahead << at->ahead;
}

ALWAYS_INLINE uint32_t course_follow(Course course, uint32_t legal, int arrived) {
  int parent = direction_opposite(arrived);
  uint32_t dropped = 1u << parent;
  if (arrived < FIRST_DIAGONAL) {
    const Side *side = sides[arrived];
    dropped |= dropped_beside(course, parent, &side[0]) | dropped_beside(course, parent, &side[1]);
  } else {
    const Wing *wing = wings[arrived - FIRST_DIAGONAL];
    dropped |= dropped_around(course, parent, &wing[0]) | dropped_around(course, parent, &wing[1]);
  }
  return legal & ~dropped;
}

NOINLINE                        /* seldom needed */
static uint32_t neighbourhood_follow_slopes(const Neighbourhood *neighbourhood, uint32_t legal,
                                            int arrived) {
  return course_follow((Course){ neighbourhood, false, false, true }, legal, arrived);
}

uint32_t neighbourhood_follow(const Neighbourhood *neighbourhood, uint32_t legal, int arrived) {
  if (neighbourhood->slopes != NULL)
    return neighbourhood_follow_slopes(neighbourhood, legal, arrived);
  return course_follow((Course){ neighbourhood, false, false, false }, legal, arrived);
}

uint32_t neighbourhood_spread(const Neighbourhood *neighbourhood, uint32_t legal, int arrived,
                              bool backwards) {
  return course_follow((Course){ neighbourhood, backwards, true, false }, legal, arrived);
}
