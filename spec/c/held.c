/*
** Searches that are suspended while influence and terrain change and units walk come to the same
** whatever was asked meanwhile, or before: two equal maps, one of which is asked for paths by the
** way, also between two edits.
*/
#include "store.h"

#include "core/lifetime/validate.h"

enum { WIDTH = 70, HEIGHT = 50, TICKETS = 6, UNITS = 12, TICKS = 40 };

typedef struct Side {
  Store store;
  astar_map *map;
  astar_influence *danger, *smell;
  astar_weighted weighted[2];
  astar_class *cls;
  astar_player *red;
  astar_unit *units[UNITS];         /* NULL: there was no room */
  astar_ticket *tickets[TICKETS];
  astar_search *hunt;               /* for the nearest of a terrain, in steps; NULL: none yet */
} Side;

typedef struct Game {
  int32_t size;                     /* of the class */
  bool varied, walks, crowded;      /* terrain; units that move; influence nearly everywhere */
  bool builds, prepared;            /* terrain that changes much; landmarks and dead ends */
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
  side->red = new_player(side->map, "red");
  for (int32_t i = 0; i < UNITS; i++) {
    astar_unit_desc unit = astar_unit_default();
    unit.x = random_below(WIDTH - 3);
    unit.y = random_below(HEIGHT - 3);
    unit.cls = side->cls;
    unit.sight = -1;
    side->units[i] = astar_unit_new(side->red, &unit, &why);
  }
  astar_query query = astar_query_default();
  query.cls = side->cls;
  if (!game->prepared) return;
  CHECK(find_landmarks(side->map, &query) == ASTAR_OK);
  CHECK(find_dead_ends(side->map, &query) == ASTAR_OK);
}

static astar_query draw_query(Side *side, const Game *game) {
  astar_query query = astar_query_default();
  query.influences = side->weighted;
  query.influence_count = game->builds ? random_below(3) : 1 + random_below(2);
  query.unit = random_below(2) ? side->units[random_below(UNITS)] : NULL;
  query.cls = query.unit == NULL ? side->cls : NULL;
  query.claims = query.unit != NULL && random_below(2);
  query.occupancy = query.unit != NULL && random_below(2);
  if (!game->builds) return query;
  if (query.unit == NULL && random_below(2)) query.player = side->red;
  query.partial = random_below(4) == 0;
  if (random_below(9) == 0) query.engine = ASTAR_ENGINE_ASTAR;
  return query;
}

