-- The rules of the skirmish: digging, fighting, healing, scoring. This file knows nothing of
-- terminals, nor of what units want: the mods in examples/skirmish/ decide that.
--
-- What befalls a unit is told to its script as an event:
--   "full"       a gatherer beside ore has dug a load
--   "unloaded"   a gatherer beside its keep has got rid of it
--   "attacked"   (by) somebody has struck it
--   "healed"     it has all its strength again
-- and its state is in unit.data: side, role, hp, load.

local astar = require "astar"

local game = {}
game.__index = game

local SIDES = {
  { name = "red", keep = { x = 10, y = 31, width = 3, height = 2 } },
  { name = "blue", keep = { x = 90, y = 6, width = 3, height = 2 } },
}

local ROLES = {
  gatherer = { count = 12, speed = 0.3, sight = 6, hp = 12, damage = 1 },
  soldier = { count = 16, speed = 0.3, sight = 8, hp = 40, damage = 6 },
  scout = { count = 6, speed = 0.45, sight = 10, hp = 16, damage = 2 },
}
local ROLE_NAMES = { "gatherer", "soldier", "scout" }     -- in the order of their making

local BRIDGE = { x = 44, y = 30, width = 6, height = 3 }  -- the southern one, which is held
local DIG, STRIKE, HEAL = 25, 8, 6                        -- ticks for a load, a blow, a point
local RECRUIT = 150                                       -- ticks until a lost unit is replaced
local DEATH, DEATH_RADIUS = 120, 6                        -- what a death adds to its side's fear
local OWN = { "side", "role", "number", "hp", "load", "dug", "rests" }  -- of unit.data: no mod's
local POINTS = { load = 2, kill = 3, bridge = 1 }
local BRIDGE_EVERY = 50                                   -- ticks of holding for a point

-- ---- the beginning ------------------------------------------------------------------------------

local function gap(a, b)
  local function beyond(x, low, size) return math.max(low - x, x - (low + size - 1), 0) end
  return math.max(beyond(a.x, b.x, b.width or 1), beyond(a.y, b.y, b.height or 1))
end

-- The cells around a rectangle, ring by ring.
local function around(rect)
  return coroutine.wrap(function()
    for ring = 1, 8 do
      for y = rect.y - ring, rect.y + rect.height - 1 + ring do
        for x = rect.x - ring, rect.x + rect.width - 1 + ring do
          if gap({ x = x, y = y }, rect) == ring then coroutine.yield(x, y) end
        end
      end
    end
  end)
end

function game:recruit(side, role)
  local kind = ROLES[role]
  for x, y in around(side.keep) do
    local unit = self.world:unit {
      player = side.player, x = x, y = y, speed = kind.speed, sight = kind.sight,
      home = side.keep, behaviour = side.mod.name .. "." .. role,
      data = { side = side.name, role = role, hp = kind.hp, number = side.made[role] + 1 },
    }
    if unit then
      side.made[role] = side.made[role] + 1
      return unit
    end
  end
end

-- The mod in a folder: mod | nil, message. Both sides may play the same.
local function load_mod(self, given, folder)
  for mod in self.world:mods() do
    if mod.folder == folder then return mod end
  end
  local mod, message = self.world:mod(folder, { readonly = OWN })
  if not mod then return nil, message end
  if given.watch then self.world:watch(folder) end
  for _, role in ipairs(ROLE_NAMES) do
    if not pcall(self.world.behaviour, self.world, mod.name .. "." .. role) then
      return nil, ("%s/mod.lua: there is no behaviour '%s'"):format(folder, role)
    end
  end
  return mod
end

