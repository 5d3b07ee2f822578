/*
** All types of userdata, and the lists of their members by parts. A list is written in the file
** whose name it bears: la_terrain_map_methods, in terrain.c, are methods of the map; those of an
** asker are of several types, such as maps and units. A new capability is a file and a line here;
** module.c makes the metatables.
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

/* What maps and units are asked alike. */
#define LA_ASKED(METHODS, type) \
  METHODS(type, la_map_queries_asker_methods) METHODS(type, la_breach_asker_methods) \
  METHODS(type, la_alternatives_asker_methods) METHODS(type, la_search_asker_methods) \
  METHODS(type, la_nearest_asker_methods) METHODS(type, la_ticket_asker_methods)

#define LA_PATHS(METHODS, FIELDS) \
  METHODS(map, la_map_methods) FIELDS(map, la_map_fields) \
  METHODS(map, la_hex_map_methods) METHODS(map, la_terrain_map_methods) \
  METHODS(map, la_level_map_methods) \
  METHODS(map, la_class_map_methods) \
  METHODS(class, la_class_methods) FIELDS(class, la_class_fields) \
  METHODS(map, la_player_map_methods) \
  METHODS(player, la_player_methods) FIELDS(player, la_player_fields) \
  METHODS(map, la_influence_map_methods) \
  METHODS(influence, la_influence_methods) FIELDS(influence, la_influence_fields) \
  METHODS(map, la_link_map_methods) METHODS(path, la_link_path_methods) \
  METHODS(link, la_link_methods) FIELDS(link, la_link_fields) \
  METHODS(map, la_line_of_sight_asker_methods) METHODS(player, la_line_of_sight_asker_methods) \
  METHODS(map, la_sight_asker_methods) METHODS(player, la_sight_asker_methods) \
  METHODS(influence, la_sight_influence_methods) METHODS(sight, la_sight_methods) \
  METHODS(map, la_cell_array_map_methods) METHODS(player, la_cell_array_player_methods) \
  METHODS(influence, la_cell_array_influence_methods) \
  METHODS(path, la_path_methods) FIELDS(path, la_path_fields) \
  METHODS(map, la_query_map_methods) METHODS(query, la_query_methods) \
  LA_ASKED(METHODS, map) METHODS(map, la_map_queries_map_methods) \
  METHODS(map, la_preparation_map_methods) \
  METHODS(map, la_areas_map_methods) METHODS(areas, la_areas_methods) \
  METHODS(path, la_path_queries_methods) METHODS(map, la_path_queries_map_methods) \
  METHODS(search, la_search_methods) FIELDS(search, la_search_fields) \
  METHODS(map, la_field_map_methods) METHODS(field, la_field_methods) \
  METHODS(map, la_ticket_map_methods) \
  METHODS(ticket, la_ticket_methods) FIELDS(ticket, la_ticket_fields) \
  METHODS(map, la_ticket_waiters_map_methods) METHODS(ticket, la_ticket_waiters_ticket_methods) \
  METHODS(map, la_save_map_methods) METHODS(map, la_rewind_map_methods) \
  METHODS(snapshot, la_snapshot_methods) FIELDS(snapshot, la_snapshot_fields)

/* Methods of units that ask for paths are in the files of paths. */
#define LA_UNITS(METHODS, FIELDS) \
  METHODS(player, la_unit_player_methods) \
  METHODS(unit, la_unit_methods) FIELDS(unit, la_unit_fields) \
  METHODS(map, la_unit_lookup_map_methods) METHODS(player, la_unit_lookup_player_methods) \
  METHODS(unit, la_unit_lookup_unit_methods) METHODS(unit, la_units_of_map_unit_methods) \
  METHODS(map, la_events_map_methods) FIELDS(map, la_events_map_fields) \
  METHODS(unit, la_line_of_sight_unit_methods) METHODS(map, la_assignment_map_methods) \
  METHODS(map, la_position_map_methods) METHODS(unit, la_position_unit_methods) \
  LA_ASKED(METHODS, unit) METHODS(unit, la_map_queries_unit_methods) \
  METHODS(unit, la_route_unit_methods) METHODS(unit, la_nearest_unit_methods) \
  METHODS(map, la_path_watch_map_methods) METHODS(unit, la_path_watch_unit_methods) \
  METHODS(watch, la_path_watch_methods) FIELDS(watch, la_path_watch_fields)

#define LA_GRAPHS(METHODS, FIELDS) \
  METHODS(graph, la_graph_methods) FIELDS(graph, la_graph_fields) \
  METHODS(graph, la_edge_graph_methods) \
  METHODS(edge, la_edge_methods) FIELDS(edge, la_edge_fields) \
  METHODS(graph, la_graph_player_graph_methods) \
  METHODS(graph_player, la_graph_player_methods) FIELDS(graph_player, la_graph_player_fields) \
  METHODS(graph, la_graph_path_graph_methods) \
  METHODS(graph_path, la_graph_path_methods) FIELDS(graph_path, la_graph_path_fields) \
  METHODS(graph, la_graph_field_graph_methods) METHODS(graph_field, la_graph_field_methods) \
  METHODS(graph, la_graph_unit_graph_methods) \
  METHODS(graph_unit, la_graph_unit_methods) FIELDS(graph_unit, la_graph_unit_fields)

#define LA_TOOLS(METHODS, FIELDS) \
  METHODS(map, la_recorder_cells_map_methods) METHODS(player, la_recorder_cells_player_methods) \
  METHODS(influence, la_recorder_cells_influence_methods) \
  METHODS(map, la_recorder_units_map_methods) METHODS(path, la_recorder_units_path_methods)

#define LA_METHODS(type, list) extern const luaL_Reg list[];
#define LA_FIELDS(type, list) extern const la_field list[];
LA_PATHS(LA_METHODS, LA_FIELDS)
LA_UNITS(LA_METHODS, LA_FIELDS)
LA_GRAPHS(LA_METHODS, LA_FIELDS)
LA_TOOLS(LA_METHODS, LA_FIELDS)
#undef LA_METHODS
#undef LA_FIELDS

#endif
