/*
** Graphs against a model: costs by Bellman and Ford's relaxation of all edges, paths by the rule as
** it is written in astar_graph.h, on random graphs that are edited, saved and loaded between the
** queries.
*/
#include "astar_graph.h"
#include "store.h"

enum { MOST_NODES = 40, MOST_EDGES = 160, MOST_EXTRAS = 6 };

static const uint64_t FAR = UINT64_MAX / 4;

typedef struct Model {
  astar_graph *graph;
  int32_t red, blue;
  astar_graph_query query;
  astar_graph_extra extras[MOST_EXTRAS];
} Model;

/* ---- what the rules say ---------------------------------------------------------------------- */

static int32_t extra_of(const Model *model, int32_t node, int32_t edge) {
  int32_t cost = 0;
  for (int32_t i = 0; i < model->query.extra_count; i++) {
    const astar_graph_extra *extra = &model->extras[i];
    bool is_it = node >= 0 ? extra->node == node : extra->node < 0 && extra->edge == edge;
    if (is_it) cost = extra->cost;
  }
  return cost;
}

/* The cost of entering a node; FAR: it cannot be entered. */
static uint64_t node_cost(const Model *model, int32_t node) {
  astar_node_desc desc;
  int32_t extra = extra_of(model, node, -1);
  if (extra < 0 || !astar_graph_node(model->graph, node, &desc)) return FAR;
  if (model->query.player >= 0 &&
      !astar_graph_player_node(model->graph, model->query.player, node, &desc))
    return (uint64_t)extra;
  return desc.closed ? FAR : (uint64_t)desc.cost + (uint64_t)extra;
}

/* The cost of the step over an edge from one node to another; FAR: there is none. */
static uint64_t step_cost(const Model *model, int32_t edge, int32_t from, int32_t to) {
  astar_edge_desc desc, known;
  int32_t extra = extra_of(model, -1, edge);
  if (!astar_graph_edge(model->graph, edge, &desc) || extra < 0) return FAR;
  bool leads = (desc.from == from && desc.to == to) ||
               (!desc.one_way && desc.from == to && desc.to == from);
  uint64_t enter = node_cost(model, to);
  if (!leads || enter == FAR) return FAR;
  if (model->query.player >= 0) {
    bool seen = astar_graph_player_edge(model->graph, model->query.player, edge, &known);
    if (!seen && model->query.unknown == 0) return FAR;
    if (!seen) return (uint64_t)model->query.unknown + (uint64_t)extra + enter;
    desc = known;
  }
  return desc.closed ? FAR : (uint64_t)desc.cost + (uint64_t)extra + enter;
}

static int32_t last_edge(const Model *model) {
  int32_t last = -1;
  for (int32_t edge = -1; (edge = astar_graph_next_edge(model->graph, edge)) >= 0;) last = edge;
  return last;
}

/* Costs from a start, or, backwards, to the nearest of the starts. */
static void model_costs(const Model *model, const int32_t *starts, int32_t count, bool backwards,
                        uint64_t *costs) {
  bool changed = true;
  int32_t last = last_edge(model);
  for (int32_t i = 0; i < MOST_NODES; i++) costs[i] = FAR;
  for (int32_t i = 0; i < count; i++) costs[starts[i]] = 0;
  while (changed) {
    changed = false;
    for (int32_t edge = 0; edge <= last; edge++) {
      astar_edge_desc desc;
      if (!astar_graph_edge(model->graph, edge, &desc)) continue;
      for (int side = 0; side < 2; side++) {
        int32_t a = side == 0 ? desc.from : desc.to, b = side == 0 ? desc.to : desc.from;
        uint64_t cost = backwards ? step_cost(model, edge, b, a) : step_cost(model, edge, a, b);
        if (costs[a] == FAR || cost == FAR || costs[a] + cost >= costs[b]) continue;
        costs[b] = costs[a] + cost;
        changed = true;
      }
    }
  }
}

/* The node and edge before (backwards: behind) a node on the way of the rule. */
static int32_t model_before(const Model *model, const uint64_t *costs, int32_t node, bool backwards,
                            int32_t *edge) {
  int32_t best = -1;
  *edge = -1;
  for (int32_t one = -1; (one = astar_graph_next_edge(model->graph, one)) >= 0;) {
    astar_edge_desc desc;
    if (!astar_graph_edge(model->graph, one, &desc)) continue;
    if (desc.from != node && desc.to != node) continue;
    int32_t other = desc.from == node ? desc.to : desc.from;
    uint64_t cost = backwards ? step_cost(model, one, node, other)
                              : step_cost(model, one, other, node);
    if (cost == FAR || costs[other] == FAR || costs[other] + cost != costs[node]) continue;
    if (best >= 0 && other >= best) continue;
    best = other;
    *edge = one;
  }
  return best;
}

