/*
** Saved maps as bytes in sections, for the kinds of torture that change them: maps with something
** of everything on them, finding the sections, changing and repairing them.
*/
#ifndef FUZZ_SAVED_H
#define FUZZ_SAVED_H

#include "check.h"

#include "core/save/save.h"

enum { FILE_MAX = 16384, SECTIONS_MAX = 200 };

typedef struct Bytes {
  uint8_t *at;
  size_t size;
} Bytes;

static inline void must(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "found: %s\n", what);
  abort();
}

/* ---- maps to begin with ---------------------------------------------------------------------- */

static inline Bytes saved(astar_map *map) {
  Bytes bytes = { NULL, 0 };
  must(astar_map_save(map, NULL, 0, &bytes.size) == ASTAR_OK, "a map cannot be saved");
  bytes.at = malloc(bytes.size);
  must(bytes.at != NULL, "no memory");
  astar_map_save(map, bytes.at, bytes.size, &bytes.size);
  return bytes;
}

static inline astar_map *load(const uint8_t *bytes, size_t size, astar_status *why) {
  return astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, why);
}

static inline astar_cell some_cell(const astar_map *map) {
  int32_t x = random_below(astar_map_width(map)), y = random_below(astar_map_height(map));
  return (astar_cell){ x, y };
}

static inline void add_unit(astar_map *map, astar_player *player, astar_class *cls) {
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  astar_cell at = some_cell(map);
  desc.x = at.x;
  desc.y = at.y;
  desc.cls = cls;
  desc.speed = 300 + random_below(900);
  desc.sight = random_below(5) - 1;
  desc.avoidance = (astar_avoidance)random_below(4);
  desc.priority = random_below(2) ? random_below(16) : 0;
  astar_unit *unit = astar_unit_new(player, &desc, &why);
  if (unit == NULL) return;
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.unit = unit;
  at = some_cell(map);
  path = astar_path_find(map, desc.x, desc.y, (astar_rect){ at.x, at.y, 1, 1 }, &query, &why);
  if (path != NULL) astar_unit_follow_path(unit, path, random_below(3) ? NULL : &query);
  astar_path_free(map, path);
  query.explain = true;
  if (random_below(2))
    astar_queue_request(map, ASTAR_AT_UNIT, 0, (astar_rect){ at.x, at.y, 1, 1 }, &query, 1, &why);
}

/* A map that is computed from two others. */
static inline void add_recipe(astar_map *map, astar_influence *danger) {
  astar_status why;
  astar_weighted terms[2] = { { danger, ASTAR_ONE }, { danger, -ASTAR_ONE } };
  terms[1].influence = astar_influence_new(map, "smell", 0, &why);
  astar_recipe recipe = { .kind = ASTAR_RECIPE_SUM, .terms = terms, .term_count = 2,
                          .least = -100, .greatest = 100, .scale = 1 };
  must(astar_influence_derive(map, "fear", 0, &recipe, &why) != NULL, "a recipe is refused");
  recipe = (astar_recipe){ .kind = ASTAR_RECIPE_HISTORY, .terms = terms, .term_count = 1,
                           .greatest = 100, .scale = 1, .half_life = 5 };
  must(astar_influence_derive(map, "past", 0, &recipe, &why) != NULL, "a history is refused");
  astar_map_tick(map, NULL, NULL);
}

/* Links, one of which is closed and one removed where nobody sees them. Paths lead over the rest. */
static inline void add_links(astar_map *map, astar_class *cls) {
  astar_link *links[6];
  int count = 0;
  astar_status why;
  for (int i = 0; i < 6; i++) {
    astar_link_desc desc = astar_link_default();
    desc.from = some_cell(map);
    desc.to = some_cell(map);
    desc.cost = 1 + random_below(20);
    desc.one_way = random_below(2);
    desc.classes = &cls;
    desc.class_count = i == 0;
    links[count] = astar_link_new(map, &desc, &why);
    count += links[count] != NULL;
  }
  if (count > 1) astar_link_set_open(links[0], false);
  if (count > 2) astar_link_remove(links[1]);
}

