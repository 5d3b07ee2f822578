#include "scene.h"

/* The direction from the middle to each place. */
static const uint8_t direction_to[9] = { NORTH_WEST, NORTH, NORTH_EAST, WEST, 0, EAST,
                                         SOUTH_WEST, SOUTH, SOUTH_EAST };

/* The way to the next place in a straight direction. */
static const int8_t place_offset[FIRST_DIAGONAL] = { 1, -1, 3, -3 };

static int direction_by(int offset) {
  return direction_to[SCENE_MIDDLE + offset];
}

static bool is_open(const Scene *scene, int place) {
  return scene->straight[place] < SCENE_BLOCKED;
}

/* Can a diagonal step be made between two places, given those beside it? */
static bool passes(const Scene *scene, int beside, int other) {
  static const int needed[] = {
    [ASTAR_DIAGONAL_NO_OBSTACLES] = 2, [ASTAR_DIAGONAL_AT_MOST_ONE] = 1,
    [ASTAR_DIAGONAL_ALWAYS] = 0, [ASTAR_DIAGONAL_NEVER] = 3,
  };
  return is_open(scene, beside) + is_open(scene, other) >= needed[scene->cls->diagonal];
}

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/* Does a way come before another that costs `than` and ends in a straight direction? */
static bool beats(uint32_t cost, int last, uint32_t than, int direction) {
  return cost < than || (cost == than && last < direction);
}

uint32_t scene_legal(const Scene *scene) {
  uint32_t open = 0;
  for (int place = 0; place < 9; place++)
    if (place != SCENE_MIDDLE && is_open(scene, place)) open |= 1u << direction_to[place];
  return scene->cls->legal[open];
}

/*
** What is not worth following on one side of a path that came in a straight direction. `on` and `out`
** are the offsets of places in that direction and to the side:
**
**     behind  beside  corner
**     parent  middle  front
*/
static uint32_t dropped_beside(const Scene *scene, int on, int out) {
  const uint32_t *straight = scene->straight, *diagonal = scene->diagonal;
  const int middle = SCENE_MIDDLE, front = middle + on, beside = middle + out;
  const int behind = beside - on, corner = beside + on;
  const int ahead = direction_by(on), aside = direction_by(out), back_in = direction_by(-out);
  uint32_t here = straight[middle], dropped = 1u << direction_by(out - on);
  uint32_t around = straight[behind] + straight[beside];
  uint32_t across = passes(scene, behind, middle) ? diagonal[beside] : SCENE_BLOCKED;
  uint32_t to_beside = least(least(around, across), here + straight[beside]);
  if (across < here + straight[beside] ||
      beats(around, ahead, here + straight[beside], aside))
    dropped |= 1u << aside;
  if (least(to_beside, here + straight[front]) + straight[corner] <= here + diagonal[corner])
    dropped |= 1u << direction_by(on + out);
  if ((passes(scene, middle, corner) && to_beside + diagonal[front] < here + straight[front]) ||
      beats(to_beside + straight[corner], back_in, here, ahead))
    dropped |= 1u << ahead;
  return dropped;
}

/*
** The same for one that came diagonally. `on` and `down` are the offsets of its two straight parts:
**
**     parent  beside  corner
**             middle  front
**                     ahead
*/
static uint32_t dropped_around(const Scene *scene, int on, int down) {
  const uint32_t *straight = scene->straight, *diagonal = scene->diagonal;
  const int middle = SCENE_MIDDLE, front = middle + on, beside = middle - down;
  const int corner = beside + on, ahead = front + down;
  uint32_t here = diagonal[middle], dropped = 1u << direction_by(-down);
  uint32_t around = straight[beside] + straight[corner];
  uint32_t across = passes(scene, middle, corner) ? straight[beside] + diagonal[front]
                                                  : SCENE_BLOCKED;
  uint32_t to_front = least(here + straight[front], least(across, around + straight[front]));
  if (straight[beside] + straight[middle] <= here) return 0xff;
  if (around <= here + diagonal[corner] || straight[front] + straight[corner] <= diagonal[corner])
    dropped |= 1u << direction_by(on - down);
  if (across < here + straight[front] ||
      beats(around, direction_by(down), here, direction_by(on)))
    dropped |= 1u << direction_by(on);
  if (to_front + straight[ahead] <= here + diagonal[ahead])
    dropped |= 1u << direction_by(on + down);
  return dropped;
}

uint32_t scene_follow(const Scene *scene, int arrived) {
  if (arrived < FIRST_DIAGONAL) {
    int on = place_offset[arrived], out = arrived < SOUTH ? 3 : 1;
    uint32_t dropped = 1u << direction_by(-on);
    if (!is_open(scene, SCENE_MIDDLE - on)) return 0;
    return scene_legal(scene) & ~(dropped | dropped_beside(scene, on, out) |
                                  dropped_beside(scene, on, -out));
  }
  int on = place_offset[direction_across(arrived)], down = place_offset[direction_down(arrived)];
  uint32_t dropped = 1u << direction_by(-on - down);
  if (!is_open(scene, SCENE_MIDDLE - on - down) ||
      !passes(scene, SCENE_MIDDLE - on, SCENE_MIDDLE - down))
    return 0;
  return scene_legal(scene) & ~(dropped | dropped_around(scene, on, down) |
                                dropped_around(scene, down, on));
}
