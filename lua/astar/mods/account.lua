--- The account of a mod's instance: what it uses up in a tick, and what it makes its host keep.
-- Everything is charged here, so a mod gains nothing by getting the same thing in another way. Each
-- player's instance of a mod has an account of its own: what one uses takes nothing from another,
-- and tells it nothing.
--
-- Time is counted in instructions: the mod's own, those that queries and orders are worth, and
-- those for nodes of searches. In each tick a unit has a number of them for all calls on its
-- behalf. When the instance's units have used up what they have together, the others have their
-- activations in the next tick, and come first there. So no unit ends because of what another one
-- has used.
--
-- Memory is counted in bytes that the host keeps for the mod: texts, keys, data, arguments, paths.
-- What a unit or a script holds is released when the unit or script ends.

local core = require "astar.core"
local safe = require "astar.pairs"

local next, pairs = safe.next, safe.pairs

local Account = {}
Account.__index = Account

--- What queries and orders are worth in instructions, beside the 50 of each and what is passed.
-- Some are charged by what there is to do as well, where they are answered.
Account.COSTS = {
  path = 900, nearest = 900, flight = 300, reachable = 30, follow_path = 60, route = 80, home = 20,
  set = 40, holder = 30, reserve = 40, release = 40, path_point = 20, stop = 20, data = 30,
  request_path = 1000, request_nearest = 1000, request_flight = 1000, tell = 2000,
  behave = 2000, print = 2000, source = 2000, draw = 1000,
  fall_in = 500, fall_out = 500, new_group = 2000, add_to_group = 500, remove_from_group = 500,
  march = 2000, hold_group = 2000, stop_group = 500, disband = 500,
  positions = 900, places_left = 900, request_positions = 1000, areas = 900, sight = 900,
  new_influence = 900,
}

local A_NODE = 4                                 -- instructions that a node of a search is worth
local CLEANUPS = 10                              -- its cleanups have this part of an allowance
local LEAST = 1000                               -- instructions; no call is begun with less
local NAMING = 200000                            -- in a tick, for saying what units are doing
local FIELD, A_CELL = 100000, 2                  -- cells of fields that it has looked at in a tick;
                                                 -- what each is worth in instructions
local A_MEMBER = 40                              -- instructions for a member's step in a march
local LOOKS = 3                                  -- at each cell of the map, for a field that is new
local REST = 10                                  -- ticks of pause after its machine stopped
local SAID = 65536                               -- bytes of texts that a recording has from a mod

--- limits: see docs/mods.md. `player`: the one whose units use it.
function Account.new(world, limits, player)
  return setmetatable({
    world = world, player = player, limits = limits, most = limits.instructions,
    total = limits.total,
    activation = limits.instructions - math.floor(limits.instructions / CLEANUPS),
    tick = -1, weighed = -1, used = 0, naming = NAMING, fields = FIELD, refilled = -1, resting = 0,
    marched = 0, units = {}, next = false,
    kept = 0, fields_kept = 0, base = 0, answers = 0, said = {}, said_bytes = 0,
    data = {}, given = {}, lists = {},           -- by ids: bytes of data, of arguments; these
  }, Account)
end

-- ---- time ---------------------------------------------------------------------------------------

-- What it has for fields grows from tick to tick.
local function refill(self, now)
  self.fields = math.min(FIELD, self.fields + FIELD * (now - self.refilled))
  self.refilled = now
end

--- A tick begins, if it has not begun.
function Account:begin(now)
  if self.tick == now then return end
  refill(self, now)
  self.tick, self.used, self.naming, self.marched = now, self.marched, NAMING, 0
end

--- Is what the mod's state has in use to be weighed at the end of this call? It is once in a tick,
-- at the end of the first call.
function Account:is_to_weigh()
  if self.weighed == self.tick then return false end
  self.weighed = self.tick
  return true
end

--- What a unit has used up in this tick. One that has expanded more nodes than it had has less
-- later.
function Account:of(id, now)
  local own, most = self.units[id], self.limits.nodes
  if not own then
    own = { used = 0, nodes = most, tick = now }
    self.units[id] = own
  elseif own.tick < now then
    if own.nodes < most then own.nodes = math.min(most, own.nodes + most * (now - own.tick)) end
    own.used, own.tick = 0, now
  end
  return own
