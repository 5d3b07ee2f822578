-- A method that the reference gives no result returns nothing, not even nil: print(map:close())
-- prints an empty line.

local astar = require "astar"
local command = require "support.command"
local sandbox = require "astar.sandbox"
local whole = require "support.file"

-- One object of each type that has such a method.
local function samples()
  local map = astar.map { rows = { "....", "...." } }
  local player = map:player "red"
  local graph = astar.graph { nodes = { "a", "b" }, edges = { { "a", "b", cost = 3 } } }
  local unit = player:unit { x = 1, y = 1 }
  unit:follow_path(unit:path(4, 1))
  return { edge = graph:edge("a", "b"), map = map, player = player, unit = unit,
    areas = map:areas(), watch = unit:watch_path(),
    influence = map:influence "danger", field = map:field { to = { { 1, 1 } } },
    search = map:search(1, 1, 3, 2), sight = map:sight { { x = 1, y = 1, radius = 2 } },
    link = map:link { from = { 1, 1 }, to = { 3, 1 }, cost = 9 },
    snapshot = map:snapshot(), box = sandbox.new { host = function() end } }
end

local methods = {}
for _, page in ipairs(command.list("ls docs/reference/*.md")) do
  for line in whole.read(page):gmatch("\n### ([^\n]*)") do
    local kind, method = line:match("^(%l+):(%l+)%(%)$")
    if kind then methods[#methods + 1] = { kind = kind, method = method } end
  end
end

describe("a method without a result #quick", function()
  for _, one in ipairs(methods) do
    it(("returns nothing: %s:%s()"):format(one.kind, one.method), function()
      local object = samples()[one.kind]
      assert.equal(0, select("#", object[one.method](object)))
    end)
  end

  it("is any that removes or closes", function()
    assert.is_true(#methods >= 7)
  end)
end)
