/*
** The search for a breach is plain A* over cells, as in astar_search.c, with one difference: a step
** into a place costs the price of all that the unit comes to cover there and that is in its way.
** These prices are at least 0, so the estimates of other searches are good for it. Closed links are
** among the exits of its view, and cost their price more.
**
** A unit of several cells pays for what it did not cover before the step. So the cost of a way
** follows from its steps alone, and the search is exact for that cost. It is also what has to be
** removed in all, unless the way comes back to a cell that it has left before.
*/
#include "../base/builtin.h"
#include "../map/class.h"
#include "astar_search.h"
#include "crossing.h"
#include "find.h"

/* ---- the question ---------------------------------------------------------------------------- */

astar_prices astar_prices_default(const astar_map *map) {
  int64_t price = 100 * (int64_t)map->grid.straight;
  int32_t each = price > ASTAR_MAX_PRICE ? ASTAR_MAX_PRICE : (int32_t)price;
  return (astar_prices){ .terrain = each, .unseen = each, .unit = each, .link = each };
}

static bool price_fits(const astar_map *map, int32_t price, const char *words) {
  return map_accepts_between(map, price, ASTAR_NEVER, ASTAR_MAX_PRICE, words);
}

static bool breach_prices_fit(const astar_map *map, const astar_class *cls,
                              const astar_prices *prices) {
  bool fits = map_accepts_between(map, prices->terrain_count, 0, map->grid.kind_count + 1,
                                  "prices.terrain_count: below 0, or more than there are");
  for (int32_t i = 1; fits && prices->terrains != NULL && i < prices->terrain_count; i++)
    fits = prices->terrains[i] == ASTAR_PRICE_DEFAULT ||
           price_fits(map, prices->terrains[i], "prices.terrains: one is no price");
  return fits && price_fits(map, prices->terrain, "prices.terrain: no price") &&
         price_fits(map, prices->unseen, "prices.unseen: no price") &&
         price_fits(map, prices->unit, "prices.unit: no price") &&
         price_fits(map, prices->link, "prices.link: no price") &&
         map_accepts_between(map, prices->size, 0, cls->size,
                             "prices.size: not from 0 to the size of the class");
}

/* The query, which is resolved, without what a breach ignores. */
static void breach_simplify(astar_query *query) {
  query->heuristic = ASTAR_OCTILE;
  query->heuristic_weight = ASTAR_ONE;
  query->engine = ASTAR_ENGINE_AUTO;
  query->turn_cost = query->traffic_cost = 0;
  query->partial = query->any_angle = query->explain = query->trace = false;
}

/* ---- costs ----------------------------------------------------------------------------------- */

/* What it costs to enter places where something has to be removed first: walls and units, each cell
** at its price. */
typedef struct BreachCosts {
  View *view;                       /* units are no obstacles to it */
  const uint8_t *terrain;           /* of each cell, as the player knows it */
  const uint8_t *kind;              /* of the places of such units: 0: closed */
  uint8_t *made;                    /* the kinds of smaller units than the class's; or NULL */
  int32_t size;
  bool bare;                        /* neither layers nor units count */
  astar_prices prices;
} BreachCosts;

/* A place that covers nothing that another one does. */
static const astar_cell BREACH_NOWHERE = { INT32_MIN / 2, INT32_MIN / 2 };

static const astar_class *breach_costs_class(const BreachCosts *costs) {
  return costs->view->query->cls;
}

static const Grid *breach_costs_grid(const BreachCosts *costs) {
  return &costs->view->map->grid;
}

/* ---- the kinds of smaller units -------------------------------------------------------------- */

/* Each kind becomes the least of `size` kinds, `offset` apart, from there on. Those behind it are
** still as they were. */
static void breach_take_least(uint8_t *kind, Cell first, Cell end, Cell offset, int32_t size) {
  for (Cell cell = first; cell < end; cell++)
    for (int32_t i = 1; i < size; i++) {
      Cell other = cell + (Cell)i * offset;
      if (kind[cell] == 0) break;
      if (other >= end || kind[other] < kind[cell]) kind[cell] = other < end ? kind[other] : 0;
    }
}

