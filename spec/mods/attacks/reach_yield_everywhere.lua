-- Yields from metamethods, iterators, comparisons and handlers.
-- ends: done
local yield = coroutine.yield
local t = setmetatable({}, { __index = yield, __add = yield, __tostring = yield, __lt = yield,
  __concat = yield, __len = yield, __call = yield, __eq = yield, __pairs = yield })
local tries = {
  function() return t.x end, function() return t + 1 end, function() return tostring(t) end,
  function() return t < t end, function() return t .. t end, function() return #t end,
  function() return t() end, function() for _ in pairs(t) do break end end,
  function() table.sort({ 3, 2, 1 }, yield) end, function() for _ in yield do break end end,
  function() xpcall(error, yield, 1) end, function() pcall(yield) end,
  function() return ("%s"):format(t) end, function() print(t) end,
}
for _, try in ipairs(tries) do
  local co = coroutine.create(try)
  for _ = 1, 5 do coroutine.resume(co, t) end
end