static void renew_ticket(Side *side, const Game *game, int index) {
  astar_status why;
  astar_query query = draw_query(side, game);
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

/* What the other map does not see. */
static void ask(Side *side, const Game *game) {
  for (int32_t i = 0; i < 3; i++) {
    astar_query query = draw_query(side, game);
    astar_path *path = NULL;
    int32_t x = random_below(WIDTH), y = random_below(HEIGHT);
    astar_rect goal = { random_below(WIDTH), random_below(HEIGHT), 1, 1 };
    astar_status why;
    path = astar_path_find(side->map, x, y, goal, &query, &why);
    astar_path_free(side->map, path);
  }
}

/* Asks with other random numbers than those of the game. */
static void ask_aside(Side *side, const Game *game, bool asks) {
  uint64_t state = random_state;
  if (asks) ask(side, game);
  random_state = state;
}

/* A wall that goes up, and down again in the end; a part of the map that is built over. */
static void build_walls(Side *side, const Game *game, bool asks) {
  int32_t x = random_below(WIDTH - 4), y = random_below(HEIGHT - 4), was[16];
  astar_rect rect = { x, y, 1 + random_below(4), 1 + random_below(4) };
  int32_t terrain = WALL + random_below(game->varied ? 3 : 2), cells = rect.width * rect.height;
  for (int32_t i = 0; i < cells; i++)
    was[i] = astar_map_get(side->map, x + i % rect.width, y + i / rect.width);
  astar_map_fill(side->map, rect, terrain);
  ask_aside(side, game, asks);
  for (int32_t i = 0; i < cells; i++)
    astar_map_set(side->map, x + i % rect.width, y + i / rect.width, was[i]);
}

static void build_over(Side *side, const Game *game) {
  int32_t terrain = random_below(2) || !game->varied ? OPEN : BUSH;
  astar_rect rect = { random_below(WIDTH - 20), random_below(HEIGHT - 15), 20, 15 };
  astar_map_fill(side->map, rect, terrain);
}

static void change_terrain(Side *side, const Game *game, bool asks) {
  int32_t what = random_below(20);
  if (what < 8) build_walls(side, game, asks);
  else if (what < 12) build_over(side, game);
  else if (what < 14) astar_player_see(side->red, random_below(WIDTH), random_below(HEIGHT),
                                       random_below(12), NULL, NULL);
  else if (what == 14) astar_player_forget(side->red);
  else if (what == 15)
    astar_terrain_define(side->map, "bush", game->varied ? 20 + random_below(2) : 20, true, NULL);
  else
    astar_map_fill(side->map, (astar_rect){ random_below(WIDTH - 3), random_below(HEIGHT - 3),
                                            1 + random_below(3), 1 + random_below(3) },
                   what == 16 ? GLASS : WALL);
}

static void build(Side *side, const Game *game, bool asks) {
  for (int32_t i = random_below(4); i > 0; i--) {
    change_terrain(side, game, asks);
    ask_aside(side, game, asks);
  }
}

static uint64_t outcome_of_hunt(const Side *side) {
  if (side->hunt == NULL) return 0;
  uint64_t hash = (uint64_t)astar_search_expanded(side->hunt) * 1000003;
  return hash + (uint64_t)astar_search_found(side->hunt);
}

/* Bushes on varied terrain, glass elsewhere; or what red has not seen. */
static void begin_hunt(Side *side, const Game *game) {
  astar_status why;
  astar_query query = draw_query(side, game);
  astar_target target = { .terrain = game->varied ? BUSH : GLASS, .wanted = 1 + random_below(9) };
  query.engine = ASTAR_ENGINE_AUTO;
  query.partial = false;
  query.within = 1;
  if (query.player != NULL && random_below(2))
    target = (astar_target){ .unseen = true, .wanted = 3 };
  astar_search_free(side->hunt);
  side->hunt = astar_nearest_new(side->map, random_below(WIDTH - 1), random_below(HEIGHT - 1),
                                 &target, &query, &why);
}

static void hunt(Side *side, const Game *game) {
  if (side->hunt == NULL || astar_search_step(side->hunt, 40) != ASTAR_RUNNING)
    begin_hunt(side, game);
}

static void play(Side *side, const Game *game, bool asks) {
  for (int i = 0; i < TICKETS; i++)
    if (side->tickets[i] == NULL || astar_ticket_status(side->tickets[i]) != ASTAR_RUNNING)
      renew_ticket(side, game, i);
  change_influence(side, game);
  if (game->walks) walk(side);
  if (random_below(9) == 0)
    astar_map_set(side->map, random_below(WIDTH), random_below(HEIGHT),
                  random_below(3) ? OPEN : game->varied ? BUSH : WALL);
  if (game->builds) build(side, game, asks);
  if (game->builds) hunt(side, game);
  astar_queue_work(side->map, (uint32_t)(5 + random_below(80)), 1, NULL);
}

static uint64_t outcome_of(const astar_ticket *ticket) {
  const astar_search *search = astar_ticket_search(ticket);
  uint64_t hash = (uint64_t)astar_ticket_status(ticket);
  if (search == NULL) return hash;
  hash = hash * 1000003 + astar_search_expanded(search);
  if (astar_ticket_status(ticket) != ASTAR_OK) return hash;
  astar_path *path = astar_search_path(search, 0, malloc(astar_search_path_size(search, 0)));
  hash = hash * 1000003 + astar_path_cost(path);
  hash = hash * 1000003 + (uint64_t)astar_path_length(path);
  free(path);
  return hash;
}

static bool same(const Side *a, const Side *b) {
  bool same = astar_map_hash(a->map) == astar_map_hash(b->map) &&
              astar_queue_hash(a->map) == astar_queue_hash(b->map) &&
              outcome_of_hunt(a) == outcome_of_hunt(b);
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
  astar_search_free(side->hunt);
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
    ask(&asked, game);
    random_seed(seed * 1000 + (uint64_t)tick);
    play(&quiet, game, false);
    random_seed(seed * 1000 + (uint64_t)tick);
    play(&asked, game, true);
    if (!same(&quiet, &asked)) break;
  }
  end_side(&quiet);
  end_side(&asked);
  return tick;
}

