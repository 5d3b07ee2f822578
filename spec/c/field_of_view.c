/* Sight and knowledge, against definitions that are written as simply as can be. */
#include "sight.h"

static bool visible(const astar_player *player, int32_t x, int32_t y) {
  return astar_player_knows(player, x, y) == ASTAR_VISIBLE;
}

/* ---- sight ----------------------------------------------------------------------------------- */

TEST(sight_is_what_is_defined) {
  for (EACH_CASE(seed, 60)) {
    int i = (int)seed - 1;
    astar_map *map = random_map(14, 12, 5 + i);
    astar_player *player = new_player(map, "red");
    for (int look = 0; look < 8; look++) {
      astar_cell at = { random_below(14), random_below(12) };
      int32_t radius = random_below(9);
      CHECK(astar_player_end_sight(player) == ASTAR_OK);
      CHECK(astar_player_see(player, at.x, at.y, radius, NULL, NULL) == ASTAR_OK);
      for (int32_t y = 0; y < 12; y++)
        for (int32_t x = 0; x < 14; x++)
          CHECK(visible(player, x, y) == defined(map, at, x, y, radius));
    }
    astar_map_free(map);
  }
}

/* seen[b * cells + a]: a sees b. */
static void see_from_everywhere(const astar_map *map, astar_player *player, int32_t radius,
                                bool *seen) {
  int32_t width = astar_map_width(map), height = astar_map_height(map), cells = width * height;
  for (int32_t a = 0; a < cells; a++) {
    CHECK(astar_player_end_sight(player) == ASTAR_OK);
    CHECK(astar_player_see(player, a % width, a / width, radius, NULL, NULL) == ASTAR_OK);
    for (int32_t b = 0; b < cells; b++)
      seen[b * cells + a] = visible(player, b % width, b / width);
  }
}

TEST(sight_is_symmetric) {
  enum { WIDTH = 23, HEIGHT = 17, CELLS = WIDTH * HEIGHT };
  bool *seen = malloc(CELLS * CELLS);
  for (EACH_CASE(seed, 8)) {
    int i = (int)seed - 1;
    astar_map *map = random_map(WIDTH, HEIGHT, 8 + 6 * i);
    see_from_everywhere(map, new_player(map, "red"), 4 + 3 * i, seen);
    for (int32_t a = 0; a < CELLS; a++)
      for (int32_t b = 0; b < CELLS; b++)
        if (!opaque(map, a % WIDTH, a / WIDTH) && !opaque(map, b % WIDTH, b / WIDTH))
          CHECK(seen[b * CELLS + a] == seen[a * CELLS + b]);
    astar_map_free(map);
  }
  free(seen);
}

TEST(open_land_shows_a_disc) {
  astar_map *map = open_map(600, 600);
  astar_player *player = new_player(map, "red");
  const int32_t radii[] = { 0, 1, 2, 31, 32, 64, 255 };
  for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
    int32_t radius = radii[i];
    astar_player_end_sight(player);
    CHECK(astar_player_see(player, 300, 290, radius, NULL, NULL) == ASTAR_OK);
    for (int32_t y = 0; y < 600; y++)
      for (int32_t x = 0; x < 600; x++) {
        int32_t square = (x - 300) * (x - 300) + (y - 290) * (y - 290);
        CHECK(visible(player, x, y) == (square <= radius * radius));
      }
  }
  astar_map_free(map);
}

/* Rows of a field of view are a word up to radius 31, and several beyond. */
TEST(a_larger_radius_shows_the_same_and_more) {
  enum { WIDTH = 150, HEIGHT = 70 };
  const int32_t radii[] = { 20, 31, 32, 63, 64, 100 };
  for (EACH_CASE(seed, 20)) {
    int i = (int)seed - 1;
    astar_map *map = random_map(WIDTH, HEIGHT, 1 + i);
    astar_player *near = new_player(map, "near"), *far = new_player(map, "far");
    astar_cell at = { random_below(WIDTH), random_below(HEIGHT) };
    for (size_t k = 0; k + 1 < sizeof radii / sizeof *radii; k++) {
      int32_t radius = radii[k];
      CHECK(astar_player_end_sight(near) == ASTAR_OK && astar_player_end_sight(far) == ASTAR_OK);
      CHECK(astar_player_see(near, at.x, at.y, radius, NULL, NULL) == ASTAR_OK);
      CHECK(astar_player_see(far, at.x, at.y, radii[k + 1], NULL, NULL) == ASTAR_OK);
      for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
          int32_t square = (x - at.x) * (x - at.x) + (y - at.y) * (y - at.y);
          CHECK(visible(near, x, y) == (square <= radius * radius && visible(far, x, y)));
        }
    }
    astar_map_free(map);
  }
}

