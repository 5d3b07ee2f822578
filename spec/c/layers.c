/* Influence maps against a plain array, and the world's geometry. */
#include <math.h>

#include "plain.h"

/* The macros of math.h are floats. */
static const double not_a_number = (double)NAN, infinity = (double)INFINITY;

enum { WIDTH = 53, HEIGHT = 39, CELLS = WIDTH * HEIGHT };

static astar_influence *new_influence(astar_map *map, const char *name) {
  astar_status why;
  astar_influence *influence = astar_influence_new(map, name, 1024, &why);
  CHECK(influence != NULL && why == ASTAR_OK);
  return influence;
}

static int64_t sum_of(const astar_influence *influence) {
  int64_t sum = 0;
  for (int32_t i = 0; i < CELLS; i++)
    sum += astar_influence_get(influence, i % WIDTH, i / WIDTH);
  return sum;
}

TEST(an_influence_map_is_an_array) {
  for (EACH_CASE(seed, 20)) {
    astar_map *map = open_map(WIDTH, HEIGHT);
    plain_try(map, 60);
    astar_map_free(map);
  }
}

/* ---- influence ------------------------------------------------------------------------------- */

TEST(spreading_conserves_the_sum_and_the_range) {
  for (EACH_CASE(seed, 30)) {
    astar_map *map = open_map(WIDTH, HEIGHT);
    astar_influence *influence = new_influence(map, "smell");
    for (int32_t i = 0; i < CELLS; i++) {
      int32_t extreme = random_below(2) ? MOST - random_below(40) : -MOST + random_below(40);
      if (seed % 3 == 0) extreme = MOST - random_below(20);
      if (random_below(8)) astar_influence_set(influence, i % WIDTH, i / WIDTH, extreme);
    }
    int64_t sum = sum_of(influence);
    for (int i = 0; i < 12; i++) {
      CHECK(astar_influence_spread(influence, i % 3 ? 1024 : random_below(1025)) == ASTAR_OK);
      CHECK(sum_of(influence) == sum);
      for (int32_t c = 0; c < CELLS; c++)
        CHECK(abs(astar_influence_get(influence, c % WIDTH, c / WIDTH)) <= MOST);
    }
    astar_map_free(map);
  }
}

TEST(decay_comes_to_an_end) {
  astar_map *map = open_map(WIDTH, HEIGHT);
  uint64_t empty;
  astar_influence *influence = new_influence(map, "deaths");
  empty = astar_map_hash(map);
  astar_influence_add(influence, 20, 20, MOST, 9, ASTAR_FALLOFF_LINEAR);
  astar_influence_add(influence, 50, 3, -MOST, 4, ASTAR_FALLOFF_NONE);
  for (int i = 0; i < 8000; i++) astar_influence_decay(influence, 1023);
  CHECK(sum_of(influence) == 0 && astar_map_hash(map) == empty);
  astar_map_free(map);
}

TEST(narrow_maps_spread_too) {
  const struct { int32_t width, height; } sizes[] = { { 1, 1 }, { 1, 40 }, { 40, 1 }, { 2, 17 } };
  for (int i = 0; i < 4; i++) {
    astar_map *map = open_map(sizes[i].width, sizes[i].height);
    astar_influence *influence = new_influence(map, "a");
    astar_influence_set(influence, 0, 0, 8000);
    for (int k = 0; k < 50; k++) astar_influence_spread(influence, 700);
    int64_t sum = 0;
    for (int32_t y = 0; y < sizes[i].height; y++)
      for (int32_t x = 0; x < sizes[i].width; x++) sum += astar_influence_get(influence, x, y);
    CHECK(sum == 8000);
    astar_map_free(map);
  }
}

