-- tools/mutants.lua: what it changes, and what it makes of a tree whose mutants are known.

package.path = "./tools/?.lua;" .. package.path

--- Candidates as text, "kind: what -> this | or this", in order.
local function changes(language, source)
  local list = {}
  for i, one in ipairs(require("mutants." .. language).candidates(source)) do
    list[i] = ("%s: %s -> %s"):format(one.kind, source:sub(one.first, one.last),
      table.concat(one.texts, " | "))
  end
  return list
end

describe("mutants of C #extra", function()
  it("are found in the bodies of functions", function()
    assert.same({
      "negation: !a -> !(!a)", "negation: ! -> ", "statement removed: f(a, 1) -> ",
      "constant: 1 -> 2 | 0",
      "comparison: < -> <=", "arithmetic: - -> +", "constant: 2u -> 3u | 1u",
      "break removed: break -> ", "returned value: a -> !(a)",
    }, changes("c", [[
      #define TWICE(x) (2 * (x))
      enum { MOST = 3 };
      static bool g(int a) {
        assert(a < 5);
        if (!a) f(a, 1);
        for (;;) {
          int b = a < h(a - 2u); /* a == 1 */
          break;
        }
        return a;
      }]]))
  end)

  it("leave assertions alone, and what only says how much room Lua should make", function()
    assert.same({ "statement removed: lua_createtable(L, 0, 3) -> ", "constant: 4 -> 5 | 3",
      "statement removed: a = b->capacity ? b->capacity * 2 : 16 -> " },
      changes("c", "void f(int a) { ASTAR_ASSERT(a < 5); lua_createtable(L, 0, 3); "
        .. "int b = lua_checkstack(L, 2) ? 4 : a; a = b->capacity ? b->capacity * 2 : 16; }"))
  end)

  it("leave alone what says how soon the collector runs", function()
    assert.same({ "statement removed: a(1) -> ", "constant: 1 -> 2 | 0" },
      changes("c", "void f(int a) { la_tell_collector(L, a + 1); a(1); }"))
  end)

  it("leave the results alone that Lua drops", function()
    assert.same({ "statement removed: a(L) -> ", "returned value: 0 -> (0) + 1",
      "constant: 0 -> 1" }, changes("c", "static int b_gc(lua_State *L) { a(L); return 0; } "
      .. "static int b(lua_State *L) { return 0; }"))
  end)

  it("leave the results of calls alone that never return", function()
    assert.same({ "returned value: 2 -> (2) + 1", "constant: 2 -> 3 | 1" },
      changes("c", 'int f(int a) { return lua_error(L); return la_fail(L, a, "x"); return 2; }'))
  end)

  it("exchange what has two sides, and the least for the greatest", function()
    assert.same({ "exchanged: && -> ||", "comparison: == -> !=", "statement removed: a = b -> ",
      "comparison: < -> >" }, changes("c",
      "int *f(int a) { int d = x && a == b; a = b; int c = a < b ? a : b; return NULL; }"))
  end)

  it("turn limits round, where equals come to the same", function()
    local function comparisons(language, source)
      local list = {}
      for _, text in ipairs(changes(language, source)) do
        list[#list + 1] = text:match "^comparison: (.*)$"
      end
      return list
    end
    assert.same({ "< -> >", ">= -> <=", "< -> <=" }, comparisons("c",
      "int f(int a) { if (a < MOST) return MOST; if (a >= b->c) return a; if (a < b) return c; }"))
    assert.same({ "< -> >", "< -> <=" }, comparisons("lua",
      "if a < b.c then return b.c end if a < b then return a + 1 end"))
    assert.same({ "< -> >", "< -> <=" }, comparisons("c",
      "int f(int a) { if (a < b(c) + 1) a = b(c) + 1; if (a < b + 1) a = b; }"))
    assert.same({ "> -> <", "> -> >=" }, comparisons("lua",
      "if a > b + 1 then a = b + 1 end if a > b + 1 then a = b end"))
    assert.same({ "> -> <", "< -> >", "> -> >=", "< -> >", "> -> >=" }, comparisons("c",
      "int f(int a) { a = b > c ? b - c : 0; a = b->c < d ? d - b->c : b->c - d; "
        .. "a = b > c ? b - c : 1; a = b < 0 ? -b : b; a = b > 0 ? -b : c; }"))
    assert.same({ "!= -> ==", "< -> >", "!= -> ==", "> -> <", "!= -> ==", "< -> <=" },
      comparisons("c", "int f(int a) { if (a->b != c->b) return a->b < c->b ? -1 : 1; "
        .. "return a != b ? b > a : c; if (a != b) return a < c; }"))
    assert.same({ "~= -> ==", "< -> >" }, comparisons("lua",
      "if a.x ~= b.x then return a.x < b.x end"))
  end)
end)

describe("mutants of Lua #extra", function()
  it("are found everywhere but in comments and strings, and compile", function()
    assert.same({
      "constant: 2 -> 3 | 1", "negation: not a -> not (not a)", "negation: not -> ",
      "statement removed: f(a, 'b == 1') -> ", "comparison: == -> ~=", "exchanged: and -> or",
      "exchanged: min -> max", "statement removed: self.b = c + 1 -> ", "arithmetic: + -> -",
      "constant: 1 -> 2 | 0", "returned value: b, c -> nil",
    }, changes("lua", [[
      local MOST = 2 -- not a == b
      local function g(a)
        if not a then f(a, 'b == 1') end
        local b = a == c and min(a, b)
        self.b = c + 1
        return b, c
      end]]))
  end)
end)

describe("results of Lua #extra", function()
  it("become nil, but not a lone false, which becomes true", function()
    assert.same({ "negation: a -> not (a)", "exchanged: false -> true", "negation: c -> not (c)",
      "returned value: false, b -> nil", "exchanged: false -> true", "returned value: b -> nil" },
      changes("lua", "if a then return false elseif c then return false, b else return b end"))
  end)
end)

describe("constants of Lua #extra", function()
  it("are changed, but not to 0 where it means the first byte", function()
    assert.same({ "constant: 1 -> 2", "constant: 1 -> 2",
      "exchanged: true -> false", "constant: 1 -> 2 | 0",
      "constant: 1 -> 2 | 0" },
      changes("lua", "local a = 2e-7, b:sub(1, c), b:find(c, 1, true), b(c, 1, d), 1"))
  end)

  it("are left where they say that a text is no pattern, and it has no signs", function()
    assert.same({ "constant: 1 -> 2", "constant: 1 -> 2", "exchanged: true -> false" },
      changes("lua", "local a = b:find('</a>', 1, true), b:find('a-b', 1, true)"))
  end)
end)

describe("mutants that change nothing", function()
  it("are of lines and functions that are there", function()
    local texts, missing = {}, {}
    for _, one in ipairs(dofile "tools/mutants/equivalent.lua") do
      if not texts[one.file] then
        local file = assert(io.open(one.file))
        texts[one.file] = "\n" .. file:read("*a"):gsub("[ \t]+", " "):gsub("\n ", "\n")
        file:close()
      end
      local line = one.before and "\n" .. one.before .. "\n" or one.within or ""
      if not texts[one.file]:find(line, 1, true) then
        missing[#missing + 1] = one.file .. ": " .. line
      end
    end
    assert.same({}, missing)
  end)
end)

describe("the parts that run a line #extra", function()
  it("come in the order of their names, then of their seconds", function()
    local map = require "mutants.map"
    local parts, ran = {}, { ["src/core/map/sight.c"] = { [7] = true } }
    for i, name in ipairs { "spec/mods_spec.lua", "spec/core/search/trace_spec.lua",
      "spec/core/map/near_spec.lua", "spec/core/map/sight_line_spec.lua", "spec/c/sight.c",
      "spec/c/recipes.c", "spec/c/else.c" } do
      parts[i] = { name = name, seconds = i < 3 and i or i < 6 and 3 or 4,
        ran = i < 7 and ran or {} }
    end
    local whole = { tree = ".", parts = parts,
      lines = { ["src/core/map/sight.c"] = { old = {}, new = {} } },
      code = { ["src/core/map/sight.c"] = { [7] = true } } }
    local names = {}
    for i, part in ipairs(map.running(whole, "src/core/map/sight.c", 7)) do names[i] = part.name end
    assert.same({ "spec/c/sight.c", "spec/core/map/sight_line_spec.lua",
      "spec/core/map/near_spec.lua", "spec/c/recipes.c", "spec/mods_spec.lua",
      "spec/core/search/trace_spec.lua" },
      names)
  end)

  it("come in the vault behind all others", function()
    local map = require "mutants.map"
    local name = "lua/astar/mods/instance.lua"
    local ran = { [name] = { [7] = true } }
    local found = map.running({ tree = ".", parts = {
      { name = "spec/mods/instance_spec.lua@vault", seconds = 0, ran = ran },
      { name = "spec/else_spec.lua", seconds = 9, ran = ran } },
      lines = { [name] = { old = {}, new = {} } }, code = ran }, name, 7)
    assert.equal("spec/else_spec.lua", found[1].name)
    assert.equal("spec/mods/instance_spec.lua@vault", found[2].name)
    assert.matches(" BUILD=build/with%-vault .* spec/mods/instance_spec%.lua$",
      map.command(found[2].name, "lua5.4", "build/plain"))
  end)
end)

describe("make mutants #extra", function()
  it("runs as many side by side as the environment says", function()
    local pipe = io.popen("env -u MAKEFLAGS -u MAKELEVEL JOBS=1 make -n mutants")
    local said = pipe:read("a")
    pipe:close()
    assert.truthy(said:find(" JOBS=1 ", 1, true), said)
  end)
end)

describe("a tree whose mutants are known #extra", function()
  it("has them killed, or left alive, as they should be", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("cp -r spec/data/mutants %s"):format(folder)))
    local root = io.popen("pwd"):read("l")
    local pipe = io.popen(("cd %s && env -u ONLY -u LD_PRELOAD SEED=7 COUNT=100 JOBS=2 lua5.4 "
      .. "%s/tools/mutants.lua out 2>&1; echo status $?"):format(folder, root))
    local said = pipe:read("a")
    pipe:close()
    local unrun = require("mutants.shell").read(folder .. "/out/unrun")
    os.execute("rm -r " .. folder)
    local fates = {}
    for fate, line, kind in said:gmatch("\n(%w+) +src/core/toy.c:(%d+) ([^(]-) %(") do
      fates[#fates + 1] = ("%s %s %s"):format(line, fate, kind)
    end
    table.sort(fates)
    assert.same({
      "12 SURVIVED returned value", "16 SURVIVED comparison", "16 SURVIVED constant",
      "16 killed constant", "16 killed negation", "16 killed returned value",
      "17 SURVIVED constant", "17 SURVIVED statement removed", "18 SURVIVED returned value",
      "3 killed comparison", "3 killed returned value", "7 killed arithmetic",
      "7 killed statement removed", "8 killed returned value",
    }, fates)
    assert.equal("src/core/toy.c 11 12\n", unrun)
    local unseen = "SURVIVED   src/core/toy.c:12 returned value (no part runs this line)"
    assert.truthy(said:find(unseen, 1, true), said)
    assert.truthy(said:find("  - return a;\n  + return (a) + 1;", 1, true))
    assert.truthy(said:find("SEED=7  c: 8 of 14 killed, 57.1 %\nstatus 1\n", 1, true), said)
  end)
end)