static void compare_all(bool varied, bool walks) {
  for (EACH_CASE(seed, 12)) {
    Game game = { 1 + (int32_t)(seed % 3 == 0), varied, walks, seed % 2, false, false };
    CHECK(compare(&game, seed) == TICKS);
  }
}

static void compare_builders(bool varied) {
  for (EACH_CASE(seed, 25)) {
    Game game = { 1 + (int32_t)(seed % 3 == 0), varied, seed % 2, seed % 4 < 2, true,
                  seed % 5 < 2 };
    CHECK(compare(&game, seed) == TICKS);
  }
}

/* ---- single searches ------------------------------------------------------------------------- */

/* Influence that comes and goes under a search makes no path impossible. */
TEST(finds_what_there_is) {
  for (EACH_CASE(seed, 7500)) {
    int32_t width = 8 + random_below(18), height = 8 + random_below(14);
    astar_map *map = open_map(width, height);
    astar_status why;
    for (int32_t i = random_below(width * height / 4); i > 0; i--)
      astar_map_set(map, random_below(width), random_below(height), WALL);
    astar_influence *fear = astar_influence_new(map, "fear", ASTAR_ONE, &why);
    astar_weighted weighted = { fear, ASTAR_ONE };
    int32_t most = random_below(2) ? 400 : 40;
    for (int32_t i = 1 + random_below(12); i > 0; i--)
      astar_influence_set(fear, random_below(width), random_below(height), 1 + random_below(most));
    astar_query query = astar_query_default();
    query.cls = new_class(map, 1 + (random_below(3) == 0));
    query.influences = &weighted;
    query.influence_count = 1;
    query.engine = seed % 4 ? ASTAR_ENGINE_JPS_LAYERS : ASTAR_ENGINE_AUTO;
    astar_rect goal = { random_below(width), random_below(height), 1, 1 };
    int32_t x = random_below(width), y = random_below(height);
    astar_status expected = astar_map_reachable(map, x, y, goal, &query), status;
    astar_search *search = astar_search_new(map, x, y, goal, &query, &why);
    while ((status = astar_search_step(search, 1 + random_below(3))) == ASTAR_RUNNING)
      for (int32_t i = random_below(2) * (1 + random_below(3)); i > 0; i--)
        astar_influence_set(fear, random_below(width), random_below(height),
                            random_below(3) ? random_below(most) : 0);
    CHECK(status == expected || status == ASTAR_CHANGING);
    astar_search_free(search);
    astar_map_free(map);
  }
}

/* What a search comes to if one asks in between, which reads the logs of changes. */
typedef uint32_t (*play_fn)(bool asks);

static uint32_t finish(astar_map *map, const astar_ticket *ticket) {
  for (int i = 0; i < 60 && astar_ticket_status(ticket) == ASTAR_RUNNING; i++)
    astar_queue_work(map, 40, 1, NULL);
  CHECK(astar_ticket_status(ticket) == ASTAR_OK);
  return astar_search_expanded(astar_ticket_search(ticket));
}

/* A wall below a room becomes another wall, but for its ends: nothing changes for the search. */
static uint32_t play_walls(bool asks) {
  astar_map *map = open_map(128, 64);
  astar_status why;
  int32_t cost;
  int32_t glass;
  astar_terrain_define(map, "glass", 0, false, &glass);
  astar_map_fill(map, (astar_rect){ 0, 0, 128, 1 }, BUSH);
  astar_map_fill(map, (astar_rect){ 10, 20, 60, 1 }, WALL);
  astar_map_fill(map, (astar_rect){ 30, 10, 21, 1 }, WALL);
  astar_map_fill(map, (astar_rect){ 30, 10, 1, 11 }, WALL);
  astar_map_fill(map, (astar_rect){ 50, 10, 1, 11 }, WALL);
  astar_map_set(map, 33, 10, OPEN);
  astar_ticket *ticket =
    astar_queue_request(map, 40, 17, (astar_rect){ 120, 60, 1, 1 }, NULL, 0, &why);
  astar_queue_work(map, 67, 1, NULL);
  for (int32_t x = 10; x < 70; x++) {
    astar_map_set(map, x, 20, x == 10 || x == 69 ? OPEN : glass);
    if (asks && x == 20) astar_map_cost(map, 1, 1, false, NULL, &cost);
  }
  uint32_t expanded = finish(map, ticket);
  astar_map_free(map);
  return expanded;
}

