/*
** All types of userdata, and the lists of their methods. A list is written in the file whose name
** it bears: la_roster_map_methods, in roster.c, are methods of the map. A new capability is a file
** and a line here; module.c makes the metatables.
*/
#ifndef ASTAR_BINDING_TYPES_H
#define ASTAR_BINDING_TYPES_H

#include "object.h"

extern const la_type la_map_type, la_class_type, la_player_type, la_influence_type, la_unit_type;
extern const la_type la_query_type, la_path_type, la_search_type, la_field_type, la_ticket_type;
extern const la_type la_sight_type, la_link_type, la_areas_type, la_watch_type;
extern const la_type la_snapshot_type;
extern const la_type la_graph_type, la_edge_type, la_graph_player_type, la_graph_path_type;
extern const la_type la_graph_field_type, la_graph_unit_type;

#define LA_METHODS(LIST) \
  LIST(map, la_map_methods) LIST(map, la_hex_map_methods) LIST(map, la_terrain_map_methods) \
  LIST(map, la_level_map_methods) \
  LIST(map, la_class_map_methods) LIST(class, la_class_methods) \
  LIST(map, la_player_map_methods) LIST(player, la_player_methods) \
  LIST(map, la_influence_map_methods) LIST(influence, la_influence_methods) \
  LIST(influence, la_relief_influence_methods) \
  LIST(map, la_link_map_methods) LIST(link, la_link_methods) LIST(path, la_link_path_methods) \
  LIST(player, la_unit_player_methods) LIST(unit, la_unit_methods) \
  LIST(map, la_roster_map_methods) LIST(player, la_roster_player_methods) \
  LIST(unit, la_roster_unit_methods) \
  LIST(player, la_remove_player_methods) LIST(unit, la_remove_unit_methods) \
  LIST(map, la_events_map_methods) \
  LIST(map, la_plane_map_methods) LIST(player, la_plane_player_methods) \
  LIST(influence, la_plane_influence_methods) \
  LIST(map, la_aim_map_methods) LIST(player, la_aim_player_methods) \
  LIST(unit, la_aim_unit_methods) \
  LIST(map, la_sight_map_methods) LIST(player, la_sight_player_methods) \
  LIST(sight, la_sight_methods) LIST(influence, la_sight_influence_methods) \
  LIST(map, la_assign_map_methods) LIST(map, la_room_map_methods) LIST(map, la_watch_map_methods) \
  LIST(map, la_bulk_map_methods) LIST(player, la_bulk_player_methods) \
  LIST(influence, la_bulk_influence_methods) \
  LIST(path, la_path_methods) LIST(path, la_watch_path_methods) LIST(map, la_query_map_methods) \
  LIST(map, la_question_map_methods) LIST(unit, la_question_unit_methods) \
  LIST(map, la_breach_map_methods) LIST(unit, la_breach_unit_methods) \
  LIST(map, la_why_map_methods) LIST(unit, la_why_unit_methods) \
  LIST(map, la_alternatives_map_methods) LIST(unit, la_alternatives_unit_methods) \
  LIST(map, la_preparation_map_methods) \
  LIST(map, la_areas_map_methods) LIST(areas, la_areas_methods) \
  LIST(path, la_path_question_methods) LIST(map, la_path_question_map_methods) \
  LIST(unit, la_route_unit_methods) \
  LIST(map, la_search_map_methods) LIST(unit, la_search_unit_methods) \
  LIST(search, la_search_methods) \
  LIST(map, la_nearest_map_methods) LIST(unit, la_nearest_unit_methods) \
  LIST(map, la_field_map_methods) LIST(field, la_field_methods) \
  LIST(map, la_position_map_methods) \
  LIST(map, la_ticket_map_methods) LIST(unit, la_ticket_unit_methods) \
  LIST(ticket, la_ticket_methods) \
  LIST(map, la_heir_map_methods) LIST(ticket, la_heir_ticket_methods) \
  LIST(map, la_path_watch_map_methods) LIST(unit, la_path_watch_unit_methods) \
  LIST(watch, la_path_watch_methods) \
  LIST(map, la_save_map_methods) \
  LIST(map, la_rewind_map_methods) LIST(snapshot, la_snapshot_methods) \
  LIST(graph, la_graph_methods) LIST(graph, la_edge_graph_methods) LIST(edge, la_edge_methods) \
  LIST(graph, la_graph_player_graph_methods) LIST(graph_player, la_graph_player_methods) \
  LIST(graph, la_graph_path_graph_methods) LIST(graph_path, la_graph_path_methods) \
  LIST(graph, la_graph_field_graph_methods) LIST(graph_field, la_graph_field_methods) \
  LIST(graph, la_graph_unit_graph_methods) LIST(graph_unit, la_graph_unit_methods)

#define LA_DECLARE(type, methods) extern const luaL_Reg methods[];
LA_METHODS(LA_DECLARE)
#undef LA_DECLARE

#endif
