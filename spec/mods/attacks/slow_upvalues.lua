-- Looks for an upvalue behind very many others.
-- ends: instructions memory error
local function main()
  local first = 1
  local function make() return function() return first end end
  local function deep(n)
    local x = n
    local function keep() return x end
    if n == 0 then while true do make() end end
    local result = deep(n - 1)
    return result, keep
  end
  deep(3000)
end
main()
