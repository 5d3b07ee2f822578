#include "guide.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/builtin.h"
#include "movement.h"

#define BLOCK 8
#define MARGIN ((GUIDE_SIDE - BLOCK) / 2)
#define WORDS (GUIDE_CELLS / 64)

enum { STRAIGHT = 3, DIAGONAL = 4, OFF = 2 };   /* costs of steps; added for a cell off the path */
enum { VISITS = 8, LEAVES = 4 };    /* the lengths of the rings */

#define AHEAD (2 * GUIDE_SIDE)      /* cells of the path among which the stretch begins */
#define BEHIND 128                  /* cells behind the base, among which it ends otherwise */

/* ---- the window ------------------------------------------------------------------------------ */

static astar_cell guide_corner(const astar_unit *unit) {
  return (astar_cell){ (unit->x & ~(BLOCK - 1)) - MARGIN, (unit->y & ~(BLOCK - 1)) - MARGIN };
}

/* The place of a cell in the window, row by row; -1: it is outside. */
static int guide_place(const Guide *guide, astar_cell cell) {
  uint32_t x = (uint32_t)(cell.x - guide->corner.x), y = (uint32_t)(cell.y - guide->corner.y);
  return x < GUIDE_SIDE && y < GUIDE_SIDE ? (int)(y * GUIDE_SIDE + x) : -1;
}

static bool is_marked(const GuideSet *set, int place) {
  return set->words[place / 64] >> place % 64 & 1;
}

/* Where the unit fits, as its player knows the terrain. */
static GuideSet read_open(const astar_unit *unit, astar_cell corner) {
  GuideSet open = { { 0 } };
  for (int y = 0; y < GUIDE_SIDE; y++) {
    uint64_t row = class_open_row(unit->cls, unit->player->known, corner.x, corner.y + y,
                                  GUIDE_SIDE);
    open.words[y / 4] |= row << y % 4 * GUIDE_SIDE;
  }
  return open;
}

/* ---- the stretch of the path ----------------------------------------------------------------- */

