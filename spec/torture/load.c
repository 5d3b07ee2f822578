/*
** torture: build=fuzzer share=8 short=yes cases=35000
**
** Saved maps, changed by libFuzzer. The mutator knows the sections: it changes numbers and bytes in
** them, leaves them out, doubles and exchanges them, and then repairs lengths and checksum, so that
** what it has changed is what the loader looks at.
**
** What is refused must be refused with a reason. What loads is a map like any other: saved, it loads
** again; the two have the same hash then and after every tick, answer queries with the same legal
** paths, and save the same bytes.
*/
#include "saved.h"

enum { SEEDS = 12 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t room);

static uint64_t loaded_maps, refused_maps;

/* ---- changing them --------------------------------------------------------------------------- */

static void change_number(uint8_t *at, size_t room) {
  static const size_t widths[] = { 1, 1, 4, 4, 4, 8 };
  size_t width = widths[random_below(6)];
  if (width > room) width = 1;
  int64_t number = (int64_t)number_at(at) + random_below(7) - 3;
  if (random_below(3)) number = odd_numbers[random_below(ODD_NUMBERS)];
  for (size_t i = 0; i < width; i++) at[i] = (uint8_t)((uint64_t)number >> (8 * i % 64));
}

/* What is in a section gets longer or shorter by a few bytes, or is left to libFuzzer. */
static size_t change_length(Bytes bytes, size_t room, Section section) {
  uint8_t text[FILE_MAX];
  size_t size = section.size;
  memcpy(text, bytes.at + section.at, size);
  int32_t what = random_below(3), by = 1 + random_below(8);
  if (what == 0 && size >= SAVE_SECTION_BYTES + (size_t)by) size -= (size_t)by;
  else if (what == 1 && size + (size_t)by < sizeof text)
    for (; by > 0; by--) text[size++] = 0;
  else if (size > SAVE_SECTION_BYTES)
    size = SAVE_SECTION_BYTES + LLVMFuzzerMutate(text + SAVE_SECTION_BYTES,
                                                 size - SAVE_SECTION_BYTES,
                                                 sizeof text - SAVE_SECTION_BYTES);
  put_length(text, size);
  return replace(bytes, room, section, (Bytes){ text, size });
}

static size_t change_once(Bytes bytes, size_t room) {
  Section sections[SECTIONS_MAX], none = { 0, 0 };
  int count = find_sections(bytes.at, bytes.size, sections);
  if (count == 0) return bytes.size;
  Section one = sections[random_below(count)], other = sections[random_below(count)];
  int32_t what = random_below(20);
  if (what < 13 && one.size > SAVE_SECTION_BYTES) {
    size_t at = SAVE_SECTION_BYTES + (size_t)random_below((int32_t)(one.size - SAVE_SECTION_BYTES));
    if (what == 0) copy_between(bytes.at, one, other, at);
    else change_number(bytes.at + one.at + at, one.size - at);
    return bytes.size;
  }
  if (what < 16) return change_length(bytes, room, one);
  none.at = other.at;
  if (what == 16) return replace(bytes, room, one, (Bytes){ bytes.at, 0 });
  if (what == 17) return replace(bytes, room, none, (Bytes){ bytes.at + one.at, one.size });
  if (what == 18) return replace(bytes, room, other, (Bytes){ bytes.at + one.at, one.size });
  if (random_below(2)) return bytes.at[one.at + SAVE_TAG_BYTES]++, bytes.size;
  change_number(bytes.at + random_below(SAVE_HEAD_BYTES), 4);
  return bytes.size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned seed) {
  if (room > FILE_MAX) room = FILE_MAX;
  if (size > room) return size;
  random_seed(seed);
  for (int32_t left = 1 + random_below(3); left > 0; left--)
    size = change_once((Bytes){ bytes, size }, room);
  if (random_below(50)) repair_sum(bytes, size);
  return size;
}

/* ---- what loads is a map like any other ------------------------------------------------------ */

static uint64_t mixed(uint64_t sum, uint64_t number) {
  return (sum ^ number) * 0x9e3779b97f4a7c15u + 1;
}

static uint64_t walk(const astar_path *path) {
  uint64_t sum = astar_path_cost(path);
  astar_cell before = astar_path_cell(path, 0);
  for (int32_t i = 1; i < astar_path_length(path); i++) {
    astar_cell cell = astar_path_cell(path, i);
    bool near = abs(cell.x - before.x) <= 1 && abs(cell.y - before.y) <= 1;
    must(near || astar_path_link(path, i) != 0, "a path leaps");
    must(cell.x != before.x || cell.y != before.y, "a path stands still");
    sum = mixed(sum, (uint64_t)(cell.x * 65536 + cell.y));
    before = cell;
  }
  return sum;
}

static uint64_t ask(astar_map *map, astar_query *query) {
  astar_status status;
  astar_cell from = some_cell(map), to = some_cell(map);
  query->explain = true;
  query->budget = 5000;
  astar_path *path =
      astar_path_find(map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 }, query, &status);
  uint64_t sum = (uint64_t)status;
  bool is_found = status == ASTAR_OK || status == ASTAR_PARTIAL;
  must(is_found == (path != NULL), "a status without its path");
  if (path != NULL) sum = mixed(sum, walk(path));
  astar_path_free(map, path);
  return sum;
}

