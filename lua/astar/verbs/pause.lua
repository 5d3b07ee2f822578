--- Pauses of verbs whose search found nothing: a script that lets a unit search for the same again
-- and again, from the same cell, waits before each search, twice as long as before the last one.
-- Another question, and one that needs no search, is not made to wait.

local check = require "astar.units.values"
local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs

local LEAST, MOST, SPREAD = 4, 64, 4             -- ticks; units do not all search in the same one
local KEPT = 8                                   -- questions of a unit

local pause = {}

-- Of what is asked for, what a search reads: of places where they are.
local function read(targets)
  if not check.is_list(targets) then return targets end
  local list = {}
  for i, one in ipairs(targets) do
    local x, y = check.at(one)
    list[i] = { x, y, one.width or 1, one.height or 1 }
  end
  return list
end

-- Objects are compared as such, tables by what they hold.
local function is_same(a, b)
  local is_table = type(a) == "table" and type(b) == "table"
  if not is_table or getmetatable(a) then return a == b end
  for key, value in pairs(a) do
    if not is_same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

-- The questions that found nothing from the cell where the unit is; and the place among them of
-- this one, if it is one of them.
local function noted(unit, question)
  local task = object.of(unit)._task
  local list = task and task._fruitless or {}
  local first = list[1]
  if first and (first.x ~= unit.x or first.y ~= unit.y or first.class ~= unit.class) then
    list = {}
  end
  if task then task._fruitless = list end
  for i, one in ipairs(list) do
    if is_same(one.question, question) then return list, i end
  end
  return list
end

--- What a verb of that name is about to search for: targets, a list of places or what else nearest
-- takes. Places are read now; later they may have moved, or be gone.
function pause.question(name, targets, query) return { name, read(targets), query } end

--- Before the search: a tick, or as long as it has found nothing here.
function pause.before(unit, question)
  local list, i = noted(unit, question)
  unit:sleep(i and list[i].ticks + unit.id % SPREAD or 1)
end

--- After it: has it found something?
function pause.after(unit, question, is_fruitful)
  local list, i = noted(unit, question)
  local last = i and table.remove(list, i)
  if is_fruitful then return end
  list[#list + 1] = { x = unit.x, y = unit.y, class = unit.class, question = question,
    ticks = last and math.min(2 * last.ticks, MOST) or LEAST }
  if #list > KEPT then table.remove(list, 1) end
end

return pause
