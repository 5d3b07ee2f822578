-- tools/meta: the types for editors, and that they agree with pages and library.

package.path = "./tools/?.lua;" .. package.path

local skip = require "support.skip"
local sockets = require "support.sockets"
local whole = require "support.file"

local declarations = require "meta.declarations"
local library = require "meta.library"
local luacats = require "meta.luacats"
local pages = require "meta.pages"
local signatures = require "meta.signatures"
local tables = require "meta.tables"
local types = require "meta.types"

local GAME = "set game\n@ x y: integer\n@ name: string\n@ map: Map\n"

local function set_of(text) return declarations.of_text(GAME .. text, "game.txt") end

-- What a check complains of, in the order of the texts.
local function complaints(check)
  local list = {}
  check(function(...) list[#list + 1] = string.format(...) end)
  table.sort(list)
  return list
end

local function error_of(f, ...)
  local ok, message = pcall(f, ...)
  assert.is_false(ok)
  return message
end

local function with_file(text, use)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(text)
  file:close()
  local ok, result = pcall(use, name)
  os.remove(name)
  if not ok then error(result, 0) end
  return result
end

describe("signatures #extra", function()
  it("are shown as pages have them", function()
    for declared, shown in pairs {
      ["map:get(x, y) -> name"] = "map:get(x, y) → name",
      ["map:path(x: integer, y [, query: Query|nil [, n]]) -> path: Path | nil, code: Code"] =
        "map:path(x, y [, query [, n]]) → path | nil, code",
      ["map:cells() -> iterator(i: integer, cells: Cell[])"] = "map:cells() → iterator",
      ['u:tell(name, ...) -> "unit" | nil, code'] = 'u:tell(name, ...) → "unit" | nil, code',
      ["f(a: { x: integer, y: integer }, b: fun(c: table<string, any>): any)"] = "f(a, b)",
      ["x:y([a, b] [, c]) -> true [, d, e] | false"] = "x:y([a, b] [, c]) → true [, d, e] | false",
    } do
      local one = signatures.read(declared)
      assert.equal(shown, one.shown .. (one.result and " → " .. one.result or ""))
    end
  end)

  it("know which parameters may be left out, and their types", function()
    local one = signatures.read "map:a(x: integer[], y [, z: fun(a: any, ...): any [, u]])"
    local list = {}
    for i, parameter in ipairs(one.parameters) do
      list[i] = ("%s %s %s"):format(parameter.name, parameter.type or "-",
        tostring(parameter.optional))
    end
    assert.same({ "x integer[] false", "y - false", "z fun(a: any, ...): any true", "u - true" },
      list)
  end)

  it("are refused where they are wrong", function()
    assert.matches("is no signature", error_of(signatures.read, "map"))
    assert.matches("')' expected", error_of(signatures.read, "map:get(x"), 1, true)
    assert.matches("is not closed", error_of(signatures.read, "map:get(x [, y)"))
    assert.matches("without '%['", error_of(signatures.read, "map:get(x])"))
    assert.matches("a name expected at '3%)'", error_of(signatures.read, "map:get(x, 3)"))
  end)
end)

describe("types #extra", function()
  local function full(text) return types.full(text, function(name) return "astar." .. name end) end

  it("are written with the full names of classes", function()
    for short, long in pairs {
      ["Path|nil"] = "astar.Path|nil",
      ["(Cell|Place)[][]"] = "(astar.Cell|astar.Place)[][]",
      ["table<string|Unit, number>|false"] = "table<string|astar.Unit, number>|false",
      ["{ from?: Cell, to: integer }[]"] = "{ from?: astar.Cell, to: integer }[]",
      ["string|fun(unit: Unit, ...): any, nil"] = "string|(fun(unit: astar.Unit, ...): any, nil)",
      ['"a b"|"Path"'] = '"a b"|"Path"',
    } do
      assert.equal(long, full(short))
    end
  end)

  it("are refused where their syntax is wrong", function()
    assert.matches("a type expected at ''", error_of(full, "Path|"))
    assert.matches("the end expected at '%] x'", error_of(full, "Path[]] x"))
    assert.matches("a comma expected", error_of(full, "table<string>"))
    assert.matches("a colon expected", error_of(full, "{ x }"))
  end)
end)

describe("declarations #extra", function()
  it("are refused with file and line", function()
    for text, message in pairs {
      ["class Map as map -- A map.\n  map:get(u) -> name -- It."] =
        "tools/meta/game.txt:6: 'u' has no type: write 'u: TYPE', or '@ u: TYPE' above",
      ["class Map as map -- A map.\n  map:get(x)"] = "game.txt:6: ' -- TEXT' expected behind",
      ["class Map as map -- A map.\n  path:get(x) -- It."] =
        "'path' in the class 'Map': 'map' expected",
      ["record A -- It.\nrecord A -- It."] =
        "'A' is declared twice, first in tools/meta/game.txt:5",
      ["record A -- It.\n  .x: integer -- It.\n  .x: integer -- It."] =
        "game.txt:7: 'x' is there twice",
      ["klass A -- It."] = "'klass' is none of set, @, include",
    } do
      assert.matches(message, error_of(set_of, text), 1, true)
    end
  end)

  it("become annotations", function()
    local files = luacats.files(set_of [[
words Grid = square | hex -- The shape.
record Place -- A place.
  .x: integer -- Its column.
  .width?: integer -- In cells.
  [string]: any
class Map : Place as map -- A map.
  #map: integer
  .rate*: number -- How fast.
  map:get(x, y) -> name | nil -- The name.
  map:set(x, y, function: fun(grid: Grid)) -> map -- Sets it.
  map:set(name [, y]) -> true | false, name -- Sets all.
  map:each() -> iterator(x, map, ...) -- Each.
]])
    assert.equal(1, #files)
    assert.equal("mod.lua", files[1].name)
    local text = files[1].text:match "\n\n(%-%-%-The shape.*)$"
    assert.equal([[
---The shape.
---@alias astar.Grid
---| "square"
---| "hex"

---A place.
---@class astar.Place
---@field x integer Its column.
---@field width? integer In cells.
---@field [string] any

---A map.
---@class astar.Map: astar.Place
---@field rate number How fast. It can be set.
---@operator len: integer
local Map = {}

---The name.
---@param x integer
---@param y integer
---@return string|nil name
function Map:get(x, y) end

---Sets it.
---
---`map:set(name [, y])`: Sets all.
---@param x integer
---@param y integer
---@param f fun(grid: astar.Grid)
---@return astar.Map map
---@overload fun(self: astar.Map, name: string, y?: integer): boolean, string|nil
function Map:set(x, y, f) end

---Each.
---@return fun(): integer, astar.Map, ...
function Map:each() end
]], text)
  end)

  it("name only types that there are", function()
    local set = set_of "record A -- It.\n  .b: Bee -- It."
    assert.equal("record 'A': there is no type 'Bee' in the set 'game'",
      error_of(luacats.files, set))
  end)
end)

-- Reads annotations without the tool's own reader.
local function read_annotations(folder, names)
  local defined, named, problems = {}, {}, {}
  for _, name in ipairs(names) do
    local text = whole.read(folder .. name)
    assert(load(text, "@" .. name))
    local parameters = {}
    for line in text:gmatch "[^\n]+" do
      local class = line:gsub("%(exact%) ", ""):match "^%-%-%-@class ([%w_.]+)"
        or line:match "^%-%-%-@alias ([%w_.]+)"
      if class then defined[class] = true end
      if line:find "^%-%-%-@" then
        for one in line:gmatch "%f[%w_.]astar%.[%w_.]*%u[%w_]*" do named[one] = name end
      end
      local parameter = line:match "^%-%-%-@param ([%w_.]+)"
      if parameter then parameters[#parameters + 1] = parameter end
      local list = line:match "^function .-%((.-)%) end$"
      if list and list ~= table.concat(parameters, ", ") then problems[#problems + 1] = line end
      if list then parameters = {} end
    end
  end
  for one, name in pairs(named) do
    if not defined[one] then problems[#problems + 1] = name .. " does not define " .. one end
  end
  return problems, defined
end

describe("the annotations #extra", function()
  it("are Lua, and name parameters and types that there are", function()
    for folder, names in pairs {
      ["lua/astar/meta/game/"] = { "astar.lua", "astar/think.lua", "astar/squads.lua",
        "astar/sandbox.lua" },
      ["lua/astar/meta/mods/"] = { "mod.lua", "astar/think.lua", "astar/squads.lua" },
    } do
      local problems, defined = read_annotations(folder, names)
      assert.same({}, problems)
      local count = 0
      for _ in pairs(defined) do count = count + 1 end
      assert.is_true(count > 50)
    end
  end)

  it("say what they are where a program requires them", function()
    local ok, message = pcall(require, "astar.meta.game.astar")
    assert.is_false(ok)
    assert.matches("meta.game.astar is for editors: it has types, and no code", message, 1, true)
  end)
end)

describe("the pages #extra", function()
  local DECLARED = [[
options Options -- Options.
  .fill?: string -- What it is filled with.
class Map as map -- A map.
  map:get(x, y [, options: Options]) -> name | nil -- The name.
  map:set(x, y) -> map -- Sets it.
]]
  local PAGE = [[
### map:get(x, y [, options]) → name | nil

Returns the name. `fill`: with what.

- `map:set(x, y)` → map: sets it
  as it should.
]]

  local function compare(declared, page)
    return with_file(page, function(name)
      return complaints(function(complain)
        pages.check({ set_of(declared) }, function(format, ...)
          complain("%s", (string.format(format, ...):gsub(name:gsub("%p", "%%%0"), "PAGE")))
        end, { name })
      end)
    end)
  end

  it("may agree", function() assert.same({}, compare(DECLARED, PAGE)) end)

  it("must have each function", function()
    assert.same({ "tools/meta/game.txt:9: the pages have nothing about map:set(x, y). Write\n"
      .. "  ### map:set(x, y) → map\nand what it does in the page of its class, in "
      .. "docs/reference or docs" }, compare(DECLARED, (PAGE:gsub("%- `map:set", "See `map:set"))))
  end)

  it("must have its parameters", function()
    assert.same({ "tools/meta/game.txt:8: 'map:get(x, y [, options]) → name | nil' is declared, "
      .. "but PAGE:1 has 'map:get(u, v [, options])'. Make them alike" },
      compare(DECLARED, (PAGE:gsub("get%(x, y", "get(u, v"))))
  end)

  it("must have its results", function()
    assert.same({ "tools/meta/game.txt:9: 'map:set(x, y) → map' is declared, but PAGE:5 has "
      .. "'map:set(x, y) → true'. Make them alike" },
      compare(DECLARED, (PAGE:gsub("→ map", "→ true"))))
  end)

  it("must have no other function", function()
    assert.same({ "PAGE:7: map:put is not declared. Write\n  map:put(x) -> map -- What it does.\n"
      .. "under its class in tools/meta/game.txt (or behaviours.txt, mods.txt), and run `make "
      .. "meta`" },
      compare(DECLARED, PAGE .. "### map:put(x) → map\n"))
  end)

  it("must have each option and each word", function()
    assert.same({
      "tools/meta/game.txt:10: the pages have nothing about the word 'hex' of 'Grid'",
      "tools/meta/game.txt:6: the pages have nothing about 'fill' of options 'Options'. Add it to "
      .. "the table of its entry",
    }, compare(DECLARED .. "words Grid = square | hex -- The shape.",
      (PAGE:gsub("`fill`", '"square"'))))
  end)
end)

-- Takes a member of an item away, and returns it.
local function take(list, name)
  for i, one in ipairs(list) do
    if one.name == name then return table.remove(list, i) end
  end
  error("there is no " .. name)
end

describe("tables of options #extra", function()
  local set = set_of [[
options Link -- What a link is made of.
  .x: integer -- One end.
  .y: integer -- One end.
  .cost?: integer [1 to 9] = 5 -- Of the step.
  .class?: string|false = all -- Who takes it.
]]
  local function filled(line) return tables.fill("page", line .. "\n| old |\n\nmore\n", { set }) end

  it("are written below their lines", function()
    assert.equal([[
<!-- options Link -->
| option | type | default | meaning |
|---|---|---|---|
| `x`, `y` | `integer` | *needed* | One end. |
| `cost` | `integer`, 1 to 9 | `5` | Of the step. |
| `class` | `string\|false` | all | Who takes it. |

more
]], filled "<!-- options Link -->")
    assert.equal([[
<!-- options Link: cost -->
| option | type | default | meaning |
|---|---|---|---|
| `cost` | `integer`, 1 to 9 | `5` | Of the step. |

more
]], filled "<!-- options Link: cost -->")
  end)

  it("are refused where no table is, or nothing is declared", function()
    assert.equal("page: no table is below <!-- options Link -->\n",
      error_of(tables.fill, "page", "<!-- options Link -->\n\ntext\n", { set }))
    assert.equal("page: there are no options 'Links'", error_of(filled, "<!-- options Links -->"))
    assert.equal("page: the options 'Link' have no 'price'",
      error_of(filled, "<!-- options Link: price -->"))
  end)
end)

describe("the library #extra", function()
  local it_with_sockets = skip.where(sockets.missing)

  it_with_sockets("agrees with what is declared; each difference is told with what to write",
  function()
    local set = declarations.read "game.txt"
    local map, query, words = set.by_name.Map, set.by_name.QueryOptions, set.by_name.Engine
    take(map.methods, "get")
    take(map.fields, "width")
    take(query.fields, "within")
    take(set.by_name.WorldUnit.methods, "order")
    table.remove(words.list)
    words.list[#words.list + 1] = "magic"
    table.insert(map.methods, { name = "fly", overloads = {} })
    table.insert(query.fields, { name = "witin", type = "integer", text = "It.", line = 1 })
    table.insert(set.by_name.Code.list, "tired")
    local list = complaints(function(complain) library.check({ set }, complain) end)
    for i, text in ipairs(list) do list[i] = text:match "^[^\n]*\n?[^\n]*" end
    assert.same({
      "map.fly is declared in tools/meta/game.txt, and there is no such thing: take it away",
      "map.get is public, and not declared. Write, under 'class Map' in tools/meta/game.txt:\n"
        .. "  map:get(x, y) -> name -- What it does.",
      "map.width is public, and not declared. Write, under 'class Map' in tools/meta/game.txt:\n"
        .. "  map:width(…) -> … -- What it does.",
      "the library takes 'within' among the options 'QueryOptions', and it is not declared. Write, "
        .. "under 'options QueryOptions' in tools/meta/game.txt:\n  .within?: TYPE -- What it "
        .. "does.",
      "the library takes the word 'dijkstra', and 'words Engine' in tools/meta/common.txt does not "
        .. "have it: add it there",
      "tools/meta/common.txt: 'words Code' has 'tired', which the library does not know: take it "
        .. "away",
      "tools/meta/common.txt: 'words Engine' has 'magic', which the library does not take: take it "
        .. "away",
      "tools/meta/game.txt: 'witin' of the options 'QueryOptions' is declared, and the library "
        .. "knows no such key: take it away",
      "unit.order is public, and not declared. Write, under 'class WorldUnit' in "
        .. "tools/meta/behaviours.txt:\n"
        .. "  unit:order(behaviour, ...) -> unit -- What it does.",
    }, list)
  end)

  it("agrees with what is declared for mods", function()
    local set = declarations.read "mods.txt"
    take(set.by_name.World.methods, "sites")
    take(set.by_name.KnownOptions.fields, "near")
    take(set.by_name.QueryOptions.fields, "partial")
    local list = complaints(function(complain) library.check({ set }, complain) end)
    for i, text in ipairs(list) do list[i] = text:match "^[^\n.]*" end
    assert.same({
      "mods may use 'partial' in queries: declare it under 'options QueryOptions' in "
        .. "tools/meta/mods",
      "the library takes 'near' among the options 'KnownOptions' of mods, and it is not declared",
      "world",
    }, list)
  end)

  it_with_sockets("agrees with it as well where it is built without the vault", function()
    local astar, set = require "astar", declarations.read "game.txt"
    local default = astar.sandbox
    astar.sandbox = "stock"
    local list = complaints(function(complain) library.check({ set }, complain) end)
    astar.sandbox = default
    assert.same({}, list)
  end)

  it_with_sockets("is looked at by calls that look at keys", function()
    local set = declarations.read "game.txt"
    set.by_name.MapOptions.tries[1] = "type(T)"
    local list = complaints(function(complain) library.check({ set }, complain) end)
    assert.equal(1, #list)
    assert.matches("the 'try' of the options 'MapOptions' takes any key", list[1], 1, true)
  end)
end)
