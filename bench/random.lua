--- Random numbers, the same everywhere: random(seed) -> function int(low, high).

local MODULUS, FACTOR = 2147483647, 48271 -- Park and Miller's "minimal standard"

return function(seed)
  local state = seed % (MODULUS - 1) + 1
  return function(low, high)
    state = state * FACTOR % MODULUS
    return low + state % (high - low + 1)
  end
end
