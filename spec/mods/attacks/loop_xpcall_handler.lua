-- Goes on in the handler of the error that is to end it.
-- ends: instructions
xpcall(function() while true do end end, function()
  while true do end
end)
print "reached: after the handler"
