/*
** Searches that are suspended while influence changes and units walk come to the same whatever was
** asked meanwhile, or before: two equal maps, one of which is asked for paths by the way.
*/
#include "store.h"

#include "core/whole/validate.h"

enum { WIDTH = 70, HEIGHT = 50, TICKETS = 6, UNITS = 12, TICKS = 40 };

typedef struct Side {
  Store store;
  astar_map *map;
  astar_influence *danger, *smell;
  astar_weighted weighted[2];
  astar_class *cls;
  astar_unit *units[UNITS];         /* NULL: there was no room */
  astar_ticket *tickets[TICKETS];
} Side;

typedef struct Game {
  int32_t size;                     /* of the class */
  bool varied, walks, crowded;      /* terrain; units that move; influence nearly everywhere */
} Game;

static astar_class *new_class(astar_map *map, int32_t size) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.size = size;
  return astar_class_new(map, &desc, &why);
}

static void draw(astar_map *map, const Game *game) {
  for (int32_t i = 0; i < 60; i++) {
    int32_t terrain = game->varied && i % 2 ? BUSH : WALL;
    astar_map_fill(map, (astar_rect){ random_below(WIDTH), random_below(HEIGHT), 3, 2 }, terrain);
  }
}

static void begin_side(Side *side, const Game *game, uint64_t seed) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  random_seed(seed);
  memset(side, 0, sizeof *side);
  desc.width = WIDTH;
  desc.height = HEIGHT;
  desc.allocator = (astar_allocator){ store_realloc, &side->store };
  side->map = astar_map_new(&desc, &why);
  define_terrains(side->map);
  draw(side->map, game);
  side->cls = new_class(side->map, game->size);
  side->danger = astar_influence_new(side->map, "danger", 10, &why);
  side->smell = astar_influence_new(side->map, "smell", 10, &why);
  side->weighted[0] = (astar_weighted){ side->danger, 1024 };
  side->weighted[1] = (astar_weighted){ side->smell, 2048 };
  astar_player *red = new_player(side->map, "red");
  for (int32_t i = 0; i < UNITS; i++) {
    astar_unit_desc unit = astar_unit_default();
    unit.x = random_below(WIDTH - 3);
    unit.y = random_below(HEIGHT - 3);
    unit.cls = side->cls;
    unit.sight = -1;
    side->units[i] = astar_unit_new(red, &unit, &why);
  }
}

static astar_query draw_query(Side *side) {
  astar_query query = astar_query_default();
  query.influences = side->weighted;
  query.influence_count = 1 + random_below(2);
  query.unit = random_below(2) ? side->units[random_below(UNITS)] : NULL;
  query.cls = query.unit == NULL ? side->cls : NULL;
  query.claims = query.unit != NULL && random_below(2);
  query.occupancy = query.unit != NULL && random_below(2);
  return query;
}

static void renew_ticket(Side *side, int index) {
  astar_status why;
  astar_query query = draw_query(side);
  astar_rect goal = { random_below(WIDTH), random_below(HEIGHT), 1, 1 };
  if (random_below(2)) goal.width = 3;
  goal = grid_clip(&side->map->grid, goal);
  astar_ticket_free(side->tickets[index]);
  side->tickets[index] = astar_queue_request(side->map, random_below(WIDTH), random_below(HEIGHT),
                                             goal, &query, random_below(3), &why);
}

static void change_influence(Side *side, const Game *game) {
  astar_influence *map = random_below(2) ? side->danger : side->smell;
  for (int32_t i = game->crowded ? 30 : 1 + random_below(2); i > 0; i--)
    astar_influence_set(map, random_below(WIDTH), random_below(HEIGHT), random_below(60));
  if (random_below(6) == 0) astar_influence_decay(map, game->crowded ? 900 : 300);
  if (game->crowded && random_below(9) == 0)
    for (int32_t y = 0; y < HEIGHT; y++)
      for (int32_t x = y % 3; x < WIDTH; x += 3) astar_influence_set(map, x, y, random_below(9));
}

