local astar = require "astar"
local small_world = require "support.ann"
local busy = require "support.busy_world"
local core = require "astar.core"
local patch = require "support.patch"
local says = require "support.says"

local CUT = "text: a saved world, but cut off or changed"

local function why(text, given)
  local world, message = astar.read_world(text, given)
  assert.is_nil(world)
  return message
end

-- ---- what cannot be loaded ----------------------------------------------------------------------

describe("astar.read_world refuses", function()
  it("what is cut off, at any length", function()
    local text = small_world():save()
    for size = 1, #text - 1 do assert.equal(CUT, why(text:sub(1, size))) end
    assert.equal(CUT, why(text .. " "))
  end)

  it("what is changed, at any place", function()
    local text = small_world():save()
    for at = 9, #text do
      local byte = string.char((text:byte(at) + 1) % 256)
      assert.equal(CUT, why(text:sub(1, at - 1) .. byte .. text:sub(at + 1)))
    end
  end)

  it("what is none, and what is of another format", function()
    assert.equal("text: not a saved world", why "")
    assert.equal("text: not a saved world", why "\137PNG\r\n and so on")
    assert.equal("text: a saved map, and no world: astar.load reads it",
      why(busy.map():save()))
    local text = small_world():save()
    local function of_format(number)
      local body = number .. text:sub(26)
      return why(text:sub(1, 8) .. core.checksum(body) .. body)
    end
    assert.equal("text: saved by a newer version of the library", of_format(4))
    assert.equal("text: saved by an older version of the library, in a format that is not read"
      .. " any more", of_format(2))
  end)

  it("units at behaviours that there are not", function()
    local world, ann = small_world()
    ann:behave("stay")
    assert.equal("text: there is no behaviour 'stay', which unit 1 is at", why(world:save()))
    assert.truthy(astar.read_world(world:save(), { setup = function(again)
      again:behaviour("stay", function(unit) unit:wait(9) end)
    end }))
  end)

  it("what is wrong with its arguments", function()
    says("bad argument #1 to 'read_world'", astar.read_world, 5)
    says("bad argument #1 to 'load_world'", astar.load_world)
    says("bad argument #2 to 'read_world' (behaviours: [1] =", astar.read_world, "",
      { behaviours = { print } })
    says("bad argument #2 to 'read_world' (unknown key", astar.read_world, "", { behavior = {} })
  end)

  it("units that 'setup' has made", function()
    says("'setup' has made units or groups", astar.read_world, small_world():save(), {
      setup = function(world) world:unit { player = "red", x = 1, y = 1 } end })
  end)
end)

-- ---- forged bytes in a valid format -------------------------------------------------------------

-- A map has its checksum in the last eight bytes, behind a section's head of as many.
local function with_checksum(map)
  local content, bytes = map:sub(1, -17), {}
  for digits in core.checksum(content):gmatch("%x%x") do
    table.insert(bytes, 1, string.char(tonumber(digits, 16)))
  end
  return content .. map:sub(-16, -9) .. table.concat(bytes)
end

-- What can be loaded runs, and can be saved again, if not what it holds is said.
local function use(world)
  for _ = 1, 6 do world:tick() end
  local text, message = world:save()
  assert.truthy(text or type(message) == "string")
  return text
end

local GIVEN = { behaviours = busy.behaviours, report = function() end }

-- true: it can be loaded.
local function try(map, data)
  local world, message = astar.read_world(patch.world(map, data), GIVEN)
  if world then return use(world) end
  assert.truthy(message == CUT or message:find("there is no behaviour", 1, true)
    or message:find("saved by an? %l+ version"), message)
end

describe("a saved world with its checksums repaired", function()
  local world = busy.world(2)
  for _ = 1, 20 do busy.play(world) end
  world.data.band = world:group {}
  world.data.band:disband()
  local map, data = patch.parts(world:save())

  local function put(text, at, byte) return text:sub(1, at - 1) .. byte .. text:sub(at + 1) end

  it("is the same", function()
    assert.equal(map, with_checksum(map))
    assert.equal(world:save(), patch.world(map, data))
  end)

  it("is refused or runs, whatever its data are", function()
    local tried, loaded = 0, 0
    for at = 1, #data, 3 do
      tried = tried + 1
      if try(map, put(data, at, ("@#{}TF019;\"ude"):sub(at % 14 + 1, at % 14 + 1))) then
        loaded = loaded + 1
      end
    end
    assert.truthy(loaded > 20 and loaded < tried)
  end)

  it("is refused or runs, whatever its map is", function()
    local random, loaded = require "astar.world.random".new(3), 0
    for at = 9, #map - 16, 3 do
      if try(with_checksum(put(map, at, string.char(random(256) - 1))), data) then
        loaded = loaded + 1
      end
    end
    assert.truthy(loaded > 20)
  end)
end)

describe("astar.read_world refuses a world", function()
  local world, ann = small_world()
  world.map:player("red"):unit { x = 7, y = 3 }  -- not the world's
  ann.data.band = world:group { units = { ann } }
  ann:behave("stay")
  ann:tell("hello", 1, 2)
  world:reserve("gate", ann)
  world:influence("smell", { decay = 0.5 })
  world.budget = 8000
  local map, data = patch.parts(world:save())

  local function refuses(old, new)
    local from, to = assert(data:find(old, 1, true))
    assert.equal(CUT, why(patch.world(map, data:sub(1, from - 1) .. new .. data:sub(to + 1)),
      { behaviours = { stay = print } }))
  end

  it("with units that are not its own", function()
    refuses('"4:bandg1;', '"4:bandu2;')
    refuses('"4:unitu1;', '"4:unitu2;')
    refuses('"4:bandg1;', '"4:bandu9;')
  end)

  it("with groups that it has not", function()
    refuses('"4:bandg1;', '"4:bandg2;')
    refuses('"5:groupg1;', '"5:groupg2;')
    refuses('"5:groupg1;', '"5:groupu1;')
    refuses('"9:formation"3:box', '"9:formation#1;')
  end)

  it("with a group that it has twice", function()
    local from = 0
    for _ = 1, tonumber(data:match('"6:groups@(%d+);')) do from = data:find("{", from + 1, true) end
    local first = data:match("^{(.-)}", from)
    refuses("{" .. first .. "}", "{" .. first .. first:gsub("#1;", "#2;") .. "}")
  end)

  it("with numbers that make no sense", function()
    refuses('"5:ticks#0;', '"5:ticks#-1;')
    refuses('"6:budget#8000;', '"6:budget#0.5;')
    refuses('"6:budget#8000;', '"6:budget#inf;')
    refuses('#1363332346;', '#0;')
    refuses('#1363332346;', '#2147483563;')
    refuses('"5:every#1;', '"5:every#0;')
    refuses('"1:n#0;', '"1:n#-1;')
    refuses('"1:n#2;', '"1:n#-1;')
  end)

  it("with something else than there should be", function()
    refuses('"5:layeri"5:smell', '"5:layeru1;')
    refuses('"6:playerp"3:red', '"6:playerT')
    refuses('"6:budget', '"6:budged')
    refuses('"4:name"5:hello', '"4:name#1;')
  end)
end)
