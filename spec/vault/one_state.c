/*
** A fixed script in a machine, and mistakes in it: what it returns, what it takes, and the hash of all
** that is in it. With one argument, prints these lines, which tools/cross/arch.sh compares between
** processors; without, compares both engines.
*/
#include "host.h"

static const char *const scripts[] = {
  "kept = {}\n"
  "for i = 1, 300 do kept[i] = { x = i / 7, y = tostring(i / 3), z = i * i } end\n"
  "return #kept, kept[7].x, kept[9].y",
  "local s = 0.0\n"
  "for i = 1, 2000 do s = s + math.sin(i) * math.exp(-i / 500) + math.sqrt(i) end\n"
  "return s, 0/0, -0.0, 1/0, 2^53, 7 // 2, -7 // 2, -7 % 3, 7.5 // 2, 1e15, 2^63",
  "local t = {}\n"
  "for w in ('the quick brown fox jumps over the lazy dog'):gmatch('%a+') do t[#t + 1] = w end\n"
  "table.sort(t)\n"
  "kept.words = t\n"
  "return table.concat(t, ' '), string.format('%5.2f %x %q %g', 3.14159, 255, 'a\\nb', 1e100)",
  "return string.pack('<i4>i4d', 1, 2, 3.5), string.pack('!4 i2 i4', 1, 2),\n"
  "  string.unpack('<d', ('x'):rep(8))",
  "local co = coroutine.wrap(function(a) while true do a = coroutine.yield(a * 2) end end)\n"
  "kept.co = co\n"
  "return co(1), co(2.5), co(-3)",
  "kept.keys = {}\n"
  "for i = 1, 100 do kept.keys[i % 2 == 0 and i or 'k' .. i] = i end\n"
  "local n = 0\n"
  "for k, v in pairs(kept.keys) do n = (n * 31 + v) % 1000003 end\n"
  "collectgarbage() return n, math.tointeger(3.0), 3 | 4, ~0, 1 << 63, utf8.char(228, 8364)",
};

static const struct { uint32_t bug, words[BUG_WORDS]; } mistakes[] = {
  { BUG_PEEK, { 0xf0000000 } }, { BUG_PEEK_WIDE, { 262144 } }, { BUG_POKE_WIDE, { 400000, 0x12345678 } },
  { BUG_COPY, { 400004, 400000, 500 } }, { BUG_RECURSE_WIDE, { 0 } }, { BUG_RECURSE_NARROW, { 0 } },
  { BUG_SMASH_HEAP, { 0xfffffff0 } }, { BUG_SPRAY, { 3, 2000 } }, { BUG_DIVIDE, { 7, 0 } },
  { BUG_CONVERT, { 0, 0x40490000 } }, { BUG_CONVERT, { 0, 0xfff80000 } }, { BUG_LOOP, { 0 } },
};

static void add_line(char *lines, size_t room, const Host *host, bool done, const char *name, int i) {
  const char *trap = la_machine_trap(host->machine);
  const uint8_t *bytes = NULL;
  size_t used = strlen(lines), size = done && *name == 's' ? host_results(host, &bytes) : 0;
  uint64_t hash = size;
  for (size_t k = 0; k < size; k++) hash = (hash ^ bytes[k]) * 0x100000001b3u;
  snprintf(lines + used, room - used, "%s %d: %s %u %016llx, fuel %lld, state %016llx\n", name, i,
           trap != NULL ? trap : "returned", done ? (unsigned)host->done : 0, (unsigned long long)hash,
           (long long)la_machine_used(host->machine), (unsigned long long)host_hash(host));
}

static void run_all(const la_engine *engine, char *lines, size_t room) {
  Host host;
  host_new(&host, engine);
  lines[0] = 0;
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
    bool done = host_run(&host, scripts[i]);
    if (!CHECK(done)) host_explain(&host);
    add_line(lines, room, &host, done, "script", (int)i + 1);
  }
  Image image = host_save(&host);
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    bool done = host_bug(&host, mistakes[i].bug, mistakes[i].words, 1 << 20);
    add_line(lines, room, &host, done, "mistake", (int)i + 1);
    CHECK(host_restore(&host, &image));
  }
  free(image.bytes);
  host_free(&host);
}

static char first[16384], other[16384];

static void compare_engines(void) {
  const la_engine *engines[2];
  int count = buggy_engines(engines);
  run_all(engines[0], first, sizeof first);
  for (int e = 1; e < count; e++) {
    run_all(engines[e], other, sizeof other);
    if (!CHECK(strcmp(first, other) == 0)) printf("%s---\n%s", first, other);
  }
}

TEST(all_engines_agree) { compare_engines(); }

int main(int count, char **arguments) {
  (void)arguments;
  if (count == 1) return run_tests();
  compare_engines();
  printf("%s", first);
  return check_complaints > 0;
}
