--- Errors in behaviours, and what the game is told of them.
--
-- An error ends the activation of the unit, and its behaviour starts again after a pause: 1 tick,
-- and twice as many after each further error, up to 64. A behaviour that has run for longer than 64
-- ticks without an error begins at 1 again. The pause belongs to the state of the world.
--
-- The same error, of one behaviour at one line, is reported when it first occurs, then at the 10th,
-- 100th … time, and when it has stopped. Until then it is open: world:errors() lists it. A reload
-- that succeeds closes the errors of what was reloaded. Open errors are not saved and not hashed.

local blame = require "astar.arguments.blame"
local pairs = require "astar.pairs".pairs

local failures = {}

local LONGEST_PAUSE = 64                         -- ticks
local QUIET = 2 * LONGEST_PAUSE                  -- ticks after which an error has stopped
local MOST, VARIANTS = 128, 4                    -- open errors; messages of one line

failures.LONGEST_PAUSE = LONGEST_PAUSE

--- The pause after an error in tick `now`. `pause`: the last one, 0: none; it was over in `again`.
function failures.pause(now, pause, again)
  if pause == 0 or now - again > LONGEST_PAUSE then return 1 end
  return math.min(2 * pause, LONGEST_PAUSE)
end

-- ---- telling ------------------------------------------------------------------------------------

local in_words = blame.in_words

local function to_stderr(report) io.stderr:write("astar: ", report.text, "\n") end

--- Where reports go unless the game takes them. That files were taken up is no error.
function failures.default(report)
  if report.kind ~= "reload" then to_stderr(report) end
end

--- Tells the game, whose function may raise an error, and a recording. Errors are told to that in
-- failures.deliver: it keeps some that the game is not told of.
function failures.tell(world, report)
  report.tick = report.tick or world._ticks
  local owner = report.mod and report.mod.name or (report.behaviour or ""):match("^([^.]*)%.")
  world:_log(report.kind, report.text, owner, report.unit)
  if world._recording and report.kind ~= "error" then world._recording:_reported(report) end
  local ok, message = pcall(world._report, report)
  if not ok then
    to_stderr({ text = ("%s\n(and reporting it: %s)"):format(report.text, in_words(message)) })
  end
end

-- ---- open errors --------------------------------------------------------------------------------

-- Two errors are the same if they are of one behaviour, come from one line, and say the same but
-- for numbers: ids, cells, ticks. What else one line says is one more error.
local function key_of(world, report)
  local place = ("%s\n%s"):format(report.behaviour or report.influence
    or tostring(report.mod or report.group), report.where or "")
  local key = place .. "\n" .. in_words(report.message):gsub("%d+", "#")
  if world._errors[key] then return key, place end
  local variants = 0
  for _, one in ipairs(world._errors) do
    if one.place == place then variants = variants + 1 end
  end
  return variants < VARIANTS and key or place, place
end

local function is_power_of_ten(count)
  while count % 10 == 0 do count = count / 10 end
  return count == 1
end

local function close(world, at)
  local one = table.remove(world._errors, at)
  world._errors[one.key] = nil
  return one
end

-- The entry of an error: the first report, and how often it has come about.
local function open(world, report)
  local list = world._errors
  local key, place = key_of(world, report)
  local one = list[key]
  if not one then
    if #list >= MOST then close(world, 1) end
    one = { key = key, place = place, count = 0, first = report.tick }
    for name, value in pairs(report) do one[name] = value end
    list[#list + 1], list[key] = one, one
  end
  one.count, one.last, one.unit = one.count + 1, report.tick, report.unit
  return one
end

-- A copy of a report that tells how often.
local function counted(report, one)
  report.count = one.count
  if one.count > 1 then
    report.text = ("%s (%d times since tick %d)"):format(report.text, one.count, one.first)
  end
  return report
end

--- Something has failed: a report with message and text, and with unit and behaviour, mod, or
-- influence. The game hears of it unless it has heard enough.
function failures.deliver(world, report)
  world._failures = world._failures + 1
  report.kind, report.tick = "error", report.tick or world._ticks
  local one, unit = open(world, report), report.unit
  local is_loud = is_power_of_ten(one.count)
  if world._recording and (is_loud or unit and unit._pause <= 1) then
    world._recording:_reported(report)
  end
  if unit and report.behaviour then
    world:_touch(unit)
    unit._error = one
  end
  if is_loud then failures.tell(world, counted(report, one)) end
end

local function describe(world, unit, behaviour, failed)
  local name = type(behaviour) == "string" and behaviour or "a function"
  local inside, outside = failed.inside, failed.outside
  if not outside and type(behaviour) ~= "boolean" then
    local body = type(behaviour) == "string" and world:_find_behaviour(behaviour)
      or behaviour
    outside = blame.defined(body)
  end
  local words = blame.words(in_words(failed.message), inside, outside)
  return {
    unit = unit, behaviour = name, tick = world._ticks, message = failed.message,
    traceback = failed.traceback, where = outside or inside,
    text = ("tick %d, %s, behaviour '%s': %s"):format(world._ticks, tostring(unit), name, words),
  }
end

--- A behaviour of a unit's has failed: `failed` has the message, and perhaps where and traceback.
function failures.of_unit(world, unit, behaviour, failed)
  failures.deliver(world, describe(world, unit, behaviour, failed))
end

local function stopped(world, one)
  local report = { kind = "stopped" }
  for _, name in ipairs { "behaviour", "mod", "influence", "message", "where", "count" } do
    report[name] = one[name]
  end
  report.text = ("not since tick %d: %s (%d times since tick %d)"):format(one.last, one.text,
    one.count, one.first)
  failures.tell(world, report)
end

--- Closes what has not come about for long. What came once is closed silently.
function failures.settle(world)
  local list, now = world._errors, world._ticks
  for i = #list, 1, -1 do
    if now - list[i].last > QUIET then
      local one = close(world, i)
      if one.count > 1 then stopped(world, one) end
    end
  end
end

--- Closes those that `is_fixed`(error) is true of.
function failures.close(world, is_fixed)
  for i = #world._errors, 1, -1 do
    if is_fixed(world._errors[i]) then close(world, i) end
  end
end

return failures
