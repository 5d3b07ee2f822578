--- Ticks of a map until all of its units stand; false: not within so many.
return function(map, most)
  for count = 1, most do
    map:tick()
    local standing = true
    for unit in map:units() do standing = standing and unit.state == "standing" end
    if standing then return count end
  end
  return false
end
