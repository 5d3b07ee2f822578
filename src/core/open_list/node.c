#include "node.h"

#include <string.h>

bool nodes_reserve(Nodes *nodes, Memory *memory, size_t count) {
  *nodes = (Nodes){ .words = memory_raw(memory, count * sizeof(Node)) };
  if (nodes->words == NULL) return false;
  memory_steady(nodes->words);
  nodes->count = count;
  nodes->epoch = NODE_EPOCHS + 1;
  return true;
}

void nodes_clear(Nodes *nodes, size_t first, size_t end) {
  memory_touch(nodes->words);
  memset(nodes->words + first, 0xff, (end - first) * sizeof(Node));
}

bool nodes_begin(Nodes *nodes, Memory *memory, size_t count) {
  if (nodes->words == NULL) {
    if (!nodes_reserve(nodes, memory, count)) return false;
    nodes_clear(nodes, 0, count);
  }
  memory_touch(nodes->words);
  if (nodes->epoch == 1) {
    for (size_t cell = 0; cell < nodes->count; cell++) nodes->words[cell] |= ~NODE_LOW;
    nodes->epoch = NODE_EPOCHS + 1;   /* so that it is never 0 while it counts */
  }
  nodes->epoch--;
  return true;
}

void nodes_free(Nodes *nodes, Memory *memory) {
  memory_free(memory, nodes->words, nodes->count * sizeof(Node));
  *nodes = (Nodes){ 0 };
}
