#include "saved_path.h"

#include <string.h>

#include "../base/hash.h"
#include "../base/integer.h"
#include "../search/direct.h"

/* ---- its parts ------------------------------------------------------------------------------- */

enum { PATH_WAYPOINT_BYTES = 16, PATH_TURN_BYTES = 12 };

/* Without what was recorded to explain it. */
void write_path(Writer *writer, const astar_path *path) {
  write_byte(writer, (uint8_t)path->status);
  write_number(writer, path->cost, 4);
  write_number(writer, path->expanded, 4);
  write_int(writer, path->waypoint_count);
  for (int32_t i = 0; i < path->waypoint_count; i++) {
    write_cell(writer, (astar_cell){ path->waypoints[i].x, path->waypoints[i].y });
    write_int(writer, path->waypoints[i].index);
    write_number(writer, path->waypoints[i].link, 4);
  }
}

static astar_cell read_cell_on(Reader *reader, const Grid *grid) {
  astar_cell cell = read_cell(reader);
  reader_expect(reader, grid_has(grid, cell.x, cell.y));
  return reader->bad ? (astar_cell){ 0, 0 } : cell;
}

/* A count of things of so many bytes. */
static int32_t read_count_of(Reader *reader, int32_t least, size_t bytes) {
  int32_t count = read_int(reader);
  reader_expect(reader, count >= least && (size_t)count <= reader_left(reader) / bytes);
  return reader->bad ? least : count;
}

void read_path_head(Reader *reader, astar_path *head) {
  *head = (astar_path){ .status = (astar_status)read_byte(reader) };
  head->cost = read_count(reader);
  head->expanded = read_count(reader);
  reader_expect(reader, head->status == ASTAR_OK || head->status == ASTAR_PARTIAL);
  head->waypoint_count = read_count_of(reader, 1, PATH_WAYPOINT_BYTES);
}

/* Is the next waypoint one link away, or so many steps in one of the eight directions? */
static bool waypoint_leads(const Waypoint *from, const Waypoint *to) {
  if (from->link != 0) return from->index < INT32_MAX - 1 && to->index == from->index + 1;
  int64_t dx = integer_absolute(to->x - from->x), dy = integer_absolute(to->y - from->y);
  int64_t steps = dx > dy ? dx : dy;
  return steps > 0 && (dx == 0 || dy == 0 || dx == dy) && to->index < INT32_MAX &&
         (int64_t)to->index - from->index == steps;
}

void read_waypoints(Reader *reader, const Grid *grid, astar_path *path) {
  for (int32_t i = 0; i < path->waypoint_count && !reader->bad; i++) {
    Waypoint *one = &path->waypoints[i];
    astar_cell cell = read_cell_on(reader, grid);
    *one = (Waypoint){ cell.x, cell.y, read_int(reader), 0 };
    one->link = read_count(reader);
    reader_expect(reader, i == 0 ? one->index == 0 : waypoint_leads(one - 1, one));
    reader_expect(reader, one->link == 0 || i < path->waypoint_count - 1);
    if (!reader->bad) path->length = one->index + 1;
  }
}

/* ---- the ground ------------------------------------------------------------------------------ */

/* What a step into the cell costs, by its kind and by influence; 0: it cannot be entered. */
static uint64_t ground_of_cell(const View *view, Cell cell) {
  uint8_t kind = view->kind[cell];
  if (kind == 0) return 0;
  uint32_t penalty = view->influence_count > 0 ? (uint32_t)view_influence(view, cell) : 0;
  return view->straight_cost[kind] | (uint64_t)penalty << 32;
}

/* The height of a cell and the current in it, as far as the class pays for them. */
static uint64_t ground_add_slope(uint64_t hash, const View *view, Cell cell) {
  uint8_t kind = view->kind[cell];
  hash = hash_int(hash, (uint32_t)view->slopes->height[kind]);
  hash = hash_int(hash, (uint32_t)view->slopes->east[kind]);
  return hash_int(hash, (uint32_t)view->slopes->south[kind]);
}

static uint64_t ground_of_links(const View *view, uint64_t hash) {
  for (size_t i = 0; view->exits != NULL && i < view->exits->count; i++) {
    const Exit *exit = &view->exits->list[i];
    hash = hash_int(hash_int(hash, exit->from), exit->to);
    hash = hash_int(hash_int(hash, (uint64_t)exit->cost), exit->link);
  }
  return hash;
}

static uint64_t ground_of_view(const View *view) {
  const Grid *grid = &view->map->grid;
  const astar_query *query = view->query;
  uint64_t hash = HASH_INTS(HASH_START, grid->width, grid->height, grid->straight, grid->diagonal,
                            query->cls->size, (int64_t)query->cls->diagonal, query->turn_cost,
                            query->any_angle);
  if (view->slopes != NULL)
    hash = hash_int(hash_int(hash, view->slopes->climb), view->slopes->descend);
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      Cell cell = grid_cell(grid, x, y);
      hash = hash_int(hash, ground_of_cell(view, cell));
      if (view->slopes != NULL) hash = ground_add_slope(hash, view, cell);
    }
  return hash_mixed(ground_of_links(view, hash));
}

