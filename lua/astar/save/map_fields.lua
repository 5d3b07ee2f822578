--- The fields of a saved map, by name: what its bytes say, one after the other. For telling in
-- which field two saved maps differ (heavy.lua), and for tests that change one field alone. It
-- checks nothing: load.c has refused what is not to be believed.
--
-- saved_map.fields(bytes) is a list in the order of the bytes. Each field has `owner` ("unit 3"),
-- `name` ("speed"), `kind`, `value`, the place of its bytes, `first` to `last`, and `header`, where
-- the length of its section stands. A row of cells is one field, a list of terrains; so is a block
-- of influence, a list of values.

local pairs = require "astar.pairs".pairs

local saved_map = {}

local HEAD, TAG = 12, 4                          -- the magic and the version; a section's tag
local BLOCK = 16                                 -- the side of a block of influence

local Reader = {}
Reader.__index = Reader

-- ---- numbers ------------------------------------------------------------------------------------

function Reader:number(count)
  local number = 0
  for i = count - 1, 0, -1 do number = number * 256 + self.bytes:byte(self.at + i) end
  self.at = self.at + count
  return number
end

local KINDS = {}

function KINDS.u8(self) return self:number(1) end
function KINDS.u32(self) return self:number(4) end
KINDS.bool = KINDS.u8

function KINDS.i32(self)
  local number = self:number(4)
  return number < 2147483648 and number or number - 4294967296
end