/* ---- random graphs --------------------------------------------------------------------------- */

static int32_t some_node(const astar_graph *graph) {
  int32_t count = astar_graph_node_count(graph), node = -1;
  for (int32_t i = count == 0 ? -1 : random_below(count); i >= 0; i--)
    node = astar_graph_next_node(graph, node);
  return node;
}

static int32_t some_edge(const astar_graph *graph) {
  int32_t count = astar_graph_edge_count(graph), edge = -1;
  for (int32_t i = count == 0 ? -1 : random_below(count); i >= 0; i--)
    edge = astar_graph_next_edge(graph, edge);
  return edge;
}

/* Mostly small ones, so that many paths are equally cheap. */
static int32_t some_cost(void) {
  int32_t kind = random_below(20);
  return kind == 0 ? ASTAR_MAX_EDGE_COST - random_below(3) : kind < 14 ? 1 + random_below(4)
                                                                        : 1 + random_below(900);
}

static void add_node(astar_graph *graph, bool placed) {
  astar_node_desc desc = astar_node_default();
  astar_status why;
  char name[16];
  int32_t last = -1;
  for (int32_t node = -1; (node = astar_graph_next_node(graph, node)) >= 0;) last = node;
  if (last >= MOST_NODES - 2) return;
  snprintf(name, sizeof name, "n%d", random_below(200));
  if (random_below(2) && astar_graph_find_node(graph, name) < 0) desc.name = name;
  desc.placed = placed;
  desc.x = (random_below(20) - 10) * 1024;
  desc.y = (random_below(20) - 10) * 1024;
  desc.closed = random_below(12) == 0;
  desc.cost = random_below(3) ? 0 : random_below(4);
  int32_t node = astar_graph_add_node(graph, &desc, &why);
  CHECK(node >= 0 && why == ASTAR_OK);
  CHECK(desc.name == NULL || astar_graph_find_node(graph, name) == node);
}

static int32_t length_between(const astar_graph *graph, int32_t a, int32_t b) {
  astar_node_desc from, to;
  if (!astar_graph_node(graph, a, &from) || !astar_graph_node(graph, b, &to)) return 1;
  int64_t dx = (from.x - to.x) / 1024, dy = (from.y - to.y) / 1024, length = 1;
  while (length * length < dx * dx + dy * dy) length++;
  return (int32_t)length;
}

static void add_edge(astar_graph *graph, bool placed) {
  astar_edge_desc desc = astar_edge_default();
  astar_status why;
  desc.from = some_node(graph);
  desc.to = some_node(graph);
  if (last_edge(&(Model){ .graph = graph }) >= MOST_EDGES - 1 || desc.from == desc.to) return;
  desc.cost = placed ? 7 * length_between(graph, desc.from, desc.to) + random_below(3)
                     : some_cost();
  desc.one_way = random_below(4) == 0;
  desc.closed = random_below(12) == 0;
  CHECK(astar_graph_add_edge(graph, &desc, &why) >= 0 && why == ASTAR_OK);
}

static Model model_new(bool placed) {
  astar_status why;
  Model model = { .graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why) };
  int32_t nodes = 1 + random_below(MOST_NODES - 4), edges = random_below(3 * nodes);
  CHECK(why == ASTAR_OK);
  for (int32_t i = 0; i < nodes; i++) add_node(model.graph, placed);
  for (int32_t i = 0; i < edges; i++) add_edge(model.graph, placed);
  model.red = astar_graph_add_player(model.graph, "red", &why);
  model.blue = astar_graph_add_player(model.graph, "blue", &why);
  CHECK(model.red == 0 && model.blue == 1);
  for (int32_t i = 0; i < nodes; i++)
    astar_graph_player_see(model.graph, model.red, some_node(model.graph));
  astar_graph_player_reveal(model.graph, model.blue);
  return model;
}

static void model_edit(Model *model, bool placed) {
  astar_graph *graph = model->graph;
  int32_t node = some_node(graph), edge = some_edge(graph);
  switch (random_below(9)) {
    case 0: add_node(graph, placed); break;
    case 1: add_edge(graph, placed); break;
    case 2: astar_graph_set_edge_open(graph, edge, random_below(2)); break;
    case 3: if (!placed) astar_graph_set_edge_cost(graph, edge, some_cost()); break;
    case 4: astar_graph_set_node_open(graph, node, random_below(3) > 0); break;
    case 5: astar_graph_set_node_cost(graph, node, random_below(4)); break;
    case 6: astar_graph_player_see(graph, model->red, node); break;
    case 7: astar_graph_remove_edge(graph, edge); break;
    default:
      if (random_below(6) == 0 && astar_graph_node_count(graph) > 1)
        astar_graph_remove_node(graph, node);
  }
}

