/*
** Memory, and what is done once for a block; what is done for each of its cells is in the header.
*/
#include "region_draft.h"

bool draft_reserve(Draft *draft, Memory *memory) {
  size_t parts = draft->max_parts + 1;
  draft->root = memory_raw(memory, parts * sizeof *draft->root);
  draft->number = memory_raw(memory, parts * sizeof *draft->number);
  draft->components = memory_raw(memory, parts * sizeof *draft->components);
  draft->sides = memory_raw(memory, draft->max_sides * sizeof *draft->sides);
  return draft->root && draft->number && draft->components && draft->sides;
}

void draft_free(Draft *draft, Memory *memory) {
  size_t parts = draft->max_parts + 1;
  memory_free(memory, draft->root, parts * sizeof *draft->root);
  memory_free(memory, draft->number, parts * sizeof *draft->number);
  memory_free(memory, draft->components, parts * sizeof *draft->components);
  memory_free(memory, draft->sides, draft->max_sides * sizeof *draft->sides);
}

void draft_begin(Draft *draft, uint32_t parts) {
  ASTAR_ASSERT(parts <= draft->max_parts);
  draft->parts = parts;
  draft->count = 0;
  for (uint32_t part = 0; part <= parts; part++) {
    draft->root[part] = part;
    draft->number[part] = 0;
  }
}

/* A root is the least of its parts, and hence final before they are. */
void draft_flatten(Draft *draft) {
  uint32_t *root = draft->root;
  for (uint32_t part = 1; part <= draft->parts; part++) {
    ASTAR_ASSERT(root[part] <= part);
    root[part] = root[root[part]];
  }
}

void draft_name(Draft *draft, uint32_t base, Component *parts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) parts[i].above = draft_number(draft, base + 1 + i);
}

void draft_clear_sums(Draft *draft) {
  for (uint32_t i = 0; i < draft->count; i++) {
    draft->components[i] = (Component){ 0, UINT32_MAX, 0 };
  }
}

void draft_add(Draft *draft, const Component *parts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    Component *sum = &draft->components[parts[i].above - 1];
    sum->size += parts[i].size;
    if (parts[i].first < sum->first) sum->first = parts[i].first;
  }
}
