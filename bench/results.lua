--- What was measured: a list of records, and the CSV file made of them.
--
-- A record is { section, map, who, us = list of microseconds per query, expanded = list, wrong };
-- `expanded` is nil where it does not apply. The record of the map "all" joins all maps of a
-- section and `who`; a record that is `alone` stays out of it. Some sections add fields:
--
--   cells, bytes, idle_bytes   of the map, and what it holds (see bench/astar.lua)
--   whole_us, walked, more     lists: the whole path; cells of a beginning, and how much costlier
--                              all is that begins so (see bench/first_step.lua)
--   plain_expanded             a list: the nodes of plain A* (see bench/beside.lua)
--   first_us                   the first query, which makes the tables
--   fresh_us                   a list: the query, first asked after what counts in it has changed
--   walked_us                  a list: the query, after a tick in which all friendly units walk on
--   alone_us                   a list: a query without the change before it
--   several_us, each_us        lists: the nearest few goals; a search for each goal, or unit
--   smooth_us, share           lists: smoothing a path; an any-angle path's share of the length
--   plans, steps               lists: searches and cells of a journey (see bench/learning.lua)
--   repair_us, steps_us        lists: a field after an edit; the steps of a hundred units
--   flight_us, flight_repair_us   lists: a field of flight, and one after an edit
--   edits_us, moves_us, search_us   lists: the parts of a tick of a world (see bench/world.lua)
--   arrived                    a list: arrivals in each tick of a crowd (see bench/crowd.lua)
--   walk_us, arrivals, ideal, early_bytes, late_bytes   of a world, too
--   load_us, hash_us, tick_us, recorded_us   lists; of a world that is saved (see bench/saving.lua)
--   compute_us, decay_us       lists; of a recipe, computed first, and when a map below has decayed
--                              (see bench/recipes.lua)
--   plain_us                   a list: by plain A*, with links and slopes (see bench/links.lua); or
--                              the path alone (see bench/breaches.lua); in graphs without estimates
--                              (see bench/graphs.lua)
--   cheap_us, ways             lists: a breach where walls are cheap; how many alternatives
--   saved_bytes, recorded_bytes              of that, too
--   garbage, object            bytes a query leaves, and those of its path object

local stats = require "bench.stats"

local results = {}
results.__index = results

function results.new()
  return setmetatable({ list = {}, totals = {} }, results)
end

local function extend(list, more)
  for _, value in ipairs(more) do list[#list + 1] = value end
end

local function join(total, record)
  extend(total.us, record.us)
  total.wrong = total.wrong + record.wrong
  if not record.expanded then total.expanded = nil end
  if total.expanded then extend(total.expanded, record.expanded) end
end

--- Adds a record, and its numbers to the record of all maps unless it is `alone`.
function results:add(record)
  self.list[#self.list + 1] = record
  if record.alone then return end
  local key = record.section .. "\0" .. record.who
  if not self.totals[key] then
    self.totals[key] = { section = record.section, map = "all", who = record.who, us = {},
      expanded = {}, wrong = 0 }
    self.totals[#self.totals + 1] = self.totals[key]
  end
  join(self.totals[key], record)
end

--- The record of a section, a map or "all", and a program; nil where there is none.
function results:get(section, map, who)
  if map == "all" then return self.totals[section .. "\0" .. who] end
  for _, record in ipairs(self.list) do
    if record.section == section and record.map == map and record.who == who then return record end
  end
end

--- The maps of a section, in the order of measuring.
function results:maps(section)
  local maps, seen = {}, {}
  for _, record in ipairs(self.list) do
    if record.section == section and not seen[record.map] then
      maps[#maps + 1] = record.map
      seen[record.map] = true
    end
  end
  return maps
end

--- The figures of a record.
function results.figures(record)
  local sum = stats.sum(record.us)
  local nodes = record.expanded and stats.sum(record.expanded)
  return { queries = #record.us, wrong = record.wrong, mean = sum / #record.us,
    median = stats.median(record.us), p99 = stats.quantile(record.us, 0.99),
    worst = stats.quantile(record.us, 1), expanded = nodes and nodes / #record.us,
    ns = nodes and nodes > 0 and sum * 1000 / nodes or nil }
end

-- ---- comparing --------------------------------------------------------------------------------

local function sum_of_first(list, count)
  local sum = 0
  for i = 1, count do sum = sum + list[i] end
  return sum
end

--- How many times as long a record's queries took as the same ones of another record; or another
-- list of the record, by its name.
function results.ratio(record, ours, what)
  local times = record[what or "us"]
  local count = math.min(#times, #ours.us)
  return sum_of_first(times, count) / sum_of_first(ours.us, count)
end

--- The ratios of two of a section, { map =, value = } for each map where both were measured; the
-- first one may have answered the same queries in another section, or be measured by another list.
function results:ratios(section, who, ours, other_section, what)
  local list = {}
  for _, map in ipairs(self:maps(section)) do
    local a, b = self:get(other_section or section, map, who), self:get(section, map, ours)
    if a and b then list[#list + 1] = { map = map, value = results.ratio(a, b, what) } end
  end
  return list
end

-- ---- the file ---------------------------------------------------------------------------------

local COLUMNS = "section,map,who,queries,wrong,mean_us,median_us,p99_us,expanded,ns_per_expanded"

local function field(format, value) return value and format:format(value) or "" end

local function csv_line(record)
  local f = results.figures(record)
  return table.concat({ record.section, record.map, record.who, f.queries,
    field("%.0f", f.wrong), field("%.3f", f.mean), field("%.3f", f.median), field("%.3f", f.p99),
    field("%.1f", f.expanded), field("%.1f", f.ns) }, ",") .. "\n"
end

function results:write_csv(name)
  local file = assert(io.open(name, "w"))
  file:write(COLUMNS, "\n")
  for _, record in ipairs(self.list) do file:write(csv_line(record)) end
  for _, record in ipairs(self.totals) do file:write(csv_line(record)) end
  file:close()
end

--- How many answers of ours were wrong.
function results:wrong()
  local wrong = 0
  for _, record in ipairs(self.list) do
    if record.who:find("^astar") then wrong = wrong + record.wrong end
  end
  return wrong
end

return results