static void model_query(Model *model) {
  model->query = astar_graph_query_default();
  int kind = random_below(4);
  if (kind > 1) model->query.player = kind == 2 ? model->red : model->blue;
  if (random_below(3) == 0) model->query.unknown = 1 + random_below(9);
  model->query.extras = model->extras;
  int32_t extras = random_below(2) ? 0 : random_below(MOST_EXTRAS);
  for (int32_t i = 0; i < extras; i++) {
    bool is_node = random_below(2);
    int32_t edge = some_edge(model->graph);
    if (!is_node && edge < 0) continue;
    model->extras[model->query.extra_count++] = (astar_graph_extra){
      is_node ? some_node(model->graph) : -1, edge, random_below(5) - 1
    };
  }
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Is a path that of the rule? `costs` are those from its first node, or to its last. */
static void check_path(const Model *model, const astar_graph_path *path, const uint64_t *costs,
                       bool backwards) {
  int32_t length = astar_graph_path_length(path), edge;
  for (int32_t i = 1; i < length; i++) {
    int32_t at = backwards ? i - 1 : length - i;
    int32_t node = astar_graph_path_node(path, at);
    int32_t before = model_before(model, costs, node, backwards, &edge);
    CHECK(before == astar_graph_path_node(path, backwards ? at + 1 : at - 1));
    CHECK(edge == astar_graph_path_edge(path, backwards ? at + 1 : at));
  }
  CHECK(astar_graph_path_edge(path, 0) == -1);
  CHECK(costs[astar_graph_path_node(path, backwards ? length - 1 : 0)] == 0);
}

static int32_t model_nearest(const uint64_t *costs, const int32_t *goals, int32_t count) {
  int32_t best = 0;
  for (int32_t i = 1; i < count; i++)
    if (costs[goals[i]] < costs[goals[best]]) best = i;
  return best;
}

static void check_trip(const Model *model) {
  uint64_t costs[MOST_NODES];
  int32_t goals[3], count = random_below(3) ? 1 : 1 + random_below(3);
  astar_graph_trip trip = { some_node(model->graph), goals, count, &model->query };
  astar_status why, again;
  uint32_t cost = 0;
  bool can_end = false;
  for (int32_t i = 0; i < count; i++) {
    goals[i] = some_node(model->graph);
    can_end |= goals[i] == trip.from || node_cost(model, goals[i]) != FAR;
  }
  model_costs(model, &trip.from, 1, false, costs);
  int32_t nearest = model_nearest(costs, goals, count);
  uint64_t least = costs[goals[nearest]];
  astar_graph_path *path = astar_graph_find_path(model->graph, &trip, &why);
  again = astar_graph_find_cost(model->graph, &trip, &cost);
  CHECK(again == why);
  if (!can_end) CHECK(why == ASTAR_GOAL_BLOCKED);
  else if (least == FAR) CHECK(why == ASTAR_UNREACHABLE);
  else if (least >= UINT32_MAX) CHECK(why == ASTAR_LIMIT);
  else if (CHECK(path != NULL && why == ASTAR_OK)) {
    CHECK(astar_graph_path_cost(path) == least && cost == least);
    CHECK(astar_graph_path_goal(path) == nearest);
    CHECK(astar_graph_path_node(path, astar_graph_path_length(path) - 1) == goals[nearest]);
    int32_t blocked;
    CHECK(astar_graph_path_blocked(model->graph, path, 0, &model->query, &blocked) == ASTAR_OK);
    CHECK(blocked == -1);
    check_path(model, path, costs, false);
  }
  astar_graph_path_free(model->graph, path);
}

static void check_field_node(const Model *model, astar_graph_field *field, const uint64_t *costs,
                             int32_t node, uint32_t most) {
  bool backwards = most == UINT32_MAX;
  astar_status why;
  uint32_t cost;
  astar_status status = astar_graph_field_cost(field, node, &cost);
  if (costs[node] == FAR || (costs[node] > most && !backwards)) CHECK(status == ASTAR_UNREACHABLE);
  else if (costs[node] >= UINT32_MAX) CHECK(status == ASTAR_LIMIT);
  else if (CHECK(status == ASTAR_OK && cost == costs[node])) {
    astar_graph_path *path = astar_graph_field_path(field, node, &why);
    if (!CHECK(path != NULL && why == ASTAR_OK)) return;
    CHECK(astar_graph_path_cost(path) == cost);
    CHECK(astar_graph_path_node(path, backwards ? 0 : astar_graph_path_length(path) - 1) == node);
    check_path(model, path, costs, backwards);
    astar_graph_path_free(model->graph, path);
  }
}

/* Costs to goals, or from a start with a limit; before an edit and after it. */
static void check_fields(Model *model, bool placed) {
  uint64_t costs[MOST_NODES];
  astar_status why;
  int32_t nodes[2] = { some_node(model->graph), some_node(model->graph) };
  bool from = random_below(2);
  astar_graph_field_desc desc = astar_graph_field_default();
  desc.query = &model->query;
  desc.goals = from ? NULL : nodes;
  desc.goal_count = from ? 0 : 2;
  desc.from = nodes[0];
  if (from) desc.most = (uint32_t)random_below(12);
  astar_graph_field *field = astar_graph_field_new(model->graph, &desc, &why);
  if (!CHECK(field != NULL && why == ASTAR_OK)) return;
  for (int pass = 0; pass < 3; pass++) {
    int32_t alive[2], count = 0;
    astar_node_desc unused;
    for (int i = 0; i < (from ? 1 : 2); i++)
      if (astar_graph_node(model->graph, nodes[i], &unused)) alive[count++] = nodes[i];
    model_costs(model, alive, count, !from, costs);
    for (int32_t node = -1; (node = astar_graph_next_node(model->graph, node)) >= 0;)
      check_field_node(model, field, costs, node, desc.most);
    model_edit(model, placed);
  }
  astar_graph_field_free(field);
}

/* Saves, loads and goes on with the copy. */
static void check_saved(Model *model) {
  astar_status why;
  size_t size = astar_graph_save(model->graph, NULL, 0);
  uint8_t *bytes = malloc(size), *second = malloc(size);
  if (bytes == NULL || second == NULL) exit(2);
  astar_graph_save(model->graph, bytes, size);
  astar_graph *copy = astar_graph_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
  if (CHECK(copy != NULL && why == ASTAR_OK)) {
    CHECK(astar_graph_hash(copy) == astar_graph_hash(model->graph));
    CHECK(astar_graph_save(copy, second, size) == size);
    CHECK(memcmp(bytes, second, size) == 0);
    astar_graph_free(model->graph);
    model->graph = copy;
  }
  free(bytes);
  free(second);
}

static void check_lists(const Model *model) {
  for (int32_t node = -1; (node = astar_graph_next_node(model->graph, node)) >= 0;) {
    int32_t at = -1;
    for (int32_t edge = -1; (edge = astar_graph_next_edge(model->graph, edge)) >= 0;) {
      astar_edge_desc desc;
      CHECK(astar_graph_edge(model->graph, edge, &desc));
      if (desc.from != node && desc.to != node) continue;
      at = astar_graph_next_edge_at(model->graph, node, at);
      CHECK(at == edge);
    }
    CHECK(astar_graph_next_edge_at(model->graph, node, at) == -1 || at == -1);
    const char *name = astar_graph_node_name(model->graph, node);
    CHECK(name == NULL || astar_graph_find_node(model->graph, name) == node);
  }
}

TEST(answers_are_those_of_the_model) {
  for (EACH_CASE(seed, 350)) {
    bool placed = seed % 3 == 0;
    Model model = model_new(placed);
    for (int turn = 0; turn < 14; turn++) {
      model_query(&model);
      check_trip(&model);
      check_trip(&model);
      if (turn % 4 == 1) check_fields(&model, placed);
      for (int i = random_below(4); i > 0; i--) model_edit(&model, placed);
      if (turn % 5 == 4) check_saved(&model);
    }
    check_lists(&model);
    astar_graph_free(model.graph);
    if (check_complaints > 0) {
      printf("seed %d\n", (int)seed);
      return;
    }
  }
}

TEST(nodes_are_placed_and_moved) {
  astar_status why;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  astar_node_desc desc = astar_node_default(), found;
  int32_t node = astar_graph_add_node(graph, &desc, &why);
  CHECK(astar_graph_node(graph, node, &found) && !found.placed);
  CHECK(astar_graph_set_node_place(graph, node, 3072, -512) == ASTAR_OK);
  CHECK(astar_graph_node(graph, node, &found) && found.placed);
  CHECK(found.x == 3072 && found.y == -512);
  CHECK(astar_graph_set_node_place(graph, node + 1, 0, 0) == ASTAR_INVALID);
  CHECK(astar_graph_set_node_place(graph, node, INT32_MAX, 0) == ASTAR_INVALID);
  CHECK(astar_graph_node(graph, node, &found) && found.x == 3072);
  astar_graph_free(graph);
}

TEST(a_player_is_shown_what_is_there) {
  astar_status why;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  astar_node_desc node = astar_node_default();
  int32_t a = astar_graph_add_node(graph, &node, &why);
  int32_t b = astar_graph_add_node(graph, &node, &why);
  astar_edge_desc edge = astar_edge_default();
  edge.from = a;
  edge.to = b;
  edge.cost = 7;
  int32_t road = astar_graph_add_edge(graph, &edge, &why);
  int32_t red = astar_graph_add_player(graph, "red", &why);
  CHECK(!astar_graph_player_node(graph, red, b, &node));
  CHECK(astar_graph_player_reveal(graph, red) == ASTAR_OK);
  CHECK(astar_graph_player_node(graph, red, a, &node));
  CHECK(astar_graph_player_node(graph, red, b, &node));
  CHECK(astar_graph_player_edge(graph, red, road, &edge) && edge.cost == 7);
  CHECK(astar_graph_player_reveal(graph, red + 1) == ASTAR_INVALID);
  astar_graph_free(graph);
}

/* ---- estimates ------------------------------------------------------------------------------- */

/* A grid of towns, 10 apart, roads at the scale and a little above: with estimates fewer nodes are
** expanded than there are. */
TEST(estimates_save_work) {
  enum { SIDE = 40 };
  astar_status why;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  random_seed(7);
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    astar_node_desc node = { .placed = true, .x = i % SIDE * 10240, .y = i / SIDE * 10240 };
    astar_graph_add_node(graph, &node, &why);
  }
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    astar_edge_desc right = { .from = i, .to = i + 1, .cost = 100 + random_below(20) };
    astar_edge_desc down = { .from = i, .to = i + SIDE, .cost = 100 + random_below(20) };
    if (i % SIDE < SIDE - 1) astar_graph_add_edge(graph, &right, &why);
    if (i / SIDE < SIDE - 1) astar_graph_add_edge(graph, &down, &why);
  }
  int32_t goal = SIDE / 2 * SIDE + SIDE - 5;
  astar_graph_trip trip = { SIDE / 2 * SIDE + 4, &goal, 1, NULL };
  astar_graph_path *path = astar_graph_find_path(graph, &trip, &why);
  if (CHECK(path != NULL)) {
    uint32_t with = astar_graph_path_expanded(path), cost = astar_graph_path_cost(path);
    astar_graph_path_free(graph, path);
    CHECK(with < SIDE * SIDE / 3);
    astar_edge_desc bridge = { .from = astar_graph_add_node(graph, &(astar_node_desc){ 0 }, &why),
                               .to = 0, .cost = 1 };
    astar_graph_add_edge(graph, &bridge, &why);
    path = astar_graph_find_path(graph, &trip, &why);
    CHECK(path != NULL && astar_graph_path_cost(path) == cost);
    CHECK(path != NULL && astar_graph_path_expanded(path) > 2 * with);
    astar_graph_path_free(graph, path);
  }
  astar_graph_free(graph);
}

