--- Where the places of position queries come from in a mod's state: the host, which has checked
-- nothing of what is sent yet. In the game's state positions/source.lua is in its place.

local body = require "astar.mods.guest.body"
local bridge = require "astar.mods.guest.bridge"
local object = require "astar.units.object"

local ask, of = bridge.ask, object.of

local source = {}

--- Numbers, found | nil, code.
function source.now(unit, plan, room, of_rest)
  return ask("positions", of(unit).id, plan.list, body.no_function(plan.query), room,
    plan.labels, of_rest)
end

local Job = {}
Job.__index = Job

function Job:cancel() ask("cancel", self.unit, self.number) end

function Job:has_ended()
  local ended, numbers, found = ask("placed", self.unit, self.number)
  if not ended then return false end
  if numbers then self.numbers, self.found = numbers, found else self.code = found end
  return true
end

--- A job, see positions/line.lua. The host activates the unit when it is done.
function source.request(unit, plan, room)
  local id = of(unit).id
  local number = ask("request_positions", id, plan.list, body.no_function(plan.query), room,
    plan.labels)
  return setmetatable({ unit = id, number = number, numbers = false, found = false }, Job)
end

return source
