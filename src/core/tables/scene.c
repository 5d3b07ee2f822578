#include "scene.h"

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

static uint32_t scene_least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/* Does a way come before another, given their costs and last directions? */
static bool scene_beats(uint32_t cost, int last, uint32_t other, int other_last) {
  return cost < other || (cost == other && last < other_last);
}

static bool scene_passes(const Scene *scene, int place) {
  return scene->passable >> place & 1;
}

static uint32_t scene_straight(const Scene *scene, int place) {
  return scene->cost[place][0];
}

static uint32_t scene_diagonal(const Scene *scene, int place) {
  return scene->cost[place][1];
}

/* What is not worth following on one side of a path that came in a straight direction. */
ALWAYS_INLINE uint32_t dropped_beside(const Scene *scene, const Side *at) {
  uint32_t here = scene_straight(scene, SCENE_MIDDLE), beside = scene_straight(scene, at->beside);
  uint32_t corner = scene_straight(scene, at->corner), front = scene_straight(scene, at->front);
  uint32_t around = scene_straight(scene, at->behind) + beside;
  bool passes = scene_passes(scene, at->behind);
  uint32_t across = passes ? scene_diagonal(scene, at->beside) : SCENE_BLOCKED;
  uint32_t to_beside = scene_least(scene_least(around, across), here + beside);
  uint32_t to_corner = scene_least(to_beside, here + front) + corner;
  bool drops_beside = across < here + beside ||
                      scene_beats(around, at->front, here + beside, at->beside);
  bool drops_corner = to_corner <= here + scene_diagonal(scene, at->corner);
  bool drops_front = (scene_passes(scene, at->corner) &&
                      to_beside + scene_diagonal(scene, at->front) < here + front) ||
                     scene_beats(to_beside + corner, at->back, here, at->front);
  return 1u << at->behind | (uint32_t)drops_beside << at->beside |
         (uint32_t)drops_corner << at->corner | (uint32_t)drops_front << at->front;
}

/* The same for one that came diagonally. */
ALWAYS_INLINE uint32_t dropped_around(const Scene *scene, const Wing *at) {
  uint32_t here = scene_diagonal(scene, SCENE_MIDDLE), beside = scene_straight(scene, at->beside);
  uint32_t corner = scene_straight(scene, at->corner), front = scene_straight(scene, at->front);
  uint32_t around = beside + corner;
  uint32_t across = scene_passes(scene, at->corner) ? beside + scene_diagonal(scene, at->front)
                                              : SCENE_BLOCKED;
  uint32_t to_front = scene_least(scene_least(across, around + front), here + front);
  if (beside + scene_straight(scene, SCENE_MIDDLE) <= here) return 0xff;
  bool drops_corner = around <= here + scene_diagonal(scene, at->corner) ||
                      front + corner <= scene_diagonal(scene, at->corner);
  bool drops_front = across < here + front || scene_beats(around, at->down, here, at->front);
  bool drops_ahead = to_front + scene_straight(scene, at->ahead) <=
                     here + scene_diagonal(scene, at->ahead);
  return 1u << at->beside | (uint32_t)drops_corner << at->corner |
         (uint32_t)drops_front << at->front | (uint32_t)drops_ahead << at->ahead;
}

uint32_t scene_follow(const Scene *scene, uint32_t legal, int arrived) {
  uint32_t dropped = 1u << direction_opposite(arrived);
  if (arrived < FIRST_DIAGONAL) {
    const Side *side = sides[arrived];
    return legal & ~(dropped | dropped_beside(scene, &side[0]) | dropped_beside(scene, &side[1]));
  }
  const Wing *wing = wings[arrived - FIRST_DIAGONAL];
  return legal & ~(dropped | dropped_around(scene, &wing[0]) | dropped_around(scene, &wing[1]));
}
