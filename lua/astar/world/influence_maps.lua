--- Influence maps of worlds: those that spread and decay at given ticks, and those that belong to a
-- player. These are methods of worlds.

local blame = require "astar.arguments.blame"
local options = require "astar.arguments.options"

local influence_maps = {}

local NO_MEMORY = "not enough memory"

local INFLUENCE = {
  weight = { "number", "a number" }, decay = options.number(0, 1),
  spread = options.number(0, 1), every = options.whole(1, 2 ^ 31),
  recipe = { "table", "a table" },
  player = { "userdata string boolean", "a player, a player's name or false", object = "player" },
}

-- The weight of an influence map; of a player's it is 0: others are part of all queries, of foreign
-- players, too.
local function weight_of(self, name, given)
  local owned = given.player or given.player == nil and self._private[name]
  if owned and given.weight and given.weight ~= 0 then
    blame.fail("influence", 2, "influence: 'weight' of a player's map: all queries would count it")
  end
  return given.player and 0 or given.weight
end

local function keep_private(self, name, player)
  if type(player) == "userdata" then player = player.name end
  self._private[name] = player or nil
end

--- The influence map of that name, made on first use. options: weight and recipe, as for
-- map:influence; decay, a factor, and spread, a share, applied every so many ticks (`every`, 1),
-- from now on; player, whose mods alone may read it, or false.
function influence_maps:influence(name, given)
  if not given then return self._map:influence(name) end
  options.check("influence", given, INFLUENCE, 2)
  if given.player == true then
    blame.fail("influence", 2, "player = true is not %s", INFLUENCE.player[2])
  end
  if given.recipe and (given.decay or given.spread) then
    blame.fail("influence", 2, "influence: 'recipe' together with 'decay' or 'spread'")
  end
  local weight = weight_of(self, name, given)
  local layer = self._map:influence(name, (weight or given.recipe) and
    { weight = weight, recipe = given.recipe })
  if given.player ~= nil then keep_private(self, name, given.player) end
  for i, one in ipairs(self._influence_updates) do
    if one.layer == layer then table.remove(self._influence_updates, i) end
  end
  if given.decay or given.spread then
    self._influence_updates[#self._influence_updates + 1] =
      { name = name, layer = layer, decay = given.decay, spread = given.spread,
        every = given.every or 1 }
  end
  return layer
end

--- May a player's mods read the influence map of that name?
function influence_maps:_shows_influence(name, player)
  local owner = self._private[name]
  if not owner or owner == player.name then return true end
  for one in self._map:players() do
    if one.name == owner then return one:shares(player) end
  end
  return false
end

local function refresh(one, now)
  if now % one.every ~= 0 then return end
  if one.spread then one.layer:spread(one.spread) end
  if one.decay then one.layer:decay(one.decay) end
end

--- Spreads and decays what is due in a tick. An influence map that was removed, or told what cannot
-- be, is left alone from then on.
function influence_maps:_update_influences(now)
  for i = #self._influence_updates, 1, -1 do
    local one = self._influence_updates[i]
    local ok, message = pcall(refresh, one, now)
    if message == NO_MEMORY then error(message, 0) end
    if not ok then
      table.remove(self._influence_updates, i)
      self:_deliver { influence = one.name, tick = now, message = message,
        text = ("influence '%s': %s"):format(one.name, blame.in_words(message)) }
    end
  end
end

return influence_maps
