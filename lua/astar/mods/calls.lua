--- Calls into a mod's state, and what each may use up: methods of instances. account.lua says how
-- much is available.

local Account = require "astar.mods.account"
local visible = require "astar.world.visible_text"

local calls = {}

local pay, unpack = Account.pay, table.unpack or unpack

--- A message without its place: what the core blames on a line of this library is the mod's fault.
function calls.without_place(message)
  if type(message) ~= "string" then return message end
  return (message:gsub("^[^:\n]*:%d+: ", ""))
end

-- What a unit has used up in this tick.
local function own_account(self, id)
  local now, account = self.world._ticks, self.account
  account:begin(now)
  return account:of(id, now)
end

local function allow(self, instructions)
  self.box:allow(instructions)
  self.allowed = instructions
end

-- What the mod's state remembers of units is out of date when one has got another player or class.
local function refresh(self)
  if not self.still then self.identity_changes = self.world._identity_changes end
  pcall(self.box.call, self.box, "forget_units") -- what fails there fails in the next call as well
end

-- What a mod's state is asked only because somebody records the world, or looks at it, must leave
-- no trace in it: a machine is put back to what it was before, when it goes on.
function calls:hold_still()
  if self.still or self.box.kind == "stock" then return end
  self.image = self.box:snapshot(self.image or nil)
  self.still = true
end

local function go_on(self)
  self.still = false
  self.box:restore(self.image)
end

--- Puts it back to what it was before somebody asked it something.
function calls:put_back_still()
  if self.still then go_on(self) end
end

--- An image of its machine, as it is when nobody has asked it anything; valid until the next call.
function calls:at_rest()
  self:put_back_still()
  self.image = self.box:snapshot(self.image or nil)
  return self.image
end

local enter, call                                -- `call`: the method of boxes

-- What the cleanups of a script that ended earlier have written is kept, and what has failed in
-- them is reported: nobody waits for them any more. A unit that is gone has no data to write.
local function settle(self, script, ok, changes)
  if ok and not changes or script.unit.removed then return end
  local message = not ok and changes.message
  if ok then ok, message = pcall(self.keep, self, changes) end
  if ok then return end
  local behaviour = ("%s.%s"):format(self.mod.name, script.name)
  self.world:_fail(script.unit, behaviour, { message = visible(message) })
end

-- Drops what was ended while the mod was in a call, or when nothing was left for it, as far as
-- something is left.
local function drop_pending(self)
  local pending = self.pending
  while pending[1] and not self.box.broken do
    local own = own_account(self, pending[1].id)
    local allowance = self.account:for_cleanups(own, self.world.ticks)
    if not allowance then return end
    local script = table.remove(pending, 1)
    local before = self.late
    self.late = script
    settle(self, script, enter(self, script, own, allowance, "drop", self.world.ticks))
    self.late = before
  end
end

--- A call is over, and paid for.
function calls:pay_for(own, used)
  self.current, self.own = false, false
  pay(self.account, own, used)
end

-- An error: what it was to be told could not be passed.
local function come_back(self, own, called, ok, ...)
  if self.weighs then
    self.weighs = false
    self.box:_weigh(false)
  end
  self:pay_for(own, self.box.used)
  if self.pending[1] then drop_pending(self) end
  if called then return ok, ... end
  return false, { message = calls.without_place(ok) }
end

-- What a call on behalf of a unit begins with.
local function prepare(self, script, own, allowance)
  local box, account = self.box, self.account
  if self.still then go_on(self) end
  if allowance ~= self.allowed then allow(self, allowance) end
  if self.identity_changes ~= self.world._identity_changes then refresh(self) end
  if account.weighed ~= account.tick and account:is_to_weigh() then
    self.weighs = true
    box:_weigh(true)
  end
  self.current, self.own = script, own
  return box
end

-- Calls what the mod's state exposes, on behalf of a unit.
function enter(self, script, own, allowance, name, ...)
  local box = prepare(self, script, own, allowance)
  call = call or box.call
  return come_back(self, own, pcall(call, box, name, script.number, ...))
end

calls.prepare = prepare                          -- see activation.lua

