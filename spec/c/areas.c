/* Areas, chokes, what is cut off and the land of sides, as they are defined, on random maps. */
#include "land.h"

enum { CELLS = 24 * 24 };

/* A division by definition. Cells are numbered y * width + x. */
typedef struct Expected {
  const Land *land;
  int32_t width, height, cells;
  int32_t of[CELLS];                /* the cell by which its area is named; -1: none */
  uint32_t clearance[CELLS];
} Expected;

static bool open_at(const Expected *expected, int32_t cell) {
  return expected->land->ground.places[cell].open;
}

/* The cell that a way leads to; -1: outside the map. */
static int32_t next_cell(const Expected *expected, int32_t cell, int way) {
  int32_t x = cell % expected->width + WAY_X[way], y = cell / expected->width + WAY_Y[way];
  bool inside = x >= 0 && y >= 0 && x < expected->width && y < expected->height;
  return inside ? y * expected->width + x : -1;
}

static int touching_ways(const Expected *expected) {
  return expected->land->ground.rule == ASTAR_DIAGONAL_ALWAYS ? WAYS : 4;
}

/* ---- areas ----------------------------------------------------------------------------------- */

static bool is_above(const Expected *expected, int32_t a, int32_t b) {
  uint32_t one = expected->clearance[a], other = expected->clearance[b];
  return one != other ? one > other : a < b;
}

/* The topmost open cell that was not taken; -1: none is left. */
static int32_t topmost(const Expected *expected, const bool *taken) {
  int32_t best = -1;
  for (int32_t cell = 0; cell < expected->cells; cell++)
    if (open_at(expected, cell) && !taken[cell] && (best < 0 || is_above(expected, cell, best)))
      best = cell;
  return best;
}

static void join(Expected *expected, int32_t a, int32_t b) {
  int32_t upper = is_above(expected, a, b) ? a : b, lower = upper == a ? b : a;
  for (int32_t cell = 0; cell < expected->cells; cell++)
    if (expected->of[cell] == lower) expected->of[cell] = upper;
}

/* By the squares of clearances; ratio in 1/1024. */
static bool divides(const Expected *expected, int32_t cell, int32_t peak, astar_areas_desc desc) {
  int64_t passage = expected->clearance[cell], beside = expected->clearance[peak];
  int64_t ratio = desc.ratio, width = desc.width;
  bool narrow = passage * 1024 * 1024 < ratio * ratio * beside;
  return narrow && (width == 0 || 4 * passage <= (width + 1) * (width + 1));
}

static void take(Expected *expected, const bool *taken, int32_t cell, astar_areas_desc desc) {
  int32_t top = -1;
  for (int way = 0; way < touching_ways(expected); way++) {
    int32_t next = next_cell(expected, cell, way);
    if (next >= 0 && taken[next] && (top < 0 || is_above(expected, next, top))) top = next;
  }
  expected->of[cell] = top < 0 ? cell : expected->of[top];
  for (int way = 0; way < touching_ways(expected); way++) {
    int32_t next = next_cell(expected, cell, way);
    if (next < 0 || !taken[next] || expected->of[next] == expected->of[cell]) continue;
    int32_t a = expected->of[next], b = expected->of[cell];
    int32_t lower = is_above(expected, a, b) ? b : a;
    if (!divides(expected, cell, lower, desc)) join(expected, a, b);
  }
}

static Expected expect_nothing(const Land *land) {
  Expected expected = { .land = land, .width = land->ground.width,
                        .height = land->ground.height };
  expected.cells = expected.width * expected.height;
  for (int32_t cell = 0; cell < expected.cells; cell++) {
    expected.of[cell] = -1;
    expected.clearance[cell] = defined_clearance(&land->ground, cell % expected.width,
                                                 cell / expected.width);
  }
  return expected;
}

static Expected expect_areas(const Land *land, astar_areas_desc desc) {
  Expected expected = expect_nothing(land);
  bool taken[CELLS] = { false };
  for (int32_t cell; (cell = topmost(&expected, taken)) >= 0;) {
    take(&expected, taken, cell, desc);
    taken[cell] = true;
  }
  return expected;
}

