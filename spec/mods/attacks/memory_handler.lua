-- Makes use of the end of memory in a handler.
-- ends: memory instructions
xpcall(function()
  local t = {}
  while true do t[#t + 1] = {} end
end, function() print "reached: the handler" end)
print "reached: after the end of memory"
