#include "hex_neighbourhood.h"

/*
** The parent, the middle and the cells beside both lie around each other, so from the parent these
** two are reached past the middle. Ahead lie three more:
**
**        aside   ahead
**     beside  middle  aside
**        parent  beside
**
** Places are named by the direction in which they lie. Sides are counted from the parent on,
** clockwise.
*/
typedef struct HexCourse {
  const Neighbourhood *neighbourhood;
  const Grid *grid;
  uint32_t is_shifted;              /* the middle is */
  const uint8_t *sides;             /* of the middle, clockwise: directions */
  int parent;                       /* the side on which it lies */
  bool backwards;                   /* a step costs what the cell does that it leaves */
} HexCourse;

static int hex_course_side(const HexCourse *course, int by) {
  return (course->parent + by + HEX_SIDES) % HEX_SIDES;
}

static uint32_t hex_course_cost(const HexCourse *course, int from, int to) {
  return course->neighbourhood->cost[course->backwards ? from : to][0];
}

/* The direction of a step from a neighbour of the middle towards a side. */
static int hex_course_direction(const HexCourse *course, int neighbour, int by) {
  uint32_t is_shifted = course->is_shifted ^ hex_changes_line(course->grid, neighbour);
  return hex_directions(course->grid, is_shifted)[hex_course_side(course, by)];
}

/* What is not worth following on one side: `by` is 1 or -1. */
static uint32_t hex_course_dropped(const HexCourse *course, int by) {
  int parent = course->sides[course->parent], beside = course->sides[hex_course_side(course, by)];
  int aside = course->sides[hex_course_side(course, 2 * by)];
  int ahead = course->sides[hex_course_side(course, 3)];
  uint32_t here = hex_course_cost(course, parent, NEIGHBOURHOOD_MIDDLE);
  uint32_t past = here + hex_course_cost(course, NEIGHBOURHOOD_MIDDLE, aside);
  uint32_t on = here + hex_course_cost(course, NEIGHBOURHOOD_MIDDLE, ahead);
  uint32_t around = hex_course_cost(course, parent, beside) +
                    hex_course_cost(course, beside, aside);
  bool drops_aside = neighbourhood_beats(around, hex_course_direction(course, beside, 3), past,
                                         aside);
  bool drops_ahead = neighbourhood_beats(around + hex_course_cost(course, aside, ahead),
                                         hex_course_direction(course, aside, 4 * by), on, ahead);
  return 1u << beside | (uint32_t)drops_aside << aside | (uint32_t)drops_ahead << ahead;
}

uint32_t hex_neighbourhood_follow(const Neighbourhood *neighbourhood, const Grid *grid,
                                  uint32_t is_shifted, int arrived, bool backwards) {
  const uint8_t *sides = hex_directions(grid, is_shifted);
  int parent = direction_opposite(arrived);
  int side = hex_side_of(sides, parent);
  HexCourse course = { neighbourhood, grid, is_shifted, sides, side, backwards };
  return ~(1u << parent | hex_course_dropped(&course, 1) | hex_course_dropped(&course, -1));
}
