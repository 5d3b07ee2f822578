-- luacheck: globals core minetest astar_walker

-- Walkers: entities that find their way over the ground. `astar_walker.field(corner, width, depth)`
-- makes a field for them, `field:walker(position)` puts one there, `walker:go(position)` sends it.

local core = core or minetest
local name = core.get_current_modname()
local folder = core.get_modpath(name)

local outside = core.request_insecure_environment()
assert(outside, name .. ": set secure.trusted_mods = " .. name .. " in minetest.conf")
local astar = dofile(folder .. "/load.lua")(outside, folder)
local ground = dofile(folder .. "/ground.lua")

local TICK, SPEED, REACH = 0.1, 0.25, 4          -- seconds; cells a tick; nodes
local fields = {}

local Field = {}
Field.__index = Field

astar_walker = {}

--- A field: the columns from `corner` on, whose blocks must be loaded.
function astar_walker.field(corner, width, depth)
  local field = setmetatable({ ground = ground.new(astar, corner, width, depth, REACH) }, Field)
  field.world = astar.world { map = field.ground.map, fog = false }
  fields[#fields + 1] = field
  return field
end

--- A walker at a position: its entity | nil, why there is none.
function Field:walker(position)
  local x, z = self.ground:cell(position)
  if not x then return nil, "outside of the field" end
  local unit, code = self.world:unit { player = "walkers", x = x, y = z, speed = SPEED }
  if not unit then return nil, code end
  local object = core.add_entity(self.ground:position(unit:position()), name .. ":walker")
  local entity = object:get_luaentity()
  entity.field, entity.unit = self, unit
  return entity
end

local walker = {
  initial_properties = {
    visual = "cube", visual_size = { x = 0.6, y = 0.6 }, static_save = false, physical = false,
    collisionbox = { -0.3, 0, -0.3, 0.3, 0.6, 0.3 }, textures = { "blank.png" },
  },
}

--- Sends it to a position. `done(reached, why)` is called when it is there, or cannot get there.
function walker:go(position, done)
  local x, z = self.field.ground:cell(position)
  if not x then return done and done(false, "outside of the field") end
  self.unit:behave(function(unit)
    local reached, code = unit:go(x, z)
    if done then done(reached or false, code) end
  end)
end

-- The unit walks in the field's ticks; the entity is drawn where the unit is now.
function walker:on_step()
  if not self.unit then return self.object:remove() end
  self.object:move_to(self.field.ground:position(self.unit:position()))
end

function walker:on_deactivate()
  if self.unit then self.unit:remove() end
end

core.register_entity(name .. ":walker", walker)

local passed = 0
core.register_globalstep(function(seconds)
  passed = math.min(passed + seconds, 5 * TICK)
  while passed >= TICK do
    passed = passed - TICK
    for _, field in ipairs(fields) do field.world:tick() end
  end
end)

-- The ground has changed: the walkers' paths are mended by the world.
local function changed(position)
  for _, field in ipairs(fields) do
    local x, z = field.ground:cell(position)
    if x then field.ground:read(x, z) end
  end
end

core.register_on_dignode(changed)
core.register_on_placenode(changed)

--- For mods that set nodes themselves: core.set_node calls nobody.
astar_walker.changed = changed
