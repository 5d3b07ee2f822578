local astar = require "astar"
local check = require "astar.mods.check"
local command = require "support.command"
local file = require "support.file"
local says = require "support.says"
local skip = require "support.skip"
local small_world = require "support.small_world"

local function put_back() astar.files(nil) end

-- Files in memory, and what sets them.
local function memory(texts)
  return {
    read = function(name) return texts[name] end,
    write = function(name, text)
      texts[name] = text
      return true
    end,
  }
end

describe("astar.files", function()
  after_each(put_back)

  it("takes a table of four functions, or nil", function()
    says("bad argument #1 to 'files' (a table of functions expected, got string)", astar.files, "x")
    says("bad argument #1 to 'files' (unknown key 'reed', the nearest is 'read')", astar.files,
      { reed = print })
    says("bad argument #1 to 'files' (write = 1 is not a function)", astar.files, { write = 1 })
  end)

  it("returns what was set before, which can be set again", function()
    local first = memory { ["a.map"] = "...\n" }
    assert.is_nil(astar.files(first))
    local before = astar.files(memory {})
    assert.equal(first.read, before.read)
    assert.is_nil((astar.load "a.map"))
    astar.files(before)
    assert.equal(3, astar.load("a.map").width)
    astar.files(nil)
    assert.is_nil(astar.files(nil))
  end)

  it("is where maps, terrain, worlds, graphs and replays go, and come from", function()
    local texts = {}
    astar.files(memory(texts))
    local world = small_world "..#."
    local recording = astar.record(world)
    world:tick()
    local graph = astar.graph { nodes = { "a", "b" }, edges = { { "a", "b", cost = 1 } } }
    assert.equal(world.map, world.map:save "m")
    assert.equal(world.map, world.map:save_terrain "t")
    assert.equal(world, world:save "w")
    assert.equal(graph, graph:save "g")
    local size = astar.replay(recording, "r")
    assert.equal(#texts.r, size)
    assert.equal(world.map:hash(), astar.load("m"):hash())
    assert.equal("plain", astar.load("t"):get(1, 1))
    assert.equal(world:hash(), astar.load_world("w"):hash())
    assert.equal(graph:hash(), astar.load_graph("g"):hash())
    for name in pairs(texts) do assert.is_nil(io.open(name)) end
  end)

  it("with none of them there are no files, which is said in words", function()
    astar.files {}
    local map = astar.read "...\n"
    assert.same({ nil, "x: astar.files has been given no 'read'" }, { astar.load "x" })
    assert.same({ nil, "x: astar.files has been given no 'read'" }, { astar.load_world "x" })
    assert.same({ nil, "x: astar.files has been given no 'write'" }, { map:save "x" })
    assert.same({ nil, "x: astar.files has been given no 'write'" }, { map:save_terrain "x" })
    local mod, why = small_world("..."):mod "x"
    assert.is_nil(mod)
    assert.equal("x/mod.lua: astar.files has been given no 'read'", why)
  end)

  it("tells what went wrong in a function, with the file's name", function()
    local map = astar.read "...\n"
    astar.files { read = function() error("the archive is shut", 0) end,
      write = function() error({}, 0) end }
    assert.same({ nil, "x: the archive is shut" }, { astar.load "x" })
    local done, why = map:save "x"
    assert.is_nil(done)
    assert.equal("x: a table", why)
    local own = setmetatable({}, { __tostring = function() return "code 7" end })
    local unable = setmetatable({}, { __tostring = function() error "no" end })
    for raised, words in pairs { [print] = "a function", [io.stdout] = "a userdata",
      [coroutine.create(function() end)] = "a thread", [7] = "7", [true] = "true", [own] = "code 7",
      [setmetatable({}, { __name = "it" })] = "a table",
      [unable] = "an error that cannot be shown" } do
      astar.files { write = function() error(raised, 0) end }
      assert.same({ nil, "x: " .. words }, { map:save "x" })
      astar.files { write = function() return nil, raised end }
      assert.same({ nil, "x: " .. words }, { map:save "x" })
    end
    astar.files { read = function() return nil, "x: gone" end, write = function() return false end }
    assert.same({ nil, "x: gone" }, { astar.load "x" })
    assert.same({ nil, "x: it was not written" }, { map:save "x" })
    astar.files { read = function() return nil end, write = function() return nil, "no room" end }
    assert.same({ nil, "x: there is no such file" }, { astar.load "x" })
    assert.same({ nil, "x: no room" }, { map:save "x" })
    astar.files { read = function() return 7 end }
    assert.same({ nil, "x: `read` has returned a number, and no text" }, { astar.load "x" })
    astar.files { read = function() return "..\0" end }
    assert.same({ nil, "x:1: not a text file" }, { astar.load "x" })
  end)

  it("loses nothing where a world is not written: it goes on, and is written later", function()
    local world, texts = small_world "..#.", {}
    astar.files { write = function() return nil, "no room" end }
    assert.same({ nil, "w: no room" }, { world:save "w" })
    local hash = world:hash()
    astar.files(memory(texts))
    assert.equal(world, world:save "w")
    assert.equal(hash, astar.load_world("w"):hash())
  end)
end)

local MAIN = "return { name = 'it', version = '1', behaviours = { go = 'go.lua' } }"

local function script(word)
  return ("return function(unit) while true do unit.data.word = '%s' unit:wait(1) end end")
    :format(word)
end

local function mod_of(word)
  return { ["mods/it/mod.lua"] = MAIN, ["mods/it/go.lua"] = script(word) }
end

local function go(world)
  return world:unit { player = "red", x = 1, y = 1, behaviour = "it.go" }
end

describe("mods from astar.files", function()
  after_each(put_back)

  it("are watched without `changed`: their files are read each time", function()
    local texts, world = mod_of "old", small_world("...")
    astar.files(memory(texts))
    assert(world:watch("mods/it", 1))
    local unit = go(world)
    world.run(2)
    assert.equal("old", unit.data.word)
    texts["mods/it/go.lua"] = script "new"
    world.run(2)
    assert.equal("new", unit.data.word)
  end)

  it("are watched once, as often as was said last", function()
    local texts, world = mod_of "old", small_world("...")
    astar.files(memory(texts))
    local mod = assert(world:watch("mods/it", 1))
    assert.equal(mod, world:watch("mods/it", 10))
    local unit = go(world)
    world.run(1)
    texts["mods/it/go.lua"] = script "new"
    world.run(8)
    assert.equal("old", unit.data.word)
    world.run(10)
    assert.equal("new", unit.data.word)
  end)

  it("are read again only where `changed` returns something else", function()
    local texts, world = mod_of "old", small_world("...")
    local hooks, stamp, count = memory(texts), 1, 0
    local read = hooks.read
    function hooks.read(name)
      count = count + 1
      return read(name)
    end
    function hooks.changed(name) return texts[name] and stamp end
    astar.files(hooks)
    assert(world:watch("mods/it", 1))
    local unit = go(world)
    world.run(2)
    local before = count
    texts["mods/it/go.lua"] = script "new"
    world.run(5)
    assert.equal(before, count)
    stamp = 2
    world.run(2)
    assert.equal("new", unit.data.word)
  end)

  it("are as before where `changed` or `read` fails meanwhile", function()
    local texts, world = mod_of "old", small_world("...")
    local hooks = memory(texts)
    function hooks.changed() error "no stamps today" end
    astar.files(hooks)
    assert(world:watch("mods/it", 1))
    local unit = go(world)
    world.run(2)
    astar.files { read = function() error("the archive is shut", 0) end }
    world.run(2)
    assert.equal("old", unit.data.word)
    assert.matches("the archive is shut", world.reports[1].text or world.reports[1])
    astar.files(hooks)
    texts["mods/it/go.lua"] = script "new"
    world.run(2)
    assert.equal("new", unit.data.word)
  end)

  it("may not be too long", function()
    local world = small_world("...")
    local texts = mod_of "old"
    texts["mods/it/go.lua"] = (" "):rep(2 ^ 17 + 1)
    astar.files(memory(texts))
    local mod, why = world:mod "mods/it"
    assert.is_nil(mod)
    assert.matches("mods/it/go.lua: more than 131072 bytes", why, 1, true)
  end)

  it("are checked, with files in folders that `list` tells of", function()
    local texts = { ["it/mod.lua"] = MAIN, ["it/go.lua"] = script "old",
      ["it/old/lost.lua"] = "return 1" }
    local hooks = memory(texts)
    astar.files(hooks)
    local list = check.list "it"
    assert.same({ "it: astar.files has been given no 'list'" }, list)
    local names = { it = { "mod.lua", "go.lua", "old/", "../x.lua", 7 },
      ["it/old"] = { "lost.lua" } }
    function hooks.list(folder) return names[folder] end
    astar.files(hooks)
    list = check.list "it"
    assert.equal(1, #list)
    assert.matches("^it/old/lost.lua:1: the mod never loads this file", list[1])
    function hooks.list() return "mod.lua" end
    astar.files(hooks)
    assert.same({ "it: `list` has returned a string, and no list of names" }, (check.list "it"))
    function hooks.list() return nil, "not now" end
    astar.files(hooks)
    assert.same({ "it: not now" }, (check.list "it"))
    function hooks.list() error({}, 0) end
    astar.files(hooks)
    assert.same({ "it: a table" }, (check.list "it"))
  end)

  it("are checked where `list` names folders or files without end", function()
    local hooks, count = memory { ["it/mod.lua"] = MAIN, ["it/go.lua"] = script "old" }, 0
    function hooks.list()
      count = count + 1
      return { "a/", "b/", "c/", "d/", "e/", "f/", "mod.lua" }
    end
    astar.files(hooks)
    assert.same({ "it: it has more than 1000 folders; the rest has not been looked at" },
      (check.list "it"))
    assert.equal(1000, count)
    function hooks.list()
      local list = {}
      for i = 1, 1001 do list[i] = i .. ".lua" end
      return list
    end
    astar.files(hooks)
    assert.same({ "it: it has more than 1000 Lua files; the rest has not been looked at" },
      (check.list "it"))
  end)

  it("are checked where a list has a metatable", function()
    local hooks = memory { ["it/mod.lua"] = MAIN, ["it/go.lua"] = script "old" }
    for _, index in ipairs { function() error "no" end, function() return "go.lua" end } do
      function hooks.list() return setmetatable({ "mod.lua" }, { __index = index }) end
      astar.files(hooks)
      assert.same({}, (check.list "it"))
    end
  end)
end)

describe("files on the disk", function()
  local folder

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
  end)

  teardown(function() os.execute("rm -r " .. folder) end)

  it("are replaced by a second saving, all at once", function()
    local name, map = folder .. "/map", astar.read "...\n"
    assert(map:save(name))
    map:set(2, 1, "wall")
    assert(map:save(name))
    assert.equal(map:hash(), astar.load(name):hash())
    assert.is_nil(io.open(name .. ".part"))
    assert(map:save_terrain(name))
    assert.equal("wall", astar.load(name):get(2, 1))
  end)

  it("are what they were where they cannot be replaced", function()
    assert(os.execute("mkdir " .. folder .. "/taken"))
    local map = astar.read "...\n"
    for _, save in ipairs { map.save, map.save_terrain } do
      local done, why = save(map, folder .. "/taken")
      assert.is_nil(done)
      assert.matches("/taken: ", why, 1, true)
    end
    assert.is_nil(io.open(folder .. "/taken.part"))
    file.write(folder .. "/taken/in", "it")        -- the folder is there still
  end)

  it("stay links where they are links: what those lead to is replaced", function()
    local function run(line)
      assert.equal(0, select(2, command.output_of((line:gsub("F", folder)))))
    end
    run "mkdir F/kept F/links; ln -s ../kept/real F/links/one; ln -s links/one F/two"
    run "ln -s kept/new F/new; ln -s round F/round"
    file.write(folder .. "/kept/real", "old")
    local map = astar.read "..#\n"
    for _, name in ipairs { "two", "new" } do
      assert(map:save_terrain(folder .. "/" .. name))
      run("test -L F/" .. name)
    end
    assert.equal("wall", astar.load(folder .. "/kept/real"):get(3, 1))
    assert.equal("wall", astar.load(folder .. "/kept/new"):get(3, 1))
    run "test -L F/links/one; test $(ls F/kept | wc -l) = 2"
    assert.same({ nil, folder .. "/round: Too many levels of symbolic links" },
      { map:save(folder .. "/round") })
  end)

  it("keep their rights", function()
    local name, map = folder .. "/shared", astar.read "...\n"
    file.write(name, "old")
    command.output_of("chmod 664 " .. name)
    assert(map:save_terrain(name))
    assert.equal("664\n", command.output_of("stat -c %a " .. name))
    command.output_of("chmod 600 " .. name)
    assert(map:save_terrain(name))
    assert.equal("600\n", command.output_of("stat -c %a " .. name))
  end)

  local writes_all = command.output_of "id -u" == "0\n" and "root may write all" or nil

  skip.where(writes_all)("are refused where they may not be written", function()
    local name, map = folder .. "/closed", astar.read "...\n"
    file.write(name, "old")
    command.output_of("chmod 444 " .. name)
    assert.same({ nil, name .. ": Permission denied" }, { map:save(name) })
  end)

  it("are written beside a file that has the name of the part", function()
    local name, map = folder .. "/other", astar.read "...\n"
    file.write(name .. ".part", "mine")
    file.write(name .. ".part1", "mine as well")
    assert(map:save_terrain(name))
    assert.equal("plain", astar.load(name):get(1, 1))
    assert.equal("mine", file.read(name .. ".part"))
    assert.equal("mine as well", file.read(name .. ".part1"))
    assert.is_nil(io.open(name .. ".part2"))
  end)

  it("are what they were where there is no room, and no part is left", function()
    local name = folder .. "/full"
    file.write(name, "old")
    local said = command.output_of(([[sh -c 'trap "" XFSZ; ulimit -f 1; exec %s -e "
      local astar = require [=[astar]=]
      print(astar.map { width = 90, height = 90 }:save_terrain [=[%s]=])"' 2>&1]]):format(
      command.lua(), name))
    assert.equal(("nil\t%s: File too large\n"):format(name), said)
    assert.equal("old", file.read(name))
    assert.is_nil(io.open(name .. ".part"))
  end)

  local it_with_proc = skip.where(skip.without "/proc/self/fd/1")

  it_with_proc("that are open under a name of the system's are written as they are", function()
    local captured, link = folder .. "/captured", folder .. "/out"
    command.output_of("ln -s /proc/self/fd/1 " .. link)
    for _, name in ipairs { link, "/proc/self/fd/1", "/dev/stdout" } do
      file.write(captured, "old")
      command.output_of(("ln %s %s.too"):format(captured, captured))     -- it is still that file
      command.output_of(([[%s -e 'assert(require "astar".read "..#":save_terrain "%s")' >%s]])
        :format(command.lua(), name, captured))
      assert.equal("wall", astar.load(captured .. ".too"):get(3, 1))
      os.remove(captured .. ".too")
    end
    assert.equal(0, select(2, command.output_of("test -L " .. link)))
  end)

  it("that are no regular files are written as they are", function()
    assert(astar.read("...\n"):save "/dev/null")
    assert.equal("", file.read "/dev/null")
    assert.is_nil(io.open "/dev/null.part")
  end)
end)
