#include "node.h"

#include <string.h>

bool nodes_begin(Nodes *nodes, Memory *memory, size_t count) {
  if (nodes->words == NULL) {
    nodes->words = memory_raw(memory, count * sizeof(Node));
    if (nodes->words == NULL) return false;
    memset(nodes->words, 0xff, count * sizeof(Node));
    nodes->count = count;
    nodes->epoch = NODE_EPOCHS + 1;
    nodes->numbering = 0;
  }
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
