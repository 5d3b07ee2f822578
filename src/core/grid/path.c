#include "path.h"

#include <string.h>

#include "../base/hash.h"

void path_free(Memory *memory, astar_path *path) {
  if (path != NULL) memory_free(memory, path, path->bytes);
}

uint64_t path_hash(const astar_path *path, uint64_t hash) {
  hash = HASH_INTS(hash, (int64_t)path->status, path->cost, path->expanded, path->waypoint_count);
  for (int32_t i = 0; i < path->waypoint_count; i++) {
    hash = HASH_INTS(hash, path->waypoints[i].x, path->waypoints[i].y);
    if (path->waypoints[i].link != 0) hash = hash_int(hash, path->waypoints[i].link);
  }
  return hash;
}

void waypoints_reverse(Waypoint *waypoints, size_t count, int32_t length) {
  for (size_t i = 0, j = count - 1; i < j; i++, j--) {
    Waypoint swapped = waypoints[i];
    waypoints[i] = waypoints[j];
    waypoints[j] = swapped;
  }
  for (size_t i = 0; i < count; i++) waypoints[i].index = length - 1 - waypoints[i].index;
}

size_t path_bytes(int32_t waypoints) {
  return offsetof(astar_path, waypoints) + (size_t)waypoints * sizeof(Waypoint);
}

size_t astar_path_bytes(const astar_path *path) {
  return path->bytes;
}

int32_t astar_path_length(const astar_path *path) {
  return path->length;
}

uint32_t astar_path_cost(const astar_path *path) {
  return path->cost;
}

uint32_t astar_path_expanded(const astar_path *path) {
  return path->expanded;
}

astar_status astar_path_status(const astar_path *path) {
  return path->status;
}

bool astar_path_explained(const astar_path *path) {
  return path->explained != 0;
}

int32_t astar_path_influences(const astar_path *path) {
  return path->influence_count;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static int32_t path_sign(int32_t value) {
  return (value > 0) - (value < 0);
}

/* The last waypoint at or before cell `index`. */
static const Waypoint *waypoint_before(const astar_path *path, int32_t index) {
  int32_t low = 0, high = path->waypoint_count;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (path->waypoints[middle].index <= index) low = middle;
    else high = middle;
  }
  return &path->waypoints[low];
}

/* Of the steps; over a link it is as far as it is to its end. */
static astar_cell step_direction(const astar_path *path, const Waypoint *from) {
  if (from->link != 0) return (astar_cell){ from[1].x - from->x, from[1].y - from->y };
  if (from == path->waypoints + path->waypoint_count - 1) return (astar_cell){ 0, 0 };
  return (astar_cell){ path_sign(from[1].x - from->x), path_sign(from[1].y - from->y) };
}

astar_cell astar_path_cell(const astar_path *path, int32_t index) {
  if (index < 0) index = 0;
  if (index >= path->length) index = path->length - 1;
  const Waypoint *from = waypoint_before(path, index);
  astar_cell direction = step_direction(path, from);
  int32_t steps = index - from->index;
  return (astar_cell){ from->x + direction.x * steps, from->y + direction.y * steps };
}

int32_t astar_path_cells(const astar_path *path, int32_t first, int32_t count,
                         astar_cell *cells) {
  if (first < 0 || first >= path->length || count <= 0) return 0;
  if (count > path->length - first) count = path->length - first;
  const Waypoint *from = waypoint_before(path, first);
  astar_cell cell = astar_path_cell(path, first), direction = step_direction(path, from);
  for (int32_t i = 0; i < count; i++) {
    int32_t index = first + i;
    if (i > 0 && index - 1 == from[1].index) direction = step_direction(path, ++from);
    if (i > 0) cell = (astar_cell){ cell.x + direction.x, cell.y + direction.y };
    cells[i] = cell;
  }
  return count;
}

/* Is x, y on the run from a to b? How many steps from a, or -1. */
static int32_t on_run(const Waypoint *a, const Waypoint *b, int32_t x, int32_t y) {
  if (a->link != 0) {
    if (a->x == x && a->y == y) return 0;
    return b->x == x && b->y == y ? 1 : -1;
  }
  int32_t dx = path_sign(b->x - a->x), dy = path_sign(b->y - a->y);
  int32_t steps = dx != 0 ? (x - a->x) * dx : (y - a->y) * dy;
  bool on = steps >= 0 && steps <= b->index - a->index && a->x + dx * steps == x &&
            a->y + dy * steps == y;
  return on ? steps : -1;
}