/* ---- what is cut off ------------------------------------------------------------------------- */

static void spread_part(Expected *expected, const bool *blocked, int32_t cell, int32_t name) {
  expected->of[cell] = name;
  for (int way = 0; way < touching_ways(expected); way++) {
    int32_t next = next_cell(expected, cell, way);
    bool is_new = next >= 0 && open_at(expected, next) && !blocked[next] && expected->of[next] < 0;
    if (is_new) spread_part(expected, blocked, next, name);
  }
}

static Expected expect_parts(const Land *land, const astar_cell *cells, int32_t count) {
  Expected expected = expect_nothing(land);
  bool blocked[CELLS] = { false };
  for (int32_t i = 0; i < count; i++)
    for (int32_t y = 0; y < land->question.walker->size; y++)
      for (int32_t x = 0; x < land->question.walker->size; x++)
        if (cells[i].x >= x && cells[i].y >= y)
          blocked[(cells[i].y - y) * expected.width + cells[i].x - x] = true;
  for (int32_t cell = 0; cell < expected.cells; cell++)
    if (open_at(&expected, cell) && !blocked[cell] && expected.of[cell] < 0)
      spread_part(&expected, blocked, cell, cell);
  return expected;
}

/* ---- comparing areas ------------------------------------------------------------------------- */

static int32_t index_of(const Expected *expected, astar_cell at) {
  return at.y * expected->width + at.x;
}

static int32_t named(const Expected *expected, const astar_areas *areas, int32_t cell) {
  int32_t number = astar_areas_at(areas, cell % expected->width, cell / expected->width);
  return number < 0 ? -1 : index_of(expected, astar_areas_area(areas, number).cell);
}

static uint32_t count_cells(const Expected *expected, int32_t name) {
  uint32_t count = 0;
  for (int32_t cell = 0; cell < expected->cells; cell++) count += expected->of[cell] == name;
  return count;
}

static void check_areas(const Expected *expected, const astar_areas *areas, bool with_clearance) {
  int32_t last = -1, count = astar_areas_count(areas);
  for (int32_t cell = 0; cell < expected->cells; cell++)
    CHECK(named(expected, areas, cell) == expected->of[cell]);
  for (int32_t i = 0; i < count; i++) {
    astar_area area = astar_areas_area(areas, i);
    int32_t cell = index_of(expected, area.cell);
    uint32_t region, size;
    astar_query query = land_query(expected->land);
    CHECK(cell > last && area.id == (uint32_t)cell + 1);
    CHECK(area.size == count_cells(expected, cell));
    CHECK(area.clearance == (with_clearance ? expected->clearance[cell] : 0));
    astar_map_region(expected->land->map, area.cell.x, area.cell.y, &query, &region, &size);
    CHECK(area.region == region);
    last = cell;
  }
}

/* Of the areas of one region all but the first largest one are cut off. */
static void check_cut_off(const astar_areas *areas) {
  for (int32_t i = 0; i < astar_areas_count(areas); i++) {
    astar_area one = astar_areas_area(areas, i);
    bool cut_off = false;
    for (int32_t k = 0; k < astar_areas_count(areas); k++) {
      astar_area other = astar_areas_area(areas, k);
      if (k == i || other.region != one.region) continue;
      cut_off |= other.size > one.size || (other.size == one.size && k < i);
    }
    CHECK(one.cut_off == cut_off);
  }
}

/* ---- chokes ---------------------------------------------------------------------------------- */

static int32_t area_number(const Expected *expected, const astar_areas *areas, int32_t cell) {
  return astar_areas_at(areas, cell % expected->width, cell / expected->width);
}

static bool touches(const Expected *expected, const astar_areas *areas, int32_t cell,
                    int32_t area) {
  for (int way = 0; way < touching_ways(expected); way++) {
    int32_t next = next_cell(expected, cell, way);
    if (next >= 0 && area_number(expected, areas, next) == area) return true;
  }
  return false;
}

