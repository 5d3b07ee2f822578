-- lua spec/support/saved_battle.lua FROM UNTIL THREADS TO TICKS...: plays the skirmish from a file
-- that it was saved to, or "-", until a tick, and prints its hash after each. In the ticks that are
-- named it is saved, to files TO.TICK, or "-" for nowhere.

package.path = "examples/?.lua;" .. package.path

local astar = require "astar"
local game = require "demo.game"
local rules = require "demo.rules"

local MODS = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" }
local from, last, threads, to = arg[1], tonumber(arg[2]), tonumber(arg[3]), arg[4]
local saves = {}
for i = 5, #arg do saves[tonumber(arg[i])] = true end

local KEPT = { "sides", "holder", "spectator", "last_death" }

local function new_game()
  return assert(game.new { file = "examples/valley.txt", seed = 7, mods = MODS, report = error })
end

-- The mods have what the game gives them.
local function loaded_game()
  local play = setmetatable({ waiting = {} }, game)
  local limits = { readonly = rules.own, public = rules.public,
    facts = function(player) return play:facts(player) end }
  local world = assert(astar.load_world(from, { threads = threads, report = error,
    setup = function(world)
      assert(world:mod(MODS.red, limits))
      assert(world:mod(MODS.blue, limits))
    end }))
  play.map, play.world = world.map, world
  for _, key in ipairs(KEPT) do play[key] = world.data[key] end
  return play
end

local function save(play)
  local data = play.world.data
  for _, key in ipairs(KEPT) do data[key] = play[key] end
  local text = assert(play.world:save())
  if to ~= "-" then
    local handle = assert(io.open(("%s.%d"):format(to, play.world.ticks), "wb"))
    handle:write(text)
    handle:close()
  end
end

local play = from == "-" and new_game() or loaded_game()
play.world.threads = threads
if from ~= "-" then print(("%d %s"):format(play.world.ticks, play.world:hash())) end
while play.world.ticks < last do
  play:tick()
  local now = play.world.ticks
  if saves[now] then save(play) end
  print(("%d %s"):format(now, play.world:hash()))
end
