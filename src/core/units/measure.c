#include "measure.h"

#include "../base/builtin.h"
#include "../base/integer.h"
#include "../map/observers.h"
#include "../map/recipe.h"
#include "unit.h"

/* ---- checks ---------------------------------------------------------------------------------- */

static bool measure_curve_is_valid(const astar_position_term *term) {
  if (term->curve == NULL) return true;
  if (term->curve_count < 1 || term->curve_count > ASTAR_MAX_CURVE_POINTS) return false;
  for (int32_t i = 0; i < term->curve_count; i++) {
    const astar_curve_point *point = &term->curve[i];
    bool rises = i == 0 || point->measured > point[-1].measured;
    if (!rises || integer_absolute(point->measured) > ASTAR_MAX_MEASURED ||
        integer_absolute(point->worth) > ASTAR_MAX_CURVE_VALUE)
      return false;
  }
  return true;
}

static bool measure_places_are_valid(const astar_map *map, const astar_position_term *term,
                                     int32_t least) {
  bool valid = map_accepts_between(map, term->place_count, least, ASTAR_MAX_POSITION_PLACES,
                                   "place_count: too few, or above ASTAR_MAX_POSITION_PLACES");
  for (int32_t i = 0; i < term->place_count && valid; i++)
    valid = map_accepts(map, grid_holds(&map->grid, term->places[i]),
                        "places: one is outside the map, or on more than one level");
  return valid;
}

static bool measure_has_radius(const astar_map *map, const astar_position_term *term,
                               int32_t least, int32_t most) {
  return map_accepts_between(map, term->radius, least, most,
                             "radius: out of the range of its measure");
}

/* What the measure itself needs. */
static bool measure_parts_are_valid(const astar_map *map, const astar_position_term *term) {
  switch (term->measure) {
    case ASTAR_MEASURE_WALK: return true;
    case ASTAR_MEASURE_DISTANCE: return measure_places_are_valid(map, term, 1);
    case ASTAR_MEASURE_INFLUENCE:
    case ASTAR_MEASURE_FRONT:
      return map_accepts(map, term->influence != NULL && term->influence->map == map,
                         "influence: none, or of another map");
    case ASTAR_MEASURE_TERRAIN:
      return map_accepts_between(map, term->terrain, 0, map->grid.kind_count,
                                 "terrain: there is none of that number");
    case ASTAR_MEASURE_FLANK:
      return measure_places_are_valid(map, term, 1) &&
             map_accepts(map, grid_has(&map->grid, term->front.x, term->front.y),
                         "front: outside the map");
    case ASTAR_MEASURE_CROWDING:
      return measure_has_radius(map, term, 0, ASTAR_MAX_POSITION_RADIUS) &&
             map_accepts_between(map, (int64_t)term->side, ASTAR_ANY_SIDE, ASTAR_ENEMIES,
                                 "side: no such side");
    case ASTAR_MEASURE_EXITS: return measure_has_radius(map, term, 1, ASTAR_MAX_EXITS_RADIUS);
    case ASTAR_MEASURE_SIGHT:
    case ASTAR_MEASURE_COVER:
      return measure_has_radius(map, term, -1, ASTAR_MAX_RADIUS) &&
             measure_places_are_valid(map, term, 0);
  }
  return map_accepts(map, false, "measure: no such measure");
}

bool measure_valid(const astar_map *map, const astar_position_term *term) {
  return map_accepts_between(map, term->weight, -ASTAR_MAX_POSITION_WEIGHT,
                             ASTAR_MAX_POSITION_WEIGHT,
                             "weight: beyond ASTAR_MAX_POSITION_WEIGHT") &&
         map_accepts(map, measure_curve_is_valid(term),
                     "curve: empty, too long, out of range, or not rising") &&
         measure_parts_are_valid(map, term);
}

/* ---- of a cell alone ------------------------------------------------------------------------- */