-- As they stand there: doubles, and sets of bits.
local function in_hex(self)
  local bytes = self.bytes:sub(self.at, self.at + 7)
  self.at = self.at + 8
  return (bytes:reverse():gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

KINDS.u64, KINDS.f64 = in_hex, in_hex

function KINDS.name(self)
  local length = self:number(1)
  self.at = self.at + length
  return self.bytes:sub(self.at - length, self.at - 1)
end

-- Packets as in PackBits, see serialize.c.
function KINDS.row(self)
  local cells = {}
  while #cells < self.width do
    local head = self:number(1)
    local run = head >= 128
    local value = run and self:number(1)
    for _ = 1, run and head - 125 or head + 1 do cells[#cells + 1] = value or self:number(1) end
  end
  return cells
end

local function small(self)
  local number, scale = 0, 1
  local byte
  repeat
    byte = self:number(1)
    number, scale = number + byte % 128 * scale, scale * 128
  until byte < 128
  local half = math.floor(number / 2)
  return number % 2 == 0 and half or -half - 1
end

KINDS.small = small

function KINDS.block(self, block)
  local across = math.ceil(self.width / BLOCK)
  local width = math.min(BLOCK, self.width - block % across * BLOCK)
  local height = math.min(BLOCK, self.height - math.floor(block / across) * BLOCK)
  local values = {}
  for i = 1, width * height do values[i] = small(self) end
  return values
end

-- ---- fields -------------------------------------------------------------------------------------

-- Reads the next field, and returns its value.
function Reader:field(name, kind, ...)
  local first = self.at
  local value = KINDS[kind](self, ...)
  self.fields[#self.fields + 1] = { section = self.tag, owner = self.owner, name = name,
    kind = kind, value = value, first = first, last = self.at - 1, header = self.header }
  return value
end

-- "x y: i32, since: u32"; nothing is returned.
function Reader:list(words)
  for names, kind in words:gmatch("([%w_ ]-): (%w+)") do
    for name in names:gmatch("[%w_]+") do self:field(name, kind) end
  end
end

-- So many times: "look 1 x", "look 1 y", "look 2 x" …
function Reader:numbered(count, what, names, kind)
  for i = 1, count do
    for name in names:gmatch("%S+") do self:field(("%s %d %s"):format(what, i, name), kind) end
  end
end

function Reader:rows(what)
  for y = 1, self.height do self:field(("%s in row %d"):format(what, y), "row") end
end

-- ---- sections -----------------------------------------------------------------------------------

local SECTIONS = {}

function SECTIONS.SIZE(self)
  self.owner = "the map"
  self.width, self.height = self:field("width", "i32"), self:field("height", "i32")
  self:list("straight diagonal: i32, projection: u8, " ..
    "origin_x origin_y cell_width cell_height: f64")
  self:field("grid", "u8")
  for number = 1, 255 do
    if self.at > self.stop then return end
    self:field(("level %d name"):format(number), "name")
    for _, key in ipairs { "x", "y", "width", "height" } do
      self:field(("level %d %s"):format(number, key), "i32")
    end
  end
end

function SECTIONS.KIND(self)
  for id = 1, 255 do
    if self.at > self.stop then return end
    self.owner = ("terrain %d"):format(id)
    self:list("name: name, cost: i32, opaque: bool, height east south: i32")
  end
end

function SECTIONS.CELL(self)
  self.owner = "the map"
  self:rows("terrain")
end

function SECTIONS.CLAS(self, number)
  self.owner = ("class %d"):format(number)
  self:list("size: i32, diagonal: u8, unknown: i32")
  for id = 1, self:field("costs", "u8") do self:field(("cost of terrain %d"):format(id), "i32") end
  self:list("climb descend drift: i32")
end

function SECTIONS.PLAY(self, number)
  self.owner = ("player %d"):format(number)
  self:list("name: name, shared_with: u64")
  self:rows("known")
  self:numbered(self:field("looks", "u32"), "look", "x y radius", "i32")
end

function SECTIONS.NFOG(self)
  self.owner = "the map"
  self:list("without_fog: u64")
end

function SECTIONS.FLOW(self, number)
  self.owner = ("traffic %d"):format(number)
  self:list("player: u8, memory: u32")
  for i = 1, math.huge do
    if self.at > self.stop then return end
    self:field(("cells skipped before %d"):format(i), "small")
    self:field(("came %d"):format(i), "u64")
    self:field(("waits %d"):format(i), "u8")
  end
end

function SECTIONS.INFL(self, number)
  self.owner = ("influence %d"):format(number)
  self:list("name: name, weight: i32")
  while self.at <= self.stop do
    local block = self:field("block", "i32")
    self:field(("values of block %d"):format(block), "block", block)
  end
end

function SECTIONS.RECI(self, number)
  self.owner = ("recipe %d"):format(number)
  self:list("influence: u32, kind: u8, plus least greatest scale radius: i32, " ..
    "class: u32, player: u8")
  for i = 1, self:field("terms", "u8") do
    self:field(("term %d"):format(i), "u32")
    self:field(("term %d weight"):format(i), "i32")
  end
  if self.at <= self.stop then self:field("half_life", "i32") end
end

function SECTIONS.PAST(self, number)
  self.owner = ("history %d"):format(number)
  self:field("influence", "u32")
  for i = 1, math.huge do
    if self.at > self.stop then return end
    self:field(("cells skipped before %d"):format(i), "small")
    self:field(("part %d"):format(i), "small")
    self:field(("peak %d"):format(i), "small")
    self:field(("since %d"):format(i), "u32")
  end
end

function SECTIONS.LINK(self)
  local number = self:field("number", "u32")
  self.owner = ("link %d"):format(number)
  self.fields[#self.fields].owner = self.owner
  self:list("from_x from_y to_x to_y: i32, one_way is_there is_open: bool, cost: i32")
  for i = 1, self:field("classes", "i32") do self:field(("class %d"):format(i), "i32") end
end

function SECTIONS.LMEM(self, number)
  self.owner = ("memory %d of a link"):format(number)
  self:list("player: u8, link: u32, is_there is_open: bool, cost: i32")
end

local function read_path(self)
  self:list("status: u8, cost expanded: u32")
  for i = 1, self:field("waypoints", "i32") do
    for _, name in ipairs { "x", "y", "index" } do
      self:field(("waypoint %d %s"):format(i, name), "i32")
    end
    self:field(("waypoint %d link"):format(i), "u32")
  end
end

-- Of a query, all of it except the asker.
local function read_options(self)
  for i = 1, self:field("influences", "i32") do
    self:field(("influence %d"):format(i), "u32")
    self:field(("influence %d weight"):format(i), "i32")
  end
  self:list("claims occupancy: bool, claim_radius claim_ahead claim_penalty: i32, " ..
    "heuristic: u8, weight: i32, engine: u8, within turn traffic: i32, partial explain: bool, " ..
    "budget: u32")
end

function SECTIONS.UNIT(self)
  local id = self:field("id", "u32")
  self.owner = ("unit %d"):format(id)
  self.fields[#self.fields].owner = self.owner
  self:list("player: u8, class: u32, x y from_x from_y stride travelled speed sight: i32")
  local stands = self:field("state", "u8") == 0
  self:list("avoidance_and_priority: u8, since waited retry: u32")
  if stands then return self:list("goal_x goal_y: i32") end
  self:field("progress", "i32")
  read_path(self)
  if self:field("has_query", "bool") == 1 then read_options(self) end
end

function SECTIONS.UNUM(self)
  self.owner = "the units"
  self:list("waits: u64, last_id rerouting_nodes rerouting_unit: u32")
end

function SECTIONS.TIME(self)
  self.owner = "the clock"
  self:list("ticks last_link: u32")
end

-- Cells that have changed since a table was made.
local function read_changed(self, what, has_kinds)
  for i = 1, self:field(what .. " changed", "u32") do
    self:field(("%s skipped before %d"):format(what, i), "small")
    if has_kinds then self:field(("%s kind %d"):format(what, i), "u8") end
  end
end

function SECTIONS.PLAN(self, number)
  self.owner = ("plane %d"):format(number)
  self:list("class: u32, player: u8")
  local prepared = self:field("prepared", "u8")
  if prepared % 2 == 1 then read_changed(self, "landmarks", true) end
  if prepared >= 2 then read_changed(self, "dead ends", false) end
end

function SECTIONS.PAID(self, number)
  self.owner = ("payment %d"):format(number)
  self:list("class: u32, player: u8, nodes: u32")
end

function SECTIONS.ASKS(self, number)
  self.owner = ("ticket %d"):format(number)
  self:list("x y goal_x goal_y goal_width goal_height priority: i32, class: u32, player: u8, " ..
    "unit: u32")
  read_options(self)
  if self:field("wanted", "i32") == 0 then return end
  self:list("terrain: u8, unseen: bool")
  self:numbered(self:field("cells", "i32"), "cell", "x y", "i32")
end

function SECTIONS.WNUM(self)
  self.owner = "the watches"
  self:list("last_watch served: u32")
end

function SECTIONS.WATC(self)
  local number = self:field("number", "u32")
  self.owner = ("watch %d"):format(number)
  self.fields[#self.fields].owner = self.owner
  local unit = self:field("unit", "u32")
  self:list("costlier better: i32, told found: u8, offered: u64")
  if unit == 0 then
    self:list("class: u32, player: u8")
    read_path(self)
    if self:field("has_query", "bool") == 1 then read_options(self) end
  end
  for i = 1, self:field("steps", "i32") - 1 do
    self:field(("cost of step %d"):format(i), "small")
  end
end

SECTIONS["END "] = function(self)
  self.owner = "the end"
  self:field("checksum", "u64")
end

--- All fields of a saved map. An error: there is more, or less, than the sections are said to hold.
function saved_map.fields(bytes)
  local self = setmetatable({ bytes = bytes, at = HEAD + 1, fields = {} }, Reader)
  local numbers = {}
  while self.at <= #bytes do
    self.tag = bytes:sub(self.at, self.at + TAG - 1)
    self.at = self.at + TAG
    self.header = self.at
    local length = self:number(4)
    self.stop = self.at + length - 1
    numbers[self.tag] = (numbers[self.tag] or 0) + 1
    SECTIONS[self.tag](self, numbers[self.tag])
    if self.at ~= self.stop + 1 then
      error(("section %s: %d bytes are no field"):format(self.tag, self.stop + 1 - self.at))
    end
  end
  return self.fields
end

-- ---- differences --------------------------------------------------------------------------------

-- Of two lists: the first place at which they differ, or nil.
local function place_of_difference(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return i end
  end
end

local function compare(a, b)
  if type(a.value) ~= "table" then
    if a.value == b.value then return nil end
    return a.name, a.value, b.value
  end
  local i = place_of_difference(a.value, b.value)
  if not i then return nil end
  return ("%s, cell %d,"):format(a.name, i), a.value[i], b.value[i]
end

-- Of two lists of one thing's fields.
local function of_fields(a, b)
  for i = 1, math.max(#a, #b) do
    local one, other = a[i], b[i]
    if not one then return other.name, "missing", other.value end
    if not other or one.name ~= other.name then return one.name, one.value, "missing" end
    local name, value, other_value = compare(one, other)
    if name then return name, value, other_value end
  end
end

-- From the owners to their fields, and the owners in the order in which they come.
local function by_owner(fields, is_wanted, lists, order)
  for _, field in ipairs(fields) do
    if is_wanted(field.section) then
      local key = field.section .. field.owner
      if not lists[key] then
        lists[key] = {}
        order[#order + 1] = key
      end
      table.insert(lists[key], field)
    end
  end
end

local function is_unit(section) return section == "UNIT" end
local function is_other(section) return section ~= "UNIT" and section ~= "END " end

-- ---- influence ----------------------------------------------------------------------------------

-- Its values by blocks, and what else there is.
local function blocks_of(fields)
  local blocks, rest = {}, {}
  for _, field in ipairs(fields) do
    local number = field.name:match("^values of block (%d+)$")
    if number then blocks[tonumber(number)] = field.value
    elseif field.name ~= "block" then rest[#rest + 1] = field end
  end
  return blocks, rest
end

local function in_order(blocks, others)
  local list = {}
  for number in pairs(blocks) do list[#list + 1] = number end
  for number in pairs(others) do
    if not blocks[number] then list[#list + 1] = number end
  end
  table.sort(list)
  return list
end

-- A block that is not there is 0 everywhere.
local function of_influence(a, b, width)
  local blocks, rest = blocks_of(a)
  local others, other_rest = blocks_of(b)
  local name, value, other_value = of_fields(rest, other_rest)
  if name then return name, value, other_value end
  local across = math.ceil(width / BLOCK)
  for _, number in ipairs(in_order(blocks, others)) do
    local one, other = blocks[number] or {}, others[number] or {}
    for i = 1, math.max(#one, #other) do
      if (one[i] or 0) ~= (other[i] or 0) then
        local left = number % across * BLOCK
        local wide = math.min(BLOCK, width - left)
        return ("value at %d, %d"):format(left + (i - 1) % wide + 1,
          math.floor(number / across) * BLOCK + math.floor((i - 1) / wide) + 1), one[i] or 0,
          other[i] or 0
      end
    end
  end
end

-- ---- in words -----------------------------------------------------------------------------------

local function field_of(fields, owner, name)
  for _, field in ipairs(fields) do
    if field.owner == owner and field.name == name then return field.value end
  end
end

-- "player red" for "player 2".
local function named(fields, owner)
  local name = field_of(fields, owner, "name")
  return name and owner:gsub("%d+$", function() return name end) or owner
end

local AS_IT_IS = 255

local function terrain_words(fields, value)
  if value == 0 then return "unseen" end
  if value == AS_IT_IS then return "as it is" end
  return field_of(fields, ("terrain %d"):format(value), "name") or value
end

local STEP = 1024                                -- of a cell: in these speeds are saved

-- Cells as scripts know them: they count from 1, and have terrains with names. Speeds are in cells.
local function for_scripts(fields, name, value)
  local x, y = name:match("cell (%d+),$"), name:match(" in row (%d+),")
  if x and y then return ("%s at %d, %d"):format(name:match("^%w+"), x, y),
    type(value) == "number" and terrain_words(fields, value) or value end
  if name == "speed" and type(value) == "number" then return name, value / STEP end
  local is_cell = type(value) == "number" and (" " .. name):find("[ _][xy]$")
  return name, is_cell and value + 1 or value
end

--- Where two saved maps differ: owner, name, the value in the one and that in the other; nothing:
-- nowhere. Units come first, as what players see and what lanes hold follows from them.
function saved_map.difference(a, b)
  local fields, others = saved_map.fields(a), saved_map.fields(b)
  local width = field_of(fields, "the map", "width")
  for _, is_wanted in ipairs { is_unit, is_other } do
    local lists, other_lists, order = {}, {}, {}
    by_owner(fields, is_wanted, lists, order)
    by_owner(others, is_wanted, other_lists, order)
    for _, key in ipairs(order) do
      local list, other = lists[key], other_lists[key]
      local first = (list or other)[1]
      if not list or not other then
        return named(list and fields or others, first.owner), "", list and "there" or "not there",
          other and "there" or "not there"
      end
      local find = first.section == "INFL" and of_influence or of_fields
      local name, value, other_value = find(list, other, width)
      if name then
        local shown, one = for_scripts(fields, name, value)
        return named(fields, first.owner), shown, one, (select(2, for_scripts(others, name,
          other_value)))
      end
    end
  end
end

return saved_map