astar_status astar_map_ground(astar_map *map, const astar_query *query, uint64_t *ground) {
  DirectQuery direct;
  astar_query asked = query != NULL ? *query : astar_query_default();
  asked.claims = asked.occupancy = false;
  asked.traffic_cost = 0;
  if (!map_accepts(map, asked.extra_cost == NULL, "query.extra_cost: it cannot be written down"))
    return ASTAR_INVALID;
  astar_status status = direct_open(&direct, map, &asked);
  if (status != ASTAR_OK) return status;
  *ground = ground_of_view(&direct.view);
  return direct_close(&direct);
}

/* ---- saving ---------------------------------------------------------------------------------- */

#define PATH_MAGIC "\x89" "APATH\r\n"
enum { PATH_MAGIC_BYTES = 8, PATH_VERSION = 1, PATH_SUM_BYTES = 8 };

static void write_saved_path(Writer *writer, const astar_map *map, const astar_path *path,
                             uint64_t ground) {
  write_bytes(writer, PATH_MAGIC, PATH_MAGIC_BYTES);
  write_number(writer, PATH_VERSION, 4);
  write_int(writer, map->grid.width);
  write_int(writer, map->grid.height);
  write_number(writer, ground, 8);
  write_path(writer, path);
  write_int(writer, path->turn_count);
  for (int32_t i = 0; i < path->turn_count; i++) {
    const Waypoint *turn = &path_turns(path)[i];
    write_int(writer, turn->x);
    write_int(writer, turn->y);
    write_int(writer, turn->index);
  }
}

size_t astar_path_save(const astar_map *map, const astar_path *path, uint64_t ground, void *memory,
                       size_t room) {
  Writer writer = { memory, room, 0, NULL };
  write_saved_path(&writer, map, path, ground);
  write_number(&writer, writer_sum(&writer), PATH_SUM_BYTES);
  return writer.size;
}

/* ---- loading --------------------------------------------------------------------------------- */

static const Envelope path_envelope = { PATH_MAGIC, PATH_MAGIC_BYTES, 4, PATH_SUM_BYTES,
                                        PATH_VERSION };

/* Turns are cells of the path, from the first to the last one. */
static void read_saved_turns(Reader *reader, const Grid *grid, astar_path *path) {
  Waypoint *turns = path_turns(path);
  for (int32_t i = 0; i < path->turn_count && !reader->bad; i++) {
    astar_cell cell = read_cell_on(reader, grid);
    turns[i] = (Waypoint){ cell.x, cell.y, read_int(reader), 0 };
    int32_t index = turns[i].index;
    bool follows = i == 0 ? index == 0 : index > turns[i - 1].index && index < path->length;
    reader_expect(reader, follows && (i < path->turn_count - 1 || index == path->length - 1));
    if (reader->bad) return;
    astar_cell on = astar_path_cell(path, index);
    reader_expect(reader, on.x == cell.x && on.y == cell.y);
    if (index < path->length - 1) turns[i].link = astar_path_link(path, index + 1);
  }
}

/* What stands before the waypoints. FOREIGN, as the path's status: of a map of another size. */
static void read_saved_head(Reader *reader, const Grid *grid, astar_path *head, uint64_t *ground) {
  int32_t width = read_int(reader), height = read_int(reader);
  *ground = read_number(reader, 8);
  read_path_head(reader, head);
  if (width != grid->width || height != grid->height) head->status = ASTAR_FOREIGN;
}

/* The number of turns, which stands behind the waypoints. */
static int32_t look_at_turns(Reader reader, int32_t waypoints) {
  reader_expect(&reader, reader_left(&reader) >= (size_t)waypoints * PATH_WAYPOINT_BYTES);
  if (reader.bad) return 0;
  reader.at += (size_t)waypoints * PATH_WAYPOINT_BYTES;
  return read_count_of(&reader, 0, PATH_TURN_BYTES);
}

astar_status astar_path_load_size(const astar_map *map, const void *bytes, size_t size,
                                  size_t *needed) {
  uint64_t ground;
  const uint8_t *first = bytes;
  *needed = 0;
  astar_status status = envelope_check(&path_envelope, first, size);
  if (status != ASTAR_OK) return status;
  Reader reader = { first + PATH_MAGIC_BYTES + 4, first + size - PATH_SUM_BYTES, false };
  astar_path head;
  read_saved_head(&reader, &map->grid, &head, &ground);
  if (reader.bad) return ASTAR_DAMAGED;
  if (head.status == ASTAR_FOREIGN) return ASTAR_FOREIGN;
  *needed = path_bytes(head.waypoint_count) +
            (size_t)look_at_turns(reader, head.waypoint_count) * sizeof(Waypoint);
  return ASTAR_OK;
}

astar_path *astar_path_load(const astar_map *map, const void *bytes, size_t size, void *memory,
                            uint64_t *ground) {
  const uint8_t *first = bytes;
  Reader reader = { first + PATH_MAGIC_BYTES + 4, first + size - PATH_SUM_BYTES, false };
  astar_path *path = memory;
  read_saved_head(&reader, &map->grid, path, ground);
  path->turn_count = look_at_turns(reader, path->waypoint_count);
  path->bytes = path_bytes(path->waypoint_count) + (size_t)path->turn_count * sizeof(Waypoint);
  read_waypoints(&reader, &map->grid, path);
  if (reader.bad) return NULL;
  reader_expect(&reader, read_int(&reader) == path->turn_count);
  read_saved_turns(&reader, &map->grid, path);
  reader_expect(&reader, reader_left(&reader) == 0);
  return reader.bad ? NULL : path;
}
