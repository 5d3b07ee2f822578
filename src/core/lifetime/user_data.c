/*
** The game's own pointer in each object of a map. Nothing else reads or writes it, but for two
** things: what makes an object leaves it NULL, and a search that is kept for the next query forgets
** it. So it cannot be in a hash, a saved map or a decision.
*/
#include "../areas/areas.h"
#include "../field/field.h"
#include "../map/class.h"
#include "../map/influence.h"
#include "../map/link.h"
#include "../map/observers.h"
#include "../search/player_queue.h"
#include "../search/search.h"

#define USER_DATA_OF(type) \
  void *type##_user_data(const type *object) { return object->user_data; } \
  void type##_set_user_data(type *object, void *user_data) { object->user_data = user_data; }

USER_DATA_OF(astar_map)
USER_DATA_OF(astar_class)
USER_DATA_OF(astar_player)
USER_DATA_OF(astar_influence)
USER_DATA_OF(astar_link)
USER_DATA_OF(astar_search)
USER_DATA_OF(astar_ticket)
USER_DATA_OF(astar_field)
USER_DATA_OF(astar_areas)
USER_DATA_OF(astar_sight)