static uint32_t cost_for(astar_graph *graph, int32_t player) {
  astar_status why;
  int32_t goal = 2;
  astar_graph_query query = astar_graph_query_default();
  query.player = player;
  astar_graph_trip trip = { 0, &goal, 1, &query };
  astar_graph_path *path = astar_graph_find_path(graph, &trip, &why);
  uint32_t cost = path != NULL ? astar_graph_path_cost(path) : 0;
  astar_graph_path_free(graph, path);
  return cost;
}

/* A node in between is moved far away; roads to it cost what they did. */
TEST(estimates_follow_a_node_that_is_moved) {
  astar_status why;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  static const astar_edge_desc roads[] = { { .from = 0, .to = 1, .cost = 100 },
    { .from = 1, .to = 2, .cost = 100 }, { .from = 0, .to = 2, .cost = 250 } };
  for (int32_t i = 0; i < 3; i++) {
    astar_node_desc node = { .placed = true, .x = i * 10240 };
    astar_graph_add_node(graph, &node, &why);
  }
  for (int32_t i = 0; i < 3; i++) astar_graph_add_edge(graph, &roads[i], &why);
  int32_t red = astar_graph_add_player(graph, "red", &why);
  astar_graph_player_reveal(graph, red);
  CHECK(cost_for(graph, -1) == 200 && cost_for(graph, red) == 200);
  astar_graph_set_node_place(graph, 1, 10240, 1024000);
  CHECK(cost_for(graph, -1) == 200 && cost_for(graph, red) == 200);
  astar_graph_free(graph);
}