/* Is a unit there on the level of a place? */
static bool measure_on_level(const Stand *stand, astar_rect place, int32_t x, int32_t y) {
  return grid_same_level(&stand->map->grid, (astar_cell){ place.x, place.y },
                         (astar_cell){ x, y });
}

/* Cells from the unit to a place; between the nearest of those that both cover. */
static int32_t measure_gap(astar_rect place, int32_t size, int32_t x, int32_t y) {
  int32_t gap = 0, gaps[] = { x - (place.x + place.width - 1), y - (place.y + place.height - 1),
                              place.x - (x + size - 1), place.y - (y + size - 1) };
  for (int i = 0; i < 4; i++)
    if (gaps[i] > gap) gap = gaps[i];
  return gap;
}

/* No place on another level is near: what is measured is cut off then. */
static int32_t measure_distance(const astar_position_term *term, const Stand *stand, int32_t x,
                                int32_t y) {
  int32_t least = ASTAR_MAX_MEASURED;
  for (int32_t i = 0; i < term->place_count; i++)
    if (measure_on_level(stand, term->places[i], x, y))
      least = integer_least(least, measure_gap(term->places[i], stand->size, x, y));
  return least;
}

static int32_t measure_influence(const astar_position_term *term, int32_t size, Cell cell) {
  int32_t greatest = INT32_MIN, stride = term->influence->map->grid.stride;
  for (int32_t row = 0; row < size; row++)
    for (int32_t column = 0; column < size; column++) {
      int32_t value = term->influence->values[cell + (Cell)(row * stride + column)];
      if (value > greatest) greatest = value;
    }
  return greatest;
}

/* What lies outside the map or its levels is no other side. */
static int32_t measure_front(const astar_position_term *term, int32_t x, int32_t y) {
  static const astar_cell beside[] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };
  const Grid *grid = &term->influence->map->grid;
  const int32_t *values = term->influence->values;
  if (values[grid_cell(grid, x, y)] <= 0) return 0;
  for (int i = 0; i < 4; i++) {
    int32_t across = x + beside[i].x, down = y + beside[i].y;
    bool is_ground = grid_has(grid, across, down) && !grid_is_void(grid, across, down);
    if (is_ground && values[grid_cell(grid, across, down)] <= 0) return 1;
  }
  return 0;
}

static int32_t measure_terrain(const astar_position_term *term, const Stand *stand, Cell cell) {
  for (int32_t row = 0; row < stand->size; row++)
    for (int32_t column = 0; column < stand->size; column++) {
      Cell covered = cell + (Cell)(row * stand->map->grid.stride + column);
      if (plane_terrain(stand->view->plane, covered) != term->terrain) return 0;
    }
  return 1;
}

static astar_cell measure_middle(astar_rect place) {
  return (astar_cell){ place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2 };
}

/* A vector of about the same direction whose square can be multiplied by another's. */
static astar_cell measure_shorten(astar_cell vector) {
  while (integer_absolute(vector.x) >= 1 << 11 || integer_absolute(vector.y) >= 1 << 11)
    vector = (astar_cell){ vector.x / 2, vector.y / 2 };
  return vector;
}

/* 100 less a hundred times the cosine of the angle between the two directions. From one level to
** another there is no direction: a front on another level has nothing of this one on its side. */
static int32_t measure_flank(const astar_position_term *term, const Stand *stand, int32_t x,
                             int32_t y) {
  astar_cell at = measure_middle(term->places[0]);
  astar_cell here = measure_middle((astar_rect){ x, y, stand->size, stand->size });
  if (!measure_on_level(stand, term->places[0], x, y)) return MEASURE_NONE;
  if (!measure_on_level(stand, term->places[0], term->front.x, term->front.y)) return 200;
  astar_cell a = measure_shorten((astar_cell){ here.x - at.x, here.y - at.y });
  astar_cell b = measure_shorten((astar_cell){ term->front.x - at.x, term->front.y - at.y });
  uint64_t squares = (uint64_t)(a.x * a.x + a.y * a.y) * (uint64_t)(b.x * b.x + b.y * b.y);
  if (squares == 0) return 0;
  int64_t product = (int64_t)a.x * b.x + (int64_t)a.y * b.y;
  return 100 - (int32_t)(100 * 100 * product / (int64_t)integer_root(100 * 100 * squares));
}

