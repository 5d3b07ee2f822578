#include "player.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/hash.h"
#include "../base/integer.h"
#include "link.h"

/* ---- known cells ----------------------------------------------------------------------------- */

static void set_known(astar_player *player, int32_t x, int32_t y, uint8_t terrain) {
  Cell cell = grid_cell(&player->map->grid, x, y);
  if (player->known[cell] == terrain) return;
  journal_add(&player->journal, cell, player->known[cell]);
  if (player->known[cell] == 0 || terrain == 0) links_discover(player->map, cell);
  player->known[cell] = terrain;
  changes_add(&player->changes, (astar_rect){ x, y, 1, 1 });
  if (player->collecting) player->changed[player->changed_count++] = (astar_cell){ x, y };
}

static uint8_t true_terrain(const astar_player *player, int32_t x, int32_t y) {
  return player->map->grid.terrain[grid_cell(&player->map->grid, x, y)];
}

/* Counts cells of a row: those whose bits are set, the first one being that of column x. */
static void count_row(astar_player *player, int32_t x, int32_t y, uint64_t bits, int by) {
  const Grid *grid = &player->map->grid;
  Cell first = grid_cell(grid, x, y);
  for (; bits != 0; bits &= bits - 1) {
    int32_t column = low_zeros_64(bits);
    Cell cell = first + (Cell)column;
    player->viewers[cell] += (uint32_t)by;
    if (by > 0) set_known(player, x + column, y, grid->terrain[cell]);
  }
}

/* Adds a field of view to what one player sees, or takes it back. */
static void count_fov(astar_player *player, const Fov *fov, int by) {
  player->map->taken_version++;
  int32_t words = (int32_t)fov_row_words(fov->radius);
  const uint64_t *bits = fov->bits;
  for (int32_t y = fov->y - fov->radius; y <= fov->y + fov->radius; y++)
    for (int32_t word = 0; word < words; word++)
      count_row(player, fov->x - fov->radius + word * 64, y, *bits++, by);
  links_look_again(player);
}

static void count_all_cells(astar_player *player, int by) {
  const Grid *grid = &player->map->grid;
  player->map->taken_version++;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) count_row(player, x, y, 1, by);
  links_look_again(player);
}

/* The same for `player` and all players with which it shares its knowledge. */
static void count_for_all(const astar_player *player, const Fov *fov, int by) {
  if (fov->radius < 0) return;
  for (astar_player *one = player->map->players; one != NULL; one = one->next)
    if (one == player || (player->shared_with & one->bit)) count_fov(one, fov, by);
}

/* ---- fields of view -------------------------------------------------------------------------- */

#define FOV_BLOCK 32                /* the side of a block, in cells */

static int32_t fov_columns(const astar_player *player) {
  return (player->map->grid.width + FOV_BLOCK - 1) / FOV_BLOCK;
}

static int32_t fov_blocks(const astar_player *player) {
  return fov_columns(player) * ((player->map->grid.height + FOV_BLOCK - 1) / FOV_BLOCK);
}

static void fov_enter(const astar_player *player, Fov *fov, int32_t block) {
  Fov **list = &player->fovs[block];
  fov->block = block;
  fov->next = *list;
  fov->before = NULL;
  if (*list != NULL) (*list)->before = fov;
  *list = fov;
}

static void fov_leave(const astar_player *player, const Fov *fov) {
  if (fov->before != NULL) fov->before->next = fov->next;
  else player->fovs[fov->block] = fov->next;
  if (fov->next != NULL) fov->next->before = fov->before;
}

static int32_t fov_block_at(const astar_player *player, int32_t x, int32_t y) {
  return y / FOV_BLOCK * fov_columns(player) + x / FOV_BLOCK;
}

static void player_cast(const astar_player *player, Fov *fov, int32_t x, int32_t y,
                        int32_t radius) {
  fov->radius = -1;
  if (radius < 0) return;
  fov_cast(fov, player->map, x, y, radius);
  count_for_all(player, fov, 1);
}

/* Looks whose rows are a word each, and that reach as far, are compared row by row. */
static bool is_comparable(const Fov *fov, int32_t x, int32_t y, int32_t radius) {
  int32_t dx = x - fov->x, dy = y - fov->y;
  return radius >= 0 && radius == fov->radius && radius <= WORD_RADIUS && dx <= radius &&
         -dx <= radius && dy <= radius && -dy <= radius;
}