static void walk(Side *side) {
  for (int32_t i = 0; i < UNITS; i++)
    if (random_below(3) == 0 && side->units[i] != NULL)
      astar_unit_place(side->units[i], random_below(WIDTH - 3), random_below(HEIGHT - 3));
}

static void play(Side *side, const Game *game) {
  for (int i = 0; i < TICKETS; i++)
    if (side->tickets[i] == NULL || astar_ticket_status(side->tickets[i]) != ASTAR_RUNNING)
      renew_ticket(side, i);
  change_influence(side, game);
  if (game->walks) walk(side);
  if (random_below(9) == 0)
    astar_map_set(side->map, random_below(WIDTH), random_below(HEIGHT),
                  random_below(3) ? OPEN : game->varied ? BUSH : WALL);
  astar_queue_work(side->map, (uint32_t)(5 + random_below(80)), 1, NULL);
}

/* What the other map does not see. */
static void ask(Side *side) {
  for (int32_t i = 0; i < 3; i++) {
    astar_query query = draw_query(side);
    astar_path *path = NULL;
    int32_t x = random_below(WIDTH), y = random_below(HEIGHT);
    astar_rect goal = { random_below(WIDTH), random_below(HEIGHT), 1, 1 };
    astar_path_find(side->map, x, y, goal, &query, &path);
    astar_path_free(side->map, path);
  }
}

static uint64_t outcome_of(const astar_ticket *ticket) {
  const astar_search *search = astar_ticket_search(ticket);
  uint64_t hash = (uint64_t)astar_ticket_status(ticket);
  if (search == NULL) return hash;
  hash = hash * 1000003 + astar_search_expanded(search);
  if (astar_ticket_status(ticket) != ASTAR_OK) return hash;
  astar_path *path = astar_search_path(search, malloc(astar_search_path_size(search)));
  hash = hash * 1000003 + astar_path_cost(path);
  hash = hash * 1000003 + (uint64_t)astar_path_length(path);
  free(path);
  return hash;
}

static bool same(const Side *a, const Side *b) {
  bool same = astar_map_hash(a->map) == astar_map_hash(b->map) &&
              astar_queue_hash(a->map) == astar_queue_hash(b->map);
  for (int i = 0; i < TICKETS; i++) {
    if ((a->tickets[i] == NULL) != (b->tickets[i] == NULL)) return false;
    if (a->tickets[i] == NULL) continue;
    same &= outcome_of(a->tickets[i]) == outcome_of(b->tickets[i]);
  }
  return same;
}

static void end_side(Side *side) {
  CHECK(map_validate(side->map) == NULL);
  for (int i = 0; i < TICKETS; i++) astar_ticket_free(side->tickets[i]);
  astar_map_free(side->map);
  CHECK(side->store.held == 0);
}

/* How many of the ticks were the same. */
static int32_t compare(const Game *game, uint64_t seed) {
  Side quiet, asked;
  int32_t tick = 0;
  begin_side(&quiet, game, seed);
  begin_side(&asked, game, seed);
  for (; tick < TICKS; tick++) {
    random_seed(seed * 1000 + (uint64_t)tick + 7);
    ask(&asked);
    random_seed(seed * 1000 + (uint64_t)tick);
    play(&quiet, game);
    random_seed(seed * 1000 + (uint64_t)tick);
    play(&asked, game);
    if (!same(&quiet, &asked)) break;
  }
  end_side(&quiet);
  end_side(&asked);
  return tick;
}

static void compare_all(bool varied, bool walks) {
  for (uint64_t seed = 1; seed <= 100; seed++) {
    Game game = { 1 + (int32_t)(seed % 3 == 0), varied, walks, seed % 2 };
    CHECK(compare(&game, seed) == TICKS);
  }
}

static void varied_terrain(void) { compare_all(true, false); }
static void uniform_terrain(void) { compare_all(false, false); }
static void varied_terrain_with_units(void) { compare_all(true, true); }
static void uniform_terrain_with_units(void) { compare_all(false, true); }

int main(void) {
  TEST(varied_terrain);
  TEST(uniform_terrain);
  TEST(varied_terrain_with_units);
  TEST(uniform_terrain_with_units);
  return check_summary();
}
