#include "backlog.h"

void backlog_begin(Backlog *backlog, Changes *log, size_t most) {
  *backlog = (Backlog){ .log = log, .seen = changes_position(log), .most = most };
}

static bool backlog_add(Backlog *backlog, Memory *memory, astar_rect rect) {
  backlog->area += (size_t)rect.width * (size_t)rect.height;
  if (backlog->area > backlog->most) return false;
  if (!memory_grow(memory, backlog->rects, backlog->count, &backlog->capacity)) return false;
  backlog->rects[backlog->count++] = rect;
  return true;
}

void backlog_read(Backlog *backlog, Memory *memory) {
  uint64_t from = backlog->seen;
  if (!changes_begin(backlog->log, from)) backlog->lost = true;
  backlog->seen = backlog->log->written;
  for (uint64_t at = from; at < backlog->seen && !backlog->lost; at++)
    backlog->lost = !backlog_add(backlog, memory, changes_at(backlog->log, at));
}

bool backlog_take(Backlog *backlog, size_t cells, astar_rect *part) {
  if (backlog->taken == backlog->count) return false;
  astar_rect *rect = &backlog->rects[backlog->taken];
  int32_t rows = (int32_t)(cells / (size_t)rect->width);
  *part = *rect;
  if (rows < 1) rows = 1;
  if (rows < rect->height) part->height = rows;
  rect->y += part->height;
  rect->height -= part->height;
  if (rect->height == 0) backlog->taken++;
  return true;
}

void backlog_free(Backlog *backlog, Memory *memory) {
  memory_free(memory, backlog->rects, backlog->capacity * sizeof *backlog->rects);
  *backlog = (Backlog){ 0 };
}