end

--- Forgets units that have all that they could have again: `of` makes the same of them.
function Account:forget_rested(now)
  local most = self.limits.nodes
  for id, own in pairs(self.units) do            -- in any order
    if own.tick < now and own.nodes + most * (now - own.tick) >= most then self.units[id] = nil end
  end
end

--- The account of a unit, and the instructions that it may use for an activation now; nil: none in
-- this tick. Most units have used nothing yet in the tick, and have all their nodes.
function Account:for_activation(id, now)
  local own, left = self.units[id], self.activation
  if not own or own.nodes < self.limits.nodes then own = self:of(id, now)
  elseif own.tick < now then own.used, own.tick = 0, now
  end
  left = left - own.used
  if left < LEAST or self.used >= self.total or now < self.resting then return own, nil end
  return own, left
end

--- Instructions for its cleanups: all that it has left, or nil, where the mod has not as many.
function Account:for_cleanups(own, now)
  local left = self.most - own.used
  local has_room = left >= LEAST and self.used + left <= self.total + self.most
  return has_room and now >= self.resting and left or nil
end

--- Notes what a call has used.
function Account:pay(own, instructions)
  own.used = own.used + instructions
  self.used = self.used + instructions
end

--- The mod is not activated for a while: its machine has stopped.
function Account:rest() self.resting = self.world.ticks + REST end

--- What the host does beside the calls: it is the mod's, and no unit's.
function Account:owe(instructions) self.used = self.used + instructions end

--- Charges the nodes of a search to the unit, and to the mod's total.
function Account:search(own, nodes)
  own.nodes = own.nodes - nodes
  self.used = self.used + A_NODE * nodes
end

--- May it use a field of a map with so many cells? It is computed in one go, if it is new or much
-- has changed. So there must be as much left in this tick, `used` being what the call has used so
-- far. It may be more than what a mod earns in a tick for fields, which is paid off.
function Account:may_flood(cells, used)
  local left = self.total + self.most - self.used - used
  return self.fields > 0 and A_CELL * LOOKS * cells <= left
end

--- May its groups go on in this tick? They do before the units are activated.
function Account:may_march(now)
  refill(self, now)
  return self.fields > 0
end

--- Charges what an activation of a group took: in the tick that begins, or in the next one.
function Account:march(cells, members)
  self.fields = self.fields - cells
  self.marched = self.marched + A_CELL * cells + A_MEMBER * members
end

--- Charges cells that were looked at for a field.
function Account:flood(own, cells)
  self.fields = self.fields - cells
  own.nodes = own.nodes - math.floor(cells / LOOKS)
  self.used = self.used + A_CELL * cells
end

--- A unit that has to wait for its activation. The first one of a tick is the first of the next.
function Account:wait(id)
  self.next = self.next or id
end

-- ---- the order of turns -------------------------------------------------------------------------

