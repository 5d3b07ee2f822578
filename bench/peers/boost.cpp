// Boost.Graph's A* on a graph with stored edge weights: boost DIR SECTION NAME PASSES SECONDS.
//
// The fast way to use it: a compressed graph, integer costs, property maps over plain arrays, and
// instead of clearing these for every query, only what the query before touched is set back.

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "../scenario.h"

namespace {

struct Weight { int cost; };
typedef boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weight,
                                           boost::no_property, unsigned, unsigned> Graph;
typedef unsigned Vertex;

const int FAR = std::numeric_limits<int>::max();

struct Cell { int x, y; };

struct Octile {
  const Cell *cells;
  Cell goal;
  int operator()(Vertex v) const {
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
  void discover_vertex(Vertex v, const Graph &) { touched->push_back(v); }
  void examine_vertex(Vertex v, const Graph &) {
    if (v == goal) throw Arrived();
    ++*expanded;
  }
};

struct Peer {
  const scenario *s;
  Graph graph;
  std::vector<Cell> cells;
  std::vector<Vertex> parent, touched;
  std::vector<int> rank, distance;
  std::vector<boost::default_color_type> color;
};

Graph make_graph(const scenario &s) {
  std::vector<std::pair<Vertex, Vertex> > edges;
  std::vector<Weight> weights;
  for (int y = 0; y < s.height; y++) for (int x = 0; x < s.width; x++) {
    if (!cost_at(&s, x, y)) continue;
    for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) {
      int factor = dx || dy ? step_factor(&s, x, y, x + dx, y + dy) : 0;
      if (!factor) continue;
      Weight weight = { factor * (dx && dy ? DIAGONAL : STRAIGHT) };
      edges.push_back(std::make_pair(Vertex(y * s.width + x),
                                     Vertex((y + dy) * s.width + x + dx)));
      weights.push_back(weight);
    }
  }
  return Graph(boost::edges_are_sorted, edges.begin(), edges.end(), weights.begin(),
               unsigned(s.width * s.height));
}

template <class T> T *data(std::vector<T> &v) { return &v[0]; }

void search(Peer &p, Vertex start, Vertex goal, const Octile &estimate, long &expanded) {
  Visitor visitor;
  visitor.goal = goal;
  visitor.expanded = &expanded;
  visitor.touched = &p.touched;
  p.distance[start] = 0;
  p.rank[start] = estimate(start);
  p.parent[start] = start;
  try {
    boost::typed_identity_property_map<Vertex> index;
    boost::astar_search_no_init(
        p.graph, start, estimate, visitor, data(p.parent), data(p.rank), data(p.distance),
        boost::get(&Weight::cost, p.graph), data(p.color), index, std::less<int>(),
        std::plus<int>(), FAR, 0);
  } catch (const Arrived &) {}
}

double walked(const Peer &p, const query *q, const std::vector<Vertex> &path) {
  walk w = walk_from(p.s, q);
  for (size_t i = path.size() - 1; i-- > 0;) walk_to(&w, p.cells[path[i]].x, p.cells[path[i]].y);
  return walk_end(&w, q);
}

void set_back(Peer &p) {
  for (size_t i = 0; i < p.touched.size(); i++) {
    p.distance[p.touched[i]] = FAR;
    p.color[p.touched[i]] = boost::white_color;
  }
  p.touched.clear();
}

answer find(void *self, const query *q, bool check) {
  Peer &p = *static_cast<Peer *>(self);
  Vertex start = Vertex(q->y * p.s->width + q->x), goal = Vertex(q->goal_y * p.s->width + q->goal_x);
  Octile estimate = { data(p.cells), { q->goal_x, q->goal_y } };
  answer a = { 0, 0, 0 };
  stopwatch watch = watch_start();
  search(p, start, goal, estimate, a.expanded);
  std::vector<Vertex> path(1, goal);
  if (p.distance[goal] != FAR)
    while (path.back() != start) path.push_back(p.parent[path.back()]);
  set_back(p);
  a.us = watch_us(&watch);
  if (check) a.length = walked(p, q, path);
  return a;
}

}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  scenario s = load_scenario(argv[1], argv[2], argv[3]);
  size_t count = size_t(s.width) * size_t(s.height);
  Peer p = { &s, make_graph(s), std::vector<Cell>(count), std::vector<Vertex>(count),
             std::vector<Vertex>(), std::vector<int>(count), std::vector<int>(count, FAR),
             std::vector<boost::default_color_type>(count, boost::white_color) };
  for (size_t i = 0; i < count; i++) {
    p.cells[i].x = int(i % size_t(s.width));
    p.cells[i].y = int(i / size_t(s.width));
  }
  p.touched.reserve(count);
  run_scenario(&s, std::atoi(argv[4]), std::atof(argv[5]), find, &p);
  return 0;
}
