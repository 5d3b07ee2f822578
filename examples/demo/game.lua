-- The rules of the skirmish: digging, fighting, healing, scoring. This file knows nothing of
-- terminals, nor of what units want: the mods in examples/skirmish/ decide that.
--
-- What befalls a unit is told to its script as an event; its state is in unit.data; what a player
-- may know of the game is in unit.world.facts. The figures and the words are in rules.lua.

local astar = require "astar"
local ground = require "demo.ground"
local rules = require "demo.rules"

local game = {}
game.__index = game

local ROLES, ROLE_NAMES = rules.kinds, rules.role_names
local BRIDGE, GATE = rules.bridge, rules.gate
local gap = ground.gap

-- ---- the beginning ------------------------------------------------------------------------------

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

--- Makes a unit of a side at a cell: unit | nil, code.
function game:add_unit(side, role, x, y)
  local kind = ROLES[role]
  local unit, code = self.world:unit {
    player = side.player, class = side.class, x = x, y = y, home = side.keep,
    speed = kind.speed, sight = kind.sight, behaviour = side.mod.name .. "." .. role,
    data = { side = side.name, role = role, hp = kind.hp, number = side.made[role] + 1 },
  }
  if not unit then return nil, code end
  side.made[role] = side.made[role] + 1
  return unit
end

--- Makes a unit beside the keep of its side; nil: there is no room.
function game:recruit(side, role)
  for x, y in around(side.keep) do
    local unit = self:add_unit(side, role, x, y)
    if unit then return unit end
  end
end

--- What a player may know of the game.
function game:facts(player)
  local side = self.sides[player.name]
  return {
    points = game.score(side), their_points = game.score(self:other(side)), loads = side.loads,
    kills = side.kills, lost = side.lost, units = self:units_of(side),
    waiting = #side.recruits, bridge = self.holder and self.holder.name,
    gate = self:gate(),
  }
end

-- Tells all units of a side.
local function announce(self, side, ...)
  for unit in self.world:units(side.player) do unit:tell(...) end
end

