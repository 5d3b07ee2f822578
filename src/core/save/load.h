/*
** Loading what save.c has saved. Every number in the bytes is checked before it is used, so that a
** damaged or forged file is refused and does no other harm.
**
** The functions here are for what loads a section: they read what a map has by now, a class, a
** player, a cell, and tell by `bad` of the reader or by loading_note that a file is damaged.
*/
#ifndef ASTAR_LOAD_H
#define ASTAR_LOAD_H

#include "save.h"

typedef struct Loading {
  astar_allocator allocator;
  MemoryLimit limit;                /* of the map's memory */
  astar_map *map;                   /* NULL until its size is known */
  size_t size;                      /* of all bytes */
  Reader glimpses[PLAYERS_MAX];     /* by player: cast when all players are there */
  int32_t players;
  uint64_t fogless;                 /* bits by the numbers of players */
  astar_status status;              /* anything but OK: it has failed */
} Loading;

/* A part of a saved map. They stand in a list, which ends with one without a tag. */
typedef struct Section {
  const char *tag;
  void (*load)(Loading *loading, Reader *reader);
  bool once;                        /* it is there, and only once */
} Section;

/* What a function of the map says about what the bytes have said. */
void loading_note(Loading *loading, astar_status status);
bool loading_failed(const Loading *loading, const Reader *reader);
astar_class *loading_class(Loading *loading, Reader *reader);
/* NULL also where it says nobody, if it may. */
astar_player *loading_player(Loading *loading, Reader *reader, bool may_be_nobody);
astar_cell loading_cell(Loading *loading, Reader *reader);
/* For the caller to free; NULL: there is none. */
astar_path *loading_path(Loading *loading, Reader *reader);
/* A query, all of it except the asker. Its influence maps, if it names any, are in a block of
** memory, for loading_free_weights. */
void loading_options(Loading *loading, Reader *reader, astar_query *query,
                     astar_weighted **weights);
void loading_free_weights(Loading *loading, const astar_query *query, astar_weighted *weights);

#endif
