--- Why there is no path, in words.

local copied = require "astar.copied"
local stop = require "astar.cli.stop"

local no_path = {}

-- See docs/reference.md, "Finding paths".
local CODES = {
  unreachable = "there is no way over the terrain",
  crowded = "the terrain allows a way, but units block it",
  start_blocked = "nothing of this kind can stand at the start",
  goal_blocked = "nothing of this kind can enter the goal",
  budget = "the search would need more nodes than --budget allows",
  limit = "a number would overflow: the costs are too high",
}

-- What map:why does not take: options that say how to search, and not what may be entered.
local OF_SEARCH = { "explain", "partial", "any_angle", "budget", "turn_cost", "heuristic",
  "heuristic_weight", "engine" }

local function plural(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

local function why_of(map, question)
  local plain = copied(question.options)
  for _, key in ipairs(OF_SEARCH) do plain[key] = nil end
  local ok, why = pcall(map.why, map, question.x1, question.y1, question.x2, question.y2, plain)
  return ok and why or { blockers = {} }
end

local function blocker_in_words(one)
  local cell = one.cells and one.cells[1]
  local what = one.terrain and "'" .. one.terrain .. "'" or tostring(one.unit or one.link or
    one.kind)
  if not cell then return what end
  return ("%s in %s, the first at %d, %d"):format(what, plural(#one.cells, "cell"),
    cell.x or cell[1], cell.y or cell[2])
end

local function reasons(why)
  local pieces = {}
  for _, one in ipairs(why.blockers) do
    pieces[#pieces + 1] = "  in the way: " .. blocker_in_words(one) .. "\n"
  end
  if why.narrow then
    pieces[#pieces + 1] = ("  too narrow at %d, %d: a unit of %d x %d cells gets through\n")
      :format(why.narrow.x, why.narrow.y, why.narrow.size, why.narrow.size)
  end
  return table.concat(pieces)
end

local function terrain_at(why, x, y)
  for _, one in ipairs(why.blockers) do
    for _, cell in ipairs(one.terrain and one.cells or {}) do
      if (cell.x or cell[1]) == x and (cell.y or cell[2]) == y then return one.terrain end
    end
  end
end

-- The end that is blocked, as the user has named it, and what is there.
local function blocked_end(why, question, code)
  local is_start = code == "start_blocked"
  local what = is_start and "start" or "goal"
  local named = is_start and question.start or question.goal
  local terrain = is_start and terrain_at(why, question.x1, question.y1)
    or not is_start and terrain_at(why, question.x2, question.y2)
  if terrain then
    return ("the %s %d, %d is '%s', which cannot be entered"):format(what, named[1], named[2],
      terrain)
  end
  return ("%s %d, %d"):format(CODES[code], named[1], named[2])
end

--- Words for a code of map:path, in lines; with `explain` also what is in the way.
function no_path.words(map, question, code, explain)
  local why = why_of(map, question)
  local text, more = CODES[code] or code, reasons(why)
  if code == "start_blocked" or code == "goal_blocked" then
    text = blocked_end(why, question, code)
  elseif more ~= "" and not explain then
    text = text .. " (--explain shows what is in the way)"
  end
  return ("%s: %s\n%s"):format(code, text, explain and more or "")
end

--- Why a path ends before the goal: the code that map:path returns without `partial`.
function no_path.code(map, question)
  local plain = copied(question.options)
  plain.partial, plain.explain = nil, nil
  local _, code = stop.unless("the options", map.path, map, question.x1, question.y1, question.x2,
    question.y2, plain)
  return code
end

return no_path
