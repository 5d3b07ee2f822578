--- What a recording notes of why a unit does what it does: events that it has heard, how its verbs
-- have ended, how its candidates were scored, and the unit that has removed it.

local id_tables = require "astar.record.id_tables"
local doing = require "astar.world.doing"
local notes = require "astar.record.notes"
local object = require "astar.units.object"

local decisions = {}

local floor, huge = math.floor, math.huge
local HEARD = 4                                  -- events of a unit in a tick that are noted
local MOST_WORDS, MOST_ARGUMENTS = 60, 4
local MOST_CANDIDATES, MOST_SCORE = 16, 2 ^ 31   -- in hundredths

-- What is known of a unit since it appeared: `ended`, how many verbs had; `scores`, as they are
-- noted; `heard`, events in the tick `tick`; `by`, the id of the unit that has removed it.
local function known(self, unit)
  local own = self._why[unit.id]
  if not own then
    own = { ended = 0, scores = "", heard = 0, tick = -1, by = nil }
    self._why[unit.id] = own
  end
  return own
end

-- ---- events -------------------------------------------------------------------------------------

-- The arguments of an event that are short, and the first unit among them.
local function words_of(event)
  local list, by = {}, nil
  for i = 1, math.min(event.n, MOST_ARGUMENTS) do
    local value = event[i]
    if object.is_unit(value) then
      by = by or value
    elseif type(value) ~= "table" and type(value) ~= "userdata" then
      list[#list + 1] = id_tables.in_words(value):sub(1, MOST_WORDS)
    end
  end
  local name = event.name:sub(1, MOST_WORDS)
  return #list > 0 and ("%s (%s)"):format(name, table.concat(list, ", ")) or name, by
end

--- A unit is told of an event.
function decisions.heard(self, event)
  local own = known(self, event.unit)
  if own.tick ~= self._world.ticks then own.tick, own.heard = self._world.ticks, 0 end
  own.heard = own.heard + 1
  if own.heard > HEARD then return end
  local text, by = words_of(event)
  notes.explain(self, event.unit, { kind = "event", unit = event.unit, by = by, text = text })
end

-- ---- verbs and candidates -----------------------------------------------------------------------

local function hundredths(score)
  if type(score) ~= "number" or score ~= score or score <= 0 then return 0 end
  return score < huge and math.max(1, floor(math.min(score * 100, MOST_SCORE) + 0.5)) or MOST_SCORE
end

-- The scores, and a text that is another one where they, or what was chosen, are others.
local function score_key(names, scores, chosen)
  local list = {}
  for i = 1, math.min(#scores, MOST_CANDIDATES) do list[i] = hundredths(scores[i]) end
  return list, ("%s %s %s"):format(names, tostring(chosen), table.concat(list, " "))
end

local function note_scores(self, unit, own, names, scores, chosen)
  local list, key = score_key(names, scores, chosen)
  if key == own.scores then return end
  own.scores = key
  notes.explain(self, unit, { kind = "scores", unit = unit, text = names, scores = list,
    chosen = type(chosen) == "number" and chosen or 0 })
end

--- A unit has been activated.
function decisions.observe(self, unit)
  local own, ended, verb, code, names, scores, chosen = known(self, unit), doing.why(unit)
  if ended and ended ~= own.ended then
    own.ended = ended
    local outcome = code and id_tables.in_words(code) or "done"
    local text = ("%s: %s"):format(id_tables.in_words(verb), outcome)
    notes.explain(self, unit, { kind = "code", unit = unit, text = text:sub(1, MOST_WORDS) })
  end
  if names and names ~= "" then note_scores(self, unit, own, names, scores, chosen) end
end

--- Knows of a unit what it has weighed and how its verbs have ended, and notes nothing.
function decisions.settle(self, unit)
  doing.verbs(unit, {})
  local ended, _, _, names, scores, chosen = doing.why(unit)
  local own = known(self, unit)
  own.ended = ended or 0
  if names and names ~= "" then own.scores = select(2, score_key(names, scores, chosen)) end
end

-- ---- the end ------------------------------------------------------------------------------------

--- A unit is being removed by another one.
function decisions.removed(self, unit, by) known(self, unit).by = by.id end

--- A unit is gone; `seen`: what the recording knew of it.
function decisions.gone(self, seen)
  local own = self._why[seen.id]
  self._why[seen.id] = nil
  self:_note { kind = "gone", unit = seen.id, by = own and own.by, x = seen.x, y = seen.y }
end

return decisions