/* A wall goes up beside the start, and down again. */
static uint32_t play_wall_up_and_down(bool asks) {
  astar_map *map = open_map(128, 64);
  astar_status why;
  int32_t cost;
  astar_map_fill(map, (astar_rect){ 0, 0, 128, 1 }, BUSH);
  astar_ticket *ticket =
    astar_queue_request(map, 40, 17, (astar_rect){ 120, 60, 1, 1 }, NULL, 0, &why);
  astar_queue_work(map, 76, 1, NULL);
  astar_map_set(map, 41, 17, WALL);
  if (asks) astar_map_cost(map, 1, 1, false, NULL, &cost);
  astar_map_set(map, 41, 17, OPEN);
  uint32_t expanded = finish(map, ticket);
  astar_map_free(map);
  return expanded;
}

/* Of two fills neither changes an eighth of the map; together they do. */
static uint32_t play_two_fills(bool asks) {
  astar_map *map = open_map(128, 64);
  astar_status why;
  int32_t cost;
  astar_map_fill(map, (astar_rect){ 0, 0, 128, 1 }, BUSH);
  astar_map_fill(map, (astar_rect){ 30, 10, 21, 11 }, WALL);
  astar_map_fill(map, (astar_rect){ 31, 11, 19, 9 }, OPEN);
  astar_map_set(map, 33, 10, OPEN);
  astar_ticket *ticket =
    astar_queue_request(map, 40, 17, (astar_rect){ 120, 60, 1, 1 }, NULL, 0, &why);
  astar_queue_work(map, 67, 1, NULL);
  astar_map_fill(map, (astar_rect){ 60, 25, 30, 20 }, BUSH);
  if (asks) astar_map_cost(map, 1, 1, false, NULL, &cost);
  astar_map_fill(map, (astar_rect){ 90, 25, 30, 20 }, BUSH);
  uint32_t expanded = finish(map, ticket);
  astar_map_free(map);
  return expanded;
}

/* A value that makes a cell cheaper lies next to the one that was set last. */
static uint32_t play_joined_values(bool asks) {
  astar_map *map = open_map(128, 128);
  astar_status why;
  random_seed(5);
  for (int i = 0; i < 300; i++)
    astar_map_set(map, random_below(100) + 10, random_below(100) + 10, WALL);
  astar_influence *fear = astar_influence_new(map, "fear", ASTAR_ONE, &why);
  astar_weighted weighted = { fear, ASTAR_ONE };
  astar_query query = astar_query_default();
  query.influences = &weighted;
  query.influence_count = 1;
  astar_influence_set(fear, 60, 126, 5);
  astar_ticket *ticket =
    astar_queue_request(map, 2, 2, (astar_rect){ 125, 125, 1, 1 }, &query, 0, &why);
  astar_queue_work(map, 74, 1, NULL);
  query.engine = ASTAR_ENGINE_JPSW;
  if (asks)
    astar_path_free(map, astar_path_find(map, 2, 2, (astar_rect){ 4, 4, 1, 1 }, &query, &why));
  astar_influence_set(fear, 61, 126, -5);
  uint32_t expanded = finish(map, ticket);
  astar_map_free(map);
  return expanded;
}

TEST(logs_are_exact) {
  const play_fn plays[] = { play_walls, play_wall_up_and_down, play_two_fills,
                            play_joined_values };
  for (int i = 0; i < 4; i++) CHECK(plays[i](false) == plays[i](true));
}

TEST(varied_terrain) { compare_all(true, false); }
TEST(uniform_terrain) { compare_all(false, false); }
TEST(varied_terrain_with_units) { compare_all(true, true); }
TEST(uniform_terrain_with_units) { compare_all(false, true); }
TEST(varied_terrain_that_changes) { compare_builders(true); }
TEST(uniform_terrain_that_changes) { compare_builders(false); }

int main(void) { return run_tests(); }
