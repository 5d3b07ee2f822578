--- Commands that change what is played: texts of files, terrain, units.

local files = require "files"
local session = require "session"

local changes = {}

--- A file has another text: the units that run it change their minds in the next tick. In what is
-- wrong, nothing changes.
function changes.edit(given)
  if not files.has(given.file) then return { wrong = "there is no such file" } end
  local _, message = session.scenario.reload(session.match, given.file, given.text)
  if message then
    local file, line, rest = files.place_in(message)
    return { wrong = message, file = file or given.file, line = line or 1,
      message = rest or message }
  end
  files.write(given.file, given.text)
  return { done = true }
end

--- Gives cells, x1, y1, x2, y2 …, a terrain. Those that cannot have it are left alone.
function changes.paint(given)
  local map, painted = session.world.map, 0
  for i = 1, #given.cells, 2 do
    if pcall(map.set, map, given.cells[i], given.cells[i + 1], given.terrain) then
      painted = painted + 1
    end
  end
  return { painted = painted }
end

--- Sets a piece of the scenario on a cell.
function changes.drop(given)
  local piece = session.scenario.pieces[given.piece]
  local unit, code = session.scenario.drop(session.match, piece, given.x, given.y)
  if not unit then return { wrong = code } end
  return { unit = unit.id }
end

return changes