/* ---- exits ----------------------------------------------------------------------------------- */

#define EXITS_SIDE (2 * ASTAR_MAX_EXITS_RADIUS + 1)

/* A square around a cell, a bit for each of its cells. */
typedef struct Yard {
  int32_t side;
  uint32_t open[EXITS_SIDE], reached[EXITS_SIDE];
} Yard;

static void measure_fill_yard(Yard *yard, const Stand *stand, int32_t left, int32_t top) {
  const Grid *grid = &stand->map->grid;
  for (int32_t row = 0; row < yard->side; row++) {
    yard->open[row] = yard->reached[row] = 0;
    if (top + row < 0 || top + row >= grid->height) continue;
    for (int32_t column = 0; column < yard->side; column++)
      if (left + column >= 0 && left + column < grid->width &&
          stand->view->kind[grid_cell(grid, left + column, top + row)] != 0)
        yard->open[row] |= (uint32_t)1 << column;
  }
}

/* Spreads what is reached of a row as far as it is open, and from the row beside it. */
static bool measure_spread_row(Yard *yard, int32_t row, int32_t beside) {
  uint32_t before = yard->reached[row], open = yard->open[row], reached = before;
  if (beside >= 0 && beside < yard->side) reached |= yard->reached[beside] & open;
  for (uint32_t last = ~reached; last != reached;) {
    last = reached;
    reached |= (reached << 1 | reached >> 1) & open;
  }
  yard->reached[row] = reached;
  return reached != before;
}

static void measure_spread(Yard *yard) {
  for (bool grown = true; grown;) {
    grown = false;
    for (int32_t row = 0; row < yard->side; row++) grown |= measure_spread_row(yard, row, row - 1);
    for (int32_t row = yard->side; row-- > 0;) grown |= measure_spread_row(yard, row, row + 1);
  }
}

static int32_t measure_exits(const astar_position_term *term, const Stand *stand, int32_t x,
                             int32_t y) {
  Yard yard = { .side = 2 * term->radius + 1 };
  int32_t last = yard.side - 1;
  uint32_t ends = (uint32_t)1 << last | 1;
  measure_fill_yard(&yard, stand, x - term->radius, y - term->radius);
  yard.reached[term->radius] = (uint32_t)1 << term->radius;
  measure_spread(&yard);
  int32_t count = ones_32(yard.reached[0]) + ones_32(yard.reached[last]);
  for (int32_t row = 1; row < last; row++) count += ones_32(yard.reached[row] & ends);
  return 100 * count / (8 * term->radius);
}

/* ---- for all cells at once ------------------------------------------------------------------- */

#define CELLS_COUNTED 64            /* of a box or a field of view, for a node of work */

/* Counts of a box have a column and a row more, so that they can be summed up from differences. */
static size_t measure_crowd_bytes(astar_rect box) {
  return ((size_t)box.width + 1) * ((size_t)box.height + 1) * sizeof(int32_t);
}

/* Notes where the cells of a part of the box begin and end from which a unit is near: at the
** corners of a rectangle. */
static void measure_note_unit(Measure *measure, int32_t size, const astar_unit *unit,
                              astar_rect part) {
  const astar_rect *box = &measure->box;
  int32_t reach = measure->term->radius, before = reach + size - 1;
  int32_t side = before + reach + unit->cls->size;
  astar_rect near = rect_common(part, (astar_rect){ unit->x - before, unit->y - before, side,
                                                    side });
  if (near.width == 0) return;
  int64_t stride = box->width + 1, left = near.x - box->x, right = left + near.width;
  int64_t top = near.y - box->y, bottom = top + near.height;
  measure->crowds[top * stride + left]++;
  measure->crowds[top * stride + right]--;
  measure->crowds[bottom * stride + left]--;
  measure->crowds[bottom * stride + right]++;
}

