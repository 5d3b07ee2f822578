#include "prospect.h"

#include "../map/influence.h"

/* ---- the ground ------------------------------------------------------------------------------ */

/* The cheapest ground that there could be, for a watch. */
typedef struct Ground {
  const Grid *grid;
  uint64_t straight, diagonal;
  const Exits *exits;
  uint64_t link;                    /* no link costs less */
  int32_t size;                     /* of the unit, in cells */
} Ground;

static int64_t least_penalty(const astar_watch *watch) {
  int32_t count;
  int64_t sum = 0;
  const astar_weighted *weighted = watch_influences(watch, &count);
  const astar_influence *all = count < 0 ? watch->map->influences : NULL;
  for (int32_t i = 0; i < count || all != NULL; i++) {
    const astar_influence *one = all != NULL ? all : weighted[i].influence;
    int32_t weight = all != NULL ? one->weight : weighted[i].weight;
    int32_t a = influence_weighted(one->least, weight);
    int32_t b = influence_weighted(one->greatest, weight);
    sum += a < b ? a : b;
    if (all != NULL) all = all->next;
  }
  return sum;
}

static uint64_t ground_cost(int64_t cost) {
  return cost < 1 ? 1 : (uint64_t)cost;
}

static Ground ground_of(const astar_watch *watch, const PlaneNews *news) {
  const astar_class *cls = news->cls;
  const Plane *plane = news->plane;
  int64_t penalty = least_penalty(watch);
  Ground ground = { .grid = &watch->map->grid, .exits = &news->plane->exits, .size = cls->size,
                    .link = UINT32_MAX };
  ground.straight = ground_cost(plane_least_step(plane, false) + penalty);
  ground.diagonal = ground_cost(plane_least_step(plane, true) + penalty);
  if (ground.diagonal < ground.straight) ground.straight = ground.diagonal;
  if (cls->diagonal == ASTAR_DIAGONAL_NEVER || ground.diagonal > 2 * ground.straight)
    ground.diagonal = 2 * ground.straight;
  for (size_t i = 0; i < ground.exits->count; i++) {
    uint64_t cost = ground_cost(ground.exits->list[i].cost + penalty);
    if (cost < ground.link) ground.link = cost;
  }
  return ground;
}

static int64_t ground_gap(int32_t first, int32_t last, int32_t other_first, int32_t other_last) {
  if (other_first > last) return (int64_t)other_first - last;
  return first > other_last ? (int64_t)first - other_last : 0;
}

/* From one rectangle to another, by steps. */
static uint64_t ground_between(const Ground *ground, astar_rect a, astar_rect b) {
  int64_t dx = ground_gap(a.x, a.x + a.width - 1, b.x, b.x + b.width - 1);
  int64_t dy = ground_gap(a.y, a.y + a.height - 1, b.y, b.y + b.height - 1);
  int64_t both = dx < dy ? dx : dy;
  return ground->straight * (uint64_t)(dx + dy - 2 * both) + ground->diagonal * (uint64_t)both;
}

static uint64_t ground_to_end(const Ground *ground, astar_rect place, Cell end) {
  astar_cell at = grid_position(ground->grid, end);
  return ground_between(ground, place, (astar_rect){ at.x, at.y, 1, 1 });
}

/* By one link, or more of them. */
static uint64_t ground_over_links(const Ground *ground, astar_rect a, astar_rect b) {
  uint64_t before = UINT32_MAX, behind = UINT32_MAX;
  for (size_t i = 0; i < ground->exits->count; i++) {
    uint64_t to = ground_to_end(ground, a, ground->exits->list[i].from);
    uint64_t on = ground_to_end(ground, b, ground->exits->list[i].to);
    if (to < before) before = to;
    if (on < behind) behind = on;
  }
  return before + ground->link + behind;
}

static uint64_t ground_least(const Ground *ground, astar_rect a, astar_rect b) {
  uint64_t direct = ground_between(ground, a, b);
  if (ground->exits->count == 0) return direct;
  uint64_t over = ground_over_links(ground, a, b);
  return over < direct ? over : direct;
}

/* ---- paths over it --------------------------------------------------------------------------- */

/* From where the watched path has been walked to, to its end. */
typedef struct Prospect {
  Ground ground;
  astar_rect start, goal;
  uint64_t below;                   /* what it must cost less than */
} Prospect;

/* Could a path past some of these cells be good enough? A unit covers them from cells that lie
** before them; an area also holds the cells around, whose corners may be free now. */
static bool prospect_past(const Prospect *prospect, const Shortcuts *cells) {
  if (!shortcuts_are_listed(cells)) return true;
  for (int i = 0; cells->count > 0 && i < cells->area_count; i++) {
    astar_rect area = cells->areas[i];
    int32_t more = prospect->ground.size - 1;
    area = (astar_rect){ area.x - more, area.y - more, area.width + more, area.height + more };
    uint64_t least = ground_least(&prospect->ground, prospect->start, area) +
                     ground_least(&prospect->ground, area, prospect->goal);
    if (least < prospect->below) return true;
  }
  return false;
}

/* A negative weight makes of what has risen what has become cheaper. */
static bool prospect_in_influence(const Prospect *prospect, const Outlook *outlook,
                                  astar_weighted one) {
  const InfluenceNews *news = outlook_influence(outlook, one.influence);
  if (news == NULL || one.weight == 0) return false;
  return prospect_past(prospect, one.weight > 0 ? &news->fallen : &news->risen);
}

static bool prospect_in_influences(const Prospect *prospect, const Outlook *outlook,
                               const astar_watch *watch) {
  int32_t count;
  const astar_weighted *weighted = watch_influences(watch, &count);
  for (int32_t i = 0; i < count; i++)
    if (prospect_in_influence(prospect, outlook, weighted[i])) return true;
  astar_influence *all = count < 0 ? watch->map->influences : NULL;
  for (; all != NULL; all = all->next)
    if (prospect_in_influence(prospect, outlook, (astar_weighted){ all, all->weight })) return true;
  return false;
}

uint64_t prospect_below(const astar_watch *watch) {
  uint64_t cost = watch->rest < watch->offered ? watch->rest : watch->offered;
  uint64_t kept = (uint64_t)(ASTAR_ONE - watch->opened);
  return (cost * kept + ASTAR_ONE - 1) / ASTAR_ONE;
}

bool prospect_exists(const astar_watch *watch, const Outlook *outlook) {
  const PlaneNews *news = outlook_plane(outlook, watch_class(watch), watch_player(watch));
  if (news->plane == NULL) return false;
  astar_cell at = astar_path_cell(watch_path(watch), watch->from);
  astar_cell end = astar_path_cell(watch_path(watch), watch->length - 1);
  Prospect prospect = { ground_of(watch, news), { at.x, at.y, 1, 1 }, { end.x, end.y, 1, 1 },
                        prospect_below(watch) };
  return prospect_past(&prospect, &news->cheaper) ||
         prospect_in_influences(&prospect, outlook, watch) ||
         (news->links && ground_over_links(&prospect.ground, prospect.start, prospect.goal) <
                             prospect.below);
}
