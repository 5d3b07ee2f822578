/* Removals without Lua: a search or ticket that has ended still gives its path, with what explains
** it, after everything that its query names is gone. One that has not ended is cancelled. */
#include "check.h"

enum { SIDE = 40, MAPS = 40, WANTED = 3 };

typedef struct Scene {
  astar_map *map;
  astar_player *red;
  astar_unit *unit, *other;
  astar_influence *maps[MAPS];
} Scene;

static const astar_cell goals[WANTED] = { { 30, 3 }, { 39, 39 }, { 3, 30 } };

/* More influence maps than may count, all but a few of them 0 everywhere. */
static Scene new_scene(bool weighted) {
  astar_status why;
  random_seed(11);
  Scene scene = { .map = open_map(SIDE, SIDE) };
  for (int i = 0; i < SIDE * SIDE / 4; i++)
    astar_map_set(scene.map, random_below(SIDE), random_below(SIDE), weighted ? BUSH : OPEN);
  scene.red = new_player(scene.map, "red");
  CHECK(astar_player_reveal(scene.red) == ASTAR_OK);
  scene.unit = new_unit(scene.red, 0, 0, 3);
  scene.other = new_unit(scene.red, 20, 20, 3);
  for (int i = 0; i < MAPS; i++) {
    char name[16];
    snprintf(name, sizeof name, "map %d", i);
    scene.maps[i] = astar_influence_new(scene.map, name, ASTAR_ONE, &why);
    if (i % 9 == 0)
      CHECK(astar_influence_add(scene.maps[i], 15, 15 + i / 3, 30, 9, ASTAR_FALLOFF_LINEAR) ==
            ASTAR_OK);
  }
  return scene;
}

/* ---- removals -------------------------------------------------------------------------------- */

static void remove_unit(Scene *scene) {
  astar_unit_remove(scene->unit);
}

static void remove_player(Scene *scene) {
  astar_player_remove(scene->red);
}

static void remove_influence(Scene *scene) {
  astar_influence_remove(scene->maps[9]);
}

static void remove_all(Scene *scene) {
  for (int i = 0; i < MAPS; i++) astar_influence_remove(scene->maps[i]);
  astar_player_remove(scene->red);
}

/* What comes into the memory of the others is not taken for them. */
static void replace_all(Scene *scene) {
  Scene fresh = *scene;
  astar_status why;
  remove_all(scene);
  for (int i = 0; i < MAPS; i++) {
    fresh.maps[i] = astar_influence_new(scene->map, "another", ASTAR_ONE, &why);
    if (i == 0) CHECK(why == ASTAR_OK);
  }
  fresh.red = new_player(scene->map, "blue");
  fresh.unit = new_unit(fresh.red, 0, 0, 3);
}

typedef void (*Removal)(Scene *scene);

static const Removal removals[] = {
  remove_unit, remove_player, remove_influence, remove_all, replace_all,
};

enum { REMOVALS = sizeof removals / sizeof *removals };

/* ---- what is asked --------------------------------------------------------------------------- */

/* Every influence map, each at its own weight. */
static astar_query explained(const Scene *scene) {
  astar_query query = astar_query_default();
  query.unit = scene->unit;
  query.explain = true;
  return query;
}

static astar_search *ask_path(Scene *scene) {
  astar_status why;
  astar_query query = explained(scene);
  return astar_search_new(scene->map, 0, 0, (astar_rect){ 39, 39, 1, 1 }, &query, &why);
}

static astar_search *ask_plain(Scene *scene) {
  astar_status why;
  astar_query query = explained(scene);
  query.engine = ASTAR_ENGINE_ASTAR;
  return astar_search_new(scene->map, 0, 0, (astar_rect){ 39, 39, 1, 1 }, &query, &why);
}

static astar_search *ask_turns(Scene *scene) {
  astar_status why;
  astar_query query = explained(scene);
  query.turn_cost = 3;
  return astar_search_new(scene->map, 0, 0, (astar_rect){ 39, 39, 1, 1 }, &query, &why);
}

static astar_search *ask_nearest(Scene *scene) {
  astar_status why;
  astar_query query = explained(scene);
  astar_target target = { .cells = goals, .cell_count = WANTED, .wanted = WANTED };
  return astar_nearest_new(scene->map, 0, 0, &target, &query, &why);
}

typedef astar_search *(*Question)(Scene *scene);

static const Question questions[] = { ask_path, ask_plain, ask_turns, ask_nearest };

enum { QUESTIONS = sizeof questions / sizeof *questions };

static astar_path *take(const astar_search *search, int32_t number) {
  void *memory = malloc(astar_search_path_size(search, number));
  return astar_search_path(search, number, memory);
}

static bool same_path(const astar_path *a, const astar_path *b) {
  return astar_path_bytes(a) == astar_path_bytes(b) && memcmp(a, b, astar_path_bytes(a)) == 0;
}

/* What explains a path adds up to its cost. */
static bool adds_up(const astar_path *path) {
  int32_t parts[MAPS];
  int64_t sum = 0;
  for (int32_t i = 1; i < astar_path_length(path); i++) {
    astar_step_cost step = astar_path_explain(path, i, parts);
    sum += step.terrain + step.claims + step.extra + step.turn + step.floor + step.changed;
    for (int n = 0; n < astar_path_influences(path); n++) sum += parts[n];
  }
  return sum == astar_path_cost(path) && astar_path_influences(path) == MAPS;
}

static bool has_names(const astar_path *path) {
  return strcmp(astar_path_influence(path, 0), "map 0") == 0 &&
         strcmp(astar_path_influence(path, MAPS - 1), "map 39") == 0 &&
         astar_path_influence(path, MAPS) == NULL && astar_path_influence(path, -1) == NULL;
}