typedef struct Border {             /* cells of one choke */
  int32_t areas[2];
  int32_t cells[CELLS];
  int32_t count;
} Border;

static bool border_has(const Border *border, int32_t cell) {
  for (int32_t i = 0; i < border->count; i++)
    if (border->cells[i] == cell) return true;
  return false;
}

static void spread_border(const Expected *expected, const astar_areas *areas, Border *border,
                          int32_t cell) {
  int32_t area = area_number(expected, areas, cell);
  if (area < 0 || (area != border->areas[0] && area != border->areas[1])) return;
  if (border_has(border, cell)) return;
  if (!touches(expected, areas, cell, border->areas[border->areas[0] == area])) return;
  border->cells[border->count++] = cell;
  for (int way = 0; way < WAYS; way++) {
    int32_t next = next_cell(expected, cell, way);
    if (next >= 0) spread_border(expected, areas, border, next);
  }
}

/* Is one of every two cells that touch across the border in `chosen`, a bit for each cell? */
static bool closes(const Expected *expected, const astar_areas *areas, const Border *border,
                   uint32_t chosen) {
  for (int32_t i = 0; i < border->count; i++)
    for (int32_t k = 0; k < border->count; k++) {
      bool across = area_number(expected, areas, border->cells[i]) == border->areas[0] &&
                    area_number(expected, areas, border->cells[k]) == border->areas[1];
      bool meet = false;
      for (int way = 0; way < touching_ways(expected); way++)
        meet |= next_cell(expected, border->cells[i], way) == border->cells[k];
      if (across && meet && !(chosen >> i & 1) && !(chosen >> k & 1)) return false;
    }
  return true;
}

static int count_bits(uint32_t bits) {
  return __builtin_popcount(bits);
}

/* A bit for each cell of the border that is of the first area. */
static uint32_t first_side(const Expected *expected, const astar_areas *areas,
                           const Border *border) {
  uint32_t bits = 0;
  for (int32_t i = 0; i < border->count; i++)
    if (area_number(expected, areas, border->cells[i]) == border->areas[0]) bits |= 1u << i;
  return bits;
}

/* All sets of cells are tried: the smallest one that closes, with most of the first area. It is
** the only one. */
static uint32_t expect_choice(const Expected *expected, const astar_areas *areas,
                              const Border *border) {
  uint32_t first = first_side(expected, areas, border), best = 0;
  int ties = 0, most = -1;
  for (uint32_t chosen = 1; chosen < 1u << border->count; chosen++) {
    int score = (32 - count_bits(chosen)) * 32 + count_bits(chosen & first);
    if (score < most || !closes(expected, areas, border, chosen)) continue;
    ties = score == most ? ties + 1 : 0;
    most = score;
    best = chosen;
  }
  CHECK(ties == 0);
  return best;
}

static int32_t distance_of(const Expected *expected, int32_t a, int32_t b) {
  int32_t dx = a % expected->width - b % expected->width;
  int32_t dy = a / expected->width - b / expected->width;
  return dx * dx + dy * dy;
}

static int compare_numbers(const void *a, const void *b) {
  return *(const int32_t *)a - *(const int32_t *)b;
}

/* An end is the farthest from the first cell, the other the farthest from that. */
static void check_ends(const Expected *expected, const astar_choke *choke, const int32_t *cells) {
  int32_t one = cells[0], other;
  for (int32_t i = 1; i < choke->width; i++)
    if (distance_of(expected, cells[0], cells[i]) > distance_of(expected, cells[0], one))
      one = cells[i];
  other = cells[0];
  for (int32_t i = 1; i < choke->width; i++)
    if (distance_of(expected, one, cells[i]) > distance_of(expected, one, other))
      other = cells[i];
  CHECK(index_of(expected, choke->ends[0]) == (one < other ? one : other));
  CHECK(index_of(expected, choke->ends[1]) == (one < other ? other : one));
  int32_t x = one % expected->width + other % expected->width;
  int32_t y = one / expected->width + other / expected->width;
  int32_t middle = -1, least = INT32_MAX;
  for (int32_t i = 0; i < choke->width; i++) {
    int32_t dx = 2 * (cells[i] % expected->width) - x, dy = 2 * (cells[i] / expected->width) - y;
    if (dx * dx + dy * dy < least) {
      least = dx * dx + dy * dy;
      middle = cells[i];
    }
  }
  CHECK(index_of(expected, choke->middle) == middle);
}

