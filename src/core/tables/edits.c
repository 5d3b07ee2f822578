#include "edits.h"

uint64_t edits_position(const Plane *plane) {
  return plane_journal(plane)->written;
}

bool edits_are_kept(const Plane *plane, uint64_t position) {
  return journal_keeps(plane_journal(plane), position);
}

Edits edits_since(const Plane *plane, uint64_t position) {
  return (Edits){ plane, position, edits_position(plane) };
}

bool edits_next(Edits *edits, astar_rect *reached) {
  const Plane *plane = edits->plane;
  const astar_class *cls = plane->cls;
  while (edits->at < edits->end) {
    JournalEntry entry = journal_at(plane_journal(plane), edits->at++);
    int32_t now = plane_terrain(plane, entry.cell);
    if (cls->kind_of[entry.before] == cls->kind_of[now]) continue;
    astar_cell at = grid_position(&cls->map->grid, entry.cell);
    *reached = plane_builder_reached(cls, (astar_rect){ at.x, at.y, 1, 1 });
    return true;
  }
  return false;
}
