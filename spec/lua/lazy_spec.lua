-- What is loaded when it is used: see lua/astar/lazy.lua.

local command = require "support.command"
local file = require "support.file"

-- What a new process prints that has run this text after `require "astar"`.
local function output(text)
  local name = os.tmpname()
  file.write(name, text)
  local said, status = command.output_of(("%s '%s' 2>&1"):format(command.lua(), name))
  os.remove(name)
  assert.equal(0, status, said)
  return said
end

local LOADED = [[
  local function loaded()
    local names = {}
    for name in pairs(package.loaded) do
      if name:find "^astar%." then names[#names + 1] = name end
    end
    table.sort(names)
    return table.concat(names, " ") .. " "
  end
]]

describe("require 'astar'", function()
  it("keeps at most 250 KB", function()
    local kilobytes = tonumber(output [[
      local function count()
        for _ = 1, 3 do collectgarbage() end
        return collectgarbage "count"
      end
      local before = count()
      require "astar"
      io.write(count() - before)
    ]])
    assert.is_true(kilobytes < 250, kilobytes .. " KB")
  end)

  it("loads no world, no mods, no replay, no format", function()
    local names = output(LOADED .. [[
      local astar = require "astar"
      astar.map { width = 4, height = 4 }:path(1, 1, 4, 4)
      io.write(loaded())
    ]])
    for _, one in ipairs { "world", "mods", "record", "replay", "save", "think", "verbs", "graph",
      "group", "formats.text", "positions", "inspect" } do
      assert.is_nil(names:find("astar." .. one, 1, true), one)
    end
    assert.is_truthy(names:find("astar.core ", 1, true))
  end)

  it("a world loads no mods, no saving, no groups before they are used", function()
    local names = output(LOADED .. [[
      local astar = require "astar"
      local world = astar.world { map = astar.map { width = 4, height = 4 } }
      world:unit { player = "red", x = 1, y = 1, behaviour = function(unit) unit:go(4, 4) end }
      for _ = 1, 30 do world:tick() end
      io.write(loaded())
    ]])
    for _, one in ipairs { "mods.loading", "save.world_fields", "group", "replay" } do
      assert.is_nil(names:find("astar." .. one .. " ", 1, true), one)
    end
  end)

  it("has all fields, whether they are loaded or not", function()
    output [[
      local astar = require "astar"
      for _, name in ipairs { "load", "read", "graph", "waypoints", "think", "squads", "world",
        "read_world", "load_world", "record", "replay" } do
        assert(astar[name], name)
      end
      assert(astar.world == astar.world and type(astar.think.loop) == "function")
    ]]
  end)

  it("names what is not loaded yet where a name is wrong, and loads nothing for it", function()
    local said = output(LOADED .. [[
      local astar = require "astar"
      print(select(2, pcall(function() return astar.wurld end)))
      print(select(2, pcall(function() astar.replai = 1 end)))
      io.write(loaded())
    ]])
    assert.matches("astar has no field 'wurld', the nearest is 'world'", said, 1, true)
    assert.matches("astar has no field 'replai' to set, the nearest is 'replay'", said, 1, true)
    assert.is_nil(said:find("astar.world", 1, true))
  end)

  it("blames the script's line, and the name that it called, on the first call", function()
    local said = output [[
      local astar = require "astar"
      local map = astar.map { width = 4, height = 4 }
      for _, f in ipairs {
        function() astar.world { seed = 1 } end, function() map:draw { pth = 1 } end,
        function() astar.load(1) end, function() map:save(1) end, function() map.draw(1) end,
        function() astar.read_world(1) end,
      } do
        for _ = 1, 2 do
          local _, message = pcall(f)
          print((message:gsub("^[^:]*:", "")))
        end
      end
    ]]
    local lines = {}
    for line in said:gmatch "[^\n]+" do lines[#lines + 1] = line end
    local expected = { "'world'", "'draw'", "'load'", "'save'", "'draw'", "'read_world'" }
    assert.equal(2 * #expected, #lines, said)
    for i, name in ipairs(expected) do
      for j = 2 * i - 1, 2 * i do
        assert.matches("^[456]: ", lines[j])
        assert.is_truthy(lines[j]:find(name, 1, true), lines[j])
      end
      assert.equal(lines[2 * i - 1], lines[2 * i])
    end
  end)

  it("loads when a game has taken `require` away", function()
    output [[
      local astar = require "astar"
      require = nil
      assert(astar.world { map = astar.map { width = 4, height = 4 } }:tick():hash())
      assert(#astar.map { width = 2, height = 2 }:draw() >= 4 and require == nil)
    ]]
  end)

  it("loads when a game has changed `package`, or taken it away", function()
    output [[
      local astar = require "astar"
      local page = require "astar.inspect.page"
      package.path, package.cpath = "/nowhere/?.lua", ""
      local list = package.searchers or package.loaders
      while #list > 1 do table.remove(list) end
      local world = astar.world { map = astar.map { width = 4, height = 4 } }
      assert(package.path == "/nowhere/?.lua" and #list == 1)
      package = nil
      require = nil
      local text = "return { name = 'test', version = '1', behaviours = { it = 'it.lua' } }"
      local it = [==[
        local think = require "astar.think"
        return think.loop(think.act("wait", 1))]==]
      assert(world:mod { files = { ["mod.lua"] = text, ["it.lua"] = it } })
      assert(astar.think.act("wait", 1))
      local recording, name = astar.record(world), os.tmpname()
      world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
      world:tick()
      assert(world.failures == 0 and astar.replay(recording, name))
      os.remove(name)
      for _, path in ipairs { "/", "/battle", "/page.css", "/page.js" } do
        assert(#page.file(path, "title") > 1000, path)
      end
    ]]
  end)

  if _VERSION ~= "Lua 5.1" then
    it("`pairs` has all of its fields", function()
      output [[
        local found = {}
        for name, value in pairs(require "astar") do found[name] = value end
        assert(found.world and found.think and found.map and found.version)
      ]]
    end)
  end
end)

describe("a module that is loaded later", function()
  local lazy = require "astar.lazy"

  teardown(function()
    package.loaded["spec.made_up"], package.preload["spec.made_up"] = nil, nil
  end)

  it("is loaded once, at the first look", function()
    local count = 0
    package.preload["spec.made_up"] = function()
      count = count + 1
      return { three = function(a, b) return a, b, 3 end }
    end
    local module, call = lazy.module "spec.made_up", lazy.method("spec.made_up", "three")
    assert.equal(0, count)
    assert.same({ 1, n = 3, [3] = 3 }, { n = select("#", call(1, nil)), call(1, nil) })
    assert.equal(3, select(3, module.three()))
    assert.is_nil(module.four)
    assert.equal(1, count)
  end)
end)