/* Counts the cells that a field of view shows and another one of the same radius does not. */
static void count_more(astar_player *player, const Fov *fov, const Fov *other, int by) {
  player->map->taken_version++;
  int32_t x = fov->x - fov->radius, y = fov->y - fov->radius, side = 2 * fov->radius + 1;
  int32_t up = fov->y - other->y, left = fov->x - other->x;   /* by which the other is shifted */
  int32_t drop = left > 0 ? left : 0, lift = left > 0 ? 0 : -left;
  for (int32_t row = 0; row < side; row++) {
    uint64_t shown = (uint32_t)(row + up) < (uint32_t)side ? other->bits[row + up] : 0;
    count_row(player, x, y + row, fov->bits[row] & ~(shown >> drop << lift), by);
  }
  links_look_again(player);
}

/* Most of what a field of view shows after a step it showed before. */
static void shift_fov(const astar_player *player, Fov *fov, int32_t x, int32_t y) {
  uint64_t bits[2 * WORD_RADIUS + 1];
  Fov before = *fov;
  before.bits = memcpy(bits, fov->bits, (2 * (size_t)fov->radius + 1) * sizeof *bits);
  fov_cast(fov, player->map, x, y, fov->radius);
  for (astar_player *one = player->map->players; one != NULL; one = one->next) {
    if (one != player && !(player->shared_with & one->bit)) continue;
    count_more(one, fov, &before, 1);
    count_more(one, &before, fov, -1);
  }
}

/* The same field of view, from elsewhere or farther. */
static void look_again(const astar_player *player, Fov *fov, int32_t x, int32_t y,
                       int32_t radius) {
  if (is_comparable(fov, x, y, radius)) {
    shift_fov(player, fov, x, y);
    return;
  }
  count_for_all(player, fov, -1);
  player_cast(player, fov, x, y, radius);
}

void player_move_fov(astar_player *player, Fov *fov, int32_t x, int32_t y, int32_t radius) {
  int32_t block = fov_block_at(player, x, y);
  if (block != fov->block) {
    fov_leave(player, fov);
    fov_enter(player, fov, block);
  }
  if (radius > player->reach) player->reach = radius;
  look_again(player, fov, x, y, radius);
}

void player_add_fov(astar_player *player, Fov *fov, int32_t x, int32_t y, int32_t radius) {
  fov_enter(player, fov, fov_block_at(player, x, y));
  if (radius > player->reach) player->reach = radius;
  player_cast(player, fov, x, y, radius);
}

void player_drop_fov(astar_player *player, Fov *fov) {
  fov_leave(player, fov);
  count_for_all(player, fov, -1);
  fov->radius = -1;
}

static void drop_glimpses(astar_player *player) {
  for (size_t i = 0; i < player->glimpse_count; i++)
    count_for_all(player, &player->glimpses[i], -1);
  player->glimpse_count = 0;
}

/* ---- keeping up with the terrain ------------------------------------------------------------- */

static bool fov_reaches(const Fov *fov, astar_rect rect) {
  return fov->radius >= 0 && rect.x <= fov->x + fov->radius &&
         rect.x + rect.width > fov->x - fov->radius && rect.y <= fov->y + fov->radius &&
         rect.y + rect.height > fov->y - fov->radius;
}

static void cast_again(const astar_player *player, Fov *fov, astar_rect rect) {
  if (fov_reaches(fov, rect)) look_again(player, fov, fov->x, fov->y, fov->radius);
}

static void cast_all_again(const astar_player *player, astar_rect rect) {
  int32_t columns = fov_columns(player);
  astar_rect near = grid_clip(&player->map->grid, rect_around(rect, player->reach));
  astar_rect blocks = rect_blocks(near, FOV_BLOCK);
  for (int32_t row = blocks.y; row < blocks.y + blocks.height; row++)
    for (int32_t column = blocks.x; column < blocks.x + blocks.width; column++)
      for (Fov *fov = player->fovs[row * columns + column]; fov != NULL; fov = fov->next)
        cast_again(player, fov, rect);
}

