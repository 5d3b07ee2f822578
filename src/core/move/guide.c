#include "guide.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/builtin.h"

#define BLOCK 8
#define MARGIN ((GUIDE_SIDE - BLOCK) / 2)
#define CELLS (GUIDE_SIDE * GUIDE_SIDE)

enum { STRAIGHT = 3, DIAGONAL = 4, OFF = 2 };   /* costs of steps; added for a cell off the path */

#define AHEAD (2 * GUIDE_SIDE)      /* cells of the path among which the stretch begins */
#define BEHIND 128                  /* cells behind the base, among which it ends otherwise */
#define RING 8                      /* more than the costliest step costs */

/* ---- the window ------------------------------------------------------------------------------ */

static astar_cell guide_corner(const astar_unit *unit) {
  return (astar_cell){ (unit->x & ~(BLOCK - 1)) - MARGIN, (unit->y & ~(BLOCK - 1)) - MARGIN };
}

/* The place of a cell in the window, row by row; -1: it is outside. */
static int guide_place(const Guide *guide, astar_cell cell) {
  uint32_t x = (uint32_t)(cell.x - guide->corner.x), y = (uint32_t)(cell.y - guide->corner.y);
  return x < GUIDE_SIDE && y < GUIDE_SIDE ? (int)(y * GUIDE_SIDE + x) : -1;
}

static bool is_marked(const uint16_t rows[GUIDE_SIDE], int place) {
  return rows[place / GUIDE_SIDE] >> place % GUIDE_SIDE & 1;
}

/* Where the unit fits, as its player knows the terrain. */
static void read_open(const astar_unit *unit, astar_cell corner, uint16_t open[GUIDE_SIDE]) {
  for (int y = 0; y < GUIDE_SIDE; y++)
    open[y] = (uint16_t)class_open_row(unit->cls, unit->player->known, corner.x, corner.y + y,
                                       GUIDE_SIDE);
}

/* ---- the stretch of the path ----------------------------------------------------------------- */

static void mark_on(Guide *guide, int place) {
  guide->on[place / GUIDE_SIDE] |= (uint16_t)(1u << place % GUIDE_SIDE);
}

/* The place of a cell of the path; -1: outside. */
static int place_on_path(const Guide *guide, const astar_unit *unit, int32_t index) {
  if (index < 0 || index >= unit->path->length) return -1;
  return guide_place(guide, unit_path_cell(unit, index));
}

/* Does a link lie between a cell of the path and the next one before (-1) or behind it (1)? Nobody
** walks along it. */
static bool is_linked(const astar_unit *unit, int32_t index, int32_t step) {
  return astar_path_link(unit->path, step > 0 ? index + 1 : index) != 0;
}

/* Marks cells of the path from `index` on, as long as they lie in the window, no link is between
** them, and nobody has built on them; returns the index of the last. */
static int32_t mark_stretch(Guide *guide, const astar_unit *unit, int32_t index, int32_t step) {
  int first = place_on_path(guide, unit, index);
  mark_on(guide, first);
  if (step < 0 && !is_marked(guide->open, first)) return index;
  while (!is_linked(unit, index, step)) {
    int place = place_on_path(guide, unit, index + step);
    if (place < 0 || !is_marked(guide->open, place)) break;
    index += step;
    mark_on(guide, place);
  }
  return index;
}

/* A unit may have been moved on beside its path. */
static int32_t first_in_window(const Guide *guide, const astar_unit *unit) {
  int32_t index = unit->progress, end = index + AHEAD;
  while (index < end && place_on_path(guide, unit, index) < 0)
    if (is_linked(unit, index++, 1)) return -1;
  return index < end ? index : -1;
}

/* A unit may have been moved back along its path: then the stretch leads to where that leaves the
** window. */
static int find_way_back(const astar_unit *unit, Guide *guide) {
  int32_t index = unit->progress, end = index - BEHIND;
  while (index > end && place_on_path(guide, unit, index) < 0)
    if (is_linked(unit, index--, -1)) return -1;
  if (index == end) return -1;
  mark_stretch(guide, unit, index, -1);
  guide->first = guide->last = unit->progress;
  return place_on_path(guide, unit, index);
}

