-- Each file that the library opens is closed again, whatever fails.

local astar = require "astar"
local file = require "support.file"
local small_world = require "support.small_world"

local open = io.open
local folder

-- How many files a call opens, all of which must be closed.
local function count_of(call, ...)
  local opened = {}
  io.open = function(name, ...)                  -- luacheck: ignore 122
    local handle, why, code = open(name, ...)
    if handle then opened[#opened + 1] = { name = name, handle = handle } end
    return handle, why, code
  end
  local ok, message = pcall(call, ...)
  io.open = open                                 -- luacheck: ignore 122
  assert.is_true(ok, message)
  for _, one in ipairs(opened) do
    assert.equal("closed file", io.type(one.handle), one.name)
  end
  return #opened
end

local function named(name, content)
  name = folder .. "/" .. name
  if content then file.write(name, content) end
  return name
end

local function has_full_disk()
  local handle = open("/dev/full", "wb")
  if handle then handle:close() end
  return handle ~= nil
end

describe("each file that is opened is closed #quick", function()
  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
  end)

  teardown(function() os.execute("rm -r " .. folder) end)

  it("by what reads maps and worlds", function()
    local world = small_world "..#."
    local texts = { rows = "..#\n", broken = "..Q\n\n.", binary = "..\0", empty = "",
      map = world.map:save(), world = world:save(), cut = world:save():sub(1, 60) }
    for name, content in pairs(texts) do
      assert.equal(1, count_of(astar.load, named(name, content)), name)
      assert.equal(1, count_of(astar.load_world, named(name)), name)
    end
    assert.equal(1, count_of(astar.load, folder))
    assert.equal(1, count_of(astar.load_world, folder))
    assert.equal(0, count_of(astar.load, named "nothing"))
    assert.equal(0, count_of(astar.load_world, named "nothing"))
  end)

  it("by what writes them", function()
    local world = small_world "..#."
    local map = world.map
    assert(os.execute("mkdir " .. named "taken"))
    for _, name in ipairs { named "new", named "new" } do
      assert.equal(1, count_of(map.save, map, name))
      assert.equal(1, count_of(world.save, world, name))
    end
    assert.equal(1, count_of(map.save_terrain, map, named "terrain"))
    for _, save in ipairs { map.save, map.save_terrain } do
      assert.equal(0, count_of(save, map, named "no/folder"))
      assert.equal(0, count_of(save, map, named "taken"))
    end
    if has_full_disk() then
      assert(os.execute(("ln -s /dev/full %s"):format(named "full")))
      assert.equal(1, count_of(map.save, map, named "full"))
      assert.equal(1, count_of(map.save_terrain, map, "/dev/full"))
    end
  end)

  it("by what is written at once and refused, and says so", function()
    local world = small_world "..#."
    for _, save in ipairs { world.map.save, world.save, world.map.save_terrain } do
      local one = save == world.save and world or world.map
      io.open = function()                       -- luacheck: ignore 122
        return { close = function() return true end, write = function() return nil, "no room" end }
      end
      local ok, done, why = pcall(save, one, "somewhere")
      io.open = open                             -- luacheck: ignore 122
      assert.is_true(ok, done)
      assert.is_nil(done)
      assert.equal("somewhere: no room", why)
    end
  end)

  it("by what draws a recording", function()
    local world = small_world "..#."
    local recording = astar.record(world)
    world:tick()
    recording:stop()
    assert.equal(1, count_of(astar.replay, recording, named "page.html"))
    assert.equal(0, count_of(astar.replay, recording, named "no/page.html"))
    if has_full_disk() then assert.equal(1, count_of(astar.replay, recording, "/dev/full")) end
  end)

  it("and none by the first mod, for which the library's own files are required", function()
    local mod = named "mod"
    assert(os.execute("mkdir " .. mod))
    named("mod/mod.lua", "return { name = 'post', version = '1', behaviours = { go = 'go.lua' } }")
    named("mod/go.lua", "return function(unit) unit:wait(1) end\n")
    local world = small_world "..#."
    assert.equal(0, count_of(function() assert(world:mod(mod)) end))
  end)
end)
