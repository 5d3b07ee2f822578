/*
** The game's own pointer in each public object. It stands first, so one pair of functions serves
** all of them. Nothing else reads or writes it, but for two things: what makes an object leaves it
** NULL, and a search that is kept for the next query forgets it. So it cannot be in a hash, a saved
** map or a decision.
*/
#ifndef ASTAR_USER_DATA_H
#define ASTAR_USER_DATA_H

#include <stddef.h>

/* After each `struct type`. */
#define HAS_USER_DATA(type) \
  _Static_assert(offsetof(struct type, user_data) == 0, "astar_user_data finds it there")

#endif
