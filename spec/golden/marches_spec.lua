--- Many marches: groups of every formation, spacing, speed, size and avoidance in lands that are
-- drawn at random, among strangers that stand and walk. Walls rise, units come and go, and orders
-- change.

local astar = require "astar"
local new_random = require "support.random"
local part = require "golden.part"

local WIDTH, HEIGHT, TICKS, EVERY, SEEDS = 30, 20, 200, 20, 30
local AVOIDANCES = { "yield", "wait", "wait", "repath", "keep_right" }
local FORMATIONS = { "box", "line", "wedge", "column" }
local FACINGS = { "north", "north-east", "east", "south-east", "south", "south-west", "west",
  "north-west" }

-- ---- lands --------------------------------------------------------------------------------------

local function draw_walls(map, random)
  for _ = 1, random:int(0, 2) do
    local x, y = random:int(6, WIDTH - 6), random:int(5, HEIGHT - 5)
    if random:chance(0.5) then
      map:fill(x, 1, 1, HEIGHT, "wall")
    else
      map:fill(1, y, WIDTH, 1, "wall")
    end
    for _ = 1, random:int(1, 3) do
      map:fill(random:chance(0.5) and x or random:int(1, WIDTH),
        random:chance(0.5) and y or random:int(1, HEIGHT - 1), 1, random:int(1, 2), "plain")
    end
  end
end

local function draw(random)
  local map = astar.map { width = WIDTH, height = HEIGHT, fill = "plain",
    terrains = { plain = 10, swamp = 40, wall = false } }
  for _ = 1, random:int(0, 3) do
    local one = random:rect(map, 6)
    map:fill(one.x, one.y, one.width, one.height, "swamp")
  end
  draw_walls(map, random)
  for _ = 1, random:int(0, 6) do
    local one = random:rect(map, 3)
    map:fill(one.x, one.y, one.width, one.height, "wall")
  end
  return map
end

-- ---- units --------------------------------------------------------------------------------------

local Game = {}
Game.__index = Game

local function begin(seed)
  local random = new_random(seed)
  local map = draw(random)
  local world = astar.world { map = map, seed = seed, budget = 4000, report = error }
  local self = setmetatable({ random = random, world = world, groups = {} }, Game)
  for _, name in ipairs { "red", "blue" } do
    local player = world:player(name)
    if random:chance(0.7) then player:reveal() end
  end
  world:influence("danger", { weight = 2 }):add(random:int(8, 22), random:int(5, 15), 60, 5)
  self.big = map:class { size = 2 }
  self.slow = map:class { swamp = 60 }
  return self
end

-- Near a place, where there is room.
function Game:unit(player, x, y, options)
  local random, map = self.random, self.world.map
  for _ = 1, 20 do
    local at_x, at_y = x + random:int(-3, 3), y + random:int(-3, 3)
    local is_inside = at_x >= 1 and at_y >= 1 and at_x < WIDTH and at_y < HEIGHT
    local query = { class = options.class, occupancy = true,
      player = self.world:player(player) }
    if is_inside and map:cost(at_x, at_y, query) and not self.world:unit_at(at_x, at_y) then
      return self.world:unit { player = player, x = at_x, y = at_y, class = options.class,
        speed = options.speed, sight = 6, avoidance = options.avoidance }
    end
  end
end

function Game:muster()
  local random = self.random
  local player, x, y = random:pick { "red", "blue" }, random:cell(self.world.map)
  local avoidance = random:pick(AVOIDANCES)
  local pace, units = random:int(2, 8) / 8, {}
  for _ = 1, random:int(1, 10) do
    local class = random:chance(0.1) and self.big or random:chance(0.1) and self.slow or nil
    units[#units + 1] = self:unit(player, x, y, { class = class,
      avoidance = random:chance(0.1) and random:pick(AVOIDANCES) or avoidance,
      speed = random:chance(0.3) and random:int(1, 9) / 8 or pace })
  end
  self.groups[#self.groups + 1] = self.world:group { units = units,
    formation = random:pick(FORMATIONS), spacing = random:chance(0.2) and 2 or nil }
