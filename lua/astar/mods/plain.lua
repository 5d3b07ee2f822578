--- Plain data: numbers, strings, booleans, and tables of such without metatables. It is what a
-- unit's data may hold, on both sides of the wall between a mod and its host.

local plain = {}

local DEEPEST, MOST = 16, 4096

local SCALAR = { number = true, string = true, boolean = true }

local function is_plain(value)
  local kind = type(value)
  return SCALAR[kind] or kind == "table" and getmetatable(value) == nil
end

local function nobody() end

local copy

local function copy_pairs(given, refuse, at, depth, count)
  local result = {}
  if depth > DEEPEST then return refuse(at, "is nested too deeply, or contains itself") end
  for key, value in next, given do
    count[1] = count[1] + 1
    if count[1] > MOST then return refuse(at, ("holds more than %d values"):format(MOST)) end
    if not SCALAR[type(key)] then
      refuse(at, ("has a %s as a key"):format(type(key)))
    elseif SCALAR[type(value)] then
      result[key] = value
    else
      result[key] = copy(value, refuse, at and at .. "." .. tostring(key), depth + 1, count)
    end
  end
  return result
end

function copy(value, refuse, at, depth, count)
  local kind = type(value)
  if SCALAR[kind] then return value end
  if kind ~= "table" then return refuse(at, ("is a %s"):format(kind), value) end
  if getmetatable(value) ~= nil then
    return refuse(at, value._is_unit and "is a unit" or "has a metatable", value)
  end
  return copy_pairs(value, refuse, at, depth, count)
end

--- A copy of a table. What is not plain is left out; or refuse(place, why, value) says what there
-- is instead, `name` being where the places begin; without it places are not told.
function plain.copy(given, refuse, name)
  return copy(given, refuse or nobody, name or false, 0, { 0 })
end

--- Is a table still what a copy says? What is not plain counts only if `strict`.
function plain.same(saved, given, strict)
  if rawequal(saved, given) then return true end
  if type(saved) ~= "table" or type(given) ~= "table" then
    return saved ~= saved and given ~= given
  end
  for key, value in next, saved do
    local other = rawget(given, key)
    if not rawequal(value, other) and not plain.same(value, other, strict) then return false end
  end
  for key, value in next, given do
    if saved[key] == nil and (strict or is_plain(value)) then return false end
  end
  return true
end

--- Makes a table say what another says, in place, and the tables in it likewise: whoever holds one
-- of them goes on doing so. What is not plain stays.
function plain.merge(into, from)
  for key, value in next, into do
    if from[key] == nil and is_plain(value) then into[key] = nil end
  end
  for key, value in next, from do
    local old = into[key]
    if type(value) ~= "table" then
      into[key] = value
    elseif type(old) == "table" and is_plain(old) then
      plain.merge(old, value)
    else
      into[key] = plain.copy(value)
    end
  end
end

--- Bytes that a value takes up, roughly.
function plain.weight(value)
  local weight = 32
  if type(value) == "string" then return weight + #value end
  if type(value) ~= "table" or getmetatable(value) ~= nil then return weight end
  for key, one in next, value do weight = weight + plain.weight(key) + plain.weight(one) end
  return weight
end

return plain
