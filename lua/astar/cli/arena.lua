--- astar arena A B …: all mods play against each other, and are rated. lua/astar/arena/ does it.

local baseline = require "astar.arena.baseline"
local entrants = require "astar.arena.entrants"
local files = require "astar.cli.files"
local games = require "astar.cli.games"
local hosts = require "astar.arena.hosts"
local json = require "astar.replay.json"
local options = require "astar.cli.query"
local page = require "astar.arena.page"
local paragraphs = require "astar.cli.paragraphs"
local replay = require "astar.replay"
local results = require "astar.arena.results"
local run = require "astar.arena.run"
local schedule = require "astar.arena.schedule"
local search = require "astar.arena.search"
local standings = require "astar.arena.standings"
local stop = require "astar.cli.stop"
local system = require "astar.arena.system"
local text_tables = require "astar.arena.text_tables"
local worker = require "astar.arena.worker"
local workers = require "astar.arena.workers"

local arena = {}

function arena.add(parser)
  local own = parser:command("arena", "Let mods play many matches, and rate them.")
    :epilog(paragraphs [[
All pairs of mods play on all maps with all seeds, and each mod is on both sides. FOLDER gets the
results, as lines of JSON, a page for a browser and replays. What is in FOLDER already is not
played again, so the same command goes on where it was interrupted.

Exit status: 0 played, 1 a mod is worse than in the baseline, or a match that was played again has
gone another way, 2 the command could not do its work.

Examples:
  astar arena red blue green --seeds 1..100
  astar arena red blue --maps *.map --ticks 1000 --jobs 4 --output battle
  astar arena red blue --baseline yesterday/results.jsonl
  astar arena red blue --search red --seeds 1..40
  astar arena --match "$(head -n 1 arena/results.jsonl)" --replay match.html]])
  own:argument("mods", "The folders of the mods, two or more."):args "*"
  own:option("--seeds", "The seeds, such as 1..100,200."):argname "LIST":default "1..10"
  own:option("--maps", "Maps for the game; by default its own one."):argname "MAP":args "+"
    :default {}
  own:option("--game", "The game's Lua file; by default the skirmish of the examples.")
    :argname "FILE"
  options.add_whole(own, "--ticks", "The length of a match.", 1):default "3000"
  own:option("-o --output", "Where results, page and replays are."):argname "FOLDER":default "arena"
  own:option("--results", "Use the results in these files, too."):argname "FILE":args "+":default {}
  own:option("--baseline", "Compare with saved results."):argname "FILE"
  options.add_whole(own, "--jobs", "So many processes; by default one for each processor.", 1)
  own:option("--search", "Find the best values of this mod's parameters."):argname "MOD"
  options.add_whole(own, "--rounds", "Of a search.", 1):default "5"
  options.add_whole(own, "--candidates", "In each round of a search.", 4):default "12"
  own:option("--parallel", "Play on these hosts, by GNU parallel over ssh; : is this machine.")
    :argname "HOSTS"
  own:flag("--no-replays", "Keep no matches as replays.")
  own:flag("--json", "As JSON.")
  own:option("--match", "Play the match of this line of results again, - for standard input.")
    :argname "LINE"
  own:option("--replay", "With --match: write it to FILE, a page for a browser."):argname "FILE"
  own:option("--work"):hidden(true)
end

-- ---- one match again ----------------------------------------------------------------------------

local function line_of(given)
  local line = given.match == "-" and io.stdin:read("*l") or given.match
  local one, message = results.parse(line or "")
  if not one then stop.wrong("--match: it is no line of results: %s", message) end
  return one
end

local function play_match(given)
  local one = line_of(given)
  if given.replay then files.check_place(given.replay) end
  local result, recording = worker.play(one, given.replay)
  if not result then stop.wrong("%s", recording) end
  if result.failed then stop.wrong("%s", result.failed) end
  files.say(results.line(result))
  if recording then files.write(given.replay, replay.page(recording)) end
  if one.hash == nil or one.hash == result.hash then return stop.FOUND end
  io.stderr:write(("astar: the match has gone another way: the hash was %s\n"):format(one.hash))
  return stop.NONE
