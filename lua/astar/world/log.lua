--- What a world keeps for people to read: its log, which has what mods print, errors and reloads;
-- and what behaviours draw on the map, for some ticks. These are methods of worlds.
--
-- Both are for the screen and the replay alone. They are not saved and not hashed, and no behaviour
-- can read them, so they change nothing in the game. Of each mod, and of the game, the last lines
-- and drawings are kept: a mod that prints without end takes no room from others.

local blame = require "astar.arguments.blame"
local drawings = require "astar.world.drawings"
local each = require "astar.each"
local pairs = require "astar.pairs".pairs
local visible = require "astar.world.visible_text"

local log = {}

local LINES, DRAWINGS = 256, 64                  -- of each mod, and of the game

-- Adds an entry to the list of its mod. The lists are numbered together, to tell their order.
local function keep(world, lists, entry, most)
  local owner = entry.mod or ""
  local list = lists[owner]
  if not list then
    list = {}
    lists[owner] = list
  end
  world._said = world._said + 1
  list[#list + 1], entry._number = entry, world._said
  if #list > most then table.remove(list, 1) end
end

-- for entry in … do: those of all lists in the order in which they came.
local function each_of(lists)
  local all = {}
  for _, list in pairs(lists) do
    for _, entry in ipairs(list) do all[#all + 1] = entry end
  end
  table.sort(all, function(a, b) return a._number < b._number end)
  return each(all)
end

local function unit_id(unit) return unit and unit.id or nil end

local function player_name(unit)
  local player = unit and unit.player
  return player and not player.removed and player.name or nil
end

-- ---- lines --------------------------------------------------------------------------------------

local function deliver(world, line)
  if not world._on_line then return end
  local ok, message = pcall(world._on_line, line)
  if ok then return end
  io.stderr:write(("astar: %s\n(and logging it: %s)\n"):format(line.text, blame.in_words(message)))
end

--- Adds a line of a kind. `mod`: the name of the mod that it is of, nil for the game; `unit`: the
-- one that it is about.
function log:_log(kind, text, mod, unit)
  local line = { tick = self._ticks, kind = kind, text = drawings.shortened(visible(text)),
    mod = mod, player = player_name(unit), unit = unit_id(unit) }
  keep(self, self._lines, line, LINES)
  deliver(self, line)
  return line
end

--- What a mod prints, in the activation of a unit or while it is loaded.
function log:_print(text, mod, unit)
  local line = self:_log("print", text, mod, unit)
  local recording = self._recording
  if recording then
    recording:_note { kind = "print", text = line.text, mod = mod, player = line.player,
      unit = line.unit }
  end
end

--- for line in world:log() do: tables with tick, kind ("print", "error", "stopped", "reload"),
-- text, and mod, player, unit, where they are known: names and an id.
function log:log() return each_of(self._lines) end

-- ---- drawings -----------------------------------------------------------------------------------

local PLACES = { "unit", "x", "y", "x2", "y2", "radius" }

-- Does a drawing stand where another one is? A unit says one thing at a time.
local function replaces(one, other)
  if one.kind ~= other.kind then return false end
  if one.kind == "say" then return one.unit == other.unit end
  for _, key in ipairs(PLACES) do
    if one[key] ~= other[key] then return false end
  end
  return true
end

local function is_over(world, one)
  local unit = one.kind == "say" and world._units[one.unit]
  return one.ends <= world._ticks or one.kind == "say" and (not unit or unit.removed)
end

-- Removes what has come to its end, and what `drawing`, if it is given, replaces.
local function tidy(world, list, drawing)
  for i = #list, 1, -1 do
    if is_over(world, list[i]) or drawing and replaces(drawing, list[i]) then
      table.remove(list, i)
    end
  end
end

local function note(world, drawing)
  local copy = { shape = drawing.kind }
  for key, value in pairs(drawing) do copy[key] = value end
  world._recording:_note(copy)
end

--- Draws what drawings.lua has checked, for a mod or the game, and a unit, if it is one's.
function log:_draw(drawing, mod, unit)
  drawing.text = drawings.shortened(visible(drawing.text))
  drawing.tick, drawing.ends = self._ticks, self._ticks + drawing.ticks
  drawing.mod, drawing.unit, drawing.player = mod, unit_id(unit), player_name(unit)
  if self._recording then note(self, drawing) end
  local list = self._drawn[mod or ""]
  if list then tidy(self, list, drawing) end
  if drawing.kind ~= "say" or drawing.text ~= "" then keep(self, self._drawn, drawing, DRAWINGS) end
end

--- for drawing in world:drawings() do: tables with kind ("say", "mark", "line", "circle"), text,
-- tick, in which it was drawn, ends, the tick in which it is there no more; mod, player, unit as
-- for lines; x, y, and x2, y2 of a line, radius of a circle.
function log:drawings()
  for _, list in pairs(self._drawn) do tidy(self, list) end
  return each_of(self._drawn)
end

--- A line between two cells for some ticks (50), with a text.
function log:draw_line(x, y, x2, y2, text, ticks)
  self:_draw(drawings.line(x, y, x2, y2, text, ticks))
  return self
end

--- A circle around a cell.
function log:draw_circle(x, y, radius, text, ticks)
  self:_draw(drawings.circle(x, y, radius, text, ticks))
  return self
end

return log
