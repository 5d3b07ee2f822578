--- A game of the skirmish, and what the person at the window does to it. Plain Lua, without LÖVE.
--
-- All of it goes through session:command, between two ticks, and is noted with its tick. A game
-- that is played with the same seed, mods and commands is the same game, to the last bit, on every
-- machine: that is all which a multiplayer game or a replay needs.

local game = require "demo.game"

local session = {}
session.__index = session

--- A session: session | nil, message. given: see game.new.
function session.new(given)
  local play, message = game.new(given)
  if not play then return nil, message end
  return setmetatable({ play = play, map = play.map, world = play.world, notes = {} }, session)
end

-- ---- commands ----------------------------------------------------------------------------------

local commands = {}

-- No wall is built on a unit, nothing in the void between the levels.
local function can_paint(self, x, y, terrain)
  if not self.map:level_at(x, y) then return false end
  return self.map:terrain(terrain) or not self.map:unit_at(x, y)
end

-- terrain; cells, a flat list: x1, y1, x2, y2 and so on.
function commands.paint(self, given)
  for i = 1, #given.cells, 2 do
    local x, y = given.cells[i], given.cells[i + 1]
    if can_paint(self, x, y, given.terrain) then self.map:set(x, y, given.terrain) end
  end
end

-- side, role, x, y.
function commands.drop(self, given)
  return self.play:add_unit(self.play.sides[given.side], given.role, given.x, given.y)
end

-- x, y.
function commands.remove(self, given)
  local unit = self.world:unit_at(given.x, given.y)
  if unit then unit:remove() end
end

-- units, a list of ids; x, y, the goal, or enemy, the id of a unit to chase; queued: after the
-- orders that they have. The library gives each unit a place of its own around the goal.
function commands.order(self, given)
  local enemy = given.enemy and self.world:unit(given.enemy)
  for _, id in ipairs(given.units) do
    local unit = self.world:unit(id)
    if unit then
      local give = given.queued and unit.queue_order or unit.order
      if enemy then give(unit, "chase", enemy) else give(unit, "go", given.x, given.y) end
    end
  end
end

-- units: they do again what their mod wants.
function commands.cancel(self, given)
  for _, id in ipairs(given.units) do
    local unit = self.world:unit(id)
    if unit then unit:cancel_orders() end
  end
end

-- holder: "open", "red" or "blue".
function commands.gate(self, given) self.play:set_gate(given.holder) end

--- Carries a command out now, and notes it. given: kind, the name of a function above, and what
-- that function takes.
function session:command(given)
  self.notes[#self.notes + 1] = { tick = self.world.ticks, command = given }
  return commands[given.kind](self, given)
end

-- ---- ticks -------------------------------------------------------------------------------------

function session:tick() self.play:tick() end

--- Plays on to a tick, with the commands that another session has noted.
function session:repeat_until(tick, notes)
  local next_note = 1
  while true do
    while notes[next_note] and notes[next_note].tick == self.world.ticks do
      self:command(notes[next_note].command)
      next_note = next_note + 1
    end
    if self.world.ticks >= tick then return self end
    self:tick()
  end
end

return session