static bool breach_make_kinds(BreachCosts *costs) {
  const astar_class *cls = breach_costs_class(costs);
  const Grid *grid = breach_costs_grid(costs);
  uint8_t *kind = costs->made = memory_new(&costs->view->map->memory, grid->cells);
  if (kind == NULL) return false;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      Cell cell = grid_cell(grid, x, y);
      kind[cell] = cls->kind_of[costs->terrain[cell]];
    }
  breach_take_least(kind, 0, (Cell)grid->cells, 1, costs->size);
  breach_take_least(kind, 0, (Cell)grid->cells, (Cell)grid->stride, costs->size);
  costs->kind = kind;
  return true;
}

/* For the search's view, which is made. False: no memory. */
static bool breach_costs_make(BreachCosts *costs, astar_search *search,
                              const astar_prices *prices) {
  const View *view = &search->view;
  int32_t size = prices->size > 0 ? prices->size : search->query.cls->size;
  *costs = (BreachCosts){ .view = &search->view,
                      .terrain = plane_terrain_of(search->map, search->query.player),
                      .kind = view->kind,
                      .size = size,
                      .bare = view->bare || prices->size > 0,
                      .prices = *prices };
  return size == search->query.cls->size || breach_make_kinds(costs);
}

static void breach_costs_free(BreachCosts *costs, astar_map *map) {
  memory_free(&map->memory, costs->made, map->grid.cells);
}

/* ---- prices ---------------------------------------------------------------------------------- */

static int32_t terrain_price(const BreachCosts *costs, int32_t terrain) {
  const astar_prices *prices = &costs->prices;
  if (terrain == 0) return prices->unseen;
  bool listed = prices->terrains != NULL && terrain < prices->terrain_count;
  int32_t price = listed ? prices->terrains[terrain] : ASTAR_PRICE_DEFAULT;
  return price == ASTAR_PRICE_DEFAULT ? prices->terrain : price;
}

static bool is_wall(const BreachCosts *costs, Cell cell) {
  return breach_costs_class(costs)->kind_of[costs->terrain[cell]] == 0;
}

static bool breach_has_unit(const BreachCosts *costs, Cell cell) {
  const Taken *taken = &costs->view->scratch->taken;
  return !costs->bare && taken_has_any(taken, breach_costs_grid(costs), cell, 1);
}

static bool place_has_unit(const BreachCosts *costs, Cell place) {
  return !costs->bare && view_taken(costs->view, place);
}

/* What the class makes of a place; 0: something has to be removed there. */
static uint8_t breach_kind(const BreachCosts *costs, Cell place) {
  return place_has_unit(costs, place) ? 0 : costs->kind[place];
}

/* Is nothing in the way of a unit there but, perhaps, what the callback says? */
static bool breach_is_clear(const BreachCosts *costs, Cell place) {
  return breach_kind(costs, place) != 0;
}

/* Void is nothing that could be removed. */
static bool breach_fits(const BreachCosts *costs, astar_cell at) {
  const Grid *grid = breach_costs_grid(costs);
  return grid_holds(grid, (astar_rect){ at.x, at.y, costs->size, costs->size }) &&
         !grid_is_void(grid, at.x, at.y);
}

static bool breach_covers(const BreachCosts *costs, astar_cell place, int32_t x, int32_t y) {
  return rect_has((astar_rect){ place.x, place.y, costs->size, costs->size }, x, y);
}

static int64_t sum_prices(const BreachCosts *costs, astar_cell from, astar_cell to, bool units) {
  int64_t sum = 0;
  for (int32_t y = to.y; y < to.y + costs->size; y++)
    for (int32_t x = to.x; x < to.x + costs->size; x++) {
      if (breach_covers(costs, from, x, y)) continue;
      Cell cell = grid_cell(breach_costs_grid(costs), x, y);
      int32_t wall = is_wall(costs, cell) ? terrain_price(costs, costs->terrain[cell]) : 0;
      int32_t unit = units && breach_has_unit(costs, cell) ? costs->prices.unit : 0;
      if (wall < 0 || unit < 0) return -1;
      sum += wall + unit;
    }
  return sum;
}