uint32_t astar_path_link(const astar_path *path, int32_t index) {
  if (index < 1 || index >= path->length) return 0;
  return waypoint_before(path, index - 1)->link;
}

bool path_on_map(const astar_path *path, const Grid *grid) {
  for (int32_t i = 0; i < path->waypoint_count; i++)
    if (!grid_has(grid, path->waypoints[i].x, path->waypoints[i].y)) return false;
  return true;
}

int32_t path_find(const astar_path *path, int32_t x, int32_t y, int32_t from) {
  const Waypoint *last = path->waypoints + path->waypoint_count - 1;
  if (last == path->waypoints) return from <= 0 && last->x == x && last->y == y ? 0 : -1;
  for (const Waypoint *run = path->waypoints; run < last; run++) {
    int32_t steps = on_run(run, run + 1, x, y);
    if (steps >= 0 && run->index + steps >= from) return run->index + steps;
  }
  return -1;
}

/* ---- turns ----------------------------------------------------------------------------------- */

int32_t astar_path_corners(const astar_path *path) {
  return path->turn_count > 0 ? path->turn_count : path->waypoint_count;
}

astar_cell astar_path_corner(const astar_path *path, int32_t number) {
  int32_t last = astar_path_corners(path) - 1;
  if (number < 0) number = 0;
  if (number > last) number = last;
  const Waypoint *turns = path->turn_count > 0 ? path_turns(path) : path->waypoints;
  return (astar_cell){ turns[number].x, turns[number].y };
}

/* ---- explanation ----------------------------------------------------------------------------- */

static size_t record_bytes(const Explanation *explanation) {
  return sizeof(astar_step_cost) + (size_t)explanation->influences * sizeof(int32_t);
}

static size_t records_bytes(const Explanation *explanation) {
  return (size_t)(explanation->length - 1) * record_bytes(explanation);
}

size_t explanation_bytes(const Explanation *explanation) {
  return records_bytes(explanation) + (size_t)explanation->influences * PATH_NAME_BYTES;
}

astar_step_cost *explanation_record(const Explanation *explanation, int32_t index) {
  void *record = (char *)explanation->block + (size_t)(index - 1) * record_bytes(explanation);
  return record;
}

char *explanation_name(const Explanation *explanation, int32_t number) {
  char *names = (char *)explanation->block + records_bytes(explanation);
  return names + (size_t)number * PATH_NAME_BYTES;
}

/* One byte more, so that an explanation of nothing is a block, too. */
bool explanation_new(Explanation *explanation, Memory *memory, int32_t length,
                     int32_t influences) {
  *explanation = (Explanation){ NULL, length, influences };
  explanation->block = memory_raw(memory, explanation_bytes(explanation) + 1);
  return explanation->block != NULL;
}

void explanation_free(Explanation *explanation, Memory *memory) {
  if (explanation->block == NULL) return;
  memory_free(memory, explanation->block, explanation_bytes(explanation) + 1);
  explanation->block = NULL;
}

/* That of a path. */
static Explanation path_explanation(const astar_path *path) {
  const void *behind = path->waypoints + path->waypoint_count;
  return (Explanation){ (void *)(uintptr_t)behind, path->length, path->influence_count };
}

astar_step_cost astar_path_explain(const astar_path *path, int32_t index, int32_t *influences) {
  astar_step_cost nothing = { 0 };
  if (!path->explained || index < 1 || index >= path->length) return nothing;
  Explanation explanation = path_explanation(path);
  const astar_step_cost *record = explanation_record(&explanation, index);
  if (influences != NULL)
    memcpy(influences, record + 1, (size_t)path->influence_count * sizeof *influences);
  return *record;
}

const char *astar_path_influence(const astar_path *path, int32_t number) {
  if (number < 0 || number >= path->influence_count) return NULL;
  Explanation explanation = path_explanation(path);
  return explanation_name(&explanation, number);
}
