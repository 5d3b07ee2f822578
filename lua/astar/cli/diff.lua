--- astar diff A B: where two replays, saves or maps part.

local compare = require "astar.compare"
local files = require "astar.cli.files"
local json = require "astar.replay.json"
local pairs = require "astar.pairs".pairs
local paragraphs = require "astar.cli.paragraphs"
local recordings = require "astar.compare.recordings"
local stop = require "astar.cli.stop"

local say = files.say

local diff = {}

function diff.add(parser)
  local command = parser:command("diff", "Find where two replays, saves or maps part.")
    :epilog(paragraphs [[
Compares what two machines have written of the same game, and names the first tick, the unit and
the field in which they differ, with both values. A desync is found that way.

A and B are both
  replays   pages of astar.replay; each may begin and end at another tick
  saves     worlds of world:save, saved at the same tick
  maps      in any format that `astar info` reads
What might be the reason is said first: other versions of the library, of the vault, of mods.

Exit status, as of diff: 0 the same, 1 they differ, 2 a mistake.

Examples:
  astar diff mine.html theirs.html
  astar diff --json tick-600-red.save tick-600-blue.save]])
  command:argument("a", "The first file, or - for standard input."):args(1)
  command:argument("b", "The other file, or - for standard input."):args(1)
  command:flag("--json", "As JSON.")
end

-- ---- reading ------------------------------------------------------------------------------------

local NOTHING = "not a replay, a save or a map"

-- What formats.read says of what is no map would be about letters. The line of a mistake in a map
-- follows the file's name, as with the other commands.
local function reason(name, message)
  local line, words = message:match("^text:(%d*):? *(.*)$")
  words = words or message
  if words:find("unknown letter", 1, true) or words:find("is empty", 1, true) then
    return ("%s: %s (%s)"):format(name, NOTHING, words)
  end
  return ("%s:%s %s"):format(name, line and line ~= "" and line .. ":" or "", words)
end

local function shown_name(name) return name == "-" and "standard input" or name end

local function compared(given)
  if given.a == "-" and given.b == "-" then
    stop.wrong("standard input can be only one of the two files")
  end
  local a, b = files.read(given.a), files.read(given.b)
  local result, message, which = compare.both(a, b, true)
  if result then return result end
  if not which then
    stop.wrong("%s and %s: %s", shown_name(given.a), shown_name(given.b), message)
  end
  stop.wrong("%s", reason(shown_name(which == 1 and given.a or given.b), message))
end

-- ---- as JSON ------------------------------------------------------------------------------------

local function plain(difference)
  if not difference then return false end
  local list = { owner = difference.owner, field = difference.field, a = difference.a,
    b = difference.b, tick = difference.tick, unit = difference.unit, name = difference.name,
    shown = plain(difference.shown) }
  for key, value in pairs(list) do list[key] = value or nil end
  return list
end

local function facts_of(result)
  local facts = { kind = result.kind:gsub("^a ", ""), same = not result.difference,
    warnings = result.warnings, difference = plain(result.difference) }
  if facts.kind == "replay" then
    facts.from, facts.to = recordings.common_ticks(result.a, result.b)
  end
  return facts
end

-- ---- for people ---------------------------------------------------------------------------------

local function ticks_words(result)
  local from, to = recordings.common_ticks(result.a, result.b)
  return from == to and ("tick %d"):format(from) or ("ticks %d to %d"):format(from, to)
end

-- What the two have in common, if it is not all of both.
local function write_ticks(given, result)
  local a, b = result.a, result.b
  if a.first == b.first and a.last == b.last then return end
  say(("%s has ticks %d to %d, %s %d to %d; compared: %s"):format(shown_name(given.a), a.first,
    a.last, shown_name(given.b), b.first, b.last, ticks_words(result)))
end

local function write(given, result)
  for _, words in ipairs(result.warnings) do say("note: " .. words) end
  if result.kind == "a replay" then write_ticks(given, result) end
  local difference = result.difference
  if difference then
    say(difference:_words(shown_name(given.a), shown_name(given.b)))
  else
    say(("the same%s"):format(result.kind == "a replay" and ", " .. ticks_words(result) or ""))
  end
end

function diff.run(given)
  local result = compared(given)
  if given.json then say(json(facts_of(result))) else write(given, result) end
  return result.difference and stop.NONE or stop.FOUND
end

return diff
