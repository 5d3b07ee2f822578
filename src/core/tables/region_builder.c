/*
** Memory, and what is done once for a block; what is done for each of its cells is in the header.
*/
#include "region_builder.h"

bool region_builder_reserve(RegionBuilder *builder, Memory *memory) {
  size_t parts = builder->max_parts + 1;
  builder->root = memory_raw(memory, parts * sizeof *builder->root);
  builder->number = memory_raw(memory, parts * sizeof *builder->number);
  builder->components = memory_raw(memory, parts * sizeof *builder->components);
  builder->sides = memory_raw(memory, builder->max_sides * sizeof *builder->sides);
  return builder->root && builder->number && builder->components && builder->sides;
}

void region_builder_free(RegionBuilder *builder, Memory *memory) {
  size_t parts = builder->max_parts + 1;
  memory_free(memory, builder->root, parts * sizeof *builder->root);
  memory_free(memory, builder->number, parts * sizeof *builder->number);
  memory_free(memory, builder->components, parts * sizeof *builder->components);
  memory_free(memory, builder->sides, builder->max_sides * sizeof *builder->sides);
}

void region_builder_begin(RegionBuilder *builder, uint32_t parts) {
  ASTAR_ASSERT(parts <= builder->max_parts);
  builder->parts = parts;
  builder->count = 0;
  for (uint32_t part = 0; part <= parts; part++) {
    builder->root[part] = part;
    builder->number[part] = 0;
  }
}

/* A root is the least of its parts, and hence final before they are. */
void region_builder_flatten(RegionBuilder *builder) {
  uint32_t *root = builder->root;
  for (uint32_t part = 1; part <= builder->parts; part++) {
    ASTAR_ASSERT(root[part] <= part);
    root[part] = root[root[part]];
  }
}

void region_builder_name(RegionBuilder *builder, uint32_t base, Component *parts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    parts[i].above = region_builder_number(builder, base + 1 + i);
}

void region_builder_clear_sums(RegionBuilder *builder) {
  for (uint32_t i = 0; i < builder->count; i++) {
    builder->components[i] = (Component){ 0, UINT32_MAX, 0 };
  }
}

void region_builder_add(RegionBuilder *builder, const Component *parts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    Component *sum = &builder->components[parts[i].above - 1];
    sum->size += parts[i].size;
    if (parts[i].first < sum->first) sum->first = parts[i].first;
  }
}
