--- torture: build=asan share=3 short=yes cases=2
--
-- Saved worlds, changed by a guided fuzzer that knows their parts: the map with its sections, and
-- the data as tables of tokens. Sizes and checksums are repaired, so that what was changed is what
-- is read. It is refused with a message, or it is a world: it runs, it can be saved, and what was
-- saved loads with the same hash.

local astar = require "astar"
local busy = require "support.busy_world"
local core = require "astar.core"
local guided = require "fuzz.guided"
local kind = require "fuzz.kind"
local mutate = require "fuzz.mutate"
local Random = require "support.random"

local MAGIC = "\137ASTAW\r\n"
local SUM, HEAD = 16, 8 -- of a map: its last bytes, before them the head of the last section

local TOKENS = { "{", "}", "T", "F", "#1;", "#-1;", "#0.5;", "#inf;", "#nan;", "#9e99;", '"3:abc',
  '"999:x', "@1;", "@2;", "@999;", "u1;", "u99;", "g1;", "c1;", "c0;", 'p"3:red', 'i"6:danger',
  "m0;", "w0;", "d@2;", "e@2;", "#2147483648;", "#9007199254740993;", '"0:' }

-- ---- taking worlds apart -----------------------------------------------------------------------

--- version, map, data; nil: it is not taken apart.
local function parts_of(text)
  local version, map_size, data_size, from = text:match("^(%d+) (%d+) (%d+)\n()", #MAGIC + SUM + 1)
  if not version then return nil end
  map_size, data_size = tonumber(map_size), tonumber(data_size)
  if not from or from + map_size + data_size - 1 ~= #text then return nil end
  return version, text:sub(from, from + map_size - 1), text:sub(from + map_size)
end

--- A map's sum stands in its last eight bytes, the least significant first.
local function with_sum(map)
  if #map < SUM + 12 then return map end
  local content, bytes = map:sub(1, -SUM - 1), {}
  for digits in core.checksum(content):gmatch("%x%x") do
    table.insert(bytes, 1, string.char(tonumber(digits, 16)))
  end
  return content .. map:sub(-SUM, -HEAD - 1) .. table.concat(bytes)
end

local function put_together(version, map, data)
  local body = ("%s %d %d\n%s%s"):format(version, #map, #data, map, data)
  return MAGIC .. core.checksum(body) .. body
end

-- ---- changing them -----------------------------------------------------------------------------

--- The tokens of the data, as strings.
local function tokens_of(data)
  local list, at = {}, 1
  while at <= #data do
    local length, from = data:match('^[pio]?"(%d+):()', at)
    local stop = from and from + tonumber(length) - 1 or data:match("^[#@ugcmwde][^;]*;()", at)
    stop = from and stop or (stop or at + 1) - 1
    list[#list + 1] = data:sub(at, stop)
    at = stop + 1
  end
  return list
end

--- A token becomes another one: one of the same sort more often than any.
local function change_data(data, random, other)
  if random:chance(0.1) then return mutate.text(data, random, TOKENS, other) end
  local list, others = tokens_of(data), tokens_of(other)
  if #list == 0 then return random:pick(TOKENS) end
  local at = random:int(1, #list)
  local what = random:int(1, 6)
  if what == 1 then list[at] = random:pick(TOKENS)
  elseif what == 2 then list[at] = random:pick(others)
  elseif what == 3 then table.remove(list, at)
  else
    local sort, same = list[at]:sub(1, 1), {}
    for _, from in ipairs { list, others, TOKENS } do
      for _, one in ipairs(from) do
        if one:sub(1, 1) == sort then same[#same + 1] = one end
      end
    end
    list[at] = random:pick(same)
  end
  return table.concat(list)
end

local function change_map(map, random)
  local at = random:int(1, #map - SUM)
  local number = random:pick { 0, 1, 255, 256, 65535, 2 ^ 31 - 1, 2 ^ 31, 2 ^ 32 - 1 } // 1 | 0
  local bytes = string.pack(random:pick { "<I4", "<I8" }, number)
  if random:chance(0.5) then bytes = string.char(random:int(0, 255)) end
  return map:sub(1, at - 1) .. bytes .. map:sub(at + #bytes)
end

local function change(text, random, _, other)
  local version, map, data = parts_of(text)
  if not version or random:chance(0.02) then return mutate.text(text, random, TOKENS, other) end
  local _, _, others = parts_of(other)
  for _ = 1, random:int(1, 3) do
    if random:chance(0.7) then data = change_data(data, random, others or data)
    else map = change_map(map, random)
    end
  end
  if random:chance(0.03) then version = random:pick { "0", "1", "3", "99", "-1", "" } end
  return put_together(version, with_sum(map), data)
end

-- ---- what is read ------------------------------------------------------------------------------

local GIVEN = { behaviours = busy.behaviours, report = function() end }

local REASONS = { "^text: a saved world, but cut off or changed$", "there is no behaviour",
  "saved by an? %l+ version", "^text: not a saved world$", "^text: a saved map, and no world",
  "mod", "too large" }

local function check_reason(message)
  assert(type(message) == "string", "it is refused without a message")
  for _, reason in ipairs(REASONS) do
    if message:find(reason) then return end
  end
  error("a message that is none: " .. message)
end

local loaded = 0

local function try(text)
  local world, message = astar.read_world(text, GIVEN)
  if not world then return check_reason(message) end
  loaded = loaded + 1
  for _ = 1, 4 do world:tick() end
  local saved, why = world:save()
  if saved then
    local again = assert(astar.read_world(saved, GIVEN))
    assert(again:hash() == world:hash(), "saved and loaded it has another hash")
    again.map:close()
  else
    assert(type(why) == "string", "it cannot be saved, and nobody says why")
  end
  world.map:close()
end

--- A world that has been played for a while.
local function played(random)
  local world = busy.world(random:int(1, 1000))
  for _ = 1, random:int(1, 12) do busy.play(world) end
  local text = assert(world:save())
  world.map:close()
  return text
end

local CASES = 150

kind.run("sessions", function(seed)
  local random = Random(seed)
  loaded = 0
  kind.count("ways through the lines", guided.session {
    random = random, words = TOKENS, files = "lua/astar/save/", cases = CASES,
    try = try, change = change, texts = { played(random) },
    keep = function(text) kind.keep("program.binary", text) end,
  })
  kind.count("worlds", CASES)
  kind.count("loaded", loaded)
end, try)