-- The mod in a folder: mod | nil, message. Both sides may play the same, unless it is to have
-- another name or other parameters.
local function load_mod(self, given, side)
  local folder, options = given.mods[side], given.options and given.options[side] or {}
  for mod in self.world:mods() do
    if mod.folder == folder and not options.name then return mod end
  end
  local mod, message = self.world:mod(folder, { readonly = rules.own, public = rules.public,
    facts = function(player) return self:facts(player) end,
    name = options.name, parameters = options.parameters })
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
    class = ground.class(self.map, description.name),
  }
  self.sides[#self.sides + 1] = side
  self.sides[side.name] = side
  side.player:share(self.spectator)
  -- Where its own units have died. It fades, and only queries that name it include it.
  side.fear = self.world:influence(side.name .. " fear", { weight = 0, decay = rules.fear.decay,
    every = rules.fear.every })
  -- Where it has seen soldiers of the other side, which its own mods alone may read.
  side.danger = self.world:influence(side.name .. " danger", { player = side.player,
    decay = rules.danger.decay, every = rules.danger.every })
  for _, role in ipairs(ROLE_NAMES) do
    side.made[role] = 0
    for _ = 1, ROLES[role].count do self:recruit(side, role) end
  end
end

--- A game: game | nil, message. given: file, the map; seed; mods, from "red" and "blue" to folders,
-- whose mods have a behaviour for each role; options, from these to a mod's name and parameters,
-- for world:mod, or nil; watch, they may be changed while the game runs; report and log, see
-- astar.world.
function game.new(given)
  local map = ground.load(given.file)
  local world = astar.world { map = map, seed = given.seed, report = given.report,
    log = given.log }
  local self = setmetatable({ map = map, world = world, sides = {}, waiting = {} }, game)
  self.spectator = world:player("spectator")                -- what both sides know together
  for _, description in ipairs(rules.sides) do
    local mod, message = load_mod(self, given, description.name)
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
  for x, y in ground.beside(self.map, unit) do
    if self.map:get(x, y) == "ore" then return true end
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
    if data.dug >= rules.dig then
      data.load = true
      unit:tell("full")
    end
  end
end

local function heal(self, unit)
  local data = unit.data
  local most = ROLES[data.role].hp
  if data.hp >= most or self.world.ticks % rules.heal ~= 0 then return end
  if gap(unit, self:side_of(unit).keep) <= rules.near_keep then
    data.hp = data.hp + 1
    if data.hp == most then unit:tell("healed") end
  end
end

-- ---- fighting -----------------------------------------------------------------------------------

function game:kill(unit, by)
  local side = self:side_of(unit)
  side.lost = side.lost + 1
  side.recruits[#side.recruits + 1] = { role = unit.data.role,
    tick = self.world.ticks + rules.recruit }
  side.fear:add(unit.x, unit.y, rules.fear.amount, rules.fear.radius)
  self:side_of(by).kills = self:side_of(by).kills + 1
  self.last_death = { x = unit.x, y = unit.y, tick = self.world.ticks }
  local data, x, y = unit.data, unit.x, unit.y
  unit:remove(by)
  announce(self, side, "died", x, y, data.role, data.number)
end

-- The weakest enemy in the eight cells around, or at the other end of a link: where two meet head
-- on at a mouth of the cave, or at the ferry, they fight for it.
local function victim_of(self, unit)
  local weakest
  for x, y in ground.beside(self.map, unit) do
    local other = self.world:unit_at(x, y)
    if other and other.data.side ~= unit.data.side
      and (not weakest or other.data.hp < weakest.data.hp) then
      weakest = other
    end
  end
  return weakest
end

local function strike(self, unit)
  local data, now = unit.data, self.world.ticks
  if (data.rests or 0) > now then return end
  local victim = victim_of(self, unit)
  if not victim then return end
  data.rests = now + rules.strike
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
  local unit = first and first.tick <= self.world.ticks and self:recruit(side, first.role)
  if not unit then return end
  table.remove(side.recruits, 1)
  announce(self, side, "born", unit)
end

-- The danger to a side is around the soldiers that it sees.
local function watch_soldiers(self, side)
  if self.world.ticks % rules.danger.every ~= 0 then return end
  for unit in self.world:units(self:other(side).player) do
    if unit.data.role == "soldier" and unit:visible_to(side.player) then
      side.danger:add(unit.x, unit.y, rules.danger.amount, rules.danger.radius)
    end
  end
end

local function take_bridge(self, side)
  if self.recording and self.holder ~= side then
    self.recording:note(side.name .. " holds the bridge", BRIDGE)
  end
  self.holder = side
end

-- The side that alone has soldiers at a place, or nil.
local function alone_at(self, place, within)
  local there = { red = 0, blue = 0 }
  for unit in self.world:units() do
    if unit.data.role == "soldier" and gap(unit, place) <= within then
      there[unit.data.side] = there[unit.data.side] + 1
    end
  end
  for _, side in ipairs(self.sides) do
    if there[side.name] > 0 and there[self:other(side).name] == 0 then return side end
  end
end

local function hold_bridge(self)
  local side = alone_at(self, BRIDGE, rules.near_bridge)
  if not side then return end
  side.held = side.held + 1
  take_bridge(self, side)
end

--- Whose the gate is: "open" to all, "red" or "blue".
function game:gate() return ground.gate(self.map) end

game.HOLDERS = { "open", "red", "blue" }

--- Gives the gate to a side, "red" or "blue", or opens it to all, "open". Its units walk through,
-- the others have to find another way.
function game:set_gate(holder)
  if holder == self:gate() or not ground.set_gate(self.map, holder) then return end
  if self.recording then
    self.recording:note(holder == "open" and "the gate is open to all"
      or holder .. " holds the gate", GATE)
  end
end

-- It is held by the side whose soldiers were the last to be there alone.
local function hold_gate(self)
  local side = alone_at(self, GATE, rules.near_gate)
  if side then self:set_gate(side.name) end
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
  hold_gate(self)
  for _, side in ipairs(self.sides) do
    reinforce(self, side)
    watch_soldiers(self, side)
  end
  if self.recording then keep_score(self) end
end

-- ---- figures ------------------------------------------------------------------------------------

function game.score(side)
  return side.loads * rules.points.load + side.kills * rules.points.kill
    + math.floor(side.held / rules.hold) * rules.points.bridge
end

function game:units_of(side)
  local count = 0
  for _ in self.world:units(side.player) do count = count + 1 end
  return count
end

--- The share of the map that a player has seen.
function game:explored(player) return ground.explored(self.map, player) end

return game