/* The sum of the prices of what a unit at `to` covers that one at `from` does not; -1: it can never
** stand there. */
static int64_t breach_place_price(const BreachCosts *costs, astar_cell from, astar_cell to) {
  if (!breach_fits(costs, to)) return -1;
  if (breach_is_clear(costs, grid_cell(breach_costs_grid(costs), to.x, to.y))) return 0;
  return sum_prices(costs, from, to, true);
}

/* The same for a unit that is there, whatever other units are, too. */
static int64_t breach_start_price(const BreachCosts *costs, astar_cell start) {
  return breach_fits(costs, start) ? sum_prices(costs, BREACH_NOWHERE, start, false) : -1;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The costliest terrain among those cells of a place where nothing is removed; 0: there is none. */
static uint8_t breach_kind_beside(const BreachCosts *costs, Cell place) {
  const Grid *grid = breach_costs_grid(costs);
  uint8_t least = 0;
  for (int32_t dy = 0; dy < costs->size; dy++)
    for (int32_t dx = 0; dx < costs->size; dx++) {
      Cell cell = place + (Cell)(dy * grid->stride + dx);
      uint8_t kind = breach_costs_class(costs)->kind_of[costs->terrain[cell]];
      bool stays = kind != 0 && !breach_has_unit(costs, cell);
      if (stays && (least == 0 || kind < least)) least = kind;
    }
  return least;
}

/* What of it is the ground's: where something was removed there is open ground. */
static uint32_t breach_ground_cost(const BreachCosts *costs, Cell place, bool diagonal) {
  const View *view = costs->view;
  const uint32_t *by_kind = diagonal ? view->diagonal_cost : view->straight_cost;
  uint8_t kind = breach_kind(costs, place);
  if (kind != 0) return by_kind[kind];
  const Grid *grid = breach_costs_grid(costs);
  uint32_t open = (uint32_t)(diagonal ? grid->diagonal : grid->straight);
  uint32_t cost = by_kind[breach_kind_beside(costs, place)];
  return cost > open ? cost : open;
}

static int32_t breach_slope_cost(const BreachCosts *costs, ViewStep step) {
  const Slopes *slopes = costs->view->slopes;
  if (slopes == NULL) return 0;
  return slope_of(slopes, breach_kind(costs, step.from), breach_kind(costs, step.to),
                  step.direction);
}

/* The cost of a step into a place where all has been removed, or 0, if the callback forbids it.
** Where something was removed there is neither height nor current. */
static uint32_t breach_step_cost(BreachCosts *costs, ViewStep step) {
  int32_t penalty = costs->bare ? 0 : view_penalty(costs->view, step.to);
  if (penalty == VIEW_BLOCKED) return 0;
  int64_t sum = (int64_t)breach_ground_cost(costs, step.to, step.direction >= FIRST_DIAGONAL);
  sum += penalty + breach_slope_cost(costs, step);
  return sum < 1 ? 1 : (uint32_t)sum;
}

/* The least that a step may cost, before layers; may be below 1. */
static int64_t breach_least_step(const BreachCosts *costs, bool diagonal) {
  const Grid *grid = breach_costs_grid(costs);
  const astar_class *cls = breach_costs_class(costs);
  const uint32_t *by_kind = diagonal ? cls->diagonal_cost : cls->straight_cost;
  int64_t least = diagonal ? grid->diagonal : grid->straight;
  for (int32_t terrain = 0; terrain <= grid->kind_count; terrain++) {
    uint8_t kind = cls->kind_of[terrain];
    int64_t cost = by_kind[kind];
    if (kind != 0 && cls->slopes != NULL) cost += cls->slopes->least[kind][diagonal];
    if (kind != 0 && cost < least) least = cost;
  }
  return least;
}

/* ---- obstacles ------------------------------------------------------------------------------- */

/* Appends an obstacle. False: no memory. */
static bool breach_add_obstacle(astar_search *search, astar_obstacle obstacle) {
  if (!memory_grow(&search->map->memory, search->obstacles.list, search->obstacles.count,
                   &search->obstacles.capacity))
    return false;
  search->obstacles.list[search->obstacles.count++] = obstacle;
  return true;
}

static bool is_listed(const astar_search *search, astar_cell cell, bool unit) {
  for (size_t i = 0; i < search->obstacles.count; i++) {
    const astar_obstacle *one = &search->obstacles.list[i];
    bool covers = one->kind != ASTAR_OBSTACLE_LINK && one->kind != ASTAR_OBSTACLE_NARROW;
    if (covers && grid_same_cell(one->cell, cell) && (one->kind == ASTAR_OBSTACLE_UNIT) == unit)
      return true;
  }
  return false;
}

static bool list_wall(const BreachCosts *costs, astar_search *search, astar_cell at,
                      int32_t index) {
  Cell cell = grid_cell(breach_costs_grid(costs), at.x, at.y);
  int32_t terrain = costs->terrain[cell];
  if (!is_wall(costs, cell) || is_listed(search, at, false)) return true;
  astar_obstacle wall = { terrain == 0 ? ASTAR_OBSTACLE_UNSEEN : ASTAR_OBSTACLE_TERRAIN, at,
                          terrain, 0, terrain_price(costs, terrain), index };
  return breach_add_obstacle(search, wall);
}

static bool list_unit(const BreachCosts *costs, astar_search *search, astar_cell at,
                      int32_t index) {
  Cell cell = grid_cell(breach_costs_grid(costs), at.x, at.y);
  if (index == 0 || !breach_has_unit(costs, cell) || is_listed(search, at, true)) return true;
  astar_obstacle taken = { ASTAR_OBSTACLE_UNIT, at, costs->terrain[cell],
                           unit_hooks->id_at(search->map, cell), costs->prices.unit, index };
  return breach_add_obstacle(search, taken);
}

/* Appends what breach_place_price has counted to the search's obstacles. False: no memory. */
static bool breach_list_obstacles(const BreachCosts *costs, astar_search *search, astar_cell from,
                                  astar_cell to, int32_t index) {
  for (int32_t y = to.y; y < to.y + costs->size; y++)
    for (int32_t x = to.x; x < to.x + costs->size; x++) {
      astar_cell at = { x, y };
      if (breach_covers(costs, from, x, y)) continue;
      if (!list_wall(costs, search, at, index) || !list_unit(costs, search, at, index))
        return false;
    }
  return true;
}

/* ---- narrow places --------------------------------------------------------------------------- */

static bool has_room(const BreachCosts *costs, astar_cell at, int32_t size) {
  const Grid *grid = breach_costs_grid(costs);
  for (int32_t y = at.y; y < at.y + size; y++)
    for (int32_t x = at.x; x < at.x + size; x++)
      if (!grid_has(grid, x, y) || is_wall(costs, grid_cell(grid, x, y))) return false;
  return true;
}

/* Links, and the start, which is no step, lead to a place without passing others. */
/* Could a unit one cell larger not take a step of the path, or not stand where it begins? */
static bool breach_is_narrow(const BreachCosts *costs, astar_cell from, astar_cell to) {
  int32_t dx = to.x - from.x, dy = to.y - from.y, size = costs->size + 1;
  if (!has_room(costs, to, size)) return true;
  if (dx * dx != 1 || dy * dy != 1) return false;
  int direction = direction_of(dx, dy);
  bool across = has_room(costs, (astar_cell){ to.x, from.y }, size);
  bool down = has_room(costs, (astar_cell){ from.x, to.y }, size);
  uint32_t open = 1u << direction | (uint32_t)across << direction_across(direction) |
                  (uint32_t)down << direction_down(direction);
  return !(breach_costs_class(costs)->legal[0][open] >> direction & 1);
}

/* ---- searching ------------------------------------------------------------------------------- */

typedef struct Breach {
  astar_search *search;
  BreachCosts costs;
  Exits exits;                      /* with those that can be opened */
} Breach;

/* A way into a place: takes it if it is cheaper, or as cheap and canonical. False: no memory. */
static bool breach_reach(Breach *breach, Cell cell, astar_cell at, uint64_t g, int direction) {
  astar_search *search = breach->search;
  Node *known = &search->nodes.words[cell];
  if (g >= UINT32_MAX) {
    search->overflowed = true;
    return true;
  }
  Node node = node_make(search->nodes.epoch, (uint32_t)g, direction, 0);
  if (node_rank(node) >= node_rank(*known)) return true;
  if (node >> NODE_G_SHIFT == *known >> NODE_G_SHIFT) {
    *known = node | (*known & (NODE_OPEN | NODE_LOW));
    return true;
  }
  uint32_t f = search_f(search, (uint32_t)g, at.x, at.y);
  if (f == UINT32_MAX) return true;
  *known = node | NODE_OPEN | (*known & NODE_LOW);
  return open_list_push(&search->open, &search->map->memory, open_entry(f, cell));
}

/* Straight steps lead everywhere, as far as what is there can be removed. Diagonal ones keep to the
** rule of the class, with what stands beside them. */
static uint32_t breach_steps(const Breach *breach, Cell cell) {
  const astar_search *search = breach->search;
  const Grid *grid = &search->map->grid;
  uint32_t straight = (1u << FIRST_DIAGONAL) - 1, open = 0;
  for (int direction = 0; direction < FIRST_DIAGONAL; direction++) {
    Cell next = cell + (Cell)direction_offset(grid, direction);
    bool clear = breach_is_clear(&breach->costs, next);
    if (clear && !breach->costs.bare)
      clear = view_penalty(breach->costs.view, next) != VIEW_BLOCKED;
    open |= (uint32_t)clear << direction;
  }
  return straight | search->query.cls->legal[0][open | (0xffu & ~straight)];
}

static bool breach_step(Breach *breach, Cell cell, astar_cell at, uint32_t g, int direction) {
  BreachCosts *costs = &breach->costs;
  astar_cell to = { at.x + DIRECTION_X[direction], at.y + DIRECTION_Y[direction] };
  int64_t price = breach_place_price(costs, at, to);
  if (price < 0) return true;
  Cell next = cell + (Cell)direction_offset(&breach->search->map->grid, direction);
  uint32_t cost = breach_step_cost(costs, (ViewStep){ cell, next, direction });
  if (cost == 0) return true;
  return breach_reach(breach, next, to, (uint64_t)g + cost + (uint64_t)price, direction);
}

/* The cost of taking an exit into a place where all has been removed, and of opening it; 0: it
** leads nowhere. As for other searches, the link's cost stands for that of the terrain. */
static uint64_t exit_cost(BreachCosts *costs, const Exit *exit) {
  int32_t penalty = costs->bare ? 0 : view_penalty(costs->view, exit->to);
  if (penalty == VIEW_BLOCKED) return 0;
  int64_t ground = breach_ground_cost(costs, exit->to, false);
  int64_t layers = ground + penalty < 1 ? 1 - ground : penalty;
  int64_t sum = (int64_t)exit->cost - exit->price + layers;
  return (uint64_t)(sum < 1 ? 1 : sum) + (uint64_t)exit->price;
}

static bool breach_cross(Breach *breach, Cell cell, uint32_t g) {
  const Exit *exit;
  astar_search *search = breach->search;
  size_t count = exits_at(search->view.exits, cell, &exit);
  for (; count > 0; count--, exit++) {
    astar_cell to = grid_position(&search->map->grid, exit->to);
    int64_t price = breach_place_price(&breach->costs, BREACH_NOWHERE, to);
    uint64_t cost = price < 0 ? 0 : exit_cost(&breach->costs, exit);
    if (cost == 0) continue;
    uint64_t sum = g + cost + (uint64_t)price;
    if (sum < UINT32_MAX) crossing_note(search, exit, (uint32_t)sum);
    if (!breach_reach(breach, exit->to, to, sum, NO_DIRECTION)) return false;
  }
  return true;
}

static bool breach_expand(Breach *breach, Cell cell, astar_cell at, uint32_t g) {
  for (uint32_t steps = breach_steps(breach, cell); steps != 0; steps &= steps - 1)
    if (!breach_step(breach, cell, at, g, low_zeros_32(steps))) return false;
  return !crossing_at(breach->search, cell) || breach_cross(breach, cell, g);
}

/* A goal is closed. Among several at the same cost the first in reading order is taken. */
static void breach_arrive(astar_search *search, Cell cell, uint32_t g) {
  if (g > search->bound || (g == search->bound && cell > search->arrival.node)) return;
  search->bound = g;
  search->arrival = (Arrival){ .node = cell };
}

/* Until all nodes with F up to the least cost of a goal are closed: then every cell on every
** cheapest way has its final cost and direction. */
static astar_status breach_run(Breach *breach) {
  uint64_t first;
  astar_search *search = breach->search;
  while (open_list_first(&search->open, search->bound, &first)) {
    Cell cell = open_cell(first);
    Node node = search->nodes.words[cell];
    astar_cell at = grid_position(&search->map->grid, cell);
    bool is_open = node & NODE_OPEN, is_goal = rect_has(search->goal.cells, at.x, at.y);
    if (is_open && !is_goal && search->expanded >= search->budget) return ASTAR_BUDGET;
    open_list_pop(&search->open);
    if (!is_open) continue;
    search->nodes.words[cell] = node & ~NODE_OPEN;
    if (is_goal) {
      breach_arrive(search, cell, node_g(node));
      continue;
    }
    search->expanded++;
    if (!breach_expand(breach, cell, at, node_g(node))) return ASTAR_NO_MEMORY;
    if (search->view.aborted) return ASTAR_CANCELLED;
  }
  return search_outcome(search);
}

/* ---- beginning ------------------------------------------------------------------------------- */

static astar_status breach_make_view(astar_search *search) {
  astar_status status =
    view_make(&search->view, search->map, &search->query, &search->scratch->view);
  if (status != ASTAR_OK) return status;
  if (!goal_take_places(search)) return ASTAR_NO_MEMORY;
  if (search->scratch->view.taken.count > 0) search->view.bare = false;
  search->view.passes_units = true;
  bool composes = !search->view.bare;
  return composes && !view_begin_penalties(&search->view) ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* What no step can undercut. */
static void breach_find_least(Breach *breach) {
  View *view = &breach->search->view;
  int64_t straight = breach_least_step(&breach->costs, false) + view->least_penalty;
  int64_t diagonal = breach_least_step(&breach->costs, true) + view->least_penalty;
  view->least_straight = straight < 1 ? 1 : (uint32_t)straight;
  view->least_diagonal = diagonal < 1 ? 1 : (uint32_t)diagonal;
  if (view->query->cls->diagonal == ASTAR_DIAGONAL_NEVER)
    view->least_diagonal = 2 * view->least_straight;
  else if (view->least_diagonal < view->least_straight)
    view->least_straight = view->least_diagonal;
}

static bool breach_find_exits(Breach *breach) {
  astar_search *search = breach->search;
  const astar_query *query = &search->query;
  int32_t price = breach->costs.prices.link;
  bool made = exits_make(&breach->exits, query->cls, query->player, price);
  search->view.exits = breach->exits.count > 0 ? &breach->exits : NULL;
  return made;
}

/* OK: the start is open. */
static astar_status breach_begin(Breach *breach, const astar_prices *prices) {
  astar_search *search = breach->search;
  if (!breach_costs_make(&breach->costs, search, prices) || !breach_find_exits(breach))
    return ASTAR_NO_MEMORY;
  breach_find_least(breach);
  bool made = crossings_begin(search) && search_begin_nodes(search, NUMBERING_ANY) &&
              search_begin_open(search, 0, search_bucket_width(search));
  if (!made) return ASTAR_NO_MEMORY;
  astar_cell start = { search->start_x, search->start_y };
  int64_t price = breach_start_price(&breach->costs, start);
  if (price < 0) return ASTAR_UNREACHABLE;
  bool opened = breach_reach(breach, search->start, start, (uint64_t)price, NO_DIRECTION);
  return opened ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* ---- the path -------------------------------------------------------------------------------- */

static bool breach_is_closed(const astar_search *search, uint32_t number) {
  const astar_link *link = link_find(search->map, number);
  return link != NULL && !link_as_known(link, search->query.player).is_open;
}

/* Notes where a unit one cell larger would not get through. */
static bool breach_note_narrow(Breach *breach, astar_cell from, astar_cell to, int32_t index) {
  const BreachCosts *costs = &breach->costs;
  bool asked = costs->prices.size > 0 && costs->size < breach->search->query.cls->size;
  if (!asked || !breach_is_narrow(costs, from, to)) return true;
  int32_t terrain = costs->terrain[grid_cell(&breach->search->map->grid, to.x, to.y)];
  astar_obstacle narrow = { ASTAR_OBSTACLE_NARROW, to, terrain, 0, 0, index };
  return breach_add_obstacle(breach->search, narrow);
}

/* A step of the path, or a link, from `from` to `to`. Adds what it costs to the path's cost. */
static bool breach_walk(Breach *breach, const Waypoint *from, astar_cell at, astar_cell to,
                        int32_t index) {
  astar_search *search = breach->search;
  BreachCosts *costs = &breach->costs;
  const Grid *grid = &search->map->grid;
  Cell cell = grid_cell(grid, at.x, at.y), next = grid_cell(grid, to.x, to.y);
  if (from->link == 0) {
    int direction = direction_of(to.x - at.x, to.y - at.y);
    search->way.cost += breach_step_cost(costs, (ViewStep){ cell, next, direction });
    return breach_list_obstacles(costs, search, at, to, index);
  }
  const Exit *exit = crossing_from(search, cell, from->link);
  bool closed = breach_is_closed(search, from->link), listed = true;
  if (closed)
    listed = breach_add_obstacle(search,
                                 (astar_obstacle){ ASTAR_OBSTACLE_LINK, at, costs->terrain[cell],
                                                   from->link, exit->price, index });
  search->way.cost += (uint32_t)exit_cost(costs, exit) - (uint32_t)exit->price;
  return listed && breach_list_obstacles(costs, search, BREACH_NOWHERE, to, index);
}

/* Goes along the path: sums up what its steps cost, and lists what has to be removed for them. */
static bool breach_explain(Breach *breach) {
  astar_search *search = breach->search;
  astar_cell at = { search->start_x, search->start_y };
  search->way.cost = 0;
  if (!breach_list_obstacles(&breach->costs, search, BREACH_NOWHERE, at, 0) ||
      !breach_note_narrow(breach, at, at, 0))
    return false;
  for (size_t i = 0; i + 1 < search->way.count; i++) {
    const Waypoint *from = &search->way.points[i];
    for (int32_t index = from->index + 1; index <= from[1].index; index++) {
      astar_cell to = waypoint_step(from, at);
      if (!breach_walk(breach, from, at, to, index) ||
          !breach_note_narrow(breach, from->link == 0 ? at : to, to, index))
        return false;
      at = to;
    }
  }
  return true;
}

static astar_status breach_find(Breach *breach, const astar_prices *prices) {
  astar_status status = breach_make_view(breach->search);
  if (status == ASTAR_OK) status = breach_begin(breach, prices);
  if (status == ASTAR_OK) status = breach_run(breach);
  if (status != ASTAR_OK) return status;
  bool told = path_builder_collect(breach->search) && breach_explain(breach);
  return told ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* To the end; the path is left in the search. */
static astar_status breach_search(astar_search *search, const astar_prices *prices) {
  Breach breach = { .search = search };
  search->bound = UINT32_MAX;
  search->engine = &ASTAR_SEARCH;
  search->exact = true;
  search->overflowed = false;
  goal_set(search);
  search->way.turn_count = search->way.count = 0;
  astar_status status = breach_find(&breach, prices);
  breach_costs_free(&breach.costs, search->map);
  exits_free(&breach.exits, search->map);
  search->view.exits = NULL;
  view_clear(&search->view);
  search_give_back(search);
  return status;
}

astar_search *astar_breach_new(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                               const astar_prices *prices, const astar_query *query,
                               astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  astar_prices given = prices != NULL ? *prices : astar_prices_default(map);
  bool fits = map_accepts(map, !grid_is_hex(&map->grid), "map: breaches are for squares") &&
              find_valid(map, x, y, goal);
  *why = fits ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (*why == ASTAR_OK && !breach_prices_fit(map, resolved.cls, &given)) *why = ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  breach_simplify(&resolved);
  astar_search *search = find_take(map, x, y, goal, &resolved, why);
  if (search == NULL) return NULL;
  search->progress.phase = PHASE_END;
  search->status = breach_search(search, &given);
  if (search->status != ASTAR_NO_MEMORY) return *why = ASTAR_OK, search;
  astar_search_free(search);
  return NULL;
}

const astar_obstacle *astar_search_obstacles(const astar_search *search, size_t *count) {
  *count = search->status == ASTAR_OK ? search->obstacles.count : 0;
  return search->obstacles.list;
}
