-- Errors at the end of a long function, which Lua goes through to name what was nil.
-- ends: instructions
local function long()
-- repeat 3000: x = { y.z }
end
x, y = 0, {}
local function fail()
-- repeat 1500: if y.z then x = y.z + 1 end
  return x.y.z.u.v.w
end
while true do pcall(fail) end
