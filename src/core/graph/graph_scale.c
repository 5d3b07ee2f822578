#include "graph_scale.h"

#include "../base/builtin.h"
#include "../base/integer.h"

/* The square of the distance; below 2^63, as coordinates are within +-2^30. */
static uint64_t scale_square(const GraphNode *a, const GraphNode *b) {
  int64_t dx = (int64_t)a->x - b->x, dy = (int64_t)a->y - b->y;
  return (uint64_t)(dx * dx + dy * dy);
}

/* cost^2 / square, rounded down to 32 bits of precision. */
static GraphScale scale_of(uint64_t cost, uint64_t square) {
  uint64_t numerator = cost * cost;
  int up = high_zeros_64(numerator), down = 0;
  while (square >> down > UINT32_MAX) down++;
  uint64_t divisor = (square >> down) + (down > 0);
  uint64_t quotient = (numerator << up) / divisor;
  int excess = 32 - high_zeros_64(quotient);
  if (excess < 0) excess = 0;
  return (GraphScale){ (uint32_t)(quotient >> excess), up + down - excess, true };
}

static bool scale_is_less(GraphScale a, GraphScale b) {
  return a.shift != b.shift ? a.shift > b.shift : a.mantissa < b.mantissa;
}

/* The cost of an edge; 0: the player has not seen it, or it is not there. */
static int32_t scale_cost(const astar_graph *graph, const GraphPlayer *player, size_t edge) {
  if (!graph->edges[edge].is_there) return 0;
  return player == NULL ? graph->edges[edge].cost : graph_note_cost(player->edges[edge]);
}

static GraphScale scale_find(const astar_graph *graph, const GraphPlayer *player) {
  const GraphScale none = { 0, 0, true };
  GraphScale least = none;
  for (size_t i = 0; i < graph->edge_count; i++) {
    int32_t cost = scale_cost(graph, player, i);
    const GraphNode *from = &graph->nodes[graph->edges[i].ends[0]];
    const GraphNode *to = &graph->nodes[graph->edges[i].ends[1]];
    if (cost == 0) continue;
    if (!from->is_placed || !to->is_placed) return none;
    uint64_t square = scale_square(from, to);
    if (square == 0) continue;
    GraphScale scale = scale_of((uint64_t)cost, square);
    if (least.mantissa == 0 || scale_is_less(scale, least)) least = scale;
  }
  return least;
}

GraphScale graph_scale(astar_graph *graph, GraphPlayer *player) {
  GraphScale *kept = player == NULL ? &graph->scale : &player->scale;
  if (!kept->is_known) *kept = scale_find(graph, player);
  return *kept;
}

/* mantissa * square has up to 95 bits: high * 2^32 + low. Beyond 62 bits the result is cut off,
** which leaves estimates consistent. */
uint32_t graph_scale_estimate(GraphScale scale, const GraphNode *node, const GraphNode *goal) {
  const uint64_t most = (uint64_t)1 << 62;
  uint64_t square = scale_square(node, goal), mantissa = scale.mantissa;
  uint64_t low = (square & UINT32_MAX) * mantissa;
  uint64_t high = (square >> 32) * mantissa + (low >> 32), value = most;
  low &= UINT32_MAX;
  if (high == 0 && low == 0) return 0;
  if (scale.shift >= 32) {
    value = scale.shift < 96 ? high >> (scale.shift - 32) : 0;
  } else if (scale.shift >= 0) {
    if (high >> scale.shift < most >> 32)
      value = high << (32 - scale.shift) | low >> scale.shift;
  } else if (scale.shift > -62 && high == 0 && low < most >> -scale.shift) {
    value = low << -scale.shift;
  }
  return (uint32_t)integer_root(value < most ? value : most);
}