enum { SMALL_BORDER = 12 };

static int small_borders;

static void check_choke(const Expected *expected, const astar_areas *areas, int32_t number,
                        Border *border) {
  astar_choke choke = astar_areas_choke(areas, number);
  int32_t cells[CELLS] = { 0 };
  CHECK(choke.areas[0] == border->areas[0] && choke.areas[1] == border->areas[1]);
  CHECK(choke.link == 0 && !choke.one_way && choke.width > 0);
  for (int32_t i = 0; i < choke.width; i++) {
    cells[i] = index_of(expected, astar_areas_choke_cell(areas, number, i));
    CHECK(border_has(border, cells[i]) && (i == 0 || cells[i] > cells[i - 1]));
  }
  CHECK(astar_areas_choke_cell(areas, number, choke.width).x == -1);
  check_ends(expected, &choke, cells);
  if (border->count > SMALL_BORDER) return;
  small_borders++;
  qsort(border->cells, (size_t)border->count, sizeof border->cells[0], compare_numbers);
  uint32_t chosen = expect_choice(expected, areas, border);
  CHECK(count_bits(chosen) == choke.width);
  for (int32_t i = 0, k = 0; i < border->count && k < choke.width; i++)
    if (chosen >> i & 1) CHECK(border->cells[i] == cells[k++]);
}

/* Chokes of the ground come in the order of their first border cells. Returns their number. */
static int32_t check_chokes(const Expected *expected, const astar_areas *areas) {
  int32_t number = 0;
  static bool known[CELLS][WAYS];
  memset(known, 0, sizeof known);
  for (int32_t cell = 0; cell < expected->cells; cell++)
    for (int way = 0; way < touching_ways(expected); way++) {
      int32_t next = next_cell(expected, cell, way), own = area_number(expected, areas, cell);
      int32_t other = next >= 0 ? area_number(expected, areas, next) : -1;
      if (own < 0 || other < 0 || other == own || known[cell][way]) continue;
      Border border = { { own < other ? own : other, own < other ? other : own }, { 0 }, 0 };
      spread_border(expected, areas, &border, cell);
      for (int32_t i = 0; i < border.count; i++)
        for (int k = 0; k < touching_ways(expected); k++) {
          int32_t beyond = next_cell(expected, border.cells[i], k);
          int32_t at = area_number(expected, areas, border.cells[i]);
          int32_t to = beyond >= 0 ? area_number(expected, areas, beyond) : -1;
          known[border.cells[i]][k] |= to == border.areas[at == border.areas[0]];
        }
      check_choke(expected, areas, number++, &border);
    }
  return number;
}

/* ---- the graph ------------------------------------------------------------------------------- */

/* Marks the areas connected with one, without a choke. */
static void mark_connected(const astar_areas *areas, int32_t area, int32_t without, bool *marked) {
  marked[area] = true;
  for (int32_t i = 0; i < astar_areas_area(areas, area).chokes; i++) {
    int32_t number = astar_areas_choke_of(areas, area, i);
    astar_choke choke = astar_areas_choke(areas, number);
    int32_t other = choke.areas[choke.areas[0] == area];
    CHECK(choke.areas[0] == area || choke.areas[1] == area);
    if (number != without && !marked[other]) mark_connected(areas, other, without, marked);
  }
}

static uint64_t cells_of_marked(const astar_areas *areas, const bool *marked) {
  uint64_t sum = 0;
  for (int32_t i = 0; i < astar_areas_count(areas); i++)
    if (marked[i]) sum += astar_areas_area(areas, i).size;
  return sum;
}