static void mark_on(Guide *guide, int place) {
  guide->on.words[place / 64] |= (uint64_t)1 << place % 64;
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
  const Waypoint *leg = unit->path->waypoints + unit->leg;
  astar_cell at = unit_path_cell(unit, index);
  int place = guide_place(guide, at);
  mark_on(guide, place);
  if (step < 0 && !is_marked(&guide->open, place)) return index;
  for (int32_t end = step > 0 ? unit->last : 0; index != end; index += step) {
    while (step > 0 ? leg[1].index <= index : leg[1].index < index) leg++;
    while (step > 0 ? leg->index > index : leg->index >= index) leg--;
    if (leg->link != 0) break;
    int direction = direction_of(leg[1].x - leg->x, leg[1].y - leg->y);
    at.x += step * DIRECTION_X[direction];
    at.y += step * DIRECTION_Y[direction];
    place = guide_place(guide, at);
    if (place < 0 || !is_marked(&guide->open, place)) break;
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
  guide->on = (GuideSet){ { 0 } };
  if (unit->path == NULL) {
    int home = guide_place(guide, unit->goal);
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

/* The cells of a set moved by a row, or by a column. In the column that they would leave there are
** none, or they are masked afterwards. */
static FORCED_INLINE GuideSet moved_down(GuideSet set) {
  const uint64_t *from = set.words;
  return (GuideSet){ { from[0] << GUIDE_SIDE, from[1] << GUIDE_SIDE | from[0] >> (64 - GUIDE_SIDE),
                       from[2] << GUIDE_SIDE | from[1] >> (64 - GUIDE_SIDE),
                       from[3] << GUIDE_SIDE | from[2] >> (64 - GUIDE_SIDE) } };
}

static FORCED_INLINE GuideSet moved_up(GuideSet set) {
  const uint64_t *from = set.words;
  return (GuideSet){ { from[0] >> GUIDE_SIDE | from[1] << (64 - GUIDE_SIDE),
                       from[1] >> GUIDE_SIDE | from[2] << (64 - GUIDE_SIDE),
                       from[2] >> GUIDE_SIDE | from[3] << (64 - GUIDE_SIDE),
                       from[3] >> GUIDE_SIDE } };
}

static FORCED_INLINE GuideSet moved_east(GuideSet set) {
  const uint64_t *from = set.words;
  return (GuideSet){ { from[0] << 1, from[1] << 1, from[2] << 1, from[3] << 1 } };
}

static FORCED_INLINE GuideSet moved_west(GuideSet set) {
  const uint64_t *from = set.words;
  return (GuideSet){ { from[0] >> 1, from[1] >> 1, from[2] >> 1, from[3] >> 1 } };
}

static FORCED_INLINE GuideSet set_both(GuideSet a, GuideSet b) {
  return (GuideSet){ { a.words[0] & b.words[0], a.words[1] & b.words[1], a.words[2] & b.words[2],
                       a.words[3] & b.words[3] } };
}

static FORCED_INLINE GuideSet set_either(GuideSet a, GuideSet b) {
  return (GuideSet){ { a.words[0] | b.words[0], a.words[1] | b.words[1], a.words[2] | b.words[2],
                       a.words[3] | b.words[3] } };
}

static FORCED_INLINE GuideSet set_without(GuideSet a, GuideSet b) {
  return (GuideSet){ { a.words[0] & ~b.words[0], a.words[1] & ~b.words[1],
                       a.words[2] & ~b.words[2], a.words[3] & ~b.words[3] } };
}

static FORCED_INLINE bool set_is_empty(GuideSet set) {
  return (set.words[0] | set.words[1] | set.words[2] | set.words[3]) == 0;
}

/* A set with the same even rows, and the same odd ones. */
#define TWO_ROWS(even, odd) ((even) * (uint64_t)0x100000001 | (odd) * (uint64_t)0x1000000010000)
#define ROWS(even, odd) { { TWO_ROWS(even, odd), TWO_ROWS(even, odd), TWO_ROWS(even, odd), \
                            TWO_ROWS(even, odd) } }

/* The cells whose neighbour in a direction lies in the window and is open. */
static GuideSet open_beside(const Guide *guide, int direction) {
  static const GuideSet inner[3] = { ROWS(0xfffeu, 0xfffeu), ROWS(0xffffu, 0xffffu),
                                     ROWS(0x7fffu, 0x7fffu) };
  int dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  GuideSet open = guide->open;
  if (dx != 0) open = dx > 0 ? moved_west(open) : moved_east(open);
  if (dy != 0) open = dy > 0 ? moved_up(open) : moved_down(open);
  return set_both(open, inner[dx + 1]);
}

static void find_square_steps(GuideWave *wave, const astar_class *cls) {
  int needed = class_diagonal_needs(cls);
  for (int direction = FIRST_DIAGONAL; direction < DIRECTIONS; direction++) {
    GuideSet across = wave->from[direction_across(direction)];
    GuideSet down = wave->from[direction_down(direction)], *from = &wave->from[direction];
    if (needed == 1) *from = set_both(*from, set_either(across, down));
    if (needed == 2) *from = set_both(*from, set_both(across, down));
    if (needed > 2) *from = (GuideSet){ { 0 } };
  }
}

/* A window begins in an even row and column. */
static void find_hex_steps(GuideWave *wave, const Grid *grid) {
  static const GuideSet shifted[2] = { ROWS(0, 0xffffu), ROWS(0xaaaau, 0xaaaau) };
  GuideSet lines = shifted[grid->shape == ASTAR_GRID_FLAT_HEX];
  uint32_t on_shifted = hex_steps(grid, 1), on_others = hex_steps(grid, 0);
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    GuideSet *from = &wave->from[direction];
    if (!(on_shifted >> direction & 1)) *from = set_without(*from, lines);
    if (!(on_others >> direction & 1)) *from = set_both(*from, lines);
  }
}

static void find_steps(Guide *guide) {
  for (int direction = 0; direction < DIRECTIONS; direction++)
    guide->wave.from[direction] = open_beside(guide, direction);
  if (guide->cls->hex) find_hex_steps(&guide->wave, &guide->cls->map->grid);
  else find_square_steps(&guide->wave, guide->cls);
}

/* ---- the wave -------------------------------------------------------------------------------- */

static void wave_begin(Guide *guide, int goal) {
  GuideWave *wave = &guide->wave;
  memset(wave->visits, 0, sizeof wave->visits);
  memset(wave->leaves, 0, sizeof wave->leaves);
  memset(&wave->unsettled, UINT8_MAX, sizeof wave->unsettled);
  memset(guide->cost, GUIDE_FAR, sizeof guide->cost);
  wave->visits[0].words[goal / 64] = (uint64_t)1 << goal % 64;
  wave->cost = 0;
  wave->diagonal = guide->cls->hex ? STRAIGHT : DIAGONAL;
  find_steps(guide);
}