TEST(what_influence_maps_refuse) {
  astar_map *map = open_map(WIDTH, HEIGHT);
  astar_status why;
  astar_influence *influence = new_influence(map, "danger");
  uint64_t before = astar_map_hash(map);
  CHECK(astar_influence_new(map, "danger", 0, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_influence_new(map, "", 0, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_influence_set(influence, WIDTH, 0, 1) == ASTAR_INVALID);
  CHECK(astar_influence_add(influence, 0, 0, 1, 256, ASTAR_FALLOFF_NONE) == ASTAR_INVALID);
  CHECK(astar_influence_add(influence, 0, 0, 1, -1, ASTAR_FALLOFF_NONE) == ASTAR_INVALID);
  CHECK(astar_influence_decay(influence, 1025) == ASTAR_INVALID);
  CHECK(astar_influence_decay(influence, -1) == ASTAR_INVALID);
  CHECK(astar_influence_spread(influence, 1025) == ASTAR_INVALID);
  CHECK(astar_influence_get(influence, -1, 0) == 0);
  CHECK(astar_map_hash(map) == before);
  astar_influence_remove(influence);
  CHECK(new_influence(map, "danger") != NULL);
  astar_map_free(map);
}

/* ---- the world ------------------------------------------------------------------------------- */

static astar_map *world_map(astar_projection projection) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = 30;
  desc.height = 20;
  desc.projection = projection;
  desc.origin_x = -70.5;
  desc.origin_y = 33;
  desc.cell_width = 32;
  desc.cell_height = 20;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  define_terrains(map);
  return map;
}

TEST(centers_lie_in_their_cells) {
  for (int projection = 0; projection < 2; projection++) {
    astar_map *map = world_map((astar_projection)projection);
    for (int32_t y = -2; y < 22; y++)
      for (int32_t x = -2; x < 32; x++) {
        double wx, wy;
        astar_cell cell;
        astar_map_center(map, x, y, &wx, &wy);
        bool inside = x >= 0 && y >= 0 && x < 30 && y < 20;
        CHECK(astar_map_cell_at(map, wx, wy, &cell) == inside);
        if (inside) CHECK(cell.x == x && cell.y == y);
      }
    astar_cell cell;
    CHECK(!astar_map_cell_at(map, not_a_number, 40, &cell));
    CHECK(!astar_map_cell_at(map, 1e300, 40, &cell));
    CHECK(!astar_map_cell_at(map, -infinity, 40, &cell));
    CHECK(!astar_map_cell_at(map, 0, -1e18, &cell));
    astar_map_free(map);
  }
}

/* Points sown over the disc: each cell that holds one is covered, and covered cells are near. */
TEST(a_circle_covers_what_it_overlaps) {
  for (EACH_CASE(seed, 30)) {
    int i = (int)seed - 1;
    astar_map *map = world_map(i % 2 ? ASTAR_ISOMETRIC : ASTAR_SQUARE);
    double cx, cy, radius = random_below(120);
    int32_t changed = -1, covered = 0;
    astar_map_center(map, random_below(30), random_below(20), &cx, &cy);
    cx += random_below(20);
    CHECK(astar_map_block_circle(map, cx, cy, radius, WALL, &changed) == ASTAR_OK);
    for (double dx = -radius; dx <= radius; dx += 1.5)
      for (double dy = -radius; dy <= radius; dy += 1.5) {
        astar_cell cell;
        if (dx * dx + dy * dy >= radius * radius) continue;
        if (astar_map_cell_at(map, cx + dx, cy + dy, &cell))
          CHECK(astar_map_get(map, cell.x, cell.y) == WALL);
      }
    for (int32_t c = 0; c < 600; c++) {
      double wx, wy;
      if (astar_map_get(map, c % 30, c / 30) != WALL) continue;
      astar_map_center(map, c % 30, c / 30, &wx, &wy);
      CHECK(sqrt((wx - cx) * (wx - cx) + (wy - cy) * (wy - cy)) < radius + 19);
      covered++;
    }
    CHECK(covered == changed);
    CHECK(astar_map_block_circle(map, cx, cy, radius, WALL, &changed) == ASTAR_OK && changed == 0);
    astar_map_free(map);
  }
}

TEST(what_circles_refuse) {
  astar_map *map = world_map(ASTAR_SQUARE);
  uint64_t before = astar_map_hash(map);
  int32_t changed;
  CHECK(astar_map_block_circle(map, 0, 0, -1, WALL, NULL) == ASTAR_INVALID);
  CHECK(astar_map_block_circle(map, not_a_number, 0, 1, WALL, NULL) == ASTAR_INVALID);
  CHECK(astar_map_block_circle(map, 0, 0, infinity, WALL, NULL) == ASTAR_INVALID);
  CHECK(astar_map_block_circle(map, 0, 0, 1, 9, NULL) == ASTAR_INVALID);
  CHECK(astar_map_block_circle(map, -1e200, 1e200, 5, WALL, &changed) == ASTAR_OK && changed == 0);
  CHECK(astar_map_hash(map) == before);
  astar_map_free(map);
}

TEST(points_along_a_path) {
  astar_map *map = world_map(ASTAR_SQUARE);
  astar_path *path = NULL;
  double wx, wy, at_end = 4 * sqrt(32 * 32 + 20 * 20) + 3 * 32, sx, sy;
  astar_query query = astar_query_default();
  astar_status why;
  path = astar_path_find(map, 1, 1, (astar_rect){ 8, 5, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(fabs(astar_path_distance(map, path) - at_end) < 1e-9);
  astar_map_center(map, 1, 1, &sx, &sy);
  astar_path_point(map, path, -5, &wx, &wy);
  CHECK(wx == sx && wy == sy);
  astar_path_point(map, path, not_a_number, &wx, &wy);
  CHECK(wx == sx && wy == sy);
  astar_path_point(map, path, 1e9, &wx, &wy);
  astar_map_center(map, 8, 5, &sx, &sy);
  CHECK(wx == sx && wy == sy);
  double walked = 0, x = 0, y = 0;
  for (double d = 0; d <= at_end; d += at_end / 1000) {
    astar_path_point(map, path, d, &wx, &wy);
    if (d > 0) walked += sqrt((wx - x) * (wx - x) + (wy - y) * (wy - y));
    x = wx;
    y = wy;
  }
  CHECK(fabs(walked - at_end) < 1);
  astar_path_free(map, path);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
