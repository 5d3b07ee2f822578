--- A box whose state can be copied, for specs: in place of a state of Lua it has tables. Scripts in
-- it walk about by a random number of their own and count in their unit's data. It answers the
-- calls that the host makes of boxes.

local CopiedBox = { snapshots = true, used = 100 }
CopiedBox.__index = CopiedBox

local function copy(value)
  if type(value) ~= "table" then return value end
  local result = {}
  for key, one in pairs(value) do result[key] = copy(one) end
  return result
end

function CopiedBox.new(world) return setmetatable({ world = world, state = {} }, CopiedBox) end

--- Gives a mod that has not been used yet such a box.
function CopiedBox.give(world, mod)
  mod._spare.box:close()
  mod._spare.box = CopiedBox.new(world)
end

function CopiedBox:snapshot() return copy(self.state) end
function CopiedBox:restore(image) self.state, self.closed = copy(image), false end

function CopiedBox:renew() return self end
function CopiedBox:weigh() return self end
function CopiedBox:allow() return self end
function CopiedBox:charge() return self end
function CopiedBox:close() self.closed = true end

local calls = {}

function CopiedBox:call(name, id, ...)
  assert(not self.closed, "the box is closed")
  if calls[name] then return calls[name](self, id, ...) end
end

function calls.begin(self, id)
  self.state[id] = { random = id * 7919, turns = 0 }
  return true
end

local function chance(script, most)
  script.random = (script.random * 1103 + 12345) % 65536
  return script.random % most + 1
end

function calls.turn(self, id, now)
  local script, unit, map = self.state[id], self.world:unit(id), self.world.map
  script.turns = script.turns + 1
  local path = unit:path(chance(script, map.width), chance(script, map.height))
  if path then unit:follow_path(path) end
  return true, "on", now + chance(script, 9), { id, { turns = script.turns } }
end

function calls.drop(self, id)
  self.state[id] = nil
  return true
end

return CopiedBox
