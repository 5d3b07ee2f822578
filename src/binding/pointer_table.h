/*
** Pointers: the first gets number 0, the next one 1, and so on, and the number of each is found
** from it. Memory is the caller's, and is replaced by larger memory when there is no room.
*/
#ifndef ASTAR_BINDING_POINTER_TABLE_H
#define ASTAR_BINDING_POINTER_TABLE_H

#include "compat.h"

#define LA_NOWHERE UINT32_MAX

/* A hash table: `places` holds numbers plus 1, 0 where it is free, and is at most half full. */
typedef struct la_pointer_table {
  const void **all;                 /* by their numbers */
  uint32_t *places;
  uint32_t count, room, mask;       /* addresses, for how many there is room, places less 1 */
} la_pointer_table;

/* Gives it memory with room for at least so many, which is pushed; what was in it stays. */
void la_pointer_table_reserve(lua_State *L, la_pointer_table *pointers, uint32_t room);
/* Takes out all. */
void la_pointer_table_clear(la_pointer_table *pointers);

/* The place of an address, or the free one where it belongs. */
static inline uint32_t la_pointer_table_place(const la_pointer_table *pointers,
                                              const void *address) {
  uint64_t mixed = (uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15);
  uint32_t at = (uint32_t)(mixed >> 32) & pointers->mask;
  while (pointers->places[at] != 0 && pointers->all[pointers->places[at] - 1] != address)
    at = (at + 1) & pointers->mask;
  return at;
}

/* Its number, or LA_NOWHERE. */
static inline uint32_t la_pointer_table_find(const la_pointer_table *pointers,
                                             const void *address) {
  return pointers->places[la_pointer_table_place(pointers, address)] - 1;
}

/* The number of one that is new, for which there must be room. */
static inline uint32_t la_pointer_table_add(la_pointer_table *pointers, const void *address) {
  uint32_t place = la_pointer_table_place(pointers, address), number = pointers->count++;
  pointers->all[number] = address;
  pointers->places[place] = number + 1;
  return number;
}

#endif
