--- One letter per kind of terrain, for pictures and for files.
-- Every kind gets a letter of its own. Well-known names have theirs; another takes a letter of
-- its name, or the next one free. The choice follows the order of the terrain ids alone, so the
-- same map is always written the same way.

local core = require "astar.core"
local pairs = require "astar.pairs".pairs

local letters = {}

letters.known = {
  plain = ".", wall = "#", road = "=", swamp = "%", water = "~", wood = "T", tree = "t",
  bridge = "H", mountain = "^", house = "h", sand = ":", snow = "_", grass = ",", ore = "$",
}

-- Marks of pictures, see draw.lua: no kind of terrain takes them.
local RESERVED = "[ *+?ABox0-9]"

local function utf8_letter(code)          -- 128 … 2047: two bytes
  return string.char(192 + math.floor(code / 64), 128 + code % 64)
end

-- ASCII first, then accented Latin letters: enough for 255 kinds.
local function next_free(taken)
  for code = 33, 126 do
    local letter = string.char(code)
    if not taken[letter] and not letter:find(RESERVED) then return letter end
  end
  for code = 0xC0, 0x24F do
    local letter = utf8_letter(code)
    if not taken[letter] then return letter end
  end
end

local function letter_for(name, taken)
  for letter in (name .. name:upper()):gmatch("%a") do
    if not taken[letter] and not letter:find(RESERVED) then return letter end
  end
  return next_free(taken)
end

--- The characters of a string in UTF-8: an iterator.
function letters.each(text)
  return text:gmatch("[%z\1-\255][\128-\191]*")
end

--- Whether a string is one visible character.
function letters.is_one(text)
  return text:find("^[\33-\126]$") ~= nil or text:find("^[\194-\244][\128-\191]+$") ~= nil
end

--- How many characters a string has.
function letters.count(text)
  local _, continued = text:gsub("[\128-\191]", "")
  return #text - continued
end

local legends = setmetatable({}, { __mode = "k" })  -- map -> the legend that it was made with

--- Notes the legend of a new map, but for letters that are marks of pictures.
function letters.remember(map, legend)
  local own = {}
  for letter, name in pairs(legend) do
    if not letter:find(RESERVED) then own[letter] = name end
  end
  legends[map] = own
end

--- The same legend for a map that was made from another. Returns the map.
function letters.hand_on(map, from)
  legends[map] = legends[from]
  return map
end

--- A table from terrain name to letter for all terrains of a map.
-- `legend`, from letter to name, comes first, else the one that the map was made with; where it has
-- two letters for a name, the smaller. Between levels there is nothing to see.
function letters.of(map, legend)
  local by_name, taken = {}, {}
  legend = legend or legends[map] or {}
  if map:_level_count() > 0 then by_name.void, taken[" "] = " ", true end
  for _, letter in ipairs(core.keys(legend)) do
    local name = legend[letter]
    by_name[name] = by_name[name] or letter
    taken[letter] = true
  end
  local rest = {}
  for _, name in map:terrains() do
    if not by_name[name] then
      local known = letters.known[name]
      if known and not taken[known] then
        by_name[name], taken[known] = known, true
      else
        rest[#rest + 1] = name
      end
    end
  end
  for _, name in ipairs(rest) do
    local letter = letter_for(name, taken)
    by_name[name], taken[letter] = letter, true
  end
  return by_name
end

return letters
