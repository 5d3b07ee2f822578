-- check-circles.lua OBJECT...: no rooms, and no files of a room, use one another in a circle.
--
-- What a file uses is what its object leaves to the linker, so no include can hide it. ORDER says
-- what it may use.

local order = dofile "tools/order.lua"

local complaints = 0
local function complain(...)
  complaints = complaints + 1
  io.stderr:write(string.format(...), "\n")
end

local rooms = order.rooms()

-- ---- which file uses which ---------------------------------------------------------------------

local function source_of(object)
  local path = object:match("core/[%w_]+/[%w_]+%.o$") or object:match("%a+/[%w_]+%.o$")
  return "src/" .. path:gsub("o$", "c")
end

local sources, defined_in, needs, room_of = {}, {}, {}, {}

-- One nm reads them all: to start it takes longer than to read an object.
local function read_objects(objects)
  for _, object in ipairs(objects) do
    local source = source_of(object)
    room_of[source] = order.room_of(rooms, source)
    if not room_of[source] then complain("%s: it is not in ORDER", source) end
    sources[#sources + 1], needs[source] = source, {}
  end
  local out = assert(io.popen("nm -A -P -g '" .. table.concat(objects, "' '") .. "'"))
  for line in out:lines() do
    local object, symbol, kind = line:match("^(.-): (%S+) (%a)")
    local source = source_of(object)
    if kind == "U" then table.insert(needs[source], symbol) else defined_in[symbol] = source end
  end
  if not out:close() then complain("nm cannot read some of them") end
end

local uses = {}                                   -- source -> { another of its room -> symbol }

-- The tables through which paths ask units, which a library of paths alone is compiled without.
local IS_DOOR = { units_of_map = true, la_units_of_map = true }

local function check_symbol(source, symbol)
  local other = defined_in[symbol]
  if not other or other == source or IS_DOOR[symbol] then return end
  local room, other_room = room_of[source], room_of[other]
  if not (room and other_room) then return end
  if other_room == room then uses[source][other] = uses[source][other] or symbol end
  local why = order.may_not_use(rooms, room, other_room)
  if why then complain("%s: uses %s of %s, which %s", source, symbol, other, why) end
end

-- ---- circles -----------------------------------------------------------------------------------

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

--- The shortest way from a file over others back to it, as { source, …, source }; or nil.
local function circle_from(start)
  local queue, from = { start }, {}
  for _, file in ipairs(queue) do
    for _, other in ipairs(sorted_keys(uses[file])) do
      if not from[other] then
        from[other], queue[#queue + 1] = file, other
      end
    end
  end
  if not from[start] then return nil end
  local way, file = { start }, start
  repeat
    file = from[file]
    table.insert(way, 1, file)
  until file == start
  return way
end

local function complain_of(way)
  local parts = {}
  for i = 1, #way - 1 do
    local symbol = uses[way[i]][way[i + 1]]
    parts[i] = ("%s uses %s of %s"):format(way[i], symbol, way[i + 1])
  end
  complain("a circle: %s", table.concat(parts, ", "))
end

read_objects(arg)
for _, source in ipairs(sources) do
  uses[source] = {}
  for _, symbol in ipairs(needs[source]) do check_symbol(source, symbol) end
end
local told = {}
for _, source in ipairs(sources) do
  local way = not told[source] and circle_from(source)
  if way then
    for _, file in ipairs(way) do told[file] = true end
    complain_of(way)
  end
end
os.exit(complaints == 0)
