--- Why there is no path, in words.

local copied = require "astar.copied"
local stop = require "astar.cli.stop"

local no_path = {}

-- See docs/reference/path.md.
local CODES = {
  unreachable = "there is no way over the terrain",
  crowded = "the terrain allows a way, but units block it",
  start_blocked = "nothing of this kind can stand at the start",
  goal_blocked = "nothing of this kind can enter the goal",
  budget = "the search would need more nodes than --budget allows",
  limit = "a number would overflow: the costs are too high",
}

local function plural(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

-- What is in the way, as map:breach tells; nil where that cannot be told, as on hexagons.
local function breach_of(map, question)
  local query = copied(question.options)
  query.budget = nil
  local ok, breach = pcall(map.breach, map, question.x1, question.y1, question.x2, question.y2,
    query, { narrow = true })
  return ok and breach or { obstacles = {} }
end

local function what_it_is(one)
  return one.terrain and "'" .. one.terrain .. "'" or tostring(one.unit or one.link or one.kind)
end

local function reasons(breach)
  local pieces, counts, firsts = {}, {}, {}
  for _, one in ipairs(breach.obstacles) do
    local what = what_it_is(one)
    if not counts[what] then firsts[#firsts + 1] = one end
    counts[what] = (counts[what] or 0) + 1
  end
  for i, one in ipairs(firsts) do
    local what = what_it_is(one)
    pieces[i] = ("  in the way: %s in %s, the first at %d, %d\n"):format(what,
      plural(counts[what], "cell"), one.x, one.y)
  end
  if breach.narrow then
    pieces[#pieces + 1] = ("  too narrow at %d, %d: a unit of %d x %d cells gets through\n")
      :format(breach.narrow.x, breach.narrow.y, breach.narrow.size, breach.narrow.size)
  end
  return table.concat(pieces)
end

local function terrain_at(breach, x, y)
  for _, one in ipairs(breach.obstacles) do
    if one.x == x and one.y == y then return one.terrain end
  end
end

-- The end that is blocked, as the user has named it, and what is there.
local function blocked_end(breach, question, code)
  local is_start = code == "start_blocked"
  local what = is_start and "start" or "goal"
  local named = is_start and question.start or question.goal
  local terrain = is_start and terrain_at(breach, question.x1, question.y1)
    or not is_start and terrain_at(breach, question.x2, question.y2)
  if terrain then
    return ("the %s %d, %d is '%s', which cannot be entered"):format(what, named[1], named[2],
      terrain)
  end
  return ("%s %d, %d"):format(CODES[code], named[1], named[2])
end

--- Words for a code of map:path, in lines; with `explain` also what is in the way.
function no_path.words(map, question, code, explain)
  local breach = breach_of(map, question)
  local text, more = CODES[code] or code, reasons(breach)
  if code == "start_blocked" or code == "goal_blocked" then
    text = blocked_end(breach, question, code)
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
