-- Coroutines in comparisons of sorts in coroutines: each takes some of the stack of C.
return { ticks = 2, limits = { instructions = 10000000 }, code = [[
  local wrap, sort = coroutine.wrap, table.sort
  return function(unit)
    local two, deep = { 2, 1 }, nil
    local function compare() return wrap(deep)() end
    function deep() sort(two, compare) end
    pcall(deep)
  end]] }
