-- `require "astar"` from a folder that holds some parts of the library's Lua only: see ORDER, and
-- lua/astar/parts/.

local command = require "support.command"
local file = require "support.file"

-- What a program says that finds these parts in a folder of their own, and no other Lua of ours.
local function said(parts, text)
  local folder = os.tmpname()
  os.remove(folder)
  file.write(folder .. ".lua", text)
  local output, status = command.output_of(([[
    for file in $(tools/sources.sh 'lua/.*' lua '%s'); do
      mkdir -p "%s/$(dirname "$file")" && cp $file "%s/$(dirname "$file")/" || exit 1
    done
    LUA_PATH="%s/lua/?.lua;%s/lua/?/init.lua" LUA_CPATH='%s' %s %s.lua 2>&1]]):format(parts, folder,
    folder, folder, folder, package.cpath, command.plain_lua(), folder))
  command.output_of(("rm -rf '%s' '%s.lua'"):format(folder, folder))
  assert.equal(0, status, output)
  return output
end

-- What there is of the parts, by what each adds.
local WHAT_IS_THERE = [==[
  local function has(object, name) return (pcall(function() return assert(object[name]) end)) end
  for _, one in ipairs { { "graph", astar, "graph" }, { "units", map, "positions" },
    { "world", astar, "world" }, { "mods", astar, "sandbox" }, { "tools", astar, "replay" } } do
    if has(one[2], one[3]) then io.write(one[1], " ") end
  end
]==]

describe("require 'astar'", function()
  it("finds paths, reads and writes maps, where nothing else is", function()
    assert.equal("A...\n*##.\n***B\n\n", said("paths", [==[
      local astar = require "astar"
      local map = assert(astar.read "....\n.##.\n....\n")
      local path = assert(map:path(1, 1, 4, 3))
      print(map:draw { path = path })
      assert(astar.read(map:save()):hash() == map:hash())
      assert(map:routes { places = { a = { 1, 1 }, b = { 4, 1 } } } and path:compare(path) == nil)
      assert(map:resize(3, 3) and map:fork():hash() == map:hash())
    ]==] .. WHAT_IS_THERE))
  end)

  it("has what each part adds", function()
    local text = "local astar = require 'astar'\nlocal map = astar.map { width = 2, height = 2 }\n"
      .. WHAT_IS_THERE
    for parts, there in pairs { graph = "graph ", units = "units ", world = "units world ",
      mods = "units world mods ", tools = "graph units world mods tools " } do
      assert.equal(there, said(parts, text))
    end
  end)

  it("fails as a part of it fails", function()
    local name, loaded = "astar.parts.graph", package.loaded.astar
    local part = package.loaded[name]
    package.loaded.astar, package.loaded[name] = nil, nil
    package.preload[name] = function() error("it is broken", 0) end
    local ok, message = pcall(require, "astar")
    package.preload[name] = nil
    package.loaded.astar, package.loaded[name] = loaded, part
    assert.same({ false, true }, { ok, message:find("it is broken", 1, true) ~= nil })
  end)

  it("has worlds that are saved, and go back, where there are no mods", function()
    assert.equal("3 3 3 1\n", said("world", [==[
      local astar = require "astar"
      local behaviours = { east = function(unit) unit:go(9, 1) end }
      local world = astar.world { map = astar.map { width = 9, height = 1 } }
      world:behaviour("east", behaviours.east)
      world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = "east" }
      local snapshot = world:snapshot()
      local loaded = astar.read_world(world:save(), { behaviours = behaviours })
      for _, one in ipairs { world, loaded, world:fork() } do
        for _ = 1, 4 do one:tick() end
        assert(one:hash() == world:hash())
        io.write(one:units()().x, " ")
      end
      world:restore(snapshot):check_heavy()
      print(world:units()().x)
    ]==]))
  end)
end)
