--- Mutants that change nothing that anybody could see, though the code differs. Each is known by
-- its file and the text of its line before and after, and has a reason:
-- { file =, before =, after =, why = }.

return {
  { file = "src/core/base/changes.c",
    before = "changes->written += CHANGES_MAX + 1;", after = "changes->written += CHANGES_MAX + 2;",
    why = "a reader has lost its place if it is any number of rectangles too far behind" },
  { file = "src/core/grid/grid.c",
    before = "if (cells > SIZE_MAX / BYTES_PER_CELL) return ASTAR_NO_MEMORY;",
    after = "if (cells >= SIZE_MAX / BYTES_PER_CELL) return ASTAR_NO_MEMORY;",
    why = "where pointers have 64 bits no map is nearly as large" },
  { file = "src/core/frontier/open.c",
    before = "if (heap[parent] <= entry) break;", after = "if (heap[parent] < entry) break;",
    why = "of equal entries none can be told from the other" },
  { file = "src/core/frontier/open.c",
    before = "if (child + 1 < count) child += heap[child + 1] < heap[child];",
    after = "if (child + 1 < count) child += heap[child + 1] <= heap[child];",
    why = "of equal entries none can be told from the other" },
  { file = "src/core/frontier/open.c",
    before = "while (at > 0 && heap[(at - 1) / 2] > last) {",
    after = "while (at > 0 && heap[(at - 1) / 2] >= last) {",
    why = "of equal entries none can be told from the other" },
  { file = "src/core/frontier/open.c",
    before = "uint32_t bucket = f < open->first_f ? 0 : (f - open->first_f) >> open->shift;",
    after = "uint32_t bucket = f <= open->first_f ? 0 : (f - open->first_f) >> open->shift;",
    why = "the first F belongs in bucket 0 either way" },
  { file = "src/core/base/crew.c", before = "condition_free(&crew->change);", after = ";",
    why = "the C library of Linux keeps nothing for a condition, nor for a mutex" },
  { file = "src/core/base/crew.c", before = "mutex_free(&crew->mutex);", after = ";",
    why = "the C library of Linux keeps nothing for a condition, nor for a mutex" },
}
