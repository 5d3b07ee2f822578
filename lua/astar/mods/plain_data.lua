--- Plain data: numbers, strings, booleans, and tables of these without metatables. A unit's data
-- may hold nothing else, in a mod's state and in the host's.

local core = require "astar.core"
local exact = require "astar.save.exact"
local next = require "astar.pairs".next
local object = require "astar.units.object"

local plain = {}

local DEEPEST, MOST = 16, 4096
local GREAT = 2 ^ 53                             -- what is beyond may be no number to keep

local SCALAR = { number = true, string = true, boolean = true }

-- ---- copies -------------------------------------------------------------------------------------

-- What copies are made by: refuse(place, why, value) says what there is in place of what is not
-- plain; `strict`: numbers have to be such as can be saved; `in_order`: keys are taken in their
-- order, which takes longer, and matters only where something is refused or left out. Where places
-- are not told they are false.
local Copier = {}
Copier.__index = Copier

local function of_list(t, keys)
  local i = 0
  return function()
    i = i + 1
    if keys[i] ~= nil then return keys[i], t[keys[i]] end
  end
end

local function odd_key(t)
  local odd
  for key in next, t do
    local kind = type(key)
    if not SCALAR[kind] and (not odd or core.before(kind, odd)) then odd = kind end
  end
  return odd
end

-- Refuses what stands under a key of a table, or without a key the table itself.
function Copier:no(why, at, key, value)
  if at and key ~= nil then at = at .. "." .. tostring(key) end
  return self.refuse(at, why, value)
end

function Copier:check_numbers(at, key, value)
  local problem = exact.problem(key)
  if problem then return self:no("has a key that is " .. problem, at) end
  problem = exact.problem(value)
  return problem and self:no("is " .. problem, at, key, value)
end

function Copier:pairs(given, at, depth)
  local result = {}
  if depth > DEEPEST then return self:no("is nested too deeply, or contains itself", at) end
  local f, state = next, given
  if self.in_order then f, state = of_list(given, core.keys(given)), nil end
  local odd = at and odd_key(given)
  if odd then self:no(("has a %s as a key"):format(odd), at) end
  for key, value in f, state do
    local kind, key_kind, count = type(value), type(key), self.count + 1
    self.count = count
    if count > MOST then
      self:no(("holds more than %d values"):format(MOST), at)
      return result
    end
    local is_great = kind == "number" and not (value >= -GREAT and value <= GREAT)
      or key_kind == "number" and not (key >= -GREAT and key <= GREAT)
    if is_great and self.strict then self:check_numbers(at, key, value) end
    if not SCALAR[key_kind] then
      self:no("has a key that is not plain", at)
    elseif SCALAR[kind] then
      result[key] = value
    else
      result[key] = self:value(value, at, key, depth + 1)
    end
  end
  return result
end

function Copier:value(value, at, key, depth)
  local kind = type(value)
  if SCALAR[kind] then return value end
  if kind ~= "table" then return self:no(("is a %s"):format(kind), at, key, value) end
  if getmetatable(value) ~= nil then
    return self:no(object.is_unit(value) and "is a unit" or "has a metatable", at, key, value)
  end
  if at and key ~= nil then at = at .. "." .. tostring(key) end
  return self:pairs(value, at, depth)
end

local function copier(refuse, strict, in_order)
  return setmetatable({ refuse = refuse, strict = strict, in_order = in_order, count = 0 }, Copier)
end

local function nobody() end

--- Does a table hold more values than a copy of it has? Found out first: where a copy ends in the
-- middle, what it takes depends on the order of keys.
function plain.is_much(given) return core.holds_more(given, MOST, DEEPEST) end

--- A copy of a table. What is not plain is left out; or refuse(place, why, value) says what there
-- is instead, where no places are told. Of too large a table the first values in order are copied.
function plain.copy(given, refuse)
  local copy = type(given) == "table" and core.copied(given, MOST, DEEPEST)
  if copy then return copy end
  return copier(refuse or nobody, false, plain.is_much(given)):value(given, false, nil, 0)
end

local function raise(at, why)
  error(("%s %s; only plain data can be kept there"):format(at, why), 0)
end

--- A copy of what can be kept, and saved, as it is. An error says what the first of the rest in
-- order is: "unit.data.list.4 is a function", `name` being where the places begin.
function plain.strict(given, name)
  local copy = core.copied(given, MOST, DEEPEST)
  if copy then return copy end
  local is_broken, result = plain.is_much(given), nil
  if not is_broken then
    result = copier(function() is_broken = true end, true):value(given, false, nil, 0)
  end
  if is_broken then copier(raise, true, true):value(given, name, nil, 0) end
  return result
end

-- ---- the same -----------------------------------------------------------------------------------

--- Is a table equal to an earlier copy of it? Values that are not plain are compared only if
-- `strict`.
plain.same = core.same

-- ---- packed -------------------------------------------------------------------------------------

local packed_of, merge_packed = core.packed, core.merge_packed

--- A table as a string, see packed.c: equal data give equal strings. false: it is what the string
-- `old` has. nil: it is not plain, or too much.
function plain.packed_if_kept(given, old) return packed_of(given, MOST, DEEPEST, old) end

local function expect_packed(packed)
  if packed == nil then error("too much to pass at once", 0) end
  return packed
end

--- The same for what can be kept; errors as for plain.strict.
function plain.packed_strictly(given, old, name)
  local packed = packed_of(given, MOST, DEEPEST, old)
  if packed ~= nil then return packed end
  return expect_packed(packed_of(plain.strict(given, name), MOST, DEEPEST, old, false, true))
end

--- A table as a string, without what plain.copy leaves out; of anything else an empty one. `whole`:
-- its numbers are those of a machine, which does not learn whether the host's Lua has integers.
function plain.packed(given, whole)
  if type(given) ~= "table" then given = {} end
  local packed = packed_of(given, MOST, DEEPEST, nil, whole)
  if packed then return packed end
  return expect_packed(packed_of(plain.copy(given) or {}, MOST, DEEPEST, nil, whole, true))
end

--- What core.weight says of a packed table; nil: the string is none.
function plain.packed_weight(packed) return core.packed_weight(packed, MOST, DEEPEST) end

--- Has a table what a packed one has, beside what is not plain? `alike`: 3 and 3.0 are the same.
plain.packed_same = core.packed_same

--- A packed table as a table: a new one, or `into`, which is changed in place like the tables in
-- it, so that references to them stay valid; what is not plain in them stays. `alike`: as above.
function plain.unpacked(packed, into, alike) return merge_packed(into or {}, packed, alike) end

--- Bytes that a value takes up, roughly.
function plain.weight(value)
  local weight = 32
  if type(value) == "string" then return weight + #value end
  if type(value) ~= "table" or getmetatable(value) ~= nil then return weight end
  for key, one in next, value do weight = weight + plain.weight(key) + plain.weight(one) end
  return weight
end

return plain
