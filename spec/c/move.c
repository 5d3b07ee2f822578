/* Units in narrow places: corridors, doors, rings, dead ends, mazes, a passage for units of two
** cells. For each place there is a hash of what the units do in a few hundred ticks: which of them
** wait, go first and make way; see one_hash.c. If you change a rule on purpose, check the new
** behaviour and change the hash here. No two units may ever share a cell, and some must arrive. */
#include "going.h"

enum { UNITS = 12, TICKS = 400, LARGEST = 24 };

typedef struct Place {
  const char *name;
  int32_t height;
  const char *rows[14];
  uint64_t hash;
} Place;

static Place places[] = {
  { "corridor", 5, { "...........#......",
                     "...##########.....",
                     "..................",
                     "...##########.....",
                     "...........#......" }, 0x5a06d7b52d01bceau },
  { "doors", 8, { ".....#.....#....",
                  ".....#.....#....",
                  "...........#....",
                  ".....#..........",
                  ".....#.....#....",
                  ".....#..........",
                  "...........#....",
                  ".....#.....#...." }, 0xb40e5f56102238d6u },
  { "ring", 9, { ".............",
                 ".###########.",
                 ".#.........#.",
                 ".#.#######.#.",
                 "...#.....#...",
                 ".#.###.###.#.",
                 ".#.........#.",
                 ".#####.#####.",
                 "............." }, 0x2dc13e8db0758b64u },
  { "dead ends", 9, { "#.#.#.#.#.#.#",
                      "#.#.#.#.#.#.#",
                      "#.#.#.#.#.#.#",
                      ".............",
                      ".............",
                      "#.#.#.#.#.#.#",
                      "#.#.#.#.#.#.#",
                      "#.#.#.#.#.#.#",
                      "#.###.###.###" }, 0x2425a53bad38f850u },
  { "for large ones", 10, { "....................",
                            "....................",
                            "....############....",
                            "....#..........#....",
                            "........####........",
                            "........####........",
                            "....#..........#....",
                            "....############....",
                            "....................",
                            "...................." }, 0x163ca9c6ea0fda9bu },
  { "maze", 11, { ".#.....#.....#.",
                  ".#.###.#.###.#.",
                  "...#.....#.....",
                  ".###.###.#.###.",
                  ".....#...#...#.",
                  "####.#.###.#.#.",
                  ".....#.....#...",
                  ".###.#####.###.",
                  ".#...#...#.....",
                  ".#.###.#.###.#.",
                  ".......#.....#." }, 0x3d379052f23c0092u },
  { "crossing", 9, { "####...####",
                     "####...####",
                     "#####.#####",
                     "..##...##..",
                     "...........",
                     "..##...##..",
                     "#####.#####",
                     "####...####",
                     "####...####" }, 0xe8d764d339ae10c2u },
};

typedef struct Game {
  astar_map *map;
  astar_unit *units[UNITS];         /* NULL: there was no room */
  int sizes[UNITS];
  uint64_t hash;
  int arrived;
} Game;

static void make_units(Game *game) {
  astar_player *red = new_player(game->map, "red"), *blue = new_player(game->map, "blue");
  astar_class_desc cls = astar_class_default();
  astar_status why;
  cls.size = 2;
  cls.diagonal = ASTAR_DIAGONAL_ALWAYS;
  astar_class *large = astar_class_new(game->map, &cls, &why);
  astar_player_reveal(red);
  for (int i = 0; i < UNITS; i++) {
    astar_unit_desc desc = astar_unit_default();
    game->sizes[i] = i % 5 == 4 ? 2 : 1;
    desc.cls = game->sizes[i] == 2 ? large : NULL;
    desc.speed = 160 * (1 + i % 5);
    desc.sight = i % 4 + 1;
    desc.avoidance = (astar_avoidance)((i + i / 4) % 4);
    for (int tries = 0; tries < 9 && game->units[i] == NULL; tries++) {
      desc.x = random_below(astar_map_width(game->map));
      desc.y = random_below(astar_map_height(game->map));
      game->units[i] = astar_unit_new(i % 3 == 2 ? blue : red, &desc, &why);
    }
  }
}

/* Sets out for somewhere. */
static void send(Game *game, astar_unit *unit) {
  astar_query query = astar_query_default();
  astar_cell goal;
  goal.x = random_below(astar_map_width(game->map));
  goal.y = random_below(astar_map_height(game->map));
  query.unit = unit;
  query.occupancy = random_below(3) == 0;
  send_by(game->map, query, goal);
}

static void check_apart(const Game *game) {
  static const astar_unit *covers[LARGEST * LARGEST];
  memset(covers, 0, sizeof covers);
  for (int i = 0; i < UNITS; i++) {
    if (game->units[i] == NULL) continue;
    astar_cell at = astar_unit_cell(game->units[i]);
    for (int k = 0; k < game->sizes[i] * game->sizes[i]; k++) {
      int place = (at.y + k / game->sizes[i]) * LARGEST + at.x + k % game->sizes[i];
      CHECK(covers[place] == NULL);
      covers[place] = game->units[i];
    }
  }
}

static void play(Game *game) {
  for (int tick = 0; tick < TICKS; tick++) {
    for (int i = 0; i < UNITS; i++) {
      astar_unit *unit = game->units[i];
      if (unit == NULL || astar_unit_state_of(unit) == ASTAR_MOVING) continue;
      bool stands = astar_unit_state_of(unit) == ASTAR_STANDING;
      if (random_below(stands ? 3 : 25) == 0) send(game, unit);
    }
    int32_t count;
    const astar_unit_event *events;
    uint64_t before = astar_units_hash(game->map);
    CHECK(astar_map_tick(game->map, &events, &count) == ASTAR_OK);
    CHECK(astar_units_hash(game->map) != before);
    for (int32_t i = 0; i < count; i++) game->arrived += events[i].kind == ASTAR_EVENT_ARRIVED;
    game->hash = (game->hash ^ astar_map_hash(game->map)) * 0x9e3779b97f4a7c15u;
    check_apart(game);
  }
}

TEST(units_find_their_way_through_narrow_places) {
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    Game game = { .hash = 1 };
    random_seed(40 + i);
    game.map = drawn_map(places[i].height, places[i].rows);
    make_units(&game);
    play(&game);
    if (!CHECK(is_constant(game.hash, places[i].hash))) printf("%s\n", places[i].name);
    CHECK(game.arrived >= 10);
    astar_map_free(game.map);
  }
}

int main(void) { return run_tests(); }
