--- Reads the ticks of a recording, one after the other, from its bytes (run.lua) as
-- web/replay/reader.js does it in the page. reader.tick, reader.units (a list), reader.terrain,
-- reader:knows(player, cell), reader.levels: lists by cell; reader.has_land: was anything said
-- of the land in this tick?
--
-- Bytes that somebody has changed raise an error.

local reader = {}
reader.__index = reader

local DX, DY = { 0, 1, 1, 1, 0, -1, -1, -1 }, { -1, -1, 0, 1, 1, 1, 0, -1 }
local STATES = { "standing", "moving", "waiting" }
local STRAIGHT, DIAGONAL, AS_IT_IS = 1024, 1448, 255

--- Of a run, from its first tick on, or from the beginning of one of its parts.
function reader.of(run, part)
  local cast = {}
  for _, one in ipairs(run.cast) do cast[one.id] = one end
  return setmetatable({ run = run, parts = run.parts, part = (part or 1) - 1, strings = run.strings,
    names = run.players, cast = cast, cells = run.width * run.height, layers = #run.layers,
    diagonal = run.grid == "square" and DIAGONAL or STRAIGHT, players = #run.players,
    longest = math.max(run.width, run.height), has_land = false }, reader)
end

-- ---- numbers ------------------------------------------------------------------------------------

function reader:byte()
  self.at = self.at + 1
  return self.bytes:byte(self.at - 1)
end

function reader:number()
  local value, place = 0, 1
  while true do
    local byte = self:byte()
    value = value + byte % 128 * place
    if byte < 128 then return value end
    place = place * 128
  end
end

function reader:signed()
  local value = self:number()
  return value % 2 == 1 and -(value + 1) / 2 or value / 2
end

function reader:changes(plane, zero)
  local cell = 1
  for _ = 1, self:number() do
    cell = cell + self:number()
    local last = cell + self:number()
    if last > self.cells then error("a cell that is none") end
    local value = self:byte()
    for i = cell, last do plane[i] = value - zero end
    cell = last + 1
  end
end

local function filled(count, value)
  local plane = {}
  for i = 1, count do plane[i] = value end
  return plane
end

-- ---- units --------------------------------------------------------------------------------------

local function carry(unit, stepped, stride)
  local rest = unit.stride - unit.travelled
  if unit.movement <= rest or not stepped then
    unit.travelled = unit.travelled + math.min(unit.movement, rest)
  else
    unit.travelled = math.min(unit.movement - rest, stride)
  end
  unit.stride, unit.moved = stride, true
end

local function put(self, unit, x, y, from_x, from_y)
  carry(unit, true, x ~= from_x and y ~= from_y and self.diagonal or STRAIGHT)
  unit.x, unit.y, unit.from_x, unit.from_y = x, y, from_x, from_y
end

function reader:unit()
  self.slot = self.slot + self:number()
  return self.units[self.slot + 1]
end

