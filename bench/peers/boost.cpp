// Boost.Graph's A* on a graph with stored edge weights: boost MAP SCEN SECTION PASSES SECONDS.
//
// The fast way to use it: a compressed graph, integer costs, property maps over plain arrays, and
// instead of clearing these for every query, only what the query touched is set back. A flood is
// the same with an estimate of 0 and without an end at the goal.

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "../scenario.h"

namespace {

typedef unsigned Vertex;
struct Weight { int cost; };
typedef boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weight,
                                           boost::no_property, unsigned, unsigned> Graph;

const int FAR_AWAY = std::numeric_limits<int>::max();

struct Cell { int x, y; };

struct Peer {
  const scenario *s;
  bool floods;
  Graph graph;
  std::vector<Cell> cells;
  std::vector<Vertex> parent, touched;
  std::vector<int> rank, distance;
  std::vector<boost::default_color_type> color;
};

// ---- the graph ---------------------------------------------------------------------------------

Vertex vertex(const scenario &s, int x, int y) { return Vertex(cell_at(&s, x, y)); }

template <class Edges, class Weights>
void add_edges(const scenario &s, int x, int y, Edges &edges, Weights &weights) {
  for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) {
    int factor = dx || dy ? step_factor(&s, x, y, x + dx, y + dy) : 0;
    if (!factor) continue;
    Weight weight = { factor * (dx && dy ? DIAGONAL : STRAIGHT) };
    edges.push_back(std::make_pair(vertex(s, x, y), vertex(s, x + dx, y + dy)));
    weights.push_back(weight);
  }
}

Graph make_graph(const scenario &s) {
  std::vector<std::pair<Vertex, Vertex> > edges;
  std::vector<Weight> weights;
  for (int y = 0; y < s.height; y++) for (int x = 0; x < s.width; x++)
    if (cost_at(&s, x, y)) add_edges(s, x, y, edges, weights);
  return Graph(boost::edges_are_sorted, edges.begin(), edges.end(), weights.begin(),
               unsigned(s.width * s.height));
}

// ---- the search --------------------------------------------------------------------------------

struct Octile {
  const Cell *cells;
  Cell goal;
  bool off;
  int operator()(Vertex v) const {
    if (off) return 0;
    int dx = std::abs(cells[v].x - goal.x), dy = std::abs(cells[v].y - goal.y);
    int less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    return less * DIAGONAL + (more - less) * STRAIGHT;
  }
};

struct Arrived {};

struct Visitor : boost::default_astar_visitor {
  Vertex goal;
  long *expanded;
  std::vector<Vertex> *touched;
  bool floods;
  void discover_vertex(Vertex v, const Graph &) { touched->push_back(v); }
  void examine_vertex(Vertex v, const Graph &) {
    if (v == goal && !floods) throw Arrived();
    ++*expanded;
  }
};

template <class T> T *data(std::vector<T> &v) { return &v[0]; }

void search(Peer &p, Vertex start, const Octile &estimate, const Visitor &visitor) {
  p.distance[start] = 0;
  p.rank[start] = estimate(start);
  p.parent[start] = start;
  try {
    boost::typed_identity_property_map<Vertex> index;
    boost::astar_search_no_init(
        p.graph, start, estimate, visitor, data(p.parent), data(p.rank), data(p.distance),
        boost::get(&Weight::cost, p.graph), data(p.color), index, std::less<int>(),
        std::plus<int>(), FAR_AWAY, 0);
  } catch (const Arrived &) {}
}

std::vector<Vertex> path_to(const Peer &p, Vertex start, Vertex goal) {
  std::vector<Vertex> path(1, goal);
  if (p.distance[goal] != FAR_AWAY)
    while (path.back() != start) path.push_back(p.parent[path.back()]);
  return path;
}

void set_back(Peer &p) {
  for (size_t i = 0; i < p.touched.size(); i++) {
    p.distance[p.touched[i]] = FAR_AWAY;
    p.color[p.touched[i]] = boost::white_color;
  }
  p.touched.clear();
}

double walked(const Peer &p, const query *q, const std::vector<Vertex> &path) {
  walk w = walk_from(p.s, q);
  for (size_t i = path.size() - 1; i-- > 0;) walk_to(&w, p.cells[path[i]].x, p.cells[path[i]].y);
  return walk_end(&w, q);
}

answer find(void *self, const query *q, bool check) {
  Peer &p = *static_cast<Peer *>(self);
  Vertex start = vertex(*p.s, q->x, q->y), goal = vertex(*p.s, q->goal_x, q->goal_y);
  Octile estimate = { data(p.cells), { q->goal_x, q->goal_y }, p.floods };
  answer a = { 0, 0, 0, 0 };
  Visitor visitor;
  visitor.goal = goal;
  visitor.expanded = &a.expanded;
  visitor.touched = &p.touched;
  visitor.floods = p.floods;
  stopwatch watch = stopwatch_start();
  search(p, start, estimate, visitor);
  std::vector<Vertex> path = path_to(p, start, goal);
  set_back(p);
  a.us = stopwatch_us(&watch);
  if (check) a.length = walked(p, q, path);
  return a;
}

}

int main(int argc, char **argv) {
  task t = task_read(argc, argv);
  const scenario &s = t.scenario;
  size_t count = size_t(s.width) * size_t(s.height);
  Peer p = { &s, task_floods(&t), make_graph(s), std::vector<Cell>(count),
             std::vector<Vertex>(count), std::vector<Vertex>(), std::vector<int>(count),
             std::vector<int>(count, FAR_AWAY),
             std::vector<boost::default_color_type>(count, boost::white_color) };
  for (size_t i = 0; i < count; i++) {
    p.cells[i].x = int(i % size_t(s.width));
    p.cells[i].y = int(i / size_t(s.width));
  }
  p.touched.reserve(count);
  task_run(&t, find, &p);
  scenario_free(&t.scenario);
  return 0;
}