static void check_kept(astar_search *search, Scene *scene, Removal removal) {
  astar_path *before = take(search, 0);
  CHECK(adds_up(before));
  removal(scene);
  astar_path *after = take(search, 0);
  CHECK(same_path(before, after) && adds_up(after) && has_names(after));
  free(before);
  free(after);
}

TEST(an_ended_search_keeps_its_path) {
  for (int i = 0; i < 2 * QUESTIONS * REMOVALS; i++) {
    Scene scene = new_scene(i % 2);
    astar_search *search = questions[i / 2 % QUESTIONS](&scene);
    CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
    check_kept(search, &scene, removals[i / 2 / QUESTIONS]);
    astar_search_free(search);
    astar_map_free(scene.map);
  }
}

TEST(the_nearest_of_many_all_keep_theirs) {
  for (int i = 0; i < REMOVALS; i++) {
    Scene scene = new_scene(true);
    astar_path *before[WANTED];
    astar_search *search = ask_nearest(&scene);
    CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
    CHECK(astar_search_found(search) == WANTED);
    for (int n = 0; n < WANTED; n++) before[n] = take(search, n);
    removals[i](&scene);
    for (int n = WANTED - 1; n >= 0; n--) {
      astar_path *after = take(search, n);
      CHECK(same_path(before[n], after) && adds_up(after) && has_names(after));
      free(before[n]);
      free(after);
    }
    astar_search_free(search);
    astar_map_free(scene.map);
  }
}

TEST(a_search_under_way_is_cancelled) {
  for (int i = 0; i < 2 * QUESTIONS * REMOVALS; i++) {
    Scene scene = new_scene(i % 2);
    astar_search *search = questions[i / 2 % QUESTIONS](&scene);
    CHECK(astar_search_step(search, 5) == ASTAR_RUNNING);
    removals[i / 2 / QUESTIONS](&scene);
    CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_CANCELLED);
    CHECK(astar_search_path_size(search, 0) == 0 && astar_search_found(search) == 0);
    astar_search_free(search);
    astar_map_free(scene.map);
  }
}

/* A player may have no units. */
TEST(a_search_for_a_player_alone_is_cancelled) {
  astar_status why;
  Scene scene = new_scene(true);
  astar_query query = astar_query_default();
  query.player = new_player(scene.map, "judge");
  CHECK(astar_player_reveal(query.player) == ASTAR_OK);
  astar_search *search =
    astar_search_new(scene.map, 0, 0, (astar_rect){ 39, 39, 1, 1 }, &query, &why);
  CHECK(astar_search_step(search, 5) == ASTAR_RUNNING);
  astar_player_remove(query.player);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_CANCELLED);
  astar_search_free(search);
  astar_map_free(scene.map);
}

static astar_ticket *request(Scene *scene) {
  astar_status why;
  astar_query query = explained(scene);
  return astar_queue_request(scene->map, 0, 0, (astar_rect){ 39, 39, 1, 1 }, &query, 0, &why);
}

TEST(an_ended_ticket_keeps_its_path) {
  for (int i = 0; i < 2 * REMOVALS; i++) {
    Scene scene = new_scene(i % 2), kept = new_scene(i % 2);
    astar_ticket *ticket = request(&scene), *expected = request(&kept);
    CHECK(astar_queue_work(scene.map, 100000, 1, NULL) == ASTAR_OK);
    CHECK(astar_queue_work(kept.map, 100000, 2, NULL) == ASTAR_OK);
    removals[i / 2](&scene);
    astar_path *path = take(astar_ticket_search(ticket), 0);
    astar_path *same = take(astar_ticket_search(expected), 0);
    CHECK(astar_ticket_status(ticket) == ASTAR_OK && same_path(path, same) && has_names(path));
    free(path);
    free(same);
    astar_map_free(scene.map);
    astar_map_free(kept.map);
  }
}

/* It names its unit, and so the unit's player. Without a list it names no influence map: one that
** is removed before it is under way is not missed. */
TEST(a_ticket_that_waits_is_cancelled) {
  for (int i = 0; i < 2 * REMOVALS; i++) {
    Scene scene = new_scene(true);
    astar_ticket *ticket = request(&scene);
    bool begun = i % 2 == 1;
    if (begun) CHECK(astar_queue_work(scene.map, 80, 1, NULL) == ASTAR_OK);
    CHECK(astar_ticket_status(ticket) == ASTAR_RUNNING);
    removals[i / 2](&scene);
    CHECK(astar_queue_work(scene.map, 100000, 1, NULL) == ASTAR_OK);
    bool kept = removals[i / 2] == remove_influence && !begun;
    CHECK(astar_ticket_status(ticket) == (kept ? ASTAR_OK : ASTAR_CANCELLED));
    astar_map_free(scene.map);
  }
}

/* With nothing to step over there is nothing to record; the names are there. */
TEST(a_path_of_one_cell_is_explained) {
  astar_status why;
  Scene scene = new_scene(true);
  astar_query query = explained(&scene);
  astar_search *search =
    astar_search_new(scene.map, 0, 0, (astar_rect){ 0, 0, 1, 1 }, &query, &why);
  CHECK(astar_search_step(search, 1) == ASTAR_OK);
  remove_all(&scene);
  astar_path *path = take(search, 0);
  CHECK(astar_path_length(path) == 1 && astar_path_explained(path) && has_names(path));
  free(path);
  astar_search_free(search);
  astar_map_free(scene.map);
}

int main(void) { return run_tests(); }
