--- What a unit is doing, in words, read from the stacks of its tasks: the verbs that are running,
-- each within which, with what they were called, and what `think.utility` has chosen. So nothing
-- needs to be recorded until it is read.

local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs
local protected = require "astar.protected"
local verbs = require "astar.verbs"

local getinfo, getlocal = debug and debug.getinfo, debug and debug.getlocal
local floor, gsub, sub = math.floor, string.gsub, string.sub

-- What others are made of, and would tell nobody anything.
local PLUMBING = { watch = true, walk = true, defend = true, approach = true }

-- What stands for a number in a text, so that there are few texts: a whole one, the id of a unit,
-- hundredths. Numbers and texts of arguments that are longer are cut.
local WHOLE, UNIT, HUNDREDTHS = "\1", "\2", "\3"
local MOST_ARGUMENTS, MOST_LETTERS, MOST_NUMBER = 4, 24, 2 ^ 31

-- What the library's verbs call their arguments (verbs/init.lua). Those of a game's verb are told
-- if it has "...", but not under Lua 5.1.
local ARGUMENTS = { "argument1", "argument2", "argument3", "argument4" }

local names = setmetatable({}, { __mode = "k" })   -- by the verb's function

local function learn()
  for name, verb in pairs(verbs) do names[verb] = name end
end

local collect

-- The tasks within a task that have not ended, in the order in which they were begun.
local function inner_tasks(task)
  local list, entry = {}, task.last
  while entry do
    if entry.inner then table.insert(list, 1, entry.inner) end
    entry = entry.above
  end
  return list
end

-- ---- arguments ----------------------------------------------------------------------------------

local function number_words(numbers, value)
  if not (value > -MOST_NUMBER and value < MOST_NUMBER) then return "?" end
  local is_whole = value == floor(value)
  numbers[#numbers + 1] = is_whole and value or floor(value * 100 + 0.5)
  return is_whole and WHOLE or HUNDREDTHS
end

-- Numbers, units, places and short texts; nil: it says nothing that is short.
local function argument_words(numbers, value)
  local kind = type(value)
  if kind == "number" then return number_words(numbers, value) end
  if kind == "string" then return "'" .. gsub(sub(value, 1, MOST_LETTERS), "%c", "?") .. "'" end
  if kind ~= "table" then return nil end
  if object.is_unit(value) then
    numbers[#numbers + 1] = value.id
    return UNIT
  end
  local x, y = rawget(value, "x"), rawget(value, "y")
  if type(x) ~= "number" or type(y) ~= "number" then return nil end
  local column = number_words(numbers, x)
  return column .. ", " .. number_words(numbers, y)
end

-- What a verb was called with after its unit: "(4, 5)"; "" for nothing that could be told.
local function call_words(numbers, thread, level)
  local list = {}
  local first = getlocal(thread, level, 1)
  local is_stripped = first and sub(first, 1, 1) == "("          -- its variables have no names
  for i = 1, MOST_ARGUMENTS do
    local name, value = getlocal(thread, level, 1 + i)
    if name ~= ARGUMENTS[i] and not is_stripped then name, value = getlocal(thread, level, -i) end
    local words = name and argument_words(numbers, value)
    if not words then break end
    list[i] = words
  end
  return #list > 0 and "(" .. table.concat(list, ", ") .. ")" or ""
end

-- ---- verbs --------------------------------------------------------------------------------------

-- A word that stands in a list already, with other arguments or none, tells nothing more.
local function add(words, word, call)
  if word == "" or words.last == word then return end
  words.last = word
  words[#words + 1] = call and word .. call or word
end

-- The verbs on a stack, the outermost first; with `numbers` those of their arguments are put there.
local function add_verbs(words, thread, numbers)
  local found, level = {}, 0
  local info = getinfo(thread, level, "f")
  while info do
    local name = names[info.func]
    if name and not PLUMBING[name] then found[#found + 1] = { name, level } end
    level = level + 1
    info = getinfo(thread, level, "f")
  end
  for i = #found, 1, -1 do
    local name = found[i][1]
    local call = numbers and words.last ~= name and call_words(numbers, thread, found[i][2])
    add(words, name, call)
  end
  local within = protected.within(thread)
  if within then return add_verbs(words, within, numbers) end
end

-- What runs in a mod's state says itself what it is at: `task.doing`.
function collect(words, task, numbers)
  if task.name then add(words, (gsub(tostring(task.name), "%c", "?"))) end
  if task.doing then add(words, task.doing(numbers)) end
  if task.thread then add_verbs(words, task.thread, numbers) end
  local within = inner_tasks(task)
  if #within == 1 then return collect(words, within[1], numbers) end
  local together = {}
  for _, one in ipairs(within) do
    local own = {}
    collect(own, one, numbers)
    if #own > 0 then together[#together + 1] = table.concat(own, " > ") end
  end
  if #together > 0 then add(words, table.concat(together, " + ")) end
end

local doing = {}

--- The verbs of a unit, the innermost last: "hold the bridge > guard > chase > go"; "" if it has
-- none. What goes on side by side has a plus between. With `numbers`, a list, what each verb was
-- called with is told, too: "guard(\1, \1) > chase(\2)", and the numbers are put into the list.
function doing.verbs(unit, numbers)
  local words, task = {}, object.of(unit)._task
  if task and getinfo then
    if not names[verbs.go] then learn() end
    collect(words, task, numbers)
  end
  return table.concat(words, " > ")
end

-- The names of candidates, a line for each.
local function names_of(candidates)
  local list = {}
  for i, one in ipairs(candidates) do
    list[i] = (gsub(one.name or "candidate " .. i, "%c", "?"))
  end
  return table.concat(list, "\n")
end

--- How many verbs of a unit have ended; the last one, and its code or false; the names of what
-- `think.utility` has evaluated last, by lines, the scores, a list, and the number of the one
-- chosen. What runs in a mod's state tells this when doing.verbs is asked.
function doing.why(unit)
  local private = object.of(unit)
  local told, choice = private._task and private._task.told, private._choice
  if told then return told() end
  local ended, verb, code = private._verbs_ended, private._last_verb, private._last_code
  if not choice then return ended, verb, code end
  return ended, verb, code, names_of(choice.candidates), choice.scores, choice.chosen
end

--- The name of the behaviour or order that a unit is at, or for a function the place where it
-- begins; "" if it has none.
function doing.behaviour(unit)
  local behaviour = unit:_runs()
  if not behaviour then return "" end
  if type(behaviour) == "string" then return behaviour end
  local info = getinfo and getinfo(behaviour, "S")
  if not info then return "a function" end
  return ("%s:%d"):format(info.short_src:match("[^/\\]*$"), info.linedefined)
end

return doing