local function read_route(self)
  local cost, length = self:number(), self:number()
  local route = { cost = math.floor(cost / 2), partial = cost % 2 == 1, length = length,
    cells = { { self:number(), self:number() } }, bill = {} }
  for _ = 1, self:number() do
    local run = self:number()
    local direction = run % 8 + 1
    if run == 0 then                             -- the end of a link
      route.cells[#route.cells + 1] = { self:number(), self:number() }
    end
    if run >= 8 * self.longest then error("a path out of its map", 0) end
    for _ = 1, math.floor(run / 8) do
      local last = route.cells[#route.cells]
      route.cells[#route.cells + 1] = { last[1] + DX[direction], last[2] + DY[direction] }
    end
  end
  for _ = 1, self:number() do
    local name = self.strings[self:number() + 1]
    route.bill[name] = self:signed()
  end
  return route
end

-- ---- operations ---------------------------------------------------------------------------------

local read = {}

read[1] = function(self)
  self.slot = self.slot + self:number()
  self.units[self.slot + 1] = false
end

read[2] = function(self)
  local last = self.units[#self.units]
  local id, x, y = (last and last.id or 0) + self:number(), self:number(), self:number()
  local one = self.cast[id]
  self.units[#self.units + 1] = { id = id, player = one.player, size = one.size,
    x = x, y = y, from_x = x, from_y = y, speed = 0,
    movement = 0, stride = STRAIGHT, travelled = STRAIGHT, state = "standing", data = {},
    health = 1 }
end

read[3] = function(self)
  local unit = self:unit()
  put(self, unit, self:number(), self:number(), self:number(), self:number())
end

read[4] = function(self)
  local unit = self:unit()
  unit.travelled, unit.moved = self:number(), true
end

read[5] = function(self) self:unit().speed = self:number() end
read[6] = function(self)
  local unit, sight = self:unit(), self:number()
  unit.sight = sight > 0 and sight - 1 or nil
end
read[7] = function(self) self:unit().state = STATES[self:number() + 1] end
read[8] = function(self) self:unit().route = read_route(self) end
read[9] = function(self) self:unit().route = nil end

read[10] = function(self)
  local unit = self:unit()
  unit.behaviour, unit.verbs = self.strings[self:number() + 1], self.strings[self:number() + 1]
  unit.verbs = unit.verbs:gsub("[\1-\3]", function(letter)
    local number = self:signed()
    return letter == "\1" and ("%d"):format(number) or letter == "\2" and ("#%d"):format(number)
      or tostring(number / 100)
  end)
end

read[11] = function(self)
  local unit, key, value = self:unit(), self:number(), self:number()
  unit.data[self.strings[key + 1]] = value > 0 and self.strings[value] or nil
end

read[12] = function(self) self:unit().health = self:number() / 100 end
read[13] = function(self) self:changes(self.terrain, 0) end
read[14] = function(self) self:changes(self.known[self:number()], 0) end
read[15] = function(self) self:changes(self.levels[self:number()], 128) end
for op = 13, 15 do
  local change = read[op]
  read[op] = function(self)
    self.has_land = true
    change(self)
  end
end

read[16] = function(self)
  local player, list = self:number(), {}
  for i = 1, self:number() do list[i] = self:number() end
  self.sees[player] = list
end

read[17] = function(self) self.slot = self.slot + self:number() end

read[18] = function(self) self:unit().failed = self:number() == 1 end

read[19] = function(self)
  local unit = self:unit()
  unit.player, unit.size = self:number(), self:number()
end

read[20] = function(self)
  self.links, self.has_land = {}, true
  for i = 1, self:number() do
    local link = { self:number(), self:number(), self:number(), self:number() }
    local how = self:number()
    link.is_open, link.one_way = how % 2 == 1, how > 1
    self.links[i] = link
  end
end

local function step(self, op)
  self.slot = self.slot + 1 + op % 16
  local unit, direction = self.units[self.slot + 1], math.floor(op / 16) % 8 + 1
  put(self, unit, unit.x + DX[direction], unit.y + DY[direction], unit.x, unit.y)
end

local function bury(self)
  local list = {}
  for _, unit in ipairs(self.units) do
    if unit then list[#list + 1] = unit end
  end
  if #list < #self.units then self.units, self.slot = list, -1 end
end

-- ---- ticks --------------------------------------------------------------------------------------

local function begin_part(self)
  self.part, self.at = self.part + 1, 1
  local part = self.parts[self.part]
  self.bytes, self.tick = part.bytes, part.tick - 1
  self.units, self.sees = {}, {}
  self.terrain = filled(self.cells, 0)
  self.known, self.levels, self.links = {}, {}, {}
  for i = 1, self.players do self.known[i] = filled(self.cells, 0) end
  for i = 1, self.layers do self.levels[i] = filled(self.cells, 0) end
end

--- The next tick, or a key frame.
function reader:next()
  if not self.bytes or self.at > #self.bytes then  -- it may begin at any part
    if self.part == #self.parts then return end
    begin_part(self)
  end
  self.slot, self.has_land = -1, false
  for _, unit in ipairs(self.units) do unit.movement, unit.moved = unit.speed, false end
  repeat
    local op = self:byte()
    if op ~= 1 then bury(self) end
    if op >= 128 then step(self, op) elseif op > 0 then read[op](self) end
  until op == 0
  for _, unit in ipairs(self.units) do
    if not unit.moved then carry(unit, false, unit.stride) end
  end
  self.tick = self.tick + 1
  return true
end

-- ---- notes --------------------------------------------------------------------------------------

local LENGTHS = { "x2", "y2", "radius", "width", "height", "ticks" }

-- By the flag of each.
local FIELDS = {
  { 1, function(self, note) note.unit = self:number() end },
  { 2, function(self, note) note.by = self:number() end },
  { 4, function(self, note) note.x, note.y = self:signed() / 8, self:signed() / 8 end },
  { 8, function(self, note) note.text = self.strings[self:number() + 1] end },
  { 16, function(self, note) note.mod = self.strings[self:number() + 1] end },
  { 32, function(self, note) note.player = self.strings[self:number() + 1] end },
  { 64, function(self, note)
    note.shape, note.color = self.strings[self:number() + 1], self.strings[self:number() + 1]
    for _, key in ipairs(LENGTHS) do note[key] = self:signed() / 8 end
  end },
  { 128, function(self, note)
    note.chosen, note.scores = self:number(), {}
    for i = 1, self:number() do note.scores[i] = self:number() / 100 end
  end },
}

--- A list of all notes of a run: { tick, kind, unit, by, x, y, text, mod, player, shape … }.
function reader.notes(run)
  local self = setmetatable({ bytes = run.notes, at = 1, strings = run.strings }, reader)
  local list, tick = {}, 0
  while self.at <= #self.bytes do
    tick = tick + self:number()
    local note = { tick = tick, kind = self.strings[self:number() + 1] }
    local flags = self:byte()
    for _, field in ipairs(FIELDS) do
      if flags % (2 * field[1]) >= field[1] then field[2](self, note) end
    end
    list[#list + 1] = note
  end
  return list
end

--- The number of the terrain that a player takes a cell for, 0 if it has not seen it.
function reader:knows(player, cell)
  local value = self.known[player][cell]
  return value == AS_IT_IS and self.terrain[cell] or value
end

return reader
