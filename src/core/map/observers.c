#include "observers.h"

#include "../base/builtin.h"
#include "../base/integer.h"
#include "player.h"

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t numbers_size(const astar_sight *sight) {
  return (size_t)sight->blocks.width * (size_t)sight->blocks.height * sizeof *sight->numbers;
}

static size_t counts_size(const astar_sight *sight) {
  return (size_t)sight->block_count * SIGHT_BLOCK * SIGHT_BLOCK * sizeof *sight->counts;
}

static void sight_release(astar_sight *sight) {
  Memory *memory = &sight->map->memory;
  memory_free(memory, sight->observers, (size_t)sight->observer_count * sizeof *sight->observers);
  memory_free(memory, sight->bits, sight->words * sizeof *sight->bits);
  memory_free(memory, sight->numbers, numbers_size(sight));
  memory_free(memory, sight->counts, counts_size(sight));
  memory_free(memory, sight, sizeof *sight);
}

void sights_free(astar_map *map) {
  while (map->sights != NULL) {
    astar_sight *sight = map->sights;
    map->sights = sight->next;
    sight_release(sight);
  }
}

static void sight_enter(astar_sight *sight) {
  astar_sight **first = &sight->map->sights;
  sight->next = *first;
  sight->at = first;
  if (*first != NULL) (*first)->at = &sight->next;
  *first = sight;
}

void astar_sight_free(astar_sight *sight) {
  if (sight == NULL) return;
  *sight->at = sight->next;
  if (sight->next != NULL) sight->next->at = sight->at;
  sight_release(sight);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static astar_rect observer_square(const Fov *observer) {
  return rect_around((astar_rect){ observer->x, observer->y, 1, 1 }, observer->radius);
}

/* The blocks that a field of view may reach. */
static astar_rect observer_blocks(const Grid *grid, const Fov *observer) {
  return rect_blocks(grid_clip(grid, observer_square(observer)), SIGHT_BLOCK);
}

static int32_t *number_at(const astar_sight *sight, int32_t block_x, int32_t block_y) {
  const astar_rect *blocks = &sight->blocks;
  return &sight->numbers[(size_t)(block_y - blocks->y) * (size_t)blocks->width +
                         (size_t)(block_x - blocks->x)];
}

static void mark_blocks(astar_sight *sight, const Fov *observer) {
  astar_rect blocks = observer_blocks(&sight->map->grid, observer);
  for (int32_t y = blocks.y; y < blocks.y + blocks.height; y++)
    for (int32_t x = blocks.x; x < blocks.x + blocks.width; x++) *number_at(sight, x, y) = 1;
}

static void number_blocks(astar_sight *sight) {
  size_t count = numbers_size(sight) / sizeof *sight->numbers;
  for (size_t i = 0; i < count; i++)
    sight->numbers[i] = sight->numbers[i] == 0 ? -1 : sight->block_count++;
}

/* Finds which blocks there are, and gives them room. False: no memory. */
static bool reserve_blocks(astar_sight *sight) {
  for (int32_t i = 0; i < sight->observer_count; i++)
    if (sight->observers[i].radius >= 0)
      rect_join(&sight->blocks, observer_blocks(&sight->map->grid, &sight->observers[i]));
  if (sight->blocks.width == 0) return true;
  sight->numbers = memory_new(&sight->map->memory, numbers_size(sight));
  if (sight->numbers == NULL) return false;
  for (int32_t i = 0; i < sight->observer_count; i++)
    if (sight->observers[i].radius >= 0) mark_blocks(sight, &sight->observers[i]);
  number_blocks(sight);
  sight->counts = memory_new(&sight->map->memory, counts_size(sight));
  return sight->counts != NULL;
}

const uint16_t *sight_block(const astar_sight *sight, int32_t block_x, int32_t block_y) {
  const astar_rect *blocks = &sight->blocks;
  if (block_x < blocks->x || block_x >= blocks->x + blocks->width || block_y < blocks->y ||
      block_y >= blocks->y + blocks->height)
    return NULL;
  int32_t number = *number_at(sight, block_x, block_y);
  return number < 0 ? NULL : sight->counts + (size_t)number * SIGHT_BLOCK * SIGHT_BLOCK;
}

/* ---- looking --------------------------------------------------------------------------------- */

/* Counts cells of a row: those whose bits are set, the first one being that of column x. */
static void sight_count_row(astar_sight *sight, int32_t x, int32_t y, uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    int32_t column = x + low_zeros_64(bits);
    int32_t number = *number_at(sight, column / SIGHT_BLOCK, y / SIGHT_BLOCK);
    sight->counts[((size_t)number * SIGHT_BLOCK + (size_t)y % SIGHT_BLOCK) * SIGHT_BLOCK +
                  (size_t)column % SIGHT_BLOCK]++;
  }
}