static void check_splits(const astar_areas *areas) {
  int32_t ends = 0;
  for (int32_t i = 0; i < astar_areas_count(areas); i++)
    ends += astar_areas_area(areas, i).chokes;
  CHECK(ends == 2 * astar_areas_choke_count(areas));
  for (int32_t i = 0; i < astar_areas_choke_count(areas); i++) {
    astar_choke choke = astar_areas_choke(areas, i);
    bool one[CELLS] = { false }, other[CELLS] = { false };
    mark_connected(areas, choke.areas[0], i, one);
    mark_connected(areas, choke.areas[1], i, other);
    bool splits = !one[choke.areas[1]];
    CHECK(choke.splits == splits);
    CHECK(choke.sides[0] == (splits ? cells_of_marked(areas, one) : 0));
    CHECK(choke.sides[1] == (splits ? cells_of_marked(areas, other) : 0));
  }
}

static bool choke_serves(const astar_choke *choke, int32_t from, int32_t width) {
  bool touches_it = choke->areas[0] == from || choke->areas[1] == from;
  return touches_it && choke->width >= width && !(choke->one_way && choke->areas[0] != from);
}

/* How many chokes it is from each area to `to`; INT32_MAX: there is no way. */
static void find_distances(const astar_areas *areas, int32_t to, int32_t width, int32_t *far) {
  for (int32_t i = 0; i < astar_areas_count(areas); i++) far[i] = i == to ? 0 : INT32_MAX;
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t i = 0; i < astar_areas_choke_count(areas); i++) {
      astar_choke choke = astar_areas_choke(areas, i);
      for (int side = 0; side < 2; side++) {
        int32_t from = choke.areas[side], next = choke.areas[!side];
        if (!choke_serves(&choke, from, width) || far[next] == INT32_MAX) continue;
        if (far[next] + 1 >= far[from]) continue;
        far[from] = far[next] + 1;
        changed = true;
      }
    }
  }
}

static void check_path(const astar_areas *areas, int32_t from, int32_t to, int32_t width) {
  int32_t far[CELLS], found[CELLS], count = -1;
  find_distances(areas, to, width, far);
  astar_status status = astar_areas_path(areas, from, to, width, found, &count);
  CHECK((status == ASTAR_UNREACHABLE) == (far[from] == INT32_MAX));
  CHECK(status == ASTAR_OK ? count == far[from] : count == 0);
  for (int32_t i = 0; i < count; i++)
    for (int32_t k = 0; k <= found[i]; k++) {
      astar_choke choke = astar_areas_choke(areas, k);
      if (!choke_serves(&choke, from, width)) continue;
      int32_t next = choke.areas[choke.areas[0] == from];
      if (k < found[i]) CHECK(far[next] == INT32_MAX || far[next] >= far[from]);
      if (k < found[i]) continue;
      CHECK(far[next] == far[from] - 1);
      from = next;
      break;
    }
  if (status == ASTAR_OK) CHECK(from == to);
}

static void check_graph(const astar_areas *areas) {
  int32_t count = astar_areas_count(areas);
  check_splits(areas);
  for (int i = 0; i < 4 && count > 0; i++)
    check_path(areas, random_below(count), random_below(count), random_below(4));
}

/* ---- links ----------------------------------------------------------------------------------- */