/* Of some units, and of a path that has become costlier. */
static inline void add_watches(astar_map *map, const astar_query *query) {
  astar_status why;
  astar_watch_desc desc = astar_watch_default();
  astar_path *path = NULL;
  int count = 0;
  for (desc.unit = astar_unit_next(map, NULL); desc.unit != NULL && count < 3;
       desc.unit = astar_unit_next(map, desc.unit)) {
    desc.follow = count++ % 2;
    astar_watch_new(map, &desc, &why);
  }
  desc = astar_watch_default();
  path = astar_path_find(map, 0, 0, (astar_rect){ 1, 0, 2, 3 }, query, &why);
  desc.path = path;
  desc.query = query;
  if (path != NULL) astar_watch_new(map, &desc, &why);
  astar_path_free(map, path);
}

/* Two floors, with stairs that a unit takes. */
static inline astar_map *seed_levels(void) {
  astar_level levels[2] = { { "ground", { 0, 0, 4 + random_below(3), 3 } },
                            { "upper", { 0, 0, 2 + random_below(2), 2 } } };
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.levels = levels;
  desc.level_count = 2;
  must(astar_levels_arrange(levels, 2, &desc.width, &desc.height) == ASTAR_OK, "levels are refused");
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  astar_player *red = new_player(map, "red");
  astar_influence *danger = astar_influence_new(map, "danger", 700, &why);
  astar_influence_add(danger, 2, 1, 90, 9, ASTAR_FALLOFF_LINEAR);
  astar_link_desc stairs = { .from = { 3, 0 }, .to = { 0, 4 }, .cost = 9 };
  must(astar_link_new(map, &stairs, &why) != NULL, "stairs are refused");
  astar_player_reveal(red);
  add_unit(map, red, astar_map_class(map));
  for (int i = random_below(9); i > 0; i--) astar_map_tick(map, NULL, NULL);
  return map;
}

/* Hexagons, on which a unit goes. */
static inline astar_map *seed_hexagons(void) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.grid = random_below(2) ? ASTAR_GRID_HEX : ASTAR_GRID_FLAT_HEX;
  desc.width = 4 + random_below(5);
  desc.height = 3 + random_below(4);
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  astar_player *red = new_player(map, "red");
  astar_influence *danger = astar_influence_new(map, "danger", 700, &why);
  astar_influence_add(danger, 2, 1, 90, 2, ASTAR_FALLOFF_LINEAR);
  astar_player_reveal(red);
  add_unit(map, red, astar_map_class(map));
  for (int i = random_below(9); i > 0; i--) astar_map_tick(map, NULL, NULL);
  return map;
}

/* Rows with a corridor, in which units meet. */
static inline astar_map *seed_map(uint64_t seed) {
  random_seed(seed);
  if (seed % 5 == 4) return seed_levels();
  if (seed % 5 == 3) return seed_hexagons();
  astar_map *map = random_map(5 + random_below(14), 3 + random_below(8), 15);
  int32_t width = astar_map_width(map);
  for (int32_t x = 2; x < width - 2 && seed % 2; x++)
    for (int32_t y = 0; y < astar_map_height(map); y++) astar_map_set(map, x, y, y == 1 ? OPEN : WALL);
  if (seed % 5 == 2) astar_terrain_set_slope(map, OPEN, (astar_slope){ 3, -9, 4 });
  int32_t costs[] = { 0, 12, 0, ASTAR_TERRAIN_DEFAULT };
  astar_class_desc desc = { costs, 4, 9, 1 + (int32_t)(seed % 2), ASTAR_DIAGONAL_ALWAYS,
                            (int32_t)(seed % 7), -2, ASTAR_ONE / 2 };
  astar_status why;
  astar_class *cls = astar_class_new(map, &desc, &why);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_influence *danger = astar_influence_new(map, "danger", 700, &why);
  astar_influence_add(danger, width / 2, 1, 90, 2, ASTAR_FALLOFF_LINEAR);
  astar_player_share(red, blue, true);
  astar_player_reveal(red);
  astar_player_set_fog(new_player(map, "green"), false);
  if (seed % 2 == 0) add_links(map, cls);
  if (seed % 3 == 1) astar_player_set_traffic(red, 1 + seed % 9);
  for (int i = 0; i < 7; i++)
    add_unit(map, i % 2 ? red : blue, i % 3 ? astar_map_class(map) : cls);
  astar_weighted weight = { danger, 2048 };
  astar_query query = astar_query_default();
  query.player = red;
  query.influences = &weight;
  query.influence_count = 1;
  astar_queue_request(map, 0, 0, (astar_rect){ 1, 1, 2, 1 }, &query, 0, &why);
  astar_cell cells[2] = { some_cell(map), some_cell(map) };
  astar_target target = { .wanted = 1, .cells = cells, .cell_count = 2 };
  astar_queue_request_nearest(map, 0, 0, &target, &query, 0, &why);
  if (seed % 3 == 0) find_landmarks(map, &query);
  if (seed % 3 == 1) find_dead_ends(map, &query);
  for (int32_t x = 0; x < 2; x++) astar_map_set(map, x, 1, BUSH);   /* since tables were made */
  if (seed % 4 == 2) add_recipe(map, danger);
  if (seed % 2) add_watches(map, &query);
  for (int i = random_below(9); i > 0; i--) astar_map_tick(map, NULL, NULL);
  astar_player_see(blue, 0, 0, 3, NULL, NULL);
  astar_influence_add(danger, 1, 1, 9, 1, ASTAR_FALLOFF_NONE);
  return map;
}

