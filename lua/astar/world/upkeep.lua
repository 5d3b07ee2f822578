--- Influence maps that a world spreads and decays at given ticks. These are methods of worlds.

local blame = require "astar.arguments.blame"
local options = require "astar.arguments.options"

local upkeep = {}

local NO_MEMORY = "not enough memory"

local INFLUENCE = {
  weight = { "number", "a number" }, decay = { "number", "a number" },
  spread = { "number", "a number" }, every = { "number", "a number" },
  recipe = { "table", "a table" },
}

--- The influence map of that name, made on first use. options: weight and recipe, as for
-- map:influence; decay, a factor, and spread, a share, applied every so many ticks (`every`, 1),
-- from now on.
function upkeep:influence(name, given)
  if not given then return self._map:influence(name) end
  options.check("influence", given, INFLUENCE, 2)
  options.check_range("influence", 2, given, "every", 1, 2 ^ 31)
  if given.recipe and (given.decay or given.spread) then
    blame.fail("influence", 2, "influence: 'recipe' together with 'decay' or 'spread'")
  end
  local layer = self._map:influence(name, (given.weight or given.recipe) and
    { weight = given.weight, recipe = given.recipe })
  for i, one in ipairs(self._upkeep) do
    if one.layer == layer then table.remove(self._upkeep, i) end
  end
  if given.decay or given.spread then
    self._upkeep[#self._upkeep + 1] =
      { name = name, layer = layer, decay = given.decay, spread = given.spread,
        every = given.every or 1 }
  end
  return layer
end

local function refresh(one, now)
  if now % one.every ~= 0 then return end
  if one.spread then one.layer:spread(one.spread) end
  if one.decay then one.layer:decay(one.decay) end
end

--- Spreads and decays what is due in a tick. An influence map that was removed, or told what cannot
-- be, is left alone from then on.
function upkeep:_keep_up(now)
  for i = #self._upkeep, 1, -1 do
    local one = self._upkeep[i]
    local ok, message = pcall(refresh, one, now)
    if message == NO_MEMORY then error(message, 0) end
    if not ok then
      table.remove(self._upkeep, i)
      self:_deliver { influence = one.name, tick = now, message = message,
        text = ("influence '%s': %s"):format(one.name, blame.in_words(message)) }
    end
  end
end

return upkeep