/* Coordinates and costs at the ends of their ranges. */
TEST(estimates_hold_at_the_limits) {
  for (EACH_CASE(seed, 150)) {
    astar_status why;
    uint32_t with = 0, without = 0;
    Model model = { .graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why) };
    random_seed(seed);
    for (int32_t i = 0; i < 12; i++) {
      int shift = random_below(30);
      astar_node_desc node = { .placed = true, .x = (1 << 30) - (1 << shift),
                               .y = random_below(2) ? -(1 << 30) : (1 << random_below(31)) };
      CHECK(astar_graph_add_node(model.graph, &node, &why) == i);
    }
    for (int32_t i = 0; i < 30; i++) {
      astar_edge_desc edge = { .from = random_below(12), .to = random_below(12),
                               .cost = random_below(3) ? 1 + random_below(1 << random_below(31))
                                                       : ASTAR_MAX_EDGE_COST };
      if (edge.from != edge.to) astar_graph_add_edge(model.graph, &edge, &why);
    }
    int32_t goals[] = { 11, 11 };
    astar_graph_trip one = { 0, goals, 1, NULL }, two = { 0, goals, 2, NULL };
    astar_status first = astar_graph_find_cost(model.graph, &one, &with);
    CHECK(first == astar_graph_find_cost(model.graph, &two, &without) && with == without);
    astar_graph_free(model.graph);
  }
}

