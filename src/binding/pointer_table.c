#include "pointer_table.h"

#include <string.h>

void la_pointer_table_reserve(lua_State *L, la_pointer_table *pointers, uint32_t room) {
  la_pointer_table old = *pointers;
  uint32_t places = 64;
  while (places < 2 * room) places *= 2;
  pointers->room = places / 2;
  pointers->mask = places - 1;
  size_t head = pointers->room * sizeof *pointers->all, tail = places * sizeof(uint32_t);
  pointers->all = la_newuserdata(L, head + tail);
  pointers->places = memset((char *)pointers->all + head, 0, tail);
  pointers->count = 0;
  for (uint32_t i = 0; i < old.count; i++) la_pointer_table_add(pointers, old.all[i]);
}

void la_pointer_table_clear(la_pointer_table *pointers) {
  for (uint32_t i = pointers->count; i-- > 0;)
    pointers->places[la_pointer_table_place(pointers, pointers->all[i])] = 0;
  pointers->count = 0;
}
