-- One recording: of the busy world and what else is recorded, notes, values, a mod that draws. The
-- numbers stand here: the same run makes the same bytes, in any Lua. What changes them on purpose
-- changes them here, and the change is looked at. What the bytes mean is said by record_spec.lua.

local astar = require "astar"
local busy = require "support.busy_world"
local check_constant = require "support.constant"
local modded = require "support.modded"
local sorted_keys = require "support.sorted_keys"

local TICKS = 160

local MOD = [[
  return function(unit)
    local tick = 0
    while true do
      tick = tick + 1
      unit.data.tick, unit.data.list = tick, { tick % 7, "x" }
      if tick % 9 == 0 then unit.data.list = nil end
      if tick % 5 == 0 then print("tick", tick) end
      if tick == 40 then unit.data.long = ("y"):rep(300) end
      if tick == 70 then error("enough") end
      local enemy = unit:enemies(9)[1]
      if enemy then unit:tell("seen", enemy) end
      unit:sleep(1)
    end
  end]]

-- Data at the limits of what is kept: many keys, which come and go, long texts and long lists.
local function hoarder(unit)
  local random = unit.world.random
  local function list(count)
    local t = {}
    for i = 1, count do t[i] = random(9) end
    return t
  end
  while true do
    for _ = 1, 6 do
      local key, kind = "key" .. random(45), random(5)
      local held = unit.data[key]
      if type(held) == "table" then held[1] = random(9)
      elseif held and kind < 3 then unit.data[key] = nil
      elseif kind == 3 then unit.data[key] = list(random(6, 11))
      elseif kind == 4 then unit.data[key] = ("z"):rep(random(116, 121))
      else unit.data[key] = random(3) end
    end
    unit:sleep(random(4))
  end
end

-- Folds text into a number that any Lua keeps exactly.
local function fold(sum, text)
  for i = 1, #text do sum = (sum * 31 + text:byte(i)) % 4294967291 end
  return sum
end

-- Folds a value of tables, texts, numbers and booleans.
local function fold_all(sum, value)
  if type(value) ~= "table" then
    return fold(sum, type(value) == "number" and ("%.17g"):format(value) or tostring(value))
  end
  for _, key in ipairs(sorted_keys(value)) do
    sum = fold_all(fold(sum, tostring(key)), value[key])
  end
  return sum
end

local function record(options, ticks)
  local world = busy.world(5)
  world._report = function() end
  modded(world, MOD)
  local recording = astar.record(world, options)
  for i = 1, 3 do
    world:unit { player = "red", x = 18, y = 6 + i, speed = 0.5, sight = 4,
      behaviour = "test.it", data = { role = "scout", hp = i } }
  end
  for y = 1, 3 do
    world:unit { player = "blue", x = 20, y = y, behaviour = hoarder }
  end
  for tick = 1, ticks or TICKS do
    busy.play(world)
    if tick == 90 then world:unit_at(20, 2).data = {} end
    if tick % 20 == 0 then recording:note("half a score", { x = tick / 20, y = 3 }) end
    recording:value("ticks", tick, tick % 2 == 0 and world:player "red" or nil)
  end
  return recording:stop()
end

-- Bytes, and sums: of parts and of words; and its size.
local function numbers_of(recording)
  local bytes, sum = 0, 1
  for _, part in ipairs(recording:_all_parts()) do
    bytes, sum = bytes + #part.bytes, fold(fold_all(sum, part.tick), part.bytes)
  end
  local words = fold_all(fold_all(fold_all(1, recording._strings), recording._players),
    recording._layers)
  return ("%d %d %d %d"):format(bytes, sum, words, recording:size())
end

describe("a fixed recording", function()
  it("has the bytes that are written here", function()
    check_constant("15823 2668577251 2632142329 20886", numbers_of(record()))
  end)

  it("has what five ticks change, and all of it again after 250", function()
    local usual = numbers_of(record({}, 270))
    assert.equal(usual, numbers_of(record({ every = 5, keys = 250 }, 270)))
    assert.not_equal(usual, numbers_of(record({ every = 5, keys = 251 }, 270)))
  end)

  it("has others where less is asked for", function()
    local less = { every = 11, keys = 40, data = { "hp", "tick" }, health = function(unit)
      if unit.id % 3 > 0 then return math.floor(unit.world.ticks / 7 + unit.id) % 11 / 10 end
    end, role = function(unit) return unit.behaviour end }
    check_constant("12974 349327025 1882065062 17908", numbers_of(record(less)))
  end)
end)
