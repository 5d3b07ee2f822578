--- Calls into a mod's state, and what each may use up: methods of mods. account.lua says how much
-- is available.

local calls = {}

--- A message without its place: what the core blames on a line of this library is the mod's fault.
function calls.without_place(message)
  if type(message) ~= "string" then return message end
  return (message:gsub("^[^:\n]*:%d+: ", "", 1))
end

-- What a unit has used up in this tick.
local function own_account(self, id)
  local now, account = self._world.ticks, self._account
  if account:begin(now) then self:renew_seconds(self._box) end
  return account:of(id, now)
end

local function allow(self, instructions)
  if instructions == self._allowed then return end
  self._box:allow(instructions)
  self._allowed = instructions
end

local enter

-- Drops what was ended while the mod was in a call, or when nothing was left for it, as far as
-- something is left.
local function drop_pending(self)
  local pending = self._pending
  while pending[1] do
    local own = own_account(self, pending[1].id)
    local allowance = self._account:for_cleanups(own, self._world.ticks)
    if not allowance then return end
    local script = table.remove(pending, 1)
    enter(self, script, own, allowance, "drop", self._world.ticks)
  end
end

-- An error: what it was to be told could not be passed.
local function come_back(self, own, called, ok, ...)
  self._current, self._own = false, false
  self._account:pay(own, self._box.used, called and not ok and (...))
  if self._pending[1] then drop_pending(self) end
  if called then return ok, ... end
  return false, { message = calls.without_place(ok) }
end

-- Calls what the mod's state exposes, on behalf of a unit.
function enter(self, script, own, allowance, name, ...)
  allow(self, allowance)
  self._current, self._own = script, own
  return come_back(self, own, pcall(self._box.call, self._box, name, script.id, ...))
end

--- Instructions that a script may use for a turn now; nil: it has to wait for the next tick.
function calls:allowance_of(script)
  local now = self._world.ticks
  local allowance = self._account:for_turn(own_account(self, script.id), now)
  if not allowance then self._account:wait(script.id) end
  return allowance
end

--- Calls what the mod's state exposes, for a script that may have its turn.
function calls:enter(script, allowance, name, ...)
  return enter(self, script, own_account(self, script.id), allowance, name, ...)
end

local LONGEST_VERBS, A_NAMING = 200, 20000       -- bytes; instructions

-- Cut before a letter.
local function shortened(text)
  if #text <= LONGEST_VERBS then return text end
  return (text:sub(1, LONGEST_VERBS):gsub("[\192-\255][\128-\191]*$", ""))
end

--- The verbs that a script is in, as doing.verbs has them. It has instructions of its own for this:
-- a world that is recorded goes on as one that is not.
function calls:verbs_of(script)
  local account = self._account
  if self._current or account.naming < A_NAMING then return "" end
  own_account(self, script.id)
  allow(self, A_NAMING)
  self._current = script
  local ok, verbs = self._box:call("doing", script.id)
  self._current = false
  account.naming = account.naming - self._box.used
  account:notice(verbs)
  return ok and account:say(shortened(verbs)) or ""
end

--- A script ends: true | false, failure
function calls:drop(script)
  local own = own_account(self, script.id)
  local allowance = not self._current and self._account:for_cleanups(own, self._world.ticks)
  if not allowance then
    self._pending[#self._pending + 1] = script
    return true
  end
  local ok, changes = enter(self, script, own, allowance, "drop", self._world.ticks)
  if ok and changes then self:keep(script, changes) end
  return ok, changes
end

--- What could not be ended in the tick before.
function calls:drop_pending()
  if self._pending[1] then drop_pending(self) end
end

return calls
