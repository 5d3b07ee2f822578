#include "cost_cache_hold.h"

#include <string.h>

static bool is_goal_cell(const CostCacheHolder *holder, const Grid *grid, Cell cell) {
  astar_cell at = grid_position(grid, cell);
  return rect_has(holder->goal, at.x, at.y);
}

static bool is_worked_out(const CostCache *cache, const CostCacheHolder *holder, Cell cell) {
  Node node = holder->nodes->words[cell];
  if (!node_in_epoch(node, holder->nodes->epoch)) return false;
  if (cell == holder->start && (node & NODE_OPEN)) return false;
  bool leads_away = holder->exits != NULL && cellset_has(&holder->exits->from, cell);
  if (holder->rough_only && !leads_away && !rough_has(cache->rough, cell)) return false;
  return !is_goal_cell(holder, &cache->plane->cls->map->grid, cell);
}

/* Has it read that by an exit into the cell? */
static bool was_read_over(const CostCacheHolder *holder, Cell cell) {
  const Exits *exits = holder->exits;
  if (exits == NULL || !cellset_has(&exits->to, cell)) return false;
  for (size_t i = 0; i < exits->count; i++) {
    const Exit *exit = &exits->list[i];
    if (exit->to == cell && node_in_epoch(holder->nodes->words[exit->from], holder->nodes->epoch))
      return true;
  }
  return false;
}

/* Has the holder read what it costs to enter the cell, which is on the map? */
static bool cost_was_read(const CostCache *cache, const CostCacheHolder *holder, Cell cell) {
  for (int i = 0; i < DIRECTIONS; i++)
    if (is_worked_out(cache, holder, cell + cache->around[i])) return true;
  if (was_read_over(holder, cell)) return true;
  return holder->rough_only && is_goal_cell(holder, &cache->plane->cls->map->grid, cell);
}

/* The cost of a cell may have changed, or only those around it. Walls and the border stay what they
** are. */
static void hold_row(CostCache *cache, const CostCacheHolder *holder, Cell cell,
                     bool may_have_changed) {
  CostCacheRow *row = &cache->rows[cell];
  if (is_worked_out(cache, holder, cell)) return;
  cost_cache_write(cache, (size_t)cell / COST_CACHE_CHUNK);
  memset(row->drop, 0, sizeof row->drop);
  if (may_have_changed && cache->plane->kind[cell] != 0 && !cost_was_read(cache, holder, cell))
    row->cost[0] = row->cost[1] = 0;
}

static void hold_rect(CostCache *cache, const CostCacheHolder *holder, astar_rect rect) {
  const astar_class *cls = cache->plane->cls;
  astar_rect reached = plane_builder_reached(cls, rect);
  for (int32_t y = reached.y - 1; y <= reached.y + reached.height; y++)
    for (int32_t x = reached.x - 1; x <= reached.x + reached.width; x++)
      hold_row(cache, holder, grid_cell(&cls->map->grid, x, y),
               rect_has(reached, x, y));
}

/* Has the holder reached a cell in or next to a chunk, or read a cost there? */
static bool chunk_is_near(const CostCache *cache, const CostCacheHolder *holder, size_t first,
                          size_t end) {
  const Grid *grid = &cache->plane->cls->map->grid;
  const Nodes *nodes = holder->nodes;
  size_t around = (size_t)grid->stride + 1;
  for (size_t cell = first; cell < end && holder->rough_only; cell++)
    if (is_goal_cell(holder, grid, (Cell)cell)) return true;
  for (size_t cell = first; cell < end; cell++)
    if (was_read_over(holder, (Cell)cell)) return true;
  size_t from = first < around ? 0 : first - around, to = end + around;
  if (to > nodes->count) to = nodes->count;
  for (size_t cell = from; cell < to; cell++)
    if (node_in_epoch(nodes->words[cell], nodes->epoch)) return true;
  return false;
}

static void hold_chunk(CostCache *cache, const CostCacheHolder *holder, size_t chunk) {
  size_t cells = cache->plane->cls->map->grid.cells;
  size_t first = chunk * COST_CACHE_CHUNK, end = first + COST_CACHE_CHUNK;
  if (end > cells) end = cells;
  if (chunk_is_near(cache, holder, first, end)) {
    for (size_t cell = first; cell < end; cell++) hold_row(cache, holder, (Cell)cell, true);
    return;
  }
  cost_cache_write(cache, chunk);
  memset(cache->rows + first, 0, (end - first) * sizeof *cache->rows);
  cache->used[chunk] = 0;
}

static void hold_all(CostCache *cache, const CostCacheHolder *holder) {
  size_t chunks = cost_cache_chunks(cache->plane->cls->map);
  for (size_t chunk = 0; chunk < chunks; chunk++)
    if (cache->used[chunk]) hold_chunk(cache, holder, chunk);
}

void cost_cache_hold(CostCache *cache, const CostCacheHolder *holder) {
  bool lost = false;
  for (int i = 0; i < cache->part_count; i++) {
    CostCachePart *part = &cache->parts[i];
    Changes *changes = &part->weighted.influence->changes;
    uint64_t from = part->held;
    part->held = changes_position(changes);
    bool kept = changes_begin(changes, from) && !cost_cache_lost_track(cache, changes, from);
    for (uint64_t at = from; at < part->held && kept; at++)
      hold_rect(cache, holder, changes_at(changes, at));
    lost |= !kept;
  }
  if (lost) hold_all(cache, holder);
}