/* From the differences to the counts. */
static void measure_sum_crowds(Measure *measure) {
  int32_t *crowds = measure->crowds;
  int64_t stride = measure->box.width + 1, cells = stride * (measure->box.height + 1);
  for (int64_t at = 1; at < cells; at++)
    if (at % stride != 0) crowds[at] += crowds[at - 1];
  for (int64_t at = stride; at < cells; at++) crowds[at] += crowds[at - stride];
}

/* Notes the units that are near a part of the box, which lies on one level. */
static astar_status measure_note_units(Measure *measure, Stand *stand, astar_rect part) {
  const astar_query *query = stand->view->query;
  Memory *memory = &stand->map->memory;
  astar_surroundings where = { .place = part, .player = query->player,
                               .radius = measure->term->radius + stand->size - 1,
                               .side = measure->term->side, .except = query->unit };
  int32_t count = astar_map_units_near(stand->map, &where, NULL, 0);
  if (count < 0) return ASTAR_INVALID;
  size_t bytes = ((size_t)count + 1) * sizeof(astar_unit *);
  astar_unit **units = memory_raw(memory, bytes);
  if (units == NULL) return ASTAR_NO_MEMORY;
  astar_map_units_near(stand->map, &where, units, count);
  for (int32_t i = 0; i < count; i++) measure_note_unit(measure, stand->size, units[i], part);
  memory_free(memory, units, bytes);
  return ASTAR_OK;
}

static astar_status measure_count_units(Measure *measure, Stand *stand) {
  const Grid *grid = &stand->map->grid;
  astar_status status = ASTAR_OK;
  measure->box = stand->box;
  measure->crowds = memory_new(&stand->map->memory, measure_crowd_bytes(stand->box));
  if (measure->crowds == NULL) return ASTAR_NO_MEMORY;
  for (int32_t i = 0; i < grid_part_count(grid) && status == ASTAR_OK; i++) {
    astar_rect part = rect_common(stand->box, grid_part(grid, i));
    if (part.width > 0) status = measure_note_units(measure, stand, part);
  }
  measure_sum_crowds(measure);
  return status;
}

static astar_status measure_find_crowds(Measure *measure, Stand *stand) {
  uint64_t work = (uint64_t)stand->box.width * (uint64_t)stand->box.height / CELLS_COUNTED;
  if (!stand_affords(stand, work)) return ASTAR_BUDGET;
  stand->work += work;
  return measure_count_units(measure, stand);
}

static int32_t measure_crowding(const Measure *measure, int32_t x, int32_t y) {
  int64_t across = x - measure->box.x, down = y - measure->box.y;
  return measure->crowds[down * (measure->box.width + 1) + across];
}

/* How far an observer must see for all of the box. */
static int32_t measure_observer_radius(const Stand *stand, astar_cell observer) {
  const astar_rect *box = &stand->box;
  int32_t right = box->x + box->width + stand->size - 2;
  int32_t bottom = box->y + box->height + stand->size - 2;
  int64_t across = integer_absolute(observer.x - box->x);
  int64_t down = integer_absolute(observer.y - box->y);
  if (right - observer.x > across) across = right - observer.x;
  if (bottom - observer.y > down) down = bottom - observer.y;
  uint64_t square = (uint64_t)(across * across + down * down), radius = integer_root(square);
  if (radius * radius < square) radius++;
  return radius < ASTAR_MAX_RADIUS ? (int32_t)radius : ASTAR_MAX_RADIUS;
}

static astar_observer measure_observer(const astar_position_term *term, const Stand *stand,
                                       int32_t number) {
  astar_cell observer = measure_middle(term->places[number]);
  int32_t radius = term->radius >= 0 ? term->radius : measure_observer_radius(stand, observer);
  return (astar_observer){ observer.x, observer.y, radius };
}

