--- Position queries as data: what a script asks is checked here, and written down as a plan: a list
-- of numbers and names that the core reads (src/binding/position.c), and what the terms are called.
-- A mod's state does the same; then the plan crosses to the host.

local blame = require "astar.arguments.blame"
local candidates = require "astar.positions.candidates"
local core = require "astar.core"
local read = require "astar.positions.read"
local terms = require "astar.positions.terms"

local plan = {}

local KEYS = { from = true, filter = true, score = true, count = true, reserve = true,
  query = true }
-- In the head of a term: its name's place, and how many numbers it has.
local NAME, HEAD = 9, 11

local MOST_COUNT, MOST_TERMS = 1024, 16

-- The numbers of all terms, behind those of the cells.
local function write(area, cells, list)
  local flat = { area[1], area[2], area[3], area[4], #cells / 2 }
  local n = #flat
  local function add(numbers)
    for i = 1, #numbers do flat[n + i] = numbers[i] end
    n = n + #numbers
  end
  add(cells)
  add { #list }
  for _, term in ipairs(list) do
    local head = term.head
    head[HEAD - 1], head[HEAD] = #term.points / 2, #term.places / 4
    add(head)
    add(term.points)
    add(term.places)
  end
  return flat
end

local function labels_of(list)
  local labels, taken = {}, {}
  for i, term in ipairs(list) do
    if term.label and taken[term.label] then
      read.reject("%s: there is a '%s' already: give one of them a name", term.where,
        term.label)
    end
    if term.label then taken[term.label] = true end
    labels[i] = term.label
  end
  return labels
end

local function read_all(asker, given)
  read.expect_table("positions", given)
  read.check_keys("", given, KEYS)
  local list = {}
  local area, cells = candidates.read(asker, given.from, list)
  terms.read_list(asker, "filter", given.filter, list)
  terms.read_list(asker, "score", given.score, list)
  if #list > MOST_TERMS then
    read.reject("at most %d terms expected, got %d", MOST_TERMS, #list)
  end
  if given.reserve ~= nil and type(given.reserve) ~= "string" then
    read.reject("reserve = %s is not a string", core.show(given.reserve))
  end
  return { list = write(area, cells, list), labels = labels_of(list),
    count = read.whole("count", given.count, 1, MOST_COUNT, 1), reserve = given.reserve,
    query = given.query }
end

--- The plan of a query | nil, "gone" or "unseen": a place that it names is a unit of which the
-- asker's player does not know where it is. asker: x, y and size, where and how large it is; level,
-- the rectangle of the level that it is on; width and height of the map; unit, or
-- nil; method and position, the argument to blame.
function plan.read(asker, given)
  asker.code = nil
  local ok, result = pcall(read_all, asker, given)
  if not ok and type(result) == "table" and result.reason then
    blame.fail(asker.method, asker.position, "%s", result.reason)
  elseif not ok then
    error(result, 0)
  end
  if asker.code then return nil, asker.code end
  return result
end

local TERRAIN, MOST_POINTS, MOST_PLACES = 4, 16, 1024

-- A number of the list that counts what follows.
local function count_at(list, at, most)
  local count = list[at]
  local is_count = type(count) == "number" and count >= 0 and count <= most and count % 1 == 0
  if not is_count then error("positions: the list is none", 0) end
  return count
end

--- How many terms a list has, and where that is said. A list from a mod may be anything: what
-- cannot be read is an error.
function plan.count(list)
  local at = 6 + 2 * count_at(list, 5, #list)
  return count_at(list, at, MOST_TERMS), at
end

--- Calls f("influence" or "terrain", name) for each name in a list.
function plan.each_name(list, f)
  local count, at = plan.count(list)
  for _ = 1, count do
    local measure, name = list[at + 1], list[at + NAME]
    if type(name) == "string" and name ~= "" then
      f(measure == TERRAIN and "terrain" or "influence", name)
    end
    at = at + HEAD + 2 * count_at(list, at + HEAD - 1, MOST_POINTS)
      + 4 * count_at(list, at + HEAD, MOST_PLACES)
  end
end

--- The places in the numbers that the core has returned: a list of { x, y, score, why }.
function plan.places(labels, numbers)
  local list, width = {}, 3 + #labels
  for i = 1, #numbers / width do
    local at, why = (i - 1) * width, {}
    for k, label in ipairs(labels) do
      if label then why[label] = numbers[at + 3 + k] end
    end
    list[i] = { x = numbers[at + 1], y = numbers[at + 2], score = numbers[at + 3], why = why }
  end
  return list
end

return plan