end

function Game:strangers()
  local random = self.random
  for _ = 1, random:int(0, 6) do
    local x, y = random:cell(self.world.map)
    local unit = self:unit(random:pick { "red", "blue" }, x, y, { speed = 0.5,
      avoidance = random:pick(AVOIDANCES) })
    if unit and random:chance(0.5) then
      unit:behave(function(one)
        while true do
          one:go(one.world.random(WIDTH), one.world.random(HEIGHT), { partial = true })
          one:wait(one.world.random(10))
        end
      end)
    end
  end
end

-- ---- orders -------------------------------------------------------------------------------------

function Game:order_options()
  local random = self.random
  return {
    formation = random:chance(0.3) and random:pick(FORMATIONS) or nil,
    facing = random:chance(0.3) and random:pick(FACINGS) or nil,
    speed = random:chance(0.2) and random:int(1, 9) / 10 or nil,
    spacing = random:chance(0.1) and 2 or nil,
    influence = random:chance(0.2) and { danger = 3 } or nil,
  }
end

function Game:order(group)
  local random = self.random
  if random:chance(0.1) then return group:hold(self:order_options()) end
  local x, y = random:cell(self.world.map)
  if random:chance(0.7) then
    x, y = random:int(5, WIDTH - 4), random:int(5, HEIGHT - 4)
  end
  group:go(x, y, self:order_options())
end

local function members(group)
  local list = {}
  for unit in group:units() do list[#list + 1] = unit end
  return list
end

local deeds = {}

function deeds.order(self, group) self:order(group) end

function deeds.stop(_, group) group:stop() end

function deeds.remove(self, _, list) self.random:pick(list):remove() end

function deeds.leave(self, group, list) group:remove(self.random:pick(list)) end

function deeds.go_alone(self, _, list)
  self.random:pick(list):behave(function(one) one:go(1, 1, { partial = true }) end)
end

function deeds.add(self, group, list)
  group:add(self:unit(list[1].player.name, list[1].x, list[1].y, { speed = 0.5 }) or list[1])
end

function deeds.place(self, _, list)
  local x, y = self.random:cell(self.world.map)
  local unit = self.random:pick(list)
  if self.world.map:cost(x, y, { unit = unit, occupancy = true }) and
    not self.world:unit_at(x, y) then unit:place(x, y) end
end

function deeds.hurry(self, _, list) self.random:pick(list).speed = self.random:int(1, 8) / 8 end

function deeds.build(self)
  local one = self.random:rect(self.world.map, 4)
  for y = one.y, one.y + one.height - 1 do
    for x = one.x, one.x + one.width - 1 do
      if not self.world:unit_at(x, y) then self.world.map:set(x, y, "wall") end
    end
  end
end

function deeds.breach(self)
  local one = self.random:rect(self.world.map, 4)
  self.world.map:fill(one.x, one.y, one.width, one.height, "plain")
end

local DEEDS = { "order", "order", "stop", "remove", "leave", "go_alone", "add", "place", "hurry",
  "build", "build", "breach" }

function Game:something_happens()
  local group = self.random:pick(self.groups)
  local list = members(group)
  if #list > 0 then deeds[self.random:pick(DEEDS)](self, group, list) end
end

-- ---- what is printed ----------------------------------------------------------------------------

local function seen(group)
  local left = {}
  for id, code in pairs(group.left) do
    left[#left + 1] = id .. code
  end
  table.sort(left)
  return group.status .. tostring(group.code) .. table.concat(left)
end

return part("marches", function(print)
  for seed = 1, SEEDS do
    local self = begin(seed)
    for _ = 1, self.random:int(1, 3) do self:muster() end
    self:strangers()
    for _, group in ipairs(self.groups) do self:order(group) end
    for tick = 1, TICKS do
      self.world:tick()
      if self.random:chance(0.04) then self:something_happens() end
      if tick % EVERY == 0 then
        print(seed, tick, self.world:hash())
        for i, group in ipairs(self.groups) do print(seed, tick, i, seen(group)) end
      end
    end
  end
end)
