/* The room base of the core, whose parts others rely on without seeing them: memory, the log of
** changes, hashes, square roots. */
#include "store.h"

#include "core/base/builtin.h"
#include "core/base/changes.h"
#include "core/base/hash.h"
#include "core/base/integer.h"
#include "core/base/memory.h"

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct Room {
  Store store;
  Memory memory;
  int served;                       /* calls of the memory's server */
} Room;

static void open_room(Room *room) {
  *room = (Room){ 0 };
  memory_init(&room->memory, (astar_allocator){ store_realloc, &room->store });
}

/* Beside the headers of the blocks. */
static bool is_used(const Memory *memory, size_t bytes) {
  return memory->used == bytes + memory->block_count * MEMORY_HEADER;
}

static bool holds(const Room *room, size_t bytes) {
  return is_used(&room->memory, bytes) && room->store.held == room->memory.used;
}

TEST(memory_is_counted) {
  Room room;
  open_room(&room);
  char *block = memory_new(&room.memory, 40);
  for (int i = 0; i < 40; i++) CHECK(block[i] == 0);
  CHECK(holds(&room, 40));
  block = memory_resize(&room.memory, block, 40, 100);
  CHECK(holds(&room, 100));
  block = memory_resize(&room.memory, block, 100, 7);
  CHECK(holds(&room, 7));
  memory_free(&room.memory, block, 7);
  CHECK(holds(&room, 0));
}

TEST(a_refused_block_is_not_counted) {
  Room room;
  open_room(&room);
  char *block = memory_raw(&room.memory, 10);
  room.store.countdown = 1;
  CHECK(memory_new(&room.memory, 5) == NULL);
  room.store.countdown = 1;
  CHECK(memory_resize(&room.memory, block, 10, 20) == NULL && holds(&room, 10));
  memory_free(&room.memory, block, 10);
  CHECK(holds(&room, 0));
}

static void *complain(void *user, void *block, size_t old_size, size_t new_size) {
  (void)block, (void)old_size, (void)new_size;
  ++*(int *)user;
  return NULL;
}

TEST(to_free_nothing_asks_nobody) {
  int calls = 0;
  Memory memory;
  memory_init(&memory, (astar_allocator){ complain, &calls });
  memory_free(&memory, NULL, 0);
  CHECK(calls == 0 && memory_new(&memory, 1) == NULL && calls == 1);
}

TEST(an_array_grows_when_it_is_full) {
  Room room;
  uint32_t *array = NULL;
  size_t capacity = 0;
  open_room(&room);
  for (uint32_t count = 0; count < 100; count++) {
    size_t before = capacity;
    CHECK(memory_grow(&room.memory, array, count, &capacity));
    CHECK(capacity == (count < before ? before : before == 0 ? 16 : 2 * before));
    CHECK(holds(&room, capacity * sizeof count));
    array[count] = count;
  }
  for (uint32_t i = 0; i < 100; i++) CHECK(array[i] == i);
  void *same = array;
  room.store.countdown = 1;
  CHECK(!memory_grow(&room.memory, array, capacity, &capacity));
  CHECK(array == same && capacity == 128 && holds(&room, 512));
  memory_free(&room.memory, array, 512);
}

TEST(without_an_allocator_it_is_that_of_the_library) {
  Memory memory;
  memory_init(&memory, (astar_allocator){ 0 });
  char *block = memory_resize(&memory, memory_new(&memory, 3), 3, 5);
  CHECK(block != NULL && block[0] == 0 && block[2] == 0 && is_used(&memory, 5));
  memory_free(&memory, block, 5);
  CHECK(memory.used == 0);
}

/* As a worker of a pool has it, which must not call the allocator. */
static void *serve(void *user, void *block, size_t old_size, size_t new_size) {
  Room *room = user;
  room->served++;
  return memory_reallocate(&room->memory, block, old_size, new_size);
}

TEST(a_server_is_asked_instead_of_the_allocator) {
  Room room;
  char *array = NULL;
  size_t capacity = 0;
  open_room(&room);
  room.memory.server = (MemoryServer){ serve, &room };
  char *block = memory_new(&room.memory, 8);
  CHECK(room.served == 1 && block[7] == 0 && holds(&room, 8));
  block = memory_resize(&room.memory, block, 8, 20);
  CHECK(room.served == 2 && holds(&room, 20));
  CHECK(memory_grow(&room.memory, array, 0, &capacity) && room.served == 3);
  memory_free(&room.memory, array, capacity);
  memory_free(&room.memory, block, 20);
  CHECK(room.served == 5 && holds(&room, 0));
  room.memory.server = (MemoryServer){ 0 };
  memory_free(&room.memory, memory_raw(&room.memory, 3), 3);
  CHECK(room.served == 5 && holds(&room, 0));
}

/* ---- the log of changes ---------------------------------------------------------------------- */

static Changes changes;
static Memory of_changes;

static void begin_log(size_t cells) {
  changes_free(&changes, &of_changes);
  CHECK(changes_init(&changes, &of_changes, cells));
}