static void player_notice(astar_player *player, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    const uint32_t *viewers = player->viewers + grid_cell(&player->map->grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++)
      if (viewers[i] > 0) set_known(player, rect.x + i, y, true_terrain(player, rect.x + i, y));
  }
}

void players_notice(astar_map *map, astar_rect rect, bool sight) {
  if (sight) opacity_update(&map->opacity, &map->grid, rect);
  for (astar_player *one = map->players; one != NULL && sight; one = one->next) {
    cast_all_again(one, rect);
    for (size_t i = 0; i < one->glimpse_count; i++) cast_again(one, &one->glimpses[i], rect);
  }
  for (astar_player *one = map->players; one != NULL; one = one->next) player_notice(one, rect);
}

/* ---- making ---------------------------------------------------------------------------------- */

static astar_player *player_find(const astar_map *map, const char *name) {
  astar_player *player = map->players;
  while (player != NULL && strcmp(player->name, name) != 0) player = player->next;
  return player;
}

static uint64_t free_bit(const astar_map *map) {
  uint64_t taken = 0;
  for (const astar_player *one = map->players; one != NULL; one = one->next) taken |= one->bit;
  return ~taken & (taken + 1);
}

static void player_release(astar_player *player) {
  astar_map *map = player->map;
  Memory *memory = &map->memory;
  for (size_t i = 0; i < player->glimpse_capacity; i++) fov_release(&player->glimpses[i], map);
  memory_free(memory, player->glimpses, player->glimpse_capacity * sizeof *player->glimpses);
  memory_free(memory, player->changed, player->changed_capacity * sizeof *player->changed);
  memory_free(memory, player->link_memories,
              player->link_memory_capacity * sizeof *player->link_memories);
  traffic_free(&player->traffic, map);
  changes_free(&player->changes, memory);
  journal_free(&player->journal, memory);
  memory_free(memory, player->known, map->grid.cells);
  memory_free(memory, player->viewers, map->grid.cells * sizeof *player->viewers);
  memory_free(memory, player->fovs, (size_t)fov_blocks(player) * sizeof *player->fovs);
  memory_free(memory, player, sizeof *player);
}

/* Where there is nothing, nothing is unknown. */
static void know_void(astar_player *player) {
  const Grid *grid = &player->map->grid;
  for (int32_t y = 0; y < grid->height && grid->levels != NULL; y++)
    for (int32_t x = 0; x < grid->width; x++)
      if (grid_is_void(grid, x, y)) player->known[grid_cell(grid, x, y)] = TERRAIN_VOID;
}

astar_player *astar_player_new(astar_map *map, const char *name, astar_status *why) {
  size_t length = strlen(name);
  *why = ASTAR_INVALID;
  bool fits = map_is_open(map) && map_accepts_name(map, name) &&
              map_accepts(map, player_find(map, name) == NULL, "name: another player has it");
  if (!fits) return NULL;
  *why = ASTAR_LIMIT;
  if (free_bit(map) == 0) return NULL;
  astar_player *player = memory_new(&map->memory, sizeof *player);
  *why = ASTAR_NO_MEMORY;
  if (player == NULL) return NULL;
  player->born = map->removals;
  player->map = map;
  player->number = ++map->ids;
  player->bit = free_bit(map);
  memcpy(player->name, name, length + 1);
  player->known = memory_new(&map->memory, map->grid.cells);
  player->viewers = memory_new(&map->memory, map->grid.cells * sizeof *player->viewers);
  player->fovs = memory_new(&map->memory, (size_t)fov_blocks(player) * sizeof *player->fovs);
  bool logs = changes_init(&player->changes, &map->memory, map->grid.cells) &&
              journal_init(&player->journal, &map->memory, map->grid.cells);
  if (!logs || player->known == NULL || player->viewers == NULL || player->fovs == NULL) {
    player_release(player);
    return NULL;
  }
  know_void(player);
  astar_player **end = &map->players;
  while (*end != NULL) end = &(*end)->next;
  *end = player;
  *why = ASTAR_OK;
  return player;
}