static uint64_t ask_all(astar_map *map) {
  uint64_t sum = 0;
  astar_query query = astar_query_default();
  for (astar_class *cls = astar_class_next(map, NULL); cls; cls = astar_class_next(map, cls)) {
    query.cls = cls;
    sum = mixed(sum, ask(map, &query));
  }
  query.cls = NULL;
  for (astar_unit *unit = astar_unit_next(map, NULL); unit; unit = astar_unit_next(map, unit)) {
    query.unit = unit;
    query.turn_cost = random_below(2) * 7;
    sum = mixed(sum, ask(map, &query));
  }
  return sum;
}

static uint64_t take_results(astar_map *map) {
  astar_ticket *ticket;
  uint64_t sum = 0;
  while ((ticket = astar_ticket_next(map)) != NULL) {
    const astar_search *search = astar_ticket_search(ticket);
    sum = mixed(sum, (uint64_t)astar_ticket_status(ticket));
    size_t size = search != NULL ? astar_search_path_size(search, 0) : 0;
    astar_path *path = size > 0 ? astar_search_path(search, 0, malloc(size)) : NULL;
    if (path != NULL) sum = mixed(sum, walk(path));
    free(path);
    astar_ticket_free(ticket);
  }
  return sum;
}

static uint64_t live(astar_map *map) {
  must(astar_queue_work(map, 300, 1, NULL) == ASTAR_OK, "the queue fails");
  uint64_t sum = take_results(map);
  must(astar_map_tick(map, NULL, NULL) == ASTAR_OK, "the tick fails");
  return mixed(sum, ask_all(map));
}

static void go_on_alike(astar_map *map, astar_map *again) {
  take_results(map);
  for (int tick = 0; tick < 4; tick++) {
    must(astar_map_hash(map) == astar_map_hash(again), "the loaded maps have different hashes");
    must(astar_queue_hash(map) == astar_queue_hash(again), "the loaded queues differ");
    uint64_t random = random_state, results = live(map);
    random_state = random;
    must(live(again) == results, "the loaded maps answer differently");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  astar_status why;
  astar_map *map = load(bytes, size, &why);
  if (map == NULL) {
    must(why == ASTAR_DAMAGED || why == ASTAR_FOREIGN || why == ASTAR_NEWER || why == ASTAR_OLDER ||
             why == ASTAR_NO_MEMORY,
         "a map is refused without a reason");
    refused_maps++;
    return 0;
  }
  loaded_maps++;
  must(why == ASTAR_OK, "a map is loaded, and yet refused");
  Bytes first = saved(map);
  astar_map *again = load(first.at, first.size, &why);
  must(again != NULL, "what was loaded and saved is refused");
  Bytes second = saved(again);
  must(first.size == second.size && memcmp(first.at, second.at, first.size) == 0,
       "saved again it is other bytes");
  random_seed(size);
  go_on_alike(map, again);
  free(first.at);
  free(second.at);
  astar_map_free(map);
  astar_map_free(again);
  return 0;
}

/* ---- being a kind of torture ----------------------------------------------------------------- */

static char work[512], *arguments[16];
static char verbosity[] = "-verbosity=0", longest[] = "-max_len=4096", timeout[] = "-timeout=30";

/* The name of a file there, behind an option or nothing. */
static char *work_file(const char *option, const char *name) {
  char *text = malloc(1024);
  if (text != NULL) snprintf(text, 1024, "%s%s/%s", option, work, name);
  return text;
}

static void write_file(const char *name, Bytes bytes) {
  FILE *file = fopen(name, "wb");
  if (file == NULL || fwrite(bytes.at, 1, bytes.size, file) != bytes.size) exit(2);
  fclose(file);
}

static void write_seeds(void) {
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    char name[32];
    snprintf(name, sizeof name, "seed-%d", (int)seed);
    Bytes bytes = seed_bytes(seed);
    char *path = work_file("", name);
    write_file(path, bytes);
    free(path);
    free(bytes.at);
  }
}

static void finish(void) {
  printf("%llu maps loaded, %llu refused\n", (unsigned long long)loaded_maps,
         (unsigned long long)refused_maps);
  fflush(stdout);
}

/* Our arguments are SECONDS SEED or replay FILE; libFuzzer has its own. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  static char seconds[64], seed[64], cases[64], corpus[600];
  char **given = *argv;
  snprintf(work, sizeof work, "%s", getenv("WORK") != NULL ? getenv("WORK") : ".");
  int count = 0;
  arguments[count++] = given[0];
  if (*argc == 3 && strcmp(given[1], "replay") == 0) {
    arguments[count++] = given[2];
  } else if (*argc == 3) {
    snprintf(seconds, sizeof seconds, "-max_total_time=%s", given[1]);
    snprintf(seed, sizeof seed, "-seed=%s", given[2]);
    snprintf(cases, sizeof cases, "-runs=%s", getenv("CASES") != NULL ? getenv("CASES") : "-1");
    snprintf(corpus, sizeof corpus, "%s", work);
    arguments[count++] = seconds;
    arguments[count++] = seed;
    arguments[count++] = cases;
    arguments[count++] = verbosity;
    arguments[count++] = longest;
    arguments[count++] = timeout;
    arguments[count++] = work_file("-exact_artifact_path=", "program.binary");
    arguments[count++] = corpus;
    write_seeds();
    atexit(finish);
  }
  *argc = count;
  *argv = arguments;
  return 0;
}