static void sight_count_observer(astar_sight *sight, const Fov *observer) {
  size_t words = fov_row_words(observer->radius);
  const uint64_t *bits = observer->bits;
  for (int32_t y = observer->y - observer->radius; y <= observer->y + observer->radius; y++)
    for (size_t word = 0; word < words; word++)
      sight_count_row(sight, observer->x - observer->radius + (int32_t)word * 64, y, *bits++);
}

/* What an observer sees of the terrain as a player knows it, or NULL: as it is. */
static void observer_cast(astar_sight *sight, Fov *observer, const astar_player *player,
                          uint64_t *room) {
  astar_map *map = sight->map;
  if (player == NULL) {
    fov_cast_in(observer, map, &map->opacity);
    return;
  }
  Opacity window = opacity_window(&map->grid, player->known, observer_square(observer), room);
  fov_cast_in(observer, map, &window);
}

/* False: no memory. */
static bool sight_look(astar_sight *sight, const astar_player *player) {
  Memory *memory = &sight->map->memory;
  int32_t reach = 0;
  for (int32_t i = 0; i < sight->observer_count; i++)
    reach = integer_greatest(reach, sight->observers[i].radius);
  size_t size = opacity_window_words(reach) * sizeof(uint64_t);
  uint64_t *room = player != NULL ? memory_raw(memory, size) : NULL;
  if (player != NULL && room == NULL) return false;
  for (int32_t i = 0; i < sight->observer_count; i++) {
    if (sight->observers[i].radius < 0) continue;
    observer_cast(sight, &sight->observers[i], player, room);
    sight_count_observer(sight, &sight->observers[i]);
  }
  memory_free(memory, room, size);
  return true;
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool observers_are_valid(const astar_map *map, const astar_observer *observers,
                                int32_t count) {
  bool valid = map_accepts_between(map, count, 0, ASTAR_MAX_OBSERVERS,
                                   "count: not from 0 to ASTAR_MAX_OBSERVERS");
  for (int32_t i = 0; i < count && valid; i++)
    valid = map_accepts(map, grid_has(&map->grid, observers[i].x, observers[i].y),
                        "observers: one of them is outside the map") &&
            map_accepts_between(map, observers[i].radius, -1, ASTAR_MAX_RADIUS,
                                "observers: a radius not from -1 to ASTAR_MAX_RADIUS");
  return valid;
}

/* Copies the observers, with room for their fields of view. False: no memory. */
static bool sight_take_observers(astar_sight *sight, const astar_observer *observers,
                                 int32_t count) {
  Memory *memory = &sight->map->memory;
  if (count == 0) return true;
  sight->observers = memory_new(memory, (size_t)count * sizeof *sight->observers);
  if (sight->observers == NULL) return false;
  sight->observer_count = count;
  for (int32_t i = 0; i < count; i++)
    if (observers[i].radius >= 0) sight->words += fov_words(observers[i].radius);
  sight->bits = sight->words > 0 ? memory_raw(memory, sight->words * sizeof *sight->bits) : NULL;
  if (sight->words > 0 && sight->bits == NULL) return false;
  uint64_t *bits = sight->bits;
  for (int32_t i = 0; i < count; i++) {
    const astar_observer *one = &observers[i];
    sight->observers[i] = (Fov){ .x = one->x, .y = one->y, .radius = one->radius, .bits = bits };
    if (one->radius >= 0) bits += fov_words(one->radius);
  }
  return true;
}

astar_sight *astar_sight_new(astar_map *map, const astar_observer *observers, int32_t count,
                             const astar_player *player, astar_status *why) {
  *why = ASTAR_INVALID;
  bool ours = map_accepts(map, player == NULL || player->map == map, "player: of another map");
  if (!ours || !observers_are_valid(map, observers, count)) return NULL;
  *why = ASTAR_NO_MEMORY;
  if (!opacity_reserve(&map->opacity, &map->memory, &map->grid)) return NULL;
  astar_sight *sight = memory_new(&map->memory, sizeof *sight);
  if (sight == NULL) return NULL;
  sight->map = map;
  if (!sight_take_observers(sight, observers, count) || !reserve_blocks(sight) ||
      !sight_look(sight, player)) {
    sight_release(sight);
    return NULL;
  }
  sight_enter(sight);
  *why = ASTAR_OK;
  return sight;
}

/* ---- asking ---------------------------------------------------------------------------------- */

int32_t astar_sight_count(const astar_sight *sight, int32_t x, int32_t y) {
  return grid_has(&sight->map->grid, x, y) ? sight_count_at(sight, x, y) : 0;
}

int32_t astar_sight_seen_by(const astar_sight *sight, int32_t x, int32_t y, int32_t *observers,
                            int32_t room) {
  int32_t left = astar_sight_count(sight, x, y), found = 0;
  for (int32_t i = 0; found < left && found < room; i++) {
    const Fov *observer = &sight->observers[i];
    int32_t dx = x - observer->x, dy = y - observer->y;
    if (integer_absolute(dx) <= observer->radius && integer_absolute(dy) <= observer->radius &&
        fov_has(observer, dx, dy))
      observers[found++] = i;
  }
  return left;
}

bool astar_sight_hides(const astar_sight *sight, int32_t x, int32_t y, int32_t size) {
  astar_rect place = { x, y, size, size };
  if (size < 1 || !grid_holds(&sight->map->grid, place)) return false;
  for (int32_t row = y; row < y + size; row++)
    for (int32_t column = x; column < x + size; column++)
      if (sight_count_at(sight, column, row) > 0) return false;
  return true;
}

/* The first cell of a row from x on that is seen, or the width of the map. */
static int32_t sight_seek_row(const astar_sight *sight, int32_t x, int32_t y) {
  int32_t width = sight->map->grid.width;
  while (x < width) {
    const uint16_t *block = sight_block(sight, x / SIGHT_BLOCK, y / SIGHT_BLOCK);
    int32_t end = integer_least(width, (x / SIGHT_BLOCK + 1) * SIGHT_BLOCK);
    for (; block != NULL && x < end; x++)
      if (block[y % SIGHT_BLOCK * SIGHT_BLOCK + x % SIGHT_BLOCK] > 0) return x;
    x = end;
  }
  return width;
}

int32_t astar_sight_seek(const astar_sight *sight, astar_cell *at) {
  const Grid *grid = &sight->map->grid;
  int32_t bottom = integer_least(grid->height,
                                 (sight->blocks.y + sight->blocks.height) * SIGHT_BLOCK);
  if (!grid_has(grid, at->x, at->y)) return 0;
  for (int32_t y = at->y, x = at->x; y < bottom; y++, x = 0) {
    x = sight_seek_row(sight, x, y);
    if (x == grid->width) continue;
    *at = (astar_cell){ x, y };
    return sight_count_at(sight, x, y);
  }
  return 0;
}
