--- The parts of a mod, one for each player whose units run its behaviours: methods of mods. A part
-- has an account, which lasts as long as the player, and an instance, a state of its own. The
-- instance is made when a unit of the player first runs a behaviour of the mod, and again after
-- each restart and reload. See instance.lua.
--
-- All instances are loaded with the same revision of the mod. The first one is loaded together with
-- the revision, before anybody knows whose it will be: that is the spare.

local Account = require "astar.mods.account"
local copied = require "astar.copied"
local core = require "astar.core"
local loading = require "astar.mods.loading"
local saved_instances = require "astar.mods.saved_instances"
local numbers = require "astar.world.numbers"
local pairs = require "astar.pairs".pairs
local random = require "astar.world.random"

local parts = {}

-- The place of a player among those of the world, or one behind all.
local function place_of(world, player)
  return numbers.place_of(world, player) or #world._players + 1
end

-- Parts are in the order of the world's players, which a world that is loaded has as well.
local function add_part(self, player)
  local list, world = self._parts, self._world
  local account = Account.new(world, self._limits, player)
  account:restart(self._revision.bytes)
  local part, place, at = { player = player, account = account, instance = false, random = false },
    place_of(world, player), #list + 1
  while at > 1 and place_of(world, list[at - 1].player) > place do at = at - 1 end
  table.insert(list, at, part)
  return part
end

--- The part of a player; nil: it has none yet.
function parts:_part_of(player)
  for _, part in ipairs(self._parts) do
    if part.player == player then return part end
  end
end

-- An instance of the present revision that has no player yet.
local function new_instance(self)
  local spare = self._spare
  self._spare = false
  if spare then return spare end
  local instance, message = loading.open(self, self._revision)
  return instance or error(message, 0)
end

--- The instance of a player.
function parts:_instance_of(player)
  local part = self:_part_of(player) or add_part(self, player)
  part.instance = part.instance or new_instance(self):begin(player, part.account)
  return part.instance
end

--- The account of a player.
function parts:_account_of(player)
  return (self:_part_of(player) or add_part(self, player)).account
end

local HALF = 2 ^ 24

-- What a mod's numbers for a player begin with: it follows from the world's seed, and is another
-- one for each mod and player.
local function seed_of(self, player)
  local digits = core.checksum(("%.0f "):format(self._world._seed) .. self._name .. " "
    .. player.name)
  return tonumber(digits:sub(1, 6), 16) * HALF + tonumber(digits:sub(7, 12), 16)
end

--- Random numbers for a player's units, which only they draw from. They last as the account does.
function parts:_random_of(player)
  local part = self:_part_of(player)
  part.random = part.random or random.new(seed_of(self, player))
  return part.random
end

--- The script of a unit that has one.
function parts:_script_at(unit)
  local part = self:_part_of(unit.player)
  return part and part.instance and part.instance.scripts[unit.id]
end

--- Closes all its states: nothing of it can run any more.
function parts:_close()
  for _, part in ipairs(self._parts) do
    if part.instance then part.instance:close() end
    part.instance = false
  end
  if self._spare then self._spare:close() end
  self._spare = false
end

--- The same, but for those that go on while the world is saved.
function parts:_close_rest()
  for _, part in ipairs(self._parts) do
    if part.instance and not part.instance.suspended then
      part.instance:close()
      part.instance = false
    end
  end
end

--- Is something true of one of its instances?
function parts:_any_side(is_so)
  for _, part in ipairs(self._parts) do
    if part.instance and is_so(part.instance) then return true end
  end
  return false
end

--- The texts that its instances have read: they alone are paid for.
function parts:_texts()
  local texts = copied(self._revision.loaded)
  for _, part in ipairs(self._parts) do
    for file, text in pairs(part.instance and part.instance.texts or {}) do texts[file] = text end
  end
  return texts
end

-- In the vault the collector works when it works: that is a part of the machine, and counted.
local function collect(instance, how)
  if instance and instance.box.kind == "stock" then instance.box:collect(how) end
end

--- Drives the collectors of all its states, for tests.
function parts:_collect(how)
  for _, part in ipairs(self._parts) do collect(part.instance, how) end
  collect(self._spare, how)
end

--- What its instances have used in this tick: from names of players to instructions.
function parts:_use()
  local use, now = {}, self._world.ticks
  for _, part in ipairs(self._parts) do
    local account = part.account
    if account.tick == now and not part.player.removed then
      use[part.player.name] = account.used
    end
  end
  return use
end