/* ---- units ----------------------------------------------------------------------------------- */

static bool same_state(const astar_graph *a, const astar_graph *b, int32_t unit) {
  astar_graph_unit first, second;
  bool is_there = astar_graph_unit_state(a, unit, &first);
  if (is_there != astar_graph_unit_state(b, unit, &second)) return false;
  return !is_there || (first.node == second.node && first.edge == second.edge &&
                       first.fraction == second.fraction && first.blocked == second.blocked);
}

/* A unit with speed s needs its path's cost / s ticks, rounded up, if nothing changes. */
TEST(units_take_their_time) {
  for (EACH_CASE(seed, 150)) {
    Model model = model_new(false);
    astar_status why;
    int32_t speed = 1 + random_below(4096), goal = some_node(model.graph), from;
    int32_t start = some_node(model.graph);
    int32_t unit = astar_graph_add_unit(model.graph, model.red, start, speed, &why);
    astar_graph_unit state;
    if (!CHECK(astar_graph_unit_state(model.graph, unit, &state))) return;
    from = state.node;
    astar_graph_trip trip = { from, &goal, 1, NULL };
    astar_graph_path *path = astar_graph_find_path(model.graph, &trip, &why);
    if (path != NULL && astar_graph_path_cost(path) < 1000) {
      int64_t way = (int64_t)astar_graph_path_cost(path) * 1024, ticks = (way + speed - 1) / speed;
      int32_t count = 0, took = 0;
      CHECK(astar_graph_unit_follow(model.graph, unit, path) == ASTAR_OK);
      while (count == 0 && took <= ticks) {
        const astar_graph_event *events;
        took++;
        CHECK(astar_graph_tick(model.graph, &events, &count) == ASTAR_OK);
        CHECK(count == 0 || (events[0].kind == ASTAR_GRAPH_ARRIVED && events[0].unit == unit));
      }
      CHECK(took == (ticks > 0 ? ticks : 1) && count == 1);
      CHECK(astar_graph_unit_state(model.graph, unit, &state));
      CHECK(state.node == goal && state.edge == -1 && state.index == -1);
    }
    astar_graph_path_free(model.graph, path);
    astar_graph_free(model.graph);
  }
}

/* Units go on in a loaded graph as in the one that was saved; what they are on is not removed. */
TEST(units_go_on_after_loading) {
  for (EACH_CASE(seed, 100)) {
    Model model = model_new(false);
    astar_status why;
    for (int32_t i = 0; i < 6; i++)
      CHECK(astar_graph_add_unit(model.graph, random_below(3) - 1, some_node(model.graph),
                                 1 + random_below(3000), &why) == i);
    for (int turn = 0; turn < 20; turn++) {
      int32_t unit = random_below(6), goal = some_node(model.graph);
      astar_graph_unit state;
      if (astar_graph_unit_state(model.graph, unit, &state)) {
        astar_graph_trip trip = { state.node, &goal, 1, NULL };
        astar_graph_path *path = astar_graph_find_path(model.graph, &trip, &why);
        if (path != NULL) CHECK(astar_graph_unit_follow(model.graph, unit, path) == ASTAR_OK);
        astar_graph_path_free(model.graph, path);
        if (state.edge >= 0)
          CHECK(astar_graph_remove_edge(model.graph, state.edge) == ASTAR_CROWDED);
        CHECK(astar_graph_remove_node(model.graph, state.node) == ASTAR_CROWDED);
        CHECK(astar_graph_remove_node(model.graph, state.from) == ASTAR_CROWDED);
      }
      model_edit(&model, false);
      if (random_below(30) == 0) astar_graph_remove_unit(model.graph, unit);
      size_t size = astar_graph_save(model.graph, NULL, 0);
      uint8_t *bytes = malloc(size);
      if (bytes == NULL) exit(2);
      astar_graph_save(model.graph, bytes, size);
      astar_graph *copy = astar_graph_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
      if (!CHECK(copy != NULL)) return;
      for (int i = 0; i < 3; i++) {
        astar_graph_tick(copy, NULL, NULL);
        astar_graph_tick(model.graph, NULL, NULL);
        for (int32_t one = 0; one < 6; one++) CHECK(same_state(model.graph, copy, one));
        CHECK(astar_graph_hash(copy) == astar_graph_hash(model.graph));
      }
      astar_graph_free(copy);
      free(bytes);
    }
    astar_graph_free(model.graph);
  }
}