/* Cells come to the next column where a step in the direction is legal. */
static FORCED_INLINE GuideSet wave_west(const GuideWave *wave, GuideSet cells, int direction) {
  return moved_west(set_both(cells, wave->from[direction]));
}

static FORCED_INLINE GuideSet wave_east(const GuideWave *wave, GuideSet cells, int direction) {
  return moved_east(set_both(cells, wave->from[direction]));
}

static void wave_add(GuideWave *wave, int cost, GuideSet cells) {
  GuideSet *visits = &wave->visits[cost % VISITS];
  *visits = set_either(*visits, cells);
}

/* A step and its reverse are legal alike: so costs can be found from the goal backwards. */
static void wave_leave(GuideWave *wave, GuideSet cells) {
  GuideSet beside = set_either(wave_east(wave, cells, EAST), wave_west(wave, cells, WEST));
  GuideSet below = moved_down(set_both(cells, wave->from[SOUTH]));
  GuideSet above = moved_up(set_both(cells, wave->from[NORTH]));
  wave_add(wave, wave->cost + STRAIGHT, set_either(beside, set_either(below, above)));
  below = set_either(wave_east(wave, cells, SOUTH_EAST), wave_west(wave, cells, SOUTH_WEST));
  above = set_either(wave_east(wave, cells, NORTH_EAST), wave_west(wave, cells, NORTH_WEST));
  wave_add(wave, wave->cost + wave->diagonal,
           set_either(moved_down(below), moved_up(above)));
}

static void write_costs(Guide *guide, GuideSet visited) {
  for (int i = 0; i < WORDS; i++)
    for (uint64_t bits = visited.words[i]; bits != 0; bits &= bits - 1)
      guide->cost[64 * i + low_zeros_64(bits)] = (uint8_t)guide->wave.cost;
}

/* Settles the cells of one cost; the wave leaves those off the path OFF later. False: it has
** settled and left none. */
static bool wave_go_on(Guide *guide) {
  GuideWave *wave = &guide->wave;
  GuideSet *visits = &wave->visits[wave->cost % VISITS];
  GuideSet *leaves = &wave->leaves[wave->cost % LEAVES];
  GuideSet visited = set_both(*visits, wave->unsettled);
  GuideSet leaving = set_either(*leaves, set_both(visited, guide->on));
  wave->leaves[(wave->cost + OFF) % LEAVES] = set_without(visited, guide->on);
  *visits = *leaves = (GuideSet){ { 0 } };
  write_costs(guide, visited);
  wave->unsettled = set_without(wave->unsettled, visited);
  bool leaves_some = !set_is_empty(leaving);
  if (leaves_some) wave_leave(wave, leaving);
  wave->cost++;
  return leaves_some || !set_is_empty(visited);
}

/* Goes on until a cell is settled, or all that a unit in the block may step to: cells of the block,
** and those next to one. What is not settled then is as far as what lies outside of the window. */
static void wave_settle(Guide *guide, int place) {
  static const GuideSet asked_about = { { 0x1ff8000000000000u, 0x1ff81ff81ff81ff8u,
                                          0x1ff81ff81ff81ff8u, 0x1ff8u } };
  GuideWave *wave = &guide->wave;
  GuideSet wanted = set_both(guide->open, asked_about);
  for (int empty = 0; wave->cost < GUIDE_FAR && is_marked(&wave->unsettled, place);) {
    empty = wave_go_on(guide) ? 0 : empty + 1;
    if (empty == VISITS || set_is_empty(set_both(wanted, wave->unsettled))) wave->cost = GUIDE_FAR;
  }
}

static bool guide_make(const astar_unit *unit, Guide *guide) {
  guide->unit = 0;
  guide->cls = unit->cls;
  guide->player = unit->player;
  guide->route = unit->path != NULL ? unit->route : 0;
  guide->home = unit->goal;
  guide->corner = guide_corner(unit);
  guide->first = guide->last = 0;
  guide->open = read_open(unit, guide->corner);
  int goal = find_stretch(unit, guide);
  if (goal < 0) return false;
  guide->kinds_version = unit->cls->map->grid.kinds_version;
  guide->changes = changes_position(&unit->player->changes);
  wave_begin(guide, goal);
  guide->unit = unit->id;
  return true;
}

/* ---- all of them ----------------------------------------------------------------------------- */

#define UNITS_PER_GUIDE 4
#define LEAST_GUIDES 16             /* more than are in use at a time */

static Guides *guides_of(const astar_map *map) {
  return &map->units->movement->guides;
}

