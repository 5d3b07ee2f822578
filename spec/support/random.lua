--- Random numbers for the specs: the same on every machine, under PUC Lua and under LuaJIT.
--
-- The "minimal standard" generator of Park and Miller (1988): every product stays below 2^53, so
-- that integers and floating-point numbers give the same.

local Random = {}
Random.__index = Random

local MODULUS, FACTOR = 2147483647, 48271

local function advance(self)
  self.state = self.state * FACTOR % MODULUS
  return self.state
end

--- A whole number from `low` to `high`.
function Random:int(low, high)
  return low + advance(self) % (high - low + 1)
end

--- True once in a while: with this probability.
function Random:chance(probability)
  return advance(self) < probability * MODULUS
end

--- One of the list's elements.
function Random:pick(list)
  return list[self:int(1, #list)]
end

--- The list, in any order.
function Random:shuffle(list)
  for i = #list, 2, -1 do
    local k = self:int(1, i)
    list[i], list[k] = list[k], list[i]
  end
  return list
end

--- A cell of something that has a width and a height.
function Random:cell(map)
  return self:int(1, map.width), self:int(1, map.height)
end

--- A rectangle inside it, neither side longer than `most`.
function Random:rect(map, most)
  local x, y = self:cell(map)
  local width = self:int(1, math.min(most, map.width - x + 1))
  local height = self:int(1, math.min(most, map.height - y + 1))
  return { x = x, y = y, width = width, height = height }
end

return function(seed)
  local random = setmetatable({ state = seed % (MODULUS - 1) + 1 }, Random)
  for _ = 1, 3 do advance(random) end
  return random
end
