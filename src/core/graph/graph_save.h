/*
** Saved graphs: a mark and the format, then everything in the order of graph_save.c, then the
** checksum of all that. Slots of what was removed are saved as well, since numbers stay.
*/
#ifndef ASTAR_GRAPH_SAVE_H
#define ASTAR_GRAPH_SAVE_H

#define GRAPH_MARK "astargraph\n"
enum { GRAPH_MARK_BYTES = 11, GRAPH_FORMAT = 1, GRAPH_FORMAT_BYTES = 2, GRAPH_SUM_BYTES = 8 };

#endif
