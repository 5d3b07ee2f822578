--- What the host keeps for an instance of a mod until newer ones take its place, such as areas:
-- some of one kind, each with a number by which the mod's state names it. Their bytes are on the
-- account of the instance. All of them go with the instance, whose account begins again then.

local Handles = {}
Handles.__index = Handles

--- `what` it keeps, in words, and how many of them at most.
function Handles.new(what, most)
  return setmetatable({ what = what, most = most, last = 0, list = {} }, Handles)
end

-- The place of the first one that has a value under a key; nil: there is none.
local function place_of(self, key, value)
  for place, one in ipairs(self.list) do
    if one[key] == value then return place end
  end
end

local function drop(self, account, place)
  local one = table.remove(self.list, place)
  account:free(one.bytes)
  one.object:close()
end

--- Keeps what make() returns, which takes so many bytes; it may have a name. `from`: plain values
-- by which it can be made again. Returns what is kept and its number; or what make has returned:
-- nil, code.
function Handles:add(account, bytes, name, from, make)
  while self.list[self.most] do drop(self, account, 1) end
  while self.list[1] and not account:has_room(bytes) do drop(self, account, 1) end
  account:expect_room(bytes, self.what)
  local object, code = make()
  if not object then return nil, code end
  account:keep(bytes, self.what)
  self.last = self.last + 1
  local one = { object = object, bytes = bytes, name = name, from = from, number = self.last }
  self.list[#self.list + 1] = one
  return one, one.number
end

--- The one of a name, which is the newest one now; nil: there is none.
function Handles:named(name)
  local place = place_of(self, "name", name)
  if not place then return nil end
  local one = table.remove(self.list, place)
  self.list[#self.list + 1] = one
  return one
end

--- The one of a number.
function Handles:get(number)
  local place = place_of(self, "number", number)
  if place then return self.list[place] end
  error(("these %s were forgotten: the host keeps the last %d"):format(self.what, self.most), 0)
end

--- What it keeps, as plain values; nil: it has never kept anything.
function Handles:state()
  if self.last == 0 then return nil end
  local state = { last = self.last, list = {} }
  for i, one in ipairs(self.list) do state.list[i] = { number = one.number, from = one.from } end
  return state
end

--- The same again, instead of what it keeps: `remake(from)` adds each.
function Handles:revive(state, remake)
  self:close()
  self.last = 0
  if not state then return end
  for _, one in ipairs(state.list) do
    self.last = one.number - 1
    remake(one.from)
  end
  self.last = state.last
end

function Handles:close()
  for _, one in ipairs(self.list) do one.object:close() end
  self.list = {}
end

return Handles
