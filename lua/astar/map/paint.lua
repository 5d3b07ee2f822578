--- From text and lists to terrain ids, one byte a cell, for map:paint and astar.map.
--
-- A letter is one character: a byte, or a character in UTF-8. Letters that the legend does not have
-- mean what they mean everywhere: "." is plain and "#" is wall, if the map has these; and a blank
-- is what lies between levels.

local letters = require "astar.formats.letters"
local pairs = require "astar.pairs".pairs

local paint = {}

local USUAL = { ["."] = "plain", ["#"] = "wall", [" "] = "void" }
local LETTER = "[^\128-\191][\128-\191]*"

--- The rows of a text with or without a last newline, LF or CR LF; a list is returned as it is.
function paint.split(source)
  if type(source) == "table" then return source end
  local rows = {}
  for row in source:gsub("\r?\n$", ""):gmatch("([^\n]*)\n?") do
    rows[#rows + 1] = (row:gsub("\r$", ""))
  end
  if #rows > 1 and rows[#rows] == "" then rows[#rows] = nil end   -- LuaJIT finds one more
  return rows
end

local function ids_by_name(map)
  local ids = {}
  for id, name in map:terrains() do ids[name] = string.char(id) end
  return ids
end

-- ---- rows -------------------------------------------------------------------------------------

-- letter -> id, or nil and what is wrong with the legend.
local function translation(map, legend)
  local ids, by_letter = ids_by_name(map), {}
  for letter, name in pairs(USUAL) do by_letter[letter] = ids[name] end
  for letter, name in pairs(legend or {}) do
    if type(letter) ~= "string" or not letter:find("^" .. LETTER .. "$") then
      return nil, ("legend: '%s' is not one character"):format(tostring(letter))
    end
    if not ids[name] then
      return nil, ("legend: '%s' stands for '%s', which is no terrain of the map"):format(letter,
        tostring(name))
    end
    by_letter[letter] = ids[name]
  end
  return by_letter
end

local function from_rows(map, rows, legend, size)
  local by_letter, message = translation(map, legend)
  if not by_letter then return nil, message end
  if #rows ~= size.height then return nil, ("%d rows, expected %d"):format(#rows, size.height) end
  local all, stranger = {}, nil
  setmetatable(by_letter, { __index = function(_, letter)
    stranger = stranger or letter
    return "\0"
  end })
  for y, row in ipairs(rows) do
    if type(row) ~= "string" then return nil, ("row %d is not a string"):format(y) end
    all[y] = row:gsub(LETTER, by_letter)
    if stranger then return nil, ("row %d: '%s' is not in the legend"):format(y, stranger) end
    if #all[y] ~= size.width then
      return nil, ("row %d has %d cells, expected %d"):format(y, letters.count(row), size.width)
    end
  end
  return table.concat(all)
end

-- ---- names ------------------------------------------------------------------------------------

local function from_names(map, names, size)
  local ids, all, count = ids_by_name(map), {}, size.width * size.height
  if #names ~= count then return nil, ("%d names for %d cells"):format(#names, count) end
  for i, name in ipairs(names) do
    if not ids[name] then
      return nil, ("[%d]: '%s' is no terrain of the map"):format(i, tostring(name))
    end
    all[i] = ids[name]
  end
  return table.concat(all)
end

--- map:_ids(source, legend, width, height): a string of ids; or nil and what is wrong. A table
-- with a legend is a list of rows, without one a list of names; a string is rows.
function paint.ids(map, source, legend, width, height)
  local size = { width = width, height = height }
  if type(source) == "table" and not legend then return from_names(map, source, size) end
  return from_rows(map, paint.split(source), legend, size)
end

return paint