static uint64_t measure_field_work(astar_observer observer) {
  uint64_t side = 2 * (uint64_t)observer.radius + 1;
  return side * side / CELLS_COUNTED + 1;
}

/* The same for lines of sight: one to each cell that a unit covers in the box. */
static uint64_t measure_line_work(const Stand *stand, astar_observer observer) {
  uint64_t cells = (uint64_t)stand->box.width * (uint64_t)stand->box.height;
  uint64_t lines = cells * (uint64_t)stand->size * (uint64_t)stand->size;
  return lines * ((uint64_t)observer.radius + 1) / CELLS_COUNTED + 1;
}

/* Where there are few cells to be seen, lines are found one by one instead of fields of view: the
** rule is the same. Writes what they take. */
static bool measure_lines_pay(const astar_position_term *term, const Stand *stand,
                              uint64_t *work) {
  uint64_t fields = 0;
  *work = 0;
  for (int32_t i = 0; i < term->place_count; i++) {
    astar_observer observer = measure_observer(term, stand, i);
    *work += measure_line_work(stand, observer);
    fields += measure_field_work(observer);
  }
  return *work < fields;
}

/* Does the observer at one of the places see the cell? */
static bool measure_sees(const Measure *measure, const Stand *stand, int32_t number, int32_t x,
                         int32_t y) {
  astar_observer observer = measure_observer(measure->term, stand, number);
  astar_sight_line line = { .from = { observer.x, observer.y }, .to = { x, y },
                            .range = observer.radius, .player = stand->view->query->player };
  const Grid *grid = &stand->map->grid;
  if (!grid_same_level(grid, line.from, line.to)) return false;
  if (observer.radius == 0) return x == observer.x && y == observer.y;
  return astar_map_line_of_sight(stand->map, &line, NULL) == ASTAR_SIGHT_CLEAR;
}

static int32_t measure_count_lines(const Measure *measure, const Stand *stand, int32_t x,
                                   int32_t y) {
  int32_t count = 0;
  for (int32_t i = 0; i < measure->term->place_count; i++)
    count += measure_sees(measure, stand, i, x, y);
  return count;
}

static astar_status measure_look(Measure *measure, Stand *stand) {
  uint64_t work;
  if (measure_lines_pay(measure->term, stand, &work)) {
    if (!stand_affords(stand, work)) return ASTAR_BUDGET;
    stand->work += work;
    return ASTAR_OK;
  }
  const astar_position_term *term = measure->term;
  Memory *memory = &stand->map->memory;
  astar_status status = ASTAR_OK;
  size_t bytes = ((size_t)term->place_count + 1) * sizeof(astar_observer);
  astar_observer *observers = memory_raw(memory, bytes);
  if (observers == NULL) return ASTAR_NO_MEMORY;
  for (int32_t i = 0; i < term->place_count && status == ASTAR_OK; i++) {
    observers[i] = measure_observer(term, stand, i);
    if (!stand_affords(stand, measure_field_work(observers[i]))) status = ASTAR_BUDGET;
    stand->work += measure_field_work(observers[i]);
  }
  if (status == ASTAR_OK)
    measure->sight = astar_sight_new(stand->map, observers, term->place_count,
                                     stand->view->query->player, &status);
  memory_free(memory, observers, bytes);
  return status;
}

static int32_t measure_sight(const Measure *measure, const Stand *stand, int32_t x, int32_t y) {
  int32_t middle = (stand->size - 1) / 2;
  if (measure->sight == NULL)
    return measure_count_lines(measure, stand, x + middle, y + middle);
  return sight_count_at(measure->sight, x + middle, y + middle);
}

static int32_t measure_cover(const Measure *measure, const Stand *stand, int32_t x, int32_t y) {
  int32_t size = stand->size;
  if (measure->sight != NULL) return astar_sight_hides(measure->sight, x, y, size);
  for (int32_t i = 0; i < size * size; i++)
    if (measure_count_lines(measure, stand, x + i % size, y + i / size) > 0) return 0;
  return 1;
}

