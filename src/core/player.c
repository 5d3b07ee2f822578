#include "player.h"

#include <string.h>

#include "hash.h"

/* ---- known cells ----------------------------------------------------------------------------- */

static void set_known(astar_player *player, int32_t x, int32_t y, uint8_t terrain) {
  Cell cell = grid_cell(&player->map->grid, x, y);
  if (player->known[cell] == terrain) return;
  player->known[cell] = terrain;
  changes_add(&player->changes, (astar_rect){ x, y, 1, 1 });
  if (player->collecting) player->changed[player->changed_count++] = (astar_cell){ x, y };
}

static uint8_t true_terrain(const astar_player *player, int32_t x, int32_t y) {
  return player->map->grid.terrain[grid_cell(&player->map->grid, x, y)];
}

/* Adds a look to what one player sees, or takes it back. */
static void count_look(astar_player *player, const Look *look, int by) {
  if (look->radius < 0) return;
  astar_rect square = { look->x - look->radius, look->y - look->radius, 2 * look->radius + 1,
                        2 * look->radius + 1 };
  square = grid_clip(&player->map->grid, square);
  for (int32_t y = square.y; y < square.y + square.height; y++)
    for (int32_t x = square.x; x < square.x + square.width; x++) {
      if (!look_has(look, x, y)) continue;
      Cell cell = grid_cell(&player->map->grid, x, y);
      player->viewers[cell] = (uint16_t)(player->viewers[cell] + by);
      if (by > 0) set_known(player, x, y, true_terrain(player, x, y));
    }
}

/* The same for all who know what `player` knows, itself included. */
static void count_for_all(const astar_player *player, const Look *look, int by) {
  for (astar_player *one = player->map->players; one != NULL; one = one->next)
    if (one == player || (player->shared_with & one->bit)) count_look(one, look, by);
}

/* ---- looks ----------------------------------------------------------------------------------- */

static void cast(const astar_player *player, Look *look, int32_t x, int32_t y, int32_t radius) {
  look->radius = -1;
  if (radius < 0) return;
  look_cast(look, player->map, x, y, radius);
  count_for_all(player, look, 1);
}

void player_move_look(astar_player *player, Look *look, int32_t x, int32_t y, int32_t radius) {
  count_for_all(player, look, -1);
  cast(player, look, x, y, radius);
}

void player_add_look(astar_player *player, Look *look, int32_t x, int32_t y, int32_t radius) {
  look->next = player->looks;
  player->looks = look;
  cast(player, look, x, y, radius);
}

void player_drop_look(astar_player *player, Look *look) {
  Look **at = &player->looks;
  while (*at != look) at = &(*at)->next;
  *at = look->next;
  count_for_all(player, look, -1);
  look->radius = -1;
}

static void drop_glimpses(astar_player *player) {
  for (size_t i = 0; i < player->glimpse_count; i++)
    count_for_all(player, &player->glimpses[i], -1);
  player->glimpse_count = 0;
}

/* ---- keeping up with the terrain ------------------------------------------------------------- */

static bool in_reach(const Look *look, astar_rect rect) {
  return look->radius >= 0 && rect.x <= look->x + look->radius &&
         rect.x + rect.width > look->x - look->radius && rect.y <= look->y + look->radius &&
         rect.y + rect.height > look->y - look->radius;
}

static bool outdated(const Look *look, const Changes *changes, uint64_t from, bool lost) {
  if (lost) return look->radius >= 0;
  for (uint64_t at = from; at < changes->written; at++)
    if (in_reach(look, changes_at(changes, at))) return true;
  return false;
}

static void refresh_player(astar_player *player, uint64_t from, bool lost) {
  const Changes *changes = &player->map->grid.changes;
  for (Look *look = player->looks; look != NULL; look = look->next)
    if (outdated(look, changes, from, lost))
      player_move_look(player, look, look->x, look->y, look->radius);
  for (size_t i = 0; i < player->glimpse_count; i++) {
    Look *glimpse = &player->glimpses[i];
    if (outdated(glimpse, changes, from, lost))
      player_move_look(player, glimpse, glimpse->x, glimpse->y, glimpse->radius);
  }
}

