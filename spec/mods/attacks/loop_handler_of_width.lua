-- A handler for the error that the hook itself raises, as nothing counts what runs within a hook.
-- ends: error
local function dig(n) if n == 0 then return 0 end return 1 + dig(n - 1) end
dig(2000)
local function many(n, ...) if n == 0 then return ... end return many(n - 1, n, n, n, n, ...) end
local function handle()
  for _ = 1, 20000000 do end
  print "reached: a loop of 20 million"
end
for _ = 1, 3 do
  xpcall(many, handle, 200)
  pcall(xpcall, many, handle, 200)
  coroutine.wrap(function() xpcall(many, handle, 200) end)()
end
local done = false
xpcall(error, function() done = true end)
error(done and "handlers run again" or "reached")