void player_free(astar_player *player) {
  astar_map *map = player->map;
  drop_glimpses(player);
  astar_player_set_fog(player, true);
  links_forget_player(player);
  for (astar_player *one = map->players; one != NULL; one = one->next)
    if (one->shared_with & player->bit) astar_player_share(one, player, false);
  astar_player **at = &map->players;
  while (*at != player) at = &(*at)->next;
  *at = player->next;
  map->removals++;
  player_release(player);
}

void players_free(astar_map *map) {
  while (map->players != NULL) {
    astar_player *player = map->players;
    map->players = player->next;
    player_release(player);
  }
}

astar_player *astar_player_next(const astar_map *map, const astar_player *player) {
  return player == NULL ? map->players : player->next;
}

const char *astar_player_name(const astar_player *player) {
  return player->name;
}

/* ---- seeing ---------------------------------------------------------------------------------- */

/* Room for one more glimpse of that radius, and for all the cells that it could change. */
static bool reserve_glimpse(astar_player *player, int32_t radius) {
  Memory *memory = &player->map->memory;
  size_t side = 2 * (size_t)radius + 1, old = player->glimpse_capacity;
  if (!memory_grow(memory, player->glimpses, player->glimpse_count, &player->glimpse_capacity))
    return false;
  for (size_t i = old; i < player->glimpse_capacity; i++) player->glimpses[i] = (Fov){ 0 };
  if (!fov_reserve(&player->glimpses[player->glimpse_count], player->map, radius)) return false;
  if (player->changed_capacity >= side * side) return true;
  astar_cell *changed = memory_resize(memory, player->changed,
                                      player->changed_capacity * sizeof *changed,
                                      side * side * sizeof *changed);
  if (changed == NULL) return false;
  player->changed = changed;
  player->changed_capacity = side * side;
  return true;
}

/* The same glimpse again shows nothing new, and a game may never call astar_player_end_sight. */
static bool has_glimpse(const astar_player *player, int32_t x, int32_t y, int32_t radius) {
  for (size_t i = 0; i < player->glimpse_count; i++) {
    const Fov *glimpse = &player->glimpses[i];
    if (glimpse->x == x && glimpse->y == y && glimpse->radius == radius) return true;
  }
  return false;
}

astar_status astar_player_see(astar_player *player, int32_t x, int32_t y, int32_t radius,
                              const astar_cell **changed, int32_t *count) {
  const astar_map *map = player->map;
  bool fits = map_is_open(map) && map_has_cell(map, x, y) &&
              map_accepts_between(map, radius, 0, ASTAR_MAX_RADIUS,
                                  "radius: not from 0 to ASTAR_MAX_RADIUS");
  if (!fits) return ASTAR_INVALID;
  bool again = has_glimpse(player, x, y, radius);
  if (!again && !reserve_glimpse(player, radius)) return ASTAR_NO_MEMORY;
  player->changed_count = 0;
  player->collecting = true;
  if (!again) player_cast(player, &player->glimpses[player->glimpse_count++], x, y, radius);
  player->collecting = false;
  if (changed != NULL) *changed = player->changed;
  if (count != NULL) *count = (int32_t)player->changed_count;
  return ASTAR_OK;
}

astar_status astar_player_end_sight(astar_player *player) {
  if (!map_is_open(player->map)) return ASTAR_INVALID;
  drop_glimpses(player);
  return ASTAR_OK;
}

astar_status astar_player_reveal(astar_player *player) {
  const Grid *grid = &player->map->grid;
  if (!map_is_open(player->map)) return ASTAR_INVALID;
  for (astar_player *one = player->map->players; one != NULL; one = one->next) {
    if (one != player && !(player->shared_with & one->bit)) continue;
    for (int32_t y = 0; y < grid->height; y++)
      for (int32_t x = 0; x < grid->width; x++) set_known(one, x, y, true_terrain(one, x, y));
    links_touch(one, (astar_rect){ 0, 0, grid->width, grid->height });
  }
  return ASTAR_OK;
}

astar_status astar_player_forget(astar_player *player) {
  const Grid *grid = &player->map->grid;
  if (!map_is_open(player->map)) return ASTAR_INVALID;
  drop_glimpses(player);
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++)
      if (player->viewers[grid_cell(grid, x, y)] == 0 && !grid_is_void(grid, x, y))
        set_known(player, x, y, 0);
  return ASTAR_OK;
}