/* All players together, because they see with one another's eyes. */
void player_refresh(astar_player *player) {
  astar_map *map = player->map;
  Changes *changes = &map->grid.changes;
  uint64_t from = map->terrain_looked_at;
  if (from == changes->written && changes->sealed) return;
  bool lost = !changes_begin(changes, from);
  map->terrain_looked_at = changes->written;
  for (astar_player *one = map->players; one != NULL; one = one->next)
    refresh_player(one, from, lost);
}

/* ---- making ---------------------------------------------------------------------------------- */

static astar_player *find(const astar_map *map, const char *name) {
  astar_player *player = map->players;
  while (player != NULL && strcmp(player->name, name) != 0) player = player->next;
  return player;
}

static uint64_t free_bit(const astar_map *map) {
  uint64_t taken = 0;
  for (const astar_player *one = map->players; one != NULL; one = one->next) taken |= one->bit;
  return ~taken & (taken + 1);
}

static void release(astar_player *player) {
  astar_map *map = player->map;
  Memory *memory = &map->memory;
  for (size_t i = 0; i < player->glimpse_capacity; i++) look_release(&player->glimpses[i], map);
  memory_free(memory, player->glimpses, player->glimpse_capacity * sizeof *player->glimpses);
  memory_free(memory, player->changed, player->changed_capacity * sizeof *player->changed);
  memory_free(memory, player->known, map->grid.cells);
  memory_free(memory, player->viewers, map->grid.cells * sizeof *player->viewers);
  memory_free(memory, player, sizeof *player);
}

astar_player *astar_player_new(astar_map *map, const char *name, astar_status *why) {
  size_t length = strlen(name);
  *why = ASTAR_INVALID;
  if (map->locks || length == 0 || length > ASTAR_NAME_MAX || find(map, name) != NULL)
    return NULL;
  *why = ASTAR_LIMIT;
  if (free_bit(map) == 0) return NULL;
  astar_player *player = memory_new(&map->memory, sizeof *player);
  *why = ASTAR_NO_MEMORY;
  if (player == NULL) return NULL;
  player->map = map;
  player->bit = free_bit(map);
  memcpy(player->name, name, length + 1);
  player->known = memory_new(&map->memory, map->grid.cells);
  player->viewers = memory_new(&map->memory, map->grid.cells * sizeof *player->viewers);
  if (player->known == NULL || player->viewers == NULL) {
    release(player);
    return NULL;
  }
  astar_player **end = &map->players;
  while (*end != NULL) end = &(*end)->next;
  *end = player;
  *why = ASTAR_OK;
  return player;
}

void player_free(astar_player *player) {
  astar_map *map = player->map;
  drop_glimpses(player);
  for (astar_player *one = map->players; one != NULL; one = one->next)
    if (one->shared_with & player->bit) astar_player_share(one, player, false);
  astar_player **at = &map->players;
  while (*at != player) at = &(*at)->next;
  *at = player->next;
  release(player);
}

void players_free(astar_map *map) {
  while (map->players != NULL) {
    astar_player *player = map->players;
    map->players = player->next;
    release(player);
  }
}

const char *astar_player_name(const astar_player *player) {
  return player->name;
}

/* ---- seeing ---------------------------------------------------------------------------------- */

/* Room for one more glimpse of that radius, and for all the cells that it could change. */
static bool reserve_glimpse(astar_player *player, int32_t radius) {
  Memory *memory = &player->map->memory;
  size_t side = 2 * (size_t)radius + 1, old = player->glimpse_capacity;
  void *glimpses = player->glimpses;
  if (!memory_grow(memory, &glimpses, sizeof *player->glimpses, player->glimpse_count,
                   &player->glimpse_capacity))
    return false;
  player->glimpses = glimpses;
  for (size_t i = old; i < player->glimpse_capacity; i++) player->glimpses[i] = (Look){ 0 };
  if (!look_reserve(&player->glimpses[player->glimpse_count], player->map, radius)) return false;
  if (player->changed_capacity >= side * side) return true;
  astar_cell *changed = memory_resize(memory, player->changed,
                                      player->changed_capacity * sizeof *changed,
                                      side * side * sizeof *changed);
  if (changed == NULL) return false;
  player->changed = changed;
  player->changed_capacity = side * side;
  return true;
}