/* From number `number` on, chokes are those of links. */
static void check_links(const Land *land, const astar_areas *areas, int32_t number) {
  int32_t count = 0;
  for (const astar_link *link = astar_link_next(land->map, NULL); link != NULL;
       link = astar_link_next(land->map, link)) {
    astar_link_desc desc = astar_link_description(link);
    int32_t from = astar_areas_at(areas, desc.from.x, desc.from.y);
    int32_t to = astar_areas_at(areas, desc.to.x, desc.to.y);
    if (desc.closed || !takes(&desc, land->question.walker->object)) continue;
    if (from < 0 || to < 0 || from == to) continue;
    count++;
    bool found = false;
    for (int32_t i = number; i < astar_areas_choke_count(areas); i++) {
      astar_choke choke = astar_areas_choke(areas, i);
      if (choke.link != astar_link_number(link)) continue;
      int turned = choke.areas[0] != from;
      found = choke.areas[turned] == from && choke.areas[!turned] == to && choke.width == 1 &&
              choke.one_way == desc.one_way && !(turned && choke.one_way);
    }
    CHECK(found);
  }
  CHECK(astar_areas_choke_count(areas) == number + count);
}

static void check_division(const Expected *expected, const astar_areas *areas) {
  int32_t number = check_chokes(expected, areas);
  check_links(expected->land, areas, number);
  check_graph(areas);
}

/* ---- the tests ------------------------------------------------------------------------------- */

static astar_areas_desc some_desc(uint64_t seed) {
  astar_areas_desc desc = astar_areas_default();
  if (seed % 4 == 1) desc.ratio = ASTAR_ONE;
  if (seed % 4 == 2) desc.width = 1 + (int32_t)(seed % 5);
  if (seed % 8 == 3) desc.ratio = random_below(ASTAR_ONE + 1);
  return desc;
}

TEST(areas_are_what_is_defined) {
  small_borders = 0;
  for (EACH_CASE(seed, 160)) {
    astar_status why;
    Land land;
    land_begin(&land, 23, 3);
    astar_areas_desc desc = some_desc(seed);
    astar_query query = land_query(&land);
    astar_areas *areas = astar_areas_new(land.map, &desc, &query, &why);
    CHECK(areas != NULL && why == ASTAR_OK);
    for (int edit = 0; edit < 3; edit++) {
      CHECK(astar_areas_update(areas) == ASTAR_OK);
      Expected expected = expect_areas(&land, desc);
      check_areas(&expected, areas, true);
      check_division(&expected, areas);
      land_edit(&land);
    }
    land_free(&land);
  }
  CHECK(small_borders >= 100);
}

TEST(parts_are_what_is_left_connected) {
  for (EACH_CASE(seed, 120)) {
    astar_status why;
    Land land;
    land_begin(&land, 23, 3);
    astar_query query = land_query(&land);
    astar_cell cells[40];
    int32_t count = 1 + random_below(40);
    for (int32_t i = 0; i < count; i++)
      cells[i] = (astar_cell){ random_below(land.ground.width),
                               random_below(land.ground.height) };
    astar_areas *parts = astar_areas_cut_off(land.map, cells, count, &query, &why);
    CHECK(parts != NULL && why == ASTAR_OK);
    for (int edit = 0; edit < 3; edit++) {
      CHECK(astar_areas_update(parts) == ASTAR_OK);
      Expected expected = expect_parts(&land, cells, count);
      check_areas(&expected, parts, false);
      check_cut_off(parts);
      check_division(&expected, parts);
      land_edit(&land);
    }
    land_free(&land);
  }
}

/* Closing a choke that splits parts its areas: what is left of the one is not connected with the
** other. */
TEST(closing_a_choke_parts_its_areas) {
  int closed = 0;
  for (EACH_CASE(seed, 160)) {
    astar_status why;
    Land land;
    land_begin(&land, 24, 1);
    astar_query query = land_query(&land);
    astar_areas *areas = astar_areas_new(land.map, NULL, &query, &why);
    for (int32_t i = 0; i < astar_areas_choke_count(areas); i++) {
      astar_choke choke = astar_areas_choke(areas, i);
      astar_cell cells[CELLS], one = astar_areas_area(areas, choke.areas[0]).cell;
      astar_cell other = astar_areas_area(areas, choke.areas[1]).cell;
      if (!choke.splits) continue;
      for (int32_t k = 0; k < choke.width; k++) cells[k] = astar_areas_choke_cell(areas, i, k);
      astar_areas *parts = astar_areas_cut_off(land.map, cells, choke.width, &query, &why);
      int32_t first = astar_areas_at(parts, one.x, one.y);
      CHECK(first < 0 || first != astar_areas_at(parts, other.x, other.y));
      closed++;
      astar_areas_free(parts);
    }
    land_free(&land);
  }
  CHECK(closed >= 20);
}

