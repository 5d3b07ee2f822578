-- Many marches: groups of every formation, spacing, speed, size and avoidance in lands that are
-- drawn at random, among strangers that stand and walk. Walls rise, units come and go, and orders
-- change. Each line of digits covers all that a world saves, in each tick. A change that alters one
-- on purpose alters it here too.

local astar = require "astar"
local cases = require "support.cases"
local new_random = require "support.random"

local WIDTH, HEIGHT, TICKS = 30, 20, 200
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

-- ---- traces -------------------------------------------------------------------------------------

local function mixed(sum, text)
  for i = 1, #text do sum = (sum * 31 + text:byte(i)) % 4294967291 end
  return sum
end

local function seen(group)
  local left = {}
  for id, code in pairs(group.left) do
    left[#left + 1] = id .. code
  end
  table.sort(left)
  return group.status .. tostring(group.code) .. table.concat(left)
end

-- What has happened until each twentieth tick.
local function trace(seed)
  local self = begin(seed)
  for _ = 1, self.random:int(1, 3) do self:muster() end
  self:strangers()
  for _, group in ipairs(self.groups) do self:order(group) end
  local sum, list = 0, {}
  for tick = 1, TICKS do
    self.world:tick()
    if self.random:chance(0.04) then self:something_happens() end
    sum = mixed(sum, self.world:hash())
    for _, group in ipairs(self.groups) do sum = mixed(sum, seen(group)) end
    if tick % 20 == 0 then list[#list + 1] = ("%04x"):format(sum % 65536) end
  end
  return table.concat(list, " ")
end

local TRACES = {
  "3182 04ef 31fc 2e96 371c 5148 cfcf 9243 8a5c 43ee",
  "ac67 073d a029 4993 8afe 08fa 42c1 6de5 b30f 1716",
  "353d b1d9 ab9d c085 da89 0321 d931 e9ec 072a 3a94",
  "a01d 551f 25e7 1506 1ae5 b859 5d5e 2475 5945 d8a8",
  "e31d 7c8d 3365 a3f4 a0dd daa4 1213 c128 122e a35f",
  "723f eea2 0a37 7f3a ee49 478f bded 6451 6ff3 c655",
  "8077 1eda b2cf 582e 17ae c546 0143 4c70 27f7 37cc",
  "b5b3 1ef4 f0bf 75fd 0f95 a743 ea28 0cae c0e7 7798",
  "a558 f5ce 3ce9 4d62 379c d1e9 ae50 a0ed d400 b19b",
  "b70d 3739 aea4 16e0 d001 bb8e c46e 3c88 be67 c2bf",
  "e722 1884 c800 0ee5 e366 d7c8 9bc2 6d73 d5f3 bc15",
  "deb4 cc94 5912 bc62 d2fc 65f4 4ee3 7568 2ce9 155c",
  "6f4b 4919 5365 6df7 3539 064a 818a 5806 31db c8ba",
  "4f12 9b63 3d24 421e 57fe c71e 3c78 0943 69e6 04eb",
  "4ce6 5e9d 64bb 1905 8fba 9785 f6ba 719d 6ff1 d1b8",
  "6998 1167 821f 3417 733e 1788 7b82 ba90 873b 6c07",
  "ddf3 f984 bf49 3fa1 c8c0 f0e8 f6e3 6942 d8d9 a31f",
  "f13d 4c2a 8db5 dc12 c368 79d1 2609 88bb 22f8 1d10",
  "910a b88e 94ca ac1f 11e1 5266 2478 e0dc 67a9 b496",
  "a340 6229 1a0d e5d5 b71f 41fd e510 c60d f282 0467",
  "0e0d 2002 97b8 2f17 e6b7 d96d c4da e8a4 65b0 73cc",
  "eab0 e47a ae51 a286 d5bc a65a 995a 0e32 e8a1 ed3e",
  "d8aa e97f 3a07 c8c9 b3aa 033e 884d 9464 9aa9 d483",
  "6c8c 466d a6f5 177b bee6 df64 6038 0c65 a346 324e",
  "2bed 0638 fd4a 5d73 da6b 7dd8 73e5 724b cff8 a544",
  "4a1f b423 7455 b6bd 4779 1113 fb34 dec0 4e48 17ce",
  "4619 43a7 3f97 d445 002b fdf5 f6e7 4947 967f 8f39",
  "fc37 7756 6047 07fe aa8e d177 f993 4af4 a8a2 ef84",
  "6916 645d b21a 8398 f30f d92f 9392 2a7c 0c4f 398f",
  "2093 3700 33d6 2224 da9b 79f5 4908 1a20 8bce 64fd",
  "c9ff d89d 1093 8e1f a10a 8b64 120a 7aba 578c 280c",
  "be1a 46f2 70df 6599 1bb3 8386 c989 34cd 8104 f725",
  "28f2 e51b 5501 d614 a595 6aaa 2a66 af91 ebd3 a7ca",
  "ce03 1b14 b10d 178c cbb0 28ad 3548 87b1 073d 2d61",
  "54e1 496a d1fd edca 6ef3 b59f 64c3 b08b d1f9 d9f8",
  "dd25 77ab 5314 ce4b 8342 c13a f5be 4bcf c50d 603d",
  "0e99 0d9b f08c 5bc7 c732 e3cb 8154 2ad7 88c0 d388",
  "62e7 1b84 3e7d ceef ddb9 487d 86ee accb 52b2 1981",
  "1fcf 447a 88ce c9ac c5dc f9ee 80fd 661d f964 9429",
  "1b14 b20f 533d d613 f090 bedb 9fd3 5494 d009 07c0",
  "96cb 8d23 6c82 574d b5bf 0626 582e 0be1 45d8 536f",
  "62ae 0b97 d59f e8ff c2b3 eba7 6360 c5a1 a253 06ad",
  "cf21 5790 eab4 af45 0ad4 c0a1 d802 0c15 1130 a2b7",
  "78a0 2504 e629 b914 f44c 7293 e803 45f5 389a e91b",
  "dd87 9192 cc97 0d7a c84f 5699 c5fb bef0 ef7c 6daa",
  "d8d3 3f90 8354 5997 b24c 9c6e e406 5087 c35f b8f9",
  "5dc6 f726 e768 18d1 d769 dcdd a6a9 700d a239 e455",
  "866f 40f9 716f c9d6 41aa 0158 ebc4 bf6e 98fb dac7",
  "9cc1 e065 7d6d b9ef 31c8 a859 14ee 3725 07fc f874",
  "3260 b1b6 7c9f 07d5 097a 8c97 8fa7 7b36 5b0e 9698",
  "66da 594b b03a 1703 d6eb c495 60e8 40d7 32ef 1e13",
  "f4de 3649 56e8 9533 5f02 ee78 e8b7 53dd 8fb8 b779",
  "bc25 a4de 3401 19f6 26a0 1f37 a260 b5db 27e3 b0fb",
  "ae2a 08ca 1bb7 b502 3826 81e1 eb98 4f51 a0d2 ee51",
  "8b43 d7ce 49a8 8a43 8c1f 00e9 2475 828f fefe c9fa",
  "c365 f828 349c 7ef2 ecc8 5d0c cbfe 3be0 cbd1 ac7c",
  "efee 2c68 b104 d34f 2457 1f12 d882 f63a 76b8 e9bf",
  "efdb d578 4231 fa8c aa8d 1e45 2ea1 fd4f 27a2 c674",
  "1aae 83bd f386 4150 7827 52dd a86e 8190 bd81 d275",
  "297c c8dd ca61 dc3f ab5f 0580 aade a5c6 0501 7ffb",
  "abc5 acf1 8b3f b254 dbc8 519f 27b2 79fe 5911 ed9a",
  "ce09 a685 c569 9bbd d993 2da7 174e 27c8 66ba 8484",
  "55aa d602 04f4 c671 8090 dad3 f610 8da0 1576 06e6",
  "d352 3672 b5fb 4afa c296 aba5 afff d6ae 1290 a544",
}

describe("a march drawn at random", function()
  it("leaves the trace that is written here", function()
    for seed = 1, math.min(cases.of(25), #TRACES) do
      assert.equal(TRACES[seed], trace(seed), "seed " .. seed)
    end
  end)
end)