local function add_side(self, description, mod)
  local side = {
    name = description.name, keep = description.keep, mod = mod, made = {}, lost = 0, loads = 0,
    kills = 0, held = 0, recruits = {}, player = self.world:player(description.name),
  }
  self.sides[#self.sides + 1] = side
  self.sides[side.name] = side
  side.player:share(self.spectator)
  -- Where its own units have died. It fades, and only queries that name it include it.
  side.fear = self.world:influence(side.name .. " fear", { weight = 0, decay = 0.9, every = 50 })
  for _, role in ipairs(ROLE_NAMES) do
    side.made[role] = 0
    for _ = 1, ROLES[role].count do self:recruit(side, role) end
  end
end

--- A game: game | nil, message. given: file, the map; seed; mods, from "red" and "blue" to folders,
-- whose mods have a behaviour for each role; watch, they may be changed while the game runs;
-- report, see astar.world.
function game.new(given)
  local map = assert(astar.load(given.file))
  local world = astar.world { map = map, seed = given.seed, report = given.report, budget = 8000 }
  local self = setmetatable({ map = map, world = world, sides = {}, waiting = {} }, game)
  self.spectator = world:player("spectator")                -- what both sides know together
  for _, description in ipairs(SIDES) do
    local mod, message = load_mod(self, given, given.mods[description.name])
    if not mod then return nil, message end
    add_side(self, description, mod)
  end
  return self
end

function game:side_of(unit) return self.sides[unit.data.side] end

function game:other(side) return self.sides[side.name == "red" and "blue" or "red"] end

-- ---- the replay ---------------------------------------------------------------------------------

--- From now on all is recorded, for astar.replay.
function game:record()
  self.recording = astar.record(self.world, {
    title = "A skirmish in a valley",
    name = function(unit) return ("%s %d"):format(unit.data.role, unit.data.number) end,
    health = function(unit) return unit.data.hp / ROLES[unit.data.role].hp end,
  })
  return self.recording
end

local function keep_score(self)
  for _, side in ipairs(self.sides) do
    self.recording:value("points", game.score(side), side.player)
    self.recording:value("units", self:units_of(side), side.player)
  end
end

-- ---- digging and healing ------------------------------------------------------------------------

local function beside_ore(self, unit)
  for y = math.max(1, unit.y - 1), math.min(self.map.height, unit.y + 1) do
    for x = math.max(1, unit.x - 1), math.min(self.map.width, unit.x + 1) do
      if self.map:get(x, y) == "ore" then return true end
    end
  end
  return false
end

local function dig(self, unit)
  local data, side = unit.data, self:side_of(unit)
  if data.load then
    if gap(unit, side.keep) <= 1 then
      data.load, data.dug = nil, 0
      side.loads = side.loads + 1
      unit:tell("unloaded")
    end
  elseif unit.state == "standing" and beside_ore(self, unit) then
    data.dug = (data.dug or 0) + 1
    if data.dug >= DIG then
      data.load = true
      unit:tell("full")
    end
  end
end

local function heal(self, unit)
  local data = unit.data
  local most = ROLES[data.role].hp
  if data.hp >= most or self.world.ticks % HEAL ~= 0 then return end
  if gap(unit, self:side_of(unit).keep) <= 3 then
    data.hp = data.hp + 1
    if data.hp == most then unit:tell("healed") end
  end
end

-- ---- fighting -----------------------------------------------------------------------------------

function game:kill(unit, by)
  local side = self:side_of(unit)
  side.lost = side.lost + 1
  side.recruits[#side.recruits + 1] = { role = unit.data.role, tick = self.world.ticks + RECRUIT }
  side.fear:add(unit.x, unit.y, DEATH, DEATH_RADIUS)
  self:side_of(by).kills = self:side_of(by).kills + 1
  self.last_death = { x = unit.x, y = unit.y, tick = self.world.ticks }
  unit:remove(by)
end

-- The weakest enemy in the eight cells around.
local function victim_of(self, unit)
  local weakest
  for y = math.max(1, unit.y - 1), math.min(self.map.height, unit.y + 1) do
    for x = math.max(1, unit.x - 1), math.min(self.map.width, unit.x + 1) do
      local other = self.world:unit_at(x, y)
      if other and other.data.side ~= unit.data.side
        and (not weakest or other.data.hp < weakest.data.hp) then
        weakest = other
      end
    end
  end
  return weakest
end

local function strike(self, unit)
  local data, now = unit.data, self.world.ticks
  if (data.rests or 0) > now then return end
  local victim = victim_of(self, unit)
  if not victim then return end
  data.rests = now + STRIKE
  victim.data.hp = victim.data.hp - self.world.random(ROLES[data.role].damage)
  if victim.data.hp <= 0 then
    self:kill(victim, unit)
  else
    victim:tell("attacked", unit)
  end
end

-- ---- one tick -----------------------------------------------------------------------------------

local function reinforce(self, side)
  local first = side.recruits[1]
  if first and first.tick <= self.world.ticks and self:recruit(side, first.role) then
    table.remove(side.recruits, 1)
  end
end

local function take_bridge(self, side)
  if self.recording and self.holder ~= side then
    self.recording:note(side.name .. " holds the bridge", BRIDGE)
  end
  self.holder = side
end

-- The bridge is held by the side that alone has soldiers there.
local function hold_bridge(self)
  local there = { red = 0, blue = 0 }
  for unit in self.world:units() do
    if unit.data.role == "soldier" and gap(unit, BRIDGE) <= 2 then
      there[unit.data.side] = there[unit.data.side] + 1
    end
  end
  for _, side in ipairs(self.sides) do
    if there[side.name] > 0 and there[self:other(side).name] == 0 then
      side.held = side.held + 1
      take_bridge(self, side)
    end
  end
end

--- One tick of the world, and then what the rules make of it.
function game:tick()
  self.world:tick()
  for unit in self.world:units() do
    if unit.data.role == "gatherer" then dig(self, unit) end
    heal(self, unit)
    strike(self, unit)
  end
  hold_bridge(self)
  for _, side in ipairs(self.sides) do reinforce(self, side) end
  if self.recording then keep_score(self) end
end

-- ---- figures ------------------------------------------------------------------------------------

function game.score(side)
  return side.loads * POINTS.load + side.kills * POINTS.kill
    + math.floor(side.held / BRIDGE_EVERY) * POINTS.bridge
end

function game:units_of(side)
  local count = 0
  for _ in self.world:units(side.player) do count = count + 1 end
  return count
end

--- The share of the map that a player has seen.
function game:explored(player)
  local map, seen = self.map, 0
  for y = 1, map.height do
    for x = 1, map.width do
      if player:knows(x, y) ~= "unseen" then seen = seen + 1 end
    end
  end
  return seen / (map.width * map.height)
end

return game