/* ---- sides ----------------------------------------------------------------------------------- */

static void reach_from(const Land *land, const astar_side_cells *side, uint64_t *least) {
  int32_t cells = land->ground.width * land->ground.height;
  for (int32_t cell = 0; cell < cells; cell++) least[cell] = FAR;
  for (int32_t i = 0; i < side->count; i++) {
    int32_t start = side->cells[i].y * land->ground.width + side->cells[i].x;
    Oracle oracle = oracle_new(&land->ground, start);
    for (int32_t cell = 0; cell < cells; cell++)
      if (oracle_cost(&oracle, cell) < least[cell]) least[cell] = oracle_cost(&oracle, cell);
    oracle_free(&oracle);
  }
}

static void check_sides(Land *land, const astar_areas *areas, const astar_side_cells *sides,
                        int32_t count) {
  uint64_t least[CELLS], cost[CELLS];
  int32_t of[CELLS], cells = land->ground.width * land->ground.height;
  for (int32_t side = 0; side < count; side++) {
    reach_from(land, &sides[side], cost);
    for (int32_t cell = 0; cell < cells; cell++) {
      if (side == 0) of[cell] = -1;
      if (side == 0) least[cell] = FAR;
      if (cost[cell] >= least[cell] || !land->ground.places[cell].open) continue;
      least[cell] = cost[cell];
      of[cell] = side;
    }
  }
  CHECK(astar_areas_count(areas) == count);
  for (int32_t side = count - 1; side >= 0; side--) {
    uint32_t size = 0;
    astar_area area = astar_areas_area(areas, side);
    int32_t first = -1;
    for (int32_t cell = cells - 1; cell >= 0; cell--) {
      int32_t at = astar_areas_at(areas, cell % land->ground.width, cell / land->ground.width);
      CHECK(at == of[cell]);
      if (of[cell] != side) continue;
      size++;
      first = cell;
    }
    CHECK(area.size == size && area.id == (uint32_t)side + 1 && !area.cut_off);
    CHECK(first < 0 ? area.cell.x == -1
                    : area.cell.y * land->ground.width + area.cell.x == first);
  }
}

TEST(sides_have_what_is_nearer_to_them) {
  for (EACH_CASE(seed, 120)) {
    astar_status why;
    Land land;
    land_begin(&land, 23, 3);
    astar_query query = land_query(&land);
    astar_cell cells[5][4];
    astar_side_cells sides[5];
    int32_t count = 1 + random_below(5);
    for (int32_t i = 0; i < count; i++) {
      sides[i] = (astar_side_cells){ cells[i], random_below(5) };
      for (int32_t k = 0; k < sides[i].count; k++)
        cells[i][k] = (astar_cell){ random_below(land.ground.width),
                                    random_below(land.ground.height) };
    }
    astar_areas *areas = astar_areas_sides(land.map, sides, count, &query, &why);
    CHECK(areas != NULL && why == ASTAR_OK);
    for (int edit = 0; edit < 3; edit++) {
      CHECK(astar_areas_update(areas) == ASTAR_OK);
      check_sides(&land, areas, sides, count);
      Expected expected = expect_nothing(&land);
      check_division(&expected, areas);
      land_edit(&land);
    }
    land_free(&land);
  }
}

/* ---- borders of use -------------------------------------------------------------------------- */

TEST(areas_are_found_again_only_if_something_has_changed) {
  astar_status why;
  astar_map *map = open_map(9, 5);
  astar_areas *areas = astar_areas_new(map, NULL, NULL, &why);
  uint64_t version = astar_areas_version(areas);
  CHECK(astar_areas_update(areas) == ASTAR_OK && astar_areas_version(areas) == version);
  astar_map_set(map, 4, 1, WALL);
  CHECK(astar_areas_at(areas, 4, 1) == 0);
  CHECK(astar_areas_update(areas) == ASTAR_OK && astar_areas_version(areas) == version + 1);
  CHECK(astar_areas_at(areas, 4, 1) == -1);
  astar_map_free(map);
}

