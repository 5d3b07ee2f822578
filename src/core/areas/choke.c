#include "choke.h"

#include <stdlib.h>

#include "../base/builtin.h"
#include "split.h"

#define NO_POST UINT32_MAX

/* A border cell of the choke at hand. */
typedef struct Post {
  Cell cell;
  uint32_t mate;                    /* the post across to which it is matched, or NO_POST */
  uint32_t before;                  /* of the second area: the post from which it was reached */
  bool reached;                     /* by a search that failed to match one post more */
} Post;

typedef struct ChokeSearch {
  Division *division;
  uint32_t *post_of;                /* array over cells: the number of the post + 1 */
  uint8_t *seen;                    /* array over cells: directions in which its chokes are known */
  uint32_t areas[2];                /* as in division->of; the first is the lower one */
  Post *posts;
  size_t count, capacity;
  uint32_t *queue;                  /* room for a number of each post */
  size_t queue_capacity;
} ChokeSearch;

/* ---- border cells ---------------------------------------------------------------------------- */

static Cell choke_next(const ChokeSearch *search, Cell cell, int way) {
  return cell + (Cell)direction_offset(search->division->grid, way);
}

/* The ways from a cell to cells of an area that it touches: a bit for each. */
static uint32_t choke_ways(const ChokeSearch *search, Cell cell, uint32_t area) {
  uint32_t ways = 0;
  for (int way = division_ways(search->division) - 1; way >= 0; way--)
    ways = ways << 1 | (search->division->of[choke_next(search, cell, way)] == area);
  return ways;
}

/* The one of the two areas at hand to which the cell does not belong; 0: it belongs to neither. */
static uint32_t choke_opposite(const ChokeSearch *search, Cell cell) {
  uint32_t area = search->division->of[cell];
  if (area == search->areas[0]) return search->areas[1];
  return area == search->areas[1] ? search->areas[0] : 0;
}

/* Adds a cell if it is a border cell of the two areas. False: no memory. */
static bool choke_try_post(ChokeSearch *search, Cell cell) {
  uint32_t opposite = choke_opposite(search, cell);
  if (opposite == 0 || search->post_of[cell] != 0) return true;
  uint32_t ways = choke_ways(search, cell, opposite);
  if (ways == 0) return true;
  if (!memory_grow(search->division->memory, search->posts, search->count, &search->capacity))
    return false;
  search->posts[search->count++] = (Post){ cell, NO_POST, NO_POST, false };
  search->post_of[cell] = (uint32_t)search->count;
  search->seen[cell] |= (uint8_t)ways;
  return true;
}

/* All border cells that are connected with the one given. */
static bool choke_collect(ChokeSearch *search, Cell cell) {
  search->count = 0;
  if (!choke_try_post(search, cell)) return false;
  for (size_t i = 0; i < search->count; i++)
    for (int way = 0; way < DIRECTIONS; way++)
      if (!choke_try_post(search, choke_next(search, search->posts[i].cell, way))) return false;
  return true;
}

static bool choke_is_first(const ChokeSearch *search, const Post *post) {
  return search->division->of[post->cell] == search->areas[0];
}

static void choke_forget_posts(ChokeSearch *search) {
  for (size_t i = 0; i < search->count; i++) search->post_of[search->posts[i].cell] = 0;
}

/* ---- the largest matching -------------------------------------------------------------------- */

static void choke_match(ChokeSearch *search, uint32_t one, uint32_t other) {
  search->posts[one].mate = other;
  search->posts[other].mate = one;
}

/* The post that a way leads to from a post; the lowest of `ways`, which is taken off. */
static uint32_t choke_across(const ChokeSearch *search, uint32_t post, uint32_t *ways) {
  int way = low_zeros_32(*ways);
  *ways &= *ways - 1;
  return search->post_of[choke_next(search, search->posts[post].cell, way)] - 1;
}

/* Matches with the first post that is free. */
static void choke_match_simply(ChokeSearch *search, uint32_t post) {
  uint32_t ways = choke_ways(search, search->posts[post].cell, search->areas[1]);
  while (ways != 0 && search->posts[post].mate == NO_POST) {
    uint32_t other = choke_across(search, post, &ways);
    if (search->posts[other].mate == NO_POST) choke_match(search, post, other);
  }
}

/* Matches the free post at the end of a search with what it was reached from, and so on. */
static void choke_rematch(ChokeSearch *search, uint32_t other) {
  while (other != NO_POST) {
    uint32_t post = search->posts[other].before, next = search->posts[post].mate;
    choke_match(search, post, other);
    other = next;
  }
}