static bool same_rect(astar_rect a, astar_rect b) {
  return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

/* Logs two rectangles: are they joined to one? */
static bool are_joined(astar_rect first, astar_rect second) {
  uint64_t before = changes_position(&changes);
  changes_add(&changes, first);
  changes_add(&changes, second);
  uint64_t count = changes.written - before;
  astar_rect last = changes_at(&changes, changes.written - 1);
  if (count == 2) CHECK(same_rect(last, second));
  else CHECK(same_rect(last, (astar_rect){ first.x, first.y, first.width + second.width, 1 }));
  return count == 1;
}

TEST(what_continues_a_row_is_joined_to_it) {
  begin_log(1);
  astar_rect row = { 3, 5, 4, 1 };
  CHECK(are_joined(row, (astar_rect){ 7, 5, 2, 1 }));
  CHECK(!are_joined(row, (astar_rect){ 8, 5, 2, 1 }));
  CHECK(!are_joined(row, (astar_rect){ 6, 5, 2, 1 }));
  CHECK(!are_joined(row, (astar_rect){ 7, 6, 2, 1 }));
  CHECK(!are_joined(row, (astar_rect){ 7, 4, 2, 1 }));
  CHECK(!are_joined(row, (astar_rect){ 7, 5, 2, 2 }));
  CHECK(!are_joined((astar_rect){ 3, 5, 4, 2 }, (astar_rect){ 7, 5, 2, 1 }));
  CHECK(!are_joined((astar_rect){ 3, 5, 4, 2 }, (astar_rect){ 7, 5, 2, 2 }));
}

/* Else a reader would miss what comes after it has read. */
TEST(what_has_been_read_grows_no_more) {
  begin_log(1);
  changes_add(&changes, (astar_rect){ 0, 0, 1, 1 });
  uint64_t position = changes_position(&changes);
  changes_add(&changes, (astar_rect){ 1, 0, 1, 1 });
  CHECK(position == 1 && changes.written == 2);
  CHECK(changes_begin(&changes, position));
  changes_add(&changes, (astar_rect){ 2, 0, 1, 1 });
  CHECK(changes.written == 3);
  changes_add(&changes, (astar_rect){ 3, 0, 1, 1 });
  CHECK(changes.written == 3 && changes_at(&changes, 2).width == 2);
}

static void add_apart(int count) {
  for (int i = 0; i < count; i++) changes_add(&changes, (astar_rect){ 2 * i, i % 7, 1, 1 });
}

TEST(a_reader_too_far_behind_has_lost_its_place) {
  begin_log(1);
  add_apart(300);
  uint64_t position = changes_position(&changes);
  add_apart(CHANGES_LEAST);
  CHECK(changes_begin(&changes, position));
  for (int i = 0; i < CHANGES_LEAST; i++)
    CHECK(same_rect(changes_at(&changes, position + (uint64_t)i),
                    (astar_rect){ 2 * i, i % 7, 1, 1 }));
  changes_add(&changes, (astar_rect){ 0, 0, 9, 9 });
  CHECK(!changes_begin(&changes, position) && changes_begin(&changes, position + 1));
}

TEST(when_all_has_changed_every_reader_has_lost_its_place) {
  begin_log(1);
  changes_add(&changes, (astar_rect){ 0, 0, 1, 1 });
  uint64_t position = changes_position(&changes);
  changes_all(&changes);
  CHECK(!changes_begin(&changes, position));
  add_apart(CHANGES_LEAST + 2);
  CHECK(!changes_begin(&changes, position));
  position = changes_position(&changes);
  changes_all(&changes);
  changes_add(&changes, (astar_rect){ 1, 0, 1, 1 });
  CHECK(!changes_begin(&changes, position));
  CHECK(changes_begin(&changes, changes.written - 1));
  CHECK(same_rect(changes_at(&changes, changes.written - 1), (astar_rect){ 1, 0, 1, 1 }));
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* The values that the authors of FNV-1a give. */
TEST(checksums_are_those_of_fnv) {
  CHECK(astar_checksum("", 0) == 0xcbf29ce484222325u);
  CHECK(astar_checksum("a", 1) == 0xaf63dc4c8601ec8cu);
  CHECK(astar_checksum("foobar", 6) == 0x85944171f73967e8u);
}

/* Of bytes that differ in one bit, or in how many they are, no two have the same hash, and half of
** the bits change. */
TEST(each_bit_counts_in_a_hash) {
  enum { MOST = 80 };
  uint8_t bytes[MOST] = { 0 };
  int64_t changed = 0, tried = 0;
  for (size_t count = 0; count <= MOST; count++) {
    uint64_t hash = hash_bytes(HASH_START, bytes, count);
    CHECK(count == 0 || hash != hash_bytes(HASH_START, bytes, count - 1));
    CHECK(hash != hash_bytes(HASH_START + 1, bytes, count));
    for (size_t bit = 0; bit < 8 * count; bit++, tried++) {
      bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
      uint64_t other = hash_bytes(HASH_START, bytes, count);
      bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
      CHECK(other != hash);
      changed += ones_64(other ^ hash);
    }
  }
  CHECK(changed > 28 * tried && changed < 36 * tried);
}

TEST(roots_are_rounded_down) {
  for (uint64_t value = 0; value < 5000; value++) {
    uint64_t root = integer_root(value);
    CHECK(root * root <= value && (root + 1) * (root + 1) > value);
  }
  for (uint64_t root = 1000; root < UINT32_MAX; root += root / 3) {
    CHECK(integer_root(root * root) == root && integer_root(root * root - 1) == root - 1);
    CHECK(integer_root(root * root + 2 * root) == root);
  }
  CHECK(integer_root(UINT64_MAX) == UINT32_MAX);
}

/* A rectangle for each 256 cells. */
TEST(the_log_of_a_large_map_is_longer) {
  begin_log(100);
  CHECK(changes.capacity == 1024);
  begin_log((size_t)1 << 20);
  CHECK(changes.capacity == 4096);
  changes_add(&changes, (astar_rect){ 5, 5, 1, 1 });
  uint64_t position = changes_position(&changes);
  add_apart(4096);
  CHECK(changes_begin(&changes, position));
  add_apart(1);
  CHECK(!changes_begin(&changes, position));
  begin_log((size_t)1 << 28);
  CHECK(changes.capacity == 65536);
}

int main(void) {
  memory_init(&of_changes, (astar_allocator){ 0 });
  int status = run_tests();
  changes_free(&changes, &of_changes);
  return status;
}
