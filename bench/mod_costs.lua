--- What mods.lua measures, of the game itself and of all sandboxes that there are, side by side.
-- They run in turn, so that whatever else the machine does meanwhile hits all of them.

local core = require "astar.core"
local process = require "process"

local KINDS = { "roam", "rest", "remember", "reckon", "look", "ask" }
local QUESTIONS = { look = 2, ask = 10 }         -- of a unit in each tick

local program = process.quote(arg[0])
for i = -1, -10, -1 do
  if not arg[i] then break end
  program = process.quote(arg[i]) .. " " .. program
end

-- Microseconds of scripts in a tick, and the hash at the end.
local function run(by, kind, units, ticks)
  local pipe = assert(io.popen(("%s %s %s %d %d"):format(program, by, kind, units, ticks)))
  local scripts, _, hash = pipe:read("*a"):match "^(%S+) (%S+) (%S+)"
  pipe:close()
  return assert(tonumber(scripts), "a run has failed"), hash
end

local function measure(players, kind, rounds, units, ticks)
  local least, hash = {}, nil
  for round = 1, rounds do
    for _, by in ipairs(players) do
      process.progress(("%s: round %d of %d, %s"):format(kind, round, rounds, by))
      local scripts, own = run(by, kind, units, ticks)
      hash = hash or own
      assert(own == hash, "another hash: " .. by)
      least[by] = math.min(least[by] or math.huge, scripts)
    end
  end
  process.progress()
  return least
end

local function list_of(given) return given[1] and given or KINDS end

-- What a question costs, beyond what the same turn costs without one and what the game's own takes.
local function question(times, kind, by, units)
  local one, rest = times[kind], times.rest
  if not (one and rest and QUESTIONS[kind]) then return "" end
  local more = (one[by] - rest[by]) - (one.host - rest.host)
  return (", %.2f µs a question"):format(more / (units * QUESTIONS[kind]))
end

return function(rounds, units, ticks, ...)
  rounds, units, ticks = tonumber(rounds or 5), tonumber(units or 200), tonumber(ticks or 300)
  local players, times = { "host" }, {}
  for _, name in ipairs(core.sandboxes) do players[#players + 1] = name end
  for _, kind in ipairs(list_of { ... }) do
    times[kind] = measure(players, kind, rounds, units, ticks)
    print(("%-8s host %.0f µs"):format(kind, times[kind].host))
    for _, by in ipairs(players) do
      local ratio = times[kind][by] / times[kind].host
      if by ~= "host" then
        print(("         %-6s %5.0f µs  %5.2f%s"):format(by, times[kind][by], ratio,
          question(times, kind, by, units)))
      end
    end
  end
end