/* Reaches the posts across, and those that they are matched to. The one that is free; NO_POST:
** there is none. */
static uint32_t choke_reach(ChokeSearch *search, uint32_t post, size_t *end) {
  uint32_t ways = choke_ways(search, search->posts[post].cell, search->areas[1]);
  while (ways != 0) {
    uint32_t number = choke_across(search, post, &ways);
    Post *other = &search->posts[number];
    if (other->reached) continue;
    other->reached = true;
    other->before = post;
    search->queue[(*end)++] = number;
    if (other->mate == NO_POST) return number;
    search->posts[other->mate].reached = true;
    search->queue[(*end)++] = other->mate;
  }
  return NO_POST;
}

/* Tries to match one post more. What a search has reached that found none is left out of
** all later ones, which could not find one there either. */
static void choke_augment(ChokeSearch *search, uint32_t post) {
  size_t end = 0;
  uint32_t free_post = NO_POST;
  search->posts[post].reached = true;
  search->queue[end++] = post;
  for (size_t at = 0; at < end && free_post == NO_POST; at++)
    if (choke_is_first(search, &search->posts[search->queue[at]]))
      free_post = choke_reach(search, search->queue[at], &end);
  if (free_post == NO_POST) return;
  choke_rematch(search, free_post);
  for (size_t i = 0; i < end; i++) search->posts[search->queue[i]].reached = false;
}

static bool choke_match_all(ChokeSearch *search) {
  Memory *memory = search->division->memory;
  while (search->queue_capacity < search->count) {
    size_t full = search->queue_capacity;
    if (!memory_grow(memory, search->queue, full, &search->queue_capacity)) return false;
  }
  for (uint32_t i = 0; i < search->count; i++)
    if (choke_is_first(search, &search->posts[i])) choke_match_simply(search, i);
  for (uint32_t i = 0; i < search->count; i++) {
    const Post *post = &search->posts[i];
    if (choke_is_first(search, post) && post->mate == NO_POST) choke_augment(search, i);
  }
  return true;
}

/* ---- a choke of the ground ------------------------------------------------------------------- */

static bool choke_add(Division *division, Choke choke) {
  if (!memory_grow(division->memory, division->chokes, division->choke_count,
                   &division->choke_capacity))
    return false;
  division->chokes[division->choke_count++] = choke;
  return true;
}

static bool choke_add_cell(Division *division, Cell cell) {
  if (!memory_grow(division->memory, division->cells, division->cell_count,
                   &division->cell_capacity))
    return false;
  division->cells[division->cell_count++] = cell;
  return true;
}

static int choke_compare_cells(const void *a, const void *b) {
  const Cell *one = a, *other = b;
  return (*one > *other) - (*one < *other);
}

/* The square of the distance between twice a cell and a place. */
static int64_t choke_distance(const Grid *grid, Cell cell, astar_cell twice) {
  astar_cell at = grid_position(grid, cell);
  int64_t dx = 2 * (int64_t)at.x - twice.x, dy = 2 * (int64_t)at.y - twice.y;
  return dx * dx + dy * dy;
}

/* The cell of a choke that is farthest from a place, or nearest to it: the first of several. */
static Cell choke_pick(const Division *division, const Choke *choke, astar_cell twice,
                       bool nearest) {
  const Cell *cells = division->cells + choke->first;
  Cell best = cells[0];
  int64_t least = choke_distance(division->grid, best, twice);
  for (uint32_t i = 1; i < choke->width; i++) {
    int64_t distance = choke_distance(division->grid, cells[i], twice);
    if (nearest ? distance >= least : distance <= least) continue;
    best = cells[i];
    least = distance;
  }
  return best;
}

static astar_cell choke_between(const Grid *grid, Cell a, Cell b) {
  astar_cell one = grid_position(grid, a), other = grid_position(grid, b);
  return (astar_cell){ one.x + other.x, one.y + other.y };
}

/* An end is farthest from the first cell, the other one from that end. */
static void choke_find_ends(const Division *division, Choke *choke) {
  const Grid *grid = division->grid;
  Cell first = division->cells[choke->first];
  Cell one = choke_pick(division, choke, choke_between(grid, first, first), false);
  Cell other = choke_pick(division, choke, choke_between(grid, one, one), false);
  choke->ends[0] = one < other ? one : other;
  choke->ends[1] = one < other ? other : one;
  choke->middle = choke_pick(division, choke, choke_between(grid, one, other), true);
}

