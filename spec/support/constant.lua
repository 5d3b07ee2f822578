--- check_constant(expected, now): a hash, or another text of numbers, that stands in a spec. What
-- is raised here `make hashes` reads, and writes the text as it is now into the spec.

return function(expected, now)
  if now ~= expected then error(("expected %s, got %s"):format(expected, now), 0) end
end