--- The data of a unit are paid for by that account: no other one of the mod's pays for them.
function parts:_let_go(id, account)
  for _, part in ipairs(self._parts) do
    if part.account ~= account then part.account:let_go_data(id) end
  end
end

--- What it makes its host keep is counted again, once its units have begun.
function parts:_recount()
  for _, part in ipairs(self._parts) do part.account:restart(self._revision.bytes) end
end

-- ---- saving -------------------------------------------------------------------------------------

-- The account of a part, and its random numbers, if any were drawn; nil: there is neither.
local function state_of(part)
  local state = part.account:state()
  if not part.random then return state end
  state = state or {}
  state.random = { part.random:state() }
  return state
end

--- The accounts of its parts, by the places of their players in the world; nil: there is nothing to
-- say of them.
function parts:_accounts()
  local list
  for _, part in ipairs(self._parts) do
    local state, place = state_of(part), place_of(self._world, part.player)
    if state and place <= #self._world._players then
      list = list or {}
      list[place] = state
    end
  end
  return list
end

--- What its instances are in the middle of, by the places of players; nil: nothing of that is kept.
-- `with`: see saved_instances.state.
function parts:_instance_states(with)
  local list
  for _, part in ipairs(self._parts) do
    local place = place_of(self._world, part.player)
    local is_kept = part.instance and place <= #self._world._players
      and not saved_instances.obstacle(part.instance)
    if is_kept then
      list = list or {}
      list[place] = saved_instances.state(part.instance, with)
    end
  end
  return list
end

--- The world is being saved: machines whose states are kept go on when that is done.
function parts:_suspend(kept)
  for _, part in ipairs(self._parts) do
    local state = kept and kept[place_of(self._world, part.player)]
    if state and part.instance then part.instance.suspended = true end
  end
end

--- Units of what was kept have their places in the ranks again.
function parts:_line_up(kept)
  for place in ipairs(kept and self._world._players or {}) do
    if kept[place] then saved_instances.line_up(self._world, kept[place]) end
  end
end

--- Units of what was saved begin again: those that had places in the ranks are called again.
function parts:_call_up(saved)
  for place in ipairs(saved and self._world._players or {}) do
    if saved[place] then saved_instances.call_up(self._world, saved[place]) end
  end
end

-- What was kept cannot be, such as a path for which there is no room any more: its units begin
-- again.
function parts:_forget_instance(part)
  for _, script in pairs(part.instance.scripts) do
    script:touch()
    script.over = true
  end
  part.instance.scripts = {}
  part.instance:close()
  part.instance = false
  part.account:restart(self._revision.bytes)
end

--- They go on: the host's part of them is made from what was kept.
function parts:_revive(kept)
  for place in ipairs(kept and self._world._players or {}) do
    local part = self:_part_of(self._world._players[place])
    if part and part.instance and kept[place] then
      part.instance.suspended = false
      local revived = pcall(saved_instances.revive, part.instance, kept[place])
      if not revived then self:_forget_instance(part) end
    end
  end
end

--- Machines as they were saved; `images`: see saved_instances.put_back. Returns whether all of them
-- are of this vault.
function parts:_put_back(saved, images)
  local all = true
  for place, player in ipairs(saved and self._world._players or {}) do
    if saved[place] then
      all = saved_instances.put_back(self:_instance_of(player), saved[place], images) and all
    end
  end
  return all
end

-- An error: these are no random numbers.
local function restore_part(part, state)
  part.account:restore(state)
  if not state.random then return end
  part.random = random.new(0):restore(state.random[1], state.random[2]) or error({})
end

--- Accounts as they were saved.
function parts:_restore(saved)
  for place, player in ipairs(self._world._players) do
    local state = saved and saved[place]
    if state then restore_part(self:_part_of(player) or add_part(self, player), state) end
  end
  self:_recount()
end

-- ---- ticks --------------------------------------------------------------------------------------

--- Units for which their instance had nothing left come first.
function parts:_rotate(due)
  for _, part in ipairs(self._parts) do part.account:rotate(due, self._name .. ".") end
end

--- A tick begins: parts of players that were removed end, and so do scripts that could not be ended
-- in the tick before.
function parts:_tick()
  for i = #self._parts, 1, -1 do
    local part = self._parts[i]
    if part.player.removed then
      if part.instance then part.instance:close() end
      table.remove(self._parts, i)
    end
  end
  for _, part in ipairs(self._parts) do
    if part.instance then part.instance:drop_pending() end
  end
end

--- Forgets units that are gone.
function parts:_sweep()
  for _, part in ipairs(self._parts) do part.account:sweep() end
end

return parts
