/*
** Players of a graph: what each has seen of nodes and edges, as it was then. What is removed from
** the graph is forgotten: removing is for those who draw the graph; what falls in a game is closed.
*/
#ifndef ASTAR_GRAPH_PLAYER_H
#define ASTAR_GRAPH_PLAYER_H

#include "graph.h"

/* The player of that number; NULL: there is none. */
GraphPlayer *graph_player(const astar_graph *graph, int32_t id);
/* Makes the arrays of all players as long as those of the graph. False: no memory. */
bool graph_players_reserve(astar_graph *graph);
void graph_players_free(astar_graph *graph);
void graph_players_forget_node(astar_graph *graph, int32_t node);
void graph_players_forget_edge(astar_graph *graph, int32_t edge);
/* Notes a node and its edges. */
void graph_player_look(astar_graph *graph, GraphPlayer *player, int32_t node);
void graph_player_forget(astar_graph *graph, GraphPlayer *player);
void graph_player_free(astar_graph *graph, GraphPlayer *player);
/* Adds a player with that number, which is higher than all before. NULL: no memory. */
GraphPlayer *graph_player_add(astar_graph *graph, const char *name, int32_t id);

#endif