end

-- ---- what is to be played -----------------------------------------------------------------------

local function exists(name)
  local file = io.open(name, "rb")
  if file then file:close() end
  return file ~= nil
end

local function must(value, message)
  if not value then stop.wrong("%s", message) end
  return value
end

local function plan_of(given, home)
  if #given.mods < (given.search and 1 or 2) then
    stop.wrong("an arena needs two mods or more, got %d", #given.mods)
  end
  local plan = { ticks = given.ticks }
  plan.seeds = must(schedule.seeds(given.seeds, games.MOST_SEED))
  plan.game = games.load(given.game, home)
  plan.mods = must(entrants.mods(given.mods))
  plan.maps = must(entrants.maps(plan.game, given.maps, plan.mods))
  return plan
end

local function check_fit(plan)
  local mods = plan.mods
  for i = 2, #mods do must(entrants.fit(plan.game, plan.maps[1], mods[1], mods[i])) end
end

-- Two mods of the same files are one: their matches are played once.
local function pending_of(plan, played)
  local list, seen = {}, {}
  schedule.each(plan, function(match)
    if not played:of(match) and not seen[match.id] then list[#list + 1] = match end
    seen[match.id] = true
  end)
  return list
end

local function results_of(given, name)
  local played = results.new()
  if exists(name) then must(played:add_file(name)) end
  for _, other in ipairs(given.results) do must(played:add_file(other)) end
  return played
end

-- ---- playing ------------------------------------------------------------------------------------

local function tell_of_host(host)
  io.stderr:write(("astar: the host %s does not answer, and gets no matches\n"):format(host))
end

-- The way in which matches are run.
local function starter(given)
  local jobs = given.jobs or system.processors()
  return function(matches, most, take)
    local own = { jobs = given.jobs, folder = given.output, most = most, hosts = given.parallel,
      tell = tell_of_host }
    if given.parallel then return hosts.run(matches, own, take) end
    if jobs == 1 or not system.has_shell then return workers.here(matches, take) end
    own.jobs = jobs
    return workers.beside(matches, own, take)
  end
end

local function play_all(pending, given)
  local ok, lost, message = pcall(run.all, pending, given)
  if ok and lost then return lost end
  local why = tostring(ok and message or lost)
  if not why:find("interrupted!", 1, true) then stop.wrong("%s", why) end
  stop.wrong("interrupted; what was played is kept, and the same command goes on from there")
end

local function play(plan, given, name, played)
  local pending = pending_of(plan, played)
  if not pending[1] then return {} end
  local file = must(results.open(name))
  local lost = play_all(pending, { results = played, file = file, what = "matches",
    start = starter(given) })
  file:close()
  return lost
end

-- ---- replays ------------------------------------------------------------------------------------

-- Matches that are worth looking at are played again, and must go the same way.
local function keep_replays(sums, given, played)
  local folder, list, seen = given.output .. "/replays", {}, {}
  for _, kind in ipairs { "lopsided", "closest", "broken" } do
    for _, result in ipairs(sums.notable[kind]) do
      local name = ("%s/%s.html"):format(folder, result.id)
      if not seen[name] and not exists(name) then
        local match = {}
        for _, key in ipairs(schedule.KEYS) do match[key] = result[key] end
        match.replay = name
        list[#list + 1] = match
      end
      seen[name] = true
    end
  end
  if not list[1] then return end
  if not system.make_folder(folder) then stop.wrong("%s: it cannot be made", folder) end
  play_all(list, { results = played, what = "replays",
    start = starter { jobs = given.jobs, output = given.output } })
end

-- ---- a search -----------------------------------------------------------------------------------

-- The mod of a name or a folder; the others are its opponents, or, without any, its own defaults.
local function subject_of(plan, name)
  local subject, opponents = nil, {}
  for _, mod in ipairs(plan.mods) do
    local is_it = mod.name == name or mod.folder == name or mod.folder == name .. "/"
    if is_it then subject = mod else opponents[#opponents + 1] = mod end
  end
  if not subject then stop.wrong("--search: '%s' is none of the mods", name) end
  if not subject.parameters[1] then
    stop.wrong("--search: %s/mod.lua declares no parameters", (subject.folder:gsub("/+$", "")))
  end
  return subject, opponents[1] and opponents or { subject }
end

local function tell_round(given)
  return function(number, values, rate)
    io.stderr:write(("round %d of %d: %.1f %% with %s\n"):format(number, given.rounds, 100 * rate,
      text_tables.values(values)))
  end
end

local function search_parameters(plan, given, name, played)
  local subject, opponents = subject_of(plan, given.search)
  local found = must(search.run { subject = subject, opponents = opponents, game = plan.game,
    maps = plan.maps, ticks = plan.ticks, seeds = plan.seeds, rounds = given.rounds,
    candidates = given.candidates, results = played, told = tell_round(given),
    play = function(round)
      play(round, given, name, played)
      local rest = pending_of(round, played)
      local failed = rest[1] and played.by_id[rest[1].id]
      return not rest[1], failed and failed.failed or ("%d matches are lost"):format(#rest)
    end })
  if given.json then files.say(json(found)) else files.put(text_tables.found(found)) end
  return stop.FOUND
end

-- ---- the command --------------------------------------------------------------------------------

local function saved_results(plan, name)
  local saved = must(baseline.read(name))
  if baseline.fits(plan, saved) then return saved end
  stop.wrong("%s: nothing can be compared: no mod of these names has played there against one of"
    .. " these opponents, on these maps with these seeds, as many ticks", name)
end

local function warn(played, sums, lost)
  for _, pair in ipairs(played.conflicts) do
    io.stderr:write(("astar: a match has gone in two ways, with the hashes %s and %s: %s\n")
      :format(pair[1].hash, pair[2].hash, schedule.line(pair[1])))
  end
  if lost[1] then
    io.stderr:write(("astar: %d matches are lost: what played them has ended without a result\n")
      :format(#lost))
  end
  if sums.failed[1] then
    io.stderr:write(("astar: %d matches have failed, the first one: %s\n"):format(#sums.failed,
      sums.failed[1].failed))
  end
  if lost[1] or sums.failed[1] then return stop.WRONG end
  return played.conflicts[1] and stop.NONE or stop.FOUND
end

local function write(sums, given)
  files.write(given.output .. "/index.html", page(sums, given.replays))
  if given.json then return files.say(json(sums)) end
  files.put(text_tables.text(sums))
  files.say(("The page: %s/index.html"):format(given.output))
end

local function play_arena(given, home)
  if given.parallel and not system.has("parallel") then
    stop.wrong "--parallel: parallel is not there, of GNU parallel"
  end
  local plan = plan_of(given, home)
  check_fit(plan)
  local saved = given.baseline and saved_results(plan, given.baseline)
  if not system.make_folder(given.output) then
    stop.wrong("%s: the folder cannot be made", given.output)
  end
  local name = given.output .. "/results.jsonl"
  local played = results_of(given, name)
  if given.search then return search_parameters(plan, given, name, played) end
  local lost = play(plan, given, name, played)
  local sums = standings.of(plan, played)
  sums.baseline = saved and baseline.compare(plan, played, saved)
  given.replays = not given.no_replays
  if given.replays then keep_replays(sums, given, played) end
  write(sums, given)
  local status = warn(played, sums, lost)
  return status == stop.FOUND and sums.baseline and baseline.is_worse(sums.baseline) and stop.NONE
    or status
end

-- A worker: that it was interrupted, the arena says.
local function work(given)
  local ok, done, message = pcall(workers.work, given.work)
  if ok and done then return stop.FOUND end
  local why = tostring(ok and message or done)
  if not why:find("interrupted!", 1, true) then stop.wrong("%s", why) end
  return stop.WRONG
end

function arena.run(given, home)
  if given.work then return work(given) end
  if given.match then return play_match(given) end
  if given.replay then stop.wrong("--replay goes with --match: an arena keeps replays itself") end
  return play_arena(given, home)
end

return arena