--- A turn is over, and box._activate has returned what follows `own`: true, and what the turn has
-- come to; or false, failure; or nil: the machine has stopped, and begins again in the next tick.
function calls:end_activation(own, called, used, ok, ...)
  if not called then return come_back(self, own, called, used) end
  if not used then
    self.current, self.own = false, false
    return nil
  end
  if not ok or self.weighs or self.pending[1] then return come_back(self, own, called, ok, ...) end
  self:pay_for(own, used)
  return ok, ...
end

--- Calls what the mod's state exposes, for a script that may be activated: instance:enter(script,
-- account, allowance, name, ...)
calls.enter = enter

local LONGEST_VERBS, A_NAMING = 200, 20000       -- bytes; instructions

-- Cut before a letter.
local function shortened(text)
  if #text <= LONGEST_VERBS then return text end
  return (text:sub(1, LONGEST_VERBS):gsub("[\192-\255][\128-\191]*$", ""))
end

-- What a mod's state has said of a unit, as far as a recording may have it.
local function keep_reasons(account, script, ended, verb, code, names, scores, chosen)
  local has_choice = type(names) == "string" and type(scores) == "table"
  script.reasons = { ended, verb and account:say(shortened(tostring(verb))),
    code and account:say(shortened(tostring(code))),
    has_choice and account:say(shortened(names)), scores, chosen }
end

-- The numbers in what a unit does, see doing.verbs: units have the world's ids again.
local function take_numbers(self, numbers, verbs, own_numbers)
  local i = 0
  for kind in verbs:gmatch "[\1-\3]" do
    i = i + 1
    local number = own_numbers[i]
    if kind == "\2" then number = self.numbers.ids[number] end
    numbers[#numbers + 1] = type(number) == "number" and number or 0
  end
end

local function take(self, script, numbers, verbs, own_numbers, ...)
  local account = self.account
  if type(verbs) ~= "string" then return "" end
  if numbers and type(own_numbers) == "table" then
    take_numbers(self, numbers, verbs, own_numbers)
  end
  keep_reasons(account, script, ...)
  return account:say(shortened(verbs))
end

-- What it has said, unless it has failed. A machine that has stopped for it is what it was before.
local function read_verbs(self, script, numbers, called, ok, ...)
  local account = self.account
  self.current = false
  if self.box.broken then go_on(self) end
  ok = called and ok
  account.naming = account.naming - self.box.used
  if ok then return take(self, script, numbers, ...) end
  return ""
end

--- The verbs that a script is in, as doing.verbs has them. It has instructions of its own for this:
-- a world that is recorded goes on as one that is not.
function calls:verbs_of(script, numbers)
  script:touch()
  script.reasons = false
  if self.current or self.account.naming < A_NAMING or self.box.broken then return "" end
  self:hold_still()
  own_account(self, script.id)
  if self.allowed ~= A_NAMING then allow(self, A_NAMING) end
  if self.identity_changes ~= self.world._identity_changes then refresh(self) end
  self.current = script
  return read_verbs(self, script, numbers, pcall(self.box.call, self.box, "doing",
    script.number, numbers ~= nil))
end

--- Where a script has given way, for messages: file and line, or nil. It pays for that.
function calls:where_of(script)
  local own = own_account(self, script.id)
  local allowance = self.account:for_cleanups(own, self.world.ticks)
  if not allowance then return nil end
  local ok, where = enter(self, script, own, allowance, "where")
  return ok and where or nil
end

--- Why it is in them, as doing.why has it; nil: it has not been asked for its verbs.
function calls.reasons_of(script)
  local reasons = script.reasons
  if reasons then return unpack(reasons, 1, 6) end
end

--- A script ends: true | false, failure
function calls:drop(script)
  if self.box.broken then return true end        -- nothing is left that could be ended
  local own = own_account(self, script.id)
  local allowance = not self.current and self.account:for_cleanups(own, self.world.ticks)
  if not allowance then
    self.pending[#self.pending + 1] = script
    return true
  end
  local ok, changes = enter(self, script, own, allowance, "drop", self.world.ticks)
  if not ok or not changes then return ok, changes end
  local kept, message = pcall(self.keep, self, changes)
  return kept, not kept and { message = message } or nil
end

--- What could not be ended in the tick before.
function calls:drop_pending()
  if self.pending[1] then drop_pending(self) end
end

return calls
