-- A game whose files are all in memory; it prints what happens. single_spec.lua runs it with the
-- library compiled in, stripped, bundled, and as it lies in the tree.

local astar = require "astar"
print("vault", astar.features.vault, astar.sandbox)
local texts, stamps, asked = {}, {}, {}

local function put(name, text)
  texts[name], stamps[name] = text, (stamps[name] or 0) + 1
end

astar.files {
  read = function(name)
    asked[name] = (asked[name] or 0) + 1
    if not texts[name] then return nil, "it is not in memory" end
    return texts[name]
  end,
  write = function(name, text)
    put(name, text)
    return true
  end,
  list = function(folder)
    local list = {}
    for name in pairs(texts) do
      local is_in = name:sub(1, #folder + 1) == folder .. "/"
      if is_in then list[#list + 1] = name:sub(#folder + 2) end
    end
    return list
  end,
  changed = function(name) return stamps[name] end,
}

-- ---- a map --------------------------------------------------------------------------------------

put("maps/valley.txt", "........\n..####..\n........\n")
local map = assert(astar.load "maps/valley.txt")
print("map", map.width, map.height, assert(map:path(3, 3, 3, 1)).cost)
print("no map", astar.load "maps/none.txt")

-- ---- a mod --------------------------------------------------------------------------------------

put("mods/post/mod.lua", [[
return { name = "post", version = "1", behaviours = { stand = "stand.lua", fail = "fail.lua",
  misuse = "misuse.lua", patrol = "patrol.lua" } }
]])
local STAND = "return function(unit) while true do unit.data.word = '%s' unit:wait(1) end end"
put("mods/post/stand.lua", STAND:format "old")
put("mods/post/fail.lua", "return function(unit)\n  unit:wait(1)\n"
  .. "  local nothing = unit.data.nothing\n  return nothing.more\nend")
put("mods/post/misuse.lua", "return function(unit)\n  unit:go('far')\nend")
put("mods/post/patrol.lua", "return function(unit)\n"
  .. "  local points = { { x = 1, y = 1 }, { x = 8, y = 1 } }\n"
  .. "  unit:patrol(points, 1)\n  unit.data.done = #points\nend")

local reports = {}
local function note(report) reports[#reports + 1] = report.text end
local world = astar.world { map = map, seed = 7, report = note }
local recording = astar.record(world)
local mod = assert(world:watch("mods/post", 1))
local function unit(x, y, behaviour)
  return assert(world:unit { player = "red", x = x, y = y, speed = 0.5, sight = 9,
    behaviour = behaviour })
end
local one, patrol = unit(1, 1, "post.stand"), unit(2, 3, "post.patrol")
unit(4, 3, "post.fail")
unit(6, 3, "post.misuse")
for _ = 1, 5 do world:tick() end
print("mod", tostring(mod), one.data.word)
local read = asked["mods/post/stand.lua"]
put("mods/post/stand.lua", STAND:format "new")
for _ = 1, 3 do world:tick() end
print("reloaded", one.data.word, asked["mods/post/stand.lua"] > read)
for _ = 1, 60 do world:tick() end
print("patrolled", patrol.data.done)
for _, text in ipairs(reports) do print("report", text) end

-- ---- errors: the line is the game's -------------------------------------------------------------

local function failed(f, ...)
  print("error", select(2, pcall(f, ...)))
end

failed(function() map:path(1, 1, "x", 1) end)
failed(function() astar.world { mapp = map } end)
failed(function() world:unit { player = "red", x = 100, y = 1 } end)
failed(function() one:go(nil) end)
failed(function() one.nothing = 1 end)
world:behaviour("wrong", function(self)
  self:wait(1)
  self:patrol {}
end)
reports = {}
one:behave "wrong"
for _ = 1, 3 do world:tick() end
print("report", reports[1])

-- ---- saving, replays ----------------------------------------------------------------------------

one:behave "post.stand"
world:tick()
assert(world:save "saves/first")
assert(world:save "saves/first")
local function setup(new) assert(new:mod "mods/post") end
local other = assert(astar.load_world("saves/first", { setup = setup, report = note }))
for _ = 1, 10 do
  world:tick()
  other:tick()
end
print("saved", world:hash() == other:hash(), stamps["saves/first"])
recording:stop()
local size = assert(astar.replay(recording, "replays/first.html"))
local page = texts["replays/first.html"]
print("replay", size == #page, page:find("<!doctype html>", 1, true))
assert(map:save "saves/map")
print("map", astar.load("saves/map"):hash() == map:hash())

-- ---- the inspector, with sockets that nobody uses -----------------------------------------------

local function nothing() end
local listener = { settimeout = nothing, accept = nothing, close = nothing,
  getsockname = function() return "127.0.0.1", "8000" end }
package.preload.socket = function()
  return { gettime = os.clock, bind = function() return listener end }
end
local inspector = assert(astar.inspect(world, { token = "a-token-of-this-game" }))
local _, script = inspector._session:answer("GET", "/page.js")
print("inspector", inspector.url, inspector:due(), #script > 10000)
local _, seen = inspector._session:answer("POST", "/call", [[{ "name": "look", "with": { "watches":
  [{ "unit": 1, "text": "unit.data.word" }] } }]])
print("watch", seen)
inspector:close()