/* ---- bytes from any source ------------------------------------------------------------------- */

/* Sets the checksum right, so that what is read is what was changed. */
static void seal(uint8_t *bytes, size_t size) {
  uint64_t sum = astar_checksum(bytes, size - 8);
  for (int i = 0; i < 8; i++) bytes[size - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

TEST(damaged_bytes_are_refused_or_sound) {
  for (EACH_CASE(seed, 750)) {
    Model model = model_new(seed % 2);
    astar_status why;
    int32_t goal = some_node(model.graph);
    int32_t unit = astar_graph_add_unit(model.graph, 0, some_node(model.graph), 700, &why);
    astar_graph_unit state;
    if (astar_graph_unit_state(model.graph, unit, &state)) {
      astar_graph_trip trip = { state.node, &goal, 1, NULL };
      astar_graph_path *path = astar_graph_find_path(model.graph, &trip, &why);
      if (path != NULL) astar_graph_unit_follow(model.graph, unit, path);
      astar_graph_path_free(model.graph, path);
    }
    astar_graph_tick(model.graph, NULL, NULL);
    size_t size = astar_graph_save(model.graph, NULL, 0);
    uint8_t *bytes = malloc(size + 8);
    if (bytes == NULL) exit(2);
    astar_graph_save(model.graph, bytes, size);
    bool cut = random_below(4) == 0;
    if (cut) size = 22 + (size_t)random_below((int32_t)size - 22);
    for (int i = random_below(4); i >= 0; i--)
      bytes[13 + random_below((int32_t)size - 21)] = (uint8_t)(random_below(2) ? random_below(256)
                                                                               : random_below(3));
    astar_graph *damaged = astar_graph_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
    CHECK(damaged == NULL ? why == ASTAR_DAMAGED : !cut);
    astar_graph_free(damaged);
    seal(bytes, size);
    damaged = astar_graph_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
    CHECK(damaged != NULL || why == ASTAR_DAMAGED);
    if (damaged != NULL) {
      for (int i = 0; i < 5; i++) astar_graph_tick(damaged, NULL, NULL);
      Model other = { .graph = damaged };
      other.query = astar_graph_query_default();
      check_trip(&other);
      check_lists(&other);
      astar_graph_free(damaged);
    }
    free(bytes);
    astar_graph_free(model.graph);
  }
}

/* Where the fields of the only unit stand, from its id on: its speed, 700, is the sixth number. */
static size_t unit_at(const uint8_t *bytes, size_t size) {
  static const uint8_t speed[4] = { 700 & 255, 700 >> 8, 0, 0 };
  for (size_t at = 20; at + 4 < size; at++)
    if (memcmp(bytes + at, speed, sizeof speed) == 0) return at - 20;
  return 0;
}

TEST(the_fields_of_a_unit_are_believed_within_their_ranges) {
  /* id, player, node, edge, the node it comes from, speed */
  static const struct { int field; int32_t value; } wrong[] = {
    { 0, -1 }, { 1, 2 }, { 1, -2 }, { 2, 2 }, { 2, -1 }, { 3, 1 }, { 3, -2 }, { 4, 1 },
    { 5, 0 }, { 5, ASTAR_MAX_GRAPH_SPEED + 1 }
  };
  astar_status why;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  astar_node_desc node = astar_node_default();
  for (int i = 0; i < 2; i++) astar_graph_add_node(graph, &node, &why);
  astar_graph_add_player(graph, "red", &why);
  CHECK(astar_graph_add_unit(graph, -1, 0, 700, &why) == 0);
  size_t size = astar_graph_save(graph, NULL, 0);
  uint8_t *saved = malloc(size), *bytes = malloc(size);
  if (saved == NULL || bytes == NULL) exit(2);
  astar_graph_save(graph, saved, size);
  astar_graph_free(graph);
  size_t at = unit_at(saved, size);
  for (size_t i = 0; i <= sizeof wrong / sizeof *wrong; i++) {
    bool right = i == sizeof wrong / sizeof *wrong;
    memcpy(bytes, saved, size);
    for (int k = 0; k < 4 && !right; k++)
      bytes[at + 4 * (size_t)wrong[i].field + (size_t)k] =
          (uint8_t)((uint32_t)wrong[i].value >> 8 * k);
    seal(bytes, size);
    graph = astar_graph_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
    CHECK(right ? graph != NULL : graph == NULL && why == ASTAR_DAMAGED);
    astar_graph_free(graph);
  }
  free(saved);
  free(bytes);
}

TEST(other_bytes_are_foreign_or_newer) {
  astar_status why;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  uint8_t bytes[256];
  size_t size = astar_graph_save(graph, NULL, 0);
  CHECK(size < sizeof bytes);
  astar_graph_save(graph, bytes, size);
  CHECK(astar_graph_load("map", 3, (astar_allocator){ NULL, NULL }, 0, &why) == NULL &&
        why == ASTAR_FOREIGN);
  CHECK(astar_graph_load(bytes, 0, (astar_allocator){ NULL, NULL }, 0, &why) == NULL &&
        why == ASTAR_FOREIGN);
  bytes[11] = 2;
  seal(bytes, size);
  CHECK(astar_graph_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why) == NULL &&
        why == ASTAR_NEWER);
  astar_graph_free(graph);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Calls everything that allocates; false as soon as one of them finds no memory. */
static bool grow_a_graph(astar_graph *graph) {
  astar_status why = ASTAR_OK;
  uint64_t before;
  int32_t made, goals[] = { 3 };
  astar_graph_extra extra = { 2, -1, 4 };
  astar_graph_query query = astar_graph_query_default();
  astar_graph_trip trip = { 0, goals, 1, &query };
  astar_graph_field_desc desc = astar_graph_field_default();
#define NEEDS(call) \
  before = astar_graph_hash(graph); \
  made = -1; \
  call; \
  if (why == ASTAR_NO_MEMORY) { \
    CHECK(before == astar_graph_hash(graph) && made == -1); \
    return false; \
  } \
  CHECK(why == ASTAR_OK)
  NEEDS(made = astar_graph_add_player(graph, "red", &why));
  for (int32_t i = 0; i < 40; i++) {
    char name[16];
    snprintf(name, sizeof name, "n%d", (int)i);
    astar_node_desc node = { .name = name };
    NEEDS(made = astar_graph_add_node(graph, &node, &why));
    astar_edge_desc edge = { .from = i, .to = i / 2, .cost = 3 };
    if (i > 0) {
      NEEDS(made = astar_graph_add_edge(graph, &edge, &why));
    }
  }
  NEEDS(made = astar_graph_add_player(graph, "blue", &why));
  query.extras = &extra;
  query.extra_count = 1;
  desc.goals = goals;
  desc.goal_count = 1;
  desc.query = &query;
  astar_graph_path *path = NULL;
  NEEDS(path = astar_graph_find_path(graph, &trip, &why));
  astar_graph_path_free(graph, path);
  astar_graph_field *field;
  NEEDS(field = astar_graph_field_new(graph, &desc, &why));
  NEEDS(path = astar_graph_field_path(field, 30, &why));
  astar_graph_path_free(graph, path);
  path = NULL;
  NEEDS(made = astar_graph_add_unit(graph, 0, 0, 1024, &why));
  NEEDS(path = astar_graph_find_path(graph, &trip, &why));
  before = astar_graph_hash(graph);
  why = astar_graph_unit_follow(graph, 0, path);
  astar_graph_path_free(graph, path);
  if (why == ASTAR_NO_MEMORY) CHECK(before == astar_graph_hash(graph));
  return why == ASTAR_OK;
#undef NEEDS
}

/* Loads bytes while the n-th allocation fails, for each n. */
static void check_loading_starved(const uint8_t *bytes, size_t size, uint64_t hash) {
  for (long n = 1;; n++) {
    Store store = { 0, n, false };
    astar_status why;
    astar_allocator allocator = { store_realloc, &store };
    astar_graph *graph = astar_graph_load(bytes, size, allocator, 0, &why);
    CHECK(store.failed ? graph == NULL && why == ASTAR_NO_MEMORY
                       : graph != NULL && astar_graph_hash(graph) == hash);
    astar_graph_free(graph);
    CHECK(store.held == 0);
    if (!store.failed || check_complaints > 0) return;
  }
}

TEST(each_allocation_may_fail) {
  for (long n = 1;; n++) {
    Store store = { 0, n, false };
    astar_status why;
    astar_graph *graph = astar_graph_new((astar_allocator){ store_realloc, &store }, &why);
    bool done = graph != NULL && grow_a_graph(graph);
    CHECK(done == !store.failed);
    CHECK(graph != NULL || why == ASTAR_NO_MEMORY);
    if (graph != NULL) CHECK(astar_graph_memory(graph) == store.held);
    if (done) {
      size_t size = astar_graph_save(graph, NULL, 0);
      uint8_t *bytes = malloc(size);
      if (bytes == NULL) exit(2);
      astar_graph_save(graph, bytes, size);
      check_loading_starved(bytes, size, astar_graph_hash(graph));
      free(bytes);
    }
    astar_graph_free(graph);
    CHECK(store.held == 0);
    if (done || check_complaints > 0) return;
  }
}

int main(void) { return run_tests(); }
