#include "outlook.h"

#include <string.h>

#include "../map/influence.h"
#include "../map/recipe.h"
#include "../tables/edits.h"

/* ---- planes ---------------------------------------------------------------------------------- */

PlaneNews *outlook_plane(const Outlook *outlook, const astar_class *cls,
                         const astar_player *player) {
  PlaneNews *one = outlook->planes;
  while (one != NULL && (one->cls != cls || one->player != player ||
                         (player != NULL && one->player_number != player->number)))
    one = one->next;
  return one;
}

static bool include_plane(Outlook *outlook, astar_class *cls, astar_player *player) {
  astar_status why;
  astar_map *map = cls->map;
  if (outlook_plane(outlook, cls, player) != NULL) return true;
  Plane *plane = plane_get(map, cls, player, &why);
  const Exits *exits = plane != NULL ? plane_exits(plane) : NULL;
  if (plane != NULL && exits == NULL) return false;
  if (plane == NULL && why != ASTAR_LIMIT) return false;
  PlaneNews *made = memory_new(&map->memory, sizeof *made);
  if (made == NULL) return false;
  made->next = outlook->planes;
  made->cls = cls;
  made->player = player;
  made->player_number = player != NULL ? player->number : 0;
  shortcuts_clear(&made->cheaper);
  outlook->planes = made;
  if (plane == NULL) return true;
  made->class_version = plane->class_version;
  made->journal_seen = edits_position(plane);
  made->changes_seen = changes_position(&plane->changes);
  made->exits_seen = exits->sum;
  return true;
}

/* Has a cell become cheaper that was `before`? Where slopes count, a step into it or out of it may
** have. */
static bool has_become_cheaper(const Plane *plane, JournalEntry entry) {
  const astar_class *cls = plane->cls;
  const uint8_t *terrain = plane_terrain_of(cls->map, plane->player);
  uint8_t before = cls->kind_of[entry.before], now = cls->kind_of[terrain[entry.cell]];
  if (cls->slopes != NULL) return now != 0 && now != before;
  uint32_t was = cls->straight_cost[before], is = cls->straight_cost[now];
  return is != 0 && (was == 0 || is < was);
}

static void read_journal(PlaneNews *news) {
  const Journal *journal = plane_journal(news->plane);
  bool is_kept = journal_keeps(journal, news->journal_seen) &&
                 news->class_version == news->plane->class_version;
  if (!is_kept) news->cheaper.listed = false;
  for (uint64_t at = news->journal_seen; is_kept && at < journal->written; at++) {
    JournalEntry entry = journal_at(journal, at);
    if (has_become_cheaper(news->plane, entry)) shortcuts_add(&news->cheaper, entry.cell);
  }
  news->journal_seen = journal->written;
  news->class_version = news->plane->class_version;
}

static void read_changes(PlaneNews *news) {
  Changes *changes = &news->plane->changes;
  if (news->changes_seen == changes->written) return;
  news->is_any = true;
  if (!changes_begin(changes, news->changes_seen)) news->is_all = true;
  else
    for (uint64_t at = news->changes_seen; at < changes->written; at++)
      blocks_add(&news->blocks, changes_at(changes, at));
  news->changes_seen = changes_position(changes);
}

/* A class may have come to have too many costs: then it has no plane, and its paths no price. */
static bool read_plane(PlaneNews *news) {
  astar_status why;
  news->plane = plane_get(news->cls->map, news->cls, news->player, &why);
  if (news->plane == NULL) return why == ASTAR_LIMIT;
  const Exits *exits = plane_exits(news->plane);
  if (exits == NULL) return false;
  if (news->class_version != news->plane->class_version) news->is_any = news->is_all = true;
  news->links |= news->exits_seen != exits->sum;
  news->exits_seen = exits->sum;
  read_journal(news);
  read_changes(news);
  if (news->cheaper.listed) shortcuts_gather(&news->cheaper, &news->cls->map->grid);
  return true;
}