TEST(numbers_out_of_range_mean_nothing) {
  astar_status why;
  int32_t found[4], count;
  astar_map *map = open_map(9, 5);
  astar_areas *areas = astar_areas_new(map, NULL, NULL, &why);
  CHECK(astar_areas_at(areas, 9, 0) == -1 && astar_areas_at(areas, 0, -1) == -1);
  CHECK(astar_areas_area(areas, 1).id == 0 && astar_areas_area(areas, -1).id == 0);
  CHECK(astar_areas_choke(areas, 0).width == 0 && astar_areas_choke(areas, -1).width == 0);
  CHECK(astar_areas_choke_of(areas, 0, 0) == -1 && astar_areas_choke_of(areas, 3, 0) == -1);
  CHECK(astar_areas_choke_cell(areas, 0, 0).x == -1);
  CHECK(astar_areas_path(areas, 0, 1, 0, found, &count) == ASTAR_INVALID && count == 0);
  CHECK(astar_areas_path(areas, 0, 0, 0, found, &count) == ASTAR_OK && count == 0);
  astar_map_free(map);
}

static void refuse_areas(astar_map *map, int32_t ratio, int32_t width) {
  astar_status why = ASTAR_OK;
  astar_areas_desc desc = { ratio, width };
  CHECK(astar_areas_new(map, &desc, NULL, &why) == NULL && why == ASTAR_INVALID);
}

TEST(bad_arguments_are_refused) {
  astar_status why = ASTAR_OK;
  astar_map *map = open_map(9, 5);
  astar_cell outside = { 9, 0 }, inside = { 2, 2 };
  astar_side_cells side = { &outside, 1 }, nobody = { NULL, -1 };
  refuse_areas(map, -1, 0);
  refuse_areas(map, ASTAR_ONE + 1, 0);
  refuse_areas(map, 5, -1);
  CHECK(astar_areas_cut_off(map, &outside, 1, NULL, &why) == NULL && why == ASTAR_INVALID);
  why = ASTAR_OK;
  CHECK(astar_areas_cut_off(map, &inside, 0, NULL, &why) == NULL && why == ASTAR_INVALID);
  why = ASTAR_OK;
  CHECK(astar_areas_sides(map, &side, 1, NULL, &why) == NULL && why == ASTAR_INVALID);
  why = ASTAR_OK;
  CHECK(astar_areas_sides(map, &nobody, 1, NULL, &why) == NULL && why == ASTAR_INVALID);
  why = ASTAR_OK;
  CHECK(astar_areas_sides(map, &side, 0, NULL, &why) == NULL && why == ASTAR_INVALID);
  why = ASTAR_OK;
  CHECK(astar_areas_sides(map, &side, ASTAR_MAX_SIDES + 1, NULL, &why) == NULL);
  CHECK(why == ASTAR_INVALID);
  astar_areas_free(NULL);
  astar_map_free(map);
}

TEST(areas_of_a_removed_player_are_cancelled) {
  astar_status why;
  astar_map *map = open_map(9, 5);
  astar_query query = astar_query_default();
  astar_cell cell = { 1, 1 };
  astar_side_cells side = { &cell, 1 };
  query.player = new_player(map, "red");
  astar_areas *areas = astar_areas_new(map, NULL, &query, &why);
  astar_areas *sides = astar_areas_sides(map, &side, 1, &query, &why);
  astar_player_remove(query.player);
  CHECK(astar_areas_update(areas) == ASTAR_CANCELLED);
  CHECK(astar_areas_update(sides) == ASTAR_CANCELLED);
  CHECK(astar_areas_count(areas) == 1);
  astar_areas_free(sides);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