astar_status astar_player_set_fog(astar_player *player, bool fog) {
  if (!map_is_open(player->map)) return ASTAR_INVALID;
  if (player->sees_all == !fog) return ASTAR_OK;
  player->sees_all = !fog;
  for (astar_player *one = player->map->players; one != NULL; one = one->next)
    if (astar_player_shares(player, one)) count_all_cells(one, fog ? -1 : 1);
  return ASTAR_OK;
}

bool astar_player_fog(const astar_player *player) {
  return !player->sees_all;
}

/* ---- asking ---------------------------------------------------------------------------------- */

astar_knowledge astar_player_knows(const astar_player *player, int32_t x, int32_t y) {
  if (!grid_has(&player->map->grid, x, y)) return ASTAR_UNSEEN;
  Cell cell = grid_cell(&player->map->grid, x, y);
  if (player->viewers[cell] > 0) return ASTAR_VISIBLE;
  return player->known[cell] ? ASTAR_SEEN : ASTAR_UNSEEN;
}

uint64_t astar_player_changes(astar_player *player) {
  return changes_position(&player->changes);
}

int32_t astar_player_terrain(const astar_player *player, int32_t x, int32_t y) {
  if (!grid_has(&player->map->grid, x, y)) return 0;
  return player->known[grid_cell(&player->map->grid, x, y)];
}

/* ---- sharing --------------------------------------------------------------------------------- */

static void player_teach(const astar_player *player, astar_player *with) {
  const Grid *grid = &player->map->grid;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      Cell cell = grid_cell(grid, x, y);
      bool news = player->viewers[cell] > 0 || with->known[cell] == 0;
      if (news && player->known[cell] != 0) set_known(with, x, y, player->known[cell]);
    }
}

static void count_all_fovs(const astar_player *player, astar_player *with, int by) {
  if (player->sees_all) count_all_cells(with, by);
  for (int32_t block = 0; block < fov_blocks(player); block++)
    for (const Fov *fov = player->fovs[block]; fov != NULL; fov = fov->next)
      if (fov->radius >= 0) count_fov(with, fov, by);
  for (size_t i = 0; i < player->glimpse_count; i++)
    count_fov(with, &player->glimpses[i], by);
}

astar_status astar_player_share(astar_player *player, astar_player *with, bool on) {
  const astar_map *map = player->map;
  bool fits = map_is_open(map) && map_accepts(map, map == with->map, "with: of another map") &&
              map_accepts(map, player != with, "with: the player itself");
  if (!fits) return ASTAR_INVALID;
  bool shared = player->shared_with & with->bit;
  if (shared == on) return ASTAR_OK;
  player->shared_with ^= with->bit;
  player->map->taken_version++;
  if (on) player_teach(player, with);
  count_all_fovs(player, with, on ? 1 : -1);
  return ASTAR_OK;
}

bool astar_player_shares(const astar_player *player, const astar_player *with) {
  return player == with || (player->shared_with & with->bit && player->map == with->map);
}

/* ---- touching -------------------------------------------------------------------------------- */

static void player_learn(astar_player *player, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (grid_has(&player->map->grid, x, y)) set_known(player, x, y, true_terrain(player, x, y));
  links_touch(player, rect);
}

void player_touch(const astar_player *player, astar_rect rect) {
  for (astar_player *one = player->map->players; one != NULL; one = one->next)
    if (astar_player_shares(player, one)) player_learn(one, rect);
}

/* ---- validating ------------------------------------------------------------------------------ */

static int64_t count_bits(const Fov *fov) {
  int64_t count = 0;
  for (size_t i = 0; fov->radius >= 0 && i < 2 * (size_t)fov->radius + 1; i++)
    for (size_t word = 0; word < fov_row_words(fov->radius); word++)
      count += ones_64(fov->bits[i * fov_row_words(fov->radius) + word]);
  return count;
}

static bool is_as_cast(astar_map *map, Fov *fov) {
  uint64_t bits[2 * WORD_RADIUS + 1];
  if (fov->radius < 0 || fov->radius > WORD_RADIUS) return true;
  size_t size = (2 * (size_t)fov->radius + 1) * sizeof *bits;
  memcpy(bits, fov->bits, size);
  fov_cast(fov, map, fov->x, fov->y, fov->radius);
  return memcmp(bits, fov->bits, size) == 0;
}

