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
    builds.own, command.lua(), words))
end

local EXPECTED = [[
map	8	3	48
no map	nil	maps/none.txt: it is not in memory
mod	mod 'post' 1	old
reloaded	new	true
patrolled	2
report	tick 2, unit 4 (red at 6, 3), behaviour 'post.misuse': ]]

-- Modules of the library: name, file.
local function modules()
  local list = {}
  for _, name in ipairs(command.list "find lua -name '*.lua' | LC_ALL=C sort") do
    local module = name:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
    list[#list + 1] = { module = module, name = name }
  end
  return list
end

describe("a game with no files of the library", function()
  local loose

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir -p %s && cp spec/single/game.lua %s/game.lua"):format(folder, folder)))
    loose = in_lua("game.lua", absolute "lua/?.lua;" .. absolute "lua/?/init.lua")
  end)

  teardown(function() os.execute("rm -r " .. folder) end)

  it("does what it does with loose files, whose errors name lines of the game and of mods", function()
    print(loose)
  end)

  it("runs where the library is compiled in", function()
    assert.equal(loose, printed(absolute(HOST) .. " game.lua"))
  end)

  it("runs README's example there", function()
    local blocks = pages.blocks_of "README.md"
    file.write(folder .. "/readme.lua", blocks[2].text)
    print(blocks[2].text, printed(absolute(HOST) .. " readme.lua"))
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
    file.write(folder .. "/all.lua", table.concat(pieces))
    assert.equal(loose, in_lua("all.lua", ""))
  end)
end)