astar_status astar_player_see(astar_player *player, int32_t x, int32_t y, int32_t radius,
                              const astar_cell **changed, int32_t *count) {
  const astar_map *map = player->map;
  if (map->locks || !grid_has(&map->grid, x, y) || radius < 0 || radius > ASTAR_MAX_RADIUS)
    return ASTAR_INVALID;
  if (!reserve_glimpse(player, radius)) return ASTAR_NO_MEMORY;
  player_refresh(player);
  player->changed_count = 0;
  player->collecting = true;
  cast(player, &player->glimpses[player->glimpse_count], x, y, radius);
  player->collecting = false;
  player->glimpse_count++;
  if (changed != NULL) *changed = player->changed;
  if (count != NULL) *count = (int32_t)player->changed_count;
  return ASTAR_OK;
}

astar_status astar_player_look(astar_player *player) {
  if (player->map->locks) return ASTAR_INVALID;
  player_refresh(player);
  drop_glimpses(player);
  return ASTAR_OK;
}

astar_status astar_player_reveal(astar_player *player) {
  const Grid *grid = &player->map->grid;
  if (player->map->locks) return ASTAR_INVALID;
  player_refresh(player);
  for (astar_player *one = player->map->players; one != NULL; one = one->next) {
    if (one != player && !(player->shared_with & one->bit)) continue;
    for (int32_t y = 0; y < grid->height; y++)
      for (int32_t x = 0; x < grid->width; x++) set_known(one, x, y, true_terrain(one, x, y));
  }
  return ASTAR_OK;
}

astar_status astar_player_forget(astar_player *player) {
  const Grid *grid = &player->map->grid;
  if (player->map->locks) return ASTAR_INVALID;
  player_refresh(player);
  drop_glimpses(player);
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++)
      if (player->viewers[grid_cell(grid, x, y)] == 0) set_known(player, x, y, 0);
  return ASTAR_OK;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Refreshing changes nothing that could be observed before. */
static void refresh(const astar_player *player) {
  player_refresh(player->map->players);
}

astar_knowledge astar_player_knows(const astar_player *player, int32_t x, int32_t y) {
  if (!grid_has(&player->map->grid, x, y)) return ASTAR_UNSEEN;
  refresh(player);
  Cell cell = grid_cell(&player->map->grid, x, y);
  if (player->viewers[cell] > 0) return ASTAR_VISIBLE;
  return player->known[cell] ? ASTAR_SEEN : ASTAR_UNSEEN;
}

int32_t astar_player_terrain(const astar_player *player, int32_t x, int32_t y) {
  if (!grid_has(&player->map->grid, x, y)) return 0;
  refresh(player);
  return player->known[grid_cell(&player->map->grid, x, y)];
}

/* ---- sharing --------------------------------------------------------------------------------- */

static void teach(const astar_player *player, astar_player *with) {
  const Grid *grid = &player->map->grid;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      Cell cell = grid_cell(grid, x, y);
      bool news = player->viewers[cell] > 0 || with->known[cell] == 0;
      if (news && player->known[cell] != 0) set_known(with, x, y, player->known[cell]);
    }
}

static void count_all_looks(const astar_player *player, astar_player *with, int by) {
  for (const Look *look = player->looks; look != NULL; look = look->next)
    count_look(with, look, by);
  for (size_t i = 0; i < player->glimpse_count; i++)
    count_look(with, &player->glimpses[i], by);
}

astar_status astar_player_share(astar_player *player, astar_player *with, bool on) {
  if (player->map->locks || player->map != with->map || player == with) return ASTAR_INVALID;
  bool shared = player->shared_with & with->bit;
  if (shared == on) return ASTAR_OK;
  player_refresh(player);
  player->shared_with ^= with->bit;
  if (on) teach(player, with);
  count_all_looks(player, with, on ? 1 : -1);
  return ASTAR_OK;
}

/* ---- hash ------------------------------------------------------------------------------------ */

uint64_t players_hash(const astar_map *map, uint64_t hash) {
  if (map->players != NULL) refresh(map->players);
  for (const astar_player *one = map->players; one != NULL; one = one->next) {
    hash = hash_bytes(hash, one->name, strlen(one->name) + 1);
    hash = hash_int(hash, (int64_t)one->shared_with);
    hash = hash_bytes(hash, one->known, map->grid.cells);
    for (size_t cell = 0; cell < map->grid.cells; cell++)
      hash = hash_byte(hash, one->viewers[cell] > 0);
  }
  return hash;
}