/* How many cells a player's fields of view show; -1: one shows others than are seen from there. */
static int64_t count_shown(const astar_player *player) {
  const Grid *grid = &player->map->grid;
  int64_t shown = player->sees_all ? (int64_t)grid->width * grid->height : 0;
  for (int32_t block = 0; block < fov_blocks(player); block++)
    for (Fov *fov = player->fovs[block]; fov != NULL; fov = fov->next) {
      bool is_there = fov->radius < 0 || fov_block_at(player, fov->x, fov->y) == block;
      if (!is_there || !is_as_cast(player->map, fov)) return -1;
      shown += count_bits(fov);
    }
  for (size_t i = 0; i < player->glimpse_count; i++) {
    if (!is_as_cast(player->map, &player->glimpses[i])) return -1;
    shown += count_bits(&player->glimpses[i]);
  }
  return shown;
}

static int64_t count_viewers(const astar_player *player) {
  int64_t viewers = 0;
  for (Cell cell = 0; cell < player->map->grid.cells; cell++) viewers += player->viewers[cell];
  return viewers;
}

const char *players_validate(astar_map *map) {
  for (const astar_player *player = map->players; player != NULL; player = player->next) {
    int64_t shown = 0;
    for (const astar_player *one = map->players; one != NULL; one = one->next) {
      int64_t its = astar_player_shares(one, player) ? count_shown(one) : 0;
      if (its < 0) return "a field of view is not what is seen from there";
      shown += its;
    }
    if (shown != count_viewers(player)) return "a player's cells are shown more or less often";
  }
  return NULL;
}

/* ---- hash ------------------------------------------------------------------------------------ */

static uint64_t player_hash(const astar_player *player, uint64_t hash) {
  hash = hash_bytes(hash, player->name, strlen(player->name) + 1);
  for (const astar_player *one = player->map->players; one != NULL; one = one->next)
    hash = hash_int(hash, (player->shared_with & one->bit) != 0);
  hash = hash_bytes(hash, player->known, player->map->grid.cells);
  uint64_t seen = 0;
  for (size_t cell = 0; cell < player->map->grid.cells; cell++) {
    seen = seen << 1 | (player->viewers[cell] > 0);
    if (cell % 64 == 63) hash = hash_int(hash, (int64_t)seen);
  }
  hash = hash_int(hash, (int64_t)seen);
  if (player->sees_all) hash = hash_int(hash, 1);
  hash = hash_int(hash, (int64_t)player->glimpse_count);
  for (size_t i = 0; i < player->glimpse_count; i++)
    hash = HASH_INTS(hash, player->glimpses[i].x, player->glimpses[i].y,
                     player->glimpses[i].radius);
  return traffic_hash(&player->traffic, &player->map->grid, hash);
}

uint64_t players_hash(const astar_map *map, uint64_t hash) {
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    hash = player_hash(one, hash);
  return hash;
}

/* ---- traffic --------------------------------------------------------------------------------- */

astar_status astar_player_set_traffic(astar_player *player, uint32_t memory) {
  bool fits = map_is_open(player->map) &&
              map_accepts(player->map, memory <= ASTAR_MAX_TRAFFIC,
                          "memory: beyond ASTAR_MAX_TRAFFIC");
  if (!fits) return ASTAR_INVALID;
  return traffic_set(&player->traffic, player->map, memory) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

uint32_t astar_player_traffic(const astar_player *player) {
  return player->traffic.memory;
}

astar_traffic astar_player_traffic_at(const astar_player *player, int32_t x, int32_t y) {
  const Traffic *traffic = &player->traffic;
  astar_traffic counted = { 0 };
  if (traffic->memory == 0 || !grid_has(&player->map->grid, x, y)) return counted;
  TrafficAt at = traffic_at(traffic, &player->map->grid, grid_cell(&player->map->grid, x, y), 1);
  for (int direction = 0; direction < DIRECTIONS; direction++)
    counted.came[direction] = (uint8_t)traffic_came(at, direction);
  counted.waits = (uint8_t)at.waits;
  return counted;
}
