-- files.lua FOLDER: what the module knows of files and folders, on a system that is not POSIX. The
-- folder holds a.lua, the empty folder deep, the link in.lua to a.lua, and the link out.lua to a
-- file beside the folder.

local core = require "astar.core"
local astar = require "astar"
local folder = arg[1]

local function names()
  local list = {}
  for line in core.list_folder(folder):gmatch("[^\n]+") do list[#list + 1] = line end
  table.sort(list)
  return table.concat(list, ",")
end

-- wine shows links as what they lead to.
local listed = names()
assert(listed == "d deep,f a.lua" or listed == "d deep,f a.lua,f in.lua,f out.lua", listed)
assert(core.list_folder(folder .. "/none") == nil)

local function refuses(name, most, pattern)
  local text, why = core.read_file(folder, name, most)
  assert(text == nil and why:find(pattern), ("%s: %s %s"):format(name, text, why))
end

assert(core.read_file(folder, "a.lua", 100):find("^return 1"))
assert(core.read_file(folder .. "/", "in.lua", 100):find("^return 1"))
refuses("a.lua", 3, "more than 3 bytes")
refuses("none.lua", 100, "No such file")
refuses("deep", 100, "no regular file")
refuses("out.lua", 100, "leads out of the folder")
refuses("../other/b.lua", 100, "leads out of the folder")
refuses("NUL", 100, "no regular file")

-- A file of just now may change again unnoticed; one that is not there has no stamp.
assert(core.file_stamp(folder .. "/none.lua") == nil)
local stamp = core.file_stamp("README.md")
assert(type(stamp) == "string" and stamp == core.file_stamp("README.md"))
local made = assert(io.open(folder .. "/new.lua", "wb"))
made:write("x")
made:close()
assert(core.file_stamp(folder .. "/new.lua") == false)

-- Replacing.
local map = astar.map { rows = { "...", ".#." } }
local file = folder .. "/map.save"
assert(map:save(file))
map:set(1, 1, "wall")
assert(map:save(file))
assert(astar.load(file):get(1, 1) == "wall")
assert(not io.open(file .. ".part"))
local done, why = map:save(folder .. "/none/map.save")
assert(done == nil and why:find("No such file", 1, true), why)
done, why = map:save(folder .. "/deep")
assert(done == nil and why, "a folder was replaced")

-- A mod is read, and read again.
local function write(text)
  local handle = assert(io.open(folder .. "/mod.lua", "wb"))
  handle:write(text)
  handle:close()
end
write [[
  return { name = "post", version = "1", behaviours = { a = function(unit) unit:wait(1) end } }]]
local world = astar.world { map = map, report = function(report) error(report.text) end }
assert(world:mod(folder))
print("passed")