/* Adds the choke of which a border cell is given, and the area that it touches. */
static bool choke_find_at(ChokeSearch *search, Cell cell, uint32_t area) {
  Division *division = search->division;
  uint32_t own = division->of[cell];
  search->areas[0] = own < area ? own : area;
  search->areas[1] = own < area ? area : own;
  Choke choke = { { search->areas[0] - 1, search->areas[1] - 1 }, .first = division->cell_count };
  if (!choke_collect(search, cell) || !choke_match_all(search)) return false;
  for (size_t i = 0; i < search->count; i++) {
    const Post *post = &search->posts[i];
    bool is_part = choke_is_first(search, post) ? !post->reached : post->reached;
    if (is_part && !choke_add_cell(division, post->cell)) return false;
  }
  choke_forget_posts(search);
  choke.width = (uint32_t)(division->cell_count - choke.first);
  qsort(division->cells + choke.first, choke.width, sizeof(Cell), choke_compare_cells);
  choke_find_ends(division, &choke);
  return choke_add(division, choke);
}

static bool choke_find_around(ChokeSearch *search, Cell cell) {
  const Division *division = search->division;
  uint32_t own = division->of[cell];
  for (int way = 0; way < division_ways(division); way++) {
    uint32_t area = division->of[choke_next(search, cell, way)];
    if (area == 0 || area == own || search->seen[cell] >> way & 1) continue;
    if (!choke_find_at(search, cell, area)) return false;
  }
  return true;
}

static bool chokes_find_all(ChokeSearch *search) {
  const Division *division = search->division;
  bool done = true;
  for (size_t cell = 0; cell < division->grid->cells && done; cell++)
    if (division->of[cell] != 0) done = choke_find_around(search, (Cell)cell);
  return done;
}

static bool chokes_find_ground(Division *division) {
  Memory *memory = division->memory;
  size_t cells = division->grid->cells;
  ChokeSearch search = { .division = division };
  search.post_of = memory_new(memory, cells * sizeof *search.post_of);
  search.seen = memory_new(memory, cells);
  bool done = search.post_of != NULL && search.seen != NULL && chokes_find_all(&search);
  memory_free(memory, search.post_of, cells * sizeof *search.post_of);
  memory_free(memory, search.seen, cells);
  memory_free(memory, search.posts, search.capacity * sizeof *search.posts);
  memory_free(memory, search.queue, search.queue_capacity * sizeof *search.queue);
  return done;
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Is there a way back over the same link? */
static bool choke_leads_back(const Exits *exits, const Exit *exit) {
  const Exit *back;
  size_t count = exits_at(exits, exit->to, &back);
  for (; count > 0; count--, back++)
    if (back->link == exit->link && back->to == exit->from) return true;
  return false;
}

static bool choke_add_link(Division *division, const Exits *exits, const Exit *exit) {
  uint32_t from = division->of[exit->from], to = division->of[exit->to];
  bool both = choke_leads_back(exits, exit);
  if (from == 0 || to == 0 || from == to || (both && exit->to < exit->from)) return true;
  Choke choke = { { from - 1, to - 1 }, exit->link, !both, division->cell_count, 1, exit->from,
                  { exit->from, exit->to }, false, { 0, 0 } };
  return choke_add_cell(division, exit->from) && choke_add(division, choke);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Lists the chokes of each area. */
static bool chokes_list(Division *division) {
  uint32_t first = 0;
  division->choke_of = memory_raw(division->memory,
                                  2 * division->choke_count * sizeof *division->choke_of);
  if (division->choke_of == NULL) return false;
  for (size_t i = 0; i < division->choke_count; i++)
    for (int side = 0; side < 2; side++) division->areas[division->chokes[i].areas[side]].chokes++;
  for (size_t i = 0; i < division->area_count; i++) {
    division->areas[i].first = first;
    first += division->areas[i].chokes;
    division->areas[i].chokes = 0;
  }
  for (uint32_t i = 0; i < division->choke_count; i++)
    for (int side = 0; side < 2; side++) {
      DivisionArea *area = &division->areas[division->chokes[i].areas[side]];
      division->choke_of[area->first + area->chokes++] = i;
    }
  return true;
}

bool chokes_find(Division *division, const Exits *exits) {
  if (!chokes_find_ground(division)) return false;
  for (size_t i = 0; i < exits->count; i++)
    if (!choke_add_link(division, exits, &exits->list[i])) return false;
  if (division->choke_count == 0) return true;
  return chokes_list(division) && splits_find(division);
}
