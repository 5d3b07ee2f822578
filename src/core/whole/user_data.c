/*
** The game's own pointer in each object of a map. Nothing else reads or writes it, but for two
** things: what makes an object leaves it NULL, and a search that is kept for the next query forgets
** it. So it cannot be in a hash, a saved map or a decision.
*/
#include "../areas/areas.h"
#include "../field/field.h"
#include "../map/class.h"
#include "../map/eyes.h"
#include "../map/influence.h"
#include "../map/link.h"
#include "../search/search.h"
#include "../search/ticket_line.h"

void *astar_map_user_data(const astar_map *map) {
  return map->user_data;
}

void astar_map_set_user_data(astar_map *map, void *user_data) {
  map->user_data = user_data;
}

void *astar_class_user_data(const astar_class *cls) {
  return cls->user_data;
}

void astar_class_set_user_data(astar_class *cls, void *user_data) {
  cls->user_data = user_data;
}

void *astar_player_user_data(const astar_player *player) {
  return player->user_data;
}

void astar_player_set_user_data(astar_player *player, void *user_data) {
  player->user_data = user_data;
}

void *astar_influence_user_data(const astar_influence *influence) {
  return influence->user_data;
}

void astar_influence_set_user_data(astar_influence *influence, void *user_data) {
  influence->user_data = user_data;
}

void *astar_link_user_data(const astar_link *link) {
  return link->user_data;
}

void astar_link_set_user_data(astar_link *link, void *user_data) {
  link->user_data = user_data;
}

void *astar_search_user_data(const astar_search *search) {
  return search->user_data;
}

void astar_search_set_user_data(astar_search *search, void *user_data) {
  search->user_data = user_data;
}

void *astar_ticket_user_data(const astar_ticket *ticket) {
  return ticket->user_data;
}

void astar_ticket_set_user_data(astar_ticket *ticket, void *user_data) {
  ticket->user_data = user_data;
}

void *astar_field_user_data(const astar_field *field) {
  return field->user_data;
}

void astar_field_set_user_data(astar_field *field, void *user_data) {
  field->user_data = user_data;
}

void *astar_areas_user_data(const astar_areas *areas) {
  return areas->user_data;
}

void astar_areas_set_user_data(astar_areas *areas, void *user_data) {
  areas->user_data = user_data;
}

void *astar_sight_user_data(const astar_sight *sight) {
  return sight->user_data;
}

void astar_sight_set_user_data(astar_sight *sight, void *user_data) {
  sight->user_data = user_data;
}
