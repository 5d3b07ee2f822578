/*
** The game's own pointers: each kind of object has one, which is NULL when the object is made and
** in a map that was loaded. Hashes, saved bytes and what the map does do not depend on them.
*/
#include "astar_graph.h"
#include "check.h"

static int marks[16];

/* NULL at first; then what was set, for this object alone. */
#define KEEPS(object, mark)                               \
  do {                                                    \
    CHECK(astar_user_data(object) == NULL);               \
    astar_set_user_data(object, &marks[mark]);            \
    CHECK(astar_user_data(object) == &marks[mark]);       \
  } while (0)

static astar_rect cell(int32_t x, int32_t y) {
  return (astar_rect){ x, y, 1, 1 };
}

typedef struct Scene {
  astar_map *map;
  astar_player *red;
  astar_unit *unit, *other;
  astar_influence *danger;
  astar_link *link;
  astar_watch *watch;
} Scene;

static Scene new_scene(void) {
  astar_status why;
  Scene scene = { .map = open_map(20, 20) };
  scene.red = new_player(scene.map, "red");
  scene.unit = new_unit(scene.red, 1, 1, 3);
  scene.other = new_unit(scene.red, 5, 5, 3);
  scene.danger = astar_influence_new(scene.map, "danger", ASTAR_ONE, &why);
  astar_link_desc link = astar_link_default();
  link.from = (astar_cell){ 3, 3 };
  link.to = (astar_cell){ 15, 15 };
  link.cost = 10;
  scene.link = astar_link_new(scene.map, &link, &why);
  astar_watch_desc watch = astar_watch_default();
  watch.unit = scene.unit;
  scene.watch = astar_watch_new(scene.map, &watch, &why);
  CHECK(scene.danger != NULL && scene.link != NULL && scene.watch != NULL);
  return scene;
}

static void mark_scene(Scene *scene) {
  KEEPS(scene->map, 0);
  KEEPS(astar_map_class(scene->map), 1);
  KEEPS(scene->red, 2);
  KEEPS(scene->unit, 3);
  KEEPS(scene->other, 4);
  KEEPS(scene->danger, 5);
  KEEPS(scene->link, 6);
  KEEPS(scene->watch, 7);
}

TEST(each_object_has_its_own) {
  Scene scene = new_scene();
  mark_scene(&scene);
  CHECK(astar_user_data(scene.unit) == &marks[3]);
  CHECK(astar_user_data(astar_unit_at(scene.map, 5, 5)) == &marks[4]);
  CHECK(astar_user_data(astar_unit_player(scene.unit)) == &marks[2]);
  astar_set_user_data(scene.unit, NULL);
  CHECK(astar_user_data(scene.unit) == NULL);
  astar_map_free(scene.map);
}

TEST(results_have_one_too) {
  Scene scene = new_scene();
  astar_status why;
  astar_query query = astar_query_default();
  query.unit = scene.unit;
  astar_cell goal = { 9, 9 };
  astar_observer eye = { 2, 2, 4 };
  astar_ticket *ticket = astar_queue_request(scene.map, 1, 1, cell(9, 9), &query, 0, &why);
  KEEPS(ticket, 1);
  astar_field *field = astar_field_new(scene.map, &goal, 1, NULL, &why);
  KEEPS(field, 2);
  astar_areas *areas = astar_areas_new(scene.map, NULL, NULL, &why);
  KEEPS(areas, 3);
  astar_sight *sight = astar_sight_new(scene.map, &eye, 1, NULL, &why);
  KEEPS(sight, 4);
  CHECK(astar_queue_work(scene.map, 10000, 1, NULL) == ASTAR_OK);
  CHECK(astar_user_data(astar_ticket_next(scene.map)) == &marks[1]);
  astar_map_free(scene.map);
}

/* The memory of a search that was freed serves the next one. */
TEST(a_search_begins_without) {
  astar_map *map = open_map(9, 9);
  astar_status why;
  for (int i = 0; i < 3; i++) {
    astar_search *search = astar_search_new(map, 0, 0, cell(8, 8), NULL, &why);
    KEEPS(search, i);
    CHECK(astar_search_step(search, 1000) == ASTAR_OK);
    CHECK(astar_user_data(search) == &marks[i]);
    astar_search_free(search);
  }
  astar_map_free(map);
}