-- The places in a list, in order, of a player's units whose behaviour's name begins so.
local function places_of(list, prefix, player)
  local places = {}
  for i = 1, #list do
    local unit = list[i]
    local name = unit.player == player and unit.behaviour
    if type(name) == "string" and name:sub(1, #prefix) == prefix then places[#places + 1] = i end
  end
  return places
end

--- Where units had to wait, those that come after them in the list go behind them: the unit that
-- waited longest is first. `due` is in the order of ids; units that are not the mod's stay.
function Account:rotate(due, prefix)
  local first = self.next
  self.next = false
  if not first then return end
  local places = places_of(due, prefix, self.player)
  local units, from = {}, 1
  for k, place in ipairs(places) do
    units[k] = due[place]
    if units[k].id < first then from = k + 1 end
  end
  for k, place in ipairs(places) do due[place] = units[(from + k - 2) % #units + 1] end
end

-- ---- what the host keeps ------------------------------------------------------------------------

--- Bytes that the host needs for plain values, roughly.
local weight = core.weight
Account.weight = weight

-- Lets go what units hold that were removed, and arguments of behaviours that are over. In any
-- order: sums come of it.
local function sweep(self)
  local units = self.world._units
  for id, list in pairs(self.lists) do
    local unit = units[id]
    if not (unit and unit.behaviour and rawequal(unit._given, list)) then
      self.kept = self.kept - (self.given[id] or 0)
      self.given[id], self.lists[id] = nil, nil
    end
  end
  for id, bytes in pairs(self.data) do
    if not units[id] then
      self.kept = self.kept - bytes
      self.data[id] = nil
    end
  end
end

--- Is there room for so many bytes more?
function Account:has_room(bytes)
  local most = self.limits.kept - self.fields_kept
  if self.kept + bytes <= most then return true end
  sweep(self)
  return self.kept + bytes <= most
end

--- The fields of its groups take so many bytes.
function Account:hold_fields(bytes) self.fields_kept = bytes end

--- Raises what is wrong where there is no such room; `what` is what the mod wanted to be kept.
function Account:expect_room(bytes, what)
  if self:has_room(bytes) then return end
  error(("%s: the game keeps at most %.0f bytes for a mod, and has no room for %.0f more"):format(
    what, self.limits.kept, bytes), 0)
end

--- Takes room, or raises what is wrong.
function Account:keep(bytes, what)
  self:expect_room(bytes, what)
  self.kept = self.kept + bytes
end

function Account:free(bytes) self.kept = self.kept - bytes end

--- Is there room for the paths of an answer? They have half of it.
function Account:has_room_for_paths(bytes)
  return self.answers + bytes <= self.limits.kept / 2 and self:has_room(bytes)
end

function Account:keep_paths(bytes)
  self.kept, self.answers = self.kept + bytes, self.answers + bytes
end

function Account:free_paths(bytes)
  self.kept, self.answers = self.kept - bytes, self.answers - bytes
end

--- Is that what a unit's data weigh?
function Account:holds_data(id, bytes) return self.data[id] == bytes end

--- What a unit's data weigh that the mod has changed; of empty ones nothing is known.
function Account:hold_data(id, bytes)
  self:keep(bytes - (self.data[id] or 0), "unit.data")
  self.data[id] = bytes > 0 and bytes or nil
end

--- Another account pays for the data of a unit.
function Account:let_go_data(id)
  self.kept = self.kept - (self.data[id] or 0)
  self.data[id] = nil
end

--- The arguments of a behaviour that the mod has given a unit, for which there is room.
function Account:hold_arguments(unit, bytes)
  local id = unit.id
  self.kept = self.kept + bytes - (self.given[id] or 0)
  self.given[id], self.lists[id] = bytes, unit._given or nil
end

-- ---- restarting, saving -------------------------------------------------------------------------

--- For world:save: the unit whose activation is first, and what units hold, by their ids; nil:
-- neither.
function Account:state()
  sweep(self)
  local held = {}
  for id in pairs(self.data) do held[id] = "d" end
  for id in pairs(self.lists) do held[id] = (held[id] or "") .. "a" end
  if not self.next and next(held) == nil then return nil end
  return { first = self.next or nil, held = next(held) and held or nil }
end

--- All but what units hold is let go, which is weighed again: so that a world that goes on has the
-- same account as one that was loaded. `base`: bytes of the mod itself.
function Account:restart(base)
  sweep(self)
  self.kept, self.answers, self.units, self.base = base, 0, {}, base
  self.fields, self.resting, self.marched = FIELD, 0, 0
  for id in pairs(self.data) do
    self.data[id] = weight(self.world._units[id].data)
    self.kept = self.kept + self.data[id]
  end
  for id, list in pairs(self.lists) do self.given[id] = weight(list) end
  for _, bytes in pairs(self.given) do self.kept = self.kept + bytes end
end

--- What state() has said of it in a world that was saved. It is restarted then.
function Account:restore(state)
  self.next = state.first or false
  for id, marks in pairs(state.held or {}) do
    local unit = self.world._units[id]
    if unit then
      if marks:find("d") then self.data[id] = 1 end
      if marks:find("a") then self.lists[id] = unit._given or nil end
    end
  end
end

-- ---- what recordings have -----------------------------------------------------------------------

--- A text of the mod's as a recording may have it: it keeps each one that it has not had before.
function Account:say(text)
  if self.said[text] then return text end
  if self.said_bytes + #text > SAID then return "" end
  self.said[text] = true
  self.said_bytes = self.said_bytes + #text
  return text
end

--- Forgets units that are gone.
function Account:sweep()
  for id in pairs(self.units) do
    if not self.world._units[id] then self.units[id] = nil end
  end
  sweep(self)
end

return Account
