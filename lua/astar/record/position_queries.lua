--- What a recording keeps of a unit's position queries: the best places, how good each is beside
-- the others, and what the terms said of the best one.

local id_tables = require "astar.record.id_tables"
local notes = require "astar.record.notes"

local position_queries = {}

position_queries.MOST = 64                                   -- places

local HUNDRED = 100

-- A line for each term that has a share: "walk -33".
local function bill_of(labels, numbers)
  local lines = { ("score %s"):format(id_tables.in_words(numbers[3])) }
  for k, label in ipairs(labels) do
    local share = label and id_tables.in_words(numbers[3 + k])
    if label then lines[#lines + 1] = ("%s %s"):format(label, share) end
  end
  return table.concat(lines, "\n")
end

--- Notes the places of a query, which are in `numbers`, the best first: x, y, the score, and the
-- shares of so many terms. Of each the recording has x, y, and from 0 to 100 how good it is.
function position_queries.note(recording, unit, labels, terms, numbers)
  local width = 3 + terms
  local count = math.min(position_queries.MOST, #numbers / width)
  if count == 0 then return end
  local best, worst = numbers[3], numbers[(count - 1) * width + 3]
  local list = {}
  for i = 0, count - 1 do
    local at = i * width
    local share = best > worst and (numbers[at + 3] - worst) / (best - worst) or 1
    list[3 * i + 1], list[3 * i + 2] = numbers[at + 1], numbers[at + 2]
    list[3 * i + 3] = math.floor(share * HUNDRED + 0.5)
  end
  notes.explain(recording, unit, { kind = "heat", unit = unit, x = numbers[1], y = numbers[2],
    text = bill_of(labels, numbers), scores = list, chosen = 0 })
end

return position_queries
