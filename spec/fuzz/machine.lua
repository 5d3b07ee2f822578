--- Runs programs against the Lua API line by line, and checks after each line what holds whatever a
--- program does:
--
--   - an error is text, and never Lua's own words from a line of the library, whatever it was that
--     a method was called on;
--   - a call that raised an error has left the hash of every map as it was;
--   - a path that was returned is one: its steps join, and what was explained adds up to its cost;
--   - a map restored from its snapshot, and a world that was saved, have the same hash;
--   - when the program has ended, all maps can be closed, and nothing is left of them.
--
-- What does not hold raises an error: that is the finding.

local astar = require "astar"
local sandbox = require "astar.sandbox"
local types = require "fuzz.types"

local Machine = {}
Machine.__index = Machine

local MOST_STEPS = 200 -- of an iterator

-- ---- files ------------------------------------------------------------------------------------

--- Wild names of files must not write into the tree: all that programs write goes to one place.
local open, folder = io.open, os.getenv("WORK") or "."

-- luacheck: push ignore 122
function io.open(name, mode)
  local writes = mode and mode:find("[wa+]")
  if writes and name:sub(1, #folder) ~= folder then name = folder .. "/written" end
  return open(name, mode)
end

function os.rename() return true end
function os.remove() return true end
local core = require "astar.core"
core.replace_file = os.rename
function core.written_place(name) return name end
function core.file_beside(name) return name .. ".part" end
-- luacheck: pop

-- ---- what lines can call ---------------------------------------------------------------------

local function check_path(path)
  local x, y
  local count = 0
  for cx, cy, i in path:cells() do
    count = count + 1
    assert(i == count, "a path's cells are not numbered in order")
    local near = not x or math.max(math.abs(cx - x), math.abs(cy - y)) == 1
    assert(near or path:link(i), "a path leaps where no link is")
    x, y = cx, cy
  end
  assert(count == #path and count >= 1, "a path has not as many cells as it says")
  assert(path.cost >= 0 and path.cost < 2 ^ 32, "a path's cost is " .. path.cost)
  assert(tostring(path):find("cost " .. math.tointeger(path.cost), 1, true), "tostring: " ..
    tostring(path))
  local steps = path:explain()
  if not steps then return end
  local sum = 0
  for _, step in ipairs(steps) do
    for key, value in pairs(step) do
      if key ~= "x" and key ~= "y" then sum = sum + value end
    end
  end
  assert(sum == path.cost, ("explained are %d of %d"):format(sum, path.cost))
end

local function remember(self, n, value)
  local name = types.of(value)
  if not name then return end
  self.o[n] = value
  local slots = self.slots[name] or {}
  self.slots[name] = slots
  slots[#slots + 1] = n
  if name == "path" then self.paths[#self.paths + 1] = value end
end

-- A callback of the program's, and no iterator.
local function is_own(f) return debug.getinfo(f, "S").source == "=line" end

--- Keeps what a line has returned as o[n]; goes through what an iterator gives.
local function keep(self, n, first, ...)
  remember(self, n, first)
  if type(first) ~= "function" or is_own(first) then return end
  local at, found = 0, 0
  for a, b, c in first, ... do
    at = at + 1
    for _, value in ipairs { a, b or nil, c or nil } do
      if types.of(value) and found < 9 then
        found = found + 1
        remember(self, 1000 + n * 10 + found, value)
      end
    end
    if at == MOST_STEPS then break end
  end
end

local function each(f, iterator, ...)
  if type(iterator) ~= "function" then return end
  for a, b in iterator, ... do f(a, b) end
end

local function forget(self, n)
  local name = types.of(self.o[n])
  self.o[n] = nil
  for i, slot in ipairs(self.slots[name] or {}) do
    if slot == n then return table.remove(self.slots[name], i) end
  end
end

local function same(map)
  local read = types.of(map) == "graph" and astar.read_graph or astar.read
  local again = read(map:save())
  local one, other = map:hash(), again:hash()
  again:close()
  if one ~= other then error("FOUND: the restored map has another hash", 0) end
end

--- Behaviours by name, which a world is given before it is saved.
local behaviours = {}

function behaviours.wander(unit)
  while true do
    unit:go(unit.world.random(unit.world.map.width), unit.world.random(unit.world.map.height))
    unit:wait(1)
  end
end

function behaviours.worker(unit)
  unit:gather("swamp")
  unit:patrol({ { x = 1, y = 1 }, { x = 9, y = 3 } }, 2)
end

function behaviours.hunter(unit)
  local enemy = unit:enemies(9)[1]
  if enemy then unit:chase(enemy) else unit:explore() end
  unit:flee()
end

behaviours.tree = astar.think.race(astar.think.loop(astar.think.act("go", 3, 3)),
  astar.think.act("wait", 9))

local function wander(world)
  for name, f in pairs(behaviours) do world:behaviour(name, f) end
  return "wander"
end

local function saved(self, world)
  local text, message = world:save()
  if not text then
    -- The program's own lines, "boom" and coroutines: of callbacks that are called first.
    local is_known = message:find("cannot be saved") or message:find("without a name")
      or message:find("boom") or message:find("outside a coroutine") or message:find("line:%d")
    if not is_known then error("FOUND: save: " .. message, 0) end
    return
  end
  local again, why = astar.read_world(text, { behaviours = behaviours, report = self.report })
  if not again then
    -- A behaviour of that name may be this program's own.
    if not why:find("behaviour") then error("FOUND: a saved world is refused: " .. why, 0) end
    return
  end
  if again:hash() ~= world:hash() then error("FOUND: the loaded world has another hash", 0) end
  again.map:close()
end

--- What a world is told of behaviours that failed.
local function reporter(self)
  return function(report)
    if type(report.text) ~= "string" then
      self.found = "a behaviour's error blames the library: " .. tostring(report.message)
    end
  end
end

-- ---- running lines ---------------------------------------------------------------------------

local PARAMETERS = "local o, keep, each, forget, same, saved, wander, report, set, astar, " ..
  "sandbox = ... "

function Machine:_environment()
  local report = reporter(self)
  self.report = report
  local function set(object, field, value)
    local ok, why = pcall(function() object[field] = value end)
    if not ok then error((tostring(why):gsub("^%S+:%d+: ", "line:1: ")), 0) end
  end
  return table.pack(self.o, function(...) return keep(self, ...) end, each,
    function(n) return forget(self, n) end, same, function(world) return saved(self, world) end,
    wander, report, set, astar, sandbox)
end

-- Calls f for each map and each graph.
local function each_whole(self, f)
  for _, name in ipairs { "map", "graph" } do
    for _, slot in ipairs(self.slots[name] or {}) do f(self.o[slot]) end
  end
end

local function hashes(self)
  local all = {}
  each_whole(self, function(whole)
    local ok, hash = pcall(whole.hash, whole)
    if ok then all[whole] = hash end
  end)
  return all
end

--- What a call may leave changed although it failed: what callbacks of the game did. A world that
-- is saved calls those of tickets that have ended.
local function may_change(line)
  return line:find("function", 1, true) or line:find(":work(", 1, true) or
    line:find(":save(", 1, true) or line:find(":check_heavy(", 1, true) or
    line:find(":tick(", 1, true) or line:find("^saved") or line:find("^coroutine")
end

--- What programs raise themselves, and what Lua says of them.
local EXPECTED = { "boom", "not enough memory", "outside a coroutine", "a C-call boundary",
  "fuzz/machine.lua:%d+:" }

local function check_error(message)
  if type(message) ~= "string" then error("FOUND: the error is a " .. type(message), 0) end
  if message:find("^FOUND") then error(message, 0) end
  for _, expected in ipairs(EXPECTED) do
    if message:find(expected) then return end
  end
  if message:find("lua/astar/%S+:%d+: attempt to ") then
    error("FOUND: Lua's own words, from within the library: " .. message, 0)
  end
end

--- Runs one line, as it stands in a program.
function Machine:run(line)
  local chunk, wrong = load(PARAMETERS .. line, "=line")
  if not chunk then error("the program is none: " .. wrong, 0) end
  local before = hashes(self)
  self.paths = {}
  local ok, message = pcall(chunk, table.unpack(self.arguments, 1, self.arguments.n))
  if not ok then
    check_error(message)
    if not may_change(line) then
      for map, hash in pairs(before) do
        local still, now = pcall(map.hash, map)
        if not still or now ~= hash then
          error("FOUND: a call that failed has changed the map: " .. message, 0)
        end
      end
    end
  end
  for _, path in ipairs(self.paths) do check_path(path) end
  if self.found then error("FOUND: " .. self.found, 0) end
  return ok, message
end

--- Closes what is open; nothing of it may be left.
function Machine:finish()
  each_whole(self, function(whole)
    local ok, why = pcall(whole.close, whole)
    if not ok and not why:find("locked") then error("FOUND: close: " .. why, 0) end
  end)
  for n in pairs(self.o) do self.o[n] = nil end
  self.slots, self.paths = {}, {}
  collectgarbage()
  collectgarbage()
end

local function new()
  local self = setmetatable({ o = {}, slots = {}, paths = {} }, Machine)
  self.arguments = self:_environment()
  return self
end

--- Runs a whole program.
local function replay(program)
  local self = new()
  for line in program:gmatch("[^\n]+") do self:run(line) end
  self:finish()
end

return { new = new, replay = replay }