/* The place of the cell to which the stretch leads; -1: there is none, or the home lies outside. */
static int find_stretch(const astar_unit *unit, Guide *guide) {
  memset(guide->on, 0, sizeof guide->on);
  if (unit->path == NULL) {
    int home = guide_place(guide, unit->home);
    if (home >= 0) mark_on(guide, home);
    return home;
  }
  int32_t index = first_in_window(guide, unit);
  if (index < 0) return find_way_back(unit, guide);
  mark_stretch(guide, unit, index, -1);
  guide->first = index;
  guide->last = mark_stretch(guide, unit, index, 1);
  return place_on_path(guide, unit, guide->last);
}

/* ---- the costs ------------------------------------------------------------------------------- */

/* Cells by the cost at which they are to be visited, in a ring: Dial's buckets. */
typedef struct Wave {
  uint8_t cells[RING][CELLS];
  int counts[RING];
  int left;                         /* in all of them */
} Wave;

static void wave_add(Wave *wave, int cost, int place) {
  int bucket = cost % RING;
  ASTAR_ASSERT(wave->counts[bucket] < CELLS);
  wave->cells[bucket][wave->counts[bucket]++] = (uint8_t)place;
  wave->left++;
}

/* The legal steps from a cell of the window to others in it: a bit for each direction. */
static uint32_t guide_steps(const Guide *guide, const astar_class *cls, int place) {
  int x = place % GUIDE_SIDE, y = place / GUIDE_SIDE;
  uint32_t around[3];
  for (int i = 0; i < 3; i++) {
    int row = y + i - 1;
    uint32_t bits = row < 0 || row >= GUIDE_SIDE ? 0 : (uint32_t)guide->open[row] << 1;
    around[i] = bits >> x & 7;
  }
  uint32_t open = (around[1] >> 2 & 1) << EAST | (around[1] & 1) << WEST |
                  (around[2] >> 1 & 1) << SOUTH | (around[0] >> 1 & 1) << NORTH |
                  (around[2] >> 2 & 1) << SOUTH_EAST | (around[2] & 1) << SOUTH_WEST |
                  (around[0] >> 2 & 1) << NORTH_EAST | (around[0] & 1) << NORTH_WEST;
  return class_legal_at(cls, x, y, open);      /* a window begins in an even row and column */
}

/* A step and its reverse are legal alike: so costs can be found from the goal backwards. */
static void wave_visit(Wave *wave, Guide *guide, const astar_class *cls, int place) {
  int cost = guide->cost[place] + (is_marked(guide->on, place) ? 0 : OFF);
  uint32_t steps = guide_steps(guide, cls, place);
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    if (!(steps >> direction & 1)) continue;
    int from = place + DIRECTION_Y[direction] * GUIDE_SIDE + DIRECTION_X[direction];
    int through = cost + (direction < FIRST_DIAGONAL || cls->hex ? STRAIGHT : DIAGONAL);
    if (through >= guide->cost[from]) continue;
    guide->cost[from] = (uint8_t)through;
    wave_add(wave, through, from);
  }
}

/* Is it a cell of the block, or next to one? */
static bool is_asked_about(int place) {
  unsigned x = (unsigned)(place % GUIDE_SIDE - MARGIN + 1);
  unsigned y = (unsigned)(place / GUIDE_SIDE - MARGIN + 1);
  return x < BLOCK + 2 && y < BLOCK + 2;
}

static int count_asked_about(const Guide *guide) {
  const unsigned columns = ((1u << (BLOCK + 2)) - 1) << (MARGIN - 1);
  int count = 0;
  for (int y = MARGIN - 1; y < MARGIN + BLOCK + 1; y++)
    count += ones_32(guide->open[y] & columns);
  return count;
}

/* What was not settled is as far as what lies outside of the window. */
static void drop_unsettled(Guide *guide, int settled) {
  for (int place = 0; place < CELLS; place++)
    if (guide->cost[place] > settled) guide->cost[place] = GUIDE_FAR;
}