static bool is_of_player(const astar_map *map, const PlaneNews *news) {
  const astar_player *one = map->players;
  if (news->player == NULL) return true;
  while (one != NULL && one->number != news->player_number) one = one->next;
  return one != NULL;
}

/* Those of players that have been removed go. */
static bool read_planes(Outlook *outlook, astar_map *map) {
  for (PlaneNews **at = &outlook->planes; *at != NULL;) {
    PlaneNews *news = *at;
    if (is_of_player(map, news)) {
      if (!read_plane(news)) return false;
      at = &news->next;
      continue;
    }
    *at = news->next;
    memory_free(&map->memory, news, sizeof *news);
  }
  return true;
}

/* ---- influence ------------------------------------------------------------------------------- */

static void influence_news_free(InfluenceNews *news, astar_map *map) {
  memory_free(&map->memory, news->values, map->grid.cells * sizeof *news->values);
  memory_free(&map->memory, news, sizeof *news);
}

static InfluenceNews *find_influence(const Outlook *outlook, uint64_t id) {
  InfluenceNews *one = outlook->influences;
  while (one != NULL && one->id != id) one = one->next;
  return one;
}

static void compare_value(InfluenceNews *news, Cell cell, int32_t x, int32_t y) {
  int32_t was = news->values[cell], is = news->influence->values[cell];
  if (is == was) return;
  shortcuts_add(is < was ? &news->fallen : &news->risen, cell);
  blocks_add(&news->blocks, (astar_rect){ x, y, 1, 1 });
  news->values[cell] = is;
  news->is_any = true;
}

static void compare_values(InfluenceNews *news, astar_rect rect) {
  const Grid *grid = &news->influence->map->grid;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    Cell cell = grid_cell(grid, rect.x, y);
    size_t bytes = (size_t)rect.width * sizeof *news->values;
    if (memcmp(news->values + cell, news->influence->values + cell, bytes) == 0) continue;
    for (int32_t x = 0; x < rect.width; x++)
      compare_value(news, cell + (Cell)x, rect.x + x, y);
  }
}

static void read_influence(InfluenceNews *news) {
  astar_influence *influence = news->influence;
  const Grid *grid = &influence->map->grid;
  Changes *changes = &influence->changes;
  recipe_update(influence);
  if (news->seen == UINT64_MAX || !changes_begin(changes, news->seen))
    compare_values(news, (astar_rect){ 0, 0, grid->width, grid->height });
  else
    for (uint64_t at = news->seen; at < changes->written; at++)
      compare_values(news, changes_at(changes, at));
  news->seen = changes_position(changes);
  influence_find_bounds(influence);
  if (news->fallen.listed) shortcuts_gather(&news->fallen, grid);
  if (news->risen.listed) shortcuts_gather(&news->risen, grid);
}

static void forget_influence(InfluenceNews *news) {
  news->is_any = false;
  memset(&news->blocks, 0, sizeof news->blocks);
  shortcuts_clear(&news->fallen);
  shortcuts_clear(&news->risen);
}

/* News begins with what comes after now: the watch that includes it knows the values of now. */
static bool include_influence(Outlook *outlook, astar_influence *influence) {
  astar_map *map = influence->map;
  InfluenceNews *news = find_influence(outlook, influence->id);
  if (news != NULL) {
    news->is_used = true;
    return true;
  }
  news = memory_new(&map->memory, sizeof *news);
  if (news == NULL) return false;
  news->values = memory_new(&map->memory, map->grid.cells * sizeof *news->values);
  if (news->values == NULL) {
    memory_free(&map->memory, news, sizeof *news);
    return false;
  }
  news->influence = influence;
  news->id = influence->id;
  news->is_used = true;
  news->seen = UINT64_MAX;
  shortcuts_clear(&news->fallen);
  shortcuts_clear(&news->risen);
  read_influence(news);
  forget_influence(news);
  news->next = outlook->influences;
  outlook->influences = news;
  return true;
}

