--- A match: two mods play a game to its end, without a picture. `astar mod run` and `astar arena`
-- both play this way.

local astar = require "astar"
local next = require "astar.pairs".next

local match = {}

-- What the game does wrong is the game's: told with its file, and without a traceback.
local function call(game, f, ...)
  local ok, first, second = pcall(f, ...)
  if ok then return first, second end
  if tostring(first):find("interrupted!", 1, true) then error(first, 0) end
  return nil, ("the game %s: %s"):format(game.file, tostring(first))
end

-- Has a mod been loaded with these options?
local function has_taken(mod, options)
  if options.name and mod.name ~= options.name then return false end
  for _, own in ipairs(mod.parameters) do
    local value = options.parameters and options.parameters[own.name]
    if value and math.abs(value - own.value) > 1e-9 * math.abs(value) then return false end
  end
  return true
end

local NOT_PASSED = "the game %s does not pass on given.options[%d] to world:mod"

-- A game that does not pass on what its mods are given would play with something else.
local function check_options(game, own, given)
  for i, options in ipairs(given.options or {}) do
    local is_there = next(options) == nil
    for mod in own.world:mods() do
      is_there = is_there or mod.folder == given.mods[i] and has_taken(mod, options)
    end
    if not is_there then return nil, NOT_PASSED:format(game.file, i) end
  end
  return own
end

-- Why a match has not begun. Two mods of one name cannot be in a world; that is what the second
-- one's options are for.
local function refusal(game, given, message)
  local second = given.options and given.options[2].name
  if not message or not second or not message:find("there is a mod '", 1, true) then
    return message or "the game has not begun"
  end
  return ("%s; %s"):format(message, NOT_PASSED:format(game.file, 2))
end

-- The mod to which a report belongs, by its name.
local function owner_of(report)
  return report.mod and report.mod.name or (report.behaviour or ""):match("^([^.]*)%.")
end

--- A match that has not begun: match | nil, message. `given`: see match.play. Each error of a mod
-- is added to `errors`, as { text =, owner = }.
function match.new(game, given, errors)
  local own, message = call(game, game.new, { map = given.map, seed = given.seed,
    mods = given.mods, options = given.options or { {}, {} },
    report = function(report)
      if report.kind ~= "error" then return end
      errors[#errors + 1] = { text = report.text, owner = owner_of(report) }
    end,
    log = function(line)
      if given.log and line.kind == "print" then io.stderr:write(line.text, "\n") end
    end,
  })
  if not own then return nil, refusal(game, given, message) end
  return check_options(game, own, given)
end

-- The number of the side with the most points; nil: none, or several.
local function winner_of(scores)
  local best, is_shared
  for i, side in ipairs(scores) do
    if not best or side.points > scores[best].points then
      best, is_shared = i, false
    elseif side.points == scores[best].points then
      is_shared = true
    end
  end
  return not is_shared and best or nil
end

local function tick_all(own, ticks)
  local tick = own.tick
  for _ = 1, ticks do tick(own) end
  return true
end

local function record(game, own)
  if own.record then return call(game, own.record, own) end
  return astar.record(own.world)
end

-- The lines of errors, and how many each of the two mods has had.
local function errors_of(own, given, errors)
  local texts, counts, names = {}, { 0, 0 }, {}
  for i = 1, 2 do
    for mod in own.world:mods() do
      local is_it = mod.folder == given.mods[i] and not names[i]
      if is_it then names[i] = mod.name end
    end
    names[i] = given.options and given.options[i].name or names[i]
  end
  for i, one in ipairs(errors) do
    texts[i] = one.text
    for k = 1, 2 do
      if one.owner == names[k] then counts[k] = counts[k] + 1 end
    end
  end
  return texts, counts
end

--- Plays a match: result, recording | nil, message. `game`: see game.lua. `given`: mods, two
-- folders; map, a file or nil; seed; ticks; options, for each of the mods what the game passes on
-- to world:mod, or nil; recorded, it is recorded; log, what mods print goes to standard error. The
-- result: seed, ticks, sides, winner (the name of a side, or false), place (the winner's number, or
-- nil), errors (a list of lines), errors_of (how many each mod has had), hash (of the world),
-- seconds (processor time of the ticks).
function match.play(game, given)
  local errors, recording = {}, nil
  local own, message = match.new(game, given, errors)
  if not own then return nil, message end
  if given.recorded then
    recording, message = record(game, own)
    if not recording then return nil, message end
  end
  local began = os.clock()
  local done
  done, message = call(game, tick_all, own, given.ticks)
  local seconds = os.clock() - began
  if not done then return nil, message end
  local sides
  sides, message = call(game, own.scores, own)
  if not sides then return nil, message or ("the game %s: no scores"):format(game.file) end
  local place = winner_of(sides)
  local texts, counts = errors_of(own, given, errors)
  return { seed = given.seed, ticks = given.ticks, sides = sides, errors = texts,
    errors_of = counts, place = place, winner = place and sides[place].name or false,
    hash = own.world:hash(), seconds = seconds }, recording
end

return match