/* Ends when all cells are settled that a unit in the block may step to. */
static void spread_costs(Guide *guide, const astar_class *cls, int goal) {
  Wave wave;
  int wanted = count_asked_about(guide), cost = 0;
  wave.left = 0;
  memset(wave.counts, 0, sizeof wave.counts);
  memset(guide->cost, GUIDE_FAR, sizeof guide->cost);
  guide->cost[goal] = 0;
  wave_add(&wave, 0, goal);
  for (; wave.left > 0 && wanted > 0; cost++) {
    int bucket = cost % RING;
    for (int i = 0; i < wave.counts[bucket]; i++) {
      int place = wave.cells[bucket][i];
      if (guide->cost[place] != cost) continue;
      wave_visit(&wave, guide, cls, place);
      wanted -= is_marked(guide->open, place) && is_asked_about(place);
    }
    wave.left -= wave.counts[bucket];
    wave.counts[bucket] = 0;
  }
  if (wave.left > 0) drop_unsettled(guide, cost - 1);
}

static bool guide_make(const astar_unit *unit, Guide *guide) {
  Changes *changes = &unit->player->changes;
  guide->corner = guide_corner(unit);
  guide->known = false;
  guide->first = guide->last = 0;
  read_open(unit, guide->corner, guide->open);
  int goal = find_stretch(unit, guide);
  if (goal < 0) return false;
  guide->kinds_version = unit->cls->map->grid.kinds_version;
  guide->changes = changes_position(changes);
  spread_costs(guide, unit->cls, goal);
  guide->known = true;
  return true;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool is_same_window(const astar_unit *unit) {
  const Guide *guide = &unit->guide;
  if (!guide->known || !grid_same_cell(guide->corner, guide_corner(unit))) return false;
  return unit->path == NULL || (unit->progress >= guide->first && unit->progress <= guide->last);
}

/* Has anything changed, as the unit's player knows it, on which the window depends? */
static bool is_news(const astar_unit *unit, Changes *changes) {
  const Guide *guide = &unit->guide;
  int32_t side = GUIDE_SIDE - 1 + unit->cls->size;
  if (guide->kinds_version != unit->cls->map->grid.kinds_version) return true;
  if (!changes_begin(changes, guide->changes)) return true;
  for (uint64_t at = guide->changes; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    if (rect.x < guide->corner.x + side && guide->corner.x < rect.x + rect.width &&
        rect.y < guide->corner.y + side && guide->corner.y < rect.y + rect.height)
      return true;
  }
  return false;
}

bool guide_exists(const astar_unit *unit) {
  Guide guide = { .corner = guide_corner(unit) };
  read_open(unit, guide.corner, guide.open);
  return find_stretch(unit, &guide) >= 0;
}

/* Where nothing was changed nothing is compared. */
static bool is_same_terrain(astar_unit *unit) {
  Guide *guide = &unit->guide;
  Changes *changes = &unit->player->changes;
  uint16_t open[GUIDE_SIDE];
  bool news = is_news(unit, changes);
  if (news) read_open(unit, guide->corner, open);
  if (news && memcmp(open, guide->open, sizeof open) != 0) return false;
  guide->kinds_version = unit->cls->map->grid.kinds_version;
  guide->changes = changes_position(changes);
  return true;
}

uint8_t guide_cost(const astar_unit *unit, astar_cell cell) {
  int place = guide_place(&unit->guide, cell);
  return place < 0 ? GUIDE_FAR : unit->guide.cost[place];
}

/* A unit beside its path has come as far as the cells of the stretch that are farther from the end.
** Else the next window, which the path may leave and enter again, would lead it back. */
static void come_along(astar_unit *unit) {
  const Guide *guide = &unit->guide;
  int32_t index = unit->progress < guide->first ? guide->first : unit->progress;
  uint8_t cost = guide_cost(unit, unit_cell(unit));
  while (index < guide->last && guide_cost(unit, unit_path_cell(unit, index)) > cost) index++;
  if (index != unit->progress) unit_come_to(unit, index);
}

bool guide_sync(astar_unit *unit) {
  bool holds = is_same_window(unit) && is_same_terrain(unit);
  if (!holds && !guide_make(unit, &unit->guide)) return false;
  if (unit->path != NULL && unit_is_displaced(unit)) come_along(unit);
  return true;
}

const char *guide_validate(const astar_unit *unit) {
  const Guide *guide = &unit->guide;
  Guide made;
  if (!is_same_window(unit) || guide->changes != unit->player->changes.written) return NULL;
  if (!guide_make(unit, &made)) return "a unit has a guide that leads nowhere";
  bool same = memcmp(guide->cost, made.cost, sizeof made.cost) == 0;
  return same ? NULL : "a unit's guide is not as its surroundings are";
}
