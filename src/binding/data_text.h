/*
** Plain data as text, and back; see save/data_text.lua.
*/
#ifndef ASTAR_BINDING_DATA_TEXT_H
#define ASTAR_BINDING_DATA_TEXT_H

#include "pointer_table.h"

/* Tables in the order in which they are come upon: their numbers, from 0, and a list of them. */
typedef struct la_numbering {
  lua_State *L;
  la_pointer_table numbers;
  int list, memory;                 /* where they stand on the stack */
} la_numbering;

/* Pushes the list and the memory of one with room for so many tables. */
void la_numbering_open(lua_State *L, la_numbering *numbering, uint32_t room);
/* The number of the table on top, which gets one if it has none yet. */
uint32_t la_numbering_add(la_numbering *numbering);

/* core.write_data */
int la_data_write(lua_State *L);
/* core.hash_data */
int la_data_hash(lua_State *L);
/* core.read_data */
int la_data_read(lua_State *L);

#endif
