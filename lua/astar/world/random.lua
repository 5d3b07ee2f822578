--- Random numbers that are the same on every Lua and every machine: L'Ecuyer's combined generator
-- ("Efficient and portable combined random number generators", 1988). Its products stay below 2^53,
-- so that doubles, which are all that LuaJIT has, are exact. Its period is 2.3e18.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local length = require "astar.length"
local strict = require "astar.arguments.strict"

local MODULUS_A, FACTOR_A = 2147483563, 40014
local MODULUS_B, FACTOR_B = 2147483399, 40692

-- The keys of a generator's two numbers, which nothing else has: no script can set them.
local A, B = {}, {}

local random = {}

-- 1 to MODULUS_A - 1
local function next_number(self)
  local a, b = self[A] * FACTOR_A % MODULUS_A, self[B] * FACTOR_B % MODULUS_B
  self[A], self[B] = a, b
  return (a - b) % (MODULUS_A - 1) + 1
end

local function check_integer(name, position, value)
  if type(value) ~= "number" or value % 1 ~= 0 then
    blame.fail(name, position, "integer expected, got %s", tostring(value))
  end
end

--- A generator; `seed` is a whole number from 0 to 2^53.
function random.new(seed)
  if type(seed) ~= "number" or seed % 1 ~= 0 or seed < 0 or seed > 2 ^ 53 then
    blame.fail("new", 1, "seed = %s is not a whole number from 0 to 2^53", tostring(seed))
  end
  local self = setmetatable({
    [A] = seed % (MODULUS_A - 1) + 1,
    [B] = math.floor(seed / (MODULUS_A - 1)) % (MODULUS_B - 1) + 1,
  }, random)
  for _ = 1, 8 do next_number(self) end          -- neighbouring seeds begin alike
  return self
end

--- random() -> 0 <= number < 1; random(n) -> 1 to n; random(m, n) -> m to n, whole numbers.
function random:__call(low, high)
  local fraction = (next_number(self) - 1) / (MODULUS_A - 1)
  if low == nil then return fraction end
  if type(low) == "table" then
    blame.fail("random", 0, "write world.random(6), with a dot")
  end
  check_integer("random", 1, low)
  local last = 1                                 -- the argument that is the upper bound
  if high == nil then
    low, high = 1, low
  else
    check_integer("random", 2, high)
    last = 2
  end
  if high < low then blame.fail("random", last, "there is no number to choose from") end
  return low + math.floor(fraction * (high - low + 1))
end

--- One of the entries of a list that is not empty.
function random:pick(list)
  if type(list) ~= "table" or length(list) == 0 then
    blame.fail("pick", 1, "the list is empty, or none")
  end
  return list[self(length(list))]
end

--- Brings a list into random order, in place; returns it.
function random:shuffle(list)
  if type(list) ~= "table" then blame.fail("shuffle", 1, "a list expected, got %s", type(list)) end
  for i = length(list), 2, -1 do
    local j = self(i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

--- The state as two numbers.
function random:state() return self[A], self[B] end

local function is_state(value, modulus)
  return type(value) == "number" and value % 1 == 0 and value >= 1 and value < modulus
end

--- Sets it; nil where the numbers are no state.
function random:restore(a, b)
  if not is_state(a, MODULUS_A) or not is_state(b, MODULUS_B) then return nil end
  self[A], self[B] = a, b
  return self
end

core.note(":", { random = random.__call })

return strict.class("random", random, {})