/* ---- the measure ----------------------------------------------------------------------------- */

astar_status measure_open(Measure *measure, const astar_position_term *term, Stand *stand) {
  *measure = (Measure){ .term = term };
  if (term->influence != NULL) recipe_update(term->influence);
  if (term->measure == ASTAR_MEASURE_CROWDING) return measure_find_crowds(measure, stand);
  bool looks = term->measure == ASTAR_MEASURE_SIGHT || term->measure == ASTAR_MEASURE_COVER;
  return looks ? measure_look(measure, stand) : ASTAR_OK;
}

void measure_close(Measure *measure, astar_map *map) {
  astar_sight_free(measure->sight);
  memory_free(&map->memory, measure->crowds, measure_crowd_bytes(measure->box));
  *measure = (Measure){ .term = measure->term };
}

/* A cost, cut off at ASTAR_MAX_MEASURED. */
static int32_t measure_walk(const Stand *stand, Cell cell) {
  uint32_t cost = field_at(stand->walk, cell);
  if (cost >= stand->walk->far) return MEASURE_NONE;
  return cost < ASTAR_MAX_MEASURED ? (int32_t)cost : ASTAR_MAX_MEASURED;
}

int32_t measure_at(const Measure *measure, const Stand *stand, int32_t x, int32_t y) {
  const astar_position_term *term = measure->term;
  Cell cell = grid_cell(&stand->map->grid, x, y);
  switch (term->measure) {
    case ASTAR_MEASURE_WALK: return measure_walk(stand, cell);
    case ASTAR_MEASURE_DISTANCE: return measure_distance(term, stand, x, y);
    case ASTAR_MEASURE_INFLUENCE: return measure_influence(term, stand->size, cell);
    case ASTAR_MEASURE_FRONT: return measure_front(term, x, y);
    case ASTAR_MEASURE_TERRAIN: return measure_terrain(term, stand, cell);
    case ASTAR_MEASURE_FLANK: return measure_flank(term, stand, x, y);
    case ASTAR_MEASURE_CROWDING: return measure_crowding(measure, x, y);
    case ASTAR_MEASURE_EXITS: return measure_exits(term, stand, x, y);
    case ASTAR_MEASURE_SIGHT: return measure_sight(measure, stand, x, y);
    case ASTAR_MEASURE_COVER: return measure_cover(measure, stand, x, y);
  }
  return MEASURE_NONE;
}

#define CELLS_MEASURED 16           /* for a node of work */

uint64_t measure_work(const astar_position_term *term, uint64_t cells) {
  if (term->measure == ASTAR_MEASURE_EXITS) return cells * (uint64_t)term->radius;
  uint64_t each = term->measure == ASTAR_MEASURE_DISTANCE ? (uint64_t)term->place_count : 1;
  return cells * each / CELLS_MEASURED;
}

/* ---- what it is worth ------------------------------------------------------------------------ */

static int64_t measure_floored(int64_t number, int64_t divisor) {
  int64_t quotient = number / divisor;
  return quotient * divisor > number ? quotient - 1 : quotient;
}

/* What a curve makes of it, in 1/1024. */
static int64_t measure_worth(const astar_position_term *term, int32_t measured) {
  const astar_curve_point *point = term->curve, *last = point + term->curve_count - 1;
  if (measured <= point->measured) return point->worth;
  while (point < last && point[1].measured <= measured) point++;
  if (point == last) return last->worth;
  int64_t rise = (int64_t)point[1].worth - point->worth;
  return point->worth + measure_floored(rise * ((int64_t)measured - point->measured),
                                        (int64_t)point[1].measured - point->measured);
}

int64_t measure_share(const astar_position_term *term, int32_t measured) {
  if (term->curve == NULL) return (int64_t)term->weight * measured;
  return measure_floored(term->weight * measure_worth(term, measured), ASTAR_ONE);
}
