--- The parts of a mod, for specs: what it has for each player.

local parts = {}

-- The part of the player of a name; without one the first.
local function part_of(mod, name)
  for _, part in ipairs(mod._parts) do
    if not name or part.player.name == name then return part end
  end
end

--- The account of its part; nil: it has none yet.
function parts.account(mod, name)
  local part = part_of(mod, name)
  return part and part.account
end

--- The instance of its part; nil: it has none yet.
function parts.instance(mod, name)
  local part = part_of(mod, name)
  return part and part.instance or nil
end

return parts
