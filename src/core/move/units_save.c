#include "units_save.h"

#include "movement.h"
#include "../units/unit_query.h"
#include "../units/units.h"
#include "../save/saved_path.h"

/* ---- frames ---------------------------------------------------------------------------------- */

bool frame_has_unit(const Frame *frame, const astar_unit *unit) {
  int32_t last = unit->cls->size - 1;
  astar_cell corner = { unit->x + last, unit->y + last };
  return frame_has(frame, unit_cell(unit)) && frame_has(frame, corner) &&
         (!step_under_way(unit) || frame_has(frame, unit->from));
}

/* As by unit_stand. */
static void stop_in_frame(astar_unit *unit) {
  unit->path = NULL;
  unit->state = ASTAR_STANDING;
  unit->since = unit->cls->map->ticks;
  unit->waited = unit->retry = 0;
  unit->goal = unit_cell(unit);
}

/* A unit of the frame as it will be there, in cells of the map: one whose path leads out has
** stopped. It is for reading only, and on no list. */
static astar_unit frame_unit(const Frame *frame, const astar_unit *unit) {
  astar_unit moved = *unit;
  moved.travelled = unit_travelled(unit);
  if (!frame_has_path(frame, unit->path)) stop_in_frame(&moved);
  if (!frame_has(frame, moved.from)) moved.from = unit_cell(unit);
  if (!frame_has(frame, moved.goal)) moved.goal = unit_cell(unit);
  return moved;
}

/* ---- units ----------------------------------------------------------------------------------- */

/* What it went through with others in its way. Its rule and its priority share a byte. */
static void write_avoidance(Writer *writer, const astar_unit *unit) {
  write_byte(writer, (uint8_t)(unit->avoidance | unit->priority << 4));
  write_number(writer, unit->since, 4);
  write_number(writer, unit->waited, 4);
  write_number(writer, unit->retry, 4);
  if (unit->path == NULL) write_cell(writer, unit->goal);
}

static void write_unit(Writer *writer, const astar_unit *given) {
  const astar_unit moved = frame_unit(writer->frame, given), *unit = &moved;
  const astar_map *map = unit->cls->map;
  size_t section = section_begin(writer, "UNIT");
  write_number(writer, unit->id, 4);
  write_byte(writer, number_of_player(map, unit->player));
  write_int(writer, class_number(map, unit->cls));
  write_cell(writer, unit_cell(unit));
  write_cell(writer, unit->from);
  write_int(writer, unit->stride);
  write_int(writer, unit->travelled);
  write_int(writer, unit->speed);
  write_int(writer, unit->sight);
  write_byte(writer, (uint8_t)unit->state);
  write_avoidance(writer, unit);
  if (unit->path != NULL) {
    write_int(writer, unit->progress);
    write_path(writer, unit->path);
    write_byte(writer, unit->query != NULL);
    if (unit->query != NULL) write_options(writer, map, &unit->query->query);
  }
  section_end(writer, section);
}

bool units_are_as_loaded(const Units *units) {
  return units->waits == 0 && units->last_id == unit_list_last_id(&units->list) &&
         units->movement->rerouting.nodes == REROUTING_NODES &&
         units->movement->rerouting.unit == 0;
}

static void write_numbers(Writer *writer, const Units *units) {
  if (units_are_as_loaded(units)) return;
  size_t section = section_begin(writer, "UNUM");
  write_number(writer, units->waits, 8);
  write_number(writer, units->last_id, 4);
  write_number(writer, units->movement->rerouting.nodes, 4);
  write_number(writer, units->movement->rerouting.unit, 4);
  section_end(writer, section);
}

void units_save(Writer *writer, const astar_map *map) {
  for (EACH_UNIT(unit, &map->units->list)) write_unit(writer, unit);
  write_numbers(writer, map->units);
}

/* ---- watches --------------------------------------------------------------------------------- */

/* That of a unit which has stopped has nothing to compare. */
static void write_watch(Writer *writer, const astar_watch *watch) {
  const astar_map *map = watch->map;
  bool stays = frame_has_path(writer->frame, astar_watch_path(watch));
  if (!stays && watch->unit == NULL) return;
  size_t section = section_begin(writer, "WATC");
  int told = watch->blocked * SAVE_TELLS_BLOCKS + watch->is_blocked * SAVE_IS_BLOCKED +
             watch->follows * SAVE_FOLLOWS;
  int found = watch->is_due * SAVE_IS_DUE + watch->seeks * SAVE_SEEKS;
  write_number(writer, watch->number, 4);
  write_number(writer, watch->unit != NULL ? watch->unit->id : 0, 4);
  write_int(writer, watch->costlier);
  write_int(writer, watch->better);
  write_byte(writer, (uint8_t)told);
  write_byte(writer, stays ? (uint8_t)found : 0);
  write_number(writer, watch->offered, 8);
  if (watch->unit == NULL) {
    write_int(writer, class_number(map, watch->cls));
    write_byte(writer, number_of_player(map, watch->player));
    write_path(writer, watch->path);
    write_byte(writer, watch->query != NULL);
    if (watch->query != NULL) write_options(writer, map, &watch->query->query);
  }
  int32_t length = stays ? watch->length : 0;
  write_int(writer, length);
  for (int32_t i = 1; i < length; i++) write_small(writer, (int32_t)watch->steps[i].before);
  section_end(writer, section);
}

void watches_save(Writer *writer, const astar_map *map) {
  const PathWatches *watches = path_watches(map);
  if (watches->last_number == 0) return;
  size_t section = section_begin(writer, "WNUM");
  write_number(writer, watches->last_number, 4);
  write_number(writer, watches->served, 4);
  section_end(writer, section);
  for (const astar_watch *watch = watches->first; watch != NULL; watch = watch->next)
    write_watch(writer, watch);
}
