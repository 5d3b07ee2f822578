-- The library without files of its own: compiled into a program, stripped by luac, and bundled into
-- one file with the game. A game that has all its files in memory does the same in each of them.

local builds = require "support.builds"
local command = require "support.command"
local file = require "support.file"
local pages = require "support.pages"

local BUILD = os.getenv "BUILD" or "build"
local HOST = ("%s/%s/single_host"):format(BUILD, builds.own)

local here = command.output_of "pwd":gsub("\n", "")
local folder

local function absolute(name) return name:sub(1, 1) == "/" and name or here .. "/" .. name end

-- What a command prints in the empty folder.
local function printed(line)
  return (command.output_of(("cd %s && env -u LUA_INIT -u LUA_PATH -u LUA_CPATH %s 2>&1")
    :format(folder, line)))
end

local function in_lua(words, path)
  return printed(("LUA_PATH='%s' LUA_CPATH='%s/%s/?.so' %s %s"):format(path, absolute(BUILD),
    builds.own, command.plain_lua(), words))
end

-- Some of what the game prints; the same whatever it runs with.
local LINES = {
  "map\t8\t3\t40",
  "no map\tnil\tmaps/none.txt: it is not in memory",
  "mod\tmod 'post' 1\told",
  "reloaded\tnew\ttrue",
  "patrolled\t2",
  "behaviour 'post.misuse': mods/post/misuse.lua:2: bad argument #1 to 'go' (",
  "behaviour 'post.fail': mods/post/fail.lua:4: attempt to index ",
  "error\tgame.lua:83: bad argument #3 to 'path' (x = 'x' is not an integer)",
  "error\tgame.lua:84: bad argument #1 to 'world' (unknown key 'mapp', the nearest is 'map')",
  "error\tgame.lua:85: bad argument #1 to 'unit' (x = 100 is outside the map, 1 to 8)",
  "error\tgame.lua:86: bad argument #1 to 'go' (",
  "error\tgame.lua:87: unit has no field 'nothing' to set",
  "behaviour 'wrong': game.lua:90: bad argument #1 to 'patrol' (",
  "saved\ttrue\t2",
  "replay\ttrue\t1\t15",
  "map\ttrue",
  "inspector\thttp://127.0.0.1:8000/a-token-of-this-game/\t1\ttrue",
  'watch\t{"values":[{"words":"\\u0022new\\u0022"}]}',
}

-- Modules of the library: name, file.
local function modules()
  local list = {}
  for _, name in ipairs(command.list "find lua -name '*.lua' | LC_ALL=C sort") do
    local module = name:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
    list[#list + 1] = { module = module, name = name }
  end
  return list
end

describe("a game with no files of the library #extra", function()
  local loose

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir %s && cp spec/single/game.lua %s"):format(folder, folder)))
    loose = in_lua("game.lua", absolute "lua/?.lua;" .. absolute "lua/?/init.lua")
  end)

  teardown(function() os.execute("rm -r " .. folder) end)

  it("is a game whose errors name its own lines, and those of mods", function()
    for _, line in ipairs(LINES) do
      assert.truthy(loose:find(line, 1, true), line .. "\n" .. loose)
    end
  end)

  it("runs where the library is compiled in", function()
    assert.equal(loose, printed(absolute(HOST) .. " game.lua"))
  end)

  it("runs README's example there", function()
    local blocks = pages.blocks_of "README.md"
    local at = 1
    while blocks[at].language ~= "lua" do at = at + 1 end
    file.write(folder .. "/readme.lua", blocks[at].text)
    assert.equal(blocks[at + 1].text, printed(absolute(HOST) .. " readme.lua"))
  end)

  it("runs with files that are stripped", function()
    for _, one in ipairs(modules()) do
      local stripped = ("%s/stripped/%s"):format(folder, one.name)
      assert(os.execute("mkdir -p " .. stripped:match "^(.*)/"))
      file.write(stripped, string.dump(assert(loadfile(one.name)), true))
    end
    assert.equal(loose, in_lua("game.lua", "stripped/lua/?.lua;stripped/lua/?/init.lua"))
  end)

  it("runs where library and game are one file", function()
    local pieces = {}
    for _, one in ipairs(modules()) do
      pieces[#pieces + 1] = ("package.preload[%q] = function(...)\n%s\nend\n"):format(one.module,
        file.read(one.name))
    end
    pieces[#pieces + 1] = file.read "spec/single/game.lua"
    local library = table.concat(pieces, "", 1, #pieces - 1)
    file.write(folder .. "/all.lua", table.concat(pieces))
    local above = select(2, library:gsub("\n", ""))
    assert.equal(loose, (in_lua("all.lua", ""):gsub("all%.lua:(%d+)", function(line)
      return ("game.lua:%d"):format(line - above)
    end)))
  end)
end)