TEST(arguments_out_of_range_are_refused) {
  astar_map *map = open_map(5, 4);
  astar_player *player = new_player(map, "red");
  uint64_t before = astar_map_hash(map);
  CHECK(astar_player_see(player, -1, 0, 3, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_player_see(player, 5, 0, 3, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_player_see(player, 0, 4, 3, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_player_see(player, 0, 0, -1, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_player_see(player, 0, 0, 256, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_player_share(player, player, true) == ASTAR_INVALID);
  CHECK(astar_player_knows(player, -1, 0) == ASTAR_UNSEEN);
  CHECK(astar_player_terrain(player, 0, 99) == 0);
  CHECK(astar_map_hash(map) == before);
  astar_map_free(map);
}

/* ---- knowledge ------------------------------------------------------------------------------- */

/* One act that walls off a strip: the near wall is seen, what is behind it is not learnt. */
TEST(an_act_is_seen_as_a_whole) {
  const char *rows[] = { "......" };
  for (int way = 0; way < 3; way++) {
    astar_map *map = drawn_map(1, rows);
    astar_player *player = new_player(map, "red");
    const uint8_t walls[] = { WALL, WALL, WALL };
    CHECK(astar_player_see(player, 0, 0, 5, NULL, NULL) == ASTAR_OK);
    if (way == 0) CHECK(astar_map_fill(map, (astar_rect){ 2, 0, 3, 1 }, WALL) == ASTAR_OK);
    if (way == 1) CHECK(astar_map_paint(map, (astar_rect){ 2, 0, 3, 1 }, walls) == ASTAR_OK);
    if (way == 2) CHECK(astar_map_block_circle(map, 3.5, 0.5, 1.2, WALL, NULL) == ASTAR_OK);
    CHECK(astar_player_terrain(player, 2, 0) == WALL);
    CHECK(astar_player_terrain(player, 3, 0) == OPEN);
    CHECK(astar_player_terrain(player, 4, 0) == OPEN);
    astar_map_free(map);
  }
}

TEST(reveal_and_forget) {
  const char *rows[] = { "..#..", "..#..", "..#.." };
  astar_map *map = drawn_map(3, rows);
  astar_player *player = new_player(map, "red");
  CHECK(new_unit(player, 0, 0, 1) != NULL);
  CHECK(astar_player_reveal(player) == ASTAR_OK);
  for (int32_t y = 0; y < 3; y++)
    for (int32_t x = 0; x < 5; x++)
      CHECK(astar_player_terrain(player, x, y) == astar_map_get(map, x, y));
  CHECK(astar_player_knows(player, 4, 2) == ASTAR_SEEN);
  CHECK(astar_player_see(player, 4, 2, 1, NULL, NULL) == ASTAR_OK);
  CHECK(astar_player_forget(player) == ASTAR_OK);
  int32_t known = 0;
  for (int32_t y = 0; y < 3; y++)
    for (int32_t x = 0; x < 5; x++) known += astar_player_knows(player, x, y) != ASTAR_UNSEEN;
  CHECK(known == 3 && visible(player, 0, 0) && visible(player, 1, 0) && visible(player, 0, 1));
  astar_map_free(map);
}

TEST(opacity_can_be_redefined) {
  const char *rows[] = { "..%.." };
  astar_map *map = drawn_map(1, rows);
  astar_player *player = new_player(map, "red");
  CHECK(new_unit(player, 0, 0, 9) != NULL && !visible(player, 3, 0));
  CHECK(astar_terrain_define(map, "bush", 20, false, NULL) == ASTAR_OK);
  CHECK(visible(player, 4, 0));
  CHECK(astar_terrain_define(map, "bush", 20, true, NULL) == ASTAR_OK);
  CHECK(!visible(player, 3, 0) && astar_player_knows(player, 4, 0) == ASTAR_SEEN);
  astar_map_free(map);
}

/* A glimpse more often than a 16-bit counter can tell, and no memory for the repetitions. */
TEST(many_glimpses) {
  astar_map *map = open_map(300, 4);
  astar_player *player = new_player(map, "red");
  for (int32_t i = 0; i < 1200; i++) astar_player_see(player, i % 300, i / 300, 2, NULL, NULL);
  size_t memory = astar_map_memory(map);
  for (int32_t i = 0; i < 66000; i++) astar_player_see(player, i % 9, i / 9 % 4, 2, NULL, NULL);
  CHECK(astar_map_memory(map) == memory);
  CHECK(visible(player, 7, 3));
  astar_player_end_sight(player);
  for (int32_t i = 0; i < 1200; i++)
    CHECK(astar_player_knows(player, i % 300, i / 300) == ASTAR_SEEN);
  astar_map_free(map);
}

/* ---- random worlds --------------------------------------------------------------------------- */

enum { SIDE = 20, CELLS = SIDE * SIDE };

static void shown_to(const astar_player *player, bool *seen) {
  for (int32_t i = 0; i < CELLS; i++) seen[i] = visible(player, i % SIDE, i / SIDE);
}

static void random_edit(astar_map *map) {
  int32_t x = random_below(SIDE), y = random_below(SIDE);
  astar_rect rect = { x, y, 1 + random_below(SIDE - x), 1 + random_below(SIDE - y) };
  if (rect.width * rect.height > 30) rect.width = rect.height = 1;
  CHECK(astar_map_fill(map, rect, random_terrain(40)) == ASTAR_OK);
}

/* Looks that were there through all edits show what looks made afterwards show. */
TEST(edits_are_seen_as_if_looked_at_anew) {
  for (EACH_CASE(seed, 40)) {
    astar_map *map = random_map(SIDE, SIDE, 25);
    astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
    struct { int32_t x, y, radius; } looks[6];
    for (int k = 0; k < 6; k++) {
      looks[k].x = random_below(SIDE);
      looks[k].y = random_below(SIDE);
      looks[k].radius = random_below(12);
      if (k % 2 || !new_unit(red, looks[k].x, looks[k].y, looks[k].radius))
        astar_player_see(red, looks[k].x, looks[k].y, looks[k].radius, NULL, NULL);
    }
    bool old[CELLS], new[CELLS];
    for (int edit = 0; edit < 30; edit++) {
      random_edit(map);
      shown_to(red, old);
      astar_player_end_sight(blue);
      for (int k = 0; k < 6; k++)
        astar_player_see(blue, looks[k].x, looks[k].y, looks[k].radius, NULL, NULL);
      shown_to(blue, new);
      CHECK(memcmp(old, new, sizeof old) == 0);
      for (int32_t c = 0; c < CELLS; c++)
        if (old[c])
          CHECK(astar_player_terrain(red, c % SIDE, c / SIDE) ==
                astar_map_get(map, c % SIDE, c / SIDE));
    }
    astar_map_free(map);
  }
}

/* ---- sharing --------------------------------------------------------------------------------- */

static void random_share_step(astar_map *map, astar_player **players, astar_unit **units) {
  int a = random_below(3), b = random_below(3), u = random_below(6);
  int32_t x = random_below(SIDE), y = random_below(SIDE);
  switch (random_below(8)) {
    case 0: if (a != b) astar_player_share(players[a], players[b], true); break;
    case 1: if (a != b) astar_player_share(players[a], players[b], false); break;
    case 2: astar_player_see(players[a], x, y, random_below(6), NULL, NULL); break;
    case 3: astar_player_end_sight(players[a]); break;
    case 4: random_edit(map); break;
    case 6: astar_player_set_fog(players[a], random_below(2)); break;
    case 5: if (units[u] != NULL) astar_unit_set_sight(units[u], random_below(9) - 1); break;
    default: if (units[u] != NULL) astar_unit_place(units[u], x, y); break;
  }
}

/* Whatever was shared in between: without it, a player sees what its own looks show. */
TEST(sharing_off_leaves_no_trace) {
  for (EACH_CASE(seed, 30)) {
    astar_map *map = random_map(SIDE, SIDE, 20);
    astar_player *players[3] = { new_player(map, "a"), new_player(map, "b"), new_player(map, "c") };
    astar_unit *units[6];
    for (int u = 0; u < 6; u++)
      units[u] = new_unit(players[u % 3], random_below(SIDE), random_below(SIDE), 4);
    for (int step = 0; step < 200; step++) random_share_step(map, players, units);
    for (int a = 0; a < 3; a++) astar_player_end_sight(players[a]);
    for (int a = 0; a < 3; a++) astar_player_set_fog(players[a], true);
    for (int a = 0; a < 9; a++)
      if (a / 3 != a % 3) astar_player_share(players[a / 3], players[a % 3], false);
    for (int a = 0; a < 3; a++) {
      astar_player *judge = new_player(map, "judge");
      bool seen[CELLS], right[CELLS];
      shown_to(players[a], seen);
      for (int u = a; u < 6; u += 3) {
        if (units[u] == NULL || astar_unit_sight(units[u]) < 0) continue;
        astar_cell at = astar_unit_cell(units[u]);
        astar_player_see(judge, at.x, at.y, astar_unit_sight(units[u]), NULL, NULL);
      }
      shown_to(judge, right);
      CHECK(memcmp(seen, right, sizeof seen) == 0);
      astar_player_remove(judge);
    }
    for (int u = 0; u < 6; u++)
      if (units[u] != NULL) astar_unit_remove(units[u]);
    for (int a = 0; a < 3; a++) {
      bool seen[CELLS], none[CELLS] = { false };
      shown_to(players[a], seen);
      CHECK(memcmp(seen, none, sizeof seen) == 0);
    }
    astar_map_free(map);
  }
}

/* A player without fog, and with whom it shares, knows the map as it is after every step. */
TEST(without_fog_all_is_known) {
  for (EACH_CASE(seed, 20)) {
    astar_map *map = random_map(SIDE, SIDE, 20);
    astar_player *players[3] = { new_player(map, "a"), new_player(map, "b"), new_player(map, "c") };
    astar_unit *units[6];
    for (int u = 0; u < 6; u++)
      units[u] = new_unit(players[u % 3], random_below(SIDE), random_below(SIDE), 4);
    for (int step = 0; step < 100; step++) {
      random_share_step(map, players, units);
      for (int a = 0; a < 3; a++) {
        bool all = !astar_player_fog(players[a]);
        for (int b = 0; b < 3; b++)
          if (astar_player_shares(players[b], players[a]))
            all = all || !astar_player_fog(players[b]);
        for (int32_t c = 0; c < CELLS && all; c++) {
          int32_t x = c % SIDE, y = c / SIDE;
          CHECK(visible(players[a], x, y));
          CHECK(astar_player_terrain(players[a], x, y) == astar_map_get(map, x, y));
        }
      }
    }
    uint64_t before = astar_map_hash(map);
    astar_player *judge = new_player(map, "judge");
    CHECK(astar_player_set_fog(judge, false) == ASTAR_OK);
    astar_player_share(judge, players[0], true);
    astar_player_remove(judge);
    for (int u = 0; u < 6; u++)
      if (units[u] != NULL) astar_unit_remove(units[u]);
    for (int a = 0; a < 3; a++) {
      CHECK(astar_player_end_sight(players[a]) == ASTAR_OK);
      CHECK(astar_player_set_fog(players[a], true) == ASTAR_OK && astar_player_fog(players[a]));
    }
    bool seen[CELLS], none[CELLS] = { false };
    for (int a = 0; a < 3; a++) {
      shown_to(players[a], seen);
      CHECK(memcmp(seen, none, sizeof seen) == 0);
    }
    CHECK(astar_map_hash(map) != before);
    astar_map_free(map);
  }
}

TEST(fog_is_part_of_the_hash) {
  astar_map *map = open_map(4, 4);
  astar_player *red = new_player(map, "red");
  CHECK(astar_player_see(red, 1, 1, 9, NULL, NULL) == ASTAR_OK);
  uint64_t with = astar_map_hash(map);
  CHECK(astar_player_set_fog(red, false) == ASTAR_OK);
  CHECK(astar_map_hash(map) != with);
  CHECK(astar_player_set_fog(red, true) == ASTAR_OK);
  CHECK(astar_map_hash(map) == with);
  astar_map_free(map);
}

TEST(a_removed_player_takes_its_looks_along) {
  astar_map *map = open_map(9, 9);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_player_share(red, blue, true);
  astar_player_share(blue, red, true);
  CHECK(new_unit(red, 1, 1, 2) != NULL);
  astar_player_see(red, 7, 7, 2, NULL, NULL);
  CHECK(visible(blue, 1, 2) && visible(blue, 7, 8));
  astar_player_remove(red);
  CHECK(!visible(blue, 1, 2) && !visible(blue, 7, 8));
  CHECK(astar_unit_at(map, 1, 1) == NULL && astar_unit_next(map, NULL) == NULL);
  astar_player *again = new_player(map, "red");
  astar_player_see(blue, 4, 4, 1, NULL, NULL);
  CHECK(astar_player_knows(again, 4, 4) == ASTAR_UNSEEN);
  astar_map_free(map);
}

TEST(names_and_numbers_of_players) {
  astar_map *map = open_map(3, 3);
  astar_status why;
  char name[80];
  for (int i = 0; i < 64; i++) {
    snprintf(name, sizeof name, "player %d", i);
    CHECK(strcmp(astar_player_name(new_player(map, name)), name) == 0);
  }
  CHECK(astar_player_new(map, "one more", &why) == NULL && why == ASTAR_LIMIT);
  CHECK(astar_player_new(map, "player 7", &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_player_new(map, "", &why) == NULL && why == ASTAR_INVALID);
  memset(name, 'x', 64);
  name[64] = 0;
  CHECK(astar_player_new(map, name, &why) == NULL && why == ASTAR_INVALID);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