static inline Bytes seed_bytes(uint64_t seed) {
  astar_map *map = seed_map(seed);
  Bytes bytes = saved(map);
  astar_map_free(map);
  return bytes;
}

/* ---- sections -------------------------------------------------------------------------------- */

typedef struct Section {
  size_t at, size;                  /* the tag included */
} Section;

static inline size_t number_at(const uint8_t *bytes) {
  return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/* The sections before the last one. */
static inline int find_sections(const uint8_t *bytes, size_t size, Section *sections) {
  int count = 0;
  size_t at = SAVE_HEAD_BYTES;
  while (size >= SAVE_END_BYTES && at + SAVE_SECTION_BYTES <= size - SAVE_END_BYTES &&
         count < SECTIONS_MAX) {
    size_t length = number_at(bytes + at + SAVE_TAG_BYTES) + SAVE_SECTION_BYTES;
    if (length > size - SAVE_END_BYTES - at) break;
    sections[count++] = (Section){ at, length };
    at += length;
  }
  return count;
}

static inline void put_length(uint8_t *section, size_t length) {
  length -= SAVE_SECTION_BYTES;
  for (int i = 0; i < 4; i++) section[SAVE_TAG_BYTES + i] = (uint8_t)(length >> 8 * i);
}

static inline void repair_sum(uint8_t *bytes, size_t size) {
  if (size < SAVE_HEAD_BYTES + SAVE_END_BYTES) return;
  uint64_t sum = astar_checksum(bytes, size - SAVE_END_BYTES);
  for (int i = 0; i < 8; i++) bytes[size - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

static const int64_t odd_numbers[] = { 0, 1, -1, 2, 127, 128, 254, 255, 256, 1023, 1024, 65535,
  65536, 1 << 28, INT32_MAX, INT32_MIN, 3, 4, 5, 6, 8, 10, 12, 15, 32, 33, 63, 64, 65 };
enum { ODD_NUMBERS = sizeof odd_numbers / sizeof *odd_numbers };

/* Replaces a span of the bytes by another one, at most as large as there is room for. */
static inline size_t replace(Bytes bytes, size_t room, Section span, Bytes with) {
  if (bytes.size - span.size + with.size > room) return bytes.size;
  uint8_t copy[FILE_MAX];
  memcpy(copy, with.at, with.size);
  memmove(bytes.at + span.at + with.size, bytes.at + span.at + span.size,
          bytes.size - span.at - span.size);
  memcpy(bytes.at + span.at, copy, with.size);
  return bytes.size - span.size + with.size;
}

/* A section takes some bytes from another of its sort, such as a unit's place. */
static inline void copy_between(uint8_t *bytes, Section one, Section other, size_t at) {
  size_t count = at + 16 <= one.size ? 16 : one.size - at;
  if (memcmp(bytes + one.at, bytes + other.at, SAVE_TAG_BYTES) == 0 && at + count <= other.size)
    memcpy(bytes + one.at + at, bytes + other.at + at, count);
}

#endif
