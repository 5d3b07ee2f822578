/*
** The game's own pointer in each public object. It stands first, so one pair of functions serves
** all of them. Nothing else reads or writes it, but for two things: what makes an object leaves it
** NULL, and a search that is kept for the next query forgets it. So it cannot be in a hash, a saved
** map or a decision.
*/
#ifndef ASTAR_USER_DATA_H
#define ASTAR_USER_DATA_H

#include <stddef.h>

/* After each `struct type`. Of maps and graphs it is the first field of their memory, which stands
** first: a search takes 5 instructions more if the map's memory is anywhere else. */
#define HAS_USER_DATA_IN(type, field) \
  _Static_assert(offsetof(struct type, field) == 0, "astar_user_data finds it there")
#define HAS_USER_DATA(type) HAS_USER_DATA_IN(type, user_data)

#endif
