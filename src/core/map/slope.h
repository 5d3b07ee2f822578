/*
** Slopes: what a step costs a class more, or less, because of where it leads: up or down, against
** a current or with it. Height and current belong to terrain, so players know them as they know
** terrain, and two cells of one kind have them in common: see class.h.
**
** A step is known by the kinds of the cells that it leaves and enters, and by its direction.
*/
#ifndef ASTAR_SLOPE_H
#define ASTAR_SLOPE_H

#include "../grid/direction.h"

#define KINDS 256
#define NO_HEIGHT INT32_MIN         /* of unseen cells, and of those that cannot be entered */

/* What cells of one kind have in common, as a class pays for it. */
typedef struct Profile {
  int32_t cost;                     /* of a straight step into one; 0: it cannot be entered */
  int32_t height;
  int32_t east, south;              /* the current, drift included */
} Profile;

/* Of a class for which steps differ by direction. */
typedef struct Slopes {
  int32_t climb, descend;
  int32_t height[KINDS];
  int32_t east[KINDS], south[KINDS];
  int32_t least[KINDS][2];          /* no step into a cell of that kind is cheaper by more,
                                    ** from whatever kind: straight, diagonally; 0 or below */
  int32_t greatest;                 /* nor any step more */
  bool cheapens;                    /* some step costs less than without */
} Slopes;

/* Of two kinds: which is the lower number? The costlier one; then the higher, then the one with the
** stronger current. The rest only makes the order complete. */
bool profile_goes_before(const Profile *a, const Profile *b);
bool profile_is(const Profile *a, const Profile *b);
/* Finds what the kinds 1 … count mean for steps. False: a step could come to cost more or less by
** more than ASTAR_MAX_PENALTY. */
bool slopes_fill(Slopes *slopes, const Profile *kinds, int count);

/* The parts of a step. */
static inline int32_t slope_height(const Slopes *slopes, uint8_t from, uint8_t to) {
  int32_t before = slopes->height[from], after = slopes->height[to];
  if (before == after || before == NO_HEIGHT || after == NO_HEIGHT) return 0;
  return after > before ? slopes->climb * (after - before) : slopes->descend * (before - after);
}

static inline int32_t slope_current(const Slopes *slopes, uint8_t to, int direction) {
  return -(DIRECTION_X[direction] * slopes->east[to] + DIRECTION_Y[direction] * slopes->south[to]);
}

/* Both. */
static inline int32_t slope_of(const Slopes *slopes, uint8_t from, uint8_t to, int direction) {
  return slope_height(slopes, from, to) + slope_current(slopes, to, direction);
}

#endif