TEST(nothing_depends_on_it) {
  Scene plain = new_scene(), marked = new_scene();
  mark_scene(&marked);
  CHECK(astar_map_hash(plain.map) == astar_map_hash(marked.map));
  size_t size, other_size;
  void *bytes = saved_map(plain.map, &size), *other = saved_map(marked.map, &other_size);
  CHECK(size == other_size && memcmp(bytes, other, size) == 0);
  free(bytes);
  free(other);
  astar_map_free(plain.map);
  astar_map_free(marked.map);
}

TEST(a_loaded_map_has_none) {
  Scene scene = new_scene();
  mark_scene(&scene);
  size_t size;
  void *bytes = saved_map(scene.map, &size);
  CHECK(astar_user_data(scene.unit) == &marks[3]);         /* saving has left it alone */
  astar_status why;
  astar_map *map = astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
  free(bytes);
  CHECK(map != NULL && astar_user_data(map) == NULL);
  CHECK(astar_user_data(astar_map_class(map)) == NULL);
  CHECK(astar_user_data(astar_player_next(map, NULL)) == NULL);
  CHECK(astar_user_data(astar_influence_next(map, NULL)) == NULL);
  CHECK(astar_user_data(astar_link_next(map, NULL)) == NULL);
  CHECK(astar_user_data(astar_watch_next(map, NULL)) == NULL);
  for (astar_unit *one = astar_unit_next(map, NULL); one; one = astar_unit_next(map, one))
    CHECK(astar_user_data(one) == NULL);
  astar_map_free(map);
  astar_map_free(scene.map);
}

/* Orders and changes of hands leave a unit's pointer; a new unit in its place has none. */
TEST(it_stays_until_the_removal) {
  Scene scene = new_scene();
  mark_scene(&scene);
  astar_status why;
  astar_player *blue = new_player(scene.map, "blue");
  astar_class_desc desc = astar_class_default();
  astar_class *cls = astar_class_new(scene.map, &desc, &why);
  CHECK(astar_unit_set_player(scene.unit, blue) == ASTAR_OK);
  CHECK(astar_unit_set_class(scene.unit, cls) == ASTAR_OK);
  CHECK(astar_unit_place(scene.unit, 7, 7) == ASTAR_OK);
  CHECK(astar_map_tick(scene.map, NULL, NULL) == ASTAR_OK);
  CHECK(astar_user_data(scene.unit) == &marks[3]);
  CHECK(astar_user_data(astar_unit_watch(scene.unit)) == &marks[7]);
  astar_unit_remove(scene.unit);
  astar_unit *next = new_unit(blue, 7, 7, 3);
  CHECK(next != NULL && astar_user_data(next) == NULL);
  CHECK(astar_user_data(scene.other) == &marks[4]);
  astar_map_free(scene.map);
}

static int32_t count_up(void *user, int32_t x, int32_t y, int32_t terrain) {
  astar_map *map = user;
  (void)x, (void)y, (void)terrain;
  CHECK(astar_map_locked(map));
  astar_set_user_data(map, (int *)astar_user_data(map) + 1);
  return 0;
}

/* The lock is for what changes the map. */
TEST(a_callback_may_set_it) {
  astar_map *map = open_map(3, 1);
  astar_set_user_data(map, marks);
  astar_query query = astar_query_default();
  query.extra_cost = count_up;
  query.extra_user = map;
  astar_status why;
  astar_path *path = astar_path_find(map, 0, 0, cell(2, 0), &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK((int *)astar_user_data(map) > marks);
  astar_path_free(map, path);
  astar_map_free(map);
}

TEST(a_graph_and_its_fields_have_one) {
  astar_status why;
  astar_allocator allocator = { NULL, NULL };
  astar_graph *graph = astar_graph_new(allocator, &why);
  astar_node_desc node = astar_node_default();
  int32_t here = astar_graph_add_node(graph, &node, &why);
  uint64_t hash = astar_graph_hash(graph);
  KEEPS(graph, 1);
  astar_graph_field_desc desc = astar_graph_field_default();
  desc.goals = &here;
  desc.goal_count = 1;
  astar_graph_field *field = astar_graph_field_new(graph, &desc, &why);
  KEEPS(field, 2);
  CHECK(astar_graph_hash(graph) == hash);
  uint8_t bytes[256];
  size_t size = astar_graph_save(graph, bytes, sizeof bytes);
  CHECK(size <= sizeof bytes);
  astar_graph *loaded = astar_graph_load(bytes, size, allocator, 0, &why);
  CHECK(loaded != NULL && astar_user_data(loaded) == NULL);
  astar_graph_free(loaded);
  astar_graph_free(graph);
}

int main(void) { return run_tests(); }