bool guides_reserve(astar_map *map) {
  Guides *guides = guides_of(map);
  uint32_t capacity = LEAST_GUIDES;
  while (capacity * UNITS_PER_GUIDE < (uint32_t)map->units->list.living) capacity *= 2;
  if (capacity <= guides->capacity) return true;
  Guide *made = memory_new(&map->memory, capacity * sizeof *made);
  if (made == NULL) return false;
  guides_free(map);
  *guides = (Guides){ made, capacity, 0 };
  return true;
}

void guides_free(astar_map *map) {
  Guides *guides = guides_of(map);
  memory_free(&map->memory, guides->guides, guides->capacity * sizeof *guides->guides);
}

/* The unit's own, if it is its own still. */
static Guide *guide_of(const astar_unit *unit) {
  const Guides *guides = guides_of(unit->cls->map);
  if (guides->capacity == 0) return NULL;
  Guide *guide = guides->guides + (unit->guide & (guides->capacity - 1));
  return guide->unit == unit->id ? guide : NULL;
}

/* The one that is used again. */
static Guide *guide_take(astar_unit *unit) {
  Guides *guides = guides_of(unit->cls->map);
  unit->guide = guides->next++ & (guides->capacity - 1);
  return guides->guides + unit->guide;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Would a guide that is made now have the same window, and lead to the same place? */
static bool is_same_window(const astar_unit *unit, const Guide *guide) {
  if (guide->cls != unit->cls || guide->player != unit->player) return false;
  if (!grid_same_cell(guide->corner, guide_corner(unit))) return false;
  if (unit->path == NULL) return guide->route == 0 && grid_same_cell(guide->home, unit->goal);
  return guide->route == unit->route && unit->progress >= guide->first &&
         unit->progress <= guide->last;
}

/* Has anything changed, as the unit's player knows it, on which the window depends? */
static bool is_news(const astar_unit *unit, const Guide *guide, Changes *changes) {
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
  guide.open = read_open(unit, guide.corner);
  return find_stretch(unit, &guide) >= 0;
}

/* Where nothing was changed nothing is compared. */
static bool is_same_terrain(const astar_unit *unit, Guide *guide) {
  Changes *changes = &unit->player->changes;
  if (is_news(unit, guide, changes)) {
    GuideSet open = read_open(unit, guide->corner);
    if (memcmp(&open, &guide->open, sizeof open) != 0) return false;
  }
  guide->kinds_version = unit->cls->map->grid.kinds_version;
  guide->changes = changes_position(changes);
  return true;
}

uint8_t guide_cost(const astar_unit *unit, astar_cell cell) {
  Guide *guide = guide_of(unit);
  int place = guide_place(guide, cell);
  if (place < 0) return GUIDE_FAR;
  wave_settle(guide, place);
  return guide->cost[place];
}

/* A unit beside its path has come as far as the cells of the stretch that are farther from the end.
** Else the next window, which the path may leave and enter again, would lead it back. What is not
** settled is farther than the unit, whose cell is. */
static void come_along(astar_unit *unit, const Guide *guide) {
  int32_t index = unit->progress < guide->first ? guide->first : unit->progress;
  uint8_t cost = guide_cost(unit, unit_cell(unit));
  while (index < guide->last && guide->cost[place_on_path(guide, unit, index)] > cost) index++;
  if (index != unit->progress) unit_come_to(unit, index);
}

bool guide_sync(astar_unit *unit) {
  Guide *guide = guide_of(unit);
  bool holds = guide != NULL && is_same_window(unit, guide) && is_same_terrain(unit, guide);
  if (guide == NULL) guide = guide_take(unit);
  if (!holds && !guide_make(unit, guide)) return false;
  if (unit->path != NULL && unit_is_displaced(unit)) come_along(unit, guide);
  return true;
}

const char *guide_validate(const astar_unit *unit) {
  const Guide *guide = guide_of(unit);
  Guide made;
  bool holds = guide != NULL && is_same_window(unit, guide) &&
               guide->changes == unit->player->changes.written;
  if (!holds) return NULL;
  if (!guide_make(unit, &made)) return "a unit has a guide that leads nowhere";
  for (int place = 0; place < GUIDE_CELLS; place++) {
    if (is_marked(&guide->wave.unsettled, place)) continue;
    wave_settle(&made, place);
    if (guide->cost[place] != made.cost[place])
      return "a unit's guide is not as its surroundings are";
  }
  return NULL;
}
