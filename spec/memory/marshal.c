/*
** What a mod's state passes on may be any bytes: reading them gives values, or raises an error, and
** allocates a few times LA_MARSHAL_MOST at most. The reader is compiled into this program.
*/
#include <lauxlib.h>
#include <lualib.h>

#include "../../src/binding/keys.c"
#include "../../src/sandbox/marshal.c"
#include "../c/check.h"

void la_status_check(lua_State *L, astar_status status) {
  if (status != ASTAR_OK) luaL_error(L, "%s", "not enough memory");
}

enum { CASES = 3000, MOST_BYTES = LA_MARSHAL_MOST + 4096, MOST_MEMORY = 12 * LA_MARSHAL_MOST };

static size_t in_use, most_in_use;

static void *counted(void *user, void *block, size_t old, size_t size) {
  (void)user;
  if (block == NULL) old = 0;
  in_use += size - old;
  if (in_use > most_in_use) most_in_use = in_use;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

static uint8_t bytes[MOST_BYTES];
static size_t size;

static void put(uint32_t word, int count) {
  for (int i = 0; i < count && size < MOST_BYTES; i++) bytes[size++] = (uint8_t)(word >> 8 * i);
}

static int decode(lua_State *L) {
  lua_settop(L, 2);
  return 1;
}

static int read_all(lua_State *L) {
  la_marshal marshal = { .bytes = bytes, .size = size, .room = size };
  int decoder = lua_toboolean(L, 1);
  lua_settop(L, 0);
  if (decoder) lua_pushcfunction(L, decode);
  else lua_pushnil(L);
  lua_pushinteger(L, la_marshal_read(L, &marshal, 1));
  return 1;
}

/* Reads the bytes in a state of their own; the number of values, or -1: an error. */
static int read_bytes(bool has_decoder) {
  in_use = most_in_use = 0;
  lua_State *L = lua_newstate(counted, NULL);
  size_t before = in_use;
  lua_pushcfunction(L, read_all);
  lua_pushboolean(L, has_decoder);
  int count = lua_pcall(L, 1, 1, 0) == LUA_OK ? (int)lua_tointeger(L, -1) : -1;
  bool is_text = count >= 0 || lua_type(L, -1) == LUA_TSTRING;
  lua_close(L);
  CHECK(is_text && in_use == 0);
  CHECK(most_in_use - before <= MOST_MEMORY);
  return count;
}

/* ---- what is wrong on purpose ---------------------------------------------------------------- */

/* Each table says that it has as many pairs as there are bytes. */
TEST(lists_that_seem_long) {
  for (int others = 0; others < 2; others++) {
    size = 0;
    put(LA_TAG_TABLE, 1), put(1000, 4), put(0, 4);
    for (int i = 1; size + 20 < LA_MARSHAL_MOST; i++) {
      uint32_t left = (uint32_t)(LA_MARSHAL_MOST - size - 40);
      put(LA_TAG_TRUE, 1), put(LA_TAG_TABLE, 1), put(others ? 0 : left, 4),
      put(others ? left : 0, 4);
      put(LA_TAG_NIL, 1);
    }
    put(LA_TAG_NIL, 1);
    CHECK(read_bytes(false) == -1);
  }
}

TEST(tables_in_tables) {
  for (int claim = 0; claim < 2; claim++) {
    size = 0;
    while (size + 10 < LA_MARSHAL_MOST)
      put(LA_TAG_TABLE, 1), put(claim ? 20000 : 0, 4), put(0, 4), put(LA_TAG_TRUE, 1);
    CHECK(read_bytes(false) == -1);
  }
  size = 0;
  while (size + 1 < LA_MARSHAL_MOST) put(LA_TAG_OBJECT, 1);
  CHECK(read_bytes(true) == -1);
}

TEST(lengths_of_all_kinds) {
  static const uint32_t lengths[] = { 1, 100, 0x7fffffff, 0x80000000, 0xffffffff };
  for (int i = 0; i < 5; i++) {
    size = 0;
    put(LA_TAG_STRING, 1), put(lengths[i], 4);
    CHECK(read_bytes(false) == -1);
    size = 0;
    put(LA_TAG_TABLE, 1), put(lengths[i], 4), put(lengths[i], 4), put(LA_TAG_NIL, 1);
    CHECK(read_bytes(false) == (lengths[i] <= 100 ? 1 : -1));
  }
}

TEST(keys_that_are_none) {
  static const uint32_t high[] = { 0x7ff80000, 0xfff80000, 0x7ff00000 };
  for (int i = 0; i < 3; i++) {
    size = 0;
    put(LA_TAG_TABLE, 1), put(0, 4), put(1, 4), put(LA_TAG_NUMBER, 1), put(0, 4), put(high[i], 4);
    put(LA_TAG_TRUE, 1), put(LA_TAG_NIL, 1);
    CHECK(read_bytes(false) == (i == 2 ? 1 : -1));           /* infinity is a key */
  }
  size = 0;
  put(LA_TAG_TABLE, 1), put(0, 4), put(1, 4), put(LA_TAG_OBJECT, 1), put(LA_TAG_TRUE, 1),
  put(LA_TAG_TRUE, 1);
  put(LA_TAG_TRUE, 1), put(LA_TAG_NIL, 1);
  CHECK(read_bytes(false) == -1);                            /* nil, where nothing decodes */
  CHECK(read_bytes(true) == 1);
}

TEST(many_values) {
  size = 0;
  while (size < LA_MARSHAL_MOST) put(LA_TAG_NIL, 1);
  CHECK(read_bytes(false) == -1);
}

/* ---- what the writer writes is read ---------------------------------------------------------- */

static int write_and_read(lua_State *L) {
  la_marshal marshal = { .allocate = counted };
  lua_pushnil(L);
  lua_insert(L, 1);
  la_marshal_write(L, &marshal, 2, lua_gettop(L), 1);
  CHECK(marshal.weight > LA_MARSHAL_MOST - 200 && marshal.weight <= LA_MARSHAL_MOST);
  CHECK(marshal.size <= LA_MARSHAL_MOST);
  lua_settop(L, 1);
  CHECK(la_marshal_read(L, &marshal, 1) == 1);
  la_marshal_free(&marshal);
  return 1;
}

/* As much as may be written can be read, whatever it is made of. */
TEST(as_much_as_can_be_written) {
  static const char *const texts[] = {
    "local t = {} for i = 1, (2^20 - 64) // 80 do t[i] = {} end return t",
    "local t = {} for i = 1, (2^20 - 64) // 32 do t[i] = i end return t",
    "local t = {} for i = 1, (2^20 - 64) // 32 do t[-i] = true end return t",
    "local t = {} for i = 1, (2^20 - 64) // 40 do t[i] = '' end return t",
    "local t = {} for i = 1, (2^20 - 64) // 160 do t[i] = { {} } end return t",
    "return ('x'):rep(2^20 - 24)",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_pushcfunction(L, write_and_read);
    if (!CHECK(luaL_dostring(L, texts[i]) == 0)) printf("%s\n", lua_tostring(L, -1));
    if (!CHECK(lua_pcall(L, 1, 1, 0) == 0)) printf("%s: %s\n", texts[i], lua_tostring(L, -1));
    lua_close(L);
  }
}

/* ---- any bytes ------------------------------------------------------------------------------- */

/* Half of the inputs make sense but for chance; of the others one value of twenty does not. */
static bool has_mistakes;

static bool is_odd(void) {
  return has_mistakes && random_below(20) == 0;
}

static void put_random(int depth, bool is_key) {
  uint32_t length = (uint32_t)random_below(12);
  int tag = size > 4000 ? LA_TAG_TRUE
            : is_odd()  ? random_below(256)
            : is_key    ? LA_TAG_FALSE + random_below(LA_TAG_STRING - LA_TAG_FALSE + 1)
                        : random_below(8);
  put((uint32_t)tag, 1);
  switch (tag) {
    case LA_TAG_INTEGER: case LA_TAG_NUMBER:
      put((uint32_t)random_below(1 << 30), 4), put((uint32_t)random_below(1 << 30) * 4, 4);
      break;
    case LA_TAG_STRING:
      put(is_odd() ? (uint32_t)random_below(0x7fffffff) : length, 4);
      for (uint32_t i = 0; i < length; i++) put('a' + i, 1);
      break;
    case LA_TAG_TABLE:
      put((uint32_t)random_below(is_odd() ? 0x7fffffff : 40), 4), put(length, 4);
      for (uint32_t i = 0; i < length * 2 && depth < 40; i++)
        put_random(depth + 1 + random_below(4), i % 2 == 0);
      put(LA_TAG_NIL, 1);
      break;
    case LA_TAG_OBJECT: put_random(depth + 1, false), put_random(depth + 1, false); break;
    default: break;
  }
}

TEST(any_bytes) {
  int read = 0, refused = 0;
  for (uint64_t seed = 1; seed <= cases_of(CASES); seed++) {
    int complaints = check_complaints;
    random_seed(seed);
    has_mistakes = random_below(2) == 0;
    size = 0;
    while (size < (size_t)random_below(3000)) put_random(0, false);
    for (int k = random_below(4); has_mistakes && k > 0 && size > 0; k--)
      bytes[random_below((int32_t)size)] = (uint8_t)random_below(256);
    if (is_odd()) size = (size_t)random_below((int32_t)size + 1);
    if (read_bytes(random_below(2)) >= 0) read++;
    else refused++;
    if (check_complaints > complaints) printf("seed %d\n", (int)seed);
  }
  int least = (int)cases_of(CASES) / 4;         /* a good third of each */
  CHECK(read >= least && refused >= least);
}

int main(void) { return run_tests(); }
