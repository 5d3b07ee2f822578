-- The folder of a mod holds what somebody else has put there: pipes, devices, links, huge files.
-- Only regular files that lie in the folder are read, and nothing waits.

local core = require "astar.core"
local host_files = require "astar.mods.host_files"
local modded = require "support.modded"
local small_world = require "support.small_world"

local MAIN = "return { name = 'test', version = '1', behaviours = { it = 'it.lua' } }"

describe("a mod's folder #quick", function()
  local folder, beside

  local function run(...) assert(os.execute((...):format(select(2, ...)))) end

  local write = require("support.file").write

  before_each(function()
    folder, beside = os.tmpname(), os.tmpname()
    os.remove(folder)
    run("mkdir -p %s/tools", folder)
    write(folder .. "/mod.lua", MAIN)
    write(beside, "return 'a secret'")
  end)

  after_each(function() run("rm -rf %s %s", folder, beside) end)

  -- What `require` says of a file, in the turn of a unit.
  local function required(name)
    write(folder .. "/it.lua", ([[
      return function(unit)
        local ok, value = pcall(require, %q)
        unit.data.got = tostring(value)
      end]]):format(name))
    local world = small_world(". . .")
    assert(world:mod(folder))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(2)
    assert.same({}, world.reports)
    return unit.data.got
  end

  local function refuses(name, why)
    local got = required(name)
    assert(got:find(why, 1, true), got)
  end

  it("gives its own files", function()
    write(folder .. "/tools/way.lua", "return 'a way'")
    assert.equal("a way", required "tools.way")
    run("ln -s tools/way.lua %s/link.lua", folder)
    assert.equal("a way", required "link")
    run("ln -s tools %s/more", folder)
    assert.equal("a way", required "more.way")
  end)

  it("may be a link", function()
    write(folder .. "/it.lua", "return function() end")
    run("rm %s; ln -s %s %s", beside, folder, beside)
    assert(small_world(". . ."):mod(beside))
  end)

  it("gives nothing that lies elsewhere", function()
    local out = "it is a link that leads out of the folder"
    run("ln -s %s %s/link.lua", beside, folder)
    refuses("link", out)
    run("ln -s / %s/root", folder)
    refuses("root/etc/passwd", "No such file")
    run("mkdir %s.more; mv %s %s.more/file.lua; ln -s %s.more %s/out", folder, beside, folder,
      folder, folder)
    refuses("out.file", out)
    run("rm -r %s.more", folder)
  end)

  it("gives nothing but regular files, and never waits for one", function()
    run("mkfifo %s/pipe.lua; mkdir %s/folder.lua; ln -s /dev/zero %s/zero.lua", folder, folder,
      folder)
    run("ln -s loop.lua %s/loop.lua", folder)
    refuses("pipe", "pipe.lua: it is no regular file")
    refuses("folder", "folder.lua: it is no regular file")
    refuses("zero", "a link that leads out of the folder")
    refuses("loop", "loop.lua: ")
    run("rm %s/mod.lua; mkfifo %s/mod.lua", folder, folder)
    local mod, message = small_world(". . ."):mod(folder)
    assert.is_nil(mod)
    assert(message:find("mod.lua: it is no regular file", 1, true), message)
  end)

  it("gives nothing longer than a string of a mod's may be", function()
    write(folder .. "/long.lua", "return 'it'" .. (" "):rep(2 ^ 17 - 11))
    assert.equal("it", required "long")
    write(folder .. "/longer.lua", (" "):rep(2 ^ 17 + 1))
    refuses("longer", "longer.lua: more than 131072 bytes")
  end)

  it("is not asked for names that are none", function()
    refuses(("x"):rep(129), "a file's name has at most 128 bytes, got 129")
    refuses(("x"):rep(120), "x.lua: No such file")
  end)

  it("has its files read again only if they may have changed", function()
    write(folder .. "/it.lua", "return function() end")
    assert.is_false(core.file_stamp(folder .. "/it.lua"))
    run("touch -d '1 hour ago' %s/it.lua", folder)
    local stamp = core.file_stamp(folder .. "/it.lua")
    assert.equal("string", type(stamp))
    assert.equal(stamp, core.file_stamp(folder .. "/it.lua"))
    run("touch -d '2 hours ago' %s/it.lua", folder)
    assert.not_equal(stamp, core.file_stamp(folder .. "/it.lua"))
    assert.is_nil(core.file_stamp(folder .. "/none.lua"))
  end)

  it("has its Lua files listed, those in folders too, without links and hidden ones", function()
    run("rm -rf %s/listed; mkdir -p %s/listed/tools/deep %s/listed/.git", folder, folder, folder)
    local place = folder .. "/listed/"
    for _, name in ipairs { "mod.lua", "a b.lua", "notes.txt", "tools/way.lua", "tools/deep/x.lua",
      ".git/hook.lua", ".old.lua" } do
      write(place .. name, "")
    end
    run("ln -s mod.lua %s/listed/link.lua; ln -s .. %s/listed/up", folder, folder)
    assert.same({ "a b.lua", "mod.lua", "tools/deep/x.lua", "tools/way.lua" },
      host_files.names(place))
    assert.same(host_files.names(place), host_files.names(folder .. "/listed"))
    assert.same({}, host_files.names(folder .. "/none"))
    assert.is_nil(core.list_folder(place .. "mod.lua"))
  end)

  it("has its Lua files listed to a depth of eight folders", function()
    local place = folder .. "/deep"
    run("mkdir -p %s/2/3/4/5/6/7/8/9", place)
    write(place .. "/2/3/4/5/6/7/8/far.lua", "")
    write(place .. "/2/3/4/5/6/7/8/9/too_far.lua", "")
    assert.same({ "2/3/4/5/6/7/8/far.lua" }, host_files.names(place))
  end)

  it("is watched as well where its files are old", function()
    write(folder .. "/it.lua", "return function(unit) unit.data.got = 1 end")
    run("touch -d '3 hours ago' %s/it.lua", folder)
    local world = small_world(". . .")
    world:watch(folder, 1)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(3)
    write(folder .. "/it.lua", "return function(unit) unit.data.got = 2 end")
    run("touch -d '2 hours ago' %s/it.lua", folder)
    world.run(1)
    unit:behave("test.it")
    world.run(2)
    assert.equal(2, unit.data.got)
    os.remove(folder .. "/it.lua")
    world.run(2)
    assert.equal(1, #world.reports)
  end)
end)

describe("files that there are not #quick", function()
  it("are waited for as far as they are few", function()
    local world = small_world(". . .")
    local mod = modded(world, [[
      return function(unit)
        for i = 1, 1000 do pcall(require, "missing" .. i) end
        unit.data.done = true
      end]])
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(8)
    assert(unit.data.done or world.reports[1])
    local count = 0
    for _ in pairs(mod._revision.missing) do count = count + 1 end
    assert.equal(64, count)
  end)
end)
