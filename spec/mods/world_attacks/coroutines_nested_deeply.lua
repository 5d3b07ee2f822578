-- Nests coroutines, sorts and texts as deep as much memory allows: each level takes C's stack.
return { ticks = 2, limits = { instructions = 30000000, memory = 2 ^ 26 }, code = [[
  local wrap = coroutine.wrap
  return function(unit)
    local deepest = 0
    local function deep(n)
      if n > deepest then deepest = n end
      return wrap(deep)(n + 1)
    end
    local text = setmetatable({}, { __tostring = function(self) return tostring(self) end })
    local function sort() table.sort({ 2, 1 }, sort) end
    print(pcall(deep, 1))
    print(pcall(tostring, text))
    print(pcall(sort))
    unit.data.deepest = deepest
  end]], broken = function(ctx)
  local deepest = ctx.unit.data.deepest
  if not deepest or deepest > 250 then return ("%s deep"):format(tostring(deepest)) end
end }