static bool include_influences(Outlook *outlook, const astar_watch *watch) {
  int32_t count;
  const astar_weighted *weighted = watch_influences(watch, &count);
  for (int32_t i = 0; i < count; i++)
    if (!include_influence(outlook, weighted[i].influence)) return false;
  if (count >= 0 || outlook->has_all) return true;
  for (astar_influence *one = watch->map->influences; one != NULL; one = one->next)
    if (!include_influence(outlook, one)) return false;
  outlook->has_all = true;
  return true;
}

InfluenceNews *outlook_influence(const Outlook *outlook, const astar_influence *influence) {
  return find_influence(outlook, influence->id);
}

static bool has_influence(const astar_map *map, uint64_t id) {
  const astar_influence *one = map->influences;
  while (one != NULL && one->id != id) one = one->next;
  return one != NULL;
}

/* Those that have been removed from the map go. */
static void read_influences(Outlook *outlook, astar_map *map) {
  for (InfluenceNews **at = &outlook->influences; *at != NULL;) {
    InfluenceNews *news = *at;
    if (has_influence(map, news->id)) {
      read_influence(news);
      at = &news->next;
      continue;
    }
    *at = news->next;
    influence_news_free(news, map);
  }
}

/* ---- all of it ------------------------------------------------------------------------------- */

bool outlook_include(Outlook *outlook, const astar_watch *watch) {
  return include_plane(outlook, watch_class(watch), watch_player(watch)) &&
         include_influences(outlook, watch);
}

static bool has_news(const Outlook *outlook) {
  bool any = false;
  for (const PlaneNews *one = outlook->planes; one != NULL; one = one->next)
    any |= one->is_any || one->is_all || one->links || one->cheaper.count > 0 ||
           !shortcuts_are_listed(&one->cheaper);
  for (const InfluenceNews *one = outlook->influences; one != NULL; one = one->next)
    any |= one->is_any;
  return any;
}

bool outlook_read(Outlook *outlook, astar_map *map) {
  outlook->has_all = false;
  const astar_watch *watch = map->unit_watches > 0 ? map->watches : NULL;
  for (; watch != NULL; watch = watch->next)
    if (watch->unit != NULL && !outlook_include(outlook, watch)) return false;
  if (!read_planes(outlook, map)) return false;
  read_influences(outlook, map);
  outlook->is_any = has_news(outlook);
  return true;
}

bool outlook_prune(Outlook *outlook, astar_map *map) {
  for (InfluenceNews *one = outlook->influences; one != NULL; one = one->next)
    one->is_used = false;
  outlook->has_all = false;
  for (const astar_watch *watch = map->watches; watch != NULL; watch = watch->next)
    if (!outlook_include(outlook, watch)) return false;
  for (InfluenceNews **at = &outlook->influences; *at != NULL;) {
    InfluenceNews *news = *at;
    if (news->is_used) {
      at = &news->next;
      continue;
    }
    *at = news->next;
    influence_news_free(news, map);
  }
  return true;
}

void outlook_forget(Outlook *outlook) {
  for (PlaneNews *one = outlook->planes; one != NULL; one = one->next) {
    one->is_any = one->is_all = one->links = false;
    memset(&one->blocks, 0, sizeof one->blocks);
    shortcuts_clear(&one->cheaper);
  }
  for (InfluenceNews *one = outlook->influences; one != NULL; one = one->next)
    forget_influence(one);
}

void outlook_free(Outlook *outlook, astar_map *map) {
  while (outlook->planes != NULL) {
    PlaneNews *news = outlook->planes;
    outlook->planes = news->next;
    memory_free(&map->memory, news, sizeof *news);
  }
  while (outlook->influences != NULL) {
    InfluenceNews *news = outlook->influences;
    outlook->influences = news->next;
    influence_news_free(news, map);
  }
}
